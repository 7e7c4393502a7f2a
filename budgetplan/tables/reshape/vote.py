"""Turns tables in which an item has several rows into such with a row an item: judgements are voted on, models become columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.domain.messages import Message, shortened
from budgetplan.domain.options import nearest
from budgetplan.domain.plan import Plan
from budgetplan.errors import Problems
from budgetplan.tables.cells import Numbers, Texts
from budgetplan.tables.columns import find_id, note_no_column, note_same_names
from budgetplan.tables.frame import LEFT_OUT, VOTES, ColumnOrigin, Frame, Rows
from budgetplan.tables.labels import Meant, check_alike, check_labels, told_of_twin
from budgetplan.tables.votes import TIE, TIED, elected, told_of_votes
from budgetplan.tables.votes import alone as alone_said


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
        pairs = pd.DataFrame({"item": self.item, "by": self.frame.texts[by].codes})
        again = np.flatnonzero(pairs.duplicated())
        if not len(again):
            return
        names, lines = self.frame.texts[by].names, self.frame.lines
        first = pairs.assign(line=lines).groupby(["item", "by"])["line"].transform("first")
        for row in again.tolist():
            name = names[pairs["by"][row]]
            message = Message(kind, name=shortened(name), first=int(first[row])) if name else Message("tables.same_id")
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
            marks[VOTES, label] = alone_said(rows.item[of_people], labels.codes[of_people], labels.names)
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
        message = Message("tables.no_such_person", names=names)
        if twin := told_of_twin(adjudicator, names):
            message = Message("tables.no_such_person_twin", twin=twin, names=names)
        elif near := nearest(adjudicator, names):
            message = Message("tables.no_such_person_near", near=near, names=names)
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
    message = told_of_votes(column, item, settling, chosen, lambda each: rows.frame.item(int(rows.first[each])))
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
