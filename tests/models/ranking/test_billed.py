"""What bills read off a path: sums as by hand in fractions, whatever the order and the weights."""

from fractions import Fraction

import numpy as np
import pytest

from budgetplan.core.path import Path, make_path, rank


def by_hand(score, amount, weight, place):
    """The sum over the first ``place`` of the weight, equal scores in proportion."""
    total, before = Fraction(0), Fraction(0)
    for value in sorted(set(score), reverse=True):
        tied = [row for row, one in enumerate(score) if one == value]
        inside = sum(weight[row] for row in tied)
        if inside:
            share = min(max(place - before, 0), inside) / inside
            total += share * sum(weight[row] * amount[row] for row in tied)
        before += inside
    return total


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("weights", [None, (0, 1, 2), ("0.1", "0.7", "1.25"), ("0", "12345.678", "0.000001")])
@pytest.mark.parametrize("size", [10**12, 1])
def test_sums_are_those_of_fractions(seed, weights, size):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 25))
    score = rng.integers(0, 7, n).astype(float)
    weight = [Fraction(1)] * n
    if weights is not None:
        weight = [Fraction(weights[one]) for one in rng.integers(0, len(weights), n)]
    weight[0] = weight[0] or Fraction(1)
    amount = [Fraction(int(one) * size, 8) for one in rng.integers(0, 30, n)]
    floats = None if weights is None else np.array([float(one) for one in weight])
    path = make_path(rank(score), floats, {"units": np.array([float(one) for one in amount])})
    total = sum(weight)
    stops = [int(total * k // 9) for k in range(10)]
    expected = [float(by_hand(score, amount, weight, stop)) for stop in stops]
    largest = max(expected[-1], 1.0)
    assert path.billed("units", stops).tolist() == pytest.approx(expected, rel=1e-15, abs=largest * 6e-12 + 6e-7)


def test_half_a_hundredth_is_one_however_rows_were_added_up():
    for rows in range(2, 300):
        weight = np.full(rows, 330 / rows)
        path = make_path(rank(np.arange(float(rows))), weight, {"hours": np.full(rows, 0.025)})
        assert path.billed("hours", [33]).tolist() == [0.825]


def test_decimals_add_up_exactly():
    amount = np.tile([0.1, 0.2, 0.000001, 7.25], 250_000)
    path = make_path(rank(np.arange(1e6)), None, {"units": amount})
    assert path.total("units") == 1_887_500.25
    assert path.billed("units", [500_000, 10**6]).tolist() == [943_750.125, 1_887_500.25]


def test_whole_sums_are_whole_numbers_of_any_size():
    path = Path(np.array([0.0, 2.0]), {"listed": np.array([0.0, 6e15])})
    assert path.billed("listed", [1, 2]).tolist() == [3 * 10**15, 6 * 10**15]
    assert path.billed("listed", [1]).dtype == np.int64
