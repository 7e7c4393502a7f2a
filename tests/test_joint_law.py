"""What holds of every joint plan: by brute force, beside deferral, and whatever rows, models and names are called."""

from __future__ import annotations

import itertools
from dataclasses import replace
from decimal import Decimal

import defer_world
import numpy as np
import pytest
from defer_world import COMPLEMENT, GOOD, chosen_in, make_plan, make_set
from joint_report_world import BY_CLASS, DEFAULT, EVEN, MONEY, SCENES, Model, plan_of, planned, set_of, thirty
from paid_world import ALL, PART
from paid_world import one as asking

from budgetplan.core.answers import ALONE, decide
from budgetplan.core.stops import interval
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.joint import JointPlan

pytestmark = pytest.mark.usefixtures("plan_alone")

D = Decimal
PAIRS = MONEY | {"cells": {("a", "b"): "-9", ("c", "b"): "-2"}, "left_out": {"b": "-1", "c": "0.2"}}
PLANS = [
    pytest.param(name, marks=[pytest.mark.slow] * (at % 3 > 0))
    for at, name in enumerate(SCENES)
    if name != "a list unlike the sample"
]


def solved(args, **changed):
    validation = set_of(args, "validation") if args["validation"] else None
    return JointPlan(plan_of(args), validation, replace(set_of(args), **changed))


@pytest.mark.parametrize("said", [{}, BY_CLASS, {"validation": False}], ids=str)
def test_with_no_money_a_joint_plan_is_deferral(said):
    """The decisions, the mean and the interval are those of answering alone, to the digit; before what luck takes off."""
    joint = planned(models=(GOOD,), budget="0", **said)
    bench, option = joint.bench, joint.option
    decided = decide(bench.probability, bench.payoffs, relabel=False)
    assert np.array_equal(option.way.role == ALONE, decided.answered)
    alone = replace(bench.drawn, group=None).outcome(decided.answer, decided.answered, chance=False)
    assert option.net.value + option.luck == pytest.approx(float(alone.value(bench.payoffs).mean()), abs=1e-9)
    assert option.wrong.value == pytest.approx(float(alone.wrong.mean()), abs=1e-9)
    assert option.accepted.value == pytest.approx(alone.answered)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"validation": False},
        {"truth": "ab" * 19 + "ac"},
        {"group": tuple(place // 4 for place in range(40))},
        {"listed": None},
        {"listed": None, "truth": "ab" * 19 + "ac", "weight": tuple(1.0 + place % 3 for place in range(40))},
    ],
    ids=str,
)
def test_deferral_and_a_joint_plan_without_money_say_the_same(said):
    """Two rooms, one answer: what stands, how much of it is wrong, what all is worth, and how sure that is."""
    said = {"models": (GOOD,), "listed": GOOD.test * 10, "resamples": 199, "seed": 4} | said
    assert_alike(chosen_in(**said, worths=MONEY, currency="EUR").alone, planned(**said, budget="0").option)


@pytest.mark.parametrize("listed", [False, True])
def test_they_say_the_same_where_second_answers_differ(listed):
    """Items of one answer were taken together whatever else is likely: what people got out of it was worth 1 % less."""
    args = DEFAULT | {"classes": ("a", "b", "c"), "budget": "0", "resamples": 199, "worths": PAIRS}
    args["models"] = (Model("m", ((30, True, 0.9),)),)
    rng = np.random.default_rng(3)
    validation, test, own = (thirty(rng, args, part) for part in ("validation", "test", "test"))
    own = replace(own, ids=tuple(f"l{name}" for name in own.ids)) if listed else None
    plan = plan_of(args)
    deferral = replace(plan, deferral=replace(plan.deferral, reviewing=None), prices=replace(plan.prices, stated=False))
    free = [each and replace(each, review_cost=None) for each in (validation, test, own)]
    joint = JointPlan(plan, validation, test, 0 if own is None else own.n_items, own)
    assert_alike(DeferSolution(deferral, *free).alone, joint.option)


def assert_alike(alone, option):
    """Answers alone, and a plan in which nobody reviews, come to the same."""
    assert option.accepted.value == pytest.approx(alone.alone)
    assert alone.alone > 0
    for joint, by_itself, off, n in (
        (option.wrong, alone.wrong, 0.0, 1.0),
        (option.net, alone.value, option.luck, alone.items),
    ):
        ends = [n * end for end in (by_itself.value, by_itself.low, by_itself.high)]
        # Luck is off the mean and the low end alone.
        assert [joint.value + off, joint.low + off, joint.high] == pytest.approx(ends, abs=1e-9)


@pytest.mark.parametrize("said", [asking(PART), asking(ALL, list_size=4000, budget="300", resamples=999)], ids=str)
@pytest.mark.few(1)
def test_beside_nothing_and_what_is_sure_a_difference_is_as_unsure_as_the_net_value(said):
    """Luck was off the upper end of differences, and not off that of net values."""
    joint = planned(**said)
    net, people = joint.option.net, joint.rivals["people"]
    assert joint.option.luck > 0
    assert (joint.nothing.value, joint.nothing.low, joint.nothing.high) == (0, 0, 0)
    for kind, sure in (("nothing", 0.0), ("people", people.net.value)):
        over = joint.over_rivals[kind]
        ends = [net.value - sure, net.low - sure, net.high - sure]
        # Where people review a part of what stands alike, truths are drawn in other groups of rows.
        close = {"abs": 1e-9} if kind == "nothing" or people.items in (0, joint.total) else {"rel": 1e-2}
        assert [over.value, over.low, over.high] == pytest.approx(ends, **close), kind
    # A review gains 0.50 whatever is true: nothing in that is luck.
    assert not people.net.moves
    assert people.net.value == pytest.approx(people.items / 2)


