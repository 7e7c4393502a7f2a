"""The list by its own predictions, counted by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from defer_world import Model
from joint_report_world import DEFAULT, EVEN, plan_of, set_of

from budgetplan.planning.joint import plan_jointly

D = Decimal


def listed(args, blocks, repeat=1):
    """Items of a list whose predictions are those of a model, without truths."""
    model = Model("even", blocks * repeat)
    made = set_of(args | {"models": (model,), "weight": None, "group": None})
    return replace(
        made,
        ids=tuple(f"l{place:04}" for place in range(made.n_items)),
        truth=np.full(made.n_items, -1),
    )


def own(blocks, repeat=1, **said):
    args = DEFAULT | {"models": (EVEN,), "budget": "30"} | said
    n_listed = listed(args, blocks, repeat)
    joint = plan_jointly(
        plan_of(args), set_of(args, "validation"), set_of(args), n_listed.n_items, None, n_listed
    )
    return joint, joint.own_list


def test_a_list_like_the_sample_by_hand():
    """Half of 400 are sure; at 60 % half are right: none of them is accepted, sixty are reviewed."""
    joint, found = own(EVEN.test, 10)
    assert (found.n_items, found.accepted, found.wrong, found.reviewed) == (400, 200.0, 0.0, 60)
    assert (found.left, found.spend) == (140.0, D("30.00"))
    assert (found.distance, found.outside, found.alike) == (0.0, 0.0, True)
    assert joint.option.accepted.value == 200.0


def test_a_list_of_unsure_items_is_not_like_the_sample():
    joint, found = own(((10, True, 0.9), (390, True, 0.6)))
    assert found.accepted == 10.0
    assert joint.option.accepted.value == 200.0  # what the sample says of a list like it
    assert found.distance == pytest.approx(0.5 - 10 / 400)
    assert not found.alike


def test_scores_beyond_those_of_the_sample_are_not_alike():
    _, found = own(((20, True, 0.9), (18, True, 0.6), (2, True, 0.99)))
    assert found.outside == pytest.approx(2 / 40)
    assert not found.alike


def test_expected_errors_are_those_of_answers_as_sure():
    """At a light loss all is accepted: of those at 60 % half are expected to be wrong."""
    light = {"worths": DEFAULT["worths"] | {"wrong": "-0.1"}, "budget": "0"}
    _, found = own(((10, True, 0.9), (30, True, 0.6)), **light)
    assert (found.accepted, found.wrong) == (40.0, pytest.approx(15.0))


def test_the_lists_own_prices_are_paid():
    args = DEFAULT | {"models": (EVEN,), "budget": "30"}
    dear = replace(listed(args, EVEN.test, 10), review_cost=np.full(400, 2.0))
    joint = plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 400, None, dear)
    assert joint.own_list.reviewed == 60  # prices per item come from the plan
    listed_prices = replace(plan_of(args), prices=replace(plan_of(args).prices, per_item=D(0), listed=True))
    joint = plan_jointly(listed_prices, set_of(args, "validation"), set_of(args), 400, None, dear)
    assert joint.own_list.spend == D("30.00")
    assert joint.own_list.reviewed == 15


def test_decision_values_of_the_list_are_scaled_like_those_of_the_sample():
    from defer_world import SVC

    args = DEFAULT | {"models": (SVC,), "budget": "3"}
    items = replace(set_of(args), truth=np.full(40, -1))
    joint = plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 40, None, items)
    assert joint.own_list.accepted == joint.option.accepted.value
    assert joint.own_list.distance == 0


def test_without_predictions_of_the_list_there_is_none():
    args = DEFAULT
    assert plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 400).own_list is None
