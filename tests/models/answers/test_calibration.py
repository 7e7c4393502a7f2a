"""Calibration: against scikit-learn and scipy, and laws of scaling."""

import answer_scores
import answer_values
import numpy as np
import pytest
from answer_scores import ece, mce
from answer_values import at_bound
from defer_world import DEFAULT, LLM, make_plan, make_set
from hypothesis import given
from hypothesis import strategies as st
from logits import logits
from scipy.optimize import minimize, minimize_scalar
from scipy.special import log_softmax
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve

from budgetplan.core import answers
from budgetplan.core.answers import scale
from budgetplan.models.calibration import bins, dealt, fit_platt, fit_temperature, rates, scale_decisions
from budgetplan.models.value import predict

seeds = st.integers(0, 10**6)


def a_set(seed, n=80, n_classes=3, sharp=2.0):
    """Probabilities that are too sure, and their truths."""
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(n_classes), n)
    truth = np.array([rng.choice(n_classes, p=row) for row in p])
    return scale(logits(p), 1 / sharp), truth, rng.integers(0, 4, n) * 1.0


@given(seeds, st.sampled_from([1, 2, 9]), st.sampled_from([5, 10, 15]))
def test_bins_are_those_of_scikit_learn(seed, places, count):
    p, truth, _ = a_set(seed)
    predicted, confidence = predict(np.round(p, places))
    correct = predicted == truth
    got = bins(confidence, correct, count)
    accuracy, mean = calibration_curve(correct, confidence, n_bins=count)
    assert got.accuracy == pytest.approx(accuracy, abs=1e-12)
    assert got.confidence == pytest.approx(mean, abs=1e-12)
    assert got.weight.sum() == 80
    gaps = np.abs(accuracy - mean)
    assert mce(got) == pytest.approx(gaps.max(), abs=1e-12)
    assert gaps.min() - 1e-12 <= ece(got) <= mce(got) + 1e-12


def test_bins_are_right_closed_and_0_is_in_the_first():
    got = bins(np.array([0.0, 0.2, 0.2000001, 1.0]), np.ones(4), 5)
    assert got.index.tolist() == [0, 1, 4]
    assert got.weight.tolist() == [2, 1, 1]


@given(seeds)
def test_whole_weights_are_copies(seed):
    p, truth, weight = a_set(seed)
    weight[0] = 1
    copies = np.repeat(np.arange(80), weight.astype(int))
    predicted, confidence = predict(p)
    correct = predicted == truth
    got, again = bins(confidence, correct, 10, weight), bins(confidence[copies], correct[copies], 10)
    assert got.weight.tolist() == again.weight.tolist()
    assert ece(got) == pytest.approx(ece(again), abs=1e-12)
    for measure in (answer_scores.brier_sum, answer_scores.log_loss):
        assert measure(p, truth, weight) == pytest.approx(measure(p[copies], truth[copies]), abs=1e-9)
    assert answer_scores.discrimination(confidence, weight) == pytest.approx(
        answer_scores.discrimination(confidence[copies]), abs=1e-12
    )
    one, two = fit_temperature(logits(p), truth, weight), fit_temperature(logits(p)[copies], truth[copies])
    assert (one.t, one.flag) == (pytest.approx(two.t, rel=1e-9), two.flag)
    first, second = (truth > 0).astype(int), logits(p)[:, 1]
    heavy, copied = fit_platt(second, first, weight), fit_platt(second[copies], first[copies])
    assert heavy.slope == pytest.approx(copied.slope, rel=1e-7, abs=1e-9)
    assert heavy.intercept == pytest.approx(copied.intercept, rel=1e-7, abs=1e-9)


def test_intervals_are_clopper_and_pearsons():
    p, truth, _ = a_set(1, n=500)
    predicted, confidence = predict(p)
    got = bins(confidence, predicted == truth)
    low, high = got.intervals()
    for i in range(len(got.index)):
        n = int(got.weight[i])
        expected = binomtest(round(got.accuracy[i] * n), n).proportion_ci(0.95, method="exact")
        assert (low[i], high[i]) == pytest.approx((expected.low, expected.high), abs=1e-9)
    assert ((low <= got.accuracy) & (got.accuracy <= high)).all()


def test_uneven_weights_widen_the_intervals():
    even = bins(np.full(20, 0.9), np.arange(20) < 15, weight=np.full(20, 7.0))
    assert even.counted.tolist() == [20]
    uneven = bins(np.full(20, 0.9), np.arange(20) < 15, weight=np.where(np.arange(20) % 2, 1.0, 19))
    assert uneven.counted[0] == pytest.approx(200**2 / (10 * 1 + 10 * 361))
    assert np.diff(np.ravel(uneven.intervals())) > np.diff(np.ravel(even.intervals()))


