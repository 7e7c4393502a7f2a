"""Random items from after the stop: how many more would decide, by the rule that decides then."""

import itertools
import math
from dataclasses import replace
from decimal import Decimal

import pytest
from progress_world import gone

from budgetplan.domain.plan import Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.work.onward import Onward, proved, rate_after_stop, size_that_decides
from budgetplan.work.standing import ReviewState

WORTH = {
    "prices": Prices(currency="EUR", per_item=Decimal("0.25"), extra_per_entry=Decimal("0.75"), stated=True),
    "values": Values({"idiom": Decimal(8)}),
    "found": [*range(1, 175), *range(2600, 2606)],
    "rated": False,
}
"""The last 500 held six, and may hold 14 again; 17.2 would pay."""
BETWEEN = WORTH | {"found": [*range(1, 165), *range(2985, 3001)]}
"""Sixteen of the last 500: neither their rate nor what is drawn of the next ones decides."""
FOUND = WORTH | {"found": range(1, 181), "target": Target(Decimal("0.8"), "share")}


@pytest.mark.parametrize(
    ("drawn", "hits", "tail"),
    [(100, 1, 3_000), (200, 8, 3_000), (40, 0, 3_000), (60, 6, 3_000), (100, 2, 3_000), (20, 1, 3_000)],
)
@pytest.mark.parametrize("said", [BETWEEN, FOUND])
def test_so_many_more_random_items_decide_at_the_rate_seen_and_far_fewer_do_not(said, drawn, hits, tail):
    def card(more, finds):
        return Onward(gone(**said, tail=tail, tail_found=hits + finds, tail_judged=drawn + more))

    now = card(0, 0)
    if now.outcome != "undecided":
        # None would, or they cost more than is at stake.
        assert now.deciding is None or (now.why == "stake" and now.deciding_cost >= now.coming.stake)
        return
    rate, size = hits / drawn, now.deciding
    if size is None:
        # Not even a third of what is left, with nothing but the rate seen.
        n = tail - drawn
        assert "undecided" in {card(n, math.ceil(rate * n)).outcome, card(n, math.floor(rate * n)).outcome}
        return
    finds = {math.floor(rate * size + 1e-9), math.ceil(rate * size - 1e-9)}
    assert {card(size, one).outcome for one in finds} <= {"stop", "continue"}
    fewer = size // 2
    assert "undecided" in {card(fewer, one).outcome for one in (math.ceil(rate * fewer), int(rate * fewer))}


def test_before_the_stop_random_items_decide_nothing():
    """They lie after it, so that what is not expected to pay is not read."""
    found = [*range(1, 165), *range(2_685, 2_701)]
    state = gone(**(BETWEEN | {"found": found}), judged=2_700, tail=300, tail_found=3, tail_judged=200)
    now = Onward(state)
    assert not now.coming.after_stop
    assert (now.outcome, now.why, now.deciding) == ("stop", "stake", None)


def test_where_none_were_drawn_the_scores_say_how_rare_entries_are():
    plain = gone(**(BETWEEN | {"rated": True}))
    tail = proved(plain, 7_000)
    rates = plain.manifest.items.rate[plain.rows("left")]
    assert rate_after_stop(plain) == pytest.approx(rates.mean())
    assert (tail.of, tail.drawn, tail.found) == (7_000, 0, 0)
    assert rate_after_stop(gone(**BETWEEN)) is None
    assert Onward(plain).unseen is None


def test_more_items_prove_more():
    state = gone(**BETWEEN, tail=3_000, tail_found=2, tail_judged=100)
    spans = [proved(state, 6_900, more, 0.02, up=True) for more in (0, 100, 400, 1_600)]
    assert all(one.most - one.least > other.most - other.least for one, other in itertools.pairwise(spans))
    assert spans[0] == Onward(state).unseen
    twice = replace(state.manifest, tail=replace(state.manifest.tail, items=200, looks=2))
    looked = proved(ReviewState(state.plan, twice, state.returned), 6_900, 100, 0.02, up=True)
    # A look that was declared proves more than a reading at any time.
    assert looked.most < spans[1].most


@pytest.mark.parametrize("least", [1, 2, 7, 999, 1_000])
def test_the_least_size_is_found(least):
    assert size_that_decides(1_000, lambda more: more >= least) == least
    assert size_that_decides(0, lambda _: True) is None
