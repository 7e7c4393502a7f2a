"""Every way to a cutoff at what the plan says answers are worth: what it may look at, and what it is worth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from classified_world import made
from defer_world import (
    ACCURATE,
    BAD,
    BY_CLASS,
    CHOOSY,
    DEFAULT,
    GOOD,
    LLM,
    MONEY,
    RISKY,
    SVC,
    UNLUCKY,
    Model,
    chosen_in,
    make_plan,
    make_set,
    models_at,
)

from budgetplan.domain.plan import Columns, Deferral, Plan, Worths
from budgetplan.evaluation import answers

PLAN = Plan("t.csv", Columns("gold"), (), (), resamples=0, deferral=Deferral((), Worths(error_weight=4)))
VALIDATION, TEST = made(seed=1), made(seed=2)
SAID = TEST.models[0]
RIGHT = SAID.predicted == TEST.truth
ONE_CUTOFF = ("all", "stated", "learnt")


def at_worths(plan, validation, test):
    tables = answers.at_worths(answers.Tested(plan, SimpleNamespace(validation=validation, test=test)))
    return [answers.measured("", blocks).frame.to_dict("records") for blocks in tables]


def measured(plan=PLAN, validation=VALIDATION, test=TEST):
    """Return the rows of each model, by name and way."""
    return {(row["model"], row["way"]): row for row in at_worths(plan, validation, test)[0]}


def of_world(**said):
    args = DEFAULT | said
    return measured(make_plan(args), make_set(args, "validation") if args["validation"] else None, make_set(args))


def first(**given):
    """Return the rows of the first model by way."""
    return {way: row for (model, way), row in measured(**given).items() if model == SAID.name}


def of_one(**said):
    return {way: row for (_, way), row in of_world(**said, resamples=0).items()}


def values(rows):
    return {way: row["per_1000"] for way, row in rows.items()}


def test_the_cutoff_of_theory_is_k_over_k_plus_one():
    row, stands = first()["stated"], SAID.confidence >= 0.8
    assert row["cutoff"] == 0.8
    assert row["per_1000"] == pytest.approx(1000 * np.where(stands, np.where(RIGHT, 1.0, -4.0), 0).mean())
    assert row["coverage"] == pytest.approx(stands.mean())
    assert row["accuracy_above"] == pytest.approx(RIGHT[stands].mean())


def test_accepting_all_is_accuracy_less_k_times_the_errors():
    row = first()["all"]
    assert row["per_1000"] == pytest.approx(1000 * (RIGHT.mean() - 4 * (1 - RIGHT.mean())))
    assert (row["coverage"], row["cutoff"]) == (1, 0)


def test_what_is_learnt_does_not_see_the_labels_of_the_test_items():
    one, other = first(), first(test=replace(TEST, truth=(TEST.truth + 1) % 3))
    for way in ("stated", "calibrated", "by value", "learnt", "learnt by class"):
        assert one[way]["coverage"] == other[way]["coverage"], way
    assert one["ceiling"]["cutoff"] != other["ceiling"]["cutoff"]


@pytest.mark.parametrize("models", [(GOOD, BAD), (ACCURATE, CHOOSY), (UNLUCKY,)])
def test_the_ceiling_is_a_ceiling(models):
    for validation in (True, False):
        rows = of_world(models=models, resamples=0, validation=validation)
        for (name, way), row in rows.items():
            if way in ONE_CUTOFF:
                assert row["per_1000"] <= rows[name, "ceiling"]["per_1000"] + 1e-9


def test_one_labelled_set_is_cross_fitted_and_never_judged_by_itself():
    rows = of_one(models=(GOOD,), validation=False)
    assert "learnt by class" not in rows
    # Whatever fold is left out, the other items put the cutoff between .6 and .9.
    assert rows["learnt"]["cutoff"] == pytest.approx(0.75)
    assert rows["learnt"]["per_1000"] == rows["calibrated"]["per_1000"] == pytest.approx(750)
    assert rows["learnt"]["coverage"] == pytest.approx(30 / 40)


def test_reviewing_costs_are_taken_off_what_is_left():
    rows = first(test=replace(TEST, review_cost=np.full(TEST.n_items, 0.25)), plan=in_money(right=1, wrong=-4))
    # Leaving costs a quarter, so theory asks for less: (-0.25 + 4) / (1 + 4).
    assert rows["stated"]["cutoff"] == 0.75
    worth = np.where(SAID.confidence >= 0.75, np.where(RIGHT, 1.0, -4.0), -0.25)
    assert rows["stated"]["per_1000"] == pytest.approx(1000 * worth.mean())
    assert rows["learnt"]["coverage"] >= first()["learnt"]["coverage"]


def in_money(**worths):
    return replace(PLAN, deferral=Deferral((), Worths(unit="money", **worths)))


def test_a_review_cost_moves_the_cutoff_of_theory_in_fractions():
    # Leaving is worth -0.1 - 0.2 = -0.3 (in floats a little less): (-0.3 + 5) / (2 + 5), and with -0.1 alone 0.7.
    plan, costly = (in_money(right=2, wrong=-5, abstain=-0.1), replace(TEST, review_cost=np.full(TEST.n_items, 0.2)))
    assert first(plan=plan, test=costly)["stated"]["cutoff"] == float(Fraction(47, 70))
    assert first(plan=plan)["stated"]["cutoff"] == 0.7


def test_costs_that_differ_are_weighed_item_by_item():
    cost = np.where(np.arange(TEST.n_items) % 2, 5.0, 0.0)
    row = first(test=replace(TEST, review_cost=cost), plan=in_money(right=1, wrong=-4))["stated"]
    # Where leaving costs five, even an answer that is surely wrong is the lesser loss.
    stands = (cost > 0) | (SAID.confidence >= 0.8)
    assert row["coverage"] == pytest.approx(stands.mean())
    assert np.isnan(row["cutoff"])


def test_the_value_of_every_way_is_that_of_the_calculation_by_hand():
    # Test: 6 right at .9, 2 wrong at .8, 2 right at .6. Validation: 4 right at .9, 4 wrong at .6. k = 2.
    one = Model(
        "m", ((6, True, 0.9), (2, False, 0.8), (2, True, 0.6)), ((4, True, 0.9), (2, True, 0.7), (4, False, 0.6))
    )
    rows = of_one(models=(one,), worths={"error_weight": "2"})
    assert {way: value for way, value in values(rows).items() if way not in ("calibrated", "by value")} == {
        "all": pytest.approx(400),  # 8 - 2 x 2, of 10
        "stated": pytest.approx(200),  # .9 and .8 are at least 2/3: 6 - 4
        "learnt": pytest.approx(200),  # cutoff between .6 and .7
        "learnt by class": pytest.approx(200),
        "ceiling": pytest.approx(600),  # just the six
    }
    assert {way: row["cutoff"] for way, row in rows.items() if way in (*ONE_CUTOFF, "ceiling")} == {
        "all": 0,
        "stated": pytest.approx(2 / 3),
        "learnt": pytest.approx(0.65),
        "ceiling": pytest.approx(0.85),
    }
    assert (rows["learnt"]["coverage"], rows["learnt"]["accuracy_above"]) == (0.8, 0.75)


def test_calibration_moves_the_cutoff_of_theory():
    # What says .7 is right half the time: calibrated it is below the cutoff 2/3; what says .95 is right 9 times of 10.
    blocks = ((18, True, 0.95), (2, False, 0.95), (10, True, 0.7), (10, False, 0.7))
    rows = of_one(models=(Model("m", blocks),), worths={"error_weight": "2"})
    assert rows["stated"]["per_1000"] == pytest.approx(1000 * (28 - 24) / 40)
    assert rows["calibrated"]["per_1000"] == pytest.approx(1000 * (18 - 4) / 40)


def test_cutoffs_by_class_leave_out_the_class_that_does_not_pay():
    # Items alternate between a and b. Answers "b" at .7 are wrong, answers "a" at .7 right.
    truth = np.array([0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0])
    predicted = np.array([0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0])
    confidence = np.array([0.7] * 4 + [0.9] * 4 + [0.7] * 4)
    args = DEFAULT | {"models": (BAD,), "resamples": 0}
    base = make_set(args)
    said = replace(base.models[0], predicted=predicted, confidence=confidence, probabilities=None)
    test = replace(base, ids=tuple(f"i{n:02}" for n in range(12)), truth=truth, models=(said,))
    validation = replace(test, ids=tuple(f"v{n:02}" for n in range(12)))
    found = values(measured(make_plan(args), validation, test))
    assert found["bad", "all"] == pytest.approx(1000 * (10 - 8) / 12)
    assert found["bad", "learnt"] == pytest.approx(4000 / 12)  # the four b at .9; all: 10 - 8
    assert found["bad", "learnt by class"] == pytest.approx(10000 / 12)  # and every a
    rows = at_worths(make_plan(args), validation, test)[1]
    assert [(row["class"], row["theory"], row["learnt"], row["right"], row["wrong"]) for row in rows] == [
        ("a", 0.8, 0.0, 6, 0),
        ("b", 0.8, pytest.approx(0.8), 4, 0),
    ]


def test_cutoffs_by_class_stand_beside_those_of_theory():
    args = DEFAULT | BY_CLASS | {"models": (GOOD,), "resamples": 0}
    given = make_plan(args), make_set(args, "validation"), make_set(args)
    rows = at_worths(*given)[1]
    # A missed b costs twenty, a false one as much as a right answer brings.
    assert [row["theory"] for row in rows] == pytest.approx([20 / 21, 1 / 2])
    way = measured(*given)["good", "learnt by class"]
    right, wrong = (sum(row[each] for row in rows) for each in ("right", "wrong"))
    assert (right + wrong, right / (right + wrong)) == (40 * way["coverage"], way["accuracy_above"])


def test_what_is_accepted_wrongly_by_a_tuned_cutoff_is_luck():
    # Right or wrong by a coin, whatever the confidence.
    gaps = []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        blocks = tuple((1, bool(rng.integers(2)), 0.5 + place / 100) for place in range(40))
        found = values(of_one(models=(Model("m", blocks),), validation=False, worths={"error_weight": "1"}))
        gaps.append(found["ceiling"] - found["learnt"])
    assert min(gaps) >= 0
    assert max(gaps) > 50


def test_money_matrices_and_the_most_valuable_answer():
    # In money a right answer is worth 0.5, a wrong one -2, and each that is left costs 0.25 to review.
    rows = of_one(models=(GOOD,), **MONEY, review_cost=0.25)
    assert rows["calibrated"]["per_1000"] == pytest.approx(1000 * (30 * 0.5 - 10 * 0.25) / 40)
    assert rows["all"]["per_1000"] == pytest.approx(1000 * (35 * 0.5 - 5 * 2) / 40)
    # By value the plan and its evaluation say the same of the model.
    chosen = chosen_in(**RISKY | {"resamples": 0}).chosen
    found = of_one(**RISKY)
    assert found["by value"]["per_1000"] == pytest.approx(1000 * chosen.value.value)
    assert found["by value"]["coverage"] == pytest.approx(chosen.counts.coverage)
    assert chosen_in(**RISKY | {"relabel": False, "resamples": 0}).chosen.value.value == pytest.approx(
        found["calibrated"]["per_1000"] / 1000
    )


def test_each_item_has_the_values_of_its_own_unknown_label():
    worths = {"right": "1", "wrong": "-1", "cells": {("a", "y"): "-5"}, "left_out": {"z": "-3"}}
    model = Model("m", ((40, True, 0.9),))
    rows = of_one(models=(model,), truth="ab" * 18 + "yzyz", worths=worths)
    # The last four are answered a: two cost 5, two cost 1.
    assert rows["all"]["per_1000"] == pytest.approx(1000 * (36 - 10 - 2) / 40)


def test_ways_that_cannot_be_taken_have_no_row():
    assert "stated" not in of_one(models=(SVC,))  # decision values state no probabilities
    assert "stated" not in of_one(models=(LLM,))
    bare = Model("plain", GOOD.test, bare=True)
    assert "by value" not in of_one(models=(bare,))
    uneven = {"right": "1", "wrong": "-4", "left_out": {"a": "-1"}}
    assert "stated" not in of_one(models=(bare,), classes=("a", "b", "c"), worths=uneven)
    assert measured(plan=replace(PLAN, deferral=Deferral(()))) == {}


def test_groups_widen_the_interval_of_what_they_share():
    # Wrong answers come in whole groups of ten.
    models = {"models": (ACCURATE, BAD), "resamples": 99}
    alone = of_world(**models)["bad", "all"]
    groups = of_world(**models, group=tuple(place // 10 for place in range(40)))["bad", "all"]
    assert groups["per_1000"] == alone["per_1000"]
    assert groups["per_1000_high"] - groups["per_1000_low"] > 1.5 * (alone["per_1000_high"] - alone["per_1000_low"])


def test_a_weight_of_two_is_a_row_twice_and_the_order_of_rows_says_nothing():
    weight = tuple(2.0 if place % 4 == 1 else 1.0 for place in range(40))
    args = DEFAULT | {"models": (GOOD, CHOOSY), "weight": weight, "resamples": 0}
    test, plan, validation = make_set(args), make_plan(args), make_set(args, "validation")
    rows = np.repeat(np.arange(40), np.array(weight, dtype=int))
    rows = np.random.default_rng(1).permutation(rows)

    def twice(data):
        models = models_at(data.models, rows)
        ids = tuple(f"{data.ids[0][0]}{place:03}" for place in range(len(rows)))
        return replace(data, ids=ids, truth=data.truth[rows], weight=None, models=models)

    weighted = measured(plan, replace(validation, weight=np.array(weight)), test)
    doubled = measured(plan, twice(validation), twice(test))
    assert weighted.keys() == doubled.keys()
    for key, row in weighted.items():
        for name in ("per_1000", "cutoff", "coverage", "accuracy_above"):
            assert row[name] == pytest.approx(doubled[key][name], nan_ok=True), (key, name)
