"""Distances of two sets of scores, against scipy's and by hand."""

from __future__ import annotations

import time

import numpy as np
import pytest
from scipy.stats import ks_2samp

from budgetplan.metrics.likeness.drift import drift, ks_distance


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


def pvalues(draw, n_tests=200, level=0.05, **more):
    return [
        drift(*draw(np.random.default_rng(seed)), level=level, **more).beyond(level)
        for seed in range(n_tests)
    ]


@pytest.mark.parametrize("digits", [1, 6])
@pytest.mark.parametrize("size", [100, 2000])
def test_samples_of_the_list_itself_are_seldom_called_unlike_it(digits, size):
    def draw(rng):
        return np.round(rng.random(100), digits), np.round(rng.random(size), digits)

    assert np.mean(pvalues(draw)) <= 0.1  # 5 % expected; 0.1 is passed once in a thousand times


def test_a_shifted_list_is_called_unlike():
    rng = np.random.default_rng(1)
    found = drift(rng.random(200), rng.random(3000) * 0.7)
    assert found.beyond(0.001)
    assert drift(rng.random(40), rng.random(3000) * 0.4).beyond(0.001)


def test_groups_that_differ_are_no_drift_by_themselves():
    def draw(rng):
        effects = rng.normal(size=60)
        code = np.repeat(np.arange(60), 20)
        score = effects[code] + 0.3 * rng.normal(size=len(code))
        inside = np.isin(code, rng.permutation(60)[:15])
        return (score[inside], score[~inside], code[inside], code[~inside])

    by_group, by_item = [], []
    for seed in range(100):
        sample, other, own, theirs = draw(np.random.default_rng(seed))
        by_group.append(drift(sample, other, group=(own, theirs), level=0.05).beyond(0.05))
        by_item.append(drift(sample, other, level=0.05).beyond(0.05))
    assert np.mean(by_group) <= 0.13
    assert np.mean(by_item) > 0.4  # why groups are dealt whole


def test_few_groups_cannot_tell():
    code = np.repeat(np.arange(4), 10)
    score = np.linspace(0, 1, 40)
    assert drift(score[:20], score[20:], group=(code[:20], code[20:])).p_value is None


def test_the_order_of_rows_changes_nothing():
    rng = np.random.default_rng(5)
    sample, other = np.round(rng.random(80), 2), np.round(rng.random(300) ** 1.1, 2)
    assert drift(sample, other) == drift(sample[::-1], rng.permutation(other))


def test_many_labelled_items_are_tested_without_drawing_each():
    rng = np.random.default_rng(0)
    p_values = []
    for seed in range(20):
        both = rng.random(180_000)
        p_values.append(drift(both[:60_000], both[60_000:], seed=seed, level=0.05).p_value)
    # Uniform where the sample is one: mean 1/2, standard error 0.29 / sqrt(20).
    assert 0.5 - 3 * 0.065 < np.mean(p_values) < 0.5 + 3 * 0.065
    sample = rng.random(60_000)
    assert drift(sample, rng.random(120_000) ** 1.04).beyond(0.001)
    # Ten thousand draws, not clear either way: sorted draws of 60,000 items each would take a minute.
    start = time.process_time()
    unclear = drift(sample, rng.random(120_000) ** 1.02).p_value
    assert 0.0001 < unclear < 0.05
    assert time.process_time() - start < 20
