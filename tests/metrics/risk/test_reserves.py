"""Reserves: quantiles of what the same costs in every draw, by numpy and by hand."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.metrics.risk.reserves import (
    chances,
    depths,
    missed,
    people_for,
    quantile,
    rate_of,
    read_at,
    reserve,
    within,
)

RNG = np.random.default_rng(7)
SHARES = np.linspace(0, 1, 11)


def paths(n):
    return np.concatenate([np.zeros((n, 1)), RNG.random((n, 10)).cumsum(axis=1)], axis=1)


def test_a_depth_is_where_the_wanted_number_is_found():
    found = paths(200)
    wanted = RNG.random(200) * 7
    at = depths(found, SHARES, wanted)
    by_hand = [
        np.interp(one, row, SHARES) if row[-1] >= one else np.inf
        for row, one in zip(found, wanted, strict=True)
    ]
    np.testing.assert_allclose(at, by_hand)
    reached = np.isfinite(at)
    assert 0 < reached.sum() < 200
    np.testing.assert_allclose(read_at(found, SHARES, at)[reached], wanted[reached])
    assert np.isinf(read_at(found, SHARES, at)[~reached]).all()


def test_what_is_the_same_in_all_resamples_is_read_as_if_it_stood_in_each():
    rows, at = paths(1), RNG.random(50)
    np.testing.assert_allclose(read_at(rows, SHARES, at), read_at(np.repeat(rows, 50, axis=0), SHARES, at))


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=60), st.sampled_from([0.05, 0.5, 0.8, 0.95]))
def test_a_quantile_is_the_least_amount_that_suffices_so_often(amounts, level):
    drawn = np.array(amounts)
    found = quantile(drawn, level)
    assert found == np.quantile(drawn, level, method="inverted_cdf")
    assert within(drawn, found) >= level - 1e-9


def test_a_reserve_is_the_80_percent_quantile_less_what_is_planned():
    drawn = RNG.lognormal(6, 0.3, 2000)
    assert reserve(drawn, 400.0) == pytest.approx(np.quantile(drawn, 0.8, method="inverted_cdf") - 400)
    assert reserve(drawn, float(drawn.max()) + 1) == 0.0
    assert reserve(np.full(2000, 412.5), 412.5) == 0.0
    # Noise of the last digits is no reserve.
    assert reserve(np.full(2000, 412.5 * (1 + 1e-12)), 412.5) == 0.0


def test_where_more_than_a_fifth_of_the_draws_miss_there_is_no_reserve():
    drawn = np.append(np.full(80, 100.0), np.full(20, np.inf))
    assert (reserve(drawn, 90.0), missed(drawn)) == (10.0, 0.2)
    assert reserve(np.append(drawn, np.inf), 90.0) is None


@given(st.floats(0.001, 1e9), st.floats(0.01, 1e9))
def test_a_rate_suffices_and_is_no_tenth_of_a_percent_too_high(more, base):
    rate = rate_of(more, base)
    assert rate == round(rate, 3)
    exact = Fraction(more) / Fraction(base)
    assert Fraction(rate) >= exact * (1 - Fraction(1, 10**8))
    assert Fraction(rate) - exact < Fraction(1, 1000)


def test_a_rate_of_nothing_is_nothing():
    assert rate_of(0.0, 10.0) == rate_of(5.0, 0.0) == Decimal(0)


def test_chances_rise_to_the_share_that_is_reached_at_all():
    drawn = np.append(RNG.random(900) * 50, np.full(100, np.inf))
    at, chance = chances(drawn)
    assert len(at) == 101
    assert chance[-1] == pytest.approx(0.9)
    assert (np.diff(at) > 0).all()
    np.testing.assert_allclose(chance, [(drawn <= one).mean() for one in at])
    assert [one.size for one in chances(np.full(5, np.inf))] == [0, 0]


@given(st.lists(st.floats(0.1, 1000), min_size=5, max_size=50), st.floats(0.1, 200), st.integers(1, 5))
def test_the_people_that_suffice_do_and_one_fewer_do_not(hours, each, least):
    drawn = np.array(hours)
    people = people_for(drawn, each, least)
    assert within(drawn, people * each) >= 0.8 - 1e-9
    assert people == least or within(drawn, (people - 1) * each) < 0.8


def test_no_number_of_people_finds_what_is_not_there():
    assert people_for(np.array([1.0, 2.0, np.inf]), 40.0, 1) is None
    assert people_for(np.array([1.0, 2.0]), 0.0, 1) is None
