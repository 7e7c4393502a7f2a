"""Tables and costs as workbooks: every value as it is in the CSV files, formulas that come to what is printed."""

import io
import re
import sys
import time
import zipfile
from decimal import ROUND_HALF_UP, Decimal

import openpyxl
import pandas as pd
import pytest
from documents_world import world as ranked
from quota_world import world
from sample_document import HOSTILE, hostile, sample

from budgetplan.errors import CannotWriteError
from budgetplan.render.data import RawTable, raw_tables
from budgetplan.render.workbook import clean, render_cost_book, render_workbook, without_times

D = Decimal
COSTS = {
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


def opened(tables):
    return openpyxl.load_workbook(io.BytesIO(render_workbook(tables)))


def values(sheet):
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def written(cell):
    """Return what a cell is to hold; a workbook has sixteen digits."""
    if isinstance(cell, float | Decimal):
        return pytest.approx(float(cell), rel=1e-15)
    return None if cell == "" else cell


def test_every_table_and_figure_is_a_sheet_with_its_values():
    for tables in (raw_tables(sample()), {"assumptions": raw_tables(hostile())["assumptions"]}):
        book = opened(tables)
        assert book.sheetnames == [*tables]
        for name, table in tables.items():
            rows = [[written(cell) for cell in row] for row in table.rows]
            assert values(book[name]) == [list(table.header), *rows]
            assert book[name].freeze_panes == "A2"
    assert [row[2] for row in values(book["assumptions"])[1:]] == list(HOSTILE)


def test_money_has_two_decimals_and_other_numbers_all_they_have():
    rows = [("a", D("1234.5"), 2000.0, 0.123456), ("b", None, None, None), ("c", "none", 1.005, 1)]
    table = RawTable(("item", "spend_low", "spend_high", "share"), rows, ("spend_low", "spend_high"))
    sheet = opened({"t": table})["t"]
    assert values(sheet)[1:] == [list(row) for row in rows]
    formats = {cell.coordinate: cell.number_format for row in sheet["A2:D4"] for cell in row}
    assert {at for at, shown in formats.items() if shown == "#,##0.00"} == {"B2", "C2", "C4"}
    assert "cost" in [name for name, each in raw_tables(sample()).items() if each.money]


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "#N/A", "+1", "1", "TRUE", "2026-01-01"])
def test_a_text_stays_a_text(text):
    table = RawTable((text, "b"), [(text, 1)])
    sheet = opened({"t": table})["t"]
    for cell in (sheet["A1"], sheet["A2"]):
        assert (cell.value, cell.data_type) == (text, "s")
    stream = io.BytesIO(render_workbook({"t": table}))
    assert b"<f>" not in zipfile.ZipFile(stream).read("xl/worksheets/sheet1.xml")
    assert pd.read_excel(stream, dtype=str, keep_default_na=False, engine="openpyxl").iloc[0, 0] == text


def test_what_no_workbook_can_hold_is_shown_as_unknown():
    assert clean("a\x07b\ud800") == "a\ufffdb\ufffd"
    assert values(opened({"t": RawTable(("a\x00",), [("b\x0b\udcff\n",)])})["t"]) == [
        ["a\ufffd"], ["b\ufffd\ufffd\n"],
    ]  # fmt: skip


def test_the_clock_changes_nothing(monkeypatch):
    tables, document = raw_tables(sample()), world().document
    first = render_workbook(tables), render_cost_book(document)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 1e7)
    assert (render_workbook(tables), render_cost_book(document)) == first
    with zipfile.ZipFile(io.BytesIO(first[0])) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert b"1980-01-01T00:00:00Z</dcterms:modified>" in archive.read("docProps/core.xml")


def test_when_an_archive_was_made_plays_no_part_and_its_kind_stands_first():
    def save(stream, year):
        with zipfile.ZipFile(stream, "w") as made:
            for name in ("content.xml", "mimetype", "meta.xml"):
                made.writestr(zipfile.ZipInfo(name, (year, 1, 1, 0, 0, 0)), f"<dc:date>{year}</dc:date><p/>")

    first, again = (without_times(lambda stream, year=year: save(stream, year)) for year in (1999, 2026))
    assert first == again
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist() == ["mimetype", "content.xml", "meta.xml"]
        assert archive.infolist()[0].compress_type == zipfile.ZIP_STORED
        assert b"<p/>" in archive.read("meta.xml")


def test_without_the_library_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(CannotWriteError, match="run: pip install openpyxl, or leave out xlsx"):
        render_workbook({})
    with pytest.raises(CannotWriteError, match="pip install openpyxl"):
        render_cost_book(world().document)


def rounded(number, digits):
    return D(number).quantize(D(1).scaleb(-digits), ROUND_HALF_UP)


def computed(sheet):
    """Return the amounts as a spreadsheet program works them out, line by line."""
    amounts = {}
    for row in range(2, sheet.max_row + 1):
        said = {column: sheet[f"{column}{row}"].value for column in "BDE"}
        if base := re.fullmatch(r"=SUM\(E2:E\d+\)/100", str(said["D"])):
            said["D"] = sum(amounts.values()) / 100
        elif base := re.fullmatch(r"=SUM\(([E\d,]+)\)/100", str(said["D"])):
            said["D"] = sum(amounts[int(one[1:])] for one in base[1].split(",")) / 100
        if said["E"].startswith("=SUM"):
            assert said["E"] == f"=SUM(E2:E{row - 1})"
            amounts[row] = sum(amounts.values())
            continue
        coin, digits, coins = re.fullmatch(
            rf"=ROUND\(ROUND\(B{row}\*D{row}(/[\d.]+)?,9\),(\d)\)(\*[\d.]+)?", said["E"]
        ).groups()
        assert (coin or "/")[1:] == (coins or "*")[1:]
        step = D(coin[1:]) if coin else D(1)
        product = D(str(said["B"])) * D(str(said["D"])) / step
        amounts[row] = rounded(rounded(product, 9), int(digits)) * step
    return [*amounts.values()]


@pytest.mark.parametrize("name", COSTS)
def test_the_formulas_of_the_costs_come_to_the_printed_amounts(name):
    document = world(cost=COSTS[name], quota="minimum = 3").document
    sheet = openpyxl.load_workbook(io.BytesIO(render_cost_book(document))).active
    assert computed(sheet) == [row.cells[-1] for row in document.table("costs").rows]
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
    assert [cell.value for cell in sheet[1]] == ["Work", *(f"Year {n + 1}" for n in range(n_years)), "Total"]
    *years, last, total = "BCDEFG"[: n_years + 1]
    shown = {}
    for at, row in enumerate(told.table("years").rows, 2):
        for letter, cell in zip((*years, last, total), row.cells[1:], strict=True):
            value = sheet[f"{letter}{at}"].value
            if row.total:
                assert value == f"=SUM({letter}2:{letter}{at - 1})"
                shown[letter, at] = sum(shown[letter, one] for one in range(2, at))
            elif letter == total:
                assert value == f"=costs!E{at}"
                shown[letter, at] = amounts[at - 2]
            elif letter == last:
                assert value == f"=costs!E{at}" + (f"-SUM(B{at}:{years[-1]}{at})" if years else "")
                shown[letter, at] = amounts[at - 2] - sum(shown[one, at] for one in years)
            else:
                shown[letter, at] = D(str(value))
            assert shown[letter, at] == cell


def test_where_nothing_has_a_price_there_is_no_book():
    assert render_cost_book(world(cost="", goal='budget = "40 items"').document) is None
