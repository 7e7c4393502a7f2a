"""Who leads at which budget."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from budgetplan.domain.plan import Budget
from budgetplan.intervals.leads import winners

GRID = [Budget(Decimal(amount)) for amount in (0, 10, 20, 30)]


def test_leads_change_at_budgets_of_the_grid():
    a, b = np.array([5.0, 6, 6, 6]), np.array([4.0, 6, 8, 9])
    found = winners(GRID, {"a": a, "b": b})
    assert [(one.low, one.high, one.models) for one in found] == [
        (0, 10, ("a",)),
        (10, 20, ("a", "b")),
        (20, None, ("b",)),
    ]
    (alone,) = winners(GRID, {"a": np.zeros(4)})
    assert (alone.low, alone.high, alone.models) == (0, None, ("a",))


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e6])
def test_ties_are_relative(scale):
    values = np.array([1.0, 2, 3, 4]) * scale
    found = winners(GRID, {"a": values, "b": values * (1 + 1e-15)})
    assert [one.models for one in found] == [("a", "b")]
