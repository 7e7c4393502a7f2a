"""Columns taken from pieces of a table: texts become codes, numbers become floats, without a loop over rows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from operator import itemgetter
from types import MappingProxyType

import numpy as np
import pandas as pd

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.items import frozen
from budgetplan.tables.formats.typed_csv import Block, DeclinedError
from budgetplan.tables.thousands import THOUSANDS, TWO_READINGS

# What float() takes beyond this (underscores, digits of other scripts, "nan") is not meant as a number here.
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
DECIMAL_COMMA = re.compile(r"[+-]?(\d+,\d*|,\d+)([eE][+-]?\d+)?", re.ASCII)
"""A number with a decimal comma."""

_SWAPPED = str.maketrans(".,", ",.")
_OTHER = MappingProxyType({".": ",", ",": "."})


@dataclass(frozen=True)
class Texts:
    """A column with few different texts: shape (n,) positions in ``names``, which come as they appear."""

    codes: IntArray
    names: tuple[str, ...]

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
        number = _Codes()
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

    @property
    def empty(self) -> BoolArray:
        """Shape (n,): which cells are empty."""
        empty = np.isnan(self.values)
        empty[list(self.odd)] = False
        return empty

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


class _Codes(dict[str, int]):
    """Numbers texts as they come."""

    def __missing__(self, text: str) -> int:
        self[text] = len(self)
        return self[text]


class Gathered:
    """Columns as they grow, piece by piece.

    Attributes
    ----------
    signs
        By column of numbers: the sign before decimals with which it is read, a point or a comma.
    n_own
        By column: signs before decimals that stand in texts. What a file has as numbers has none.
    """

    def __init__(
        self,
        header: Sequence[str],
        ids: str,
        texts: Sequence[str],
        numbers: Sequence[str],
        decimal: str = ".",
        signs: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.signs = {name: signs.get(name, decimal) for name in numbers}
        self.n_own = dict.fromkeys(numbers, 0)
        self._n_other = dict.fromkeys(numbers, 0)
        # Columns in which the other sign stands where it cannot separate thousands.
        self._clear: set[str] = set()
        # Of columns with the same name the first; looked up once, since there may be 100,000.
        places = {name: at for at, name in reversed([*enumerate(header)])}
        self._at = {name: places[name] for name in (ids, *texts, *numbers) if name}
        self._ids_column = ids
        self._ids: list[str] = []
        self._names = {name: _Codes() for name in texts}
        self._codes: dict[str, list[IntArray]] = {name: [np.empty(0, np.int64)] for name in texts}
        self._values: dict[str, list[FloatArray]] = {name: [np.empty(0)] for name in numbers}
        self._odd: dict[str, dict[int, str]] = {name: {} for name in numbers}
        self._unsure: dict[str, dict[int, str]] = {name: {} for name in numbers}
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
            cells, sign = list(map(itemgetter(self._at[name]), rows)), self.signs[name]
            written = [cell if type(cell) is str else "" for cell in cells]
            if sign == ",":
                cells = [cell if type(cell) is str else cell.replace(".", ",") for cell in cells]
            values, odd = to_numbers(cells, sign)
            pieces.append(values)
            self._count_signs(name, written, odd)
            self._odd[name] |= {self._n_rows + row: text for row, text in odd.items()}
            unsure = may_be_thousands(written, values, sign)
            self._unsure[name] |= {self._n_rows + row: text for row, text in unsure.items()}
        self._n_rows += len(rows)

    def take_typed(self, block: Block) -> None:
        """Take rows whose cells are numbers where numbers are asked for, or nothing.

        Raises
        ------
        DeclinedError
            They are not.
        """
        numbers = {self._at[name] for name in self._values}
        texts = {self._at[name] for name in (self._ids_column, *self._codes) if name}
        if texts & numbers or not texts | numbers or len({*self.signs.values()}) > 1:
            raise DeclinedError
        sign = next(iter(self.signs.values()), ".")
        frame = block.frame(texts, numbers, sign)
        self._lines.append(block.lines)
        if self._ids_column:
            self._ids += map(str.strip, frame[self._at[self._ids_column]].tolist())
        for name, codes in self._codes.items():
            own, names = pd.factorize(frame[self._at[name]])
            number = self._names[name]
            codes.append(np.array([number[text.strip()] for text in names], dtype=np.int64)[own])
        for name, pieces in self._values.items():
            at, values = self._at[name], frame[self._at[name]].to_numpy()
            pieces.append(values)
            # Once a cell has shown that the sign stands before decimals, no other one can make it unsure.
            if self.n_own[name] == len(self._unsure[name]):
                n_own = block.n_signs(at, sign)
                self.n_own[name] += n_own
                rows = near_thousandths(values)
                cells = dict(zip(rows.tolist(), block.cells(at, rows), strict=True)) if n_own else {}
                unsure = _in_two_readings(cells, sign)
                self._unsure[name] |= {self._n_rows + row: text for row, text in unsure.items()}
        self._n_rows += len(block.lines)

    def _count_signs(self, name: str, cells: list[str], odd: dict[int, str]) -> None:
        """Count the numbers of a column with either sign; those with the other one are odd."""
        self.n_own[name] += n_signs(cells, odd, self.signs[name])
        number, sign = (DECIMAL_COMMA, ",") if self.signs[name] == "." else (NUMBER, ".")
        others = [text for text in odd.values() if sign in text and number.fullmatch(text)]
        self._n_other[name] += len(others)
        if not all(map(THOUSANDS[sign].fullmatch, others)):
            self._clear.add(name)

    @property
    def only_other(self) -> bool:
        """Whether the other sign is seen to be meant somewhere, and the one of the reading nowhere."""
        return bool(self._clear) and not any(self.n_own.values())

    def better_signs(self, said: str) -> dict[str, str]:
        """Return the signs that the columns show; ``said``: the one that an option says, else empty.

        A column without any, or whose signs may separate thousands, has the one of all others, else a point. One
        that is said is that of every column that may have it; were there none, it would be said of another file.
        """
        if said:
            meant = any(self.n_own.values())
            shown = {name: _OTHER[said] for name in self._clear if meant and not self.n_own[name]}
            return {name: shown.get(name, said) for name in self.signs}
        shown = {name: sign for name, sign in self.signs.items() if self.n_own[name]}
        for name in self._clear:
            sign = self.signs[name]
            # Of equally many the point, whichever was read first.
            if self._n_other[name] + (sign == ",") > self.n_own[name]:
                shown[name] = _OTHER[sign]
        common = "," if {*shown.values()} == {","} else "."
        return {name: shown.get(name, common) for name in self.signs}

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

    def numbers(self, *, said: bool = False) -> dict[str, Numbers]:
        """Return the columns of numbers; ``said``: an option says which sign stands before decimals."""
        return {
            name: _shares(
                Numbers(np.concatenate(pieces), self._odd[name], unsure={} if said else self._unsaid(name))
            )
            for name, pieces in self._values.items()
        }

    def in_percent(self) -> tuple[str, ...]:
        """Return the columns of numbers that are written in percent throughout, by name."""
        return tuple(name for name, odd in self._odd.items() if odd and _all_percent(odd.values()))

    def _unsaid(self, name: str) -> dict[int, str]:
        """Return the numbers of a column that may mean two things: none where one of its cells shows decimals."""
        unsure = self._unsure[name]
        return unsure if len(unsure) == self.n_own[name] else {}


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
    found = [_PERCENT.fullmatch(cell.strip()) for cell in cells]
    decimals = [one[1] for one in found if one is not None and one[1]]
    one_sign = len({text[0] for text in decimals}) < 2
    return all(found) and one_sign and not (decimals and all(len(text) == 4 for text in decimals))


def n_signs(cells: list[str], odd: dict[int, str], sign: str) -> int:
    """Return how many signs before decimals stand in numbers."""
    return "".join(cells).count(sign) - sum(text.count(sign) for text in odd.values())


def may_be_thousands(cells: Sequence[str], values: FloatArray, decimal: str) -> dict[int, str]:
    """Return row and text of the numbers whose sign may separate thousands.

    >>> may_be_thousands(["1.100", "0.125", "2.5", "950"], np.array([1.1, 0.125, 2.5, 950]), ".")
    {0: '1.100'}
    """
    return _in_two_readings({row: cells[row] for row in near_thousandths(values).tolist()}, decimal)


def near_thousandths(values: FloatArray) -> IntArray:
    """Return the rows of numbers that may be written in two readings: no other cell has to be looked at.

    They have three decimals at most, and no leading nought.

    >>> near_thousandths(np.array([1.1, 0.125, 2.5, 1000, 1.2345]))
    array([0, 2])
    """
    size = np.abs(values)
    thousandths = np.where((size >= 1) & (size < 1000), size, 0) * 1000
    return np.flatnonzero((thousandths > 0) & (np.abs(thousandths - np.rint(thousandths)) < 1e-6))


def _in_two_readings(cells: Mapping[int, str], decimal: str) -> dict[int, str]:
    form = TWO_READINGS[decimal]
    return {row: cell.strip() for row, cell in cells.items() if form.match(cell)}


def to_numbers(cells: list[str], decimal: str = ".") -> tuple[FloatArray, dict[int, str]]:
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
        if np.count_nonzero(~np.isfinite(values)) == cells.count(""):
            return values, {}
    return _one_by_one(cells, decimal)


def _one_by_one(cells: list[str], decimal: str) -> tuple[FloatArray, dict[int, str]]:
    values = np.full(len(cells), np.nan)
    odd = {}
    for row, cell in enumerate(map(str.strip, cells)):
        # Neither sign stands for the other: a point is no number where decimals have a comma.
        pointed = cell if decimal == "." else cell.translate(_SWAPPED)
        value = float(pointed) if NUMBER.fullmatch(pointed) else np.nan
        if np.isfinite(value):
            values[row] = value
        elif cell:
            odd[row] = cell
    return values, odd
