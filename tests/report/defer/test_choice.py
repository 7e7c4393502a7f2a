"""What is said of the choice of a model: small worlds whose answers are worked out by hand."""

from __future__ import annotations

import pytest
from defer_world import ACCURATE, BAD, CHOOSY, CLOSE_COSTS, GOOD, PERFECT, TWINS, UNLUCKY, Model, world
from documents_world import sentences


def test_what_accuracy_would_choose_is_told_by_the_accuracy_that_chooses():
    lucky = Model("lucky", ((20, True, 0.9), (20, False, 0.9)), ((39, True, 0.9), (1, False, 0.9)))
    told = world(models=(lucky, CHOOSY), worths={"error_weight": "10"})
    # On validation 39 - 10 against 36, and right 39 times against 36 times; on the test items 20.
    (said,) = told.said("defer.accuracy_other_validation")
    assert (told.selection.chosen.name, said.args["other"]) == ("choosy", "lucky")
    assert (said.args["acc_other"], said.args["acc"]) == (39 / 40, 36 / 40)


def test_the_cost_of_errors_is_told_beside_that_of_the_recommended_model():
    (said,) = world(**CLOSE_COSTS).said("defer.cost_close")
    # Two missed b of 40 cost 4, three false ones 3, four missed ones 8.
    assert said.args["other"] == "cheap errors"
    assert said.args["cost_other"].args["value"] == pytest.approx(1000 * 3 / 40)
    assert said.args["cost"].args["value"] == pytest.approx(1000 * 8 / 40)


def test_a_rival_that_the_test_items_show_to_be_better_is_named():
    turned = Model("turned", UNLUCKY.test, ((40, True, 0.9),))
    told = world(models=(turned, GOOD))
    (said,) = told.said("defer.better")
    assert (told.selection.chosen.name, said.args["others"]) == ("turned", "good")
    assert not told.keys & {"defer.as_well", "sure.unproven"}
    assert told.table("models").rows[1].cells[-1].key == "verdict.better"
    assert told.selection.firm is False


def test_what_the_choice_flatters_is_taken_off_and_told():
    told = world(models=TWINS, validation=False)
    (said,) = told.said("defer.optimism")
    optimism = told.selection.choice.optimism
    assert optimism > 0
    assert said.args["lost"].args["value"] == pytest.approx(1000 * optimism)
    own, value = told.selection.chosen.deployed.value, told.selection.value
    assert said.args["own"].args["value"] - 1000 * optimism == pytest.approx(1000 * value.value)
    assert (value.low, value.high) == (own.low - optimism, own.high)
    gain = told.selection.gain_over_none
    assert gain.value == pytest.approx(value.value)


@pytest.mark.parametrize(
    ("args", "keys"),
    [
        ({}, {"defer.m_noise", "defer.m_firm", "defer.m_choice"}),
        ({"models": (GOOD,)}, {"defer.m_noise"}),
        ({"validation": False}, {"defer.m_noise", "defer.m_firm", "defer.m_choice_cross"}),
        ({"validation": False, "models": (GOOD,)}, {"defer.m_noise"}),
        # All answers are right: no temperature can be fitted, and what is learnt stands in.
        ({"validation": False, "models": (PERFECT,)}, {"defer.m_repeated"}),
        ({"resamples": 0}, {"defer.m_off", "defer.m_choice"}),
        ({"resamples": 0, "validation": False}, {"defer.m_off"}),
    ],
)
def test_the_methods_say_where_the_model_was_chosen_and_what_moves_in_a_resample(args, keys):
    mine = {"defer.m_noise", "defer.m_firm", "defer.m_choice", "defer.m_choice_cross", "defer.m_off"}
    assert world(**args).keys & (mine | {"defer.m_repeated"}) == keys


def test_what_may_do_as_well_is_told_apart_from_what_is_not_shown_worse():
    """The third leaves out two that the first leaves, and four more: it hardly ever wins, yet is not firmly worse."""
    worst = Model("three", ((6, False, 0.6), (34, True, 0.9)))
    told = world(models=(*TWINS, worst))
    assert told.selection.close == (("two",), ("three",))
    (said,) = told.said("defer.as_well_chosen")
    assert said.args["list"].args["value"].args["value"] == pytest.approx(1000 * 38 / 40)
    # Its verdict stands in the table; a sentence of its own has no room beside the others.
    assert "sure.unproven" not in told.keys
    table = told.table("models")
    place = [one.name for one in table.columns].index("verdict")
    assert [row.cells[place].key for row in table.rows] == [
        "verdict.recommended", "verdict.either", "verdict.unproven",
    ]  # fmt: skip


def test_no_share_of_resamples_is_printed():
    for models in (TWINS, (GOOD, BAD)):
        assert all("won" not in one.args for one in sentences(world(models=models).document))


def test_accuracy_says_nothing_of_a_model_alone():
    assert "defer.accuracy_same" in world(models=(GOOD, BAD)).keys
    assert "defer.accuracy_same" not in world(models=(ACCURATE,)).keys
