"""Stops of one model: least ones, those that a budget adds, and the printed total that the budget holds."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from quota_world import world

ODD = "per_item = 0.333\ncontingency = 0.07\nindirect = 0.13"


def test_the_least_stops_hold_every_quota_and_one_item_less_does_not():
    quota = world().quota
    for one, order, at in zip(quota.strata, quota.offer.orders, quota.offer.least.by_stratum, strict=True):
        assert float(order.path.read("positives", at)) >= one.quota
        assert float(order.path.read("positives", at - 1)) < one.quota


@example(2053)
@given(st.integers(2000, 9000))
@settings(max_examples=3, deadline=None)
def test_the_printed_total_is_within_the_budget_and_no_item_more_is_both_useful_and_paid(cents):
    budget = Decimal(cents) / 100
    told = world(cost=ODD, goal=f"budget = {budget}", quota="minimum = 2", resamples=0)
    chosen, strata = told.quota.chosen, told.quota.strata
    if chosen is None:
        assert told.quota.offer.least.spend > budget
        return
    assert chosen.spend <= budget
    for place, one in enumerate(strata):
        more = list(chosen.by_stratum)
        more[place] = min(more[place] + 1, one.evidence.whole_items)
        longer = told.quota.offer.at(more)
        # The exact total is to be within the budget, as the printed one is.
        exact = longer.items * Decimal("0.333") * Decimal("1.07") * Decimal("1.13")
        assert max(exact, longer.spend) > budget or longer.found.value <= chosen.found.value


def test_without_a_quota_anywhere_the_free_plan_is_recommended():
    told = world(quota="minimum = 1", goal="budget = 40")
    free = told.quota.offer.within(told.plan.budget, [0, 0])
    assert list(told.quota.offer.best.by_stratum) == free
    assert told.quota.price == ("found", 0)


def test_hours_and_items_limit_as_money_does():
    timed = {"cost": "hourly_rate = 36\nseconds_per_item = 100", "quota": "minimum = 3"}
    by_hours = world(**timed, goal='budget = "1 hours"').quota.chosen
    by_items = world(**timed, goal='budget = "36 items"').quota.chosen
    by_money = world(**timed, goal="budget = 36").quota.chosen
    assert by_hours.by_stratum == by_items.by_stratum == by_money.by_stratum
    assert by_hours.items == 36


@pytest.mark.parametrize("cost", ["hourly_rate = 7\nseconds_per_item = 13", 'per_item = "0.015"'])
def test_the_sum_that_is_said_to_be_lacking_pays_for_the_quotas_and_a_cent_less_does_not(cost):
    # Hours are billed to the hundredth: what is printed may be less than what is paid before it is rounded.
    dry = world(cost=cost, quota="minimum = 3", goal='budget = "0.05"')
    assert dry.quota.chosen is None
    least = dry.quota.offer.least_budget(dry.quota.offer.least)
    assert least >= dry.quota.offer.least.spend
    assert world(cost=cost, quota="minimum = 3", goal=f'budget = "{least}"').quota.chosen is not None
    short = least - Decimal("0.01")
    assert world(cost=cost, quota="minimum = 3", goal=f'budget = "{short}"').quota.chosen is None


@pytest.mark.parametrize("goal", ["budget = 40", 'budget = 40\ncovers = "annotation"'])
def test_where_entries_cost_more_the_spend_keeps_the_budget_in_95_percent_of_the_draws(goal):
    cost = "per_item = 1\nextra_per_entry = 2\nfixed.Guide = 5\nindirect = 0.1"
    quota = world(cost=cost, quota="minimum = 2", goal=goal, listed=4, resamples=400).quota
    chosen, offer, money = quota.chosen, quota.offer, quota.plan.budget.amount
    paid = chosen.draws.spend if "covers" not in goal else chosen.items + 2 * chosen.draws.found
    assert (paid <= float(money) + 0.01).mean() >= 0.95
    assert chosen.spend_low < float(chosen.spend) < chosen.spend_high
    # One item more is beyond the budget wherever it stands.
    for place in range(2):
        more = [at + (stratum == place) for stratum, at in enumerate(chosen.by_stratum)]
        assert (
            not offer.pays(quota.plan.budget, more) or offer.gain(more) - offer.gain(chosen.by_stratum) < 0.5
        )
    least = offer.least_budget(offer.least)
    assert least > offer.least.spend if "covers" not in goal else least > 0
    assert offer.pays(replace(quota.plan.budget, amount=least), offer.least.by_stratum)
    assert not offer.pays(replace(quota.plan.budget, amount=least - Decimal("0.02")), offer.least.by_stratum)
