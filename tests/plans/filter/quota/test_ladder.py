"""The ladder of a plan with quotas: the middle rung is the plan, and all are held from the least cost on."""

from copy import copy
from itertools import pairwise

import pytest
from quota_world import world

from budgetplan.plans.quota import _ladder

WANTED = 2
WORLDS = {
    "least cost": {},
    "budget": {"goal": "budget = 60"},
    "too little": {"goal": "budget = 20"},
    "in items": {"goal": 'budget = "50 items"'},
    "worth": {"more": "[entry]\nvalue = 3"},
    "two models": {"models": ("good", "late"), "goal": "budget = 60"},
    "list": {"listed": 5, "goal": "budget = 60"},
    "indirect": {"cost": "per_item = 0.37\nfixed.Guide = 3\nindirect = 0.2", "goal": "budget = 33.33"},
    "not resampled": {"resamples": 0},
}


@pytest.mark.parametrize("name", WORLDS)
def test_every_rung_keeps_its_budget_and_holds_quotas_that_it_pays_for_and_the_middle_one_is_the_plan(name):
    quota = world(**WORLDS[name]).quota
    ladder = quota.ladder
    assert [one.percent for one in ladder] == list(range(0, 201, 10))
    if quota.chosen is not None:
        assert ladder[10].option == quota.chosen
        assert ladder[10].option.held == WANTED
    for one in ladder:
        spend, budget = one.option.spend, one.budget.amount
        assert (spend if one.budget.unit == "money" else one.option.items) <= budget
    assert ladder[0].option.items == 0
    least = quota.offer.least
    for one in ladder:
        cost = least.spend if one.budget.unit == "money" else least.items
        # Also the best review without quotas may hold them all.
        assert (one.option.held == WANTED) >= (cost <= one.budget.amount)
        if one.option.held == WANTED:
            stops = zip(one.option.by_stratum, quota.offer.needed, strict=True)
            assert all(at >= needed for at, needed in stops)
    # More money never brings less where quotas are held, or none are.
    for held in (True, False):
        some = [one.option for one in ladder if (one.option.held == WANTED) is held]
        gains = [one.found.value if one.net is None else one.net.value for one in some]
        assert all(after >= before - 1e-9 for before, after in pairwise(gains))


def test_whose_order_brings_most_is_told_of_several_models():
    two = world(**WORLDS["two models"]).quota.ladder
    assert {one.models for one in two[1:15]} == {("good",)}
    # With nothing to spend both find nothing.
    assert two[0].models == ("good", "late")
    assert all(one.models == () for one in world().quota.ladder)


def test_an_order_that_is_not_sure_enough_does_not_lead_those_that_are():
    quota = world(**WORLDS["two models"]).quota
    good, late = quota.offers
    assert quota.ladder[10].models == ("good",)
    doubtful = copy(good)
    doubtful.unsure = True
    assert _ladder(quota.offer, [doubtful, late])[10].models == ("late",)


@pytest.mark.parametrize("name", ["least cost", "budget", "list", "two models"])
def test_the_chance_of_the_plan_is_that_of_page_1_and_more_money_for_the_least_makes_it_no_worse(name):
    quota = world(**WORLDS[name]).quota
    assert quota.ladder[10].option.chance == quota.chance
    assert quota.ladder[0].option.chance == 0.0
    # Where the whole list is reviewed, all is met that it holds.
    assert quota.ladder[20].option.chance >= quota.chance
    assert all(one.option.chance is None for one in world(resamples=0).quota.ladder)
