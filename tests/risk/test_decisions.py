"""The decision at other inputs is the one that a plan with these inputs would make."""

from dataclasses import replace
from decimal import Decimal

import pytest
from risk_world import TIMED, at_price, kept, plan_of

from budgetplan.domain.plan import Budget, Target, Values
from budgetplan.domain.risk.ranges import Ranges
from budgetplan.risk.decisions import Decider

pytestmark = pytest.mark.usefixtures("plan_alone")
D = Decimal

GOALS = {
    "worth": {"values": Values({"yes": D(4)})},
    "worth within a budget": {"values": Values({"yes": D(4)}), "budget": Budget(D(400))},
    "budget": {"budget": Budget(D(300))},
    "hours": {"budget": Budget(D(6), "hours")},
    "target": {"target": Target(D("0.6"), "share")},
}
ASKED = Ranges(computed=True)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_where_all_is_as_planned_it_decides_as_the_plan_does(goal, seed):
    decider = Decider(kept(plan_of(ranges=ASKED, **GOALS[goal]), seed))
    assert decider.agrees
    assert decider.same(TIMED)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    "values", [{"seconds_per_item": 45}, {"hourly_rate": 90}, {"adjudicated_share": 0.5}]
)
def test_at_other_prices_it_decides_as_a_plan_at_these_prices_does(seed, values):
    plan = plan_of(ranges=ASKED, **GOALS["worth"])
    there = at_price(TIMED, **values)
    found = Decider(kept(plan, seed)).choice(there)
    own = kept(replace(plan, prices=there), seed)
    chosen = own.decision.chosen
    if chosen is None:
        assert found.items == 0
    else:
        assert found.model == chosen.model
        # What the choice flatters itself by is that of the plan; stops are those of the grid.
        assert found.items == pytest.approx(chosen.items, abs=12)


def test_at_another_worth_it_decides_as_a_plan_with_this_worth_does():
    plan = plan_of(ranges=ASKED, **GOALS["worth"])
    decider = Decider(kept(plan))
    for worth in (2, 3, 6, 12):
        own = kept(replace(plan, values=Values({"yes": D(worth)}))).decision.chosen
        assert decider.choice(TIMED, worth / 4).items == pytest.approx(own.items, abs=12)


def test_a_review_dearer_than_any_entry_is_not_started():
    decider = Decider(kept(plan_of(ranges=ASKED, **GOALS["worth"])))
    assert decider.choice(at_price(TIMED, hourly_rate=5000)).items == 0
    assert not decider.same(at_price(TIMED, hourly_rate=5000))
