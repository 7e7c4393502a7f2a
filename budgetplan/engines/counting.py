"""Counts a list in every order of review, in SQL that every engine understands alike (METHODS F9), and writes a plan's queue from it.

Items that are equal in score and price stand in the order of a hash of their names, which every engine computes alike:
the same list gives the same queue wherever it lies, and nobody's sort of texts plays a part (METHODS F2).
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan import __version__
from budgetplan import lazy_pandas as pd
from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.dataset.list_files import doubled_id
from budgetplan.domain.items import CountedRows
from budgetplan.domain.messages import Message
from budgetplan.domain.prices import MICRO
from budgetplan.engines.base import N_BUCKETS, Engine, SqlWords, hold_names
from budgetplan.errors import BadDataError

MOST_ROOTS = 6
"""Square roots are drawn so often at most: each makes twice the room at one end of the scores."""


@dataclass(frozen=True)
class Buckets:
    """From a score to its bucket, 0 to ``n`` - 1: never falling as scores rise.

    Each step is correctly rounded and increasing (subtract, divide, square root, multiply, floor), so that numpy and every
    engine find the same bucket. A small table says for each bucket which stretches it has; a join on the bucket, and a
    comparison with the ends of the stretches, find the one of each row.

    ``roots``: how often a square root is drawn; ``from_top``: whether it makes room at the upper end of the scores.
    """

    low: float
    high: float
    roots: int = 0
    from_top: bool = False
    n: int = N_BUCKETS

    @property
    def _half(self) -> tuple[float, float]:
        """Half of the lowest score and of the range: the range itself may be too wide for a number."""
        return self.low * 0.5, (self.high * 0.5 - self.low * 0.5) or 1.0

    def of(self, score: FloatArray) -> IntArray:
        """Return the bucket of each score, same shape.

        >>> Buckets(0.0, 1.0, n=4).of(np.array([-1.0, 0.3, 0.5, 1.0])).tolist()
        [0, 1, 2, 3]
        """
        low, wide = self._half
        with np.errstate(over="ignore"):  # beyond both ends
            at = np.clip((score * 0.5 - low) / wide, 0.0, 1.0)
        at = 1.0 - at if self.from_top else at
        for _ in range(self.roots):
            at = np.sqrt(at)
        at = 1.0 - at if self.from_top else at
        return np.minimum(np.floor(at * float(self.n)), self.n - 1.0).astype(np.int64)

    def edge(self, bucket: IntArray) -> FloatArray:
        """Return about where each bucket begins."""
        at = bucket / float(self.n)
        at = 1.0 - at if self.from_top else at
        at = at ** (2.0**self.roots)
        at = 1.0 - at if self.from_top else at
        low, wide = self._half
        return np.asarray((at * wide + low) * 2)

    def query(self, score: str, words: SqlWords, *, lacking: bool = True) -> str:
        """Return the same as SQL: -1 for minus infinity, what has no score.

        ``score``: a column of numbers from ``low`` to ``high``; ``lacking``: or minus infinity.
        """
        low, wide = self._half
        unit = words.number(1.0)
        at = f"({score} * {words.number(0.5)} - {words.number(low)}) / {words.number(wide)}"
        at = f"({unit} - {at})" if self.from_top else at
        for _ in range(self.roots):
            at = f"SQRT({at})"
        at = f"({unit} - {at})" if self.from_top else at
        at = f"CAST(LEAST(FLOOR({at} * {words.number(self.n)}), {words.number(self.n - 1)}) AS {words.whole})"
        return f"CASE WHEN {score} > {words.number(-np.inf)} THEN {at} ELSE -1 END" if lacking else at


def choose_buckets(knots: FloatArray, low: float, high: float, n: int = N_BUCKETS) -> Buckets:
    """Return the buckets that hold about as many of the labelled scores each, shape (G,).

    >>> choose_buckets(np.linspace(0, 1, 100) ** 16, 0.0, 1.0).roots
    4
    """
    inside = knots[np.isfinite(knots)]
    low = float(min(low, inside.min(initial=low)))
    high = float(max(high, inside.max(initial=high)))
    tried = [Buckets(low, high, n=n)]
    tried += [Buckets(low, high, roots, top, n) for roots in range(1, MOST_ROOTS + 1) for top in (False, True)]

    def crowded(buckets: Buckets) -> int:
        # Few buckets show best whether the scores are spread over them.
        held = np.bincount(buckets.of(inside) * 64 // buckets.n, minlength=64)
        return int((held**2).sum())

    return min(tried, key=crowded)


@dataclass(frozen=True, eq=False)
class Stretches:
    """The stretches of an order, rising: each begins at a labelled score, or at a bucket.

    Where some items have no score, these are the first one: of bucket -1, and of minus infinity.

    Attributes
    ----------
    bucket
        Shape (P,): the bucket that each lies in.
    low, high
        Shape (P,): scores from ``low`` on, below ``high``; endless where the bucket ends it.
    below
        Shape (P,): how many of the knots lie at or below its beginning.
    at_knot
        Shape (P,): whether it begins with a knot.
    """

    bucket: IntArray
    low: FloatArray
    high: FloatArray
    below: IntArray
    at_knot: BoolArray


def stretches(buckets: Buckets, knots: FloatArray, *, lacking: bool = False) -> Stretches:
    """Return the stretches between scores that are told apart exactly, shape (G,), rising.

    >>> found = stretches(Buckets(0.0, 1.0, n=2), np.array([0.25, 0.75]))
    >>> found.bucket.tolist(), found.low.tolist(), found.high.tolist(), found.below.tolist()
    ([0, 0, 1, 1], [-inf, 0.25, -inf, 0.75], [0.25, inf, 0.75, inf], [0, 1, 1, 2])
    """
    bucket = np.concatenate([np.arange(-1 if lacking else 0, buckets.n), buckets.of(knots)])
    low = np.concatenate([np.full(len(bucket) - len(knots), -np.inf), knots])
    order = np.lexsort((low, bucket))
    bucket, low = bucket[order], low[order]
    at_knot = order >= len(bucket) - len(knots)
    high = np.full(len(low), np.inf)
    inner = at_knot[1:]
    high[:-1][inner] = low[1:][inner]
    return Stretches(bucket, low, high, np.cumsum(at_knot), at_knot | (bucket < 0))


@dataclass(frozen=True)
class Order:
    """One order of the list in queries: how its score is made, and to which bucket it leads.

    Attributes
    ----------
    score
        Of a model; empty for a mixture.
    lacking
        Whether some items have no score: minus infinity stands for it.
    members
        Of a mixture: the orders of whose places its score is the sum, where not all of them lack one, each with a table of
        its stretches: b, lo, hi, at_lo (place of items at ``lo``) and inside (of the others).
    buckets
        None until the scores that occur are known.
    """

    score: str = ""
    lacking: bool = False
    members: Sequence[tuple[Order, str]] = ()
    buckets: Buckets | None = None

    def bucket(self, score: str, words: SqlWords) -> str:
        """Return the bucket of a column of scores in SQL."""
        assert self.buckets is not None
        return self.buckets.query(score, words, lacking=self.lacking)


@dataclass(frozen=True)
class Cut:
    """Where a queue ends: whose items of a higher score are in it; of this one, the cheaper; of both, some by their hash.

    Attributes
    ----------
    score
        As the list is ordered (ranks and scores of which lower ones come first are negated); ``-inf``: without score.
    price
        In millionths of the currency unit; None: all items cost the same.
    hash
        Those whose hash is not greater are in it; empty: not known yet.
    """

    score: float
    price: int | None = None
    hash: str = ""


@dataclass(frozen=True, eq=False)
class AskedList:
    """How the list is asked, and the queries that count it in one dialect.

    Attributes
    ----------
    words
        Of the dialect.
    relation
        What stands after FROM for all rows of the files.
    left_out
        The same for those of them that are labelled items; empty: none are. They are counted with the others and taken off,
        so that names are looked for once.
    id, key
        The name of an item as a text, and as it is compared: its hash, a whole number where all are, or the text.
    id_name
        What the column of the names is called in the files.
    scores
        By model: its score, higher reviewed earlier; minus infinity where it has none.
    short, lacking
        Models whose scores are of less than double precision, with it, and those of which a row has no score.
    n_items, n_known
        Items of the list, and how many more rows are labelled items.
    found
        By model: for how many items it has a score, the lowest and the highest.
    columns
        What sizes and prices are called in queries, and how they are asked for.
    sums, each
        What is added up of them, as whole numbers, and what is the same for every item: see
        :class:`~budgetplan.domain.items.CountedRows`.
    without
        By column: how many items lack a price or a size, where others have one.
    """

    words: SqlWords
    relation: str
    id: str
    key: str
    scores: Mapping[str, str]
    short: Mapping[str, type[np.floating[Any]]]
    n_items: int
    found: Mapping[str, tuple[int, float, float]]
    columns: Mapping[str, str] = field(default_factory=dict)
    sums: Mapping[str, str] = field(default_factory=dict)
    each: Mapping[str, int] = field(default_factory=dict)
    without: Mapping[str, int] = field(default_factory=dict)
    n_known: int = 0
    id_name: str = ""
    left_out: str = ""
    lacking: frozenset[str] = frozenset()

    @property
    def rest(self) -> AskedList:
        """The list without the labelled items, for queries that do not count."""
        if not self.left_out:
            return self
        others = f"{self.key} NOT IN (SELECT {self.key} FROM {self.left_out} o)"
        return replace(self, left_out="").where(others)

    def where(self, condition: str) -> AskedList:
        """Return the part of the list for which a condition holds."""
        every, out = (
            rows and f"(SELECT every.* FROM {rows} every WHERE {condition})" for rows in (self.relation, self.left_out)
        )
        return replace(self, relation=every, left_out=out)

    def scored(self, order: Order, more: Mapping[str, str] = MappingProxyType({})) -> str:
        """Return the list with its score in an order, ``x``, and all that is added up, ``w`` times each.

        ``more``: further columns of the list, by name: the name of the item.
        """
        inner = {name: f"({query})" for name, query in self.columns.items()} | dict(more)
        score, endless, buckets, joins, parts = "l.x", self.words.number(-np.inf), dict[str, str](), "", list[str]()
        if order.score:
            inner["x"] = f"({order.score})"
        for at, (member, table) in enumerate(order.members):
            column, alias = f"x_{at}", f"p_x_{at}"
            inner[column] = f"({member.score})"
            buckets[f"b_{column}"] = member.bucket(f"l.{column}", self.words)
            parts.append(f"CASE WHEN l.{column} = {alias}.lo THEN {alias}.at_lo ELSE {alias}.inside END")
            joins += f" JOIN {table} {alias} ON l.b_{column} = {alias}.b"
            joins += f" AND l.{column} >= {alias}.lo AND l.{column} < {alias}.hi"
        if parts:
            score = f"CAST({' + '.join(parts)} AS {self.words.double})"
            if order.lacking:
                none = " AND ".join(f"l.x_{at} = {endless}" for at in range(len(parts)))
                score = f"CASE WHEN {none} THEN {endless} ELSE {score} END"
        outer = [f"{score} AS x", *(f"{query} AS s_{name}" for name, query in self.sums.items())]
        outer += [f"l.{name} AS {name}" for name in ("w", *more)]
        first = f"SELECT {_listed({'w': '1'} | inner)} FROM {self.relation} a"
        if self.left_out:
            first += f" UNION ALL SELECT {_listed({'w': '-1'} | inner)} FROM {self.left_out} a"
        if buckets:
            first = f"SELECT l.*, {_listed(buckets)} FROM ({first}) l"
        return f"(SELECT {', '.join(outer)} FROM ({first}) l{joins})"

    def _within(self, order: Order, table: str) -> str:
        """Return the rows of the list beside the stretches that they are in; ``table``: with the columns p, b, lo, hi."""
        bucket, scored = order.bucket("l.x", self.words), self.scored(order)
        listed = f"(SELECT l.*, {bucket} AS b FROM {scored} l)"
        return f"{listed} l JOIN {table} p ON l.b = p.b WHERE l.x >= p.lo AND l.x < p.hi"

    def _added(self) -> list[str]:
        added = [self._whole("SUM(l.w)", "n")]
        return added + [self._whole(f"SUM(l.w * l.s_{name})", f"s_{name}") for name in self.sums]

    def cells(self, order: Order, table: str) -> str:
        """Return how many items each stretch of a table holds, how many of them stand at its beginning, and what they cost."""
        added, at_start = self._added(), "SUM(CASE WHEN l.x = p.lo THEN {} ELSE 0 END)"
        added.append(self._whole(at_start.format("l.w"), "n_at"))
        added += [self._whole(at_start.format(f"l.w * l.s_{name}"), f"at_{name}") for name in self.sums]
        return f"SELECT p.p AS p, {', '.join(added)} FROM {self._within(order, table)} GROUP BY p.p"

    def groups(self, order: Order, table: str) -> str:
        """Return the items of some stretches that are equal in score and price, each such group with what it costs."""
        names = {"p": "p.p", "x": "l.x"} | ({"price": "l.s_cost"} if "cost" in self.sums else {})
        query = f"SELECT {_listed(names)}, {', '.join(self._added())} FROM {self._within(order, table)}"
        return f"{query} GROUP BY {', '.join(names.values())} HAVING SUM(l.w) > 0"

    def different(self, order: Order) -> str:
        """Return the scores that occur."""
        scored = f"{self.scored(order)} l WHERE l.x > {self.words.number(-np.inf)}"
        return f"SELECT l.x AS x FROM {scored} GROUP BY l.x HAVING SUM(l.w) > 0"

    def side(self, score: str, cut: Cut) -> str:
        """Return 2 for items before a cut, 1 for those that are equal there, 0 for those after it."""
        here, price, number = "1", cut.price, self.words.number(cut.score)
        if price is not None:
            here = f"CASE WHEN l.s_cost < {price} THEN 2 WHEN l.s_cost = {price} THEN 1 ELSE 0 END"
        return f"CASE WHEN {score} > {number} THEN 2 WHEN {score} = {number} THEN {here} ELSE 0 END"

    def _whole(self, query: str, name: str) -> str:
        # Sums of whole numbers may come in a type of their own.
        return f"CAST({query} AS {self.words.whole}) AS {name}"


def _listed(columns: Mapping[str, str]) -> str:
    return ", ".join(f"{query} AS {name}" for name, query in columns.items())


TIED_PIECES = 32
"""So many pieces of a tie in which a stop falls are told apart by their price: how entries lie along it is read there."""


SHORT: Mapping[str, type[np.floating[Any]]] = {"half": np.float16, "single": np.float32}
"""Numbers of less than double precision, by what a column's values are."""


