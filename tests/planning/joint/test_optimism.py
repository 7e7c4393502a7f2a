"""The choice repeated in resamples."""

from __future__ import annotations

import numpy as np
import pytest
from joint_report_world import EVEN, MONEY, planned

from budgetplan.domain.plan import Budget
from budgetplan.planning.joint.optimism import REPEATS, carried
from budgetplan.planning.joint.plans import CutoffRule


def test_a_choice_that_cannot_go_wrong_flatters_nothing():
    """Thirty sure answers are right in every resample, and ten reviews gain 0.50 each."""
    from defer_world import Model

    sure = Model("sure", ((40, True, 0.9),))
    repeated = planned(models=(sure,), budget="3", resamples=100).repeated
    assert repeated.optimism == pytest.approx(0)
    assert repeated.repeats == 100


def test_a_choice_among_noise_flatters_itself():
    """Answers of forty confidences, right or wrong by a coin: the best cutoff seems worth more than it is."""
    from defer_world import Model

    rng = np.random.default_rng(5)
    blocks = tuple((1, bool(one), 0.5 + place / 100) for place, one in enumerate(rng.random(40) < 0.8))
    joint = planned(models=(Model("noise", blocks),), budget="1", resamples=400)
    assert joint.repeated.optimism > 0.5
    assert joint.repeated.repeats == REPEATS
    # Where the choice moves too, the interval is no narrower.
    fixed, anew = joint.option.net, joint.repeated.net
    assert anew.high - anew.low >= 0.95 * (fixed.high - fixed.low)


def test_with_one_set_there_is_no_other_to_carry_it_to():
    repeated = planned(models=(EVEN,), validation=False).repeated
    assert repeated.net is None
    assert np.isfinite(repeated.optimism)


def test_carried_over_is_what_the_planner_says():
    joint = planned(models=(EVEN,), budget="7")
    planner, applied = joint.chosen.planner, joint.option.applied
    assert isinstance(applied.deployed, CutoffRule)
    assert carried(planner, planner.test, applied.deployed, applied.budget, None) == pytest.approx(
        applied.net
    )
    nothing = CutoffRule("confidence", np.inf, 0.0)
    assert carried(planner, planner.test, nothing, Budget(applied.budget.amount), None) == 0.0


def test_a_choice_that_reviews_all_it_defers_is_repeated_as_one():
    """Nearly all of 300 sure answers are right, 100 others wrong: however many a resample defers, all are reviewed.

    The cutoff is the same each time, so what the plan is worth in a resample is on average what it is worth.
    """
    from defer_world import Model

    model = Model("two", ((285, True, 0.9), (15, False, 0.9), (100, False, 0.6)))
    # No label is as bad as a wrong one.
    worths = MONEY | {"abstain": "-4"}
    joint = planned(models=(model,), resamples=400, budget="500", worths=worths)
    fixed, repeated = joint.option.net, joint.repeated
    assert joint.option.applied.depth is None
    # As sure as the mean of 400 resamples is.
    each = (fixed.high - fixed.low) / 3.92
    assert abs(repeated.optimism) < 3 * each / 400**0.5
    assert repeated.net.low == pytest.approx(fixed.low, abs=each / 4)
    assert repeated.net.high == pytest.approx(fixed.high, abs=each / 4)