@pytest.mark.parametrize("grouped", [False, True])
def test_two_budgets_for_one_list_differ_by_the_items_that_are_decided_otherwise(grouped):
    """What both leave to the model is as right in one as in the other; drawn anew for each, it said 43 and not 13 wide."""
    light = {"models": (EVEN,), "listed": EVEN.test * 15, "worths": MONEY | {"wrong": "-0.1"}, "price": "0.2"}
    light |= {"resamples": 999}
    if grouped:
        light |= {name: tuple(np.arange(n) // 4) for name, n in (("group", 40), ("listed_group", 600))}
    few, more = (planned(**light, budget=budget).option for budget in ("20", "24"))
    assert (few.items, more.items, round(few.accepted.value)) == (100, 120, 500)
    beside = more.over(more.planner.plan(few.budget))  # in the draws of one plan
    drawn = more.draws.net - few.draws.net
    assert np.ptp(interval(drawn)) == pytest.approx(beside.high - beside.low - abs(more.luck - few.luck), rel=0.15)
    for option in (few, more):
        net = option.draws.net
        assert (net.mean(), np.ptp(interval(net))) == pytest.approx(
            (option.net.value, option.net.high - option.luck - option.net.low), rel=0.05
        )


def test_of_a_list_of_which_only_the_size_is_known_both_say_the_same():
    said = {"models": (GOOD,), "resamples": 199, "seed": 4}
    args = defer_world.DEFAULT | said | {"worths": MONEY, "currency": "EUR"}
    alone = DeferSolution(replace(make_plan(args), list_size=4000), make_set(args, "validation"), make_set(args)).alone
    option = planned(**said, list_size=4000, budget="0").option
    assert (alone.items, alone.alone, option.accepted.value) == (4000, 3000, pytest.approx(3000))
    wrong = [(one.value, one.low, one.high) for one in (option.wrong, alone.wrong)]
    assert wrong[0] == pytest.approx(wrong[1])


@pytest.mark.parametrize(("group", "effect"), [(None, 1.0), (tuple(place // 4 for place in range(40)), 4.0)])
@pytest.mark.few(1)
def test_a_list_of_which_only_the_size_is_known_is_as_the_labelled_items_weigh_in_each_draw(group, effect):
    """Half of 40 labelled items are sure: of the list that is half, as a share of Gamma weights varies."""
    option = planned(models=(EVEN,), group=group, list_size=4000, budget="0", resamples=999).option
    assert option.accepted.value == pytest.approx(2000)
    sd = 4000 * np.sqrt(0.25 / (40 / effect + 1))
    assert option.accepted.high - option.accepted.low == pytest.approx(2 * 1.96 * sd, rel=0.12)
    assert option.left.low == pytest.approx(4000 - option.accepted.high)
    assert planned(models=(EVEN,), group=group, budget="0").option.accepted.low is None


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.few(3)
def test_more_money_is_never_worth_less_and_never_overspent_and_fewer_options_never_worth_more(name):
    joint = planned(**SCENES[name])
    for rows in (joint.rows, joint.along, [one.option for one in joint.ladder]):
        nets = [one.net.value for one in rows]
        assert all(after >= before - 1e-9 for before, after in itertools.pairwise(nets)), nets
        for one in rows:
            if one.budget is not None and one.budget.unit == "money":
                assert one.spend <= one.budget.amount
    for net in (joint.nothing, *(rival.net for rival in joint.rivals.values())):
        assert net.value <= joint.option.net.value + 1e-9


def numbers(joint):
    option = joint.option
    return [option.net.value, option.net.low, option.net.high, option.wrong.value, option.found.value]


@pytest.mark.parametrize("validation", [True, False])
@pytest.mark.few(1)
def test_the_order_of_models_and_names_of_items_play_no_part(validation):
    args = DEFAULT | {"models": COMPLEMENT, "mixture": True, "validation": validation, "budget": "3"}
    plain = solved(args)
    items = set_of(args)
    assert numbers(solved(args, models=items.models[::-1])) == pytest.approx(numbers(plain), abs=1e-9)
    names = tuple(f"z{place:03}" for place in range(items.n_items))
    assert numbers(solved(args, ids=names)) == pytest.approx(numbers(plain), abs=1e-9)


def test_a_model_that_costs_more_than_it_adds_changes_nothing():
    """A second model for 30: the plan is the one without it, and says so."""
    args = DEFAULT | {"models": (GOOD, EVEN), "mixture": True}
    items = set_of(args)
    dear = tuple(replace(one, cost=30.0 if one.name == "even" else 0.0) for one in items.models)
    joint = JointPlan(plan_of(args), set_of(args, "validation"), replace(items, models=dear))
    assert (joint.left_out, joint.name, joint.members) == (("even",), "good", ())
    assert numbers(joint) == pytest.approx(numbers(planned(models=(GOOD,))))
