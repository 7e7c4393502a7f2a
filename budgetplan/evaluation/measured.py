"""A table of an evaluation: a DataFrame, and how its columns are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from budgetplan.arrays import FloatArray
from budgetplan.models.resampling import interval

KINDS = {
    name: kind
    for kind, names in {
        "items": "items n right wrong found count",
        "count": "worst_items from_items to_items items_paid part left_out classes pairs_told_apart",
        "number": "wrong_per_1000 per_1000 cut k below_from above_from k_fn k_fp fewer hits false_positives false_negatives",
        "money": "money cost budget from_budget to_budget",
        "money_fine": "cost_per_entry",
        "share": "fewer_share saved share",
    }.items()
    for name in names.split()
}
"""How a column of this name is shown; other numbers are ratios."""


OVER_SOURCES = "mean over sources"
"""In the place of a source: the mean over all of them."""


@dataclass(frozen=True, eq=False)
class Measured:
    """One table of an evaluation.

    Attributes
    ----------
    name
        Of its files, and of its texts.
    frame
        Raw numbers, a row for each case; NaN where a number is undefined.
    given
        What its title and its note say of this plan, by name.
    across
        Columns that the page shows one after the other, each with the error weights k across; none: it shows the rows.
    """

    name: str
    frame: pd.DataFrame
    given: Mapping[str, Any] = field(default_factory=dict)
    across: tuple[str, ...] = ()


Block = dict[str, Any]
"""Rows of a table by column: a number or text that all of them have, or one for each of them."""


def measured(
    name: str, blocks: Iterable[Mapping[str, Any]], across: tuple[str, ...] = (), **given: Any
) -> Measured:
    """Return blocks of rows as a table; columns in the order of the first block that has them.

    >>> measured("t", [{"model": "a", "k": np.array([1.0, 2.0])}, {"model": "b", "k": 4.0}]).frame["model"].tolist()
    ['a', 'a', 'b']
    """
    frames = [
        pd.DataFrame(block, range(max(len(np.atleast_1d(cells)) for cells in block.values())))
        for block in blocks
    ]
    frame = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()
    return Measured(name, frame, given, across)


def ends(replicates: FloatArray | None, name: str = "", place: int | None = None) -> Block:
    """Return the ends of the middle 95 % of replicates, shape (B,) or (B, k), NaN where there are none.

    ``name``: what the names of these cells begin with; ``place``: which column of the replicates; None: each.
    """
    if replicates is None:
        return {f"{name}low": np.nan, f"{name}high": np.nan}
    low, high = interval(replicates if place is None else replicates[:, place])
    return {f"{name}low": low, f"{name}high": high}


def spread(replicates: FloatArray | None) -> Any:
    """Return the standard deviation of the replicates that are defined, shape (k,), NaN where fewer than two are."""
    return np.nan if replicates is None else pd.DataFrame(replicates).std().to_numpy()


def ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Return parts of what is above 0, NaN elsewhere."""
    return np.asarray(np.divide(part, whole, out=np.full(np.shape(part), np.nan), where=whole > 0))
