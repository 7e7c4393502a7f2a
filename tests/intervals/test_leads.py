"""Who leads at which budget."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from budgetplan.domain.plan import Budget
from budgetplan.intervals.leads import winners
from budgetplan.metrics.resampling.simultaneous import firm_differences

GRID = [Budget(Decimal(amount)) for amount in (0, 10, 20, 30)]


def repeats(values, spread, seed=0, n=200):
    return np.array(values) + np.random.default_rng(seed).normal(0, spread, (n, 1))


def test_leads_change_at_budgets_of_the_grid():
    a, b = np.array([5.0, 6, 6, 6]), np.array([4.0, 6, 8, 9])
    found = winners(GRID, {"a": (a, None), "b": (b, None)})
    assert [(one.low, one.high, one.models, one.firm) for one in found] == [
        (0, 10, ("a",), False),
        (10, 20, ("a", "b"), False),
        (20, None, ("b",), False),
    ]


def test_a_lead_is_firm_where_the_band_of_the_difference_is_above_zero():
    a, b = np.array([5.0, 6, 6, 6]), np.array([4.0, 5, 8, 9])
    curves = {"a": (a, repeats(a, 0.1)), "b": (b, repeats(b, 0.1, seed=1))}
    assert [one.firm for one in winners(GRID, curves)] == [True, True]
    noisy = {"a": (a, repeats(a, 3)), "b": (b, repeats(b, 3, seed=1))}
    assert [one.firm for one in winners(GRID, noisy)] == [False, False]


def test_one_budget_in_doubt_makes_the_interval_doubtful():
    a, b = np.array([9.0, 9, 9, 9]), np.array([0.0, 8.95, 0, 0])
    rng = np.random.default_rng(2)
    noise = rng.normal(0, 0.2, (200, 4))
    found = winners(GRID, {"a": (a, a + noise), "b": (b, b - noise)})
    assert [(one.models, one.firm) for one in found] == [(("a",), False)]


def test_one_model_leads_alone_and_nothing_is_firm():
    (one,) = winners(GRID, {"a": (np.zeros(4), np.zeros((50, 4)))})
    assert (one.low, one.high, one.models, one.firm) == (0, None, ("a",), False)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e6])
def test_ties_are_relative(scale):
    values = np.array([1.0, 2, 3, 4]) * scale
    found = winners(GRID, {"a": (values, None), "b": (values * (1 + 1e-15), None)})
    assert [one.models for one in found] == [("a", "b")]


@pytest.mark.parametrize("seed", range(20))
def test_a_lead_that_is_firm_among_budgets_is_firm_at_each_alone(seed):
    rng = np.random.default_rng(seed)
    values = np.sort(rng.normal(0, 1, (4, 1)), axis=0) + rng.normal(0, 0.05, (4, 4))
    noise = rng.normal(0, rng.uniform(0.02, 0.4), (300, 4, 1)) + rng.normal(0, 0.02, (300, 4, 4))
    curves = {name: (values[row], values[row] + noise[:, row]) for row, name in enumerate("abcd")}
    for one in winners(GRID, curves):
        for place, budget in enumerate(GRID):
            if not one.firm or not one.low <= budget.amount < (one.high or 99):
                continue
            alone = firm_differences(np.stack([curves[name][1][:, place] for name in "abcd"], axis=-1))
            assert alone.better["abcd".index(one.models[0])].sum() == 3


def test_budgets_that_buy_the_same_are_as_firm_as_one_of_them():
    # Of ten equally good models the one that looks best leads each by itself, but not all of them at once.
    rng = np.random.default_rng(4)
    both = 0
    for _ in range(40):
        off = rng.normal(0, 1, 10)
        repeats = off + rng.normal(0, 1, (200, 10))
        curves = {
            f"m{k}": (np.full(4, off[k]), np.repeat(repeats[:, k : k + 1], 4, axis=1)) for k in range(10)
        }
        [one] = winners(GRID, curves)
        both += one.firm
        assert one.firm == bool((firm_differences(repeats).better.sum(axis=1) == 9).any())
    assert both <= 4  # two of forty, at 5 %
