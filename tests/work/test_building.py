"""Packets, hours, dates, pay: by hand; checkpoints stand at ends of packets and never fall."""

from __future__ import annotations

import itertools
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from scipy.special import ndtri

from budgetplan.core.curve import Labelled
from budgetplan.core.draws import by_size
from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MOST_CHECKS, Columns, Plan, Work
from budgetplan.domain.prices import Prices, Quantities
from budgetplan.work.building import Checkpoint, WorkPlan, rising

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
    bought, said = (
        Quantities(items + mixed, seconds=120.0 * (items + mixed)),
        {"source": "column", "model": "m", "binds": "worth"},
    )
    return WorkPlan(plan, bought, whole, labelled, items, **said)


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
    assert (found.pay, found.settling, found.pay_each) == (
        Decimal("405.00"),
        Decimal("45.00"),
        Decimal("180.00"),
    )


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


@pytest.mark.parametrize("items", [1, 7, 10, 199, 200, 201, 999, 1_000_000, 10**9])
@pytest.mark.parametrize("packet", [1, 3, 200, 250_000])
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


def test_no_checkpoint_promises_more_than_a_later_one():
    rng = np.random.default_rng(5)
    for _ in range(200):
        stops = np.sort(rng.choice(np.arange(1, 500), 5, replace=False)).tolist()
        drawn = rng.uniform(0, 400, (5, 3))
        checks = [Checkpoint(*row) for row in zip(stops, *drawn.T.tolist(), strict=True)]
        found = rising(checks)
        for one, later in itertools.pairwise(found):
            assert one.expected <= later.expected
            assert one.low <= later.low
            assert one.high <= later.high
        for one in found:
            assert 0 <= one.low <= one.expected <= min(one.high, one.items)


def test_what_is_too_little_never_falls():
    """What has been found by then is found later, too: a limit that fell could not be kept."""
    rng = np.random.default_rng(7)
    for _ in range(200):
        stops = np.sort(rng.choice(np.arange(1, 60), 5, replace=False)).tolist()
        drawn = np.sort(rng.uniform(0, 60, (5, 3)), axis=1)[:, [1, 0, 2]]
        checks = rising([Checkpoint(*row) for row in zip(stops, *drawn.T.tolist(), strict=True)])
        limits = [one.pause_below or 0 for one in checks]
        assert limits == sorted(limits)


def test_of_a_list_like_the_sample_an_alarm_is_as_rare_as_it_says():
    """The chance of one list is in the interval already: fewer than its low end come once in forty times."""
    rng, early = np.random.default_rng(3), list[bool]()
    for _ in range(80):
        score = rng.normal(size=(2, 200))
        entry = rng.random((2, 200)) < 1 / (1 + np.exp(1.0 - 1.5 * score))
        order = np.argsort(-score, axis=1)
        place = ndtri((200.5 - np.argsort(order[0])) / 201)
        drawn = by_size(Labelled(place, entry[0].astype(float)), 200, 99, rng)
        low, high = interval(drawn.at(np.array([60.0]))[:, 0])
        limit = Checkpoint(60, float(drawn.expected(np.array([60.0]))[0]), low, high).pause_below
        early.append(entry[1][order[1][:60]].sum() < limit)
    assert np.mean(early) <= 0.075
    assert sum(early) > 0


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
