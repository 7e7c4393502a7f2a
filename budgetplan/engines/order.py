"""One order of a list as it was counted: its stretches, and the groups of equal items where a stop falls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.counted import CountedRows
from budgetplan.engines.base import Answer
from budgetplan.engines.buckets import Buckets, Stretches
from budgetplan.engines.queries import Cut, Order
from budgetplan.engines.single import as_shown

MISSING = -1
"""The stretch of items without a score."""
TIED_PIECES = 32
"""So many pieces of a tie in which a stop falls are told apart by their price: how entries lie along it is read there."""


@dataclass(frozen=True, eq=False)
class Knots:
    """Scores that are told apart exactly.

    Attributes
    ----------
    labelled
        Shape (G,), rising: the finite scores of the labelled items.
    first
        Shape (G,): from which score of the list on items score no less.
    raw
        Shape (H,), rising: all scores at which a stretch begins, as the list has them.
    single
        Whether the list's scores are of single precision.
    per
        How many of the list's are 1 among the labelled ones: places of a mixture are whole numbers.
    """

    labelled: FloatArray
    first: FloatArray
    raw: FloatArray
    single: bool = False
    per: int = 1

    def shown(self, raw: FloatArray) -> FloatArray:
        """Return scores of the list as the labelled ones are written, same shape."""
        return as_shown(raw) if self.single else raw / self.per

    def upto(self, raw: FloatArray) -> IntArray:
        """Return how many labelled scores lie at or below scores of the list, or where those begin."""
        return np.searchsorted(self.first, raw, side="right")

    def inside(self, score: FloatArray, gap: IntArray) -> FloatArray:
        """Return scores moved into the gap that they belong to: gap g lies above g labelled scores."""
        ends = np.concatenate([[-np.inf], self.labelled, [np.inf]])
        low, high = np.nextafter(ends[gap], np.inf), np.nextafter(ends[gap + 1], -np.inf)
        return np.clip(score, low, high)


@dataclass(frozen=True, eq=False)
class _Parts:
    """Rows of an order, rising or falling; see :class:`budgetplan.domain.counted.CountedRows`.

    ``stretch``: which one each row is of; ``raw``, ``price``: score and price where all of the row have these.
    """

    stretch: IntArray
    score: FloatArray
    raw: FloatArray
    price: FloatArray
    count: IntArray
    one_score: BoolArray
    tied: BoolArray
    sums: Mapping[str, IntArray]

    def picked(self, rows: IntArray | BoolArray) -> _Parts:
        arrays = {name: getattr(self, name)[rows] for name in _ARRAYS}
        return _Parts(**arrays, sums={name: one[rows] for name, one in self.sums.items()})


_ARRAYS = ("stretch", "score", "raw", "price", "count", "one_score", "tied")


def _joined(parts: Iterable[_Parts]) -> _Parts:
    each = list(parts)
    arrays = {name: np.concatenate([getattr(one, name) for one in each]) for name in _ARRAYS}
    sums = {name: np.concatenate([one.sums[name] for one in each]) for name in each[0].sums}
    return _Parts(**arrays, sums=sums)


@dataclass(eq=False)
class CountedOrder:
    """An order of the list, counted.

    Attributes
    ----------
    order, buckets, knots, stretches
        How it is asked for.
    counted
        The answer: columns p, n, n_at, and s_NAME, at_NAME for each sum.
    missing
        The items without a score: columns n, s_NAME.
    known
        Rows of the list that are labelled items, to be taken off: columns x (NaN for none), s_NAME.
    each
        What is the same for every item.
    every
        All groups of items that are equal in score and price, best first, in a list of which all were asked for.
    groups
        Those of single stretches.
    stops
        Where the order was looked at.
    """

    order: Order
    buckets: Buckets
    knots: Knots
    stretches: Stretches
    counted: Answer
    missing: Answer
    known: Answer
    each: Mapping[str, int]
    every: pd.DataFrame | None = None
    groups: dict[int, pd.DataFrame] = field(default_factory=dict)
    stops: set[int] = field(default_factory=set)
    _told: _Parts | None = field(default=None, init=False, repr=False)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(name[2:] for name in self.missing if name.startswith("s_"))

    @property
    def _by_price(self) -> bool:
        return "cost" in self._names

    def coarse(self) -> _Parts:
        """Return the order in stretches, best first: those without items are left out."""
        return self._coarse

    @cached_property
    def _coarse(self) -> _Parts:
        # Read at every stop that is looked at, and the same at all of them.
        parts = self._counted()
        return parts.picked(np.flatnonzero(parts.count > 0)[::-1])

    def _counted(self) -> _Parts:
        """Return all stretches rising: the missing, then of each what stands at its beginning, and the others."""
        found, n_parts = self.stretches, 2 * len(self.stretches.low)
        asked = {"count": ("n", "n_at")} | {name: (f"s_{name}", f"at_{name}") for name in self._names}
        amounts = {name: self._halves(*columns) for name, columns in asked.items()}
        self._take_off(amounts)
        for name, halves in amounts.items():
            missing = int(self.missing["n" if name == "count" else f"s_{name}"][0])
            halves[0] = missing - self._known_missing(name)
        stretch = np.concatenate([[MISSING], np.repeat(np.arange(n_parts // 2), 2)])
        at_knot = np.zeros(n_parts + 1, dtype=bool)
        at_knot[1::2] = found.at_knot
        raw = np.full(n_parts + 1, np.nan)
        raw[0], raw[1::2] = -np.inf, np.where(found.at_knot, found.low, np.nan)
        one_score = at_knot | (stretch == MISSING)
        return _Parts(
            stretch,
            self._scores(raw, one_score),
            raw,
            np.full(n_parts + 1, np.nan),
            amounts.pop("count"),
            one_score,
            one_score & (not self._by_price),
            amounts,
        )

    def _halves(self, whole: str, start: str) -> IntArray:
        """Return an amount by half stretches, rising, after a place for the missing."""
        halves = np.zeros(1 + 2 * len(self.stretches.low), dtype=np.int64)
        place = self.counted["p"].astype(np.int64)
        at = self.counted[start].astype(np.int64)
        halves[1 + 2 * place] = at
        halves[2 + 2 * place] = self.counted[whole].astype(np.int64) - at
        return halves

    def _take_off(self, amounts: Mapping[str, IntArray]) -> None:
        """Take off the rows that are labelled items."""
        score = self.known["x"]
        there = np.isfinite(score)
        place = self.stretches.of(self.buckets.of(score[there]), score[there])
        half = 2 + 2 * place - (score[there] == self.stretches.low[place])
        for name, halves in amounts.items():
            amount = np.ones(len(half)) if name == "count" else self.known[f"s_{name}"][there]
            np.subtract.at(halves, half, amount.astype(np.int64))

    def _known_missing(self, name: str) -> int:
        lacking = ~np.isfinite(self.known["x"])
        return int(lacking.sum() if name == "count" else self.known[f"s_{name}"][lacking].sum())

    def _scores(self, raw: FloatArray, one_score: BoolArray) -> FloatArray:
        """Return a score for each half stretch, rising, that lies right among the labelled ones."""
        found, knots = self.stretches, self.knots
        before = np.concatenate([[-np.inf], knots.raw])[found.below]
        gap = np.repeat(knots.upto(before), 2)
        low = np.where(np.isfinite(found.low), found.low, self.buckets.edge(found.bucket))
        high = np.where(np.isfinite(found.high), found.high, self.buckets.edge(found.bucket + 1))
        middle = knots.inside(np.repeat((low * 0.5 + high * 0.5) / knots.per, 2), gap)
        score = np.concatenate([[-np.inf], middle])
        score[one_score] = knots.shown(raw[one_score])
        return score

    def rows(self) -> CountedRows:
        """Return the order, with the groups of equal items at the stops that were looked at."""
        return as_rows(self.parts(), self.each)

    def parts(self) -> _Parts:
        """Return the rows of the order, best first; they are put together once for the stops looked at so far."""
        if self._told is None:
            self._told = self._together()
        return self._told

    def _together(self) -> _Parts:
        if self.every is not None:
            return self._ungrouped(self.every)
        coarse = self.coarse()
        if not self.groups:
            return coarse
        ends = np.cumsum(coarse.count)
        pieces, done = [], 0
        for stretch in sorted(self.groups, reverse=True):  # stretches that hold a stop: a few dozen
            rows = np.flatnonzero(coarse.stretch == stretch)
            if not len(rows):
                continue
            pieces.append(coarse.picked(np.arange(done, rows[0])))
            start = int(ends[rows[0]] - coarse.count[rows[0]])
            pieces.append(self._cut(stretch, start))
            done = int(rows[-1]) + 1
        return _joined([*pieces, coarse.picked(np.arange(done, len(ends)))])

    def _ungrouped(self, groups: pd.DataFrame) -> _Parts:
        """Return a row for each group."""
        raw, each = groups["x"].to_numpy(), np.ones(len(groups), dtype=bool)
        return _Parts(
            groups["p"].to_numpy(),
            self.knots.shown(raw),
            raw,
            groups["price"].to_numpy(),
            groups["n"].to_numpy(),
            each,
            each,
            {name: groups[f"s_{name}"].to_numpy() for name in self._names},
        )

    def _cut(self, stretch: int, start: int) -> _Parts:
        """Return a stretch whose groups are known: those at a stop by themselves, the others together."""
        groups = self.groups[stretch]
        count = groups["n"].to_numpy()
        ends = start + np.cumsum(count)
        stops = np.array(sorted(self.stops), dtype=np.int64)
        held = np.searchsorted(ends, stops[(stops > start) & (stops <= ends[-1])], side="left")
        fresh = np.zeros(len(groups), dtype=bool)
        fresh[0] = True
        fresh[held] = True
        fresh[np.minimum(held + 1, len(groups) - 1)] = True
        raw = groups["x"].to_numpy()
        if self._by_price:
            fresh |= _pieces_of_ties(raw, count, held)
        # What stands at a labelled score is no part of the gap above it.
        at_start = raw == (-np.inf if stretch == MISSING else self.stretches.low[stretch])
        fresh[1:] |= at_start[1:] & ~at_start[:-1]
        first = np.flatnonzero(fresh)
        last = np.append(first[1:], len(groups)) - 1
        one_score = raw[first] == raw[last]
        return _Parts(
            np.full(len(first), stretch),
            self.knots.shown(raw[last]),
            np.where(one_score, raw[last], np.nan),
            np.where(first == last, groups["price"].to_numpy()[last], np.nan),
            np.add.reduceat(count, first),
            one_score,
            first == last,
            {name: np.add.reduceat(groups[f"s_{name}"].to_numpy(), first) for name in self._names},
        )

    def sees(self, stops: Iterable[int]) -> bool:
        """Say whether each of these stops falls among items that are known to be equal."""
        parts = self.parts()
        row = np.searchsorted(np.cumsum(parts.count), [stop for stop in stops if stop > 0], side="left")
        return bool(parts.tied[row[row < len(parts.tied)]].all())

    def lacking(self, stops: Iterable[int]) -> IntArray:
        """Return the stretches whose groups must be known for some stops, after noting these."""
        fresh = {stop for stop in stops if stop > 0} - self.stops
        if fresh:
            self.stops |= fresh
            self._told = None
        if self.every is not None:
            return np.zeros(0, dtype=np.int64)
        coarse = self.coarse()
        ends = np.cumsum(coarse.count)
        row = np.searchsorted(ends, sorted(fresh), side="left")
        row = row[row < len(ends)]
        wanted = np.unique(coarse.stretch[row[~coarse.tied[row]]])
        return wanted[~np.isin(wanted, list(self.groups))]

    def take_groups(self, answer: Answer, stretch: IntArray) -> None:
        """Take the groups of some stretches: columns p, x, price where prices differ, n, s_NAME."""
        for place, groups in self._groups(answer, stretch).groupby("p"):
            self.groups[int(place)] = groups.reset_index(drop=True)
        self._told = None

    def take_every(self, answer: Answer) -> None:
        """Take the groups of all stretches."""
        found = self._groups(answer, np.arange(MISSING, len(self.stretches.low)))
        self.every = found.sort_values(["p", "x", "price"], ascending=[False, False, True])
        self._told = None

    def _groups(self, answer: Answer, stretch: IntArray) -> pd.DataFrame:
        found = pd.DataFrame({name: np.asarray(column) for name, column in answer.items()})
        if "price" not in found:
            found["price"] = 0
        sums = ["n", *(f"s_{name}" for name in self._names)]
        found = pd.concat([found, self._known_groups(stretch)])
        found = found.groupby(["p", "x", "price"], as_index=False)[sums].sum()
        found = found[found["n"] > 0].astype(dict.fromkeys(["p", "price", *sums], np.int64))
        return found.sort_values(["p", "x", "price"], ascending=[True, False, True])

    def _known_groups(self, stretch: IntArray) -> pd.DataFrame:
        """Return the labelled items in some stretches as groups that are taken off."""
        score = self.known["x"]
        there = np.isfinite(score)
        place = np.full(len(score), MISSING)
        place[there] = self.stretches.of(self.buckets.of(score[there]), score[there])
        off = {"p": place, "x": np.where(there, score, -np.inf), "n": np.full(len(score), -1)}
        off |= {f"s_{name}": -self.known[f"s_{name}"] for name in self._names}
        off["price"] = self.known["s_cost"] if self._by_price else np.zeros(len(score))
        return pd.DataFrame(off)[np.isin(place, stretch)]

    def equal_at(self, cut: Cut) -> int:
        """Return how many items are equal at a cut."""
        parts = self.parts()
        here = (parts.raw == cut.score) & parts.tied
        here &= (parts.price == cut.price) | (not self._by_price)
        return int(parts.count[here].sum())

    def cut(self, items: int) -> tuple[Cut, float] | None:
        """Return the group in which an order's first items end, and which share of it is among them; None: not known."""
        parts = self.parts()
        ends = np.cumsum(parts.count)
        row = int(np.searchsorted(ends, items, side="left"))
        if row >= len(ends) or not parts.tied[row]:
            return None
        share = (items - int(ends[row] - parts.count[row])) / int(parts.count[row])
        price = int(parts.price[row]) if self._by_price else None
        return Cut(float(parts.raw[row]), price), share


