"""The plan with quotas: which model, what is said of each stratum, and how often quotas are met."""

from __future__ import annotations

from copy import copy
from itertools import pairwise

import numpy as np
import pytest
from quota_world import CZECH, MALTESE, STRATA, world, written

from budgetplan.api import solve
from budgetplan.core.stops import SAFE, interval
from budgetplan.domain.plan import MIXTURE
from budgetplan.plans.quota import (
    _ladder,
    checked,
    course_with_quotas,
    preference,
    recommend_with_quotas,
    reviewed_by,
)
from budgetplan.settings.build import read_plan

UNSURE = 'minimum = 3\nsure = "95 %"'


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"quota": "minimum = 3", "goal": "budget = 8"}, ""),
        ({"quota": "minimum = 3", "goal": "budget = 7.99"}, "over_budget"),
        ({"quota": UNSURE, "goal": "budget = 10"}, ""),
        ({"quota": UNSURE, "goal": "budget = 9.99"}, "over_budget"),
        ({"quota": "minimum = 13"}, "impossible"),
        ({"listed": 4, "shift": 40.0}, "outside"),
        ({"quota": 'minimum = 12\nsure = "95 %"'}, "unsure"),
    ],
)
def test_a_plan_is_recommended_or_said_why_not(said, why):
    """Three of each stratum take four items of either at 1 each, and in 95 of 100 draws two more of one of them."""
    quota = world(**said).quota
    told = recommend_with_quotas(quota)
    assert (told.why_not, told.meets_goal, told.model is None) == (why, not why, bool(why))
    assert (quota.chosen is None, quota.within_budget) == (bool(why), why != "over_budget")
    assert told.reviewed.value + told.left.value == pytest.approx(told.items)
    if why == "unsure":  # said of the stops that are sure most often within what is found
        assert quota.chance == quota.offer.least.chance < quota.surest < 0.95
    if why == "impossible":
        assert [row.items for row in quota.rows] == [0, 0]


def test_the_price_of_quotas_is_the_net_value_that_they_cost():
    told = world(cost="per_item = 1\n[entry]\nvalue = 2", quota="minimum = 12")
    best = told.quota.offer.best
    free = told.quota.offer.at(told.quota.offer.within(None, [0, 0]))
    unit, price = told.quota.price
    assert unit == "net"
    assert price == pytest.approx(free.net.value + free.luck - best.net.value - best.luck)
    assert price > 0


def test_luck_is_off_the_net_value_and_the_low_end_alone():
    quota = world(cost="per_item = 1\n[entry]\nvalue = 3", quota="minimum = 2").quota
    chosen = quota.chosen
    assert chosen.luck > 0
    low, high = interval(chosen.draws.net).tolist()
    assert (chosen.net.low, chosen.net.high) == pytest.approx((low, high + chosen.luck))


@pytest.mark.parametrize("more", ["", "[list]\nsize = 5000"])
def test_the_order_of_rows_and_increasing_scores_change_nothing(more, tmp_path):
    path = written(tmp_path, more=more, quota="minimum = 5")
    first = solve(read_plan(str(path), {})).solution
    header, *rows = (tmp_path / "t.csv").read_text().splitlines()
    turned = [row.rsplit(",", 1) for row in reversed(rows)]
    (tmp_path / "t.csv").write_text(
        "\n".join([header, *(f"{rest},{float(score) ** 3:.12f}" for rest, score in turned)]) + "\n"
    )
    second = solve(read_plan(str(path), {})).solution
    assert first.rows == second.rows
    assert (first.chance, first.safer, first.chosen) == (second.chance, second.safer, second.chosen)


def test_an_order_that_is_sure_enough_comes_before_a_cheaper_one_that_is_not():
    quota = world(models=("good", "late"), quota='minimum = 3\nsure = "90 %"').quota
    ways = [{}, {"best": None}, {"best": None, "unsure": True}, {"best": None, "least": None}]
    offers = [copy(quota.offer) for _ in ways]
    for offer, way in zip(offers, ways, strict=True):
        vars(offer).update(way)
    ranks = [preference(offer)[0] for offer in offers]
    assert ranks == [0, 1, 2, 3]


