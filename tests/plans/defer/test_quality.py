"""The usual scores agree with scikit-learn; every one has an interval that holds it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from budgetplan.plans.quality import by_class, quality
from classified_world import made
from sklearn.metrics import (
    accuracy_score,
    f1_score,
    log_loss,
    precision_recall_fscore_support,
    roc_auc_score,
)

from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.models.value import predict
from budgetplan.plans import quality as module
from budgetplan.plans.sampler import Sampler

TEST = made()
MODEL = TEST.models[0]
OFF = Sampler(TEST, 0, 1)


def test_the_scores_are_those_of_scikit_learn():
    found = quality(MODEL, TEST, MODEL, OFF)
    truth, p = TEST.truth, MODEL.probabilities
    assert found["accuracy"].value == pytest.approx(accuracy_score(truth, MODEL.predicted))
    assert found["f1_macro"].value == pytest.approx(f1_score(truth, MODEL.predicted, average="macro"))
    assert found["log_loss"].value == pytest.approx(log_loss(truth, p))
    one_hot = np.eye(3)[truth]
    assert found["brier_sum"].value == pytest.approx(((p - one_hot) ** 2).sum(axis=1).mean())
    assert found["discrimination"].value == pytest.approx(((0.5 - MODEL.confidence) ** 2).mean())


def test_a_class_that_is_never_predicted_counts_as_nothing_found():
    never = replace(MODEL, predicted=np.minimum(MODEL.predicted, 1), probabilities=None)
    found = quality(never, TEST, None, OFF)
    assert found["f1_macro"].value == pytest.approx(
        f1_score(TEST.truth, never.predicted, average="macro", zero_division=0)
    )
    assert "brier_sum" not in found
    assert "cf1_macro" not in found


def test_precision_recall_and_f1_of_many_classes_are_those_of_scikit_learn():
    rng = np.random.default_rng(5)
    p = rng.dirichlet(np.full(150, 0.1), 900)
    predicted, confidence = predict(p)
    # Classes 140 to 149 have no item; codes from 150 on are labels that no model knows.
    truth = np.where(rng.random(900) < 0.6, np.minimum(predicted, 139), rng.integers(0, 140, 900))
    truth[::30] = 150
    names = tuple(f"c{j:03}" for j in range(150))
    data = ClassifiedSet(tuple(f"i{i:03}" for i in range(900)), names, truth, unknown=("other",))
    model = Predictions("m", predicted, confidence, p)
    found, known = quality(model, data, None, Sampler(data, 50, 1)), truth < 150
    occurring = np.unique(truth[known])
    expected = precision_recall_fscore_support(
        truth[known], predicted[known], labels=occurring, average="macro", zero_division=0
    )
    for name, value in zip(("precision", "recall", "f1"), expected[:3], strict=True):
        one = found[f"{name}_macro"]
        assert one.value == pytest.approx(value)
        assert one.low < one.high
        assert found[f"c{name}_macro"].low < found[f"c{name}_macro"].high
    classes = by_class(model, data)
    single = precision_recall_fscore_support(
        truth[known], predicted[known], labels=occurring, zero_division=0
    )
    for values, wanted in zip(
        (classes["precision"], classes["recall"], classes["f1"], classes["n"]),
        single,
        strict=True,
    ):
        assert values[occurring] == pytest.approx(wanted)
    assert np.isnan(classes["f1"][140:]).all()
    # Labels that no model knows have no probability to be near or far from.
    of_class = np.eye(150)[truth[known]]
    assert found["brier_sum"].value == pytest.approx(((p[known] - of_class) ** 2).sum(axis=1).mean())
    own = p[known, truth[known]]
    assert found["log_loss"].value == pytest.approx(-np.log(np.maximum(own, 2.0**-52)).mean())
    assert found["brier_sum"].low < found["brier_sum"].value < found["brier_sum"].high
    assert found["f1_macro"].value == pytest.approx(np.nanmean(classes["f1"]))


def test_the_scores_of_probabilities_by_hand():
    # Five items: 0.7 + 0.5 of class 0's two and 0.6 + 0.8 + 0.3 of class 1's three; class 2 has no item, and
    # 0.5 is claimed for it; nothing is claimed for class 3.
    p = np.array(
        [[0.7, 0.2, 0.1, 0], [0.5, 0.5, 0, 0], [0.2, 0.6, 0.2, 0], [0.1, 0.8, 0.1, 0], [0.6, 0.3, 0.1, 0]]
    )
    predicted, confidence = predict(p)
    data = ClassifiedSet(tuple("abcde"), tuple("0123"), np.array([0, 0, 1, 1, 1]))
    found = quality(Predictions("m", predicted, confidence, p), data, None, Sampler(data, 0, 1))
    assert found["cprecision_macro"].value == pytest.approx((1.2 / 2.1 + 1.7 / 2.4 + 0) / 3)
    assert found["crecall_macro"].value == pytest.approx((1.2 / 2 + 1.7 / 3) / 2)
    assert found["cf1_macro"].value == pytest.approx((2.4 / 4.1 + 3.4 / 5.4) / 2)
    # Answers 0, 0, 1, 1, 0.
    assert found["precision_macro"].value == pytest.approx((2 / 3 + 1) / 2)
    assert found["recall_macro"].value == pytest.approx((1 + 2 / 3) / 2)
    assert found["f1_macro"].value == pytest.approx(0.8)


def test_what_would_take_too_long_has_no_interval(monkeypatch):
    monkeypatch.setattr(module, "MOST_PRODUCTS", TEST.n_items * 3 * 100)
    within, beyond = (quality(MODEL, TEST, MODEL, Sampler(TEST, times, 1)) for times in (100, 101))
    for name in ("cprecision_macro", "crecall_macro", "cf1_macro"):
        assert within[name].known
        assert not beyond[name].known
        assert beyond[name].value == within[name].value
    assert beyond["f1_macro"].known


def test_a_mean_over_no_class_is_no_score():
    nobody = replace(TEST, truth=np.full(TEST.n_items, 3), unknown=("other",))
    bare = replace(MODEL, probabilities=None)
    assert not {"f1_macro", "precision_macro", "recall_macro"} & set(quality(bare, nobody, None, OFF))
    assert not {"brier_sum", "log_loss"} & set(quality(MODEL, nobody, None, OFF))


def test_the_area_under_generalised_risk_follows_from_auroc():
    correct = MODEL.predicted == TEST.truth
    accuracy = correct.mean()
    auroc = roc_auc_score(correct, MODEL.confidence)
    expected = (1 - auroc) * accuracy * (1 - accuracy) + (1 - accuracy) ** 2 / 2
    assert quality(MODEL, TEST, MODEL, OFF)["augrc"].value == pytest.approx(expected)


def test_calibration_error_is_the_weighted_gap_of_the_bins():
    found = quality(MODEL, TEST, MODEL, OFF)
    place = np.clip(np.ceil(MODEL.confidence * 15).astype(int) - 1, 0, 14)
    correct = MODEL.predicted == TEST.truth
    gaps = [
        ((place == b).mean(), abs(correct[place == b].mean() - MODEL.confidence[place == b].mean()))
        for b in range(15)
        if (place == b).any()
    ]
    assert found["ece"].value == pytest.approx(sum(share * gap for share, gap in gaps))
    assert found["mce"].value == pytest.approx(max(gap for _, gap in gaps))


def test_every_score_has_an_interval_of_some_width():
    found = quality(MODEL, TEST, MODEL, Sampler(TEST, 300, 1))
    for name, one in found.items():
        assert one.low < one.high, name
    for name in ("accuracy", "f1_macro", "cf1_macro", "brier_sum", "log_loss", "augrc", "discrimination"):
        assert found[name].low < found[name].value < found[name].high, name


def test_a_weight_of_two_is_a_doubled_row():
    double = np.arange(TEST.n_items) < 50
    weighted = replace(TEST, weight=1.0 + double)
    rows = np.concatenate([np.arange(TEST.n_items), np.flatnonzero(double)])
    model = replace(
        MODEL,
        predicted=MODEL.predicted[rows],
        confidence=MODEL.confidence[rows],
        probabilities=MODEL.probabilities[rows],
    )
    longer = replace(TEST, ids=tuple(str(i) for i in rows), truth=TEST.truth[rows])
    one, other = quality(MODEL, weighted, MODEL, Sampler(weighted, 0, 1)), quality(model, longer, model, OFF)
    for name in one:
        assert one[name].value == pytest.approx(other[name].value), name
