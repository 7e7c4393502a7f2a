"""How long judgements take, and how far people agree."""

import numpy as np
import pytest

from budgetplan.work.standing import agreement, timed


def test_pauses_do_not_count_and_the_interval_covers():
    rng = np.random.default_rng(4)
    inside = 0
    for seed in range(150):
        seconds = rng.normal(20, 4, size=80).clip(1)
        seconds[:2] = 4000.0
        one = timed(seconds, seed)
        inside += one.mean.low <= 20 <= one.mean.high
        assert one.mean.value < 24
    assert inside / 150 > 0.85


def test_few_times_have_no_interval_and_unknown_ones_are_left_out():
    one = timed(np.array([3.0, np.nan, 5.0]), 1)
    assert (one.n, one.median, one.mean.low) == (2, 4.0, None)
    assert timed(np.array([np.nan]), 1) is None


def test_agreement_of_the_textbook():
    """Krippendorff's nominal example of two observers and ten units: 6 agree, alpha is 0.095."""
    first = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    second = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    units = list(range(10))
    found = agreement(np.array(units * 2), np.array(first + second))
    assert (found.n, found.agree) == (10, 6)
    assert found.alpha == pytest.approx(0.095, abs=0.0005)
    assert found.share.low == pytest.approx(0.262, abs=0.001)


def test_items_judged_once_say_nothing_and_one_label_has_no_alpha():
    assert agreement(np.array([1, 2, 3]), np.array([0, 1, 0])) is None
    assert agreement(np.array([1, 1]), np.array([0, 0])).alpha is None
    three = agreement(np.array([1, 1, 1]), np.array([0, 0, 1]))
    assert (three.n, three.agree) == (3, 1)
