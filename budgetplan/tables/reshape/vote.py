"""Turns a table with one row for each judgement into one with a row an item: what most people say, or who settles it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.domain.options import nearest
from budgetplan.domain.plan import TableForm
from budgetplan.tables.cells import Numbers, Texts, to_numbers
from budgetplan.tables.columns import find_id, note_no_column, note_same_names
from budgetplan.tables.content import Content, ItemRows, moved
from budgetplan.tables.exports.votes import TIE, told_of_several
from budgetplan.tables.labels import Meant, check_labels
from budgetplan.tables.problems import Problems, listing
from budgetplan.tables.reshape.group import Grouped


class JudgedRows:
    """A table of judgements as one with a row an item.

    Parameters
    ----------
    base
        The table of judgements.
    path
        Its name, for messages.
    form
        Says its column with who judged, and who of them settles what the others say.
    label, ids
        Its columns with the labels and the names of the items; ``ids`` may be empty where it is called as usual.
    alone
        Whether this is the only table, in which whoever settles must be.
    known
        What the plan calls a label, though it may look like an empty cell.

    Raises
    ------
    BadDataError
        One of the columns is not there.
    """

    def __init__(
        self,
        base: ItemRows,
        path: str,
        form: TableForm,
        label: str,
        ids: str,
        *,
        alone: bool,
        known: Sequence[str],
    ) -> None:
        self._base, self._known, self._as_label = base, known, form.as_label
        self._annotator, self._adjudicator, self._alone = form.annotator, form.adjudicator, alone
        self._label, self._ids = label, find_id(base.header, ids)
        problems = Problems(path)
        if not self._ids:
            problems.add("judgements are brought together by the item's id", "name its column: --id COLUMN")
        for name in filter(None, (self._annotator, label, self._ids)):
            if name not in base.header:
                note_no_column(name, base.header, problems)
        note_same_names(base.header, problems)
        problems.raise_if_any()
        self.header = tuple(name for name in base.header if name != self._annotator)

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Content:
        """Read these columns; who judges an item twice, and rows that differ in other columns, are problems."""
        asked = [self._annotator, self._label, *(name for name in texts if name != self._label)]
        content = self._base.read(self._ids, asked, numbers, problems)
        rows, people = Grouped(content), content.texts[self._annotator]
        self._check_people(rows, people, problems)
        for name in texts:
            if name != self._label:
                rows.note_different(problems, name, content.texts[name].codes)
        others = [name for name in numbers if name != self._label]
        for name in others:
            rows.note_different(problems, name, content.numbers[name].values, content.numbers[name].odd)
        first = rows.first
        said: list[str] = []
        labels, left_out = {}, moved(content.left_out, first)
        found = {name: content.numbers[name].taken(first) for name in others}
        if self._label in (*texts, *numbers):
            # Each judgement, since what most people say hides what a few do.
            known = (*self._known, *self._as_label)
            check_labels(content, self._label, problems, Meant(known, self._known))
            settles = np.asarray(people.codes == people.code(self._adjudicator))
            label, left_out, said = _settled(rows, content.texts[self._label], settles, self._label)
            labels = {self._label: label} if self._label in texts else {}
            if self._label in numbers:
                cells = [label.names[code] for code in label.codes.tolist()]
                found[self._label] = Numbers(*to_numbers(cells, content.decimal))
        return replace(
            content,
            lines=content.lines[first],
            ids=[rows.ids[row] for row in first.tolist()] if ids else None,
            texts={name: content.texts[name].taken(first) for name in texts} | labels,
            numbers=found,
            messages=(*content.messages, _told(rows, people), *said),
            left_out=left_out,
        )

    def _check_people(self, rows: Grouped, people: Texts, problems: Problems) -> None:
        """Note rows without a person, and people who judge an item twice or are not there."""
        nobody = np.asarray(people.codes == people.code(""))
        rows.note(problems, nobody, self._annotator, ("nobody is named who judged", "write who judged"))
        if self._alone and self._adjudicator and people.code(self._adjudicator) < 0:
            names = [name for name in people.names if name]
            meant = nearest(self._adjudicator, names)
            hint = f"did you mean {meant}? " if meant else ""
            todo = f"{hint}those who judged are {listing(sorted(names))}"
            problems.add("nobody of this name judged", todo, column=self._annotator, found=self._adjudicator)
        if "" not in rows.ids:  # Those are told elsewhere.
            told = ("the item is judged twice by", "leave one of the two out")
            rows.note_twice(problems, people.codes, self._annotator, told, people.names)

    def varying(self) -> tuple[str, ...]:
        """Return the columns in which the rows of an item say different things, without the labels."""
        own = [name for name in self.header if name != self._label and self.header.count(name) == 1]
        content = self._base.read(self._ids, own, [], Problems(""))
        rows = Grouped(content)
        return tuple(name for name in own if not rows.same(content.texts[name].codes).all())


def _told(rows: Grouped, people: Texts) -> str:
    n_people = sum(map(bool, people.names))
    return f"Read as a table of judgements: {len(rows.item):,} by {n_people:,} people, of {len(rows.first):,} ids."


def _settled(
    rows: Grouped, label: Texts, settles: BoolArray, column: str
) -> tuple[Texts, dict[str, dict[int, str]], list[str]]:
    """Return the labels of the items, why judged ones have none, and how that was done, in words."""
    judged = np.asarray(label.codes != label.code(""))
    most, n_most, n_judgements = _most(rows, label, judged)
    own, _, n_settling = _most(rows, label, judged & settles)
    # Nobody judges an item twice, so that there is one settling label at most.
    by_settling, several = n_settling > 0, n_judgements > 1
    tie = ~by_settling & (n_most > 1)
    chosen = np.where(by_settling, own, most)
    chosen[tie | (n_judgements == 0)] = -1
    names = np.array([rows.ids[row] for row in rows.first.tolist()], dtype=object)
    said = told_of_several(
        column,
        several=int(several.sum()),
        settled=int((several & by_settling).sum()),
        ties=names[tie].tolist(),
        splits=(),
        mean=float(n_judgements.sum() / max(1, (n_judgements > 0).sum())),
    )
    reasons = dict.fromkeys(np.flatnonzero(tie).tolist(), TIE)
    texts = label.names if "" in label.names else (*label.names, "")
    codes = np.where(chosen < 0, texts.index(""), chosen)
    return Texts(codes, texts), {column: reasons}, said


def _most(rows: Grouped, label: Texts, among: BoolArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return, by item: one of the labels with most judgements, how many labels have as many, and all judgements."""
    n_items, n_labels = len(rows.first), len(label.names)
    pair, n_times = np.unique(rows.item[among] * n_labels + label.codes[among], return_counts=True)
    item, code = np.divmod(pair, n_labels)
    greatest = np.zeros(n_items, dtype=np.int64)
    np.maximum.at(greatest, item, n_times)
    top = n_times == greatest[item]
    chosen = np.full(n_items, -1, dtype=np.int64)
    chosen[item[top]] = code[top]
    return (
        chosen,
        np.bincount(item[top], minlength=n_items),
        np.bincount(rows.item[among], minlength=n_items),
    )
