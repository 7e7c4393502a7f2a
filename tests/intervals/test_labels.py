"""Knowing everything: against every choice written out, and laws."""

import numpy as np
import pytest

from budgetplan.intervals.labels import AT_ONCE, worth_of_everything

RESAMPLED = np.random.default_rng(1).normal([10.0, 9.5, 0.0], [3.0, 2.0, 0.0], size=(500, 3))


def test_two_equal_actions_that_take_turns():
    assert worth_of_everything(np.array([[14.0, 6.0], [6.0, 14.0]])) == 4.0


def test_it_is_the_mean_of_the_best_of_each_resample_less_the_best_mean():
    by_hand = np.mean([max(row) for row in RESAMPLED.tolist()]) - RESAMPLED.mean(axis=0).max()
    assert worth_of_everything(RESAMPLED) == pytest.approx(by_hand)


def test_many_actions_are_read_in_parts_to_the_same():
    wide = np.random.default_rng(2).normal(size=(40, AT_ONCE // 10))
    assert worth_of_everything(wide) == pytest.approx(wide.max(axis=1).mean() - wide.mean(axis=0).max())


@pytest.mark.parametrize("objective", [np.ones((5, 1)), np.arange(5.0)[:, None] + np.array([1.0, 0.0])])
def test_nothing_is_gained_where_one_is_best_in_every_resample(objective):
    assert worth_of_everything(objective) == 0


def test_more_actions_gain_no_less_and_money_scales():
    worth = worth_of_everything(RESAMPLED)
    assert worth_of_everything(RESAMPLED[:, :2]) <= worth
    assert worth_of_everything(100 * RESAMPLED) == pytest.approx(100 * worth)
    assert worth_of_everything(RESAMPLED + 7) == pytest.approx(worth)