def test_a_class_no_model_knows_has_probability_0():
    p, truth = np.array([[0.5, 0.5], [1.0, 0.0]]), np.array([2, 5])
    assert answer_scores.brier_sum(p, truth) == pytest.approx((1.5 + 2) / 2)
    assert answer_scores.log_loss(p, truth) == pytest.approx(52 * np.log(2))
    assert fit_temperature(logits(p), truth).flag == "models.no_items"
    plain, known, _ = a_set(3)
    some = np.where(np.arange(80) % 5, known, 9)
    assert fit_temperature(logits(plain), some) == fit_temperature(logits(plain)[some < 9], known[some < 9])


@given(seeds, st.integers(2, 5))
def test_the_temperature_has_the_least_log_loss(seed, n_classes):
    p, truth, weight = a_set(seed, n_classes=n_classes)
    weight[:2] = 1
    z = logits(p)

    def loss(log_t):
        return -np.average(log_softmax(z / np.exp(log_t), axis=1)[np.arange(80), truth], weights=weight)

    got = fit_temperature(z, truth, weight)
    assert got.flag == ""
    best = minimize_scalar(loss, bounds=(-5, 5), method="bounded", options={"xatol": 1e-10})
    assert loss(np.log(got.t)) <= best.fun + 1e-12
    # The slope is 0: the mean of z under p is the mean of z at the truth.
    scaled = scale(z, got.t)
    assert np.average((scaled * z).sum(axis=1), weights=weight) == pytest.approx(
        np.average(z[np.arange(80), truth], weights=weight), abs=1e-9
    )
    assert scaled.sum(axis=1) == pytest.approx(np.ones(80))
    assert (scaled.argmax(axis=1) == z.argmax(axis=1)).all()


@given(seeds, st.floats(0.01, 100), st.floats(-50, 50))
def test_a_shift_of_decision_values_changes_nothing_and_a_scale_scales_t(seed, factor, shift):
    p, truth, _ = a_set(seed)
    z = logits(p)
    plain = fit_temperature(z, truth)
    assert plain.flag == ""
    moved = fit_temperature(factor * z + shift, truth)
    assert moved.t == pytest.approx(factor * plain.t, rel=1e-6)
    assert scale(factor * z + shift, moved.t) == pytest.approx(scale(z, plain.t), abs=1e-6)


@pytest.mark.parametrize(
    ("z", "truth", "flag", "t"),
    [
        ([[0.3, 0.3], [2.0, 2.0]], [0, 1], "models.uniform", 1.0),
        ([[1.0, 0.0], [0.0, 3.0]], [0, 1], "models.all_right", np.exp(-10)),
        ([[1.0, 1.0], [0.0, 3.0]], [0, 1], "models.all_right", np.exp(-10)),  # an undecided item pulls nowhere
        ([[1.0, 0.0], [0.0, 3.0]], [1, 0], "models.worse_than_uniform", np.exp(10)),
        ([[1e-7, 0.0], [0.0, 2e-7], [0.0, 2e-7]], [0, 1, 0], "models.out_of_range", np.exp(-10)),
    ],
)
def test_flags_say_why_a_temperature_is_not_to_be_used(z, truth, flag, t):
    got = fit_temperature(np.array(z), np.array(truth))
    assert got.flag == flag
    assert got.t == pytest.approx(t)
    assert at_bound(got) == (flag != "models.uniform")


def test_an_item_of_weight_0_says_nothing():
    z = np.array([[0.5, 0.5], [2.0, 0.0]])
    assert fit_temperature(z, np.array([0, 1]), np.array([1.0, 0.0])).flag == "models.uniform"


def test_many_items_are_fitted_in_pieces(monkeypatch):
    p, truth, weight = a_set(7)
    whole = fit_temperature(logits(p), truth, weight)
    monkeypatch.setattr(answers, "CHUNK", 10)
    assert fit_temperature(logits(p), truth, weight).t == pytest.approx(whole.t, rel=1e-12)


@given(seeds, st.floats(0.05, 20))
def test_two_classes_temperature_leaves_the_tuned_value_on_its_own_items(seed, t):
    # C21: it maps two-class confidences monotonically.
    p, truth, weight = a_set(seed, n_classes=2, sharp=0.5)
    weight[0] = 1
    values = []
    for each in (p, scale(logits(p), t)):
        predicted, confidence = predict(each)
        if_accepted = np.where(predicted == truth, 1.0, -3.0)
        values.append(answer_values.empirical(confidence, if_accepted, np.zeros(80), 3.0, weight).mean_value)
    assert values[0] == pytest.approx(values[1], abs=1e-12)


def decisions(seed, n=90):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    return rng.normal(1.5 * truth - 0.4, 1.0), truth, rng.integers(0, 4, n) * 1.0


