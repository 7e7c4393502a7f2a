"""All tables as one workbook: every value as it is in the CSV files, and nothing that is computed."""

import io
import sys
import time
import zipfile
from decimal import Decimal

import openpyxl
import pandas as pd
import pytest
from sample_document import HOSTILE, hostile, sample

from budgetplan.errors import CannotWriteError
from budgetplan.render.data import RawTable, raw_tables
from budgetplan.render.workbook import render_workbook


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
    tables = raw_tables(sample())
    book = opened(tables)
    assert book.sheetnames == [*tables]
    for name, table in tables.items():
        assert values(book[name])[0] == list(table.header)
        for found, row in zip(values(book[name])[1:], table.rows, strict=True):
            assert found == [written(cell) for cell in row], name
        assert book[name].freeze_panes == "A2"


def test_money_has_two_decimals_and_other_numbers_all_they_have():
    table = RawTable(
        ("item", "spend_low", "spend_high", "share"),
        [("a", Decimal("1234.5"), 2000.0, 0.123456), ("b", None, None, None), ("c", "none", 1.005, 1)],
        ("spend_low", "spend_high"),
    )
    sheet = opened({"t": table})["t"]
    assert values(sheet)[1:] == [
        ["a", 1234.5, 2000, 0.123456],
        ["b", None, None, None],
        ["c", "none", 1.005, 1],
    ]
    formats = {cell.coordinate: cell.number_format for row in sheet["A2:D4"] for cell in row}
    assert {at for at, written in formats.items() if written == "#,##0.00"} == {"B2", "C2", "C4"}
    money = [name for name, one in raw_tables(sample()).items() if one.money]
    assert "cost" in money


@pytest.mark.parametrize(
    "text", ["=1+1", "=cmd|' /C calc'!A0", "#N/A", "+1", "-1", "@x", "1", "TRUE", "2026-01-01"]
)
def test_a_text_stays_a_text(text):
    table = RawTable((text, "b"), [(text, 1)])
    sheet = opened({"t": table})["t"]
    for cell in (sheet["A1"], sheet["A2"]):
        assert (cell.value, cell.data_type) == (text, "s")
    stream = io.BytesIO(render_workbook({"t": table}))
    assert b"<f>" not in zipfile.ZipFile(stream).read("xl/worksheets/sheet1.xml")
    assert pd.read_excel(stream, dtype=str, keep_default_na=False, engine="openpyxl").iloc[0, 0] == text


def test_hostile_cells_come_back_as_they_were():
    sheet = opened(raw_tables(hostile()))["assumptions"]
    assert [row[2] for row in values(sheet)[1:]] == list(HOSTILE)


def test_what_no_workbook_can_hold_is_shown_as_unknown():
    sheet = opened({"t": RawTable(("a\x00",), [("b\x0b\udcff\n",)])})["t"]
    assert values(sheet) == [["a\ufffd"], ["b\ufffd\ufffd\n"]]


def test_names_that_are_too_long_stay_apart():
    keys = ["k" * 40, "k" * 41, "k"]
    book = opened({key: RawTable(("n",), [(at,)]) for at, key in enumerate(keys)})
    assert [values(sheet)[1][0] for sheet in book] == [0, 1, 2]
    assert max(map(len, book.sheetnames)) == 31


def test_the_clock_changes_nothing(monkeypatch):
    first = render_workbook(raw_tables(sample()))
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 1e7)
    assert render_workbook(raw_tables(sample())) == first
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert b"1980-01-01T00:00:00Z</dcterms:modified>" in archive.read("docProps/core.xml")


def test_without_the_library_it_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(CannotWriteError, match="run: pip install openpyxl, or leave out xlsx"):
        render_workbook({})
