"""Lists that nobody has labelled: in files of their own, read beside the labelled items; or alone, to be sampled from."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import BoolArray, joined, taken
from budgetplan.dataset import scored
from budgetplan.dataset.rows import Sheet, read_sheet, with_known
from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.items import WITHOUT, Items, ModelOutput, of_same_names
from budgetplan.domain.messages import Message, shortened
from budgetplan.domain.plan import ListFiles, Plan, TableForm
from budgetplan.errors import BadDataError, Problem, Problems
from budgetplan.files import refuse_unfinished
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import Layout, check_list, find_columns, find_id, note_no_column
from budgetplan.tables.labels import note_alike, tally
from budgetplan.tables.opened import open_beside, open_table
from budgetplan.tables.reshape.join import open_items

LABEL_NAMES = ("label", "pilot_label", "label_of_pilot")
"""What the empty column for the labels is called: the first that the table does not have."""


def files_of_list(listed: ListFiles) -> tuple[str, ...]:
    """Return the files of the list, sorted; a name that a file has is no pattern.

    Raises
    ------
    BadDataError
        No file has such a name, or what has it is no file.
    """
    # A pattern may begin anywhere.
    paths = (listed.files,) if Path(listed.files).exists() else tuple(sorted(glob.glob(listed.files)))  # noqa: PTH207
    if not paths:
        raise BadDataError.of(Message("dataset.no_list_file"), listed.files)
    folders, problems = [path for path in paths if Path(path).is_dir()], list[Problem]()
    for path in paths:
        if path.encode(errors="ignore").decode() != path:
            problems.append(Problem(Message("dataset.file_name_not_utf8"), path))
        if not Path(path).exists():
            problems.append(Problem(Message("dataset.link_to_nothing"), path))
    for path in folders:
        inside = Counter(inner.suffix for inner in Path(path).glob("[!._]*") if inner.is_file())
        pattern = listed.files if len(folders) == len(paths) else path
        suffix = max(inside, key=inside.__getitem__, default="")
        kind = "dataset.list_is_folder" if len(folders) == len(paths) else "dataset.folder_in_list"
        problems.append(Problem(Message(kind, files=f"{pattern.rstrip('/')}/*{suffix}"), path))
    if problems:
        raise BadDataError(problems)
    for file in paths:
        refuse_unfinished(file)
    return paths


def files_read(plan: Plan) -> tuple[str, ...]:
    """Return the files that a plan names: its tables, what came back of a review, and its list."""
    form, deferral, reviewed, listed = plan.form, plan.deferral, plan.reviewed, plan.listed
    paths = [plan.table, form.labels, form.costs, form.sample]
    if deferral is not None:
        paths += [deferral.file_validation, deferral.file_test]
        paths += [path for model in deferral.models for path in (model.array, model.classes_from)]
    if reviewed is not None:
        paths += [*reviewed.logs, *map(str, Path(reviewed.queue, "manifest").glob("*"))]
    if listed is not None and listed.engine != "sql":
        paths += [listed.files, *glob.glob(listed.files)]  # noqa: PTH207 - a pattern may begin anywhere
    return tuple(dict.fromkeys(filter(None, paths)))


def with_list(plan: Plan, data: ScoredTable) -> ScoredTable:
    """Return labelled items with the list from its files, as if all stood in one table.

    Rows of the table without a label are left out; so are rows of the list that the table has with a label.

    Raises
    ------
    BadDataError
        With every problem of every file at once.
    """
    assert plan.listed is not None
    alone, n_unlabelled = labelled_alone(data), int((~data.items.labelled).sum())
    files = files_of_list(plan.listed)
    parts, wrong = list[ScoredTable](), list[Problem]()
    for file in files:
        try:
            parts.append(_read(plan, file, alone))
        except BadDataError as error:
            wrong += error.problems
    if wrong:
        raise BadDataError(wrong)
    problems = Problems(plan.listed.files)
    for at, model in enumerate(plan.models):
        if all(np.isneginf(part.models[at].score).all() for part in parts):
            problems.add(NO_SCORE, column=model.column)
    problems.raise_if_any()
    elsewhere = names_elsewhere(plan, data)
    among = (pd.Index(part.items.ids, dtype=object).isin(elsewhere) for part in parts)
    listed = [_of_rows(part, ~rows | part.items.labelled) for part, rows in zip(parts, among, strict=True)]
    ids = pd.Index([name for part in listed for name in part.items.ids], dtype=object)
    if len(again := ids[ids.duplicated()]):
        first = min(again)
        where = [file for file, part in zip(files, listed, strict=True) if first in part.items.ids]
        raise BadDataError([doubled_id(", ".join(where), first, len(again))])
    n_list, n_rows = (
        sum(int((~part.items.labelled).sum()) for part in listed),
        sum(part.items.n_items for part in parts),
    )
    refuse_none_left(plan, n_list)
    if alone.items.group is not None:
        _check_groups([alone.items, *(part.items for part in listed)], files)
    whole = together(plan, alone, *listed)
    messages = list_messages(files, n_list, n_rows - n_list, n_unlabelled, judged=plan.reviewed is not None)
    if plan.quota is not None and whole.items.quota is not None:
        strata, used = Texts(whole.items.quota, whole.items.quotas), whole.items.labelled
        scored.compare_strata(problems, plan.quota, strata.counts(used), strata.counts(~used))
        problems.raise_if_any()
        messages = (scored.strata_told(strata, used, ~used, plan.quota.by), *messages)
    messages += tuple(
        scored.without_score(model.name, n, n_list)
        for model in whole.models
        if (n := int(np.isneginf(model.score[~whole.items.labelled]).sum()))
    )
    checksums = {**data.checksums} | {file: part.sha256 for file, part in zip(files, parts, strict=True)}
    return replace(whole, messages=(*alone.messages, *messages), checksums=MappingProxyType(checksums))


def together(plan: Plan, *tables: ScoredTable) -> ScoredTable:
    """Return the first of several tables with the items of all of them, in the order of their names."""
    order = np.argsort(np.array([name for table in tables for name in table.items.ids], dtype=object), kind="stable")
    items = joined(of_same_names([table.items for table in tables]), WITHOUT, order)
    models = (joined(parts, {}, order) for parts in zip(*(table.models for table in tables), strict=True))
    whole = replace(tables[0], items=items, models=tuple(models))
    return replace(whole, labels=tally(Counter(whole.known_labels()[1]), plan.positive, "collected"))


def _of_rows(data: ScoredTable, rows: BoolArray) -> ScoredTable:
    """Return some items of a table, in their order, with what the models say of them."""
    return replace(data, items=taken(data.items, rows), models=tuple(taken(model, rows) for model in data.models))


def labelled_alone(data: ScoredTable) -> ScoredTable:
    """Return the labelled items of a table."""
    return _of_rows(data, data.items.labelled)


def names_elsewhere(plan: Plan, data: ScoredTable) -> frozenset[str]:
    """Return the names of items that are not on the list: labelled ones, those judged already, and what the table leaves out.

    A label is there whether it is used or not: of another split, without a score, or like what was reviewed.
    """
    labelled, left_out = taken(data.items, data.items.labelled).ids, (row.item for row in data.excluded)
    return frozenset([*labelled, *left_out, *(plan.reviewed.ids if plan.reviewed is not None else ())])


def list_messages(
    files: Sequence[str], n_list: int, n_again: int, n_unlabelled: int, *, judged: bool = False
) -> tuple[Message, ...]:
    """Return what is told of a list in files of its own; ``judged``: some of it has been judged since it was planned.

    >>> print(*list_messages(["list/a.csv", "list/b.csv"], 1200, 1, 0))
    The list: 1,200 items in 2 files. 1 row of them is a labelled item: left out of the list.
    """
    where = files[0] if len(files) == 1 else Message("dataset.files", n=len(files))
    message = Message("dataset.list", n=n_list, where=where)
    if n_again:
        kind = "dataset.list_without_judged" if judged else "dataset.list_without_labelled"
        message = Message(kind, message=message, n=n_again)
    return (message, Message("dataset.list_elsewhere", n=n_unlabelled)) if n_unlabelled else (message,)


def doubled_id(where: str, item: str, n_more: int) -> Problem:
    """Return the problem of a list in which rows have the same name."""
    return Problem(Message("dataset.doubled_id", n=n_more), where, item=shortened(item))


NO_SCORE = Message("dataset.list_without_scores")
"""What is wrong with a list of which a model knows nothing."""


def refuse_none_left(plan: Plan, n_items: int) -> None:
    """Raise where all items of the list are labelled or judged: there is nothing to plan."""
    assert plan.listed is not None
    if not n_items:
        raise BadDataError.of(Message("dataset.list_judged"), plan.listed.files)


def list_plan(plan: Plan, id_column: str) -> Plan:
    """Return the plan as it asks for the columns of the list's files: without labels, weights and splits."""
    assert plan.listed is not None
    ids = plan.listed.id or id_column or plan.columns.id
    columns = replace(plan.columns, label="", weight="", stratum="", split="split", id=ids)
    kept = ("separator", "decimal", "encoding", "map", "empty")
    form = TableForm(**{name: getattr(plan.form, name) for name in kept}, of_two=True)
    if not columns.id:
        raise BadDataError.of(Message("dataset.labelled_without_ids"), plan.table)
    return replace(plan, columns=columns, split="", form=form)


