"""The groups of the labelled items and of the list, by one set of codes (METHODS F8, F9)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray


def as_they_come(code: IntArray) -> IntArray:
    """Return codes that count from 0 as they first come, shape (n,).

    >>> as_they_come(np.array([7, 3, 7, 5])).tolist()
    [0, 1, 0, 2]
    """
    _, first, place = np.unique(code, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[place]


def groups_of_the_list(
    group: IntArray, labelled: npt.NDArray[np.bool_], weight: FloatArray, n: int
) -> tuple[float, int]:
    """Return the share of the list in groups that the sample knows, and how many other groups it has.

    Parameters
    ----------
    group
        Shape (items,): code of the group, -1 where none is given.
    labelled
        Shape (items,): which items are labelled.
    weight
        Shape (items,): weights.
    n
        Groups of the sample: a list without groups has as many for each item as the sample.

    Examples
    --------
    >>> group = np.array([0, 0, 1, 1, 2, 2])
    >>> labelled = np.array([True, True, True, False, False, False])
    >>> share, others = groups_of_the_list(group, labelled, np.ones(6), 2)
    >>> round(share, 3), others
    (0.333, 1)
    """
    chosen = labelled
    own, size = group[~chosen], weight[~chosen]
    total, named = float(size.sum()), own >= 0
    if not named.any() or total <= 0:
        return 0.0, max(round(n * total / max(float(weight[chosen].sum()), 1e-300)), 1)
    known = np.isin(own, group[chosen]) & named
    others = len(np.unique(own[named & ~known]))
    # An item without a group is one of its own.
    lone = int((~named).sum())
    return float(size[known].sum()) / total, others + lone
