"""Paired bootstrap of areas along an order by confidence, exact in every resample (METHODS S6, S9, S10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import Ranking
from budgetplan.metrics.resampling.paired import MOST_DRAWN, Resamples, batch_size, draws
from budgetplan.metrics.resampling.paths import ITEMS, Queue, ResampledPaths, Storage, WeightArray

WRONG = 1
"""Column of the wrong answers in the paths."""


@dataclass(frozen=True, eq=False)
class Areas:
    """Areas in each of B resamples; NaN where the items of a resample weigh nothing.

    Attributes
    ----------
    voc
        Shape (B, K): the area under the positive part of the VOC curve over each of K spans, higher is better
        (:meth:`budgetplan.metrics.answers.voc.VocCurve.area`).
    augrc
        Shape (B,), in [0, 1/2]: the area under generalised risk against coverage, lower is better.
    """

    voc: FloatArray
    augrc: FloatArray


def area_replicates(
    correct: BoolArray,
    confidence: FloatArray,
    spans: Sequence[tuple[float, float]],
    how: Resamples,
    drawn: Sequence[WeightArray] | None = None,
) -> Areas:
    """Return the areas under the VOC curve and under generalised risk in each resample, from one pass through them.

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

    References
    ----------
    METHODS S6, S9, S10.

    Examples
    --------
    >>> how = Resamples(n_items=2, n_resamples=3, seed=1)
    >>> areas = area_replicates(np.array([True, False]), np.array([0.8, 0.5]), [(0, 1), (1, 10)], how)
    >>> areas.voc.round(9).tolist()
    [[0.25, 1.5], [0.0, 0.0], [1.0, 3.0]]
    >>> areas.augrc.tolist()
    [0.125, 0.5, 0.0]
    """
    most = max((high for _, high in spans), default=0.0)
    with np.errstate(divide="ignore"):
        reach = np.where(confidence >= 1, np.inf, confidence / (1 - np.minimum(confidence, 1.0)))
    # Beyond the last weight that is asked for all are accepted or refused together.
    reach = np.minimum(reach, most)
    ranking = rank(confidence)
    levels = reach[ranking.order[np.asarray(ranking.ends) - 1]]
    most_items = MOST_DRAWN * (how.n_items if how.weight is None else float(how.weight.sum()))
    queue = Queue.of(ranking, [(~correct).astype(np.float64)], most_items)
    mistaken = np.flatnonzero(np.logical_or.reduceat(~correct[ranking.order], _starts(ranking)))
    found = Areas(np.empty((how.n_resamples, len(spans))), np.empty(how.n_resamples))
    storage, done = Storage(), 0
    for weights in draws(how, batch_size(how.n_items)) if drawn is None else drawn:
        paths, rows = queue.paths(weights, storage), slice(done, done + len(weights))
        for column, span in enumerate(spans):
            found.voc[rows, column] = _areas(paths, levels, span)
        found.augrc[rows] = _augrc(paths, mistaken)
        done += len(weights)
    return found


def _starts(ranking: Ranking) -> IntArray:
    """Return how many items come before each tie group, shape (groups,)."""
    return np.append(0, np.asarray(ranking.ends)[:-1])


def _augrc(paths: ResampledPaths, mistaken: IntArray) -> FloatArray:
    """Return the area under wrong answers per item against coverage in each resample.

    Turned on its side: each wrong answer counts from its own coverage on, so that groups without one, which are most,
    need not be looked at. Inside a tie group the curve is straight.
    """
    items, wrong, total = paths.ends[ITEMS], paths.ends[WRONG], paths.totals(ITEMS)
    here = wrong[:, mistaken + 1] - wrong[:, mistaken]
    before = (items[:, mistaken + 1] + items[:, mistaken]) / 2
    area = (here * (total[:, None] - before)).sum(axis=1)
    return np.asarray(np.divide(area, total**2, out=np.full(len(area), np.nan), where=total > 0))


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
    # Right - weight x wrong is positive up to right / wrong: everywhere where nothing is wrong, 0 / 0 where there is nothing.
    with np.errstate(divide="ignore", invalid="ignore"):
        until = right / wrong
    np.fmin(np.fmax(until, start, out=until), end, out=until)
    area = ((until - start) * (right - wrong * (until + start) / 2)).sum(axis=1)
    return np.asarray(np.divide(area, totals, out=np.full(len(area), np.nan), where=totals > 0))
