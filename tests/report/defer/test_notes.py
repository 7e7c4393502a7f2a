"""Notes on single models: reasons once each, and what was made of decision values."""

from __future__ import annotations

import numpy as np
import pytest
from defer_world import BAD, GOOD, SVC, world

from budgetplan.report.display import Style, sentence_text


def shown(told, key):
    return [sentence_text(one, Style.of(told.document)).replace("\u00a0", " ") for one in told.said(key)]


def test_the_scaling_of_two_classes_is_told_and_recorded():
    told = world(models=(SVC, BAD))
    scaling = told.selection.models[0].predictions.scaling
    [said] = told.said("defer.scaled_two")
    assert (said.args["slope"], said.args["intercept"]) == (scaling.slope, scaling.intercept)
    assert shown(told, "defer.scaled_two")[0].startswith(
        "svc: decision values were turned into probabilities of b on the validation posts (Platt scaling, slope "
    )
    svc, bad = told.record["defer"]["models"]
    assert svc["scaling"] == {
        "classes": ["a", "b"], "slope": scaling.slope, "intercept": scaling.intercept, "temperature": None, "rates": None,
    }  # fmt: skip
    assert bad["scaling"] is None


def test_the_temperature_of_three_classes_is_told():
    # Decision values are three times the logits, so that the temperature is three times that of GOOD.
    told, plain = (world(models=(one,), classes=("a", "b", "c")) for one in (SVC, GOOD))
    [said] = told.said("defer.scaled")
    assert said.args["temperature"] == pytest.approx(3 * plain.selection.chosen.temperature)
    one, other = told.selection.chosen, plain.selection.chosen
    assert one.value.value == pytest.approx(other.value.value)
    assert np.array_equal(one.predictions.predicted, other.predictions.predicted)
