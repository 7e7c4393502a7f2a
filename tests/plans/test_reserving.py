"""A contingency is the 80 % quantile of what reaching the same costs, less what is planned."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from risk_world import TIMED, kept, plan_of, planned, sample, spans, without_noise
from scipy import stats

from budgetplan.domain.plan import Budget, Target, Values, Work
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import Ranges
from budgetplan.lists.evidence import gather
from budgetplan.plans.reserving import (
    Reading,
    calendar_of,
    depths,
    of_filter,
    priced_with,
    quantile,
    rate_of,
    read_at,
    with_risk,
)
from budgetplan.plans.review import analyse

D = Decimal

FLAT = Prices(currency="EUR", per_item=D(2), stated=True)
WORK = Work(people=2, hours_a_week=D(5), start="2026-12-07", deadline="2027-01-31")


def test_without_ranges_and_without_resamples_nothing_is_kept_in_reserve():
    for said in ({"budget": Budget(D(500))}, {"target": Target(D(200))}, {"values": Values({"yes": D(5)})}):
        _, reserve, _ = of_filter(kept(plan_of(resamples=0, **said)))
        assert (reserve.amount, reserve.rate, reserve.missed) == (0.0, D(0), 0.0)
        assert set(np.round(reserve.cost, 6)) == {round(reserve.cost[0], 6)}


def test_with_one_price_known_as_a_range_the_contingency_is_a_quantile_of_it():
    """400 items at 2, the price between 1.50 and 4: of a triangle so wide 80 % lie below 3.4."""
    ranges = Ranges(spans(per_item=(1.5, 4)), computed=True)
    found = without_noise(FLAT, ranges, target=Target(D(200)))
    triangle = stats.triang(c=0.5 / 2.5, loc=1.5, scale=2.5)
    reserve = found.risk.reserve
    more = (triangle.ppf(0.8) - 2) / 2
    assert float(reserve.rate) == pytest.approx(more, abs=2e-3)
    assert reserve.amount == pytest.approx(reserve.planned * more, rel=2e-3)
    assert float(reserve.rate) * reserve.planned >= reserve.amount
    assert reserve.draws == 2000


@pytest.mark.parametrize("said", [{"budget": Budget(D(300))}, {"target": Target(D("0.6"), "share")}])
def test_the_reserve_is_numpys_quantile_of_totals_worked_out_anew(said):
    plan = plan_of(ranges=Ranges(spans(hourly_rate=(30, 50))), **said)
    analysis = kept(plan)
    _, reserve, _ = of_filter(analysis)
    own = Reading(analysis).total(plan.prices, {})
    assert reserve.missed == np.isinf(own).mean()
    # The rate alone moves: what is paid once, and adjudication, stay.
    at = np.quantile(reserve.cost, [0.1, 0.5])
    assert at[0] < reserve.planned * 1.2
    narrow = of_filter(kept(replace(plan, ranges=Ranges(computed=True))))[1]
    assert narrow.amount == pytest.approx(max(quantile(own, 0.8) - narrow.planned, 0.0))
    assert all(
        chance <= np.mean(own <= cost * (1 + 1e-9)) for cost, chance in zip(narrow.cost, narrow.chance, strict=True)
    )
    assert (np.diff(narrow.cost) >= 0).all()
    assert narrow.chance[-1] == pytest.approx(1 - narrow.missed)
    assert reserve.amount > narrow.amount


def test_a_wider_range_keeps_no_less_in_reserve():
    amounts = []
    for width in (1, 1.2, 3):
        ranges = Ranges(spans(seconds_per_item=(20 / width, 20 * width)))
        amounts.append(without_noise(TIMED, ranges, budget=Budget(D(500))).risk.reserve.amount)
    assert amounts == sorted(amounts)
    assert amounts[0] == 0 < amounts[1]


def test_all_amounts_scale_with_the_prices_and_with_the_list():
    ranges = Ranges(spans(per_item=(1, 5)))
    share = {"target": Target(D("0.6"), "share")}
    one = planned(plan_of(FLAT, ranges, **share)).risk.reserve
    ten = planned(plan_of(replace(FLAT, per_item=D(20)), Ranges(spans(per_item=(10, 50))), **share)).risk.reserve
    assert (ten.amount, ten.planned) == pytest.approx((10 * one.amount, 10 * one.planned))
    assert ten.rate == one.rate
    small, huge = (without_noise(FLAT, ranges, list_size=size, **share).risk.reserve for size in (1000, 10**9))
    assert huge.amount / huge.planned == pytest.approx(small.amount / small.planned, rel=0.01)


def test_where_more_than_a_fifth_of_the_draws_miss_there_is_no_contingency():
    """A target of all that the sample holds is missed in about half of the resamples."""
    analysis = kept(plan_of(target=Target(D(380))))
    held = analysis.lead.path.total("positives")
    plan = plan_of(target=Target(D(int(held))), ranges=Ranges(computed=True))
    found = planned(plan)
    reserve = found.risk.reserve
    assert reserve.missed > 0.2
    assert (reserve.amount, reserve.rate) == (None, None)
    assert found.evidence.prices.contingency == 0


def test_as_many_people_as_are_needed_are_done_in_time_in_80_of_100():
    hours = np.random.default_rng(1).lognormal(4, 0.4, 2000)
    needed = calendar_of(hours, 1, 1, WORK).people_needed
    assert calendar_of(hours, needed, 1, WORK).chance >= 0.8 > calendar_of(hours, needed - 1, 1, WORK).chance
    assert calendar_of(hours, 1, 7, WORK).people_needed == max(needed, 7)
    # Three people have exactly 120 hours.
    assert calendar_of(np.array([120.0]), 1, 1, WORK).people_needed == 3


def test_weeks_are_whole_ones_as_in_the_work_plan():
    """Eight weeks of five hours from 7 December to 31 January: 80 hours of two people."""
    found = calendar_of(np.array([80.0]), 2, 1, WORK)
    assert (found.weeks, found.end, found.chance) == (8, "2027-01-31", 1.0)
    assert calendar_of(np.array([80.1]), 2, 1, WORK).chance == 0.0
    early = replace(WORK, deadline="2027-01-30")
    assert calendar_of(np.array([80.0]), 2, 1, early).chance == 0.0


def test_the_calendar_needs_times_and_hours_a_week_and_no_price():
    budget = Budget(D(300), "items")
    timed = Prices(seconds_per_item=D(20))
    entries, reserve, calendar = of_filter(kept(plan_of(timed, budget=budget, work=WORK)))
    assert entries > 0
    assert reserve is None
    assert calendar.chance > 0
    assert with_risk(plan_of(timed, budget=budget, work=WORK), kept).risk.calendar == calendar
    assert of_filter(kept(plan_of(Prices(), budget=budget, work=WORK)))[1:] == (None, None)
    assert of_filter(kept(plan_of(timed, budget=budget)))[2] is None


def test_no_number_of_people_finds_what_is_not_there():
    found = calendar_of(np.array([1.0, 2.0, np.inf]), 1, 1, WORK)
    assert (found.weeks, found.people_needed, found.missed) == (None, None, pytest.approx(1 / 3))


SHARES = np.linspace(0, 1, 11)


def test_a_depth_is_where_the_wanted_number_is_found():
    rng = np.random.default_rng(7)
    found = np.concatenate([np.zeros((200, 1)), rng.random((200, 10)).cumsum(axis=1)], axis=1)
    wanted = rng.random(200) * 7
    at = depths(found, SHARES, wanted)
    by_hand = [
        np.interp(one, row, SHARES) if row[-1] >= one else np.inf for row, one in zip(found, wanted, strict=True)
    ]
    np.testing.assert_allclose(at, by_hand)
    reached = np.isfinite(at)
    assert 0 < reached.sum() < 200
    np.testing.assert_allclose(read_at(found, SHARES, at)[reached], wanted[reached])
    assert np.isinf(read_at(found, SHARES, at)[~reached]).all()
    # What is the same in all resamples is read as if it stood in each.
    same = np.repeat(found[:1], 200, axis=0)
    np.testing.assert_allclose(read_at(found[:1], SHARES, wanted / 7), read_at(same, SHARES, wanted / 7))


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=60), st.sampled_from([0.05, 0.5, 0.8, 0.95]))
def test_a_quantile_is_the_least_amount_that_suffices_so_often(amounts, level):
    drawn = np.array(amounts)
    found = quantile(drawn, level)
    assert found == np.quantile(drawn, level, method="inverted_cdf")
    assert np.mean(drawn <= found) >= level - 1e-9


@given(st.floats(0.001, 1e9), st.floats(0.01, 1e9))
def test_a_rate_suffices_and_is_no_tenth_of_a_percent_too_high(more, base):
    rate = rate_of(more, base)
    assert rate == round(rate, 3)
    exact = Fraction(more) / Fraction(base)
    assert Fraction(rate) >= exact * (1 - Fraction(1, 10**8))
    assert Fraction(rate) - exact < Fraction(1, 1000)
    assert rate_of(0.0, base) == rate_of(more, 0.0) == 0


@pytest.mark.parametrize(
    "said", [{"budget": Budget(D(300))}, {"target": Target(D(300))}, {"target": Target(D("0.6"), "share")}]
)
def test_each_draw_is_reviewed_until_it_holds_what_is_planned(said):
    """What the stop finds on average, at least the number wanted; of a share as great a part of what each draw holds."""
    analysis = kept(plan_of(**said))
    drawn, chosen = analysis.lead.drawn, analysis.decision.chosen
    found = np.clip(np.maximum.accumulate(drawn.found, axis=1), 0.0, drawn.ends)
    here = np.array([np.interp(chosen.items, drawn.ends, row) for row in found])
    if "target" not in said:
        wanted = np.full(len(here), here.mean())
    elif said["target"].unit == "share":
        wanted = max(0.6, (here / found[:, -1]).mean()) * found[:, -1]
    else:
        wanted = np.full(len(here), max(300.0, here.mean()))
    depth = Reading(analysis).depth
    reached = np.isfinite(depth)
    np.testing.assert_array_equal(reached, found[:, -1] >= wanted * (1 - 1e-9))
    shares = drawn.ends / drawn.ends[-1]
    read = np.array([np.interp(at, shares, row) for at, row in zip(depth[reached], found[reached], strict=True)])
    np.testing.assert_allclose(read, wanted[reached])
    assert reached.mean() > 0.4


# --- a computed contingency is computed for the plan without one, and planned with once

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
