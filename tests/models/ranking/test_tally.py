"""Sums along a ranking as fractions: the same as adding up by hand, whatever the order and the weights."""

from fractions import Fraction

import numpy as np
import pytest

from budgetplan.core.path import make_path, rank
from budgetplan.lists.tally import make_tally


def read(tally, measure, at):
    ratio = tally.read(measure, np.array(at))
    tops, bottoms = np.broadcast_arrays(ratio.top, ratio.bottom)
    return [Fraction(int(top), int(bottom)) for top, bottom in zip(tops, bottoms, strict=True)]


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
    weight = (
        [Fraction(1)] * n
        if weights is None
        else [Fraction(weights[one]) for one in rng.integers(0, len(weights), n)]
    )
    weight[0] = weight[0] or Fraction(1)
    amount = [Fraction(int(one) * size, 8) for one in rng.integers(0, 30, n)]
    floats = None if weights is None else np.array([float(one) for one in weight])
    measures = {"units": np.array([float(one) for one in amount])}
    ranking = rank(score)
    for items in (None, Fraction(10), Fraction(10**9), Fraction(7, 2)):
        tally = make_tally(ranking, floats, measures, items)
        total = sum(weight) if items is None else items
        scale = total / sum(weight)
        stops = [int(total * k // 9) for k in range(10)]
        expected = [by_hand(score, amount, weight, stop / scale) * scale for stop in stops]
        assert read(tally, "units", stops) == expected


def test_paths_of_floats_agree():
    rng = np.random.default_rng(3)
    score, weight = rng.integers(0, 40, 200).astype(float), rng.random(200)
    measures = {"units": rng.random(200) * 90}
    tally = make_tally(rank(score), weight, measures)
    path = make_path(rank(score), weight, measures)
    stops = list(range(int(path.n_items)))
    assert [float(one) for one in read(tally, "units", stops)] == pytest.approx(
        path.read("units", stops).tolist(), rel=1e-6, abs=1e-4
    )
