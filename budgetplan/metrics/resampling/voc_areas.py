"""Paired bootstrap of VOC areas, exact in every resample (METHODS S6, S10)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.resampling.paired import MOST_DRAWN, Resamples, batch_size, draws
from budgetplan.metrics.resampling.paths import ITEMS, Queue, ResampledPaths, Storage, WeightArray

WRONG = 1
"""Column of the wrong answers in the paths."""


def area_replicates(
    correct: BoolArray,
    confidence: FloatArray,
    spans: Sequence[tuple[float, float]],
    how: Resamples,
    drawn: Sequence[WeightArray] | None = None,
) -> FloatArray:
    """Return the area under the positive part of the VOC curve in each resample; higher is better.

    Parameters
    ----------
    correct, confidence
        Shape (n,): whether the label is right, and its confidence in [0, 1].
    spans
        K ranges of error weights, 0 <= low <= high < inf.
    how
        How to draw: items or whole groups, weights, seed.
    drawn
        The batches that ``draws`` gave for ``how``, to use the same resamples again without drawing.

    Returns
    -------
    FloatArray
        Shape (B, K): what :meth:`budgetplan.metrics.answers.voc.VocCurve.area` gives for the resampled items; NaN
        where they weigh nothing.

    References
    ----------
    METHODS S6, S10.

    Examples
    --------
    >>> how = Resamples(n_items=2, n_resamples=3, seed=1)
    >>> areas = area_replicates(np.array([True, False]), np.array([0.8, 0.5]), [(0, 1), (1, 10)], how)
    >>> areas.round(9).tolist()
    [[0.25, 1.5], [0.0, 0.0], [1.0, 3.0]]
    """
    most = max((high for _, high in spans), default=0.0)
    with np.errstate(divide="ignore"):
        reach = np.where(confidence >= 1, np.inf, confidence / (1 - np.minimum(confidence, 1.0)))
    # Beyond the last weight that is asked for all are accepted or refused together.
    reach = np.minimum(reach, most)
    ranking = rank(reach)
    levels = reach[ranking.order[np.asarray(ranking.ends) - 1]]
    most_items = MOST_DRAWN * (how.n_items if how.weight is None else float(how.weight.sum()))
    queue = Queue.of(ranking, [(~correct).astype(np.float64)], most_items)
    found, storage, done = np.empty((how.n_resamples, len(spans))), Storage(), 0
    for weights in draws(how, batch_size(how.n_items)) if drawn is None else drawn:
        paths = queue.paths(weights, storage)
        for column, span in enumerate(spans):
            found[done : done + len(weights), column] = _areas(paths, levels, span)
        done += len(weights)
    return found


def _areas(paths: ResampledPaths, levels: FloatArray, span: tuple[float, float]) -> FloatArray:
    """Return the area over one span in each resample; group g is accepted up to the weight ``levels[g]``."""
    low, high = span
    below = np.append(levels[1:], 0.0)
    pieces = np.flatnonzero((levels > low) & (below < high))
    totals = paths.totals(ITEMS)
    if len(pieces) == 0:
        return np.where(totals > 0, 0.0, np.nan)
    own = slice(int(pieces[0]) + 1, int(pieces[-1]) + 2)
    start, end = np.maximum(below[pieces], low), np.minimum(levels[pieces], high)
    wrong = paths.ends[WRONG][:, own].astype(np.float64)
    right = paths.ends[ITEMS][:, own] - wrong
    # Right - weight x wrong is positive up to right / wrong.
    until = np.divide(right, wrong, out=np.broadcast_to(end, wrong.shape).copy(), where=wrong > 0)
    np.clip(until, start, end, out=until)
    area = ((until - start) * (right - wrong * (until + start) / 2)).sum(axis=1)
    return np.asarray(np.divide(area, totals, out=np.full(len(area), np.nan), where=totals > 0))
