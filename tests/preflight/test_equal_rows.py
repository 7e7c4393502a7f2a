"""Equal rows, and those that rounding makes equal."""

import numpy as np
import pytest

from budgetplan.lists.likeness import ranks
from budgetplan.preflight.repeated_rows import coarser, is_rounded, n_free, repeated, repeats_are_chance


def test_repeated_rows_point_to_the_first():
    assert repeated(np.array([[1, 1], [1, 2], [1, 1], [1, 2], [1, 1]])).tolist() == [0, 1, 0, 1, 0]
    assert repeated(np.array([[1], [2]])).tolist() == [0, 1]
    codes = np.random.default_rng(2).integers(0, 4, (500, 4))
    first = {}
    assert repeated(codes).tolist() == [
        first.setdefault(tuple(row), at) for at, row in enumerate(codes.tolist())
    ]


@pytest.mark.parametrize("factor", [10, 100, 1000])
def test_numbers_with_a_digit_less(factor):
    values = np.round(np.random.default_rng(3).random(2000), 4)
    assert (coarser(values, factor) == ranks(np.floor(np.rint(values * 10_000) / factor))).all()
    # Codes do not depend on the size of numbers.
    assert (coarser(values * 100, factor) == coarser(values, factor)).all()
    assert (coarser(values.astype(np.float32).astype(float), factor) == coarser(values, factor)).all()


def test_numbers_of_many_digits_are_not_rounded():
    values = np.random.default_rng(3).random(200)
    assert (coarser(values, 1000) == ranks(values)).all()
    assert coarser(np.array([np.nan, 0.1, np.nan]), 10).tolist() == [1, 0, 1]
    assert is_rounded(np.round(values, 4))
    assert not is_rounded(values)


@pytest.mark.filterwarnings("error")
def test_the_greatest_numbers_are_compared_without_a_warning():
    values = np.array([1e308, -1e308, 0.53, 0.53, 1e-308])
    assert coarser(values, 10).tolist() == [2, 0, 3, 3, 1]
    one, other = np.random.default_rng(1).random((2, 100))
    assert n_free([one * 1e308, -one]) == 1
    assert n_free([one * 1e308, other * 1e-308]) == 2
    assert n_free([np.zeros(3)]) == 1


def test_copies_are_told_from_chance_by_their_neighbours():
    rng = np.random.default_rng(4)
    codes = np.zeros((600, 1), dtype=np.int64)
    for decimals in (2, 3, 4, 5):
        by_chance = np.round(rng.random(600), decimals)
        assert repeats_are_chance(repeated(ranks(by_chance)[:, None]), codes, [by_chance])
    for decimals in (3, 4, 5, 12):
        copied = np.tile(np.round(rng.random(300), decimals), 2)
        assert not repeats_are_chance(repeated(ranks(copied)[:, None]), codes, [copied])
    alone = rng.random(600)
    assert repeats_are_chance(repeated(ranks(alone)[:, None]), codes, [alone])
