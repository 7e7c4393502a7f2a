"""The ladder of budgets that stands beside a report on ranked items."""

from __future__ import annotations

import pytest
from documents_world import SCENES, world
from statement_pairs import ITEMS, NET, TARGET

from budgetplan.report.ranked import build_files, decision_record


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


@pytest.mark.parametrize("said", SCENES.values(), ids=SCENES)
def test_the_marked_row_of_every_report_is_the_plan_of_page_1(said):
    told = world(**said)
    chosen = told.analysis.decision.chosen
    tables = {one.key: one for one in build_files(told.analysis)}
    if "ladder" not in tables or chosen is None:
        return
    (row,) = [row.cells for row in tables["ladder"].rows if row.strong]
    by_name = {column.name: cell for column, cell in zip(tables["ladder"].columns, row, strict=True)}
    assert (by_name["items"], by_name["found"]) == (chosen.items, chosen.found.value)
    assert by_name.get("spend", chosen.spend) == chosen.spend
    assert by_name.get("net") == (None if chosen.net is None else chosen.net.value)


def test_the_ladder_says_of_what_its_rungs_are_parts():
    headings = {
        "budget": world(budget=("8", "money")),
        "cost": world(**TARGET),
        "half": world(budget=None),
    }
    for base, told in headings.items():
        table = told.table("ladder")
        assert table.caption == told.speaker.say("table.ladder", base=base)
        assert table.columns[0].heading == told.speaker.say("col.rung", base=base)
        parts = cells(table, "part")
        assert (parts[0], parts[-1], 1 in parts) == (0, 2, True)


@pytest.mark.parametrize("seconds", ["50", "52", "55", "58"])
def test_without_a_budget_the_steps_are_parts_of_the_printed_cost(seconds):
    # Hours are billed in hundredths, so that the printed cost is at times less than what the sentences come to.
    price = {"hourly_rate": "36", "seconds_per_item": seconds, "currency": "EUR"}
    told = world(**NET | {"price": price})
    budgets = dict(
        zip(cells(told.table("ladder"), "part"), cells(told.table("ladder"), "budget"), strict=True)
    )
    assert budgets[1] == told.analysis.decision.chosen.spend
    assert budgets[2] == 2 * budgets[1]


def test_a_budget_in_items_has_no_money_beside_it():
    table = world(**ITEMS | {"price": None}).table("ladder")
    assert "spend" not in [one.name for one in table.columns]
    assert dict(zip(cells(table, "part"), cells(table, "budget"), strict=True))[1] == 8


def test_the_record_holds_the_same_ladder():
    told = world(**NET)
    record = decision_record(told.analysis, {})["ladder"]
    assert [one["percent"] for one in record] == list(range(0, 201, 10))
    items = {one["percent"] / 100: one["option"]["reviewed"]["value"] for one in record}
    table = told.table("ladder")
    parts, bought = cells(table, "part"), cells(table, "items")
    assert dict(zip(parts, bought, strict=True)) == items
