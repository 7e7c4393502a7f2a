"""The paired bootstrap against gathering the items of every resample, one at a time."""

import os
import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from budgetplan.models.resampling import Weights, interval, too_few, weights, widened, widening


def amounts(n, k=3, seed=0):
    return np.random.default_rng(seed).normal(size=(k, n))


def rows(drawn):
    """Return what every item weighs in every resample."""
    counts = drawn.counts if drawn.unit is None else drawn.counts[:, drawn.unit]
    return counts * (1.0 if drawn.weight is None else drawn.weight)


def test_replicates_are_means_of_the_items_drawn():
    # METHODS S10: default_rng(seed).integers(0, N, size=(B, N)).
    values = amounts(17)
    drawn = np.random.default_rng(5).integers(0, 17, size=(40, 17))
    expected = values[:, drawn].mean(axis=2).T
    assert weights(17, 40, seed=5).means(values) == pytest.approx(expected, abs=1e-12)


def test_draws_are_one_stream_of_integers():
    stream = np.random.default_rng(7).integers(0, 20_000, size=(3, 20_000))
    expected = [np.bincount(row, minlength=20_000).tolist() for row in stream]
    assert rows(weights(20_000, 3, seed=7)).tolist() == expected


def test_a_mean_weighs_its_items():
    values, weight = amounts(17), np.random.default_rng(1).integers(0, 4, 17) * 0.7
    drawn = np.random.default_rng(5).integers(0, 17, size=(40, 17))
    expected = (values * weight)[:, drawn].sum(axis=2) / weight[drawn].sum(axis=1)
    assert weights(17, 40, seed=5, weight=weight).means(values) == pytest.approx(expected.T, abs=1e-12)


def test_groups_are_drawn_whole():
    values, group = amounts(12), np.repeat(np.arange(4), [1, 2, 3, 6])
    drawn = np.random.default_rng(5).integers(0, 4, size=(30, 4))
    got = weights(12, 30, seed=5, group=group)
    assert (rows(got)[:, 0] + rows(got)[:, 1] + rows(got)[:, 3] + rows(got)[:, 6] == 4).all()
    for row, codes in zip(got.means(values), drawn, strict=True):
        items = np.concatenate([np.flatnonzero(group == code) for code in codes])
        assert row == pytest.approx(values[:, items].mean(axis=1), abs=1e-12)


def test_models_are_paired_and_a_shift_goes_through():
    values = amounts(50, k=1)
    got = weights(50, 100, seed=1).means(np.vstack([values, 2 * values + 3]))
    assert got[:, 1] == pytest.approx(2 * got[:, 0] + 3, abs=1e-12)
    assert (got[:, 0] >= values.min()).all()
    assert (got[:, 0] <= values.max()).all()


def test_other_models_do_not_change_the_numbers():
    values, drawn = amounts(30_000), weights(30_000, 30, seed=2)
    assert drawn.means(values[1:2]) == pytest.approx(drawn.means(values)[:, 1:2], abs=1e-12)


def test_the_spread_is_the_standard_error():
    values = amounts(400, k=2)
    got = weights(400, 4000, seed=3).means(values).std(axis=0, ddof=1)
    # sd / sqrt(N); the spread of 4,000 replicates is known to 1.1 %.
    assert got == pytest.approx(values.std(axis=1, ddof=1) / 20, rel=0.05)


def test_a_resample_that_weighs_nothing_has_no_mean():
    got = weights(3, 200, seed=1, weight=np.array([1.0, 0, 0])).means(np.ones((1, 3)))
    assert np.isnan(got).any()
    assert (got[~np.isnan(got)] == 1).all()


