"""Reads the rows of a Parquet or Feather file as the texts that stand in a CSV file for them."""

from __future__ import annotations

import importlib
import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.tables.celltext import NoTextError, as_text
from budgetplan.tables.files import Opened, Source, broken
from budgetplan.tables.formats.csv_rows import N_ROWS_AT_ONCE
from budgetplan.tables.problems import Problems, listing

ARROW = (b"ARROW1", b"\xff\xff\xff\xff")
"""How a Feather file begins, and one of the same rows that is read from its beginning to its end."""


class ParquetSource(Source):
    """A Parquet file; lines are those of the same table as CSV, the header being line 1.

    Where Hugging Face's datasets wrote it, it says the names of classes, and -1 is no label.
    """

    called, is_plain, library = "a Parquet file", True, "pyarrow.parquet"

    def __init__(self, opened: Opened) -> None:
        self.path = opened.path
        self._opened = opened
        self._library = self._import()
        schema = self._open().schema_arrow
        self.header: tuple[str, ...] = tuple(schema.names)
        self._classes = class_labels((schema.metadata or {}).get(b"huggingface"))
        self.messages = tuple(
            f"{name}: the file names its classes ({listing(names, 5)}); -1 is no label."
            for name, names in self._classes.items()
            if name in self.header
        )

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
            return importlib.import_module(self.library)
        except ImportError:
            todo = "run: pip install pyarrow; or save the table as CSV"
            wrong = f"this is {self.called}, and no library for it is installed"
            raise broken(self.path, wrong, todo) from None

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
        wrong = f"this is not {self.called} that can be read"
        return broken(self.path, wrong, "write it anew, or save the table as CSV")

    def _texts(self, column: Any, name: str, problems: Problems) -> list[str]:
        """Return the texts of a column's piece."""
        try:
            # As Python floats, numbers of single precision would get digits that they do not have.
            single = str(column.type) in {"float", "halffloat"}
            values = column.to_numpy(zero_copy_only=False) if single else column.to_pylist()
            if name in self._classes:
                values = [_named(value, self._classes[name]) for value in values]
            return [as_text(value, "True", "False") for value in values]
        except NoTextError as error:
            problems.add(error.wrong, error.todo, column=name, found=str(column.type))
        except Exception:  # noqa: BLE001 - a time finer than Python's, a text that is none
            problems.add("this column has values that cannot be read", "write texts or numbers", column=name)
        return [""] * len(column)


class ArrowSource(ParquetSource):
    """A Feather file, or the Arrow file of a dataset: its rows are in memory once they are read."""

    called, library = "a Feather file", "pyarrow"

    def _open(self) -> Any:
        self._opened.file.seek(0)
        try:
            ipc = importlib.import_module("pyarrow.ipc")
            streamed = self._opened.file.read(4) == ARROW[1]
            self._opened.file.seek(0)
            reader = ipc.open_stream if streamed else ipc.open_file
            return _Batches(reader(self._opened.file).read_all())
        except Exception as error:
            raise self._unreadable() from error


class _Batches:
    """A table in memory that is read as a Parquet file is."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self.schema_arrow = table.schema

    def iter_batches(self, batch_size: int, columns: Sequence[str]) -> Iterator[Any]:
        """Yield pieces of some columns."""
        for first in range(0, self._table.num_rows, batch_size):
            piece = self._table.select(columns).slice(first, batch_size)
            yield piece.combine_chunks()


def class_labels(said: bytes | str | None) -> dict[str, tuple[str, ...]]:
    """Return the names of the classes of each column that datasets keeps as numbers, from what it says of itself.

    >>> class_labels('{"info": {"features": {"label": {"names": ["a", "b"], "_type": "ClassLabel"}}}}')
    {'label': ('a', 'b')}
    """
    try:
        features = json.loads(said or "{}")
        features = features.get("info", features).get("features", {})
        return {
            name: tuple(one["names"])
            for name, one in features.items()
            if isinstance(one, dict) and one.get("_type") == "ClassLabel" and one.get("names")
        }
    except (ValueError, AttributeError, KeyError, TypeError):
        return {}


def _named(value: Any, names: Sequence[str]) -> Any:
    """Return the name of a class by its number; nothing for -1."""
    if not isinstance(value, int) or not -1 <= value < len(names):
        return value
    return names[value] if value >= 0 else None
