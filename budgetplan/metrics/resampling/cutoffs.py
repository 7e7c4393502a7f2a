"""Choices repeated in every resample: cutoffs, and the model, move with the labels (METHODS F7, S5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.answers.thresholds import TIE
from budgetplan.metrics.resampling.paired import Resamples, batch_size, draws
from budgetplan.metrics.resampling.paths import WeightArray


def cross_fit_replicates(
    confidence: FloatArray,
    if_accepted: FloatArray,
    if_deferred: FloatArray,
    scale: float,
    folds: IntArray,
    how: Resamples,
    drawn: Sequence[WeightArray] | None = None,
) -> FloatArray:
    """Return the mean value in each resample, each fold under the cutoff that its other folds give there.

    Parameters
    ----------
    confidence, if_accepted, if_deferred, scale
        As in :func:`budgetplan.metrics.answers.thresholds.empirical`; shape (n,).
    folds
        Shape (n,): fold 0..F-1 of each item. An item is drawn into its own fold, however often: what is learnt
        from never holds what is scored.
    how
        How to draw: items or whole groups, weights, seed.
    drawn
        The batches that ``draws`` gave for ``how``.

    Returns
    -------
    FloatArray
        Shape (B,), in the unit of the values: what :func:`budgetplan.metrics.answers.thresholds.cross_fit` gives for the
        resampled items; NaN where they weigh nothing.

    References
    ----------
    METHODS S5, S10.

    Examples
    --------
    >>> how, folds = Resamples(n_items=4, n_resamples=2, seed=1), np.array([0, 1, 0, 1])
    >>> if_accepted = np.array([1.0, 1.0, -4.0, 1.0])
    >>> confidence = np.array([0.9, 0.8, 0.7, 0.6])
    >>> cross_fit_replicates(confidence, if_accepted, np.zeros(4), 4.0, folds, how).tolist()
    [-1.0, 1.0]
    """
    order = np.argsort(-confidence, kind="stable")
    falling = confidence[order]
    ends = np.append(np.flatnonzero(np.diff(falling)), len(order) - 1)
    scores, gain, fold = falling[ends], (if_accepted - if_deferred)[order], folds[order]
    found, done = np.empty(how.n_resamples), 0
    for weights in draws(how, batch_size(how.n_items)) if drawn is None else drawn:
        w = weights[:, order].astype(np.float64)
        gained, items = w * gain, w.sum(axis=1)
        whole, rows = _prefixes(gained, ends), np.arange(len(w))
        value = w @ if_deferred[order]
        for one in range(int(folds.max()) + 1):
            learnt_on = fold != one
            slack = TIE * scale * w[:, learnt_on].sum(axis=1)
            outside = _prefixes(gained * learnt_on, ends)
            accepted = _accepted(outside, scores, w * learnt_on, ends, slack)
            value += whole[rows, accepted] - outside[rows, accepted]
        own = slice(done, done + len(w))
        found[own] = np.divide(value, items, out=np.full(len(w), np.nan), where=items > 0)
        done += len(w)
    return found


def _prefixes(amounts: FloatArray, ends: IntArray) -> FloatArray:
    """Return the sums over the first 0, 1, ... blocks of equal confidence, shape (R, blocks + 1)."""
    sums = np.cumsum(amounts, axis=1)[:, ends]
    return np.concatenate([np.zeros((len(sums), 1)), sums], axis=1)


def _accepted(
    outside: FloatArray, scores: FloatArray, weight: FloatArray, ends: IntArray, slack: FloatArray
) -> IntArray:
    """Return how many blocks the cutoff accepts in each resample, shape (R,).

    The cutoff lies midway between the neighbouring scores of items that it is learnt from, as in
    :func:`budgetplan.metrics.answers.thresholds.staircase`; blocks of other items lie on either side.
    """
    last, rows = len(scores), np.arange(len(outside))
    tied = outside >= outside.max(axis=1, keepdims=True) - slack[:, None]
    upto = last - np.argmax(tied[:, ::-1], axis=1)
    starts = np.append(0, ends[:-1] + 1)
    has = np.add.reduceat(weight, starts, axis=1) > 0
    above = upto - 1  # the last block accepted that the cutoff is learnt from
    while (stray := (above >= 0) & ~has[rows, above]).any():
        above[stray] -= 1
    below = np.minimum(upto, last - 1)
    middle = scores[below] + (scores[np.maximum(above, 0)] - scores[below]) / 2
    cut = last - np.searchsorted(scores[::-1], middle, side="left")
    return np.where(upto == last, last, np.where(above < 0, 0, cut))


def lost_by_resampling(value: float, replicates: FloatArray) -> float:
    """Return by how much a cross-fitted value is higher in resamples than on the items, on average; mostly below 0.

    A resample of n items holds about 0.63 n different ones, so cutoffs learnt again there are worse than those of
    the items: a bias of the resamples, not of the value. And the mean over resamples is steadier than the value
    whose spread they have, so that percentiles about it would cover too often.

    Parameters
    ----------
    value
        The cross-fitted mean value of the items.
    replicates
        Shape (B,): the same in each resample, from :func:`cross_fit_replicates`. NaN is left out.

    References
    ----------
    Efron 2014, Estimation and accuracy after model selection: the mean over resamples varies less than what is
    resampled.

    Examples
    --------
    >>> lost_by_resampling(0.5, np.array([0.25, 0.5, np.nan]))
    -0.125
    """
    known = replicates[~np.isnan(replicates)]
    return float(known.mean()) - value if len(known) else 0.0


def optimism(replicates: FloatArray) -> float:
    """Return by how much the best of several models looks better than it is, where the same items chose it.

    Mean over the resamples of what the model chosen there reaches there, less what it reaches on average; 0 for
    one model, never below 0.

    Parameters
    ----------
    replicates
        Shape (B, M), higher is better: what M models reach in B paired resamples. NaN wins nothing.

    References
    ----------
    METHODS F7.

    Examples
    --------
    Two models that take the lead in turn are worth 4 each, the better of them 5:

    >>> optimism(np.array([[5.0, 3.0], [3.0, 5.0]]))
    1.0
    """
    return max(flattered(replicates, replicates), 0.0)


def flattered(replicates: FloatArray, amounts: FloatArray) -> float:
    """Return by how much more of an amount the best of several models seems to have than it has.

    ``replicates``: what the models are chosen by; ``amounts``: what is told of them, such as wrong answers; shape (B, M) each.

    >>> flattered(np.array([[5.0, 3.0], [3.0, 5.0]]), np.array([[1.0, 2.0], [2.0, 1.0]]))
    -0.5
    """
    there = ~(np.isnan(replicates) | np.isnan(amounts)).any(axis=1)
    known, told = replicates[there], amounts[there]
    if not len(known) or known.shape[1] < 2:
        return 0.0
    best = known.max(axis=1, keepdims=True)
    # Of models that tie in a resample each is as likely to be taken: their order changes nothing.
    tied = known >= best - TIE * np.abs(known).max(axis=1, keepdims=True)
    found = float(((tied * (told - told.mean(axis=0))).sum(axis=1) / tied.sum(axis=1)).mean())
    return found if abs(found) > TIE * float(np.abs(told).max()) else 0.0
