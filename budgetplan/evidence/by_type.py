"""Entries that are types: each counts once, at its first confirmed item in an order (METHODS R6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.items import Items
from budgetplan.domain.plan import Plan
from budgetplan.metrics.ranking.path import Path, Ranking
from budgetplan.metrics.ranking.types_found import TypeQueue, type_queue
from budgetplan.metrics.resampling.blocks import MOST_ITEMS

ROWS_EACH = 4
"""Of very many items slices make at most so many rows each."""


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
    def n_tokens(self) -> float:
        """Tokens of all types among the labelled items."""
        return float(self.tokens.sum())

    @property
    def alone(self) -> bool:
        """Whether every type has one item, so that entries are items."""
        return self.n_types == len(self.kind)

    def counted(self, measures: Mapping[str, FloatArray], known: FloatArray) -> Mapping[str, FloatArray]:
        """Return the measures with ``positives`` 1 for one item of each type that is an entry, and ``tokens``.

        The item is the cheapest confirmed one, by what each costs as known beforehand, shape (n,): a perfect order
        would review it first.
        """
        order = np.lexsort((np.arange(len(self.kind)), known))
        wanted = order[self.confirmed[order] > 0]
        entries = np.zeros(len(self.kind))
        entries[wanted[np.unique(self.kind[wanted], return_index=True)[1]]] = 1.0
        return {**measures, "positives": entries, "tokens": self.tokens}

    def unit(self, group: IntArray | None) -> IntArray | None:
        """Return what is resampled whole, shape (n,): the groups that are named, else the types; None: single items."""
        return self.kind if group is None and not self.alone else group

    def queue(
        self, ranking: Ranking, group: IntArray | None, measures: Mapping[str, FloatArray]
    ) -> TypeQueue:
        """Return an order of the labelled items laid out by types; worth is that of the types found."""
        unit = self.kind if group is None else group
        most = MOST_ITEMS if len(self.kind) <= MOST_ITEMS else ROWS_EACH * len(self.kind)
        made = type_queue(ranking, self.kind, self.confirmed, unit, measures, most)
        sums = {**made.path.sums, "value": self.worth * made.path.sums["positives"]}
        amounts = {**made.amounts, "value": self.worth * made.amounts["positives"]}
        path = Path(made.path.items, MappingProxyType(sums))
        return replace(made, path=path, amounts=MappingProxyType(amounts))


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
    _, first, place = np.unique(items.kind[labelled], return_index=True, return_inverse=True)
    stand = np.empty(len(first), dtype=np.int64)
    stand[np.argsort(first)] = np.arange(len(first))
    return Types(stand[place], confirmed, confirmed, plan.columns.type, worth)
