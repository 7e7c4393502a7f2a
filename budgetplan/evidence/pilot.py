"""What the scores of a list say before anything is labelled: where models differ, and what to label first."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.plan import Budget, Plan
from budgetplan.evidence.paths import limit_of
from budgetplan.forecast.scored_list import known_prices
from budgetplan.intervals.labels import labels_to_tell, share_that_decides, targeted
from budgetplan.metrics.ranking.budget import affordable_items
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import Ranking, in_top, make_path
from budgetplan.metrics.ranking.pilot import disputed, draw_items

SHARES = (Decimal("0.1"), Decimal("0.2"), Decimal("0.5"))
"""Of the list, where nobody named a budget; the middle one says where the models are compared for the sample."""
ONE_IN = (5, 10, 20)
"""Assumed differences: one entry more in so many reviewed items."""


@dataclass(frozen=True)
class Apart:
    """Two models at one budget.

    Attributes
    ----------
    models
        Their names.
    share
        Share q of the list that only one of them would have reviewed, in [0, 1].
    labels
        By assumed difference (one entry more in so many reviewed): labels at random that tell them apart; None
        where they cannot differ by so much.
    """

    models: tuple[str, str]
    share: float
    labels: Mapping[int, int | None]

    def where_they_differ(self, one_in: int) -> int | None:
        """Return how many labels will do if only items on which the two differ are labelled."""
        return targeted(self.share, self.labels[one_in])


@dataclass(frozen=True)
class PilotBudget:
    """A budget: the items that each model would have reviewed for it, and every pair of models."""

    budget: Budget
    items: Mapping[str, int]
    pairs: tuple[Apart, ...]


@dataclass(frozen=True, eq=False)
class Pilot:
    """A sample to label.

    Attributes
    ----------
    budgets
        What the models do for each budget.
    reach
        By model: how many items its top set holds where the sample asks on which items models differ.
    differ
        Whether there are such items; else the stratum is the top set that all models agree on.
    inside
        Shape (N,): the stratum of these items.
    drawn
        Shape (n,): places of the items to label, in an order that says nothing.
    """

    budgets: tuple[PilotBudget, ...]
    reach: Mapping[str, int]
    differ: bool
    inside: BoolArray
    drawn: IntArray

    @property
    def sizes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Items of the list, and items to label: of the stratum where models differ, and of the rest."""
        taken = self.inside[self.drawn]
        n_inside, n_taken = int(self.inside.sum()), int(taken.sum())
        return (n_inside, n_taken), (len(self.inside) - n_inside, len(taken) - n_taken)

    @property
    def weight(self) -> FloatArray:
        """Shape (n,): how many items of the list each item to label stands for, N_s / n_s."""
        inside, rest = (size / max(n, 1) for size, n in self.sizes)
        return np.where(self.inside[self.drawn], inside, rest)


def plan_pilot(plan: Plan, items: Items, outputs: Sequence[ModelOutput], n_labels: int) -> Pilot:
    """Say where the models differ, and draw the items to label.

    Parameters
    ----------
    plan
        Budget, prices and seed.
    items, outputs
        The list in the order of its ids, and the scores.
    n_labels
        At least 4; at most the list is drawn.

    References
    ----------
    METHODS L.
    """
    n = items.n_items
    every = np.ones(n, dtype=bool)
    known, sizes = known_prices(plan, items, every)
    ordered = sorted(outputs, key=lambda one: one.name)
    rankings = {one.name: rank(one.score, known) for one in ordered}
    costs = {one.name: Decimal(repr(one.cost)) for one in ordered}
    budgets = [plan.budget] if plan.budget is not None else list(_of_list(n))
    measures = {"cost": known, "seconds": sizes["seconds"]}
    paths = {name: make_path(each, None, measures) for name, each in rankings.items()}
    found = []
    for budget in budgets:
        bought = {}
        for name, path in paths.items():
            measure, limit = limit_of(plan.prices, costs[name], budget)
            bought[name] = min(affordable_items(path, limit, measure), n)
        found.append(PilotBudget(budget, bought, tuple(_pairs(rankings, bought))))
    reach = {name: min(2 * k, n) for name, k in found[len(found) // 2].items.items()}
    tops = np.stack([in_top(rankings[name], None, reach[name]) for name in rankings])
    inside = disputed(tops)
    differ = bool((tops[:, inside] == 0).any())
    drawn = draw_items(inside, min(n_labels, n), plan.seed)
    return Pilot(tuple(found), reach, differ, inside, drawn)


def _of_list(n: int) -> tuple[Budget, ...]:
    """Return the budgets that a list of n items is looked at where nobody named one."""
    return tuple(Budget(Decimal(max(round(n * share), 1)), "items") for share in SHARES)


def _pairs(rankings: Mapping[str, Ranking], bought: Mapping[str, int]) -> list[Apart]:
    tops = {name: in_top(rankings[name], None, bought[name]) for name in rankings}
    found = []
    for first, second in itertools.combinations(rankings, 2):
        apart = share_that_decides(tops[first], tops[second])
        depth = float(tops[first].mean() + tops[second].mean()) / 2
        labels = {k: labels_to_tell(apart, depth / k) if depth > 0 else None for k in ONE_IN}
        found.append(Apart((first, second), apart, labels))
    return found
