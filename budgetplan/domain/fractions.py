"""Exact fractions in arrays: numerators and denominators in whole numbers, 64 bits where they suffice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]
"""Whole numbers; an array of Python's own where 64 bits are too few."""

ROOM = 2**62
"""Numbers below this are counted in 64 bits."""


def size_of(numbers: Whole) -> int:
    """Return the largest magnitude among whole numbers of any shape, 0 where there are none.

    >>> size_of(np.array([3, -7]))
    7
    """
    if numbers.size == 1:  # most are
        return abs(int(numbers.item()))
    return max(int(numbers.max()), -int(numbers.min())) if numbers.size else 0


def whole(numbers: npt.ArrayLike) -> Whole:
    """Return whole numbers as an array, in 64 bits if they fit.

    >>> whole([1, 2]).dtype, whole([10**30]).tolist()
    (dtype('int64'), [1000000000000000000000000000000])
    """
    array = np.atleast_1d(np.asarray(numbers))
    if array.dtype == object:
        return array.astype(np.int64) if size_of(array) < ROOM else array
    return array.astype(np.int64)


def times(one: Whole, other: Whole | int) -> Whole:
    """Return the product of whole numbers, exact whatever their size; shapes broadcast.

    >>> times(np.array([3 * 10**18]), 4).tolist()
    [12000000000000000000]
    """
    if isinstance(other, int):
        if other == 1:
            return one
        wide = max(size_of(one), 1) * abs(other) >= ROOM
        return np.asarray((one.astype(object) if wide else one) * other)
    if size_of(one) * size_of(other) >= ROOM:
        return np.asarray(one.astype(object) * other.astype(object))
    return np.asarray(one * other)


def plus(one: Whole, other: Whole) -> Whole:
    """Return the sum of whole numbers, exact whatever their size; shapes broadcast.

    >>> plus(np.array([4 * 10**18]), np.array([4 * 10**18])).tolist()
    [8000000000000000000]
    """
    if size_of(one) + size_of(other) >= ROOM:
        return np.asarray(one.astype(object) + other.astype(object))
    return np.asarray(one + other)


def added(amounts: Sequence[Whole], shape: tuple[int, ...]) -> Whole:
    """Return the sum of arrays of whole numbers of one shape, zeros where there are none.

    >>> added([np.array([1, 2]), np.array([3, 4])], (2,)).tolist(), added([], (2,)).tolist()
    ([4, 6], [0, 0])
    """
    return reduce(plus, amounts, np.zeros(shape, np.int64))


def over(one: Whole, other: Whole) -> Whole:
    """Return the whole part (rounded down) of quotients of whole numbers; divisors are positive.

    >>> over(np.array([7, -7]), np.array([2])).tolist()
    [3, -4]
    """
    if object in (one.dtype, other.dtype):
        return whole(one.astype(object) // other.astype(object))
    return np.asarray(one // other)


@dataclass(frozen=True, eq=False)
class Ratio:
    """Fractions: ``top`` over ``bottom`` > 0, shape (k,) each; a bottom of shape (1,) serves all.

    Examples
    --------
    Half of 33, and a hundredth more, rounded half up and up:

    >>> half = Ratio.of(33).by(Fraction(1, 2))
    >>> half.rounded().tolist(), half.plus(Ratio.of(Fraction(1, 100))).rounded_up().tolist()
    ([17], [17])
    """

    top: Whole
    bottom: Whole

    @classmethod
    def of(cls, number: Ratio | npt.ArrayLike | Fraction) -> Ratio:
        """Return numbers as fractions; numbers that are not whole are taken in millionths.

        >>> Ratio.of([0.1 + 0.2]).bottom.tolist(), Ratio.of([0.1 + 0.2]).top.tolist()
        ([1000000], [300000])
        """
        if isinstance(number, Ratio):
            return number
        if isinstance(number, Fraction):
            return cls(whole(number.numerator), whole(number.denominator))
        array = np.atleast_1d(np.asarray(number))
        if array.dtype != np.float64:
            return cls(whole(array), whole(1))
        counted = np.rint(array * 10**6)
        if size_of(counted) < ROOM:
            return cls(counted.astype(np.int64), whole(10**6))
        large = [round(Fraction(one) * 10**6) for one in array.tolist()]
        return cls(np.array(large, dtype=object), whole(10**6))

    def by(self, factor: Fraction) -> Ratio:
        """Return the fractions times a number."""
        if factor == 1:
            return self
        top, bottom = times(self.top, factor.numerator), self.bottom
        return Ratio(top, bottom if factor.denominator == 1 else times(bottom, factor.denominator))

    def plus(self, other: Ratio) -> Ratio:
        """Return the sums."""
        if other.bottom is self.bottom or (
            self.bottom.size == other.bottom.size == 1 and self.bottom[0] == other.bottom[0]
        ):
            return Ratio(plus(self.top, other.top), self.bottom)
        top = plus(times(self.top, other.bottom), times(other.top, self.bottom))
        return Ratio(top, times(self.bottom, other.bottom))

    def rounded(self) -> Whole:
        """Return the nearest whole numbers, halves up."""
        if self.bottom.size == 1 and self.bottom[0] == 1:
            return self.top
        return over(plus(times(self.top, 2), self.bottom), times(self.bottom, 2))

    def rounded_up(self) -> Whole:
        """Return the least whole numbers that are no smaller."""
        return -over(-self.top, self.bottom)

    def at_most(self, limit: Fraction) -> npt.NDArray[np.bool_]:
        """Return which fractions are at most the limit."""
        left, right = times(self.top, limit.denominator), times(self.bottom, limit.numerator)
        return np.asarray(left <= right, dtype=np.bool_)