@given(seeds)
def test_platt_has_the_least_log_loss_against_his_targets(seed):
    f, truth, weight = decisions(seed)
    weight[:10] = 1
    n1, n0 = weight[truth == 1].sum(), weight[truth == 0].sum()
    target = np.where(truth == 1, (n1 + 1) / (n1 + 2), 1 / (n0 + 2))

    def loss(at):
        x = at[0] * f + at[1]
        return np.average(np.logaddexp(0, x) - target * x, weights=weight)

    got = fit_platt(f, truth, weight)
    best = minimize(loss, np.zeros(2), method="BFGS", options={"gtol": 1e-8})
    assert loss([got.slope, got.intercept]) <= best.fun + 1e-12
    assert [got.slope, got.intercept] == pytest.approx(best.x, abs=1e-4)
    p = got.probabilities(f)
    assert np.average(p[:, 1], weights=weight) == pytest.approx(np.average(target, weights=weight), abs=1e-9)
    assert p.sum(axis=1) == pytest.approx(np.ones(90))


@given(seeds, st.floats(0.001, 1000), st.floats(-100, 100))
def test_platt_does_not_depend_on_the_unit_of_the_values(seed, factor, shift):
    f, truth, _ = decisions(seed)
    plain, moved = fit_platt(f, truth), fit_platt(factor * f + shift, truth)
    assert moved.probabilities(factor * f + shift) == pytest.approx(plain.probabilities(f), abs=1e-6)


def test_platt_stays_finite_where_a_cutoff_separates():
    f = np.array([-1e6, -2.0, 3.0, 1e6])
    got = fit_platt(f, np.array([0, 0, 1, 1]))
    assert got.flag == ""
    assert np.isfinite([got.slope, got.intercept]).all()
    assert np.isfinite(got.probabilities(f)).all()


@pytest.mark.parametrize(
    ("f", "truth", "flag"),
    [
        ([1.0, 2.0, 3.0], [1, 1, 1], "models.one_class"),
        ([2.0, 2.0, 2.0], [0, 1, 1], "models.constant"),
        ([3.0, 2.0, 1.0, 0.0], [0, 0, 1, 1], "models.reversed"),
    ],
)
def test_flags_say_why_platt_is_not_to_be_used(f, truth, flag):
    got = fit_platt(np.array(f), np.array(truth))
    assert got.flag == flag
    if flag != "models.reversed":
        n1, n0 = sum(truth), len(truth) - sum(truth)
        target = (n1 * (n1 + 1) / (n1 + 2) + n0 / (n0 + 2)) / len(truth)
        assert got.probabilities(np.array(f))[:, 1] == pytest.approx(np.full(len(f), target))


def test_no_items_are_an_error():
    for call in (
        lambda: bins(np.zeros(0), np.zeros(0)),
        lambda: answer_scores.brier_sum(np.zeros((0, 2)), np.zeros(0, int)),
        lambda: answer_scores.log_loss(np.zeros((0, 2)), np.zeros(0, int)),
        lambda: answer_scores.discrimination(np.zeros(0)),
        lambda: fit_platt(np.ones(2), np.array([2, 3])),
    ):
        with pytest.raises(ValueError, match="no items"):
            call()


# --- top confidences alone: a logistic curve of "right" on their log-odds


def test_where_no_answer_was_wrong_other_truths_share_the_rest_as_labels_are() -> None:
    """Of 4, 6 and 10 labels all are answered right: the others of the first have 6.5 and 10.5 of 17, and so on."""
    truth = np.repeat([0, 1, 2], [4, 6, 10])
    found = rates(truth, truth, np.ones(20), 3)
    held = np.array([4.5, 6.5, 10.5])
    for said in range(3):
        others = np.arange(3) != said
        by_hand = (1 - found[said, said]) * held[others] / held[others].sum()
        assert found[said, others] == pytest.approx(by_hand)
    assert found.sum(axis=1) == pytest.approx(1)


def test_answers_that_are_as_often_right_share_one_rate_and_others_keep_their_own() -> None:
    """Nine of ten of either answer: all twenty say one rate, 18.5 of 21. Ten of ten and none: each counts for itself."""
    said, truth = np.repeat([0, 1], 10), np.array([0] * 9 + [1] + [1] * 9 + [0])
    rate = 18.5 / 21
    assert np.diag(rates(said, truth, np.ones(20), 2)) == pytest.approx([(9 + 20 * rate) / 30] * 2)
    apart = rates(said, np.zeros(20, int), np.ones(20), 2)
    assert np.diag(apart) == pytest.approx([(10 + 2 * 0.5) / 12, (0 + 2 * 0.5) / 12])


def test_an_answer_alone_is_as_sure_as_it_is_right_among_the_other_folds():
    """New items have the mean over the folds, and over nothing else."""
    args = DEFAULT | {"models": (LLM,), "validation": False}
    plan, test = make_plan(args), make_set(args)
    model = scale_decisions(plan, None, test)[1].models[0]
    folds, tables = dealt(test, plan.seed), []
    for fold in range(int(folds.max()) + 1):
        at = folds != fold
        said, truth = model.predicted[at], test.truth[at]
        tables.append(rates(said, truth, np.ones(at.sum()), test.n_classes, -1))
        assert model.probabilities[~at] == pytest.approx(tables[-1][model.predicted[~at]])
    assert len({str(table) for table in tables}) > 1
    assert np.array(model.scaling.rates) == pytest.approx(np.mean(tables, axis=0))
