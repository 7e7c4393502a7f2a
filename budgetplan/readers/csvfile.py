"""Reads the columns that are asked for from a CSV file, in pieces, so that a large table needs little memory.

The standard library's parser is used: it is strict about quotation marks, knows the lines of each row, and
lets columns be taken from a piece of the file without a loop over rows in Python.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TextIO

import numpy as np

from budgetplan.domain.items import IntArray
from budgetplan.errors import BadDataError, Problem
from budgetplan.readers.cells import Gathered, Numbers, Texts
from budgetplan.readers.problems import Problems

N_ROWS_AT_ONCE = 20_000
"""Rows in a piece. Tests make it small."""

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Content:
    """The columns that were asked for; ``lines`` are the lines where the rows begin, shape (n,)."""

    lines: IntArray
    ids: list[str] | None
    texts: dict[str, Texts]
    numbers: dict[str, Numbers]
    sha256: str

    @property
    def n_rows(self) -> int:
        """Number of rows below the header."""
        return len(self.lines)


@contextmanager
def open_table(path: str) -> Iterator[CsvFile]:
    """Open a table and read its header.

    Raises
    ------
    BadDataError
        The file cannot be read, or is not a CSV file in UTF-8 with commas.
    """
    try:
        raw = io.FileIO(path)
    except FileNotFoundError:
        raise _broken(path, "there is no such file", "check the name and the folder") from None
    except IsADirectoryError:
        raise _broken(path, "this is a folder", "name the table in it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _broken(path, f"the file cannot be read ({reason})", "check the name and the rights") from None
    hashed = _Hashed(raw)
    with io.TextIOWrapper(io.BufferedReader(hashed, 1 << 20), encoding="utf-8-sig", newline="") as text:
        yield CsvFile(path, text, hashed)


def read_header(path: str) -> tuple[str, ...]:
    """Return the names of a table's columns."""
    with open_table(path) as file:
        return file.header


class CsvFile:
    """An open table: its header is known, its rows are read by :meth:`read`."""

    def __init__(self, path: str, text: TextIO, hashed: _Hashed) -> None:
        self.path = path
        self._hashed = hashed
        self._rows = csv.reader(text, strict=True)
        self.header = self._read_header()
        self._check_dialect()

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Content:
        """Read the rows; rows of the wrong length are noted as problems and left out."""
        gathered = Gathered(self.header, ids, texts, numbers)
        for lines, rows in self._pieces(problems):
            gathered.take(lines, rows)
        sha256 = self._hashed.sha256.hexdigest()
        return Content(gathered.lines(), gathered.ids(), gathered.texts(), gathered.numbers(), sha256)

    def _read_header(self) -> tuple[str, ...]:
        while rows := self._next_rows(1):
            names = tuple(map(str.strip, rows[0]))
            if any(names):
                return names
        raise _broken(self.path, "the file is empty", "write a header and one row for each item")

    def _check_dialect(self) -> None:
        if self.header[0].startswith("PK\x03\x04"):
            raise _broken(
                self.path,
                "this is a workbook or an archive, not a text file",
                "save the table as CSV UTF-8 with commas",
            )
        if any("\0" in name for name in self.header):
            raise _broken(
                self.path, "this is not a text file in UTF-8", "save the table as CSV UTF-8 with commas"
            )
        for separator, name in ((";", "semicolons"), ("\t", "tabs")):
            if len(self.header) == 1 and separator in self.header[0]:
                raise _broken(
                    self.path,
                    f"the columns are separated by {name}",
                    "save the table as CSV UTF-8 with commas",
                )

    def _pieces(self, problems: Problems) -> Iterator[tuple[IntArray, list[list[str]]]]:
        """Yield pieces of the file: where each row begins, and the rows."""
        n_columns = len(self.header)
        before = self._rows.line_num
        while rows := self._next_rows(N_ROWS_AT_ONCE):
            after = self._rows.line_num
            lines = _lines(rows, before, after)
            before = after
            lengths = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
            if (lengths != n_columns).any():
                # An empty line is no row.
                for row in np.flatnonzero((lengths != n_columns) & (lengths > 0)).tolist():
                    problems.add(
                        f"the header has {n_columns:,} {'cell' if n_columns == 1 else 'cells'}, this row has not",
                        "put a cell with commas in quotation marks, or add the cells that are missing",
                        line=int(lines[row]),
                        found=f"{lengths[row]:,} {'cell' if lengths[row] == 1 else 'cells'}",
                    )
                lines = lines[lengths == n_columns]
                rows = [row for row in rows if len(row) == n_columns]
            yield lines, rows

    def _next_rows(self, n_rows: int) -> list[list[str]]:
        """Read rows; what the parser or the decoder refuses becomes an error that names the line."""
        before = self._rows.line_num
        rows: list[list[str]] = []
        try:
            rows.extend(islice(self._rows, n_rows))
        except UnicodeDecodeError:
            raise _not_utf8(self.path) from None
        except csv.Error as error:
            # The rows before the broken one have been taken; it begins on the line after them.
            line = before + sum(map(_n_lines, rows)) + 1
            wrong = "the quotation marks do not fit together"
            if "unexpected end" in str(error):
                wrong = "a quotation mark opens here and is not closed"
            elif "field larger" in str(error):
                wrong = f"a cell is longer than {csv.field_size_limit():,} characters, as where a quotation mark is not closed"
            raise _broken(
                self.path,
                wrong,
                "look for one that is missing; inside a cell a quotation mark is written twice",
                line,
            ) from None
        except OSError as error:
            raise _broken(
                self.path, f"the file cannot be read ({error.strerror})", "check the disk"
            ) from None
        return rows


class _Hashed(io.RawIOBase):
    """Passes bytes on and hashes them, so that also a pipe is read only once."""

    def __init__(self, raw: io.FileIO) -> None:
        self._raw = raw
        self.sha256 = hashlib.sha256()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        n_bytes = self._raw.readinto(buffer) or 0
        self.sha256.update(memoryview(buffer)[:n_bytes])
        return n_bytes

    def close(self) -> None:
        self._raw.close()
        super().close()


def _n_lines(row: list[str]) -> int:
    """Return how many lines a row takes."""
    return 1 + len(_LINE_BREAK.findall(" ".join(row)))


def _lines(rows: list[list[str]], before: int, after: int) -> IntArray:
    """Return the line where each row begins; ``before`` and ``after`` are the last lines before and in them."""
    if after - before == len(rows):
        return np.arange(before + 1, after + 1, dtype=np.int64)
    taken = np.fromiter(map(_n_lines, rows), dtype=np.int64, count=len(rows))
    return before + 1 + np.cumsum(taken) - taken


def _not_utf8(path: str) -> BadDataError:
    """Say which line cannot be decoded."""
    line = None
    if Path(path).is_file():
        data = Path(path).read_bytes()
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
    return _broken(path, "this is not UTF-8 text", "save the table as CSV UTF-8 with commas", line)


def _broken(path: str, wrong: str, todo: str, line: int | None = None) -> BadDataError:
    return BadDataError([Problem(wrong, todo, path, line)])
