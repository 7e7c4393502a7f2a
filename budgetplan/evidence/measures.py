"""What the labelled items cost, hold and are worth, one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.items import Items
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO


def item_measures(
    plan: Plan, items: Items, labelled: BoolArray, label: IntArray
) -> tuple[FloatArray, Mapping[str, FloatArray]]:
    """Return the cost that is known beforehand (it orders ties) and all amounts per labelled item."""
    n = len(label)
    units = None if items.units is None else items.units[labelled]
    listed = None if items.listed_cost is None else items.listed_cost[labelled]
    known = plan.prices.item_cost(n, units, listed)
    wanted = np.array([name in plan.positive for name in items.classes], dtype=np.float64)
    positives = wanted[label]
    extra = float(plan.prices.extra_per_entry * MICRO)
    return known, MappingProxyType(
        {
            "cost": known + extra * positives if extra else known,
            "positives": positives,
            "value": (
                _by_class(plan, items.classes, "reviewed") - _by_class(plan, items.classes, "left_out")
            )[label],
            "left": _by_class(plan, items.classes, "left_out")[label],
            "seconds": plan.prices.item_seconds(n, units),
            "units": np.zeros(n) if units is None else units,
            "listed": np.zeros(n) if listed is None else listed,
        }
    )


def _by_class(plan: Plan, classes: Sequence[str], what: str) -> FloatArray:
    """Return the worth of reviewing, or of leaving out, an item of each class."""
    values = plan.values
    if values is None or not classes:
        return np.zeros(max(len(classes), 1))
    if what == "left_out":
        return np.array([float(values.left_out.get(name, Decimal(0))) for name in classes])
    return np.array([float(values.reviewed(name, plan.positive)) for name in classes])


def standing_worth(plan: Plan, classes: Sequence[str]) -> FloatArray:
    """Return by class what an item is worth that is called positive and that nobody reviews, beside leaving it out.

    An entry is then worth what it is worth; another item is a false entry (METHODS A).
    """
    values = plan.values
    assert values is not None
    worth = [
        values.entry[name] if name in plan.positive else values.wrong_worth(name, plan.positive)
        for name in classes
    ]
    return np.array([float(one) for one in worth]) - _by_class(plan, classes, "left_out")