def as_shown(score: FloatArray, short: type[np.floating[Any]] = np.float32) -> FloatArray:
    """Return numbers of single precision, or of half, as the shortest decimals that stand for them, same shape.

    >>> as_shown(np.array([np.float32(0.1)], dtype=np.float64)).tolist()
    [0.1]
    """
    return score.astype(short).astype(str).astype(np.float64)


def first_not_below(score: FloatArray, short: type[np.floating[Any]] = np.float32) -> FloatArray:
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
    most = np.finfo(short).max
    with np.errstate(over="ignore", under="ignore"):
        near = np.clip(score.astype(short), -most, most)
        low, high = np.nextafter(near, short(-np.inf)), np.nextafter(near, short(np.inf))
    tried = np.stack([np.clip(middle, -most, most) for middle in (low, near, high)]).astype(np.float64)
    reached = as_shown(tried.ravel(), short).reshape(tried.shape) >= score
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
    short
        Of what precision the list's scores are; None: double.
    per
        How many of the list's are 1 among the labelled ones: places of a mixture are whole numbers.
    """

    labelled: FloatArray
    first: FloatArray
    raw: FloatArray
    short: type[np.floating[Any]] | None = None
    per: int = 1

    def shown(self, raw: FloatArray) -> FloatArray:
        """Return scores of the list as the labelled ones are written, same shape."""
        return as_shown(raw, self.short) if self.short else raw / self.per

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
    each sum: see :class:`budgetplan.domain.items.CountedRows`.

    Attributes
    ----------
    order, knots, stretches
        How it is asked for.
    counted
        The answer: columns p, n, n_at, and s_NAME, at_NAME for each sum.
    every
        A row for each group of items that are equal in score and price, in a list of which all were asked for.
    groups
        Those of single stretches, best first.
    stops
        Where the order was looked at.
    """

    order: Order
    knots: Knots
    stretches: Stretches
    counted: pd.DataFrame
    every: pd.DataFrame | None = None
    groups: pd.DataFrame | None = None
    stops: set[int] = field(default_factory=set)
    _rows: pd.DataFrame | None = field(default=None, init=False, repr=False)

    @property
    def _sums(self) -> list[str]:
        return [name for name in self.counted.columns if name.startswith("s_")]

    @property
    def _by_price(self) -> bool:
        return "s_cost" in self._sums

    @cached_property
    def coarse(self) -> pd.DataFrame:
        """The order in stretches, best first: of each what stands at its beginning, and the others; empty ones left out."""
        spans, knots, buckets = self.stretches, self.knots, self.order.buckets
        assert buckets is not None
        n, counted = len(spans.low), self.counted.astype(np.int64)
        at_start = np.arange(2 * n) % 2 == 0
        one_score = at_start & np.repeat(spans.at_knot, 2)
        raw = np.where(one_score, np.repeat(spans.low, 2), np.nan)
        gap = np.repeat(knots.upto(np.concatenate([[-np.inf], knots.raw])[spans.below]), 2)
        low = np.where(np.isfinite(spans.low), spans.low, buckets.edge(spans.bucket))
        high = np.where(np.isfinite(spans.high), spans.high, buckets.edge(spans.bucket + 1))
        score = knots.inside(np.repeat((low * 0.5 + high * 0.5) / knots.per, 2), gap)
        score[one_score] = knots.shown(raw[one_score])
        columns = {"stretch": np.repeat(np.arange(n), 2), "score": score, "raw": raw, "price": np.nan}
        for name, start in (("n", "n_at"), *((name, f"at_{name[2:]}") for name in self._sums)):
            halves = np.zeros((n, 2), dtype=np.int64)
            halves[counted["p"]] = np.stack([counted[start], counted[name] - counted[start]], axis=1)
            columns["count" if name == "n" else name] = halves.ravel()
        frame = pd.DataFrame(columns).assign(one_score=one_score, tied=one_score & (not self._by_price))
        return frame[frame["count"] > 0][::-1].reset_index(drop=True)

    def parts(self) -> pd.DataFrame:
        """Return the rows of the order, best first; they are put together once for the stops looked at so far."""
        if self.every is not None:
            return self.every
        if self.groups is None:
            return self.coarse
        if self._rows is None:
            others = self.coarse[~np.isin(self.coarse["stretch"], self.groups["p"])]
            rows = pd.concat([others, self._merged(self.groups, self._first_of_rows(self.groups))])
            self._rows = rows.sort_values("stretch", ascending=False, kind="stable", ignore_index=True)
        return self._rows

    def _first_of_rows(self, groups: pd.DataFrame) -> IntArray:
        """Return at which groups of their stretches a row begins: those at a stop stand by themselves, the others together."""
        stretch, count, raw = (groups[name].to_numpy() for name in ("p", "n", "x"))
        fresh = np.append(True, stretch[1:] != stretch[:-1])
        n_in = np.bincount(self.coarse["stretch"], self.coarse["count"], minlength=len(self.stretches.low)).astype(
            np.int64
        )
        # Where each stretch begins in the order, and among the groups.
        ahead, first = n_in.sum() - np.cumsum(n_in), np.flatnonzero(fresh)
        ends = np.cumsum(count)
        ends += np.repeat(ahead[stretch[first]] - (ends - count)[first], np.diff(first, append=len(groups)))
        stops = np.array(sorted(self.stops), dtype=np.int64)
        held = np.minimum(np.searchsorted(ends, stops, side="left"), len(groups) - 1)
        held = held[(stops > (ends - count)[held]) & (stops <= ends[held])]
        fresh[held] = fresh[np.minimum(held + 1, len(groups) - 1)] = True
        if self._by_price:
            fresh |= _pieces_of_ties(raw, count, held)
        # What stands at a labelled score is no part of the gap above it.
        at_start = raw == self.stretches.low[stretch]
        fresh[1:] |= at_start[1:] & ~at_start[:-1]
        return np.flatnonzero(fresh)

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
        return stretch if self.groups is None else stretch[~np.isin(stretch, self.groups["p"])]

    def take(self, answer: pd.DataFrame, *, every: bool = False) -> None:
        """Take the groups of some stretches, or of all: columns p, x, price where prices differ, n, s_NAME."""
        rows = answer if "price" in answer else answer.assign(price=0)
        rows = rows.astype(dict.fromkeys(["p", "price", "n", *self._sums], np.int64))
        by = {"p": False, "x": False, "price": True}
        rows = pd.concat([self.groups, rows]).sort_values([*by], ascending=[*by.values()], ignore_index=True)
        self.groups, self._rows = rows, None
        if every:
            self.every = self._merged(rows, np.arange(len(rows)))

    def cut(self, items: int) -> tuple[Cut, int]:
        """Return the group in which an order's first items end, once looked at, and how many of it are among them."""
        ends = np.cumsum(self.parts()["count"].to_numpy())
        at = int(np.searchsorted(ends, items, side="left"))
        row = self.parts().iloc[at]
        assert row["tied"]
        cut = Cut(float(row["raw"]), int(row["price"]) if self._by_price else None)
        return cut, items - int(ends[at] - row["count"])


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
    tied = np.isin(tie, tie[held])
    return np.asarray((fresh & tied) | np.append(False, tied[:-1] & opens[1:]))


