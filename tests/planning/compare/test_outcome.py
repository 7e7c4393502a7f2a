"""How far plans are apart, in the same resamples or in none."""

from dataclasses import replace

import numpy as np
import pytest
from outcome_world import NOISE, outcome

from budgetplan.domain.decision import Estimate
from budgetplan.planning.compare.aligned import compared
from budgetplan.planning.compare.outcome import gap
from budgetplan.planning.compare.replicated import Replicated


def test_a_plan_beside_itself_is_nowhere_apart():
    found = gap(outcome(), outcome("b"))
    assert (found.net, found.found) == (Estimate(0.0, 0.0, 0.0), Estimate(0.0, 0.0, 0.0))
    assert (found.spend, found.spend_range, found.apart) == (0, None, ())


def test_a_difference_has_the_interval_of_the_differences():
    other = np.random.default_rng(2).normal(size=400)
    one = outcome(replicated=Replicated(NOISE, 2 * NOISE, NOISE + 4))
    two = outcome("b", net=4.0, found=7.0, spend=3, replicated=Replicated(other, other, None))
    found = gap(one, two)
    assert (found.net.value, found.found.value, found.spend) == (1.0, 3.0, 1)
    low, high = np.percentile(NOISE - other, [2.5, 97.5])
    assert (found.net.low, found.net.high) == pytest.approx((low, high))
    low, high = np.percentile(2 * NOISE - other, [2.5, 97.5])
    assert (found.found.low, found.found.high) == pytest.approx((low, high))
    low, high = np.percentile(NOISE + 4 - 3, [2.5, 97.5])
    assert (found.spend_range.low, found.spend_range.high) == pytest.approx((low, high))
    # Bills are rounded, resamples are not: the interval holds the difference that is printed.
    half_a_cent = outcome(replicated=Replicated(NOISE, NOISE, NOISE * 0 + 4.005))
    held = gap(half_a_cent, outcome("b", spend=3, replicated=Replicated(other, other, None))).spend_range
    assert (held.low, held.value, held.high) == pytest.approx((1.0, 1.0, 1.005))


def test_the_other_way_round_it_is_the_same_with_its_sign():
    one, two = outcome(), outcome("b", net=1.0, replicated=Replicated(NOISE**2, NOISE, None))
    there, back = gap(one, two), gap(two, one)
    assert there.net.value == -back.net.value
    assert (there.net.low, there.net.high) == pytest.approx((-back.net.high, -back.net.low))


def test_of_other_resamples_no_interval_is_told_and_why():
    found = gap(outcome(), outcome("b", net=1.0, drawn={"seed": "2", "table": "t"}))
    assert found.apart == ("seed",)
    assert found.net == Estimate(4.0)
    assert not found.found.known


def test_no_interval_of_a_difference_leaves_out_the_difference_itself():
    one = outcome(replicated=Replicated(None, NOISE - 50, None))
    found = gap(one, outcome("b", found=7.0, replicated=Replicated(None, 0 * NOISE, None)))
    assert found.found.value == found.found.high == 3.0
    assert found.found.low < -40


def test_a_part_that_one_of_the_two_alone_has_sets_them_apart_whichever_comes_first():
    one, two = outcome(), outcome("b", drawn={"seed": "1", "table": "t", "quotas": "q"})
    assert gap(one, two).apart == gap(two, one).apart == ("quotas",)


def test_without_a_worth_or_a_plan_there_is_no_such_difference():
    assert gap(outcome(), outcome("b", net=None)).net is None
    assert gap(outcome(), outcome("b", met=False)) is None


def test_errors_that_no_item_shows_are_those_of_both_unless_both_accept_the_same():
    wide = Replicated(NOISE, NOISE, None, (1.0, 2.0), b"one")
    near, far = (
        outcome("b", replicated=Replicated(NOISE, NOISE, None, (3.0, 4.0), rule)) for rule in (b"one", b"two")
    )
    assert (gap(outcome(replicated=wide), near).net.low) == 0.0
    apart = gap(outcome(replicated=wide), far).net
    assert (apart.low, apart.high) == (-5.0, 5.0)


def test_the_order_of_plans_changes_no_number_of_theirs():
    plans = [outcome("a"), outcome("b", net=9.0), outcome("c", met=False)]
    there, back = compared(plans), compared(plans[::-1])
    assert {one.name: one.net for one in there.outcomes} == {one.name: one.net for one in back.outcomes}
    assert [one.name for one in there.met] == ["a", "b"]
    assert there.gaps[1].net.value == 4.0


def test_keys_that_all_say_alike_do_not_differ():
    plans = [outcome("a", said={"x": "1", "y": "2"}), outcome("b", said={"x": "1", "z": "2"})]
    assert compared(plans).differing == ("y", "z")


def test_plans_that_do_the_same_differ_in_what_they_cost_alone():
    """One was chosen among more models: 2.86 more were taken off it, and nothing else tells the two apart."""
    same = ("m", 20)
    first = outcome(
        "a",
        net=5.0,
        found=10.0,
        replicated=Replicated(5 + NOISE, 10 + NOISE, None, done=same, off=(1.0, 0.5)),
    )
    second = outcome(
        "b",
        net=5.0 - 2.86,
        found=9.2,
        replicated=Replicated(2.14 + NOISE, 9.2 + NOISE, None, done=same, off=(3.86, 1.3)),
    )
    found = gap(second, first)
    assert found.net.value == pytest.approx(0.0)
    assert (found.net.low, found.net.high) == pytest.approx((0.0, 0.0))
    assert found.found.value == pytest.approx(0.0)
    # At another stop they are not the same.
    other = replace(second, replicated=replace(second.replicated, done=("m", 21)))
    assert gap(other, first).net.value == pytest.approx(-2.86)
