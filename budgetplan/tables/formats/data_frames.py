"""Reads tables that other libraries read: of Stata and SPSS, and sheets of LibreOffice and old Excel."""

from __future__ import annotations

import importlib
import re
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan.domain.plan import TableForm
from budgetplan.tables.celltext import cell_text, whole
from budgetplan.tables.files import ByColumn, Opened, Source, broken
from budgetplan.tables.formats.headers import choose_sheet
from budgetplan.tables.formats.workbook import SheetSource, filled_rows
from budgetplan.tables.problems import Problems

OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_SPSS = (b"$FL2", b"$FL3")
_STATA = re.compile(rb"<stata_dta>|[\x69\x6c\x6e-\x73][\x01\x02]\x01\x00")
_SAVE = "save the table as .xlsx or CSV"
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_SPANNED = re.compile(rb"table:number-(?:columns|rows)-spanned=\"(?!1\")\d+\"")
_HIDDEN = re.compile(rb"table:visibility=\"(?:collapse|filter)\"")


class FrameSource(ByColumn):
    """A table of a program for statistics; lines are those of the same table as CSV, the header being line 1."""

    def __init__(self, frame: Any) -> None:
        self.header = tuple(map(str, frame.columns))
        self.n_rows = len(frame)
        self._frame = frame

    def texts(self, at: int, rows: slice, problems: Problems) -> list[str]:
        """Return some cells of a column."""
        column = self._frame.iloc[rows, at]
        # As Python floats, numbers of single precision would get digits that they do not have.
        single = column.dtype == np.float32
        values = (
            list(column.to_numpy()) if single else column.astype(object).where(column.notna(), None).tolist()
        )
        numbered = zip(self.lines[rows].tolist(), values, strict=True)
        return [cell_text(whole(value), line, self.header[at], problems) for line, value in numbered]


def open_frame(opened: Opened, form: TableForm | None) -> Source | None:
    """Return the rows of a table of one of these programs; None where the file is of another kind.

    Raises
    ------
    BadDataError
        The library is not there, or cannot read the file.
    """
    start = opened.file.read(120)
    opened.file.seek(0)
    if start.startswith(_SPSS):
        return _read(opened, "an SPSS file", "pyreadstat", _spss)
    if _STATA.match(start):
        return _read(opened, "a Stata file", "pandas", _stata)
    if start.startswith(OLD_OFFICE) or _ODS in start:
        called = (
            "a document of an old office program" if start.startswith(OLD_OFFICE) else "an OpenDocument sheet"
        )
        return _read(opened, called, "python_calamine", lambda one: _sheet(one, form))
    return None


_INSTALL: Mapping[str, str] = MappingProxyType({"python_calamine": "python-calamine"})


def _read(opened: Opened, called: str, library: str, read: Callable[[Opened], Source]) -> Source:
    try:
        importlib.import_module(library)
    except ImportError:
        todo = f"run: pip install {_INSTALL.get(library, library)}; or {_SAVE}"
        raise broken(opened.path, f"this is {called}, and no library for it is installed", todo) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            source = read(opened)
    except (ValueError, TypeError, KeyError, OSError, AttributeError, zipfile.BadZipFile) as error:
        raise broken(opened.path, f"this is {called}, and no table can be read in it", _SAVE) from error
    if not source.header:
        raise broken(opened.path, "the file is empty", "write a header and one row for each item")
    source.called = called
    return source


def _stata(opened: Opened) -> FrameSource:
    import pandas as pd  # such files are rare

    reader: Any = pd.read_stata
    return FrameSource(reader(opened.file, convert_missing=False))


def _spss(opened: Opened) -> FrameSource:
    library: Any = importlib.import_module("pyreadstat")
    # The library reads from the disk alone, and a file may have come out of an archive.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.sav"
        path.write_bytes(opened.file.read())
        try:
            frame, _ = library.read_sav(str(path), apply_value_formats=True)
        except Exception as error:
            # The library has errors of many kinds for a file that is damaged.
            raise ValueError(str(error)) from error
    return FrameSource(frame)


def _sheet(opened: Opened, form: TableForm | None) -> SheetSource:
    said, can_say = "" if form is None else form.sheet, form is not None
    library: Any = importlib.import_module("python_calamine")
    try:
        book = library.CalamineWorkbook.from_filelike(opened.file)
        names = [sheet.name for sheet in book.sheets_metadata if str(sheet.visible).endswith("Visible")]
        filled = [name for name in names if _rows(book, name)]
        chosen = choose_sheet(opened.path, said, book.sheet_names, filled, can_say=can_say)
        rows = _rows(book, chosen) if chosen else {}
    except library.CalamineError as error:
        raise ValueError(str(error)) from error
    messages = _look(opened)
    # All rows have the same cells here: what stands below no name is no column, and is passed over.
    width = max(map(len, rows.values()), default=0)
    rows = {line: row + [None] * (width - len(row)) for line, row in rows.items()}
    sheet = SheetSource(opened.path, rows, form)
    sheet.messages += messages
    return sheet


def _rows(book: Any, name: str) -> dict[int, list[Any]]:
    """Return the rows of a sheet that hold something, by number."""
    every = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    return filled_rows([None if cell == "" else whole(cell) for cell in row] for row in every)


def _look(opened: Opened) -> tuple[str, ...]:
    """Refuse cells that are shown as one, and tell of rows that are hidden."""
    opened.file.seek(0)
    if not zipfile.is_zipfile(opened.file):
        return ()
    with zipfile.ZipFile(opened.file) as archive:
        content = archive.read("content.xml")
    if _SPANNED.search(content):
        todo = "split them, and write the value into each row"
        raise broken(opened.path, "cells of the sheet are merged, so that rows lack what they show", todo)
    return ("Rows that the sheet hides are read too.",) if _HIDDEN.search(content) else ()
