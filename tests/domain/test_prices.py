"""Prices: costs of items in millionths, and lines that multiply and add up as printed."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from commands import ended
from printed import annotation_total
from sample_evidence import falling, gathered

from budgetplan.domain.prices import GREATEST_TOTAL, MICRO, BudgetLine, Prices, Quantities, check_total, exact, round_to
from budgetplan.errors import UsageError

D = Decimal

FULL = Prices(
    currency="EUR",
    per_item=D("0.10"),
    hourly_rate=D("18.00"),
    seconds_per_item=D(20),
    seconds_per_unit=D("1.5"),
    per_unit=D("0.002"),
    unit="characters",
    annotators=D("1.2"),
    adjudicated_share=D("0.05"),
    adjudication=D("0.40"),
    extra_per_entry=D("0.25"),
    fixed={"Guidelines": D("300.00"), "Platform": D("49.50")},
    contingency=D("0.10"),
    indirect=D("0.25"),
    stated=True,
)


def test_rounding_is_half_up_as_people_do_it():
    cents = {"0.005": "0.01", "0.015": "0.02", "2.5": "2.50", "-0.005": "-0.01", "1.0049": "1.00"}
    assert {amount: str(round_to(D(amount), 2)) for amount in cents} == cents
    assert (str(round_to(D("2.5"), 0)), str(round_to(D("1234.5"), 0))) == ("3", "1235")


def test_floats_become_what_they_print_as():
    assert exact(0.1) + exact(0.2) == D("0.3")
    assert exact(np.float64(209.1)) == D("209.1")
    assert exact(1e-7) == D("0.0000001")


def test_cost_of_an_item_is_the_formula():
    # 1.2 (0.10 + 18 * 20 / 3600) + 0.05 * 0.40 = 0.26, and for each character 1.2 (0.002 + 18 * 1.5 / 3600) = 0.0114.
    costs = FULL.item_cost(3, np.array([0.0, 1.0, 10.0]), None)
    assert costs.tolist() == [260_000, 271_400, 374_000]


def test_costs_are_whole_millionths():
    third = Prices(hourly_rate=D(10), seconds_per_item=D(7), stated=True)  # 0.019444...
    assert third.item_cost(2, None, None).tolist() == [19_444, 19_444]
    sized = Prices(per_unit=D("0.0000004"), stated=True).item_cost(3, np.array([1.0, 2.0, 5.0]), None)
    assert sized.tolist() == [0, 1, 2]


def test_prices_of_the_items_themselves_hold_and_size_matters_only_where_it_has_a_price():
    listed = np.array([120_000.0, 5.0])
    assert replace(FULL, listed=True).item_cost(2, None, listed).tolist() == listed.tolist()
    flat = Prices(per_item=D("0.5"), stated=True)
    assert flat.item_cost(2, np.array([3.0, 900.0]), None).tolist() == [500_000, 500_000]
    # Where sizes are priced but absent, the flat part is left.
    assert FULL.item_cost(1, None, None).tolist() == [260_000]


def test_time_of_all_judgements_together():
    # 1.2 (20 + 1.5 x)
    assert FULL.item_seconds(2, np.array([0.0, 10.0])).tolist() == pytest.approx([24, 42])
    assert FULL.item_seconds(1, None).tolist() == [24]
    assert FULL.timed
    assert not Prices(hourly_rate=D(20), stated=True).timed


def test_total_is_the_formula():
    # (349.50 + 12 + 1.1 C) 1.25
    totals = FULL.total([100 * MICRO, 0], D(12)) / MICRO
    assert totals.tolist() == pytest.approx([589.375, 451.875])
    assert Prices(stated=True).total(5.0).tolist() == 5


def test_room_for_annotation_is_the_total_turned_round():
    room = FULL.annotation_within(D("589.375"), D(12), covers_all=True)
    assert room == pytest.approx(100 * MICRO)
    assert FULL.annotation_within(D("589.375"), D(12), covers_all=False) == 589_375_000
    assert FULL.annotation_within(D(100), D(0), covers_all=True) < 0


BOUGHT = Quantities(items=101, seconds=5555.0, units=1234.4, positives=40.5, model_cost=D(12))


def test_lines_are_the_hand_made_bill():
    rows = [
        ("judgements", "", "121", "judgements", "0.10", "12.10"),  # 1.2 * 101 = 121.2
        ("units", "characters", "1481", "characters", "0.002", "2.96"),  # 1.2 * 1234.4 = 1481.28; 2.962
        ("hours", "", "1.54", "hours", "18.00", "27.72"),  # 5555 / 3600 = 1.543
        ("adjudication", "", "5", "adjudications", "0.40", "2.00"),  # 5.05
        ("extra", "", "41", "entries", "0.25", "10.25"),  # 40.5, half up
        ("contingency", "", "10", "%", "0.5503", "5.50"),  # 12.10 + 2.96 + 27.72 + 2.00 + 10.25 = 55.03
        ("fixed", "Guidelines", "1", "", "300.00", "300.00"),
        ("fixed", "Platform", "1", "", "49.50", "49.50"),
        ("model", "forest", "1", "", "12", "12.00"),
        ("indirect", "", "25", "%", "4.2203", "105.51"),  # 55.03 + 5.50 + 361.50 = 422.03; 105.5075
    ]
    bill = tuple(
        BudgetLine(key, label, D(quantity), unit, D(price), D(amount))
        for key, label, quantity, unit, price, amount in rows
    )
    assert FULL.lines(BOUGHT, "forest") == bill
    assert FULL.printed_total(BOUGHT) == D("527.54")
    assert annotation_total(FULL, BOUGHT) == D("55.03")


def test_items_with_prices_of_their_own_have_one_line():
    listed = Prices(currency="EUR", listed=True, stated=True, per_item=D(9))
    (line,) = listed.lines(Quantities(items=3, listed=1_234_500.0))
    # 1.2345 is rounded as it is printed.
    assert (line.key, line.quantity, line.unit) == ("listed", D("1.23"), "EUR")
    assert (line.price, line.amount) == (1, D("1.23"))


def test_decile_of_klubicka_costs_what_is_printed():
    # K18 Table 5: 418.2, 836.4 and 1,045.5 of 2,091 candidates at 0.04.
    totals = Prices(per_item=D("0.04"), stated=True).total(np.array([418.2, 836.4, 1045.5]) * 40_000) / MICRO
    assert [str(round_to(exact(round(total, 9)), 2)) for total in totals] == ["16.73", "33.46", "41.82"]


@pytest.mark.parametrize(("twice", "cost"), [(1, "2.54"), (D("0.2"), "1.308")])
def test_items_judged_twice_cost_what_was_worked_out(twice, cost):
    """METHODS R5: nine in ten judgements are right, so that two of an item differ with chance 0.18; a third costs 3."""
    differ = twice * D("0.18")
    prices = Prices(per_item=D(1), annotators=1 + D(twice), adjudicated_share=differ, adjudication=D(3), stated=True)
    assert prices.item_cost(1, None, None)[0] / MICRO == pytest.approx(float(cost))


def test_a_tranche_with_its_entries_costs_what_was_worked_out():
    """METHODS R3's card: half a minute an item, two for an entry, at 30 an hour; 6 entries among 500 items."""
    prices = Prices(per_item=D("0.25"), extra_per_entry=D("0.75"), stated=True)
    assert sum(line.amount for line in prices.lines(Quantities(items=500, positives=6.0))) == D("129.50")


