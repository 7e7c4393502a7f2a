"""From a table of items to the items, the outputs of the models, and what was left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.dataset.rows import KEPT, UsedRows, select, without_unsettled
from budgetplan.domain.items import UNLABELLED, Excluded, Items, ModelOutput, frozen
from budgetplan.domain.plan import ModelSpec, Plan
from budgetplan.domain.prices import MICRO
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import (
    Layout,
    Rows,
    asked_who_judged,
    check_amount_columns,
    check_content,
    check_odd,
    check_ranks,
    check_unsure_order,
    empty_cells,
    find_columns,
)
from budgetplan.tables.content import Content, ItemRows, unnamed
from budgetplan.tables.label_names import tally
from budgetplan.tables.labels import counted_names
from budgetplan.tables.problems import Problems, listing
from budgetplan.tables.shape import open_items


@dataclass(frozen=True)
class ScoredTable:
    """What a table says.

    Attributes
    ----------
    items, models
        The items that are used, in the order of their ids, and the scores in the same order. Labelled items
        are the sample, the others the project's list.
    excluded
        Rows that were left out, in the order of the table, each with the reason.
    messages
        Plain sentences for the user about how the table was read.
    sha256
        Checksum of the file.
    n_rows
        Rows below the header, used or not.
    id_column
        Column with the names of the items; empty where they are named by their lines.
    checksums
        SHA-256 of the other files that were read, by path.
    labels
        The labels, with how many items have each, in words.
    """

    items: Items
    models: tuple[ModelOutput, ...]
    excluded: tuple[Excluded, ...]
    messages: tuple[str, ...]
    sha256: str
    n_rows: int
    id_column: str = ""
    checksums: Mapping[str, str] = field(default_factory=dict)
    labels: str = ""


def read_table(plan: Plan, given: Mapping[str, ItemRows] = MappingProxyType({})) -> ScoredTable:
    """Read the table of a plan; ``given`` holds tables that are no files, by name.

    Unlabelled rows may lack a score (they get ``-inf``), a weight (they get 1), a group (they get -1), a size
    and a price (they get NaN): the list is scaled by share, none of these is used for it.

    Raises
    ------
    BadDataError
        With every problem of the table at once.
    """
    problems = Problems(plan.table)
    with open_items(plan.table, plan, given=given) as file:
        layout = find_columns(file.header, plan, problems)
        content = file.read(layout.id, layout.texts, layout.numbers, problems)
        asked = asked_who_judged(file, plan, layout, problems)
    content = replace(content, messages=(*content.messages, *asked))
    check_content(content, layout, problems)
    selection = select(content, layout, plan, problems)
    selection = without_unsettled(selection, content.left_out.get(layout.label, {}))
    selection = _check_cells(content, layout, plan, selection, problems)
    problems.raise_if_any()
    return _assemble(content, layout, plan, selection)


def _check_cells(
    content: Content, layout: Layout, plan: Plan, selection: UsedRows, problems: Problems
) -> UsedRows:
    """Check weights, sizes, prices, groups and scores; leave out items without a score if the plan says so."""
    rows = Rows(content, selection.kept, selection.labelled)
    used = rows.kept & rows.labelled
    check_amount_columns(rows, layout, problems)
    if layout.group:
        group = content.texts[layout.group]
        lone = np.flatnonzero((group.codes == group.code("")) & used)
        todo = "write the group; an item alone in its group gets one of its own"
        rows.note(problems, lone, ("a labelled item has no group", todo), layout.group)
    for column in dict.fromkeys(model.column for model in plan.models if model.order == "rank"):
        if column in layout.scores:
            check_ranks(rows, column, problems)
    return _check_scores(rows, layout, plan, selection, problems)


def _check_scores(
    rows: Rows, layout: Layout, plan: Plan, selection: UsedRows, problems: Problems
) -> UsedRows:
    used = rows.kept & rows.labelled
    reason, reasons = selection.reason.copy(), list(selection.reasons)
    for column in layout.scores:
        check_odd(rows, column, problems)
        check_unsure_order(rows, column, problems)
        missing = empty_cells(rows, column) & used
        if plan.missing == "exclude":
            reason[missing & (reason == KEPT)] = len(reasons)
            reasons.append(f"no score in the column {column}")
        elif plan.missing == "error":
            todo = "write the score, or use --set table.missing=last (reviewed last) or --set table.missing=exclude (left out for every model)"
            rows.note(problems, np.flatnonzero(missing), ("a labelled item has no score", todo), column)
    narrowed = UsedRows(selection.labelled, reason, tuple(reasons), selection.messages)
    if used.any() and not (narrowed.kept & narrowed.labelled).any():
        problems.add(
            "no labelled item has the scores of all models",
            "use --set table.missing=last",
            column=listing(layout.scores),
        )
    return narrowed


def _assemble(content: Content, layout: Layout, plan: Plan, selection: UsedRows) -> ScoredTable:
    names = content.ids if content.ids is not None else _names_by_line(content.lines)
    chosen = np.flatnonzero(selection.kept)
    order = np.array(sorted(chosen.tolist(), key=names.__getitem__), dtype=np.int64)
    labelled = selection.labelled[order]
    label, classes = _sorted_codes(content.texts[layout.label], order, labelled)
    group: IntArray | None = None
    groups: tuple[str, ...] = ()
    if layout.group:
        texts = content.texts[layout.group]
        group, groups = _sorted_codes(texts, order, np.asarray(texts.codes[order] != texts.code("")))
    weight = _column(content, layout.weight, order)
    listed = _column(content, layout.cost, order)
    items = Items(
        ids=tuple(names[row] for row in order.tolist()),
        classes=classes,
        label=label,
        weight=None if weight is None else frozen(np.where(np.isnan(weight), 1.0, weight)),
        group=group,
        groups=groups,
        units=_column(content, layout.units, order),
        listed_cost=None if listed is None else frozen(np.rint(listed * MICRO)),
    )
    used = selection.kept & selection.labelled
    labels = tally(counted_names(content.texts[layout.label], used), plan.positive, "collected")
    return ScoredTable(
        items=items,
        models=tuple(_output(model, content, order) for model in plan.models),
        excluded=_excluded(content, names, selection),
        messages=_messages(content, layout, plan, selection, int(labelled.sum())),
        labels=labels,
        sha256=content.sha256,
        n_rows=content.n_rows,
        id_column=layout.id,
        checksums=content.checksums,
    )


def _names_by_line(lines: IntArray) -> list[str]:
    """Name items by their lines, padded so that the order of names is the order of lines.

    >>> _names_by_line(np.array([2, 10]))
    ['02', '10']
    """
    width = len(str(lines.max(initial=0)))
    return [f"{line:0{width}d}" for line in lines.tolist()]


def _sorted_codes(texts: Texts, order: IntArray, known: BoolArray) -> tuple[IntArray, tuple[str, ...]]:
    """Return positions in the sorted names that occur in rows ``order``, -1 where not ``known``."""
    codes = texts.codes[order]
    occurring = sorted(np.unique(codes[known]).tolist(), key=texts.names.__getitem__)
    position = np.full(len(texts.names), UNLABELLED, dtype=np.int64)
    position[occurring] = np.arange(len(occurring))
    return frozen(np.where(known, position[codes], UNLABELLED)), tuple(
        texts.names[code] for code in occurring
    )


def _column(content: Content, column: str, order: IntArray) -> FloatArray | None:
    return frozen(content.numbers[column].values[order]) if column else None


def _output(model: ModelSpec, content: Content, order: IntArray) -> ModelOutput:
    """Return a model's scores, higher first; items without a score come last."""
    values = content.numbers[model.column].values[order]
    cut = model.cut
    if model.order != "higher":
        values = -values
        cut = None if cut is None else -cut
    # Adding 0 turns -0.0 into 0.0, so that equal scores are also equal bit by bit.
    score = np.where(np.isnan(values), -np.inf, values) + 0.0
    return ModelOutput(model.name, frozen(score), cut, float(model.cost), model.column)


