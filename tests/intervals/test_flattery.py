"""How much a choice flatters itself, against choices whose truth is known."""

import numpy as np
import pytest

from budgetplan.intervals.flattery import Again, flattery, greatest_again, unless_far_ahead


@pytest.mark.parametrize("n", [1, 3, 10])
def test_the_best_of_equals_is_flattered_by_the_mean_of_the_greatest(n):
    """Of n models that are equally good and scatter by 1 the best looks better by E max of n normal numbers."""
    known = {1: 0.0, 3: 3 / (2 * np.sqrt(np.pi)), 10: 1.53875}
    noise = np.random.default_rng(n).normal(size=(20_000, n))
    again = [Again(column, column, column * 2) for column in noise.T]
    taken = flattery(again, greatest_again(again, range(n)))
    assert taken.found == pytest.approx(known[n], abs=0.03)
    assert taken.net == pytest.approx(2 * taken.found)


def test_a_clear_choice_flatters_itself_by_nothing():
    noise = np.random.default_rng(1).normal(size=(20_000, 2))
    again = [Again(noise[:, 0] + 50, noise[:, 0], noise[:, 0]), Again(noise[:, 1], noise[:, 1], noise[:, 1])]
    assert flattery(again, greatest_again(again, [1, 0])).found == pytest.approx(0, abs=0.03)


def test_a_mixture_that_is_kept_nearly_always_is_hardly_a_choice():
    noise = np.random.default_rng(2).normal(size=(4_000, 6))
    again = [Again(column, column, column) for column in noise.T]
    single = greatest_again(again, [0, 1, 2, 3, 4])
    place = unless_far_ahead(noise, single, 5, np.zeros(4_000))
    assert (place == 5).mean() > 0.9
    assert flattery(again, place).found < flattery(again, single).found / 5


def test_a_dearer_mixture_is_left_wherever_it_brings_less():
    values = np.zeros((4, 2))
    single = np.zeros(4, dtype=int)
    assert unless_far_ahead(values, single, 1, np.array([1.0, 0.0, -1.0, 2.0])).tolist() == [0, 1, 1, 0]
