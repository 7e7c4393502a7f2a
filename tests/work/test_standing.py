"""How far a review is, by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from progress_world import gone
from queue_world import course, drawn, manifest
from queue_world import plan as plan_of
from stood import Stood, close

from budgetplan.domain.plan import Budget, Quota
from budgetplan.domain.prices import Calls, Prices, Quantities
from budgetplan.domain.review import Band, Returned
from budgetplan.work import standing
from budgetplan.work.building import used_of


def test_whole_amounts_on_paper_change_neither_what_is_spent_nor_what_is_left():
    """21 items at 0.37 are 7.77 of 14.80, which 40 items take; a funder who wants whole amounts prints 8."""
    prices = Prices(currency="CAD", per_item=Decimal("0.37"), stated=True)
    for paper in (Decimal(0), Decimal(1)):
        said = {"prices": replace(prices, printed_in=paper), "budget": Budget(Decimal("14.80"))}
        state = gone(100, 40, judged=21, **said)
        assert (state.spent, state.budget_left) == (Decimal("7.77"), Decimal("7.03"))
        assert state.used["money"] == state.used["annotation"] == Decimal("7.77")
        assert state.lacking == 0
        assert state.pays_on


# --- what was expected of the items that were judged: from the top as the plan says, and of any others as their places say
def band(n=1_000, *, wide=0.2):
    items = np.linspace(0.0, n, 41)
    value = n * (1 - np.exp(-2 * items / n)) / 2
    return Band(items, value, (1 - wide) * value, (1 + wide) * value)


@pytest.mark.parametrize("wide", [0.2, 0.0])
@pytest.mark.parametrize("n", [1, 300])
def test_of_items_judged_from_the_top_it_is_the_band_itself(n, wide):
    plan = band(wide=wide)
    found = standing.expected_along(plan, np.arange(1, n + 1))
    for name in ("expected", "low", "high"):
        line = np.interp(np.arange(n + 1), plan.items, getattr(plan, name))
        assert getattr(found, name) == pytest.approx(line if name != "high" else np.minimum(line, np.arange(n + 1)))


def test_parts_add_up_to_the_whole_however_they_were_reached():
    plan, order = band(), np.random.default_rng(1).permutation(1_000) + 1
    first, whole = standing.expected_along(plan, order), standing.expected_along(plan, np.arange(1, 1_001))
    assert first.expected[-1] == pytest.approx(whole.expected[-1])
    assert first.low[-1] <= whole.low[-1] + 1e-9
    assert first.high[-1] >= whole.high[-1] - 1e-9


def test_the_end_of_a_queue_is_not_held_against_its_top():
    """Packets from both ends: what is expected of the last hundred is what lies there, not what the second hundred holds."""
    plan = band()
    both = standing.expected_along(plan, np.concatenate([np.arange(1, 101), np.arange(901, 1_001)]))
    ends = np.interp([100, 900, 1_000], plan.items, plan.expected)
    assert both.expected[-1] == pytest.approx(ends[0] + ends[2] - ends[1])
    top = standing.expected_along(plan, np.arange(1, 201)).low[-1]
    assert both.expected[-1] < top


def test_an_interval_holds_what_comes_of_items_taken_anywhere():
    """Rates that are off by a tenth in every draw, and items of which each has its own chance."""
    rng, inside, taken = np.random.default_rng(3), 0, np.arange(500, 700)
    true = np.exp(-2 * np.arange(1_000) / 1_000)
    value = np.concatenate([[0.0], np.cumsum(true)])
    spread = np.hypot(0.1 * value, np.sqrt(np.concatenate([[0.0], np.cumsum(true * (1 - true))])))
    plan = Band(np.arange(1_001.0), value, value - 1.96 * spread, value + 1.96 * spread)
    said = standing.expected_along(plan, taken + 1)
    for _ in range(400):
        found = (rng.random(200) < true[taken] * (1 + 0.1 * rng.standard_normal())).sum()
        inside += bool(said.low[-1] <= found <= said.high[-1])
    assert inside / 400 >= 0.93
    # And yet it tells something: far fewer are outside of it.
    assert said.low[-1] > 0.25 * said.expected[-1]


# --- time and price as measured, by hand
TIMED = Prices(
    currency="EUR",
    hourly_rate=Decimal(36),
    seconds_per_item=Decimal(30),
    annotators=Decimal(2),
    indirect=Decimal("0.1"),
    stated=True,
)


@pytest.mark.parametrize("once", [0, 10])
def test_what_was_judged_is_paid_as_it_was_and_the_rest_at_the_prices_of_now(once):
    """Ten at 0.50 are paid; twenty more at 2.00 come to 40.00: of 30.00 that leaves 15.00 lacking, guidelines are paid once."""
    prices = Prices(currency="EUR", per_item=Decimal("0.50"), fixed={"guidelines": Decimal(once)}, stated=True)
    then = gone(100, 20, judged=10, tail=10, tail_judged=0, budget=Budget(Decimal(30 + once)), prices=prices)
    dear = replace(then.plan, prices=replace(prices, per_item=Decimal(2)))
    now = standing.ReviewState(dear, replace(then.manifest, prices=prices), then.returned)
    assert (now.spent, now.budget_left, now.lacking) == (Decimal(5 + once), Decimal(25), Decimal(15))
    # By the letter nobody knows what the rest of a queue costs that has no sizes: it stays as it was.
    by_letter = replace(then.plan, prices=replace(prices, per_unit=Decimal(1)))
    assert standing.ReviewState(by_letter, now.manifest, then.returned).ahead == now.manifest
    # Items with prices of their own keep them, whatever else is paid by now.
    listed = replace(then.manifest.items, listed=np.full(100, 3e6))
    own, more = (
        replace(prices, per_item=Decimal(0), listed=True, indirect=each) for each in (Decimal(0), Decimal("0.1"))
    )
    priced = replace(then.manifest, items=listed, prices=own)
    assert (
        standing.ReviewState(replace(then.plan, prices=more), priced, then.returned).ahead.items.cost.tolist()
        == [3e6] * 100
    )


def test_without_prices_what_is_used_is_counted_in_items():
    assert used_of("money", Prices(), Quantities(5)) == 5
    assert used_of("items", Prices(), Quantities(5)) == 5


# --- how long judgements take, and how far people agree
def test_pauses_do_not_count_and_the_interval_covers():
    rng = np.random.default_rng(4)
    inside = 0
    for seed in range(150):
        seconds = rng.normal(20, 4, size=80).clip(1)
        seconds[:2] = 4000.0
        one = standing.timed(seconds, seed)
        inside += one.mean.low <= 20 <= one.mean.high
        assert one.mean.value < 24
    assert inside / 150 > 0.85


def test_few_times_have_no_interval_and_unknown_ones_are_left_out():
    one = standing.timed(np.array([3.0, np.nan, 5.0]), 1)
    assert (one.n, one.median, one.mean.low) == (2, 4.0, None)
    assert standing.timed(np.array([np.nan]), 1) is None


def test_agreement_of_the_textbook():
    """Krippendorff's nominal example of two observers and ten units: 6 agree, alpha is 0.095."""
    first = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    second = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    units = list(range(10))
    found = standing.agreement(np.array(units * 2), np.array(first + second))
    assert (found.n, found.agree) == (10, 6)
    assert found.alpha == pytest.approx(0.095, abs=0.0005)
    assert found.share.low == pytest.approx(0.262, abs=0.001)


