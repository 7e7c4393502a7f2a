"""Numbers as people wrote them: fractions of decimals, so that what is equal on paper is equal here."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from budgetplan.arrays import FloatArray

DECIMALS = 1e12
"""Nobody writes more than twelve decimals; and what lies as near to such a number as rounding leaves it, is it."""


def exact(value: float | Fraction) -> Fraction:
    """Return the shortest decimal that reads as this number, as a fraction: what was written, up to 15 digits.

    Examples
    --------
    >>> exact(0.1)
    Fraction(1, 10)
    """
    return value if isinstance(value, Fraction) else Fraction(repr(float(value)))


def difference(one: float, other: float) -> float:
    """Return the number nearest to the difference of two decimals.

    Examples
    --------
    >>> -0.1 - 0.2, difference(-0.1, 0.2)
    (-0.30000000000000004, -0.3)
    """
    return float(exact(one) - exact(other))


def as_written(values: FloatArray) -> FloatArray:
    """Return values with those that miss a decimal of twelve places by rounding alone set to it; the same shape.

    Examples
    --------
    >>> 0.6 / 1.6, as_written(np.array([0.6 / 1.6, 1 / 3])).tolist()
    (0.37499999999999994, [0.375, 0.3333333333333333])
    """
    near = np.rint(values * DECIMALS) / DECIMALS
    return np.where(np.abs(near - values) <= 4 * np.spacing(np.abs(values)), near, values)
