"""What asking would change beside a classifier that answers alone, by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from decided import Beside, numbers
from defer_world import GOOD, Model
from joint_report_world import DEFAULT, MONEY, Paid, plan_of, set_of, thirty

from budgetplan.core import answers
from budgetplan.plans.answer import DeferSolution, worth_table
from budgetplan.plans.answerers import answerings
from budgetplan.plans.joint import asked_beside
from budgetplan.report.answers import selection_record


def beside(*paid, **said):
    args = DEFAULT | {"models": (GOOD,), "asked": paid, "price": None, "budget": None, "worths": MONEY} | said
    plan = plan_of(args)
    test, validation = set_of(args), set_of(args, "validation")
    table = worth_table(plan.deferral.worths, test)
    return asked_beside(plan, table, validation, test, "good")


ALL = Paid("llm", ((40, True, None),))


@pytest.mark.usefixtures("plan_alone")
def test_a_list_scales_counts_and_money_alike():
    """On average: in each draw it is as the labelled items weigh there, so that its net value varies more."""
    small, large = beside(ALL, resamples=400), beside(ALL, list_size=4000, resamples=400)
    for one, other in zip(small.ways, large.ways, strict=True):
        assert other.net.value == pytest.approx(100 * one.net.value, rel=5e-3)
        assert other.asked.value == pytest.approx(100 * one.asked.value)


def test_who_is_always_wrong_does_not_pay():
    found = beside(Paid("llm", ((40, False, None),)))
    assert not found.pays
    assert found.answerers[0].worth_up_to is None


LOST = 5 * (0.5 / 36 + 0.5 / 6) / 2
"""What an answer to one of the ten may lose: a wrong one costs 5."""


def test_the_price_from_which_nobody_is_asked_is_what_an_answer_adds():
    """An answer to each of ten left items adds 1, but for what half an item says (Jeffreys), of the 35 that the model has
    right and of the 5 that it has not: half of the ten are such. At one unit each nothing is gained."""
    limit = beside(ALL).answerers[0].worth_up_to
    assert 1 - LOST < limit < 1.0


def test_nobody_is_asked_where_nobody_may_be():
    assert beside() is None
    assert beside(Paid("llm", ALL.test, accept="none")) is None


COUNTED = {"right": "1", "wrong": "-4", "abstain": "0", "worth_of_right_answer": "2"}
"""As ``MONEY`` in right answers, each of which is worth two."""


@pytest.mark.parametrize("own", [1, 3])
def test_where_values_count_right_answers_what_asking_brings_does(own):
    """Calls at ten cents cost a twentieth of a right answer; a unit of the values' own changes nothing of that."""
    money, paid = beside(ALL), replace(ALL, price="0.10")
    worths = {name: str(own * int(value)) for name, value in COUNTED.items()} | {"worth_of_right_answer": f"{2 / own}"}
    args = DEFAULT | {"models": (GOOD,), "asked": (paid,), "price": None, "budget": None, "worths": worths}
    plan = plan_of(args)
    plan = replace(plan, deferral=replace(plan.deferral, reviewing=None))
    solution = DeferSolution(plan, set_of(args, "validation"), set_of(args))
    told = solution.without_unit.asked
    for one, other in zip((*money.nets, *money.more), (*told.nets, *told.more), strict=True):
        assert (other.value, other.low, other.high) == pytest.approx((one.value, one.low, one.high), abs=1e-4)
    assert told.answerers[0].worth_up_to == pytest.approx(2 * money.answerers[0].worth_up_to, rel=2e-3)
    assert [way["net"]["value"] for way in selection_record(solution, {})["defer"]["asking"]["ways"]] == pytest.approx(
        [own * net.value for net in told.nets]
    )


