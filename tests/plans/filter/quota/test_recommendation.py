"""What is recommended with quotas, in the words of all workflows."""

import pytest
from quota_world import world

from budgetplan.plans.quota import recommend_with_quotas


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, ""),
        ({"quota": "minimum = 13"}, "impossible"),
        ({"goal": "budget = 9"}, "over_budget"),
        ({"listed": 4, "shift": 40.0}, "outside"),
        ({"quota": 'minimum = 12\nsure = "95 %"'}, "unsure"),
    ],
)
def test_a_plan_is_recommended_or_said_why_not(said, why):
    told = recommend_with_quotas(world(**said).quota)
    assert told.why_not == why
    assert told.meets_goal == (not why)
    assert told.reviewed.value + told.left.value == pytest.approx(told.items)
    assert (told.model is None) == bool(why)
