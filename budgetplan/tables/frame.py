"""What was read of a table: its rows, with the columns that were asked for and all that is known of their cells.

Rows are named by the ids of their items, or counted where there are none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pandas as pd

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.messages import Message, shortened, word
from budgetplan.errors import GREATEST_SHOWN, Problems
from budgetplan.tables.bad_numbers import is_date
from budgetplan.tables.cells import DECIMAL_COMMA, Numbers, Texts, moved

LEFT_OUT, VOTES = "left out", "votes"
"""What else is known of cells: why an item has no label, and what each of several people said of it."""

MOST_BYTES = 250_000_000
"""Longer ids are ordered where they are."""

Marks = Mapping[tuple[str, str], Mapping[int, str]]
"""By what is known and of which column, by row."""


OBJECT = "object"
"""What rows are counted by, from 1, where a whole list of objects stands on one line."""


@dataclass(frozen=True)
class ColumnOrigin:
    """The file in which the cells of a column stand, if it is not that of their rows.

    ``lines``, shape (n,): where each stands, 0 where there is no such cell; ``decimal`` is the sign before decimals there;
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
        Shape (n,): where the rows begin, 0 for a row that stands nowhere.
    ids
        Of the rows, or None where items have no names.
    texts, numbers
        The columns, by name.
    marks
        What else is known of cells.
    sha256
        Checksum of the file.
    decimal
        The sign before decimals in it.
    signs
        By column of numbers: the sign before decimals that stands in it, where one does.
    messages
        How it was read, for the user.
    origins
        By column: the file in which its cells stand, if it is another one.
    checksums
        SHA-256 of the other files that were read, by path.
    by
        What lines count: ``line``; ``object`` where several stand on one line; ``position`` where rows were given as
        arrays.
    """

    lines: IntArray
    ids: list[str] | None = None
    texts: Mapping[str, Texts] = field(default_factory=dict)
    numbers: Mapping[str, Numbers] = field(default_factory=dict)
    marks: Marks = field(default_factory=dict)
    sha256: str = ""
    decimal: str = "."
    signs: Mapping[str, str] = field(default_factory=dict)
    messages: tuple[Message, ...] = ()
    origins: Mapping[str, ColumnOrigin] = field(default_factory=dict)
    checksums: Mapping[str, str] = field(default_factory=dict)
    by: str = "line"

    @property
    def n_rows(self) -> int:
        """Number of rows below the header."""
        return len(self.lines)

    @cached_property
    def index(self) -> pd.Index:
        """The ids, to be looked up."""
        # Named, or the kind of the texts is guessed, which cannot hold every text.
        return pd.Index(self.ids or (), dtype=object)

    @cached_property
    def by_id(self) -> IntArray:
        """Shape (n,): the rows in the order of their ids."""
        return np.argsort(self._keys, kind="stable")

    @cached_property
    def _keys(self) -> npt.NDArray[Any]:
        """Shape (n,): what orders as the ids do. UTF-8 does, and is compared where it stands, not all over the memory."""
        ids = self.ids or []
        with suppress(UnicodeEncodeError):
            width = max(map(len, map(str.encode, ids)), default=0)
            # NumPy passes over noughts at the end.
            if 0 < width * len(ids) < MOST_BYTES and "\0" not in "".join(ids):
                return np.fromiter(map(str.encode, ids), f"S{width}", len(ids))
        return np.array(ids, dtype=object)

    def with_texts(self, column: str, rows: Sequence[int], texts: Sequence[str]) -> Frame:
        """Return the same with other texts in some rows of a column of texts."""
        names = [*self.texts[column].names, *sorted({*texts} - {*self.texts[column].names})]
        codes = self.texts[column].codes.copy()
        codes[list(rows)] = [names.index(text) for text in texts]
        return replace(self, texts={**self.texts, column: Texts(codes, tuple(names))})

    @property
    def left_out(self) -> Mapping[str, Mapping[int, str]]:
        """By column and row: why an item that people have judged has no label there."""
        return {name: cells for (aspect, name), cells in self.marks.items() if aspect == LEFT_OUT}

    def votes(self, column: str) -> tuple[IntArray, list[tuple[str, ...]]]:
        """Return what several people said of each row's cell: codes, shape (n,), of the labels that each code stands for.

        -1 where fewer than two of them said anything.
        """
        cells = self.marks.get((VOTES, column), {})
        codes = np.full(self.n_rows, -1, dtype=np.int64)
        codes[list(cells)], different = pd.factorize(np.array([*cells.values()], dtype=object))
        # As :func:`~budgetplan.tables.votes.alone` writes them.
        return codes, [tuple(json.loads(each)) for each in different]

    def only(self, texts: Sequence[str], numbers: Sequence[str]) -> Frame:
        """Return these columns alone."""
        return replace(
            self,
            texts={name: self.texts[name] for name in texts},
            numbers={name: self.numbers[name] for name in numbers},
            marks={key: cells for key, cells in self.marks.items() if key[1] in {*texts, *numbers}},
        )

    def take(self, rows: IntArray) -> Frame:
        """Return these rows in this order; -1 stands for a row of empty cells, on no line.

        >>> frame = Frame(np.array([2, 3]), ["a", "b"], numbers={"p": Numbers(np.array([0.5, 1]), {})})
        >>> taken = frame.take(np.array([1, -1]))
        >>> taken.ids, taken.lines.tolist(), taken.numbers["p"].values
        (['b', ''], [3, 0], array([ 1., nan]))
        """
        return replace(
            self,
            lines=np.append(self.lines, 0)[rows],
            ids=None if self.ids is None else np.array([*self.ids, ""], dtype=object)[rows].tolist(),
            texts={name: column.take(rows) for name, column in self.texts.items()},
            numbers={name: column.take(rows) for name, column in self.numbers.items()},
            marks={key: moved(cells, rows) for key, cells in self.marks.items()},
            origins={
                name: replace(origin, lines=np.append(origin.lines, 0)[rows]) for name, origin in self.origins.items()
            },
        )

    def beside(self, other: Frame, origins: Mapping[str, ColumnOrigin] = MappingProxyType({})) -> Frame:
        """Return the frame with the columns of another one, whose rows are its own in its order."""
        return replace(
            self,
            texts={**self.texts, **other.texts},
            numbers={**self.numbers, **other.numbers},
            marks={**self.marks, **other.marks},
            origins={**self.origins, **origins},
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
        return self.origins[column].decimal if column in self.origins else self.signs.get(column, self.decimal)

    def written(self, column: str, value: float) -> str:
        """Return a number as the column has it written."""
        return np.format_float_positional(value, trim="-").replace(".", self.sign(column))

    def pointed(self, cell: str, column: str) -> str:
        """Return a number of a column with a decimal point; a cell that is no such number stays as it is."""
        number = self.sign(column) == "," and DECIMAL_COMMA.fullmatch(cell)
        return cell.replace(",", ".") if number else cell

    def note(
        self,
        problems: Problems,
        where: BoolArray,
        message: Message,
        column: str,
        values: FloatArray | Callable[[int], str] | None = None,
    ) -> None:
        """Note a problem of several rows; only the first ones are looked at.

        ``values``: what to show, by row: numbers, or a function from the row to a text.
        """
        rows = np.flatnonzero(where)
        called = self.called(column)
        if called != column:
            message = Message("tables.of_model", wrong=message, model=column)
        for row in rows[:GREATEST_SHOWN].tolist():
            found = None
            if values is not None:
                found = values(row) if callable(values) else self.written(column, values[row])
            self.note_cell(problems, column, row, message, found)
        if len(rows) > GREATEST_SHOWN:
            problems.count_more(message, called, len(rows) - GREATEST_SHOWN)

    def note_cell(self, problems: Problems, column: str, row: int, message: Message, found: str | None) -> None:
        """Note a problem of one cell; ``found``: what stands there."""
        file, line = self.place(column, row)
        item, called = shortened(self.item(row)), self.called(column)
        problems.add(message, line=line, column=called, item=item, found=found, file=file)

    def note_ids(self, problems: Problems, lacking: Message, again: Message, column: str = "", file: str = "") -> None:
        """Note rows without an id, and those with one that came before."""
        if self.ids is None:
            return
        ordered = self._keys[self.by_id]
        if len(ordered) and ordered[0] and not (ordered[1:] == ordered[:-1]).any():
            return
        ids = self.index
        lacks, comes_again = ids == "", ids.duplicated()
        first = dict(zip(ids[~comes_again], self.lines[~comes_again].tolist(), strict=True))
        for row in np.flatnonzero(lacks | comes_again).tolist():
            line, name = int(self.lines[row]), ids[row]
            if not name:
                problems.add(lacking, line=line, column=column, file=file)
            else:
                kind = "tables.date_again" if is_date(name) else "tables.id_again"
                message = Message(kind, wrong=again, by=word(self.by), first=first[name])
                problems.add(message, line=line, column=column, found=name, file=file)


class Rows(Protocol):
    """An open table with one row an item: its header is known, its rows are read when columns are asked for."""

    header: tuple[str, ...]

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Read these columns; what is wrong with single rows is noted as problems."""


_UNNAMED = {"line": "tables.named_by_lines", OBJECT: "tables.named_by_places", "position": "tables.named_by_positions"}


def unnamed(by: str) -> Message:
    """Return that items have no names of their own; ``by`` is what their rows are counted by.

    >>> str(unnamed("position"))
    'Items have no ids: they are named by their positions.'
    """
    return Message(_UNNAMED[by])


def placed(path: str, messages: Sequence[Message]) -> list[Message]:
    """Return messages about a file with its name before them, for where there are several files.

    >>> print(*placed("v.csv", [unnamed("position")]))
    v.csv: Items have no ids: they are named by their positions.
    """
    return [Message("tables.of_file", file=path, message=message) for message in messages]
