"""Turns tables in which an item has several rows into such with a row an item: judgements are voted on, models become columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import BoolArray, IntArray
from budgetplan.domain.messages import Message, shortened
from budgetplan.domain.plan import Plan
from budgetplan.errors import Problems
from budgetplan.tables.cells import Numbers, Texts
from budgetplan.tables.columns import find_id, note_no_column, note_same_names
from budgetplan.tables.labels import Meant, check_alike, check_labels, likely
from budgetplan.tables.table import LEFT_OUT, VOTES, ColumnOrigin, Frame, Rows

TIE = "tie"
"""No label has the most judgements."""
SPLIT = "settled_twice"
"""Settled more than once, with different labels."""

NOBODY, TIED, DIVIDED = -1, -2, -3
"""In place of a label: nobody gave one; no label has more judgements than every other; those who settle disagree."""
WHY: Mapping[int, str] = MappingProxyType({TIED: TIE, DIVIDED: SPLIT})
"""Why an item has no label that several people judged."""


def elected(item: IntArray, label: IntArray, settles: BoolArray, n_items: int) -> IntArray:
    """Return the label that each item has by what people say of it: for tables, exports and logs alike.

    Who settles an item decides alone; else the label counts that has more judgements than every other.

    Parameters
    ----------
    item, label, settles
        Shape (J,), a judgement each: the item, in 0 to ``n_items`` - 1, the code of the label, 0 or more, and whether it
        is of somebody who settles what others say.

    Returns
    -------
    array
        Shape (n,): the code of the label, or one of :data:`NOBODY`, :data:`TIED`, :data:`DIVIDED`.

    Examples
    --------
    Two say 0 and one each 1 and 2; one each says 0 and 1; the same, and one settles it; nobody says anything.

    >>> item, label = np.array([0, 0, 0, 0, 1, 1, 2, 2]), np.array([0, 0, 1, 2, 0, 1, 0, 1])
    >>> elected(item, label, np.array([False] * 7 + [True]), 4).tolist()
    [0, -2, 1, -1]
    """
    decided = np.zeros(n_items, dtype=bool)
    decided[item[settles]] = True
    counts = settles | ~decided[item]
    n_labels = int(label.max(initial=0)) + 1
    pair, votes = np.unique(item[counts] * n_labels + label[counts], return_counts=True)
    of, code = pair // n_labels, pair % n_labels
    # Among those who settle a second opinion is none that the first outvotes.
    votes = np.where(decided[of], 1, votes)
    most = np.zeros(n_items, dtype=np.int64)
    np.maximum.at(most, of, votes)
    top = votes == most[of]
    chosen = np.full(n_items, NOBODY, dtype=np.int64)
    chosen[of[top]] = code[top]
    return np.where(np.bincount(of[top], minlength=n_items) > 1, np.where(decided, DIVIDED, TIED), chosen)


def said_alone(item: IntArray, label: IntArray, names: Sequence[str]) -> dict[int, str]:
    """Return what people said of each item that several judged by themselves, sorted, as cells.

    >>> said_alone(np.array([3, 5, 3]), np.array([1, 0, 0]), ["ham", "spam"])
    {3: '["ham", "spam"]'}
    """
    labels: dict[int, list[str]] = {}
    for place, code in zip(item.tolist(), label.tolist(), strict=True):
        labels.setdefault(place, []).append(names[code])
    return {place: json.dumps(sorted(several)) for place, several in labels.items() if len(several) > 1}


def told_of_votes(
    column: str, item: IntArray, settles: BoolArray, chosen: IntArray, called: Callable[[int], str]
) -> list[Message]:
    """Return how items with several judgements got their label; nothing where there are none.

    Parameters
    ----------
    column
        Where the labels are.
    item, settles, chosen
        As in and out of :func:`elected`.
    called
        The name of an item.
    """
    count = np.bincount(item, minlength=len(chosen))
    several = count > 1
    if not several.any():
        return []
    settled = np.isin(np.arange(len(chosen)), item[settles]) & several & (chosen >= 0)
    ways = (("tables.label_settled", settled), ("tables.label_of_most", several & ~settled & (chosen >= 0)))
    taken = [Message(kind, n=n) for kind, which in ways if (n := int(which.sum()))]
    more = {"column": column, "n": int(several.sum())} | ({"taken": taken} if taken else {})
    messages = [Message("tables.judged_more_taken" if taken else "tables.judged_more", **more)]
    for code, kind in ((TIED, "tables.ties"), (DIVIDED, "tables.settled_twice")):
        if names := sorted(called(place) for place in np.flatnonzero(chosen == code).tolist()):
            messages.append(Message(kind, n=len(names), names=names))
    return [*messages, Message("tables.judgements_each", mean=len(item) / int((count > 0).sum()))]


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
        self.item: IntArray = pd.factorize(frame.index)[0]
        self.first: IntArray = np.flatnonzero(~frame.index.duplicated())

    def same(self, *columns: Any) -> BoolArray:
        """Return which rows say of an item what its first row says, in columns of shape (rows,)."""
        codes = [pd.factorize(column)[0] for column in columns]
        return np.asarray(np.all([code == code[self.first[self.item]] for code in codes], axis=0))

    def items(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Return the first row of each item with these columns; rows that say something else are problems.

        ``ids``: empty where the items are to have no names.
        """
        message = Message("tables.rows_differ")
        for name in texts:
            self.frame.note(problems, ~self.same(self.frame.texts[name].codes), message, name)
        for name in numbers:
            column = self.frame.numbers[name]
            odd = np.array([column.odd.get(row, "") for row in range(self.frame.n_rows)], dtype=object)
            self.frame.note(problems, ~self.same(column.values, odd), message, name)
        first = self.frame.only(texts, numbers).take(self.first)
        return first if ids else replace(first, ids=None)

    def note_twice(self, problems: Problems, column: str, by: str, kind: str) -> None:
        """Note rows in which an item has the same text ``by`` again; ``kind``: of the message about that."""
        texts, lines = self.frame.texts[by], self.frame.lines
        _, first, pair = np.unique(self.item * len(texts.names) + texts.codes, return_index=True, return_inverse=True)
        for row in np.flatnonzero(first[pair] != np.arange(len(pair))).tolist():
            name, line = texts.names[texts.codes[row]], int(lines[first[pair[row]]])
            message = Message(kind, name=shortened(name), first=line) if name else Message("tables.same_id")
            problems.add(message, line=int(lines[row]), column=column, item=shortened(self.frame.item(row)))


