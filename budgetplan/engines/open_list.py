"""Opens the list of a plan in the engine that the plan names."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from types import MappingProxyType

from budgetplan.dataset.list_files import (
    files_of_list,
    labelled_alone,
    list_layout,
    list_messages,
    list_plan,
    names_elsewhere,
)
from budgetplan.dataset.scored import ScoredTable, without_score
from budgetplan.domain.plan import Plan
from budgetplan.engines.asked import ask_of
from budgetplan.engines.base import Engine
from budgetplan.engines.counting import Counting
from budgetplan.engines.duck import DuckEngine
from budgetplan.engines.printed import PrintedEngine, columns_of
from budgetplan.engines.spark import SparkEngine
from budgetplan.errors import Problem, UsageError


def _by_their_names(plan: Plan) -> Plan:
    """Return the plan with columns called as they are in the files."""
    theirs = {ours: name for name, ours in plan.form.map.items()}
    columns = {one.name: getattr(plan.columns, one.name) for one in dataclasses.fields(plan.columns)}
    return replace(
        plan,
        columns=replace(plan.columns, **{key: theirs.get(name, name) for key, name in columns.items()}),
        models=tuple(replace(one, column=theirs.get(one.column, one.column)) for one in plan.models),
        form=replace(plan.form, map={}),
    )


def with_counted_list(plan: Plan, data: ScoredTable) -> ScoredTable:
    """Return labelled items with their list counted where it is in the order of every model, and what is told of it.

    Parameters
    ----------
    plan
        With a list in files of its own.
    data
        The labelled items; what has no label is left out.

    Raises
    ------
    UsageError
        The engine is not there, or cannot do what the plan asks for.
    BadDataError
        With every problem of the list.
    """
    listed = plan.listed
    assert listed is not None
    if plan.columns.group:
        todo = 'leave out table.group, or load the list: [list] engine = "memory"'
        wrong = "groups of a list are not counted where it lies"
        raise UsageError([Problem(wrong, todo, option="table.group", found=plan.columns.group)])
    n_unlabelled = int((~data.items.labelled).sum())
    data = labelled_alone(data)
    # Of a warehouse its table stands for the files.
    files = (listed.files,) if listed.engine == "sql" else files_of_list(listed)
    where = files[0] if len(files) == 1 else listed.files
    asked = _by_their_names(list_plan(plan, data.id_column))
    engine: Engine
    if listed.engine == "sql":
        engine = PrintedEngine(listed, columns_of(asked), listed.dialect)
    else:
        engine = (SparkEngine if listed.engine == "spark" else DuckEngine)(listed, files, asked.form)
    layout = list_layout(tuple(engine.columns()), asked, files[0], plan.columns.weight)
    found = ask_of(engine, asked, layout, where, data.items, sorted(names_elsewhere(plan, data)))
    counted = Counting(engine, found, {output.name: output.score for output in data.models}, where)
    told = list_messages(
        files, counted.n_items, counted.n_known, n_unlabelled, judged=plan.reviewed is not None
    )
    missing = tuple(
        without_score(name, n, counted.n_items) for name in counted.labelled if (n := counted.n_without(name))
    )
    checksums = MappingProxyType({**data.checksums, listed.files: counted.digest()})
    messages = (*data.messages, *told, *_told(plan, counted), *missing)
    return replace(data, counted=counted, checksums=checksums, messages=messages)


def _told(plan: Plan, counted: Counting) -> tuple[str, ...]:
    """Return how the list was counted, and how exact a mixture's order of it is."""
    stretches = max(len(counted.coarse(name).count) for name in counted.labelled)
    told = f"Counted by {counted.engine.called} in {counted.scans} queries, {stretches:,} stretches of an order at most."
    if not plan.mixture or len(counted.labelled) < 2:
        return (told,)
    wrong = counted.rank_error(list(counted.labelled))
    if not wrong:
        return (told,)
    return (
        told,
        f"In a mixture an item's place in each model's order is right to within {wrong:,.0f} of {counted.n_items:,}.",
    )
