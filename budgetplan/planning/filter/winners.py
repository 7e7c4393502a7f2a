"""Which single model brings most at which budget, over all budgets (METHODS F6, situation 1)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.decision import JoinedInterval, WinnerInterval
from budgetplan.evidence.paths import Evidence, Ranked
 
from budgetplan.metrics.ranking.stopping import TIE

MOST_POINTS = 400_000
"""Above this many (model, item) pairs budgets are compared at evenly spaced stops and the ends of tie groups."""

MOST_EXACT, NARROW = 1_000, 1_000
"""Up to so many intervals are told as they are; of more, those narrower than such a part of all budgets joined."""
HOUR_DIGITS = 2
"""Budgets in hours are told to a hundredth."""


def spent(evidence: Evidence, model: Ranked, items: IntArray, axis: str) -> IntArray:
    """Return the least printable budget that pays for ``items``, in units of its last digit, same shape.

    Money is the exact or the printed total of what the budget covers, whichever is more; hours are rounded up, items are themselves.
    """
    if axis == "items":
        return items
    if axis == "hours":
        hours = model.path.read("seconds", items) / 3600 * 10**HOUR_DIGITS
        return np.asarray(np.ceil(hours * (1 - 1e-12) - 1e-9), dtype=np.int64)
    budget = evidence.plan.budget
    only = budget is not None and budget.unit == "money" and budget.covers == "annotation"
    return evidence.least_budgets(model, items, annotation_only=only)


def winners_by_budget(
    evidence: Evidence, axis: str, held: Sequence[Decimal] = ()
) -> tuple[WinnerInterval, ...]:
    """Return which single models bring most from which budget to which, exact at item level.

    Very long lists: to their 100,000th part.

    Objective: net value of the best plan within the budget where entries have a worth, else entries found.
    Where the lead changes more than 1,000 times, changes within a thousandth of what the whole list costs are told
    together (:class:`~budgetplan.domain.decision.JoinedInterval`), with how many they are.

    Parameters
    ----------
    axis
        ``money``, ``hours`` or ``items``: what a budget is counted in.
    held
        Other budgets of which the report speaks: who leads there is told of them alone.
    """
    models = evidence.single
    stops = _stops(evidence)
    costs = [spent(evidence, model, stops, axis) for model in models]
    edges = np.unique(np.concatenate(_different(costs)))
    at_edges = np.stack(
        [
            _objective(evidence, model, stops)[_last_within(cost, edges)]
            for model, cost in zip(models, costs, strict=True)
        ]
    )
    top = at_edges.max(axis=0)
    leading = at_edges >= top - TIE * _scale(evidence, at_edges)
    changes = np.flatnonzero(np.any(leading[:, 1:] != leading[:, :-1], axis=0)) + 1
    starts = np.concatenate([[0], changes])
    digits = {"money": evidence.prices.minor_digits if evidence.prices.stated else 0, "hours": HOUR_DIGITS}
    unit = Decimal(1).scaleb(-digits.get(axis, 0))
    lows, leading = edges[starts], leading[:, starts]
    holds = _holding(lows, [budget / unit for budget in (*_named(evidence, axis), *held)])
    opens = _opens(lows, leading, int(edges[-1]), holds) if len(lows) > MOST_EXACT else np.arange(len(lows))
    ahead = np.logical_or.reduceat(leading, opens, axis=1)
    numbers = np.diff(opens, append=len(lows))
    printable = [Decimal(int(low)) * unit for low in lows[opens]]
    intervals: list[WinnerInterval] = []
    for place, low in enumerate(printable):  # intervals, not items
        high = printable[place + 1] if place + 1 < len(printable) else None
        names = tuple(model.name for model, leads_it in zip(models, ahead[:, place], strict=True) if leads_it)
        if numbers[place] > 1:
            intervals.append(JoinedInterval(low, high, names, int(numbers[place])))
        else:
            intervals.append(WinnerInterval(low, high, names))
    return tuple(intervals)


def _different(columns: Sequence[IntArray]) -> list[IntArray]:
    """Return columns without those that equal the first one: models that cost the same have the same budgets."""
    first, *others = columns
    return [first, *(one for one in others if not np.array_equal(one, first))]


def _last_within(cost: IntArray, edges: IntArray) -> IntArray:
    """Return the last place along rising costs that each budget pays for, shape of the budgets."""
    if np.array_equal(cost, edges):
        return np.arange(len(cost))
    return np.searchsorted(cost, edges, side="right") - 1


def _named(evidence: Evidence, axis: str) -> list[Decimal]:
    """Return the budget that the plan names, where it is one on this axis."""
    budget = evidence.plan.budget
    return [budget.amount] if budget is not None and budget.unit == axis else []


def _holding(lows: IntArray, budgets: Sequence[Decimal]) -> IntArray:
    """Return which intervals hold a budget that the report names: these, or tenths of the last change."""
    last = int(lows[-1])
    named = [int(budget) for budget in budgets] + [last * tenth // 10 for tenth in range(1, 11)]
    return np.unique(np.maximum(np.searchsorted(lows, np.array(named), side="right") - 1, 0))


def _opens(lows: IntArray, leading: npt.NDArray[np.bool_], whole: int, holds: IntArray) -> IntArray:
    """Return where joined intervals begin: narrow ones in the same thousandth of all budgets are told together.

    Neighbours in which the same models take turns are one. Intervals that hold a budget of which the report
    speaks stay as they are, like those wider than a thousandth.
    """
    n, step = len(lows), max(whole // NARROW, 1)
    narrow = np.diff(lows, append=2 * whole + step + 1) < step
    narrow[holds] = False
    part = lows // step
    joins = narrow[1:] & narrow[:-1] & (part[1:] == part[:-1])
    opens = np.flatnonzero(np.concatenate([[True], ~joins]))
    ahead = np.logical_or.reduceat(leading, opens, axis=1)
    many = np.diff(opens, append=n) > 1
    alike = (ahead[:, 1:] == ahead[:, :-1]).all(axis=0) & many[1:] & many[:-1]
    return np.asarray(opens[np.concatenate([[True], ~alike])])


def _scale(evidence: Evidence, objectives: FloatArray) -> float:
    """Return the size of what objectives are made of: a small net value is the difference of large sums."""
    largest = max(1.0, float(np.abs(objectives).max()))
    if evidence.plan.values is None:
        return largest
    everything = np.array([float(evidence.whole_items)])
    return max(largest, *(float(evidence.totals(model, everything)[0]) for model in evidence.single))


def _stops(evidence: Evidence) -> IntArray:
    points = (evidence.whole_items + 1) * len(evidence.single)
    if points <= MOST_POINTS:
        return np.arange(evidence.whole_items + 1)
    spread = np.linspace(0, evidence.whole_items, MOST_POINTS // len(evidence.single))
    ends = [evidence.stops(model, evidence.whole_items) for model in evidence.single]
    return np.unique(np.concatenate([np.round(spread).astype(np.int64), *ends]))


def _objective(evidence: Evidence, model: Ranked, stops: IntArray) -> FloatArray:
    if evidence.plan.values is None:
        return model.path.read("positives", stops)
    return np.asarray(np.maximum.accumulate(evidence.net_values(model, stops.astype(np.float64))))
