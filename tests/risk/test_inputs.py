"""Inputs are drawn as their ranges say, and items then cost what the price formula says."""

from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from risk_world import TIMED, at_price, spans

from budgetplan.domain.prices import MICRO, Prices
from budgetplan.domain.risk.ranges import PRICES, SHARES, TIMES, Ranges
from budgetplan.risk.inputs import dearer_by, draw_inputs, paid_seconds, set_to

D = Decimal

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


@settings(deadline=None, max_examples=30)
@given(
    st.floats(1, 100), st.floats(0, 5), st.floats(1, 90), st.floats(0, 1), st.floats(0, 3), st.floats(0, 1)
)
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


def test_items_with_prices_of_their_own_cost_what_they_cost():
    listed = Prices(listed=True, stated=True, seconds_per_item=D(20))
    assert [float(one) for one in dearer_by(listed, {"seconds_per_item": np.array([99.0])})] == [0, 0]


def test_hours_are_those_of_all_judgements():
    found = paid_seconds(TIMED, {}, np.array([10.0]), np.array([50.0]))
    assert found.tolist() == [2 * (10 * 20 + 50)]
    slower = paid_seconds(TIMED, {"seconds_per_item": np.array([30.0])}, np.array([10.0]), np.array([50.0]))
    assert slower.tolist() == [2 * (10 * 30 + 50)]


def test_an_input_is_set_and_nothing_else():
    for key in (*TIMES, *SHARES, *PRICES):
        other = set_to(TIMED, key, 0.125)
        assert getattr(other, key) == D("0.125")
        assert at_price(other, **{key: getattr(TIMED, key)}) == TIMED
    assert MICRO == 10**6
