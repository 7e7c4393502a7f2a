"""Where a model gives no answer by itself, none stands: by no route, and in no count (S24 section 3.1, case d)."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan import evaluate, plan


def test_blanks_are_left_to_people_by_every_route():
    rng = np.random.default_rng(5)
    truth = np.where(rng.random(300) < 0.3, "pos", "neg").astype(object)
    said = np.where(rng.random(300) < 0.85, truth, np.where(truth == "pos", "neg", "pos")).astype(object)
    said[::5] = ""
    made = plan(list(truth), {"idk": {"predicted": list(said)}}, error_weight=1, resamples=39)
    (model,) = made.decision["defer"]["models"]
    answered = np.arange(300) % 5 > 0
    right = int(((said == truth) & answered).sum())
    assert model["answered_alone"] == answered.sum() == 240
    assert model["value_per_item"]["value"] == pytest.approx((2 * right - 240) / 300)
    ways = evaluate(list(truth), {"idk": {"predicted": list(said)}}, error_weight=1, resamples=0).tables[
        "ways"
    ]
    for row in ways[ways["way"].isin(["all", "calibrated", "learnt"])].itertuples():
        assert (row.coverage, row.per_1000) == pytest.approx((0.8, 1000 * (2 * right - 240) / 300))
    table = made.tables["confusion"]
    assert made.decision["recommendation"]["answered_alone"]["value"] == 240
    assert table is not None
