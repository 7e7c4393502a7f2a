"""The decision at other inputs is the one that a plan with these inputs would make."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from risk_world import TIMED, at_price, kept, plan_of

from budgetplan.domain.plan import Budget, Target, Values
from budgetplan.domain.risk.ranges import Ranges
from budgetplan.plans.reserving import Decider
from budgetplan.plans.review_reading import DrawnOrder

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


def as_good(own, items):
    """Assert that a stop is as good as the plan's own, but for printed totals: of whole adjudications, hours in hundredths.

    Along a smooth curve stops beside the best one are worth nearly as much: which is the best turns on that rounding.
    """
    prices, chosen = own.evidence.prices, own.decision.chosen
    best = 0 if chosen is None else chosen.items
    mine, theirs = DrawnOrder(own.evidence, own.lead).mean_net(np.array([float(best), float(items)]))
    rounded = prices.hourly_rate / 100 + prices.adjudication
    assert 0 <= mine - theirs <= float(rounded * (1 + prices.indirect))
    assert (best == 0) == (items == 0)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", [1, 2])
def test_where_all_is_as_planned_it_decides_as_the_plan_does(goal, seed):
    decider = Decider(kept(plan_of(ranges=ASKED, **GOALS[goal]), seed))
    assert decider.same(TIMED)


@pytest.mark.parametrize(
    "values", [{"seconds_per_item": 45}, {"hourly_rate": 90}, {"adjudicated_share": 0.5}]
)
def test_at_other_prices_it_decides_as_a_plan_at_these_prices_does(values):
    plan = plan_of(ranges=ASKED, **GOALS["worth"])
    there = at_price(TIMED, **values)
    found = Decider(kept(plan)).choice(there)
    as_good(kept(replace(plan, prices=there)), found)


def test_at_another_worth_it_decides_as_a_plan_with_this_worth_does():
    plan = plan_of(ranges=ASKED, **GOALS["worth"])
    decider = Decider(kept(plan))
    for worth in (2, 12):
        as_good(kept(replace(plan, values=Values({"yes": D(worth)}))), decider.choice(TIMED, worth / 4))


def test_a_review_dearer_than_any_entry_is_not_started():
    decider = Decider(kept(plan_of(ranges=ASKED, **GOALS["worth"])))
    dear = at_price(TIMED, hourly_rate=5000)
    assert (decider.choice(dear), decider.same(dear)) == (0, False)