@dataclass
class Reshaped:
    """A table that is made of an open one: its header, and what reads columns of it."""

    header: tuple[str, ...]
    read: Callable[[str, Sequence[str], Sequence[str], Problems], Frame]


def varying(base: Rows, item: str, others: Sequence[str]) -> tuple[str, ...]:
    """Return the columns but for some ``others`` in which the rows of an item say different things, in their order."""
    names = [name for name in base.header if name not in others and base.header.count(name) == 1]
    frame = base.read(item, names, [], Problems(""))
    rows = Grouped(frame)
    return tuple(name for name in names if not rows.same(frame.texts[name].codes).all())


def require(header: Sequence[str], names: Sequence[str], problems: Problems) -> None:
    """Raise what has been noted of a table, which of these columns it lacks, and which of its own have one name."""
    for name in filter(None, names):
        if name not in header:
            note_no_column(name, header, problems)
    note_same_names(header, problems)
    problems.raise_if_any()


def judged(base: Rows, path: str, plan: Plan, *, alone: bool) -> Reshaped:
    """Return a table of judgements as one with a row an item.

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
    form, label, item = plan.form, plan.columns.label, find_id(base.header, plan.columns.id)
    by, problems = form.annotator, Problems(path)
    if not item:
        problems.add(Message("tables.judgements_without_ids"))
    require(base.header, (by, label, item), problems)

    def read(ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Read these columns; who judges an item twice, and rows that differ in other columns, are problems."""
        own_texts, own_numbers = ([name for name in names if name != label] for names in (texts, numbers))
        frame = base.read(item, [by, label, *own_texts], numbers, problems)
        rows, people = Grouped(frame), frame.texts[by]
        _check_people(rows, by, label, form.adjudicator if alone else "", problems)
        items = rows.items(ids, own_texts, own_numbers, problems)
        n_people = sum(map(bool, people.names))
        message = Message("tables.judgements_read", n=int((~people.empty).sum()), n_people=n_people, n_ids=items.n_rows)
        items = replace(items, messages=(*frame.messages, message))
        if label not in (*texts, *numbers):
            return items
        # Each judgement, since what most people say hides what a few do.
        check_labels(frame, label, problems, Meant((*plan.positive, *form.as_label), plan.positive))
        settles = people.holds(form.adjudicator)
        chosen, tie, votes_told = _settled(rows, label, settles)
        cells = frame.only([label], [label] if label in numbers else []).take(chosen)
        marks = {(LEFT_OUT, label): dict.fromkeys(np.flatnonzero(tie).tolist(), TIE)}
        # What each said is of use where somebody is compared with them.
        if plan.answerers:
            labels = frame.texts[label]
            of_people = ~labels.empty & ~settles
            marks[VOTES, label] = said_alone(rows.item[of_people], labels.codes[of_people], labels.names)
        return replace(items.beside(replace(cells, marks=marks)), messages=(*items.messages, *votes_told))

    return Reshaped(tuple(name for name in base.header if name != by), read)


