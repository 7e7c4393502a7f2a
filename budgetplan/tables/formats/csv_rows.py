"""Reads the rows of a text file with separated cells in pieces, so that a large table needs little memory.

The standard library's parser is used: it is strict about quotation marks, knows the lines of each row, and
lets columns be taken from a piece of the file without a loop over rows in Python.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import compress, islice
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.domain.messages import Message, word
from budgetplan.errors import Problems
from budgetplan.tables.files import Opened, broken, unreadable
from budgetplan.tables.formats.dialect import ROW_NAMES, Dialect, find_dialect, first_rows, line_after, open_rows
from budgetplan.tables.formats.headers import left_out
from budgetplan.tables.table import N_ROWS_AT_ONCE, Source

_APART = "\0"
"""What keeps cells apart that are kept as one text, in a tenth of the room: no text file holds it."""


class CsvSource(Source):
    """A text file: its header is known, its rows are read when the first column is asked for."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.dialect: Dialect = find_dialect(opened)
        self.header = self._open()[1]
        rows = first_rows(opened.file, replace(self.dialect, n_before=0)) if self.dialect.n_before else []
        # What Excel says of separators is nothing that anybody misses.
        rows = [row for row in rows if row[0] or not row[2][0].lower().startswith("sep=")]
        at = next((at for at, row in enumerate(rows) if row[0] >= self.dialect.n_before), 0)
        self.header_at = rows[at][1] if at else 0
        self.messages = left_out([row[1:] for row in rows], at)

    def read_as(self, decimal: str) -> tuple[Message | str, ...]:
        """Return how the file was read; nothing where there is nothing to say."""
        return self.dialect.read_as(decimal)

    @cached_property
    def lines(self) -> IntArray:  # type: ignore[override]
        """Shape (n,): where the rows begin."""
        return self._read[0]

    def cells(self, at: int) -> Sequence[str]:
        """Return the cells of a column, by its position."""
        return [cell for piece in self._read[1][at] for cell in piece.split(_APART)]

    @cached_property
    def _read(self) -> tuple[IntArray, list[list[str]]]:
        """Where rows begin, and by column the cells, in pieces; rows of the wrong length are problems."""
        parser, header = self._open()
        n_columns, before = len(header), parser.line_num
        lines, columns = [np.empty(0, np.int64)], [list[str]() for _ in header]
        while rows := self._next_rows(parser, N_ROWS_AT_ONCE):
            places = _lines(rows, before, parser.line_num)
            before = parser.line_num
            lengths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
            # An empty line is no row.
            for at in np.flatnonzero((lengths != n_columns) & (lengths > 0)).tolist():
                note_length(self.noted, n_columns, len(rows[at]), int(places[at]), self.dialect.separator)
            whole = lengths == n_columns
            # A row of separators alone is as empty as a line without them; few rows begin with nothing.
            blank = [at for at, row in enumerate(rows) if row and not row[0].strip() and not "".join(row).strip()]
            whole[blank] = False
            rows = rows if whole.all() else list(compress(rows, whole.tolist()))
            if rows:
                lines.append(places[whole])
                for column, cells in zip(columns, zip(*rows, strict=True), strict=True):
                    column.append(_APART.join(cells))
        return np.concatenate(lines), columns

    def _open(self) -> tuple[Any, tuple[str, ...]]:
        """Return a parser that has read the header, and the header."""
        parser = open_rows(self.opened.file, self.dialect)
        while rows := self._next_rows(parser, 1):
            names = tuple(map(str.strip, rows[0]))
            if any(names):
                return parser, _with_row_names(names, added=self.dialect.row_names)
        raise broken(self.opened.path, Message("tables.empty_file"))

    def _next_rows(self, parser: Any, n_rows: int) -> list[list[str]]:
        """Read rows; what the parser refuses becomes an error that names the line."""
        before = parser.line_num
        rows: list[list[str]] = []
        try:
            rows.extend(islice(parser, n_rows))
        except csv.Error as error:
            # The rows before the broken one have been taken; it begins on the line after them.
            line = before + sum(map(_n_lines, rows)) + 1
            # The library tells them apart in its words alone.
            message = Message("tables.quotes_unfit")
            if "unexpected end" in str(error):
                message = Message("tables.quote_open")
            elif "field larger" in str(error):
                message = Message("tables.cell_too_long", most=csv.field_size_limit())
            raise broken(self.opened.path, message, line) from None
        except OSError as error:
            raise unreadable(self.opened.path, error) from None
        return rows


def _with_row_names(names: tuple[str, ...], *, added: bool) -> tuple[str, ...]:
    """Return a header whose first cell has a name where the rows begin with names of their own.

    >>> _with_row_names(("gold", "p"), added=True), _with_row_names(("", "gold"), added=False)
    (('row.names', 'gold', 'p'), ('row.names', 'gold'))
    """
    if ROW_NAMES in names:
        return ("", *names) if added else names
    if added:
        return (ROW_NAMES, *names)
    return (ROW_NAMES, *names[1:]) if len(names) > 1 and not names[0] else names


def note_length(problems: Problems, n_columns: int, n_cells: int, line: int, separator: str) -> None:
    """Note a row that is longer or shorter than the header."""
    sign, found = word(separator), f"{n_cells:,}"
    if n_cells < n_columns:
        problems.add(Message("tables.row_too_short", n=n_columns, sign=sign), line=line, found=found)
    elif separator == "comma":
        problems.add(Message("tables.row_too_long_or_decimal", n=n_columns), line=line, found=found)
    else:
        problems.add(Message("tables.row_too_long", n=n_columns, sign=sign), line=line, found=found)


def _n_lines(row: list[str]) -> int:
    """Return how many lines a row takes."""
    return line_after(" ".join(row))


def _lines(rows: list[list[str]], before: int, after: int) -> IntArray:
    """Return the line where each row begins; ``before`` and ``after`` are the last lines before and in them."""
    if after - before == len(rows):
        return np.arange(before + 1, after + 1, dtype=np.int64)
    taken = np.fromiter(map(_n_lines, rows), dtype=np.int64, count=len(rows))
    return before + 1 + np.cumsum(taken) - taken
