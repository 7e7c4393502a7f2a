"""The usual scores agree with scikit-learn; every one has an interval that holds it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from classified_world import made
from sklearn.metrics import accuracy_score, f1_score, log_loss, roc_auc_score

from budgetplan.planning.quality import quality
from budgetplan.planning.sampler import Sampler

TEST = made()
MODEL = TEST.models[0]
OFF = Sampler(TEST, 0, 1)


def test_the_scores_are_those_of_scikit_learn():
    found = quality(MODEL, TEST, 1.0, OFF)
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


def test_the_area_under_generalised_risk_follows_from_auroc():
    correct = MODEL.predicted == TEST.truth
    accuracy = correct.mean()
    auroc = roc_auc_score(correct, MODEL.confidence)
    expected = (1 - auroc) * accuracy * (1 - accuracy) + (1 - accuracy) ** 2 / 2
    assert quality(MODEL, TEST, 1.0, OFF)["augrc"].value == pytest.approx(expected)


def test_calibration_error_is_the_weighted_gap_of_the_bins():
    found = quality(MODEL, TEST, 1.0, OFF)
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
    found = quality(MODEL, TEST, 1.0, Sampler(TEST, 300, 1))
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
    one, other = quality(MODEL, weighted, 1.0, Sampler(weighted, 0, 1)), quality(model, longer, 1.0, OFF)
    for name in one:
        assert one[name].value == pytest.approx(other[name].value), name
