"""Opens a plan's table with a row an item, and beside it the labels, prices or weights that have files of their own."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from budgetplan.domain.messages import Message, NamedOption, word
from budgetplan.domain.plan import Plan
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.columns import find_id, note_no_column, note_same_names
from budgetplan.tables.opened import open_beside, open_table
from budgetplan.tables.reshape.vote import judged, widened
from budgetplan.tables.table import ColumnOrigin, Frame, Rows, placed

LOST = 0.01
"""Of more of the labels it is not merely told that they are left out."""


class _Further(NamedTuple):
    """A column that has a file of its own: its name, the file, and what stands in it."""

    column: str
    path: str
    what: str


class JoinedRows:
    """A table with the columns that a plan has in further files.

    ``alone``: this is the only table, so that rows for items it does not have are worth a word.
    """

    def __init__(self, base: Rows, plan: Plan, *, alone: bool) -> None:
        form, sampled = plan.form, ((plan.columns.weight, "weight"), (plan.columns.stratum, "stratum"))
        beside = {plan.columns.split, *(column for column, _ in sampled)} - {"", *base.header}
        if beside and form.labels:
            # What is wrong with this file is told where its labels are read.
            with suppress(BadDataError), open_beside(form.labels, form) as file:
                beside.intersection_update(file.header)
        labels = _Further(plan.columns.label, form.labels, "label")
        costs = _Further(plan.columns.cost, form.costs, "price")
        drawn = [_Further(column, form.sample or form.labels * (column in beside), what) for column, what in sampled]
        split = _Further(plan.columns.split, form.labels * (plan.columns.split in beside), "split")
        self._further = [further for further in (labels, costs, split, *drawn) if further.path and further.column]
        columns = (further.column for further in self._further if further.column not in base.header)
        self.header = (*base.header, *columns)
        self._base, self._plan, self._alone = base, plan, alone

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Read the rows of the table, and the columns of the further files in their order.

        Raises
        ------
        BadDataError
            Where a further file cannot be joined at all; rows of it that cannot are noted as problems.
        """
        asked = [further for further in self._further if further.column in {*texts, *numbers}]
        columns = {further.column for further in asked}
        for further in [*asked]:
            if further.column in self._base.header:
                with open_beside(further.path, self._plan.form) as file:
                    there = [name for name in file.header if name]
                others = {other.column for other in asked if other.path == further.path} - {*self._base.header}
                if further.what == "stratum" and further.column not in there and others & {*there}:
                    # The table says of every item where it belongs, the file what those that were drawn stand for.
                    asked.remove(further)
                    columns.discard(further.column)
                    continue
                message = Message("tables.column_here_alone", path=further.path, names=there)
                if further.column in there:
                    message = Message("tables.column_in_both", path=further.path)
                problems.add(message, column=further.column)
            elif ids not in self._base.header:
                problems.add(Message("tables.joined_without_ids", what=word(further.what), path=further.path))
        problems.raise_if_any()
        own_texts, own_numbers = ([name for name in names if name not in columns] for names in (texts, numbers))
        frame = self._base.read(ids, own_texts, own_numbers, problems)
        for further in asked:
            try:
                other = self._read(further, ids, texts, numbers)
            except BadDataError as error:
                # What makes it useless is raised with all other problems.
                raise BadDataError([*problems.listed(), *error.problems]) from None
            frame = self._joined(frame, other, further, problems)
        return frame

    def _joined(self, frame: Frame, other: Frame, further: _Further, problems: Problems) -> Frame:
        assert frame.ids is not None
        assert other.ids is not None
        self._check_ids(frame.ids, other, further, problems)
        again = Message("tables.joined_twice", what=word(further.what))
        if further.what == "label" and not self._plan.form.annotator:
            again = Message("tables.label_twice")
        other.note_ids(problems, Message("tables.joined_no_id", what=word(further.what)), again, file=further.path)
        first = np.flatnonzero(~other.index.duplicated())
        rows = np.append(first, -1)[other.index[first].get_indexer(frame.index)]
        if frame.n_rows and self._alone and (rows < 0).all():
            message = Message("tables.joined_nothing", what=word(further.what), here=frame.ids, there=other.ids)
            problems.add(message, file=further.path)
            problems.raise_if_any()
        there = other.take(rows)
        lacking = there.texts[further.column].empty if further.column in there.texts else rows < 0
        without = sorted(frame.index[lacking])
        beyond = sorted({*other.ids} - {*frame.ids} - {""}) if self._alone else []
        messages = []
        # A file on the sample has a row for the labelled items alone.
        if without and further.what not in {"weight", "stratum", "split"}:
            of_file = {"what": word(further.what), "file": further.path}
            messages.append(Message("tables.joined_without", **of_file, n=len(without), names=without))
        if beyond:
            messages.append(Message("tables.joined_beyond", file=further.path, n=len(beyond), names=beyond))
        return replace(
            frame.beside(there, {further.column: ColumnOrigin(further.path, there.lines, other.sign(further.column))}),
            messages=tuple(dict.fromkeys((*frame.messages, *placed(further.path, other.messages), *messages))),
            checksums={**frame.checksums, further.path: other.sha256},
        )

    def _check_ids(self, ours: Sequence[str], other: Frame, further: _Further, problems: Problems) -> None:
        """Note ids that were taken for numbers, and labels of many items that the table does not have."""
        assert other.ids is not None
        outside = ~other.index.isin([*ours, ""])
        beyond = np.array(other.ids, dtype=object)[outside]
        if not self._alone or not len(beyond):
            return
        changed = changed_ids(beyond, ours)
        if not changed:
            # Where it was the table that was changed.
            changed = [(there, here) for here, there in changed_ids(sorted({*ours} - {*other.ids}), beyond)]
        if changed:
            problems.add(told_of_changed(changed, len(other.ids), Message("tables.in_table")), file=further.path)
            problems.raise_if_any()
        if further.what != "label":
            return
        filled_in = ~other.texts[further.column].empty
        lost = filled_in & outside
        if (filled_in & ~outside).any() and lost.sum() > LOST * filled_in.sum():
            names = sorted({*np.array(other.ids, dtype=object)[lost]})
            message = Message("tables.labels_lost", n=int(filled_in.sum()), n_items=len(names), names=names)
            problems.add(message, file=further.path)

    def _read(self, further: _Further, ids_column: str, texts: Sequence[str], numbers: Sequence[str]) -> Frame:
        """Read the further file.

        Raises
        ------
        BadDataError
            It cannot be used.
        """
        form, noted = self._plan.form, Problems(further.path)
        with open_beside(further.path, form, form.collected) as file:
            rows: Rows = file
            if further.path == form.labels and form.annotator:
                if form.annotator not in file.header:
                    note_no_column(form.annotator, file.header, noted)
                    noted.raise_if_any()
                rows = judged(file, further.path, self._plan, alone=self._alone)
            ids = find_id(file.header, self._plan.columns.id)
            if ids not in file.header:
                noted.add(Message("tables.joined_no_ids", column=ids_column))
            note_same_names([name for name in file.header if name in {ids, further.column}], noted)
            if further.column not in file.header:
                key = NamedOption(self._plan.columns.keys["cost" if further.what == "price" else further.what])
                note_no_column(further.column, file.header, noted, Message("tables.no_column_of_key", keys=[key]))
            noted.raise_if_any()
            wanted = [[further.column] * (further.column in columns) for columns in (texts, numbers)]
            frame = rows.read(ids, wanted[0], wanted[1], noted)
            noted.raise_if_any()
        return frame