def test_a_model_that_is_used_alone_has_lines_that_add_up_to_what_it_costs():
    # 12.505 is 12.51 in cents (half up); 7.5 % of that is 0.93825.
    prices = Prices(indirect=Decimal("0.075"), stated=True)
    model, indirect = prices.model_lines(Quantities(0, model_cost=Decimal("12.505")), "rf")
    assert (model.key, model.label, model.amount) == ("model", "rf", Decimal("12.51"))
    assert (indirect.key, indirect.quantity, indirect.unit) == ("indirect", Decimal("7.5"), "%")
    assert (indirect.price, indirect.amount) == (Decimal("0.1251"), Decimal("0.94"))
    assert prices.model_total(Decimal("12.505")) == Decimal("13.45")
    assert Prices().model_lines(Quantities(0), "rf") == ()
    assert Prices().model_total(Decimal(0)) == 0


LABELS = "ynnynnnnyn"


def at(price, size=None, **more):
    prices = Prices(per_item=D(price), stated=True, **more)
    return gathered(LABELS, {"m": falling(10)}, prices=prices, list_size=size)


def test_the_whole_list_may_cost_a_million_million_and_no_more():
    assert at(10**11).spend(at(10**11).models[0], 10) == GREATEST_TOTAL
    assert at(10**3, 10**9).list_items == 10**9
    for price, size, more in (
        (10**11 + 1, None, {}),
        (10**9, 10**8, {}),
        (10**11, None, {"fixed": {"office": D(1)}}),
        (10**11, None, {"contingency": D("0.01")}),
        (10**11, None, {"indirect": D("0.01")}),
        (10**11, None, {"extra_per_entry": D("0.01")}),
    ):
        with pytest.raises(UsageError, match=r"reviewing all [\d,]+ items would cost .* write prices, worths"):
            at(price, size, **more)
    # Only the digits that are sure are shown.
    with pytest.raises(UsageError, match=r"would cost 100,000,000,000,000,000, more"):
        check_total(Prices(per_item=D(1), stated=True), 99_999_999_999_999_984.0 * MICRO, D(0), 1e12)
    # Where nothing has a price nothing is refused.
    check_total(Prices(), 1e30, D(0), 1e12)


def test_greatest_prices_end_in_one_message(tmp_path):
    table = tmp_path / "t.csv"
    rows = [f"{label},{10 - place}" for place, label in enumerate(LABELS)]
    table.write_text("\n".join(["gold,p", *rows, ""]), encoding="utf-8")
    columns = ["--label", "gold", "--positive", "y", "--model", "p", "--set", "sure.resamples=40"]
    cost = ["--cost", "1e12", "--set", "list.size=1e8", "--entry-value", "1e12"]
    joint = str(Path(__file__).parents[2] / "examples" / "intents" / "joint.toml")
    for args in (["compare", str(table), *columns, *cost], ["compare", joint, "--cost", "1e12"]):
        done = ended(*args)
        assert done.exit_code == 2, done.exception
        assert len(done.stderr.splitlines()) == 1
        assert "more than can be counted (1,000,000,000,000)" in done.stderr
