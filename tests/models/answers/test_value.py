"""Values of answers: identities, and labels that no model knows."""

import answer_values
import numpy as np
import pytest
from answer_values import triple, value_per_item
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.models import value
from budgetplan.models.value import NONE, count


def test_truths_that_no_model_knows_are_valued_alike_or_each_by_itself():
    v, r = np.array([[1.0, -4.0], [-4.0, 1.0]]), np.zeros(2)
    predicted, truth = np.array([0, 1, 0, 1]), np.array([0, 2, 3, 3])
    alike = value.WorthTable(v, r, np.array([-6.0, -7.0]), -1.0)
    assert value.values_if_accepted(alike, predicted, truth).tolist() == [1, -7, -6, -7]
    assert value.values_if_deferred(alike, truth).tolist() == [0, -1, -1, -1]
    each = value.WorthTable(v, r, np.array([[-6.0, -20.0], [-7.0, -8.0]]), np.array([-1.0, -2.0]))
    assert value.values_if_accepted(each, predicted, truth).tolist() == [1, -7, -20, -8]
    assert value.values_if_deferred(each, truth).tolist() == [0, -1, -2, -2]
    assert (alike.scale, each.scale) == (7, 20)


def a_set(seed, n=60, n_classes=3):
    rng = np.random.default_rng(seed)
    confidence = np.round(rng.uniform(0.3, 1, n), 2)
    return (
        rng.integers(0, n_classes, n),
        rng.integers(0, n_classes + 1, n),
        confidence,
        rng.integers(0, 4, n) + 0.5,
    )


worths = st.tuples(st.floats(-20, 20), st.floats(-20, 20), st.floats(0.1, 20)).map(
    lambda three: (three[1] + three[2], three[0], three[1])
)


@given(st.integers(0, 10**6), worths, st.sampled_from([0.0, 0.5, 0.81, 1.0, NONE]))
def test_value_is_the_papers_formula(seed, three, cutoff):
    right, wrong, abstain = three
    predicted, truth, confidence, weight = a_set(seed)
    accepted = confidence >= cutoff
    per_item = value_per_item(triple(3, right, wrong, abstain), predicted, truth, accepted)
    got = count(predicted == truth, accepted, weight)
    rho, alpha = got.n_abstained / got.n, answer_values.accuracy_accepted(got)
    # S22 and S24 eq. 1; where nothing is accepted alpha is NaN and its term is left out.
    answered = (1 - rho) * (alpha * right + (1 - alpha) * wrong) if got.n_accepted else 0.0
    mean = np.average(per_item, weights=weight)
    assert mean == pytest.approx(rho * abstain + answered, abs=1e-9)
    penalty = answer_values.omega(right, wrong, abstain)
    assert answer_values.dimensionless(mean, right, abstain) == pytest.approx(
        answer_values.dimensionless_value(got, penalty), abs=1e-6
    )
    assert answer_values.dimensionless_value(got, penalty) == pytest.approx(
        got.coverage - (1 + penalty) * answer_values.generalised_risk(got), abs=1e-9
    )
    assert min(three) - 1e-9 <= mean <= max(three) + 1e-9


def test_whole_weights_are_copies():
    predicted, truth, confidence, _ = a_set(3)
    weight = np.random.default_rng(3).integers(0, 4, 60)
    per_item = value_per_item(triple(3, 1, -4, -0.5), predicted, truth, confidence >= 0.7)
    assert np.average(per_item, weights=weight) == pytest.approx(np.repeat(per_item, weight).mean(), abs=1e-12)
    got = count(predicted == truth, confidence >= 0.7, weight)
    copies = count(np.repeat(predicted == truth, weight), np.repeat(confidence >= 0.7, weight))
    assert got == copies


def test_a_class_no_model_knows_is_wrong_whatever_is_predicted():
    table = value.WorthTable(np.array([[1.0, -2], [-3, 1]]), np.array([0.1, 0.2]), np.array([-5.0, -6]), 0.4)
    predicted, truth = np.array([0, 1, 1, 0]), np.array([2, 7, 1, 1])
    assert value.values_if_accepted(table, predicted, truth).tolist() == [-5, -6, 1, -2]
    assert value.values_if_deferred(table, truth).tolist() == [0.4, 0.4, 0.2, 0.2]
    assert table.scale == 6


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
