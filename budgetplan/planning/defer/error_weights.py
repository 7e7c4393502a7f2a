"""What models are worth as errors weigh more or less (C21; METHODS S6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.utilities import Worths
from budgetplan.intervals.comparison import between
from budgetplan.intervals.estimates import estimate
from budgetplan.intervals.few import answered
from budgetplan.metrics.answers.value import WorthTable, values_if_accepted
from budgetplan.metrics.answers.voc import hull_cutoffs, theoretical_values, voc_curve
from budgetplan.metrics.resampling.cutoffs import optimism
from budgetplan.metrics.resampling.paired import interval
from budgetplan.metrics.resampling.simultaneous import firm_differences
from budgetplan.metrics.resampling.voc_areas import Areas
from budgetplan.planning.defer.choice import (
    Choice,
    answer_by_weight,
    columns,
    cutoffs_by_fold,
    theory_by_weight,
)
from budgetplan.planning.defer.cutoff_methods import Judge, Judged, same_model, worth_of_deferring
from budgetplan.planning.defer.sampler import Sampler
from budgetplan.planning.defer.theory import accept, dealt

SPANS = ((0.0, 1.0), (1.0, 10.0))
"""Error weights over which VOC areas are taken, with intervals."""


WEIGHTS = (0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0)
"""Error weights k at which models are compared: a right answer is worth 1, a wrong one -k, abstaining 0."""


@dataclass(frozen=True)
class AtWeight:
    """The models at one error weight k: the best by value where cutoffs are learnt, and what accuracy would lose.

    ``loss`` and ``ahead``, the best less the model that is recommended today, have intervals that hold for all models
    and error weights at once. ``optimism``: by how much ``value`` is flattered where the same items chose the model.
    """

    weight: float
    best: str
    value: Estimate
    by_accuracy: Estimate
    loss: Estimate
    ahead: Estimate
    optimism: float = 0.0


@dataclass(frozen=True)
class Curves:
    """Value per test item at every error weight, by the way the cutoff is found; each of shape (weights,).

    ``raw`` (None where decision values state no probabilities) and ``calibrated`` take the cutoff of theory
    k / (k + 1); ``learnt`` the one of the validation items;
    ``ceiling`` the one of the test items themselves. ``by_theory``: whether the recommended one is ``calibrated``
    rather than ``learnt``; ``low``, ``high``: its 95 % interval.
    """

    weights: FloatArray
    raw: FloatArray | None
    calibrated: FloatArray | None
    learnt: FloatArray
    ceiling: FloatArray
    by_theory: bool
    low: FloatArray | None
    high: FloatArray | None


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
    judged: tuple[Judged, ...],
    choice: Choice,
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    sampler: Sampler,
) -> tuple[AtWeight, ...]:
    """Compare the models at every error weight, each with the cutoff learnt for that weight."""
    weights, names = np.array(WEIGHTS), [one.name for one in judged]
    found = [_by_weights(one, validation, test, weights, sampler.how.seed) for one in judged]
    accepted = [sure >= cuts for sure, cuts in found]
    per_item = [
        answer_by_weight(taken, one.correct, weights) for one, taken in zip(judged, accepted, strict=True)
    ]
    means = np.stack([np.average(one, axis=1, weights=test.weight) for one in per_item])
    drawn = columns([sampler.replicates(one) for one in per_item])
    apart = None if drawn is None else firm_differences(drawn)
    accurate, today, rows = names.index(choice.by_accuracy), names.index(choice.chosen), []
    for place, (weight, name) in enumerate(zip(WEIGHTS, choice.by_weight, strict=True)):
        best = names.index(name)
        repeats = None if drawn is None else drawn[:, place]
        value, other = (
            answered(
                estimate(float(means[at, place]), None if repeats is None else repeats[:, at]),
                accepted[at][place],
                judged[at].correct,
                np.full(test.n_items, 1.0 + weight),
                None if np.isinf(found[at][1][place]).all() else (1.0, -weight),
                test.weight,
                test.group,
            )
            for at in (best, accurate)
        )
        own = None if apart is None else apart.at(place)
        loss = between(value.value, other.value, own, best, accurate)
        ahead = between(value.value, float(means[today, place]), own, best, today)
        flattered = optimism(repeats) if validation is None and repeats is not None else 0.0
        rows.append(AtWeight(weight, name, value, other, loss, ahead, flattered))
    return tuple(rows)


def _by_weights(
    one: Judged, validation: ClassifiedSet | None, test: ClassifiedSet, weights: FloatArray, seed: int
) -> tuple[FloatArray, FloatArray]:
    """Return how sure a model is of each test item, and its cutoffs found as those of the plan's own values.

    By theory on calibrated confidences, or learnt: shape (n,), and (weights, 1) or (weights, n).
    """
    if one.deployed.key == "calibrated" and one.calibrated is not None:
        return one.calibrated.confidence, theory_by_weight(weights)
    return one.predictions.confidence, _learnt_by_weight(one, validation, test, weights, seed)


def _learnt_by_weight(
    one: Judged, validation: ClassifiedSet | None, test: ClassifiedSet, weights: FloatArray, seed: int
) -> FloatArray:
    """Return the learnt cutoff of each error weight for each test item, shape (weights, 1) or (weights, n).

    From validation; with one labelled set, for each item from the folds that it is not in.
    """
    if validation is not None:
        source = same_model(validation, one.predictions)
        correct = source.predicted == validation.truth
        return hull_cutoffs(correct, source.confidence, weights, validation.weight)[:, None]
    return cutoffs_by_fold(one.correct, one.predictions.confidence, weights, test.weight, dealt(test, seed))


GRID = np.linspace(0, 10, 41)
"""Error weights of the curves."""


def worth_curve(one: Judged, validation: ClassifiedSet | None, test: ClassifiedSet, seed: int) -> FloatArray:
    """Return what a model is worth at every error weight of the grid, its cutoffs found as those deployed."""
    sure, cutoffs = _by_weights(one, validation, test, GRID, seed)
    worth = answer_by_weight(sure >= cutoffs, one.correct, GRID)
    return np.asarray(np.average(worth, axis=1, weights=test.weight))


def curves(one: Judged, validation: ClassifiedSet | None, test: ClassifiedSet, sampler: Sampler) -> Curves:
    """Return the value of one model against the error weight, from 0 to 10 (C21; METHODS S6)."""
    said, weights = one.predictions, GRID
    calibrated = None
    if one.calibrated is not None:
        calibrated = theoretical_values(one.correct, one.calibrated.confidence, weights, test.weight)

    def worth(sure: FloatArray, cutoffs: FloatArray) -> FloatArray:
        return answer_by_weight(sure[None, :] >= cutoffs, one.correct, weights)

    learnt = worth(said.confidence, _learnt_by_weight(one, validation, test, weights, sampler.how.seed))
    ceiling = worth(
        said.confidence, hull_cutoffs(one.correct, said.confidence, weights, test.weight)[:, None]
    )
    low = high = None
    by_theory = one.deployed.key == "calibrated" and one.calibrated is not None
    recommended = learnt
    if by_theory and one.calibrated is not None:
        recommended = worth(one.calibrated.confidence, theory_by_weight(weights))
    replicates = sampler.replicates(recommended)
    if replicates is not None:
        low, high = (np.asarray(end) for end in interval(replicates))
    raw = theoretical_values(one.correct, said.confidence, weights, test.weight)
    return Curves(
        weights=weights,
        raw=raw if said.scaling is None else None,
        calibrated=calibrated,
        learnt=np.asarray(np.average(learnt, axis=1, weights=test.weight)),
        ceiling=np.asarray(np.average(ceiling, axis=1, weights=test.weight)),
        by_theory=by_theory,
        low=low,
        high=high,
    )


DEARER = (0.5, 2.0)
"""So many times as dear wrong answers are tried, to see how much a model would then answer alone."""


@dataclass(frozen=True)
class AtPrice:
    """What the recommended model answers alone where a wrong answer costs ``factor`` times what the plan says.

    ``share``: of the test items, in [0, 1]; ``wrong``: how many of these answers are wrong. The cutoff is found anew
    for these values, in the way of the recommended one.
    """

    factor: float
    share: float
    wrong: float


def at_other_prices(judge: Judge, chosen: Judged) -> tuple[AtPrice, ...]:
    """Return how much a model answers alone as wrong answers cost less or more.

    Empty where that changes nothing: no wrong answer costs anything, or the cutoff keeps a promised share of errors.
    """
    key, table = chosen.deployed.key, judge.table
    if key == "guaranteed" or not (np.any(table.v < 0) or np.any(table.unknown_wrong < 0)):
        return ()
    plan, test = replace(judge.plan, resamples=0), judge.test
    found = []
    for factor in DEARER:
        other = Judge(plan, _dearer(table, factor), judge.validation, test, Sampler(test, 0, plan.seed))
        route = other.judge(chosen.predictions).routes.get(key)
        if route is None:
            return ()
        found.append(AtPrice(factor, 1 - route.counts.rejection_rate, route.counts.n_wrong))
    return tuple(found)


def _dearer(table: WorthTable, factor: float) -> WorthTable:
    """Return the values with what wrong answers cost multiplied; what a right one or leaving it is worth stays."""
    off = ~np.eye(table.n_classes, dtype=bool)
    v = np.where(off & (table.v < 0), factor * table.v, table.v)
    unknown = np.where(table.unknown_wrong < 0, factor * table.unknown_wrong, table.unknown_wrong)
    return replace(table, v=v, unknown_wrong=unknown)


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


def worth_if_missed(
    worths: Worths, table: WorthTable, judged: Sequence[Judged], test: ClassifiedSet
) -> Missed | None:
    """Return what each model is worth as a missed positive costs more; None where it has no cost of its own.

    Cutoffs are those of theory for each cost, on calibrated confidences where they can be calibrated, else as stated.
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
        said = one.predictions if one.calibrated is None else one.calibrated
        values = []
        for cost in costs:
            dearer = _missed_at(table, other, float(cost))
            accepted = accept(dearer, said, test.review_cost).items
            assert accepted is not None  # two classes always have cutoffs of their own
            given = values_if_accepted(dearer, said.predicted, test.truth)
            values.append(float(np.average(np.where(accepted, given, left), weights=test.weight)))
        found[one.name] = np.array(values)
    return Missed(worths.positive, costs, np.isin(costs, shown), MappingProxyType(found))


def _missed_at(table: WorthTable, other: int, cost: float) -> WorthTable:
    """Return the values with another cost of saying ``other``, one of two classes, where that is wrong."""
    v, unknown = table.v.copy(), table.unknown_wrong.copy()
    v[other, 1 - other] = unknown[other] = -cost
    return replace(table, v=v, unknown_wrong=unknown)
