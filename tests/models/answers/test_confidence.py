"""Probabilistic precision, recall and F1: against scikit-learn on certain predictions, and laws."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

from budgetplan.models.confidence import ClassScores, probabilistic, usual
from budgetplan.models.resampling import Weights

seeds = st.integers(0, 10**6)


def a_set(seed, n=50, n_classes=4):
    rng = np.random.default_rng(seed)
    return rng.dirichlet(np.ones(n_classes), n), rng.integers(0, n_classes, n), rng.integers(0, 3, n) * 1.0


def on_all(tally, n):
    return tally(Weights(np.ones((1, n), dtype=np.uint8)))


@given(seeds)
@example(166254)  # all items of one class weigh nothing, and answers name it
def test_the_usual_f1_is_of_all_classes_that_occur(seed):
    p, truth, weight = a_set(seed)
    weight[0] = 1
    predicted = p.argmax(axis=1) // 2 * 2  # the odd classes are never predicted
    got = usual(predicted, truth, 4)(Weights(np.ones((1, 50), dtype=np.uint8), weight=weight))
    n = np.bincount(truth, weight, 4)
    claimed = np.bincount(predicted, weight, 4)
    precision, recall, f1, _ = precision_recall_fscore_support(
        truth, predicted, labels=range(4), sample_weight=weight, zero_division=0
    )
    for values, wanted, defined in (
        (got.precision[0], precision, claimed > 0),
        (got.recall[0], recall, n > 0),
        (got.f1[0], f1, n > 0),
    ):
        assert values[defined] == pytest.approx(wanted[defined])
        assert np.isnan(values[~defined]).all()
    assert got.means()[0, 2] == pytest.approx(f1[n > 0].mean())


def test_a_class_never_answered_has_no_precision_and_one_that_is_absent_has_0():
    # Y20 section 4: class 2 has items and no answer, class 3 has answers and no item.
    truth, predicted = np.array([0, 0, 1, 2, 2]), np.array([0, 0, 3, 1, 3])
    got = on_all(usual(predicted, truth, 4), 5)
    assert got.precision[0].tolist() == pytest.approx([1.0, 0.0, np.nan, 0.0], nan_ok=True)
    assert got.recall[0].tolist() == pytest.approx([1.0, 0.0, 0.0, np.nan], nan_ok=True)
    assert got.f1[0].tolist() == pytest.approx([1.0, 0.0, 0.0, np.nan], nan_ok=True)
    assert got.left_out()[0].tolist() == [1, 1, 1]
    # What probabilities say of class 2 has a precision: benefit A of the paper.
    p = np.full((5, 4), 0.1)
    p[np.arange(5), predicted] = 0.7
    assert on_all(probabilistic(p, truth), 5).precision[0] == pytest.approx([1.4 / 1.7, 0.1 / 1.1, 0.2 / 0.5, 0.0])


def test_micro_and_weighted_means_are_scikit_learns():
    rng = np.random.default_rng(3)
    truth, predicted = rng.integers(0, 4, (2, 300))
    got = on_all(usual(predicted, truth, 4), 300)
    for mean, found in (("micro", got.micro()[0]), ("weighted", got.means(got.n)[0]), ("macro", got.means()[0])):
        expected = precision_recall_fscore_support(truth, predicted, average=mean)[:3]
        assert found == pytest.approx(expected), mean


def test_an_item_that_no_model_knows_is_a_false_positive_of_what_it_is_given():
    # Y20 eq. 6; the precision of answers falls as that of accuracy's right answers does.
    truth = np.array([0, 0, 1, 2, 2])  # 2: no model's class
    p = np.array([[0.9, 0.1], [0.6, 0.4], [0.2, 0.8], [0.7, 0.3], [0.1, 0.9]])
    soft, hard = on_all(probabilistic(p, truth), 5), on_all(usual(p.argmax(axis=1), truth, 2), 5)
    assert soft.precision[0] == pytest.approx([1.5 / 2.5, 0.8 / 2.5])
    assert soft.recall[0] == pytest.approx([0.75, 0.8])
    assert hard.precision[0] == pytest.approx([2 / 3, 1 / 2])
    assert hard.recall[0].tolist() == [1.0, 1.0]
    assert hard.micro()[0, 0] == pytest.approx(3 / 5)  # accuracy
    assert isinstance(hard, ClassScores)
