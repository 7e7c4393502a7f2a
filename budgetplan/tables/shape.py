"""Opens a plan's table, with the columns that have files of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from budgetplan.domain.plan import Plan
from budgetplan.tables.frame import Rows
from budgetplan.tables.opened import open_table
from budgetplan.tables.reshape.join import JoinedRows
from budgetplan.tables.reshape.vote import JudgedRows
from budgetplan.tables.reshape.widen import LongRows


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
        rows = given[path]
        yield JudgedRows(rows, path, plan, alone=alone) if plan.form.annotator else rows
        return
    form = plan.form
    with open_table(path, form, form.map) as file:
        rows = LongRows(file, path, form.long) if form.long else file
        if form.annotator and not form.labels:
            rows = JudgedRows(rows, path, plan, alone=alone)
        further = form.labels or form.costs or form.sample
        yield JoinedRows(rows, plan, alone=alone) if further else rows