def _pieces_of_ties(raw: FloatArray, count: IntArray, held: IntArray) -> BoolArray:
    """Say at which groups of a stretch a new row begins, so that ties in which a stop falls are seen along their price.

    ``raw``, ``count``: score and size of each group, best first, the cheaper of one score first; ``held``: groups with a stop.
    Shape (groups,).

    >>> _pieces_of_ties(np.array([3.0, 2, 2, 2, 1]), np.array([9, 1, 98, 1, 7]), np.array([2])).tolist()
    [False, True, False, True, True]
    """
    opens = np.append(True, raw[1:] != raw[:-1])
    tie, before = np.cumsum(opens) - 1, np.cumsum(count) - count
    starts = np.flatnonzero(opens)
    size, begun = np.add.reduceat(count, starts)[tie], before[starts][tie]
    piece = (before - begun) * TIED_PIECES // size
    fresh = opens | np.append(True, np.diff(piece) != 0)
    own = np.isin(tie, tie[held])
    return np.asarray((fresh & own) | np.append(False, own[:-1] & opens[1:]))


def as_rows(parts: _Parts, each: Mapping[str, int]) -> CountedRows:
    """Return rows as the plan needs them."""
    return CountedRows(parts.score, parts.count, parts.one_score, parts.tied, parts.sums, each)
