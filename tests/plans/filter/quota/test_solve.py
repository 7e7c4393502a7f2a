"""The plan with quotas: which model, what is said of each stratum, and how often quotas are met."""

from copy import copy

import numpy as np
import pytest
from quota_world import CZECH, MALTESE, STRATA, world, written

from budgetplan.api import solve
from budgetplan.core.stops import SAFE, interval
from budgetplan.plans.quota import preference, recommend_with_quotas
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
    if why == "unsure":
        assert quota.surest < 0.95


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
