"""The list where it is in files of its own: found by their pattern, and read beside the labelled items."""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.dataset.answers import answer_columns, check_answers
from budgetplan.dataset.rows import without_label
from budgetplan.dataset.scored import ScoredTable, collected_answers, column_of, output_of
from budgetplan.domain.answerers import Answers
from budgetplan.domain.items import UNLABELLED, Array, Items, ModelOutput, frozen
from budgetplan.domain.options import advise
from budgetplan.domain.plan import ListFiles, Plan, TableForm
from budgetplan.domain.prices import MICRO
from budgetplan.errors import BadDataError, Problem, counted
from budgetplan.files import refuse_unfinished
from budgetplan.tables.columns import (
    Layout,
    check_amount_columns,
    check_frame,
    check_odd,
    check_ranks,
    check_unsure_order,
    find_columns,
)
from budgetplan.tables.frame import Frame
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


@dataclass(frozen=True)
class _Part:
    """One file of the list, in the order of its rows."""

    file: str
    ids: tuple[str, ...]
    scores: tuple[FloatArray, ...]
    units: FloatArray | None
    listed: FloatArray | None
    groups: tuple[IntArray, tuple[str, ...]] | None
    answers: tuple[Answers, ...]
    sha256: str


def with_list(plan: Plan, data: ScoredTable) -> ScoredTable:
    """Return labelled items with the list from its files, as if all stood in one table.

    Rows of the table without a label are left out; so are rows of the list that the table has with a label.

    Raises
    ------
    BadDataError
        With every problem of a file at once.
    """
    assert plan.listed is not None
    labelled = data.items.labelled
    files = files_of_list(plan.listed)
    known_labels = sorted({*data.items.classes, *plan.positive})
    parts = [_read(plan, file, data.id_column, known_labels) for file in files]
    problems = Problems(plan.listed.files)
    for at, model in enumerate(plan.models):
        if all(np.isneginf(part.scores[at]).all() for part in parts):
            problems.add(NO_SCORE[0], NO_SCORE[1], column=model.column)
    problems.raise_if_any()
    ids = np.array([name for part in parts for name in part.ids], dtype=object)
    known = names_elsewhere(plan, data)
    fresh = np.array([name not in known for name in ids.tolist()], dtype=bool)
    _refuse_doubled(ids[fresh].tolist(), files, parts)
    n_list, n_again = int(fresh.sum()), len(ids) - int(fresh.sum())
    refuse_none_left(plan, n_list)
    items, models = _together(data, labelled, parts, ids, fresh)
    told = list_messages(files, n_list, n_again, int((~labelled).sum()), judged=plan.reviewed is not None)
    checksums = {file: part.sha256 for file, part in zip(files, parts, strict=True)}
    told += tuple(
        f"Rows of your list that {model.name} has no score for: {n:,} of {n_list:,}; they have its lowest place."
        for model in models
        if (n := int(np.isneginf(model.score[items.label == UNLABELLED]).sum()))
    )
    return replace(
        data,
        items=items,
        models=models,
        messages=(*_own_messages(data, labelled), *told),
        checksums=MappingProxyType({**data.checksums, **checksums}),
    )


def labelled_alone(data: ScoredTable) -> ScoredTable:
    """Return the labelled items of a table whose list is elsewhere."""
    labelled = data.items.labelled
    if labelled.all():
        return data
    models = tuple(replace(one, score=frozen(one.score[labelled])) for one in data.models)
    return replace(
        data, items=_picked(data.items, labelled), models=models, messages=_own_messages(data, labelled)
    )


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


def _own_messages(data: ScoredTable, labelled: BoolArray) -> tuple[str, ...]:
    """Return what was told of the table, without that its own unlabelled rows are the list."""
    taken = without_label(int((~labelled).sum()), data.n_rows, taken=True)
    own = "Rows of your list that "
    return tuple(told for told in data.messages if told != taken and not told.startswith(own))


def _refuse_doubled(ids: Sequence[str], files: Sequence[str], parts: Sequence[_Part]) -> None:
    """Raise the names that two rows of the list have, with the files in which they stand."""
    if len(set(ids)) == len(ids):
        return
    ordered = sorted(ids)
    again = next(one for one, other in pairwise(ordered) if one == other)
    where = ", ".join([file for file, part in zip(files, parts, strict=True) if again in part.ids])
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
    columns = replace(
        plan.columns,
        label="",
        weight="",
        stratum="",
        split="split",
        id=plan.listed.id or id_column or plan.columns.id,
    )
    form = TableForm(
        separator=plan.form.separator,
        decimal=plan.form.decimal,
        encoding=plan.form.encoding,
        map=plan.form.map,
        empty=plan.form.empty,
    )
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


def _read(plan: Plan, file: str, id_column: str, names: Sequence[str]) -> _Part:
    asked = list_plan(plan, id_column)
    problems = Problems(file)
    with open_table(file, asked.form, asked.form.map) as opened:
        layout = list_layout(opened.header, asked, file, plan.columns.weight)
        # Nobody has to have asked about the list.
        texts, numbers = answer_columns(plan.answerers, opened.header)
        frame = opened.read(
            layout.id,
            [*dict.fromkeys((*layout.texts, *texts))],
            [*dict.fromkeys((*layout.numbers, *numbers))],
            problems,
        )
    check_frame(frame, layout, problems)
    every = np.ones(frame.n_rows, dtype=bool)
    check_amount_columns(frame, every, ~every, layout, problems)
    for column in dict.fromkeys(model.column for model in plan.models if model.order == "rank"):
        check_ranks(frame, every, column, problems)
    for column in layout.scores:
        check_odd(frame, every, column, problems)
        check_unsure_order(frame, every, column, problems)
    check_answers(plan, frame, (every, ~every), names, problems)
    problems.raise_if_any()
    return _part(plan, frame, layout, names, file)


