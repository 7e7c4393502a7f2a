"""Tables in which an item has several rows: which belong together, and whether they agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import note_no_column, note_same_names
from budgetplan.tables.frame import Frame, Rows
from budgetplan.tables.problems import Problems, shown


class Grouped:
    """Rows by item.

    Parameters
    ----------
    frame
        The rows, read with their ids.

    Attributes
    ----------
    item
        Shape (rows,): the item of each row, numbered as they come.
    first
        Shape (items,): the first row of each item.
    """

    def __init__(self, frame: Frame) -> None:
        assert frame.ids is not None
        self.frame = frame
        number: dict[str, int] = {}
        self.item: IntArray = np.fromiter(
            (number.setdefault(name, len(number)) for name in frame.ids), np.int64, frame.n_rows
        )
        self.first: IntArray = np.unique(self.item, return_index=True)[1]

    def same(self, values: FloatArray | IntArray, odd: Mapping[int, str] = MappingProxyType({})) -> BoolArray:
        """Return which rows say of an item what its first row says; ``odd``: by row, cells that are no numbers."""
        before = self.first[self.item]
        expected = values[before]
        same = np.asarray((values == expected) | (np.isnan(values) & np.isnan(expected)))
        starts = np.flatnonzero(np.isin(before, list(odd))).tolist() if odd else []
        for row in {*odd, *starts}:
            same[row] = odd.get(row) == odd.get(int(before[row]))
        return same

    def items(self, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Return the first row of each item with these columns; rows that say something else are problems."""
        told = ("the rows of this item say different things here", "write the same in all of them")
        frame = self.frame
        for name in texts:
            frame.note(problems, ~self.same(frame.texts[name].codes), told, name)
        for name in numbers:
            found = frame.numbers[name]
            frame.note(problems, ~self.same(found.values, found.odd), told, name)
        own = {name: frame.texts[name] for name in texts}
        return replace(frame, texts=own, numbers={name: frame.numbers[name] for name in numbers}).take(
            self.first
        )

    def note_twice(self, problems: Problems, texts: Texts, column: str, told: tuple[str, str]) -> None:
        """Note rows in which an item has the same text again; ``told``: what is wrong, before it, and what to do."""
        pair = self.item * len(texts.names) + texts.codes
        _, first, back = np.unique(pair, return_index=True, return_inverse=True)
        original, lines = first[back], self.frame.lines
        for row in np.flatnonzero(original != np.arange(len(pair))).tolist():
            problems.add(
                f"{told[0]} {shown(texts.names[texts.codes[row]])}",
                f"the first is on line {lines[original[row]]}; {told[1]}",
                line=int(lines[row]),
                column=column,
                item=shown(self.frame.item(row)),
            )


class SeveralRows:
    """An open table with a row for each of those who say something of an item: models, or people.

    Parameters
    ----------
    base
        The table.
    columns
        Those with the item, with who says something, and with what is said; all others are about the item.
    """

    def __init__(self, base: Rows, columns: Sequence[str]) -> None:
        self._base = base
        self._item, self._by, self._said = columns
        self._own = tuple(name for name in base.header if name not in columns[1:])

    def varying(self) -> tuple[str, ...]:
        """Return the columns in which the rows of an item say different things, in their order."""
        own = [name for name in self._own if self._own.count(name) == 1]
        frame = self._base.read(self._item, own, [], Problems(""))
        rows = Grouped(frame)
        return tuple(name for name in own if not rows.same(frame.texts[name].codes).all())


def require(header: Sequence[str], names: Sequence[str], problems: Problems) -> None:
    """Raise what has been noted of a table, which of these columns it lacks, and which of its own have one name."""
    for name in filter(None, names):
        if name not in header:
            note_no_column(name, header, problems)
    note_same_names(header, problems)
    problems.raise_if_any()
