"""A table, whatever it was read from: its columns are texts, and numbers where they are asked for as such."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import repeat
from types import MappingProxyType
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import IntArray
from budgetplan.domain.messages import Message, word
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.cells import NumberReading, Numbers, NumberTexts, Texts, signs_of
from budgetplan.tables.celltext import NoTextError, as_text, whole, written
from budgetplan.tables.frame import Frame, Marks

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
        columns, readings = self._views(wanted, {*texts}, {*numbers})
        names = [*map(str.strip, self.cells(wanted[ids]))] if ids else None
        problems.by = self.by
        # What is no text in Python is no number either, and is told as such.
        asked = (ids, *texts) if self.by == POSITION else wanted
        # Where no column was asked for, rows are read here, and what is wrong with them is noted.
        n_rows = len(self.lines)
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
        return Frame(
            self.lines,
            names,
            columns,
            read_numbers,
            {(aspect, ours[name]): cells for (aspect, name), cells in self.marks.items()},
            sha256=self.sha256,
            decimal=decimal,
            signs=shown,
            by=self.by,
            messages=self._messages(readings, shown),
        )

    def _views(
        self, places: Mapping[str, int], texts: Collection[str], numbers: Collection[str]
    ) -> tuple[dict[str, Texts], dict[str, NumberReading]]:
        """Return columns as texts, and columns as numbers, each with the sign before decimals that is meant in it."""
        decimal, readings, read = self.decimal or self.sign, dict[str, NumberReading](), dict[str, Texts]()
        typed = set[str]()
        for name, at in places.items():
            if name in numbers and (values := self.numbers(at)) is not None:
                readings[name] = NumberReading(values, decimal or ".")
                typed.add(name)
            if name in texts or (name in numbers and name not in typed):
                read[name] = self.texts(at)
            if name in numbers and name not in typed:
                readings[name] = NumberReading.of(read[name], decimal)
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
