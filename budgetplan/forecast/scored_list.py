"""The project's list as its own scores, prices and sizes have it (METHODS F9, by score)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.draws import standing
from budgetplan.core.places import places
from budgetplan.domain.counted import CountedList
from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.plan import Plan
from budgetplan.forecast.groups import as_they_come, groups_of_the_list
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import Ranking

KNOWN = 0.5
"""Where less than this share of the list is in groups of the sample, whole groups were labelled."""


@dataclass(frozen=True, eq=False)
class ScoredList:
    """The list in each model's order.

    Attributes
    ----------
    rankings
        By model: its order of the list.
    known, sizes
        Shape (N,): price of each item as known beforehand, in millionths; ``seconds``, ``units``, ``listed``.
    scores
        By model: scores of the labelled items, shape (n,), and of the list, shape (N,).
    place
        By model: where each labelled item stands in the list, on a normal scale, shape (n,).
    weight
        Shape (N,): how many items each row of the list stands for.
    ids
        Names of the items of the list, N of them, sorted.
    group, kind
        Shape (N,): codes of the groups, and of the types, of the list; None: items are independent, and are no types.
    whole_groups
        Codes of the groups of the labelled items and of the list, where whole groups were labelled; else None.
    without
        By column: how many items of the list lack a price or a size of their own, where others have one.
    counted
        Whoever counts the list, where it is not loaded: ``rankings``, ``known``, ``sizes`` and ``ids`` are then empty, and
        the scores of the list are those of the rows of :class:`CountedRows`.
    """

    rankings: Mapping[str, Ranking]
    known: FloatArray
    sizes: Mapping[str, FloatArray]
    scores: Mapping[str, tuple[FloatArray, FloatArray]]
    place: Mapping[str, FloatArray]
    weight: FloatArray
    ids: tuple[str, ...] = ()
    group: IntArray | None = None
    kind: IntArray | None = None
    whole_groups: tuple[IntArray, IntArray] | None = None
    without: Mapping[str, int] = field(default_factory=dict)
    counted: CountedList | None = None

    @property
    def weights(self) -> FloatArray | None:
        """The weights, None where each row is one item."""
        return None if bool((self.weight == 1).all()) else self.weight

    @property
    def size(self) -> float:
        """Items of the list, weighted."""
        return float(self.weight.sum())

    def tied_at(self, name: str, items: float) -> bool:
        """Say whether the items at a stop are known to be equal, so that their order is open."""
        if self.counted is None:
            return True
        rows = self.counted.rows(name)
        row = rows.row_at(items)
        return row < 0 or bool(rows.tied[row])

    def standing(self, name: str) -> tuple[FloatArray, FloatArray]:
        """Return where the items of the list stand along a model's order, see :func:`budgetplan.core.draws.standing`."""
        if self.counted is not None:
            rows = self.counted.rows(name)
            return standing(rows.count.astype(np.float64), rows.one_score)
        order = self.rankings[name].order
        score, weight = self.scores[name][1][order], self.weight[order]
        starts = np.concatenate([[0], np.flatnonzero(score[1:] != score[:-1]) + 1])
        return standing(np.add.reduceat(weight, starts), np.ones(len(starts), dtype=bool))

    def along(self, name: str, codes: IntArray) -> IntArray:
        """Return a code of each item along a model's order, one for each of the items that a row stands for."""
        order = self.rankings[name].order
        return np.repeat(codes[order], np.rint(self.weight[order]).astype(np.int64))

    def outside(self, name: str) -> tuple[float, float]:
        """Return how many items of the list stand above, and below, every labelled item."""
        score, count = self.scores[name][1], self.weight
        if self.counted is not None:
            count = self.counted.rows(name).count.astype(np.float64)
        listed, labelled = places(score, score, count), self.place[name]
        above, below = listed > labelled.max() + 1e-12, listed < labelled.min() - 1e-12
        return float(count[above].sum()), float(count[below].sum())


