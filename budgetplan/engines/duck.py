"""DuckDB: it counts a list in files on this machine, of any size, in little memory."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from budgetplan.domain.plan import ListFiles, TableForm
from budgetplan.engines.base import Answer, Kind
from budgetplan.engines.buckets import N_BUCKETS
from budgetplan.engines.words import DIALECTS
from budgetplan.errors import BadDataError, Problem, UsageError

_SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "space": " "}
_WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER")


class DuckEngine:
    """See :class:`budgetplan.engines.base.Engine`."""

    words = DIALECTS["duckdb"]
    n_buckets, hashed = N_BUCKETS, False

    def __init__(self, listed: ListFiles, files: Sequence[str], form: TableForm) -> None:
        library = _library()
        self.called = f"DuckDB {library.__version__}"
        self._files, self._error = files, library.Error
        config: dict[str, bool | str] = {
            "autoinstall_known_extensions": False,
            "preserve_insertion_order": False,
        }
        config |= {"memory_limit": listed.memory} if listed.memory else {}
        config |= {"temp_directory": listed.temp} if listed.temp else {}
        self._connection = library.connect(":memory:", config=config)
        # A bar of its own would stand among what is printed.
        self._connection.execute("SET enable_progress_bar = false")
        listing = ", ".join(map(self.words.literal, files))
        if all(_is_parquet(file) for file in files):
            self.relation = f"read_parquet([{listing}])"
        else:
            separator = _SEPARATORS.get(form.separator, "")
            said = f", delim = {self.words.literal(separator)}" if separator else ""
            self.relation = f"read_csv([{listing}], header = true, all_varchar = true, quote = '\"', escape = '\"', nullstr = ''{said})"

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list, and what their values are.

        Raises
        ------
        BadDataError
            A file cannot be read, or two have columns of other types: the first one's would be taken for all.
        """
        first = self._types(self._files[0])
        for file in self._files[1:]:
            if (other := self._types(file)) != first:
                name = next(name for name in {**first, **other} if first.get(name) != other.get(name))
                wrong = f"the files of the list differ: {_said(first, name)} in {self._files[0]}, {_said(other, name)} here"
                raise BadDataError([Problem(wrong, "write all files alike", file, column=name)])
        return {name: _kind(called) for name, called in first.items()}

    def ask(self, query: str) -> Answer:
        """Return the answer to a query."""
        found = self._run(query).fetchnumpy()
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
        self._run(f"COPY ({query}) TO {self.words.literal(str(path))} ({form})")
        self._run("SET preserve_insertion_order = false")

    def _types(self, file: str) -> dict[str, str]:
        one = (
            self.relation.partition("[")[0]
            + f"[{self.words.literal(file)}]"
            + self.relation.rpartition("]")[2]
        )
        found = self._run(f"DESCRIBE SELECT * FROM {one}", file).fetchall()
        return {row[0]: row[1] for row in found}

    def _run(self, query: str, file: str = "") -> Any:
        try:
            return self._connection.execute(query)
        except self._error as error:
            said = str(error).partition("\n")[0]
            todo = (
                "see whether its files can be read, and whether memory and disk suffice ([list] memory, temp)"
            )
            raise BadDataError(
                [Problem(f"the list cannot be counted: {said}", todo, file or self._files[0])]
            ) from error


def _library() -> Any:
    try:
        return importlib.import_module("duckdb")
    except ImportError:
        todo = 'run: pip install "budgetplan[duckdb]"; a list that fits into memory needs none: [list] engine = "memory"'
        wrong = "DuckDB, which counts the list, is not installed"
        raise UsageError([Problem(wrong, todo, option="list.engine")]) from None


def _is_parquet(file: str) -> bool:
    with Path(file).open("rb") as opened:
        return opened.read(4) == b"PAR1"


def _said(types: Mapping[str, str], name: str) -> str:
    return types.get(name, "no such column")


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
