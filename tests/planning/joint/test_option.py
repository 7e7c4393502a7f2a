"""A plan with its intervals, and with those of choosing anew."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from joint_report_world import EVEN, GOOD, HASTY, HOPELESS, Paid, planned

from budgetplan.planning.joint.option import whole_counts

pytestmark = pytest.mark.usefixtures("plan_alone")


def test_what_is_taken_off_moves_net_value_and_its_interval_alike():
    option = planned().option
    less = option.less(1.5)
    assert (less.net.value, less.net.low, less.net.high) == (
        option.net.value - 1.5, option.net.low - 1.5, option.net.high - 1.5
    )  # fmt: skip
    assert np.allclose(less.net_replicates, option.net_replicates - 1.5)
    assert less.accepted == option.accepted


def test_a_plan_that_does_nothing_has_nothing_taken_off():
    joint = planned(
        budget="0", models=(EVEN,), worths={"unit": "money", "right": "0.1", "wrong": "-40", "abstain": "0"}
    )
    nothing = joint.chosen.planner.not_starting()
    assert nothing.reviewed == 0
    from budgetplan.planning.joint.option import make_option

    assert make_option(joint.chosen.planner, nothing, None).less(3.0).net.value == 0.0


def test_one_labelled_set_has_intervals_of_cutoffs_chosen_anew():
    """With the cutoffs held, only items move the count: 40 x sqrt(1/4 / 40) = 3.2 a standard error."""
    option = planned(models=(EVEN,), validation=False, resamples=200, budget="4").option
    held = option.replicates.accepted
    width = np.quantile(held, 0.975) - np.quantile(held, 0.025)
    assert option.accepted.high - option.accepted.low >= width
    two = planned(models=(EVEN,), resamples=200, budget="4").option
    assert two.accepted.high - two.accepted.low < 15


SOME = Paid("llm", ((30, True, None), (5, False, None), (5, None, None)), price="0.01")
SIZES = [None, 7, 31, 50, 53, 1001, 77_777, 10**9]


PLANS = list(itertools.product([(), (SOME,)], [GOOD, HASTY, HOPELESS], ["0.30", "3", None]))


@pytest.mark.parametrize("place", range(len(SIZES)))
def test_printed_counts_add_up(place):
    """What a reader adds up is the list, whatever its size: 7 + 32 + 12 of 50 posts were 51.

    Each size meets half of the plans, the next size the other half.
    """
    for asked, model, budget in PLANS[place % 2 :: 2]:
        _add_up(SIZES[place], asked, model, budget)


def _add_up(size, asked, model, budget):
    said = {"models": (model,), "asked": asked, "list_size": size, "budget": budget, "resamples": 0}
    joint = planned(**said)
    for option in (joint.option, *joint.rivals.values(), *joint.along):
        counts = whole_counts(option, collected=False)
        assert counts.accepted + counts.settled + counts.reviewed + counts.left == round(joint.total)
        answered = counts.accepted + counts.settled + counts.reviewed
        assert counts.found + int(counts.all_wrong) == answered
        # What may be wrong is never printed as nothing.
        amiss = option.accepted.value + option.settled.value + option.applied.reviewed - option.found.value
        assert (counts.all_wrong > 0) == (amiss > 1e-6)
        assert counts.reviewed == option.applied.reviewed
        for name in ("accepted", "settled", "left", "wrong", "settled_wrong", "found"):
            assert abs(getattr(counts, name) - getattr(option, name).value) <= 1 + 1e-6, name
        assert counts.wrong <= counts.accepted
        assert counts.settled_wrong <= counts.settled
        assert 0 <= counts.amiss <= counts.reviewed
        calls, rest = option.applied.split.calls, joint.total - option.accepted.value
        if calls and abs(calls - rest) < 1e-6:
            assert counts.accepted + round(calls) == round(joint.total)


def test_what_people_alone_bring_owes_nothing_to_the_choice_of_a_model():
    """Six reviews at 0.50 bring 1.00 each: 3.00, whichever of two models was the best on the same items."""
    joint = planned(models=(EVEN, HASTY), validation=False, budget="3")
    assert joint.option.flattered > 0
    assert joint.rivals["people"].net.value == pytest.approx(3.0)
    assert joint.rivals["machine"].flattered == joint.option.flattered


@pytest.mark.parametrize("seconds", ["17", "31.5"])
@pytest.mark.parametrize("budget", ["0.30", "1.07", "3"])
def test_no_interval_leaves_its_net_value_out(seconds, budget):
    """Hours are printed in hundredths: the total may lie beside what resamples pay."""
    prices = {"hourly_rate": "36", "seconds_per_item": seconds}
    joint = planned(models=(GOOD,), asked=(SOME,), price="0", prices=prices, budget=budget)
    for option in (joint.option, *joint.rivals.values()):
        assert option.net.low <= option.net.value <= option.net.high


def test_where_some_classes_are_collected_nobody_counts_what_people_err_in_others():
    option = planned(resamples=0, positive=("a",)).option
    counts = whole_counts(option, collected=True)
    assert counts.amiss is None
    assert counts.found == round(option.found.value)
