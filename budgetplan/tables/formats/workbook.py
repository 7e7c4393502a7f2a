"""Reads a sheet as the texts that a spreadsheet program would save as CSV: of .xlsx workbooks, LibreOffice and old Excel."""

from __future__ import annotations

import contextlib
import re
import warnings
import zipfile
from collections.abc import Iterable, Sequence
from itertools import islice, zip_longest
from typing import Any

import numpy as np

from budgetplan.domain.messages import Message
from budgetplan.tables.celltext import NoTextError, as_text, told_of_dates, whole
from budgetplan.tables.files import ZIP, Opened, broken, grown, room, size_of
from budgetplan.tables.formats.headers import N_LOOKED_AT, choose_sheet, left_out, place_header
from budgetplan.tables.formats.typed import by_library, library_for
from budgetplan.tables.table import ByColumn

OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_MERGED = re.compile(rb"""<(?:\w+:)?mergeCell\s[^>]*?ref=["']([A-Z]+\d+:[A-Z]+\d+)["']""")
_ROW = re.compile(rb"<(?:\w+:)?row\s([^>]*)>")
_HIDDEN = re.compile(rb"""\bhidden=["'](?:1|true)["']""")
_NUMBER = re.compile(rb"""\br=["'](\d+)["']""")
_SPANNED = re.compile(rb"table:number-(?:columns|rows)-spanned=\"(?!1\")\d+\"")
_HIDDEN_ROWS = re.compile(rb"table:visibility=\"(?:collapse|filter)\"")

Rows = dict[int, list[Any]]
"""The rows of a sheet that hold something, by number, without the empty cells at their ends."""


class SheetSource(ByColumn):
    """A sheet; lines are its rows as the spreadsheet program numbers them.

    Parameters
    ----------
    opened
        The file.
    rows
        What the sheet holds.
    """

    true, false = "TRUE", "FALSE"

    def __init__(self, opened: Opened, rows: Rows) -> None:
        if not rows:
            raise broken(opened.path, Message("tables.empty_file"))
        first = [(line, [*map(_shown, row)]) for line, row in islice(rows.items(), N_LOOKED_AT)]
        place = place_header(opened, first)
        at = first[place][0]
        self.header_at = at if place else 0
        try:
            self.header = tuple(as_text(value, self.true, self.false).strip() for value in rows[at])
        except NoTextError as error:
            raise broken(opened.path, error.message, at) from None
        n_columns, self.below = len(self.header), {line: row for line, row in rows.items() if line > at}
        for line, row in self.below.items():
            if len(row) > n_columns:
                self.noted.add(Message("tables.sheet_row_too_long", n=n_columns), line=line, found=f"{len(row):,}")
        whole = {line: row for line, row in self.below.items() if len(row) <= n_columns}
        self.lines = np.array([*whole], dtype=np.int64)
        self._columns = list(zip_longest([None] * n_columns, *whole.values()))
        columns = zip(self.header, self._columns, strict=True)
        dates = (message for name, cells in columns for message in told_of_dates(name, whole, cells[1:]))
        self.messages: tuple[Message, ...] = (*left_out(first, place), *dates)

    def values(self, at: int) -> Sequence[Any]:
        """Return the values of a column."""
        return self._columns[at][1:]


def _xlsx(opened: Opened) -> SheetSource:
    """Return the sheet of an .xlsx workbook.

    Raises
    ------
    BadDataError
        It is no workbook, or which sheet is meant is not clear.
    """
    path, packed = opened.path, size_of(opened.file)
    with zipfile.ZipFile(opened.file) as archive:
        if "xl/workbook.xml" not in archive.namelist():
            raise broken(path, Message("tables.no_workbook"))
        # No more than the archive says is ever unpacked of a part.
        if sum(part.file_size for part in archive.infolist()) > room(packed):
            raise grown(path, packed)
    library = library_for(opened, "openpyxl", Message("tables.xlsx"), Message("tables.save_as_csv"))
    sheets, places = _sheets(library, opened, values=True)
    chosen = choose_sheet(opened, sheets, [name for name, rows in sheets.items() if rows]) or next(iter(sheets), "")
    if not chosen:
        raise broken(path, Message("tables.no_sheets"))
    rows = sheets[chosen]
    with zipfile.ZipFile(opened.file) as archive:
        xml = archive.read(places[chosen])
    # A formula that no spreadsheet program has worked out has no value in the file.
    formulas = _sheets(library, opened, values=False)[0][chosen] if b"<f>" in xml or b"<f " in xml else {}
    for line, cells in formulas.items():
        cells_there = rows.setdefault(line, [])
        cells_there += [None] * (len(cells) - len(cells_there))
        for at, formula in enumerate(cells):
            if cells_there[at] is None and formula is not None:
                cells_there[at] = NoTextError(Message("tables.formula_without_value"), str(formula))
    sheet = SheetSource(opened, dict(sorted(rows.items())))
    sheet.called, sheet.is_plain = Message("tables.workbook"), True
    _look(sheet, xml, library)
    return sheet


