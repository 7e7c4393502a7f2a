"""Values of typed files as the texts that stand in a CSV file for them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import numpy as np


class NumberText(str):
    """The text of a number from a file that has numbers beside texts: its point is one before decimals."""

    __slots__ = ()


_KINDS: tuple[tuple[type, str], ...] = ((list, "a list"), (dict, "an object"), (bytes, "bytes"))


class NoTextError(ValueError):
    """A value that no cell of a CSV file can hold: what is wrong, what to do, what was found."""

    def __init__(self, wrong: str, todo: str, found: str) -> None:
        self.wrong = wrong
        self.todo = todo
        self.found = found
        super().__init__(wrong)


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
        midnight = value.time() == dt.time()
        return value.date().isoformat() if midnight else value.isoformat(" ")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        return str(value)
    if isinstance(value, NoTextError):
        raise value
    kind = next((name for known, name in _KINDS if isinstance(value, known)), type(value).__name__)
    raise NoTextError(f"this value is {kind}", "write one text or number for each item", str(value))
