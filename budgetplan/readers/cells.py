"""Columns taken from pieces of a table: texts become codes, numbers become floats, without a loop over rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from budgetplan.domain.items import FloatArray, IntArray

# What float() takes beyond this (underscores, digits of other scripts, "nan") is not meant as a number here.
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class Texts:
    """A column with few different texts: shape (n,) positions in ``names``, which come as they appear."""

    codes: IntArray
    names: tuple[str, ...]

    def code(self, name: str) -> int:
        """Return the position of a name, or -1."""
        return self.names.index(name) if name in self.names else -1


@dataclass(frozen=True)
class Numbers:
    """A column of numbers.

    Attributes
    ----------
    values
        Shape (n,); NaN where the cell is empty or holds no finite number.
    odd
        Row and text of each cell that is neither empty nor a finite number.
    """

    values: FloatArray
    odd: dict[int, str]


class _Codes(dict[str, int]):
    """Numbers texts as they come."""

    def __missing__(self, text: str) -> int:
        self[text] = len(self)
        return self[text]


class Gathered:
    """Columns as they grow, piece by piece."""

    def __init__(self, header: Sequence[str], ids: str, texts: Sequence[str], numbers: Sequence[str]) -> None:
        self._at = {name: header.index(name) for name in (ids, *texts, *numbers) if name}
        self._ids_column = ids
        self._ids: list[str] = []
        self._names = {name: _Codes() for name in texts}
        self._codes: dict[str, list[IntArray]] = {name: [np.empty(0, np.int64)] for name in texts}
        self._values: dict[str, list[FloatArray]] = {name: [np.empty(0)] for name in numbers}
        self._odd: dict[str, dict[int, str]] = {name: {} for name in numbers}
        self._lines: list[IntArray] = [np.empty(0, np.int64)]
        self._n_rows = 0

    def take(self, lines: IntArray, rows: list[list[str]]) -> None:
        """Take a piece of the table: where each row begins, and the rows."""
        self._lines.append(lines)
        if self._ids_column:
            self._ids += map(str.strip, map(itemgetter(self._at[self._ids_column]), rows))
        for name, codes in self._codes.items():
            stripped = map(str.strip, map(itemgetter(self._at[name]), rows))
            coded = map(self._names[name].__getitem__, stripped)
            codes.append(np.fromiter(coded, dtype=np.int64, count=len(rows)))
        for name, pieces in self._values.items():
            values, odd = to_numbers(list(map(itemgetter(self._at[name]), rows)))
            pieces.append(values)
            self._odd[name] |= {self._n_rows + row: text for row, text in odd.items()}
        self._n_rows += len(rows)

    def lines(self) -> IntArray:
        """Return the line where each row begins, shape (n,)."""
        return np.concatenate(self._lines)

    def ids(self) -> list[str] | None:
        """Return the names of the items as they stand in the table."""
        return self._ids if self._ids_column else None

    def texts(self) -> dict[str, Texts]:
        """Return the columns of texts."""
        return {
            name: Texts(np.concatenate(codes), tuple(self._names[name]))
            for name, codes in self._codes.items()
        }

    def numbers(self) -> dict[str, Numbers]:
        """Return the columns of numbers."""
        return {
            name: Numbers(np.concatenate(pieces), self._odd[name]) for name, pieces in self._values.items()
        }


def to_numbers(cells: list[str]) -> tuple[FloatArray, dict[int, str]]:
    """Return the numbers in cells (NaN where there is none) and the cells that are neither empty nor a number.

    >>> to_numbers(["0.5", "", " 1e-3", "0,5", "nan", "1_0"])
    (array([0.5 , nan, 0.001, nan, nan, nan]), {3: '0,5', 4: 'nan', 5: '1_0'})
    """
    together = "".join(cells)
    if "_" not in together and together.isascii():
        try:
            values = np.fromiter(
                map(float, [cell or "nan" for cell in cells]), dtype=np.float64, count=len(cells)
            )
        except ValueError:
            return _one_by_one(cells)
        if np.count_nonzero(~np.isfinite(values)) == cells.count(""):
            return values, {}
    return _one_by_one(cells)


def _one_by_one(cells: list[str]) -> tuple[FloatArray, dict[int, str]]:
    values = np.full(len(cells), np.nan)
    odd = {}
    for row, cell in enumerate(map(str.strip, cells)):
        value = float(cell) if NUMBER.fullmatch(cell) else np.nan
        if np.isfinite(value):
            values[row] = value
        elif cell:
            odd[row] = cell
    return values, odd
