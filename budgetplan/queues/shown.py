"""What those who judge get to see of each item: the columns of the user's table that hold texts, as they stand there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan import lazy_pandas as pd
from budgetplan.dataset.list_files import files_of_list, list_plan
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import Plan
from budgetplan.errors import Problem, Problems, UsageError
from budgetplan.preflight.draft import may_tell_of_models
from budgetplan.tables.columns import find_columns, note_no_column
from budgetplan.tables.files import changed
from budgetplan.tables.opened import open_table, separator_for
from budgetplan.tables.reshape.join import open_items
from budgetplan.tables.table import Rows


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
        Columns that might tell what a model answers, or how sure it is.
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
        return {name: tuple(cells.get(group, "") for group in ids) for name, cells in self.columns.items()}


def read_shown(
    plan: Plan,
    labels: Sequence[str],
    wanted: Sequence[str] = (),
    checksums: Mapping[str, str] = MappingProxyType({}),
    given: Mapping[str, Rows] = MappingProxyType({}),
) -> Shown:
    """Read what is shown of the items.

    Parameters
    ----------
    plan
        Its table is read once more; ``given``: tables that are no files, by name.
    labels
        What judgements may say: a column of hardly anything else is not shown unless it is named.
    wanted
        Columns to show, the one that is judged first; none: all that hold texts, the longest first.
    checksums
        Of the files as they were when the queue was planned, by path.

    Raises
    ------
    BadDataError
        The items have no ids, or there is no such column, or a file is another one by now.
    """
    if plan.listed is None:
        # Texts stand in the table itself, labels perhaps in a file of their own.
        with open_items(plan.table, plan, given=given) as file:
            parts = [_read(file, plan.table, plan, wanted, checksums)]
    else:
        parts, asked = [], list_plan(plan, plan.columns.id)
        for path in files_of_list(plan.listed):
            with open_table(path, asked.form) as file:
                parts.append(_read(file, path, asked, wanted, checksums))
    # A column that one of several files lacks is empty there.
    frame = pd.concat([pd.DataFrame(cells, names, dtype=object) for _, names, cells in parts]).fillna("")
    columns = {str(name): cells.tolist() for name, cells in frame.items()}
    return replace(shown_among(parts[0][0], [*frame.index], columns, labels, wanted), separator=separator_for(plan))


def _read(
    file: Rows, path: str, plan: Plan, wanted: Sequence[str], checksums: Mapping[str, str]
) -> tuple[str, Sequence[str], dict[str, list[str]]]:
    """Return the column of the ids, the ids, and the cells of the columns that may be shown of one file."""
    problems = Problems(path)
    layout = find_columns(file.header, plan, problems)
    for name in wanted:
        if name not in file.header:
            note_no_column(name, file.header, problems)
    if not layout.id:
        problems.add(Message("queues.no_ids"))
    problems.raise_if_any()
    names = [name for name in shown_columns(file.header, plan, layout.id, wanted) if name]
    frame = file.read(layout.id, names, [] if wanted else names, problems)
    problems.raise_if_any()
    for name, digest in {path: frame.sha256, **frame.checksums}.items():
        if checksums.get(name, digest) != digest:
            raise changed(name)
    assert frame.ids is not None
    texts = {name: frame.texts[name] for name in names if wanted or frame.numbers[name].odd}
    cells = {name: np.array(each.names, dtype=object)[each.codes].tolist() for name, each in texts.items()}
    return layout.id, frame.ids, cells


def shown_among(
    id_column: str,
    ids: Sequence[str],
    columns: Mapping[str, Sequence[str]],
    labels: Sequence[str],
    wanted: Sequence[str],
) -> Shown:
    """Return what is shown of some columns: the longest first where none are named, without what tells of models."""
    hidden, names = tuple[str, ...](), list(columns)
    if not wanted:
        hidden = tuple(name for name in names if may_tell_of_models(name, Counter(columns[name]), labels))
        names = [name for name in names if name not in hidden]
        names.sort(key=lambda name: -sum(map(len, columns[name])))
    by_item = {name: dict(zip(ids, columns[name], strict=True)) for name in names}
    return Shown(id_column, by_item, names[0] if names else "", hidden)


def shown_columns(header: Sequence[str], plan: Plan, id_column: str, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that may be shown; by which people would judge, and those of names, are refused."""
    form, columns, answers = plan.form, plan.columns, {model.column for model in plan.models}
    answers |= {name for each in plan.answerers for name in (each.column, each.confidence, *each.token_columns)}
    specs = () if plan.deferral is None else plan.deferral.models
    answers |= {name for spec in specs for name in (spec.predicted, spec.confidence, spec.prefix)}
    by_class = tuple(spec.prefix for spec in specs if spec.prefix)
    reasons = {id_column: Message("queues.ids_shown")}
    judged = {columns.label, form.annotator, *form.long}
    reasons |= dict.fromkeys(judged, Message("queues.judgements_shown"))
    answers |= {name for name in wanted if name.startswith(by_class)}
    reasons |= dict.fromkeys(answers, Message("queues.models_shown"))
    problems = [Problem(reasons[name], option="--show", found=name) for name in wanted if name in reasons]
    if problems:
        raise UsageError(problems)
    besides = {columns.split, columns.weight, columns.units, columns.cost, columns.stratum}
    return tuple(wanted) or tuple(name for name in header if name not in {*reasons, *besides})
