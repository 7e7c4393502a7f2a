"""What is said of the choice of a model: small worlds whose answers are worked out by hand."""

from __future__ import annotations

import pytest
from defer_world import ACCURATE, BAD, CHOOSY, CLOSE_COSTS, GOOD, PERFECT, TWINS, Model, world
from documents_world import sentences


def test_what_accuracy_would_choose_is_told_by_the_accuracy_that_chooses():
    lucky = Model("lucky", ((20, True, 0.9), (20, False, 0.9)), ((39, True, 0.9), (1, False, 0.9)))
    told = world(models=(lucky, CHOOSY), worths={"error_weight": "10"})
    # On validation 39 - 10 against 36, and right 39 times against 36 times; on the test items 20.
    (said,) = told.said("defer.accuracy_other_validation")
    assert (told.selection.chosen.name, said.args["other"]) == ("choosy", "lucky")
    assert (said.args["acc_other"], said.args["acc"]) == (39 / 40, 36 / 40)


def test_the_cost_of_errors_is_told_beside_that_of_the_recommended_model():
    (said,) = world(**CLOSE_COSTS).said("defer.cost_other_validation")
    # Two missed b of 40 cost 4, three false ones 3, four missed ones 8.
    assert said.args["other"] == "cheap errors"
    assert said.args["cost_other"].args["value"] == pytest.approx(1000 * 3 / 40)
    assert said.args["cost"].args["value"] == pytest.approx(1000 * 8 / 40)


def test_no_share_of_resamples_is_printed():
    for models in (TWINS, (GOOD, BAD)):
        assert all("won" not in one.args for one in sentences(world(models=models).document))


def test_accuracy_says_nothing_of_a_model_alone():
    assert "defer.accuracy_same" in world(models=(GOOD, BAD)).keys
    assert "defer.accuracy_same" not in world(models=(ACCURATE,)).keys


def test_every_single_model_stands_beside_with_its_difference():
    told = world(models=(GOOD, BAD, PERFECT))
    (said,) = told.said("defer.singles_how")
    gap = told.selection.differences["bad"]
    assert told.selection.chosen.name == "perfect"
    assert {"defer.single"} <= told.keys
    assert gap.value == pytest.approx(-1.0, abs=0.01)
    assert said.args["list"]
