"""Entries that are types: each counts once, at its first confirmed item in an order (METHODS R6).

Inside a tie group nobody knows the order. At its end all is known; inside, a type with k entries among the group's g
items is found by the time that j of them are reviewed with probability 1 - C(g - k, j) / C(g, j), the mean over all
orders. With one entry each that is a straight line, as for items; with more it bends, and a straight line would
promise fewer types than there are. Where some type has more than one entry in the group in which it is first found,
the group is therefore cut into slices, between which the sums run straight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.answers import first_seen
from budgetplan.core.path import Path, Ranking, frozen, make_path
from budgetplan.domain.items import Items
from budgetplan.domain.plan import Plan

MOST_SLICES = 32
"""Groups of up to so many items are exact at every item; of larger ones the ends of so many slices, closer in front."""


@dataclass(frozen=True, eq=False)
class Types:
    """The types of the labelled items.

    Attributes
    ----------
    kind
        Shape (n,): code of the type of each, 0..T-1, as they first come among the items.
    confirmed, tokens
        Shape (n,): 1 where people confirm the item, else 0; and how many tokens it then brings.
    column
        The column that names the types; empty where every row is one.
    worth
        What a type is worth, in currency units; 0 where nobody said.
    """

    kind: IntArray
    confirmed: FloatArray
    tokens: FloatArray
    column: str
    worth: float

    @property
    def n_types(self) -> int:
        """Types among the labelled items, whether entries or not."""
        return int(self.kind.max(initial=-1)) + 1

    @property
    def alone(self) -> bool:
        """Whether every type has one item, so that entries are items."""
        return self.n_types == len(self.kind)

    def counted(self, measures: Mapping[str, FloatArray], known: FloatArray) -> Mapping[str, FloatArray]:
        """Return the measures with ``positives`` 1 for one item of each type that is an entry, and ``tokens``.

        The item is the cheapest confirmed one, by what each costs as known beforehand, shape (n,): a perfect order
        would review it first.
        """
        order = np.argsort(known, kind="stable")
        confirmed = order[self.confirmed[order] > 0]
        entries = np.zeros(len(self.kind))
        entries[confirmed[np.unique(self.kind[confirmed], return_index=True)[1]]] = 1.0
        return {**measures, "positives": entries, "tokens": self.tokens}

    @property
    def n_tokens(self) -> float:
        """Tokens of all types among the labelled items."""
        return float(self.tokens.sum())


def types_of(plan: Plan, items: Items, often: FloatArray | None, confirmed: FloatArray) -> Types | None:
    """Return the types of the labelled items; None where entries are items.

    Parameters
    ----------
    items
        All items.
    often
        Shape of the items: how often each occurs, where every row is a type; None: once.
    confirmed
        Of the labelled ones, shape (n,): 1 where people confirm the item, else 0.
    """
    if not plan.by_type:
        return None
    labelled, n = items.labelled, len(confirmed)
    worth = 0.0 if plan.values is None else float(next(iter(plan.values.entry.values())))
    if items.kind is None:
        tokens = confirmed if often is None else often[labelled] * confirmed
        return Types(np.arange(n), confirmed, tokens, "", worth)
    return Types(first_seen(items.kind[labelled]), confirmed, confirmed, plan.columns.type, worth)


@dataclass(frozen=True, eq=False)
class TypesAlong:
    """One order of review, as types add up along it.

    Attributes
    ----------
    path
        Items, ``positives`` (types found), ``spare`` (items of types that an earlier tie group has shown) and the sums
        of the other measures: at the ends of tie groups and of slices.
    ends
        Shape (groups + 1,), from 0: items reviewed at the end of each tie group.
    first, entries
        Shape (types,): the tie group in which each type is first found (-1: never), and its entries there.
    """

    path: Path
    ends: IntArray
    first: IntArray
    entries: IntArray

    def extremes(self, items: float) -> tuple[float, float]:
        """Return how few and how many types are found after ``items`` if the order inside the tie group is worst or best.

        At worst the items left for last hide as many types as they can, those with the fewest entries in the group.

        Examples
        --------
        Four tied items, all entries, of types a, a, a, b: after three of them a is found, b may be.

        >>> tied = Ranking(np.arange(4), np.array([4]))
        >>> order = types_along(tied, np.array([0, 0, 0, 1]), np.ones(4), {})
        >>> order.extremes(3), order.extremes(1), order.extremes(4)
        ((1.0, 2.0), (1.0, 1.0), (2.0, 2.0))
        """
        place = int(np.searchsorted(self.ends, items, side="left"))
        if place >= len(self.ends) or self.ends[place] == items or place == 0:
            value = float(self.path.read("positives", items))
            return value, value
        before = float(np.count_nonzero((self.first >= 0) & (self.first < place - 1)))
        here = np.sort(self.entries[self.first == place - 1])
        hidden = int(np.searchsorted(np.cumsum(here), float(self.ends[place]) - items, side="right"))
        into = items - float(self.ends[place - 1])
        return before + len(here) - hidden, before + min(len(here), into)


def types_along(
    ranking: Ranking,
    kind: IntArray,
    confirmed: FloatArray,
    measures: Mapping[str, FloatArray],
    worth: float = 0.0,
) -> TypesAlong:
    """Add up types along an order of review.

    Parameters
    ----------
    ranking
        Order and tie groups of n items.
    kind
        Shape (n,): code of each item's type, 0..T-1.
    confirmed
        Shape (n,): 1 where the item is an entry by itself, else 0.
    measures
        Name and per-item amount, shape (n,); ``positives`` among them is replaced by types, ``value`` by their worth.
    worth
        Of a type.

    Examples
    --------
    Two tied items of one type, both entries: after the first it is found.

    >>> order = types_along(Ranking(np.arange(2), np.array([2])), np.zeros(2, dtype=int), np.ones(2), {})
    >>> order.path.items.tolist(), order.path.sums["positives"].tolist()
    ([0.0, 1.0, 2.0], [0.0, 1.0, 1.0])
    """
    size = np.diff(ranking.ends, prepend=0)
    tie = np.empty(len(ranking.order), dtype=np.int64)
    tie[ranking.order] = np.repeat(np.arange(len(size)), size)
    n_kinds, entry = int(kind.max(initial=-1)) + 1, confirmed > 0
    first = np.full(n_kinds, len(size))
    np.minimum.at(first, kind[entry], tie[entry])
    entries = np.bincount(kind[entry & (tie == first[kind])], minlength=n_kinds)
    # A piece is a tie group, or a slice of one whose line bends.
    bent = np.zeros(len(size) + 1, dtype=bool)
    bent[first[entries > 1]] = True
    bent = bent[:-1]
    pieces = np.where(bent, np.minimum(size, MOST_SLICES), 1)
    opens = np.concatenate([[0], np.cumsum(pieces)])
    group = np.repeat(np.arange(len(size)), pieces)
    ends = size[group]
    if bent.any():
        ends[bent[group]] = np.concatenate([slice_ends(each) for each in size[bent].tolist()])
    # Types found in each piece of the group in which they are first found, on average.
    shown = np.flatnonzero(entries > 0)
    times = pieces[first[shown]]
    of = np.repeat(shown, times)
    step = np.arange(len(of)) - np.repeat(np.cumsum(times) - times, times)
    piece = opens[first[of]] + step
    chance = found_by(size[first[of]], entries[of], ends[piece])
    gain = chance - np.where(step > 0, np.concatenate([[0.0], chance[:-1]]), 0.0)
    found = np.concatenate([[0.0], np.cumsum(np.bincount(piece, gain, len(ends)))])
    # At the end of a tie group the number is whole, whatever its slices add up to in floats.
    found[opens] = np.rint(found[opens])
    items = np.concatenate([[0.0], (ranking.ends - size)[group] + ends])
    spare = (tie > first[kind]).astype(np.float64)
    straight = make_path(ranking, None, {**measures, "spare": spare})
    sums = {name: frozen(straight.read(name, items)) for name in straight.sums}
    sums |= {"positives": frozen(found), "value": frozen(worth * found)}
    starts = np.concatenate([[0], ranking.ends])
    return TypesAlong(Path(frozen(items), sums), starts, np.where(entries > 0, first, -1), entries)


def found_by(size: IntArray, entries: IntArray, reviewed: IntArray) -> FloatArray:
    """Return how likely a type with some of a tie group's items as entries is found by then: the mean over all orders.

    Parameters
    ----------
    size, entries, reviewed
        Shape (k,): items of the group, the type's entries among them (>= 1), and items of it that are reviewed.

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

    >>> found_by(np.array([4, 4, 4]), np.array([2, 2, 2]), np.array([0, 2, 3])).round(4).tolist()
    [0.0, 0.8333, 1.0]
    """
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, int(size.max(initial=0)) + 1)))])
    left = size - entries - reviewed
    missed = logs[size - entries] + logs[size - reviewed] - logs[np.maximum(left, 0)] - logs[size]
    found = np.where(entries == 1, reviewed / size, 1.0 - np.exp(np.minimum(missed, 0.0)))
    found = np.where(left >= 0, found, 1.0)
    return np.where(reviewed > 0, found, 0.0)


def slice_ends(size: int) -> IntArray:
    """Return after how many of a group's items its slices end, shape (slices,), last = size.

    >>> slice_ends(3).tolist(), slice_ends(1000)[:4].tolist()
    ([1, 2, 3], [1, 4, 9, 16])
    """
    step = np.arange(1, min(size, MOST_SLICES) + 1)
    return (
        np.maximum(step, np.rint(size * (step / len(step)) ** 2).astype(np.int64))
        if size > MOST_SLICES
        else step
    )
