"""The list where it is in files of its own: found by their pattern, and read beside the labelled items."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, IntArray, joined, taken
from budgetplan.dataset.answers import answer_columns, check_answers
from budgetplan.dataset.rows import without_label
from budgetplan.dataset.scored import ScoredTable, items_of, outputs_of
from budgetplan.domain.items import WITHOUT, Items, of_same_groups
from budgetplan.domain.options import advise
from budgetplan.domain.plan import ListFiles, Plan, TableForm
from budgetplan.errors import BadDataError, Problem, counted
from budgetplan.files import refuse_unfinished
from budgetplan.tables.columns import Layout, check_frame, check_list, find_columns, read_columns
from budgetplan.tables.labels import note_alike
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems, listing, shown


def files_of_list(listed: ListFiles) -> tuple[str, ...]:
    """Return the files of the list, sorted; a name that a file has is no pattern.

    Raises
    ------
    BadDataError
        No file has such a name, or what has it is no file.
    """
    # A pattern may begin anywhere.
    found = (listed.files,) if Path(listed.files).exists() else tuple(sorted(glob.glob(listed.files)))  # noqa: PTH207
    if not found:
        todo = 'write the path from the folder of the plan file; * stands for any letters: "list/*.parquet"'
        raise BadDataError([Problem("no file of the list has this name", todo, listed.files)])
    folders = [path for path in found if Path(path).is_dir()]
    problems = [
        Problem("the name of this file is not UTF-8", "rename it", path)
        for path in found
        if path.encode(errors="ignore").decode() != path
    ]
    problems += [
        Problem("this is a link to a file that is not there", "take the link away, or mend it", path)
        for path in found
        if not Path(path).exists()
    ]
    for path in folders:
        inside = Counter(one.suffix for one in Path(path).glob("[!._]*") if one.is_file())
        pattern = listed.files if len(folders) == len(found) else path
        suffix = max(inside, key=inside.__getitem__, default="")
        todo = f'name the files in it ([list] file = "{pattern.rstrip("/")}/*{suffix}")'
        todo += ", or move them to the other files of the list" * (len(folders) < len(found))
        problems.append(Problem("this is a folder", todo, path))
    if problems:
        raise BadDataError(problems)
    for file in found:
        refuse_unfinished(file)
    return found


def files_read(plan: Plan) -> tuple[str, ...]:
    """Return the files that a plan names: its tables, what came back of a review, and its list."""
    form, deferral, reviewed, listed = plan.form, plan.deferral, plan.reviewed, plan.listed
    found = [plan.table, form.labels, form.costs, form.sample]
    if deferral is not None:
        found += [deferral.file_validation, deferral.file_test]
        found += [path for one in deferral.models for path in (one.array, one.classes_from)]
    if reviewed is not None:
        found += [*reviewed.logs, *map(str, Path(reviewed.queue, "manifest").glob("*"))]
    if listed is not None and listed.engine != "sql":
        found += [listed.files, *glob.glob(listed.files)]  # noqa: PTH207 - a pattern may begin anywhere
    return tuple(dict.fromkeys(filter(None, found)))


def with_list(plan: Plan, data: ScoredTable) -> ScoredTable:
    """Return labelled items with the list from its files, as if all stood in one table.

    Rows of the table without a label are left out; so are rows of the list that the table has with a label.

    Raises
    ------
    BadDataError
        With every problem of a file at once.
    """
    assert plan.listed is not None
    alone, n_unlabelled = labelled_alone(data), int((~data.items.labelled).sum())
    files = files_of_list(plan.listed)
    known_labels = sorted({*data.items.classes, *plan.positive})
    parts = [_read(plan, file, alone, known_labels) for file in files]
    problems = Problems(plan.listed.files)
    for at, model in enumerate(plan.models):
        if all(np.isneginf(part.models[at].score).all() for part in parts):
            problems.add(NO_SCORE[0], NO_SCORE[1], column=model.column)
    problems.raise_if_any()
    known = names_elsewhere(plan, data)
    fresh = [np.array([name not in known for name in part.items.ids], dtype=bool) for part in parts]
    listed = [_of_rows(part, rows) for part, rows in zip(parts, fresh, strict=True)]
    _refuse_doubled([name for part in listed for name in part.items.ids], files, parts)
    n_list, n_again = (sum(int(rows.sum()) for rows in which) for which in (fresh, [~rows for rows in fresh]))
    refuse_none_left(plan, n_list)
    every = [alone.items, *(part.items for part in listed)]
    if alone.items.group is not None:
        _check_groups(every, files)
        every = of_same_groups(every)
    ids = np.array([name for items in every for name in items.ids], dtype=object)
    order = np.argsort(ids, kind="stable")
    items = joined(every, WITHOUT, order)
    said = zip(*(part.models for part in (alone, *listed)), strict=True)
    models = tuple(joined(each, {}, order) for each in said)
    told = list_messages(files, n_list, n_again, n_unlabelled, judged=plan.reviewed is not None)
    told += tuple(
        f"Rows of your list that {model.name} has no score for: {n:,} of {n_list:,}; they have its lowest place."
        for model in models
        if (n := int(np.isneginf(model.score[~items.labelled]).sum()))
    )
    checksums = {file: part.sha256 for file, part in zip(files, parts, strict=True)}
    return replace(
        alone,
        items=items,
        models=models,
        messages=(*alone.messages, *told),
        checksums=MappingProxyType({**data.checksums, **checksums}),
    )


def _of_rows(data: ScoredTable, rows: IntArray | BoolArray) -> ScoredTable:
    """Return some items of a table, in this order, with what the models say of them."""
    return replace(data, items=taken(data.items, rows), models=tuple(taken(one, rows) for one in data.models))


def labelled_alone(data: ScoredTable) -> ScoredTable:
    """Return the labelled items of a table whose list is elsewhere, without what was told of its own unlabelled rows."""
    labelled = data.items.labelled
    if labelled.all():
        return data
    taken_for_list = without_label(int((~labelled).sum()), data.n_rows, taken=True)
    own = "Rows of your list that "
    messages = tuple(told for told in data.messages if told != taken_for_list and not told.startswith(own))
    return replace(_of_rows(data, labelled), messages=messages)


def names_elsewhere(plan: Plan, data: ScoredTable) -> frozenset[str]:
    """Return the names of items that are no part of the list: labelled ones, and those that are judged already."""
    labelled = data.items.labelled.tolist()
    known = frozenset(name for name, own in zip(data.items.ids, labelled, strict=True) if own)
    return known if plan.reviewed is None else known | plan.reviewed.ids


def list_messages(
    files: Sequence[str], n_list: int, n_again: int, n_unlabelled: int, *, judged: bool = False
) -> tuple[str, ...]:
    """Return what is told of a list in files of its own; ``judged``: some of it has been judged since it was planned.

    >>> list_messages(["list/a.csv", "list/b.csv"], 1200, 1, 0)
    ('The list: 1,200 items in 2 files. 1 row of them is a labelled item: left out of the list.',)
    """
    where = files[0] if len(files) == 1 else counted(len(files), "file")
    told = f"The list: {counted(n_list, 'item')} in {where}."
    if n_again:
        what = "row of them is a labelled item" if n_again == 1 else "rows of them are labelled items"
        what += " or judged already" * judged
        told += f" {n_again:,} {what}: left out of the list."
    if not n_unlabelled:
        return (told,)
    what = "row of the table has no label" if n_unlabelled == 1 else "rows of the table have no label"
    return told, f"{n_unlabelled:,} {what}: left out, as the list is in files of its own."


def _refuse_doubled(ids: Sequence[str], files: Sequence[str], parts: Sequence[ScoredTable]) -> None:
    """Raise the names that two rows of the list have, with the files in which they stand."""
    if len(set(ids)) == len(ids):
        return
    ordered = sorted(ids)
    again = next(one for one, other in pairwise(ordered) if one == other)
    where = ", ".join([file for file, part in zip(files, parts, strict=True) if again in part.items.ids])
    raise BadDataError([doubled_id(where, again, len(ids) - len(set(ids)))])


def doubled_id(where: str, item: str, n_more: int) -> Problem:
    """Return the problem of a list in which rows have the same name."""
    todo = "give every item of the list an id of its own"
    rows = "1 row of the list has" if n_more == 1 else f"{n_more:,} rows of the list have"
    return Problem(f"{rows} the id of another row", todo, where, item=shown(item))


NO_SCORE = ("no row of the list has a score", "name the column with the scores")
"""What is wrong with a list of which a model knows nothing, and what to do."""


def refuse_none_left(plan: Plan, n_items: int) -> None:
    """Raise where all items of the list are labelled or judged: there is nothing to plan."""
    assert plan.listed is not None
    if not n_items:
        wrong = "the list has no item without a label"
        todo = "name the files of the items that nobody has judged yet"
        raise BadDataError([Problem(wrong, todo, plan.listed.files)])


def list_plan(plan: Plan, id_column: str) -> Plan:
    """Return the plan as it asks for the columns of the list's files: without labels, weights and splits."""
    assert plan.listed is not None
    ids = plan.listed.id or id_column or plan.columns.id
    columns = replace(plan.columns, label="", weight="", stratum="", split="split", id=ids)
    kept = ("separator", "decimal", "encoding", "map", "empty")
    form = TableForm(**{name: getattr(plan.form, name) for name in kept})
    if not columns.id:
        todo = advise("name the column of their ids ({table.id=COLUMN}), or add one: item_id")
        wrong = "the labelled items have no ids, by which they are known in the list"
        raise BadDataError([Problem(wrong, todo, plan.table)])
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
        wrong = "every row of a list in files is one item, and this column says otherwise"
        todo = "put the list into the table, as rows without a label; or take the column out of the list"
        problems.add(wrong, todo, column=weight)
    layout = replace(find_columns(header, plan, problems), split="", label="")
    if not layout.id and not problems:
        todo = 'name their column: [list] id = "item_id"'
        problems.add("the items of the list have no ids", f"{todo}; the file has {listing(header)}")
    problems.raise_if_any()
    return layout


