"""Inputs are drawn as their ranges say, and items then cost what the price formula says."""

import math
from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from risk_world import TIMED, at_price, spans
from scipy import stats

from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import PRICES, Ranges
from budgetplan.plans.reserving import beta_shape, dearer_by, draw_inputs, input_at, paid_seconds, places

EVERY = Ranges(
    spans(
        seconds_per_item=(15, 40),
        seconds_per_unit=(0.5, 2),
        adjudicated_share=(0.05, 0.2),
        hourly_rate=(30, 45),
        adjudication=(0.4, 0.9),
    )
)


def test_one_range_more_changes_no_draw_of_the_others():
    every = draw_inputs(TIMED, EVERY, 500, 1)
    for key, span in EVERY.spans.items():
        alone = draw_inputs(TIMED, Ranges({key: span}), 500, 1)
        assert set(alone) == {key}
        assert (alone[key] == every[key]).all()
    assert set(draw_inputs(TIMED, Ranges(), 500, 1)) == set()
    assert (draw_inputs(TIMED, EVERY, 500, 2)["hourly_rate"] != every["hourly_rate"]).any()


def test_who_is_slow_at_one_time_is_slow_at_the_other_and_all_else_is_independent():
    drawn = draw_inputs(TIMED, EVERY, 2000, 1)
    ranks = {key: np.argsort(np.argsort(one)) for key, one in drawn.items()}
    assert (ranks["seconds_per_item"] == ranks["seconds_per_unit"]).all()
    keys = [key for key in drawn if key != "seconds_per_unit"]
    assert all(abs(np.corrcoef(ranks[one], ranks[two])[0, 1]) < 0.1 for one, two in pairwise(keys))


def test_a_twentieth_of_times_and_shares_lies_beyond_either_end_and_no_price_does():
    drawn = draw_inputs(TIMED, EVERY, 2000, 1)
    for key, values in drawn.items():
        low, high = float(EVERY.spans[key].low), float(EVERY.spans[key].high)
        beyond = ((values < low).mean(), (values > high).mean())
        assert beyond == ((0, 0) if key in PRICES else (0.05, 0.05))


@settings(deadline=None, max_examples=15)
@given(st.floats(1, 100), st.floats(0, 5), st.floats(1, 90), st.floats(0, 1), st.floats(0, 3), st.floats(0, 1))
def test_what_an_item_costs_more_is_the_difference_of_the_price_formula(
    seconds, size, rate, share, adjudication, price
):
    said = {
        "seconds_per_item": seconds,
        "seconds_per_unit": size,
        "hourly_rate": rate,
        "adjudicated_share": share,
        "adjudication": adjudication,
        "per_item": price,
    }
    flat, per_unit = dearer_by(TIMED, {key: np.array([value]) for key, value in said.items()})
    other = at_price(TIMED, **said).known_rates
    own = TIMED.known_rates
    assert flat[0] == pytest.approx(float(other[0] - own[0]), rel=1e-9, abs=1e-3)
    assert per_unit == pytest.approx(float(other[1] - own[1]), rel=1e-9, abs=1e-3)


def test_hours_are_those_of_all_judgements():
    items, units = np.array([10.0]), np.array([50.0])
    assert paid_seconds(TIMED, {}, items, units).tolist() == [2 * (10 * 20 + 50)]
    slower = paid_seconds(TIMED, {"seconds_per_item": np.array([30.0])}, items, units)
    assert slower.tolist() == [2 * (10 * 30 + 50)]
    # Items with prices of their own cost what they cost.
    listed = Prices(listed=True, stated=True, seconds_per_item=Decimal(20))
    assert [float(one) for one in dearer_by(listed, {"seconds_per_item": np.array([99.0])})] == [0, 0]


GRID = (np.arange(2_000) + 0.5) / 2_000


def test_places_are_one_in_each_part_and_the_same_for_the_same_seed():
    one = places(2000, 1, 3)
    assert (np.sort((one * 2000).astype(int)) == np.arange(2000)).all()
    assert (one == places(2000, 1, 3)).all()
    others = [places(2000, 2, 3), places(2000, 1, 4)]
    assert all(abs(np.corrcoef(one, other)[0, 1]) < 0.1 for other in others)
    assert 0 < one.min() < one.max() < 1


@given(st.floats(0.01, 100), st.floats(1, 30))
def test_times_are_log_normal_with_their_ends_at_5_and_95_percent(low, factor):
    high = low * factor
    sigma = math.log(factor) / (2 * stats.norm.ppf(0.95))
    own = stats.lognorm(s=sigma, scale=math.sqrt(low * high)) if factor > 1 else None
    ends = input_at("seconds_per_item", low, low, high, np.array([0.05, 0.95]))
    assert ends.tolist() == pytest.approx([low, high])
    if own is not None and sigma > 1e-6:
        np.testing.assert_allclose(input_at("seconds_per_item", low, low, high, GRID), own.ppf(GRID), rtol=1e-9)


@settings(deadline=None, max_examples=15)
@given(st.floats(0.001, 0.9), st.floats(0.002, 0.99))
def test_shares_have_their_ends_at_5_and_95_percent(one, other):
    low, high = min(one, other), max(one, other)
    if high - low < 1e-3:
        high = low + 1e-3
    own = stats.beta(*beta_shape(low, high))
    assert own.cdf(low) == pytest.approx(0.05, abs=1e-6)
    assert own.ppf(0.95) == pytest.approx(high, rel=1e-6)
    at = GRID[::250]
    np.testing.assert_allclose(input_at("adjudicated_share", low, low, high, at), own.ppf(at), rtol=1e-6)


def test_a_range_without_width_is_one_value():
    for key in ("per_item", "adjudicated_share", "seconds_per_item"):
        assert input_at(key, 0.2, 0.2, 0.2, GRID[:9]).tolist() == pytest.approx([0.2] * 9)


@pytest.mark.parametrize(("low", "mode", "high"), [(1.0, 2.0, 5.0), (4.0, 4.5, 9.0)])
def test_a_price_between_two_ends_is_drawn_as_a_triangle(low, mode, high):
    drawn = stats.triang.ppf(GRID, (mode - low) / (high - low), loc=low, scale=high - low)
    assert input_at("per_item", low, mode, high, GRID) == pytest.approx(drawn)