FEW_ITEMS = 100_000
"""In lists of up to so many items every score is told apart from every other."""
MOST_COMPARED = 20_000_000
"""In lists of up to so many items all names are compared with each other; in longer ones when the queue is written."""


class Counting:
    """See :class:`budgetplan.domain.items.CountedList`."""

    def __init__(self, engine: Engine, asked: AskedList, labelled: Mapping[str, FloatArray], where: str) -> None:
        self.engine, self.asked, self.labelled, self.where = engine, asked, labelled, where
        self.without = asked.without
        self.n_items, self.n_known = asked.n_items, asked.n_known
        self.n_rows = self.n_items + self.n_known
        self.scans, self._held = 1, 0
        self._scored: dict[str, IntArray] = {}
        if self.n_rows <= MOST_COMPARED:
            self.refuse_doubled()
        self.orders = {name: self._model(name) for name in labelled}

    def _ask(self, query: str) -> pd.DataFrame:
        self.scans += 1
        return self.engine.ask(query)

    def refuse_doubled(self) -> None:
        """Raise where two rows have the same name."""
        name, key, rows = self.asked.id, self.asked.key, f"FROM {self.engine.relation} a"
        # Names are only compared where two have the same hash.
        for compared in (self.asked.words.short.format(key), key):
            n = int(self._ask(f"SELECT COUNT(*) - COUNT(DISTINCT {compared}) AS n {rows}")["n"][0])
            if not n:
                return
        twice = f"SELECT {name} AS id {rows} GROUP BY {name}, {key} HAVING COUNT(*) > 1"
        item = str(self._ask(f"SELECT MIN(id) AS id FROM ({twice}) d")["id"][0])
        raise BadDataError([doubled_id(self.where, item, n)])

    def _model(self, name: str) -> CountedOrder:
        short, (_, low, high) = self.asked.short.get(name), self.asked.found[name]
        labelled = np.unique(self.labelled[name])
        labelled = labelled[np.isfinite(labelled)]
        first = first_not_below(labelled, short) if short else labelled
        knots = Knots(labelled, first, np.unique(first), short)
        return self._counted(Order(self.asked.scores[name], name in self.asked.lacking), knots, low, high)

    def _counted(self, order: Order, knots: Knots, low: float, high: float) -> CountedOrder:
        few = self.n_items <= FEW_ITEMS
        if few:
            every = self._ask(self.asked.different(order))["x"].to_numpy(np.float64)
            knots = replace(knots, raw=np.unique(np.concatenate([knots.raw, every])))
        buckets = choose_buckets(knots.raw, low, high, self.engine.n_buckets)
        spans = stretches(buckets, knots.raw, lacking=order.lacking)
        order = replace(order, buckets=buckets)
        counted = self._ask(self.asked.cells(order, self._hold(spans)))
        if (reached := int(counted["n"].sum())) != self.n_items:
            raise BadDataError.of(Message("engines.list_changed", n=reached, of=self.n_items), self.where)
        made = CountedOrder(order, knots, spans, counted)
        if few and "cost" in self.asked.sums:
            made.take(self._groups(made, np.arange(len(spans.low))), every=True)
        return made

    def _groups(self, counted: CountedOrder, stretch: IntArray) -> pd.DataFrame:
        return self._ask(self.asked.groups(counted.order, self._hold(counted.stretches, stretch)))

    def _hold(self, stretches: Stretches, rows: IntArray | None = None, **more: IntArray) -> str:
        rows = np.arange(len(stretches.low)) if rows is None else rows
        columns = {"p": rows, "b": stretches.bucket[rows], "lo": stretches.low[rows], "hi": stretches.high[rows]}
        self._held += 1
        name = f"budgetplan_stretches_{self._held}"
        return self.engine.hold(name, columns | {key: column[rows] for key, column in more.items()})

    def rows(self, name: str) -> CountedRows:
        """Return the list in a model's order, with the groups of equal items at the stops that were looked at."""
        return self._as_rows(self.orders[name].parts())

    def coarse(self, name: str) -> CountedRows:
        """Return the same before any stop was looked at."""
        return self._as_rows(self.orders[name].coarse)

    def _as_rows(self, parts: pd.DataFrame) -> CountedRows:
        sums = {name[2:]: parts[name].to_numpy() for name in parts if str(name).startswith("s_")}
        score, count, one_score, tied = (parts[name].to_numpy() for name in ("score", "count", "one_score", "tied"))
        return CountedRows(score, count, one_score, tied, sums, self.asked.each)

    def among(self, name: str, ids: Collection[str]) -> IntArray:
        """Return how many items of each row of an order have one of these names."""
        whole = self.engine.columns()[self.asked.id_name] == "whole"
        held = hold_names(self.engine, "budgetplan_judged", ids, whole=whole)
        return self._of_rows(name, f"{self.asked.key} IN (SELECT k.known FROM {held} k)" if held else "1 = 0")

    def scored_by_all(self, name: str) -> IntArray:
        """Return how many items of each row of an order have a score of every model."""
        if name not in self._scored:
            lacking = [self.asked.scores[model] for model, (n, _, _) in self.asked.found.items() if n < self.n_items]
            endless = self.asked.words.number(-np.inf)
            scored = " AND ".join(f"{score} > {endless}" for score in lacking)
            counts = self._of_rows(name, scored) if scored else self.orders[name].coarse["count"].to_numpy(np.int64)
            self._scored[name] = counts
        return self._scored[name]

    def _of_rows(self, name: str, condition: str) -> IntArray:
        """Return of how many items of each row of an order a condition holds."""
        order = self.orders[name]
        cells = self.asked.where(condition).cells(order.order, self._hold(order.stretches))
        found, row = replace(order, counted=self._ask(cells)).coarse, ["stretch", "one_score"]
        return np.asarray(order.coarse[row].merge(found, "left", on=row)["count"].fillna(0), dtype=np.int64)

    def mix(self, name: str, places: Mapping[str, IntArray], labelled: FloatArray, per: int) -> CountedRows:
        """Return the list in the order of the sum of the places of several models."""
        if name not in self.orders:
            members = tuple(self._member(model, place) for model, place in places.items())
            order = Order(lacking=all(member.lacking for member, _ in members), members=members)
            ends = (float(sum(int(end(place)) for place in places.values())) for end in (np.min, np.max))
            scores = np.unique(labelled[np.isfinite(labelled)])
            first = np.rint(scores * per)
            knots = Knots(scores, first, np.unique(first), per=per)
            self.orders[name] = self._counted(order, knots, next(ends), next(ends))
        return self.rows(name)

    def _member(self, model: str, place: IntArray) -> tuple[Order, str]:
        """Return a model's order as a part of a mixture, with its places by half stretches."""
        counted = self.orders[model]
        stretch, begins = (counted.coarse[name].to_numpy() for name in ("stretch", "one_score"))
        start, inside = (np.zeros(len(counted.stretches.low), dtype=np.int64) for _ in range(2))
        start[stretch[begins]], inside[stretch[~begins]] = place[begins], place[~begins]
        return counted.order, self._hold(counted.stretches, at_lo=start, inside=inside)

    def look_at(self, stops: Mapping[str, Iterable[int]]) -> bool:
        """Find the groups of equal items at some stops of some orders; say whether any were not known before."""
        fresh = False
        for name, wanted in stops.items():
            counted = self.orders[name]
            # The next item, too: whether a budget pays for it is then exact.
            both = [items for stop in wanted for items in (stop, stop + 1)]
            fresh = fresh or not counted.sees(both)
            if len(stretch := counted.wanted(both)):
                counted.take(self._groups(counted, stretch))
        return fresh

    def digest(self) -> str:
        """Return a checksum of the list as it was counted: the same for the same list, whatever the engine."""
        digest = hashlib.sha256()
        for name in sorted(self.labelled):
            rows = self.coarse(name)
            for array in (rows.score, rows.count, *(rows.sums[key] for key in sorted(rows.sums))):
                digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()


