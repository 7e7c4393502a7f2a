"""Packets, hours, dates, pay: by hand; checkpoints stand at ends of packets and never fall."""

from __future__ import annotations

import itertools
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MOST_CHECKS, Columns, Plan, Work
from budgetplan.domain.prices import BudgetLine, Prices, Quantities
from budgetplan.work.building import MOST_YEARS, Checkpoint, WorkPlan, _days_until, lines_by_year, parts_by_year, rising

TIMED = Prices(
    currency="EUR",
    hourly_rate=Decimal(24),
    seconds_per_item=Decimal(60),
    annotators=Decimal(2),
    fixed={"Guidelines": Decimal(100)},
    contingency=Decimal("0.1"),
    stated=True,
)
PLAN = Plan(table="scores.csv", columns=Columns(label="gold"), positive=("x",), models=(), prices=TIMED)


def made(items=450, *, whole=10_000, labelled=300, mixed=0, **work):
    plan = replace(PLAN, work=Work(**work))
    bought = Quantities(items + mixed, seconds=120.0 * (items + mixed))
    return WorkPlan(plan, bought, whole, labelled, items, source="column", model="m", binds="worth")


def test_450_items_are_three_packets_and_15_hours_by_two_people():
    found = made()
    assert (found.packets, found.packet, found.last_packet) == (3, 200, 50)
    # 450 x 2 judgements x 60 seconds = 54,000 seconds; two people though one is the default: judgements are independent.
    assert (found.people, found.hours, found.hours_each) == (2, 15.0, 7.5)
    # 15 hours at 24, without guidelines and contingency.
    assert (found.pay, found.pay_each, found.settling) == (Decimal("360.00"), Decimal("180.00"), 0)
    assert found.weeks is None
    assert found.mixed_in is None


def test_whoever_settles_disagreements_is_none_of_those_who_review(monkeypatch):
    settled = replace(TIMED, adjudicated_share=Decimal("0.2"), adjudication=Decimal("0.50"))
    monkeypatch.setattr(f"{__name__}.PLAN", replace(PLAN, prices=settled))
    found = made()
    # 90 of 450 are settled at 0.50 each, beside 15 hours at 24.
    assert (found.pay, found.settling, found.pay_each) == (Decimal("405.00"), Decimal("45.00"), Decimal("180.00"))


@pytest.mark.parametrize(
    ("people", "hours_a_week", "weeks", "end"),
    [
        (2, "7.5", 1, "2026-12-13"),
        (2, "7", 2, "2026-12-20"),
        (3, "2.5", 2, "2026-12-20"),  # 15 hours / 3 = 5 each
        (5, "0.5", 6, "2027-01-17"),
    ],
)
def test_weeks_are_begun_ones_and_the_last_day_ends_the_last_of_them(people, hours_a_week, weeks, end):
    found = made(people=people, hours_a_week=Decimal(hours_a_week), start="2026-12-07")
    assert (found.weeks, found.start, found.end) == (weeks, "2026-12-07", end)


def test_what_is_mixed_in_is_paid_and_packed():
    # 450 + 100 + 30 = 580 items x 120 s = 19.33 hours at 24.
    found = made(tail_sample=100, control=30, mixed=130)
    assert (found.items, found.mixed_in.items) == (450, 130)
    assert (found.packets, found.last_packet) == (3, 180)
    assert found.hours == pytest.approx(58 / 3)
    assert found.pay == Decimal("463.92")


def test_no_more_is_mixed_in_than_there_is():
    mixed = made(tail_sample=100, control=500, whole=480, labelled=20).mixed_in
    assert mixed is not None
    assert (mixed.tail_sample, mixed.control) == (30, 20)


@pytest.mark.parametrize("items", [1, 199, 200, 201, 10**9])
@pytest.mark.parametrize("packet", [1, 200])
def test_checkpoints_are_few_rise_and_end_at_the_stop(items, packet):
    at = Work(packet).checked_at(items)
    assert len(at) <= MOST_CHECKS
    assert at[-1] == items
    assert all(early < late for early, late in itertools.pairwise(at))
    assert all(one % packet == 0 for one in at[:-1])
    packets, last = Work(packet).packets(items)
    assert (packets - 1) * packet + last == items
    assert 1 <= last <= packet
    assert at[0] == min(packet, items)


def test_no_checkpoint_promises_more_than_a_later_one_and_what_is_too_little_never_falls():
    """What has been found by then is found later, too: a limit that fell could not be kept."""
    rng = np.random.default_rng(5)
    for _ in range(60):
        stops = np.sort(rng.choice(np.arange(1, 500), 5, replace=False)).tolist()
        drawn = np.sort(rng.uniform(0, 400, (5, 3)), axis=1)[:, rng.permutation(3)]
        found = rising([Checkpoint(*row) for row in zip(stops, *drawn.T.tolist(), strict=True)])
        for one, later in itertools.pairwise(found):
            assert (one.expected, one.low, one.high) <= (later.expected, later.low, later.high)
            assert one.low <= later.low
            assert one.high <= later.high
            assert (one.pause_below or 0) <= (later.pause_below or 0)
        for one in found:
            assert 0 <= one.low <= one.expected <= min(one.high, one.items)


