"""Ranked lists, every model: gain by parts, scores at the cut, what money and targets take, how alike orders are (K18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

import numpy as np

from budgetplan.arrays import FloatArray, taken
from budgetplan.core.path import affordable_items, auc, items_for_target
from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.plan import MIXTURE, PERFECT, RANDOM, Plan
from budgetplan.evaluation.page import Block, Measured, measured
from budgetplan.lists.evidence import Evidence, Ranked, gather
from budgetplan.models.confidence import ratio
from budgetplan.models.ranks import best_cut, gain_by_part, scores_at_cut, spearman

MOST_BUDGETS = 20
"""More parts than these give as many budgets and targets."""


class Lists:
    """The labelled items of a plan in the order of each model, of all models together, perfect and random.

    Attributes
    ----------
    single
        The user's own models.
    orders
        Paths through the labelled items alone: of these, of all models where they are mixed, the perfect one and a random
        one. Nothing is scaled to a list, as the project's list played no part.
    positive
        Shape (n,): which labelled items are confirmed, each item of a type where types are entries.
    """

    def __init__(self, plan: Plan, data: ScoredTable) -> None:
        labelled = data.items.labelled
        self.plan = replace(plan, list_size=None, listed=None, reviewed=None, quota=None, prevalence=None)
        outputs = [replace(model, score=model.score[labelled]) for model in data.models]
        evidence = gather(self.plan, taken(replace(data.items, answers=()), labelled), outputs)
        # Scores and correlations are of items, whatever is counted as an entry.
        confirmed = evidence.sample.outcome
        self.evidence, self.positive = evidence, np.asarray(confirmed > 0)
        self.single = [model for model in evidence.models if model.name != MIXTURE]
        self.orders = (*evidence.models, evidence.perfect, evidence.random)

    def paid(self, order: Ranked, items: FloatArray) -> FloatArray:
        """Return what budgets pay for so many items: money or, where nothing has a price, judged items."""
        return self.spend(order, items) if self.plan.prices.stated else order.path.judged(items)

    def spend(self, order: Ranked, items: FloatArray) -> FloatArray:
        """Return what reviewing so many items comes to with all that is paid, NaN where nothing has a price."""
        return self.evidence.curve(order, items) if self.plan.prices.stated else np.full(np.shape(items), np.nan)

    def within(self, order: Ranked, budget: float) -> int:
        """Return how many whole items a budget pays for, in money or, where nothing has a price, in judged items."""
        prices = self.plan.prices
        if not prices.stated:
            return affordable_items(order.path, budget, "items")
        limit = prices.annotation_within(Decimal(repr(budget)), order.cost, covers_all=True)
        return affordable_items(order.path, limit)


def ranked_tables(plan: Plan, data: ScoredTable) -> list[Measured]:
    """Return every table of a ranked list."""
    lists = Lists(plan, data)
    tables = [
        measured("gain", _gain(lists), parts=plan.parts),
        measured("cut_scores", _at_cut(lists)),
        measured("budgets", _budgets(lists)),
        measured("targets", _targets(lists)),
        measured("winners", _winners(lists)),
        measured("choices", _choices(lists)),
        measured("orders", _orders(lists.evidence)),
    ]
    return [table for table in tables if len(table.frame)]


def _gain(lists: Lists) -> Iterator[Block]:
    parts = lists.plan.parts
    for order in lists.orders:
        got = gain_by_part(order.path, parts)
        cost = lists.spend(order, got.items)
        yield {
            "model": order.name,
            "part": np.arange(parts) + 1,
            "items": got.items,
            "cost": cost,
            "found": got.found,
            "gain": got.gain,
            "cumulative_gain": got.cumulative,
            "lift": got.lift,
            "precision": got.precision,
            "cost_per_entry": ratio(np.diff(cost, prepend=0.0), got.found),
        }


def _cut(lists: Lists, order: Ranked) -> tuple[float, str]:
    """Return from which score on a model calls an item positive: as the user said, or where its F1 is greatest."""
    if order.cut is not None:
        return order.cut, "stated"
    return best_cut(order.score, lists.positive, lists.evidence.weight), "best F1"


def _at_cut(lists: Lists) -> Iterator[Block]:
    weight = lists.evidence.weight
    # Ranks, and scores of which lower ones are better, are kept with their signs turned.
    turned = {model.name for model in lists.plan.models if model.order != "higher"}
    for order in lists.single:
        cut, how = _cut(lists, order)
        above, sign = order.score >= cut, -1 if order.name in turned else 1
        scores = scores_at_cut(above, lists.positive, weight)
        columns = np.column_stack([scores.each, scores.means(), scores.means(scores.n)])
        row: Block = {"model": order.name, "cut": cut * sign, "cut_is": how}
        row |= {"scores_of": ["collected", "others", "macro", "weighted"]}
        row |= dict(zip(("precision", "recall", "f1"), columns, strict=True))
        yield row | {"accuracy": float(np.average(above == lists.positive, weights=weight))}


def _limits(lists: Lists) -> list[float]:
    """Return the budgets that are compared: equal parts of what everything costs, and the plan's own."""
    parts, order = min(lists.plan.parts, MOST_BUDGETS), lists.evidence.random
    whole = float(lists.paid(order, np.array(order.path.n_items)))
    limits = {float(round(whole * part / parts, 2)) for part in range(1, parts + 1)}
    budget = lists.plan.budget
    if budget is not None and budget.unit == ("money" if lists.plan.prices.stated else "items"):
        limits.add(float(budget.amount))
    return sorted(limits)