def list_has_scores(plan: Plan, items: Items, outputs: Sequence[ModelOutput]) -> bool:
    """Say whether the list can be ordered by its own scores: every model scores some of it, and it is all there.

    A list of which only the size is said, or of another size than its rows, is planned by its size.
    """
    own = ~items.labelled
    weight = own.sum() if items.weight is None else items.weight[own].sum()
    whole = plan.list_size is None or abs(plan.list_size - weight) < 1e-9 * max(weight, 1.0)
    return bool(own.any()) and whole and all(bool(np.isfinite(output.score[own]).any()) for output in outputs)


def scored_list(
    plan: Plan,
    items: Items,
    outputs: Sequence[ModelOutput],
    place: Mapping[str, FloatArray],
    *,
    grouped: bool,
    counted: CountedList | None = None,
) -> ScoredList:
    """Return the list in each model's own order.

    Parameters
    ----------
    plan, items, outputs
        What the user said and gave.
    place
        By model: where the labelled items stand, for models whose scores do not say it.
    grouped
        Whether labelled items are drawn in groups.
    counted
        Whoever counts the list, where it is not among the items.
    """
    labelled = items.labelled
    own = ~labelled
    if counted is not None:
        rows = {output.name: counted.rows(output.name) for output in outputs}
        scores = {output.name: (output.score, rows[output.name].score) for output in outputs}
        counts = {name: one.count.astype(np.float64) for name, one in rows.items()}
        stand = {name: places(*pair, counts[name]) for name, pair in scores.items()} | dict(place)
        whole = np.array([float(counted.n_items)])
        return ScoredList({}, np.zeros(0), {}, scores, stand, whole, without=counted.without, counted=counted)
    weight = np.ones(int(own.sum())) if items.weight is None else items.weight[own]
    scores = {output.name: (output.score[labelled], output.score[own]) for output in outputs}
    units = None if items.weight is None else weight
    stand = {name: places(*pair, units) for name, pair in scores.items() if name not in place} | dict(place)
    known, sizes = known_prices(plan, items, own)
    group = whole_groups = None
    if items.group is not None and grouped:
        # An item without a group is one of its own.
        lone = items.group < 0
        code = np.where(lone, items.group.max(initial=-1) + np.cumsum(lone), items.group)
        every = np.ones(items.n_items) if items.weight is None else items.weight
        share, _ = groups_of_the_list(items.group, labelled, every, 1)
        group = as_they_come(code[own])
        whole_groups = (code[labelled], code[own]) if share < KNOWN else None
    columns = {plan.columns.cost: items.listed_cost, plan.columns.units: items.units}
    return ScoredList(
        {name: rank(listed, known) for name, (_, listed) in scores.items()},
        known,
        sizes,
        scores,
        stand,
        weight,
        tuple(compress(items.ids, own.tolist())),
        group,
        None if items.kind is None else items.kind[own],
        whole_groups,
        MappingProxyType({column: n for column, amount in columns.items() if (n := lacking(amount, own))}),
    )


def known_prices(plan: Plan, items: Items, own: BoolArray) -> tuple[FloatArray, Mapping[str, FloatArray]]:
    """Return the price of each item of the list as known beforehand, and its size, time and listed price."""
    n = int(own.sum())
    units, listed = _filled(items.units, own), _filled(items.listed_cost, own)
    if listed is not None:
        listed = np.rint(listed)
    sizes = {
        "seconds": plan.prices.item_seconds(n, units),
        "units": np.zeros(n) if units is None else units,
        "listed": np.zeros(n) if listed is None else listed,
    }
    return plan.prices.item_cost(n, units, listed), sizes


def _filled(amount: FloatArray | None, own: BoolArray) -> FloatArray | None:
    """Give items of the list without a size or price the mean of its others, else of the labelled ones."""
    if amount is None:
        return None
    listed = amount[own]
    known = listed[np.isfinite(listed)]
    mean = float(np.mean(known if len(known) else amount[~own]))
    return np.where(np.isfinite(listed), listed, mean)


def lacking(amount: FloatArray | None, own: BoolArray) -> int:
    """Return how many items of the list lack a size or price of their own.

    Examples
    --------
    >>> lacking(np.array([1.0, np.nan, 2.0]), np.array([False, True, True]))
    1
    """
    return 0 if amount is None else int((~np.isfinite(amount[own])).sum())
