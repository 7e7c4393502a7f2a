"""Whether the share of entries asked for has been found already: by all trailing windows of what was read."""

import time
from fractions import Fraction
from itertools import pairwise
from math import comb, floor

import numpy as np
import pytest

from budgetplan.lists.unseen import p_target_missed


def by_windows(labels, size, recall):
    """Every window by itself, in fractions."""
    m, found, target = len(labels), sum(labels), Fraction(str(recall))
    least = Fraction(1)
    for window in range(1, m + 1):
        seen = sum(labels[m - window :])
        total = floor(found / target + 1 - (found - seen))
        left = size - (m - window)
        if total > left:
            return Fraction(0)
        least = min(
            least,
            Fraction(
                sum(
                    comb(total, j) * comb(left - total, window - j)
                    for j in range(max(0, window - (left - total)), min(seen, total, window) + 1)
                ),
                comb(left, window),
            ),
        )
    return least


def test_worked_numbers():
    for negatives, expected in ((300, 0.481), (600, 0.150), (800, 0.034), (900, 0.007)):
        labels = np.repeat([1, 0], [20, negatives])
        assert round(p_target_missed(labels, 1_000, 0.95), 3) == expected


def test_the_least_of_all_windows_is_found():
    rng = np.random.default_rng(2)
    for _ in range(100):
        size = int(rng.integers(1, 60))
        m = int(rng.integers(1, size + 1))
        rate = rng.random() ** rng.integers(0, 4)
        labels = (rng.random(m) < np.linspace(rate, rate * rng.random(), m)).astype(int)
        recall = float(rng.choice([0.5, 0.8, 0.9, 0.95, 1.0]))
        expected = float(by_windows(labels.tolist(), size, recall))
        assert p_target_missed(labels, size, recall) == pytest.approx(expected, rel=1e-10, abs=1e-300)


def test_reading_on_without_a_find_makes_a_miss_less_likely():
    start = [1, 1, 0, 1, 0, 1]
    chances = [p_target_missed(np.array(start + [0] * n), 400, 0.9) for n in range(0, 395, 20)]
    assert all(later < before for before, later in pairwise(chances))
    assert chances[0] > 0.95
    assert p_target_missed(np.array(start + [0] * 394), 400, 0.9) == 0
    # A larger list hides more, and a smaller share is sooner reached.
    labels = np.array(start + [0] * 150)
    assert p_target_missed(labels, 800, 0.9) > p_target_missed(labels, 400, 0.9)
    assert p_target_missed(labels, 400, 0.5) < p_target_missed(labels, 400, 0.9)


def test_nothing_read_says_nothing_and_nothing_found_asks_for_one():
    assert p_target_missed(np.array([]), 100, 0.9) == 1
    assert p_target_missed(np.zeros(40), 100, 0.9) == pytest.approx(0.6)


@pytest.mark.parametrize("order", ["falling", "late", "even"])
def test_a_hundred_thousand_labels_take_less_than_a_second(order):
    n = 100_000
    rng = np.random.default_rng(1)
    labels = {
        "falling": rng.random(n) < np.exp(-np.arange(n) / 15_000),
        "late": np.arange(n) > 60_000,
        "even": np.arange(n) % 2,
    }[order]
    for size in (n + 10, int(n / 0.95), 10**6, 10**9):
        start = time.process_time()
        chance = p_target_missed(np.asarray(labels, dtype=float), size, 0.95)
        assert time.process_time() - start < 1
        assert 0 <= chance <= 1


def test_a_late_cluster_is_declared_found_before_it_is_read():
    """The failure of the method: forty entries first, and forty more behind a thousand that are none."""
    labels = np.repeat([1, 0, 1, 0], [40, 1_300, 40, 20])
    assert p_target_missed(labels[:1_340], 1_400, 0.95) < 0.05
    assert labels[:1_340].sum() / labels.sum() == 0.5
