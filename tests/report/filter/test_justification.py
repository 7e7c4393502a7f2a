"""Page 2: every line multiplies out, the lines add up, and the text to paste says the same."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from documents_world import GOOD, SCENES, world

CENT = Decimal("0.01")


def lines(told):
    return [row.cells for row in told.table("costs").rows]


@pytest.mark.parametrize(
    "name", ["all costs", "listed prices", "hours", "list by its size", "weights", "yen"]
)
def test_lines_multiply_and_add_up(name):
    told = world(**SCENES[name])
    step = Decimal(1) if name == "yen" else CENT
    *rows, total = lines(told)
    for _, quantity, _, price, amount in rows:
        assert (quantity * price).quantize(step, ROUND_HALF_UP) == amount
    assert total[0] == "Total"
    assert total[-1] == sum(row[-1] for row in rows) == told.analysis.decision.chosen.spend


def test_all_costs_by_hand():
    told = world(**SCENES["all costs"] | {"budget": ("26", "items")})
    # 26 items, 9.1 idioms: 1.2 x 26 = 31.2 judgements -> 31; 0.15 x 26 = 3.9 -> 4 adjudications.
    assert round(told.analysis.decision.chosen.found.value) == 9
    shown = [(str(row[0]), row[1], row[3], row[4]) for row in lines(told)[:-1]]
    annotation = Decimal("10.32") + Decimal("2.50") + Decimal("1.04")
    contingency = (annotation * Decimal("0.075")).quantize(CENT, ROUND_HALF_UP)
    direct = annotation + contingency + Decimal("2.50") + Decimal("1.01") + Decimal("1.25")
    indirect = (direct * Decimal("0.125")).quantize(CENT, ROUND_HALF_UP)
    assert shown == [
        ("Judgements", 31, Decimal("0.333"), Decimal("10.32")),
        ("Adjudicator, disagreements", 4, Decimal("0.625"), Decimal("2.50")),
        ("Confirmed idioms, extra", 9, Decimal("0.115"), Decimal("1.04")),
        ("Contingency on annotation", Decimal("7.5"), annotation / 100, contingency),
        ("Guidelines", 1, Decimal("2.5"), Decimal("2.50")),
        ("Platform", 1, Decimal("1.005"), Decimal("1.01")),
        ("Model good: licence, computing", 1, Decimal("1.25"), Decimal("1.25")),
        ("Indirect costs on direct costs", Decimal("12.5"), direct / 100, indirect),
    ]


def test_time_is_paid_by_the_hour():
    # 36.00 an hour, 60 seconds an item: one item is 0.60; 8 items are 480 seconds, 0.13 hours as printed.
    told = world(
        price={"hourly_rate": "36", "seconds_per_item": "60", "currency": "EUR"}, budget=("8", "items")
    )
    [line, total] = lines(told)
    assert (line[0], line[1], line[3], line[4]) == (
        "Annotators, time for judging",
        Decimal("0.13"),
        36,
        Decimal("4.68"),
    )
    assert total[-1] == Decimal("4.68")


def test_prices_of_their_own_are_added_up():
    told = world(listed=tuple("1.25" for _ in range(40)), budget=("10", "money"), models=(GOOD,))
    [line, total] = lines(told)
    assert (line[0], line[4], total[-1]) == ("Sentences with prices of their own", Decimal(10), Decimal(10))
