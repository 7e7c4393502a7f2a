"""How far a review is, by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from progress_world import gone

from budgetplan.domain.plan import Budget, Quota
from budgetplan.domain.prices import Prices, Quantities
from budgetplan.domain.review import ROLES, Band, LogNote
from budgetplan.work.building import used_of
from budgetplan.work.standing import (
    Pace,
    ReviewState,
    agreement,
    expected_along,
    expected_beyond,
    expected_entries,
    next_packet,
    timed,
)


def test_counts_money_and_what_the_plan_expected():
    standing = gone(100, 40, found=(1, 2, 3, 30), judged=20, tail=10, tail_found=1, tail_judged=5)
    part = standing.reviewed
    assert (part.of, part.judged, part.settled, part.found) == (40, 20, 20, 3)
    tail = standing.parts["tail sample"]
    assert (tail.of, tail.judged, tail.found) == (10, 5, 1)
    assert standing.found == 4
    assert standing.spent == Decimal("12.50")
    expected = standing.expected
    assert (expected.value, expected.low, expected.high) == pytest.approx((10, 6, 14))
    assert standing.below_plan
    assert not standing.above_plan


@pytest.mark.parametrize(
    ("budget", "judged", "over", "lacking"),
    # 0.50 each: 20 reviews in the queue and 10 random ones, 15.00 in all.
    [
        ("15", 10, "0", "0"),
        ("14", 10, "0", "1"),
        ("6", 20, "4", "5"),
        ("10", 20, "0", "5"),
        ("5", 10, "0", "10"),
    ],
)
def test_what_the_budget_lacks_for_all_that_is_in_the_queue(budget, judged, over, lacking):
    standing = gone(100, 20, judged=judged, tail=10, tail_judged=0, budget=Budget(Decimal(budget)))
    assert (standing.over_budget, standing.lacking) == (Decimal(over), Decimal(lacking))
    assert standing.budget_left == max(Decimal(budget) - Decimal(judged) / 2, 0)


def test_how_often_people_differ_from_the_model():
    # It says literal of everything: what is found to be an idiom is corrected. Half of 20 were expected.
    said = {"found": (1, 2, 3, 30), "judged": 20, "tail": 10, "tail_found": 4, "tail_judged": 5}
    # All of the sixty others are answered by the model: five random ones of them were judged.
    found = gone(100, 40, answers="literal", alone=60, **said).corrected
    assert (found.of, found.differ, found.expected, found.random, found.random_differ) == (20, 3, 10.0, 5, 4)
    other = gone(100, 40, answers="idiom", alone=60, **said).corrected
    assert (other.differ, other.random_differ) == (17, 1)
    # Of items that are left without a label the model's answer is not kept: whether it is wrong there is no matter.
    left = gone(100, 40, answers="literal", **said).corrected
    assert (left.random, left.random_differ) == (0, 0)
    # A class that nobody judges by is never people's label.
    assert gone(100, 40, answers="never", **said).corrected.differ == 20
    assert gone(100, 40, **said).corrected is None
    assert gone(100, 40, answers="literal", judged=0).corrected is None
    # Where the plan says nothing of it nothing was expected.
    bare = gone(100, 40, answers="literal", **said)
    assert ReviewState(bare.plan, replace(bare.manifest, corrections=None), bare.returned).corrected.expected is None


def test_fixed_costs_extra_prices_and_overheads_are_paid_as_in_the_plan():
    prices = Prices(
        currency="EUR",
        per_item=Decimal("0.50"),
        extra_per_entry=Decimal(1),
        fixed={"guidelines": Decimal(100)},
        indirect=Decimal("0.10"),
        stated=True,
    )
    standing = gone(100, 40, found=(1, 2), judged=20, prices=prices)
    assert standing.spent == Decimal("1.1") * (100 + 10 + 2)
    nothing = gone(100, 40, judged=0, prices=prices)
    assert nothing.spent == 0


def test_items_and_hours_that_are_left_are_those_of_the_items_not_judged():
    assert gone(100, 40, judged=20, budget=Budget(Decimal(30), "items")).budget_left == 10
    standing = gone(100, 40, judged=24, budget=Budget(Decimal(1), "hours"))
    assert standing.budget_left == pytest.approx(Decimal(1) - Decimal(24 * 30) / 3600)


def test_judgements_beyond_those_planned_are_paid_and_fewer_are_no_saving():
    """Twenty items by two people where one was planned cost twice as much; a settled label may hold several."""
    state = gone(100, 40, found=(1,), judged=20)
    assert state.spent == Decimal("10.00")
    back = state.returned
    double = replace(
        back,
        item=np.tile(back.item, 2),
        said=np.tile(back.said, 2),
        annotator=np.repeat([0, 1], 20),
        seconds=np.tile(back.seconds, 2),
        annotators=("anna", "ben"),
        last=np.ones(40, dtype=bool),
    )
    assert ReviewState(state.plan, state.manifest, double).spent == Decimal("20.00")
    twice = replace(state.plan, prices=replace(state.plan.prices, annotators=Decimal(2)))
    both, fewer = (ReviewState(twice, state.manifest, each) for each in (double, back))
    assert both.spent == fewer.spent
    assert (both.fewer, fewer.fewer) == (None, LogNote("fewer", 20, ("40",)))


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


def test_spent_and_left_are_the_budget_and_entries_to_come_are_paid_too():
    # 1/3 of a minute at 20 an hour: hours are billed to the hundredth, so that what is printed differs from what is exact.
    prices = Prices(
        currency="EUR",
        hourly_rate=Decimal(20),
        seconds_per_item=Decimal(20),
        extra_per_entry=Decimal(3),
        stated=True,
    )
    for judged in (7, 20):
        state = gone(100, 40, found=(1, 2), judged=judged, prices=prices, budget=Budget(Decimal(30)))
        timed = replace(state.manifest.items, seconds=np.full(100, 20.0))
        state = ReviewState(state.plan, replace(state.manifest, items=timed), state.returned)
        assert state.spent + state.budget_left == 30
        coming = float(timed.rate[(timed.role == 0) & (timed.rank > judged)].sum())
        least = 40 * 20 * 20 / 3600 + 3 * (2 + coming) - 30
        # Entries are billed by the whole one.
        assert float(state.lacking) == pytest.approx(max(least, 0), abs=1.7)
    assert state.lacking > 0


def test_entries_of_each_stratum_are_counted_against_what_is_wanted_of_it():
    state = gone(40, 12, found=(1, 2, 5, 6), tail=0)
    names = np.where(state.manifest.items.rank % 2 == 1, "Czech", "Latvian")
    one = replace(state.manifest, items=replace(state.manifest.items, stratum=tuple(names.tolist())))
    plan = replace(state.plan, quota=Quota("language", 3, {"Latvian": 7}))
    assert ReviewState(plan, one, state.returned).quotas == {"Czech": (2, 3), "Latvian": (2, 7)}
    assert ReviewState(state.plan, one, state.returned).quotas == {}


def test_after_the_stop_the_plan_expects_what_the_whole_list_holds_beyond_it():
    """The band of the world rises by half an entry an item: 28 items after the stop hold 14."""
    state = gone(40, 12, judged=3)
    assert expected_beyond(state.manifest) == pytest.approx(14)


# --- what was expected of the items that were judged: from the top as the plan says, and of any others as their places say
def band(n=1_000, *, wide=0.2):
    items = np.linspace(0.0, n, 41)
    value = n * (1 - np.exp(-2 * items / n)) / 2
    return Band(items, value, (1 - wide) * value, (1 + wide) * value)


@pytest.mark.parametrize("wide", [0.2, 0.0])
@pytest.mark.parametrize("n", [1, 300])
def test_of_items_judged_from_the_top_it_is_the_band_itself(n, wide):
    plan = band(wide=wide)
    found = expected_along(plan, np.arange(1, n + 1))
    for name in ("expected", "low", "high"):
        line = np.interp(np.arange(n + 1), plan.items, getattr(plan, name))
        assert getattr(found, name) == pytest.approx(line if name != "high" else np.minimum(line, np.arange(n + 1)))


def test_parts_add_up_to_the_whole_however_they_were_reached():
    plan, order = band(), np.random.default_rng(1).permutation(1_000) + 1
    first, whole = expected_along(plan, order), expected_along(plan, np.arange(1, 1_001))
    assert first.expected[-1] == pytest.approx(whole.expected[-1])
    assert first.low[-1] <= whole.low[-1] + 1e-9
    assert first.high[-1] >= whole.high[-1] - 1e-9


def test_the_end_of_a_queue_is_not_held_against_its_top():
    """Packets from both ends: what is expected of the last hundred is what lies there, not what the second hundred holds."""
    plan = band()
    both = expected_along(plan, np.concatenate([np.arange(1, 101), np.arange(901, 1_001)]))
    ends = np.interp([100, 900, 1_000], plan.items, plan.expected)
    assert both.expected[-1] == pytest.approx(ends[0] + ends[2] - ends[1])
    top = expected_along(plan, np.arange(1, 201)).low[-1]
    assert both.expected[-1] < top


def test_an_interval_holds_what_comes_of_items_taken_anywhere():
    """Rates that are off by a tenth in every draw, and items of which each has its own chance."""
    rng, inside, taken = np.random.default_rng(3), 0, np.arange(500, 700)
    true = np.exp(-2 * np.arange(1_000) / 1_000)
    value = np.concatenate([[0.0], np.cumsum(true)])
    spread = np.hypot(0.1 * value, np.sqrt(np.concatenate([[0.0], np.cumsum(true * (1 - true))])))
    plan = Band(np.arange(1_001.0), value, value - 1.96 * spread, value + 1.96 * spread)
    said = expected_along(plan, taken + 1)
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


def with_times(state, seconds):
    back = replace(state.returned, seconds=np.asarray(seconds, dtype=np.float64))
    return ReviewState(state.plan, state.manifest, back)


def with_items(state, **changes):
    """Return how a review stands where its items cost or take something else."""
    items = replace(state.manifest.items, **changes)
    return ReviewState(state.plan, replace(state.manifest, items=items), state.returned)


def test_the_rest_costs_what_the_measured_time_says():
    """30 s were planned, 45 were taken: 20 items of two judgements at 36 an hour, and 10 % on top."""
    state = gone(100, 40, found=(1, 2), judged=20, prices=TIMED)
    state = with_items(state, cost=np.full(100, 0.60e6), seconds=np.full(100, 60.0))
    found = Pace(with_times(state, [45.0] * 20))
    assert (found.time.median, found.time.mean.value) == (45.0, 45.0)
    assert found.planned_seconds == 30.0
    assert found.rest == 20
    assert found.rest_planned == pytest.approx(20 * 0.60 * 1.1)
    assert found.rest_measured == pytest.approx(20 * 2 * 45 * 0.01 * 1.1)
    assert found.settings == ("cost.seconds_per_item=45.00",)
    assert Pace(with_times(state, [31.0] * 20)).settings == ()  # a thirtieth more is worth no other plan


def test_where_the_plan_has_no_times_the_measured_one_is_paid_whatever_the_size():
    """Twenty items of five letters that took 45 s each, at a cent a second."""
    hourly = Prices(currency="EUR", hourly_rate=Decimal(36), stated=True)
    state = with_items(gone(100, 40, judged=20, prices=hourly), seconds=np.zeros(100), units=np.full(100, 5.0))
    assert Pace(with_times(state, [45.0] * 20)).rest_measured == pytest.approx(20 * 45 * 0.01)


def test_what_is_spent_at_the_measured_time_includes_the_items_with_a_known_label():
    """Half as long again as planned: 20 items at 0.60 and 10 % on top cost half as much again, the known ones too."""
    state = gone(100, 40, found=(1, 2), judged=20, prices=TIMED)
    known = np.flatnonzero(state.judged)[:4]
    each = np.full(100, 0.60e6)
    each[known] = 0
    seconds, role = np.full(100, 60.0), state.manifest.items.role.copy()
    seconds[known], role[known] = 0.0, ROLES.index("control")
    # Of the four known ones the third is said to be otherwise than its label has it.
    label = np.full(100, "", dtype=object)
    label[known] = [state.manifest.labels[code] for code in state.returned.label[known]]
    label[known[2]] = next(name for name in state.manifest.labels if name != label[known[2]])
    state = with_items(state, cost=each, seconds=seconds, role=role, label=label)
    found = Pace(with_times(state, [45.0] * 20))
    assert (found.known.n, found.known.agree) == (4, 3)
    assert [(person.name, person.known.n, person.known.agree) for person in found.annotators] == [("anna", 4, 3)]
    assert found.planned_seconds == 30.0
    assert found.spent_measured == pytest.approx(1.5 * 20 * 0.60 * 1.1)


def test_what_is_left_takes_as_long_as_the_plan_has_it_now():
    """Twenty judged at 30 s and twenty to judge at 90 s: 40 minutes of each of two people, at 6 a week; at 30 s they took 20."""
    state = gone(100, 40, judged=20, prices=TIMED)
    state = with_items(state, cost=np.full(100, 0.60e6), seconds=np.full(100, 60.0))
    work = replace(state.plan.work, people=2, hours_a_week=Decimal("0.1"))
    then = replace(state.manifest, prices=state.plan.prices)
    for seconds, weeks in ((30, 4), (90, 7)):
        prices = replace(state.plan.prices, seconds_per_item=Decimal(seconds))
        now = ReviewState(replace(state.plan, work=work, prices=prices), then, state.returned)
        pace = Pace(with_times(now, [30.0] * 20))
        assert (pace.weeks_planned, pace.weeks_measured) == (weeks, 4)


@pytest.mark.parametrize(("people", "weeks"), [(1, 2), (2, 2), (4, 1)])
def test_two_who_judge_each_item_work_at_the_same_time(people, weeks):
    """Forty items take two people 30 s each, 20 minutes of both: of 12 minutes a week that is a week and two thirds."""
    state = gone(100, 40, judged=20, prices=TIMED)
    state = with_items(state, cost=np.full(100, 0.60e6), seconds=np.full(100, 60.0))
    work = replace(state.plan.work, people=people, hours_a_week=Decimal("0.2"))
    state = ReviewState(replace(state.plan, work=work), state.manifest, state.returned)
    assert Pace(with_times(state, [30.0] * 20)).weeks_planned == weeks


def test_times_are_told_by_label_and_by_annotator():
    state = gone(100, 40, found=range(1, 11), judged=20)
    found = Pace(with_times(state, [40.0] * 10 + [10.0] * 10))
    assert {name: one.mean.value for name, one in found.by_label} == {"idiom": 40.0, "literal": 10.0}
    [anna] = found.annotators
    assert (anna.name, anna.judgements, anna.found) == ("anna", 20, 10)
    assert found.pairs is None
    assert found.rest_measured is None


def test_a_log_in_which_nearly_every_judgement_has_a_name_of_its_own_is_counted_by_name():
    """Names of sessions: each one's times and labels as they are counted one judgement at a time."""
    n, rng = 600, np.random.default_rng(3)
    state = gone(n, n, found=range(1, n // 3), judged=n)
    names, who = np.unique(rng.integers(0, 400, n), return_inverse=True)
    seconds = np.where(rng.random(n) < 0.2, np.nan, rng.uniform(9.0, 12.0, n))
    back = replace(state.returned, annotators=tuple(f"s{name:04d}" for name in names), annotator=who, seconds=seconds)
    found = Pace(ReviewState(state.plan, state.manifest, back))
    wanted = np.array([name in state.manifest.positive for name in state.manifest.labels])[back.said]
    assert len(found.annotators) == len(names)
    for person in found.annotators:
        mine = who == back.annotators.index(person.name)
        times = seconds[mine & np.isfinite(seconds)]
        assert (person.judgements, person.found) == (mine.sum(), (mine & wanted).sum())
        told = None if person.time is None else person.time.median
        assert told == (pytest.approx(np.median(times)) if len(times) else None)


def test_who_settles_disagreements_is_no_third_person_beside_those_who_disagree():
    """Anna and Ben differ on one of three items; Eva sees that one alone."""
    state = gone(100, 40, judged=3)
    rows = np.flatnonzero(state.judged)[:3]
    item, who = np.concatenate([rows, rows, rows[:1]]), np.array([0, 0, 0, 1, 1, 1, 2])
    back = replace(
        state.returned,
        item=item,
        said=np.array([0, 1, 1, 1, 1, 1, 1]),
        annotator=who,
        annotators=("anna", "ben", "eva"),
        seconds=np.full(7, np.nan),
        last=np.ones(7, dtype=bool),
    )
    plan = replace(state.plan, form=replace(state.plan.form, annotator="who", adjudicator="eva"))
    for one, told in ((plan, (3, 2)), (state.plan, (5, 3))):
        pairs = Pace(ReviewState(one, state.manifest, back)).pairs
        assert (pairs.n, pairs.agree) == told


def test_without_times_nothing_is_said_of_them():
    found = Pace(gone(100, 40, judged=20))
    assert (found.time, found.by_label, found.planned_seconds) == (None, (), None)
    assert found.rest_planned == pytest.approx(10.0)


def test_a_pace_as_planned_leaves_the_rest_at_its_price_however_much_longer_its_items_are():
    """Short items first, long ones later: judged just as planned, the rest costs what was planned."""
    prices = replace(TIMED, seconds_per_item=Decimal(10), seconds_per_unit=Decimal(2), annotators=Decimal(1))
    state = gone(100, 40, found=(1, 2), judged=20, prices=prices)
    units = np.where(state.manifest.items.rank <= 20, 5.0, 50.0)
    seconds, cost = prices.item_seconds(len(units), units), prices.item_cost(len(units), units, None)
    state = with_items(state, units=units, seconds=seconds, cost=cost)
    found = Pace(with_times(state, [20.0] * 20))
    assert found.planned_seconds == 20.0
    # 20 items of 10 + 2 x 50 seconds at a cent a second, and 10 % on top.
    assert found.rest_planned == pytest.approx(20 * 110 * 0.01 * 1.1)
    assert found.rest_measured == pytest.approx(found.rest_planned)
    assert Pace(with_times(state, [30.0] * 20)).rest_measured == pytest.approx(1.5 * found.rest_planned)


def test_entries_that_are_still_to_come_cost_what_entries_cost():
    prices = replace(TIMED, extra_per_entry=Decimal(2))
    state = gone(100, 40, found=(1, 2), judged=20, prices=prices)
    rest = (state.manifest.items.role == 0) & (state.manifest.items.rank > 20)
    coming = float(state.manifest.items.rate[rest].sum())
    assert coming > 0
    plain = Pace(gone(100, 40, found=(1, 2), judged=20, prices=TIMED))
    found = Pace(with_times(state, [30.0] * 20))
    assert found.rest_planned == pytest.approx(plain.rest_planned + 2 * coming * 1.1)
    # Where no rate is known, as many are expected as were found so far: 2 in 20.
    unknown = Pace(gone(100, 40, found=(1, 2), judged=20, prices=prices, rated=False))
    assert unknown.rest_planned == pytest.approx(plain.rest_planned + 2 * 2 * 1.1)


@pytest.mark.parametrize("once", [0, 10])
def test_what_was_judged_is_paid_as_it_was_and_the_rest_at_the_prices_of_now(once):
    """Ten at 0.50 are paid; twenty more at 2.00 come to 40.00: of 30.00 that leaves 15.00 lacking, guidelines are paid once."""
    prices = Prices(currency="EUR", per_item=Decimal("0.50"), fixed={"guidelines": Decimal(once)}, stated=True)
    then = gone(100, 20, judged=10, tail=10, tail_judged=0, budget=Budget(Decimal(30 + once)), prices=prices)
    dear = replace(then.plan, prices=replace(prices, per_item=Decimal(2)))
    now = ReviewState(dear, replace(then.manifest, prices=prices), then.returned)
    assert (now.spent, now.budget_left, now.lacking) == (Decimal(5 + once), Decimal(25), Decimal(15))
    # By the letter nobody knows what the rest of a queue costs that has no sizes: it stays as it was.
    by_letter = replace(then.plan, prices=replace(prices, per_unit=Decimal(1)))
    assert ReviewState(by_letter, now.manifest, then.returned).ahead == now.manifest
    # Items with prices of their own keep them, whatever else is paid by now.
    listed = replace(then.manifest.items, listed=np.full(100, 3e6))
    own, more = (
        replace(prices, per_item=Decimal(0), listed=True, indirect=each) for each in (Decimal(0), Decimal("0.1"))
    )
    priced = replace(then.manifest, items=listed, prices=own)
    assert ReviewState(replace(then.plan, prices=more), priced, then.returned).ahead.items.cost.tolist() == [3e6] * 100


def test_the_next_packet_is_the_first_with_items_that_are_not_judged():
    """Packets of five: of twelve that are judged two are in the third."""
    assert next_packet(gone(100, 20, judged=12, packet=5)) == ("packet-003", 3)
    assert next_packet(gone(100, 20, judged=0, packet=5)) == ("packet-001", 5)
    assert next_packet(gone(100, 20, packet=5)) is None


def test_where_nothing_is_collected_no_entry_is_expected():
    state = gone(40, 12, judged=3)
    waiting = ~state.judged
    assert expected_entries(state.manifest, waiting, 0.5) > 0
    assert expected_entries(replace(state.manifest, positive=()), waiting, 0.5) == 0


def test_without_prices_what_is_used_is_counted_in_items():
    assert used_of("money", Prices(), Quantities(5), Decimal(0)) == 5
    assert used_of("items", Prices(), Quantities(5), Decimal(0)) == 5


# --- how long judgements take, and how far people agree
def test_pauses_do_not_count_and_the_interval_covers():
    rng = np.random.default_rng(4)
    inside = 0
    for seed in range(150):
        seconds = rng.normal(20, 4, size=80).clip(1)
        seconds[:2] = 4000.0
        one = timed(seconds, seed)
        inside += one.mean.low <= 20 <= one.mean.high
        assert one.mean.value < 24
    assert inside / 150 > 0.85


def test_few_times_have_no_interval_and_unknown_ones_are_left_out():
    one = timed(np.array([3.0, np.nan, 5.0]), 1)
    assert (one.n, one.median, one.mean.low) == (2, 4.0, None)
    assert timed(np.array([np.nan]), 1) is None


@pytest.mark.parametrize(("seconds", "mean"), [((10, 20, 3600), 20), ((10, 30), 20), ((7,), 7)])
def test_of_three_times_the_middle_one_counts_and_of_fewer_all(seconds, mean):
    assert timed(np.array(seconds, dtype=float), 1).mean.value == mean


def test_agreement_of_the_textbook():
    """Krippendorff's nominal example of two observers and ten units: 6 agree, alpha is 0.095."""
    first = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    second = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    units = list(range(10))
    found = agreement(np.array(units * 2), np.array(first + second))
    assert (found.n, found.agree) == (10, 6)
    assert found.alpha == pytest.approx(0.095, abs=0.0005)
    assert found.share.low == pytest.approx(0.262, abs=0.001)


def test_items_judged_once_say_nothing_and_one_label_has_no_alpha():
    assert agreement(np.array([1, 2, 3]), np.array([0, 1, 0])) is None
    assert agreement(np.array([1, 1]), np.array([0, 0])).alpha is None
    three = agreement(np.array([1, 1, 1]), np.array([0, 0, 1]))
    assert (three.n, three.agree) == (3, 1)
