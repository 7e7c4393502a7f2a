"""What models are worth as errors weigh more or less (C21; METHODS S6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.utilities import Worths
from budgetplan.lists.estimates import estimate, paired
from budgetplan.models.resampling import interval
from budgetplan.models.scaling import dealt
from budgetplan.models.thresholds import TIE, accepted
from budgetplan.models.value import WorthTable, values_if_accepted
from budgetplan.models.voc import Areas, hull_cutoffs, theoretical_values, voc_curve
from budgetplan.plans.bench import same_model
from budgetplan.plans.cutoff_methods import Choice, Judged, worth_of_deferring
from budgetplan.plans.sampler import Sampler

SPANS = ((0.0, 1.0), (1.0, 10.0))
"""Error weights over which VOC areas are taken, with intervals."""


WEIGHTS = (0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0)
"""Error weights k at which models are compared: a right answer is worth 1, a wrong one -k, abstaining 0."""


@dataclass(frozen=True)
class AtWeight:
    """The models at one error weight k: the best by value, and what accuracy would lose."""

    weight: float
    best: str
    value: Estimate
    by_accuracy: Estimate
    loss: Estimate


@dataclass(frozen=True)
class Curves:
    """Value per test item at every error weight, by the way the cutoff is found; each of shape (weights,).

    ``raw`` (None where no probabilities are stated) and ``calibrated``, which is recommended, take the cutoff of theory
    k / (k + 1); ``learnt`` the one of the validation items; ``ceiling`` the one of the test items themselves. ``low``,
    ``high``: the 95 % interval of ``calibrated``.
    """

    weights: FloatArray
    raw: FloatArray | None
    calibrated: FloatArray
    learnt: FloatArray
    ceiling: FloatArray
    low: FloatArray | None
    high: FloatArray | None


def told_points(worth: FloatArray | None) -> tuple[float, ...] | None:
    """Return worths per item as the points of a line, per 1,000 items.

    >>> told_points(np.array([0.5, -0.25]))
    (500.0, -250.0)
    """
    return None if worth is None else tuple((worth * 1000).tolist())


@dataclass(frozen=True)
class WorthByWeight:
    """What the VOC curve with the cutoff of theory says in numbers.

    ``areas``: area under its positive part over each of ``SPANS``. ``total``: over all error weights, ``inf``
    where unbounded. ``first_not_paying``, ``last_paying``: the first error weight at which the model is worth
    nothing or less, and the last up to which it is worth more; ``inf`` where there is none.
    """

    areas: tuple[Estimate, ...]
    total: float
    first_not_paying: float
    last_paying: float


def worth_by_weight(
    said: Predictions, correct: BoolArray, test: ClassifiedSet, found: Areas | None
) -> WorthByWeight:
    """Return areas with their 95 % intervals, and the error weights at which using the model begins to fail.

    ``found``: the areas over ``SPANS`` in resamples, None where nothing is resampled.
    """
    curve = voc_curve(correct, said.confidence, test.weight)
    values = [curve.area(*span) for span in SPANS]
    columns = [None] * len(values) if found is None else list(found.voc.T)
    areas = [estimate(value, column) for value, column in zip(values, columns, strict=True)]
    total = curve.area(0.0, float("inf"))
    return WorthByWeight(tuple(areas), total, curve.first_not_paying, curve.omega_sup)


def by_error_weight(
    judged: tuple[Judged, ...], choice: Choice, test: ClassifiedSet, sampler: Sampler
) -> tuple[AtWeight, ...]:
    """Compare the models at every error weight, each answering where that is expected to pay."""
    weights, names = np.array(WEIGHTS), [each.name for each in judged]
    per_item = [_by_theory(each, test, weights) for each in judged]
    means = np.stack([np.average(each, axis=1, weights=test.weight) for each in per_item])
    drawn = [sampler.replicates(each) for each in per_item]
    accurate, today, rows = names.index(choice.by_accuracy), names.index(choice.chosen), []
    for place, weight in enumerate(WEIGHTS):
        best = int(means[:, place].argmax())
        best = today if means[today, place] >= means[best, place] - TIE * max(1.0, weight) else best
        value, other = (
            estimate(float(means[at, place]), _column(drawn[at], place)) for at in (best, accurate)
        )
        loss = paired(value.value - other.value, _column(drawn[best], place), _column(drawn[accurate], place))
        rows.append(AtWeight(weight, names[best], value, other, loss))
    return tuple(rows)


def _column(drawn: FloatArray | None, place: int) -> FloatArray | None:
    return None if drawn is None else drawn[:, place]


def _by_theory(each: Judged, test: ClassifiedSet, weights: FloatArray) -> FloatArray:
    """Return what each item is worth where calibrated answers stand by the cutoff k / (k + 1), shape (K, n)."""
    said = each.calibrated
    taken = said.confidence >= (weights / (1 + weights))[:, None]
    return _worth_at(weights, taken, said.predicted == test.truth)


def _worth_at(weights: FloatArray, accepted: BoolArray, correct: BoolArray) -> FloatArray:
    """Return what each item is worth at each error weight, shape (K, n)."""
    return np.where(accepted, np.where(correct, 1.0, -weights[:, None]), 0.0)


def _learnt_by_weight(
    one: Judged, validation: ClassifiedSet | None, test: ClassifiedSet, weights: FloatArray, seed: int
) -> FloatArray:
    """Return the learnt cutoff of each error weight for each test item, shape (weights, 1) or (weights, n).

    From validation; with one labelled set, for each item from the folds that it is not in.
    """
    if validation is not None:
        source = same_model(validation, one.name)
        correct = source.predicted == validation.truth
        return hull_cutoffs(correct, source.confidence, weights, validation.weight)[:, None]
    folds, sure = dealt(test, seed), one.predictions.confidence
    if folds is None:  # one item or group is all there is
        return hull_cutoffs(one.correct, sure, weights, test.weight)[:, None]
    by_fold = []
    for fold in range(int(folds.max()) + 1):
        out = folds != fold
        weight = None if test.weight is None else test.weight[out]
        by_fold.append(hull_cutoffs(one.correct[out], sure[out], weights, weight))
    return np.asarray(np.array(by_fold)[folds].T)


GRID = np.linspace(0, 10, 41)
"""Error weights of the curves."""


def worth_curve(each: Judged, test: ClassifiedSet) -> FloatArray:
    """Return what a model is worth at every error weight of the grid if it answers where that is expected to pay."""
    return np.asarray(np.average(_by_theory(each, test, GRID), axis=1, weights=test.weight))


def curves(one: Judged, validation: ClassifiedSet | None, test: ClassifiedSet, sampler: Sampler) -> Curves:
    """Return the value of one model against the error weight, from 0 to 10 (C21; METHODS S6)."""
    said, weights = one.predictions, GRID

    def worth(cutoffs: FloatArray) -> FloatArray:
        taken = _worth_at(weights, said.confidence[None, :] >= cutoffs, one.correct)
        return np.asarray(np.average(taken, axis=1, weights=test.weight))

    recommended = _by_theory(one, test, weights)
    replicates = sampler.replicates(recommended)
    low, high = (None, None) if replicates is None else (np.asarray(end) for end in interval(replicates))
    raw = theoretical_values(one.correct, said.confidence, weights, test.weight)
    return Curves(
        weights=weights,
        raw=raw if said.scaling is None and not said.members else None,
        calibrated=np.asarray(np.average(recommended, axis=1, weights=test.weight)),
        learnt=worth(_learnt_by_weight(one, validation, test, weights, sampler.seed)),
        ceiling=worth(hull_cutoffs(one.correct, said.confidence, weights, test.weight)[:, None]),
        low=low,
        high=high,
    )


STEPS = 40
"""Of the curve over the cost of a missed one."""


@dataclass(frozen=True)
class Missed:
    """What each model is worth per test item as a missed positive costs more (S24 section 4.2.2).

    ``costs`` shape (K,), increasing: k_fn; ``shown`` which of them a table has; ``worth`` by model, shape (K,).
    """

    positive: str
    costs: FloatArray
    shown: BoolArray
    worth: Mapping[str, FloatArray]

    def thousand_at(self, model: str, place: int) -> float:
        """Return what a model is worth per 1,000 items at one of the costs."""
        return float(self.worth[model][place]) * 1000


def worth_if_missed(
    worths: Worths, table: WorthTable, judged: Sequence[Judged], test: ClassifiedSet
) -> Missed | None:
    """Return what each model is worth as a missed positive costs more; None where it has no cost of its own.

    Cutoffs are those of theory for each cost, on calibrated confidences.
    """
    if worths.k_fn is None or worths.positive not in test.classes or test.n_classes != 2:
        return None
    stated = float(worths.k_fn)
    top = max(10.0, 2 * stated)
    shown = np.unique(np.append(top * np.array([0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0]), stated))
    costs = np.unique(np.append(np.linspace(0.0, top, STEPS + 1), shown))
    left = worth_of_deferring(table, test)
    other = 1 - test.classes.index(worths.positive)
    found = {}
    for one in judged:  # models and costs, not items
        said = one.calibrated
        values = []
        for cost in costs:
            dearer = _missed_at(table, other, float(cost))
            given = said.predicted, said.confidence, said.probabilities
            taken = accepted(dearer, *given, test.review_cost).items
            assert taken is not None  # two classes always have cutoffs of their own
            worth = values_if_accepted(dearer, said.predicted, test.truth)
            values.append(float(np.average(np.where(taken, worth, left), weights=test.weight)))
        found[one.name] = np.array(values)
    return Missed(worths.positive, costs, np.isin(costs, shown), found)


def _missed_at(table: WorthTable, other: int, cost: float) -> WorthTable:
    """Return the values with another cost of saying ``other``, one of two classes, where that is wrong."""
    v, unknown = table.v.copy(), table.unknown_wrong.copy()
    v[other, 1 - other] = unknown[other] = -cost
    return replace(table, v=v, unknown_wrong=unknown)
