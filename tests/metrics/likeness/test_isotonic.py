"""Isotonic regression, against scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

from budgetplan.metrics.likeness.isotonic import isotonic


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_against_scikit_learn_at_the_items(seed, weighted):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 200))
    key = np.round(rng.random(n), int(rng.integers(1, 5)))
    outcome = (rng.random(n) < key).astype(float)
    weight = rng.integers(1, 4, n).astype(float) if weighted else None
    fitted = isotonic(key, outcome, weight)
    # Equal keys are averaged first: scikit-learn does so in its fit.
    other = IsotonicRegression(out_of_bounds="clip").fit(key, outcome, sample_weight=weight)
    assert fitted.read(key) == pytest.approx(other.predict(key), abs=1e-9)


def test_never_falls_and_keeps_the_sum():
    rng = np.random.default_rng(1)
    key, outcome = rng.random(500), rng.random(500)
    fitted = isotonic(key, outcome)
    assert (np.diff(fitted.means) > 0).all()
    assert (np.diff(fitted.starts) > 0).all()
    assert fitted.read(key).sum() == pytest.approx(outcome.sum())


def test_items_that_stand_for_none_say_nothing():
    weight = np.array([1.0, 0.0, 1.0])
    fitted = isotonic(np.array([0.9, 0.5, 0.1]), np.array([1.0, 1.0, 0.0]), weight)
    assert fitted.starts.tolist() == [0.1, 0.9]