TAIL = "tail.csv"
"""The file of the random items."""
HASH_RULE = "md5 of the name, a colon and the seed, as UTF-8, in small letters"
"""How the random order is made, for the manifest."""


def write_queue(
    counted: Counting, model: str, items: int, out: Path, *, seed: int, tail: int = 0, shard: int = 0
) -> dict[str, Any]:
    """Write the first items of a model's order, and a random sample of those after them, as CSV.

    The list is not loaded, a file at a time is. Labelled items are no part of either. Files of the queue have the columns
    place (from 1), id, score; that of the random items id, score, hash, first drawn first.

    Parameters
    ----------
    counted
        The list, as ``ScoredTable.counted`` has it after the plan was made.
    model
        In whose order: a model of the plan, or ``mixture``.
    items
        How many, from 1 to all of them: the stop of the plan.
    out
        A folder for the files ``queue-0001.csv`` ... and ``tail.csv``: what is written through
        :func:`budgetplan.files.save` is written here first. It is made where it is not there.
    seed
        Of the order among equal items, and of the sample.
    tail
        How many of the items after the stop are drawn: those of the smallest hashes; at most all.
    shard
        Items in a file; 0: all in one.

    Returns
    -------
    dict
        The record, as plain data who is in the queue: with it anybody finds the same items again.

    Raises
    ------
    BadDataError
        Two rows of the list have the same name.
    OSError
        A file cannot be written.
    """
    writer, engine = _Writer(counted, model, items, seed), counted.engine
    out.mkdir(parents=True, exist_ok=True)
    size, queue, files = shard or items, writer.queue(), list[str]()
    for first in range(0, items, size):
        within = f"SELECT q.place, q.id, q.score FROM {queue} q WHERE q.place > {first} AND q.place <= {first + size}"
        files.append(f"queue-{len(files) + 1:04d}.csv")
        engine.write(f"{within} ORDER BY q.place", out / files[-1])
    if tail:
        writer.tail(tail).to_csv(out / TAIL, index=False, lineterminator="\n")
    cut, n_after = writer.cut, counted.n_items - items
    score = writer.order.knots.shown(np.array([cut.score]))[0].item()
    cutoff = {"score": score if np.isfinite(score) else None, "price_micros": cut.price, "hash": cut.hash}
    return {
        "format": "budgetplan list",
        "version": 1,
        "budgetplan": __version__,
        "model": model,
        "review": items,
        "after": n_after,
        "random": min(tail, n_after),
        "seed": seed,
        "hash_rule": HASH_RULE,
        "cutoff": cutoff,
        "engine": engine.called,
        "files": files,
    }


