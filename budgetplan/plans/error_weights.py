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
from budgetplan.models.value import WorthTable, item_weights, values_if_accepted
from budgetplan.models.voc import Areas, VocCurve, hull_cutoffs, theoretical_values, voc_curve
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


Curves = Mapping[str, FloatArray]
"""Value per test item at every error weight of ``GRID``, by the way the cutoff is found.

``calibrated``, which is recommended, and ``raw`` (missing where no probabilities are stated) take the cutoff of theory
k / (k + 1); ``learnt`` the one of the validation items; ``ceiling`` the one of the test items themselves. ``low``,
``high``: the 95 % interval of ``calibrated``, missing where nothing is resampled."""


def told_points(worth: FloatArray | None) -> tuple[float, ...] | None:
    """Return worths per item as the points of a line, per 1,000 items.

    >>> told_points(np.array([0.5, -0.25]))
    (500.0, -250.0)
    """
    return None if worth is None else tuple((worth * 1000).tolist())


def worth_by_weight(
    said: Predictions, correct: BoolArray, test: ClassifiedSet, found: Areas | None
) -> tuple[VocCurve, tuple[Estimate, ...]]:
    """Return the curve with the cutoff of theory, and the area under its positive part over each of ``SPANS``.

    ``found``: these areas in resamples, None where nothing is resampled.
    """
    curve = voc_curve(correct, said.confidence, test.weight)
    columns = [None] * len(SPANS) if found is None else list(found.voc.T)
    areas = [estimate(curve.area(*span), column) for span, column in zip(SPANS, columns, strict=True)]
    return curve, tuple(areas)


def by_error_weight(
    judged: tuple[Judged, ...], choice: Choice, test: ClassifiedSet, sampler: Sampler
) -> tuple[AtWeight, ...]:
    """Compare the models at every error weight, each answering where that is expected to pay."""
    names = [each.name for each in judged]
    per_item = [_by_theory(each, test, np.array(WEIGHTS)) for each in judged]
    means = np.stack([np.average(each, axis=1, weights=test.weight) for each in per_item])
    drawn = [sampler.replicates(each) for each in per_item]
    accurate, today, rows = names.index(choice.by_accuracy), names.index(choice.chosen), []
    for place, weight in enumerate(WEIGHTS):
        best = int(means[:, place].argmax())
        best = today if means[today, place] >= means[best, place] - TIE * max(1.0, weight) else best
        first, second = (None if one is None else one[:, place] for one in (drawn[best], drawn[accurate]))
        value, other = float(means[best, place]), float(means[accurate, place])
        loss = paired(value - other, first, second)
        rows.append(AtWeight(weight, names[best], estimate(value, first), estimate(other, second), loss))
    return tuple(rows)


def _by_theory(each: Judged, test: ClassifiedSet, weights: FloatArray) -> FloatArray:
    """Return what each item is worth where calibrated answers stand by the cutoff k / (k + 1), shape (K, n)."""
    said = each.calibrated
    return _worth_at(
        weights, said.confidence >= (weights / (1 + weights))[:, None], said.predicted == test.truth
    )


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
    folds, sure, w = dealt(test, seed), one.predictions.confidence, item_weights(test.n_items, test.weight)
    assert folds is not None
    others = [folds != fold for fold in range(int(folds.max()) + 1)]
    by_fold = [hull_cutoffs(one.correct[rows], sure[rows], weights, w[rows]) for rows in others]
    return np.asarray(np.array(by_fold)[folds].T)


GRID = np.linspace(0, 10, 41)
"""Error weights of the curves."""


def curves(one: Judged, validation: ClassifiedSet | None, test: ClassifiedSet, sampler: Sampler) -> Curves:
    """Return the value of one model against the error weight, from 0 to 10 (C21; METHODS S6)."""
    said = one.predictions

    def worth(cutoffs: FloatArray) -> FloatArray:
        taken = _worth_at(GRID, said.confidence[None, :] >= cutoffs, one.correct)
        return np.asarray(np.average(taken, axis=1, weights=test.weight))

    found = {
        "calibrated": worth_curve(one, test),
        "learnt": worth(_learnt_by_weight(one, validation, test, GRID, sampler.seed)),
        "ceiling": worth(hull_cutoffs(one.correct, said.confidence, GRID, test.weight)[:, None]),
    }
    if said.scaling is None and not said.members:
        found["raw"] = theoretical_values(one.correct, said.confidence, GRID, test.weight)
    replicates = sampler.replicates(_by_theory(one, test, GRID))
    if replicates is not None:
        found["low"], found["high"] = interval(replicates)
    return found


def worth_curve(each: Judged, test: ClassifiedSet) -> FloatArray:
    """Return what a model is worth at every error weight of ``GRID`` if it answers where that is expected to pay."""
    return np.asarray(np.average(_by_theory(each, test, GRID), axis=1, weights=test.weight))


STEPS = 40
"""Of the curve over the cost of a missed one."""


@dataclass(frozen=True)
class Missed:
    """What each model is worth per test item as a missed positive costs more (S24 section 4.2.2).

    ``costs`` shape (K,), increasing: k_fn; ``shown`` which of them a table has; ``worth`` by model, shape (K,).
    """

    costs: FloatArray
    shown: BoolArray
    worth: Mapping[str, FloatArray]


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
    left, other = worth_of_deferring(table, test), 1 - test.classes.index(worths.positive)
    found = {one.name: np.empty(len(costs)) for one in judged}
    for place, cost in enumerate(costs.tolist()):  # costs and models, not items
        # Another cost of saying the other of the two classes where that is wrong.
        v, unknown = table.v.copy(), table.unknown_wrong.copy()
        v[other, 1 - other] = unknown[other] = -cost
        dearer = replace(table, v=v, unknown_wrong=unknown)
        for one in judged:
            said = one.calibrated
            given = said.predicted, said.confidence, said.probabilities
            taken, _ = accepted(dearer, *given, test.review_cost)
            assert taken is not None  # two classes always have cutoffs of their own
            worth = np.where(taken, values_if_accepted(dearer, said.predicted, test.truth), left)
            found[one.name][place] = np.average(worth, weights=test.weight)
    return Missed(costs, np.isin(costs, shown), found)