def _part(plan: Plan, frame: Frame, layout: Layout, names: Sequence[str], file: str) -> _Part:
    rows = np.arange(frame.n_rows)
    listed = column_of(frame, layout.cost, rows)
    assert frame.ids is not None
    return _Part(
        file=file,
        ids=tuple(frame.ids),
        scores=tuple(output_of(model, frame, rows, plan.positive).score for model in plan.models),
        units=column_of(frame, layout.units, rows),
        listed=None if listed is None else np.rint(listed * MICRO),
        groups=frame.texts[layout.group].sorted_in(rows) if layout.group else None,
        answers=collected_answers(plan, frame, rows, names, np.zeros(frame.n_rows, dtype=bool)),
        sha256=frame.sha256,
    )


def _picked(items: Items, labelled: BoolArray) -> Items:
    """Return the labelled items alone."""

    def of(amount: Array | None) -> Array | None:
        return None if amount is None else frozen(amount[labelled])

    return replace(
        items,
        ids=tuple(name for name, own in zip(items.ids, labelled.tolist(), strict=True) if own),
        label=frozen(items.label[labelled]),
        weight=of(items.weight),
        group=of(items.group),
        units=of(items.units),
        listed_cost=of(items.listed_cost),
        stratum=of(items.stratum),
        answers=tuple(one.take(labelled) for one in items.answers),
    )


def _together(
    data: ScoredTable, labelled: BoolArray, parts: Sequence[_Part], ids: FloatArray, fresh: BoolArray
) -> tuple[Items, tuple[ModelOutput, ...]]:
    """Return labelled items and list in the order of their ids, with the scores of all."""
    own = _picked(data.items, labelled)
    names = [*own.ids, *ids[fresh].tolist()]
    order = np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)
    n_list = int(fresh.sum())

    def joined(
        first: FloatArray | None, rest: Iterator[FloatArray | None], without: float
    ) -> FloatArray | None:
        arrays = list(rest)
        if first is None and all(one is None for one in arrays):
            return None
        added = [
            np.full(len(part.ids), without) if one is None else one
            for one, part in zip(arrays, parts, strict=True)
        ]
        start = np.full(len(own.ids), without) if first is None else first
        return frozen(np.concatenate([start, np.concatenate(added)[fresh]])[order])

    group, groups = _groups(own, parts, fresh)
    weight = None if own.weight is None else np.concatenate([own.weight, np.ones(n_list)])[order]
    stratum: IntArray | None = None
    if own.stratum is not None:
        stratum = np.concatenate([own.stratum, np.full(n_list, -1)])[order]
    items = Items(
        ids=tuple(names[at] for at in order.tolist()),
        classes=own.classes,
        label=frozen(np.concatenate([own.label, np.full(n_list, UNLABELLED)])[order]),
        weight=None if weight is None else frozen(weight),
        group=None if group is None else frozen(group[order]),
        groups=groups,
        units=joined(own.units, (part.units for part in parts), np.nan),
        listed_cost=joined(own.listed_cost, (part.listed for part in parts), np.nan),
        stratum=stratum,
        answers=_answers(own, parts, fresh, order),
    )
    models = []
    for at, model in enumerate(data.models):
        score = np.concatenate([part.scores[at] for part in parts])[fresh]
        models.append(replace(model, score=frozen(np.concatenate([model.score[labelled], score])[order])))
    return items, tuple(models)


def _answers(own: Items, parts: Sequence[_Part], fresh: BoolArray, order: IntArray) -> tuple[Answers, ...]:
    """Return the answers for labelled items and list together, in this order of both."""
    found = []
    for at, one in enumerate(own.answers):
        every = [one, *(part.answers[at] for part in parts)]
        kept = np.concatenate([np.ones(len(own.ids), dtype=bool), fresh])
        said = [_filled(each) for each in every]
        answer, cost, confidence, asked = (np.concatenate(arrays)[kept] for arrays in zip(*said, strict=True))
        whole = Answers(one.name, answer, cost, confidence, None if asked.all() else asked)
        found.append((whole if one.confidence is not None else replace(whole, confidence=None)).take(order))
    return tuple(found)


def _filled(one: Answers) -> tuple[IntArray, FloatArray, FloatArray, BoolArray]:
    n_items = len(one.answer)
    confidence = np.full(n_items, np.nan) if one.confidence is None else one.confidence
    asked = np.ones(n_items, dtype=bool) if one.asked is None else one.asked
    return one.answer, one.cost, confidence, asked


def _groups(own: Items, parts: Sequence[_Part], fresh: BoolArray) -> tuple[IntArray | None, tuple[str, ...]]:
    """Return the groups of labelled items and list together: positions in the sorted names, -1 for none."""
    if own.group is None:
        return None, ()
    called = np.array([*own.groups, ""], dtype=object)[own.group]
    rest = [
        np.array([*part.groups[1], ""], dtype=object)[part.groups[0]]
        if part.groups
        else np.full(len(part.ids), "", dtype=object)
        for part in parts
    ]
    every = np.concatenate([called, np.concatenate(rest)[fresh]]).tolist()
    names = tuple(sorted({name for name in every if name}))
    problems = Problems("")
    counts = dict.fromkeys(names, 0) | dict.fromkeys(own.groups, 1)
    # Those of the table are right.
    note_alike(
        counts,
        "group",
        problems,
        lambda name: (
            next((part.file for part in parts if part.groups and name in part.groups[1]), ""),
            None,
        ),
        capitals=True,
    )
    problems.raise_if_any()
    place = {name: at for at, name in enumerate(names)}
    return np.array([place.get(name, -1) for name in every], dtype=np.int64), names
