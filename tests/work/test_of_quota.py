"""How a plan with quotas is carried out."""

import pytest
from quota_world import world

from budgetplan.work.building import work_with_quotas


@pytest.mark.parametrize(
    ("said", "source", "binds"),
    [
        ({}, "strata", "quota"),
        ({"listed": 4}, "file", "quota"),
        ({"goal": "budget = 40"}, "strata", "money"),
        ({"goal": 'budget = "40 items"'}, "strata", "number"),
        ({"cost": "per_item = 1\n[entry]\nvalue = 3"}, "strata", "worth"),
        # An item costs 1, and the list has fewer: all of it is reviewed.
        ({"goal": "budget = 4000"}, "strata", "list"),
    ],
)
def test_it_says_where_the_order_is_and_what_ends_the_review(said, source, binds):
    work = work_with_quotas(world(**said).quota)
    assert (work.source, work.binds) == (source, binds)


def test_the_last_checkpoint_is_the_plan():
    told = world(listed=4, more="[work]\npacket = 5")
    work, quota = told.work, told.quota
    last = work.checkpoints[-1]
    chosen = quota.chosen
    assert (last.items, last.expected, last.low) == (chosen.items, chosen.found.value, chosen.found.low)
    expected = [one.expected for one in work.checkpoints]
    assert expected == sorted(expected)
    assert work.pay == chosen.spend
    assert work_with_quotas(world(quota="minimum = 70").quota) is None