@pytest.mark.parametrize("price", ["hourly_rate = 23.7\nseconds_per_item = 17", "per_item = 0.333"])
def test_items_of_one_price_cost_each_stratum_as_much_an_item_and_all_add_up(price):
    """Hours are billed in hundredths of all of them, 0.24 each here: that is not put upon single strata."""
    quota = world(cost=f"{price}\nfixed.Guide = 3.33", quota="minimum = 7").quota
    once = quota.paid_once
    left = float(quota.chosen.spend - once)
    for row in quota.rows:
        assert float(row.spend) == pytest.approx(left * row.items / quota.chosen.items, abs=0.011)
    assert sum(row.spend for row in quota.rows) + once == quota.chosen.spend


def test_rows_are_those_of_the_strata_by_name_and_each_stop_expects_its_quota():
    told = world(strata={"Maltese": MALTESE, **STRATA}, quota="minimum = 3")
    assert [row.name for row in told.quota.rows] == ["Czech", "Latvian", "Maltese"]
    assert told.row("Czech").labelled == 4 * len(CZECH)
    for row, order in zip(told.quota.rows, told.quota.offer.orders, strict=True):
        mean = order.drawn.expected(np.array([row.items - 1.0, float(row.items)]))
        assert mean[0] < 3 <= mean[1] + 1e-9
        assert row.found.value == pytest.approx(mean[1])


def test_how_often_quotas_are_met_is_counted_in_the_draws():
    quota = world(quota="minimum = 3").quota
    met, total = [], 0.0
    for order, row in zip(quota.offer.orders, quota.rows, strict=True):
        found = order.drawn.at(np.array([float(row.items)]))[:, 0]
        total = total + found
        met.append(found >= 3)
        assert row.chance == pytest.approx(met[-1].mean())
    assert quota.chance == pytest.approx(np.all(met, axis=0).mean())
    low, high = interval(total)
    found = quota.chosen.found
    assert (found.low, found.high) == pytest.approx((low, max(high, found.value)))
    if quota.safer is not None:
        assert quota.safer.chance >= SAFE
        assert quota.safer.items >= quota.chosen.items


@pytest.mark.parametrize("sure", ["50 %", "80 %"])
@pytest.mark.parametrize("said", [{}, {"listed": 4}])
def test_all_quotas_are_met_as_surely_as_is_wanted(sure, said):
    plain = world(**said, quota="minimum = 2").quota
    surely = world(**said, quota=f'minimum = 2\nsure = "{sure}"').quota
    share = float(sure[:2]) / 100
    assert surely.chance >= share
    assert surely.offer.least.items >= plain.offer.least.items or plain.chance >= share
    for rung in surely.ladder:
        assert rung.option.held < 2 or rung.option.chance >= share


HALF = {"models": ("good", "other"), "mixture": "auto", "listed": 5, "quota": 'minimum = 8\nsure = "80 %"'}


def test_a_single_order_is_recommended_where_it_alone_holds_all_quotas_within_the_budget():
    """The mixture comes first, though a single order looks cheaper: the cheapest of several is so partly by luck."""
    least = {offer.name: offer.least.spend for offer in world(**HALF).quota.offers}
    single, mixture = least["good"], least["mixture"]
    assert single < mixture
    assert world(**HALF).quota.offer.name == "mixture"
    assert world(**HALF, goal=f"budget = {mixture}").quota.offer.name == "mixture"
    between = world(**HALF, goal=f"budget = {mixture - 1}").quota
    assert between.offer.name == between.chosen.model == "good"
    assert between.chance >= 0.8
    # Too little for any of them: named is the least sum that is enough for one.
    short = world(**HALF, goal=f"budget = {single - 1}").quota
    assert (short.chosen, short.within_budget, short.offer.least.spend) == (None, False, single)


