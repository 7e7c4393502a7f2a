"""Paired bootstrap of very many items: they are dealt into blocks that are resampled whole, by matrix product.

METHODS F8. A resample of blocks of equal right has the same standard errors as one of items. What the first
items of an order hold in it is a sum over blocks, so all resamples are one product of two matrices, taken at
some hundred places along the order; between two of them a resample follows the sample's own path.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray

if TYPE_CHECKING:
    from budgetplan.metrics.resampling.paired import Resamples

MOST_ITEMS = 50_000
"""More items than this are resampled in blocks."""
N_BLOCKS = 5_000

Single = npt.NDArray[np.float32]


def dealt(how: Resamples) -> Resamples:
    """Return how to draw, with more than 50,000 items (or more than 5,000 groups of them) in 5,000 blocks.

    The items stand in the order of their ids, so that no order of rows plays a part. Items of several strata are
    not dealt: blocks of one stratum would be of other weight than those of another.

    Examples
    --------
    >>> from budgetplan.metrics.resampling.paired import Resamples
    >>> dealt(Resamples(100, 5, seed=1)).group is None
    True
    >>> blocks = dealt(Resamples(60_000, 5, seed=1)).group
    >>> np.unique(np.bincount(blocks)).tolist()
    [12]
    """
    if how.n_items <= MOST_ITEMS or how.stratum is not None:
        return how
    n_units = how.n_items if how.group is None else int(how.group.max()) + 1
    if how.group is not None and n_units <= N_BLOCKS:
        return how
    block = np.random.default_rng([how.seed, 2]).permutation(n_units) % N_BLOCKS
    return replace(how, group=block if how.group is None else block[how.group])


def in_strata(stratum: IntArray | None, n_units: int) -> list[IntArray]:
    """Return which units belong to each stratum, the first unit's stratum first; None is one stratum of all units.

    Parameters
    ----------
    stratum
        Shape (n_units,): codes from 0 on; one that is not in use is no stratum. Or None.
    n_units
        Items, or whatever is drawn.

    Examples
    --------
    >>> [each.tolist() for each in in_strata(np.array([2, 0, 2]), 3)], in_strata(None, 2)
    ([[0, 2], [1]], [array([0, 1])])
    """
    if stratum is None:
        return [np.arange(n_units)]
    ends = np.cumsum(np.bincount(stratum))[:-1]
    parts = [each for each in np.split(np.argsort(stratum, kind="stable"), ends) if len(each)]
    # Whatever the strata are called, they are drawn in the same order.
    return sorted(parts, key=lambda each: int(each[0]))


@dataclass(frozen=True, eq=False)
class Blocks:
    """Resamples of whole blocks (or groups), drawn once.

    ``how`` comes from :func:`dealt` and has groups.
    """

    how: Resamples

    @property
    def group(self) -> IntArray:
        """Shape (n,): the block of each item."""
        assert self.how.group is not None
        return self.how.group

    @property
    def n_blocks(self) -> int:
        """Number of blocks U."""
        return int(self.group.max()) + 1

    @cached_property
    def surplus(self) -> Single:
        """How much more than once each block counts in each resample, shape (B, U)."""
        how, size = self.how, self.n_blocks
        rng = np.random.default_rng(how.seed)
        away = np.empty((how.n_resamples, size), dtype=np.float32)
        for row in away:  # resamples, not items
            row[:] = np.bincount(rng.integers(0, size, size), minlength=size)
        away -= 1
        return away

    def sums(self, amounts: FloatArray) -> FloatArray:
        """Return the sum of each row of amounts, shape (k, n), in each resample, shape (B, k)."""
        weight = self.how.weight
        by_block = [
            np.bincount(self.group, each if weight is None else each * weight, self.n_blocks)
            for each in amounts
        ]
        return np.asarray(self._product(np.stack(by_block, axis=1)))

    def _product(self, by_block: FloatArray) -> FloatArray:
        """Return resampled sums from sums by block, shape (U, k): deviations are small, and exact enough."""
        scale = np.maximum(np.abs(by_block).max(axis=0), 1e-300)
        away = self.surplus @ (by_block / scale).astype(np.float32)
        return np.asarray(by_block.sum(axis=0) + away.astype(np.float64) * scale)