@dataclass(frozen=True, eq=False)
class QueuedItems:
    """The items of a queue and the random ones after it, where they are few enough to be held.

    Attributes
    ----------
    ids, score
        Names and scores, those of the queue in its order, then the random ones, first drawn first.
    n_items, n_after
        How many of them are in the queue, and how many items of the list stand after it.
    texts
        By column: what is shown of each.
    amounts
        ``cost`` and ``listed`` in millionths of the currency unit, ``units``, ``seconds``: of each, shape of ``score``.
    """

    ids: tuple[str, ...]
    score: FloatArray
    n_items: int
    n_after: int
    texts: Mapping[str, tuple[str, ...]]
    amounts: Mapping[str, FloatArray]


def read_queue(
    counted: Counting, model: str, items: int, *, seed: int, tail: int, shown: Sequence[str] = ()
) -> QueuedItems:
    """Return the first items of a model's order and a random sample of those after them: see :func:`write_queue`.

    ``shown``: columns of the list whose texts come with them.
    """
    writer = _Writer(counted, model, items, seed, shown, held=True)
    engine = counted.engine
    parts = [engine.ask(f"SELECT q.* FROM {writer.queue()} q ORDER BY q.place")]
    if tail:
        parts.append(writer.tail(tail))

    frame, sums, per_item = pd.concat(parts, ignore_index=True), counted.asked.sums, counted.asked.each
    amounts = {
        name: frame[f"s_{name}"].to_numpy(np.float64)
        if name in sums
        else np.full(len(frame), float(per_item.get(name, 0)))
        for name in ("cost", "listed", "units", "seconds")
    }
    amounts |= {name: amounts[name] / MICRO for name in ("units", "seconds")}
    texts = {name: tuple(map(str, frame[f"t{at}"].fillna(""))) for at, name in enumerate(shown)}
    ids, score = tuple(map(str, frame["id"])), frame["score"].to_numpy(np.float64)
    return QueuedItems(ids, score, items, counted.n_items - items, MappingProxyType(texts), amounts)


