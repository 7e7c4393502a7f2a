"""Very many items in blocks: the same spread as item by item, at the price of a matrix product."""

import numpy as np
import pytest

from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.resampling import blocks as module
from budgetplan.metrics.resampling.blocks import Blocks, dealt
from budgetplan.metrics.resampling.means import mean_replicates
from budgetplan.metrics.resampling.paired import Resamples, draws, kept_blocks, resample

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


def test_paths_follow_the_resamples_closely():
    rankings, measures = world()
    how = Resamples(N, 30, seed=4)
    limits = np.array([[0.0, 3e6, 5e7, 1e9], [0.0, 3e6, 5e7, 1e9]])
    found = resample(rankings, measures, how, shares=SHARES, limits=limits)
    # The same weights, item by item.
    rows = np.concatenate(list(draws(how, 10))).astype(float)
    for ranking, reading in zip(rankings, found, strict=True):
        items = np.concatenate([np.zeros((30, 1)), rows[:, ranking.order].cumsum(axis=1)], axis=1)
        ends = np.concatenate([[0], ranking.ends])
        for name, amount in measures.items():
            sums = np.concatenate(
                [np.zeros((30, 1)), (rows * amount)[:, ranking.order].cumsum(axis=1)], axis=1
            )
            exact = np.stack(
                [
                    np.interp(SHARES * each[-1], each[ends], of[ends])
                    for each, of in zip(items, sums, strict=True)
                ]
            )
            spread = exact.std(axis=0)
            off = np.abs(reading.at_shares[name] - exact).max(axis=0)
            assert (off <= 0.45 * spread + 1e-3 * np.abs(exact).max()).all()
            assert reading.totals[name] == pytest.approx(sums[:, -1], rel=1e-5)
        assert reading.n_items == pytest.approx(items[:, -1], rel=1e-6)
        spent = np.concatenate(
            [np.zeros((30, 1)), (rows * measures["cost"])[:, ranking.order].cumsum(axis=1)], axis=1
        )
        bought = np.stack(
            [
                np.interp([0, 3e6, 5e7, 1e9], of[ends], each[ends])
                for each, of in zip(items, spent, strict=True)
            ]
        )
        assert reading.at_limits_items == pytest.approx(np.floor(bought), rel=0.02, abs=10)
        assert (reading.at_limits["cost"] <= np.array([0.0, 3e6, 5e7, 1e9]) * (1 + 1e-6) + 1e-3).all()


def test_blocks_spread_as_items_do(monkeypatch):
    rankings, measures = world()
    shares = np.array([0.01, 0.1, 0.5])
    in_blocks = resample(rankings, measures, Resamples(N, 1000, seed=4), shares=shares)
    monkeypatch.setattr(module, "MOST_ITEMS", 10**9)
    monkeypatch.setattr("budgetplan.metrics.resampling.paired.MOST_ITEMS", 10**9)
    one_by_one = resample(rankings, measures, Resamples(N, 200, seed=4), shares=shares)
    for fast, slow in zip(in_blocks, one_by_one, strict=True):
        for name in ("positives", "value", "cost"):
            ratio = fast.at_shares[name].std(axis=0) / slow.at_shares[name].std(axis=0)
            assert ratio == pytest.approx(1.0, abs=0.2)
        off = fast.at_shares["positives"].mean(axis=0) - slow.at_shares["positives"].mean(axis=0)
        assert np.abs(off / slow.at_shares["positives"].std(axis=0)).max() < 0.3
    gaps = [one[0].at_shares["positives"] - one[1].at_shares["positives"] for one in (in_blocks, one_by_one)]
    assert gaps[0].std(axis=0) / gaps[1].std(axis=0) == pytest.approx(1.0, abs=0.2)


@pytest.mark.parametrize("size", [5_000, 200_000, 10**9])
def test_a_list_is_drawn_in_blocks_too(size):
    rankings, measures = world()
    (reading, _) = resample(
        rankings, measures, Resamples(N, 400, seed=4, list_size=size), shares=np.array([0.1, 1.0])
    )
    assert reading.n_items == pytest.approx(np.full(400, float(size)), rel=1e-9)
    # Of the sample's rate and of the list's own draw.
    rate = measures["positives"].mean()
    expected = size * np.sqrt(rate * (1 - rate) * (1 / N + 1 / size))
    assert reading.totals["positives"].std() == pytest.approx(expected, rel=0.15)
    assert reading.totals["positives"].mean() == pytest.approx(size * rate, rel=0.01)


def test_the_same_blocks_again_are_the_same_numbers():
    rankings, measures = world()
    how = Resamples(N, 20, seed=4)
    kept = kept_blocks(how)
    assert isinstance(kept, Blocks)
    first = resample(rankings, measures, how, shares=SHARES, blocks=kept)
    again = resample(rankings, measures, how, shares=SHARES[:3], blocks=kept)
    fresh = resample(rankings, measures, how, shares=SHARES)
    for one, other, third in zip(first, again, fresh, strict=True):
        np.testing.assert_array_equal(one.at_shares["value"][:, :3], other.at_shares["value"])
        np.testing.assert_array_equal(one.at_shares["value"], third.at_shares["value"])
