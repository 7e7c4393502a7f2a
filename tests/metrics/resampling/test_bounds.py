"""Exact bounds of a rate seen as 0."""

import numpy as np
import pytest
from scipy import stats

from budgetplan.metrics.resampling.bounds import forecast_interval


@pytest.mark.parametrize(
    ("events", "trials", "new"), [(0, 30, 10), (3, 100, 2000), (40, 40, 7), (5.5, 60, 300)]
)
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
