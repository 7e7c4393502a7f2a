"""A recommendation meets the goal unless it says why not."""

from __future__ import annotations

from typing import get_args

import pytest

from budgetplan.domain.decision import Estimate, Recommendation, WhyNot


@pytest.mark.parametrize("why", get_args(WhyNot))
def test_the_goal_is_met_unless_something_says_why_not(why):
    none = Estimate(0.0)
    said = Recommendation(
        "filter",
        why,
        None,
        "sample",
        1.0,
        None,
        none,
        None,
        none,
        Estimate(1.0),
        None,
        None,
        None,
        "",
        None,
        (),
    )
    assert said.meets_goal == (why == "")
