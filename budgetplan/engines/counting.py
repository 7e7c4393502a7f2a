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
from budgetplan.engines.order import CountedOrder, Knots, as_rows, first_not_below
from budgetplan.engines.queries import MixedModel, Order, Queries
from budgetplan.errors import BadDataError, Problem

FEW_ITEMS = 100_000
"""In lists of up to so many items every score is told apart from every other."""
MOST_COMPARED = 20_000_000
"""In lists of up to so many items all names are compared with each other; in longer ones when the queue is written."""


class Counting:
    """See :class:`budgetplan.domain.counted.CountedList`."""

    def __init__(
        self, engine: Engine, asked: AskedList, labelled: Mapping[str, FloatArray], where: str
    ) -> None:
        self.engine, self.asked, self.labelled, self.where = engine, asked, labelled, where
        self.queries, self.without = Queries(asked, engine.words), asked.without
        self.n_items, self.n_known = asked.n_items, asked.n_known
        self.scans, self._held = 1, 0
        self.compared_up_to = MOST_COMPARED
        if self.n_rows <= MOST_COMPARED:
            self.refuse_doubled()
        self.orders = {name: self._model(name) for name in labelled}

    @property
    def n_rows(self) -> int:
        """Rows of the list, those that are labelled items among them."""
        return self.n_items + self.n_known

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

    def _model(self, name: str) -> CountedOrder:
        order, single = Order(score=self.asked.scores[name]), name in self.asked.single
        labelled = np.unique(self.labelled[name])
        labelled = labelled[np.isfinite(labelled)]
        first = first_not_below(labelled) if single else labelled
        n_found, low, high = self.asked.found[name]
        knots = Knots(labelled, first, np.unique(first), single)
        return self._counted(order, knots, (low, high), lacking=n_found < self.n_items)

    def _counted(
        self, order: Order, knots: Knots, ends: tuple[float, float], *, lacking: bool = False
    ) -> CountedOrder:
        few = self.n_items <= FEW_ITEMS
        if few:
            every = self._ask(self.queries.different(order))["x"].astype(np.float64)
            knots = replace(knots, raw=np.unique(np.concatenate([knots.raw, every])))
        buckets = choose_buckets(knots.raw, *ends, self.engine.n_buckets)
        found = stretches(buckets, knots.raw, lacking=lacking)
        counted = self._ask(self.queries.cells(order, buckets, self._hold(found), lacking=lacking))
        if (reached := int(counted["n"].sum())) != self.n_items:
            wrong = f"the engine counted {reached:,} of {self.n_items:,} items"
            raise BadDataError([Problem(wrong, "the list must not change while it is counted", self.where)])
        made = CountedOrder(order, buckets, knots, found, lacking, counted, self.asked.each)
        if few and "cost" in self.asked.sums:
            made.take(self._groups(made, np.arange(len(found.low))), every=True)
        return made

    def _groups(self, counted: CountedOrder, stretch: IntArray) -> Answer:
        table = self._hold(counted.stretches, stretch)
        query = self.queries.groups(counted.order, counted.buckets, table, lacking=counted.lacking)
        return self._ask(query)

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
        return self.n_items - self.asked.found[name][0]

    def coarse(self, name: str) -> CountedRows:
        """Return the same before any stop was looked at."""
        return as_rows(self.orders[name].coarse, self.asked.each)

    def mix(self, name: str, places: Mapping[str, IntArray], labelled: FloatArray, per: int) -> CountedRows:
        """Return the list in the order of the sum of the places of several models."""
        if name not in self.orders:
            order = Order(members=tuple(self._member(model, place) for model, place in places.items()))
            ends = (float(sum(int(end(place)) for place in places.values())) for end in (np.min, np.max))
            told = np.unique(labelled[np.isfinite(labelled)])
            first = np.rint(told * per)
            knots = Knots(told, first, np.unique(first), per=per)
            self.orders[name] = self._counted(order, knots, (next(ends), next(ends)), lacking=order.lacking)
        return self.rows(name)

    def _member(self, model: str, place: IntArray) -> MixedModel:
        """Return a model as a part of a mixture, its places handed over by half stretches."""
        counted = self.orders[model]
        stretch, begins = (counted.coarse[name].to_numpy() for name in ("stretch", "one_score"))
        start, inside = (np.zeros(len(counted.stretches.low), dtype=np.int64) for _ in range(2))
        start[stretch[begins]], inside[stretch[~begins]] = place[begins], place[~begins]
        table = self._hold(counted.stretches, at_lo=start, inside=inside)
        return MixedModel(counted.order.score, counted.buckets, counted.lacking, table)

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
