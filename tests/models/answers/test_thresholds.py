"""Cutoffs: against trying every one, jointly over classes, and against isotonic regression."""

from fractions import Fraction
from itertools import product

import answer_values
import numpy as np
import pytest
from answer_values import cost_sensitive, payoffs, triple, value_per_item
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

from budgetplan.core.answers import decide
from budgetplan.core.mixture import deal
from budgetplan.models import thresholds
from budgetplan.models.value import NONE, predict, values_if_accepted, values_if_deferred

seeds = st.integers(0, 10**6)


def a_set(seed, n=40, n_classes=2, places=2):
    """Probabilities in few decimals, so that scores tie; truths that follow them, some of an unknown class."""
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(n_classes), n)
    truth = np.array([rng.choice(n_classes, p=row) for row in p])
    if n_classes > 2:
        truth[rng.random(n) < 0.05] = n_classes
    predicted, confidence = predict(p)
    return predicted, np.round(confidence, places), truth, p


def tried(confidence, if_accepted, if_deferred, weight):
    """The greatest mean value over all accept sets {c >= s}, and the lowest number accepted below which it falls."""
    rows = [
        (float(np.average(np.where(confidence >= cut, if_accepted, if_deferred), weights=weight)), cut)
        for cut in [*np.unique(confidence[weight > 0]), NONE]
    ]
    best = max(value for value, _ in rows)
    return best, min(cut for value, cut in rows if value >= best - 1e-12)


@given(seeds, st.integers(-6, 6), st.integers(-6, 6), st.booleans())
def test_a_learnt_cutoff_is_the_lowest_of_the_best(seed, wrong, abstain, weighted):
    predicted, confidence, truth, _ = a_set(seed, places=1 if seed % 2 else 2)
    table = triple(2, abstain + 3, wrong, abstain)
    weight = np.random.default_rng(seed).integers(0, 3, len(truth)) * 1.0 if weighted else np.ones(len(truth))
    if_accepted, if_deferred = values_if_accepted(table, predicted, truth), values_if_deferred(table, truth)
    got = answer_values.empirical(confidence, if_accepted, if_deferred, table.scale, weight)
    best, cut = tried(confidence, if_accepted, if_deferred, weight)
    assert got.mean_value == pytest.approx(best, abs=1e-12)
    carrying = weight > 0
    assert ((confidence >= got.cutoff) == (confidence >= cut))[carrying].all()
    assert got.n_accepted == weight[confidence >= cut].sum()
    # Copies in place of weights: the same cutoff, to the last digit.
    again = answer_values.empirical(
        *(np.repeat(each, weight.astype(int)) for each in (confidence, if_accepted, if_deferred)), table.scale
    )
    assert (again.cutoff, again.n_accepted) == (got.cutoff, got.n_accepted)


@pytest.mark.parametrize("seed", range(6))
def test_cutoffs_by_class_are_those_of_trying_all_pairs(seed):
    predicted, confidence, truth, _ = a_set(seed, n=12, places=1 if seed % 3 else 2)
    rng = np.random.default_rng([seed, 1])
    table = cost_sensitive(*rng.choice([0.5, 1, 2, 4, 8], 3))
    if_accepted, if_deferred = values_if_accepted(table, predicted, truth), values_if_deferred(table, truth)
    cutoffs = thresholds.empirical_of_parts(
        [predicted == 0, predicted == 1], confidence, if_accepted, if_deferred, table.scale
    )

    def mean(pair):
        return value_per_item(table, predicted, truth, confidence >= np.array(pair)[predicted]).mean()

    candidates = [*np.unique(confidence), NONE]
    assert mean(cutoffs) == pytest.approx(max(mean(pair) for pair in product(candidates, repeat=2)), abs=1e-12)


def test_a_class_never_predicted_accepts_all():
    predicted = np.array([0, 0, 2])
    parts, weight = [predicted == code for code in range(4)], np.array([1.0, 1, 0])
    given = np.array([0.5, 0.9, 0.7]), -np.ones(3), np.zeros(3), 1.0, weight
    cutoffs = thresholds.empirical_of_parts(parts, *given)
    assert cutoffs.tolist() == [NONE, 0, 0, 0]


@pytest.mark.parametrize("seed", range(3))
def test_the_learnt_cutoff_is_the_theoretical_one_on_isotonic_confidences(seed):
    # METHODS S5: at penalty omega accept where the isotonic accuracy is at least omega / (1 + omega).
    predicted, confidence, truth, _ = a_set(seed, n=200)
    correct = predicted == truth
    fitted = IsotonicRegression().fit_transform(confidence, correct)
    for omega in np.random.default_rng(seed).uniform(0.05, 9, 10):
        table = triple(2, 1, -omega, 0)
        got = answer_values.empirical(confidence, np.where(correct, 1, -omega), np.zeros(200), table.scale)
        theory = answer_values.theoretical_triple(1, -omega, 0)
        assert ((confidence >= got.cutoff) == (fitted >= theory)).all()


@given(seeds, st.floats(-5, 5), st.floats(0.01, 100))
def test_a_shift_and_a_scale_of_the_values_move_no_cutoff(seed, shift, factor):
    predicted, confidence, truth, _ = a_set(seed)
    cuts = []
    for right, wrong, abstain in [(1, -4, 0), (factor + shift, -4 * factor + shift, shift)]:
        table = triple(2, right, wrong, abstain)
        got = answer_values.empirical(
            confidence, values_if_accepted(table, predicted, truth), values_if_deferred(table, truth), table.scale
        )
        cuts.append((got.cutoff, answer_values.theoretical_triple(right, wrong, abstain)))
    # A shift rounds sums: equal values may differ in the last digits, then the tie rule holds them together.
    assert cuts[0][0] == cuts[1][0]
    assert cuts[1][1] == pytest.approx(0.8, rel=1e-9)


