"""The usual scores and calibration of a classifier, and how often it is right when it says how sure it is (METHODS S6 to S10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.lists.estimates import estimate
from budgetplan.models.bounds import rate_interval
from budgetplan.models.calibration import LEAST, bins
from budgetplan.models.confidence import Tally, class_counts, probabilistic, usual
from budgetplan.models.resampling import Weights
from budgetplan.models.value import item_weights
from budgetplan.models.voc import Areas, risk_curve
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


@dataclass(frozen=True)
class Reliability:
    """The bins that hold answers, by stated confidence, and by calibrated confidence where that was fitted."""

    stated: tuple[Bin, ...]
    calibrated: tuple[Bin, ...] | None


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
