"""Whether to go on: worked numbers of the literature, and laws."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from progress_world import CONTROL, gone, returned
from queue_world import course, drawn, manifest
from queue_world import plan as plan_of
from scipy.stats import hypergeom
from stood import close
from weighed import Weighed

from budgetplan.core.curve import Labelled
from budgetplan.core.draws import of_list
from budgetplan.core.places import places
from budgetplan.domain.plan import Budget, Quota, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.domain.review import ROLES, SKIPPED, UNSETTLED, Band, Before
from budgetplan.work.onward import Onward, level_of, rate_after_stop, size_that_decides
from budgetplan.work.standing import Pace, ReviewState, planned_at

pytestmark = pytest.mark.usefixtures("plan_alone", "undrawn")

MINUTES = Prices(currency="EUR", per_item=Decimal("0.25"), extra_per_entry=Decimal("0.75"), stated=True)
"""Half a minute for an item that is none, two for an entry, 30 an hour."""
WORKED = {"prices": MINUTES, "values": Values({"idiom": Decimal(8)}), "found": [*range(1, 175), *range(2600, 2606)]}
"""180 found in 3,000 of 10,000, six of them in the last 500."""


def test_the_worked_card():
    """The next 500 hold at most 14, cost 129.50 at six, break even at 17.2: stop; at most 167 in all 7,000."""
    found = Onward(gone(**WORKED, rated=False))
    assert (found.outcome, found.kind, found.why) == ("stop", "conditional", "poor")
    # Fourteen would pay from 500 x 0.25 / 14 and what an entry costs more on.
    assert found.pays_from == pytest.approx(125 / 14 + 0.75)
    coming = found.coming
    assert (coming.items, coming.last, coming.last_found, coming.most) == (500, 500, 6, 14)
    assert coming.after_stop
    # Six and a half of the next: the mean of a Gamma(6.5) rate, over 999 draws within four standard errors.
    assert coming.expected == pytest.approx(6.5, abs=4 * (13 / 999) ** 0.5)
    assert coming.cost == pytest.approx(125 + 0.75 * coming.expected)
    assert coming.break_even == pytest.approx(17.2, abs=0.05)
    assert coming.cost_per_entry == pytest.approx(coming.cost / coming.expected)
    assert found.left_at_most == 167
    assert found.unseen is None


def test_a_random_sample_with_two_finds_leaves_at_most_so_many():
    """Of 7,000, 300 read at random with two entries: 9 to 143 among them; 182 of all are found then."""
    found = Onward(gone(**WORKED, tail=300, tail_found=2, looks=1)).unseen
    assert (found.least, found.most) == (7, 141)
    assert found.recall == pytest.approx((182 / (180 + 143), 182 / (180 + 9)))
    anytime = Onward(gone(**WORKED, tail=300, tail_found=2)).unseen
    assert (anytime.least, anytime.most) == (4 - 2, 194 - 2)


def test_the_share_found_counts_earlier_rounds():
    """50 were found before: of all there are, 232 of 373 to 232 of 239."""
    state = gone(**WORKED, tail=300, tail_found=2, looks=1)
    before = Before(("a",) * 90, 50, Decimal("12.50"), {})
    later = Onward(ReviewState(state.plan, replace(state.manifest, before=before), state.returned)).unseen
    assert later.recall == pytest.approx((232 / (230 + 143), 232 / (230 + 9)))
    assert (later.least, later.most) == (7, 141)


def test_where_an_answer_stands_the_rest_is_bounded_and_no_share_is_found():
    """Of a paid answerer: its answers are of no part of the items that the random ones are drawn from."""
    state = gone(**WORKED, tail=300, tail_found=2, looks=1)
    items, last = state.manifest.items, len(state.manifest.items.ids) - 1
    role, label = np.append(items.role[:last], ROLES.index("answered")), (*items.label[:last], "idiom")
    stands = replace(state.manifest, items=replace(items, role=role, label=label))
    found = Onward(ReviewState(state.plan, stands, state.returned)).unseen
    assert (found.least, found.most, found.recall) == (7, 141, None)


@pytest.mark.parametrize("mark", [SKIPPED, UNSETTLED])
def test_what_was_skipped_or_is_not_settled_may_all_be_entries(mark):
    """All but one of 7,000 after the stop are read and hold none: 174 are found of these and of 60 that nobody settled."""
    state = gone(**(WORKED | {"found": range(1, 175)}), tail=6_999)
    first = state.order[200:260]
    label = state.returned.label.copy()
    label[first] = mark
    target = Target(Decimal("0.8"), "share")
    done, open_ones = (
        Onward(ReviewState(replace(state.plan, target=target, values=None), state.manifest, returned(each)))
        for each in (state.returned.label, label)
    )
    assert done.unseen.recall == pytest.approx((1.0, 1.0))
    assert (done.outcome, done.why) == ("stop", "target_sure")
    assert open_ones.unseen.unread == 60
    assert open_ones.unseen.recall == pytest.approx((174 / (174 + 60), 1.0))
    assert open_ones.why != "target_sure"


@pytest.mark.parametrize("mark", [SKIPPED, UNSETTLED])
def test_what_was_skipped_or_is_not_settled_says_nothing_of_how_many_entries_there_are(mark):
    """As if nobody had it in hand, but for its price: 60 of 3,000 before the stop, and 100 of 300 after it, 30 entries."""
    before, after, share = (
        gone(**(WORKED | more), rated=False)
        for more in ({}, {"tail": 300, "tail_found": 30}, {"review": 4_000, "judged": 3_000})
    )

    def marked(state, rows):
        label = state.returned.label.copy()
        label[rows] = mark
        return ReviewState(state.plan, state.manifest, returned(label))

    # Of 7,060 that nobody settled and the last 500 with six as many may be entries as leave six so likely; without them 167.
    sure = [each for each in range(6, 400) if hypergeom.cdf(6, 7_560, each, 500) > 0.05]
    assert Onward(marked(before, before.order[200:260])).left_at_most == sure[-1] - 6 > 167
    random = np.flatnonzero(after.rows("tail sample"))
    skips = marked(after, random[30:130])
    assert rate_after_stop(skips) == pytest.approx(30 / 200)
    assert Onward(skips).tail_expected == pytest.approx(Onward(after).tail_expected * 2 / 3)
    # Each entry takes 0.75 more: 180 in 3,000 that are settled, or in 2,940; whole ones are billed.
    for state, of in ((share, 3_000), (marked(share, share.order[200:260]), 2_940)):
        assert Pace(state).rest_planned == pytest.approx(250 + 0.75 * round(180 + 1_000 * 180 / of) - 135)


def test_a_late_cluster_is_not_seen_by_the_order_and_is_by_the_random_items():
    """Nothing in the last 500, and 300 entries at the end of the list: only random items tell."""
    blind = gone(**(WORKED | {"found": range(1, 181)}))
    assert Onward(blind).outcome == "stop"
    told = Onward(gone(**(WORKED | {"found": range(1, 181)}), tail=300, tail_found=30))
    assert told.unseen.least > 300 * 0.4
    assert (told.outcome, told.kind, told.why) == ("pause", "guarantee", "rich_rest")


LAST = WORKED | {"found": range(2_985, 3_001)}
"""Sixteen of the last 500, where 17.2 of the next would pay: neither their rate nor what is drawn decides."""


FLAT = {"prices": Prices(currency="EUR", per_item=Decimal("0.50"), stated=True), "found": range(1, 900)}


def test_a_long_run_without_finds_makes_a_target_likely_by_as_many_looks_as_there_are_packets():
    """Twenty positives, then nothing: of 1,000 with a target of 95 % the p-value is .007 after 900."""
    share = {"found": range(1, 21), "target": Target(Decimal("0.95"), "share"), "n": 1_000}
    standing = gone(**share, review=920, packet=920)
    assert level_of(standing) == 0.05
    found = Onward(standing)
    assert found.p_missed == pytest.approx(0.007, abs=0.0005)
    assert (found.outcome, found.kind, found.why) == ("stop", "conditional", "target_likely")
    many = Onward(gone(**share, review=920, packet=92))
    assert many.why != "target_likely"


def sampled(state, seed=3, n=400):
    """Return a review with the random sample it was planned from: a curve that falls along the list."""
    rng = np.random.default_rng(seed)
    place = rng.normal(size=n)
    sample = Labelled(place, (rng.random(n) < 1 / (1 + np.exp(2 - 1.5 * place))).astype(float))
    return ReviewState(state.plan, replace(state.manifest, sample=sample), state.returned)


def test_where_nothing_is_reviewed_the_next_items_hold_what_the_plan_says():
    state = sampled(gone(2_000, 800, judged=0, packet=200))
    manifest = state.manifest
    listed = places(manifest.items.score, manifest.items.score)
    first = np.argsort(manifest.items.rank)[:200]
    plan = of_list(manifest.sample, listed[first], np.ones(200), 999, manifest.seed)
    coming, along = Onward(state).coming, planned_at(state, np.array([200]))
    assert coming.drawn.mean() == plan.found[:, -1].mean()
    # What is printed is what the report has for its first checkpoint, not another draw of the same.
    said = (along.low[0], along.expected[0], along.high[0])
    assert (coming.expected, coming.forecast) == (said[1], tuple(map(round, said)))
    reviewed = sampled(gone(2_000, 800, judged=1, packet=200))
    assert Onward(reviewed).coming.expected == Onward(reviewed).coming.drawn.mean()
    # Of a list that is a rest items stand where they did in the whole, and the rate is that of the labelled ones alone.
    items = replace(manifest.items, standing=np.sort(listed)[::-1] / 2)
    state = ReviewState(state.plan, replace(manifest, items=items, sample_rate=0.4), state.returned)
    rest = of_list(manifest.sample, items.standing[first], np.ones(200), 999, manifest.seed, rate=0.4)
    assert Onward(state).coming.drawn.mean() == rest.found[:, -1].mean()


def test_what_is_judged_apart_from_the_top_is_read_by_the_curve_that_it_joins():
    """Nothing was read through from the top, but the curve knows what the next items hold: the rule holds for it."""
    state = sampled(gone(2_000, 800, judged=range(401, 601), packet=200, found=range(401, 601, 4)))
    said = Onward(state)
    assert said.coming.last == 0
    assert said.why == "rich_forecast"
    assert said.coming.expected >= said.coming.break_even
    plan = replace(state.plan, values=Values({"idiom": Decimal("0.51")}))
    none = ReviewState(plan, state.manifest, state.returned)
    assert Onward(none).why == "poor_forecast"
    assert Onward(gone(2_000, 800, judged=range(401, 601), packet=200)).why == "plan"


# --- random items from after the stop: how many more would decide, by the rule that decides then
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


@pytest.mark.parametrize(("drawn", "hits", "tail"), [(100, 1, 3_000), (200, 8, 3_000), (40, 0, 3_000), (60, 6, 3_000)])
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


@pytest.mark.parametrize("least", [1, 2, 7, 999, 1_000])
def test_the_least_size_is_found(least):
    assert size_that_decides(1_000, lambda more: more >= least) == least
    assert size_that_decides(0, lambda _: True) is None


# --- everything at once, row by row
BY_CLASS = Values(
    {"idiom": Decimal(4), "term": Decimal(2)},
    error={"idiom": Decimal("0.1"), "free": Decimal("0.02")},
    left_out={"free": Decimal("-0.15"), "term": Decimal("-0.3")},
)
SHARE, RECALL = Target(Decimal("0.5"), "share"), Target(Decimal("0.9"), "share")
STAGES = [
    {"top": 60, "values": BY_CLASS, "tail": 20},
    {"top": 150, "values": BY_CLASS, "tail": 45, "looks": 3},
    {"top": 150, "target": SHARE, "tail": 60, "marks": 0},
    {"top": 150, "target": RECALL, "tail": 60, "looks": 4},
    {"top": 110, "target": RECALL, "tail": 30, "marks": 0},
    {"top": 80, "target": Target(Decimal(20), "entries")},
    {"top": 80, "target": Target(Decimal(200), "entries")},
    {"top": 80},
    {"top": 150, "tail": 9},
    {"top": 120, "values": BY_CLASS, "quota": 9},
    {"top": 120, "quota": 3},
    {"top": 150, "target": RECALL, "answered": 40, "tail": 40},
    {"top": 210, "values": BY_CLASS, "tail": 50},
    {"top": 90, "values": replace(BY_CLASS, entry={"idiom": Decimal("0.4")})},
    {"top": 100, "values": BY_CLASS, "budget": Budget(Decimal(60))},
    {"top": 60, "target": RECALL, "tail": 50, "rates": (0.4, 0.35), "looks": 1},
    {"top": 100, "less": 0.2, "tail": 50},
    {"top": 150, "values": BY_CLASS, "rates": (0.4, 0.25), "tail": 10, "n_tail": 90, "less": 0.8},
    {"top": 150, "values": BY_CLASS, "rates": (0.4, 0.26), "tail": 0, "n_tail": 90, "marks": 0.1},
    {"top": 230, "target": SHARE, "rates": (0.4, 0.2), "tail": 8, "n_tail": 90, "marks": 0.1},
    {"top": 150, "target": SHARE, "rates": (0.5, 0.2), "tail": 25, "n_tail": 120, "looks": 4, "marks": 0.1},
    {"top": 150, "values": BY_CLASS, "rates": (0.3, 0.29), "tail": 30, "n_tail": 100, "looks": 2, "less": 0.9},
    {"top": 150, "values": BY_CLASS, "rates": (0.4, 0.27), "tail": 20, "quota": 300, "n_tail": 90},
    {"top": 400, "tail": 60, "values": BY_CLASS},
    {"top": 0, "values": BY_CLASS},
    {"top": 150, "tail": 12, "held": 215, "values": BY_CLASS},
    {"top": 130, "tail": 12, "held": 215, "target": SHARE},
    {"top": 150, "rates": (0.5, 0.02), "target": RECALL, "tail": 0, "marks": 0, "n_tail": 0},
    {"top": 150, "rates": (0.9, 0.001), "target": SHARE, "tail": 7, "marks": 0, "packet": 150},
    {"top": 150, "rates": (0.4, 0.4), "values": BY_CLASS, "tail": 5, "unknown": 1, "n_tail": 90},
    {"top": 190, "rates": (0.4, 0.2), "values": BY_CLASS, "tail": 5, "looks": 2, "n_tail": 90, "said": False},
    {"top": 150, "rates": (0.3, 0.27), "values": BY_CLASS, "n_tail": 0, "tail": 0, "stated": False},
    {"top": 150, "rates": (0.3, 0.22), "values": BY_CLASS, "n_tail": 0, "tail": 0, "unknown": 1},
    {"top": 158, "values": BY_CLASS, "tail": 60, "rates": (0.6, 0.05)},
    {"top": 150, "values": BY_CLASS, "tail": 0, "rates": (0.002, 0.001), "packet": 30},
    {"top": 150, "values": BY_CLASS, "rates": (0.4, 0.2), "tail": 245, "n_tail": 250, "kinds": 1, "marks": 0.01},
    {"top": 150, "target": SHARE, "rates": (0.5, 0.1), "n_tail": 0, "tail": 0},
    {"top": 190, "target": Target(Decimal("0.6"), "share"), "rates": (0.9, 0.05), "n_tail": 0, "tail": 0},
    {"top": 190, "target": Target(Decimal("0.75"), "share"), "rates": (0.9, 0.05), "n_tail": 0, "unknown": 0.5},
    {"top": 100, "target": SHARE, "positive": ()},
    {"top": 110, "values": BY_CLASS, "rates": (0.3, 0.24), "tail": 20},
]


def stage(place):
    rng, given = np.random.default_rng(place), {"rates": (0.5, 0.05), "marks": 0.04, "n_tail": 60} | STAGES[place]
    n, labels, positive = 400, ("idiom", "term", "free"), given.get("positive", ("idiom", "term"))
    made = course(n, 150, given.get("answered", 0))
    prices = {"per_item": Decimal("0.30"), "annotators": Decimal("1.5"), "contingency": Decimal("0.1")}
    prices |= {"extra_per_entry": Decimal("0.20"), "indirect": Decimal("0.2"), "per_unit": Decimal("0.01")}
    prices = Prices(currency="EUR", stated=True, **prices) if given.get("stated", True) else Prices()
    units = rng.integers(1, 20, n) * 1.0
    rates = np.geomspace(*given["rates"], n)[::-1]
    value = np.concatenate([[0.0], np.cumsum(rates[made.queue])])
    line = Band(np.arange(len(value)) * 1.0, value, value * 0.8, value * 1.3)
    sizes = {"seconds": np.zeros(n), "units": units, "listed": np.zeros(n)}
    rate = np.where(rng.random(n) < given.get("unknown", 0), np.nan, rates)
    made = replace(made, rate=rate, sizes=sizes, known_cost=prices.item_cost(n, units, None), band=line)
    if "answered" in given:
        made = replace(made, said=("free",) * n, corrections=line)
    if "quota" in given:
        made = replace(made, strata=tuple(np.where(np.arange(n) % 3, "Czech", "Latvian").tolist()))
    items = drawn(made, tail=given["n_tail"], control=5, packet=given.get("packet", 40), seed=place)
    if "held" in given:
        items = replace(items, **{name: each[: given["held"]] for name, each in vars(items).items()})
    entry = rng.random(len(items.ids)) < np.where(np.isnan(items.rate), 0.2, items.rate) * given.get("less", 1.0)
    label = np.where(entry, rng.integers(0, given.get("kinds", 2), len(entry)), 2)
    marked = rng.random(len(label)) < given["marks"]
    label[marked] = rng.choice([SKIPPED, UNSETTLED], marked.sum())
    random = np.flatnonzero(items.role == 1)
    done = ((items.role != 1) & (items.rank > 0) & (items.rank <= given["top"])) | (items.role == CONTROL)
    done[random[: given.get("tail", 0)]] = True
    done &= (rng.random(len(done)) < 0.98) | (given["top"] >= 150)
    label[~done | (given["top"] == 0)] = -1
    one = manifest(items, made, labels=labels, positive=positive, prices=prices)
    one = replace(one, tail=replace(one.tail, looks=given.get("looks", 0)))
    said = {name: given.get(name) for name in ("values", "target", "budget")}
    said["quota"] = Quota("language", given["quota"]) if "quota" in given else None
    plan = plan_of(prices=prices, positive=positive, **said)
    work = replace(plan.work, packet=given.get("packet", 40), tail_sample=30, control=4)
    return replace(plan, work=work), one, returned(label)


@pytest.mark.parametrize("place", range(len(STAGES)))
def test_every_number_and_word_is_that_of_all_rows_counted_one_by_one(place):
    plan, queue, back = stage(place)
    state = ReviewState(plan, queue, back)
    said, by_hand = Onward(state), Weighed(plan, queue, back)
    coming = said.coming
    if coming is not None:
        told = by_hand.next(coming.drawn.tolist())
        names = ("items", "last", "last_found", "most", "forecast", "expected", "cost", "check", "stake")
        printed = {name.replace("_", " "): getattr(coming, name) for name in names}
        printed |= {"per entry": coming.cost_per_entry, "after": coming.after_stop, "even": coming.break_even}
        printed["checked"] = coming.pays_checked
        printed["enough"] = None if coming.pays_checked is None else coming.enough
        assert printed == close(told)
    names = ["worth", "tail_expected", "tail_chance", "outcome", "kind", "why"]
    names += ["deciding", "deciding_cost", "pays_from"]
    printed = {name.replace("_", " "): getattr(said, name) for name in names}
    printed |= {"unseen": said.unseen and vars(said.unseen), "missed": said.p_missed}
    printed |= {"left": said.left_at_most, "left kind": said.left_kind}
    assert printed == close(by_hand.onward())
