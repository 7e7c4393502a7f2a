"""A column of text as codes and as numbers, without a loop over rows, what the signs in a number mean, and what is wrong where none is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from itertools import compress, takewhile
from math import nan
from operator import is_
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import BoolArray, FloatArray, IntArray, frozen
from budgetplan.domain.messages import Message, NamedOption, word
from budgetplan.tables.celltext import whole

NAMES = MappingProxyType({".": "point", ",": "comma"})
"""Signs before decimals, by what they are called."""

THOUSANDS = MappingProxyType({sign: re.compile(rf"[+-]?[1-9]\d{{0,2}}(\{sign}\d{{3}})+", re.ASCII) for sign in ".,"})
"""By sign: a whole number whose thousands it may separate, as well as its decimals where it occurs once."""

_COMMA = re.compile(r"[+-]?\d+,\d+", re.ASCII)
_GROUPED = re.compile(r"[+-]?\d{1,3}((,\d{3})+\.\d*|(\.\d{3})+,\d*)", re.ASCII)
_SPACED = re.compile(r"[+-]?\d{1,3}([ \u00a0\u2009\u202f'\u2019]\d{3})+([.,]\d*)?", re.ASCII)


def readings(written: str, sign: str) -> tuple[str, str] | None:
    """Return the two numbers that a text may mean, with decimal points: the whole one and the one with decimals.

    Each is written so that it means one thing alone; None where the text means one thing alone itself.

    >>> readings("1.600", "."), readings("-1,125", ","), readings("2.000", ".")
    (('1600', '1.6'), ('-1125', '-1.1250'), ('2000', '2'))
    >>> readings("0.125", "."), readings("1.25", "."), readings("1234.567", ".")
    (None, None, None)
    """
    before, _, behind = written.strip().partition(sign)
    if sign in behind or not THOUSANDS[sign].fullmatch(written.strip()):
        return None
    decimals = behind.rstrip("0")
    if len(decimals) == 3:
        decimals += "0"
    return before + behind, f"{before}.{decimals}" if decimals else before


def ungrouped(written: str) -> str:
    """Return a number without its separators of thousands, with a decimal point; empty where it has none for sure.

    >>> ungrouped("1.600,50"), ungrouped("1,600,000"), ungrouped("1 600"), ungrouped("1'600.5"), ungrouped("1.600")
    ('1600.50', '1600000', '1600', '1600.5', '')
    """
    if _GROUPED.fullmatch(written) or _SPACED.fullmatch(written):
        last = max(written.rfind("."), written.rfind(","))
        whole, decimals = (written, "") if last < 0 else (written[:last], written[last + 1 :])
        digits = re.sub(r"[^\d+-]", "", whole, flags=re.ASCII)
        return f"{digits}.{decimals}" if decimals else digits
    if any(written.count(sign) > 1 and THOUSANDS[sign].fullmatch(written) for sign in ".,"):
        return written.replace(".", "").replace(",", "")
    return ""


def pointed(written: str) -> str:
    """Return a number with a decimal point and no separators; empty where it may be another, or is none.

    >>> pointed("0,50"), pointed("1.500,00"), pointed("1,600.5"), pointed("0,125"), pointed("1,500")
    ('0.50', '1500.00', '1600.5', '0.125', '')
    """
    if _COMMA.fullmatch(written):
        return "" if readings(written, ",") else written.replace(",", ".")
    return ungrouped(written)


def told_of_two(written: str, sign: str, decimal: str = ".") -> Message | None:
    """Return what is wrong with a number that may mean two things, and what to do; None where it means one.

    ``decimal`` is the sign with which decimals are to be written.

    >>> print(told_of_two("5.000", "."))
    the point in this number may be a decimal point or a thousands separator; write 5000 if it separates thousands, 5 if it is a decimal point
    """
    two = readings(written, sign)
    if two is None:
        return None
    whole, decimals = two[0], two[1].replace(".", decimal)
    return Message("tables.number_unsure", sign=word(NAMES[sign]), whole=whole, decimals=decimals)


# What float() takes beyond this (underscores, digits of other scripts, "nan") is not meant as a number here.
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
DECIMAL_COMMA = re.compile(r"[+-]?(\d+,\d*|,\d+)([eE][+-]?\d+)?", re.ASCII)
"""A number with a decimal comma."""

_SWAPPED = str.maketrans(".,", ",.")
_BEGINS = frozenset("+-.0123456789")


def moved(cells: Mapping[int, str], rows: IntArray) -> dict[int, str]:
    """Return what stands in some rows, by their places in this order.

    >>> moved({0: "a", 3: "b"}, np.array([3, -1, 1]))
    {0: 'b'}
    """
    places = enumerate(rows.tolist()) if cells else ()
    return {at: cells[row] for at, row in places if row in cells}


MANY = 100_000
"""So many values pandas counts faster than it is loaded."""


def coded(values: Sequence[Any] | npt.NDArray[Any]) -> tuple[IntArray, list[Any]]:
    """Return the position of each value among the different ones, shape (n,), and these as they appear.

    >>> coded(["x", "y", "x"])
    (array([0, 1, 0]), ['x', 'y'])
    """
    plain = values.tolist() if isinstance(values, np.ndarray) else values
    if len(plain) > MANY or not {*map(type, plain)} <= {str, int}:
        codes, different = pd.factorize(np.asarray(values, getattr(values, "dtype", object)))
        return codes, different.tolist()
    places = {value: place for place, value in enumerate(dict.fromkeys(plain))}
    return np.fromiter(map(places.__getitem__, plain), np.int64, len(plain)), [*places]


@dataclass(frozen=True)
class Texts:
    """A column with few different texts: shape (n,) positions in ``names``, which come as they appear."""

    codes: IntArray
    names: Sequence[str]

    @classmethod
    def of(cls, cells: Sequence[str] | npt.NDArray[Any]) -> Texts:
        """Return a column; spaces about its texts are left out.

        >>> Texts.of(["x", " y", "x"])
        Texts(codes=array([0, 1, 0]), names=('x', 'y'))
        """
        codes, names = coded(cells)
        if len({*map(type, names)}) > 1:
            # What stands there as a text, too, is no number of the file.
            texts = {cell.strip() for cell in cells if type(cell) is str}
            names = [str(name) if name in texts else name for name in names]
        return cls.coded(codes, names)

    @classmethod
    def coded(cls, codes: IntArray, names: Sequence[str]) -> Texts:
        """Return a column of different texts by their positions; spaces about them are left out."""
        plain = [name.strip() if type(name) is str else name for name in names]
        # A text without spaces about it is left as it is.
        if not all(map(is_, plain, names)):
            places, plain = coded(plain)
            codes = places[codes]
        return cls(codes, tuple(plain))

    @property
    def empty(self) -> BoolArray:
        """Shape (n,): which cells are empty."""
        return self.holds("")

    @property
    def n_different(self) -> int:
        """How many texts there are but for the empty one."""
        return len(self.names) - ("" in self.names)

    def code(self, name: str) -> int:
        """Return the position of a name, or -1."""
        return self.names.index(name) if name in self.names else -1

    def holds(self, name: str) -> BoolArray:
        """Return which cells hold a text, shape (n,)."""
        return np.asarray(self.codes == self.code(name))

    def listed(self) -> list[str]:
        """Return the text of each cell."""
        return [*map(self.names.__getitem__, self.codes.tolist())]

    def cells(self, among: BoolArray) -> Mapping[int, str]:
        """Return the row and the text of each cell that holds one of some texts; ``among``: which, by their positions."""
        return Cells(self, among) if among.any() and among[self.codes].any() else {}

    def counts(self, among: BoolArray | None = None) -> dict[str, int]:
        """Return how many rows have each text, without the empty one and those that no row has.

        >>> Texts(np.array([0, 1, 0, 2]), ("a", "", "b")).counts(np.array([True, True, True, False]))
        {'a': 2}
        """
        counts = np.bincount(self.codes if among is None else self.codes[among], minlength=len(self.names)).tolist()
        return {name: n for name, n in zip(self.names, counts, strict=True) if name and n}

    def among(self, names: Sequence[str]) -> IntArray:
        """Return the position of each cell in ``names``, -1 where it is not among them, shape (n,).

        >>> Texts(np.array([0, 1, 0]), ("b", "x")).among(("a", "b")).tolist()
        [1, -1, 1]
        """
        places = {name: position for position, name in enumerate(names)}
        return np.array([places.get(name, -1) for name in self.names], dtype=np.int64)[self.codes]

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
        kept = ["" if name in empty or (meant and _numbers((name,), decimal) & meant) else name for name in self.names]
        places, names = coded(kept)
        return Texts(places[self.codes], tuple(names))


class Cells(Mapping[int, str]):
    """The cells of a column that hold one of some texts, by row: few different ones may stand in many."""

    def __init__(self, texts: Texts, among: BoolArray) -> None:
        self._texts, self._among = texts, among

    def __len__(self) -> int:
        return int(np.count_nonzero(self._among[self._texts.codes]))

    def __iter__(self) -> Iterator[int]:
        return iter(self._by_row)

    def __getitem__(self, row: int) -> str:
        return self._by_row[row]

    @cached_property
    def _by_row(self) -> dict[int, str]:
        rows, names = np.flatnonzero(self._among[self._texts.codes]), self._texts.names
        codes = self._texts.codes[rows].tolist()
        return dict(zip(rows.tolist(), map(names.__getitem__, codes), strict=True))


class NumberTexts(Texts):
    """The texts of numbers, an array, made where somebody asks for them: of a million scores nobody does.

    ``whole``: whether a number without decimals is written as a whole one.

    >>> texts = NumberTexts(np.array([1.0, np.nan, 0.5]), whole=True)
    >>> texts.n_different, texts.names, texts.codes.tolist()
    (2, ('1', '', '0.5'), [0, 1, 2])
    """

    def __init__(self, numbers: npt.NDArray[Any], *, whole: bool = False) -> None:
        self.__dict__.update(_numbers=numbers, _whole=whole)

    @cached_property
    def _different(self) -> tuple[IntArray, npt.NDArray[Any]]:
        codes, different = pd.factorize(self.__dict__["_numbers"], use_na_sentinel=False)
        return codes, different

    @property
    def codes(self) -> IntArray:
        """Shape (n,): position of each number among the different ones."""
        return self._different[0]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The texts of the different ones."""
        numbers = self._different[1]
        # As Python floats, those of single precision would get digits that they do not have.
        single = numbers.dtype.kind == "f" and numbers.itemsize < 8
        plain: Iterable[Any] = [*numbers] if single else numbers.tolist()
        names = map(str, map(whole, plain) if self.__dict__["_whole"] else plain)
        return tuple("" if name == "nan" else name for name in names)

    @property
    def empty(self) -> BoolArray:
        """Shape (n,): where no number is."""
        return np.asarray(np.isnan(self.__dict__["_numbers"]))

    def code(self, name: str) -> int:
        """Return the position of a name, or -1; only its own number is written as a text."""
        different = self._different[1]
        if different.dtype == np.bool_:
            return super().code(name)
        at = np.flatnonzero(different == float(name) if NUMBER.fullmatch(name) else np.isnan(different))[:1]
        written = NumberTexts(different[at], whole=self.__dict__["_whole"]).names
        return int(at[0]) if written == (name,) else -1

    @cached_property
    def n_different(self) -> int:
        """How many different numbers there are."""
        # Sorting takes half as long as giving each its position, which is not always asked for.
        return int(np.count_nonzero(~np.isnan(np.unique(self.__dict__["_numbers"]))))


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
    odd: Mapping[int, str]
    single: bool = False
    unsure: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, values: npt.NDArray[Any], *, single: bool = False) -> Numbers:
        """Return an array of numbers as a column; what is infinite is odd.

        >>> Numbers.of(np.array([0.1, np.inf], dtype=np.float32))
        Numbers(values=array([0.1, nan]), odd={1: 'inf'}, single=False, unsure={})
        """
        # A number of single precision means its shortest text: 0.1, not 0.10000000149.
        short = values.dtype.kind == "f" and values.dtype.itemsize < 8
        finite = (values.astype(np.str_) if short else values).astype(np.float64, copy=False)
        infinite = np.isinf(finite)
        odd = {row: str(values[row]) for row in np.flatnonzero(infinite).tolist()}
        # Where all are numbers they are not copied: a column may take a hundred megabytes.
        return cls(np.where(infinite, np.nan, finite) if odd else finite.view(), odd, single and short)

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


