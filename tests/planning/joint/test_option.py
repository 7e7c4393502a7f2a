"""A plan with its intervals, and with those of choosing anew."""

from __future__ import annotations

import numpy as np
from joint_report_world import EVEN, planned


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
