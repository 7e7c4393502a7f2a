"""Files whose values have kinds: Parquet, Feather and Arrow, Stata, SPSS, labels that are an array (.npy), sheets of workbooks.

Sheets are read as the texts that a spreadsheet program would save as CSV: of .xlsx workbooks, LibreOffice and old Excel.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import re
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from budgetplan.domain.messages import Message
from budgetplan.errors import BadDataError, Problems, imported
from budgetplan.tables.cells import Numbers, Texts
from budgetplan.tables.celltext import NoTextError, as_text, told_of_dates, whole
from budgetplan.tables.files import ZIP, Opened, broken, grown, load_array, room, size_of
from budgetplan.tables.formats.headers import N_LOOKED_AT, choose_sheet, left_out, place_header
from budgetplan.tables.table import N_ROWS_AT_ONCE, ByColumn, Frame, GivenColumn

PARQUET = b"PAR1"
ARROW = (b"ARROW1", b"\xff\xff\xff\xff")
"""How a Feather file begins, and one of the same rows that is read from its beginning to its end."""
_SPSS = (b"$FL2", b"$FL3")
_STATA = re.compile(rb"<stata_dta>|[\x69\x6c\x6e-\x73][\x01\x02]\x01\x00")
_MAGIC = b"\x93NUMPY"
_COLUMN = "label"
"""How the column of an array is called."""
_PLAIN = re.compile("(large_)?string|u?int[0-9]+|float|double|halffloat")
"""Kinds of Arrow of which NumPy has the values as they are; whole numbers with gaps would become others."""
_AS_TEXTS = Message("tables.save_as_texts")


_MANY = 100_000
"""So many different texts are left as the library keeps them."""


class _Names(Sequence[str]):
    """Different texts as the library keeps them: as objects of Python they take several times as much memory."""

    def __init__(self, texts: Any) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[str]:
        for first in range(0, len(self), N_ROWS_AT_ONCE):
            yield from self._texts.slice(first, N_ROWS_AT_ONCE).to_pylist()

    def __getitem__(self, at: Any) -> Any:
        return self._texts[at].as_py() if isinstance(at, int) else self._texts[at].to_pylist()

    def __contains__(self, name: object) -> bool:
        return self._place(name) >= 0

    def index(self, name: str, *_: int) -> int:
        """Return the position of a text that is among them."""
        return self._place(name)

    def _place(self, name: object) -> int:
        return int(importlib.import_module("pyarrow.compute").index(self._texts, name).as_py())


class ArrowSource(ByColumn):
    """A Parquet, Feather or Arrow file; lines are those of the same table as CSV, the header being line 1.

    Where Hugging Face's datasets wrote it, it says the names of classes, and -1 is no label.
    """

    is_plain = single = True
    _kept: tuple[int, Any] = (-1, None)

    def __init__(self, opened: Opened) -> None:
        start = opened.data(4)
        is_parquet = start == PARQUET
        self.path, called = opened.path, Message("tables.parquet" if is_parquet else "tables.feather")
        self.called = called
        name = "pyarrow.parquet" if is_parquet else "pyarrow.ipc"
        library = library_for(opened, name, called, Message("tables.save_as_csv"))
        try:
            if is_parquet:
                file = library.ParquetFile(opened.file)
                schema, n_rows = file.schema_arrow, file.metadata.num_rows
                self._load: Callable[[int], Any] = lambda at: file.read(columns=[self.theirs[at]]).column(0)
            else:
                read = library.open_stream if start == ARROW[1] else library.open_file
                table = read(opened.file).read_all()
                schema, n_rows, self._load = table.schema, table.num_rows, table.column
        except Exception as error:
            raise self._unreadable() from error
        self.header, self.lines = tuple(schema.names), np.arange(2, n_rows + 2)
        self._classes = class_labels((schema.metadata or {}).get(b"huggingface"))
        self.messages = tuple(
            Message("tables.names_classes", name=name, names=names)
            for name, names in self._classes.items()
            if name in self.header
        )

    def _column(self, at: int) -> Any:
        """Return a column of the library's, which is read once as texts and as numbers."""
        if at != self._kept[0]:
            try:
                self._free()
                column = self._load(at)
                # In one piece, numbers are not copied each time.
                self._kept = (at, column if "string" in str(column.type) else column.combine_chunks())
            except Exception as error:
                raise self._unreadable() from error
        return self._kept[1]

    def _free(self) -> None:
        """Let the library give back what it keeps otherwise of what it has read: a hundred megabytes and more."""
        self._kept = (-1, None)
        importlib.import_module("pyarrow").default_memory_pool().release_unused()

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Return columns as any source does."""
        frame = super().read(ids, texts, numbers, problems)
        self._free()
        return frame

    def _is_text(self, at: int) -> bool:
        return self.theirs[at] not in self._classes and str(self._column(at).type).endswith("string")

    def texts(self, at: int) -> Texts:
        """Return a column as texts; each different one is made once."""
        if not self._is_text(at):
            return super().texts(at)
        column = self._column(at).fill_null("")
        try:
            chunks = column.dictionary_encode().unify_dictionaries().chunks
            codes = np.concatenate([np.empty(0, np.int64), *(chunk.indices.to_numpy() for chunk in chunks)])
            names: Sequence[str] = _Names(chunks[0].dictionary) if chunks else ()
            if len(names) >= _MANY and all(name == name.strip() for name in names):
                return Texts(codes, names)
            return Texts.coded(codes, [*names])
        except UnicodeDecodeError:
            return Texts.of(super().cells(at))

    def cells(self, at: int) -> Sequence[str]:
        """Return the cells of a column as texts."""
        return [*self.values(at)] if self._is_text(at) else super().cells(at)

    def last(self, at: int) -> str:
        """Return the last cell of a column."""
        with suppress(UnicodeDecodeError):
            if self._is_text(at):
                return self._column(at)[-1].as_py() or ""
        return super().last(at)

    def numbers(self, at: int) -> Numbers | None:
        """Return a column of numbers; None of any other."""
        if str(self._column(at).type) == "float":
            # A number of single precision means its shortest text: 0.1, not 0.10000000149.
            shown = self._column(at).cast("string").cast("double").to_numpy(zero_copy_only=False)
            return replace(Numbers.of(shown), single=True)
        return None if self._is_text(at) else super().numbers(at)

    def values(self, at: int) -> Sequence[Any] | GivenColumn:
        """Return the values of a column."""
        name, column = self.theirs[at], self._column(at)
        kind = str(column.type)
        try:
            whole_gaps = "int" in kind and column.null_count
            if name not in self._classes and _PLAIN.fullmatch(kind) and not whole_gaps:
                column = column.fill_null("") if "string" in kind else column
                return np.asarray(column.to_numpy(zero_copy_only=False))
            values: list[Any] = column.to_pylist()
        except Exception:  # noqa: BLE001 - a time finer than Python's, a text that is none
            if at not in self.told_of:
                self.told_of.add(at)
                self.noted.add(Message("tables.values_unreadable"), column=name)
                self.refused[at] = dict.fromkeys(range(len(column)), "")
            return [""] * len(column)
        # The name of a class by its number; nothing for -1.
        known: dict[Any, Any] = dict(enumerate(self._classes.get(name, ())))
        if not known:
            return values
        known[-1] = None
        return [known.get(value, value) if isinstance(value, int) else value for value in values]

    def _unreadable(self) -> BadDataError:
        # The library has errors of many kinds for a file that is damaged.
        return broken(self.path, Message("tables.typed_unreadable", called=self.called))


def class_labels(schema: bytes | str | None) -> dict[str, tuple[str, ...]]:
    """Return the names of the classes of each column that datasets keeps as numbers, from what it says of itself.

    >>> class_labels('{"info": {"features": {"label": {"names": ["a", "b"], "_type": "ClassLabel"}}}}')
    {'label': ('a', 'b')}
    """
    try:
        features = json.loads(schema or "{}")
        features = features.get("info", features).get("features", {})
        return {
            name: tuple(feature["names"])
            for name, feature in features.items()
            if isinstance(feature, dict) and feature.get("_type") == "ClassLabel" and feature.get("names")
        }
    except (ValueError, AttributeError, KeyError, TypeError):
        return {}


class FrameSource(ByColumn):
    """A table of a program for statistics; lines are those of the same table as CSV, the header being line 1."""

    true, false, whole = "TRUE", "FALSE", True

    def __init__(self, frame: Any) -> None:
        self.header, self.lines = tuple(map(str, frame.columns)), np.arange(2, len(frame) + 2)
        self._frame = frame

    def values(self, at: int) -> Sequence[Any] | GivenColumn:
        """Return the values of a column."""
        column = self._frame.iloc[:, at]
        if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iuf":
            return np.asarray(column)
        return [*column.astype(object).where(column.notna(), None)]


class NpySource(ByColumn):
    """An array of labels; there is no header, so that lines are places in the array, from 1 on."""

    # Labels with gaps are numbers with a point in NumPy: 1.0 is meant as 1.
    header, whole = (_COLUMN,), True

    def __init__(self, opened: Opened) -> None:
        opened.file.seek(0)
        values: GivenColumn = load_array(opened.path, opened.file, _AS_TEXTS)
        if values.ndim != 1:
            raise broken(opened.path, Message("tables.array_no_labels", shape=str(values.shape)))
        if values.dtype.kind not in "Uiubf":
            raise broken(opened.path, Message("tables.array_of_others", type=str(values.dtype), todo=_AS_TEXTS))
        if values.dtype.kind == "U" and values.nbytes:
            # Numbers that stand for no letter: halves of one, or beyond the last.
            codes = np.ascontiguousarray(values).astype(values.dtype.newbyteorder("=")).view(np.uint32)
            codes = codes.reshape(len(values), -1)
            bad = np.flatnonzero((((codes >= 0xD800) & (codes < 0xE000)) | (codes > 0x10FFFF)).any(axis=1))
            if len(bad):
                raise broken(opened.path, Message("tables.half_label", todo=_AS_TEXTS), int(bad[0]) + 1)
        self._values, self.lines = values, np.arange(1, len(values) + 1)
        self.called = Message("tables.array_of_labels", n=len(values), column=_COLUMN)

    def values(self, at: int) -> GivenColumn:  # noqa: ARG002 - one column of labels
        """Return the labels."""
        return self._values


def open_typed(opened: Opened) -> ByColumn | None:
    """Return the table in a file of one of these kinds, which its bytes tell; None for a file of another kind.

    Raises
    ------
    BadDataError
        The library is not there, or cannot read the file.
    """
    start = opened.data(120)
    if start.startswith((PARQUET, *ARROW)):
        return ArrowSource(opened)
    if start.startswith(_MAGIC):
        return NpySource(opened)
    if start.startswith(_SPSS):
        return by_library(opened, Message("tables.spss"), "pyreadstat", _spss)
    return by_library(opened, Message("tables.stata"), "pandas", _stata) if _STATA.match(start) else None


def library_for(opened: Opened, name: str, called: Message, save: Message) -> Any:
    """Return a library that reads a file, which may not be installed.

    Raises
    ------
    BadDataError
        It is not there; ``called``: what such a file is called; ``save``: what can be done instead.
    """
    package = name.partition(".")[0].replace("_", "-")
    message = Message("tables.no_library", called=called, package=package, save=save)
    return imported(name, broken(opened.path, message))


def by_library(opened: Opened, called: Message, library: str, read: Callable[[Opened, Any], ByColumn]) -> ByColumn:
    """Return a table that a library reads, which may not be installed; ``read``: what reads the file by it.

    Raises
    ------
    BadDataError
        It is not there, or cannot read the file, or the file is empty.
    """
    module = library_for(opened, library, called, Message("tables.save_as_xlsx"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            source = read(opened, module)
    except BadDataError:
        raise
    except Exception as error:
        # The libraries have errors of many kinds for a file that is damaged.
        raise broken(opened.path, Message("tables.no_table_in", called=called)) from error
    if not source.header:
        raise broken(opened.path, Message("tables.empty_file"))
    source.called = called
    return source


def _stata(opened: Opened, library: Any) -> FrameSource:
    return FrameSource(library.read_stata(opened.file, convert_missing=False))


def _spss(opened: Opened, library: Any) -> FrameSource:
    # The library reads from the disk alone, and a file may have come out of an archive.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.sav"
        path.write_bytes(opened.file.read())
        return FrameSource(library.read_sav(str(path), apply_value_formats=True)[0])


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
    filled = {name: rows for name, rows in sheets.items() if rows}
    chosen = choose_sheet(opened, sheets, filled) or next(iter(sheets), "")
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
            rows = {page.title: filled_rows(page.iter_rows(values_only=True)) for page in book.worksheets}
            # The format says where a sheet stands in the file, the library keeps it to itself.
            places = {page.title: vars(page)["_worksheet_path"] for page in book.worksheets}
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
    filled = {name: rows for name in names if (rows := _calamine_rows(book, name))}
    chosen = choose_sheet(opened, book.sheet_names, filled)
    rows = filled.get(chosen) or (_calamine_rows(book, chosen) if chosen else {})
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
