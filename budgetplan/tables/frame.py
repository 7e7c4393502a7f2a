"""What was read of a table: its columns as a DataFrame, each cell with all that is known of it.

Every column has several aspects side by side, so that a row takes all of it along wherever rows are joined, widened,
voted on or taken: the text or the number of a cell, what stands there in the place of a number, why it is left out,
what each of several people said of it, and its line where that is not the row's own. Rows are named by the ids of their items, or counted where there are none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
import pandas as pd

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.options import advise
from budgetplan.tables.bad_numbers import is_date
from budgetplan.tables.cells import DECIMAL_COMMA, Numbers, Texts
from budgetplan.tables.problems import GREATEST_SHOWN, Problems, shown

_ASPECTS = ("text", "number", "odd", "unsure", "line", "left out", "votes")
TEXT, NUMBER, ODD, UNSURE, LINE, LEFT_OUT, VOTES = _ASPECTS
"""The aspects of a column."""

_NUMERIC = {NUMBER, ODD, UNSURE}


def votes_cell(labels: Sequence[str]) -> str:
    """Return what several people said of an item as one cell, in the order given.

    >>> votes_cell(["ham", "spam"])
    '["ham", "spam"]'
    """
    return json.dumps(list(labels))


OBJECT = "object"
"""What rows are counted by, from 1, where a whole list of objects stands on one line."""


@dataclass(frozen=True)
class ColumnOrigin:
    """The file in which the cells of a column stand, if it is not that of their rows.

    ``decimal`` is the sign before decimals there; ``column`` is what the column is called there, empty: as here.
    """

    file: str
    decimal: str = "."
    column: str = ""


@dataclass(frozen=True)
class Frame:
    """Rows, with the columns that were asked for.

    Attributes
    ----------
    cells
        Columns by name and aspect; the index has the ids, or is a range where items have no names. Texts are
        categories, "" an empty cell; numbers floats, NaN where there is none; lines whole numbers, 0 where there is no
        such cell; the other aspects texts in a few rows. The column without a name has the lines of the rows.
    sha256
        Checksum of the file.
    decimal
        The sign before decimals in it.
    signs
        By column of numbers: the sign before decimals that stands in it, where one does.
    messages
        Plain sentences for the user about how it was read.
    origins
        By column: the file in which its cells stand, if it is another one.
    checksums
        SHA-256 of the other files that were read, by path.
    single
        Columns whose numbers were given in single precision.
    by
        What lines count: ``line``; ``object`` where several stand on one line; ``position`` where rows were given as
        arrays.
    """

    cells: pd.DataFrame
    sha256: str = ""
    decimal: str = "."
    signs: Mapping[str, str] = field(default_factory=dict)
    messages: tuple[str, ...] = ()
    origins: Mapping[str, ColumnOrigin] = field(default_factory=dict)
    checksums: Mapping[str, str] = field(default_factory=dict)
    single: frozenset[str] = frozenset()
    by: str = "line"

    @classmethod
    def of(
        cls,
        lines: IntArray,
        ids: Sequence[str] | None = None,
        texts: Mapping[str, Texts] = MappingProxyType({}),
        numbers: Mapping[str, Numbers] = MappingProxyType({}),
        marks: Mapping[str, Mapping[str, Mapping[int, str]]] = MappingProxyType({}),
        **more: Any,
    ) -> Frame:
        """Return columns as a frame; ``marks``: texts by aspect, column and row; ``more``: further attributes.

        >>> frame = Frame.of(np.array([2, 3]), ["a", "b"], numbers={"p": Numbers(np.array([0.5, 1]), {})})
        >>> frame.cells.columns.tolist(), frame.cells.loc["b", ("p", "number")].item()
        ([('', 'line'), ('p', 'number')], 1.0)
        """
        n_rows = len(lines)
        columns: dict[tuple[str, str], Any] = {("", LINE): lines}
        columns |= {
            (name, TEXT): pd.Categorical.from_codes(one.codes, pd.Index(one.names, dtype=object))
            for name, one in texts.items()
        }
        for name, one in numbers.items():
            columns[name, NUMBER] = one.values
            found = ((ODD, one.odd), (UNSURE, one.unsure))
            columns |= {(name, aspect): _marks(cells, n_rows) for aspect, cells in found if cells}
        columns |= {
            (name, aspect): _marks(cells, n_rows)
            for aspect, by_column in marks.items()
            for name, cells in by_column.items()
        }
        index = _index(ids, n_rows)
        single = frozenset(name for name, one in numbers.items() if one.single)
        frame = cls(pd.DataFrame(columns, index=index, copy=False), single=single, **more)
        # As they were read: of 30,000 columns each lookup in a DataFrame counts.
        vars(frame).update(texts=texts, numbers=numbers)
        return frame

    @property
    def n_rows(self) -> int:
        """Number of rows below the header."""
        return len(self.cells)

    @cached_property
    def ids(self) -> list[str] | None:
        """The ids of the rows, or None where items have no names."""
        return None if isinstance(self.cells.index, pd.RangeIndex) else self.cells.index.tolist()

    @property
    def lines(self) -> IntArray:
        """Shape (n,): the lines where the rows begin."""
        return self._lines[""]

    @cached_property
    def texts(self) -> Mapping[str, Texts]:
        """The columns of texts."""
        return {
            name: Texts(column.cat.codes.to_numpy(np.int64), tuple(column.cat.categories))
            for name, column in self._with(TEXT)
        }

    def with_texts(self, column: str, rows: Sequence[int], texts: Sequence[str]) -> Frame:
        """Return the same with other texts in some rows of a column of texts."""
        cells = self.cells.copy()
        cell = cells[column, TEXT]
        cell = cell.cat.add_categories(sorted(set(texts) - set(cell.cat.categories)))
        cell.iloc[list(rows)] = list(texts)
        cells[column, TEXT] = cell
        return replace(self, cells=cells)

    @cached_property
    def numbers(self) -> Mapping[str, Numbers]:
        """The columns of numbers."""
        odd, unsure = (self._marked(aspect) for aspect in (ODD, UNSURE))
        return {
            name: Numbers(column.to_numpy(), odd.get(name, {}), name in self.single, unsure.get(name, {}))
            for name, column in self._with(NUMBER)
        }

    @cached_property
    def left_out(self) -> Mapping[str, Mapping[int, str]]:
        """By column and row: why an item that people have judged has no label there."""
        return self._marked(LEFT_OUT)

    def votes(self, column: str) -> tuple[IntArray, list[tuple[str, ...]]]:
        """Return what several people said of each row's cell: codes, shape (n,), of the labels that each code stands for.

        -1 where fewer than two of them said anything.
        """
        if (column, VOTES) not in self.cells:
            return np.full(self.n_rows, -1, dtype=np.int64), []
        found = self.cells[column, VOTES].cat
        # As :func:`votes_cell` writes them.
        return found.codes.to_numpy(np.int64), [tuple(json.loads(one)) for one in found.categories]

    @cached_property
    def _lines(self) -> Mapping[str, IntArray]:
        return {name: column.to_numpy() for name, column in self._with(LINE)}

    def _with(self, aspect: str) -> Iterable[tuple[str, pd.Series]]:
        return ((key[0], self.cells[key]) for key in self.cells.columns if key[1] == aspect)

    def _marked(self, aspect: str) -> dict[str, dict[int, str]]:
        return {name: column.reset_index(drop=True).dropna().to_dict() for name, column in self._with(aspect)}

    def take(self, rows: IntArray) -> Frame:
        """Return these rows in this order; -1 stands for a row of empty cells, on no line.

        >>> frame = Frame.of(np.array([2, 3]), ["a", "b"], numbers={"p": Numbers(np.array([0.5, 1]), {})})
        >>> taken = frame.take(np.array([1, -1]))
        >>> taken.ids, taken.lines.tolist(), taken.numbers["p"].values
        (['b', ''], [3, 0], array([ 1., nan]))
        """
        ids = None if self.ids is None else np.append(self.cells.index.to_numpy(object), "")[rows]
        cells = filled(self.cells.reset_index(drop=True).reindex(rows))
        return replace(self, cells=cells.set_axis(_index(ids, len(rows))))

    def beside(
        self, cells: pd.DataFrame, origins: Mapping[str, ColumnOrigin] = MappingProxyType({})
    ) -> Frame:
        """Return the frame with further columns, whose rows are its own in its order."""
        together = pd.concat([self.cells, cells.set_axis(self.cells.index)], axis=1)
        return replace(self, cells=together, origins={**self.origins, **origins})

    def place(self, column: str, row: int) -> tuple[str, int | None]:
        """Return the file (empty: the table) and the line of a cell; no line where there is no such cell."""
        origin = self.origins.get(column)
        if origin is not None:
            return origin.file, int(self._lines[column][row]) or None
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
        if column in self.origins:
            return self.origins[column].decimal
        return self.signs.get(column, self.decimal)

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
        told: tuple[str, str],
        column: str,
        values: FloatArray | Callable[[int], str] | None = None,
    ) -> None:
        """Note a problem of several rows (what is wrong, what to do); only the first ones are looked at.

        ``values``: what to show, by row: numbers, or a function from the row to a text.
        """
        rows = np.flatnonzero(where)
        called = self.called(column)
        wrong = told[0] if called == column else f"{told[0]} of the model {column}"
        for row in rows[:GREATEST_SHOWN].tolist():
            found = None
            if values is not None:
                found = values(row) if callable(values) else self.written(column, values[row])
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
        ids = self.cells.index
        lacks, comes_again = ids == "", ids.duplicated()
        if self.ids is None or not (lacks | comes_again).any():
            return
        first = dict(zip(ids[~comes_again], self.lines[~comes_again].tolist(), strict=True))
        for row in np.flatnonzero(lacks | comes_again).tolist():
            line, name = int(self.lines[row]), ids[row]
            if not name:
                problems.add(*lacking, line=line, column=column, file=file)
            else:
                made = "if a spreadsheet made this date of a word, import the column again as text; "
                todo = advise(
                    "the first is on {} {}; {}{}", self.by, first[name], made * is_date(name), again[1]
                )
                problems.add(again[0], todo, line=line, column=column, found=name, file=file)


class Rows(Protocol):
    """An open table with one row an item: its header is known, its rows are read when columns are asked for."""

    header: tuple[str, ...]

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Read these columns; what is wrong with single rows is noted as problems."""


