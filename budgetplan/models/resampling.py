"""Paired resamples of labelled items, and how sure a number is that stands in each of them (METHODS F8, S10)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri, stdtrit

from budgetplan.arrays import FloatArray, IntArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MOST_ITEMS = 50_000
"""More items than this, or groups of them, are drawn in blocks: the same spread for a fraction of the work."""
N_BLOCKS = 5_000
BATCH = 400_000
"""So many weights of items are held at a time: they stay in the processor's cache."""
FEW = 16
"""Of so many classes sums are worked out fastest as one product of matrices, of more by going through their items."""
PIECE, ONE_THREAD = 256, 250_000
"""Items whose amounts are added up in one product, and products of how many numbers one thread works out."""


@dataclass(frozen=True, eq=False)
class Weights:
    """How often each unit of a labelled set is drawn in each resample: an item, or a group of items as a whole.

    Attributes
    ----------
    counts
        Shape (B, U), whole numbers; sparse where each resample is of a few of the units.
    unit
        Shape (n,): code of the unit that each item belongs to; None: items are the units.
    weight
        Shape (n,): how many items each stands for, >= 0; None: one each.
    """

    counts: npt.NDArray[np.uint8] | csr_array
    unit: IntArray | None = None
    weight: FloatArray | None = None

    def sums(self, amounts: FloatArray) -> FloatArray:
        """Return the sum of each amount, shape (k, n), in each resample: (B, k).

        By products so small that none is shared out among threads: waiting for each other these cost several times
        what they save, and where they cut the sums, and so the last digit, would depend on their number.

        Examples
        --------
        >>> drawn = Weights(np.array([[1, 0, 2], [0, 3, 0]], dtype=np.uint8))
        >>> drawn.sums(np.array([[0.5, 1.0, 1.5], [1.0, 1.0, 1.0]])).tolist()
        [[3.5, 3.0], [3.0, 3.0]]
        """
        by_unit = amounts if self.weight is None else amounts * self.weight
        if self.unit is not None:
            by_unit = np.stack([np.bincount(self.unit, values, self.counts.shape[1]) for values in by_unit])
        return self._sums(by_unit)

    def _sums(self, by_unit: FloatArray) -> FloatArray:
        """Return the sum of each amount, shape (k, U), in each resample: (B, k)."""
        if not isinstance(self.counts, np.ndarray):
            return np.asarray(self.counts @ by_unit.T)
        n_rows, n_units = self.counts.shape
        summed, step = np.zeros((n_rows, len(by_unit))), max(2, ONE_THREAD // (PIECE * len(by_unit)))
        for start in range(0, n_units, PIECE):
            piece = slice(start, start + PIECE)
            part = np.ascontiguousarray(by_unit[:, piece].T)
            for first in range(0, n_rows, step):
                summed[first : first + step] += self.counts[first : first + step, piece].astype(float) @ part
        return summed

    def means(self, amounts: FloatArray) -> FloatArray:
        """Return the weighted mean of each amount, shape (k, n), in each resample: (B, k); NaN where nothing weighs.

        Whatever was chosen on other items, such as a cutoff, stays as it is. A difference of models is one of columns.
        """
        summed = self.sums(np.concatenate([amounts, np.ones((1, amounts.shape[1]))]))
        total = summed[:, -1:]
        mean = np.divide(summed[:, :-1], total, out=np.full(summed[:, :-1].shape, np.nan), where=total > 0)
        return np.asarray(mean)

    def by_class(self, codes: IntArray, n_classes: int, *amounts: FloatArray) -> tuple[FloatArray, ...]:
        """Return the sum of each amount, shape (n,), over the items of each class in each resample: (B, C) each.

        Examples
        --------
        >>> drawn = Weights(np.array([[1, 0, 2]], dtype=np.uint8))
        >>> drawn.by_class(np.array([0, 0, 2]), 3, np.array([0.5, 1.0, 1.0]))[0].tolist()
        [[0.5, 0.0, 2.0]]
        """
        unit, n_units = np.arange(len(codes)) if self.unit is None else self.unit, self.counts.shape[1]
        rows, weight = max(BATCH // n_units, 64), 1.0 if self.weight is None else self.weight
        if n_classes <= FEW and isinstance(self.counts, np.ndarray):
            cell, size = codes * n_units + unit, n_classes * n_units
            held = [np.bincount(cell, amount * weight, size).reshape(-1, n_units) for amount in amounts]
            return tuple(np.split(self._sums(np.concatenate(held)), len(amounts), axis=1))
        # Loading it takes a while, and most sets have few classes.
        from scipy.sparse import csr_array

        cells = []
        for amount in amounts:  # items without any, such as right answers among wrong ones, need no work
            some = np.flatnonzero(amount)
            entries = (amount * weight)[some], (codes[some], unit[some])
            cells.append(csr_array(entries, shape=(n_classes, n_units)))
        if not isinstance(self.counts, np.ndarray):
            return tuple((self.counts @ sums_of.T).toarray() for sums_of in cells)
        summed = [np.zeros((len(self.counts), n_classes)) for _ in cells]
        for at in range(0, len(self.counts), rows):
            drawn = self.counts[at : at + rows].T.astype(np.float64)
            for total, one_cell in zip(summed, cells, strict=True):
                total[at : at + rows] = (one_cell @ drawn).T
        return tuple(summed)


def weights(
    n_items: int,
    n_resamples: int,
    seed: int,
    *,
    group: IntArray | None = None,
    stratum: IntArray | None = None,
    weight: FloatArray | None = None,
) -> Weights:
    """Draw resamples of labelled items: the same ones for every model and every number.

    Parameters
    ----------
    n_items, n_resamples
        Labelled items n, in the order of their ids, and resamples B.
    seed
        Of ``numpy.random.default_rng``: one stream of whole numbers, a row for each resample.
    group
        Shape (n,): code 0..G-1 of each item's group, every code in use: G groups are drawn with replacement, whole.
        None: n items are.
    stratum
        Shape (n,): code of the stratum an item was drawn from; each resample has as many items of each stratum as
        there are. None: one stratum. Not beside groups, which run across strata.
    weight
        Shape (n,): how many items each stands for, >= 0. None: one each.

    References
    ----------
    METHODS F8, S10. More than 50,000 items (or 5,000 groups of so many) are dealt into 5,000 blocks that are drawn
    whole; items of several strata are not, as blocks of one stratum would be of other weight than those of another.

    Examples
    --------
    >>> weights(4, 3, seed=1).counts.sum(axis=1).tolist()
    [4, 4, 4]
    """
    n_units = n_items if group is None else int(group.max()) + 1
    if n_items > MOST_ITEMS and stratum is None and (group is None or n_units > N_BLOCKS):
        block = np.random.default_rng([seed, 2]).permutation(n_units) % N_BLOCKS
        group, n_units = block if group is None else block[group], N_BLOCKS
    members = [np.arange(n_units)]
    if stratum is not None:
        parts = np.split(np.argsort(stratum, kind="stable"), np.cumsum(np.bincount(stratum))[:-1])
        # Whatever the strata are called, they are drawn in the same order.
        members = sorted((part for part in parts if len(part)), key=lambda part: int(part[0]))
    rng, counts = np.random.default_rng(seed), np.empty((n_resamples, n_units), dtype=np.uint8)
    for row in counts:
        for part in members:
            size = len(part)
            row[part] = np.bincount(rng.integers(0, size, size), minlength=size)
    return Weights(counts, group, weight)


def interval(replicates: FloatArray, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
    """Return the percentile interval over the resamples, which lie along the first axis.

    Parameters
    ----------
    replicates
        Shape (B, ...). NaN replicates are left out.
    level
        Coverage, in (0, 1).

    Returns
    -------
    tuple of FloatArray
        Low and high end (linear interpolation), the shape without the first axis; NaN where nothing is left.

    References
    ----------
    METHODS S10.

    Examples
    --------
    >>> low, high = interval(np.array([0.0, 1.0, 2.0, np.nan, 3.0, 4.0]), level=0.5)
    >>> float(low), float(high)
    (1.0, 3.0)
    """
    tail, missing = (1 - level) / 2, np.isnan(replicates)
    if not missing.any():
        low, high = np.quantile(replicates, [tail, 1 - tail], axis=0)
        return np.asarray(low), np.asarray(high)
    # A column without any replicate would warn in nanquantile, which takes much longer.
    empty = missing.all(axis=0)
    low, high = np.nanquantile(np.where(empty, 0.0, replicates), [tail, 1 - tail], axis=0)
    return np.where(empty, np.nan, low), np.where(empty, np.nan, high)


def widening(n_groups: int | None) -> float:
    """Return by what the spread of replicates over resampled groups is multiplied.

    t(G - 1) / z x sqrt(G / (G - 1)), t and z the 0.975 quantiles of Student's and the normal distribution: the
    resamples of G groups spread by (G - 1) / G too little, and how much the groups differ is itself known from
    G of them alone.

    Parameters
    ----------
    n_groups
        G; None for items resampled one by one.

    Returns
    -------
    float
        1 or more; infinite for a single group, of which nothing can be said.

    References
    ----------
    METHODS F8.

    Examples
    --------
    >>> round(widening(10), 4), round(widening(5000), 4), widening(None), widening(1)
    (1.2166, 1.0003, 1.0, inf)
    """
    if n_groups is None:
        return 1.0
    if n_groups < 2:
        return math.inf
    return float(stdtrit(n_groups - 1, 0.975) / ndtri(0.975)) * math.sqrt(n_groups / (n_groups - 1))


def widened(replicates: FloatArray, by: float) -> FloatArray:
    """Move replicates away from their mean: intervals, bands and tests of them widen alike.

    Parameters
    ----------
    replicates
        Shape (B, ...): the resamples lie along the first axis. NaN replicates stay NaN.
    by
        From :func:`widening`, finite.

    Returns
    -------
    FloatArray
        The same shape and mean. Differences of widened replicates are the widened differences.

    Examples
    --------
    >>> widened(np.array([0.0, 2.0, np.nan]), 1.5).tolist()
    [-0.5, 2.5, nan]
    """
    if by == 1.0 or not len(replicates):
        return replicates
    is_number = ~np.isnan(replicates)
    centre = np.where(is_number, replicates, 0.0).sum(axis=0) / np.maximum(is_number.sum(axis=0), 1)
    return np.asarray(centre + by * (replicates - centre))


MANY, EVEN = 100, 0.8
"""From so many groups on sizes may differ as they like; they are alike where they count for this share of their number."""


def too_few(group: IntArray) -> bool:
    """Say whether groups are so few and of so uneven size that even widened intervals may be too narrow.

    Parameters
    ----------
    group
        Shape (n,): code of each item's group.

    Returns
    -------
    bool
        True for a single group, and for fewer than 100 of which (sum of sizes)^2 / sum of squared sizes is
        below 0.8 of their number.

    References
    ----------
    METHODS F8.

    Examples
    --------
    >>> too_few(np.array([0, 0, 1, 1, 2])), too_few(np.array([0, 0, 0, 0, 0, 1]))
    (False, True)
    """
    sizes = np.unique(group, return_counts=True)[1].astype(np.float64)
    counting = float(sizes.sum()) ** 2 / float((sizes**2).sum())
    return len(sizes) == 1 or (len(sizes) < MANY and counting < EVEN * len(sizes))
