"""DuckDB over a table in memory, and a small list asked what its columns are."""

from __future__ import annotations

import functools

import duckdb
import numpy as np
import pandas as pd

from budgetplan.domain.items import Items
from budgetplan.domain.plan import Columns, ListFiles, ModelSpec, Plan
from budgetplan.domain.prices import Prices
from budgetplan.engines.base import DIALECTS
from budgetplan.engines.open_list import ask_of
from budgetplan.tables.columns import Layout


class MemoryEngine:
    """An engine whose list is a frame."""

    words = DIALECTS["duckdb"]
    relation = "list"
    called = "DuckDB"
    n_buckets, hashed = 16_384, False

    def __init__(self, frame, kinds=None):
        self.connection = duckdb.connect()
        self.kinds = kinds
        self.held = {}
        self.frame = frame
        self.connection.register("list", frame)

    def columns(self):
        names = {"float32": "single", "float64": "double", "int64": "whole"}
        return self.kinds or {name: names.get(str(self.frame[name].dtype), "text") for name in self.frame}

    def ask(self, query):
        return self.connection.execute(query).df()

    def hold(self, name, columns):
        self.held[name] = pd.DataFrame(dict(columns))
        self.connection.register(name, self.held[name])
        return name

    def keep(self, name, query):
        self.connection.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS {query}")
        return name


@functools.cache
def duck():
    """Return a connection."""
    return duckdb.connect()


def fetched(connection, columns, query):
    """Return the answer to a query over a small table, in the order of its rows."""
    frame = pd.DataFrame({**columns, "row_number": range(len(next(iter(columns.values()))))})
    connection.register("asked", frame)
    found = connection.execute(f"{query}, row_number FROM asked ORDER BY row_number").df()
    return {name: found[name].to_numpy() for name in found}


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
