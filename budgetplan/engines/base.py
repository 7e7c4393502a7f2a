"""What an engine does for us: it says what the list's columns are, answers queries, and takes small tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy.typing as npt

from budgetplan.engines.words import SqlWords
from budgetplan.errors import BadDataError, Problem

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
    n_buckets
        How finely the list is counted.
    hashed
        Whether names of items are handed over as their hashes alone.
    """

    words: SqlWords
    relation: str
    called: str
    n_buckets: int
    hashed: bool

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list, and what their values are."""

    def ask(self, query: str) -> Answer:
        """Return the answer to a query."""

    def hold(self, name: str, columns: Mapping[str, npt.NDArray[Any] | Sequence[str]]) -> str:
        """Take a small table; return what stands after FROM for it."""

    def keep(self, name: str, query: str) -> str:
        """Keep the answer to a query where the list is; return what stands after FROM for it."""

    def write(self, query: str, path: Path) -> None:
        """Write the answer to a query into a file: Parquet or CSV, as its name ends; OSError where that cannot be."""


def refuse_unlike(first: tuple[str, Mapping[str, str]], file: str, types: Mapping[str, str]) -> None:
    """Raise where a file has columns of other types than the first one, whose would be taken for all."""
    if types == first[1]:
        return
    column = next(name for name in {**first[1], **types} if first[1].get(name) != types.get(name))
    there, here = (each.get(column, "no such column") for each in (first[1], types))
    wrong = f"the files of the list differ: {there} in {first[0]}, {here} here"
    raise BadDataError([Problem(wrong, "write all files alike", file, column=column)])


def inline(columns: Mapping[str, npt.NDArray[Any]], words: SqlWords) -> str:
    """Return a small table of numbers, or of hashes, as it stands in a query, for engines that take no tables.

    >>> import numpy as np
    >>> from budgetplan.engines.words import DIALECTS
    >>> table = {"a": np.array([1, 2]), "b": np.array(["9f", "a0"])}
    >>> inline(table, DIALECTS["duckdb"])
    "(SELECT * FROM (VALUES (1, '9f'), (2, 'a0')) AS v (a, b))"
    >>> inline(table, DIALECTS["bigquery"])
    "(SELECT * FROM UNNEST([STRUCT(1 AS a, '9f' AS b), (2, 'a0')]))"
    """
    cells = [[_cell(one, array.dtype.kind, words) for one in array.tolist()] for array in columns.values()]
    rows = list(zip(*cells, strict=True))
    if not rows:
        # Nothing is equal to it.
        rows = [tuple("'-'" if array.dtype.kind in "UO" else "0" for array in columns.values())]
    tuples = [f"({', '.join(row)})" for row in rows]
    if words.in_structs:
        named = ", ".join(f"{cell} AS {name}" for cell, name in zip(rows[0], columns, strict=True))
        return f"(SELECT * FROM UNNEST([STRUCT({named}){''.join(f', {row}' for row in tuples[1:])}]))"
    return f"(SELECT * FROM (VALUES {', '.join(tuples)}) AS v ({', '.join(columns)}))"


def _cell(value: Any, kind: str, words: SqlWords) -> str:
    if kind == "f":
        return words.number(value)
    return words.literal(value) if isinstance(value, str) else str(int(value))
