"""A table, whatever it was read from: its columns are texts, and numbers where they are asked for as such."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from budgetplan.errors import BadDataError, Problem
from budgetplan.tables.cells import NumberReading, Texts, signs_of, unpacked
from budgetplan.tables.files import Source
from budgetplan.tables.frame import Frame
from budgetplan.tables.problems import Problems, listing

POSITION = "position"
"""What rows of arrays are counted by: from 0, as Python does."""

_SUM_WORDS = "total|totals|totale|grand total|sum|somme|suma|summe|gesamt|gesamtsumme|insgesamt|σ|∑"
_SUMS = frozenset(_SUM_WORDS.split("|"))
"""How a row at the end of a table begins that is no item, but the sum which a spreadsheet shows below its columns."""


class TextTable:
    """A table, read once: :meth:`read` gives columns of it as often as they are asked for.

    Parameters
    ----------
    source
        Its columns of text.
    sha256
        Checksum of the file.
    names
        From names of columns in the file to those by which they are asked for.
    decimal
        The sign before decimals where an option says it, else empty.
    empty
        Texts that stand for an empty cell.

    Attributes
    ----------
    header
        Names of the columns.
    header_at
        The line of the header where others above it are left out, else 0.
    questions
        As in :class:`~budgetplan.tables.files.Source`.
    """

    def __init__(
        self,
        source: Source,
        sha256: str = "",
        names: Mapping[str, str] = MappingProxyType({}),
        decimal: str = "",
        empty: Sequence[str] = (),
    ) -> None:
        self.header = tuple(names.get(name, name) for name in source.header)
        for theirs, ours in names.items():
            if theirs in source.header and ours in source.header and ours != theirs and ours not in names:
                wrong = f"the table has a column {ours} already, so that {theirs} cannot be called so"
                raise BadDataError(
                    [Problem(wrong, "choose another name", option="--map", found=f"{theirs}={ours}")]
                )
        self.source = source
        self.questions, self.header_at = source.questions, source.header_at
        self._sha256, self._decimal, self._empty = sha256, decimal, frozenset(empty)

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Return columns; what is wrong with rows, and with cells of these columns, is noted as problems.

        The sign before decimals in a column is the one that its numbers show; where they show both, the more
        frequent one, so that each of the others is a problem with its line.
        """
        source, empty, said = self.source, self._empty, self._decimal
        # Of columns with the same name the first; looked up once, since there may be 100,000.
        places = {name: at for at, name in reversed([*enumerate(self.header)])}
        wanted = {name: places[name] for name in (ids, *texts, *numbers) if name}
        read_texts = {name: Texts.of(map(unpacked, source.column(wanted[name]))) for name in texts}
        readings = self._readings({name: wanted[name] for name in numbers})
        cells = chain.from_iterable(map(unpacked, source.column(wanted[ids]))) if ids else ()
        names = [*map(str.strip, cells)] if ids else None
        lines = source.lines
        problems.by = source.by
        # What is no text in Python is no number either, and is told as such.
        asked = (ids, *texts) if source.by == POSITION else wanted
        problems.take(source.noted, {source.header[wanted[name]] for name in asked if name})
        if len(lines) and source.by != POSITION:
            note_sum(problems, self.header, wanted, source.last_row({*wanted.values()}), int(lines[-1]))
        read_numbers = {name: reading.final(said=bool(said)) for name, reading in readings.items()}
        shown = {name: reading.sign for name, reading in readings.items() if reading.n_own}
        decimal = said or ("," if {*shown.values()} == {","} else ".")
        if empty:
            read_texts = {name: column.without(empty, decimal) for name, column in read_texts.items()}
            read_numbers = {
                name: column.without(empty, readings[name].sign) for name, column in read_numbers.items()
            }
            names = names and ["" if name in empty else name for name in names]
        return Frame.of(
            lines,
            names,
            read_texts,
            read_numbers,
            {
                aspect: {self.header[source.header.index(name)]: cells for name, cells in by_column.items()}
                for aspect, by_column in source.marks.items()
            },
            sha256=self._sha256,
            decimal=decimal,
            signs=shown,
            by=source.by,
            messages=self._messages(readings, shown),
        )

    def _readings(self, columns: Mapping[str, int]) -> dict[str, NumberReading]:
        """Return columns of numbers, each with the sign before decimals that is meant in it."""
        source, said = self.source, self._decimal or self.source.sign
        readings = {
            name: source.numbers(at) or NumberReading.of(source.column(at), said)
            for name, at in columns.items()
        }
        for name, sign in signs_of(readings, said).items():
            reading = readings[name]
            if reading.sign != sign and (reading.n_own or reading.numbers.odd):
                readings[name] = NumberReading.of(source.column(columns[name]), sign)
        return readings

    def _messages(self, readings: Mapping[str, NumberReading], shown: Mapping[str, str]) -> tuple[str, ...]:
        """Return how the table was read, in sentences; ``shown``: by column, the sign before decimals."""
        signs = {*shown.values()}
        decimal = self._decimal or ("," if signs == {","} else ".")
        told = self.source.told("" if len(signs) > 1 or not (signs or self._decimal) else decimal)
        commas = [name for name, sign in shown.items() if sign == "," and len(signs) > 1]
        mixed = (f"Decimal commas in {listing(commas)}, decimal points elsewhere.",) if commas else ()
        percents = [name for name, reading in readings.items() if reading.in_percent]
        shares = (f"Written in percent, read as shares: {listing(percents)}.",) if percents else ()
        return ((f"Read as {told}.",) if told else ()) + mixed + shares + self.source.messages


def note_sum(
    problems: Problems, header: Sequence[str], columns: Collection[str], row: Sequence[str], line: int
) -> None:
    """Note the last row of a table where it begins as a sum and says nothing in one of ``columns``.

    Without a label it would be an item of the list to be reviewed.
    """
    at, first = next(((at, cell.strip()) for at, cell in enumerate(row) if cell.strip()), (0, ""))
    if first.rstrip(":").rstrip().casefold() not in _SUMS:
        return
    if not all(cell.strip() for name, cell in zip(header, row, strict=True) if name in columns):
        wrong = "the last row looks like a sum of the others, not like an item"
        todo = "take it out; if it is an item, give it another name"
        problems.add(wrong, todo, line=line, column=header[at], found=first)
