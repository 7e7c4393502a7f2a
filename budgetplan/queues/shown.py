"""What those who judge get to see of each item: the columns of the user's table that hold texts, as they stand there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.dataset.list_files import files_of_list, list_plan
from budgetplan.domain.options import advise
from budgetplan.domain.plan import Plan
from budgetplan.errors import Problem, UsageError
from budgetplan.tables.columns import find_columns, note_no_column
from budgetplan.tables.files import changed
from budgetplan.tables.frame import Frame, Rows
from budgetplan.tables.opened import open_table, separator_for
from budgetplan.tables.problems import Problems
from budgetplan.tables.reshape.join import open_items


@dataclass(frozen=True)
class Shown:
    """The texts of the items.

    Attributes
    ----------
    id_column
        What the column of their names is called.
    columns
        By name, the one that is judged first: the cells of all rows, by item.
    text
        The column that is judged; empty where no column holds texts.
    hidden
        Columns that hold nothing but labels, and so might tell what a model answers.
    separator
        Between the cells of tables that people open.
    """

    id_column: str
    columns: Mapping[str, Mapping[str, str]]
    text: str
    hidden: tuple[str, ...] = ()
    separator: str = ","

    def of(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the columns of some items, in their order."""
        return {name: tuple(cells.get(one, "") for one in ids) for name, cells in self.columns.items()}


def read_shown(
    plan: Plan,
    labels: Sequence[str],
    wanted: Sequence[str] = (),
    checksums: Mapping[str, str] = MappingProxyType({}),
) -> Shown:
    """Read what is shown of the items.

    Parameters
    ----------
    plan
        Its table is read once more.
    labels
        What judgements may say: a column of nothing else is not shown unless it is named.
    wanted
        Columns to show, the one that is judged first; none: all that hold texts, the longest first.
    checksums
        Of the files as they were when the queue was planned, by path.

    Raises
    ------
    BadDataError
        The items have no ids, or there is no such column, or a file is another one by now.
    """
    separator = separator_for(plan)
    if plan.listed is None:
        # Texts stand in the table itself, labels perhaps in a file of their own.
        with open_items(plan.table, plan) as file:
            return replace(_shown(file, plan.table, plan, labels, wanted, checksums), separator=separator)
    parts = []
    for path in files_of_list(plan.listed):
        asked = list_plan(plan, plan.columns.id)
        with open_table(path, asked.form, asked.form.map) as file:
            parts.append(_shown(file, path, asked, labels, wanted, checksums))
    return replace(_joined(parts), separator=separator)


def _shown(
    file: Rows,
    path: str,
    plan: Plan,
    labels: Sequence[str],
    wanted: Sequence[str],
    checksums: Mapping[str, str],
) -> Shown:
    """Return what is shown of the items of one file."""
    problems = Problems(path)
    layout = find_columns(file.header, plan, problems)
    for name in wanted:
        if name not in file.header:
            note_no_column(name, file.header, problems)
    if not layout.id:
        todo = advise("name the column of the ids ({table.id=COLUMN}), or add one: item_id")
        problems.add("the items have no ids, by which their judgements are to be found again", todo)
    problems.raise_if_any()
    check_shown(plan, layout.id, wanted)
    told = not_shown(plan, layout.id)
    rest = [name for name in wanted or file.header if name and (name in wanted or name not in told)]
    frame = file.read(layout.id, rest, [] if wanted else rest, problems)
    problems.raise_if_any()
    for name, digest in {path: frame.sha256, **frame.checksums}.items():
        if checksums.get(name, digest) != digest:
            raise changed(name)
    seen = list(rest) if wanted else [name for name in rest if frame.numbers[name].odd]
    hidden = tuple(name for name in seen if not wanted and _only_labels(frame, name, labels))
    seen = [name for name in seen if name not in hidden]
    if not wanted:
        seen.sort(key=lambda name: -_mean_length(frame, name))
    assert frame.ids is not None
    columns = {}
    for name in seen:
        texts = frame.texts[name]
        cells = np.array(texts.names, dtype=object)[texts.codes]
        columns[name] = dict(zip(frame.ids, cells.tolist(), strict=True))
    return Shown(layout.id, columns, seen[0] if seen else "", hidden)


def _joined(parts: Sequence[Shown]) -> Shown:
    """Return what is shown of the items of several files; a column that one of them lacks is empty there."""
    columns: dict[str, dict[str, str]] = {}
    for part in parts:
        for name, cells in part.columns.items():
            columns.setdefault(name, {}).update(cells)
    return replace(parts[0], columns=columns)


def check_shown(plan: Plan, id_column: str, wanted: Sequence[str]) -> None:
    """Refuse columns by which people would judge, and that of the names, which stand in every packet."""
    told = {id_column: "the ids stand in every packet as they are"}
    judged = {plan.columns.label, plan.form.annotator, *plan.form.long}
    told |= dict.fromkeys(judged, "whoever sees what others judged judges by it")
    by_class = tuple(one.prefix for one in plan.deferral.models if one.prefix) if plan.deferral else ()
    says = _answers(plan) | {name for name in wanted if name.startswith(by_class)}
    told |= dict.fromkeys(says, "whoever sees what a model says, or how sure it is, judges by it")
    problems = [
        Problem(told[name], "name columns that hold what is judged", option="--show", found=name)
        for name in wanted
        if name in told
    ]
    if problems:
        raise UsageError(problems)


def not_shown(plan: Plan, id_column: str) -> set[str]:
    """Return the columns that say something else of an item than what it is."""
    columns = plan.columns
    told = {id_column, columns.label, columns.split, columns.weight, columns.units, columns.cost}
    return told | {columns.stratum, plan.form.annotator, *plan.form.long} | _answers(plan)


def _answers(plan: Plan) -> set[str]:
    """Return the columns of what models and answerers say."""
    told = {model.column for model in plan.models}
    told |= {name for one in plan.answerers for name in (one.column, one.confidence, *one.token_columns)}
    if plan.deferral is not None:
        specs = plan.deferral.models
        told |= {name for one in specs for name in (one.predicted, one.confidence, one.prefix)}
    return told


def _only_labels(frame: Frame, name: str, labels: Sequence[str]) -> bool:
    """Say whether a column holds nothing but labels."""
    texts = frame.texts[name]
    found = {texts.names[code] for code in np.unique(texts.codes).tolist()} - {""}
    return bool(found) and found <= set(labels)


def _mean_length(frame: Frame, name: str) -> float:
    texts = frame.texts[name]
    length = np.array([len(one) for one in texts.names], dtype=np.float64)
    return float(np.bincount(texts.codes, minlength=len(length)) @ length) / max(frame.n_rows, 1)