def list_layout(header: Sequence[str], plan: Plan, file: str, weight: str = "") -> Layout:
    """Return the columns of a file of the list; ``weight``: the column of the weights in the table.

    Raises
    ------
    BadDataError
        A column is missing; its message names those that are like it. Or the list has weights, too.
    """
    problems = Problems(file)
    # Where rows are types the weights are tokens, which order and weigh nothing.
    if weight in header and weight and not plan.by_type:
        problems.add(Message("dataset.list_with_weights"), column=weight)
    layout = replace(find_columns(header, plan, problems), split="", label="")
    if not layout.id and not problems:
        problems.add(Message("dataset.list_without_ids", columns=header))
    problems.raise_if_any()
    return layout


def _read(plan: Plan, file: str, labelled: ScoredTable) -> ScoredTable:
    """Return one file of the list as if it were a table."""
    asked, problems = list_plan(plan, labelled.id_column), Problems(file)
    with open_table(file, asked.form) as opened:
        layout = list_layout(opened.header, asked, file, plan.columns.weight)
        # Nobody has to have asked about the list.
        sheet = read_sheet(opened, asked, layout, problems, *scored.answer_columns(plan.answerers, opened.header))
    check_list(sheet.frame, layout, asked, problems)
    every = sheet.kept
    scored.note_without_stratum(sheet, every)
    scored.check_answers(sheet, every, ~every, {*labelled.items.classes, *plan.positive})
    problems.raise_if_any()
    return part_of(sheet, plan, labelled)


