"""A ladder of budgets: 21 rungs, exact, the middle one as it was given."""

from decimal import Decimal

import pytest
from explored_world import plan_of, world
from joint_report_world import planned

from budgetplan.domain.plan import Budget
from budgetplan.plans.joint import recommend

D = Decimal


@pytest.mark.parametrize("said", [{}, {"list_size": 4000, "budget": "300"}], ids=str)
def test_rungs_are_the_rows_of_a_joint_report_where_budgets_coincide(said):
    joint = planned(**said)
    by_budget = {one.budget: one.option for one in joint.ladder}
    rows = {one.budget: one for one in joint.rows}
    assert len(joint.ladder) == 21
    assert [budget.amount for budget in rows] == [joint.plan.budget.amount * D(part) / 2 for part in range(5)]
    assert {budget for budget in rows if budget in by_budget} == set(rows)
    assert all(by_budget[budget] is row for budget, row in rows.items())
    assert joint.ladder[10].option is joint.option
    assert recommend(joint).net == joint.option.net
    assert all(one.option.spend <= one.budget.amount for one in joint.ladder)
    bought = [one.option.most for one in joint.ladder]
    assert bought == sorted(bought)
    held = [one for one in joint.winners if one.low <= joint.ladder[10].budget.amount]
    assert not joint.models or joint.ladder[10].models == held[-1].models


def test_without_a_budget_whatever_pays_for_the_plan_buys_it():
    joint = planned(budget=None)
    assert joint.ladder[10].budget == Budget(joint.option.spend)
    assert all(one.option is joint.option for one in joint.ladder[10:])
    assert all(one.option.spend <= one.budget.amount for one in joint.ladder)


def test_without_a_budget_the_middle_pays_for_a_joint_plan_in_95_percent_of_the_draws():
    """The mean spend of EUR 2,993.00 was told to buy 4,000 reviews; a plan with that budget has 3,737."""
    said = {"positive": ("a",), "prices": {"extra_per_entry": "0.5"}, "reviewed": {"*": "3"}, "list_size": 4000}
    joint = planned(**(said | {"budget": None, "resamples": 99}))
    middle = joint.ladder[10]
    assert middle.option is joint.option
    assert middle.budget.amount > joint.option.spend
    same = planned(**(said | {"budget": str(middle.budget.amount), "resamples": 99}))
    assert same.option.items == joint.option.items


@pytest.mark.parametrize("extra", ["0", "0.90"])
def test_the_middle_rung_of_a_list_without_a_budget_pays_for_the_plan(tmp_path, extra):
    """What is printed is rounded, and what is spent is a mean: neither has to pay for the plan once more."""
    path = world(tmp_path, '[entry]\nvalue = "4.00"', extra)
    analysis = plan_of(path)
    middle, chosen = analysis.ladder[10], analysis.chosen
    assert middle.option.items == chosen.items > 0
    again = plan_of(path, goal__budget=str(middle.budget.amount)).chosen
    assert (again.items, again.spend) == (chosen.items, chosen.spend)
