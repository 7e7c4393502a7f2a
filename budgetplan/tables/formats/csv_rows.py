"""Reads the rows of a text file with separated cells in pieces, so that a large table needs little memory.

The standard library's parser is used: it is strict about quotation marks, knows the lines of each row, and
lets columns be taken from a piece of the file without a loop over rows in Python.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.domain.plan import TableForm
from budgetplan.tables.cells import Packed
from budgetplan.tables.files import N_ROWS_AT_ONCE, Opened, Source, broken, unreadable
from budgetplan.tables.formats.dialect import ROW_NAMES, Dialect, find_dialect, first_rows, open_rows, rows_of
from budgetplan.tables.formats.headers import left_out
from budgetplan.tables.formats.typed_csv import Block, DeclinedError, typed_blocks
from budgetplan.tables.problems import Problems

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


class CsvSource(Source):
    """A text file: its header is known, it is read in blocks where it is plain, else row by row."""

    def __init__(self, opened: Opened, form: TableForm | None) -> None:
        self.opened = opened
        self.dialect: Dialect = find_dialect(opened.path, opened.file, form, opened.beside)
        self.header = self._open()[1]
        rows = first_rows(opened.file, replace(self.dialect, n_before=0)) if self.dialect.n_before else []
        # What Excel says of separators is nothing that anybody misses.
        rows = [row for row in rows if row[0] or not row[2][0].lower().startswith("sep=")]
        at = next((at for at, row in enumerate(rows) if row[0] >= self.dialect.n_before), 0)
        self.header_at = rows[at][1] if at else 0
        self.messages = left_out([row[1:] for row in rows], at)

    def told(self, decimal: str) -> str:
        """Return how the file was read, in words; empty where there is nothing to say."""
        return self.dialect.told(decimal)

    def rows(self, problems: Problems) -> Iterator[tuple[IntArray, list[list[str]]]]:
        """Yield pieces of the file: where each row begins, and the rows; rows of the wrong length are problems."""
        parser, header = self._open()
        n_columns = len(header)
        before = parser.line_num
        while rows := self._next_rows(parser, N_ROWS_AT_ONCE):
            after = parser.line_num
            lines = _lines(rows, before, after)
            before = after
            lengths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
            if (lengths != n_columns).any():
                # An empty line is no row.
                for row in np.flatnonzero((lengths != n_columns) & (lengths > 0)).tolist():
                    note_length(
                        problems, n_columns, int(lengths[row]), int(lines[row]), self.dialect.separator
                    )
                lines = lines[lengths == n_columns]
                rows = [row for row in rows if len(row) == n_columns]
            # A row of separators alone is as empty as a line without them; few rows begin with nothing.
            blank = {at for at, row in enumerate(rows) if not row[0].strip() and not "".join(row).strip()}
            if blank:
                lines = np.delete(lines, sorted(blank))
                rows = [row for at, row in enumerate(rows) if at not in blank]
            yield lines, rows

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """The whole file where its bytes show that it is plain; nothing where :meth:`rows` is to read it."""
        parser, header = self._open()
        try:
            return [*typed_blocks(self.opened.file, self.dialect, parser.line_num, len(header))]
        except DeclinedError:
            return ()

    @property
    def lines(self) -> IntArray:
        """Shape (n,): where the rows begin."""
        return np.concatenate([block.lines for block in self.blocks]) if self.blocks else super().lines

    def column(self, at: int) -> Iterable[Packed]:
        """Return the cells of a column, by its position, in pieces."""
        return ((block.together(at), str) for block in self.blocks) if self.blocks else super().column(at)

    def last_row(self, columns: Collection[int]) -> list[str]:
        """Return the cells of the last row."""
        if not self.blocks:
            return super().last_row(columns)
        row: list[str] = next(rows_of(io.StringIO(self.blocks[-1].last_row(), newline=""), self.dialect))
        return row

    def _open(self) -> tuple[Any, tuple[str, ...]]:
        """Return a parser that has read the header, and the header."""
        parser = open_rows(self.opened.file, self.dialect)
        while rows := self._next_rows(parser, 1):
            names = tuple(map(str.strip, rows[0]))
            if any(names):
                return parser, _with_row_names(names, added=self.dialect.row_names)
        raise broken(self.opened.path, "the file is empty", "write a header and one row for each item")

    def _next_rows(self, parser: Any, n_rows: int) -> list[list[str]]:
        """Read rows; what the parser refuses becomes an error that names the line."""
        before = parser.line_num
        rows: list[list[str]] = []
        try:
            rows.extend(islice(parser, n_rows))
        except csv.Error as error:
            # The rows before the broken one have been taken; it begins on the line after them.
            line = before + sum(map(_n_lines, rows)) + 1
            wrong = "the quotation marks do not fit together"
            if "unexpected end" in str(error):
                wrong = "a quotation mark opens here and is not closed"
            elif "field larger" in str(error):
                wrong = f"a cell is longer than {csv.field_size_limit():,} characters, as where a quotation mark is not closed"
            todo = "look for one that is missing; inside a cell a quotation mark is written twice"
            raise broken(self.opened.path, wrong, todo, line) from None
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
    also = ", decimal commas too," if separator == "comma" else ""
    is_long = n_cells > n_columns
    header = f"the header, which has {n_columns:,} {'cell' if n_columns == 1 else 'cells'}"
    wrong = f"this row is {'longer' if is_long else 'shorter'} than {header}"
    todo = (
        f"put a cell with {separator}s{also} in quotation marks, or take out the {separator} that is too many"
        if is_long
        else f"add the cell that is missing (an empty one needs its {separator} too), or join the line to the one it belongs to"
    )
    problems.add(wrong, todo, line=line, found=f"{n_cells:,} {'cell' if n_cells == 1 else 'cells'}")


def _n_lines(row: list[str]) -> int:
    """Return how many lines a row takes."""
    return 1 + len(_LINE_BREAK.findall(" ".join(row)))


def _lines(rows: list[list[str]], before: int, after: int) -> IntArray:
    """Return the line where each row begins; ``before`` and ``after`` are the last lines before and in them."""
    if after - before == len(rows):
        return np.arange(before + 1, after + 1, dtype=np.int64)
    taken = np.fromiter(map(_n_lines, rows), dtype=np.int64, count=len(rows))
    return before + 1 + np.cumsum(taken) - taken
