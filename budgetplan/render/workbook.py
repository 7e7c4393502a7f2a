"""Tables as one workbook: a sheet a table, the same bytes for the same tables."""

from __future__ import annotations

import importlib
import io
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from budgetplan.render.archive import clean, no_library, without_times
from budgetplan.render.data import RawTable

_MONEY = "#,##0.00"
_LONGEST_NAME = 31


def render_workbook(tables: Mapping[str, RawTable]) -> bytes:
    """Return tables as an .xlsx workbook.

    Numbers are numbers, money is shown with two decimals, words stay words whatever sign they begin with, and the
    header stays in sight when the rows are scrolled.

    Parameters
    ----------
    tables
        By name, which becomes that of the sheet.

    Returns
    -------
    bytes
        The same ones for the same tables, at any time.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        There is no library for workbooks.
    """
    from pandas import ExcelWriter  # noqa: PLC0415 - heavy, and only tables need it

    try:
        importlib.import_module("openpyxl")
    except ImportError:
        raise no_library("tables.xlsx", ".xlsx workbooks", "openpyxl") from None
    stream = io.BytesIO()
    with ExcelWriter(stream, engine="openpyxl") as writer:
        for name, table in zip(_names(tables), tables.values(), strict=True):
            cells = replace(table, header=_clean(table.header), rows=[*map(_clean, table.rows)]).data_frame()
            cells.to_excel(writer, sheet_name=name, index=False, freeze_panes=(1, 0))
            money = {at for at, column in enumerate(table.header, 1) if column in table.money}
            for cell in (cell for row in writer.sheets[name].iter_rows() for cell in row):
                _settle(cell, is_money=cell.column in money)
    return without_times(stream.getvalue())


def _names(keys: Mapping[str, object]) -> list[str]:
    """Return a name for each sheet: as long as one may be, and one of its own whatever the case.

    >>> _names({"a" * 40: 0, "a" * 41: 1, "b": 2})
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaa~2', 'b']
    """
    names: list[str] = []
    for key in keys:
        name, n = key[:_LONGEST_NAME], 1
        while name in names:
            n += 1
            name = f"{key[: _LONGEST_NAME - 1 - len(str(n))]}~{n}"
        names.append(name)
    return names


def _clean(cells: Any) -> list[Any]:
    """Return cells without the signs that no workbook can hold."""
    return [clean(cell) if isinstance(cell, str) else cell for cell in cells]


def _settle(cell: Any, *, is_money: bool) -> None:
    """Keep a text a text, an empty cell empty, and money readable."""
    if cell.value == "":
        cell.value = None
    elif isinstance(cell.value, str):
        # Set from outside, so that "=1+1" is not computed and "#N/A" is no error; quoted, so that it stays so when edited.
        cell.quotePrefix = cell.data_type != "s"
        cell.data_type = "s"
    elif is_money and cell.data_type == "n":
        cell.number_format = _MONEY