_PERCENT = re.compile(r"[+-]?([0-9]+)([.,][0-9]+)?\s*%")


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
    in_percent
        Whether the column is written in percent throughout, and its numbers are the shares.
    """

    numbers: Numbers
    sign: str
    n_own: int = 0
    n_other: int = 0
    is_clear: bool = False
    in_percent: bool = False

    @classmethod
    def of(cls, texts: Texts, sign: str) -> NumberReading:
        """Read a column, each different text once; without a ``sign`` with the one that it may show.

        >>> reading = NumberReading.of(Texts.of(["0.5", "1", "0,5", "x"]), "")
        >>> reading.numbers.values, reading.sign, reading.n_own, reading.n_other, reading.is_clear
        (array([0.5, 1. , nan, nan]), '.', 1, 1, True)
        """
        if not any(str(name)[:1] in _BEGINS for name in texts.names):  # of a million words none is a number
            odd = np.array([name != "" for name in texts.names], dtype=bool)
            return cls(Numbers(np.broadcast_to(nan, len(texts.codes)), texts.cells(odd)), sign or ".")
        names, times = [*texts.names], np.bincount(texts.codes, minlength=len(texts.names))
        # What the file has as a number has a point, and is meant as it stands.
        written = [name if type(name) is str else "" for name in names]
        if not sign:
            together = "".join(written)
            sign = "," if "," in together and "." not in together else "."
        meant = [name if type(name) is str else name.replace(".", ",") for name in names] if sign == "," else names
        by_name, odd = to_numbers(meant, sign)
        strange = [names[at] for at in np.flatnonzero(odd).tolist()]
        in_percent = bool(strange) and bool(np.isnan(by_name).all()) and _all_percent(strange)
        signs = np.where(odd, 0, [name.count(sign) for name in written])
        if in_percent:
            by_name[odd], odd, strange = [*map(_share, strange)], np.zeros_like(odd), []
        n_own, near = int(signs @ times), near_thousandths(by_name)
        # Where a cell shows that the sign stands before decimals, no other one is unsure.
        two = near.tolist() if n_own <= times[near].sum() else []
        unsure = np.zeros(len(names), dtype=bool)
        unsure[[at for at in two if readings(written[at], sign) is not None]] = True
        number, other = (DECIMAL_COMMA, ",") if sign == "." else (NUMBER, ".")
        others = [other in text and number.fullmatch(text) is not None for text in strange]
        is_clear = not all(THOUSANDS[other].fullmatch(text) for text in compress(strange, others))
        numbers = Numbers(by_name[texts.codes], texts.cells(odd), unsure=texts.cells(unsure))
        return cls(numbers, sign, n_own, int(times[odd][others].sum()), is_clear, in_percent)

    def final(self, *, stated: bool) -> Numbers:
        """Return the numbers; none is unsure where an option says the sign, or one of the cells shows it."""
        is_shown = stated or len(self.numbers.unsure) < self.n_own
        return replace(self.numbers, unsure={}) if is_shown else self.numbers


def signs_of(readings: Mapping[str, NumberReading], stated: str) -> dict[str, str]:
    """Return the signs before decimals that columns show; ``stated``: the one that an option says, else empty.

    A column without any, or whose signs may separate thousands, has the one of all others, else a point; where it shows
    both, it has the more frequent one, of equally many the point. One that is said is that of every column that may
    have it; were there none, it would be said of another file.
    """
    if stated:
        meant = any(reading.n_own for reading in readings.values())
        others = {name for name, reading in readings.items() if meant and reading.is_clear and not reading.n_own}
        return {name: stated.translate(_SWAPPED) if name in others else stated for name in readings}
    shown = {}
    for name, reading in readings.items():
        points, commas, is_clear = reading.n_own, reading.n_other, reading.is_clear
        if reading.sign == ",":
            points, commas, is_clear = commas, points, points > len(reading.numbers.unsure)
        if points or is_clear:
            shown[name] = "," if is_clear and commas > points else "."
    common = "," if {*shown.values()} == {","} else "."
    return {name: shown.get(name, common) for name in readings}


def _share(percent: str) -> float:
    """Return a number that is written in percent as a share.

    >>> _share("22.85%"), _share("5 %")
    (0.2285, 0.05)
    """
    return float(Decimal(percent.removesuffix("%").strip().replace(",", ".")).scaleb(-2))


def _all_percent(cells: Collection[str]) -> bool:
    """Return whether all of these are percents with one sign before decimals, which does not separate thousands.

    >>> _all_percent(["22,85 %", "5%"]), _all_percent(["22.85%", "5,5%"]), _all_percent(["1.234 %", "950 %"])
    (True, False, False)
    """
    # Up to the first that is none: a column of words ends at once.
    percents = [*takewhile(bool, map(_PERCENT.fullmatch, map(str.strip, cells)))]
    decimals = [percent[2] for percent in percents if percent and percent[2]]
    one_sign = len({text[0] for text in decimals}) < 2 and len(percents) == len(cells)
    # Shares have no thousands: three decimals are meant, but where a column has more than the whole.
    beyond = any(not percent[2] and int(percent[1]) > 100 for percent in percents if percent)
    return one_sign and not (beyond and decimals and all(len(text) == 4 for text in decimals))


def near_thousandths(values: FloatArray) -> IntArray:
    """Return the rows of numbers that may be written in two readings: no other cell has to be looked at.

    They have three decimals at most, and no leading nought.

    >>> near_thousandths(np.array([1.1, 0.125, 2.5, 1000, 1.2345]))
    array([0, 2])
    """
    size = np.abs(values)
    thousandths = np.where((size >= 1) & (size < 1000), size, 0) * 1000
    return np.flatnonzero((thousandths > 0) & (np.abs(thousandths - np.rint(thousandths)) < 1e-6))


def to_numbers(cells: Sequence[str], decimal: str = ".") -> tuple[FloatArray, BoolArray]:
    """Return the numbers in cells (NaN where there is none), and which cells are neither empty nor a number.

    >>> to_numbers(["0.5", "", "1e-3", "0,5", "nan", "1_0"])
    (array([0.5  ,   nan, 0.001,   nan,   nan,   nan]), array([False, False, False,  True,  True,  True]))
    >>> to_numbers(["0.5", "0,5"], ",")
    (array([nan, 0.5]), array([ True, False]))
    """
    # Neither sign stands for the other: a point is no number where decimals have a comma.
    pointed = cells if decimal == "." else [cell.translate(_SWAPPED) for cell in cells]
    together = "".join(pointed)
    if "_" not in together and together.isascii():
        with suppress(ValueError):
            values = np.fromiter(map(float, [cell or "nan" for cell in pointed]), np.float64, len(cells))
            if np.count_nonzero(~np.isfinite(values)) == list(cells).count(""):
                return values, np.zeros(len(cells), dtype=bool)
    # Few texts begin as numbers do where not all are numbers.
    numbers = (float(cell) if cell[:1] in _BEGINS and NUMBER.fullmatch(cell) else nan for cell in pointed)
    values = np.fromiter(numbers, np.float64, len(cells))
    values[np.isinf(values)] = nan
    return values, np.isnan(values) & np.array([cell != "" for cell in cells], dtype=bool)


NO_LABEL = frozenset({"na", "n/a", "#n/a", "<na>", "nan", "null"})
"""What programs write for an empty cell; as a label it would be counted among those that people gave."""
NOTHING = NO_LABEL | {"none", "-", "--", "?", "missing"}
"""What programs and people write where there is no number."""
ERRORS = frozenset({"#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!"})
"""What spreadsheets write where a formula fails."""

_MONTH = "(jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[tz]?"
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?"
    r"|\d{1,2}[./]\d{1,2}[./](\d{2}|\d{4})"
    rf"|\d{{1,2}}[-. ]+{_MONTH}\.?([-. ]+\d+)?|{_MONTH}[-. ]+\d+",
    re.ASCII | re.IGNORECASE,
)
"""A date, as a workbook holds it and as spreadsheets write it into text files."""


def is_date(cell: str) -> bool:
    """Return whether a cell is a date.

    >>> is_date("2026-03-07"), is_date("7-Mar"), is_date("7.3")
    (True, True, False)
    """
    return _DATE.fullmatch(cell) is not None


def what_is_odd(
    cell: str, decimal: str, *, can_say: bool = True, mixed: bool = False, dates: tuple[int, int] = (0, 0)
) -> Message:
    """Return what is wrong with a cell that holds no number, and what to do.

    ``can_say``: an option is about the file. ``mixed``: other numbers of the column have the sign ``decimal``, so
    that no option makes numbers of all of them. ``dates``: how many cells of the column are dates, and how many are full.

    >>> print(what_is_odd("0,5", "."))
    this number has a decimal comma; write 0.5 with a decimal point, or use --set table.decimal=comma if all numbers are written so
    >>> print(what_is_odd("1.234,5", ","))
    this number has thousands separators; write 1234,5
    """
    other = "," if decimal == "." else "."
    own_name, other_name, pointed = word(NAMES[decimal]), word(NAMES[other]), cell.replace(decimal, ".")
    way = NamedOption("table.decimal", NAMES[other]) if can_say and not mixed else ""
    if whole := ungrouped(cell):
        return Message("tables.number_grouped", number=whole.replace(".", decimal))
    if (two := readings(cell, other)) is not None:
        if way and decimal == ".":
            return Message("tables.number_of_two_signs", sign=other_name, whole=two[0], way=way)
        return Message("tables.number_of_two", sign=other_name, whole=two[0], decimals=two[1].replace(".", decimal))
    if decimal not in cell and NUMBER.fullmatch(cell.replace(",", ".")) and other in cell:
        number = cell.replace(other, decimal)
        if way:
            return Message("tables.other_signs", other=other_name, number=number, sign=own_name, way=way)
        return Message("tables.other_sign", other=other_name, number=number, sign=own_name)
    if cell.lower().lstrip("+-") in {"inf", "infinity"} or NUMBER.fullmatch(pointed):
        return Message("tables.number_infinite")
    if cell[:1] in "\u2212\u2013\u2012" and NUMBER.fullmatch(pointed[1:]):
        return Message("tables.minus_of_print", number=f"-{cell[1:]}")
    percent = cell.removesuffix("%").strip().replace(",", ".")
    if NUMBER.fullmatch(percent):
        return Message("tables.number_in_percent", share=f"{float(percent) / 100:g}".replace(".", decimal))
    if is_date(cell):
        n, of = dates
        return Message("tables.dates", n=n, of=of) if n > 1 else Message("tables.date")
    if cell.upper() in ERRORS:
        return Message("tables.error_of_spreadsheet")
    if cell.lower() in NOTHING:
        way = NamedOption("table.empty", cell)
        return Message("tables.nothing_or", way=way) if can_say else Message("tables.nothing")
    return Message("tables.no_number", sign=own_name, example=f"0{decimal}5")


def what_is_unsure(cell: str, decimal: str, *, can_say: bool = True) -> Message:
    """Return what is wrong with a number whose sign may separate thousands, and what to do.

    ``can_say``: an option is about the file.

    >>> what_is_unsure("1.100", ".").texts()[1]
    'write 1100 if it separates thousands, 1.1 if it is a decimal point; if every point of the table is one, use --set table.decimal=point'
    """
    doubtful = told_of_two(cell, decimal, decimal)
    assert doubtful is not None
    if not can_say:
        return doubtful
    name = NAMES[decimal]
    return Message("tables.numbers_unsure", wrong=doubtful, sign=word(name), way=NamedOption("table.decimal", name))
