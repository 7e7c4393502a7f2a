"""How good models are beside the plan: usual scores, calibration, and what they are worth as errors weigh more (METHODS S6 to S10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.utilities import Worths
from budgetplan.lists.estimates import estimate, paired
from budgetplan.models.bounds import rate_interval
from budgetplan.models.calibration import LEAST, bins
from budgetplan.models.confidence import Tally, class_counts, probabilistic, usual
from budgetplan.models.resampling import Weights, interval
from budgetplan.models.scaling import dealt
from budgetplan.models.thresholds import TIE, accepted
from budgetplan.models.value import WorthTable, item_weights, values_if_accepted
from budgetplan.models.voc import Areas, VocCurve, hull_cutoffs, risk_curve, theoretical_values, voc_curve
from budgetplan.plans.bench import same_model
from budgetplan.plans.cutoff_methods import Choice, Judged, worth_of_deferring
from budgetplan.plans.sampler import Sampler

N_BINS = 15
MOST_PRODUCTS = 2 * 10**10
"""Up to so many items x classes x resamples cF1 is resampled, two to four seconds a model; F1 always is."""
MACRO = ("precision", "recall", "f1")
MOST = {"brier_sum": 2.0, "log_loss": float("inf")}
"""The greatest value of a score that is no share."""


def quality(
    said: Predictions,
    test: ClassifiedSet,
    calibrated: Predictions | None,
    sampler: Sampler,
    areas: Areas | None = None,
) -> Mapping[str, Estimate]:
    """Return every score that can be computed for one model, with its 95 % interval.

    Keys: ``accuracy``; ``precision_macro``, ``recall_macro``, ``f1_macro`` (means over the classes that occur; 0
    for one never predicted) and ``cprecision_macro``, ``crecall_macro``, ``cf1_macro`` (over those defined), see
    :func:`by_class`; ``ece`` and ``mce`` (15 bins), ``brier_sum``, ``log_loss``, ``discrimination`` (after
    calibration), ``augrc``. What needs probabilities of all classes is missing where there are none, a mean
    over no class too. Above ``MOST_PRODUCTS`` the three from probabilities have no interval. ``areas``: what
    ``sampler`` gave for the model's confidence, to be used again; None: it is asked.
    """
    weight, right, p = test.weight, (said.predicted == test.truth).astype(np.float64), said.probabilities
    # Of each bin that holds items right - confidence of these, 0 elsewhere, then who is in it.
    place = np.searchsorted(np.linspace(0, 1, N_BINS + 1)[1:-1], said.confidence, side="left")
    inside = (place == np.unique(place)[:, None]).astype(np.float64)
    rows, after = [right[None, :], inside * (right - said.confidence), inside], 1 + 2 * len(inside)
    if p is not None:
        known = test.truth < test.n_classes
        its = np.where(known, p[np.arange(len(p)), np.where(known, test.truth, 0)], 0.0)
        apart = np.where(known, (p**2).sum(axis=1) - 2 * its + 1, 0.0)
        loss = np.where(known, -np.log(np.clip(its, LEAST, 1 - LEAST)), 0.0)
        rows.append(np.stack([apart, loss, known.astype(np.float64)]))
    if calibrated is not None:
        rows.append(((0.5 - calibrated.confidence) ** 2)[None, :])

    def scores(means: FloatArray) -> dict[str, FloatArray]:
        """From means of amounts, a column each, to scores, a row each."""
        gaps, shares = np.split(np.abs(means[:, 1:after]), 2, axis=1)
        largest = np.divide(gaps, shares, out=np.zeros_like(gaps), where=shares > 0).max(axis=1)
        found = {"accuracy": means[:, 0], "ece": gaps.sum(axis=1), "mce": largest}
        if p is not None:
            # Over items with known labels; NaN in a resample that holds none of them.
            with np.errstate(invalid="ignore", divide="ignore"):
                both = means[:, after : after + 2] / means[:, after + 2 : after + 3]
            found["brier_sum"], found["log_loss"] = both.T
        return found if calibrated is None else found | {"discrimination": means[:, -1]}

    # One pass through the resamples: reading these takes longest.
    every = np.concatenate(rows)
    replicates = sampler.replicates(every)
    drawn = {} if replicates is None else scores(replicates)
    found = {
        name: estimate(float(value[0]), drawn.get(name), least=0.0, most=MOST.get(name, 1.0))
        for name, value in scores(np.average(every, axis=1, weights=weight)[None, :]).items()
        if not np.isnan(value[0])  # a mean over no item is no score
    }
    found["accuracy"] = _never_certain(found["accuracy"], test)
    affordable = test.n_items * test.n_classes * sampler.n_resamples <= MOST_PRODUCTS
    for prefix, score in _tallies(said, test).items():
        replicates = None if prefix and not affordable else sampler.macro(score)
        for at, value in enumerate(score(_once(test)).means()[0].tolist()):
            if not np.isnan(value):
                repeats = None if replicates is None else replicates[:, at]
                found[f"{prefix}{MACRO[at]}_macro"] = estimate(value, repeats, least=0.0, most=1.0)
    areas = areas or sampler.areas(right > 0, said.confidence)
    coverage, wrong = risk_curve(said.confidence, right > 0, weight)
    below = float(((wrong[1:] + wrong[:-1]) / 2 * np.diff(coverage)).sum())
    found["augrc"] = estimate(below, None if areas is None else areas.augrc, least=0.0, most=0.5)
    return found


def _tallies(said: Predictions, test: ClassifiedSet) -> dict[str, Tally]:
    """Return what scores answers, and probabilities where there are any, by the prefix of its scores' names."""
    found = {"": usual(said.predicted, test.truth, test.n_classes)}
    return (
        found if said.probabilities is None else found | {"c": probabilistic(said.probabilities, test.truth)}
    )


