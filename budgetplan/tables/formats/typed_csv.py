"""Reads a text file by its bytes and by pandas, where a look at them shows that nothing is guessed in it.

pandas alone fills short rows, shifts the columns under long ones and takes "True" for 1. So each block of the file is
first looked at as bytes: quotation marks stand at the edges of cells or are doubled, every row has as many separators
as the header, a cell of numbers begins as one or is empty. A file in which anything else stands is declined, and the
parser of :mod:`budgetplan.tables.formats.csv_rows` reads it and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.tables.files import size_of
from budgetplan.tables.formats.dialect import SEPARATORS, Dialect

LEAST = 1 << 17
"""Files below so many bytes are read as fast by the other parser. Tests make it small."""

AT_ONCE = 1 << 23
"""Bytes in a block: no row of two blocks holds a cell that is too long for the other parser. Tests make it small."""

Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.integer[Any]]

_LF, _CR, _QUOTE = b'\n\r"'


def _among(signs: bytes) -> BoolArray:
    """Return which of the 256 bytes are among these."""
    return np.isin(np.arange(256), list(signs))


_INK = _among(bytes(range(0x21, 0x7F))) & ~_among(b'",;')


class DeclinedError(Exception):
    """Something stands in the file that the other parser is to judge."""


@dataclass(frozen=True)
class Block:
    """Whole rows of a file.

    Attributes
    ----------
    text, data
        Their bytes, which end with a line end, and the same as numbers.
    ends
        Shape (rows, columns): where the separator or the line end behind each cell stands.
    lines
        Shape (rows,): the line on which each row begins.
    dialect
        How the file is written.
    """

    text: bytes
    data: Bytes
    ends: npt.NDArray[np.int32]
    lines: IntArray
    dialect: Dialect

    @cached_property
    def quoted(self) -> bool:
        """Whether cells stand in quotation marks, in which one is doubled."""
        return self.dialect.quoted and b'"' in self.text

    def bounds(self, column: int) -> tuple[Places, Places]:
        """Return where the cells of a column begin and end, without quotation marks about them."""
        end = self.ends[:, column]
        start = np.append(0, self.ends[:-1, -1] + 1) if column == 0 else self.ends[:, column - 1] + 1
        if column == self.ends.shape[1] - 1:
            end = end - ((self.data[end - 1] == _CR) & (end > start))
        if self.quoted:
            held = self.data[start] == _QUOTE
            start, end = start + held, end - held
        return start, end

    def together(self, column: int) -> str:
        """Return the cells of a column, a zero byte between them: no text holds one."""
        start, end = self.bounds(column)
        size = end - start + 1
        behind = np.cumsum(size)
        places = np.repeat(start - behind + size, size)
        places += np.arange(len(places))
        cells = self.data[places]
        cells[behind - 1] = 0
        text = bytes(cells[:-1].data).decode()
        return text.replace('""', '"') if self.quoted else text

    def last_row(self) -> str:
        """Return the text of the last row, without its line end."""
        start = self.ends[-2, -1] + 1 if len(self.ends) > 1 else 0
        return self.text[start : self.ends[-1, -1]].decode()


def typed_blocks(file: IO[bytes], dialect: Dialect, n_before: int, n_columns: int) -> Iterator[Block]:
    """Yield the rows of a file in blocks.

    Parameters
    ----------
    file
        Its bytes, which have been found to be text in the encoding of ``dialect``.
    dialect
        How it is written.
    n_before
        Lines up to the header and with it.
    n_columns
        Cells of the header.

    Raises
    ------
    DeclinedError
        The file is small, or a row is not as plain as all others.
    """
    if dialect.encoding != "utf-8" or size_of(file) < LEAST:
        raise DeclinedError
    try:
        head = b"".join(file.readline() for _ in range(n_before))
        if head.count(b"\r") != head.count(b"\r\n"):
            raise DeclinedError
        line, rest = n_before + 1, b""
        while more := file.read(AT_ONCE):
            rest += more
            length = _whole_rows(rest, quoted=dialect.quoted)
            if not length:
                raise DeclinedError
            text, rest = rest[:length], rest[length:]
            block = _block(text, line, n_columns, dialect)
            yield block
            line = int(block.lines[-1]) + 1 + block.last_row().count("\n")
        if rest:
            yield _block(rest + b"\n", line, n_columns, dialect)
    except OSError:
        raise DeclinedError from None


def _whole_rows(text: bytes, *, quoted: bool) -> int:
    r"""Return the length of the rows that end in a text: up to its last line end outside quotation marks.

    >>> _whole_rows(b'a,"b\n"\nc', quoted=True), _whole_rows(b'a\nb,"c\n', quoted=True)
    (7, 2)
    """
    quoted = quoted and b'"' in text
    end, n_quotes = len(text), text.count(b'"') if quoted else 0
    while (at := text.rfind(b"\n", 0, end)) >= 0:
        n_quotes -= text.count(b'"', at, end) if quoted else 0
        if n_quotes % 2 == 0:
            return at + 1
        end = at
    return 0


def _block(text: bytes, line: int, n_columns: int, dialect: Dialect) -> Block:
    """Return whole rows with what their bytes show; ``line`` is the first one."""
    data = np.frombuffer(text, dtype=np.uint8)
    breaks = data == _LF
    is_end = breaks | (data == ord(SEPARATORS[dialect.separator]))
    if dialect.quoted and b'"' in text:
        _check_quotes(data, dialect)
        # Numbers that overflow stay odd or even.
        is_end &= np.cumsum(data == _QUOTE, dtype=np.uint8) % 2 == 0
    found = np.flatnonzero(is_end)
    if len(found) % n_columns:
        raise DeclinedError
    ends: IntArray = found.reshape(-1, n_columns)
    closes = breaks[ends]
    if not closes[:, -1].all() or closes[:, :-1].any():
        raise DeclinedError
    last = ends[:, -1]
    starts = np.append(0, last[:-1] + 1)
    if b"\r" in text and text.count(b"\r") != np.count_nonzero(data[last - 1] == _CR):
        raise DeclinedError
    # A row without a letter or digit of ASCII may be an empty one.
    at_edges = _INK[data[starts]] | _INK[data[last - 1]]
    if not at_edges.all() and not np.logical_or.reduceat(_INK[data], starts).all():
        raise DeclinedError
    lines = line + np.arange(len(starts), dtype=np.int64)
    if np.count_nonzero(breaks) > len(starts):
        lines = line + np.searchsorted(np.flatnonzero(breaks), starts)
    # No block is as long as the greatest of these numbers; they are asked for by column.
    return Block(text, data, np.asfortranarray(ends, dtype=np.int32), lines, dialect)


def _check_quotes(data: Bytes, dialect: Dialect) -> None:
    """Decline where a quotation mark stands neither at the edge of a cell nor beside another one."""
    edges = SEPARATORS[dialect.separator].encode() + b'\n"'
    at = np.flatnonzero(data == _QUOTE)
    if len(at) % 2:
        raise DeclinedError
    before = np.append(_LF, data)[at[::2]]
    if not _among(edges)[before].all() or not _among(edges + b"\r")[data[at[1::2] + 1]].all():
        raise DeclinedError
