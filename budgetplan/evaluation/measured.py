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
    "items": "items",
    "worst_items": "count",
    "n": "items",
    "right": "items",
    "wrong": "items",
    "found": "items",
    "count": "items",
    "wrong_per_1000": "number",
    "per_1000": "number",
    "money": "money",
    "cost": "money",
    "budget": "money",
    "from_budget": "money",
    "to_budget": "money",
    "from_items": "count",
    "to_items": "count",
    "items_paid": "count",
    "cost_per_entry": "money_fine",
    "fewer_share": "share",
    "cut": "number",
    "saved": "share",
    "share": "share",
    "part": "count",
    "left_out": "count",
    "classes": "count",
    "pairs_told_apart": "count",
    "k": "number",
    "below_from": "number",
    "above_from": "number",
    "k_fn": "number",
    "k_fp": "number",
    "fewer": "number",
    "hits": "number",
    "false_positives": "number",
    "false_negatives": "number",
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


def measured(
    name: str, rows: Iterable[Mapping[str, Any]], across: tuple[str, ...] = (), **given: Any
) -> Measured:
    """Return rows as a table; columns in the order of the first row that has them."""
    return Measured(name, pd.DataFrame(list(rows)), given, across)


def ends(replicates: FloatArray | None) -> tuple[float, float]:
    """Return the ends of the middle 95 % of replicates, shape (B,), NaN where there are none."""
    if replicates is None:
        return np.nan, np.nan
    low, high = interval(replicates)
    return float(low), float(high)


def between(replicates: FloatArray | None, place: int, name: str = "") -> dict[str, float]:
    """Return the same of one column of replicates, shape (B, k), as cells of a row; ``name``: what their names begin with."""
    low, high = ends(None if replicates is None else replicates[:, place])
    return {f"{name}low": low, f"{name}high": high}


def spread(replicates: FloatArray | None) -> float:
    """Return the standard deviation of the replicates that are defined, NaN where fewer than two are."""
    known = np.array([]) if replicates is None else replicates[~np.isnan(replicates)]
    return float(known.std(ddof=1)) if len(known) > 1 else np.nan