def _excluded(content: Content, names: list[str], selection: UsedRows) -> tuple[Excluded, ...]:
    rows = np.flatnonzero(~selection.kept).tolist()
    reasons = map(selection.reasons.__getitem__, selection.reason[rows].tolist())
    places = map(f"{content.by} {{}}".format, content.lines[rows].tolist())
    return tuple(map(Excluded, map(names.__getitem__, rows), reasons, places))


def _messages(
    content: Content, layout: Layout, plan: Plan, selection: UsedRows, n_labelled: int
) -> tuple[str, ...]:
    messages = [*content.messages, *selection.messages]
    if not layout.id:
        messages.append(unnamed(content.by))
    elif not plan.columns.id:
        messages.append(f"Items are named by the column {layout.id}.")
    n_kept = int(selection.kept.sum())
    if n_kept > n_labelled:
        messages.append(
            f"{n_kept - n_labelled:,} of {content.n_rows:,} rows {'has' if n_kept - n_labelled == 1 else 'have'} no label: taken as your list."
        )
        messages += _told_unscored(content, plan, selection)
    n_unscored = (
        int((selection.reason >= len(selection.reasons) - len(layout.scores)).sum())
        if plan.missing == "exclude"
        else 0
    )
    if n_unscored:
        messages.append(f"Labelled rows without a score, left out for every model: {n_unscored:,}.")
    if plan.missing == "last":
        messages += _told_last(content, plan, selection)
    return tuple(messages)


def _told_unscored(content: Content, plan: Plan, selection: UsedRows) -> list[str]:
    """Say of each model how many items of the list it has no score for: it cannot order them."""
    own = selection.kept & ~selection.labelled
    found = {one.name: content.numbers[one.column].values[own] for one in plan.models}
    return [
        f"Rows of your list that {model} has no score for: {n:,} of {len(values):,}; it cannot order these."
        for model, values in found.items()
        if (n := int(np.isnan(values).sum()))
    ]


def _told_last(content: Content, plan: Plan, selection: UsedRows) -> list[str]:
    """Say of each model how many items it has no score for."""
    used = selection.kept & selection.labelled
    counts = {
        model.name: int(np.isnan(content.numbers[model.column].values[used]).sum()) for model in plan.models
    }
    return [
        f"Labelled rows that {model} has no score for, last in its queue: {n:,}."
        for model, n in counts.items()
        if n
    ]
