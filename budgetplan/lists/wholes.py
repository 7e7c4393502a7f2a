"""Whole numbers that add up."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray, IntArray


def whole_parts(parts: FloatArray, total: int) -> IntArray:
    """Round the parts of a whole so that they add up to it.

    Parameters
    ----------
    parts
        Shape (k,), >= 0.
    total
        What they add up to, rounded, >= 0.

    Returns
    -------
    IntArray
        Shape (k,), >= 0: each rounded down, and what that leaves goes to the greatest remainders, the first of equal
        ones first. A part that is whole stays as it is where the others make up the rest.

    Examples
    --------
    >>> whole_parts(np.array([31.5, 12.0, 6.5]), 50).tolist()
    [32, 12, 6]
    """
    # Sums of floats are off by their last digits: 6.999999999999 has no remainder.
    near = np.round(parts, 9)
    whole = np.floor(near).astype(np.int64)
    first = np.argsort(whole - near, kind="stable")
    missing = total - int(whole.sum())
    if missing >= 0:
        each, more = divmod(missing, max(len(parts), 1))
        whole += each
        whole[first[:more]] += 1
        return whole
    for place in first[::-1]:  # parts, not items
        taken = min(int(whole[place]), -missing)
        whole[place] -= taken
        missing += taken
    return whole
