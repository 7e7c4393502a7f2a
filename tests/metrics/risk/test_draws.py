"""Draws have the shape that their range says: checked against scipy's own distributions."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from budgetplan.metrics.risk.draws import beta, beta_shape, log_normal, places, triangular

GRID = (np.arange(200_000) + 0.5) / 200_000


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
    drawn = log_normal(low, high, GRID[::100])
    assert log_normal(low, high, np.array([0.05, 0.95])).tolist() == pytest.approx([low, high])
    if own is not None and sigma > 1e-6:
        np.testing.assert_allclose(drawn, own.ppf(GRID[::100]), rtol=1e-9)


def test_the_mean_of_times_is_that_of_the_distribution():
    sigma = math.log(45 / 20) / (2 * stats.norm.ppf(0.95))
    assert log_normal(20.0, 45.0, GRID).mean() == pytest.approx(30 * math.exp(sigma**2 / 2), rel=1e-4)


@settings(deadline=None, max_examples=40)
@given(st.floats(0.001, 0.9), st.floats(0.002, 0.99))
def test_shares_have_their_ends_at_5_and_95_percent(one, other):
    low, high = min(one, other), max(one, other)
    if high - low < 1e-3:
        high = low + 1e-3
    own = stats.beta(*beta_shape(low, high))
    assert own.cdf(low) == pytest.approx(0.05, abs=1e-6)
    assert own.ppf(0.95) == pytest.approx(high, rel=1e-6)
    np.testing.assert_allclose(beta(low, high, GRID[::5000]), own.ppf(GRID[::5000]), rtol=1e-6)


def test_the_moments_of_shares_and_prices_are_those_of_the_distributions():
    own = stats.beta(*beta_shape(0.1, 0.25))
    drawn = beta(0.1, 0.25, GRID)
    assert (drawn.mean(), drawn.std()) == pytest.approx((own.mean(), own.std()), rel=1e-3)
    prices = triangular(0.03, 0.04, 0.07, GRID)
    own = stats.triang(c=0.25, loc=0.03, scale=0.04)
    assert (prices.mean(), prices.std()) == pytest.approx((own.mean(), own.std()), rel=1e-4)
    np.testing.assert_allclose(prices[::1000], own.ppf(GRID[::1000]), rtol=1e-9)


@given(st.floats(0.1, 50), st.floats(0, 10), st.floats(0, 10))
def test_prices_stay_between_their_ends(low, more, further):
    drawn = triangular(low, low + more, low + more + further, GRID[::2000])
    assert (drawn >= low - 1e-9).all()
    assert (drawn <= low + more + further + 1e-9).all()
    assert (np.diff(drawn) >= -1e-12).all()


def test_a_range_without_width_is_one_value():
    assert set(triangular(2.0, 2.0, 2.0, GRID[:9])) == {2.0}
    assert beta(0.2, 0.2, GRID[:9]).tolist() == pytest.approx([0.2] * 9)
    assert log_normal(7.0, 7.0, GRID[:9]).tolist() == pytest.approx([7.0] * 9)
