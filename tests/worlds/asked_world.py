"""Asks a small list in DuckDB what its columns are, for tests of counting."""

from __future__ import annotations

import numpy as np

from budgetplan.domain.items import Items
from budgetplan.domain.plan import Columns, ListFiles, ModelSpec, Plan
from budgetplan.domain.prices import Prices
from budgetplan.engines.asked import ask_of
from budgetplan.tables.columns import Layout


def asked(engine, frame, prices=None, **columns):
    """Return how a list is asked that has a column id and one of scores, m."""
    order, names = columns.pop("order", "higher"), columns.pop("names", ())
    plan = Plan(
        "t.csv",
        Columns("", id="id", **columns),
        ("y",),
        (ModelSpec("m", "m", order),),
        prices=prices or Prices(),
        listed=ListFiles("list"),
    )
    layout = Layout(id="id", units=columns.get("units", ""), cost=columns.get("cost", ""), scores=("m",))
    items = Items(("a",), ("y",), np.array([0]), units=np.array([4.0]))
    return ask_of(engine, plan, layout, "list", items, names)
