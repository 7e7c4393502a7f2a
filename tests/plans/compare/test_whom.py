"""Which plan is for whom, by hand."""

from dataclasses import replace
from decimal import Decimal

import pytest
from outcome_world import outcome

from budgetplan.domain.plan import Target, Values
from budgetplan.plans.compared import Comparison, ForWorth

D = Decimal


def test_each_question_has_its_answer():
    """b finds 30 for 15, half a euro each; a finds 10 for 4 and earns most; c finds most."""
    found = Comparison(
        [
            outcome("a", net=9.0, found=10.0, spend=4),
            outcome("b", net=8.0, found=30.0, spend=10),
            outcome("c", net=2.0, found=40.0, spend=30),
        ]
    )
    assert (found.net.names, found.net.value, found.net.over, found.net.lead.value) == (("a",), 9.0, "b", 1.0)
    assert (found.found.names, found.found.over) == (("c",), "b")
    assert (found.rate.names, found.rate.value) == (("b",), 3.0)
    assert found.cheapest is None


def test_equal_plans_share_an_answer():
    found = Comparison([outcome("a"), outcome("b"), outcome("c", net=1.0)])
    assert (found.net.names, found.net.over) == (("a", "b"), "c")
    assert Comparison([outcome("a"), outcome("b")]).net.over == ""


def test_a_target_is_met_for_the_least_money():
    plan = replace(outcome().plan, target=Target(D("0.5"), "share"))
    found = Comparison(
        [outcome("a", spend=9, plan=plan), outcome("b", spend=7, plan=plan), outcome("c", spend=1)]
    )
    assert (found.cheapest.names, found.cheapest.value) == (("b",), -7.0)


def test_plans_that_recommend_nothing_are_best_at_nothing():
    found = Comparison([outcome("a"), outcome("b", net=99.0, met=False), outcome("c", net=1.0)])
    assert found.net.names == ("a",)
    assert Comparison([outcome("a"), outcome("b", met=False)]).net is None


def test_every_plan_on_the_hull_is_best_for_some_worth_of_an_entry():
    """(4, 10), (10, 30), (30, 40): slopes 0.4 from nothing, then 1/3 ... so that a is never best; c from 2 on."""
    found = Comparison(
        [
            outcome("a", found=10.0, spend=4),
            outcome("b", found=30.0, spend=10),
            outcome("c", found=40.0, spend=30),
            outcome("worse", found=29.0, spend=11),
        ]
    )
    assert found.by_worth == (
        ForWorth((), 0.0, pytest.approx(1 / 3)),
        ForWorth(("b",), pytest.approx(1 / 3), 2.0),
        ForWorth(("c",), 2.0, None),
    )


@pytest.mark.parametrize("worth", [0.05, 0.7, 1.9, 8.0])
def test_for_every_worth_the_best_is_the_one_that_earns_most(worth):
    plans = [outcome(f"p{at}", found=at**0.5 * 10, spend=at * at) for at in range(1, 7)]
    (held,) = [
        one
        for one in Comparison(plans).by_worth
        if one.low < worth and (one.high is None or worth < one.high)
    ]
    earned = {one.name: worth * one.found.value - float(one.spend) for one in plans}
    best = max(earned, key=earned.get)
    assert held.names == ((best,) if earned[best] > 0 else ())


def test_plans_of_other_worths_stand_side_by_side_and_are_not_ranked():
    plan = replace(outcome().plan, values=Values({"y": D(3)}))
    ranked = Comparison([outcome("a"), outcome("b", net=9.0, plan=plan)])
    assert {ranked.net, ranked.found, ranked.cheapest, ranked.rate} == {None}
    assert ranked.by_worth == ()


def test_where_more_than_entries_counts_no_worth_of_an_entry_decides():
    plan = replace(outcome().plan, values=Values({"y": D(3)}, error={"y": D("0.1")}))
    assert Comparison([outcome("a", plan=plan), outcome("b", found=20.0, spend=9, plan=plan)]).by_worth == ()
    assert Comparison([outcome(name, workflow="joint") for name in "ab"]).by_worth == ()