# --- the ladder of a plan with quotas: the middle rung is the plan, and all are held from the least cost on
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
    plain = world(resamples=0).quota
    assert all(one.option.chance is None for one in plain.ladder)
    assert all(row.found.low is None and row.found.high is None for row in plain.rows)


# --- the queue with quotas: the first items of each stratum, merged in the model's order, and what is found along it
LIST = {"listed": 5, "quota": "minimum = 8"}


def test_the_queue_holds_the_first_items_of_each_stratum_in_the_models_order():
    quota = world(**LIST).quota
    course = course_with_quotas(quota)
    first = course.queue[: course.review]
    assert course.review == quota.chosen.items
    assert (np.diff(course.score[first]) <= 0).all()
    assert (np.diff(course.score[course.queue[course.review :]]) <= 0).all()
    assert sorted(course.queue.tolist()) == list(range(course.n_items))
    names = np.array(course.strata)
    for row, stratum in zip(quota.rows, STRATA, strict=True):
        own = np.flatnonzero(names == stratum)
        best = own[np.argsort(-course.score[own], kind="stable")][: row.items]
        assert set(first[names[first] == stratum].tolist()) == set(best.tolist())


def test_only_the_queue_of_a_mixture_says_how_it_is_mixed():
    """Two models that each see every second item apart: together they order better."""
    alone = world(**LIST).quota
    assert course_with_quotas(alone).recipe == {}
    mixed = world(**LIST, models=["other", "good"], mixture="auto").quota
    for name, recipe in ((MIXTURE, mixed.evidence.mixture), ("good", {})):
        by_one = copy(mixed)
        by_one.offer = next(offer for offer in mixed.offers if offer.name == name)
        assert course_with_quotas(by_one).recipe == recipe
    assert mixed.evidence.mixture


def test_without_a_worth_no_draw_earns_anything():
    assert world().quota.chosen.draws.net is None
    assert world(more="[entry]\nvalue = 3").quota.chosen.draws.net is not None


def test_what_is_expected_along_the_queue_ends_at_what_is_printed():
    quota = world(**LIST).quota
    band = course_with_quotas(quota).band
    (stop,) = checked(quota, [quota.chosen.items])
    assert (stop.value, stop.low, stop.high) == pytest.approx(
        (quota.chosen.found.value, quota.chosen.found.low, quota.chosen.found.high)
    )
    for values in (band.items, band.expected, band.low, band.high):
        assert (np.diff(values) >= -1e-9).all()
    assert (band.low <= band.expected + 1e-9).all()
    assert (band.low < band.expected - 0.5).any()
    assert (band.expected <= band.high + 1e-9).all()
    without = course_with_quotas(world(**LIST, resamples=0).quota).band
    assert np.isnan([without.low, without.high]).all()
    assert course_with_quotas(world().quota) is None  # there is no list


@pytest.mark.parametrize("said", [{}, LIST])
def test_items_of_the_strata_add_up_along_the_queue_and_stop_where_the_plan_does(said):
    quota = world(**said).quota
    whole = quota.evidence.list_items
    items = np.linspace(0, whole, 30)
    counts = reviewed_by(quota, items)
    assert counts.sum(axis=0) == pytest.approx(items)
    assert (np.diff(counts, axis=1) >= -1e-9).all()
    at = reviewed_by(quota, np.array([float(quota.chosen.items)]))[:, 0]
    assert at == pytest.approx(quota.chosen.by_stratum)


def test_where_all_labels_at_the_top_are_entries_an_early_check_is_as_unsure_as_they_are_few():
    """Every resample says that the first ten are entries; ten labels of each stratum stand for them, and one may err."""
    strata = {"Czech": "xxxxx.....", "Latvian": "xxxxx....."}
    quota = world(strata=strata, times=2, listed=4, quota="minimum = 12").quota
    assert quota.chosen.found.low < quota.chosen.found.value - 1
    early, stop = checked(quota, [10, quota.chosen.items])
    assert early.low < early.value - 1
    assert early.low <= stop.low + 1e-9
