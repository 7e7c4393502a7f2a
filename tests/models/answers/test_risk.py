"""Wrong answers if the surest items are answered alone."""

from __future__ import annotations

import numpy as np
import pytest
from classified_world import made
from risk_coverage import cumulative_wrong

from budgetplan.models.voc import risk_curve

TEST = made(n=300)
SURE = TEST.models[0].confidence
CORRECT = TEST.models[0].predicted == TEST.truth


def test_the_curve_ends_with_every_wrong_answer_and_runs_straight_through_equal_confidences():
    # Surest first: right, then two equally sure of which one is wrong, then wrong: of four items 0, .5, 1, 2 wrong.
    coverage, wrong = risk_curve(np.array([0.9, 0.7, 0.7, 0.5]), np.array([True, False, True, False]), None)
    assert coverage.tolist() == [0.0, 0.25, 0.75, 1.0]
    assert wrong.tolist() == [0.0, 0.0, 0.25, 0.5]
    assert np.interp(0.5, coverage, wrong) == pytest.approx(0.125)


@pytest.mark.parametrize("sure", [SURE, SURE.round(1)], ids=["distinct", "ties"])
def test_risk_is_what_counting_gives(sure):
    coverage, wrong = risk_curve(sure, CORRECT, None)
    counted = cumulative_wrong(sure, CORRECT)
    assert 300 * np.interp(np.arange(301) / 300, coverage, wrong) == pytest.approx(counted)
    assert (coverage[0], coverage[-1], wrong[0]) == (0, 1, 0)
    assert wrong[-1] == pytest.approx(1 - CORRECT.mean())


def test_a_weight_of_two_is_a_doubled_row():
    rows = np.concatenate([np.arange(300), np.arange(100)])
    one = risk_curve(SURE, CORRECT, 1.0 + (np.arange(300) < 100))
    other = risk_curve(SURE[rows], CORRECT[rows], None)
    for share in (0.1, 0.5, 0.9):
        assert np.interp(share, *one) == pytest.approx(np.interp(share, *other))