def part_of(sheet: Sheet, plan: Plan, labelled: ScoredTable) -> ScoredTable:
    """Return rows of the list, in their order, as if they were a table: random items of a queue have the labels that came back."""
    label, rows = plan.columns.label, np.arange(sheet.frame.n_rows)
    frame = replace(sheet.frame, texts={**sheet.frame.texts, label: Texts(np.zeros_like(rows), ("",))})
    sheet.layout = replace(sheet.layout, label=label)
    sheet.frame = with_known(frame, sheet.layout, plan)
    items = scored.items_of(sheet, rows, sorted({*labelled.items.classes, *plan.positive}))
    return replace(labelled, items=items, models=scored.outputs_of(sheet, rows), sha256=frame.sha256)


def _check_groups(every: Sequence[Items], files: Sequence[str]) -> None:
    """Raise the groups of the list that look like others; those of the table are right."""
    mine, *parts = every

    def place(name: str) -> tuple[str, None]:
        return next((file for file, part in zip(files, parts, strict=True) if name in part.groups), ""), None

    problems = Problems("")
    counts = {name: 0 for part in every for name in of_same_names([part])[0].groups}
    note_alike(counts | dict.fromkeys(mine.groups, 1), "group", problems, place, capitals=True)
    problems.raise_if_any()


@dataclass(frozen=True)
class UnlabelledTable:
    """A list without labels.

    Attributes
    ----------
    ids, models
        Names of the items, sorted, n of them; and their scores in this order.
    texts
        By column: what somebody sees who labels, shape (n,), in the table's order of columns.
    id_column, label_column
        What the column of the ids is called, and what that of the labels will be.
    messages, sha256
        How the table was read; its checksum.
    """

    ids: tuple[str, ...]
    models: tuple[ModelOutput, ...]
    texts: Mapping[str, Sequence[str]]
    id_column: str
    label_column: str
    messages: tuple[Message, ...]
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
        for name in (row for row in shown if row not in file.header):
            note_no_column(name, file.header, problems)
        if not layout.id:
            problems.add(Message("dataset.items_without_ids"))
        problems.raise_if_any()
        to_fill = next(name for name in wanted if name and name not in file.header)
        # Whoever sees an answer labels by it.
        of_answers, sure = scored.answer_columns(plan.answerers, file.header)
        numbers = {*layout.numbers, layout.id, layout.label, *of_answers, *sure}
        rest = [name for name in file.header if name and (name in shown if shown else name not in numbers)]
        sheet = read_sheet(file, plan, layout, problems, rest, rest)
    if n := int(sheet.labelled.sum()):
        problems.add(Message("dataset.rows_labelled", n=n), column=layout.label)
    check_list(sheet.frame, layout, plan, problems)
    scored.check_said(sheet, plan.positive)
    for column in layout.scores:
        if sheet.frame.numbers[column].empty.all():
            problems.add(Message("dataset.no_row_scored"), column=column)
    problems.raise_if_any()
    frame, order = sheet.frame, sheet.in_order(sheet.kept)
    cells = ((name, frame.texts[name]) for name in rest if shown or frame.numbers[name].odd)
    return UnlabelledTable(
        ids=tuple(map(sheet.names.__getitem__, order.tolist())),
        models=scored.outputs_of(sheet, order),
        texts={name: texts.take(order).listed() for name, texts in cells},
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
        noted.add(Message("dataset.items_labelled", n=n), column=label)
        noted.raise_if_any()
