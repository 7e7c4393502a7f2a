"""The list by its own predictions: its items decide, its prices are paid, and labels have to speak for it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from defer_world import GOOD, SVC, Model
from joint_report_world import DEFAULT, EVEN, plan_of, planned, set_of

from budgetplan.plans.joint import JointPlan

pytestmark = pytest.mark.usefixtures("plan_alone")

D = Decimal


def own(blocks, **said):
    return planned(models=(EVEN,), listed=blocks, **({"budget": "30"} | said))


def counted(option):
    return option.accepted.value, option.items, option.left.value, option.spend


def test_a_list_like_the_sample_is_planned_as_the_sample_is():
    """Half of 400 are sure; at 60 % half are right: none of them is answered, sixty are reviewed."""
    joint = own(EVEN.test * 10)
    assert counted(joint.option) == (200, 60, 140, D("30.00"))
    assert counted(joint.by_share) == pytest.approx(counted(joint.option))
    # Beside it the list is drawn, of which then only the size is known: 200 are sure on average.
    assert joint.option.net.value == pytest.approx(joint.by_share.net.value, rel=0.05)
    assert joint.by_share.accepted.low < 200 < joint.by_share.accepted.high
    assert (joint.own_list.n_items, joint.own_list.unlike) == (400, ())


def test_a_list_of_unsure_items_is_planned_for_by_its_own_predictions():
    joint = own(((10, True, 0.9), (390, True, 0.6)))
    assert joint.option.items == 60
    assert joint.option.accepted.value <= 10
    assert joint.by_share.accepted.value == pytest.approx(200)  # what the sample says of a list like it
    # Unlike the sample, models are less sure of it.
    assert joint.own_list.unlike
    assert joint.bench.said.confidence.max() < joint.bench.pool.labelled.confidence.max()


def priced(cost, **said):
    """A list of 400 with prices of its own."""
    args = DEFAULT | {"models": (EVEN,), "budget": "30"} | said
    made = set_of(args | {"models": (Model("even", EVEN.test * 10),)})
    ids = tuple(f"l{place:04}" for place in range(made.n_items))
    dear = replace(made, ids=ids, review_cost=np.broadcast_to(cost, 400).astype(float))
    plan = plan_of(args)
    plan = replace(plan, prices=replace(plan.prices, per_item=D(0), listed=True))
    return JointPlan(plan, set_of(args, "validation"), set_of(args), 400, None, dear)


def test_the_lists_own_prices_are_paid_in_headline_and_tables():
    """At 2.00 an item 30.00 buy fifteen, not the sixty that the sample's 0.50 promise; a review gains 3."""
    joint = priced(2.0, reviewed={"*": "3"})
    assert counted(joint.option)[1::2] == (15, D("30.00"))
    assert joint.by_share.items == 60
    for row in joint.rows:
        assert row.spend == 2 * row.items
        assert row.spend <= row.budget.amount


def test_reviews_that_the_lists_prices_do_not_pay_back_are_not_made():
    """A review gains 1, and costs 0.50 on the sample and 2.00 on the list."""
    joint = priced(2.0)
    assert joint.by_share.items == 60
    assert (joint.option.items, joint.option.spend) == (0, D("0.00"))


@pytest.mark.parametrize("seed", range(3))
def test_no_plan_promises_a_review_that_the_lists_prices_do_not_buy(seed):
    rng = np.random.default_rng(seed)
    cost = rng.choice([0.10, 0.35, 2.00, 11.0], 400)
    joint = priced(cost, reviewed={"*": "12"}, budget=str(int(rng.integers(1, 200))), resamples=0)
    assert joint.option.items > 0
    for one in [*joint.rows, *joint.along, *joint.rivals.values(), joint.option]:
        paid = np.cumsum(np.concatenate([[0.0], cost[one.way.queue.order]]))[one.items]
        assert float(one.spend) == pytest.approx(paid, abs=0.006)
        assert one.budget is None or one.spend <= one.budget.amount


def test_what_is_counted_on_the_list_does_not_move_and_what_is_expected_does():
    """Twenty labelled items at 60 %, half of them right: of 390 like them about half are, give or take a good deal."""
    light = {"worths": DEFAULT["worths"] | {"wrong": "-0.1"}, "budget": "0", "resamples": 400}
    option = own(((10, True, 0.9), (390, True, 0.6)), **light).option
    assert (option.accepted.value, option.accepted.known) == (400, False)
    spread = (option.wrong.high - option.wrong.low) / (2 * 1.96)
    # Made-up items and the curve's penalty hold it a little closer than the binomial of these twenty alone.
    assert 0.6 * 390 * np.sqrt(0.25 / 20) < spread < 1.2 * 390 * np.sqrt(0.25 / 20)
    assert option.net.low < option.net.value < option.net.high


def test_decision_values_of_the_list_are_scaled_like_those_of_the_sample():
    args = DEFAULT | {"models": (SVC,), "budget": "3"}
    items = replace(set_of(args), truth=np.full(40, -1))
    joint = JointPlan(plan_of(args), set_of(args, "validation"), set_of(args), 40, None, items)
    assert joint.by_share.accepted.value == joint.option.accepted.value
    assert joint.own_list.shifts["svc"] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("beyond", "refusal"), [(0, ""), (150, ""), (250, "outside")])
def test_where_most_of_the_plan_lies_beyond_all_labels_nothing_is_recommended(beyond, refusal):
    listed = ((400 - beyond, True, 0.9), *(((beyond, True, 0.99),) if beyond else ()))
    own_list = planned(models=(GOOD,), listed=listed, budget="0").own_list
    assert own_list.outside == pytest.approx(beyond)
    assert own_list.refusal == refusal
    # Of 40 labelled items 3/40 of a list may lie beyond them by accident: here that is all that is done.
    few = ((380, True, 0.6), (20, True, 0.99))
    assert planned(models=(EVEN,), listed=few, budget="0").own_list.refusal == ""
