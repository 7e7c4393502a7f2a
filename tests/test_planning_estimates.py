"""Intervals are percentiles of replicates; differences are taken resample by resample."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.domain.decision import Estimate
from budgetplan.planning.estimates import estimate, paired


def test_estimates_have_percentile_intervals():
    # Of 0, 1 ... 1000 the middle 95 % run from 25 to 975.
    found = estimate(3.0, np.arange(1001.0))
    assert (found.value, found.low, found.high) == pytest.approx((3, 25, 975))
    assert estimate(3.0, None) == Estimate(3.0)


def test_the_ends_are_percentiles_around_the_value_as_it_stands():
    replicates = np.random.default_rng(3).normal(size=500)
    found = estimate(7.0, replicates)
    assert found.value == 7.0
    assert (found.low, found.high) == pytest.approx(tuple(np.percentile(replicates, [2.5, 97.5])))


def test_what_two_have_in_common_widens_nothing():
    rng = np.random.default_rng(4)
    common, gap = rng.normal(0, 100, 400), rng.normal(1, 0.1, 400)
    found = paired(1.0, common + gap, common)
    assert (found.low, found.high) == pytest.approx(tuple(np.percentile(gap, [2.5, 97.5])))
    assert found.wholly_above(0.5)


@pytest.mark.parametrize("pair", [(None, np.ones(5)), (np.ones(5), None), (None, None)])
def test_what_is_not_resampled_has_no_interval(pair):
    assert (paired(2.0, *pair).value, paired(2.0, *pair).known) == (2.0, False)
    assert not estimate(2.0, None).known
