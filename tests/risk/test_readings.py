"""An order is read as its resamples say; what is paid beyond the price of an item is paid for its size."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from risk_world import TIMED, at_price, kept, plan_of

from budgetplan.domain.plan import Budget
from budgetplan.evidence import noise
from budgetplan.risk.readings import found_within, read_order

D = Decimal


def read(plan, **how):
    analysis = kept(plan, **how)
    first = noise.draw(analysis.evidence, analysis.evidence.models, noise.grid(analysis.evidence))
    drawn = first if plan.resamples else None
    return analysis, read_order(analysis.evidence, analysis.lead, plan.prices, drawn, [250.0])


def test_at_other_prices_every_depth_costs_what_a_plan_at_these_prices_says():
    plan = plan_of(budget=Budget(D(500)))
    _, own = read(plan)
    dear = at_price(
        TIMED, seconds_per_item=33, hourly_rate=41, seconds_per_unit="1.5", adjudicated_share="0.3"
    )
    _, other = read(replace(plan, prices=dear))
    depth = np.random.default_rng(1).random(len(own.found))
    inputs = {
        key: np.array(float(getattr(dear, key)))
        for key in ("seconds_per_item", "hourly_rate", "seconds_per_unit", "adjudicated_share")
    }
    np.testing.assert_allclose(own.costs(inputs, depth), other.costs({}, depth), rtol=1e-5)
    np.testing.assert_allclose(own.hours(inputs, depth), other.hours({}, depth), rtol=1e-5)


def test_where_nothing_suffices_cost_and_time_have_no_end_also_where_things_are_cheaper():
    _, own = read(plan_of(budget=Budget(D(500))))
    depth = np.full(len(own.found), np.inf)
    cheaper = {"seconds_per_item": np.array(1.0), "seconds_per_unit": np.array(0.0)}
    assert np.isinf(own.costs(cheaper, depth)).all()
    assert np.isinf(own.hours(cheaper, depth)).all()


def test_what_is_mixed_in_takes_time_and_no_more_than_there_is_left():
    _, own = read(plan_of(budget=Budget(D(500)), resamples=0))
    half, every = np.array([0.5]), np.array([1.0])
    plain, more = own.hours({}, half), own.hours({}, half, (100, 0))
    assert more > plain
    assert own.hours({}, every, (100, 0)) == own.hours({}, every)
    assert own.hours({}, every, (0, 10)) > own.hours({}, every)


@pytest.mark.parametrize(
    "budget",
    [Budget(D(300)), Budget(D(200), covers="annotation"), Budget(D(5), "hours"), Budget(D(90), "items")],
)
def test_what_a_budget_finds_is_what_the_plan_itself_reads(budget):
    plan = plan_of(budget=budget)
    analysis, own = read(plan)
    exact = noise.draw(analysis.evidence, [analysis.lead], noise.grid(analysis.evidence), [budget])
    np.testing.assert_allclose(
        found_within(own, budget), exact.found_within(analysis.lead)[:, 0], atol=2.0, rtol=0.02
    )


def test_a_budget_below_the_fixed_costs_finds_nothing():
    _, own = read(plan_of(budget=Budget(D(500))))
    assert (found_within(own, Budget(D(20))) == 0).all()
    assert (found_within(own, Budget(D(10**6))) == own.found[:, -1]).all()
