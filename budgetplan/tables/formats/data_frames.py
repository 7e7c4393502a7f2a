"""Reads tables that other libraries read: of Stata and SPSS, and sheets of LibreOffice and old Excel."""

from __future__ import annotations

import importlib
import re
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan.domain.plan import TableForm
from budgetplan.tables.celltext import cell_text, told_of_dates, whole
from budgetplan.tables.files import ByColumn, Opened, broken
from budgetplan.tables.formats.headers import N_LOOKED_AT, choose_sheet, left_out, place_header
from budgetplan.tables.problems import Problems

OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_SPSS = (b"$FL2", b"$FL3")
_STATA = re.compile(rb"<stata_dta>|[\x69\x6c\x6e-\x73][\x01\x02]\x01\x00")
_SAVE = "save the table as .xlsx or CSV"
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_SPANNED = re.compile(rb"table:number-(?:columns|rows)-spanned=\"(?!1\")\d+\"")
_HIDDEN = re.compile(rb"table:visibility=\"(?:collapse|filter)\"")


class FrameSource(ByColumn):
    """A table that is read as a whole; the index of ``frame`` says the line of each row, the header being line 1."""

    def __init__(self, called: str, frame: Any, messages: tuple[str, ...] = (), header_at: int = 0) -> None:
        self.header = tuple(map(str, frame.columns))
        self.messages, self.header_at, self.called = messages, header_at, called
        self.n_rows, self.lines = len(frame), frame.index.to_numpy(dtype=np.int64)
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


def open_frame(opened: Opened, form: TableForm | None) -> FrameSource | None:
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


_Made = tuple[Any, tuple[str, ...], int]
_INSTALL: Mapping[str, str] = MappingProxyType({"python_calamine": "python-calamine"})


def _read(opened: Opened, called: str, library: str, read: Callable[[Opened], _Made]) -> FrameSource:
    try:
        importlib.import_module(library)
    except ImportError:
        todo = f"run: pip install {_INSTALL.get(library, library)}; or {_SAVE}"
        raise broken(opened.path, f"this is {called}, and no library for it is installed", todo) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            frame, messages, header_at = read(opened)
    except (ValueError, TypeError, KeyError, OSError, AttributeError, zipfile.BadZipFile) as error:
        raise broken(opened.path, f"this is {called}, and no table can be read in it", _SAVE) from error
    if not len(frame.columns):
        raise broken(opened.path, "the file is empty", "write a header and one row for each item")
    return FrameSource(called, frame, messages, header_at)


def _stata(opened: Opened) -> _Made:
    import pandas as pd  # such files are rare

    reader: Any = pd.read_stata
    return _numbered(reader(opened.file, convert_missing=False)), (), 0


def _spss(opened: Opened) -> _Made:
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
    return _numbered(frame), (), 0


def _numbered(frame: Any) -> Any:
    """Return a table whose rows stand below a header."""
    return frame.set_axis(range(2, len(frame) + 2), axis=0)


def _sheet(opened: Opened, form: TableForm | None) -> _Made:
    said, can_say = "" if form is None else form.sheet, form is not None
    library: Any = importlib.import_module("python_calamine")
    import pandas as pd  # such files are rare

    try:
        book = library.CalamineWorkbook.from_filelike(opened.file)
        names = [one.name for one in book.sheets_metadata if str(one.visible).endswith("Visible")]
        sheets = {name: book.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in names}
        filled = [name for name, one in sheets.items() if any(any(cell != "" for cell in row) for row in one)]
        chosen = choose_sheet(opened.path, said, book.sheet_names, filled, can_say=can_say)
        rows = book.get_sheet_by_name(chosen).to_python(skip_empty_area=False) if chosen else []
    except library.CalamineError as error:
        raise ValueError(str(error)) from error
    messages = _look(opened)
    held = ((line, [_cell(cell) for cell in row]) for line, row in enumerate(rows, 1) if any(map(_cell, row)))
    first = [*islice(held, N_LOOKED_AT)]
    at = place_header(opened.path, first, 0 if form is None else form.header, can_say=can_say) if first else 0
    skipped = first[at][0] - 1 if first else 0
    frame = _framed(pd, rows, skipped)
    columns = ((name, frame.iloc[:, column].tolist()) for column, name in enumerate(frame.columns))
    dates = (one for name, cells in columns for one in told_of_dates(name, frame.index, cells))
    return frame, (*left_out(first, at), *dates, *messages), skipped + 1 if at else 0


def _cell(value: Any) -> str:
    return str(value).strip()


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


def _framed(pandas: Any, rows: list[list[Any]], at: int) -> Any:
    """Return the rows below the one at a position, under its names."""
    header = [str(name).strip() for name in rows[at]] if at < len(rows) else []
    while (
        header
        and not header[-1]
        and all(len(row) < len(header) or row[len(header) - 1] == "" for row in rows)
    ):
        header.pop()
    numbered = {
        line: [None if cell == "" else cell for cell in row[: len(header)]]
        for line, row in enumerate(rows[at + 1 :], at + 2)
        if any(cell != "" for cell in row)
    }
    return pandas.DataFrame([*numbered.values()], index=[*numbered], columns=header, dtype=object)
