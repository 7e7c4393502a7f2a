"""Quick looks at scores: scikit-learn's and scipy's numbers, and laws."""

import math

import numpy as np
import pytest
from scipy.stats import mannwhitneyu
from sklearn.metrics import roc_auc_score

from budgetplan.metrics.suspicion import (
    agrees_by_chance,
    auc,
    auc_by_chance,
    coarser,
    commonest,
    equal_columns,
    is_reversed,
    is_rounded,
    places,
    repeated,
    repeats_are_chance,
)


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


def test_reversed_needs_a_clear_margin():
    positive = np.arange(2000) < 1000
    clear = np.arange(2000.0)
    assert is_reversed(clear, positive)
    assert not is_reversed(-clear, positive)
    assert not is_reversed(np.ones(2000), positive)
    # Nine items against nine, all the wrong way round: AUC 0, more than three errors of 0.14 below a half.
    assert is_reversed(np.arange(18.0), np.arange(18) < 9)
    # Three against three: errors of 0.22, so that AUC 0 may be chance.
    assert not is_reversed(np.arange(6.0), np.arange(6) < 3)
    assert not is_reversed(clear, np.ones(2000, dtype=bool))


def test_turning_scores_round_turns_the_auc_round():
    rng = np.random.default_rng(5)
    score, positive = rng.integers(0, 9, 200).astype(float), rng.random(200) < 0.4
    assert auc(score, positive) + auc(-score, positive) == pytest.approx(1)


def test_the_commonest_value():
    assert commonest(np.array([2.0, 1.0, 2.0, 1.0, 3.0])) == (1.0, 2)
    value, n = commonest(np.array([]))
    assert math.isnan(value)
    assert n == 0


def test_places_keep_order_and_ties_alone():
    score = np.array([0.5, -1.0, 0.5, 2.0])
    assert places(score).tolist() == [1, 0, 1, 2]
    assert (places(score) == places(np.exp(score))).all()
    assert (places(score) != places(-score)).any()


def test_equal_columns_name_the_first():
    a, b = np.array([1, 2, 3]), np.array([3, 2, 1])
    assert equal_columns([a, b, a.copy(), b.copy(), a.copy()]) == ((0, 2), (1, 3), (0, 4))
    assert equal_columns([a, b]) == ()


def test_repeated_rows_point_to_the_first():
    assert repeated(np.array([[1, 1], [1, 2], [1, 1], [1, 2], [1, 1]])).tolist() == [0, 1, 0, 1, 0]
    assert repeated(np.array([[1], [2]])).tolist() == [0, 1]
    codes = np.random.default_rng(2).integers(0, 4, (500, 4))
    first = {}
    assert repeated(codes).tolist() == [
        first.setdefault(tuple(row), at) for at, row in enumerate(codes.tolist())
    ]


def test_shuffled_answers_agree_by_chance():
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 5, 1000)
    said = np.where(rng.random(1000) < 0.6, truth, rng.integers(0, 5, 1000))
    assert not agrees_by_chance(said, truth)
    shuffled = [agrees_by_chance(rng.permutation(said), truth) for _ in range(50)]
    assert sum(shuffled) >= 49
    # Where one of them never changes, chance and skill look alike.
    assert not agrees_by_chance(np.zeros(1000, dtype=np.int64), truth)
    assert not agrees_by_chance(truth, np.ones(1000, dtype=np.int64))
    # Fourteen of 28 and fifteen of 30 are no more than chance; only of the latter is it said.
    assert agrees_by_chance(np.arange(30) // 15, np.arange(30) % 2)
    assert not agrees_by_chance(np.arange(28) // 14, np.arange(28) % 2)


@pytest.mark.parametrize("factor", [10, 100, 1000])
def test_numbers_with_a_digit_less(factor):
    values = np.round(np.random.default_rng(3).random(2000), 4)
    assert (coarser(values, factor) == places(np.floor(np.rint(values * 10_000) / factor))).all()
    # Codes do not depend on the size of numbers.
    assert (coarser(values * 100, factor) == coarser(values, factor)).all()
    assert (coarser(values.astype(np.float32).astype(float), factor) == coarser(values, factor)).all()


def test_numbers_of_many_digits_are_not_rounded():
    values = np.random.default_rng(3).random(200)
    assert (coarser(values, 1000) == places(values)).all()
    assert coarser(np.array([np.nan, 0.1, np.nan]), 10).tolist() == [1, 0, 1]
    assert is_rounded(np.round(values, 4))
    assert not is_rounded(values)


def test_copies_are_told_from_chance_by_their_neighbours():
    rng = np.random.default_rng(4)
    codes = np.zeros((600, 1), dtype=np.int64)
    for decimals in (2, 3, 4, 5):
        by_chance = np.round(rng.random(600), decimals)
        assert repeats_are_chance(repeated(places(by_chance)[:, None]), codes, [by_chance])
    for decimals in (3, 4, 5, 12):
        copied = np.tile(np.round(rng.random(300), decimals), 2)
        assert not repeats_are_chance(repeated(places(copied)[:, None]), codes, [copied])
    alone = rng.random(600)
    assert repeats_are_chance(repeated(places(alone)[:, None]), codes, [alone])
