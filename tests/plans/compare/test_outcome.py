"""How far plans are apart, in the same draws or in none."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from outcome_world import NOISE, outcome

from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Values
from budgetplan.plans.compared import Comparison, PlanDraws, gap, unlike


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


def test_the_other_way_round_it_is_the_same_with_its_sign():
    one, two = outcome(), outcome("b", net=1.0, draws=PlanDraws(NOISE**2, NOISE, None))
    there, back = gap(one, two), gap(two, one)
    assert there.net.value == -back.net.value
    assert (there.net.low, there.net.high) == pytest.approx((-back.net.high, -back.net.low))


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
    plans = [outcome("a", said={"x": "1", "y": "2"}), outcome("b", said={"x": "1", "z": "2"})]
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
    assert Comparison([outcome(), other]).unlike == ("worths",)
    # Who chances differ from is ranked all the same, without an interval.
    assert unlike([outcome(), outcome("b", drawn={"seed": "2", "list": "t"})]) == ()