@pytest.mark.parametrize("right", ["", "2"])
def test_an_answer_saves_the_review_of_what_is_left_otherwise(right):
    """Ten are left, each to a review at 0.50 with what is paid on it: an answer adds 1 and saves as much, and 0.10 paid once."""
    worths = MONEY if not right else COUNTED
    in_money = float(right or 1)
    prices = {"fixed": {"training": str(0.1 * in_money)}, "indirect": "0.25"}
    args = DEFAULT | {"models": (GOOD,), "asked": (replace(ALL, price=str(0.05 * in_money)),), "budget": None}
    args |= {"worths": worths, "price": str(0.4 * in_money), "prices": prices}
    plan = plan_of(args)
    plan = replace(plan, deferral=replace(plan.deferral, reviewing=None))
    solution = DeferSolution(plan, set_of(args, "validation"), set_of(args))
    found = solution.asked
    alone, both, _ = found.ways
    assert (alone.accepted.value, alone.left.value, both.asked.value) == (30, 10, 10)
    assert found.nets[0].value == pytest.approx(solution.alone.value.value * 40, abs=0.3)
    assert beside(ALL).nets[0].value - found.nets[0].value == pytest.approx(10 * 0.5 + 0.1 * 1.25, abs=0.3)
    assert -10 * LOST < found.more[1].value - (10 * 1.5 - 0.625 + 0.1 * 1.25) < 0.7
    # Item by item an answer is worth what it adds and the review that it saves.
    assert 1.5 - LOST < 1.25 * found.answerers[0].worth_up_to / in_money < 1.55
    # Of who is asked about everything nothing is left.
    assert -5 * (35 * 0.5 / 36 + 5 * 0.5 / 6) < found.nets[2].value - (40 - 40 * 0.0625) < 0.0


AWKWARD = {
    "classes": ("a", "b", "c"),
    "models": (Model("m", ((30, True, 0.9),)),),
    "resamples": 8,
    "worths": MONEY | {"abstain": "-0.3", "cells": {("a", "b"): "-7"}},
    "weight": tuple(3.0 if at % 3 else 1.0 for at in range(30)),
    "price": "0.2",
}
PLANS = [
    {"price": None},
    {"prices": {"indirect": "0.25", "contingency": "0.1", "fixed": {"training": "2"}}},
    {"prices": {"indirect": "0.25", "fixed": {"training": "40"}}, "accept": "confident"},
    {"prices": {"indirect": "0.2"}, "budget": "1.3", "accept": "agree"},
    {"prices": {"indirect": "0.2"}, "budget": "2.1", "relabel": True, "review_cost": "0.9"},
    {"accept": "all", "call": "0.02", "model_cost": "1.5", "price": None},
    {
        "accept": "all",
        "call": "0.03",
        "worths": MONEY | {"wrong": "-9"},
        "price": "1.5",
        "prices": {"fixed": {"training": "3"}},
    },
    {"price": "0.9", "positive": ("a", "b"), "weight": None},
]


@pytest.mark.parametrize("place", range(len(PLANS)))
@pytest.mark.usefixtures("plan_alone")
def test_every_number_is_that_of_all_items_and_draws_counted_one_by_one(place, monkeypatch):
    """Items that are left cost unlike amounts, and what is paid once; an answerer is right of two in three."""
    monkeypatch.setattr(answers, "WIDTH", 1e-5)
    rng, said = np.random.default_rng(place + 1), PLANS[place]
    call, accept = said.get("call", "0.05"), said.get("accept", "auto")
    given = DEFAULT | {"budget": None} | AWKWARD
    given |= {name: each for name, each in said.items() if name in DEFAULT and name != "review_cost"}
    given["asked"] = (Paid("llm", ((30, True, 0.5),), price=call, accept=accept),)

    def drawn(part):
        cost = None if given["price"] is None else float(given["price"]) * (1 + np.arange(30) % 3)
        return replace(thirty(rng, given, part), review_cost=cost)

    plan, validation, test = plan_of(given), drawn("validation"), drawn("test")
    table = worth_table(plan.deferral.worths, test)
    found = asked_beside(plan, table, validation, test, "m")
    bench, budget = found.best.planner.bench, found.best.planner.bench.plan.budget
    ask = answerings(bench)[0].draws
    by_hand = Beside(bench, bench.plan.answerers[0], ask, bench.expected(), call=Decimal(call))
    alone = by_hand.within(by_hand.both, budget)
    for way, more, stop in zip(
        found.ways, found.more, (alone, by_hand.plan(budget), by_hand.theirs(budget)), strict=True
    ):
        assert numbers(way) == pytest.approx(by_hand.printed(stop), rel=2e-3, abs=1e-6)
        assert (more.value, more.low, more.high) == pytest.approx(by_hand.over(stop, alone), rel=2e-3, abs=2e-3)
