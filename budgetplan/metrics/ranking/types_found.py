"""Types found along a review: a type counts once, at the first of its items that is an entry (METHODS R6).

Inside a tie group nobody knows the order. At its end all is known; inside, a type with k entries among the group's g
items is found by the time that j of them are reviewed with probability 1 - C(g - k, j) / C(g, j), the mean over all
orders. With one entry each that is a straight line, as for items; with more it bends, and a straight line would
promise fewer types than there are. Where some type has more than one entry in the group in which it is first found,
the group is therefore cut into slices, between which the sums run straight.

In a resample a slice holds the same share of the group, and of each type's chance to be found by then: exact at the
ends of groups, and up to one part in g inside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.ranking.path import AddedUp, Path, Ranking, frozen, make_path

MOST_SLICES = 32
"""Groups of up to so many items are exact at every item; of larger ones the ends of so many slices, closer in front."""


@dataclass(frozen=True, eq=False)
class TypeQueue:
    """One order of review, laid out so that types add up along it.

    Attributes
    ----------
    ranking
        The order of the n items, with its tie groups.
    path
        Items, ``positives`` (types found) and the sums of the other measures: at the ends of tie groups and of slices.
    rows
        The order of the K rows that resamples are read from: items, or what the units that are drawn have in a slice.
    unit
        Shape (K,): which unit (a type, or a group of several) each row is drawn with.
    weight
        Shape (K,): items that each row stands for; None where every row is an item.
    amounts
        Measure to shape (K,): its amount for each item that a row stands for. ``spare`` counts items of types that
        an earlier tie group has shown: whoever is told of these need not review them.
    new, entries
        Shape (types,): the tie group in which each type is first found (-1: never), and its entries there.
    """

    ranking: Ranking
    path: Path
    rows: Ranking
    unit: IntArray
    weight: FloatArray | None
    amounts: Mapping[str, FloatArray]
    new: IntArray
    entries: IntArray

    def extremes(self, items: float) -> tuple[float, float]:
        """Return how few and how many types are found after ``items`` if the order inside the tie group is worst or best.

        At worst the items left for last hide as many types as they can, those with the fewest entries in the group.

        Examples
        --------
        Four tied items, all entries, of types a, a, a, b: after three of them a is found, b may be.

        >>> tied = Ranking(np.arange(4), np.array([4]))
        >>> queue = type_queue(tied, np.array([0, 0, 0, 1]), np.ones(4), np.array([0, 0, 0, 1]), {})
        >>> queue.extremes(3), queue.extremes(1), queue.extremes(4)
        ((1.0, 2.0), (1.0, 1.0), (2.0, 2.0))
        """
        ends = np.concatenate([[0], self.ranking.ends])
        place = int(np.searchsorted(ends, items, side="left"))
        if place >= len(ends) or ends[place] == items or place == 0:
            value = float(self.path.read("positives", items))
            return value, value
        before = float(np.count_nonzero((self.new >= 0) & (self.new < place - 1)))
        here = np.sort(self.entries[self.new == place - 1])
        hidden = int(np.searchsorted(np.cumsum(here), float(ends[place]) - items, side="right"))
        into = items - float(ends[place - 1])
        return before + len(here) - hidden, before + min(len(here), into)


def found_by(size: IntArray, entries: IntArray, reviewed: IntArray) -> FloatArray:
    """Return how likely a type with some of a tie group's items as entries is found by then: the mean over all orders.

    Parameters
    ----------
    size, entries, reviewed
        Items of the group, the type's entries among them (>= 1), and items of it that are reviewed; they broadcast.

    Returns
    -------
    FloatArray
        In [0, 1]; 1 - C(size - entries, reviewed) / C(size, reviewed).

    References
    ----------
    METHODS R6, F2.

    Examples
    --------
    Two of four: half of the items hold one of them in five of six orders.

    >>> found_by(np.array(4), np.array(2), np.array([0, 2, 3])).round(4).tolist()
    [0.0, 0.8333, 1.0]
    """
    size, entries, reviewed = np.broadcast_arrays(size, entries, reviewed)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, int(size.max(initial=0)) + 1)))])
    left = size - entries - reviewed
    can_miss = left >= 0
    missed = logs[size - entries] + logs[size - reviewed] - logs[np.maximum(left, 0)] - logs[size]
    straight = np.divide(reviewed, size, out=np.zeros(size.shape), where=size > 0)
    found = np.where(entries == 1, straight, 1.0 - np.exp(np.minimum(missed, 0.0)))
    return np.where(can_miss & (reviewed > 0), found, np.where(can_miss, 0.0, 1.0))


def slice_ends(size: int, most: int = MOST_SLICES) -> IntArray:
    """Return after how many of a group's items its slices end, shape (slices,), last = size.

    >>> slice_ends(3).tolist(), slice_ends(100, 5).tolist()
    ([1, 2, 3], [4, 16, 36, 64, 100])
    """
    if size <= most:
        return np.arange(1, size + 1)
    step = np.arange(1, most + 1)
    return np.maximum(step, np.rint(size * (step / most) ** 2).astype(np.int64))


def type_queue(
    ranking: Ranking,
    kind: IntArray,
    positive: FloatArray,
    unit: IntArray,
    measures: Mapping[str, FloatArray],
    most_rows: int | None = None,
) -> TypeQueue:
    """Lay an order of review out so that types add up along it.

    Parameters
    ----------
    ranking
        Order and tie groups of n items.
    kind
        Shape (n,): code of each item's type, 0..T-1.
    positive
        Shape (n,): 1 where the item is an entry by itself, else 0.
    unit
        Shape (n,): code of what is drawn together, 0..U-1; every type lies within one unit.
    measures
        Name and per-item amount, shape (n,); ``positives`` among them is replaced by types.
    most_rows
        Slices are made fewer until there are no more rows than this; never fewer rows than items.

    Examples
    --------
    Two tied items of one type, both entries: after the first it is found.

    >>> tied = Ranking(np.arange(2), np.array([2]))
    >>> queue = type_queue(tied, np.zeros(2, dtype=int), np.ones(2), np.zeros(2, dtype=int), {})
    >>> queue.path.items.tolist(), queue.path.sums["positives"].tolist()
    ([0.0, 1.0, 2.0], [0.0, 1.0, 1.0])
    """
    tie = np.empty(len(ranking.order), dtype=np.int64)
    tie[ranking.order] = np.repeat(np.arange(len(ranking.ends)), np.diff(ranking.ends, prepend=0))
    new, entries = _first(tie, kind, positive)
    some = np.flatnonzero(new >= 0)
    measures = {**measures, "spare": ((new[kind] >= 0) & (tie > new[kind])).astype(np.float64)}
    bent = np.zeros(len(ranking.ends), dtype=bool)
    bent[new[some][entries[some] > 1]] = True
    unit_of = np.zeros(len(new), dtype=np.int64)
    unit_of[kind] = unit
    most = MOST_SLICES
    while most > 1 and most_rows is not None and _n_rows(tie, unit, bent, ranking, most) > most_rows:
        most //= 2
    laid = _Laid(ranking, tie, bent if most > 1 else np.zeros_like(bent), most)
    gains = laid.gains(new[some], entries[some])
    path = laid.path(gains, measures)
    if not laid.bent.any():
        first = np.zeros(len(tie))
        first[_first_items(ranking, tie, kind, positive, new)] = 1.0
        amounts: dict[str, FloatArray] = {**measures, "positives": first}
        return TypeQueue(ranking, path, ranking, unit, None, amounts, new, entries)
    return TypeQueue(ranking, path, *laid.rows(unit, measures, gains, unit_of[some]), new, entries)


def _first(tie: IntArray, kind: IntArray, positive: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the tie group in which each type is first found, -1 for never, and its entries there."""
    n_kinds, wanted = int(kind.max(initial=-1)) + 1, positive > 0
    new = np.full(n_kinds, len(tie), dtype=np.int64)
    np.minimum.at(new, kind[wanted], tie[wanted])
    here = wanted & (tie == new[kind])
    entries = np.bincount(kind[here], minlength=n_kinds)
    return np.where(entries > 0, new, -1), entries


