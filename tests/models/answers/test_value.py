"""Values: identities, and the published tables of S24 recomputed from their own accuracy columns."""

import answer_values
import numpy as np
import pytest
from answer_values import triple, value_per_item
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.models import value
from budgetplan.models.value import NONE, count

# S24 Table 6, rows "T5" of Electronics, DVD, Books, Kitchen: accuracy, then the value at k = 1, 2, 4, 8, 10.
T5 = [
    (0.784, [0.568, 0.352, -0.08, -0.944, -1.376]),
    (0.789, [0.578, 0.367, -0.056, -0.9, -1.323]),
    (0.77, [0.541, 0.311, -0.148, -1.066, -1.525]),
    (0.777, [0.555, 0.332, -0.113, -1.004, -1.449]),
]
# S24 Table 3, accuracy and the value at k = 0 and k = 1, the two-class data: nothing is rejected there.
TABLE_3 = [
    (0.822, 0.822, 0.644),
    (0.732, 0.732, 0.464),
    (0.857, 0.857, 0.715),
    (0.852, 0.852, 0.703),
    (0.82, 0.82, 0.64),
    (0.856, 0.856, 0.713),
]
ROUNDING = 0.0005


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


def all_accepted(accuracy, k, n=1000):
    """The value of a model of this accuracy (in thousandths) that accepts all."""
    truth = np.zeros(n, dtype=int)
    predicted = (np.arange(n) >= round(accuracy * n)).astype(int)
    per_item = value_per_item(triple(2, 1, -k, 0), predicted, truth, np.ones(n, dtype=bool))
    return per_item.mean()


@pytest.mark.parametrize(("accuracy", "published"), T5)
def test_published_values_of_a_model_that_accepts_everything_follow_from_its_accuracy(accuracy, published):
    for k, printed in zip([1, 2, 4, 8, 10], published, strict=True):
        # Accuracy is printed to three places: it moves the value by (1 + k) times its rounding.
        assert all_accepted(accuracy, k) == pytest.approx(printed, abs=ROUNDING * (2 + k))


@pytest.mark.parametrize(("accuracy", "at_0", "at_1"), TABLE_3)
def test_published_values_without_rejection(accuracy, at_0, at_1):
    assert all_accepted(accuracy, 0) == pytest.approx(at_0, abs=1e-12)
    assert all_accepted(accuracy, 1) == pytest.approx(2 * accuracy - 1, abs=1e-12)
    assert all_accepted(accuracy, 1) == pytest.approx(at_1, abs=3 * ROUNDING)


def test_the_tables_count_rejection_once():
    """S24 section 3.4 puts (1 - rho) before counts; lingNet in Tables 3 and 4 shows what was computed.

    Its cost-sensitive errors (Table 4: 0.18 at k = 1, 1.213 at k = 10) are FP + k FN as shares of all items; with
    F1 = 0.565 of the positive class they give TP. In Table 3 its value at k = 8 and 10 is 0: no confidence
    reaches 8/9, so in Table 4 (k_fp = 1) at those k only positive predictions are accepted (cutoff 1/2).
    """
    fn = (1.213 - 0.18) / 9
    fp = 0.18 - fn
    tp = 0.565 * (fp + fn) / (2 * (1 - 0.565))
    n = 100_000
    n_tp, n_fp, n_fn = (round(share * n) for share in (tp, fp, fn))
    predicted = np.repeat([1, 0], [n_tp + n_fp, n - n_tp - n_fp])
    truth = np.repeat([1, 0, 1, 0], [n_tp, n_fp, n_fn, n - n_tp - n_fp - n_fn])
    accepted = predicted == 1
    printed = 0.052  # Table 4, lingNet, at k = 8 and at k = 10
    for k in (8, 10):
        ours = value_per_item(answer_values.cost_sensitive(1, 1, k), predicted, truth, accepted).mean()
        assert ours == pytest.approx(printed, abs=0.0025)
        # Counts over all items with (1 - rho) before them: rejection would be taken off twice.
        twice = accepted.mean() * ours
        assert twice < 0.011
        # Shares of the accepted items with (1 - rho) before them: the same as ours.
        shares = value_per_item(answer_values.cost_sensitive(1, 1, k), predicted, truth, accepted)[accepted].mean()
        assert accepted.mean() * shares == pytest.approx(ours, abs=1e-12)


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


@given(st.integers(0, 10**6), st.floats(-5, 5), st.floats(0.1, 10))
def test_a_shift_and_a_scale_of_the_values_go_through(seed, shift, factor):
    predicted, truth, confidence, weight = a_set(seed)
    accepted = confidence >= 0.6
    plain = np.average(value_per_item(triple(3, 1, -4, 0), predicted, truth, accepted), weights=weight)
    other = triple(3, factor + shift, -4 * factor + shift, shift)
    moved = np.average(value_per_item(other, predicted, truth, accepted), weights=weight)
    assert moved == pytest.approx(factor * plain + shift, abs=1e-9)
    assert answer_values.omega(factor + shift, -4 * factor + shift, shift) == pytest.approx(4, rel=1e-9)


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


def test_nothing_accepted_is_worth_abstaining_and_has_no_accuracy():
    got = count(np.array([True, False]), np.array([False, False]))
    assert np.isnan(answer_values.accuracy_accepted(got))
    assert answer_values.dimensionless_value(got, 4) == 0
    per_item = value_per_item(triple(2, 1, -4, 0.25), np.array([0, 1]), np.array([0, 0]), np.zeros(2, bool))
    assert np.average(per_item) == 0.25


@pytest.mark.parametrize("weight", [None, np.zeros(0)])
def test_no_items_are_an_error(weight):
    with pytest.raises(ValueError, match="no items"):
        count(np.zeros(0, bool), np.zeros(0, bool), weight)
    with pytest.raises(ValueError, match="no items"):
        count(np.ones(2, bool), np.ones(2, bool), np.zeros(2))


def test_a_right_answer_must_be_worth_more_than_abstaining():
    for call in (
        lambda: triple(2, 1, 0, 1),
        lambda: answer_values.omega(1, 0, 1),
        lambda: answer_values.dimensionless(1, 0, 1),
    ):
        with pytest.raises(ValueError, match="always abstain"):
            call()
    # Errors worth more than abstaining are legal: nothing is ever deferred.
    assert answer_values.omega(1, 0.5, 0) == -0.5


def test_prediction_takes_the_lowest_of_equal_classes():
    predicted, confidence = value.predict(np.array([[0.2, 0.4, 0.4], [0.5, 0.5, 0.0]]))
    assert predicted.tolist() == [1, 0]
    assert confidence.tolist() == [0.4, 0.5]
