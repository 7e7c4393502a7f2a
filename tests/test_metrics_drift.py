"""Distances of two sets of scores, against scipy's and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ks_2samp

from budgetplan.metrics.drift import ks_critical, ks_distance, outside_share


@pytest.mark.parametrize("seed", range(10))
def test_against_scipy(seed):
    rng = np.random.default_rng(seed)
    sample, other = np.round(rng.random(80), 2), np.round(rng.random(130) ** 1.4, 2)
    assert ks_distance(sample, other) == pytest.approx(ks_2samp(sample, other).statistic)


def test_a_weight_stands_for_so_many_items():
    sample, weight = np.array([0.1, 0.4, 0.7]), np.array([2.0, 0.0, 1.0])
    other = np.array([0.2, 0.5])
    assert ks_distance(sample, other, weight) == pytest.approx(
        ks_distance(np.repeat(sample, [2, 0, 1]), other)
    )


def test_alike_samples_rarely_pass_the_critical_distance():
    rng = np.random.default_rng(3)
    limit = ks_critical(300, 500, 0.05)
    passed = [ks_distance(rng.random(300), rng.random(500)) > limit for _ in range(2000)]
    assert 0.02 < np.mean(passed) < 0.06


def test_outside_share_by_hand():
    assert outside_share(np.array([1.0, 2.0]), np.array([0.0, 1.0, 2.0, 3.0])) == 0.5
    assert outside_share(np.array([1.0]), np.array([1.0])) == 0.0