def _sheets(library: Any, opened: Opened, *, values: bool) -> tuple[dict[str, Rows], dict[str, str]]:
    """Return what each sheet of a workbook holds, as values or as formulas, and where in the archive it stands."""
    opened.file.seek(0)
    try:
        # It warns of colours and drop-down lists that it does not know, and prints a line of some.
        with warnings.catch_warnings(), contextlib.redirect_stdout(None):
            warnings.simplefilter("ignore")
            book = library.load_workbook(opened.file, read_only=True, data_only=values)
            for sheet in book.worksheets:
                # What a file says of its size is wrong where other programs wrote it.
                sheet.reset_dimensions()
            rows = {each.title: filled_rows(each.iter_rows(values_only=True)) for each in book.worksheets}
            # The format says where a sheet stands in the file, the library keeps it to itself.
            places = {each.title: vars(each)["_worksheet_path"] for each in book.worksheets}
            book.close()
    except Exception as error:
        # The library has errors of many kinds for a file that is no workbook.
        raise broken(opened.path, Message("tables.workbook_unreadable")) from error
    return rows, places


def _look(sheet: SheetSource, xml: bytes, library: Any) -> None:
    """Note what a sheet shows otherwise than its cells say: those that are merged, rows that are hidden."""
    merged = {cells: library.utils.range_boundaries(cells) for cells in map(bytes.decode, _MERGED.findall(xml))}
    # Programs write them in any order. All but the first of the cells would be empty.
    for cells, (left, top, right, last) in sorted(merged.items(), key=lambda pair: pair[1][1::-1]):
        lines = [line for line in range(top, last + 1) if line in sheet.below]
        for column in range(left, min(right, len(sheet.header)) + 1):
            if any((line, column) != (top, left) for line in lines):
                sheet.noted.add(Message("tables.cells_merged", cells=cells), line=top, column=sheet.header[column - 1])
    numbers = (_NUMBER.search(row) for row in _ROW.findall(xml) if _HIDDEN.search(row))
    hidden = [int(at[1]) for at in numbers if at is not None and int(at[1]) in sheet.below]
    if hidden:
        sheet.messages += (Message("tables.rows_hidden", n=len(hidden), first=hidden[0]),)


def open_sheet(opened: Opened) -> ByColumn | None:
    """Return the sheet of an .xlsx workbook, of LibreOffice or of old Excel; None for a file of another kind.

    Raises
    ------
    BadDataError
        The library is not there, or cannot read the file, or which sheet is meant is not clear.
    """
    start = opened.data(120)
    if start.startswith(OLD_OFFICE):
        called = Message("tables.old_office")
    elif _ODS in start:
        called = Message("tables.open_document")
    else:
        return _xlsx(opened) if start.startswith(ZIP) else None
    return by_library(opened, called, "python_calamine", _sheet)


def _sheet(opened: Opened, library: Any) -> SheetSource:
    book = library.CalamineWorkbook.from_filelike(opened.file)
    names = [sheet.name for sheet in book.sheets_metadata if str(sheet.visible).endswith("Visible")]
    chosen = choose_sheet(opened, book.sheet_names, [name for name in names if _calamine_rows(book, name)])
    rows = _calamine_rows(book, chosen) if chosen else {}
    opened.file.seek(0)
    content = b""
    if zipfile.is_zipfile(opened.file):
        with zipfile.ZipFile(opened.file) as archive:
            content = archive.read("content.xml")
    if _SPANNED.search(content):
        raise broken(opened.path, Message("tables.cells_spanned"))
    # All rows have the same cells here: what stands below no name is no column, and is passed over.
    width = max(map(len, rows.values()), default=0)
    sheet = SheetSource(opened, {line: row + [None] * (width - len(row)) for line, row in rows.items()})
    sheet.messages += (Message("tables.sheet_hides_rows"),) * bool(_HIDDEN_ROWS.search(content))
    return sheet


def _calamine_rows(book: Any, name: str) -> Rows:
    every = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    return filled_rows([None if cell == "" else whole(cell) for cell in row] for row in every)


def _shown(value: Any) -> str:
    """Return the text of a cell, also of one that no CSV file could hold."""
    try:
        return as_text(value, "TRUE", "FALSE")
    except NoTextError as error:
        return error.found


def filled_rows(every: Iterable[Iterable[Any]]) -> Rows:
    """Return the rows of a sheet that hold something, by number, without the empty cells at their ends.

    >>> filled_rows([["a", "b"], ["", None], [1, ""]])
    {1: ['a', 'b'], 3: [1]}
    """
    rows = {}
    for line, values in enumerate(every, 1):
        cells = list(values)
        while cells and (cells[-1] is None or str(cells[-1]).strip() == ""):
            cells.pop()
        if cells:
            rows[line] = cells
    return rows