def test_the_last_checkpoint_is_the_stop_as_it_is_printed():
    stop = Estimate(5.25, 3.75, 7.5)
    last = rising([Checkpoint(3, 9.0, 1.0, 2.0), Checkpoint(9, 1.0, 1.0, 1.0)], stop)[-1]
    assert (last.expected, last.low, last.high) == (5.25, 3.75, 7.5)


def test_an_alarm_is_in_whole_items_and_never_all_of_them_where_fewer_are_possible():
    for low in np.arange(0, 40.001, 0.125):
        pause = Checkpoint(40, 40.0, float(low)).pause_below
        assert pause is None or isinstance(pause, int)
        assert (pause or 0) <= 40
        assert pause != 40 or low == 40
        assert abs((pause or 0) - low) <= 1


# --- a budget by year: nothing is lost or won by being split, and each year has what falls into it
D, F = Decimal, Fraction


@pytest.mark.parametrize(
    ("days", "start", "parts"),
    [
        (100, "", [F(1)]),
        (365, "", [F(1)]),
        (365, "2027-01-01", [F(1)]),
        # 2028 has 366 days.
        (366, "2028-01-01", [F(1)]),
        (366, "2027-01-01", [F(365, 366), F(1, 366)]),
        (1000, "", [F(365, 1000), F(365, 1000), F(270, 1000)]),
        # From 29 February to 1 March: 366 days, as the next year has no such day.
        (732, "2028-02-29", [F(366, 732), F(365, 732), F(1, 732)]),
        (400, "9999-06-01", [F(365, 400), F(35, 400)]),
    ],
)
def test_which_part_falls_into_which_year(days, start, parts):
    assert list(parts_by_year(days, start)) == parts


def test_who_takes_more_years_than_there_is_room_for_is_told_so_by_their_number():
    assert len(parts_by_year(1e9)) == MOST_YEARS + 1


def build_up(prices, parts, bears=(True, True, True), **amounts):
    """The lines of a budget by year; ``bears``: whether each but the last bears indirect costs."""
    lines = [
        BudgetLine(key, key, D(1), "", amount, amount, bears=bear)
        for (key, amount), bear in zip(amounts.items(), (*bears, True), strict=True)
    ]
    return lines_by_year(lines, parts, prices.rounded)


@pytest.mark.parametrize("bears", [(True, True, True), (True, False, True), (False, True, False)])
@pytest.mark.parametrize("seed", range(3))
def test_every_line_and_every_year_adds_up(seed, bears):
    rng = np.random.default_rng(seed)
    prices = Prices(minor_digits=int(rng.choice([0, 2, 3])), coin=D(str(rng.choice(["0", "1", "5"]))))
    parts = parts_by_year(float(rng.uniform(1, 3200)), "2026-12-07" if seed % 2 else "")
    drawn = [prices.rounded(D(str(round(float(one), 3)))) for one in rng.uniform(0, 1e5, 4)]
    amounts = dict(zip(("judgements", "fixed", "contingency", "indirect"), drawn, strict=True))
    *found, sums = build_up(prices, parts, bears, **amounts)
    assert sums == tuple(map(sum, zip(*found, strict=True)))
    for line, amount in zip(found, drawn, strict=True):
        assert sum(line) == amount
        assert all(one >= 0 for one in line)
        assert all(one == prices.rounded(one) for one in line)
    assert found[1] == (drawn[1], *([0] * (len(parts) - 1)))
    for part, one in zip(parts, found[0], strict=True):
        assert abs(one - D(float(part)) * drawn[0]) <= prices.smallest * D("1.001")
    # The indirect costs have each year the share that what bears them has of its sum.
    bearing = [place for place, bear in enumerate(bears) if bear]
    due, whole = 0, sum(drawn[place] for place in bearing)
    for year in range(len(parts)):
        due += sum(found[place][year] for place in bearing)
        if whole:
            exact = drawn[3] * due / whole
            assert abs(sum(found[3][: year + 1]) - exact) <= prices.smallest * 3


def test_what_follows_nothing_goes_as_the_work_does():
    nothing = {"judgements": D(0), "fixed": D(0), "contingency": D(0), "indirect": D(4)}
    assert build_up(Prices(), (F(1, 4), F(3, 4)), **nothing)[3] == (1, 3)


def test_the_last_year_of_the_calendar_has_its_days():
    """From 9990 to 9999 there are two leap years; beyond, every year has 365 days."""
    assert _days_until("9990-03-01", 9) == 365 * 9 + 2
    assert _days_until("9990-03-01", 10) == 3650
    assert _days_until("", 2) == 730
    assert _days_until("2028-02-29", 1) == 366