@pytest.mark.parametrize("n", [1, 256, 257, 5000])
@pytest.mark.parametrize("design", ["items", "weights", "groups"])
def test_sums_add_up_every_item_once(n, design):
    rng = np.random.default_rng(1)
    more = {"weights": {"weight": rng.random(n)}, "groups": {"group": np.arange(n) // 3}}.get(design, {})
    drawn, values, codes = weights(n, 7, seed=4, **more), rng.normal(size=(3, n)), rng.integers(0, 4, n)
    written_out = rows(drawn)
    assert drawn.sums(values) == pytest.approx(written_out @ values.T, rel=1e-11, abs=1e-9)
    expected = [(written_out * values[0])[:, codes == code].sum(axis=1) for code in range(4)]
    assert drawn.by_class(codes, 4, values[0])[0] == pytest.approx(np.array(expected).T, rel=1e-11, abs=1e-9)


@pytest.mark.parametrize("k", [2, 16, 42])
@pytest.mark.few(1)
def test_no_digit_depends_on_the_number_of_threads(k: int) -> None:
    code = (
        "import numpy as np\n"
        "from budgetplan.models.resampling import weights\n"
        f"amounts = np.random.default_rng(1).random(({k}, 4957))\n"
        "print(weights(4957, 80, seed=1).sums(amounts).tobytes().hex())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "OPENBLAS_NUM_THREADS": threads},
            check=True,
            capture_output=True,
        ).stdout
        for threads in ("1", "2")
    }
    assert len(found) == 1


def test_one_stratum_of_all_items_is_no_stratum():
    plain, one = (weights(9000, 5, 3, stratum=part).counts for part in (None, np.zeros(9000, dtype=np.int64)))
    assert (plain == one).all()


def test_every_resample_has_as_many_items_of_each_stratum_as_the_sample():
    assert (weights(6, 9, 1, stratum=np.array([3, 1, 0, 5, 4, 2])).counts == 1).all()
    stratum = np.random.default_rng(2).permutation(np.repeat([0, 1, 2], [40, 7, 13]))
    drawn = weights(60, 200, 1, stratum=stratum).counts
    held = np.stack([drawn[:, stratum == code].sum(axis=1) for code in range(3)])
    assert (held == np.array([[40], [7], [13]])).all()
    # Within a stratum every item is drawn once on average, and by itself: variance 1 - 1/n of the stratum.
    alone = drawn[:, stratum == 0].astype(float)
    assert alone.mean(axis=0) == pytest.approx(np.ones(40), abs=0.3)
    assert alone.var() == pytest.approx(1 - 1 / 40, abs=0.05)


def test_very_many_items_keep_their_strata():
    n = 50_001
    drawn = weights(n, 2, 1, stratum=(np.arange(n) % 2 == 0).astype(np.int64)).counts
    assert drawn[:, ::2].sum(axis=1).tolist() == [25_001] * 2
    assert drawn[:, 1::2].sum(axis=1).tolist() == [25_000] * 2


def test_blocks_are_dealt_evenly_and_only_where_items_are_many():
    assert weights(50_000, 1, seed=1).unit is None
    block = weights(50_001, 1, seed=1).unit
    assert set(np.bincount(block)) == {10, 11}
    assert len(np.bincount(block)) == 5000
    assert not np.array_equal(block, weights(50_001, 1, seed=2).unit)
    few = np.arange(60_000) % 400
    assert weights(60_000, 1, seed=1, group=few).unit is few
    block = weights(60_000, 1, seed=1, group=np.arange(60_000) // 2).unit
    assert np.array_equal(block[::2], block[1::2])
    assert len(np.bincount(block)) == 5000


def test_interval_leaves_missing_out():
    replicates = np.array([[0.0, np.nan, np.nan], [10.0, 4.0, np.nan]])
    low, high = interval(replicates, level=0.9)
    assert low.tolist() == pytest.approx([0.5, 4.0, np.nan], nan_ok=True)
    assert high.tolist() == pytest.approx([9.5, 4.0, np.nan], nan_ok=True)


def test_nothing_is_drawn_where_no_resample_is_asked_for():
    drawn = Weights(np.zeros((0, 3), dtype=np.uint8))
    assert drawn.means(np.ones((2, 3))).shape == (0, 2)
    assert drawn.by_class(np.zeros(3, dtype=np.int64), 2, np.ones(3))[0].shape == (0, 2)


@pytest.mark.parametrize("n_groups", [2, 3, 10, 30, 100, 5000])
def test_the_factor_is_student_over_normal_and_the_spread_of_few(n_groups):
    expected = stats.t.ppf(0.975, n_groups - 1) / stats.norm.ppf(0.975) * np.sqrt(n_groups / (n_groups - 1))
    assert widening(n_groups) == pytest.approx(expected, rel=1e-9)


def test_items_alone_need_none_and_one_group_says_nothing():
    assert widening(None) == 1.0
    assert widening(1) == np.inf
    # 2.2622 / 1.95996 x sqrt(10 / 9).
    assert widening(10) == pytest.approx(1.2166, abs=5e-5)
    factors = [widening(n) for n in range(2, 50)]
    assert factors == sorted(factors, reverse=True)


def test_widening_keeps_the_mean_and_adds_up():
    rng = np.random.default_rng(0)
    one, other = rng.normal(size=(2, 500, 3))
    assert widened(one, 1.4).mean(axis=0) == pytest.approx(one.mean(axis=0))
    assert widened(one, 1.4).std(axis=0) == pytest.approx(1.4 * one.std(axis=0))
    assert widened(one, 1.4) - widened(other, 1.4) == pytest.approx(widened(one - other, 1.4))
    assert widened(one, 1.0) is one
    assert widened(one[:0], 1.4).shape == (0, 3)


def test_missing_replicates_stay_missing_and_move_nothing():
    found = widened(np.array([[1.0, np.nan], [3.0, np.nan], [np.nan, np.nan]]), 2.0)
    np.testing.assert_array_equal(found, [[0.0, np.nan], [4.0, np.nan], [np.nan, np.nan]])


def test_few_groups_are_covered_as_often_as_is_said():
    # Means of 8 groups of 5 items: normal group effects; 95 % intervals, plain and widened.
    rng = np.random.default_rng(1)
    group = np.repeat(np.arange(8), 5)
    plain = wide = 0
    for seed in range(20):  # twenty worlds a time in the same resamples
        values = rng.normal(size=(20, 8))[:, group] + 0.3 * rng.normal(size=(20, 40))
        replicates = weights(40, 400, seed, group=group).means(values)
        for found in replicates.T:
            low, high = interval(found)
            plain += low <= 0 <= high
            low, high = interval(widened(found, widening(8)))
            wide += low <= 0 <= high
    assert plain / 400 < 0.91
    assert 0.92 <= wide / 400 <= 0.98


def test_few_uneven_groups_are_too_few():
    assert too_few(np.zeros(50, dtype=int))
    assert not too_few(np.arange(60) % 5)
    half = np.where(np.arange(400) % 2, 0, np.arange(400) % 80)
    assert too_few(half)
    # A hundred groups are many, however uneven.
    assert not too_few(np.concatenate([np.zeros(500, dtype=int), np.arange(1, 100)]))
