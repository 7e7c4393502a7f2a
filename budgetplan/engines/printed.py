"""A warehouse that we never see: queries are printed, somebody runs them, and their answers are read from files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from budgetplan.domain.plan import ListFiles, Plan
from budgetplan.engines.base import DIALECTS, Kind, SqlWords
from budgetplan.errors import BadDataError, Problem
from budgetplan.files import save

FOLDER = "answers"
"""Where queries and answers stand if nobody says it."""


class PrintedEngine:
    """See :class:`budgetplan.engines.base.Engine`.

    Every run goes as far as there are answers: it then writes the next query and says where its answer is expected.
    The same plan asks the same queries in the same order; a query whose text changes has another name.
    """

    n_buckets = 2048
    hashed = True

    def __init__(self, listed: ListFiles, columns: Sequence[str], dialect: str) -> None:
        self.words = DIALECTS[dialect]
        self.relation = ".".join(self.words.named(part) for part in listed.files.split("."))
        self.called = f"printed queries ({dialect})"
        self._folder = Path(listed.temp or FOLDER)
        self._columns, self._id = columns, columns[0]
        self._asked = 0

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list: as the plan has them, since nobody can look."""
        return {name: "text" if name == self._id else "double" for name in self._columns}

    def ask(self, query: str) -> pd.DataFrame:
        """Return the answer to a query.

        Raises
        ------
        BadDataError
            There is none yet: the query is written, and it is said what to do.
        """
        self._asked += 1
        name = f"{self._asked:02d}-{hashlib.sha256(query.encode()).hexdigest()[:8]}"
        for suffix in (".parquet", ".csv"):
            if (path := self._folder / f"{name}{suffix}").is_file():
                return _answer(path)
        written = self._folder / f"{name}.sql"
        save({written.name: f"{query}\n".encode()}, written.parent)
        todo = f"run it, save its answer with a header as {written.with_suffix('.csv')} or .parquet, and do this again"
        raise BadDataError([Problem("this query has no answer yet", todo, str(written))])

    def hold(self, name: str, columns: Mapping[str, npt.NDArray[Any] | Sequence[str]]) -> str:  # noqa: ARG002 - as others
        """Take a small table: it stands in the query itself; texts in it are hashes."""
        arrays = {key: np.asarray(one) for key, one in columns.items()}
        return inline(arrays, self.words)

    def keep(self, name: str, query: str) -> str:  # noqa: ARG002 - as others
        """Keep nothing: the query stands in others."""
        return f"({query})"


def columns_of(plan: Plan) -> tuple[str, ...]:
    """Return the columns of the list that a plan asks for, that of the names first."""
    named = [plan.columns.id, plan.columns.units, plan.columns.cost, *(one.column for one in plan.models)]
    return tuple(dict.fromkeys(name for name in named if name))


def _answer(path: Path) -> pd.DataFrame:
    try:
        if path.suffix == ".parquet":
            found = pd.read_parquet(path)
        else:
            texts = pd.read_csv(path, dtype=str, keep_default_na=False)
            found = pd.DataFrame({name: _column(texts[name]) for name in texts})
    except (OSError, ValueError, ImportError) as error:
        told = str(error).partition("\n")[0]
        todo = "write the answer of the query beside it, with a header"
        raise BadDataError([Problem(f"this answer cannot be read: {told}", todo, str(path))]) from None
    # Some engines give names in capitals.
    return found.rename(columns=str.lower)


def _column(texts: Iterable[str]) -> list[Any]:
    """Return a column with its texts as numbers, where they are: every digit counts.

    >>> _column(["1", "2"]), _column(["", "0.1"])
    ([1, 2], [nan, 0.1])
    """
    for kind in (int, float):
        with suppress(ValueError):
            return [kind(text or "nan") for text in texts]
    return list(texts)


def inline(columns: Mapping[str, npt.NDArray[Any]], words: SqlWords) -> str:
    """Return a small table of numbers, or of hashes, as it stands in a query.

    >>> import numpy as np
    >>> from budgetplan.engines.base import DIALECTS, SqlWords
    >>> table = {"a": np.array([1, 2]), "b": np.array(["9f", "a0"])}
    >>> inline(table, DIALECTS["duckdb"])
    "(SELECT * FROM (VALUES (1, '9f'), (2, 'a0')) AS v (a, b))"
    >>> inline(table, DIALECTS["bigquery"])
    "(SELECT * FROM UNNEST([STRUCT(1 AS a, '9f' AS b), (2, 'a0')]))"
    """
    written: dict[str, Callable[[Any], str]] = {"f": words.number, "U": words.literal}
    cells = [map(written.get(array.dtype.kind, str), array.tolist()) for array in columns.values()]
    rows = list(zip(*cells, strict=True))
    tuples = [f"({', '.join(row)})" for row in rows]
    if words.in_structs:
        named = ", ".join(f"{cell} AS {name}" for cell, name in zip(rows[0], columns, strict=True))
        return f"(SELECT * FROM UNNEST([STRUCT({named}){''.join(f', {row}' for row in tuples[1:])}]))"
    return f"(SELECT * FROM (VALUES {', '.join(tuples)}) AS v ({', '.join(columns)}))"
