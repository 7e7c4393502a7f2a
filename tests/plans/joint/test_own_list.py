"""The list by its own predictions: its items decide, its prices are paid, and labels have to speak for it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from defer_world import BAD, GOOD, SVC, Model
from joint_report_world import DEFAULT, EVEN, plan_of, planned, set_of

from budgetplan.domain.doubt import DoubtKind
from budgetplan.plans.joint import JointPlan
from budgetplan.work.building import work_of_joint

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
    # The list's own chance moves draws, and no mean.
    way, other, at = joint.option.way, joint.rivals["people"].way, joint.option.items
    for moved in (way.chance(at), way.apart(at, other, 30)):
        assert moved.mean(axis=0) == pytest.approx(0 * moved[0], abs=1e-9)
        assert moved.std() > 0.1


@pytest.mark.parametrize(("swapped", "far"), [(0, False), (1, True)])
def test_a_list_of_which_two_classes_change_places_is_unlike_however_sure_the_models_are(swapped, far):
    """Of three classes the last is as frequent in both, and all answers are as sure; of 9 labelled ones to 1 a is called b."""
    three = {"classes": ("a", "b", "c"), "models": (Model("m", ((200, True, 0.8),)),)}
    args = DEFAULT | three | {"budget": "30", "resamples": 0}

    def drawn(shares, part):
        made = set_of(args, part)
        truth = np.repeat(np.arange(3), shares)
        p = np.full((200, 3), 0.1)
        p[np.arange(200), truth] = 0.8
        model = replace(made.models[0], predicted=truth, probabilities=p, confidence=p.max(axis=1))
        return replace(made, truth=truth, models=(model,))

    usual, other = (90, 10, 100), (10, 90, 100)
    listed = drawn(other if swapped else usual, "test")
    joint = JointPlan(plan_of(args), drawn(usual, "validation"), drawn(usual, "test"), 200, listed)
    assert bool(joint.own_list.unlike) is far


def test_a_list_of_unsure_items_is_planned_for_by_its_own_predictions():
    joint = own(((10, True, 0.9), (390, True, 0.6)))
    assert joint.option.items == 60
    assert joint.option.accepted.value <= 10
    assert joint.by_share.accepted.value == pytest.approx(200)  # what the sample says of a list like it
    # Unlike the sample, models are less sure of it.
    assert joint.own_list.unlike
    assert [doubt.kind for doubt in joint.warnings] == [DoubtKind.LIST_UNLIKE]
    assert joint.bench.said.confidence.max() < joint.bench.pool.labelled.confidence.max()


def test_a_list_of_which_only_the_size_is_known_ends_at_its_last_whole_item_too():
    """Of 401 items 200.5 are worth a review: 200 are reviewed, and nobody else is left, as of 400."""
    even, odd = (planned(models=(EVEN,), list_size=size, budget=None, price="0.3") for size in (400, 401))
    (few, net), (more, other) = ((each.option.items, each.option.net.value) for each in (even, odd))
    assert (few, more, net) == (200, 200, pytest.approx(other, rel=5e-3))
    assert odd.option.left.value == pytest.approx(0.5)
    assert odd.labels.everything < 0.5
    # In a draw of more unsure items more is paid.
    assert odd.option._paid - float(odd.option.cost) == pytest.approx(odd.option.way.surplus)
    assert [work_of_joint(each).binds for each in (even, odd)] == ["list", "list"]


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
    joint = JointPlan(plan_of(args), set_of(args, "validation"), set_of(args), 40, items)
    assert joint.by_share.accepted.value == pytest.approx(joint.option.accepted.value, rel=1e-3)
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


def test_of_items_that_stand_alike_those_that_are_reviewed_lie_beyond_the_labels():
    """Half of the list is less sure than any label: of 200 that are answered and 60 that are reviewed 60 are, not 200."""
    listed = own(((200, True, 0.9), (200, True, 0.55))).own_list
    assert (listed.planned, listed.outside, listed.refusal) == (pytest.approx(260), pytest.approx(60), "")


def test_of_answers_that_stand_alike_the_errors_of_those_are_bounded_that_nobody_reviews():
    """Twenty are right and sure; of twenty more, half of them wrong, half are reviewed: 5 of 30 are wrong, not 0 of 20."""
    light = {"worths": DEFAULT["worths"] | {"wrong": "-0.1"}, "reviewed": {"*": "3"}}
    joint = planned(models=(EVEN,), budget="5", **light)
    wrong, n = joint.counted
    assert (joint.option.items, joint.option.accepted.value, n) == (10, 30, 30)
    assert 2 <= wrong <= 8
    assert joint.bound > joint.option.wrong.value / 30
    assert planned(models=(EVEN,), budget="10", **light).counted == (0, 20)


# --- entries that cost more than other items: a budget is kept in 95 % of the draws, and buys as much as that allows
DEAR = {"positive": ("a",), "prices": {"extra_per_entry": "0.5"}, "reviewed": {"*": "3"}, "resamples": 199}
LISTED = {"models": (GOOD,), "listed": GOOD.test * 10}


def kept(planner, reviewed, budget, covers="everything"):
    """In which share of the draws a budget pays for so many reviews, by what is printed and what entries add."""
    drawn, purse = planner.ways[0], planner.bench.purse
    found = (drawn.at(reviewed) + drawn.chance(reviewed))[:, -1]
    prices = purse.prices
    spent = (reviewed * float(prices.per_item) + 0.5 * found) * (1 + float(prices.contingency))
    if covers == "everything":
        spent = (spent + float(sum(prices.fixed.values()))) * (1 + float(prices.indirect))
    return float((spent <= budget + 0.005).mean())


@pytest.mark.parametrize(
    "said",
    [
        {"models": (EVEN,), "list_size": 400},
        LISTED | {"prices": DEAR["prices"] | {"indirect": "0.2", "contingency": "0.1", "fixed": {"training": "5"}}},
    ],
)
@pytest.mark.parametrize("budget", ["30", "60"])
@pytest.mark.few(1)
def test_the_budget_is_kept_in_95_of_100_draws_and_hardly_more_would_be(said, budget):
    joint = planned(**(DEAR | said | {"budget": budget}))
    option = joint.option
    assert option.items == option.most > 0
    assert kept(joint.planner, option.items, float(budget)) >= 0.93
    assert kept(joint.planner, option.items + 4, float(budget)) < 0.97
    # What is printed is what is to be expected: less than the budget, whose rest pays for entries that may come.
    assert option.spend < Decimal(budget)
    assert option.spend_range.low < option.spend_range.value < option.spend_range.high


def test_each_end_of_the_spend_is_the_bill_of_whole_entries():
    """The rounding of the plan's own bill, which counts whole entries as well, is no part of what the draws cost."""
    option = planned(**(DEAR | LISTED | {"budget": "13", "prices": {"extra_per_entry": "5"}})).option
    low, high = ((end - 0.5 * option.items) / 5 for end in (option.spend_range.low, option.spend_range.high))
    assert 0 <= low < high
    assert (low, high) == (pytest.approx(round(low), abs=1e-6), pytest.approx(round(high), abs=1e-6))


def test_of_items_that_are_surely_entries_as_many_are_paid_as_the_budget_has():
    """All that is reviewed is an entry or not whatever is drawn: the budget buys to the last item."""
    joint = planned(**(DEAR | LISTED | {"budget": "30", "positive": ("a", "b")}))
    assert (joint.option.items, joint.option.spend) == (30, Decimal("30.00"))
    assert np.ptp(joint.planner.ways[0].at(30)[:, -1]) == pytest.approx(0, abs=1e-9)


def test_a_single_model_stops_where_the_plan_would_that_is_made_with_it():
    """Of two models one is let in: alone it is the plan itself, and no other rule makes it worth more."""
    joint = planned(**(DEAR | {"models": (EVEN, BAD), "mixture": True, "list_size": 400, "budget": "30"}))
    assert joint.name == "even"
    alone = next(one for one in joint.models if one.name == "even")
    assert (alone.reviewed, alone.spend) == (joint.option.items, joint.option.spend)
    assert alone.more.value == 0
