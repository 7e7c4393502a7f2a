"""Paired bootstrap of review queues: the same resamples for every model, without sorting again.

METHODS F8, F9, S10. A resample gives every item a weight; the decile boundaries and the cut of a budget are
those of the resampled list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.ranking.path import as_whole
from budgetplan.metrics.resampling.blocks import MOST_ITEMS, Blocks, dealt, in_strata
from budgetplan.metrics.resampling.paths import WeightArray

# So many item weights are drawn at a time: they stay in the processor's cache.
BATCH_WEIGHTS = 400_000
# Draws in pieces: the stream is the same, and they need no fresh memory.
CHUNK = 2**13
# More often than this an item is drawn in fewer than one of 10**500 resamples: the counts fit into a byte.
MOST_DRAWN = 255
MOST_KEPT = 50_000_000
"""So many weights are kept to be used again; more are drawn anew, from the same seed."""
TIE = 1e-12


@dataclass(frozen=True)
class Resamples:
    """How to draw the resamples.

    Attributes
    ----------
    n_items
        Labelled items n.
    n_resamples
        How many resamples B.
    seed
        Of ``numpy.random.default_rng``; neither the batch nor the number of models changes the draws.
    group
        Shape (n,): code 0..G-1 of the group an item belongs to, every code in use; G groups are drawn with
        replacement, whole. None: n items are drawn.
    stratum
        Shape (n,): code of the stratum an item was drawn from; each resample draws as many items from each
        stratum as it has. None: one stratum. Not beside groups, which run across strata.
    weight
        Shape (n,): how many items each stands for, >= 0. None: one each.
    """

    n_items: int
    n_resamples: int
    seed: int
    group: IntArray | None = None
    weight: FloatArray | None = None
    stratum: IntArray | None = None


def draws(how: Resamples, batch: int) -> Iterator[WeightArray]:
    """Yield the resamples in batches of rows: how many items each item stands for, shape (<= batch, n).

    Examples
    --------
    >>> [weights.sum(axis=1).tolist() for weights in draws(Resamples(4, 3, seed=1), batch=2)]
    [[4, 4], [4]]
    """
    how = dealt(how)
    rng = np.random.default_rng(how.seed)
    one = np.uint8(1)
    unit = None if how.weight is None else as_whole(how.weight, how.n_items * MOST_DRAWN)
    n_units = how.n_items if how.group is None else int(how.group.max()) + 1
    strata = in_strata(how.stratum, n_units)
    for first in range(0, how.n_resamples, batch):
        rows = min(batch, how.n_resamples - first)
        counts = np.zeros((rows, n_units), dtype=np.uint8)
        for row in counts:
            for members in strata:
                size = len(members)
                for start in range(0, size, CHUNK):
                    np.add.at(row, members[rng.integers(0, size, min(CHUNK, size - start))], one)
        if how.group is not None:
            counts = counts[:, how.group]
        yield counts if unit is None else counts * unit


def kept_draws(how: Resamples) -> tuple[WeightArray, ...] | None:
    """Return the resamples to be used again and again, None where they are too many to be kept.

    Whole weights take as few bytes as they need.
    """
    if not how.n_resamples or how.n_resamples * how.n_items > MOST_KEPT:
        return None
    return tuple(_small(weights) for weights in draws(how, batch_size(how.n_items)))


def _small(weights: WeightArray) -> WeightArray:
    if weights.dtype.kind == "f":
        return weights
    return weights.astype(np.min_scalar_type(int(weights.max(initial=0))))


def batch_size(n_items: int) -> int:
    """Return how many resamples are drawn at a time."""
    return max(1, BATCH_WEIGHTS // n_items)


def kept_blocks(how: Resamples) -> Blocks | None:
    """Return the resamples of very many items, None for fewer: those are drawn one by one."""
    blocked = dealt(how)
    big = how.n_items > MOST_ITEMS and how.n_resamples > 0 and how.stratum is None
    return Blocks(blocked) if big else None


def interval(replicates: FloatArray, axis: int = 0, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
    """Return the percentile interval over the resamples.

    Parameters
    ----------
    replicates
        Any shape; resamples lie along ``axis``. NaN replicates are left out.
    axis
        Which axis.
    level
        Coverage, in (0, 1).

    Returns
    -------
    tuple of FloatArray
        Low and high end (linear interpolation), the shape without that axis; NaN where nothing is left.

    References
    ----------
    METHODS S10.

    Examples
    --------
    >>> import numpy as np
    >>> low, high = interval(np.array([0.0, 1.0, 2.0, np.nan, 3.0, 4.0]), level=0.5)
    >>> float(low), float(high)
    (1.0, 3.0)
    """
    tail = (1 - level) / 2
    values = np.moveaxis(replicates, axis, 0)
    missing = np.isnan(values)
    if not missing.any():
        low, high = np.quantile(values, [tail, 1 - tail], axis=0)
        return np.asarray(low), np.asarray(high)
    # A column without any replicate would warn in nanquantile.
    empty = missing.all(axis=0)
    low, high = np.nanquantile(np.where(empty, 0.0, values), [tail, 1 - tail], axis=0)
    return np.where(empty, np.nan, low), np.where(empty, np.nan, high)
