"""Reads all of a table before anybody has said what its columns are, and compares the order of files with ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from budgetplan.domain.items import frozen
from budgetplan.domain.options import BY_KEY
from budgetplan.domain.plan import Form, Plan
from budgetplan.domain.survey import ByClass, Column, OtherOrder, Survey
from budgetplan.errors import BudgetplanError, UsageError
from budgetplan.readers.arrays import read_array
from budgetplan.readers.columns import find_id
from budgetplan.readers.probabilities import sum_tolerance
from budgetplan.readers.problems import Problems
from budgetplan.readers.settings import gather
from budgetplan.readers.tablefile import open_table

FORM_KEYS = ("table.separator", "table.decimal", "table.encoding", "table.sheet")
"""Keys that say how a table is written."""


def read_form(table: str, said: Sequence[str]) -> Form:
    """Return how a table is written, from ``KEY=VALUE`` texts, before there is a plan for it.

    Raises
    ------
    UsageError
        A key is not about how the table is written, or its value is none of the choices.
    """
    settings = gather(table, {"set": tuple(said)})
    form: dict[str, str] = {}
    for key, setting in settings.by_key.items():
        choices = BY_KEY[key].choices
        if key in FORM_KEYS and (not choices or setting.value in choices):
            form[key.partition(".")[2]] = "" if setting.value == "auto" else setting.value
        elif key in FORM_KEYS:
            todo = f"write one of {', '.join(choices)}"
            settings.refuse(setting.where, "this is not one of the choices", todo, setting.value)
        elif key != "table.file":
            todo = f"here you can say {', '.join(FORM_KEYS)}"
            settings.refuse(setting.where, "this is said in the plan file", todo)
    if settings.problems:
        raise UsageError(settings.problems)
    kind, decimal, encoding, sheet = (form.get(key.partition(".")[2], "") for key in FORM_KEYS)
    return Form(separator=kind, decimal=decimal, encoding=encoding, sheet=sheet)


def read_survey(path: str, form: Form | None = None) -> Survey:
    """Read every column of a table as texts and as numbers.

    Raises
    ------
    BadDataError
        The file cannot be read as a table, or two columns have the same name.
    """
    form = form or Form()
    problems = Problems(path)
    with open_table(path, form, form.map) as file:
        names = [name for name in file.header if name]
        for name in (name for name, n_times in Counter(names).items() if n_times > 1):
            todo = "give each column a name of its own"
            problems.add("two columns have the same name", todo, line=1, column=name)
        problems.raise_if_any()
        content = file.read("", names, names, problems)
    if not content.n_rows and not problems:
        problems.add("the table has a header and no rows", "write one row for each item")
    problems.raise_if_any()
    columns = tuple(
        Column(
            name,
            frozen(content.texts[name].codes),
            content.texts[name].names,
            frozen(content.numbers[name].values),
            len(content.numbers[name].odd),
        )
        for name in names
    )
    return Survey(path, columns, _by_class(columns), frozen(content.lines), content.messages)


def _by_class(columns: Sequence[Column]) -> tuple[ByClass, ...]:
    """Return columns of numbers that are named alike before a colon, two or more together."""
    found: dict[str, list[Column]] = {}
    for column in columns:
        prefix, colon, name = column.name.partition(":")
        if colon and prefix and name.strip() and column.is_number:
            found.setdefault(prefix, []).append(column)
    return tuple(_together(prefix, own) for prefix, own in found.items() if len(own) > 1)


def _together(prefix: str, columns: Sequence[Column]) -> ByClass:
    values = np.column_stack([column.values for column in columns])
    whole = values[np.isfinite(values).all(axis=1)]
    off = np.abs(whole.sum(axis=1) - 1) > sum_tolerance(whole, single=False) if len(whole) else np.zeros(0)
    return ByClass(
        prefix,
        tuple(column.name.partition(":")[2].strip() for column in columns),
        tuple(column.name for column in columns),
        float(np.nanmin(values)),
        float(np.nanmax(values)),
        int(off.sum()),
        len(whole),
    )


def other_orders(plan: Plan) -> tuple[OtherOrder, ...]:
    """Return the files whose rows belong to the table's by id and stand in another order than its rows do.

    What cannot be read is passed over: whoever reads it for its content says so.
    """
    specs = plan.deferral.models if plan.deferral else ()
    arrays = {spec.array: spec.classes for spec in specs if spec.array.lower().endswith(".parquet")}
    tables = [path for path in (plan.form.labels, plan.form.costs) if path]
    try:
        ids = _ids(plan.table, plan, plan.form)
    except BudgetplanError:
        return ()
    found = []
    for path in dict.fromkeys((*tables, *arrays)):
        try:
            others = _array_ids(path, arrays[path], plan) if path in arrays else _ids(path, plan, None)
        except BudgetplanError:
            continue
        order = _moved(path, ids, others)
        if order.n_moved:
            found.append(order)
    return tuple(found)


def _ids(path: str, plan: Plan, form: Form | None) -> Sequence[str]:
    with open_table(path, form, plan.form.map) as file:
        column = find_id(file.header, plan.columns.id)
        if column not in file.header:
            return ()
        return file.read(column, (), (), Problems(path)).ids or ()


def _array_ids(path: str, classes: tuple[str, ...], plan: Plan) -> Sequence[str]:
    return read_array(path, classes, plan.columns.id).ids or ()


def _moved(path: str, ids: Sequence[str], others: Sequence[str]) -> OtherOrder:
    """Compare the order of the ids that both files have."""
    common = set(ids) & set(others)
    ours = dict.fromkeys(name for name in ids if name in common)
    theirs = dict.fromkeys(name for name in others if name in common)
    return OtherOrder(path, sum(a != b for a, b in zip(ours, theirs, strict=True)), len(common))
