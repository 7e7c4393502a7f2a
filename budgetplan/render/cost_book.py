"""The cost build-up as a workbook that computes: change a quantity or a price, and amounts and total follow."""

from __future__ import annotations

import importlib
import io
from decimal import Decimal
from typing import Any

from budgetplan.render.archive import clean, no_library, without_times
from budgetplan.render.display import Style, sentence_text, show
from budgetplan.report.cost_words import COSTS
from budgetplan.report.funder import YEARS
from budgetplan.report.model import Document, Row, Table

PERCENT = "%"
_WIDTHS = (44, 14, 16, 16, 16)


def render_cost_book(document: Document) -> bytes | None:
    """Return the cost table as an .xlsx workbook whose amounts and total are formulas; None where there is none.

    An amount is quantity times price, rounded half up to the coin (of a share, of all amounts above it), and the
    total their sum: as printed, to the last coin. A budget by year has a sheet of its own.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        There is no library for workbooks.
    """
    table = document.table(COSTS)
    if table is None:
        return None
    try:
        openpyxl: Any = importlib.import_module("openpyxl")
        font: Any = importlib.import_module("openpyxl.styles").Font
    except ImportError:
        raise no_library("costs.xlsx", ".xlsx workbooks", "openpyxl") from None
    style = Style.of(document)
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = COSTS
    sheet.append([clean(sentence_text(one.heading, style)) for one in table.columns])
    for at, row in enumerate(table.rows, 2):
        _write(sheet, at, row, table, style, document.coin)
    for cell in (*sheet[1], *sheet[len(table.rows) + 1]):
        cell.font = font(bold=True)
    for letter, width in zip("ABCDE", _WIDTHS, strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.freeze_panes = "A2"
    years = document.table(YEARS)
    if years is not None:
        _write_years(book.create_sheet(YEARS), years, style, font)
    stream = io.BytesIO()
    book.save(stream)
    return without_times(stream.getvalue())


def _write(sheet: Any, at: int, row: Row, table: Table, style: Style, coin: Decimal) -> None:
    """Write one line: what is bought, how many, at which price, and what that comes to."""
    work, quantity, unit, price, _ = row.cells
    digits = style.minor_digits
    money = f"#,##0.{'0' * digits}" if digits else "#,##0"
    name = sheet.cell(at, 1, clean(show(work, table.columns[0].kind, style)))
    name.data_type = "s"
    if row.total:
        sheet.cell(at, 5, f"=SUM(E2:E{at - 1})").number_format = money
        return
    assert isinstance(quantity, Decimal)
    share = unit == PERCENT
    sheet.cell(at, 2, quantity)
    sheet.cell(at, 3, clean(show(unit, table.columns[2].kind, style))).data_type = "s"
    sheet.cell(at, 4, f"=SUM({_base(row, at)})" if share else price)
    parts = "/100" if share else ""
    # The inner rounding takes off what floats are off by: 67 x 0.075 is 5.025, and rounds up.
    amount = f"B{at}*D{at}{parts}"
    formula = f"ROUND(ROUND({amount}/{coin},9),0)*{coin}" if coin else f"ROUND(ROUND({amount},9),{digits})"
    sheet.cell(at, 5, f"={formula}").number_format = money


def _write_years(sheet: Any, table: Table, style: Style, font: Any) -> None:
    """Write the budget by year: the last year has what the others leave of a line of the cost build-up."""
    last = len(table.columns)  # the column of the totals
    money = f"#,##0.{'0' * style.minor_digits}" if style.minor_digits else "#,##0"
    sheet.append([clean(sentence_text(one.heading, style)) for one in table.columns])
    before = sheet.cell(1, last - 2).column_letter
    for at, row in enumerate(table.rows, 2):
        name = sheet.cell(at, 1, clean(show(row.cells[0], table.columns[0].kind, style)))
        name.data_type = "s"
        for place in range(2, last + 1):
            letter = sheet.cell(1, place).column_letter
            value: Any = row.cells[place - 1]
            if row.total:
                value = f"=SUM({letter}2:{letter}{at - 1})"
            elif place == last:
                value = f"={COSTS}!E{at}"
            elif place == last - 1:
                value = f"={COSTS}!E{at}" + (f"-SUM(B{at}:{before}{at})" if last > 3 else "")
            sheet.cell(at, place, value).number_format = money
    for cell in (*sheet[1], *sheet[len(table.rows) + 1]):
        cell.font = font(bold=True)
    sheet.column_dimensions["A"].width = _WIDTHS[0]
    sheet.freeze_panes = "B2"


def _base(row: Row, at: int) -> str:
    """Return the cells whose sum a share is taken of."""
    return ",".join(f"E{place + 2}" for place in row.of) or f"E2:E{at - 1}"
