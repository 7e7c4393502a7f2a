"""The list's side: what is expected of its items, and in resamples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from defer_world import Model
from joint_report_world import DEFAULT, EVEN, MONEY, plan_of, planned, set_of

from budgetplan.metrics.stakes import Stakes, queue
from budgetplan.metrics.surface import Split
from budgetplan.planning.joint import plan_jointly
from budgetplan.planning.list_side import ListPlanner, answers_wanted, reviewed_shares


def test_expected_amounts_by_hand():
    """Of twenty items at 60 % half are right: worth -1.50 on average, and the test items are balanced."""
    joint = planned(models=(EVEN,), listed=((10, True, 0.9), (30, False, 0.6)), positive=("a",), budget="4")
    planner = joint.chosen.planner
    assert isinstance(planner, ListPlanner)
    stakes = planner.test.stakes["confidence"]
    assert stakes.if_accepted.tolist() == [1.0] * 10 + [-1.5] * 30
    assert stakes.wrong.tolist() == [0.0] * 10 + [0.5] * 30
    assert set(stakes.if_reviewed.tolist()) == {1.0}
    assert planner.labelled_side is planner.labelled.test
    wanted = answers_wanted(planner.test)
    assert wanted.sum() == 20
    assert (planner.test.found_alone == (1 - stakes.wrong) * wanted).all()


def test_a_price_that_depends_on_the_label_is_paid_for_what_is_expected():
    """Of the test items that are ordered by the score of a, those called a are a: ten reviews, 0.50 and 1 more."""
    said = {
        "order": "score",
        "positive": ("a",),
        "prices": {"extra_per_entry": "1"},
        "reviewed": {"a": "9", "b": "9"},
    }
    sure = Model("m", ((40, True, 0.9),))
    joint = planned(
        models=(sure,), listed=((40, True, 0.9),), budget="15", worths=MONEY | {"right": "0"}, **said
    )
    assert joint.option.applied.reviewed == 10
    assert float(joint.option.applied.spend) == 15.0


def test_shares_of_a_tie_group_that_is_cut():
    ones = np.ones(4)
    stakes = Stakes(np.array([0.5, 0.9, 0.7, 0.7]), ones, ones, 0 * ones, ones, 0 * ones)
    split = Split(stakes, queue("uncertain", stakes), stakes.confidence >= 0.9)
    assert reviewed_shares(split, 2, 4).tolist() == [1.0, 0.0, 0.5, 0.5]
    assert reviewed_shares(split, 0, 4).tolist() == [0.0] * 4


def test_the_plan_for_a_list_is_chosen_on_the_validation_items():
    """There answers at 60 % are right, so all are accepted; the test items tell how many are not."""
    lucky = Model("m", EVEN.test, ((40, True, 0.6),))
    joint = planned(models=(lucky,), listed=((40, True, 0.6),), budget="0")
    assert (joint.option.accepted.value, joint.option.wrong.value) == (40.0, pytest.approx(20.0))


def test_one_labelled_set_has_a_plan_for_the_list_too():
    joint = planned(models=(EVEN,), validation=False, listed=EVEN.test * 2, budget="4")
    assert joint.option.accepted.value == 40.0
    assert joint.option.applied.reviewed == 8


def test_rows_of_the_list_in_another_order_change_nothing():
    args = DEFAULT | {"models": (EVEN,), "budget": "7", "resamples": 50}
    items = replace(set_of(args), truth=np.full(40, -1), ids=tuple(f"l{place}" for place in range(40)))
    turned = np.arange(40)[::-1]
    (model,) = items.models
    moved = replace(
        model,
        predicted=model.predicted[turned],
        confidence=model.confidence[turned],
        probabilities=model.probabilities[turned],
    )
    other = replace(items, models=(moved,), ids=items.ids[::-1], review_cost=items.review_cost[turned])
    one, two = (
        plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 40, None, each).option
        for each in (items, other)
    )
    assert one.net.value == pytest.approx(two.net.value)
    assert (one.net.low, one.net.high) == pytest.approx((two.net.low, two.net.high))
    assert one.applied.spend == two.applied.spend
