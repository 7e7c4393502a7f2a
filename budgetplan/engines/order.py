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

TIED_PIECES = 32
"""So many pieces of a tie in which a stop falls are told apart by their price: how entries lie along it is read there."""


def as_shown(score: FloatArray) -> FloatArray:
    """Return numbers of single precision as the shortest decimals that stand for them, same shape.

    >>> as_shown(np.array([np.float32(0.1)], dtype=np.float64)).tolist()
    [0.1]
    """
    return score.astype(np.float32).astype(str).astype(np.float64)


def first_not_below(score: FloatArray) -> FloatArray:
    """Return for each score the least number of single precision that is shown as no less; inf where there is none.

    Parameters
    ----------
    score
        Shape (G,), finite.

    Examples
    --------
    >>> found = first_not_below(np.array([0.1, 0.1 + 1e-12]))
    >>> (found == np.float32([0.1, np.nextafter(np.float32(0.1), np.float32(1))])).tolist()
    [True, True]
    """
    most = np.finfo(np.float32).max
    with np.errstate(over="ignore", under="ignore"):
        near = np.clip(score.astype(np.float32), -most, most)
        low, high = np.nextafter(near, np.float32(-np.inf)), np.nextafter(near, np.float32(np.inf))
    tried = np.stack([np.clip(one, -most, most) for one in (low, near, high)]).astype(np.float64)
    reached = as_shown(tried.ravel()).reshape(tried.shape) >= score
    first = tried[reached.argmax(axis=0), np.arange(len(score))]
    return np.where(reached.any(axis=0), first, np.inf)


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


