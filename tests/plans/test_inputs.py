"""Inputs are drawn as their ranges say, and items then cost what the price formula says."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from risk_world import TIMED, spans
from scipy import stats

from budgetplan.domain.risk.ranges import Ranges
from budgetplan.plans.reserving import beta_shape, draw_inputs, input_at, places

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


GRID = (np.arange(2_000) + 0.5) / 2_000


def test_places_are_one_in_each_part_and_the_same_for_the_same_seed():
    one = places(2000, 1, 3)
    assert (np.sort((one * 2000).astype(int)) == np.arange(2000)).all()
    assert (one == places(2000, 1, 3)).all()
    others = [places(2000, 2, 3), places(2000, 1, 4)]
    assert all(abs(np.corrcoef(one, other)[0, 1]) < 0.1 for other in others)
    assert 0 < one.min() < one.max() < 1


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
