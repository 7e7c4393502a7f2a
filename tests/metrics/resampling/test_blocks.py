"""Very many items in blocks: the same spread as item by item, at the price of a matrix product."""

import numpy as np
import pytest

from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.resampling.blocks import dealt
from budgetplan.metrics.resampling.means import mean_replicates
from budgetplan.metrics.resampling.paired import Resamples, draws, kept_blocks

N = 60_000
SHARES = np.array([0.0, 0.001, 0.01, 0.1, 0.25, 0.5, 0.9, 1.0])


def world(n=N):
    rng = np.random.default_rng(5)
    positive = (rng.random(n) < 0.2) * 1.0
    cost = rng.integers(1, 9, n) * 1000.0
    value = positive * 3.0 - 0.4
    scores = (positive + rng.normal(0, 0.6, n), np.round(0.5 * positive + rng.normal(0, 0.7, n), 1))
    return [rank(score, cost) for score in scores], {"cost": cost, "positives": positive, "value": value}


def test_blocks_are_dealt_evenly_and_only_where_items_are_many():
    assert dealt(Resamples(50_000, 9, seed=1)).group is None
    block = dealt(Resamples(50_001, 9, seed=1)).group
    assert set(np.bincount(block)) == {10, 11}
    assert len(np.bincount(block)) == 5000
    assert not np.array_equal(block, dealt(Resamples(50_001, 9, seed=2)).group)
    few = np.arange(N) % 400
    assert dealt(Resamples(N, 9, seed=1, group=few)).group is few
    many = np.arange(N) // 2
    block = dealt(Resamples(N, 9, seed=1, group=many)).group
    assert np.array_equal(block[::2], block[1::2])
    assert len(np.bincount(block)) == 5000
    assert kept_blocks(Resamples(50_000, 9, seed=1)) is None
    assert kept_blocks(Resamples(N, 0, seed=1)) is None


@pytest.mark.parametrize("weight", [None, "weights"])
def test_block_sums_are_those_of_the_weights_drawn(weight):
    weight = None if weight is None else np.random.default_rng(1).random(N) + 0.5
    how = Resamples(N, 20, seed=4, weight=weight)
    amounts = np.random.default_rng(2).normal(size=(2, N))
    rows = np.concatenate(list(draws(how, 5))).astype(float)
    assert kept_blocks(how).sums(amounts) == pytest.approx(rows @ amounts.T, rel=1e-5, abs=0.05)
    expected = rows @ amounts.T / rows.sum(axis=1)[:, None]
    assert mean_replicates(amounts, how) == pytest.approx(expected, rel=1e-5, abs=1e-6)
