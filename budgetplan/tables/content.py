"""What was read of a table: the columns that were asked for, and where each cell stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.tables.cells import DECIMAL_COMMA, Numbers, Texts
from budgetplan.tables.problems import Problems


@dataclass(frozen=True)
class Origin:
    """Where the cells of a column stand, if not on the lines of their rows.

    ``lines`` has shape (n,), 0 where a row has no such cell; ``decimal`` is the sign before decimals there;
    ``column`` is what the column is called there, empty: as here.
    """

    file: str
    lines: IntArray
    decimal: str = "."
    column: str = ""


@dataclass(frozen=True)
class Content:
    """The columns that were asked for.

    Attributes
    ----------
    lines
        Shape (n,): the lines where the rows begin.
    ids, texts, numbers
        The columns.
    sha256
        Checksum of the file.
    decimal
        The sign before decimals in it.
    messages
        Plain sentences for the user about how it was read.
    origins
        By column: where its cells stand, if not on the lines of their rows.
    checksums
        SHA-256 of the other files that were read, by path.
    left_out
        By column and row: why an item that people have judged has no label there.
    by
        What ``lines`` counts: ``line``, or ``position`` where rows were given as arrays.
    """

    lines: IntArray
    ids: list[str] | None
    texts: dict[str, Texts]
    numbers: dict[str, Numbers]
    sha256: str
    decimal: str = "."
    messages: tuple[str, ...] = ()
    origins: Mapping[str, Origin] = field(default_factory=dict)
    checksums: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    by: str = "line"

    @property
    def n_rows(self) -> int:
        """Number of rows below the header."""
        return len(self.lines)

    def place(self, column: str, row: int) -> tuple[str, int | None]:
        """Return the file (empty: the table) and the line of a cell; no line where there is no such cell."""
        origin = self.origins.get(column)
        if origin is not None:
            return origin.file, int(origin.lines[row]) or None
        return "", int(self.lines[row])

    def called(self, column: str) -> str:
        """Return what a column is called where its cells stand."""
        origin = self.origins.get(column)
        return column if origin is None else origin.column or column

    def sign(self, column: str) -> str:
        """Return the sign before decimals in a column."""
        return self.origins[column].decimal if column in self.origins else self.decimal

    def written(self, column: str, value: float) -> str:
        """Return a number as the column has it written."""
        return np.format_float_positional(value, trim="-").replace(".", self.sign(column))

    def pointed(self, cell: str) -> str:
        """Return a number of the table with a decimal point; a cell that is no such number stays as it is."""
        number = self.decimal == "," and DECIMAL_COMMA.fullmatch(cell)
        return cell.replace(",", ".") if number else cell


class ItemRows(Protocol):
    """A table with one row an item: its header is known, its rows are read when columns are asked for."""

    header: tuple[str, ...]

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Content:
        """Read these columns; what is wrong with single rows is noted as problems."""


def unnamed(by: str) -> str:
    """Say that items have no names of their own; ``by`` is what their rows are counted by.

    >>> unnamed("position")
    'Items have no ids: they are named by their positions.'
    """
    if by == "line":
        return "The table has no column item_id or id: items are named by their lines."
    return f"Items have no ids: they are named by their {by}s."


def placed(path: str, messages: Sequence[str]) -> list[str]:
    """Return sentences about a file with its name before them, for where there are several files.

    >>> placed("v.csv", ["Read as tab-separated, UTF-8."])
    ['v.csv: read as tab-separated, UTF-8.']
    """
    return [f"{path}: {text[:1].lower()}{text[1:]}" for text in messages]


def moved(left_out: Mapping[str, Mapping[int, str]], rows: IntArray) -> dict[str, dict[int, str]]:
    """Return the reasons of :attr:`Content.left_out` in the order of ``rows``, of which -1 is none.

    >>> moved({"gold": {4: "tie"}}, np.array([-1, 4, 0]))
    {'gold': {1: 'tie'}}
    """
    found = {}
    for column, reasons in left_out.items():
        at = np.flatnonzero(np.isin(rows, list(reasons))).tolist()
        found[column] = {row: reasons[int(rows[row])] for row in at}
    return found