class _Writer:
    """Asks for the queue of a model's first items; ``shown`` columns and, where they are ``held``, amounts are taken along.

    Raises
    ------
    BadDataError
        Two rows of the list have the same name; in short lists that was looked at when they were opened.
    """

    def __init__(
        self, counted: Counting, model: str, items: int, seed: int, shown: Sequence[str] = (), *, held: bool = False
    ) -> None:
        if counted.n_rows > MOST_COMPARED:
            counted.refuse_doubled()
        counted.look_at({model: [items]})
        self.engine, self.asked, self.order = counted.engine, counted.asked, counted.orders[model]
        self.n_after = counted.n_items - items
        words, asked = self.engine.words, counted.asked
        hashed = words.md5.format(f"{asked.id} || {words.literal(f':{seed}')}")
        texts = {f"t{at}": f"CAST({words.named(name)} AS {words.text})" for at, name in enumerate(shown)}
        self.listed = asked.rest.scored(self.order.order, {"id": asked.id, "h": hashed, **texts})
        self.by_price = "cost" in asked.sums
        taken = [*(f"s_{name}" for name in asked.sums if held), *texts]
        self.taken = "".join(f", l.{name} AS {name}" for name in taken)
        # Of the items at the cut some are taken, by their hashes.
        cut, wanted = self.order.cut(items)
        at_cut = f"SELECT l.h AS h FROM {self.listed} l WHERE {self.asked.side('l.x', cut)} = 1"
        last = self.engine.ask(f"SELECT MAX(e.h) AS h FROM ({at_cut} ORDER BY l.h LIMIT {wanted}) e")
        self.cut = replace(cut, hash=str(last["h"][0]))

    def queue(self) -> str:
        """Return what stands after FROM for the queue, with the place of each item: counted within its bucket."""
        words, side = self.engine.words, self.asked.side("l.x", self.cut)
        bucket = self.order.order.bucket("l.x", words)
        before_cut = f"{side} = 2 OR ({side} = 1 AND l.h <= {words.literal(self.cut.hash)})"
        inside = f"SELECT l.*, {bucket} AS b FROM {self.listed} l WHERE {before_cut}"
        by = f"l.x DESC, {'l.s_cost, ' if self.by_price else ''}l.h"
        place = f"o.before + ROW_NUMBER() OVER (PARTITION BY l.b ORDER BY {by})"
        # How many items stand before those of each bucket.
        parts = self.order.coarse
        buckets = self.order.stretches.bucket[parts["stretch"].to_numpy()]
        held = np.bincount(buckets + 1, parts["count"]).astype(np.int64)
        after = np.cumsum(held)
        columns = {"b": np.arange(-1, len(held) - 1), "before": int(after[-1]) - after}
        before = self.engine.hold("budgetplan_before", columns)
        query = f"SELECT {place} AS place, l.id AS id, {self._score} AS score{self.taken}"
        return self.engine.keep("budgetplan_queue", f"{query} FROM ({inside}) l JOIN {before} o ON l.b = o.b")

    def tail(self, n: int) -> pd.DataFrame:
        """Return so many random items after the stop."""
        side, last = self.asked.side("l.x", self.cut), self.engine.words.literal(self.cut.hash)
        after = f"({side} = 0 OR ({side} = 1 AND l.h > {last}))"
        query = f"SELECT l.id AS id, {self._score} AS score, l.h AS hash{self.taken} FROM {self.listed} l WHERE {after}"
        # Hashes lie evenly: below this one are enough but once in 10^20 lists, and of all others only the hash is looked at.
        most = int((n + 10 * n**0.5 + 50) / max(self.n_after, 1) * 16**8)
        few = f"{query} AND l.h < '{most:08x}'" if most < 16**8 else query
        for asked in (few, query):
            found = self.engine.ask(f"{asked} ORDER BY l.h LIMIT {n}")
            if len(found) == min(n, self.n_after):
                break
        return found

    @property
    def _score(self) -> str:
        """The score of an item as the models give it; nothing where there is none."""
        words, per = self.engine.words, self.order.knots.per
        score = "l.x" if per == 1 else f"l.x / {words.number(per)}"
        return f"CASE WHEN l.x > {words.number(-np.inf)} THEN {score} END"
