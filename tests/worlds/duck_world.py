"""DuckDB over a table in memory, for tests of queries."""

from __future__ import annotations

import functools

import duckdb
import pandas as pd

from budgetplan.engines.base import DIALECTS


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
