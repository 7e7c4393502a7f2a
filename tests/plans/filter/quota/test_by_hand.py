"""Bills, intervals and luck of quotas by hand, with a reserve, overheads, and entries that cost more."""

import numpy as np
import pytest
from awkward_world import AWKWARD, EACH, EXTRA, FIXED, OVERHEADS, TIMES, bill
from quota_world import world

WORTH = 6
SAID = {"cost": AWKWARD, "quota": "minimum = 4", "listed": 2}
VALUED = SAID | {"cost": f"{AWKWARD}[entry]\nvalue = {WORTH}"}


@pytest.fixture(scope="module")
def told():
    return world(**SAID)


def test_the_bill_is_that_of_the_items_and_of_the_entries_to_expect(told):
    chosen = told.quota.chosen
    # Five lines are rounded to the cent; entries are counted whole on the bill.
    assert float(chosen.spend) == pytest.approx(
        bill(chosen.items, chosen.found.value), abs=EXTRA * TIMES / 2 + 0.03
    )


def test_the_spend_is_as_unsure_as_the_entries_it_pays_for(told):
    chosen = told.quota.chosen
    for paid, found in ((chosen.spend_low, chosen.found.low), (chosen.spend_high, chosen.found.high)):
        more = EXTRA * TIMES * (found - chosen.found.value)
        assert paid - float(chosen.spend) == pytest.approx(more, abs=0.1)
    assert chosen.spend_low < float(chosen.spend) - 0.2


def test_strata_share_what_is_paid_for_each_item_and_nothing_where_nothing_is_bought(told):
    rows, chosen = told.quota.rows, told.quota.chosen
    assert sum(row.spend for row in rows) == chosen.spend - told.quota.paid_once
    assert float(told.quota.paid_once) == pytest.approx(FIXED * OVERHEADS)
    for row in rows:
        assert float(row.spend) == pytest.approx(
            TIMES * (EACH * row.items + EXTRA * row.found.value), abs=0.3
        )
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


def test_the_most_that_entries_may_cost_is_that_of_the_least_draw_that_95_percent_do_not_exceed(told):
    """Rounded up to the cent, wherever the review stops."""
    offer = told.quota.offer
    for stops in [(at, 12 - at) for at in range(1, 12)]:
        found = np.sort(offer.found(stops))
        at = found[int(np.ceil(0.95 * len(found))) - 1]
        by_hand = EXTRA * TIMES * max(at - offer.read("positives", stops).sum(), 0.0)
        assert -1e-6 <= float(offer._over(stops)) - by_hand <= 0.0101


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
