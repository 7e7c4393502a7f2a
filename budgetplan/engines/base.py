"""What an engine does for us, and in which words: it says what the columns of a list are, answers queries, takes small tables."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from budgetplan import lazy_pandas as pd
from budgetplan.domain.messages import Message
from budgetplan.errors import BadDataError

BLANKS = "".join(letter for letter in map(chr, range(0x3001)) if letter.isspace())
"""All that tables take for blank; SQL alone does so with the space."""
N_BUCKETS = 16_384
"""So many buckets: no stretch holds much of a list whose scores go with those of the labelled items."""
LARGEST = "1.7976931348623157E308"
"""The greatest number of double precision: what lies between its two signs is a number, and nothing else is."""


@dataclass(frozen=True)
class SqlWords:
    """The words of one dialect.

    Attributes
    ----------
    name
        Of the dialect.
    quote
        What stands round names.
    double, whole, text
        Numbers of double precision, whole numbers of 64 bits, texts.
    md5
        The hash of a text in 32 small letters and digits.
    is_nan
        Whether a number is none (NaN).
    tried
        A text as a number, nothing where it is none.
    in_structs
        Whether small tables stand in a query as a list of structures.
    stripped, blank
        A text without blanks at its ends, and whether a text is nothing but blanks.
    short
        A hash of 64 bits, other in each engine: names of which all have another one are all different.
    aliases
        What columns are called in queries whose names an engine takes for those of others.
    """

    name: str
    quote: str = '"'
    double: str = "DOUBLE"
    whole: str = "BIGINT"
    text: str = "VARCHAR"
    md5: str = "md5({})"
    is_nan: str = "isnan({})"
    tried: str = "TRY_CAST({} AS DOUBLE)"
    stripped: str = "TRIM({})"
    blank: str = "TRIM({}) = ''"
    short: str = "{}"
    aliases: Mapping[str, str] = field(default_factory=dict)
    in_structs: bool = False

    def named(self, name: str) -> str:
        """Return the name of a column or a table as it stands in a query.

        >>> print(DIALECTS["duckdb"].named('a "b" c'))
        "a ""b"" c"
        """
        name = self.aliases.get(name, name)
        return self.quote + name.replace(self.quote, self.quote * 2) + self.quote

    def number(self, value: float) -> str:
        """Return a number of double precision: with an exponent, and cast, or some engines take it for a decimal.

        >>> DIALECTS["duckdb"].number(0.1), DIALECTS["postgres"].number(float("-inf"))
        ('CAST(1.0000000000000001E-01 AS DOUBLE)', "CAST('-Infinity' AS DOUBLE PRECISION)")
        """
        if value in (float("inf"), float("-inf")):
            return f"CAST('{'-' if value < 0 else ''}Infinity' AS {self.double})"
        return f"CAST({value:.16E} AS {self.double})"

    def literal(self, text: str) -> str:
        """Return a text of our own, such as a path or a seed, as it stands in a query.

        >>> DIALECTS["duckdb"].literal("it's")
        "'it''s'"
        """
        return "'" + text.replace("'", "''") + "'"

    def finite(self, expression: str) -> str:
        """Return the number, or nothing where it is none or endless."""
        return f"CASE WHEN {expression} BETWEEN {self.number(-float(LARGEST))} AND {self.number(float(LARGEST))} THEN {expression} END"


_FILE = tomllib.loads(Path(__file__).with_name("dialects.toml").read_text(encoding="utf-8"))
for _words in _FILE.values():
    for _name in {"stripped", "blank", "tried"} & _words.keys():
        _words[_name] = _words[_name].replace("BLANKS", BLANKS)
DIALECTS: Mapping[str, SqlWords] = MappingProxyType({name: SqlWords(name, **words) for name, words in _FILE.items()})
"""Dialects by name."""


Kind = Literal["half", "single", "double", "whole", "text", "other"]
"""What the values of a column are: numbers of half, single or double precision, whole numbers, texts."""


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
    n_buckets: int = N_BUCKETS
    hashed: bool = False

    def columns(self) -> Mapping[str, Kind]:
        """Return the columns of the list, and what their values are."""

    def ask(self, query: str) -> pd.DataFrame:
        """Return the answer to a query; nothing is as pandas has it."""

    def hold(self, name: str, columns: Mapping[str, npt.NDArray[Any] | Sequence[str]]) -> str:
        """Take a small table; return what stands after FROM for it."""

    def keep(self, name: str, query: str) -> str:
        """Keep the answer to a query where the list is; return what stands after FROM for it."""

    def write(self, query: str, path: Path) -> None:
        """Write the answer to a query as CSV, in its order."""
        self.ask(query).to_csv(path, index=False, lineterminator="\n")


def hold_names(engine: Engine, table: str, names: Collection[str], *, whole: bool) -> str:
    """Hand names of items over as they are compared; return what stands after FROM for them, nothing where no row has one.

    ``whole``: the names of the list are whole numbers. The column is called ``known``.
    """
    digests: npt.NDArray[Any] | Sequence[str] = sorted(names)
    if engine.hashed:
        digests = sorted(hashlib.md5(name.encode(), usedforsecurity=False).hexdigest() for name in names)
    elif whole:
        numbers = [int(name) for name in digests if name.lstrip("-").isdigit() and str(int(name)) == name]
        digests = np.array([number for number in numbers if -(2**63) <= number < 2**63], dtype=np.int64)
    return engine.hold(table, {"known": digests}) if len(digests) else ""


def kind_of(called: str) -> Kind:
    """Return what the values of a column are that an engine calls so.

    >>> kind_of("DECIMAL(9,2)"), kind_of("UTINYINT"), kind_of("int"), kind_of("float"), kind_of("UBIGINT")
    ('double', 'whole', 'whole', 'single', 'double')
    """
    name = called.lower().partition("(")[0]
    # Whole numbers up to 2 to the 64th are no BIGINT.
    kinds: dict[str, Kind] = {"float": "single", "double": "double", "decimal": "double", "ubigint": "double"}
    kinds |= {"varchar": "text", "string": "text", "half": "half"}
    whole = name.removeprefix("u") in ("tinyint", "smallint", "int", "integer") or name == "bigint"
    return "whole" if whole else kinds.get(name, "other")


def kinds_of_all(files: Iterable[tuple[str, Mapping[str, str]]]) -> Mapping[str, Kind]:
    """Return what the values of the columns of a list are; of each of its files the path and the types by column.

    Raises
    ------
    BadDataError
        A file has columns of other types than the first one, whose would be taken for all.
    """
    (first, of_first), *others = files
    for file, types in others:
        if types != of_first:
            column = next(name for name in {**of_first, **types} if of_first.get(name) != types.get(name))
            there, here = (kinds.get(column, Message("engines.no_such_column")) for kinds in (of_first, types))
            message = Message("engines.files_differ", there=there, first=first, here=here)
            raise BadDataError.of(message, file, column=column)
    return {name: kind_of(called) for name, called in of_first.items()}
