"""Turns a table with one row for each item and model into one with a row an item and a column a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from budgetplan.errors import counted
from budgetplan.tables.frame import LINE, TEXT, ColumnOrigin, Frame, Rows, asked, filled
from budgetplan.tables.problems import Problems
from budgetplan.tables.reshape.group import Grouped, SeveralRows, require


class LongRows(SeveralRows):
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

    def __init__(self, base: Rows, path: str, columns: Sequence[str]) -> None:
        problems = Problems(path)
        require(base.header, columns, problems)
        super().__init__(base, columns)
        self._path = path
        frame = base.read("", [self._by], [], Problems(path))
        models = frame.texts[self._by]
        self.models = tuple(sorted(filter(None, models.names)))
        for name in (name for name in self.models if name in self._own):
            line = int(frame.lines[models.holds(name).argmax()])
            wrong = "this model is called as a column of the table"
            problems.add(wrong, "give it another name", line=line, column=self._by, found=name)
        problems.raise_if_any()
        self.header = (*self._own, *self.models)

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Read these columns; pairs of item and model that occur twice are noted as problems."""
        stated = [name for name in (*texts, *numbers) if name not in self._own]
        own_texts = [name for name in texts if name in self._own]
        own_numbers = [name for name in numbers if name in self._own]
        as_text = [self._said] if {*stated} & {*texts} else []
        # All numbers of the table are read, so that they agree on the sign before decimals.
        frame = self._base.read(
            self._item, [self._by, *own_texts, *as_text], [self._said, *own_numbers], problems
        )
        rows, models = Grouped(frame), frame.texts[self._by]
        frame.note(problems, models.empty, ("the row has no model", "write its name"), self._by)
        told = ("the item has two scores of the model", "leave one of them out")
        rows.note_twice(problems, self._said, self._by, told)
        items = rows.items(ids, own_texts, own_numbers, problems)
        n_models = sum(map(bool, models.names))
        long = f"Read as a long table: {counted(frame.n_rows, 'row')} for {counted(items.n_rows, 'id')} and {counted(n_models, 'model')}."
        said = frame.cells[self._said].assign(
            item=rows.item, model=frame.cells[self._by, TEXT].to_numpy(object), **{LINE: frame.lines}
        )
        once = said.drop_duplicates(["item", "model"], keep="last")
        wide = once.pivot(index="item", columns="model").swaplevel(axis=1)
        cells = asked(wide, *([name for name in names if name in stated] for names in (texts, numbers)))
        origin = ColumnOrigin(self._path, frame.sign(self._said), self._said)
        return replace(
            items.beside(filled(cells), dict.fromkeys(stated, origin)),
            messages=(*frame.messages, long),
            single=frame.single.union(stated if self._said in frame.single else ()),
        )
