"""Tables in which an item has several rows: which belong together, and whether they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.tables.columns import note_no_column, note_same_names
from budgetplan.tables.frame import NUMBER, ODD, TEXT, Frame, Rows, asked
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
        self.item: IntArray = pd.factorize(frame.cells.index)[0]
        self.first: IntArray = np.flatnonzero(~frame.cells.index.duplicated())

    def same(self, *said: Any) -> BoolArray:
        """Return which rows say of an item what its first row says, in columns of shape (rows,)."""
        codes = [pd.factorize(column)[0] for column in said]
        same: BoolArray = np.all([one == one[self.first[self.item]] for one in codes], axis=0)
        return same

    def items(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Return the first row of each item with these columns; rows that say something else are problems.

        ``ids``: empty where the items are to have no names.
        """
        told = ("the rows of this item say different things here", "write the same in all of them")
        cells = self.frame.cells
        for name, aspects in (
            *((name, (TEXT,)) for name in texts),
            *((name, (NUMBER, ODD)) for name in numbers),
        ):
            said = [cells[name, aspect] for aspect in aspects if (name, aspect) in cells]
            self.frame.note(problems, ~self.same(*said), told, name)
        first = asked(cells, ["", *texts], numbers).iloc[self.first]
        return replace(self.frame, cells=first if ids else first.reset_index(drop=True))

    def note_twice(self, problems: Problems, column: str, by: str, told: tuple[str, str]) -> None:
        """Note rows in which an item has the same text ``by`` again; ``told``: what is wrong, before it, and what to do."""
        pairs = pd.DataFrame({"item": self.item, "by": self.frame.texts[by].codes})
        again = np.flatnonzero(pairs.duplicated())
        if not len(again):
            return
        names, lines = self.frame.texts[by].names, self.frame.lines
        first = pairs.assign(line=lines).groupby(["item", "by"])["line"].transform("first")
        for row in again.tolist():
            problems.add(
                f"{told[0]} {shown(names[pairs['by'][row]])}",
                f"the first is on line {first[row]}; {told[1]}",
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
