"""The same resamples serve every number of a set."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from classified_world import made

from budgetplan.plans.bench import Sampler

TEST = made(n=60)


def test_means_are_those_of_the_drawn_items():
    sampler = Sampler(TEST, 40, seed=5)
    amounts = np.random.default_rng(1).normal(size=60)
    rng = np.random.default_rng(5)
    naive = [amounts[rng.integers(0, 60, 60)].mean() for _ in range(40)]
    found, replicates = sampler.mean(amounts)
    assert replicates == pytest.approx(naive)
    assert (found.value, found.low, found.high) == pytest.approx(
        (amounts.mean(), *np.percentile(naive, [2.5, 97.5]))
    )


def test_areas_are_taken_in_the_same_resamples():
    sampler = Sampler(TEST, 30, seed=5)
    correct = np.arange(60) % 4 > 0
    areas = sampler.areas(correct, np.full(60, 0.5), [(0.0, 0.5)])
    # Everything is accepted up to weight 1: the mean of (right - k wrong) over k from 0 to 1/2.
    wrong = sampler.replicates((~correct).astype(float)[None, :])[:, 0]
    until = np.minimum(0.5, (1 - wrong) / wrong)
    assert areas.voc[:, 0] == pytest.approx((1 - wrong) * until - wrong * until**2 / 2)
    # One tie group: the wrong answers grow straight from none to all.
    assert areas.augrc == pytest.approx(wrong / 2)


def test_items_of_each_stratum_are_as_many_in_every_resample():
    stratum = np.arange(60) % 3
    within = Sampler(replace(TEST, stratum=stratum), 40, seed=5)
    apart = np.stack([stratum == code for code in range(3)]).astype(float)
    assert np.ptp(within.replicates(apart), axis=0) == pytest.approx(np.zeros(3), abs=1e-12)
    assert (np.ptp(Sampler(TEST, 40, seed=5).replicates(apart), axis=0) > 0).all()
    one = Sampler(replace(TEST, stratum=np.zeros(60, dtype=np.int64)), 40, seed=5)
    assert (one.replicates(apart) == Sampler(TEST, 40, seed=5).replicates(apart)).all()
