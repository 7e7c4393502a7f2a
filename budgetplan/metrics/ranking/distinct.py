"""The distinct values of long columns, by sorting or by marking.

``numpy.unique`` finds whole numbers by hashing, one random access each: for a million numbers that are nearly in
order already it takes ten times as long as one sort.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray

Value = TypeVar("Value", bound=np.generic)

MARKS_A_VALUE = 8
"""Whole numbers are marked where there are at most so many places for each of them."""


def distinct(values: npt.NDArray[Value]) -> npt.NDArray[Value]:
    """Return the distinct values in increasing order, as ``numpy.unique`` does; no NaN.

    Parameters
    ----------
    values
        Shape (n,): numbers that can be compared.

    Examples
    --------
    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    ordered = np.sort(values)
    opens = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=opens[1:])
    return ordered if bool(opens.all()) else ordered[opens]


def distinct_whole(columns: Sequence[IntArray | FloatArray], most: int) -> IntArray:
    """Return the distinct whole numbers from 0 to ``most`` in several columns, in increasing order.

    Parameters
    ----------
    columns
        Shapes (n,) each: whole numbers >= 0; those beyond ``most`` are left out.

    Examples
    --------
    >>> distinct_whole([np.array([5, 2]), np.array([2.0, 9.0])], 6).tolist()
    [2, 5]
    """
    kept = [column[column <= most] for column in columns]
    if most + 1 > MARKS_A_VALUE * sum(map(len, kept)):
        return distinct(np.concatenate([column.astype(np.int64) for column in kept]))
    there = np.zeros(most + 1, dtype=np.bool_)
    for column in kept:
        there[column.astype(np.int64)] = True
    return np.flatnonzero(there)
