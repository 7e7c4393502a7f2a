"""The queries that count a list, in SQL that every engine understands alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from budgetplan.engines.asked import AskedList
from budgetplan.engines.buckets import Buckets
from budgetplan.engines.words import SqlWords


@dataclass(frozen=True)
class MixedModel:
    """A model as a part of a mixture: its score, its buckets, its table of stretches with the places, and those that are missing.

    The table has the columns b, lo, hi, at (place of items at ``lo``) and inside (of the others).
    """

    score: str
    buckets: Buckets
    table: str
    missing: int | None = None


@dataclass(frozen=True)
class Order:
    """One order of the list in queries: how its score is made.

    Attributes
    ----------
    score
        Of a model; empty for a mixture.
    members
        Of a mixture: what its score is the sum of.
    """

    score: str = ""
    members: Sequence[MixedModel] = ()


@dataclass(frozen=True)
class Cut:
    """Where a queue ends: among the items of this score (``-inf``: of none), and of this price if prices differ."""

    score: float
    price: int | None = None


@dataclass(frozen=True)
class Queries:
    """Makes queries for one list in one dialect."""

    asked: AskedList
    words: SqlWords

    def scored(
        self, orders: Mapping[str, Order], *, more: Mapping[str, str] | None = None, among: str = ""
    ) -> str:
        """Return the list with the score of each order under a name of its own, and all that is added up.

        Parameters
        ----------
        orders
            By the name of the column.
        more
            Further columns of the list, by name: the name of the item.
        among
            Which rows alone; empty: all.
        """
        inner = {name: f"({query})" for name, query in self.asked.columns.items()} | dict(more or {})
        joins, outer = [], list[str]()
        for name, order in orders.items():
            if order.score:
                inner[name] = f"({order.score})"
                outer.append(f"l.{name} AS {name}")
                continue
            parts = []
            for at, member in enumerate(order.members):
                column = f"{name}_{at}"
                inner[column] = f"({member.score})"
                parts.append(self._place(column, f"p_{column}", member))
                joins.append(self._join(column, f"p_{column}", member))
            outer.append(f"CAST({' + '.join(parts)} AS {self.words.double}) AS {name}")
        outer += [f"{query} AS s_{name}" for name, query in self.asked.sums.items()]
        outer += [f"l.{name} AS {name}" for name in more or {}]
        where = f" WHERE {among}" if among else ""
        first = f"(SELECT {_listed(inner) or '1 AS one'} FROM {self.asked.relation}{where}) l"
        buckets = self._buckets(orders)
        if buckets:
            first = f"(SELECT l.*, {_listed(buckets)} FROM {first}) l"
        return f"(SELECT {', '.join(outer) or '1 AS one'} FROM {first}{''.join(joins)})"

    def _buckets(self, orders: Mapping[str, Order]) -> dict[str, str]:
        return {
            f"b_{name}_{at}": member.buckets.query(
                f"l.{name}_{at}", self.words, lacking=member.missing is not None
            )
            for name, order in orders.items()
            for at, member in enumerate(order.members)
        }

    @staticmethod
    def _join(column: str, alias: str, member: MixedModel) -> str:
        kind = "JOIN" if member.missing is None else "LEFT JOIN"
        return f" {kind} {member.table} {alias} ON l.b_{column} = {alias}.b AND l.{column} >= {alias}.lo AND l.{column} < {alias}.hi"

    @staticmethod
    def _place(column: str, alias: str, member: MixedModel) -> str:
        place = f"CASE WHEN l.{column} = {alias}.lo THEN {alias}.at_lo ELSE {alias}.inside END"
        return place if member.missing is None else f"COALESCE({place}, {member.missing})"

    def _bucketed(self, order: Order, buckets: Buckets) -> str:
        scored = self.scored({"x": order})
        # A mixture has no row without a place, and a score that every row has is asked for as it is.
        lacking = bool(order.score) and order.score.startswith("CASE")
        return f"(SELECT l.*, {buckets.query('l.x', self.words, lacking=lacking)} AS b FROM {scored} l)"

    def cells(self, order: Order, buckets: Buckets, table: str) -> str:
        """Return how many items each stretch holds, how many of them stand at its beginning, and what they cost.

        ``table``: the stretches, with the columns p, b, lo, hi.
        """
        added = [
            self._whole("COUNT(*)", "n"),
            self._whole("SUM(CASE WHEN l.x = p.lo THEN 1 ELSE 0 END)", "n_at"),
        ]
        for name in self.asked.sums:
            added.append(self._whole(f"SUM(l.s_{name})", f"s_{name}"))
            added.append(self._whole(f"SUM(CASE WHEN l.x = p.lo THEN l.s_{name} ELSE 0 END)", f"at_{name}"))
        return f"SELECT p.p AS p, {', '.join(added)} FROM {self._bucketed(order, buckets)} l {_within(table)} GROUP BY p.p"

    def groups(self, order: Order, buckets: Buckets, table: str) -> str:
        """Return the items of some stretches that are equal in score and price, each such group with what it costs."""
        added = [self._whole("COUNT(*)", "n")]
        added += [self._whole(f"SUM(l.s_{name})", f"s_{name}") for name in self.asked.sums]
        keys = ["p.p", "l.x", *(["l.s_cost"] if "cost" in self.asked.sums else [])]
        named = ["p.p AS p", "l.x AS x", *(["l.s_cost AS price"] if len(keys) > 2 else [])]
        return f"SELECT {', '.join(named + added)} FROM {self._bucketed(order, buckets)} l {_within(table)} GROUP BY {', '.join(keys)}"

    def missing(self, order: Order, *, by_price: bool) -> str:
        """Return how many items have no score in an order, and what they cost; ``by_price``: those of one price each."""
        added = [self._whole("COUNT(*)", "n")]
        added += [self._whole(f"COALESCE(SUM(l.s_{name}), 0)", f"s_{name}") for name in self.asked.sums]
        price, by = ("l.s_cost AS price, ", " GROUP BY l.s_cost") if by_price else ("", "")
        return f"SELECT {price}{', '.join(added)} FROM {self.scored({'x': order})} l WHERE l.x IS NULL{by}"

    def different(self, order: Order) -> str:
        """Return the scores that occur."""
        return f"SELECT DISTINCT l.x AS x FROM {self.scored({'x': order})} l WHERE l.x IS NOT NULL"

    def known(self, orders: Mapping[str, Order], known: str) -> str:
        """Return the rows of the list that are labelled items; ``known``: their names, in the column id."""
        # They are looked for first: a mixture is then made of a few rows.
        scored = self.scored(orders, among=f"{self.joined_id} IN (SELECT k.id FROM {known} k)")
        names = [*orders, *(f"s_{name}" for name in self.asked.sums)]
        return f"SELECT {', '.join(f'l.{name} AS {name}' for name in names)} FROM {scored} l"

    @property
    def joined_id(self) -> str:
        """The name of an item as it is compared: a whole number where all are."""
        asked = self.asked
        if asked.hashed:
            return self.words.md5.format(asked.id)
        return f"CAST({asked.id_column} AS {self.words.whole})" if asked.id_kind == "whole" else asked.id

    def doubled(self, *, exactly: bool) -> str:
        """Return how many rows have the name of another one; else how many have its hash."""
        named = self.joined_id if exactly else self.words.short.format(self.joined_id)
        return f"SELECT COUNT(*) - COUNT(DISTINCT {named}) AS n FROM {self.asked.relation}"

    def an_id_twice(self) -> str:
        """Return a name that two rows have."""
        named = self.joined_id
        return f"SELECT MIN(id) AS id FROM (SELECT {self.asked.id} AS id FROM {self.asked.relation} GROUP BY {self.asked.id}, {named} HAVING COUNT(*) > 1) d"

    def side(self, score: str, cut: Cut) -> str:
        """Return 2 for items before a cut, 1 for those that are equal there, 0 for those after it."""
        price = None if cut.price is None else str(cut.price)
        here = (
            "1"
            if price is None
            else f"CASE WHEN l.s_cost < {price} THEN 2 WHEN l.s_cost = {price} THEN 1 ELSE 0 END"
        )
        if cut.score == float("-inf"):
            return f"CASE WHEN {score} IS NOT NULL THEN 2 ELSE {here} END"
        number = self.words.number(cut.score)
        return f"CASE WHEN {score} > {number} THEN 2 WHEN {score} = {number} THEN {here} ELSE 0 END"

    def _whole(self, query: str, name: str) -> str:
        # Sums of whole numbers may come in a type of their own.
        return f"CAST({query} AS {self.words.whole}) AS {name}"


def _listed(columns: Mapping[str, str]) -> str:
    return ", ".join(f"{query} AS {name}" for name, query in columns.items())


def _within(table: str) -> str:
    return f"JOIN {table} p ON l.b = p.b WHERE l.x >= p.lo AND l.x < p.hi"