def _read(plan: Plan, file: str, labelled: ScoredTable, names: Sequence[str]) -> ScoredTable:
    """Return one file of the list, in the order of its rows, as if it were a table; ``names``: what an answer may be."""
    asked = list_plan(plan, labelled.id_column)
    problems = Problems(file)
    with open_table(file, asked.form, asked.form.map) as opened:
        layout = list_layout(opened.header, asked, file, plan.columns.weight)
        # Nobody has to have asked about the list.
        texts, numbers = answer_columns(plan.answerers, opened.header)
        frame = read_columns(opened, layout, texts, numbers, problems)
    check_frame(frame, layout, problems)
    check_list(frame, layout, asked, problems)
    every = np.ones(frame.n_rows, dtype=bool)
    check_answers(plan, frame, (every, ~every), names, problems)
    problems.raise_if_any()
    assert frame.ids is not None
    rows = np.arange(frame.n_rows)
    items = items_of(frame, layout, asked, frame.ids, rows, names)
    return replace(labelled, items=items, models=outputs_of(frame, plan, rows), sha256=frame.sha256)


def _check_groups(every: Sequence[Items], files: Sequence[str]) -> None:
    """Raise the groups of the list that look like others; those of the table are right."""
    mine, *parts = every

    def place(name: str) -> tuple[str, None]:
        return next((file for file, part in zip(files, parts, strict=True) if name in part.groups), ""), None

    problems = Problems("")
    counts = {name: 0 for part in every for name in of_same_groups([part])[0].groups}
    note_alike(counts | dict.fromkeys(mine.groups, 1), "group", problems, place, capitals=True)
    problems.raise_if_any()
