"""Resampled means: against gathering the items, copies for weights, and the standard error of a mean."""

import os
import subprocess
import sys

import numpy as np
import pytest

from budgetplan.metrics.resampling.means import mean_replicates, weighted_sums
from budgetplan.metrics.resampling.paired import Resamples, batch_size, draws


def amounts(n, k=3, seed=0):
    return np.random.default_rng(seed).normal(size=(k, n))


def test_replicates_are_means_of_the_items_drawn():
    # METHODS S10: default_rng(seed).integers(0, N, size=(B, N)).
    values = amounts(17)
    drawn = np.random.default_rng(5).integers(0, 17, size=(40, 17))
    expected = values[:, drawn].mean(axis=2).T
    assert mean_replicates(values, Resamples(17, 40, seed=5)) == pytest.approx(expected, abs=1e-12)


def test_a_mean_weighs_its_items():
    values, weight = amounts(17), np.random.default_rng(1).integers(0, 4, 17) * 0.7
    drawn = np.random.default_rng(5).integers(0, 17, size=(40, 17))
    expected = (values * weight)[:, drawn].sum(axis=2) / weight[drawn].sum(axis=1)
    got = mean_replicates(values, Resamples(17, 40, seed=5, weight=weight))
    assert got == pytest.approx(expected.T, abs=1e-12)


def test_groups_are_drawn_whole():
    values, group = amounts(12), np.repeat(np.arange(4), [1, 2, 3, 6])
    drawn = np.random.default_rng(5).integers(0, 4, size=(30, 4))
    got = mean_replicates(values, Resamples(12, 30, seed=5, group=group))
    for row, codes in zip(got, drawn, strict=True):
        items = np.concatenate([np.flatnonzero(group == code) for code in codes])
        assert row == pytest.approx(values[:, items].mean(axis=1), abs=1e-12)


def test_models_are_paired_and_a_shift_goes_through():
    values = amounts(50, k=1)
    got = mean_replicates(np.vstack([values, 2 * values + 3]), Resamples(50, 100, seed=1))
    assert got[:, 1] == pytest.approx(2 * got[:, 0] + 3, abs=1e-12)
    assert (got[:, 0] >= values.min()).all()
    assert (got[:, 0] <= values.max()).all()


def test_neither_batches_nor_other_models_change_the_numbers():
    values, how = amounts(30_000), Resamples(30_000, 30, seed=2)
    assert batch_size(30_000) < 30
    whole = mean_replicates(values, how)
    assert mean_replicates(values[1:2], how) == pytest.approx(whole[:, 1:2], abs=1e-12)
    again = mean_replicates(values, how, drawn=list(draws(how, 7)))
    assert again == pytest.approx(whole, abs=1e-12)


def test_the_spread_is_the_standard_error():
    values = amounts(400, k=2)
    got = mean_replicates(values, Resamples(400, 4000, seed=3)).std(axis=0, ddof=1)
    # sd / sqrt(N); the spread of 4,000 replicates is known to 1.1 %.
    assert got == pytest.approx(values.std(axis=1, ddof=1) / 20, rel=0.05)


def test_a_resample_that_weighs_nothing_has_no_mean():
    got = mean_replicates(np.ones((1, 3)), Resamples(3, 200, seed=1, weight=np.array([1.0, 0, 0])))
    assert np.isnan(got).any()
    assert (got[~np.isnan(got)] == 1).all()


def test_weighted_sums_add_up_every_item_once() -> None:
    rng = np.random.default_rng(1)
    for n in (1, 255, 256, 257, 511, 512, 513, 5000):
        weights, amounts = rng.integers(0, 5, (7, n)).astype(np.uint8), rng.normal(size=(3, n))
        wanted = (weights[:, None, :] * amounts).sum(axis=2)
        assert weighted_sums(weights, amounts) == pytest.approx(wanted, rel=1e-11, abs=1e-9)


@pytest.mark.parametrize("rows", [2, 16, 42])
def test_no_digit_depends_on_the_number_of_threads(rows: int) -> None:
    code = (
        "import numpy as np\n"
        "from budgetplan.metrics.resampling.means import weighted_sums\n"
        "rng = np.random.default_rng(1)\n"
        f"weights, amounts = rng.integers(0, 6, (80, 4957)), rng.random(({rows}, 4957))\n"
        "print(weighted_sums(weights, amounts).tobytes().hex())\n"
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
