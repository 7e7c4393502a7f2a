"""The guarantee: exact tails, and its coverage in simulation."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.stats import beta

from budgetplan.models.bounds import (
    exact_interval,
    forecast_interval,
    least_accepted,
    lowest_cutoff_within,
    rate_interval,
    upper_bound,
)

ALPHA = 0.1


@given(st.integers(1, 3000), st.floats(0, 1), st.sampled_from([0.1, 0.05, 0.025, 0.001]))
def test_bounds_are_clopper_and_pearsons(n, share, alpha):
    events = round(share * n)
    upper = beta.ppf(1 - alpha, events + 1, n - events) if events < n else 1.0
    lower = beta.ppf(alpha, events, n - events + 1) if events else 0.0
    assert upper_bound(events, n, alpha) == pytest.approx(upper, rel=1e-9)
    ends = exact_interval(np.array([events]), np.array([n]), 1 - 2 * alpha)
    assert np.ravel(ends) == pytest.approx([lower, upper], rel=1e-7, abs=1e-12)


@pytest.mark.parametrize(("events", "n"), [(17, 10**6), (500_000, 10**6), (999_990, 10**6)])
def test_bounds_of_many_items(events, n):
    assert upper_bound(events, n) == pytest.approx(beta.ppf(0.9, events + 1, n - events), rel=1e-9)


@given(st.integers(1, 80), st.floats(0, 1), st.sampled_from([0.1, 0.05, 0.025, 0.001]))
def test_at_the_bound_so_few_are_as_improbable_as_was_asked(n, share, alpha):
    events = min(round(share * n), n - 1)
    rate = upper_bound(events, n, alpha)
    so_few = sum(comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(events + 1))
    assert so_few == pytest.approx(alpha, rel=1e-9)


def test_the_ends():
    assert upper_bound(0, 0) == upper_bound(5, 5) == 1
    assert np.ravel(exact_interval(np.zeros(2), np.array([0, 5]))[0]).tolist() == [0, 0]
    assert upper_bound(0, 20, 0.025) == pytest.approx(1 - 0.025 ** (1 / 20), abs=1e-12)
    # Counts that are not whole lie between their neighbours.
    assert upper_bound(3, 50) < upper_bound(3.5, 50) < upper_bound(4, 50)


@given(st.floats(0.001, 0.6), st.sampled_from([0.1, 0.05, 0.01]))
def test_the_least_number_accepted_is_just_enough(risk, alpha):
    n = least_accepted(risk, alpha)
    assert upper_bound(0, n, alpha) <= risk * (1 + 1e-12)
    assert n == 1 or upper_bound(0, n - 1, alpha) > risk


@given(st.integers(0, 10**6))
def test_the_cutoff_is_the_last_before_the_first_failure(seed):
    rng = np.random.default_rng(seed)
    confidence = np.round(rng.uniform(0.5, 1, 150), 2)
    correct = rng.random(150) < np.minimum(confidence + 0.15, 1)
    cutoffs = np.array([0.6, 0.9, 0.7, 0.8, 0.5])
    expected = np.inf
    for cutoff in sorted(cutoffs, reverse=True):
        accepted = confidence >= cutoff
        if upper_bound((accepted & ~correct).sum(), accepted.sum(), ALPHA) > 0.15:
            break
        expected = cutoff
    assert lowest_cutoff_within(0.15, confidence, correct, cutoffs, ALPHA) == expected


def test_a_failure_ends_it_though_a_lower_cutoff_would_pass():
    confidence = np.repeat([0.9, 0.8], [30, 500])
    correct = np.arange(530) != 0
    assert lowest_cutoff_within(0.1, confidence, correct, np.array([0.85, 0.75])) == np.inf
    assert lowest_cutoff_within(0.1, confidence, correct, np.array([0.75])) == 0.75
    # A cutoff that accepts too few to show anything is not tried.
    assert lowest_cutoff_within(0.1, confidence, correct, np.array([0.95, 0.75])) == 0.75


def simulated(choose, risk_above, n_sets=1500, n=250):
    """The share of samples in which the cutoff chosen lets through more than 5 % wrong."""
    broken = 0
    for seed in range(n_sets):
        rng = np.random.default_rng([seed, 77])
        confidence = rng.random(n)
        cutoff = choose(confidence, rng.random(n) >= risk_above(confidence))
        if cutoff < 1:
            # The risk of what is accepted in the long run, by its own integral.
            broken += risk_above(np.linspace(cutoff, 1, 2001)).mean() > 0.05
    return broken / n_sets


def fixed(confidence, correct):
    return lowest_cutoff_within(0.05, confidence, correct, np.linspace(0, 0.8, 17), ALPHA)


def even(confidence):
    """5.2 % of all are wrong, and confidence says nothing of it: every cutoff is false."""
    return np.full(np.shape(confidence), 0.052)


def falling(confidence):
    """The less confident, the more are wrong: from 0.62 down more than 5 % of the accepted are."""
    return 0.22 * (1 - confidence) + 0.0082


@pytest.mark.parametrize("risk_above", [even, falling])
def test_the_guarantee_holds(risk_above):
    # Three standard errors of 1,500 samples at 0.1 are 0.023.
    assert simulated(fixed, risk_above) <= ALPHA + 0.023


@pytest.mark.parametrize(("events", "trials", "new"), [(0, 30, 10), (3, 100, 2000), (40, 40, 7), (5.5, 60, 300)])
def test_a_forecast_is_that_of_scipys_beta_binomial(events, trials, new):
    low, high = forecast_interval(events, trials, new)
    left = trials - events
    assert low == (stats.betabinom.ppf(0.025, new, events, left + 1) if events else 0)
    assert high == (stats.betabinom.ppf(0.975, new, events + 1, left) if left else new)


def test_a_forecast_from_few_events_holds_as_often_as_it_says():
    rng = np.random.default_rng(1)
    seen, come = rng.binomial(120, 0.03, 400), rng.binomial(500, 0.03, 400)
    ends = [forecast_interval(int(x), 120, 500) for x in seen]
    assert np.mean([low <= y <= high for (low, high), y in zip(ends, come, strict=True)]) >= 0.95


def test_a_forecast_of_very_many_goes_by_their_share():
    low, high = forecast_interval(3, 100, 10**7)
    assert (low / 1e7, high / 1e7) == pytest.approx((0.0062, 0.0852), abs=2e-3)


def test_a_rate_is_between_none_and_all_whatever_resamples_say():
    low, high = rate_interval(np.array([0.5, 0.5]), np.array([-0.2, 1.3]), np.array([-0.1, 1.4]), np.full(2, 50))
    assert (low.tolist(), high.tolist()) == ([0, 1], [0, 1])
