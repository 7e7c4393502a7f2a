"""How far plans are apart, in the same draws or in none."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from outcome_world import NOISE, outcome

from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Target, Values
from budgetplan.plans.compared import Comparison, PlanDraws, gap, unlike


def test_a_plan_without_a_net_value_of_its_own_is_worth_the_mean_of_its_draws():
    low, high = interval(NOISE + 3)
    found = outcome(net=None, draws=PlanDraws(NOISE + 3, NOISE + 10, None)).net
    assert (found.value, found.low, found.high) == pytest.approx((NOISE.mean() + 3, low, high))
    assert outcome(net=None, met=False, draws=PlanDraws(NOISE, NOISE, None)).net is None


def test_a_plan_beside_itself_is_nowhere_apart():
    found = gap(outcome(), outcome("b"))
    assert (found.net, found.found) == (Estimate(0.0, 0.0, 0.0), Estimate(0.0, 0.0, 0.0))
    assert (found.spend, found.spend_range, found.apart) == (0, None, ())


def test_a_difference_has_the_interval_of_the_differences():
    other = np.random.default_rng(2).normal(size=400)
    one = outcome(draws=PlanDraws(NOISE, 2 * NOISE, NOISE + 4))
    two = outcome("b", net=4.0, found=7.0, spend=3, draws=PlanDraws(other, other, None))
    found = gap(one, two)
    assert (found.net.value, found.found.value, found.spend) == (1.0, 3.0, 1)
    low, high = interval(NOISE - other)
    assert (found.net.low, found.net.high) == pytest.approx((low, high))
    low, high = interval(2 * NOISE - other)
    assert (found.found.low, found.found.high) == pytest.approx((low, high))
    low, high = interval(NOISE + 4 - 3)
    assert (found.spend_range.low, found.spend_range.high) == pytest.approx((low, high))
    # Bills are rounded, draws are not: the interval holds the difference that is printed.
    half_a_cent = outcome(draws=PlanDraws(NOISE, NOISE, NOISE * 0 + 4.005))
    held = gap(half_a_cent, outcome("b", spend=3, draws=PlanDraws(other, other, None))).spend_range
    assert (held.low, held.value, held.high) == pytest.approx((1.0, 1.0, 1.005))


def test_of_other_draws_no_interval_is_told_and_why():
    found = gap(outcome(), outcome("b", net=1.0, drawn={"seed": "2", "list": "t"}))
    assert found.apart == ("seed",)
    assert found.net == Estimate(4.0)
    assert not found.found.known


def test_no_interval_of_a_difference_leaves_out_the_difference_itself():
    one = outcome(draws=PlanDraws(None, NOISE - 50, None))
    found = gap(one, outcome("b", found=7.0, draws=PlanDraws(None, 0 * NOISE, None)))
    assert found.found.value == found.found.high == 3.0
    assert found.found.low < -40


def test_a_part_that_one_of_the_two_alone_has_sets_them_apart_whichever_comes_first():
    one, two = outcome(), outcome("b", drawn={"seed": "1", "list": "t", "quotas": "q"})
    assert gap(one, two).apart == gap(two, one).apart == ("quotas",)


def test_without_a_worth_or_a_plan_there_is_no_such_difference():
    assert gap(outcome(), outcome("b", net=None)).net is None
    assert gap(outcome(), outcome("b", met=False)) is None


def test_keys_that_all_say_alike_do_not_differ():
    plans = [outcome("a", written={"x": "1", "y": "2"}), outcome("b", written={"x": "1", "z": "2"})]
    assert Comparison(plans).differing == ("y", "z")


def test_of_other_labels_or_another_list_no_difference_is_told_and_nothing_is_ranked():
    plans = [outcome(), outcome("b", net=1.0, drawn={"seed": "1", "list": "u"})]
    assert (gap(*plans), Comparison(plans).unlike) == (None, ("list",))
    other = replace(outcome("b"), plan=replace(outcome().plan, positive=("z",)))
    assert (gap(outcome(), other), unlike([outcome(), other])) == (None, ("labels",))


def test_where_worths_differ_entries_and_cost_are_told_apart_and_no_net_value():
    """10 entries for 4, and 7 for 3, of other worths: 3 entries more for 1 more."""
    dear = replace(outcome().plan, values=Values({"y": Decimal(3)}))
    other = outcome("b", net=50.0, found=7.0, spend=3, plan=dear)
    difference = gap(outcome(), other)
    assert (difference.net, difference.found.value, difference.spend) == (None, 3.0, 1)
    assert difference.found.known
    compared = Comparison([outcome(), other])
    assert compared.unlike == ("worths",)
    assert (compared.net, compared.found, compared.cheapest, compared.rate, compared.by_worth) == (None,) * 4 + ((),)
    # Who chances differ from is ranked all the same, without an interval.
    assert unlike([outcome(), outcome("b", drawn={"seed": "2", "list": "t"})]) == ()


# --- which plan is for whom, by hand
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
    found = Comparison([outcome("a", spend=9, plan=plan), outcome("b", spend=7, plan=plan), outcome("c", spend=1)])
    assert (found.cheapest.names, found.cheapest.value) == (("b",), -7.0)


def test_plans_that_recommend_nothing_are_best_at_nothing():
    found = Comparison([outcome("a"), outcome("b", net=99.0, met=False), outcome("c", net=1.0)])
    assert found.net.names == ("a",)
    assert Comparison([outcome("a"), outcome("b", met=False)]).net is None


@pytest.mark.parametrize("worth", [0.05, 0.7, 1.9, 8.0])
def test_for_every_worth_the_best_is_the_one_that_earns_most(worth):
    plans = [outcome(f"p{at}", found=at**0.5 * 10, spend=at * at) for at in range(1, 7)]
    plans.append(outcome("worse", found=21.0, spend=17))
    (held,) = [one for one in Comparison(plans).by_worth if one.low < worth and (one.high is None or worth < one.high)]
    earned = {one.name: worth * one.found.value - float(one.spend) for one in plans}
    best = max(earned, key=earned.get)
    assert held.names == ((best,) if earned[best] > 0 else ())


def test_where_more_than_entries_counts_no_worth_of_an_entry_decides():
    plan = replace(outcome().plan, values=Values({"y": D(3)}, error={"y": D("0.1")}))
    assert Comparison([outcome("a", plan=plan), outcome("b", found=20.0, spend=9, plan=plan)]).by_worth == ()
    assert Comparison([outcome(name, workflow="joint") for name in "ab"]).by_worth == ()
