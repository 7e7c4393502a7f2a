"""Few groups say less than their resamples do."""

import numpy as np
import pytest
from scipy import stats

from budgetplan.metrics.resampling.means import mean_replicates
from budgetplan.metrics.resampling.paired import Resamples, interval
from budgetplan.metrics.resampling.widening import too_few, widened, widening


@pytest.mark.parametrize("n_groups", [2, 3, 10, 30, 100, 5000])
def test_the_factor_is_student_over_normal_and_the_spread_of_few(n_groups):
    expected = stats.t.ppf(0.975, n_groups - 1) / stats.norm.ppf(0.975) * np.sqrt(n_groups / (n_groups - 1))
    assert widening(n_groups) == pytest.approx(expected, rel=1e-9)


def test_items_alone_need_none_and_one_group_says_nothing():
    assert widening(None) == 1.0
    assert widening(1) == np.inf
    # 2.2622 / 1.95996 x sqrt(10 / 9).
    assert widening(10) == pytest.approx(1.2166, abs=5e-5)
    factors = [widening(n) for n in range(2, 50)]
    assert factors == sorted(factors, reverse=True)


def test_widening_keeps_the_mean_and_adds_up():
    rng = np.random.default_rng(0)
    one, other = rng.normal(size=(2, 500, 3))
    assert widened(one, 1.4).mean(axis=0) == pytest.approx(one.mean(axis=0))
    assert widened(one, 1.4).std(axis=0) == pytest.approx(1.4 * one.std(axis=0))
    assert widened(one, 1.4) - widened(other, 1.4) == pytest.approx(widened(one - other, 1.4))
    assert widened(one, 1.0) is one
    assert widened(one[:0], 1.4).shape == (0, 3)


def test_missing_replicates_stay_missing_and_move_nothing():
    found = widened(np.array([[1.0, np.nan], [3.0, np.nan], [np.nan, np.nan]]), 2.0)
    np.testing.assert_array_equal(found, [[0.0, np.nan], [4.0, np.nan], [np.nan, np.nan]])


def test_few_groups_are_covered_as_often_as_is_said():
    # Means of 8 groups of 5 items: normal group effects; 95 % intervals, plain and widened.
    rng = np.random.default_rng(1)
    group = np.repeat(np.arange(8), 5)
    plain = wide = 0
    for seed in range(20):  # twenty worlds a time in the same resamples
        values = rng.normal(size=(20, 8))[:, group] + 0.3 * rng.normal(size=(20, 40))
        replicates = mean_replicates(values, Resamples(40, 400, seed=seed, group=group))
        for found in replicates.T:
            low, high = interval(found)
            plain += low <= 0 <= high
            low, high = interval(widened(found, widening(8)))
            wide += low <= 0 <= high
    assert plain / 400 < 0.91
    assert 0.92 <= wide / 400 <= 0.98


def test_few_uneven_groups_are_too_few():
    assert too_few(np.zeros(50, dtype=int))
    assert not too_few(np.arange(60) % 5)
    half = np.where(np.arange(400) % 2, 0, np.arange(400) % 80)
    assert too_few(half)
    # A hundred groups are many, however uneven.
    assert not too_few(np.concatenate([np.zeros(500, dtype=int), np.arange(1, 100)]))
