"""Reads the rows of a sheet in an .xlsx workbook as the texts that a spreadsheet program would save as CSV."""

from __future__ import annotations

import contextlib
import importlib
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.domain.plan import TableForm
from budgetplan.errors import counted
from budgetplan.tables.celltext import NoTextError, as_text, cell_text, told_of_dates
from budgetplan.tables.files import Opened, Source, broken, grown, room, size_of
from budgetplan.tables.formats.headers import N_LOOKED_AT, choose_sheet, left_out, place_header
from budgetplan.tables.problems import Problems

_SAVE = "save the table as .xlsx or CSV"
_UNREADABLE = "this is not a workbook that can be read"
_MERGED = re.compile(rb"""<(?:\w+:)?mergeCell\s[^>]*?ref=["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']""")
_ROW = re.compile(rb"<(?:\w+:)?row\s([^>]*)>")
_HIDDEN = re.compile(rb"""\bhidden=["'](?:1|true)["']""")
_NUMBER = re.compile(rb"""\br=["'](\d+)["']""")


class SheetSource(Source):
    """A sheet; lines are its rows as the spreadsheet program numbers them.

    Parameters
    ----------
    path
        The file.
    rows
        The rows that hold something, by number, without the empty cells at their ends.
    form
        What the options say of the table; None where they are about another file.
    """

    def __init__(self, path: str, rows: dict[int, list[Any]], form: TableForm | None) -> None:
        self.path = path
        if not rows:
            raise broken(path, "the file is empty", "write a header and one row for each item")
        first = [(line, [*map(_shown, row)]) for line, row in islice(rows.items(), N_LOOKED_AT)]
        place = place_header(path, first, 0 if form is None else form.header, can_say=form is not None)
        at = first[place][0]
        self.header_at = at if place else 0
        for line, _ in first[:place]:
            del rows[line]
        try:
            self.header = tuple(as_text(value, "TRUE", "FALSE").strip() for value in rows.pop(at))
        except NoTextError as error:
            raise broken(path, error.wrong, error.todo, at) from None
        self.below = rows
        columns = zip(self.header, zip_longest(*rows.values()), strict=False)
        dates = (told for name, cells in columns for told in told_of_dates(name, rows, cells))
        self.messages: tuple[str, ...] = (*left_out(first, place), *dates)

    def rows(self, problems: Problems) -> Iterator[tuple[IntArray, list[list[str]]]]:
        """Yield the number of each row, and the rows as texts, in one piece."""
        n_columns = len(self.header)
        lines, rows = [], []
        for line, values in self.below.items():
            if len(values) > n_columns:
                wrong = f"this row is longer than the header, which has {counted(n_columns, 'cell')}"
                todo = "name the column in the header, or empty the cells"
                problems.add(wrong, todo, line=line, found=counted(len(values), "cell"))
                continue
            lines.append(line)
            named = zip(self.header, values, strict=False)
            texts = [cell_text(value, line, name, problems) for name, value in named]
            rows.append(texts + [""] * (n_columns - len(texts)))
        yield np.array(lines, dtype=np.int64), rows


