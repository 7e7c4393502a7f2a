"""Bills, intervals and luck of quotas by hand, with a reserve, overheads, and entries that cost more."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from awkward_world import AWKWARD, EACH, EXTRA, FIXED, OVERHEADS, TIMES, bill
from hypothesis import example, given, settings
from hypothesis import strategies as st
from quota_world import STRATA, world

from budgetplan.domain.plan import Budget
from budgetplan.errors import UsageError
from budgetplan.report.display import without_tags

WORTH = 6
SAID = {"cost": AWKWARD, "quota": "minimum = 4", "listed": 2}
VALUED = SAID | {"cost": f"{AWKWARD}[entry]\nvalue = {WORTH}"}


@pytest.fixture(scope="module")
def told():
    return world(**SAID)


def test_the_bill_is_that_of_the_items_and_of_the_entries_to_expect(told):
    chosen = told.quota.chosen
    # Five lines are rounded to the cent; entries are counted whole on the bill.
    assert float(chosen.spend) == pytest.approx(bill(chosen.items, chosen.found.value), abs=EXTRA * TIMES / 2 + 0.03)


def test_the_spend_is_as_unsure_as_the_entries_it_pays_for(told):
    chosen = told.quota.chosen
    for paid, found in ((chosen.spend_low, chosen.found.low), (chosen.spend_high, chosen.found.high)):
        # Entries of a draw are whole: the rounding of the plan's own bill is none of theirs.
        assert paid == pytest.approx(bill(chosen.items, found), abs=0.05)
    assert chosen.spend_low < float(chosen.spend) - 0.2


def test_strata_share_what_is_paid_for_each_item_and_nothing_where_nothing_is_bought(told):
    rows, chosen = told.quota.rows, told.quota.chosen
    assert sum(row.spend for row in rows) == chosen.spend - told.quota.paid_once
    assert float(told.quota.paid_once) == pytest.approx(FIXED * OVERHEADS)
    for row in rows:
        assert float(row.spend) == pytest.approx(TIMES * (EACH * row.items + EXTRA * row.found.value), abs=0.3)
    beyond = world(**SAID | {"quota": "minimum = 1000"}).quota
    assert [row.spend for row in beyond.rows] == [0, 0]


def test_an_entry_costs_last_what_the_items_up_to_it_cost(told):
    for row, order in zip(told.quota.rows, told.quota.offer.orders, strict=True):
        found = order.path.read("positives", np.arange(row.items + 1.0))
        first = int(np.flatnonzero(found >= found[-1] - 1)[0])
        more = EACH * (row.items - first) + EXTRA * (found[-1] - found[first])
        assert row.last_entry == pytest.approx(TIMES * more)


def test_luck_is_what_the_best_stop_of_each_draw_gains_beyond_the_mean_there():
    """In every draw, of each stratum, beyond what its quota takes: the worth of its entries less what its items cost."""
    quota = world(**VALUED).quota
    off, chosen = 0.0, quota.chosen
    for place, needed in enumerate(quota.offer.needed):
        draws, mean = quota.offer.draws[place], quota.offer.orders[place].path
        stops = np.arange(needed, draws.ends[-1] + 1)
        paid = TIMES * (EACH * stops + EXTRA * mean.read("positives", stops))
        net = WORTH * draws.at(stops, draws.rates) - paid
        net -= net[:, :1]
        on_average, at = net.mean(axis=0), net.argmax(axis=1)
        best, here = on_average.max(), on_average[chosen.by_stratum[place] - needed]
        luck = (net.max(axis=1) - on_average[at]).mean()
        off += min(luck, best) * here / best if here > 0 else 0
    assert off > 0
    assert chosen.luck == pytest.approx(off, rel=1e-6)


RICH = """[entry]
value = 6
error = {y = 0.1, n = 0.02}
left_out = {n = "-0.5"}
"""


@pytest.mark.parametrize("sure", ["", "\nsure = 0.6"])
def test_stops_bring_in_every_draw_what_its_entries_are_worth_less_the_bill_for_them(sure):
    """Of an entry 5.40 is left by errors; another item costs 0.12 by them, and 0.50 where nobody reviews it."""
    quota = world(**SAID | {"cost": f"{AWKWARD}{RICH}", "quota": f"minimum = 4{sure}"}).quota
    offer, size = quota.offer, sum(stratum.evidence.list_items for stratum in quota.strata)
    everything = sum(float(order.path.total("positives")) for order in offer.orders)
    for stops in [(0, 0), (5, 0), (9, 12), (*offer.needed,), quota.chosen.by_stratum]:
        at, items = offer.at(stops), sum(stops)
        found = [
            sum(draws.at(np.array([float(n)]))[b, 0] for draws, n in zip(offer.draws, stops, strict=True))
            for b in range(60)
        ]
        mean = sum(float(order.path.read("positives", n)) for order, n in zip(offer.orders, stops, strict=True))
        assert (at.items, at.share, at.found.value) == (items, items / size, pytest.approx(mean))
        assert float(at.spend) == pytest.approx(bill(items, mean), abs=(EXTRA + 0.40) * TIMES / 2 + 0.05)
        paid = [bill(items, each) for each in found]
        left = -0.5 * (size - everything)
        nets = [
            5.4 * each + 0.38 * (items - each) + left - cost - at.luck for each, cost in zip(found, paid, strict=True)
        ]
        told = np.quantile(found, [0.025, 0.975], method="weibull"), np.quantile(nets, [0.025, 0.975], method="weibull")
        assert at.net.value == pytest.approx(
            5.4 * mean + 0.38 * (items - mean) + left - float(at.spend) - at.luck, abs=0.02
        )
        # Luck is not off the end that it would leave too near.
        assert (at.net.low, at.net.high) == pytest.approx((told[1][0], told[1][1] + at.luck), abs=0.15)
        assert (at.found.low, at.found.high) == pytest.approx(
            (min(told[0][0], mean), max(told[0][1], mean)) if items else (0, 0), abs=1e-6
        )
        met = [
            [draws.at(np.array([float(n)]))[b, 0] >= 4 - 1e-9 for draws, n in zip(offer.draws, stops, strict=True)]
            for b in range(60)
        ]
        assert at.chance == pytest.approx(sum(map(all, met)) / 60)
        assert at.held == sum(n >= least for n, least in zip(stops, offer.needed, strict=True))
        assert at.met == sum(n >= least for n, least in zip(stops, offer.reached, strict=True))
    assert quota.is_sure is (bool(sure) and quota.chance >= 0.6)
    if sure:  # so many of the draws, and where an item less of either is reviewed fewer
        least = offer.least.by_stratum
        assert offer.at(least).chance >= 0.6
        for place in (0, 1):
            fewer = [n - (at == place) for at, n in enumerate(least)]
            assert offer.at(fewer).chance < offer.at(least).chance


@pytest.mark.parametrize(("covers", "times"), [("everything", TIMES), ("annotation", 1)])
def test_the_most_that_entries_may_cost_is_that_of_the_least_draw_that_95_percent_do_not_exceed(covers, times):
    """Exactly, and as it is billed for whole entries; the least budget holds it, and two cents less do not."""
    offer = world(**SAID | {"goal": f'budget = 200\ncovers = "{covers}"'}).quota.offer
    for stops in [(at, 12 - at) for at in range(1, 12)]:
        found = np.sort(offer.found(stops))
        most = max(found[int(np.ceil(0.95 * len(found))) - 1], offer.read("positives", stops).sum())
        exact = (EACH * 12 + EXTRA * most) * times + (FIXED * OVERHEADS if covers == "everything" else 0.0)
        for budget, pays in ((exact - 0.02, False), (exact + EXTRA * times / 2 + 0.5, True)):
            assert offer.pays(Budget(Decimal(f"{budget:.2f}"), "money", covers), stops) == pays
    least = offer.least_budget(offer.least)
    for less, pays in (("0", True), ("0.02", False)):
        assert offer.pays(Budget(least - Decimal(less), "money", covers), offer.least.by_stratum) == pays


def test_what_is_expected_for_least_cost_is_told_beside_a_plan_that_is_surer(told):
    surer = world(**SAID | {"quota": "minimum = 4\nsure = 0.6"}).quota
    assert surer.offer.expected.by_stratum == tuple(surer.offer.reached)
    assert surer.offer.expected.items < surer.chosen.items
    assert told.quota.offer.expected.by_stratum == told.quota.offer.least.by_stratum
    assert world(**SAID | {"quota": "minimum = 1000"}).quota.offer.expected is None


def test_quotas_that_the_list_just_holds_are_not_beyond_it(told):
    most = int(min(row.most for row in told.quota.rows))
    assert world(**SAID | {"quota": f"minimum = {most}"}).quota.beyond == []
    beyond = world(**SAID | {"quota": "minimum = 1000"}).quota
    for row, order in zip(beyond.beyond, beyond.offer.orders, strict=True):
        assert row.most == pytest.approx(order.drawn.mean[-1])


# --- stops of one model: least ones, those that a budget adds, and the printed total that the budget holds
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


@pytest.mark.parametrize(("unit", "one_less"), [("items", "1"), ("hours", "0.01")])
def test_the_items_or_hours_that_are_said_to_be_lacking_pay_for_the_quotas_and_their_checks(unit, one_less):
    said = {"cost": "hourly_rate = 36\nseconds_per_item = 30", "quota": "minimum = 10", "listed": 4}
    said |= {"more": "[work]\ntail_sample = 10\n"}
    dry = world(**said, goal=f'budget = "0.1 {unit}"' if unit == "hours" else 'budget = "11 items"')
    judged = dry.quota.offer.least.items + 10
    enough = Decimal(judged) if unit == "items" else (Decimal(judged * 30) / 3600).quantize(Decimal("0.01"), "ROUND_UP")
    assert f"{enough} {unit} would be" in without_tags(dry.document.title)
    assert world(**said, goal=f'budget = "{enough} {unit}"').quota.chosen is not None
    assert world(**said, goal=f'budget = "{enough - Decimal(one_less)} {unit}"').quota.chosen is None


# --- strata: each has its own items, its own list and random numbers of its own
ROWS = sum(map(len, STRATA.values()))


def test_every_labelled_item_and_every_row_of_the_list_is_in_one_stratum():
    strata = world(listed=3).quota.strata
    sampled = np.concatenate([one.sampled for one in strata])
    listed = np.concatenate([one.listed for one in strata])
    assert sorted(sampled.tolist()) == list(range(4 * ROWS))
    assert sorted(listed.tolist()) == list(range(3 * ROWS))
    assert [len(one.sampled) for one in strata] == [4 * len(one) for one in STRATA.values()]
    assert [one.evidence.list_items for one in strata] == [3 * len(one) for one in STRATA.values()]
    sizes = [one.evidence.list_items for one in world(more="[list]\nsize = 2700").quota.strata]
    assert (sum(sizes), sizes[0]) == (2700, pytest.approx(2700 * 14 / 26, abs=2))


def test_no_stratum_of_a_small_list_goes_without_an_item():
    """98 of 100 labelled items are of one stratum, and the list has three items."""
    strata = world(
        strata={"a": "x." * 49, "b": "x", "c": "."},
        times=1,
        quota="minimum = 0\nminimums.a = 1",
        more="[list]\nsize = 3",
    ).quota.strata
    assert [one.evidence.list_items for one in strata] == [1, 1, 1]


def test_a_list_needs_an_item_for_each_stratum():
    with pytest.raises(UsageError, match=r"fewer items than strata.*: --set list.size=ITEMS"):
        world(more="[list]\nsize = 1")


def test_a_stratum_with_few_labels_borrows_from_the_others():
    """One stratum with hardly a label, as rich as the others where scores are equal: their labels say what it holds."""
    few = world(strata={"a": "x.x.x.x.x." * 8, "b": "x."}, quota="minimum = 1", times=4, listed=8).quota
    for stratum in few.strata:
        drawn = stratum.evidence.models[0].drawn
        assert drawn.mean[-1] / stratum.evidence.list_items == pytest.approx(0.5, abs=0.15)
    # What it holds itself is less sure than what a stratum of many labels holds.
    drawn = [stratum.evidence.models[0].drawn.rates[:, -1] / stratum.evidence.list_items for stratum in few.strata]
    assert drawn[0].std() < drawn[1].std()
