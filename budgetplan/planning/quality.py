"""The usual scores, calibration and discrimination of a classifier, each with its interval (METHODS S6 to S10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from budgetplan.domain.classified import ClassifiedSet, Predictions
from budgetplan.domain.decision import Estimate
from budgetplan.domain.items import FloatArray
from budgetplan.metrics.calibration import LEAST, logits, scale
from budgetplan.metrics.confidence import one_hot
from budgetplan.metrics.order import rank
from budgetplan.metrics.path import make_path
from budgetplan.metrics.value import BoolArray
from budgetplan.planning.sampler import Sampler, spread

N_BINS = 15
MOST_CLASSES = 20
"""Up to so many classes F1 and cF1 are resampled: each class needs three sums of its own."""
SHARES = np.linspace(0, 1, 201)
"""Where the risk-coverage curve is read in resamples."""


def quality(
    said: Predictions, test: ClassifiedSet, temperature: float | None, sampler: Sampler
) -> Mapping[str, Estimate]:
    """Return every score that can be computed for one model, with its 95 % interval.

    Keys: ``accuracy``, ``f1_macro`` (classes that occur; 0 for one never predicted), ``cf1_macro``, ``ece`` and
    ``mce`` (15 bins), ``brier_sum``, ``log_loss``, ``discrimination`` (after calibration), ``augrc``. What needs
    probabilities of all classes is missing where there are none.
    """
    weight, right = test.weight, said.predicted == test.truth
    found: dict[str, Estimate] = {}
    correct = right.astype(np.float64)

    def of_means(name: str, rows: FloatArray, combine: Callable[[FloatArray], FloatArray]) -> None:
        point = combine(np.average(rows, axis=1, weights=weight)[None, :])[0]
        replicates = sampler.replicates(rows)
        found[name] = (
            Estimate(float(point)) if replicates is None else spread(float(point), combine(replicates))
        )

    def first(means: FloatArray) -> FloatArray:
        return means[:, 0]

    of_means("accuracy", correct[None, :], first)
    gaps, shares = _gaps(said.confidence, correct)
    of_means("ece", gaps, lambda means: np.abs(means).sum(axis=1))
    of_means("mce", np.concatenate([gaps, shares]), _largest_gap)
    n_classes = test.n_classes
    if n_classes <= MOST_CLASSES:
        of_means("f1_macro", _f1_rows(one_hot(said.predicted, n_classes), test), _macro_f1)
    if said.probabilities is not None:
        p, known = said.probabilities, test.truth < n_classes
        own = np.where(known, p[np.arange(len(p)), np.where(known, test.truth, 0)], 0.0)
        of_means("brier_sum", ((p**2).sum(axis=1) - 2 * own + 1)[None, :], first)
        loss = np.where(known, -np.log(np.clip(own, LEAST, 1 - LEAST)), 0.0)
        of_means(
            "log_loss", np.stack([loss, known.astype(np.float64)]), lambda means: means[:, 0] / means[:, 1]
        )
        if n_classes <= MOST_CLASSES:
            of_means("cf1_macro", _f1_rows(p, test), _macro_f1)
        if temperature is not None:
            sure = scale(logits(p), temperature).max(axis=1)
            of_means("discrimination", ((0.5 - sure) ** 2)[None, :], first)
    found["augrc"] = _augrc(said, ~right, weight, sampler)
    return MappingProxyType(found)


def _gaps(confidence: FloatArray, correct: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return for each bin (right - confidence) of its items, 0 elsewhere, and who is in it; (bins, n) each."""
    edges = np.linspace(0, 1, N_BINS + 1)[1:-1]
    place = np.searchsorted(edges, confidence, side="left")
    inside = (place[None, :] == np.arange(N_BINS)[:, None]).astype(np.float64)
    return inside * (correct - confidence), inside


def _largest_gap(means: FloatArray) -> FloatArray:
    gaps, shares = np.abs(means[:, :N_BINS]), means[:, N_BINS:]
    return np.asarray(np.max(np.divide(gaps, shares, out=np.zeros_like(gaps), where=shares > 0), axis=1))


def _f1_rows(claims: FloatArray, test: ClassifiedSet) -> FloatArray:
    """Return hits, claims and items of each class per item, shape (3 C, n); unknown truths claim nothing."""
    known = test.truth < claims.shape[1]
    own = np.zeros_like(claims)
    own[known, test.truth[known]] = 1.0
    claimed = np.where(known[:, None], claims, 0.0)
    return np.concatenate([(own * claimed).T, claimed.T, own.T])


def _macro_f1(means: FloatArray) -> FloatArray:
    hits, claimed, n = np.split(means, 3, axis=1)
    f1 = np.divide(2 * hits, n + claimed, out=np.full_like(hits, np.nan), where=n > 0)
    occurs = ~np.isnan(f1)
    return np.asarray(np.where(occurs, f1, 0.0).sum(axis=1) / np.maximum(occurs.sum(axis=1), 1))


def _augrc(said: Predictions, wrong: BoolArray, weight: FloatArray | None, sampler: Sampler) -> Estimate:
    """Return AUGRC, the area under generalised risk against coverage; in resamples read at 201 shares."""
    ranking, amount = rank(said.confidence), wrong.astype(np.float64)
    path = make_path(ranking, weight, {"wrong": amount})
    # Exact: the curve is straight between the ends of tie groups.
    value = _area(path.sums["wrong"], path.items) / path.n_items**2
    reading = sampler.along(ranking, {"wrong": amount}, SHARES)
    if reading is None:
        return Estimate(float(value))
    return spread(float(value), _area(reading.at_shares["wrong"] / reading.n_items[:, None], SHARES))


def _area(y: FloatArray, x: FloatArray) -> FloatArray:
    """Return the area under straight lines, along the last axis."""
    return np.asarray(((y[..., 1:] + y[..., :-1]) / 2 * np.diff(x)).sum(axis=-1))