class WorkbookSource(SheetSource):
    """A sheet of an .xlsx workbook."""

    called, is_plain = "a workbook", True

    def __init__(self, opened: Opened, form: TableForm | None) -> None:
        self.path = opened.path
        packed = size_of(opened.file)
        with zipfile.ZipFile(opened.file) as archive:
            if "xl/workbook.xml" not in archive.namelist():
                raise broken(self.path, "this is a document, but no .xlsx workbook", _SAVE)
            # No more than the archive says is ever unpacked of a part.
            if sum(part.file_size for part in archive.infolist()) > room(packed):
                raise grown(self.path, packed)
        self._opened = opened
        self._can_say = form is not None
        self._place = ""
        super().__init__(self.path, self._load("" if form is None else form.sheet), form)
        self._look()

    def _look(self) -> None:
        """Find what the sheet shows otherwise than its cells say: those that are merged, rows that are hidden."""
        if not self._place:  # pragma: no cover - another version of the library
            return
        try:
            with zipfile.ZipFile(self._opened.file) as archive:
                sheet = archive.read(self._place)
        except Exception as error:
            raise broken(self.path, _UNREADABLE, _SAVE) from error
        for left, top, right, bottom in _MERGED.findall(sheet):
            self._note_merged(left, int(top), right, int(bottom))
        numbers = (_NUMBER.search(row) for row in _ROW.findall(sheet) if _HIDDEN.search(row))
        hidden = [int(at[1]) for at in numbers if at is not None and int(at[1]) in self.below]
        if hidden:
            n = f"{len(hidden):,} hidden rows are" if len(hidden) > 1 else "1 hidden row is"
            self.messages += (f"{n} read like the others; the first is row {hidden[0]}.",)

    def _note_merged(self, left: bytes, top: int, right: bytes, bottom: int) -> None:
        """Note merged cells: all but the first of them would be empty."""
        lines = [line for line in range(top, bottom + 1) if line in self.below]
        first = _numbered(left)
        for column in range(first, min(_numbered(right), len(self.header)) + 1):
            if any((line, column) != (top, first) for line in lines):
                cells = f"{left.decode()}{top}:{right.decode()}{bottom}"
                wrong = f"the cells {cells} are merged, so that the first of them alone has a value"
                todo = "unmerge them in the spreadsheet program, and write a value into each"
                self.noted.add(wrong, todo, line=top, column=self.header[column - 1])

    def _load(self, sheet: str) -> dict[int, list[Any]]:
        """Return the rows of the sheet that are not empty, by number, without the empty cells at their ends."""
        try:
            library = importlib.import_module("openpyxl")
        except ImportError:
            todo = "run: pip install openpyxl; or save the table as CSV"
            raise broken(self.path, "no library for .xlsx workbooks is installed", todo) from None
        rows = self._sheet(library, sheet, values=True)
        if not self._has_formulas():
            return rows
        # A formula that no spreadsheet program has worked out has no value in the file.
        for line, formulas in self._sheet(library, sheet, values=False).items():
            known = rows.setdefault(line, [])
            known += [None] * (len(formulas) - len(known))
            for at, formula in enumerate(formulas):
                if known[at] is None and formula is not None:
                    known[at] = NoTextError(
                        "this formula has no value", "open the workbook, save it, and try again", str(formula)
                    )
        return dict(sorted(rows.items()))

    def _has_formulas(self) -> bool:
        try:
            with zipfile.ZipFile(self._opened.file) as archive:
                sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/")]
                return any(mark in archive.read(name) for name in sheets for mark in (b"<f>", b"<f "))
        except Exception as error:
            raise broken(self.path, _UNREADABLE, _SAVE) from error

    def _sheet(self, library: Any, sheet: str, *, values: bool) -> dict[int, list[Any]]:
        self._opened.file.seek(0)
        try:
            # It warns of colours and drop-down lists that it does not know, and prints a line of some.
            with warnings.catch_warnings(), contextlib.redirect_stdout(None):
                warnings.simplefilter("ignore")
                book = library.load_workbook(self._opened.file, read_only=True, data_only=values)
                found = {sheet.title: _filled(sheet) for sheet in book.worksheets}
                # The format says where a sheet stands in the file, the library keeps it to itself.
                places = {one.title: vars(one).get("_worksheet_path", "") for one in book.worksheets}
                book.close()
        except Exception as error:
            # The library has errors of many kinds for a file that is no workbook.
            raise broken(self.path, _UNREADABLE, _SAVE) from error
        filled = [name for name, rows in found.items() if rows]
        chosen = choose_sheet(self.path, sheet, found, filled, can_say=self._can_say) or next(iter(found), "")
        if not chosen:
            raise broken(self.path, "the workbook has no sheets", _SAVE)
        self._place = places[chosen]
        return found[chosen]


def _numbered(letters: bytes) -> int:
    """Return the number of a column of a sheet, from 1 on.

    >>> _numbered(b"A"), _numbered(b"Z"), _numbered(b"AB")
    (1, 26, 28)
    """
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _shown(value: Any) -> str:
    """Return the text of a cell, also of one that no CSV file could hold."""
    try:
        return as_text(value, "TRUE", "FALSE")
    except NoTextError as error:
        return error.found


def _filled(sheet: Any) -> dict[int, list[Any]]:
    # What a file says of its size is wrong where other programs wrote it.
    sheet.reset_dimensions()
    return filled_rows(sheet.iter_rows(values_only=True))


def filled_rows(every: Iterable[Iterable[Any]]) -> dict[int, list[Any]]:
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
