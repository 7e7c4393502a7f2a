"""Spark: the session that runs counts the list; the same queries as everywhere."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt
import pandas as pd

from budgetplan.domain.plan import ListFiles, TableForm
from budgetplan.engines.base import DIALECTS, Kind, kind_of, refuse_unlike
from budgetplan.engines.counting import N_BUCKETS
from budgetplan.errors import Problem, UsageError


class SparkEngine:
    """See :class:`budgetplan.engines.base.Engine`."""

    words = DIALECTS["spark"]
    n_buckets, hashed = N_BUCKETS, False
    relation = "budgetplan_list"

    def __init__(self, listed: ListFiles, files: Sequence[str], form: TableForm) -> None:
        self._session = _session(listed)
        self.called = f"Spark {self._session.version}"
        self._files, self._form = files, form
        self._frame = self._read(list(files))
        self._frame.createOrReplaceTempView(self.relation)

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list, and what their values are.

        Raises
        ------
        BadDataError
            Two files have columns of other types.
        """
        first = dict(self._read([self._files[0]]).dtypes)
        for file in self._files[1:]:
            refuse_unlike((self._files[0], first), file, dict(self._read([file]).dtypes))
        return {name: kind_of(called) for name, called in first.items()}

    def ask(self, query: str) -> pd.DataFrame:
        """Return the answer to a query."""
        found: pd.DataFrame = self._session.sql(query).toPandas()
        return found

    def hold(self, name: str, columns: Mapping[str, npt.NDArray[Any] | Sequence[str]]) -> str:
        """Take a small table; return what stands after FROM for it."""
        self._session.createDataFrame(pd.DataFrame(dict(columns))).createOrReplaceTempView(name)
        return name

    def keep(self, name: str, query: str) -> str:
        """Keep the answer to a query where the list is; return what stands after FROM for it."""
        self._session.sql(query).cache().createOrReplaceTempView(name)
        return name

    def _read(self, files: list[str]) -> Any:
        if files[0].lower().endswith(".csv"):
            separator = {"semicolon": ";", "tab": "\t", "space": " "}.get(self._form.separator, ",")
            options = {"header": True, "sep": separator, "quote": '"', "escape": '"'}
            return self._session.read.options(**options).csv(files)
        return self._session.read.parquet(*files)


def _session(listed: ListFiles) -> Any:
    try:
        library = importlib.import_module("pyspark.sql")
    except ImportError:
        todo = 'run: pip install pyspark; or let DuckDB count the list: [list] engine = "duckdb"'
        raise UsageError([Problem("Spark is not installed", todo, option="list.engine")]) from None
    builder = library.SparkSession.builder
    if listed.memory:
        builder = builder.config("spark.driver.memory", listed.memory.replace(" ", "").rstrip("iB"))
    return builder.getOrCreate()
