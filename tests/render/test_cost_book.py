"""The cost build-up that computes: its formulas come to what is printed, coin by coin."""

import io
import re
import sys
from decimal import ROUND_HALF_UP, Decimal

import openpyxl
import pytest
from documents_world import SCENES
from documents_world import world as ranked
from quota_world import world

from budgetplan.errors import CannotWriteError
from budgetplan.render.workbook import render_cost_book

D = Decimal
COSTS = {
    "an item": "per_item = 0.333",
    "hours": "hourly_rate = 23.7\nseconds_per_item = 17",
    "half a cent": "per_item = 0.075",
    "contingency": "per_item = 0.37\ncontingency = 0.075\nindirect = 0.1825\nfixed.Guide = 3.33",
    "several people": "per_item = 0.11\nannotators = 2.5\nadjudicated_share = 0.12\nadjudication = 0.45",
    "entries": "per_item = 0.2\nextra_per_entry = 0.055",
    "a part without": 'per_item = 0.37\nindirect = 0.25\nfixed.Guide = 3.33\nwithout_indirect = ["Guide"]',
    "annotation without": 'per_item = 0.37\nindirect = 0.25\nfixed.Guide = 3.33\nwithout_indirect = ["annotation"]',
    "whole coins": "per_item = 0.37\nindirect = 0.185\nfixed.Guide = 3.33\nround_to = 0.05",
    "no minor unit": "minor_digits = 0\nper_item = 7.5\nindirect = 0.1",
}


def rounded(number, digits):
    return D(number).quantize(D(1).scaleb(-digits), ROUND_HALF_UP)


def computed(sheet):
    """Return the amounts as a spreadsheet program works them out, line by line."""
    amounts = {}
    for row in range(2, sheet.max_row + 1):
        said = {column: sheet[f"{column}{row}"].value for column in "BDE"}
        if base := re.fullmatch(r"=SUM\(E2:E\d+\)", str(said["D"])):
            said["D"] = sum(amounts.values())
        elif base := re.fullmatch(r"=SUM\(([E\d,]+)\)", str(said["D"])):
            said["D"] = sum(amounts[int(one[1:])] for one in base[1].split(","))
        if said["E"].startswith("=SUM"):
            assert said["E"] == f"=SUM(E2:E{row - 1})"
            amounts[row] = sum(amounts.values())
            continue
        over, coin, digits, coins = re.fullmatch(
            rf"=ROUND\(ROUND\(B{row}\*D{row}(/100)?(/[\d.]+)?,9\),(\d)\)(\*[\d.]+)?", said["E"]
        ).groups()
        assert (coin or "/")[1:] == (coins or "*")[1:]
        step = D(coin[1:]) if coin else D(1)
        product = D(str(said["B"])) * D(str(said["D"])) / (100 if over else 1) / step
        amounts[row] = rounded(rounded(product, 9), int(digits)) * step
    return [*amounts.values()]


def printed(document):
    (table,) = [one for one in document.tables() if one.key == "costs"]
    return [row.cells[-1] for row in table.rows]


@pytest.mark.parametrize("name", COSTS)
@pytest.mark.parametrize("quota", [3, 8])
def test_the_formulas_come_to_the_printed_amounts(name, quota):
    own = COSTS[name]
    said = {"cost": own, "quota": f"minimum = {quota}"}
    document = world(**said).document
    sheet = openpyxl.load_workbook(io.BytesIO(render_cost_book(document))).active
    assert computed(sheet) == printed(document)
    assert sheet["A1"].value == "Work"


@pytest.mark.parametrize(("a_week", "n_years"), [("10", 1), ("1.12", 2), ("0.5", 4)])
def test_the_budget_by_year_follows_the_cost_build_up(a_week, n_years):
    price = {"hourly_rate": "36", "seconds_per_item": "36000", "currency": "EUR", "indirect": "0.1"}
    told = ranked(
        price=price | {"fixed": {"Platform": "40.05"}},
        budget=("8", "items"),
        work={"hours_a_week": D(a_week)},
        profile="nsf",
    )
    book = openpyxl.load_workbook(io.BytesIO(render_cost_book(told.document)))
    sheet, amounts = book["years"], computed(book["costs"])
    table = told.table("years")
    assert [cell.value for cell in sheet[1]] == ["Work", *(f"Year {n + 1}" for n in range(n_years)), "Total"]
    columns = "BCDEFG"[: n_years + 1]
    shown = {}
    for at, row in enumerate(table.rows, 2):
        for place, letter in enumerate(columns, 1):
            value = sheet[f"{letter}{at}"].value
            if row.total:
                assert value == f"=SUM({letter}2:{letter}{at - 1})"
                shown[letter, at] = sum(shown[letter, one] for one in range(2, at))
            elif place == n_years + 1:
                assert value == f"=costs!E{at}"
                shown[letter, at] = amounts[at - 2]
            elif place == n_years:
                rest = f"-SUM(B{at}:{columns[n_years - 2]}{at})" if n_years > 1 else ""
                assert value == f"=costs!E{at}{rest}"
                shown[letter, at] = amounts[at - 2] - sum(shown[one, at] for one in columns[: n_years - 1])
            else:
                shown[letter, at] = D(str(value))
            assert shown[letter, at] == row.cells[place]


def test_a_file_that_is_not_made_twice_alike_would_be_noticed():
    document = ranked(**SCENES["list by its size"]).document
    assert render_cost_book(document) == render_cost_book(document)


def test_where_nothing_has_a_price_there_is_no_book():
    assert render_cost_book(world(cost="", goal='budget = "40 items"').document) is None


def test_without_the_library_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(CannotWriteError, match="pip install openpyxl"):
        render_cost_book(world().document)
