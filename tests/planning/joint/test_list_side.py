"""The list's side: what is expected of its items, and in resamples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from defer_world import Model
from joint_report_world import DEFAULT, EVEN, MONEY, plan_of, planned, set_of

from budgetplan.metrics.payoffs.stakes import Stakes, queue
from budgetplan.metrics.payoffs.surface import Split
from budgetplan.planning.joint.list_side import ListPlanner, answers_wanted, reviewed_shares
from budgetplan.planning.joint.solve import plan_jointly

pytestmark = pytest.mark.usefixtures("plan_alone")


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


def numbers(joint):
    """What is said of the plan: all amounts with their intervals."""
    names = ("net", "spend", "accepted", "wrong", "reviewed", "left", "found")
    said = [getattr(joint.option, name) for name in names]
    return [each for one in said for each in (one.value, one.low, one.high)]


def test_weights_count_items_of_the_list():
    """Ten rows that stand for thirty each and thirty that stand for one."""
    blocks, weight = ((10, True, 0.9), (30, True, 0.6)), (30.0,) * 10 + (1.0,) * 30
    joint = planned(models=(EVEN,), listed=blocks, listed_weight=weight, budget="4")
    assert (joint.total, joint.own_list.n_items) == (330.0, 330.0)
    assert (joint.option.accepted.value, joint.option.applied.reviewed) == (300.0, 8)
    assert joint.option.left.value == 22.0


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("order", ["uncertain", "value-per-cost"])
def test_doubled_weights_are_doubled_rows(grouped, order):
    """Each row of the list twice, or once with a weight of two; items of groups have their twins there."""
    blocks = tuple((4, True, sure) for sure in (0.95, 0.9, 0.8, 0.7, 0.6, 0.6))
    heavy, twice = tuple((2.0,) * 24), tuple((8, True, sure) for _, _, sure in blocks)
    group = tuple(100 + place // 4 for place in range(24))
    said = {
        "models": (EVEN,),
        "budget": "4",
        "resamples": 200,
        "order": order,
        "worths": MONEY | {"wrong": "-1"},
    }
    labelled = {"group": tuple(place // 4 for place in range(40))} if grouped else {}
    one, two = (
        planned(
            listed=listed, listed_weight=weight, listed_group=texts if grouped else None, **said, **labelled
        )
        for listed, weight, texts in (
            (blocks, heavy, group),
            (twice, None, tuple(np.repeat(group, 2).tolist())),
        )
    )
    assert numbers(one) == pytest.approx(numbers(two))
    assert one.own_list.shifts["even"] == pytest.approx(two.own_list.shifts["even"])


CLUSTERED = Model("m", tuple((10, right, 0.9) for right in (True, False) * 10))
"""Two hundred answers in twenty texts: of a text all are right, or all are wrong."""
TEXTS = tuple(place // 10 for place in range(200))
ALL = {"models": (CLUSTERED,), "worths": MONEY | {"wrong": "-0.1"}, "budget": "0", "resamples": 500}


def spread(**said):
    found = planned(**ALL | said).option.wrong
    return (found.high - found.low) / (2 * 1.96)


def test_items_of_one_group_of_the_list_are_right_or_wrong_together():
    """Forty texts of the list: half of them are wrong, twenty and a half texts give or take 3.2 of ten items each.

    The sample's own twenty texts leave the rate as unsure as 0.5 / sqrt(20), and Student's t and n/(n - 1) widen.
    """
    listed = {"listed": ((400, True, 0.9),), "group": TEXTS}
    together = spread(listed_group=tuple(1000 + place // 10 for place in range(400)), **listed)
    expected = 400 * np.sqrt(0.25 / 20 + 0.25 / 40) * np.sqrt(20 / 19) * 2.093 / 1.96
    assert together == pytest.approx(expected, rel=0.12)
    alone = spread(listed_group=tuple(range(1000, 1400)), **listed)
    assert alone == pytest.approx(
        400 * np.sqrt(0.25 / 20 + 0.25 / 400) * np.sqrt(20 / 19) * 2.093 / 1.96, rel=0.12
    )


def test_a_list_without_groups_has_as_many_for_each_item_as_the_sample():
    listed = {"listed": ((400, True, 0.9),), "group": TEXTS}
    named = spread(listed_group=tuple(1000 + place // 10 for place in range(400)), **listed)
    assert spread(listed_group=None, **listed) == pytest.approx(named, rel=0.02)


def test_groups_that_the_sample_knows_are_known():
    """What the sample has seen of them stands for their other items, which differ one by one."""
    listed = {"listed": ((400, True, 0.9),), "group": TEXTS}
    known = spread(listed_group=tuple(place % 20 for place in range(400)), **listed)
    assert known == pytest.approx(spread(listed_group=tuple(range(1000, 1400)), **listed))


def test_other_names_for_groups_change_no_digit():
    rng = np.random.default_rng(3)
    names = rng.permutation(60)
    other = [
        tuple(int(names[code]) for code in each) for each in (TEXTS, tuple(20 + p // 10 for p in range(400)))
    ]
    listed = {"listed": ((300, True, 0.9), (100, True, 0.7)), "resamples": 60}
    one = planned(**ALL | listed, group=TEXTS, listed_group=tuple(20 + place // 10 for place in range(400)))
    # Groups of a set have codes in the order of their names.
    codes = tuple(int(code) for code in np.unique(np.array(other[0]), return_inverse=True)[1])
    texts = tuple(1000 + place for place in other[1])
    two = planned(**ALL | listed, group=codes, listed_group=texts)
    assert numbers(one) == numbers(two)
