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


def counted(option):
    applied = option.applied
    return option.accepted.value, option.wrong.value, applied.reviewed, option.left.value, applied.spend


def test_a_list_like_the_sample_by_hand():
    """Half of 400 are sure; at 60 % half are right: none of them is accepted, sixty are reviewed."""
    joint, found = own(EVEN.test, 10)
    assert counted(joint.option) == (200.0, 0.0, 60, 140.0, D("30.00"))
    assert counted(joint.by_share) == counted(joint.option)
    assert (found.n_items, found.distance, found.outside, found.alike) == (400, 0.0, 0.0, True)
    assert joint.option.net.value == 200 + 60 - 30


def test_a_list_of_unsure_items_is_planned_for_by_its_own_predictions():
    joint, found = own(((10, True, 0.9), (390, True, 0.6)))
    assert counted(joint.option) == (10.0, 0.0, 60, 330.0, D("30.00"))
    assert joint.by_share.accepted.value == 200.0  # what the sample says of a list like it
    assert joint.option.net.value == 10 + 60 - 30
    assert found.distance == pytest.approx(0.5 - 10 / 400)
    assert not found.alike


def test_scores_beyond_those_of_the_sample_are_not_alike():
    _, found = own(((20, True, 0.9), (18, True, 0.6), (2, True, 0.99)))
    assert found.outside == pytest.approx(2 / 40)
    assert not found.alike


def test_expected_errors_are_those_of_answers_as_sure():
    """At a light loss all is accepted: of those at 60 % half are expected to be wrong."""
    light = {"worths": DEFAULT["worths"] | {"wrong": "-0.1"}, "budget": "0"}
    joint, _ = own(((10, True, 0.9), (30, True, 0.6)), **light)
    assert (joint.option.accepted.value, joint.option.wrong.value) == (40.0, pytest.approx(15.0))
    assert joint.option.net.value == pytest.approx(25 - 1.5)


def priced(cost, **said):
    """A list of 400 with prices of its own."""
    args = DEFAULT | {"models": (EVEN,), "budget": "30"} | said
    dear = replace(listed(args, EVEN.test, 10), review_cost=np.broadcast_to(cost, 400).astype(float))
    plan = plan_of(args)
    plan = replace(plan, prices=replace(plan.prices, per_item=D(0), listed=True))
    return plan_jointly(plan, set_of(args, "validation"), set_of(args), 400, None, dear)


def test_the_lists_own_prices_are_paid_in_headline_and_tables():
    """At 2.00 an item 30.00 buy fifteen, not the sixty that the sample's 0.50 promise; a review gains 3."""
    joint = priced(2.0, reviewed={"*": "3"})
    assert counted(joint.option) == (200.0, 0.0, 15, 185.0, D("30.00"))
    assert joint.by_share.applied.reviewed == 60
    assert joint.option.net.value == 200 + 15 * 3 - 30
    for row in joint.rows:
        assert row.applied.spend == 2 * row.applied.reviewed
        assert row.applied.spend <= row.applied.budget.amount


def test_reviews_that_the_lists_prices_do_not_pay_back_are_not_made():
    """A review gains 1, and costs 0.50 on the sample and 2.00 on the list."""
    joint = priced(2.0)
    assert joint.by_share.applied.reviewed == 60
    assert (joint.option.applied.reviewed, joint.option.applied.spend) == (0, D("0.00"))


@pytest.mark.parametrize("seed", range(20))
def test_no_plan_promises_a_review_that_the_lists_prices_do_not_buy(seed):
    rng = np.random.default_rng(seed)
    cost = rng.choice([0.10, 0.35, 2.00, 11.0], 400)
    joint = priced(cost, reviewed={"*": "12"}, budget=str(int(rng.integers(1, 200))), resamples=0)
    assert joint.option.applied.reviewed > 0
    plans = [*joint.rows, *joint.along, *joint.rivals.values(), joint.option]
    for one in plans:
        split, m = one.applied.split, one.applied.reviewed
        paid = np.cumsum(np.concatenate([[0.0], cost[split.queue.order]]))[m]
        assert float(one.applied.spend) == pytest.approx(paid, abs=0.006)
        assert one.applied.budget is None or one.applied.spend <= one.applied.budget.amount


def test_what_is_counted_on_the_list_does_not_move_and_what_is_expected_does():
    """Twenty labelled items at 60 %, half of them right: of 390 like them 195 are, give or take a good deal."""
    light = {"worths": DEFAULT["worths"] | {"wrong": "-0.1"}, "budget": "0", "resamples": 400}
    option = own(((10, True, 0.9), (390, True, 0.6)), **light)[0].option
    assert (option.accepted.low, option.accepted.high) == (400.0, 400.0)
    spread = (option.wrong.high - option.wrong.low) / (2 * 1.96)
    assert spread == pytest.approx(390 * np.sqrt(0.25 / 20), rel=0.2)
    assert option.net.low < option.net.value < option.net.high


def test_decision_values_of_the_list_are_scaled_like_those_of_the_sample():
    from defer_world import SVC

    args = DEFAULT | {"models": (SVC,), "budget": "3"}
    items = replace(set_of(args), truth=np.full(40, -1))
    joint = plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 40, None, items)
    assert joint.by_share.accepted.value == joint.option.accepted.value
    assert joint.own_list.distance == 0


def test_without_predictions_of_the_list_there_is_none():
    args = DEFAULT
    assert plan_jointly(plan_of(args), set_of(args, "validation"), set_of(args), 400).own_list is None
