"""The strata of quotas as the table has them: every item is in one, and what is listed is labelled too."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.dataset.rows import counted
from budgetplan.domain.items import Items
from budgetplan.domain.options import nearest
from budgetplan.domain.plan import Quota
from budgetplan.tables.frame import Frame
from budgetplan.tables.label_names import spelled, told_of_twin
from budgetplan.tables.problems import Problems, listing, shown

MOST_STRATA = 100
"""More are no strata but names of items."""


def check_strata(
    frame: Frame, column: str, rows: tuple[BoolArray, BoolArray], quota: Quota, problems: Problems
) -> None:
    """Note items without a stratum, strata that nobody knows, and those that sample and list do not share.

    ``rows``: which are used, and which of all are labelled.
    """
    kept, labelled = rows
    strata = frame.texts[column]
    told = ("an item has no stratum", "write it, or take the row out")
    frame.note(problems, strata.empty & kept, told, column)
    used = kept & ~strata.empty
    sample, listed = (_names(strata.codes[used & some]) for some in (labelled, ~labelled))
    names = {code: strata.names[code] for code in sample | listed}
    if len(names) > MOST_STRATA:
        wrong = f"this column has more than {MOST_STRATA} strata"
        problems.add(wrong, "name a column that many items share", column=column, found=f"{len(names):,}")
        return
    for name in quota.minimums:
        if name not in names.values():
            meant = nearest(name, names.values())
            twin = told_of_twin(name, names.values())
            hint = f"{twin}; " if twin else f"did you mean {meant}? " if meant else ""
            problems.add(
                "no item is of the stratum of a quota",
                f"{hint}the strata are {counted(strata, used)}",
                column=column,
                found=spelled(name) if twin else name,
            )
    if not listed:
        return
    for lacking, wrong, todo in (
        (listed - sample, "of this stratum of the list no item is labelled", "label some of its items"),
        (sample - listed, "of this stratum the list has no item", "add its rows without a label"),
    ):
        if lacking:
            told_names = listing([shown(names[code]) for code in sorted(lacking, key=names.__getitem__)])
            problems.add(wrong, f"{todo}, or take its rows out", column=column, found=told_names)


def strata_told(items: Items, column: str) -> str:
    """Return the strata with how many labelled items, and how many of the list, are in each.

    >>> label, quota = np.array([0, 0, -1]), np.array([0, 1, 1])
    >>> strata_told(Items(("a", "b", "c"), ("y",), label, quota=quota, quotas=("Czech", "Latvian")), "language")
    'Strata (language): Czech 1 labelled, 0 in the list; Latvian 1 labelled, 1 in the list.'
    """
    assert items.quota is not None
    n = len(items.quotas)
    labelled, listed = (
        np.bincount(items.quota[some], minlength=n).tolist() for some in (items.labelled, ~items.labelled)
    )
    each = [
        f"{shown(name)} {known:,} labelled, {more:,} in the list"
        if any(listed)
        else f"{shown(name)} {known:,} labelled"
        for name, known, more in zip(items.quotas, labelled, listed, strict=True)
    ]
    return f"Strata ({column}): {'; '.join(each)}."


def _names(codes: IntArray) -> set[int]:
    return set(np.unique(codes).tolist())
