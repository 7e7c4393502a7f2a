"""Probabilistic precision, recall and F1: against scikit-learn on certain predictions, and laws."""

import numpy as np
import pytest
from answer_scores import class_scores, confusion, one_hot
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

from budgetplan.models.confidence import class_counts, usual_scores

seeds = st.integers(0, 10**6)


def a_set(seed, n=50, n_classes=4):
    rng = np.random.default_rng(seed)
    return rng.dirichlet(np.ones(n_classes), n), rng.integers(0, n_classes, n), rng.integers(0, 3, n) * 1.0


@given(seeds)
def test_certain_predictions_give_the_usual_scores(seed):
    p, truth, weight = a_set(seed)
    weight[0] = 1
    predicted = p.argmax(axis=1)
    matrix = confusion(one_hot(predicted, 4), truth, weight)
    assert (matrix == confusion_matrix(truth, predicted, labels=range(4), sample_weight=weight)).all()
    got = class_scores(matrix)
    precision, recall, f1, _ = precision_recall_fscore_support(
        truth, predicted, labels=range(4), sample_weight=weight, zero_division=np.nan
    )
    claimed, n = matrix.sum(axis=0), matrix.sum(axis=1)
    assert got.precision == pytest.approx(precision, nan_ok=True)
    assert got.recall == pytest.approx(recall, nan_ok=True)
    # scikit-learn defines F1 where either side is: here it takes both.
    both = (claimed > 0) & (n > 0)
    assert got.f1[both] == pytest.approx(f1[both])
    assert np.isnan(got.f1[~both]).all()


@given(seeds)
def test_the_usual_scores_are_of_all_classes_that_occur(seed):
    p, truth, weight = a_set(seed)
    weight[0] = 1
    predicted = p.argmax(axis=1) // 2 * 2  # the odd classes are never predicted
    matrix = confusion(one_hot(predicted, 4), truth, weight)
    got = usual_scores(np.diag(matrix), matrix.sum(axis=0), matrix.sum(axis=1))
    occurs = matrix.sum(axis=1) > 0
    expected = precision_recall_fscore_support(
        truth, predicted, labels=range(4), sample_weight=weight, zero_division=0
    )
    for values, wanted in zip((got.precision, got.recall, got.f1), expected[:3], strict=True):
        assert values[occurs] == pytest.approx(wanted[occurs])
        assert np.isnan(values[~occurs]).all()
    assert got.means() == pytest.approx([np.mean(each[occurs]) for each in expected[:3]])


@given(seeds)
def test_a_probability_matrix_adds_up_to_the_items(seed):
    p, truth, weight = a_set(seed)
    weight[0] = 1
    matrix = confusion(p, truth, weight)
    assert matrix.sum() == pytest.approx(weight.sum())
    assert matrix.sum(axis=1) == pytest.approx(class_counts(truth, 4, weight))
    assert matrix.sum(axis=0) == pytest.approx(weight @ p)
    for j in range(4):
        assert matrix[j] == pytest.approx((p * weight[:, None])[truth == j].sum(axis=0))
    got = class_scores(matrix, class_counts(truth, 4, weight))
    for scores in (got.precision, got.recall, got.f1):
        defined = scores[~np.isnan(scores)]
        assert ((defined >= 0) & (defined <= 1 + 1e-12)).all()
    # F1 is the harmonic mean of the two (Y20).
    harmonic = 2 * got.precision * got.recall / (got.precision + got.recall)
    known = ~np.isnan(got.f1)
    assert got.f1[known] == pytest.approx(harmonic[known])


def test_undefined_is_nan_and_no_hit_is_0():
    # Class 0 is right, class 1 is never claimed, class 2 has no item, class 3 is claimed for the wrong one.
    matrix = np.array([[2.0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0], [1, 0, 0, 0]])
    got = class_scores(matrix)
    assert got.precision == pytest.approx([2 / 3, np.nan, 0, 0], nan_ok=True)
    assert got.recall == pytest.approx([0.5, 0, np.nan, 0], nan_ok=True)
    assert got.f1 == pytest.approx([4 / 7, np.nan, np.nan, 0], nan_ok=True)
    assert got.means() == pytest.approx([2 / 9, 1 / 6, 2 / 7])


def test_nothing_defined_has_no_mean():
    assert np.isnan(class_scores(np.zeros((2, 2))).means()).all()


def test_probabilities_that_do_not_quite_add_up_are_used_as_given():
    p = np.array([[0.9, 0.1 + 1e-7], [0.2, 0.8]])
    truth = np.array([0, 1])
    got = class_scores(confusion(p, truth), class_counts(truth, 2))
    # Recall divides by the number of items, not by the sum of their probabilities.
    assert got.recall.tolist() == [0.9, 0.8]


def test_a_class_no_model_knows_is_left_out():
    p, truth, weight = a_set(1)
    strange = np.where(np.arange(50) % 7 == 0, 9, truth)
    kept = strange < 9
    assert confusion(p, strange, weight) == pytest.approx(confusion(p[kept], truth[kept], weight[kept]))
    assert class_counts(strange, 4, weight).tolist() == class_counts(truth[kept], 4, weight[kept]).tolist()
