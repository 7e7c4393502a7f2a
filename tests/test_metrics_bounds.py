"""Exact bounds of a rate seen as 0."""

import pytest
from scipy import stats

from budgetplan.metrics.bounds import none_seen


@pytest.mark.parametrize("trials", [1, 3, 20, 414])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_bound_is_scipys_clopper_pearson(trials, level):
    exact = stats.binomtest(0, trials).proportion_ci(level, "exact")
    assert none_seen(trials, level) == pytest.approx(exact.high, rel=1e-12)


def test_nothing_is_known_without_trials():
    assert none_seen(0) == 1
    assert none_seen(-1) == 1


def test_bound_leaves_the_tail_it_promises():
    # With this rate, 30 of 30 trials miss in 2.5 % of the cases.
    assert (1 - none_seen(30)) ** 30 == pytest.approx(0.025, rel=1e-12)


def test_more_trials_say_more():
    bounds = [none_seen(trials) for trials in (0.5, 1, 2, 10, 1000)]
    assert bounds == sorted(bounds, reverse=True)
    assert all(0 < bound < 1 for bound in bounds)
