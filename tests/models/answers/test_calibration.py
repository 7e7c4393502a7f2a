"""Calibration: against scikit-learn and scipy, and laws of scaling."""

import numpy as np
import pytest
import rated
from answer_scores import ece, mce
from answer_values import at_bound
from defer_world import DEFAULT, make_plan
from hypothesis import given
from hypothesis import strategies as st
from logits import logits
from scipy.optimize import minimize, minimize_scalar
from scipy.special import log_softmax
from sklearn.calibration import calibration_curve

from budgetplan.core import answers
from budgetplan.core.answers import scale
from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.models.calibration import (
    as_new,
    bins,
    dealt,
    fit_platt,
    fit_temperature,
    rates,
    scale_decisions,
    scaled_alike,
)
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


def test_uneven_weights_widen_the_intervals():
    even = bins(np.full(20, 0.9), np.arange(20) < 15, weight=np.full(20, 7.0))
    assert even.counted.tolist() == [20]
    uneven = bins(np.full(20, 0.9), np.arange(20) < 15, weight=np.where(np.arange(20) % 2, 1.0, 19))
    assert uneven.counted[0] == pytest.approx(200**2 / (10 * 1 + 10 * 361))
    assert np.diff(np.ravel(uneven.intervals())) > np.diff(np.ravel(even.intervals()))


def test_a_class_no_model_knows_has_probability_0():
    p, truth = np.array([[0.5, 0.5], [1.0, 0.0]]), np.array([2, 5])
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
    with pytest.raises(ValueError, match="no items"):
        bins(np.zeros(0), np.zeros(0))
    with pytest.raises(ValueError, match="no items"):
        fit_platt(np.ones(2), np.array([2, 3]))


# --- answers without a confidence are as sure as labelled items with the same answer say


@pytest.mark.parametrize("seed", range(10))
def test_an_answer_alone_is_as_sure_as_it_is_right_among_the_other_folds(seed):
    """New items have the mean over the folds; of one item or group, and of validation items, too; some answers say nothing."""
    rng, n_classes = np.random.default_rng(seed), 3 + seed % 2
    classes = tuple("abcd"[:n_classes])

    def drawn(n):
        said = rng.integers(-1 if seed % 3 == 0 else 0, n_classes, n)
        truth = np.where((rng.random(n) < 0.6) & (said >= 0), said, rng.integers(0, n_classes + 1, n))
        weight, group = rng.choice([1.0, 3.0], n), np.arange(n) % (7 if seed != 5 else 1) if seed % 2 else None
        models = (Predictions("m", said, np.full(n, np.nan), column="m"),)
        return ClassifiedSet(
            tuple(map(str, range(n))), classes, truth, ("z",), models=models, weight=weight, group=group
        )

    labelled, others = drawn(1 if seed == 4 else 40), drawn(30)
    folds = dealt(labelled, 1)
    assert (folds is None) is (seed in (4, 5))
    folds = [0] * labelled.n_items if folds is None else folds.tolist()
    columns = ([int(each) for each in labelled.models[0].predicted], labelled.truth.tolist(), labelled.weight.tolist())
    tables, mean = rated.by_folds(*columns, folds, n_classes)
    sets = (labelled, others) if seed % 4 == 0 else (None, labelled)
    seen, judged = scale_decisions(make_plan(DEFAULT), *sets)
    model, new = (seen or judged).models[0], (scaled_alike(others, judged) if seen is None else judged).models[0]
    assert model.predicted.tolist() == columns[0]
    by_fold = [tables[fold][answer] for fold, answer in zip(folds, columns[0], strict=True)]
    for each, wanted in (
        (model, by_fold),
        (new, np.array(mean)[new.predicted]),
        (as_new(model), np.array(mean)[columns[0]]),
    ):
        assert each.probabilities == pytest.approx(np.array(wanted))
        sure = [row[at] if at >= 0 else 0.0 for row, at in zip(wanted, each.predicted, strict=True)]
        assert each.confidence == pytest.approx(sure)


@pytest.mark.parametrize("said", [[0, 0, 1, 1, -1] * 4, [0] * 20, [-1] * 20, [1] * 10 + [0] * 10])
def test_rates_of_few_answers_are_those_of_all(said):
    """A model that answers no labelled item, or all alike, has a rate for all answers."""
    truth = [0, 1, 0, 0, 1] * 4
    for weight in ([1.0, 3.0] * 10, [0.0] * 20, [1.0] * 20):
        by_hand = rated.rates(said, truth, weight, 2)
        found = rates(np.array(said), np.array(truth), np.array(weight), 2)
        assert found == pytest.approx(np.array(by_hand))
