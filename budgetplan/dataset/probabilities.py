"""Class probabilities as numbers: what rounding across 0 and 1 is, and by how much a sum may miss 1."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray

MOST_DECIMALS = 12
"""Numbers with more printed decimals count as exact."""

_SLACK = 1e-9
"""What is outside [0, 1] by no more than this is 0 or 1, off by the rounding of floats."""
_SLACK_SINGLE = 1e-6
"""The same in single precision, whose numbers near 1 are 1.2e-7 apart."""


def within(values: FloatArray, *, single: bool = False) -> FloatArray:
    """Return probabilities in which what floats have rounded across 0 or 1 is 0 or 1, same shape.

    ``single``: they were stored in single precision. What is outside by more stays as it is.

    >>> within(np.array([1 + 6.66e-16, -6.66e-16, 0.5, 1.01])).tolist()
    [1.0, 0.0, 0.5, 1.01]
    """
    clipped = np.clip(values, 0, 1)
    return np.where(np.abs(values - clipped) <= (_SLACK_SINGLE if single else _SLACK), clipped, values)


def printed_decimals(values: FloatArray) -> int | None:
    """Return how many decimals numbers are printed with, or None where they count as exact.

    The numbers of the greatest decade speak: a number printed with six significant digits has more decimals
    the smaller it is, and the greatest ones are rounded most. Whole numbers count as exact: a row of 0 and 1
    sums to 1 without any rounding.

    >>> printed_decimals(np.array([0.25, 0.125, 0.625])), printed_decimals(np.array([1 / 3, 2 / 3]))
    (3, None)
    >>> printed_decimals(np.array([0.0, 1.0]))
    """
    inner = values[values != np.rint(values)]
    great = inner[inner >= inner.max(initial=0.0) / 10]
    if not great.size or (great != np.round(great, MOST_DECIMALS)).any():
        return None
    return next(d for d in range(1, MOST_DECIMALS + 1) if (great == np.round(great, d)).all())


def sum_tolerance(values: FloatArray, *, single: bool) -> float:
    """Return by how much a row of probabilities may miss 1 (METHODS S1): max(1e-6, C x half a printed unit).

    Single precision: 1e-4. ``values`` has the shape (rows, C).

    >>> round(sum_tolerance(np.array([[0.33, 0.33, 0.33]]), single=False), 6)
    0.015
    """
    if single:
        return 1e-4
    decimals = printed_decimals(values)
    half = 0.0 if decimals is None else 0.5 / float(10**decimals)
    # The sum itself is rounded: a row at the limit may not fail by that.
    return max(1e-6, int(values.shape[1]) * half * (1 + 1e-9))


def off_one(values: FloatArray) -> FloatArray:
    """Return how far the sum of each row is from 1, shape (n,); numbers far beyond count as a thousand million.

    >>> off_one(np.array([[0.5, 0.75], [1e308, 1e308]])).tolist()
    [0.25, 1999999999.0]
    """
    return np.asarray(np.abs(np.clip(values, -1e9, 1e9).sum(axis=1) - 1))


def n_off_one(values: FloatArray, *, single: bool = False) -> tuple[int, int]:
    """Return how many rows do not add up to 1, beyond what rounding explains, and how many have all their numbers.

    ``single``: they were stored in single precision.

    >>> n_off_one(np.array([[0.5, 0.5], [0.5, 0.75], [0.5, np.nan]]))
    (1, 2)
    """
    whole = values[np.isfinite(values).all(axis=1)]
    return int((off_one(whole) > sum_tolerance(whole, single=single)).sum()) if len(whole) else 0, len(whole)