@contextmanager
def open_items(
    path: str, plan: Plan, *, alone: bool = True, given: Mapping[str, Rows] = MappingProxyType({})
) -> Iterator[Rows]:
    """Open a table of the plan, with one row an item.

    ``alone``: this is the plan's only table. ``given``: tables that are no files, by name.

    Raises
    ------
    BadDataError
        The file cannot be read, or is no table, or can be read in two ways.
    """
    if path in given:
        table = given[path]
        yield judged(table, path, plan, alone=alone) if plan.form.annotator else table
        return
    form = plan.form
    with open_table(path, form) as file:
        rows: Rows = widened(file, path, form.long) if form.long else file
        if form.annotator and not form.labels:
            rows = judged(rows, path, plan, alone=alone)
        further = form.labels or form.costs or form.sample
        yield JoinedRows(rows, plan, alone=alone) if further else rows


_NUMBER = re.compile(r"([0-9]{1,40})(?:[.,]([0-9]{1,40}))?(?:[eE]\+?([0-9]{1,2}))?")
_KEPT = 15
"""So many digits of a number a spreadsheet keeps."""


def changed_ids(strange: Iterable[str], ids: Iterable[str]) -> list[tuple[str, str]]:
    """Return which of the strange ids are a known one that was taken for a number, each with one that it may have been.

    That is where both are the same number, or the strange one is rounded as spreadsheets and floats are.

    >>> known = ["0012", "100000", "1234563452359492539", "7"]
    >>> changed_ids(["1234563452359492540", "1234563452359492608"], known)
    [('1234563452359492608', '1234563452359492539')]
    >>> changed_ids(["12", "1e+05", "1.23456E+18", "1234563452359490000", "7.0", "8", "w1"], known)
    [('12', '0012'), ('1e+05', '100000'), ('1.23456E+18', '1234563452359492539'), ('1234563452359490000', '1234563452359492539'), ('7.0', '7')]
    """
    strange = [name for name in strange if _NUMBER.fullmatch(name)]
    ours = [name for name in ids if _NUMBER.fullmatch(name)] if strange else []
    ours.sort(key=_value)
    places, last, changed = [*map(_value, ours)], len(ours) - 1, list[tuple[str, str]]()
    for name in strange if ours else ():
        value, unit = _value(name), _unit(name)
        at = min(max(bisect_left(places, value), min(1, last)), last)
        if at and abs(places[at - 1] - value) <= abs(places[at] - value):
            at -= 1
        # Of long numbers many are the same float: one is changed where its digits are those of the float.
        kept = not unit and name.isdigit() and len(name) > _KEPT and name != f"{value:.0f}"
        if not kept and abs(places[at] - value) <= unit:
            changed.append((name, ours[at]))
    return changed


def _value(number: str) -> float:
    return float(number.replace(",", "."))


def _unit(number: str) -> float:
    """Return what the last digit that a number keeps is worth; 0 where it keeps all.

    >>> _unit("1.23E+18"), _unit("1234563452359490000"), _unit("1234563452359490001")
    (1e+16, 10000.0, 0.0)
    """
    whole, decimals, power = re.findall(_NUMBER, number)[0]
    size, digits, beyond = len(whole) + int(power or 0), len(whole + decimals), number[_KEPT:]
    if power and size > digits:
        return 10.0 ** (size - digits)
    return 10.0 ** (size - _KEPT) if beyond and not decimals and not beyond.strip("0") else 0.0


def told_of_changed(changed: Sequence[tuple[str, str]], n: int, where: Message) -> Message:
    """Return what is wrong with a file of ``n`` ids; ``where``: in which place they stand as they were.

    >>> told_of_changed([("12", "0012")], 40, Message("tables.in_table")).texts()[0]
    'a spreadsheet, or a program that mistakes ids for numbers, has changed 1 of 40 ids: here 12, in the table 0012'
    """
    here, there = changed[0]
    return Message("tables.ids_changed", n=len(changed), of=n, here=here, where=where, there=there)
