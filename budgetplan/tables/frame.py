"""What was read of a table: the columns that were asked for, and where each cell stands.

The columns are arrays rather than a DataFrame: loading pandas takes about as long as a third of the whole check of a
small table. Tables are joined, widened and voted on by positions of rows, so that each cell keeps its line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.tables.cells import DECIMAL_COMMA, Numbers, Texts, moved
from budgetplan.tables.problems import GREATEST_SHOWN, Problems, shown


@dataclass(frozen=True)
class ColumnOrigin:
    """Where the cells of a column stand, if not on the lines of their rows.

    ``lines`` has shape (n,), 0 where a row has no such cell; ``decimal`` is the sign before decimals there;
    ``column`` is what the column is called there, empty: as here.
    """

    file: str
    lines: IntArray
    decimal: str = "."
    column: str = ""


@dataclass(frozen=True)
class Frame:
    """Rows, with the columns that were asked for.

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
    ids: list[str] | None = None
    texts: Mapping[str, Texts] = field(default_factory=dict)
    numbers: Mapping[str, Numbers] = field(default_factory=dict)
    sha256: str = ""
    decimal: str = "."
    messages: tuple[str, ...] = ()
    origins: Mapping[str, ColumnOrigin] = field(default_factory=dict)
    checksums: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    by: str = "line"

    @property
    def n_rows(self) -> int:
        """Number of rows below the header."""
        return len(self.lines)

    def take(self, rows: IntArray) -> Frame:
        """Return these rows in this order; -1 stands for a row of empty cells, on no line.

        >>> frame = Frame(np.array([2, 3]), ["a", "b"], numbers={"p": Numbers(np.array([0.5, 1]), {})})
        >>> taken = frame.take(np.array([1, -1]))
        >>> taken.ids, taken.lines.tolist(), taken.numbers["p"].values
        (['b', ''], [3, 0], array([ 1., nan]))
        """
        ids = self.ids
        return replace(
            self,
            lines=np.append(self.lines, 0)[rows],
            ids=None if ids is None else [ids[row] if row >= 0 else "" for row in rows.tolist()],
            texts={name: column.taken(rows) for name, column in self.texts.items()},
            numbers={name: column.taken(rows) for name, column in self.numbers.items()},
            origins={
                name: replace(one, lines=np.append(one.lines, 0)[rows]) for name, one in self.origins.items()
            },
            left_out={name: moved(reasons, rows) for name, reasons in self.left_out.items()},
        )

    def place(self, column: str, row: int) -> tuple[str, int | None]:
        """Return the file (empty: the table) and the line of a cell; no line where there is no such cell."""
        origin = self.origins.get(column)
        if origin is not None:
            return origin.file, int(origin.lines[row]) or None
        return "", int(self.lines[row])

    def item(self, row: int) -> str:
        """Return the name of a row's item, or an empty text where items have no names."""
        return "" if self.ids is None else self.ids[row]

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

    def note(
        self,
        problems: Problems,
        where: BoolArray,
        told: tuple[str, str],
        column: str,
        values: FloatArray | None = None,
    ) -> None:
        """Note a problem of several rows (what is wrong, what to do); only the first ones are looked at.

        ``values``: the numbers to show, by row.
        """
        rows = np.flatnonzero(where)
        called = self.called(column)
        wrong = told[0] if called == column else f"{told[0]} of the model {column}"
        for row in rows[:GREATEST_SHOWN].tolist():
            found = None if values is None else self.written(column, values[row])
            file, line = self.place(column, row)
            item = shown(self.item(row))
            problems.add(wrong, told[1], line=line, column=called, item=item, found=found, file=file)
        if len(rows) > GREATEST_SHOWN:
            problems.count_more(wrong, called, len(rows) - GREATEST_SHOWN)

    def note_ids(
        self,
        problems: Problems,
        lacking: tuple[str, str],
        again: tuple[str, str],
        column: str = "",
        file: str = "",
    ) -> None:
        """Note rows without an id, and those with one that came before; each with what is wrong and what to do."""
        ids = self.ids
        if ids is None or (len(set(ids)) == len(ids) and "" not in ids):
            return
        first: dict[str, int] = {}
        for row, (name, line) in enumerate(zip(ids, self.lines.tolist(), strict=True)):
            if not name:
                problems.add(*lacking, line=line, column=column, file=file)
            elif first.setdefault(name, row) != row:
                todo = f"the first is on {self.by} {self.lines[first[name]]}; {again[1]}"
                problems.add(again[0], todo, line=line, column=column, found=name, file=file)


class Rows(Protocol):
    """An open table with one row an item: its header is known, its rows are read when columns are asked for."""

    header: tuple[str, ...]

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Read these columns; what is wrong with single rows is noted as problems."""


def matched(ids: Sequence[str], others: Sequence[str]) -> IntArray:
    """Return for each id the first place where it stands among ``others``, -1 where it does not, shape (n,).

    >>> matched(["b", "x", "a"], ["a", "b", "a"]).tolist()
    [1, -1, 0]
    """
    first = dict(zip(reversed(others), range(len(others) - 1, -1, -1), strict=True))
    return np.fromiter((first.get(name, -1) for name in ids), np.int64, len(ids))


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
