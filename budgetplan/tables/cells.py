"""A column of text as codes and as numbers, without a loop over rows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import count
from math import inf, isfinite
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.items import frozen
from budgetplan.tables.thousands import THOUSANDS, TWO_READINGS

# What float() takes beyond this (underscores, digits of other scripts, "nan") is not meant as a number here.
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
DECIMAL_COMMA = re.compile(r"[+-]?(\d+,\d*|,\d+)([eE][+-]?\d+)?", re.ASCII)
"""A number with a decimal comma."""

_SWAPPED = str.maketrans(".,", ",.")
_OTHER = MappingProxyType({".": ",", ",": "."})


Packed = str | Sequence[str]
"""Cells, or one text for all of them, which needs a tenth of the room."""

_APART = "\0"
"""What keeps texts apart that are kept as one: no text file holds it."""


def packed(cells: Sequence[str]) -> Packed:
    """Return cells as one text, unless some of them stand for numbers that a file has beside texts."""
    together = _APART.join(cells)
    return cells if {*map(type, cells)} - {str} or together.count(_APART) >= len(cells) else together


def unpacked(piece: Packed) -> Sequence[str]:
    """Return the cells of a piece.

    >>> unpacked(packed(["a", "", "b"])), unpacked(packed([]))
    (['a', '', 'b'], [])
    """
    return piece.split(_APART) if isinstance(piece, str) else piece


def moved(cells: Mapping[int, str], rows: IntArray) -> dict[int, str]:
    """Return what stands in some rows, by their places in this order.

    >>> moved({0: "a", 3: "b"}, np.array([3, -1, 1]))
    {0: 'b'}
    """
    places = enumerate(rows.tolist()) if cells else ()
    return {at: cells[row] for at, row in places if row in cells}


@dataclass(frozen=True)
class Texts:
    """A column with few different texts: shape (n,) positions in ``names``, which come as they appear."""

    codes: IntArray
    names: tuple[str, ...]

    @classmethod
    def of(cls, pieces: Iterable[Sequence[str]]) -> Texts:
        """Return a column that comes in pieces; spaces about its texts are left out.

        >>> Texts.of([["x", " y"], ["x"]])
        Texts(codes=array([0, 1, 0]), names=('x', 'y'))
        """
        written, number = _codes(), _codes()
        codes = [np.fromiter(map(written.__getitem__, cells), np.int64, len(cells)) for cells in pieces]
        # Few different texts stand in many cells.
        places = np.array([number[name.strip()] for name in written], dtype=np.int64)
        return cls(places[np.concatenate([np.empty(0, np.int64), *codes])], tuple(number))

    @property
    def empty(self) -> BoolArray:
        """Shape (n,): which cells are empty."""
        return self.holds("")

    def code(self, name: str) -> int:
        """Return the position of a name, or -1."""
        return self.names.index(name) if name in self.names else -1

    def holds(self, name: str) -> BoolArray:
        """Return which cells hold a text, shape (n,)."""
        return np.asarray(self.codes == self.code(name))

    def counts(self, among: BoolArray | None = None) -> dict[str, int]:
        """Return how many rows have each text, without the empty one and those that no row has.

        >>> Texts(np.array([0, 1, 0, 2]), ("a", "", "b")).counts(np.array([True, True, True, False]))
        {'a': 2}
        """
        codes = self.codes if among is None else self.codes[among]
        counts = np.bincount(codes, minlength=len(self.names)).tolist()
        return {name: n for name, n in zip(self.names, counts, strict=True) if name and n}

    def among(self, names: Sequence[str]) -> IntArray:
        """Return the position of each cell in ``names``, -1 where it is not among them, shape (n,).

        >>> Texts(np.array([0, 1, 0]), ("b", "x")).among(("a", "b")).tolist()
        [1, -1, 1]
        """
        known = {name: position for position, name in enumerate(names)}
        return np.array([known.get(name, -1) for name in self.names], dtype=np.int64)[self.codes]

    def sorted_in(self, rows: IntArray) -> tuple[IntArray, tuple[str, ...]]:
        """Return for some rows positions in the sorted names that occur there, -1 where empty, and these names.

        >>> Texts(np.array([0, 1, 2, 3]), ("b", "a", "", "c")).sorted_in(np.array([2, 1, 0]))
        (array([-1,  0,  1]), ('a', 'b'))
        """
        occurring = map(self.names.__getitem__, np.unique(self.codes[rows]).tolist())
        names = tuple(sorted(filter(None, occurring)))
        return frozen(self.among(names)[rows]), names

    def take(self, rows: IntArray) -> Texts:
        """Return these rows in this order; -1 stands for an empty cell."""
        names = self.names if "" in self.names or not (rows < 0).any() else (*self.names, "")
        return Texts(np.append(self.codes, names.index("") if "" in names else -1)[rows], names)

    def without(self, empty: Collection[str], decimal: str = ".") -> Texts:
        """Return the column with cells that hold one of these texts, or the same number, as empty ones.

        >>> Texts(np.array([0, 1, 2, 3]), ("a", "NA", "", "-9.0")).without({"NA", "-9"})
        Texts(codes=array([0, 1, 1, 1]), names=('a', ''))
        """
        meant = _numbers(empty, decimal)
        said = [
            "" if name in empty or (meant and _numbers((name,), decimal) & meant) else name
            for name in self.names
        ]
        number = _codes()
        places = np.array([number[name] for name in said], dtype=np.int64)
        return Texts(places[self.codes], tuple(number))


@dataclass(frozen=True)
class Numbers:
    """A column of numbers.

    Attributes
    ----------
    values
        Shape (n,); NaN where the cell is empty or holds no finite number.
    odd
        Row and text of each cell that is neither empty nor a finite number.
    single
        Whether the numbers were given in single precision.
    unsure
        Row and text of each number whose sign may separate thousands, where no other cell of the column shows
        that it stands before decimals. Its value is the one with decimals.
    """

    values: FloatArray
    odd: dict[int, str]
    single: bool = False
    unsure: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, values: npt.NDArray[Any], *, single: bool = False) -> Numbers:
        """Return an array of numbers as a column; what is infinite is odd.

        >>> Numbers.of(np.array([0.1, np.inf], dtype=np.float32))
        Numbers(values=array([0.1, nan]), odd={1: 'inf'}, single=False, unsure={})
        """
        # A number of single precision means its shortest text: 0.1, not 0.10000000149.
        short = values.dtype.kind == "f" and values.dtype.itemsize < 8
        finite = (values.astype(np.str_) if short else values).astype(np.float64)
        odd = {row: str(values[row]) for row in np.flatnonzero(np.isinf(finite)).tolist()}
        return cls(np.where(np.isfinite(finite), finite, np.nan), odd, single and short)

    @property
    def empty(self) -> BoolArray:
        """Shape (n,): which cells are empty."""
        empty = np.isnan(self.values)
        empty[list(self.odd)] = False
        return empty

    def take(self, rows: IntArray) -> Numbers:
        """Return these rows in this order; -1 stands for an empty cell."""
        values = np.append(self.values, np.nan)[rows]
        return Numbers(values, moved(self.odd, rows), self.single, moved(self.unsure, rows))

    def without(self, empty: Collection[str], decimal: str = ".") -> Numbers:
        """Return the column with cells that hold one of these texts, or the same number, as empty ones.

        >>> Numbers(np.array([0.5, np.nan, -999]), {1: "NA"}).without({"NA", "-999"})
        Numbers(values=array([0.5, nan, nan]), odd={}, single=False, unsure={})
        """
        odd = {row: text for row, text in self.odd.items() if text not in empty}
        unsure = {row: text for row, text in self.unsure.items() if text not in empty}
        meant = _numbers(empty, decimal)
        values = np.where(np.isin(self.values, [*meant]), np.nan, self.values) if meant else self.values
        return Numbers(values, odd, self.single, unsure)


def _numbers(texts: Collection[str], decimal: str) -> set[float]:
    """Return the numbers among texts.

    >>> _numbers(["NA", "-9,5"], ",")
    {-9.5}
    """
    pointed = [text if decimal == "." else text.translate(_SWAPPED) for text in texts]
    return {float(text) for text in pointed if NUMBER.fullmatch(text)}


_PERCENT = re.compile(r"[+-]?\d+([.,]\d+)?\s*%", re.ASCII)


def _codes() -> defaultdict[str, int]:
    """Return what numbers texts as they come."""
    return defaultdict(count().__next__)


@dataclass(frozen=True)
class NumberReading:
    """A column read as numbers, with a sign before decimals.

    Attributes
    ----------
    numbers
        Its numbers; a cell with the other sign is odd.
    sign
        The sign, a point or a comma.
    n_own
        Signs before decimals that stand in texts. What a file has as numbers has none.
    n_other
        Numbers with the other sign.
    is_clear
        Whether the other sign stands somewhere where it cannot separate thousands.
    """

    numbers: Numbers
    sign: str
    n_own: int = 0
    n_other: int = 0
    is_clear: bool = False

    @classmethod
    def of(cls, pieces: Iterable[Packed], sign: str) -> NumberReading:
        """Read a column, piece by piece; without a ``sign`` with the one that its beginning shows.

        >>> reading = NumberReading.of([packed(["0.5", "1"]), packed(["0,5", "x"])], "")
        >>> reading.numbers.values, reading.sign, reading.n_own, reading.n_other, reading.is_clear
        (array([0.5, 1. , nan, nan]), '.', 1, 1, True)
        """
        every, odd, unsure, n_rows, n_own = [np.empty(0)], dict[int, str](), dict[int, str](), 0, 0
        for piece in pieces:
            sign = sign or ("," if isinstance(piece, str) and "," in piece and "." not in piece else ".")
            cells = meant = written = unpacked(piece)
            if not isinstance(piece, str):
                # What the file has as a number has a point, and is meant as it stands.
                written = [cell if type(cell) is str else "" for cell in cells]
                meant = cells if sign == "." else [_with_comma(cell) for cell in cells]
            values, strange = to_numbers(meant, sign)
            odd |= {n_rows + row: text for row, text in strange.items()}
            n_here, two = n_signs(written, strange, sign), dict[int, str]()
            # Once a cell has shown that the sign stands before decimals, no other one can make it unsure.
            if n_own == len(unsure) and n_here <= len(near := near_thousandths(values)):
                two = may_be_thousands(written, near, sign)
            n_own += n_here
            unsure |= {n_rows + row: text for row, text in two.items()}
            every.append(values)
            n_rows += len(values)
        sign = sign or "."
        number, other = (DECIMAL_COMMA, ",") if sign == "." else (NUMBER, ".")
        others = [text for text in odd.values() if other in text and number.fullmatch(text)]
        is_clear = not all(map(THOUSANDS[other].fullmatch, others))
        numbers = Numbers(np.concatenate(every), odd, unsure=unsure)
        return cls(numbers, sign, n_own, len(others), is_clear)

    @property
    def in_percent(self) -> bool:
        """Whether the column is written in percent throughout."""
        return bool(self.numbers.odd) and _all_percent(self.numbers.odd.values())

    def final(self, *, said: bool) -> Numbers:
        """Return the numbers; none is unsure where an option says the sign, or one of the cells shows it."""
        is_shown = said or len(self.numbers.unsure) < self.n_own
        return _shares(replace(self.numbers, unsure={}) if is_shown else self.numbers)


def _with_comma(cell: str) -> str:
    return cell if type(cell) is str else cell.replace(".", ",")


def signs_of(readings: Mapping[str, NumberReading], said: str) -> dict[str, str]:
    """Return the signs before decimals that columns show; ``said``: the one that an option says, else empty.

    A column without any, or whose signs may separate thousands, has the one of all others, else a point; where it shows
    both, it has the more frequent one, of equally many the point. One that is said is that of every column that may
    have it; were there none, it would be said of another file.
    """
    if said:
        meant = any(reading.n_own for reading in readings.values())
        other = _OTHER[said]
        return {
            name: other if meant and reading.is_clear and not reading.n_own else said
            for name, reading in readings.items()
        }
    shown = {}
    for name, reading in readings.items():
        points, commas, is_clear = reading.n_own, reading.n_other, reading.is_clear
        if reading.sign == ",":
            points, commas, is_clear = commas, points, points > len(reading.numbers.unsure)
        if points or is_clear:
            shown[name] = "," if is_clear and commas > points else "."
    common = "," if {*shown.values()} == {","} else "."
    return {name: shown.get(name, common) for name in readings}


def _shares(column: Numbers) -> Numbers:
    """Return a column that is written in percent throughout as shares.

    >>> _shares(Numbers(np.array([np.nan, np.nan]), {0: "22.85%", 1: "5 %"})).values.tolist()
    [0.2285, 0.05]
    >>> _shares(Numbers(np.array([0.5, np.nan]), {1: "5 %"})).odd
    {1: '5 %'}
    """
    if not column.odd or not np.isnan(column.values).all() or not _all_percent(column.odd.values()):
        return column
    values = column.values.copy()
    for row, text in column.odd.items():
        values[row] = float(Decimal(text.removesuffix("%").strip().replace(",", ".")).scaleb(-2))
    return replace(column, values=values, odd={})


def _all_percent(cells: Iterable[str]) -> bool:
    """Return whether all of these are percents with one sign before decimals, which does not separate thousands.

    >>> _all_percent(["22,85 %", "5%"]), _all_percent(["22.85%", "5,5%"]), _all_percent(["1.234 %"])
    (True, False, False)
    """
    percents = []
    for cell in cells:  # up to the first that is none: a column of words ends at once
        if (percent := _PERCENT.fullmatch(cell.strip())) is None:
            return False
        percents.append(percent[1])
    decimals = [text for text in percents if text]
    one_sign = len({text[0] for text in decimals}) < 2
    return one_sign and not (decimals and all(len(text) == 4 for text in decimals))


def n_signs(cells: Sequence[str], odd: Mapping[int, str], sign: str) -> int:
    """Return how many signs before decimals stand in numbers."""
    return "".join(cells).count(sign) - sum(text.count(sign) for text in odd.values())


def may_be_thousands(cells: Sequence[str], near: IntArray, decimal: str) -> dict[int, str]:
    """Return row and text of the numbers whose sign may separate thousands; ``near``: the rows to look at.

    >>> may_be_thousands(["1.100", "0.125", "2.5", "950"], np.arange(4), ".")
    {0: '1.100'}
    """
    form = TWO_READINGS[decimal]
    return {row: cells[row].strip() for row in near.tolist() if form.match(cells[row])}


def near_thousandths(values: FloatArray) -> IntArray:
    """Return the rows of numbers that may be written in two readings: no other cell has to be looked at.

    They have three decimals at most, and no leading nought.

    >>> near_thousandths(np.array([1.1, 0.125, 2.5, 1000, 1.2345]))
    array([0, 2])
    """
    size = np.abs(values)
    thousandths = np.where((size >= 1) & (size < 1000), size, 0) * 1000
    return np.flatnonzero((thousandths > 0) & (np.abs(thousandths - np.rint(thousandths)) < 1e-6))


def to_numbers(cells: Sequence[str], decimal: str = ".") -> tuple[FloatArray, dict[int, str]]:
    """Return the numbers in cells (NaN where there is none) and the cells that are neither empty nor a number.

    >>> to_numbers(["0.5", "", " 1e-3", "0,5", "nan", "1_0"])
    (array([0.5 , nan, 0.001, nan, nan, nan]), {3: '0,5', 4: 'nan', 5: '1_0'})
    >>> to_numbers(["0.5", "0,5"], ",")
    (array([nan, 0.5]), {0: '0.5'})
    """
    together = "".join(cells)
    if "_" not in together and together.isascii() and (decimal == "." or "." not in together):
        pointed = cells if decimal == "." else [cell.replace(",", ".") for cell in cells]
        try:
            values = np.fromiter(
                map(float, [cell or "nan" for cell in pointed]), dtype=np.float64, count=len(cells)
            )
        except ValueError:
            return _one_by_one(cells, decimal)
        if np.count_nonzero(~np.isfinite(values)) == list(cells).count(""):
            return values, {}
    return _one_by_one(cells, decimal)


def _one_by_one(cells: Sequence[str], decimal: str) -> tuple[FloatArray, dict[int, str]]:
    values = np.full(len(cells), np.nan)
    odd = {}
    for row, cell in enumerate(map(str.strip, cells)):
        # Neither sign stands for the other: a point is no number where decimals have a comma.
        pointed = cell if decimal == "." else cell.translate(_SWAPPED)
        value = float(pointed) if NUMBER.fullmatch(pointed) else inf
        if isfinite(value):
            values[row] = value
        elif cell:
            odd[row] = cell
    return values, odd
