"""Wrong answers if the surest items are answered alone."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.models.voc import risk_curve


def test_the_curve_ends_with_every_wrong_answer_and_runs_straight_through_equal_confidences():
    # Surest first: right, then two equally sure of which one is wrong, then wrong: of four items 0, .5, 1, 2 wrong.
    coverage, wrong = risk_curve(np.array([0.9, 0.7, 0.7, 0.5]), np.array([True, False, True, False]), None)
    assert coverage.tolist() == [0.0, 0.25, 0.75, 1.0]
    assert wrong.tolist() == [0.0, 0.0, 0.25, 0.5]
    assert np.interp(0.5, coverage, wrong) == pytest.approx(0.125)
