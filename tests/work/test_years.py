"""A budget by year: nothing is lost or won by being split, and each year has what falls into it."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from budgetplan.domain.prices import BudgetLine, Prices
from budgetplan.work.building import MOST_YEARS, _days_until, lines_by_year, parts_by_year

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


@pytest.mark.parametrize("start", ["", "2026-12-07", "2028-02-29"])
def test_parts_add_up_and_follow_the_calendar(start):
    for days in (0.3, 7, 364.9, 365.1, 800, 3000):
        parts = parts_by_year(days, start)
        assert sum(parts) == 1
        assert all(part > 0 for part in parts)
        if start == "2026-12-07":
            ends = [
                F((dt.date(2026 + k, 12, 7) - dt.date(2026, 12, 7)).days) for k in range(1, len(parts) + 1)
            ]
            assert [sum(parts[: k + 1]) * F(days) for k in range(len(parts))] == [
                min(F(days), one) for one in ends
            ]


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
@pytest.mark.parametrize("seed", range(6))
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
