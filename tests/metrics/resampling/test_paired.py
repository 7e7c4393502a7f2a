"""The paired bootstrap: whole groups, strata, one stream of random numbers."""

from dataclasses import replace

import numpy as np
import pytest

from budgetplan.metrics.resampling.paired import (
    Resamples,
    draws,
    interval,
    kept_blocks,
)


def test_group_draws_whole_groups():
    how = Resamples(5, 20, seed=0, group=np.array([0, 0, 1, 1, 1]))
    (weights,) = draws(how, 20)
    assert (weights[:, 0] == weights[:, 1]).all()
    assert (weights[:, 2] == weights[:, 4]).all()
    assert (weights[:, 0] + weights[:, 2] == 2).all()


def test_interval_leaves_missing_out():
    replicates = np.array([[0.0, np.nan, np.nan], [10.0, 4.0, np.nan]])
    low, high = interval(replicates, level=0.9)
    assert low.tolist() == pytest.approx([0.5, 4.0, np.nan], nan_ok=True)
    assert high.tolist() == pytest.approx([9.5, 4.0, np.nan], nan_ok=True)
    by_row, _ = interval(replicates.T, axis=1, level=0.9)
    np.testing.assert_array_equal(by_row, low)


def test_draws_are_one_stream_of_integers():
    how = Resamples(20_000, 3, seed=7)
    (weights,) = draws(how, 3)
    stream = np.random.default_rng(7).integers(0, 20_000, size=(3, 20_000))
    expected = [np.bincount(row, minlength=20_000).tolist() for row in stream]
    assert weights.tolist() == expected


@pytest.mark.parametrize("n", [7, 9000])
@pytest.mark.parametrize("more", [{}, {"weighted": True}])
def test_one_stratum_of_all_items_is_no_stratum_bit_for_bit(n, more):
    weight = np.random.default_rng(1).integers(1, 5, n).astype(float) if "weighted" in more else None
    plain = Resamples(n, 5, 3, weight=weight)
    drawn = [np.concatenate(list(draws(how, 2))) for how in (plain, in_one(plain))]
    assert drawn[0].dtype == drawn[1].dtype
    assert (drawn[0] == drawn[1]).all()


def in_one(how):
    return replace(how, stratum=np.zeros(how.n_items, dtype=np.int64))


def test_strata_of_one_item_each_leave_nothing_to_chance():
    drawn = np.concatenate(list(draws(Resamples(6, 9, 1, stratum=np.array([3, 1, 0, 5, 4, 2])), 4)))
    assert (drawn == 1).all()


def test_every_resample_has_as_many_items_of_each_stratum_as_the_sample():
    stratum = np.random.default_rng(2).permutation(np.repeat([0, 1, 2], [40, 7, 13]))
    drawn = np.concatenate(list(draws(Resamples(60, 200, 1, stratum=stratum), 64)))
    held = np.stack([drawn[:, stratum == code].sum(axis=1) for code in range(3)])
    assert (held == np.array([[40], [7], [13]])).all()
    # Within a stratum every item is drawn once on average, and by itself: variance 1 - 1/n of the stratum.
    alone = drawn[:, stratum == 0].astype(float)
    assert alone.mean(axis=0) == pytest.approx(np.ones(40), abs=0.3)
    assert alone.var() == pytest.approx(1 - 1 / 40, abs=0.05)


def test_very_many_items_keep_their_strata():
    n = 50_001
    how = Resamples(n, 2, 1, stratum=(np.arange(n) % 2 == 0).astype(np.int64))
    assert kept_blocks(how) is None
    for weights in draws(how, 1):
        assert weights[:, ::2].sum() == 25_001
        assert weights[:, 1::2].sum() == 25_000
