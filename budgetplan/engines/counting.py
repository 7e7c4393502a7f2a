"""Counts a list in every order of review, whatever engine answers (METHODS F9)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.dataset.list_files import doubled_id
from budgetplan.domain.counted import CountedRows
from budgetplan.engines.asked import AskedList
from budgetplan.engines.base import Answer, Engine
from budgetplan.engines.buckets import Stretches, choose_buckets, stretches
from budgetplan.engines.order import MISSING, CountedOrder, Knots, as_rows
from budgetplan.engines.queries import MixedModel, Order, Queries
from budgetplan.engines.single import first_not_below
from budgetplan.errors import BadDataError, Problem

FEW_ITEMS = 100_000
"""In lists of up to so many items every score is told apart from every other."""
MOST_COMPARED = 20_000_000
"""In lists of up to so many items all names are compared with each other; in longer ones when the queue is written."""


class Counting:
    """See :class:`budgetplan.domain.counted.CountedList`."""

    def __init__(
        self,
        engine: Engine,
        asked: AskedList,
        labelled: Mapping[str, FloatArray],
        names: Sequence[str],
        where: str,
    ) -> None:
        self.engine, self.asked, self.where = engine, asked, where
        self.queries = Queries(asked, engine.words)
        self.labelled = labelled
        self.without = asked.without
        self.scans, self._held = 1, 0
        self.orders: dict[str, CountedOrder] = {}
        self.compared_up_to = MOST_COMPARED
        if asked.n_items <= MOST_COMPARED:
            self.refuse_doubled()
        self.known = self._hold_names(names)
        models = {f"x{at}": Order(score=asked.scores[name]) for at, name in enumerate(labelled)}
        self._known = self._ask(self.queries.known(models, self.known))
        self.n_known = len(next(iter(self._known.values())))
        self.n_items = asked.n_items - self.n_known
        for at, name in enumerate(labelled):
            known = {key: one for key, one in self._known.items() if key.startswith("s_")}
            self.orders[name] = self._model(name, known | {"x": self._known[f"x{at}"].astype(np.float64)})

    def _ask(self, query: str) -> Answer:
        self.scans += 1
        return self.engine.ask(query)

    def refuse_doubled(self) -> None:
        """Raise where two rows have the same name."""
        # Names are only compared where two have the same hash.
        if not int(self._ask(self.queries.doubled(exactly=False))["n"][0]):
            return
        n = int(self._ask(self.queries.doubled(exactly=True))["n"][0])
        if n:
            item = str(self._ask(self.queries.an_id_twice())["id"][0])
            raise BadDataError([doubled_id(self.where, item, n)])

    def _hold_names(self, names: Sequence[str]) -> str:
        """Hand over the names of the labelled items: they never stand in a query."""
        if self.engine.hashed:
            digests = sorted(hashlib.md5(name.encode(), usedforsecurity=False).hexdigest() for name in names)
            return self.engine.hold("budgetplan_known", {"id": digests})
        if self.asked.id_kind == "whole":
            whole = [int(name) for name in names if name.lstrip("-").isdigit() and str(int(name)) == name]
            kept = [one for one in whole if -(2**63) <= one < 2**63]
            return self.engine.hold("budgetplan_known", {"id": np.array(kept, dtype=np.int64)})
        return self.engine.hold("budgetplan_known", {"id": list(names)})

    def _model(self, name: str, known: Answer) -> CountedOrder:
        order, single = Order(score=self.asked.scores[name]), name in self.asked.single
        labelled = np.unique(self.labelled[name])
        labelled = labelled[np.isfinite(labelled)]
        first = first_not_below(labelled)[0] if single else labelled
        n_found, low, high = self.asked.found[name]
        ends = (low, high) if n_found else (0.0, 0.0)
        return self._counted(order, Knots(labelled, first, np.unique(first), single), ends, known, n_found)

    def _counted(
        self, order: Order, knots: Knots, ends: tuple[float, float], known: Answer, n_found: int
    ) -> CountedOrder:
        if self.asked.n_items <= FEW_ITEMS:
            every = self._ask(self.queries.different(order))["x"].astype(np.float64)
            knots = replace(knots, raw=np.unique(np.concatenate([knots.raw, every])))
        buckets = choose_buckets(knots.raw, *ends, self.engine.n_buckets)
        found = stretches(buckets, knots.raw)
        counted = self._ask(self.queries.cells(order, buckets, self._hold(found)))
        n_missing = self.asked.n_items - n_found
        nothing = {"n": np.array([n_missing])} | {f"s_{name}": np.array([0]) for name in self.asked.sums}
        missing = (
            self._ask(self.queries.missing(order, by_price=False))
            if n_missing and self.asked.sums
            else nothing
        )
        if (reached := int(counted["n"].sum()) + n_missing) != self.asked.n_items:
            wrong = f"the engine counted {reached:,} of {self.asked.n_items:,} items"
            raise BadDataError([Problem(wrong, "the list must not change while it is counted", self.where)])
        made = CountedOrder(order, buckets, knots, found, counted, missing, known, self.asked.each)
        if self.asked.n_items <= FEW_ITEMS and "cost" in self.asked.sums:
            made.take_every(
                _stacked(self._groups(made, np.arange(len(found.low))), self._groups_missing(order))
            )
        return made

    def _groups(self, counted: CountedOrder, stretch: IntArray) -> Answer:
        table = self._hold(counted.stretches, stretch)
        return self._ask(self.queries.groups(counted.order, counted.buckets, table))

    def _groups_missing(self, order: Order) -> Answer:
        answer = self._ask(self.queries.missing(order, by_price=True))
        size = len(answer["n"])
        return {**answer, "p": np.full(size, MISSING), "x": np.full(size, -np.inf)}

    def _hold(self, found: Stretches, rows: IntArray | None = None, **more: IntArray) -> str:
        rows = np.arange(len(found.low)) if rows is None else rows
        columns = {"p": rows, "b": found.bucket[rows], "lo": found.low[rows], "hi": found.high[rows]}
        self._held += 1
        name = f"budgetplan_stretches_{self._held}"
        return self.engine.hold(name, columns | {key: one[rows] for key, one in more.items()})

    def rows(self, name: str) -> CountedRows:
        """Return the list in a model's order."""
        return self.orders[name].rows()

    def n_without(self, name: str) -> int:
        """Return how many items have no score of a model."""
        parts = self.orders[name].coarse()
        return int(parts.count[parts.stretch == MISSING].sum())

    def coarse(self, name: str) -> CountedRows:
        """Return the same before any stop was looked at."""
        return as_rows(self.orders[name].coarse(), self.asked.each)

    def mix(self, name: str, places: Mapping[str, IntArray], labelled: FloatArray, per: int) -> CountedRows:
        """Return the list in the order of the sum of the places of several models."""
        if name in self.orders:
            return self.rows(name)
        members, low, high = [], 0, 0
        for model, place in places.items():
            members.append(self._member(model, place))
            low, high = low + int(place.min()), high + int(place.max())
        order = Order(members=tuple(members))
        told = np.unique(labelled[np.isfinite(labelled)])
        first = np.rint(told * per)
        known = (
            self._ask(self.queries.known({"x": order}, self.known)) if self.n_known else self._nothing_known()
        )
        ends = (float(low), float(high))
        self.orders[name] = self._counted(
            order, Knots(told, first, np.unique(first), per=per), ends, known, self.asked.n_items
        )
        return self.rows(name)

    def _nothing_known(self) -> Answer:
        return {"x": np.zeros(0)} | {f"s_{name}": np.zeros(0, dtype=np.int64) for name in self.asked.sums}

    def _member(self, model: str, place: IntArray) -> MixedModel:
        """Return a model as a part of a mixture, its places handed over by half stretches."""
        counted = self.orders[model]
        coarse, n_stretches = counted.coarse(), len(counted.stretches.low)
        start, inside = (np.zeros(n_stretches, dtype=np.int64) for _ in range(2))
        begins = coarse.one_score & (coarse.stretch != MISSING)
        rest = ~coarse.one_score
        start[coarse.stretch[begins]] = place[begins]
        inside[coarse.stretch[rest]] = place[rest]
        table = self._hold(counted.stretches, at_lo=start, inside=inside)
        lacking = place[coarse.stretch == MISSING]
        # Labelled items alone may lack a score: they are taken off again, wherever they are put.
        missing = int(lacking[0]) if len(lacking) else int(place.min())
        has_missing = self.asked.found[model][0] < self.asked.n_items
        return MixedModel(counted.order.score, counted.buckets, table, missing if has_missing else None)

    def look_at(self, stops: Mapping[str, Iterable[int]]) -> bool:
        """Find the groups of equal items at some stops of some orders; say whether any were not known before."""
        fresh = False
        for name, wanted in stops.items():
            counted = self.orders[name]
            # The next item, too: whether a budget pays for it is then exact.
            both = [items for stop in wanted for items in (stop, stop + 1)]
            fresh = fresh or not counted.sees(both)
            stretch = counted.lacking(both)
            some = stretch[stretch != MISSING]
            if len(some):
                counted.take_groups(self._groups(counted, some), some)
            if len(some) < len(stretch):
                counted.take_groups(self._groups_missing(counted.order), np.array([MISSING]))
        return fresh

    def digest(self) -> str:
        """Return a checksum of the list as it was counted: the same for the same list, whatever the engine."""
        told = hashlib.sha256()
        for name in sorted(self.labelled):
            rows = self.coarse(name)
            for array in (rows.score, rows.count, *(rows.sums[key] for key in sorted(rows.sums))):
                told.update(np.ascontiguousarray(array).tobytes())
        return told.hexdigest()

    def rank_error(self, members: Sequence[str]) -> float:
        """Return by how many places at most an item stands wrong in an order of which a mixture is made."""
        widest = 0.0
        for name in members:
            rows = self.coarse(name)
            stretch = rows.count[~rows.one_score]
            widest = max(widest, float(stretch.max(initial=0)) / 2)
        return widest


def _stacked(one: Answer, other: Answer) -> Answer:
    return {name: np.concatenate([column, other[name]]) for name, column in one.items()}