def _first_items(
    ranking: Ranking, tie: IntArray, kind: IntArray, positive: FloatArray, new: IntArray
) -> IntArray:
    """Return one item for each type that is found: the first of its entries in the order."""
    ordered = ranking.order
    here = (positive[ordered] > 0) & (tie[ordered] == new[kind[ordered]])
    candidates = ordered[here]
    return np.asarray(candidates[np.unique(kind[candidates], return_index=True)[1]])


def _n_rows(tie: IntArray, unit: IntArray, bent: BoolArray, ranking: Ranking, most: int) -> int:
    """Return how many rows there would be with so many slices."""
    size = np.diff(ranking.ends, prepend=0)
    cells = np.unique(tie * (int(unit.max(initial=0)) + 1) + unit)
    held = np.bincount(cells // (int(unit.max(initial=0)) + 1), minlength=len(size))
    return int(np.where(bent, held * np.minimum(size, most), size).sum())


class _Laid:
    """An order cut into pieces: a tie group each, or a slice of one whose line bends."""

    def __init__(self, ranking: Ranking, tie: IntArray, bent: BoolArray, most: int) -> None:
        self.ranking, self.tie, self.bent = ranking, tie, bent
        self.size = np.diff(ranking.ends, prepend=0)
        self.start = ranking.ends - self.size
        self.pieces = np.where(bent, np.minimum(self.size, most), 1)
        self.first = np.concatenate([[0], np.cumsum(self.pieces)])
        within = [slice_ends(int(size), most) for size in self.size[bent]]  # groups, not items
        ends = np.empty(int(self.first[-1]), dtype=np.int64)
        self.of = np.repeat(np.arange(len(self.size)), self.pieces)
        sliced = bent[self.of]
        ends[~sliced] = self.size[~bent]
        ends[sliced] = np.concatenate(within) if within else ends[sliced]
        self.ends = ends
        opens = np.zeros(len(ends), dtype=bool)
        opens[self.first[:-1]] = True
        before = np.concatenate([[0], ends[:-1]])
        self.width = ends - np.where(opens, 0, before)

    def gains(self, new: IntArray, entries: IntArray) -> tuple[IntArray, IntArray, FloatArray]:
        """Return (piece, type, types found there on average) for each type that is found."""
        times = self.pieces[new]
        kind = np.repeat(np.arange(len(new)), times)
        step = np.arange(len(kind)) - np.repeat(np.cumsum(times) - times, times)
        piece = self.first[new[kind]] + step
        found = found_by(self.size[new[kind]], entries[kind], self.ends[piece])
        before = np.where(step > 0, np.concatenate([[0.0], found[:-1]]), 0.0)
        return piece, kind, found - before

    def path(self, gains: tuple[IntArray, IntArray, FloatArray], measures: Mapping[str, FloatArray]) -> Path:
        """Return the sums at the ends of all pieces."""
        straight = make_path(self.ranking, None, measures)
        items = np.concatenate([[0.0], self.start[self.of] + self.ends])
        piece, _, gain = gains
        found = np.concatenate([[0.0], np.cumsum(np.bincount(piece, gain, len(self.ends)))])
        # At the end of a tie group the number is whole, whatever its slices add up to in floats.
        whole = np.concatenate([[0], self.first[1:]])
        found[whole] = np.rint(found[whole])

        def added(name: str) -> FloatArray:
            return frozen(found) if name == "positives" else frozen(straight.read(name, items))

        return Path(frozen(items), AddedUp(added, tuple(dict.fromkeys([*measures, "positives"]))))

    def rows(
        self,
        unit: IntArray,
        measures: Mapping[str, FloatArray],
        gains: tuple[IntArray, IntArray, FloatArray],
        unit_of: IntArray,
    ) -> tuple[Ranking, IntArray, FloatArray, Mapping[str, FloatArray]]:
        """Return the rows that resamples are read from: their order, units, weights and amounts."""
        order, n = self.ranking.order, len(self.tie)
        many = int(unit.max()) + 1
        # What a unit has in a group that is cut is one cell; elsewhere every item is one.
        inside = self.bent[self.tie[order]]
        key = np.where(inside, self.tie[order] * many + unit[order], len(self.size) * many + np.arange(n))
        _, at, cell = np.unique(key, return_index=True, return_inverse=True)
        stand = np.empty(len(at), dtype=np.int64)
        stand[np.argsort(at)] = np.arange(len(at))
        cell, at = stand[cell], np.sort(at)
        held = np.bincount(cell).astype(np.float64)
        mean = {
            name: np.bincount(cell, amount[order]) / held
            for name, amount in measures.items()
            if name != "positives"
        }
        of_cell = self.tie[order][at]
        by_tie = np.bincount(of_cell, minlength=len(self.size))
        first_cell = np.cumsum(by_tie) - by_tie
        times = by_tie * self.pieces
        tie = np.repeat(np.arange(len(self.size)), times)
        step = np.arange(len(tie)) - np.repeat(np.cumsum(times) - times, times)
        source = first_cell[tie] + step % by_tie[tie]
        piece = self.first[tie] + step // by_tie[tie]
        weight = held[source] * (self.width[piece] / self.size[tie])
        amounts = {name: amount[source] for name, amount in mean.items()}
        of_row = unit[order][at][source]
        found_at, kind, gain = gains
        # Where several items of a unit stand in a group that is not cut, the first takes it: only the end counts.
        key = piece * many + of_row
        sorted_rows = np.argsort(key, kind="stable")
        place = sorted_rows[np.searchsorted(key[sorted_rows], found_at * many + unit_of[kind])]
        amounts["positives"] = np.bincount(place, gain, len(tie)) / weight
        ends = np.searchsorted(piece, np.arange(len(self.ends)), side="right")
        return Ranking(np.arange(len(tie)), ends), of_row, weight, amounts
