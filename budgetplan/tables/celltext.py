"""Values of typed files as the texts that stand in a CSV file for them."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from sys import intern
from typing import Any

import numpy as np

from budgetplan.domain.messages import Message


class NumberText(str):
    """The text of a number from a file that has numbers beside texts: its point is one before decimals."""

    __slots__ = ()


_KINDS = ((list, "tables.value_is_list"), (dict, "tables.value_is_object"), (bytes, "tables.value_is_bytes"))


class RefusedError(ValueError):
    """A value that cannot be used: what is wrong, and what to do."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message)


class NoTextError(RefusedError):
    """A value that no cell of a CSV file can hold, and what was found."""

    def __init__(self, message: Message, found: str) -> None:
        self.found = found
        super().__init__(message)


def told_of_dates(name: str, lines: Iterable[int], values: Sequence[Any]) -> tuple[Message, ...]:
    """Return what is told of a column in which a spreadsheet has made dates of some words or numbers; nothing elsewhere.

    >>> print(*told_of_dates("Lemma", [2, 3, 4], ["Mai", dt.datetime(2026, 3, 1), "März"]))
    A spreadsheet seems to have made dates out of 1 of 3 cells in the column Lemma, first on line 3 (2026-03-01): import its source again, with this column as text.
    """
    kinds = Counter(map(type, values))
    n_dates = kinds[dt.datetime] + kinds[dt.date]
    n_others = kinds[str] + kinds[int] + kinds[float]
    if not 0 < n_dates < n_others:
        return ()
    line, value = next((at, value) for at, value in zip(lines, values, strict=False) if isinstance(value, dt.date))
    first = {"line": line, "text": as_text(value, "", "")}
    return (Message("tables.dates_made", n=n_dates, of=n_dates + n_others, column=name, **first),)


def as_text(value: Any, true: str, false: str) -> str:
    """Return the text of one value; an empty text where there is none.

    ``true`` and ``false`` are how the program that wrote the file writes these.

    >>> [as_text(one, "TRUE", "FALSE") for one in ("x", None, 1, 0.5, True, float("nan"), dt.date(2026, 1, 31))]
    ['x', '', '1', '0.5', 'TRUE', '', '2026-01-31']
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return true if value else false
    if isinstance(value, float | np.floating):
        return "" if np.isnan(value) else NumberText(value)
    if isinstance(value, int | Decimal):
        return NumberText(value)
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat(" ")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        return str(value)
    if isinstance(value, NoTextError):
        raise value
    kind = next((kind for known, kind in _KINDS if isinstance(value, known)), "")
    message = Message(kind) if kind else Message("tables.value_is_other", type=type(value).__name__)
    raise NoTextError(message, str(value))


def whole(value: Any) -> Any:
    """Return a whole number as such, of programs that have no others than those with decimals.

    >>> whole(2.0), whole(2.5), whole("2.0")
    (2, 2.5, '2.0')
    """
    if isinstance(value, float | np.floating) and np.isfinite(value) and value == int(value):
        return int(value)
    return value


def written(value: Any) -> str:
    """Return a value as JSON has it.

    >>> written({"a": ["b", None]})
    '{"a": ["b", null]}'
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


_HALF_LETTER = re.compile("[\ud800-\udfff]")


class TwiceError(ValueError):
    """An object has the same key twice."""


def new_decoder() -> json.JSONDecoder:
    """Return what decodes objects: numbers stay as they are written, a key stands once."""
    return json.JSONDecoder(object_pairs_hook=_unique, parse_float=NumberText, parse_int=str, parse_constant=str)


def has_half_letter(text: str, value: Any) -> bool:
    r"""Return whether an object holds what is no text in any encoding, which is legal in JSON.

    >>> import json
    >>> written = '{"a": "%sud83d"}' % chr(92)
    >>> has_half_letter(written, json.loads(written)), has_half_letter("{}", {})
    (True, False)
    """
    return "\\ud" in text.lower() and bool(_HALF_LETTER.search(json.dumps(value, ensure_ascii=False)))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # The keys of a million objects are the same.
    fields = {intern(key): value for key, value in pairs}
    if len(fields) < len(pairs):
        keys = [key for key, _ in pairs]
        raise TwiceError(next(key for key in keys if keys.count(key) > 1))
    return fields


_FORMULA = ("=", "+", "-", "@")


def formulas_told(columns: Iterable[Iterable[str]], seen_in: Message | str) -> list[Message]:
    """Return what is told where cells begin as formulas do; nothing where none does.

    >>> str(formulas_told([("s1", "s2"), ("=1+1", "so")], "pilot.csv")[0]).partition(":")[0]
    '1 cell of pilot.csv begins with =, +, - or @, as formulas do'
    """
    n = sum(cell.startswith(_FORMULA) for column in columns for cell in column)
    return [Message("tables.formulas", n=n, seen_in=seen_in)] if n else []


def plain_csv(header: Sequence[str], rows: Iterable[Sequence[Any]], separator: str = ",", end: str = "\r\n") -> str:
    r"""Return rows as CSV, every cell as it is; ``end``: of a line.

    Also cells that begin with = + - or @, which a spreadsheet may take for formulas: an apostrophe in front of a text
    would be judged with it, and one in front of an id would make it the id of another item.

    >>> plain_csv(("id", "text"), [("s1", "=1+1, so")])
    'id,text\r\ns1,"=1+1, so"\r\n'
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator=end, delimiter=separator)
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue()
