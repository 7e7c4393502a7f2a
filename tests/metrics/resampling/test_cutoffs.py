"""What is repeated in a resample is what would be done with its items."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.metrics.answers.thresholds import assign_folds, cross_fit
from budgetplan.metrics.resampling.cutoffs import cross_fit_replicates, optimism
from budgetplan.metrics.resampling.paired import Resamples, draws


@settings(deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1, 2, 8]), st.booleans(), st.booleans())
def test_it_is_cross_fitting_of_the_resampled_items(seed, places, weighted, grouped):
    rng, n = np.random.default_rng(seed), 30
    confidence = np.round(rng.random(n), places)
    if_accepted = np.where(rng.random(n) < confidence, 1.0, -2.0)
    if_deferred = rng.integers(-1, 1, n) * 0.25
    group = np.arange(n) // 3 if grouped else None
    weight = rng.integers(0, 3, n) * 1.0 + (np.arange(n) < 10) if weighted else None
    folds = assign_folds(n, 5, seed, group)
    how = Resamples(n, 8, seed, group, weight)
    got = cross_fit_replicates(confidence, if_accepted, if_deferred, 2.0, folds, how)
    assert got.shape == (8,)
    for row, counts in zip(got, np.concatenate(list(draws(how, 8))), strict=True):
        if any(counts[folds != fold].sum() == 0 for fold in range(5)):
            continue
        fitted = cross_fit(confidence, if_accepted, if_deferred, 2.0, folds, counts.astype(float))
        assert row == pytest.approx(fitted.mean_value, abs=1e-9)


def test_the_batch_changes_nothing():
    rng, n = np.random.default_rng(1), 50
    said = rng.random(n), rng.normal(size=n), np.zeros(n), 3.0, assign_folds(n, 5, 1)
    how = Resamples(n, 20, 1)
    one = cross_fit_replicates(*said, how)
    np.testing.assert_array_equal(one, cross_fit_replicates(*said, how, tuple(draws(how, 3))))
    assert cross_fit_replicates(*said, Resamples(n, 0, 1)).shape == (0,)


def test_resamples_that_weigh_nothing_have_no_value():
    how = Resamples(3, 20, 1, weight=np.array([1.0, 0, 0]))
    got = cross_fit_replicates(np.array([0.9, 0.8, 0.7]), np.ones(3), np.zeros(3), 1.0, np.arange(3), how)
    drawn = np.concatenate(list(draws(how, 20)))[:, 0]
    assert (np.isnan(got) == (drawn == 0)).all()
    assert (drawn == 0).any()


def test_one_model_is_not_flattered_by_being_chosen():
    assert optimism(np.random.default_rng(1).normal(size=(50, 1))) == 0


def test_the_best_of_equal_models_is_flattered_the_more_the_more_there_are():
    values = np.random.default_rng(2).normal(size=(4000, 10))
    found = [optimism(values[:, :models]) for models in (2, 5, 10)]
    # The expected greatest of 2, 5, 10 normal numbers.
    assert found == pytest.approx([0.564, 1.163, 1.539], abs=0.05)


def test_a_model_that_always_leads_is_not_flattered():
    values = np.random.default_rng(3).normal([0, 0, 50], size=(200, 3))
    assert optimism(values) == 0
    assert optimism(np.full((3, 2), np.nan)) == 0


def test_the_order_of_the_models_changes_no_optimism():
    values = np.random.default_rng(4).integers(0, 3, size=(50, 3)) * 1.0
    assert optimism(values) == pytest.approx(optimism(values[:, [2, 0, 1]]), abs=1e-15)
