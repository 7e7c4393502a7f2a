"""The budgets at which plans are made."""

from __future__ import annotations

from decimal import Decimal

import pytest
from joint_report_world import planned

D = Decimal


def amounts(budgets):
    return [None if one is None else one.amount for one in budgets]


def test_five_budgets_around_the_one_given():
    budgets = planned(budget="3").budgets
    assert amounts(budgets.table) == [D("0.00"), D("1.50"), D(3), D("4.50"), D("6.00")]
    assert budgets.main.amount == 3
    assert amounts(budgets.grid)[0] == 0
    assert amounts(budgets.grid)[-1] == 6
    assert [float(one) for one in amounts(budgets.five)] == pytest.approx(
        [1.5, 2.1213, 3, 4.2426, 6], abs=1e-4
    )


def test_without_a_budget_they_lie_below_what_the_best_plan_spends():
    budgets = planned(budget=None).budgets
    assert amounts(budgets.table) == [D("0.00"), D("1.25"), D("2.50"), D("3.75"), None]
    assert budgets.main is None
    assert budgets.reference.amount == 5


def test_items_stay_whole():
    budgets = planned(budget="5", unit="items").budgets
    assert amounts(budgets.table) == [0, 3, 5, 8, 10]
    assert all(one.amount == int(one.amount) for one in budgets.grid)


def test_without_reviews_worth_their_price_the_whole_list_is_the_measure():
    budgets = planned(budget=None, price="9").budgets
    assert budgets.reference.amount == D("360.00")


def test_every_budget_once():
    found = planned(budget="0").budgets
    assert len(set(found.all)) == len(found.all)
    assert amounts(found.table) == [0]
