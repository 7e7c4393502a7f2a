"""Turns a table with one row for each judgement into one with a row an item: what most people say, or who settles it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.domain.options import advise, nearest
from budgetplan.domain.plan import Plan
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import find_id
from budgetplan.tables.exports.votes import TIE, TIED, elected, told_of_several
from budgetplan.tables.frame import LEFT_OUT, VOTES, Frame, Rows, votes_cell
from budgetplan.tables.label_names import told_of_twin
from budgetplan.tables.labels import Meant, check_alike, check_labels
from budgetplan.tables.problems import Problems, did_you_mean, listing
from budgetplan.tables.reshape.group import Grouped, SeveralRows, require


class JudgedRows(SeveralRows):
    """A table of judgements as one with a row an item.

    Parameters
    ----------
    base
        The table of judgements.
    path
        Its name, for messages.
    plan
        Says its columns with the item (which may be called as usual), with the label and with who judged, who of
        them settles what the others say, and what is a label though it may look like an empty cell.
    alone
        Whether this is the only table, in which whoever settles must be.

    Raises
    ------
    BadDataError
        One of the columns is not there.
    """

    def __init__(self, base: Rows, path: str, plan: Plan, *, alone: bool) -> None:
        form, label, item = plan.form, plan.columns.label, find_id(base.header, plan.columns.id)
        problems = Problems(path)
        if not item:
            todo = advise("name its column: {table.id=COLUMN}")
            problems.add("judgements are brought together by the item's id", todo)
        require(base.header, (form.annotator, label, item), problems)
        super().__init__(base, (item, form.annotator, label))
        self._meant = Meant((*plan.positive, *form.as_label), plan.positive)
        self._adjudicator, self._alone = form.adjudicator, alone
        # What each said is of use where somebody is compared with them.
        self._compared = bool(plan.answerers)
        self.header = tuple(name for name in base.header if name != form.annotator)

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Read these columns; who judges an item twice, and rows that differ in other columns, are problems."""
        own_texts, own_numbers = (
            [name for name in names if name != self._said] for names in (texts, numbers)
        )
        frame = self._base.read(self._item, [self._by, self._said, *own_texts], numbers, problems)
        rows, people = Grouped(frame), frame.texts[self._by]
        self._check_people(rows, people, problems)
        items = rows.items(ids, own_texts, own_numbers, problems)
        n_people = sum(map(bool, people.names))
        judged = f"Read as a table of judgements: {frame.n_rows:,} by {n_people:,} people, of {items.n_rows:,} ids."
        items = replace(items, messages=(*frame.messages, judged))
        if self._said not in (*texts, *numbers):
            return items
        # Each judgement, since what most people say hides what a few do.
        check_labels(frame, self._said, problems, self._meant)
        settles = people.holds(self._adjudicator)
        chosen, tie, said = _settled(rows, self._said, settles)
        cells = replace(frame, cells=frame.cells[[self._said]]).take(chosen).cells
        cells[self._said, LEFT_OUT] = pd.Categorical.from_codes(np.where(tie, 0, -1), [TIE])
        if self._compared:
            cells[self._said, VOTES] = _votes(rows, self._said, settles)
        return replace(items.beside(cells), messages=(*items.messages, *said))

    def _check_people(self, rows: Grouped, people: Texts, problems: Problems) -> None:
        """Note rows without a person, and people who judge an item twice or are not there."""
        frame = rows.frame
        frame.note(problems, people.empty, ("nobody is named who judged", "write who judged"), self._by)
        check_alike(frame, self._by, "annotator", problems)
        if self._alone and self._adjudicator and people.code(self._adjudicator) < 0:
            names = [name for name in people.names if name]
            twin = told_of_twin(self._adjudicator, names)
            hint = f"{twin}; " if twin else did_you_mean(nearest(self._adjudicator, names))
            todo = f"{hint}those who judged are {listing(sorted(names))}"
            problems.add("nobody of this name judged", todo, column=self._by, found=self._adjudicator)
        if "" not in (frame.ids or ()):  # Those are told elsewhere.
            told = ("the item is judged twice by", "leave one of the two out")
            rows.note_twice(problems, self._by, self._by, told)


def _settled(rows: Grouped, column: str, settles: BoolArray) -> tuple[IntArray, BoolArray, list[str]]:
    """Return a row with the label of each item (-1: it has none), where there is a tie, and how that was done."""
    label, n_items = rows.frame.texts[column], len(rows.first)
    given = ~label.empty
    item, settling = rows.item[given], settles[given]
    chosen = elected(item, label.codes[given], settling, n_items)
    count = np.bincount(item, minlength=n_items)
    several, tie = count > 1, chosen == TIED
    settled = np.bincount(item[settling], minlength=n_items) > 0
    # The first row of those that say so stands for the item.
    row = np.full(n_items, -1)
    says = np.flatnonzero(given)[::-1]
    says = says[label.codes[says] == chosen[rows.item[says]]]
    row[rows.item[says]] = says
    said = told_of_several(
        column,
        several=int(several.sum()),
        settled=int((several & settled).sum()),
        ties=[*map(rows.frame.item, rows.first[tie].tolist())],
        splits=(),
        mean=len(item) / max(1, int((count > 0).sum())),
    )
    return row, tie, said


def _votes(rows: Grouped, column: str, settles: BoolArray) -> pd.Categorical:
    """Return what people said of each item that several judged by themselves, sorted, as cells."""
    label, n_items = rows.frame.texts[column], len(rows.first)
    by_name = np.argsort(np.argsort(np.array(label.names, dtype=object)))
    own = ~label.empty & ~settles
    item, said = rows.item[own], by_name[label.codes[own]]
    order = np.lexsort((said, item))
    item, said = item[order], said[order]
    count = np.bincount(item, minlength=n_items)
    place = np.arange(len(item)) - np.repeat(np.cumsum(count) - count, count)
    several = count > 1
    table = np.full((n_items, int(count.max(initial=0))), -1)
    table[item, place] = said
    kinds, of_item = np.unique(table[several], axis=0, return_inverse=True)
    names = sorted(label.names)
    told = [votes_cell([names[code] for code in one if code >= 0]) for one in kinds.tolist()]
    codes = np.full(n_items, -1)
    codes[several] = of_item.ravel()
    return pd.Categorical.from_codes(codes, pd.Index(told, dtype=object))
