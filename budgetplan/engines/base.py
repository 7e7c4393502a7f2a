"""What an engine does for us: it says what the list's columns are, answers queries, and takes small tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy.typing as npt

from budgetplan.engines.words import SqlWords

Answer = Mapping[str, npt.NDArray[Any]]
"""The columns of an answer, by name: numbers with NaN where there is nothing, or texts."""
Kind = Literal["single", "double", "whole", "text", "other"]
"""What the values of a column are: numbers of single or double precision, whole numbers, texts."""


class Engine(Protocol):
    """An engine with the list open.

    Attributes
    ----------
    words
        Its dialect.
    relation
        What stands after FROM for the list.
    called
        Its name and version, for the record.
    """

    words: SqlWords
    relation: str
    called: str

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list, and what their values are."""

    def ask(self, query: str) -> Answer:
        """Return the answer to a query."""

    def hold(self, name: str, columns: Mapping[str, npt.NDArray[Any] | Sequence[str]]) -> str:
        """Take a small table; return what stands after FROM for it."""

    def keep(self, name: str, query: str) -> str:
        """Keep the answer to a query where the list is; return what stands after FROM for it."""

    def write(self, query: str, path: Path) -> None:
        """Write the answer to a query into a file: Parquet or CSV, as its name ends."""


def inline(columns: Mapping[str, npt.NDArray[Any]], words: SqlWords) -> str:
    """Return a small table of numbers as it stands in a query, for engines that take no tables.

    >>> import numpy as np
    >>> from budgetplan.engines.words import DIALECTS
    >>> inline({"a": np.array([1, 2]), "b": np.array([0.5, 1.0])}, DIALECTS["duckdb"])
    '(SELECT 1 AS a, CAST(5.0000000000000000E-01 AS DOUBLE) AS b UNION ALL SELECT 2, CAST(1.0000000000000000E+00 AS DOUBLE))'
    """
    cells = [
        [words.number(one) if array.dtype.kind == "f" else str(int(one)) for one in array.tolist()]
        for array in columns.values()
    ]
    first, *rest = zip(*cells, strict=True)
    named = ", ".join(f"{cell} AS {name}" for cell, name in zip(first, columns, strict=True))
    rows = "".join(f" UNION ALL SELECT {', '.join(row)}" for row in rest)
    return f"(SELECT {named}{rows})"
