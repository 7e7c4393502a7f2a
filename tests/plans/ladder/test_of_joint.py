"""The ladder of a joint plan: the rungs are the report's own rows where budgets coincide."""

from decimal import Decimal

import pytest
from joint_report_world import planned

from budgetplan.domain.plan import Budget
from budgetplan.plans.joint import recommend

D = Decimal


@pytest.mark.parametrize("said", [{}, {"list_size": 4000, "budget": "300"}, {"resamples": 50}], ids=str)
def test_rungs_are_the_report_s_own_rows_where_budgets_coincide(said):
    joint = planned(**said)
    by_budget = {one.budget: one.option for one in joint.ladder}
    rows = {one.budget: one for one in joint.rows}
    assert len(joint.ladder) == 21
    assert {budget for budget in rows if budget in by_budget} == set(rows)
    assert all(by_budget[budget] is row for budget, row in rows.items())
    assert joint.ladder[10].option is joint.option


def test_without_a_budget_whatever_pays_for_the_plan_buys_it():
    joint = planned(budget=None)
    assert joint.ladder[10].budget == Budget(joint.option.spend)
    assert all(one.option is joint.option for one in joint.ladder[10:])
    assert all(one.option.spend <= one.budget.amount for one in joint.ladder)


def test_every_rung_keeps_within_its_budget():
    for one in planned(resamples=30).ladder:
        assert one.option.spend <= one.budget.amount


def test_at_the_budget_the_leader_is_read_where_the_table_of_leads_has_it():
    joint = planned()
    if joint.models:
        held = [one for one in joint.winners if one.low <= joint.ladder[10].budget.amount]
        assert joint.ladder[10].models == held[-1].models
    assert recommend(joint).net == joint.ladder[10].option.net