def _every(lists: Lists) -> tuple[list[Ranked], list[str], float]:
    """Return the orders that budgets and targets compare, their names, and how many entries there are."""
    orders = [order for order in lists.orders if order.name != RANDOM]
    return orders, [order.name for order in orders], lists.evidence.perfect.path.total("positives")


def _budgets(lists: Lists) -> Iterator[Block]:
    orders, names, every = _every(lists)
    ours = np.array([name in {PERFECT, MIXTURE} for name in names])
    for limit in _limits(lists):
        items = [lists.within(order, limit) for order in orders]
        pairs = [*zip(orders, items, strict=True)]
        entries = np.array([float(order.path.read("positives", at)) for order, at in pairs])
        best = entries[~ours].max()
        yield {
            "budget" if lists.plan.prices.stated else "items_paid": limit,
            "model": names,
            "items": items,
            "cost": [float(lists.spend(order, np.array(float(at)))) for order, at in pairs],
            "found": entries,
            "share": entries / every if every else np.nan,
            "fewer": best - entries,
            "fewer_share": (best - entries) / best if best else np.nan,
        }


def _targets(lists: Lists) -> Iterator[Block]:
    parts = min(lists.plan.parts, MOST_BUDGETS)
    orders, names, every = _every(lists)
    wanted = {every * part / parts for part in range(1, parts + 1)}
    target = lists.plan.target
    if target is not None:
        wanted.add(float(target.amount) * (every if target.unit == "share" else 1.0))
    for entries in sorted(aim for aim in wanted if 0 < aim <= every * (1 + 1e-12)):
        reached = [items_for_target(order.path, entries) for order in orders]
        items = np.array([np.nan if stop is None else stop.items for stop in reached])
        pairs = [*zip(orders, items, strict=True)]
        cost = np.array([np.nan if np.isnan(at) else float(lists.spend(order, at)) for order, at in pairs])
        paid = cost if lists.plan.prices.stated else np.array([order.path.judged(at) for order, at in pairs])
        dearest = np.nanmax(paid) if not np.isnan(paid).all() else np.nan
        row: Block = {"found": entries, "share": entries / every, "model": names, "items": items}
        row |= {"worst_items": [np.nan if stop is None else stop.worst_items for stop in reached]}
        yield row | {"cost": cost, "saved": 1 - paid / dearest if dearest else np.nan}


def _winners(lists: Lists) -> Iterator[Block]:
    """Yield from which budget to which a single model finds most, exact at the level of items (K18 situation 1)."""
    unit = "budget" if lists.plan.prices.stated else "items"
    whole = [np.arange(int(model.path.n_items) + 1, dtype=np.float64) for model in lists.single]
    orders = [*zip(lists.single, whole, strict=True)]
    paid = [np.round(lists.paid(order, items), 9) for order, items in orders]
    points = np.unique(np.concatenate(paid))
    ends = [np.searchsorted(spent, points, side="right") - 1 for spent in paid]
    finds = np.stack([end.path.read("positives", items)[at] for (end, items), at in zip(orders, ends, strict=True)])
    ahead = finds >= finds.max(axis=0) - 1e-9 * max(float(finds.max()), 1.0)
    starts = np.flatnonzero(np.append(True, (ahead[:, 1:] != ahead[:, :-1]).any(axis=0)))
    yield {
        f"from_{unit}": points[starts],
        f"to_{unit}": np.append(points[starts[1:]], np.nan),
        "model": [
            ", ".join(model.name for model, first in zip(lists.single, ahead[:, start], strict=True) if first)
            for start in starts
        ],
        "found": finds[:, starts].max(axis=0),
    }


def _choices(lists: Lists) -> Iterator[Block]:
    """Yield each model with its place by F1 and accuracy at the cut, by AUC, and by what half of the list holds."""
    positive, weight, orders = lists.positive, lists.evidence.weight, lists.single
    above = [order.score >= _cut(lists, order)[0] for order in orders]
    with_labels = [spearman(order.score, positive.astype(np.float64), weight) for order in orders]
    row: Block = {
        "model": [order.name for order in orders],
        "f1": [float(scores_at_cut(accepted, positive, weight).f1[0]) for accepted in above],
        "accuracy": [float(np.average(accepted == positive, weights=weight)) for accepted in above],
        "auc": [auc(order.score, positive, weight) for order in orders],
        "gain_in_first_part": [float(gain_by_part(order.path, lists.plan.parts).gain[0]) for order in orders],
        "gain_in_half": [float(gain_by_part(order.path, 2).gain[0]) for order in orders],
        "spearman_with_labels": [correlation for correlation, _ in with_labels],
    }
    places = {
        f"place_by_{name}": (np.array(values)[:, None] < values).sum(axis=1) + 1
        for name, values in row.items()
        if name != "model"
    }
    yield row | {"p_value": [chance for _, chance in with_labels]} | places


def _orders(evidence: Evidence) -> Iterator[Block]:
    for first, other in combinations(evidence.models, 2):
        correlation, chance = spearman(first.score, other.score, evidence.weight)
        yield {"model": first.name, "other": other.name, "spearman": correlation, "p_value": chance}
