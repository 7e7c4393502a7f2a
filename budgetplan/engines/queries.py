"""The queries that count a list, in SQL that every engine understands alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.engines.asked import AskedList
from budgetplan.engines.buckets import Buckets
from budgetplan.engines.words import SqlWords


@dataclass(frozen=True)
class MixedModel:
    """A model as a part of a mixture: its score, its buckets, whether some items lack one, its stretches with the places.

    The table has the columns b, lo, hi, at_lo (place of items at ``lo``) and inside (of the others).
    """

    score: str
    buckets: Buckets
    lacking: bool
    table: str


@dataclass(frozen=True)
class Order:
    """One order of the list in queries: how its score is made.

    Attributes
    ----------
    score
        Of a model; empty for a mixture.
    members
        Of a mixture: what its score is the sum of; minus infinity where all of them lack one.
    """

    score: str = ""
    members: Sequence[MixedModel] = ()

    @property
    def lacking(self) -> bool:
        """Of a mixture: whether some items may have no score of any member."""
        return all(member.lacking for member in self.members)


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


@dataclass(frozen=True)
class Queries:
    """Makes queries for one list in one dialect."""

    asked: AskedList
    words: SqlWords

    def scored(self, orders: Mapping[str, Order], *, more: Mapping[str, str] | None = None) -> str:
        """Return the list with the score of each order under a name of its own, and all that is added up.

        Parameters
        ----------
        orders
            By the name of the column.
        more
            Further columns of the list, by name: the name of the item.
        """
        inner = {name: f"({query})" for name, query in self.asked.columns.items()} | dict(more or {})
        buckets, joins, outer = dict[str, str](), list[str](), list[str]()
        endless = self.words.number(-np.inf)
        for name, order in orders.items():
            if order.score:
                inner[name] = f"({order.score})"
                outer.append(f"l.{name} AS {name}")
                continue
            parts = []
            for at, member in enumerate(order.members):
                column, alias = f"{name}_{at}", f"p_{name}_{at}"
                inner[column] = f"({member.score})"
                buckets[f"b_{column}"] = member.buckets.query(
                    f"l.{column}", self.words, lacking=member.lacking
                )
                parts.append(f"CASE WHEN l.{column} = {alias}.lo THEN {alias}.at_lo ELSE {alias}.inside END")
                joins.append(f" JOIN {member.table} {alias} ON l.b_{column} = {alias}.b")
                joins.append(f" AND l.{column} >= {alias}.lo AND l.{column} < {alias}.hi")
            mixed = f"CAST({' + '.join(parts)} AS {self.words.double})"
            if order.lacking:
                none = " AND ".join(f"l.{name}_{at} = {endless}" for at in range(len(parts)))
                mixed = f"CASE WHEN {none} THEN {endless} ELSE {mixed} END"
            outer.append(f"{mixed} AS {name}")
        outer += [f"{query} AS s_{name}" for name, query in self.asked.sums.items()]
        outer += [f"l.{name} AS {name}" for name in more or {}]
        first = f"(SELECT {_listed(inner) or '1 AS one'} FROM {self.asked.relation} a) l"
        if buckets:
            first = f"(SELECT l.*, {_listed(buckets)} FROM {first}) l"
        return f"(SELECT {', '.join(outer) or '1 AS one'} FROM {first}{''.join(joins)})"

    def _bucketed(self, order: Order, buckets: Buckets, *, lacking: bool) -> str:
        bucket = buckets.query("l.x", self.words, lacking=lacking)
        return f"(SELECT l.*, {bucket} AS b FROM {self.scored({'x': order})} l)"

    def _added(self) -> list[str]:
        added = [self._whole("COUNT(*)", "n")]
        return added + [self._whole(f"SUM(l.s_{name})", f"s_{name}") for name in self.asked.sums]

    def cells(self, order: Order, buckets: Buckets, table: str, *, lacking: bool) -> str:
        """Return how many items each stretch holds, how many of them stand at its beginning, and what they cost.

        ``table``: the stretches, with the columns p, b, lo, hi; ``lacking``: whether some items have no score.
        """
        at_start = {"n_at": "1"} | {f"at_{name}": f"l.s_{name}" for name in self.asked.sums}
        added = self._added()
        added += [
            self._whole(f"SUM(CASE WHEN l.x = p.lo THEN {amount} ELSE 0 END)", name)
            for name, amount in at_start.items()
        ]
        listed = self._bucketed(order, buckets, lacking=lacking)
        return f"SELECT p.p AS p, {', '.join(added)} FROM {listed} l {_within(table)} GROUP BY p.p"

    def groups(self, order: Order, buckets: Buckets, table: str, *, lacking: bool) -> str:
        """Return the items of some stretches that are equal in score and price, each such group with what it costs."""
        named = {"p": "p.p", "x": "l.x"} | ({"price": "l.s_cost"} if "cost" in self.asked.sums else {})
        listed = self._bucketed(order, buckets, lacking=lacking)
        found = f"SELECT {_listed(named)}, {', '.join(self._added())} FROM {listed} l {_within(table)}"
        return f"{found} GROUP BY {', '.join(named.values())}"

    def different(self, order: Order) -> str:
        """Return the scores that occur."""
        return f"SELECT DISTINCT l.x AS x FROM {self.scored({'x': order})} l WHERE l.x > {self.words.number(-np.inf)}"

    def doubled(self, *, exactly: bool) -> str:
        """Return how many rows have the name of another one; else how many have its hash."""
        key = self.asked.key if exactly else self.words.short.format(self.asked.key)
        return f"SELECT COUNT(*) - COUNT(DISTINCT {key}) AS n FROM {self.asked.whole} a"

    def an_id_twice(self) -> str:
        """Return a name that two rows have."""
        asked = self.asked
        return f"SELECT MIN(id) AS id FROM (SELECT {asked.id} AS id FROM {asked.whole} a GROUP BY {asked.id}, {asked.key} HAVING COUNT(*) > 1) d"

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


def _within(table: str) -> str:
    return f"JOIN {table} p ON l.b = p.b WHERE l.x >= p.lo AND l.x < p.hi"