def _index(ids: Any, n_rows: int) -> pd.Index:
    # Named, or the kind of the texts is guessed, which cannot hold every text.
    return pd.RangeIndex(n_rows) if ids is None else pd.Index(ids, dtype=object)


def _marks(cells: Mapping[int, str], n_rows: int) -> pd.Categorical:
    codes = np.full(n_rows, -1)
    codes[list(cells)], texts = pd.factorize(pd.Series(cells.values(), dtype=object))
    return pd.Categorical.from_codes(codes, texts)


def filled(cells: pd.DataFrame) -> pd.DataFrame:
    """Return cells in which rows that found no partner are empty: no text, on no line."""
    columns: dict[tuple[str, str], Any] = {}
    for key, column in cells.items():
        columns[key] = column.array
        if key[1] == LINE:
            columns[key] = column.fillna(0).to_numpy(np.int64)
        elif key[1] == TEXT and column.hasnans:
            new = pd.Index([""], dtype=object).difference(column.cat.categories)
            columns[key] = column.cat.add_categories(new).fillna("").array
    return pd.DataFrame(columns, index=cells.index, copy=False)


def asked(cells: pd.DataFrame, texts: Sequence[str], numbers: Sequence[str]) -> pd.DataFrame:
    """Return these columns, read as texts or as numbers, with what is known of their cells."""
    return cells[
        [
            (name, aspect)
            for name, aspect in cells.columns
            if (aspect != TEXT and name in numbers) or (aspect not in _NUMERIC and name in texts)
        ]
    ]


_PLACES = MappingProxyType({"line": "lines", OBJECT: "places in the file"})


def unnamed(by: str) -> str:
    """Say that items have no names of their own; ``by`` is what their rows are counted by.

    >>> unnamed("position")
    'Items have no ids: they are named by their positions.'
    """
    if by != "position":
        return f"The table has no column item_id or id: items are named by their {_PLACES[by]}."
    return f"Items have no ids: they are named by their {by}s."


def placed(path: str, messages: Sequence[str]) -> list[str]:
    """Return sentences about a file with its name before them, for where there are several files.

    >>> placed("v.csv", ["Read as tab-separated, UTF-8."])
    ['v.csv: read as tab-separated, UTF-8.']
    """
    return [f"{path}: {text[:1].lower()}{text[1:]}" for text in messages]
