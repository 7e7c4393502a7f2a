"""Reads the rows of a Parquet file as the texts that stand in a CSV file for them."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterator
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.tables.celltext import NoTextError, as_text
from budgetplan.tables.files import Opened, broken
from budgetplan.tables.formats.csv_rows import N_ROWS_AT_ONCE
from budgetplan.tables.problems import Problems


class ParquetSource:
    """A Parquet file; lines are those of the same table as CSV, the header being line 1."""

    def __init__(self, opened: Opened) -> None:
        self.path = opened.path
        self._opened = opened
        self._library = self._import()
        self.header: tuple[str, ...] = tuple(self._open().schema_arrow.names)

    def told(self, decimal: str) -> str:
        """Return how the file was read, in words; empty where there is nothing to say."""
        return "" if decimal != "," else "a Parquet file, decimal comma"

    def pieces(
        self, problems: Problems, columns: Collection[str]
    ) -> Iterator[tuple[IntArray, list[list[str]]]]:
        """Yield pieces of the file: the line of each row, and the rows as texts; only ``columns`` are read."""
        # Two columns of one name are refused elsewhere, and cannot be asked for by it.
        names = [name for name in self.header if name in columns and self.header.count(name) == 1]
        first = 2
        batches = self._open().iter_batches(batch_size=N_ROWS_AT_ONCE, columns=names)
        while (batch := self._next(batches)) is not None:
            texts = {name: self._texts(batch.column(name), name, problems) for name in names}
            nothing = [""] * batch.num_rows
            rows = list(map(list, zip(*(texts.get(name, nothing) for name in self.header), strict=True)))
            yield np.arange(first, first + batch.num_rows, dtype=np.int64), rows
            first += batch.num_rows

    def _import(self) -> Any:
        try:
            return importlib.import_module("pyarrow.parquet")
        except ImportError:
            todo = "run: pip install pyarrow; or save the table as CSV"
            raise broken(self.path, "no library for Parquet files is installed", todo) from None

    def _open(self) -> Any:
        self._opened.file.seek(0)
        try:
            return self._library.ParquetFile(self._opened.file)
        except Exception as error:
            raise self._unreadable() from error

    def _next(self, batches: Iterator[Any]) -> Any:
        try:
            return next(batches, None)
        except Exception as error:
            raise self._unreadable() from error

    def _unreadable(self) -> Exception:
        # The library has errors of many kinds for a file that is damaged.
        return broken(
            self.path,
            "this is not a Parquet file that can be read",
            "write it anew, or save the table as CSV",
        )

    def _texts(self, column: Any, name: str, problems: Problems) -> list[str]:
        """Return the texts of a column's piece."""
        try:
            # As Python floats, numbers of single precision would get digits that they do not have.
            single = str(column.type) in {"float", "halffloat"}
            values = column.to_numpy(zero_copy_only=False) if single else column.to_pylist()
            return [as_text(value, "True", "False") for value in values]
        except NoTextError as error:
            problems.add(error.wrong, error.todo, column=name, found=str(column.type))
        except Exception:  # noqa: BLE001 - a time finer than Python's, a text that is none
            problems.add("this column has values that cannot be read", "write texts or numbers", column=name)
        return [""] * len(column)
