"""The rows of a table in which an item has several: which belong together, and whether they agree."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.tables.content import Content
from budgetplan.tables.problems import Problems, shown


class Grouped:
    """Rows by item.

    Parameters
    ----------
    content
        The rows, read with their ids.

    Attributes
    ----------
    ids
        Names of the items, by row.
    item
        Shape (rows,): the item of each row, numbered as they come.
    first
        Shape (items,): the first row of each item.
    """

    def __init__(self, content: Content) -> None:
        assert content.ids is not None
        self.content = content
        self.ids = content.ids
        number: dict[str, int] = {}
        self.item: IntArray = np.fromiter(
            (number.setdefault(name, len(number)) for name in self.ids), np.int64, content.n_rows
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

    def note_different(
        self,
        problems: Problems,
        column: str,
        values: FloatArray | IntArray,
        odd: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        """Note rows that say something else of an item than its first row does."""
        told = ("the rows of this item say different things here", "write the same in all of them")
        self.note(problems, ~self.same(values, odd), column, told)

    def note_twice(
        self, problems: Problems, codes: IntArray, column: str, told: tuple[str, str], names: tuple[str, ...]
    ) -> None:
        """Note rows in which an item has the same text again; ``told``: what is wrong, before it, and what to do."""
        _, first, back = np.unique(self.item * len(names) + codes, return_index=True, return_inverse=True)
        original = first[back]
        for row in np.flatnonzero(original != np.arange(len(codes))).tolist():
            problems.add(
                f"{told[0]} {shown(names[codes[row]])}",
                f"the first is on line {self.content.lines[original[row]]}; {told[1]}",
                line=int(self.content.lines[row]),
                column=column,
                item=shown(self.ids[row]),
            )

    def note(self, problems: Problems, where: BoolArray, column: str, told: tuple[str, str]) -> None:
        """Note a problem of several rows: what is wrong, what to do."""
        for row in np.flatnonzero(where).tolist():
            line, item = int(self.content.lines[row]), shown(self.ids[row])
            problems.add(*told, line=line, column=column, item=item)
