"""A table, whatever it was read from, and what was read of it: columns of texts and of numbers, with all that is known of their cells.

Rows are named by the ids of their items, or counted where there are none.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat
from types import MappingProxyType
from typing import Any, Protocol, TypeGuard

import numpy as np
import numpy.typing as npt

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.messages import Message, shortened, word
from budgetplan.errors import GREATEST_SHOWN, BadDataError, Problems
from budgetplan.tables.cells import DECIMAL_COMMA, NumberReading, Numbers, NumberTexts, Texts, is_date, moved, signs_of
from budgetplan.tables.celltext import NoTextError, as_text, whole, written

LEFT_OUT, VOTES, REFUSED = "left out", "votes", "refused"
"""What else is known of cells: why an item has no label, what each of several people said of it, values that are no texts."""

MOST_BYTES = 250_000_000
"""Longer ids are ordered where they are."""

Marks = Mapping[tuple[str, str], Mapping[int, str]]
"""By what is known and of which column, by row."""
Shown = FloatArray | Callable[[int], str] | None
"""What is shown of rows: numbers, or a function from the row to a text."""


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
    source
        What other columns can be read from, too, where it is at hand.
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
    source: Source | None = field(default=None, compare=False)

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
        # As :func:`~budgetplan.tables.reshape.vote.said_alone` writes them.
        return codes, [tuple(json.loads(cell)) for cell in different]

    def refused(self, column: str) -> list[int]:
        """Return the rows whose values in a column are no texts, which has been told."""
        return [*self.marks.get((REFUSED, column), {})]

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

    def is_of(self, column: str, file: str) -> bool:
        """Return whether a column stands in a file, about which options may say how it is written."""
        return self.by != "position" and (column not in self.origins or self.origins[column].file == file)

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

    def note(self, problems: Problems, where: BoolArray, message: Message, column: str, values: Shown = None) -> None:
        """Note a problem of several rows; only the first ones are looked at."""
        where = where.copy()
        where[self.refused(column)] = False
        rows = np.flatnonzero(where)
        called = self.called(column)
        if called != column:
            message = Message("tables.of_model", wrong=message, model=column)
        for row in rows[:GREATEST_SHOWN].tolist():
            found = None
            if values is not None:
                found = values(row) if callable(values) else self.written(column, values[row])
            self.note_cell(problems, column, row, message, found)
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
        wrong, comes_again = ids == "", ids.duplicated()
        first = dict(zip(ids[~comes_again], self.lines[~comes_again].tolist(), strict=True))
        wrong |= comes_again
        wrong[self.refused(column)] = False
        for row in np.flatnonzero(wrong).tolist():
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


GivenColumn = npt.NDArray[Any]
N_ROWS_AT_ONCE = 5_000
"""Rows in a piece. Tests make it small."""

POSITION = "position"
"""What rows of arrays are counted by: from 0, as Python does."""

_SUM_WORDS = "total|totals|totale|grand total|sum|somme|suma|summe|gesamt|gesamtsumme|insgesamt|σ|∑"
_SUMS = frozenset(_SUM_WORDS.split("|"))
"""How a row at the end of a table begins that is no item, but the sum which a spreadsheet shows below its columns."""


class Source(ABC):
    """A table as it stands in a file, or was given, read once: :meth:`read` gives columns as often as they are asked for.

    Attributes
    ----------
    header, theirs
        Names of the columns, by which they are asked for; and as the file has them.
    lines
        Shape (n,): where the rows begin.
    messages
        What else is told of it.
    called, is_plain
        What such a file is called, and whether that is told only where its numbers have a decimal comma.
    header_at
        The line of the header where others above it are left out, else 0.
    sign
        The sign before decimals in all its texts; empty: as they show.
    by, questions, marks
        As in :class:`~budgetplan.tools.base.Export`; ``marks`` of its cells.
    sha256
        Checksum of the file.
    viewed
        Columns as texts and as numbers, where all can be read when the file is closed, too, if some have been; else None.
    decimal
        The sign before decimals where an option says it, else empty.
    empty
        Texts that stand for an empty cell.
    """

    header: tuple[str, ...]
    lines: IntArray
    messages: tuple[Message, ...] = ()
    called: Message | str = ""
    is_plain: bool = False
    header_at: int = 0
    sign: str = ""
    by: str = "line"
    questions: tuple[str, ...] = ()
    marks: Marks = MappingProxyType({})
    sha256: str = ""
    viewed: dict[Any, Any] | None = None
    decimal: str = ""
    empty: frozenset[str] = frozenset()

    @cached_property
    def theirs(self) -> tuple[str, ...]:
        """Names of the columns in the file."""
        return self.header

    def read_as(self, decimal: str) -> tuple[Message | str, ...]:
        """Return how the file was read; ``decimal`` is empty where no number shows one."""
        comma = [Message("tables.decimal", sign=word("comma"))] if decimal == "," else []
        return (*([self.called] if self.called and (comma or not self.is_plain) else []), *comma)

    @cached_property
    def refused(self) -> dict[int, dict[int, str]]:
        """By position of a column the rows whose values are no texts, each with an empty one; they are noted."""
        return {}

    @cached_property
    def noted(self) -> Problems:
        """What is wrong with rows and cells; what is wrong with those of a column matters where that is asked for."""
        return Problems("", self.by)

    @abstractmethod
    def cells(self, at: int) -> Sequence[str]:
        """Return the cells of a column, by its position."""

    def texts(self, at: int) -> Texts:
        """Return a column as texts."""
        return Texts.of(self.cells(at))

    def numbers(self, at: int) -> Numbers | None:  # noqa: ARG002 - others may
        """Return a column that holds numbers and no texts; None of any other."""
        return None

    def last(self, at: int) -> str:
        """Return the last cell of a column."""
        return self.cells(at)[-1]

    def rows(self, problems: Problems, columns: Collection[str] | None = None) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield the line and the cells of each row; of other columns than ``columns`` nothing, not what is wrong there."""
        asked = [columns is None or name in columns for name in self.header]
        cells = [self.cells(at) if is_asked else repeat("") for at, is_asked in enumerate(asked)]
        yield from zip(self.lines.tolist(), zip(*cells, strict=False), strict=False)
        problems.take(self.noted, columns)

    def rename(self, names: Mapping[str, str]) -> None:
        """Call columns otherwise than the file does; ``names``: from its names to those by which they are asked for.

        Raises
        ------
        BadDataError
            There is such a column already.
        """
        for theirs, ours in names.items():
            if theirs in self.theirs and ours in self.theirs and ours != theirs and ours not in names:
                message = Message("tables.name_taken", ours=ours, theirs=theirs)
                raise BadDataError.of(message, option="--map", found=f"{theirs}={ours}")
        self.header = tuple(names.get(name, name) for name in self.theirs)

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Return columns; what is wrong with rows, and with cells of these columns, is noted as problems.

        The sign before decimals in a column is the one that its numbers show; where they show both, the more
        frequent one, so that each of the others is a problem with its line.
        """
        empty, stated = self.empty, self.decimal
        # Of columns with the same name the first; looked up once, since there may be 100,000.
        places = {name: at for at, name in reversed([*enumerate(self.header)])}
        wanted = {name: places[name] for name in (ids, *texts, *numbers) if name}
        # Where no column was asked for, rows are read here, and what is wrong with them is noted.
        n_rows = len(self.lines)
        columns, readings = self._views(wanted, {*texts}, {*numbers})
        names = [*map(str.strip, self.cells(wanted[ids]))] if ids else None
        problems.by = self.by
        # What is no text in Python is no number either, and is told as such.
        asked = (ids, *texts) if self.by == POSITION else wanted
        problems.take(self.noted, {self.theirs[wanted[name]] for name in asked if name})
        if n_rows and self.by != POSITION:
            note_sum(problems, self.header, wanted, self.last, int(self.lines[-1]))
        read_numbers = {name: reading.final(stated=bool(stated)) for name, reading in readings.items()}
        shown = {name: reading.sign for name, reading in readings.items() if reading.n_own}
        decimal = stated or ("," if {*shown.values()} == {","} else ".")
        if empty:
            columns = {name: column.without(empty, decimal) for name, column in columns.items()}
            read_numbers = {name: column.without(empty, readings[name].sign) for name, column in read_numbers.items()}
            names = names and ["" if name in empty else name for name in names]
        ours = dict(zip(self.theirs, self.header, strict=True))
        told = {(REFUSED, name): self.refused[wanted[name]] for name in asked if wanted.get(name) in self.refused}
        marks = {(aspect, ours[name]): cells for (aspect, name), cells in self.marks.items()} | told
        messages = self._messages(readings, shown)
        frame = Frame(
            self.lines, names, columns, read_numbers, marks, self.sha256, decimal, shown, messages, by=self.by
        )
        return frame if self.viewed is None else replace(frame, source=self)

    def _views(
        self, places: Mapping[str, int], texts: Collection[str], numbers: Collection[str]
    ) -> tuple[dict[str, Texts], dict[str, NumberReading]]:
        """Return columns as texts, and columns as numbers, each with the sign before decimals that is meant in it."""
        decimal, readings, read = self.decimal or self.sign, dict[str, NumberReading](), dict[str, Texts]()
        typed, kept = set[str](), {} if self.viewed is None else self.viewed
        for name, at in places.items():
            if name in numbers and (values := self.numbers(at)) is not None:
                readings[name] = NumberReading(values, decimal or ".")
                typed.add(name)
            if name in texts or (name in numbers and name not in typed):
                read[name] = kept[at, ""] = kept.get((at, "")) or self.texts(at)
            if name in numbers and name not in typed:
                readings[name] = kept[at, "n"] = kept.get((at, "n")) or NumberReading.of(read[name], decimal)
        for name, sign in signs_of(readings, decimal).items():
            reading = readings[name]
            if reading.sign != sign and name not in typed and (reading.n_own or reading.numbers.odd):
                readings[name] = NumberReading.of(read[name], sign)
        return {name: column for name, column in read.items() if name in texts}, readings

    def _messages(self, readings: Mapping[str, NumberReading], shown: Mapping[str, str]) -> tuple[Message, ...]:
        """Return how the table was read; ``shown``: by column, the sign before decimals."""
        signs = {*shown.values()}
        decimal = self.decimal or ("," if signs == {","} else ".")
        dialect_read = self.read_as("" if len(signs) > 1 or not (signs or self.decimal) else decimal)
        commas = [name for name, sign in shown.items() if sign == "," and len(signs) > 1]
        messages = [Message("tables.read_as", how=dialect_read)] if dialect_read else []
        messages += [Message("tables.commas_in", names=commas)] if commas else []
        percents = [name for name, reading in readings.items() if reading.in_percent]
        messages += [Message("tables.read_as_shares", names=percents)] if percents else []
        return (*messages, *self.messages)


class ByColumn(Source):
    """A source that has the values of each column together.

    Attributes
    ----------
    true, false
        What the program that made it writes for these.
    whole
        Whether a number without decimals is a whole one, as where a program has no others.
    single
        Whether it is kept that numbers are of single precision.
    of_json
        Whether a value that has no text is shown as it stands in JSON.
    """

    true: str = "True"
    false: str = "False"
    whole: bool = False
    single: bool = False
    of_json: bool = False

    @abstractmethod
    def values(self, at: int) -> Sequence[Any] | GivenColumn:
        """Return the values of a column, by its position: an array where all are of one kind."""

    def cells(self, at: int) -> Sequence[str]:
        """Return the cells of a column as texts."""
        values = self.values(at)
        if _is_typed(values):
            return self.texts(at).listed()
        cells = [self.text(at, row, value) for row, value in enumerate(values)]
        self.told_of.add(at)
        return cells

    def texts(self, at: int) -> Texts:
        """Return a column as texts."""
        values = self.values(at)
        return NumberTexts(values, whole=self.whole) if _is_typed(values) else super().texts(at)

    def text(self, at: int, row: int, value: Any) -> str:
        """Return the text of a value; one that has none is noted, and is empty then."""
        if isinstance(value, str):
            return value
        try:
            return as_text(whole(value) if self.whole else value, self.true, self.false)
        except NoTextError as error:
            self.note(at, row, error, written(value) if self.of_json else error.found)
            return ""

    def note(self, at: int, row: int, error: NoTextError, found: str) -> None:
        """Note a value that has no text, where its column is read for the first time."""
        if at not in self.told_of:
            place, column = int(self.lines[row]), self.theirs[at]
            self.noted.add(error.message, line=place, column=column, found=found)
            self.refused.setdefault(at, {})[row] = ""

    def numbers(self, at: int) -> Numbers | None:
        """Return a column of numbers; None of any other."""
        values = self.values(at)
        if not _is_typed(values) or values.dtype == np.bool_:
            return None
        return Numbers.of(values, single=self.single)

    def last(self, at: int) -> str:
        """Return the last cell of a column."""
        value = self.values(at)[-1]
        with suppress(NoTextError):
            return as_text(value.item() if isinstance(value, np.generic) else value, self.true, self.false)
        return ""

    @cached_property
    def told_of(self) -> set[int]:
        """The columns of which all that is wrong has been noted."""
        return set()


def _is_typed(values: Any) -> TypeGuard[GivenColumn]:
    """Return whether values are an array of numbers, or of true and false."""
    return isinstance(values, np.ndarray) and values.dtype.kind in "iufb"


def note_sum(
    problems: Problems, header: Sequence[str], columns: Collection[str], last: Callable[[int], str], line: int
) -> None:
    """Note the last row of a table where it begins as a sum and says nothing in one of ``columns``.

    Without a label it would be an item of the list to be reviewed. ``last``: its cell in a column, by its position.
    """
    at, first = next(((at, cell) for at in range(len(header)) if (cell := last(at).strip())), (0, ""))
    if first.rstrip(":").rstrip().casefold() not in _SUMS:
        return
    if not all(last(at).strip() for at, name in enumerate(header) if name in columns):
        problems.add(Message("tables.row_of_sums"), line=line, column=header[at], found=first)
