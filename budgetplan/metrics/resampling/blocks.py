"""Paired bootstrap of very many items: they are dealt into blocks that are resampled whole, by matrix product.

METHODS F8. A resample of blocks of equal right has the same standard errors as one of items. What the first
items of an order hold in it is a sum over blocks, so all resamples are one product of two matrices, taken at
some hundred places along the order; between two of them a resample follows the sample's own path.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.ranking.path import Path, Ranking, make_path

if TYPE_CHECKING:
    from budgetplan.metrics.resampling.paired import Resamples

MOST_ITEMS = 50_000
"""More items than this are resampled in blocks."""
N_BLOCKS = 5_000
N_PLACES = 300
"""Places along an order, evenly; in front of the first of them they stand closer."""
CLOSER = 1.15
N_READ = 8_000
"""Of the sample's own path so many points are kept in front, and so many over its whole length."""
SLACK = 1e-9

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
    _paths: dict[int, _BlockPaths] = field(default_factory=dict, repr=False)

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
        """How much more than once each block counts in each resample, shape (B, U).

        With a list of N items, blocks of as many items as the list has are drawn from the resample.
        """
        how, size = self.how, self.n_blocks
        rng, list_rng = np.random.default_rng(how.seed), np.random.default_rng([how.seed, 1])
        away = np.empty((how.n_resamples, size), dtype=np.float32)
        for row in away:  # resamples, not items
            row[:] = np.bincount(rng.integers(0, size, size), minlength=size)
        if how.list_size is not None:
            drawn = max(round(how.list_size * size / how.n_items), 1)
            for row in away:
                row[:] = list_rng.multinomial(drawn, row.astype(np.float64) / size) * (size / drawn)
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

    def paths(self, ranking: Ranking) -> _BlockPaths:
        """Return one order in all resamples; columns are kept."""
        if id(ranking) not in self._paths:
            self._paths[id(ranking)] = _BlockPaths(self, ranking)
        return self._paths[id(ranking)]


