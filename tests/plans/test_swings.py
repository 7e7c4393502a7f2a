"""Each input at its ends, all others as planned: what the plan is worth or costs there, and where it changes."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from risk_world import TIMED, at_price, kept, plan_of, planned, spans

from budgetplan.domain.plan import Budget, Target, Values
from budgetplan.domain.prices import Quantities
from budgetplan.domain.risk.ranges import LABELS, Ranges
from budgetplan.plans.reserving import HALVINGS, SCANNED, Decider, first_change
from budgetplan.plans.review_reading import DrawnOrder

D = Decimal

RANGES = Ranges(
    spans(
        seconds_per_item=(15, 45),
        seconds_per_unit=(0.5, 2),
        hourly_rate=(30, 60),
        adjudicated_share=(0.05, 0.3),
    )
)
WORTH = Ranges({**RANGES.spans, **spans(value=(2, 9))})
VALUES = Values({"yes": D(4)})


def test_what_swings_is_the_cost_of_the_plan_or_its_net_value():
    cost = planned(plan_of(ranges=WORTH, target=Target(D("0.6"), "share"))).risk
    assert cost.measure == "cost"
    assert "value" not in {one.key for one in cost.swings}
    net = planned(plan_of(ranges=WORTH, values=VALUES)).risk
    assert net.measure == "net"
    assert {one.key for one in net.swings} == {*WORTH.spans, LABELS}
    assert [one.width for one in net.swings] == sorted((one.width for one in net.swings), reverse=True)
    undrawn = planned(plan_of(ranges=RANGES, values=VALUES, resamples=0)).risk.swings
    assert {one.key for one in undrawn} == set(RANGES.spans)
    assert {(one.below, one.above) for one in undrawn} == {(None, None)}


@pytest.mark.parametrize("key", RANGES.spans)
def test_at_its_ends_the_plan_costs_what_its_items_cost_at_these_prices(key):
    plan = plan_of(at_price(TIMED, contingency="0.1"), RANGES, budget=Budget(D(300)))
    analysis = planned(plan)
    chosen, risk = analysis.decision.chosen, analysis.risk
    # The contingency is there to cover what is shown, and left out.
    plan = replace(plan, prices=at_price(plan.prices, contingency="0"))
    assert risk.here == pytest.approx(float(chosen.spend) - 24.25, abs=0.01)
    swing = next(one for one in risk.swings if one.key == key)
    path = analysis.lead.path
    for end, there in ((swing.low, swing.at_low), (swing.high, swing.at_high)):
        prices = at_price(plan.prices, **{key: end})
        units = float(path.read("units", float(chosen.items)))
        seconds = 2 * (float(prices.seconds_per_item) * chosen.items + float(prices.seconds_per_unit) * units)
        bought = Quantities(chosen.items, seconds=seconds, units=units)
        exact = prices.exact_totals(bought)
        assert there == pytest.approx(int(exact.top[0]) / int(exact.bottom[0]) / 100, abs=0.3)


def test_net_value_falls_by_what_the_plan_costs_more_and_rises_with_the_worth():
    analysis = planned(plan_of(ranges=WORTH, values=VALUES))
    chosen, risk = analysis.decision.chosen, analysis.risk
    by_key = {one.key: one for one in risk.swings}
    worth = by_key["value"]
    assert worth.at_low == pytest.approx(risk.here - 2 * chosen.found.value)
    assert worth.at_high == pytest.approx(risk.here + 5 * chosen.found.value)
    assert by_key["seconds_per_item"].at_low > risk.here > by_key["seconds_per_item"].at_high
    labels = by_key[LABELS]
    assert labels.at_low < risk.here < labels.at_high


@pytest.mark.parametrize("covers", ["everything", "annotation"])
@pytest.mark.parametrize("budget", [60, 120, 200])
def test_at_its_own_prices_a_plan_decides_as_it_did(covers, budget):
    """An entry at 9 more: the budget has to last in 95 % of the draws, here as in the plan."""
    plan = plan_of(at_price(TIMED, extra_per_entry="9"), WORTH, values=Values({"yes": D(90)}))
    analysis = planned(replace(plan, budget=Budget(D(budget), covers=covers)))
    assert Decider(analysis).choice(analysis.evidence.prices) == analysis.decision.chosen.items


def test_before_a_switching_value_the_decision_is_the_plans_and_after_it_is_another():
    plan = plan_of(ranges=WORTH, values=VALUES)
    decider = Decider(kept(plan))
    seen = 0
    for swing in planned(plan).risk.swings:
        for value, end in ((swing.below, swing.low), (swing.above, swing.high)):
            if value is None:
                if swing.key != LABELS:
                    assert _same(decider, swing, float(end))
                continue
            seen += 1
            step = (float(end) - float(swing.planned)) / 1000
            assert not _same(decider, swing, value)
            assert _same(decider, swing, value - step)
            assert min(swing.low, swing.high) <= value <= max(swing.low, swing.high)
    assert seen >= 2


def _same(decider, swing, value):
    if swing.key == "value":
        return decider.same(TIMED, value / float(swing.planned))
    return decider.same(at_price(TIMED, **{swing.key: value}))


@pytest.mark.parametrize("fixed", [{}, {"Much": D(1000)}])
def test_what_is_paid_once_does_not_swing(fixed):
    prices, ranges = replace(at_price(TIMED, indirect=0), fixed=fixed), Ranges(spans(hourly_rate=(36, 72)))
    analysis = planned(plan_of(prices, ranges, budget=Budget(D(90), "items"), resamples=0))
    [swing] = analysis.risk.swings
    seconds = 2 * (90 * 20 + float(analysis.lead.path.read("units", 90.0)))
    assert swing.width == pytest.approx(seconds * 36 / 3600)


@given(st.floats(-100, 100), st.floats(-100, 100), st.floats(0.001, 0.999))
def test_a_change_that_lasts_to_the_end_is_found_from_either_side(start, end, part):
    edge = start + part * (end - start)
    sign = 1 if end > start else -1
    if abs(end - start) < 1e-6:
        return
    found = first_change(lambda value: (value - edge) * sign < 0, start, end)
    assert abs(found - edge) <= abs(end - start) / SCANNED / 2**HALVINGS + 1e-12
    assert (found - edge) * sign >= 0


def test_a_decision_that_changes_and_comes_back_is_seen_where_it_is_looked_at():
    found = first_change(lambda value: not 4 < value < 6, 0.0, 10.0)
    assert found == pytest.approx(4, abs=0.01)


# --- the decision at other inputs is the one that a plan with these inputs would make
pytestmark = pytest.mark.usefixtures("plan_alone")

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


@pytest.mark.parametrize("values", [{"seconds_per_item": 45}, {"hourly_rate": 90}, {"adjudicated_share": 0.5}])
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
