"""What an engine does for us: it says what the list's columns are, answers queries, and takes small tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def kind_of(called: str) -> Kind:
    """Return what the values of a column are that an engine calls so.

    >>> kind_of("DECIMAL(9,2)"), kind_of("UTINYINT"), kind_of("int"), kind_of("float"), kind_of("UBIGINT")
    ('double', 'whole', 'whole', 'single', 'other')
    """
    name = called.lower().partition("(")[0]
    kinds: dict[str, Kind] = {"float": "single", "double": "double", "decimal": "double"}
    kinds |= {"varchar": "text", "string": "text"}
    whole = name.removeprefix("u") in ("tinyint", "smallint", "int", "integer") or name == "bigint"
    return "whole" if whole else kinds.get(name, "other")


def refuse_unlike(first: tuple[str, Mapping[str, str]], file: str, types: Mapping[str, str]) -> None:
    """Raise where a file has columns of other types than the first one, whose would be taken for all."""
    if types == first[1]:
        return
    column = next(name for name in {**first[1], **types} if first[1].get(name) != types.get(name))
    there, here = (each.get(column, "no such column") for each in (first[1], types))
    wrong = f"the files of the list differ: {there} in {first[0]}, {here} here"
    raise BadDataError([Problem(wrong, "write all files alike", file, column=column)])