def test_items_judged_once_say_nothing_and_one_label_has_no_alpha():
    assert standing.agreement(np.array([1, 2, 3]), np.array([0, 1, 0])) is None
    assert standing.agreement(np.array([1, 1]), np.array([0, 0])).alpha is None
    three = standing.agreement(np.array([1, 1, 1]), np.array([0, 0, 1]))
    assert (three.n, three.agree) == (3, 1)


# --- everything at once, item by item
ONCE = {"fixed": {"guidelines": "3", "licence": "2"}, "contingency": "0.1", "indirect": "0.2"}
ONCE |= {"without_indirect": ("licence",), "annotators": "2", "adjudicated_share": "0.25", "adjudication": "0.40"}
BY_TIME = ONCE | {"hourly_rate": "24", "seconds_per_item": "20", "seconds_per_unit": "3", "annotators": "1.5"}
SCENES = [
    {"prices": ONCE | {"per_item": "0.70", "extra_per_entry": "0.30"}, "budget": ("45", "money"), "wide": 0.4},
    {"prices": BY_TIME | {"extra_per_entry": "0.30"}, "budget": ("9", "money", "annotation"), "said": True},
    {"prices": BY_TIME, "now": {"seconds_per_item": "31", "hourly_rate": "30"}, "budget": ("30", "money"), "wide": 0.4},
    {"prices": ONCE | {"listed": True}, "now": {"indirect": "0.3"}, "budget": ("70", "money"), "calls": True},
    {"prices": {}, "budget": ("30", "items"), "quota": True, "judgements": 70, "held": 35},
    {"prices": BY_TIME, "now": {"seconds_per_unit": "5"}, "budget": ("0.7", "hours"), "pace": 1.6},
    {"prices": ONCE | {"hourly_rate": "24", "per_item": "0.1"}, "quota": True, "said": True, "judgements": 12},
    {"prices": BY_TIME, "budget": ("0.35", "hours"), "judgements": 90, "calls": True, "unknown": True},
    {"prices": BY_TIME | {"per_unit": "0.05"}, "budget": ("500", "money"), "pace": 0.3, "judgements": 140, "wide": 0.4},
    {"prices": BY_TIME, "judgements": 0, "budget": ("15", "money"), "said": True, "calls": True},
    {"prices": ONCE | {"hourly_rate": "24"}, "budget": ("1000", "money"), "judgements": 300, "pace": 2},
    {"prices": BY_TIME, "now": {"per_item": "0.2", "extra_per_entry": "0.5"}, "roles": (2,), "budget": ("9", "money")},
    {
        "prices": BY_TIME | {"extra_per_entry": "9"},
        "judgements": 1,
        "unknown": 2,
        "budget": ("40", "money"),
        "band": None,
    },
    {"prices": BY_TIME, "roles": (0, 1), "judgements": 400, "budget": ("40", "money"), "pace": np.nan, "wide": np.nan},
    {
        "prices": ONCE | {"per_item": "0.3"},
        "now": {"stated": False},
        "judgements": 9,
        "budget": ("4", "items"),
        "held": 61,
    },
]


