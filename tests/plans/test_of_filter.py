"""A computed contingency is computed for the plan without one, and planned with once."""

from dataclasses import replace
from decimal import Decimal

import pytest
from risk_world import TIMED, plan_of, planned, sample, spans

from budgetplan.domain.plan import Budget, Target, Values
from budgetplan.domain.risk.ranges import Ranges
from budgetplan.lists.evidence import gather
from budgetplan.plans.reserving import priced_with, with_risk
from budgetplan.plans.review import analyse

D = Decimal

RANGES = Ranges(spans(seconds_per_item=(15, 40)), computed=True)
BUDGET = {"budget": Budget(D(400))}


def test_a_computed_contingency_is_in_every_total_and_the_budget_holds_with_it():
    plan = plan_of(ranges=RANGES, **BUDGET)
    found = planned(plan)
    prices, chosen = found.evidence.prices, found.decision.chosen
    assert prices.contingency == found.risk.reserve.rate > 0
    assert chosen.spend <= 400
    lines = prices.lines(found.evidence.bought(found.lead, chosen.items))
    assert sum(line.amount for line in lines) == chosen.spend
    assert [line.quantity for line in lines if line.key == "contingency"] == [prices.contingency * 100]


def test_it_is_that_of_the_plan_without_one_and_planned_with_once():
    plan = plan_of(ranges=RANGES, **BUDGET)
    found = planned(plan)
    without = planned(replace(plan, ranges=replace(RANGES, computed=False)))
    assert without.evidence.prices.contingency == 0
    assert without.risk.reserve.amount == found.risk.reserve.amount
    assert without.risk.reserve.rate == found.risk.reserve.rate
    again = planned(priced_with(replace(plan, ranges=Ranges()), found.risk.reserve.rate))
    assert again.decision.chosen.items == found.decision.chosen.items < without.decision.chosen.items


def test_a_target_costs_more_with_the_contingency_and_takes_as_many_items():
    plan = plan_of(ranges=RANGES, target=Target(D("0.6"), "share"))
    found = planned(plan)
    plain = planned(replace(plan, ranges=Ranges()))
    assert found.decision.chosen.items == plain.decision.chosen.items
    reserve = found.risk.reserve
    paid = float(found.decision.chosen.spend)
    assert paid >= reserve.planned + reserve.amount - 0.05
    base = reserve.planned - 30 * 1.1  # annotation with indirect costs; training is paid once
    assert paid <= reserve.planned + reserve.amount + 0.001 * base + 0.5  # hours are printed in hundredths


def test_the_same_seed_keeps_the_same_whatever_models_are_called_and_another_one_nearly():
    plan = plan_of(ranges=RANGES, **BUDGET)
    one, again, other = (planned(each).risk for each in (plan, plan, replace(plan, seed=9)))
    assert (again.reserve.amount, again.swings) == (one.reserve.amount, one.swings)
    assert one.reserve.amount != other.reserve.amount == pytest.approx(one.reserve.amount, rel=0.6)
    items, outputs = sample()
    turned = [replace(output, name=f"x{output.name}") for output in outputs]
    renamed = with_risk(plan, lambda each: analyse(gather(each, items, turned)))
    assert renamed.risk.reserve.amount == one.reserve.amount


def test_where_nothing_is_recommended_nothing_is_kept_in_reserve():
    assert planned(plan_of(**BUDGET)).risk is None  # nobody asked
    nothing = planned(plan_of(ranges=RANGES, values=Values({"yes": D("0.01")})))
    assert nothing.decision.chosen is None
    assert nothing.risk is None
    assert nothing.evidence.prices.contingency == 0


@pytest.mark.parametrize("goal", [BUDGET, {"values": Values({"yes": D(4)})}])
def test_a_contingency_that_was_typed_in_stays(goal):
    typed = replace(TIMED, contingency=D("0.05"))
    found = planned(plan_of(typed, work=plan_of().work, **goal))
    assert found.evidence.prices.contingency == D("0.05")
