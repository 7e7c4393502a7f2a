"""Reads a list that nobody has labelled yet: ids, scores, and the texts that somebody needs who labels it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from budgetplan.dataset.scored import items_of, outputs_of
from budgetplan.dataset.winner_scores import check_said
from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.options import advise
from budgetplan.domain.plan import Plan
from budgetplan.tables.columns import (
    Layout,
    check_frame,
    check_list,
    find_columns,
    find_id,
    note_no_column,
    read_columns,
)
from budgetplan.tables.frame import Frame
from budgetplan.tables.opened import open_beside
from budgetplan.tables.problems import Problems
from budgetplan.tables.reshape.join import open_items

LABEL_NAMES = ("label", "pilot_label", "label_of_pilot")
"""What the empty column for the labels is called: the first that the table does not have."""


@dataclass(frozen=True)
class UnlabelledTable:
    """A list without labels.

    Attributes
    ----------
    items, models
        In the order of the ids, as everywhere.
    texts
        By column: what somebody sees who labels, shape (n,), in the table's order of columns.
    id_column, label_column
        What the column of the ids is called, and what that of the labels will be.
    messages, sha256
        How the table was read; its checksum.
    """

    items: Items
    models: tuple[ModelOutput, ...]
    texts: Mapping[str, Sequence[str]]
    id_column: str
    label_column: str
    messages: tuple[str, ...]
    sha256: str


def read_unlabelled(plan: Plan, shown: Sequence[str] = ()) -> UnlabelledTable:
    """Read the table of a plan whose items have no labels yet.

    Parameters
    ----------
    plan
        Its label column may be missing from the table.
    shown
        Columns that whoever labels will see; none: every one that holds texts.

    Raises
    ------
    BadDataError
        With every problem of the table at once.
    """
    problems, wanted = Problems(plan.table), (plan.columns.label, *LABEL_NAMES)
    _check_labels_file(plan)
    plan = replace(plan, form=replace(plan.form, labels="", sample=""))
    with open_items(plan.table, plan) as file:
        label = plan.columns.label if plan.columns.label in file.header else ""
        columns = replace(plan.columns, label=label, weight="", stratum="", group="", split="split")
        plan = replace(plan, columns=columns, split="")
        layout = replace(find_columns(file.header, plan, problems), split="")
        for name in (one for one in shown if one not in file.header):
            note_no_column(name, file.header, problems)
        if not layout.id:
            todo = advise("name the column of the ids ({table.id=COLUMN}), or add one: item_id")
            problems.add("the items have no ids, by which their labels are to be found again", todo)
        problems.raise_if_any()
        to_fill = next(name for name in wanted if name and name not in file.header)
        # Whoever sees an answer labels by it.
        answers = {
            name for one in plan.answerers for name in (one.column, one.confidence, *one.token_columns)
        }
        numbers = {*layout.numbers, layout.id, layout.label, *answers}
        rest = [name for name in file.header if name and (name in shown if shown else name not in numbers)]
        frame = read_columns(file, layout, rest, rest, problems)
    check_frame(frame, layout, problems)
    _check(frame, layout, plan, problems)
    problems.raise_if_any()
    seen = [name for name in rest if shown or frame.numbers[name].odd]
    assert frame.ids is not None
    order = np.array(sorted(range(frame.n_rows), key=frame.ids.__getitem__), dtype=np.int64)
    cells = ((name, frame.texts[name]) for name in seen)
    return UnlabelledTable(
        # Nobody has to have asked about the list.
        items=items_of(frame, layout, replace(plan, answerers=()), frame.ids, order),
        models=outputs_of(frame, plan, order),
        texts={name: [texts.names[code] for code in texts.codes[order].tolist()] for name, texts in cells},
        id_column=layout.id,
        label_column=to_fill,
        messages=frame.messages,
        sha256=frame.sha256,
    )


def _check_labels_file(plan: Plan) -> None:
    """Refuse to draw where a file of labels is filled in: what is paid for would be drawn, and paid for, again."""
    path, label = plan.form.labels, plan.columns.label
    if not path or not Path(path).is_file():
        return
    noted = Problems(path)
    with open_beside(path, plan.form) as file:
        if label not in file.header:
            return
        frame = file.read(find_id(file.header, plan.columns.id), [label], [], noted)
    n = int((~frame.texts[label].empty).sum())
    if n:
        wrong = "1 item has a label already" if n == 1 else f"{n:,} items have a label already"
        todo = "budgetplan report takes these; to draw a sample all the same, from all items, leave out table.labels"
        noted.add(wrong, todo, column=label)
        noted.raise_if_any()


def _check(frame: Frame, layout: Layout, plan: Plan, problems: Problems) -> None:
    """Note labels that are there already, and what is wrong with scores, sizes and prices."""
    if layout.label and (n := int((~frame.texts[layout.label].empty).sum())):
        wrong = "1 row has a label already" if n == 1 else f"{n:,} rows have a label already"
        todo = advise(
            "budgetplan report takes these; to draw a sample all the same, from all rows, leave out {table.label}"
        )
        problems.add(wrong, todo, column=layout.label)
    check_list(frame, layout, plan, problems)
    for model in plan.models:
        if model.says in layout.says and model.column in layout.scores:
            check_said(model, frame, plan.positive, plan.positive, problems)
    for column in layout.scores:
        if frame.numbers[column].empty.all():
            problems.add("no row has a score", "name the column with the scores", column=column)
