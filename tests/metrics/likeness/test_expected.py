"""What is expected of items without a label: against isotonic regression read item by item."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.metrics.likeness.expected import Expected
from budgetplan.metrics.likeness.isotonic import isotonic


@pytest.mark.parametrize("seed", range(30))
def test_items_between_two_labelled_ones_get_the_mean_of_both(seed):
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(2, 30)), 40
    key, other = rng.integers(0, 20, n) / 20, rng.integers(-3, 50, m) / 40
    outcome = (rng.random(n) < key).astype(float)
    weight = rng.integers(1, 4, n).astype(float)
    one = Expected.of(outcome, weight, key, other, m)
    fitted = isotonic(key, outcome, weight)
    distinct = np.unique(key)
    for item, value in zip(other, one.read(one.fitted()), strict=True):
        below, above = distinct[distinct <= item], distinct[distinct >= item]
        near = [below[-1] if len(below) else above[0], above[0] if len(above) else below[-1]]
        if outcome.min() == outcome.max():
            assert value == outcome[0]
        else:
            assert value == pytest.approx(float(np.mean(fitted.read(np.array(near)))))


@pytest.mark.parametrize("seed", range(10))
def test_sums_over_items_are_sums_over_places(seed):
    rng = np.random.default_rng(seed)
    key, other, items = rng.random(20), rng.random(50), rng.random(50)
    one = Expected.of((rng.random(20) < key).astype(float), None, key, other, 50)
    times = rng.integers(0, 3, 20).astype(float)
    assert one.fitted(times) @ one.counts(items) == pytest.approx(one.read(one.fitted(times)) @ items)


def test_without_a_key_the_mean_holds_for_all():
    one = Expected.of(np.array([0.0, 1.0, 1.0, 1.0]), np.array([3.0, 1.0, 1.0, 1.0]), None, None, 2)
    assert one.read(one.fitted()).tolist() == [0.5, 0.5]
    assert one.read(one.fitted(np.array([0.0, 1.0, 0.0, 0.0]))).tolist() == [1.0, 1.0]
    assert one.read(one.fitted(np.zeros(4))).tolist() == [0.5, 0.5]
    assert one.variance() == 0.25


def test_what_is_left_of_sure_items_is_nothing():
    key = np.array([0.1, 0.1, 0.9, 0.9])
    assert Expected.of(np.array([0.0, 0, 1, 1]), None, key, key, 4).variance() == 0
    assert Expected.of(np.array([0.0, 1, 1, 1]), None, key, key, 4).variance() == 0.125
