"""Reads the rows of a Parquet or Feather file as the texts that stand in a CSV file for them."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Sequence
from typing import IO, Any

from budgetplan.tables.celltext import NoTextError, as_text
from budgetplan.tables.files import ByColumn, Opened, broken
from budgetplan.tables.problems import Problems, listing

PARQUET = b"PAR1"
ARROW = (b"ARROW1", b"\xff\xff\xff\xff")
"""How a Feather file begins, and one of the same rows that is read from its beginning to its end."""


class ArrowSource(ByColumn):
    """A Parquet, Feather or Arrow file; lines are those of the same table as CSV, the header being line 1.

    Where Hugging Face's datasets wrote it, it says the names of classes, and -1 is no label.
    """

    is_plain = True

    def __init__(self, opened: Opened) -> None:
        start = opened.file.read(4)
        opened.file.seek(0)
        self.called = "a Parquet file" if start == PARQUET else "a Feather file"
        self.path = opened.path
        try:
            schema, self.n_rows, self._load = (_parquet if start == PARQUET else _arrow)(opened.file)
        except ImportError:
            todo = "run: pip install pyarrow; or save the table as CSV"
            wrong = f"this is {self.called}, and no library for it is installed"
            raise broken(self.path, wrong, todo) from None
        except Exception as error:
            raise self._unreadable() from error
        self.header = tuple(schema.names)
        self._loaded: dict[int, Any] = {}
        self._classes = class_labels((schema.metadata or {}).get(b"huggingface"))
        self.messages = tuple(
            f"{name}: the file names its classes ({listing(names, 5)}); -1 is no label."
            for name, names in self._classes.items()
            if name in self.header
        )

    def texts(self, at: int, rows: slice, problems: Problems) -> list[str]:
        """Return some cells of a column."""
        name = self.header[at]
        if at not in self._loaded:
            try:
                self._loaded[at] = self._load(at)
            except Exception as error:
                raise self._unreadable() from error
        column = self._loaded[at][rows.start : rows.stop]
        try:
            # As Python floats, numbers of single precision would get digits that they do not have.
            single = str(column.type) in {"float", "halffloat"}
            values = column.to_numpy() if single else column.to_pylist()
            if name in self._classes:
                values = [_named(value, self._classes[name]) for value in values]
            return [as_text(value, "True", "False") for value in values]
        except NoTextError as error:
            problems.add(error.wrong, error.todo, column=name, found=str(column.type))
        except Exception:  # noqa: BLE001 - a time finer than Python's, a text that is none
            problems.add("this column has values that cannot be read", "write texts or numbers", column=name)
        return [""] * len(column)

    def _unreadable(self) -> Exception:
        # The library has errors of many kinds for a file that is damaged.
        wrong = f"this is not {self.called} that can be read"
        return broken(self.path, wrong, "write it anew, or save the table as CSV")


_Loaded = tuple[Any, int, Callable[[int], Any]]
"""The schema of a file, its rows, and what loads a column by its position."""


def _parquet(file: IO[bytes]) -> _Loaded:
    library: Any = importlib.import_module("pyarrow.parquet")
    read = library.ParquetFile(file)
    schema = read.schema_arrow
    return schema, read.metadata.num_rows, lambda at: read.read(columns=[schema.names[at]]).column(0)


def _arrow(file: IO[bytes]) -> _Loaded:
    library: Any = importlib.import_module("pyarrow.ipc")
    streamed = file.read(4) == ARROW[1]
    file.seek(0)
    table = (library.open_stream if streamed else library.open_file)(file).read_all()
    return table.schema, table.num_rows, table.column


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