class _BlockPaths:
    """One order in all resamples, at places along it."""

    def __init__(self, blocks: Blocks, ranking: Ranking) -> None:
        self.blocks, self.ranking = blocks, ranking
        ends, n = ranking.ends, blocks.how.n_items
        evenly = np.linspace(0, n, N_PLACES + 1)[1:]
        closer = evenly[0] / CLOSER ** np.arange(1, max(int(np.log(evenly[0]) / np.log(CLOSER)), 1))
        wanted = np.searchsorted(ends, np.concatenate([closer, evenly]))
        places = np.unique(ends[np.minimum(wanted, len(ends) - 1)])
        # From the item in the order to the piece between two places that it stands in.
        piece = np.repeat(np.arange(len(places)), np.diff(places, prepend=0))
        self.cell = piece * blocks.n_blocks + blocks.group[ranking.order]
        self.n_places = len(places)
        weight = blocks.how.weight
        self.weight = None if weight is None else weight[ranking.order]
        stands = np.concatenate([[0], np.searchsorted(ends, places) + 1])
        # The sample's own path is read at some thousand ends of tie groups: all of the first, then evenly.
        spread = np.linspace(0, len(ends), N_READ).astype(np.int64)
        self.fine = np.unique(np.concatenate([np.arange(min(N_READ, len(ends) + 1)), spread, stands]))
        self.items = make_path(ranking, weight, {}).items[self.fine]
        self.at = np.searchsorted(self.fine, stands)
        self.columns: dict[str, tuple[FloatArray, FloatArray]] = {}
        self.of_items = self._column(None)
        # What was read at shares of the list, for those who ask for the same ones again.
        self.shares = np.empty(0)
        self.at_shares: dict[str, FloatArray] = {}

    def _column(self, amount: FloatArray | None) -> FloatArray:
        """Return what the resamples hold up to each place, shape (B, places + 1)."""
        ordered = None if amount is None else amount[self.ranking.order]
        if ordered is not None and self.weight is not None:
            ordered = ordered * self.weight
        elif ordered is None:
            ordered = self.weight
        size = self.n_places * self.blocks.n_blocks
        by_cell = np.bincount(self.cell, ordered, size).reshape(self.n_places, self.blocks.n_blocks)
        sums = np.cumsum(self.blocks._product(by_cell.T.astype(np.float64)), axis=1)  # noqa: SLF001
        return np.concatenate([np.zeros((len(sums), 1)), sums], axis=1)

    def column(self, name: str, amount: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return a measure at each place of each resample, and along the sample's own path."""
        if name not in self.columns:
            path: Path = make_path(self.ranking, self.blocks.how.weight, {name: amount})
            alike = bool((amount == amount[0]).all())
            resampled = self.of_items * amount[0] if alike else self._column(amount)
            self.columns[name] = resampled, path.sums[name][self.fine]
        return self.columns[name]

    def along(self, measures: Mapping[str, FloatArray], shares: FloatArray) -> dict[str, FloatArray]:
        """Return measures at shares of each resample's items, shape (S,) to (B, S) each."""
        if self.at_shares.keys() != measures.keys():
            self.shares, self.at_shares = np.empty(0), {name: np.empty((0, 0)) for name in measures}
        wanted = shares[~np.isin(shares, self.shares)]
        if len(wanted):
            depth = self.depth(self.of_items[:, -1:] * wanted)
            for name, amount in measures.items():
                new, old = self.read(name, amount, depth), self.at_shares[name]
                self.at_shares[name] = np.concatenate([old, new], axis=1) if old.size else new
            self.shares = np.concatenate([self.shares, wanted])
        order = np.argsort(self.shares)
        place = order[np.searchsorted(self.shares, shares, sorter=order)]
        return {name: np.take(each, place, axis=1) for name, each in self.at_shares.items()}

    def depth(self, at: FloatArray) -> FloatArray:
        """Return how deep in the sample's path each resample has passed ``at`` items, shape (B, X)."""
        return self._inverse(self.of_items, self.items, at)

    def within(self, name: str, amount: FloatArray, limit: FloatArray) -> FloatArray:
        """Return how many items each resample has when a measure reaches a limit, shape (B, X)."""
        resampled, own = self.column(name, amount)
        spent = self._inverse(resampled, own, limit)
        # At the last item that the limit still pays for, where items cost nothing.
        after = np.searchsorted(own, spent * (1 + 1e-12), side="right")
        before = np.clip(after - 1, 0, len(own) - 1)
        after = np.minimum(after, len(own) - 1)
        step = own[after] - own[before]
        part = np.divide(spent - own[before], step, out=np.zeros_like(spent), where=step > 0)
        depth = self.items[before] + np.clip(part, 0, 1) * (self.items[after] - self.items[before])
        return self._forward(self.of_items, self.items, depth)

    def read(self, name: str, amount: FloatArray, depth: FloatArray) -> FloatArray:
        """Return a measure at depths in the sample's path, shape (B, X), in the resamples."""
        resampled, own = self.column(name, amount)
        value = np.interp(depth, self.items, own)
        if (amount < 0).any():
            # Sums that rise and fall move by what the resample is off at the places around.
            nodes = self.items[self.at]
            place, part = _between(nodes, depth)
            away = resampled - own[self.at]
            first, last = np.take_along_axis(away, place, 1), np.take_along_axis(away, place + 1, 1)
            return np.asarray(value + first + part * (last - first))
        return self._forward(resampled, own, value)

    def _inverse(self, resampled: FloatArray, own: FloatArray, wanted: FloatArray) -> FloatArray:
        """From amounts of the resamples to amounts along the sample's path, between the places around."""
        nodes = own[self.at]
        out = np.empty(wanted.shape)
        for row in range(len(wanted)):  # resamples, not items
            out[row] = np.interp(wanted[row], np.maximum.accumulate(resampled[row]), nodes)
        return out

    def _forward(self, resampled: FloatArray, own: FloatArray, value: FloatArray) -> FloatArray:
        """From amounts along the sample's path to amounts of the resamples, between the places around."""
        nodes = own[self.at]
        out = np.empty(value.shape)
        for row in range(len(value)):  # resamples, not items
            out[row] = np.interp(value[row], nodes, resampled[row])
        return out


def _between(nodes: FloatArray, at: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return the place before each ``at``, and how far between it and the next."""
    place = np.clip(np.searchsorted(nodes, at, side="right") - 1, 0, len(nodes) - 2)
    step = nodes[place + 1] - nodes[place]
    return place, np.clip(np.divide(at - nodes[place], step, out=np.zeros_like(at), where=step > 0), 0, 1)


@dataclass(frozen=True, eq=False)
class BlockReadings:
    """What one model's path says in each resample, as in :class:`budgetplan.metrics.resampling.paired.Readings`."""

    n_items: FloatArray
    totals: Mapping[str, FloatArray]
    at_shares: Mapping[str, FloatArray]
    at_limits_items: FloatArray
    at_limits: Mapping[str, FloatArray]


def read_blocks(
    blocks: Blocks,
    ranking: Ranking,
    measures: Mapping[str, FloatArray],
    shares: FloatArray,
    limits: FloatArray,
    limit_measure: str,
) -> BlockReadings:
    """Read one model's path in all resamples at shares, shape (S,), and within limits, shape (Q,).

    References
    ----------
    METHODS F3, F4, F8, F9.
    """
    how, paths = blocks.how, blocks.paths(ranking)
    n_items = paths.of_items[:, -1]
    scale = np.ones((how.n_resamples, 1))
    for size in (how.list_size, how.scale_to):
        if size is not None:
            scale = np.divide(size, n_items, out=np.ones_like(n_items), where=n_items > 0)[:, None]
    bought = np.empty((how.n_resamples, 0))
    if len(limits):
        bought = _bought(paths, measures, limits, limit_measure, scale)
        at_limits = paths.depth(bought / scale)
        within = {name: paths.read(name, each, at_limits) * scale for name, each in measures.items()}
    else:
        within = dict.fromkeys(measures, bought)
    return BlockReadings(
        n_items=n_items * scale[:, 0] if how.list_size is not None or how.scale_to is not None else n_items,
        totals={name: paths.column(name, each)[0][:, -1] * scale[:, 0] for name, each in measures.items()},
        at_shares={name: each * scale for name, each in paths.along(measures, shares).items()},
        at_limits_items=bought,
        at_limits=within,
    )


def _bought(
    paths: _BlockPaths,
    measures: Mapping[str, FloatArray],
    limits: FloatArray,
    limit_measure: str,
    scale: FloatArray,
) -> FloatArray:
    """Return how many whole items each limit, shape (Q,), buys in each resample, shape (B, Q)."""
    most = np.floor(paths.of_items[:, -1:] * scale * (1 + SLACK))
    wanted = limits * (1 + SLACK) / scale
    if limit_measure == "items":
        return np.clip(np.floor(wanted * scale * (1 + SLACK)), 0, most)
    reached = paths.within(limit_measure, measures[limit_measure], wanted)
    return np.where(limits < 0, 0.0, np.clip(np.floor(reached * scale * (1 + SLACK)), 0, most))
