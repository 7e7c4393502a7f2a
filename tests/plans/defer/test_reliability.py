"""Bins of confidence hold every answer once and agree with scikit-learn and the calibration error."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from budgetplan.plans.quality import quality, reliability
from classified_world import made
from scipy.stats import beta
from sklearn.calibration import calibration_curve

from budgetplan.core.answers import scale
from budgetplan.plans.sampler import Sampler

TEST = made(n=400)
MODEL = TEST.models[0]


def judged(test=TEST, temperature=None):
    said = test.models[0]
    probabilities = scale(np.log(said.probabilities), 1.0 if temperature is None else temperature)
    own = probabilities[np.arange(len(said.predicted)), said.predicted]
    rescaled = replace(said, probabilities=probabilities, confidence=own)
    return SimpleNamespace(predictions=said, correct=said.predicted == test.truth, calibrated=rescaled)


def test_bins_are_those_of_scikit_learn():
    found = reliability(judged(), TEST)
    right, stated = calibration_curve(MODEL.predicted == TEST.truth, MODEL.confidence, n_bins=15)
    assert [row.accuracy.value for row in found.stated] == pytest.approx(right)
    assert [row.confidence for row in found.stated] == pytest.approx(stated)


def test_every_answer_is_in_one_bin_that_holds_its_confidence():
    found = reliability(judged(), TEST).stated
    for row in found:
        inside = (MODEL.confidence > row.start) & (MODEL.confidence <= row.end)
        correct = (MODEL.predicted == TEST.truth)[inside]
        assert (row.right, row.wrong) == (correct.sum(), (~correct).sum())
        assert row.right + row.wrong == inside.sum()
    assert sum((row.right + row.wrong) for row in found) == 400


def test_the_gaps_of_the_bins_are_the_calibration_error():
    found = reliability(judged(), TEST).stated
    gaps = sum((row.right + row.wrong) / 400 * abs(row.accuracy.value - row.confidence) for row in found)
    assert gaps == pytest.approx(quality(MODEL, TEST, None, Sampler(TEST, 0, 1))["ece"].value)


def test_intervals_are_quantiles_of_the_beta_distribution():
    for row in reliability(judged(), TEST).stated:
        if row.right and row.wrong:
            assert row.accuracy.low == pytest.approx(beta.ppf(0.025, row.right, row.wrong + 1))
            assert row.accuracy.high == pytest.approx(beta.ppf(0.975, row.right + 1, row.wrong))


def test_a_temperature_of_one_changes_nothing_and_another_moves_confidence_alone():
    same = reliability(judged(temperature=1.0), TEST)
    assert [row.right for row in same.calibrated] == [row.right for row in same.stated]
    flatter = reliability(judged(temperature=2.0), TEST)
    mean = [
        sum((row.right + row.wrong) * row.confidence for row in each)
        for each in (flatter.calibrated, flatter.stated)
    ]
    assert mean[0] < mean[1]
    assert sum(row.right for row in flatter.calibrated) == sum(row.right for row in flatter.stated)


def test_weights_count_and_groups_have_no_intervals():
    double = replace(TEST, weight=np.full(400, 2.0))
    one, other = reliability(judged(), TEST).stated, reliability(judged(double), double).stated
    assert [(row.right + row.wrong) for row in other] == pytest.approx(
        [2 * (row.right + row.wrong) for row in one]
    )
    # Counting each item twice says no more than counting it once.
    assert [row.accuracy.low for row in other] == pytest.approx([row.accuracy.low for row in one])
    grouped = replace(TEST, group=np.arange(400) // 4)
    assert not any(row.accuracy.known for row in reliability(judged(grouped), grouped).stated)
