"""DuckDB: it counts a list in files on this machine, of any size, in little memory."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from budgetplan.domain.plan import ListFiles, TableForm
from budgetplan.engines.base import Answer, Kind, refuse_unlike
from budgetplan.engines.buckets import N_BUCKETS
from budgetplan.engines.duck_files import LOAD, ListFile, look_at, refuse, relation_of, why_not
from budgetplan.engines.words import DIALECTS
from budgetplan.errors import BadDataError, Problem, UsageError

_WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER")


class DuckEngine:
    """See :class:`budgetplan.engines.base.Engine`."""

    words = DIALECTS["duckdb"]
    n_buckets, hashed = N_BUCKETS, False

    def __init__(self, listed: ListFiles, files: Sequence[str], form: TableForm) -> None:
        library = _library()
        self.called = f"DuckDB {library.__version__}"
        self._library, self._form = library, form
        config: dict[str, bool | str] = {
            "autoinstall_known_extensions": False,
            "preserve_insertion_order": False,
        }
        config |= {"memory_limit": listed.memory} if listed.memory else {}
        config |= {"temp_directory": listed.temp} if listed.temp else {}
        self._connection = library.connect(":memory:", config=config)
        # A bar of its own would stand among what is printed.
        self._connection.execute("SET enable_progress_bar = false")
        # Parquet files say between which numbers theirs lie, of which NaN is none: it would be taken for one of them.
        self._connection.execute("SET disabled_optimizers = 'statistics_propagation'")
        self._files = [self._looked_at(file) for file in files]
        names = Counter(name.casefold() for name in self._files[0].kinds)
        self.words = replace(
            self.words,
            aliases={
                name: f"budgetplan_column_{at}"
                for at, name in enumerate(self._files[0].kinds)
                if names[name.casefold()] > 1
            },
        )
        self.relation = relation_of(self._files, self.words, form.empty)

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list, and what their values are.

        Raises
        ------
        BadDataError
            A file cannot be read, or two have columns of other types: the first one's would be taken for all.
        """
        first = self._files[0].kinds
        for file in self._files[1:]:
            refuse_unlike((self._files[0].path, first), file.path, file.kinds)
        return {name: _kind(called) for name, called in first.items()}

    def ask(self, query: str) -> Answer:
        """Return the answer to a query."""
        found = self._run(query, lambda answer: answer.fetchnumpy())
        return {name: _filled(column) for name, column in found.items()}

    def hold(self, name: str, columns: Mapping[str, npt.NDArray[Any] | Sequence[str]]) -> str:
        """Take a small table; return what stands after FROM for it."""
        self._connection.register("taken", pd.DataFrame(dict(columns)))
        self._run(f"CREATE OR REPLACE TEMP TABLE {self.words.named(name)} AS SELECT * FROM taken")
        self._connection.unregister("taken")
        return self.words.named(name)

    def keep(self, name: str, query: str) -> str:
        """Keep the answer to a query where the list is; return what stands after FROM for it."""
        self._run(f"CREATE OR REPLACE TEMP TABLE {self.words.named(name)} AS {query}")
        return self.words.named(name)

    def write(self, query: str, path: Path) -> None:
        """Write the answer to a query into a file: Parquet or CSV, as its name ends."""
        form = "FORMAT parquet" if path.suffix == ".parquet" else "FORMAT csv, HEADER true"
        self._run("SET preserve_insertion_order = true")
        try:
            self._asked(f"COPY ({query}) TO {self.words.literal(str(path))} ({form})")
        except self._library.IOException as error:
            raise OSError(None, f"{path.name} could not be written by DuckDB") from error
        self._run("SET preserve_insertion_order = false")

    def check(self) -> None:
        """Raise where a file of the list is another one than when it was first looked at."""
        for file in self._files:
            file.check()

    def _looked_at(self, file: str) -> ListFile:
        try:
            return look_at(file, self._form, self.words, self._connection)
        except self._library.Error:
            refuse(file, self._form)

    def _asked(self, query: str, fetch: Callable[[Any], Any] = lambda answer: answer) -> Any:
        try:
            return fetch(self._connection.execute(query))
        except RuntimeError as error:
            # A signal ends a query, and what its handler raised is lost.
            raise KeyboardInterrupt from error

    def _run(self, query: str, fetch: Callable[[Any], Any] = lambda answer: answer) -> Any:
        try:
            found = self._asked(query, fetch)
        except self._library.Error as error:
            self.check()
            raise self._why(error) from error
        # Two queries of one list would be about two lists.
        self.check()
        return found

    def _why(self, error: Exception) -> BadDataError:
        """Return why a query failed: what the reader of tables finds in a file, else what else there can be."""
        wrong = "DuckDB could not count the list"
        if isinstance(error, self._library.OutOfMemoryException):
            todo = 'let it have more memory ([list] memory = "8GB") or room on a disk ([list] temp)'
            return BadDataError([Problem(f"{wrong}: the memory did not suffice", todo, self._files[0].path)])
        for file in self._files:
            why_not(file.path, self._form)
        todo = f"{LOAD}; or see whether there is room on the disk ([list] temp)"
        return BadDataError([Problem(wrong, todo, self._files[0].path)])


def _library() -> Any:
    try:
        return importlib.import_module("duckdb")
    except ImportError:
        todo = 'run: pip install "budgetplan[duckdb]"; a list that fits into memory needs none: [list] engine = "memory"'
        wrong = "DuckDB, which counts the list, is not installed"
        raise UsageError([Problem(wrong, todo, option="list.engine")]) from None


def _kind(called: str) -> Kind:
    if called in _WHOLE:
        return "whole"
    if called.startswith("DECIMAL"):
        return "double"
    kinds: dict[str, Kind] = {"FLOAT": "single", "DOUBLE": "double", "VARCHAR": "text"}
    return kinds.get(called, "other")


def _filled(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a column with NaN where there is nothing."""
    if not isinstance(column, np.ma.MaskedArray):
        return column
    if not np.ma.getmaskarray(column).any():
        return np.asarray(column.data)
    return np.where(np.ma.getmaskarray(column), np.nan, np.asarray(column.data, dtype=np.float64))
