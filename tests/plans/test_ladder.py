"""A ladder of budgets: 21 rungs, exact, the middle one as it was given."""

from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest
from explored_world import plan_of, world
from joint_report_world import planned

from budgetplan.api import solve
from budgetplan.domain.plan import Budget
from budgetplan.plans.joint import recommend
from budgetplan.settings.build import read_plan

D = Decimal
QUOTA = str(Path(__file__).parents[2] / "examples" / "loanwords" / "quota.toml")


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


@pytest.mark.parametrize("entry", ["", '[entry]\nvalue = "3"'])
def test_where_entries_cost_more_a_rung_pays_for_its_stop_in_95_percent_of_the_draws(tmp_path, entry):
    """What the stop costs on average is spent in half of the draws alone, and more money bought fewer items."""
    goal = "" if entry else '[goal]\ntarget = "60 %"'
    solution = plan_of(world(tmp_path, entry, extra="0.90", words=goal))
    path = world(tmp_path, entry, extra="0.90")
    rungs = solution.ladder
    assert rungs[10].option.items == solution.planned > 0
    for rung in rungs[10:13:2]:
        assert plan_of(path, goal__budget=str(rung.budget.amount)).decision.chosen.items == rung.option.items
    assert all(after.option.items >= before.option.items for before, after in pairwise(rungs))


def test_without_a_budget_the_middle_pays_for_a_joint_plan_in_95_percent_of_the_draws():
    """The mean spend of EUR 2,993.00 was told to buy 4,000 reviews; a plan with that budget has 3,737."""
    said = {"positive": ("a",), "prices": {"extra_per_entry": "0.5"}, "reviewed": {"*": "3"}, "list_size": 4000}
    joint = planned(**(said | {"budget": None, "resamples": 199}))
    middle = joint.ladder[10]
    assert middle.option is joint.option
    assert middle.budget.amount > joint.option.spend
    same = planned(**(said | {"budget": str(middle.budget.amount), "resamples": 199}))
    assert same.option.items == joint.option.items


def test_the_middle_rung_without_a_budget_pays_for_all_quotas_where_entries_cost_more():
    """What is spent on average does not pay for the plan where more is found."""
    said = ("sure.resamples=60", "quota.sure=", "cost.extra_per_entry=0.3", "cost.fixed.training=20")
    quota = solve(read_plan(QUOTA, {"set": said})).solution
    middle = quota.ladder[10]
    assert middle.option is quota.chosen
    assert middle.budget.amount > middle.option.spend
    again = solve(read_plan(QUOTA, {"set": said, "goal.budget": str(middle.budget.amount)})).solution
    assert again.chosen.by_stratum == quota.chosen.by_stratum


@pytest.mark.parametrize("extra", ["0", "0.90"])
def test_the_middle_rung_of_a_list_without_a_budget_pays_for_the_plan(tmp_path, extra):
    """What is printed is rounded, and what is spent is a mean: neither has to pay for the plan once more."""
    path = world(tmp_path, '[entry]\nvalue = "4.00"', extra)
    analysis = plan_of(path)
    middle, chosen = analysis.ladder[10], analysis.decision.chosen
    assert middle.option.items == chosen.items > 0
    again = plan_of(path, goal__budget=str(middle.budget.amount)).decision.chosen
    assert (again.items, again.spend) == (chosen.items, chosen.spend)