def _once(test: ClassifiedSet) -> Weights:
    """Return the test items themselves as a single resample."""
    return Weights(np.ones((1, test.n_items), dtype=np.uint8), weight=test.weight)


def by_class(said: Predictions, test: ClassifiedSet) -> Mapping[str, FloatArray]:
    """Return items, precision, recall and F1 of one model for every class, shape (C,) each; NaN where undefined.

    Keys: ``n``; ``precision``, ``recall`` and ``f1`` of its answers, which ``f1_macro`` is the mean of; the same with c in
    front of its probabilities, which ``cf1_macro`` is the mean of; missing where there are none.
    """
    found = {"n": class_counts(test.truth, test.n_classes, test.weight)}
    for prefix, score in _tallies(said, test).items():
        each = score(_once(test))
        found |= {f"{prefix}{name}": getattr(each, name)[0] for name in MACRO}
    return found


def _never_certain(found: Estimate, test: ClassifiedSet) -> Estimate:
    """Return a rate no surer than that of as many independent items: those that are all right say nothing of errors."""
    if found.low is None or found.high is None:
        return found
    weight = item_weights(test.n_items, test.weight)
    number = min(float(weight.sum()) ** 2 / float((weight**2).sum()), float(test.n_independent))
    rate, lowest, highest, n = np.array([[found.value], [found.low], [found.high], [number]])
    low, high = rate_interval(rate, lowest, highest, n)
    return Estimate(found.value, float(low[0]), float(high[0]))


def left_out(scores: Mapping[str, FloatArray]) -> dict[str, int]:
    """Return how many classes the mean of each score leaves out, for they have no such score; see :func:`by_class`."""
    return {name: int(np.isnan(values).sum()) for name, values in scores.items() if name != "n"}


def risk_points(curve: tuple[FloatArray, FloatArray], most: int) -> tuple[tuple[float, ...], ...]:
    """Return coverage in per cent and wrong answers per 1,000 items, at no more points than can be seen, both ends among them."""
    kept = np.unique(np.round(np.linspace(0, len(curve[0]) - 1, most)).astype(np.int64))
    return tuple(tuple((by * each[kept]).tolist()) for by, each in zip((100, 1000), curve, strict=True))


def wrong_at(curve: tuple[FloatArray, FloatArray], share: float) -> float:
    """Return the wrong answers per 1,000 items when this share is answered alone."""
    return float(np.interp(share, *curve)) * 1000


@dataclass(frozen=True)
class Bin:
    """The answers whose confidence lies in (start, end]; the first bin holds 0 too.

    ``right`` and ``wrong`` are weighted answers, ``confidence`` their mean confidence, ``accuracy`` the share of
    right ones with its two-sided 95 % interval; no interval where items come in groups.
    """

    start: float
    end: float
    right: float
    wrong: float
    confidence: float
    accuracy: Estimate

    @property
    def answers(self) -> float:
        """Weighted answers in the bin."""
        return self.right + self.wrong

    @property
    def in_percent(self) -> tuple[float, Estimate]:
        """Mean confidence and share of right answers, as they are drawn."""
        return 100 * self.confidence, self.accuracy.times(100)


@dataclass(frozen=True)
class Reliability:
    """The bins that hold answers, by stated confidence, and by calibrated confidence where that was fitted."""

    stated: tuple[Bin, ...]
    calibrated: tuple[Bin, ...] | None

    def histogram(self, least: int) -> tuple[tuple[float, ...], dict[str, tuple[tuple[float, ...], float]]]:
        """Return the middles of the bins in per cent, and of right and of wrong answers how many are in each and in all.

        By stated confidence, from the first bin that holds answers on, but of at least the last ``least``.
        """
        held = {round(row.end * N_BINS) - 1: row for row in self.stated}
        places, counts = range(min(*held, N_BINS - least), N_BINS), {}
        for key in ("right", "wrong"):
            each = tuple(float(getattr(held[place], key)) if place in held else 0.0 for place in places)
            counts[key] = each, sum(each)
        return tuple(100 * (place + 0.5) / N_BINS for place in places), counts


def reliability(one: Judged, test: ClassifiedSet) -> Reliability:
    """Return how often one model is right in each of 15 bins of its confidence on the test items.

    The intervals are those of Clopper and Pearson: exact for independent items that count once, near for
    weighted ones (see :meth:`budgetplan.models.calibration.Bins.intervals`).
    """
    said, calibrated = one.predictions, None
    if said.scaling is None and not said.members:
        other = one.calibrated
        calibrated = _bins(other.confidence, other.predicted == test.truth, test)
    return Reliability(_bins(said.confidence, one.correct, test), calibrated)


def _bins(confidence: FloatArray, correct: BoolArray, test: ClassifiedSet) -> tuple[Bin, ...]:
    found, edges = bins(confidence, correct, N_BINS, test.weight), np.linspace(0, 1, N_BINS + 1)
    columns = (found.index, found.accuracy, found.weight, found.confidence, *found.intervals())
    rows = []
    for index, share, weight, sure, low, high in zip(*(each.tolist() for each in columns), strict=True):
        right = share * weight if test.weight is not None else float(round(share * weight))
        accuracy = Estimate(share, low, high) if test.group is None else Estimate(share)
        start, end = edges[index : index + 2].tolist()
        rows.append(Bin(start, end, right, weight - right, sure, accuracy))
    return tuple(rows)


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
