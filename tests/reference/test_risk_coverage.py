"""Risk against coverage: against all orders of ties, and the identity with AUROC."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from risk_coverage import augrc, aurc, cumulative_wrong, excess_aurc
from sklearn.metrics import roc_auc_score

seeds = st.integers(0, 10**6)


def a_set(seed, n=40, places=1):
    rng = np.random.default_rng(seed)
    correct = rng.random(n) < 0.7
    correct[:2] = [True, False]
    return np.round(rng.uniform(0.3, 1, n), places), correct


@given(seeds, st.sampled_from([1, 2, 9]), st.booleans())
def test_augrc_is_auroc_and_accuracy(seed, places, weighted):
    # (1 - AUROC) acc (1 - acc) + (1 - acc)^2 / 2
    confidence, correct = a_set(seed, places=places)
    weight = np.random.default_rng(seed).integers(0, 4, 40) * 1.0 if weighted else np.ones(40)
    weight[:2] = 1
    accuracy = np.average(correct, weights=weight)
    auroc = roc_auc_score(correct, confidence, sample_weight=weight)
    expected = (1 - auroc) * accuracy * (1 - accuracy) + (1 - accuracy) ** 2 / 2
    assert augrc(cumulative_wrong(confidence, correct, weight)) == pytest.approx(expected, abs=1e-12)


@given(seeds)
def test_ties_are_the_mean_over_all_orders(seed):
    rng = np.random.default_rng(seed)
    confidence, correct = rng.integers(0, 3, 6) / 3, rng.random(6) < 0.5
    orders = [list(order) for order in permutations(range(6))]
    allowed = [order for order in orders if (np.diff(confidence[order]) <= 0).all()]
    counts = [np.cumsum(np.append(0, ~correct[order])) for order in allowed]
    assert cumulative_wrong(confidence, correct) == pytest.approx(np.mean(counts, axis=0), abs=1e-9)


@given(seeds)
def test_whole_weights_are_copies(seed):
    confidence, correct = a_set(seed)
    weight = np.random.default_rng(seed).integers(0, 4, 40)
    weight[0] = 1
    copies = cumulative_wrong(np.repeat(confidence, weight), np.repeat(correct, weight))
    assert cumulative_wrong(confidence, correct, weight * 1.0) == pytest.approx(copies, abs=1e-12)


@given(seeds)
def test_the_best_order_has_no_excess_and_any_map_of_confidence_changes_nothing(seed):
    confidence, correct = a_set(seed)
    wrong = cumulative_wrong(confidence, correct)
    assert cumulative_wrong(confidence**3, correct).tolist() == wrong.tolist()
    assert excess_aurc(wrong) >= -1e-12
    assert excess_aurc(cumulative_wrong(correct * 1.0 + np.arange(40) / 100, correct)) == pytest.approx(0, abs=1e-12)
    assert 0 <= augrc(wrong) <= 0.5
    assert 0 <= aurc(wrong) <= 1


def test_areas_by_hand():
    # Right, wrong, right: risks 0, 1/2, 1/3.
    wrong = cumulative_wrong(np.array([0.9, 0.8, 0.7]), np.array([True, False, True]))
    assert aurc(wrong) == pytest.approx((0 + 1 / 2 + 1 / 3) / 3)
    assert excess_aurc(wrong) == pytest.approx((0 + 1 / 2 + 1 / 3) / 3 - (1 / 3) / 3)
    # Equal confidences have the risk of all everywhere.
    wrong = cumulative_wrong(np.full(8, 0.5), np.arange(8) < 6)
    assert wrong == pytest.approx(np.arange(9) / 4)
    assert aurc(wrong) == pytest.approx(0.25)


def test_a_total_that_is_not_whole_is_cut_to_whole_items():
    confidence, correct = np.array([0.9, 0.5]), np.array([False, False])
    assert cumulative_wrong(confidence, correct, np.array([1.2, 1.2])) == pytest.approx([0, 1, 2])
    # 0.1 added ten times is not quite 1.
    assert len(cumulative_wrong(np.arange(10) / 10, np.ones(10, bool), np.full(10, 0.1))) == 2
    with pytest.raises(ValueError, match="no items"):
        cumulative_wrong(confidence, correct, np.full(2, 0.2))