def _check_people(rows: Grouped, by: str, label: str, adjudicator: str, problems: Problems) -> None:
    """Note labels of nobody, and people who judge an item twice or are not there."""
    frame, people = rows.frame, rows.frame.texts[by]
    # A row with neither is an item that is still to be judged.
    frame.note(problems, people.empty & ~frame.texts[label].empty, Message("tables.nobody_named"), by)
    check_alike(frame, by, "annotator", problems)
    if adjudicator and people.code(adjudicator) < 0:
        names = sorted(filter(None, people.names))
        message = Message("tables.no_such_person", hint=likely(adjudicator, names), names=names)
        problems.add(message, column=by, found=adjudicator)
    if "" not in (frame.ids or ()):  # Those are told elsewhere.
        rows.note_twice(problems, by, by, "tables.judged_twice")


def _settled(rows: Grouped, column: str, settles: BoolArray) -> tuple[IntArray, BoolArray, list[Message]]:
    """Return a row with the label of each item (-1: it has none), where there is a tie, and how that was done."""
    label, n_items = rows.frame.texts[column], len(rows.first)
    given = ~label.empty
    item, settling = rows.item[given], settles[given]
    chosen = elected(item, label.codes[given], settling, n_items)
    # The first row of those that say so stands for the item.
    row = np.full(n_items, -1)
    says = np.flatnonzero(given)[::-1]
    says = says[label.codes[says] == chosen[rows.item[says]]]
    row[rows.item[says]] = says
    message = told_of_votes(column, item, settling, chosen, lambda place: rows.frame.item(int(rows.first[place])))
    return row, chosen == TIED, message


def widened(base: Rows, path: str, columns: Sequence[str]) -> Reshaped:
    """Return a long table as one with a row an item; its last columns are the models, sorted.

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
    """
    problems = Problems(path)
    require(base.header, columns, problems)
    item, by, value_column = columns
    kept = tuple(name for name in base.header if name not in columns[1:])
    frame = base.read("", [by], [], Problems(path))
    texts_by = frame.texts[by]
    header = (*kept, *sorted(filter(None, texts_by.names)))
    for name in header[len(kept) :]:
        if name in kept:
            line = int(frame.lines[texts_by.holds(name).argmax()])
            problems.add(Message("tables.model_like_column"), line=line, column=by, found=name)
    problems.raise_if_any()

    def read(ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Read these columns; pairs of item and model that occur twice are noted as problems."""
        own_texts, own_numbers = ([name for name in names if name in kept] for names in (texts, numbers))
        as_text = [value_column] if {*texts} - {*kept} else []
        # All numbers of the table are read, so that they agree on the sign before decimals.
        frame = base.read(item, [by, *own_texts, *as_text], [value_column, *own_numbers], problems)
        rows, models = Grouped(frame), frame.texts[by]
        frame.note(problems, models.empty, Message("tables.no_model"), by)
        rows.note_twice(problems, value_column, by, "tables.scored_twice")
        items = rows.items(ids, own_texts, own_numbers, problems)
        message = Message("tables.long_read", n=frame.n_rows, n_ids=items.n_rows, n_models=sum(map(bool, models.names)))
        wide, texts_of, origins = dict[str, Numbers](), dict[str, Texts](), dict[str, ColumnOrigin]()
        for name in dict.fromkeys(name for name in (*texts, *numbers) if name not in kept):
            # Of an item's scores of the model the last one.
            row, of_model = np.full(items.n_rows, -1), np.flatnonzero(models.holds(name))
            row[rows.item[of_model]] = of_model
            if name in texts:
                texts_of[name] = frame.texts[value_column].take(row)
            if name in numbers:
                wide[name] = frame.numbers[value_column].take(row)
            origins[name] = ColumnOrigin(path, np.append(frame.lines, 0)[row], frame.sign(value_column), value_column)
        items = items.beside(Frame(items.lines, texts=texts_of, numbers=wide), origins)
        return replace(items, messages=(*frame.messages, message))

    return Reshaped(header, read)
