"""Turns a table with one row for each item and model into one with a row an item and a column a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import note_no_column, note_same_names
from budgetplan.tables.content import Content, ItemRows, Origin, moved
from budgetplan.tables.problems import Problems
from budgetplan.tables.reshape.group import Grouped


class LongRows:
    """A long table as one with a row an item.

    Parameters
    ----------
    base
        The long table.
    path
        Its name, for messages.
    columns
        Its columns with the item, the model and the score. Every model becomes a column; the other columns say
        something of the item, so that all rows of an item say the same.

    Raises
    ------
    BadDataError
        One of the columns is not there.

    Attributes
    ----------
    models
        Names of the models, sorted: the last columns.
    """

    def __init__(self, base: ItemRows, path: str, columns: Sequence[str]) -> None:
        self._base = base
        self._path = path
        self._item, self._model, self._score = columns
        problems = Problems(path)
        for name in columns:
            if name not in base.header:
                note_no_column(name, base.header, problems)
        note_same_names(base.header, problems)
        problems.raise_if_any()
        content = base.read("", [self._model], [], Problems(path))
        models = content.texts[self._model]
        kept = [name for name in base.header if name not in {self._model, self._score}]
        self.models = tuple(sorted(filter(None, models.names)))
        for name in (name for name in self.models if name in kept):
            line = int(content.lines[np.flatnonzero(models.codes == models.code(name))[0]])
            wrong = "this model is called as a column of the table"
            problems.add(wrong, "give it another name", line=line, column=self._model, found=name)
        problems.raise_if_any()
        self.header = (*kept, *self.models)
        self._own = frozenset(kept)

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Content:
        """Read these columns; pairs of item and model that occur twice are noted as problems."""
        own_texts = [name for name in texts if name in self._own]
        own_numbers = [name for name in numbers if name in self._own]
        stated_texts = [name for name in texts if name not in self._own]
        stated_numbers = [name for name in numbers if name not in self._own]
        # All numbers of the table are read, so that they agree on the sign before decimals.
        content = self._base.read(
            self._item,
            [self._model, *own_texts, *([self._score] if stated_texts else [])],
            [self._score, *own_numbers],
            problems,
        )
        cells = _Cells(content, content.texts[self._model])
        cells.note_unnamed(problems, self._model)
        told = ("the item has two scores of the model", "leave one of them out")
        cells.note_twice(problems, cells.model, self._score, told, cells.models.names)
        for name in own_texts:
            cells.note_different(problems, name, content.texts[name].codes)
        for name in own_numbers:
            cells.note_different(problems, name, content.numbers[name].values, content.numbers[name].odd)
        score = content.numbers[self._score]
        rows = {name: cells.rows_of(name) for name in (*stated_texts, *stated_numbers)}
        first = cells.first
        return Content(
            lines=content.lines[first],
            ids=[cells.ids[row] for row in first.tolist()] if ids else None,
            texts={name: content.texts[name].taken(first) for name in own_texts}
            | {name: content.texts[self._score].taken(rows[name]) for name in stated_texts},
            numbers={name: content.numbers[name].taken(first) for name in own_numbers}
            | {name: score.taken(rows[name]) for name in stated_numbers},
            sha256=content.sha256,
            decimal=content.decimal,
            messages=(*content.messages, cells.told()),
            origins=self._origins(content, rows),
            checksums=content.checksums,
            left_out=moved(content.left_out, first),
        )

    def varying(self) -> tuple[str, ...]:
        """Return the columns in which the rows of an item say different things, in their order."""
        own = [name for name in self._base.header if name in self._own and self._base.header.count(name) == 1]
        content = self._base.read(self._item, [self._model, *own], [], Problems(self._path))
        cells = _Cells(content, content.texts[self._model])
        return tuple(name for name in own if not cells.same(content.texts[name].codes).all())

    def _origins(self, content: Content, rows: Mapping[str, IntArray]) -> Mapping[str, Origin]:
        """Return on which lines the models' scores stand."""
        lines = np.append(content.lines, 0)
        return MappingProxyType(
            {name: Origin(self._path, lines[at], content.decimal, self._score) for name, at in rows.items()}
        )


class _Cells(Grouped):
    """The rows of a long table by item and model.

    ``model``: shape (rows,), the model of each row.
    """

    def __init__(self, content: Content, models: Texts) -> None:
        super().__init__(content)
        self.models = models
        self.model = models.codes

    def told(self) -> str:
        """Say how long the table is, and how wide it becomes."""
        models = sum(map(bool, self.models.names))
        return f"Read as a long table: {self.content.n_rows:,} rows for {len(self.first):,} ids and {models:,} models."

    def rows_of(self, name: str) -> IntArray:
        """Return the row in which each item has a score of this model, -1 where there is none."""
        rows = np.full(len(self.first), -1, dtype=np.int64)
        at = np.flatnonzero(self.model == self.models.code(name))
        rows[self.item[at]] = at
        return rows

    def note_unnamed(self, problems: Problems, column: str) -> None:
        """Note rows without a model."""
        nothing = np.asarray(self.model == self.models.code(""))
        self.note(problems, nothing, column, ("the row has no model", "write its name"))
