"""The usual scores and calibration of a classifier, and how often it is right when it says how sure it is (METHODS S6 to S10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.core.path import make_path, rank
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.lists.estimates import estimate
from budgetplan.models.bounds import rate_interval
from budgetplan.models.calibration import LEAST, bins
from budgetplan.models.confidence import ClassScores, Tally, class_counts, probabilistic, usual
from budgetplan.models.resampling import Weights
from budgetplan.models.value import item_weights
from budgetplan.models.voc import Areas
from budgetplan.plans.cutoff_methods import Judged
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
    weight, right, n_classes = test.weight, said.predicted == test.truth, test.n_classes
    gaps, p, known = (
        _gaps(said.confidence, right.astype(np.float64)),
        said.probabilities,
        test.truth < n_classes,
    )
    rows = [right[None, :].astype(np.float64), gaps]
    if p is not None:
        its = np.where(known, p[np.arange(len(p)), np.where(known, test.truth, 0)], 0.0)
        apart = np.where(known, (p**2).sum(axis=1) - 2 * its + 1, 0.0)
        loss = np.where(known, -np.log(np.clip(its, LEAST, 1 - LEAST)), 0.0)
        rows.append(np.stack([apart, loss, known.astype(np.float64)]))
    if calibrated is not None:
        rows.append(((0.5 - calibrated.confidence) ** 2)[None, :])

    def scores(means: FloatArray) -> dict[str, FloatArray]:
        """From means of amounts, a column each, to scores, a row each."""
        apart, shares = np.split(np.abs(means[:, 1 : 1 + len(gaps)]), 2, axis=1)
        largest = np.divide(apart, shares, out=np.zeros_like(apart), where=shares > 0).max(axis=1)
        found = {"accuracy": means[:, 0], "ece": apart.sum(axis=1), "mce": largest}
        if p is not None:
            at = 1 + len(gaps)
            # Over items with known labels; NaN in a resample that holds none of them.
            with np.errstate(invalid="ignore", divide="ignore"):
                found["brier_sum"], found["log_loss"] = (means[:, at : at + 2] / means[:, at + 2 : at + 3]).T
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
    found |= _macro("", usual(said.predicted, test.truth, n_classes), test, sampler)
    if p is not None:
        affordable = test.n_items * n_classes * sampler.n_resamples <= MOST_PRODUCTS
        found |= _macro("c", probabilistic(p, test.truth), test, sampler if affordable else None)
    areas = areas or sampler.areas(right, said.confidence)
    # Under generalised risk against coverage: the curve is straight between tie groups.
    path = make_path(rank(said.confidence), weight, {"wrong": (~right).astype(np.float64)})
    height = path.sums["wrong"]
    value = float(((height[1:] + height[:-1]) / 2 * np.diff(path.items)).sum()) / path.n_items**2
    found["augrc"] = estimate(value, None if areas is None else areas.augrc, least=0.0, most=0.5)
    return found


def _gaps(confidence: FloatArray, correct: FloatArray) -> FloatArray:
    """Return for each bin that holds items (right - confidence) of these, 0 elsewhere, then for each who is in it.

    Shape (2 bins, n); what no resample can fill has no row.
    """
    edges = np.linspace(0, 1, N_BINS + 1)[1:-1]
    place = np.searchsorted(edges, confidence, side="left")
    inside = (place[None, :] == np.unique(place)[:, None]).astype(np.float64)
    return np.concatenate([inside * (correct - confidence), inside])


@dataclass(frozen=True)
class ScoresByClass:
    """Precision, recall and F1 of one model by class; NaN where undefined.

    Attributes
    ----------
    n_items
        Shape (C,): weighted test items of each class.
    usual
        Of its answers: what ``f1_macro`` is the mean of.
    probabilistic
        Of its probabilities: what ``cf1_macro`` is the
        mean of; None where there are none.
    """

    n_items: FloatArray
    usual: ClassScores
    probabilistic: ClassScores | None

    @property
    def named(self) -> dict[str, FloatArray]:
        """The scores by name, shape (C,) each: those of probabilities begin with c, and stand only where known."""
        sources = (("", self.usual), ("c", self.probabilistic))
        return {
            f"{prefix}{name}": getattr(scores, name)
            for prefix, scores in sources
            if scores is not None
            for name in MACRO
        }

    @property
    def left_out(self) -> dict[str, int]:
        """How many classes the mean of each score leaves out, for they have no such score."""
        return {name: int(np.isnan(values).sum()) for name, values in self.named.items()}


def by_class(said: Predictions, test: ClassifiedSet) -> ScoresByClass:
    """Return precision, recall and F1 of one model for every class, from answers and from probabilities."""
    soft = None
    if said.probabilities is not None:
        soft = _on_sample(probabilistic(said.probabilities, test.truth), test)
    hard = _on_sample(usual(said.predicted, test.truth, test.n_classes), test)
    return ScoresByClass(class_counts(test.truth, test.n_classes, test.weight), hard, soft)


def _on_sample(score: Tally, test: ClassifiedSet) -> ClassScores:
    """Return the scores of the test items themselves, shape (C,)."""
    rows = score(Weights(np.ones((1, test.n_items), dtype=np.uint8), weight=test.weight))
    return ClassScores(rows.hits[0], rows.claimed[0], rows.n[0], rows.of_answers)


def _macro(prefix: str, score: Tally, test: ClassifiedSet, sampler: Sampler | None) -> dict[str, Estimate]:
    """Return the means over classes that are defined, with their intervals where they are resampled."""
    points, found = _on_sample(score, test).means(), {}
    replicates = None if sampler is None else sampler.macro(score)
    for place, name in enumerate(MACRO):
        value = float(points[place])
        if np.isnan(value):
            continue
        repeats = None if replicates is None else replicates[:, place]
        found[f"{prefix}{name}_macro"] = estimate(value, repeats, least=0.0, most=1.0)
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

    @property
    def totals(self) -> tuple[float, float]:
        """Right and wrong answers of all bins."""
        return sum(row.right for row in self.stated), sum(row.wrong for row in self.stated)

    def histogram(self, least: int) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
        """Return the middles of the bins in per cent, and the right and the wrong answers in each, by stated confidence.

        From the first bin that holds answers on, but of at least the last ``least``.
        """
        held = {round(row.end * N_BINS) - 1: row for row in self.stated}
        places = range(min(*held, N_BINS - least), N_BINS)
        middles = tuple(100 * (place + 0.5) / N_BINS for place in places)
        right, wrong = (
            tuple(float(getattr(held[place], name)) if place in held else 0.0 for place in places)
            for name in ("right", "wrong")
        )
        return middles, right, wrong


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
