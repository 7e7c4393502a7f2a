"""The best stop of a queue that grows: for every budget and every set of the first t items to join it, at once.

Items stand in a queue; they join it one after another in another order (by confidence, as the cutoff rises).
A tree over the queue's tie groups keeps, for each node and each number of its items that have joined, their
cost, worth, number and the greatest worth of a prefix. One level takes one pass over the items, a question
one step a level: O(n log n) to build, O(log n) to ask (METHODS Part J: every cutoff x every stop).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.ranking.budget import SLACK, is_whole
from budgetplan.metrics.ranking.path import as_whole

_Sums = npt.NDArray[np.float64] | npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Level:
    """One level of the tree: the items by node and, within a node, in the order in which they join.

    ``starts``: where each node's items begin, and n. ``lefts``: how many of the items before each place belong
    to the left one of their node's two halves. ``cost``, ``worth``, ``number``: running sums from 0, shape
    (n + 1,). ``best``: the greatest worth of a prefix of the node's queue once the item there has joined.
    """

    starts: IntArray
    lefts: IntArray
    cost: _Sums
    worth: FloatArray
    number: _Sums
    best: FloatArray


@dataclass(frozen=True)
class Stops:
    """The greatest worth within each limit, and where it is first reached; shape of the questions.

    ``reviewed`` and ``cost`` belong to the first stop whose worth is at least the level asked for.
    """

    worth: FloatArray
    reviewed: FloatArray
    cost: FloatArray


class QueueTree:
    """See the module.

    Parameters
    ----------
    group
        Shape (n,): position of each item's tie group in the queue, the items in the order in which they join.
    cost, worth, weight
        Shape (n,), in the same order: weighted cost and worth (gain less price) of each item, and its weight.
    """

    def __init__(self, group: IntArray, cost: FloatArray, worth: FloatArray, weight: FloatArray) -> None:
        n_groups = int(group.max()) + 1
        self.depth = max(n_groups - 1, 0).bit_length()
        self.exact, self.whole = is_whole(cost, weight), is_whole(weight)
        n = len(group)
        place = np.arange(n)
        orders, starts = [], []
        for level in range(self.depth + 1):
            node = group >> (self.depth - level)
            if level:  # stable: within a node the items stay in the order in which they join
                place = place[np.argsort(node[place], kind="stable")]
            orders.append(place)
            counts = np.bincount(node, minlength=2**level)
            starts.append(np.concatenate([[0], np.cumsum(counts)]))
        self.levels: list[_Level] = []
        below: _Level | None = None
        for level in range(self.depth, -1, -1):
            order = orders[level]
            sums = [_running(each[order]) for each in (cost, worth, weight)]
            is_left = np.zeros(n, dtype=np.int64)
            if level < self.depth:
                is_left = 1 - ((group[order] >> (self.depth - level - 1)) & 1)
            lefts = np.concatenate([[0], np.cumsum(is_left)])
            best = self._best(starts[level], group[order] >> (self.depth - level), lefts, sums[1], below)
            below = _Level(
                starts[level], lefts, sums[0], np.asarray(sums[1], dtype=np.float64), sums[2], best
            )
            self.levels.insert(0, below)

    @staticmethod
    def _best(
        starts: IntArray, node: IntArray, lefts: IntArray, worth: _Sums, below: _Level | None
    ) -> FloatArray:
        """Return the greatest prefix worth of each node's queue after each of its items has joined."""
        first, here = starts[node], np.arange(1, len(node) + 1)
        if below is None:
            return np.asarray(np.maximum(worth[here] - worth[first], 0.0))
        in_left = lefts[here] - lefts[first]
        in_right = here - first - in_left
        second = first + lefts[starts[node + 1]] - lefts[first]
        left = below.worth[first + in_left] - below.worth[first]
        best_left = np.where(in_left > 0, below.best[np.maximum(first + in_left - 1, 0)], 0.0)
        best_right = np.where(in_right > 0, below.best[np.maximum(second + in_right - 1, 0)], 0.0)
        return np.asarray(np.maximum(best_left, left + best_right))

    def ask(self, joined: IntArray, limit: FloatArray) -> FloatArray:
        """Return the greatest worth of a stop within each cost limit, once ``joined`` items are in the queue.

        Stops are the ends of tie groups within the limit, the greatest whole number of items that it pays for,
        and not to begin (worth 0). Where items do not weigh whole numbers, whole items end anywhere: the limit
        itself is then the last stop, and the answer what whole items are worth at most. Both arguments and the
        result have the same shape (questions,).
        """
        return self._descend(joined, limit, None).worth

    def first(self, joined: IntArray, limit: FloatArray, level: FloatArray) -> Stops:
        """Return the first stop within each limit whose worth is at least ``level`` (which some stop reaches)."""
        return self._descend(joined, limit, level)

    def _descend(self, joined: IntArray, limit: FloatArray, level: FloatArray | None) -> Stops:
        """Walk from the root to the group in which the limit (or the level) is reached."""
        allowed = limit if self.exact else limit * (1 + SLACK)
        size = len(joined)
        node, version = np.zeros(size, dtype=np.int64), joined.copy()
        cost, worth, number = np.zeros(size), np.zeros(size), np.zeros(size)
        best = np.zeros(size)
        for depth in range(self.depth):
            here, below = self.levels[depth], self.levels[depth + 1]
            first = here.starts[node]
            in_left = here.lefts[first + version] - here.lefts[first]
            end = first + in_left
            left_cost = below.cost[end] - below.cost[first]
            top = np.where(in_left > 0, below.best[np.maximum(end - 1, 0)], 0.0)
            onward = cost + left_cost <= allowed
            if level is not None:
                onward &= worth + top < level
            else:
                best = np.where(onward, np.maximum(best, worth + top), best)
            cost = np.where(onward, cost + left_cost, cost)
            worth = np.where(onward, worth + below.worth[end] - below.worth[first], worth)
            number = np.where(onward, number + below.number[end] - below.number[first], number)
            version = np.where(onward, version - in_left, in_left)
            node = 2 * node + onward
        return self._within(node, version, allowed, (cost, worth, number, best))

    def _within(
        self,
        node: IntArray,
        version: IntArray,
        allowed: FloatArray,
        before: tuple[FloatArray, FloatArray, FloatArray, FloatArray],
    ) -> Stops:
        """Add the last tie group, whole or as many whole items of it as the limit still pays for."""
        cost, worth, number, best = before
        leaf = self.levels[self.depth]
        first = leaf.starts[node]
        end = first + version
        group_cost, group_worth, group_number = (
            sums[end] - sums[first] for sums in (leaf.cost, leaf.worth, leaf.number)
        )
        whole = cost + group_cost <= allowed
        room = np.where(whole, 0.0, allowed - cost)
        share = np.divide(room * group_number, group_cost, out=np.zeros(len(room)), where=group_cost > 0)
        items = number + share
        if self.whole:
            items = _whole_items(items, number, room, group_number, group_cost, exact=self.exact)
        part = np.divide(items - number, group_number, out=np.zeros(len(room)), where=group_number > 0)
        part = np.where(whole, 1.0, np.clip(part, 0.0, 1.0))
        worth, cost = worth + part * group_worth, cost + part * group_cost
        return Stops(np.maximum(best, worth), number + part * group_number, cost)


def _running(values: FloatArray) -> _Sums:
    """Return running sums from 0: exact where the values are whole."""
    amounts = as_whole(values, len(values))
    return np.concatenate([np.zeros(1, dtype=amounts.dtype), np.cumsum(amounts)])


def _whole_items(
    guess: FloatArray,
    before: FloatArray,
    room: FloatArray,
    size: FloatArray,
    price: FloatArray,
    *,
    exact: bool,
) -> FloatArray:
    """Return the greatest whole number of items within a group's room: products are compared where exact."""
    if not exact:
        return np.floor(guess * (1 + SLACK))
    items = np.floor(guess)
    items += (items + 1 - before) * price <= room * size
    items -= (items - before) * price > room * size
    return items
