"""The plan: what reviewing and answering is worth, ranges, decisions, and that nobody changes it from outside."""

from decimal import Decimal
from typing import get_args

import numpy as np
import pytest

from budgetplan.domain.decision import Estimate, Recommendation, WhyNot
from budgetplan.domain.plan import EVERY_CLASS, Values, Worths

D = Decimal
POSITIVE = ("loan", "calque")
ENTRY = {"loan": D(10), "calque": D(4)}
NAMES = ("loan", "calque", "native")


@pytest.mark.parametrize(
    ("said", "reviewed"),
    [
        ({}, ["10", "4", "0"]),
        # (1 - e) H + e H_wrong: a lost entry is worth 0, a false one costs the dearest entry.
        ({"error": {"loan": D("0.1"), "native": D("0.02")}}, ["9", "4", "-0.2"]),
        ({"error": {EVERY_CLASS: D("0.05"), "calque": D(0)}}, ["9.5", "4", "-0.5"]),
        # "*" stands for what is not collected; a lost calque is worth nothing.
        ({"error": {EVERY_CLASS: D("0.1")}, "wrong": {"loan": D(-3), EVERY_CLASS: D(-1)}}, ["8.7", "3.6", "-0.1"]),
    ],
)
def test_what_reviewing_an_item_is_worth_where_people_make_errors(said, reviewed):
    values = Values(ENTRY, **said)
    assert [values.reviewed(name, POSITIVE) for name in NAMES] == [D(worth) for worth in reviewed]


def test_what_a_wrong_decision_is_worth():
    values = Values(ENTRY, wrong={"loan": D(-3), EVERY_CLASS: D(-1)})
    assert [values.wrong_worth(name, POSITIVE) for name in NAMES] == [-3, 0, -1]
    assert Values({}).wrong_worth("native", POSITIVE) == 0


def accepted(worths, classes):
    return [[worths.accepted(predicted, truth) for truth in classes] for predicted in classes]


@pytest.mark.parametrize(
    ("said", "cells"),
    [
        # The triple 1, -k, 0.
        ({"error_weight": D(4)}, [[1, -4], [-4, 1]]),
        ({"right": D(1), "wrong": D(-4)}, [[1, -4], [-4, 1]]),
        # S24, section 3.4: V[1][1] = k_tp, V[0][0] = 1, V[1][0] = -k_fp, V[0][1] = -k_fn, R = 0.
        ({"k_tp": D(2), "k_fp": D(3), "k_fn": D(5), "positive": "p"}, [[1, -5], [-3, 2]]),
        ({"right": D(1), "wrong": D(-1), "cells": {("n", "p"): D(-9)}}, [[1, -9], [-1, 1]]),
        ({"cells": {("n", "p"): D(-9)}}, [[None, -9], [None, None]]),
    ],
)
def test_each_way_of_saying_what_answers_are_worth_gives_the_values_of_methods_s2(said, cells):
    assert accepted(Worths(**said), "np") == cells
    assert Worths(**said).deferred("p") == 0


def test_an_interval_lies_above_or_below_only_as_a_whole():
    estimate = Estimate(2.0, 1.0, 3.0)
    assert estimate.known
    assert estimate.wholly_above(0.9)
    assert estimate.wholly_below(3.1)
    # An end that touches the level does not exclude it.
    assert not estimate.wholly_above(1.0)
    assert not estimate.wholly_below(3.0)
    # Nothing lies beyond noise where nothing was resampled; an open dear end is an interval.
    unknown, dear = Estimate(2.0), Estimate(5.0, 2.0, np.inf)
    assert not any((unknown.known, unknown.wholly_above(-np.inf), unknown.wholly_below(np.inf)))
    assert dear.known
    assert dear.wholly_above(1.0)
    assert not dear.wholly_below(1e300)


@pytest.mark.parametrize("why", get_args(WhyNot))
def test_the_goal_is_met_unless_something_says_why_not(why):
    recommended = Recommendation(workflow="filter", why_not=why, basis="sample", items=1.0)
    assert recommended.meets_goal == (why == "")