@dataclass(eq=False)
class CountedOrder:
    """An order of the list, counted.

    Its rows are frames with the columns ``stretch`` (which one each row is of), ``score`` (right among the labelled
    ones), ``raw`` and ``price`` (where all of the row have these), ``count``, ``one_score``, ``tied``, and ``s_NAME`` for
    each sum: see :class:`budgetplan.domain.counted.CountedRows`.

    Attributes
    ----------
    order, buckets, knots, stretches
        How it is asked for.
    lacking
        Whether some items have no score.
    counted
        The answer: columns p, n, n_at, and s_NAME, at_NAME for each sum.
    each
        What is the same for every item.
    every
        A row for each group of items that are equal in score and price, in a list of which all were asked for.
    groups
        Those of single stretches.
    stops
        Where the order was looked at.
    """

    order: Order
    buckets: Buckets
    knots: Knots
    stretches: Stretches
    lacking: bool
    counted: Answer
    each: Mapping[str, int]
    every: pd.DataFrame | None = None
    groups: dict[int, pd.DataFrame] = field(default_factory=dict)
    stops: set[int] = field(default_factory=set)
    _rows: pd.DataFrame | None = field(default=None, init=False, repr=False)

    @property
    def _sums(self) -> list[str]:
        return [name for name in self.counted if name.startswith("s_")]

    @property
    def _by_price(self) -> bool:
        return "s_cost" in self._sums

    @cached_property
    def coarse(self) -> pd.DataFrame:
        """The order in stretches, best first: of each what stands at its beginning, and the others; empty ones left out."""
        found, knots = self.stretches, self.knots
        n, place = len(found.low), self.counted["p"].astype(np.int64)
        at_start = np.arange(2 * n) % 2 == 0
        one_score = at_start & np.repeat(found.at_knot, 2)
        raw = np.where(one_score, np.repeat(found.low, 2), np.nan)
        gap = np.repeat(knots.upto(np.concatenate([[-np.inf], knots.raw])[found.below]), 2)
        low = np.where(np.isfinite(found.low), found.low, self.buckets.edge(found.bucket))
        high = np.where(np.isfinite(found.high), found.high, self.buckets.edge(found.bucket + 1))
        score = knots.inside(np.repeat((low * 0.5 + high * 0.5) / knots.per, 2), gap)
        score[one_score] = knots.shown(raw[one_score])
        columns = {"stretch": np.repeat(np.arange(n), 2), "score": score, "raw": raw, "price": np.nan}
        for name, start in (("n", "n_at"), *((name, f"at_{name[2:]}") for name in self._sums)):
            halves = np.zeros((n, 2), dtype=np.int64)
            halves[place, 0] = self.counted[start].astype(np.int64)
            halves[place, 1] = self.counted[name].astype(np.int64) - halves[place, 0]
            columns["count" if name == "n" else name] = halves.ravel()
        frame = pd.DataFrame(columns).assign(one_score=one_score, tied=one_score & (not self._by_price))
        return frame[frame["count"] > 0][::-1].reset_index(drop=True)

    def rows(self) -> CountedRows:
        """Return the order, with the groups of equal items at the stops that were looked at."""
        return as_rows(self.parts(), self.each)

    def parts(self) -> pd.DataFrame:
        """Return the rows of the order, best first; they are put together once for the stops looked at so far."""
        if self._rows is None:
            self._rows = self._together()
        return self._rows

    def _together(self) -> pd.DataFrame:
        if self.every is not None:
            return self.every
        coarse = self.coarse
        stretch, ends = coarse["stretch"].to_numpy(), np.cumsum(coarse["count"].to_numpy())
        pieces, done = [], 0
        for place in sorted(self.groups, reverse=True):  # stretches that hold a stop: a few dozen
            held = np.flatnonzero(stretch == place)
            pieces.append(coarse[done : held[0]])
            pieces.append(self._cut(place, int(ends[held[0]] - coarse["count"][held[0]])))
            done = int(held[-1]) + 1
        return pd.concat([*pieces, coarse[done:]], ignore_index=True)

    def _cut(self, stretch: int, start: int) -> pd.DataFrame:
        """Return a stretch whose groups are known: those at a stop by themselves, the others together."""
        groups = self.groups[stretch]
        count, raw = groups["n"].to_numpy(), groups["x"].to_numpy()
        ends, stops = start + np.cumsum(count), np.array(sorted(self.stops), dtype=np.int64)
        held = np.searchsorted(ends, stops[(stops > start) & (stops <= ends[-1])], side="left")
        fresh = np.zeros(len(groups), dtype=bool)
        fresh[[0, *held, *np.minimum(held + 1, len(groups) - 1)]] = True
        if self._by_price:
            fresh |= _pieces_of_ties(raw, count, held)
        # What stands at a labelled score is no part of the gap above it.
        at_start = raw == self.stretches.low[stretch]
        fresh[1:] |= at_start[1:] & ~at_start[:-1]
        return self._merged(groups, np.flatnonzero(fresh))

    def _merged(self, groups: pd.DataFrame, first: IntArray) -> pd.DataFrame:
        """Return a row for the groups from each of some on, shape (R,), up to the next."""
        last = np.append(first[1:], len(groups)) - 1
        raw, price = groups["x"].to_numpy(), groups["price"].to_numpy()
        one_score, tied = raw[first] == raw[last], first == last
        return pd.DataFrame(
            {
                "stretch": groups["p"].to_numpy()[first],
                "score": self.knots.shown(raw[last]),
                "raw": np.where(one_score, raw[last], np.nan),
                "price": np.where(tied, price[last], np.nan),
                "count": np.add.reduceat(groups["n"].to_numpy(), first),
                "one_score": one_score,
                "tied": tied,
            }
            | {name: np.add.reduceat(groups[name].to_numpy(), first) for name in self._sums}
        )

    def sees(self, stops: Iterable[int]) -> bool:
        """Say whether each of these stops falls among items that are known to be equal."""
        parts = self.parts()
        row = np.searchsorted(np.cumsum(parts["count"]), [stop for stop in stops if stop > 0], side="left")
        return bool(parts["tied"].to_numpy()[row[row < len(parts)]].all())

    def wanted(self, stops: Iterable[int]) -> IntArray:
        """Return the stretches whose groups must be known for some stops, after noting these."""
        fresh = {stop for stop in stops if stop > 0} - self.stops
        if fresh:
            self.stops |= fresh
            self._rows = None
        if self.every is not None:
            return np.zeros(0, dtype=np.int64)
        coarse = self.coarse
        row = np.searchsorted(np.cumsum(coarse["count"]), sorted(fresh), side="left")
        row = row[row < len(coarse)]
        stretch = np.unique(coarse["stretch"].to_numpy()[row[~coarse["tied"].to_numpy()[row]]])
        return stretch[~np.isin(stretch, list(self.groups))]

    def take(self, answer: Answer, *, every: bool = False) -> None:
        """Take the groups of some stretches, or of all: columns p, x, price where prices differ, n, s_NAME."""
        found = pd.DataFrame({"price": 0} | {name: np.asarray(column) for name, column in answer.items()})
        found = found.astype(dict.fromkeys(["p", "price", "n", *self._sums], np.int64))
        found = found.sort_values(["p", "x", "price"], ascending=[False, False, True])
        if every:
            self.every = self._merged(found, np.arange(len(found)))
        for place, groups in () if every else found.groupby("p"):
            self.groups[int(place)] = groups.reset_index(drop=True)
        self._rows = None

    def equal_at(self, cut: Cut) -> int:
        """Return how many items are equal at a cut."""
        parts = self.parts()
        here = (parts["raw"] == cut.score) & parts["tied"]
        here &= (parts["price"] == cut.price) | (not self._by_price)
        return int(parts["count"][here].sum())

    def cut(self, items: int) -> tuple[Cut, float] | None:
        """Return the group in which an order's first items end, and which share of it is among them; None: not known."""
        parts = self.parts()
        ends = np.cumsum(parts["count"].to_numpy())
        at = int(np.searchsorted(ends, items, side="left"))
        if at >= len(ends) or not parts["tied"][at]:
            return None
        row = parts.iloc[at]
        share = (items - int(ends[at] - row["count"])) / int(row["count"])
        return Cut(float(row["raw"]), int(row["price"]) if self._by_price else None), share


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


def as_rows(parts: pd.DataFrame, each: Mapping[str, int]) -> CountedRows:
    """Return rows as the plan needs them."""
    sums = {name[2:]: parts[name].to_numpy() for name in parts if str(name).startswith("s_")}
    score, count, one_score, tied = (
        parts[name].to_numpy() for name in ("score", "count", "one_score", "tied")
    )
    return CountedRows(score, count, one_score, tied, sums, each)
