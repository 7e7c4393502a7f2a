"""The area under the ROC curve: scikit-learn's and scipy's numbers, and laws."""

import math

import numpy as np
import pytest
from scipy.stats import mannwhitneyu
from sklearn.metrics import roc_auc_score

from budgetplan.core.path import auc, auc_by_chance


@pytest.mark.parametrize("decimals", [0, 1, 6])
def test_auc_is_that_of_scikit_learn(decimals):
    rng = np.random.default_rng(3)
    for _ in range(20):
        positive = rng.random(60) < 0.3
        score = np.round(rng.normal(positive * 0.7), decimals)
        assert auc(score, positive) == pytest.approx(roc_auc_score(positive, score), abs=1e-12)


def test_auc_of_one_kind_is_unknown():
    assert math.isnan(auc(np.array([1.0, 2.0]), np.array([True, True])))
    assert math.isnan(auc(np.array([1.0, 2.0]), np.array([False, False])))
    assert auc(np.array([-np.inf, np.inf]), np.array([False, True])) == 1


def test_the_error_by_chance_is_that_of_scipys_test():
    # Without ties and without correction, scipy's z is (U - n m / 2) / (n m error).
    score, positive = (
        np.array([0.1, 0.9, 0.4, 0.8, 0.3, 0.7, 0.2]),
        np.array([1, 1, 0, 1, 0, 0, 0], dtype=bool),
    )
    p = mannwhitneyu(score[positive], score[~positive], method="asymptotic", use_continuity=False).pvalue
    z = abs(auc(score, positive) - 0.5) / auc_by_chance(3, 4)
    assert math.erfc(z / math.sqrt(2)) == pytest.approx(p, abs=1e-12)


def test_turning_scores_round_turns_the_auc_round():
    rng = np.random.default_rng(5)
    score, positive = rng.integers(0, 9, 200).astype(float), rng.random(200) < 0.4
    assert auc(score, positive) + auc(-score, positive) == pytest.approx(1)


@pytest.mark.parametrize("decimals", [0, 6])
def test_a_weighted_area_is_that_of_scikit_learn_too(decimals):
    rng = np.random.default_rng(9)
    positive, weight = rng.random(80) < 0.3, rng.uniform(0, 3, 80)
    score = np.round(rng.normal(positive * 0.7), decimals)
    theirs = roc_auc_score(positive, score, sample_weight=weight)
    assert auc(score, positive, weight) == pytest.approx(theirs, abs=1e-12)
    assert math.isnan(auc(score, positive, np.where(positive, 0.0, weight)))
