"""Scores of models that answer, by hand and as scikit-learn has them; every one has an interval that holds it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from classified_world import made
from scipy.stats import beta
from sklearn.calibration import calibration_curve
from sklearn.metrics import accuracy_score, log_loss

from budgetplan import evaluate
from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.evaluation.answers import brier_reliability, calibration_row
from budgetplan.models.value import predict
from budgetplan.plans.bench import Sampler

TEST = made()
MODEL = TEST.models[0]


def row(said, test, resamples=0):
    """Return the scores of a model, drawn anew so many times."""
    sampler = Sampler(test, resamples, 1)
    return calibration_row(said, test, sampler, sampler.areas(said.predicted == test.truth, said.confidence))


def answered(*blocks):
    """Return labels, answers and confidences: so many answers each, right or wrong, of one confidence."""
    n, right, sure = (np.repeat([one[place] for one in blocks], [one[0] for one in blocks]) for place in range(3))
    gold = np.where(np.arange(len(n)) < len(n) / 2, "a", "b")
    said = np.where(right.astype(bool), gold, np.where(gold == "a", "b", "a"))
    return gold, {"m": {"predicted": said, "confidence": sure}}


HALF = tuple((1, place % 2 == 0, 0.9) for place in range(40))
"""Forty answers of one confidence, every second one wrong."""


def measured(*blocks, resamples=0, **more):
    gold, models = answered(*blocks)
    return evaluate(gold, models, resamples=resamples, **more).tables


def test_the_scores_are_those_of_scikit_learn():
    found = row(MODEL, TEST)
    truth, p = TEST.truth, MODEL.probabilities
    assert found["accuracy"] == pytest.approx(accuracy_score(truth, MODEL.predicted))
    assert found["log_loss"] == pytest.approx(log_loss(truth, p))
    assert found["brier_sum"] == pytest.approx(((p - np.eye(3)[truth]) ** 2).sum(axis=1).mean())


def test_labels_that_no_model_knows_have_no_probability_to_be_near():
    rng = np.random.default_rng(5)
    p = rng.dirichlet(np.full(150, 0.1), 900)
    predicted, confidence = predict(p)
    truth = np.where(rng.random(900) < 0.6, predicted, rng.integers(0, 150, 900))
    truth[::30] = 150
    names = tuple(f"c{j:03}" for j in range(150))
    data = ClassifiedSet(tuple(f"i{i:03}" for i in range(900)), names, truth, unknown=("other",))
    found, known = row(Predictions("m", predicted, confidence, p), data, 50), truth < 150
    of_class = np.eye(150)[truth[known]]
    assert found["brier_sum"] == pytest.approx(((p[known] - of_class) ** 2).sum(axis=1).mean())
    own = p[known, truth[known]]
    assert found["log_loss"] == pytest.approx(-np.log(np.maximum(own, 2.0**-52)).mean())
    assert found["brier_sum_low"] < found["brier_sum"] < found["brier_sum_high"]


def test_the_brier_score_is_its_reliability_less_resolution_and_what_labels_vary_by():
    # Murphy 1973: exact where all of a bin say the same. Of each class, and added up.
    rng = np.random.default_rng(3)
    p = np.array([[0.1, 0.3, 0.6], [0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0.7, 0.1, 0.2]])[rng.integers(0, 4, 300)]
    truth, w = rng.integers(0, 3, 300), rng.integers(1, 4, 300).astype(float)
    hit, resolution, vary = np.eye(3)[truth], 0.0, 0.0
    base = np.average(hit, axis=0, weights=w)
    for code in range(3):
        for value in np.unique(p[:, code]):
            at = p[:, code] == value
            share = np.average(hit[at, code], weights=w[at])
            resolution += w[at].sum() / w.sum() * (share - base[code]) ** 2
        vary += base[code] * (1 - base[code])
    brier = np.average(((p - hit) ** 2).sum(axis=1), weights=w)
    assert brier_reliability(p, truth, w) == pytest.approx(brier - vary + resolution)
    # As far as can be: always sure, and never right.
    assert brier_reliability(np.eye(2)[[0, 1]], np.array([1, 0]), np.ones(2)) == pytest.approx(2)


def test_reliability_of_the_brier_score_has_the_bins_of_scikit_learn():
    found, p, expected = row(MODEL, TEST), MODEL.probabilities, 0.0
    for code in range(p.shape[1]):
        hit = TEST.truth == code
        share, mean = calibration_curve(hit, p[:, code], n_bins=15)
        counts = np.histogram(p[:, code], np.linspace(0, 1, 16))[0]
        expected += (counts[counts > 0] / len(p) * (share - mean) ** 2).sum()
    assert found["brier_reliability_sum"] == pytest.approx(expected)


def test_calibration_error_is_the_gap_of_the_bins():
    found, correct = row(MODEL, TEST), MODEL.predicted == TEST.truth
    place = np.clip(np.ceil(MODEL.confidence * 15).astype(int) - 1, 0, 14)
    gaps = [
        ((place == b).mean(), abs(correct[place == b].mean() - MODEL.confidence[place == b].mean()))
        for b in np.unique(place)
    ]
    assert found["ece"] == pytest.approx(sum(share * gap for share, gap in gaps))
    assert found["mce"] == pytest.approx(max(gap for _, gap in gaps))


def test_every_score_has_an_interval_of_some_width():
    found = row(MODEL, TEST, 99)
    for name in ("accuracy", "ece", "mce", "brier_sum", "log_loss", "augrc"):
        assert found[f"{name}_low"] < found[f"{name}_high"], name
    for name in ("accuracy", "brier_sum", "log_loss", "augrc"):
        assert found[f"{name}_low"] < found[name] < found[f"{name}_high"], name
    assert np.isnan(row(MODEL, TEST)["augrc_low"])


def test_answers_that_are_all_right_are_no_surer_than_as_many_items():
    all_right = replace(MODEL, predicted=TEST.truth)
    found = row(all_right, TEST, 40)
    # Two-sided Clopper and Pearson of 200 of 200.
    assert found["accuracy_low"] == pytest.approx(0.025 ** (1 / 200))
    assert found["accuracy"] == found["accuracy_high"] == 1


def test_a_weight_of_two_is_a_doubled_row():
    double = np.arange(TEST.n_items) < 50
    rows = np.concatenate([np.arange(TEST.n_items), np.flatnonzero(double)])
    model = replace(
        MODEL,
        predicted=MODEL.predicted[rows],
        confidence=MODEL.confidence[rows],
        probabilities=MODEL.probabilities[rows],
    )
    longer = replace(TEST, ids=tuple(str(i) for i in rows), truth=TEST.truth[rows])
    assert row(MODEL, replace(TEST, weight=1.0 + double)) == pytest.approx(row(model, longer), nan_ok=True)


def test_confidence_that_tells_nothing_by_hand():
    tables = measured(*HALF)
    risk = tables["risk"].set_index("coverage")["wrong_per_1000"]
    # Half of the answers are wrong, and nothing tells which: 250 of 1,000 at a half, 400 at four fifths.
    assert [risk[share] for share in (0.0, 0.5, 0.8, 1.0)] == pytest.approx([0, 250, 400, 500])
    calibration = tables["calibration"].query("confidence_is == 'stated'").iloc[0]
    # One tie: W(k) = k / 2, mean of (W(k-1) + W(k)) / 2 over N^2: 1 / 4.
    assert calibration["augrc"] == pytest.approx(0.25)
    voc = tables["voc"].query("way == 'stated'").iloc[0]
    # Up to k = 9 everything is accepted: (20 - 20 k) / 40, positive up to 1, area 1/4 on [0, 1].
    assert (voc["area_0_1"], voc["area_1_10"], voc["area_all"]) == pytest.approx((0.25, 0, 0.25))
    assert (voc["first_fails"], voc["omega_sup"]) == pytest.approx((1, 1))
    assert np.isnan(voc["area_0_1_low"])


def test_areas_of_stated_and_of_calibrated_confidences_have_intervals():
    voc = measured(*HALF, (20, True, 0.95), resamples=99)["voc"].set_index("way")
    for way in ("stated", "calibrated"):
        assert voc.loc[way, "area_0_1_low"] < voc.loc[way, "area_0_1"] < voc.loc[way, "area_0_1_high"]
    assert np.isnan(voc.loc["learnt", "area_0_1_low"])


def test_endless_weights_are_infinite():
    voc = measured((40, True, 1.0))["voc"].query("way == 'stated'").iloc[0]
    assert voc["area_all"] == voc["first_fails"] == voc["omega_sup"] == np.inf


def test_bins_are_those_of_scikit_learn_with_exact_intervals():
    n = 400
    rng = np.random.default_rng(4)
    sure = rng.uniform(0.3, 1.0, n)
    right = rng.random(n) < sure
    gold, models = answered(*zip([1] * n, right, sure, strict=True))
    rows = evaluate(gold, models, resamples=0).tables["confidence"].query("confidence_is == 'stated'")
    share, mean = calibration_curve(right, sure, n_bins=15)
    assert rows["accuracy"].to_numpy() == pytest.approx(share)
    assert rows["confidence"].to_numpy() == pytest.approx(mean)
    assert rows["right"].sum() + rows["wrong"].sum() == n
    for one in rows[(rows["right"] > 0) & (rows["wrong"] > 0)].itertuples():
        assert one.accuracy_low == pytest.approx(beta.ppf(0.025, one.right, one.wrong + 1))
        assert one.accuracy_high == pytest.approx(beta.ppf(0.975, one.right + 1, one.wrong))
    grouped = evaluate(gold, models, resamples=0, groups=np.arange(n) // 4).tables["confidence"]
    assert grouped["accuracy_low"].isna().all()


def test_a_model_that_is_half_as_sure_as_it_might_be_has_a_temperature():
    rng = np.random.default_rng(6)
    truth = rng.integers(0, 2, 4000)
    z = rng.normal(size=4000) + (2.0 * truth - 1)
    # The log odds of truth are 2 z: half of that asks for a temperature of 1/2.
    p = 1 / (1 + np.exp(-z))
    found = evaluate(np.array(["a", "b"])[truth], {"m": np.stack([1 - p, p], axis=1)}, classes=["a", "b"], resamples=0)
    assert set(found.tables["calibration"]["temperature"].round(1)) == {0.5}


def test_what_another_measure_loses_has_its_interval():
    gold = np.array(["a", "b"] * 200)
    other = np.array(["b", "a"] * 200)
    # One is right 380 times of 400 and as sure of all; one answers 360 surely, all right, and is right in 10 of the rest.
    accurate = np.where(np.arange(400) % 20 == 7, other, gold)
    choosy = np.where(np.arange(400) % 40 < 3, other, gold)
    sure = np.where(np.arange(400) % 40 < 4, 0.4, 0.99)
    models = {
        "accurate": {"predicted": accurate, "confidence": np.full(400, 0.95)},
        "choosy": {"predicted": choosy, "confidence": sure},
    }
    rows = evaluate(gold, models, weights_of_errors=(10.0,), resamples=199).tables["choices"].set_index("measure")
    assert (rows.loc["value", "model"], rows.loc["accuracy", "model"]) == ("choosy", "accurate")
    assert rows.loc["value", "lost"] == rows.loc["value", "lost_low"] == rows.loc["value", "lost_high"] == 0
    assert 0 < rows.loc["accuracy", "lost_low"] < rows.loc["accuracy", "lost"] < rows.loc["accuracy", "lost_high"]
