"""Tables as one workbook: a sheet a table, the same bytes for the same tables."""

from __future__ import annotations

import io
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from budgetplan.files import clean, keep_text, library, without_times
from budgetplan.render.data import RawTable
from budgetplan.report.costs import COSTS, YEARS
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Document, Row, Table

_MONEY = "#,##0.00"


def render_workbook(tables: Mapping[str, RawTable]) -> bytes:
    """Return tables as an .xlsx workbook.

    Numbers are numbers, money is shown with two decimals, words stay words whatever sign they begin with, and the
    header stays in sight when the rows are scrolled.

    Parameters
    ----------
    tables
        By name, which becomes that of the sheet: of 31 letters at most.

    Returns
    -------
    bytes
        The same ones for the same tables, at any time.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        There is no library for workbooks.
    """
    from pandas import ExcelWriter  # heavy, and only tables need it

    library("openpyxl", "tables.xlsx", "openpyxl")

    def save(stream: io.BytesIO) -> None:
        with ExcelWriter(stream, engine="openpyxl") as writer:
            for name, table in tables.items():
                cells = RawTable(_clean(table.header), [*map(_clean, table.rows)]).data_frame()
                cells.to_excel(writer, sheet_name=name, index=False, freeze_panes=(1, 0))
                money = {at for at, column in enumerate(table.header, 1) if column in table.money}
                for cell in (cell for row in writer.sheets[name].iter_rows() for cell in row):
                    _settle(cell, is_money=cell.column in money)

    return without_times(save)


def _clean(cells: Any) -> list[Any]:
    """Return cells without the signs that no workbook can hold."""
    return [clean(cell) if isinstance(cell, str) else cell for cell in cells]


def _settle(cell: Any, *, is_money: bool) -> None:
    """Keep a text a text, an empty cell empty, and money readable."""
    if cell.value == "":
        cell.value = None
    elif isinstance(cell.value, str):
        keep_text(cell)
    elif is_money and cell.data_type == "n":
        cell.number_format = _MONEY


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
    openpyxl = library("openpyxl", "costs.xlsx", "openpyxl")
    style, font = Style.of(document), openpyxl.styles.Font
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = COSTS
    _name(sheet, table, style, font)
    for at, row in enumerate(table.rows, 2):
        _write(sheet, at, row, style, document.coin)
    for letter, width in zip("ABCDE", _WIDTHS, strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.freeze_panes = "A2"
    years = document.table(YEARS)
    if years is not None:
        _write_years(book.create_sheet(YEARS), years, style, font)
    return without_times(book.save)


def _name(sheet: Any, table: Table, style: Style, font: Any) -> None:
    """Write the heads of the columns and of the rows; the first row and the last, which has the sums, are bold."""
    sheet.append([clean(without_tags(column.heading)) for column in table.columns])
    for at, row in enumerate(table.rows, 2):
        sheet.cell(at, 1, clean(show(row.cells[0], table.columns[0].kind, style))).data_type = "s"
    for cell in (*sheet[1], *sheet[len(table.rows) + 1]):
        cell.font = font(bold=True)


def _money(style: Style) -> str:
    """Return how a spreadsheet prints an amount."""
    return f"#,##0.{'0' * style.minor_digits}" if style.minor_digits else "#,##0"


def _write(sheet: Any, at: int, row: Row, style: Style, coin: Decimal) -> None:
    """Write one line: what is bought, how many, at which price, and what that comes to."""
    _, quantity, unit, price, amount = row.cells
    base = f"=SUM({','.join(f'E{place + 2}' for place in row.of) or f'E2:E{at - 1}'})"
    if not row.total:
        sheet.cell(at, 2, quantity)
        sheet.cell(at, 3, clean(show(unit, "text", style))).data_type = "s"
    if row.total:
        amount = base
    elif price is not None:  # what is judged on top, below the total, has none
        # A percent costs a hundredth of what it is of, as the report prints it.
        sheet.cell(at, 4, f"{base}/100" if unit == PERCENT else price)
        # The inner rounding takes off what floats are off by: 67 x 0.075 is 5.025, and rounds up.
        exact = f"B{at}*D{at}"
        digits = style.minor_digits
        amount = f"=ROUND(ROUND({exact}/{coin},9),0)*{coin}" if coin else f"=ROUND(ROUND({exact},9),{digits})"
    sheet.cell(at, 5, amount).number_format = _money(style)


def _write_years(sheet: Any, table: Table, style: Style, font: Any) -> None:
    """Write the budget by year: the last year has what the others leave of a line of the cost build-up."""
    _name(sheet, table, style, font)
    last = len(table.columns)  # the column of the totals
    before = sheet.cell(1, last - 2).column_letter
    for at, row in enumerate(table.rows, 2):
        for place in range(2, last + 1):
            letter = sheet.cell(1, place).column_letter
            value: Any = row.cells[place - 1]
            if row.total:
                value = f"=SUM({letter}2:{letter}{at - 1})"
            elif place == last:
                value = f"={COSTS}!E{at}"
            elif place == last - 1:
                value = f"={COSTS}!E{at}" + (f"-SUM(B{at}:{before}{at})" if last > 3 else "")
            sheet.cell(at, place, value).number_format = _money(style)
    sheet.column_dimensions["A"].width = _WIDTHS[0]
    sheet.freeze_panes = "B2"
