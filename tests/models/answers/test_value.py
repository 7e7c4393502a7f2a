"""Values of answers: copies, and labels that no model knows."""

import numpy as np
import pytest
from answer_values import payoffs, triple, value_per_item

from budgetplan.models import value
from budgetplan.models.value import count


def test_truths_that_no_model_knows_are_valued_alike_or_each_by_itself():
    v, r = np.array([[1.0, -2.0], [-3.0, 1.0]]), np.array([0.1, 0.2])
    predicted, truth = np.array([0, 1, 0, 1, 1]), np.array([0, 2, 3, 3, 0])
    wrong = np.array([-6.0, -7.0])
    alike = payoffs(v, r, wrong, -1.0, wrong, -1.0)
    assert value.values_if_accepted(alike, predicted, truth).tolist() == [1, -7, -6, -7, -3]
    assert value.values_if_deferred(alike, truth).tolist() == [0.1, -1, -1, -1, 0.1]
    each = payoffs(v, r, wrong, -1.0, np.array([-20.0, -8.0]), -2.0)
    assert value.values_if_accepted(each, predicted, truth).tolist() == [1, -7, -20, -8, -3]
    assert value.values_if_deferred(each, truth).tolist() == [0.1, -1, -2, -2, 0.1]
    assert (alike.scale, each.scale) == (7, 20)


def a_set(seed, n=60, n_classes=3):
    rng = np.random.default_rng(seed)
    confidence = np.round(rng.uniform(0.3, 1, n), 2)
    return (rng.integers(0, n_classes, n), rng.integers(0, n_classes + 1, n), confidence, rng.integers(0, 4, n) + 0.5)


def test_whole_weights_are_copies():
    predicted, truth, confidence, _ = a_set(3)
    weight = np.random.default_rng(3).integers(0, 4, 60)
    per_item = value_per_item(triple(3, 1, -4, -0.5), predicted, truth, confidence >= 0.7)
    assert np.average(per_item, weights=weight) == pytest.approx(np.repeat(per_item, weight).mean(), abs=1e-12)
    got = count(predicted == truth, confidence >= 0.7, weight)
    copies = count(np.repeat(predicted == truth, weight), np.repeat(confidence >= 0.7, weight))
    assert got == copies


def test_an_item_without_a_label_has_no_value():
    with pytest.raises(ValueError, match="without a label"):
        value.values_if_deferred(triple(2, 1, -1, 0), np.array([0, -1]))


@pytest.mark.parametrize("weight", [None, np.zeros(0)])
def test_no_items_are_an_error(weight):
    with pytest.raises(ValueError, match="no items"):
        count(np.zeros(0, bool), np.zeros(0, bool), weight)
    with pytest.raises(ValueError, match="no items"):
        count(np.ones(2, bool), np.ones(2, bool), np.zeros(2))


def test_prediction_takes_the_lowest_of_equal_classes():
    predicted, confidence = value.predict(np.array([[0.2, 0.4, 0.4], [0.5, 0.5, 0.0]]))
    assert predicted.tolist() == [1, 0]
    assert confidence.tolist() == [0.4, 0.5]
