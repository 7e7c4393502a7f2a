"""Whether the types of a table can be counted: each within one group, none of an unlabelled list (METHODS R6)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import BoolArray
from budgetplan.domain.options import advise
from budgetplan.tables.columns import Layout
from budgetplan.tables.frame import Frame
from budgetplan.tables.problems import Problems


def check_type_rows(
    frame: Frame, kept: BoolArray, labelled: BoolArray, layout: Layout, problems: Problems
) -> None:
    """Note types that run across groups, and a list without labels, whose types nobody can foretell.

    ``kept``: the rows that are used; ``labelled``: those with a label.
    """
    if not layout.type:
        return
    if layout.type == layout.label:
        problems.add(
            "this column has the labels, and no types", "name the column of the types", column=layout.type
        )
    own = kept & ~labelled
    if own.any():
        problems.add(
            f"{int(own.sum()):,} rows have no label, and how many new types they hold cannot be told",
            advise("leave them out, or count items: {entry.unit=item}"),
            column=layout.label,
        )
    if not layout.group:
        return
    kind, group = (frame.texts[name] for name in (layout.type, layout.group))
    used = np.flatnonzero(kept & labelled & ~kind.empty & ~group.empty)
    order = used[np.argsort(kind.codes[used], kind="stable")]
    cut = np.flatnonzero(
        (kind.codes[order[1:]] == kind.codes[order[:-1]])
        & (group.codes[order[1:]] != group.codes[order[:-1]])
    )
    if not len(cut):
        return
    first, second = (int(order[cut[0] + step]) for step in (0, 1))
    name = kind.names[kind.codes[first]]
    problems.add(
        f"the type {name} has rows in two groups, {group.names[group.codes[first]]} and {group.names[group.codes[second]]}",
        advise(
            "groups are resampled whole: name a group that holds whole types, or leave {table.group} out (types then are the groups)"
        ),
        line=int(frame.lines[second]),
        column=layout.group,
        item=frame.item(second),
        found=group.names[group.codes[second]],
    )


def types_told(frame: Frame, used: BoolArray, column: str) -> tuple[str, ...]:
    """Return how many types the labelled rows have, and how many rows a type has; nothing where none are named."""
    if not column or not used.any():
        return ()
    rows = np.unique(frame.texts[column].codes[used], return_counts=True)[1]
    # Half of the types have at most so many.
    middle, most = int(np.sort(rows)[(len(rows) - 1) // 2]), int(rows.max())
    labelled = int(used.sum())
    return (
        f"Types ({column}): {len(rows):,} in {labelled:,} labelled rows; half of them have at most {middle:,}, the largest {most:,}.",
    )