def scene(place):
    """Return a plan, its queue and a log: three people judge items in any order, some of them twice, and skip some."""
    rng, given = np.random.default_rng(place + 5), {"judgements": 40, "pace": 1.0, "wide": 0.05} | SCENES[place]
    said = {name: Decimal(each) if isinstance(each, str) else each for name, each in given["prices"].items()}
    if "fixed" in said:
        said["fixed"] = {name: Decimal(each) for name, each in said["fixed"].items()}
    then = Prices(currency="EUR", stated=bool(said), **said)
    now = replace(then, **{name: Decimal(each) if each else False for name, each in given.get("now", {}).items()})
    n, labels = 60, ("idiom", "term", "free")
    made = course(n, 24, 14)
    units, listed = rng.integers(1, 12, n) * 1.0, rng.integers(2, 9, n) * 1e5
    rate = np.where(rng.random(n) < given.get("unknown", 0) / 2, np.nan, rng.random(n))
    sizes = {"seconds": then.item_seconds(n, units), "units": units, "listed": listed * then.listed}
    rises = np.where(rng.random(46) < 0.4, 0.98, 0.004) if place % 2 else np.linspace(0.5, 0.1, 46)
    value = np.concatenate([[0.0], np.cumsum(rises)])
    line = Band(np.arange(47.0), value, value * (1 - given["wide"]), value * (1 + given["wide"] / 2))
    made = replace(
        made, rate=rate, known_cost=then.item_cost(n, units, listed), sizes=sizes, band=given.get("band", line)
    )
    made = replace(made, answers=tuple(rng.choice(labels, 14).tolist()))
    if given.get("said"):
        made = replace(made, said=tuple(rng.choice(labels, n).tolist()), corrections=line)
    if given.get("quota"):
        made = replace(made, strata=tuple(rng.choice(["Czech", "Latvian"], n).tolist()))
    items = drawn(made, tail=7, control=4, packet=10, seed=place)
    known = tuple({"literal": "term" if at % 2 else "other"}.get(each, each) for at, each in enumerate(items.label))
    items, queued = replace(items, label=known), np.flatnonzero(items.place > 0)
    if "held" in given:  # of a list that was not loaded, or not all of it
        items = replace(items, **{name: each[: given["held"]] for name, each in vars(items).items()})
    one = manifest(items, made, labels=labels, positive=("idiom", "term"), prices=then)
    one = replace(one, model_cost=Decimal(7), calls=Calls("llm", 40, Decimal("0.02")) if given.get("calls") else None)
    some = queued[np.isin(items.role[queued], given.get("roles", (0, 1, 2)))]
    row = rng.permutation(np.tile(some, 20))[: given["judgements"]]
    who, said = rng.integers(0, 3, len(row)), rng.choice([0, 1, 2, 2, -3], len(row)) * (len(row) > 1)
    label, last = np.full(len(items.ids), -1), np.ones(len(row), dtype=bool)
    for at, (item, person) in enumerate(zip(row, who, strict=True)):
        last[at] = not ((row[at + 1 :] == item) & (who[at + 1 :] == person)).any()
        label[item] = rng.choice([said[at], said[at], -2 * (len(row) > 1)])
    planned = float(then.seconds_per_item or 20) + float(then.seconds_per_unit) * items.units[row]
    seconds = np.where(rng.random(len(row)) < 0.2, np.nan, planned * given["pace"] * rng.uniform(0.8, 1.3, len(row)))
    seconds[::9] *= 8
    if given["pace"] == given["pace"]:  # some are quick, and somebody's clock was put back
        seconds[3:20:8], seconds[6:20:9] = 0.0, -3.0
    people = ("anna", "ben", "eva") if len(row) else ()
    back = Returned(label, row, said, who, seconds, people, last, (), ())
    budget = given.get("budget")
    said = {"budget": budget and Budget(Decimal(budget[0]), *budget[1:]), "prices": now, "positive": one.positive}
    said["quota"] = Quota("language", 3, {"Latvian": 7}) if given.get("quota") else None
    plan = plan_of(**said)
    work = replace(plan.work, people=1 + place % 3 // 2, hours_a_week=Decimal("0.1"), start="2026-02-02")
    return replace(plan, work=work, form=replace(plan.form, adjudicator="eva" if place % 2 else "")), one, back


@pytest.mark.parametrize("place", range(len(SCENES)))
def test_every_number_is_that_of_all_items_and_judgements_counted_one_by_one(place):
    plan, queue, back = scene(place)
    state = standing.ReviewState(plan, queue, back)
    pace = standing.Pace(state)
    spans = pace.time and (pace.time.mean.low, pace.time.mean.high)
    by_hand = Stood(plan, queue, back, spans if spans and spans[0] is not None else (-math.inf, math.inf))
    assert stood(state) == close(by_hand.state())
    assert paced(pace) == close(by_hand.pace())
    for points in (0, 5, 90):
        assert [each.tolist() for each in standing.found_along(state, points or 7)] == close(
            by_hand.found_along(points or 7)
        )
        band = standing.planned_at(state, np.array([0, 3, 11 + place]), points)
        lines = band and [getattr(band, name).tolist() for name in ("items", "expected", "low", "high")]
        assert lines == close(by_hand.planned_at([0, 3, 11 + place], points))
    if plan.budget is None or plan.budget.unit == "items":
        return
    # A budget that just pays for the next item does, and one that lacks the smallest coin does not.
    least = by_hand.next_costs
    less = Decimal("0.01") if plan.budget.unit == "money" else least / 1000
    for amount, pays in ((least, True), (least - less, False)):
        budget = replace(plan.budget, amount=amount)
        assert standing.ReviewState(replace(plan, budget=budget), queue, back).pays_on == pays


def stood(state):
    printed = {
        role: (part.of, part.judged, part.settled, part.found, part.unsettled) for role, part in state.parts.items()
    }
    printed |= {"found": state.found, "fewer": state.fewer and (state.fewer.n, int(state.fewer.items[0]))}
    printed["waiting"] = [state.manifest.items.ids[row] for row in state.waiting]
    printed |= {f"used {unit}": float(amount) for unit, amount in state.used.items()}
    left = None if state.budget_left is None else float(state.budget_left)
    printed |= {"spent": float(state.spent), "left": left, "over": float(state.over_budget)}
    printed |= {"lacking": float(state.lacking), "pays on": state.pays_on, "quotas": state.quotas}
    expected, differ = state.expected, state.corrected
    printed["expected"] = expected and (expected.value, expected.low, expected.high)
    printed |= {"below": state.below_plan, "above": state.above_plan}
    printed["corrected"] = differ and tuple(vars(differ).values())
    return printed | {"packet": standing.next_packet(state), "beyond": standing.expected_beyond(state.manifest)}


def paced(pace):
    def told(time):
        return time and (time.n, time.median, time.mean.value)

    printed = {"time": told(pace.time), "rest": pace.rest, "settings": pace.settings, "seconds": pace.seconds}
    known = pace.known
    printed |= {"known": known and (known.n, known.agree, known.share.value), "apart": pace.apart}
    printed["pairs"] = pace.pairs and (pace.pairs.n, pace.pairs.agree, pace.pairs.alpha)
    printed["by label"] = {name: told(time) for name, time in pace.by_label}
    printed["people"] = {
        each.name: (each.judgements, each.found, told(each.time), each.known and (each.known.n, each.known.agree))
        for each in pace.annotators
        if each.judgements or each.time or each.known
    }
    names = "planned_seconds", "rest_planned", "rest_measured", "spent_measured", "total_planned", "total_measured"
    names += "weeks_planned", "weeks_measured", "end_planned", "end_measured"
    return printed | {name.replace("_", " "): getattr(pace, name) for name in names}
