"""Exact fractions in arrays: the same as Python's own fractions, at any size."""

import math
from fractions import Fraction

import numpy as np
import pytest

from budgetplan.domain.prices import Ratio, over, plus, times, whole

SMALL, LARGE = 7, 10**25


def said(ratio):
    """The fractions that a ratio stands for."""
    return [Fraction(int(top), ratio.bottom) for top in several(ratio.top)]


def several(tops):
    """Whole numbers, also a single one, as an array."""
    return np.atleast_1d(np.asarray(tops, dtype=object))


@pytest.mark.parametrize("n", [40, 1])
@pytest.mark.parametrize("size", [SMALL, 10**9, 10**18, LARGE])
def test_arithmetic_is_that_of_fractions_at_any_size(size, n):
    rng = np.random.default_rng(1)
    tops = [int(one) * size // 7 for one in rng.integers(-50, 50, n)]
    others = [int(one) * size // 7 + 1 for one in rng.integers(1, 50, n)]
    one, other = Ratio(whole(tops), others[0]), Ratio(whole(others), size + 1)
    left, right = said(one), said(other)
    assert said(one.plus(other)) == [a + b for a, b in zip(left, right, strict=True)]
    assert said(one.plus(one)) == [2 * a for a in left]
    single = Ratio(others[0], size + 1)
    assert said(one.plus(single)) == said(single.plus(one)) == [a + right[0] for a in left]
    for factor in (Fraction(0), Fraction(1), Fraction(-3, 7), Fraction(size, 11)):
        assert said(one.by(factor)) == [a * factor for a in left]
        assert one.at_most(factor).ravel().tolist() == [a <= factor for a in left]
    assert [int(a) for a in several(one.rounded())] == [math.floor(a + Fraction(1, 2)) for a in left]
    assert [int(a) for a in several(one.rounded_up())] == [math.ceil(a) for a in left]
    assert [int(a) for a in several(times(whole(tops), size))] == [a * size for a in tops]
    assert [int(a) for a in several(plus(whole(tops), whole(others)))] == [
        a + b for a, b in zip(tops, others, strict=True)
    ]
    assert [int(a) for a in several(over(whole(tops), size))] == [a // size for a in tops]


def test_nothing_times_a_number_beyond_64_bits_is_nothing():
    assert times(np.zeros(2, dtype=np.int64), 10**30).tolist() == [0, 0]
    assert said(Ratio.of([0, 1]).by(Fraction(10**30))) == [0, 10**30]


def test_halves_are_rounded_up_also_below_zero():
    assert Ratio.of([1, 3, -1, -3]).by(Fraction(1, 2)).rounded().tolist() == [1, 2, 0, -1]


def test_floats_are_taken_in_millionths():
    assert said(Ratio.of(0.1 + 0.2)) == [Fraction(3, 10)]
    assert said(Ratio.of([2.5, 1e-7])) == [Fraction(5, 2), 0]
    assert said(Ratio.of(1e20)) == [10**20]
    assert said(Ratio.of(Fraction(2, 3))) == [Fraction(2, 3)]