@given(st.floats(-9, 9), st.floats(-9, 9))
def test_the_theoretical_cutoff_is_where_accepting_is_worth_abstaining(a, b):
    if a < 0 and b < 0:
        with pytest.raises(ValueError, match="no cutoff"):
            thresholds.theoretical(a, b)
        return
    cutoff = thresholds.theoretical(a, b)
    for c in np.linspace(0, 1, 101):
        gain = c * a - (1 - c) * b
        if abs(gain) > 1e-9:
            assert (c >= cutoff) == (gain > 0)


def test_the_theoretical_cutoff_accepts_at_equality_where_floats_would_miss_it():
    # (-0.1 + 5) / (2 + 5) = 4.9 / 7 = 0.7; in floats 0.7000000000000001.
    assert thresholds.theoretical_by_class(triple(2, 2.0, -5.0, -0.1)).tolist() == [0.7, 0.7]
    assert answer_values.theoretical_triple(2.0, -5.0, -0.1) == 0.7


def gated(table, p):
    """Which of the most probable answers are worth at least leaving the item, by all probabilities."""
    return decide(p, table, relabel=False).answered


def tenths(low, high):
    return st.integers(low, high).map(lambda number: Fraction(number, 10))


@given(tenths(-50, 50), tenths(1, 100), tenths(1, 100), st.integers(2, 3))
def test_the_theoretical_cutoff_of_decimals_is_the_double_nearest_to_the_fraction(abstain, a, b, n_classes):
    right, wrong = float(abstain + a), float(abstain - b)
    expected = float(b / (a + b))
    assert answer_values.theoretical_triple(right, wrong, float(abstain)) == expected
    table = triple(n_classes, right, wrong, float(abstain))
    assert thresholds.theoretical_by_class(table).tolist() == [expected] * n_classes


def test_with_one_class_alone_a_wrong_answer_costs_what_it_does_on_labels_that_no_model_knows():
    table = payoffs(np.array([[1.0]]), np.zeros(1), np.array([-4.0]), 0.0)
    assert thresholds.theoretical_by_class(table).tolist() == [0.8]
    uneven = payoffs(np.array([[1.0]]), np.zeros(1), np.array([-4.0]), 0.0, np.array([-9.0]), 0.0)
    assert thresholds.theoretical_by_class(uneven) is None


def test_theory_by_class_is_equations_7_and_8_of_s24():
    k_tp, k_fp, k_fn = 2.0, 3.0, 4.0
    cutoffs = thresholds.theoretical_by_class(cost_sensitive(k_tp, k_fp, k_fn))
    assert cutoffs == pytest.approx([k_fn / (1 + k_fn), k_fp / (k_tp + k_fp)], abs=1e-15)
    uneven = payoffs(np.array([[1.0, -1, -2], [-1, 1, -1], [-1, -1, 1]]), np.zeros(3))
    assert thresholds.theoretical_by_class(uneven) is None
    assert thresholds.theoretical_by_class(triple(3, 3, -9, -1)) == pytest.approx([2 / 3] * 3, abs=1e-15)
    assert answer_values.theoretical_triple(1, 0.5, 0) == 0
    with pytest.raises(ValueError, match="always abstain"):
        answer_values.theoretical_triple(0, -1, 0)


@given(seeds, st.integers(2, 4))
def test_the_gate_is_the_cutoffs_by_class_where_they_exist(seed, n_classes):
    predicted, _, _, p = a_set(seed, n_classes=n_classes)
    confidence = p.max(axis=1)
    rng = np.random.default_rng(seed)
    right, wrong = rng.uniform(0.5, 2, n_classes), rng.uniform(-9, 0.2, n_classes)
    v = np.repeat(wrong[:, None], n_classes, axis=1)
    np.fill_diagonal(v, right)
    table = payoffs(v, np.zeros(n_classes))
    cutoffs = thresholds.theoretical_by_class(table)
    assert (gated(table, p) == (confidence >= cutoffs[predicted])).all()


def test_the_gate_accepts_at_equality_in_floats():
    # 0.95 - 19 x 0.05 and 0.6 - 1.5 x 0.4 are -1e-16 in floats.
    for wrong, p in [(-19, [0.95, 0.05]), (-1.5, [0.6, 0.4])]:
        table, row = triple(2, 1, wrong, 0), np.array([p])
        assert (row @ table.answer[:, :2].T)[0, 0] == pytest.approx(0, abs=1e-15)
        assert gated(table, row).all()


def test_neighbouring_floats_leave_no_room_for_a_midpoint():
    low = 0.5
    high = np.nextafter(low, 1)
    got = answer_values.empirical(np.array([low, high]), np.array([-1.0, 1]), np.zeros(2), 1.0)
    assert got.cutoff == high
    assert got.mean_value == 0.5


def test_folds_are_even_and_keep_groups_whole():
    folds = deal(np.zeros(103), None, 4)
    assert sorted(np.bincount(folds)) == [20, 20, 21, 21, 21]
    assert (folds == deal(np.zeros(103), None, 4)).all()
    assert (folds != deal(np.zeros(103), None, 5)).any()
    group = np.random.default_rng(1).permutation(np.arange(103) % 11)
    by_group = deal(np.zeros(103), group, 4)
    assert all(len(set(by_group[group == g])) == 1 for g in range(11))
    assert len(set(by_group)) == 5


def test_no_items_are_an_error():
    nothing = np.zeros(0)
    with pytest.raises(ValueError, match="no items"):
        thresholds.staircase(nothing, np.zeros((1, 0)))
