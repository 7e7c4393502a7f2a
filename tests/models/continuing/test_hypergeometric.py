"""Chances of what a random sample without replacement holds: exact, for lists of any size."""

from fractions import Fraction
from math import comb, fsum, log

import numpy as np
import pytest

from budgetplan.lists.unseen import at_most, chances


def exactly(whole, marked, drawn, seen):
    if not max(0, drawn - (whole - marked)) <= seen <= min(drawn, marked):
        return Fraction(0)
    return Fraction(comb(marked, seen) * comb(whole - marked, drawn - seen), comb(whole, drawn))


@pytest.mark.parametrize("whole", [0, 1, 2, 11])
def test_small_samples_have_the_chances_of_counting(whole):
    marked = np.arange(whole + 1)
    for drawn in range(whole + 1):
        summed = [Fraction(0)] * (whole + 1)
        for seen in range(-1, drawn + 2):
            each = [exactly(whole, m, drawn, seen) for m in range(whole + 1)]
            summed = [before + now for before, now in zip(summed, each, strict=True)]
            found = chances(whole, marked, drawn, seen)
            np.testing.assert_allclose(found, [float(chance) for chance in each], rtol=1e-13, atol=0)
            expected = [float(chance) for chance in summed]
            np.testing.assert_allclose(at_most(whole, marked, drawn, seen), expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize(
    ("whole", "marked", "drawn", "seen"),
    [
        (10**9, 10**6, 10**5, 100),
        (10**9, 10**6, 10**5, 60),
        (10**9, 10**9 - 1, 10**5, 99_999),
        (10**9, 3, 10**5, 0),
        (10**9, 5 * 10**8, 10**5, 49_500),
        (10**6, 4_000, 999_000, 3_990),
    ],
)
def test_large_lists_lose_no_digits(whole, marked, drawn, seen):
    def choose(n, k):
        k = min(k, n - k)
        return fsum(log(n - i) - log(k - i) for i in range(k))

    expected = choose(marked, seen) + choose(whole - marked, drawn - seen) - choose(whole, drawn)
    assert log(float(chances(whole, marked, drawn, seen))) == pytest.approx(expected, abs=1e-9)


def test_both_tails_make_one():
    for seen in (0, 40, 90, 100, 110, 160):
        above = at_most(10**6, 10**6 - 10**4, 10**4, 10**4 - seen - 1)
        assert at_most(10**6, 10**4, 10**4, seen) + above == pytest.approx(1, abs=1e-11)
