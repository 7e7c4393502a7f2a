"""The groups of the labelled items and of the list, by one set of codes (METHODS F8, F9)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import IntArray
from budgetplan.domain.labelled import ClassifiedSet


def group_codes(labelled: ClassifiedSet, own: ClassifiedSet) -> tuple[IntArray, IntArray] | None:
    """Return the codes of the groups of both sets, the same for the same name; None where items are independent.

    Codes count groups as they first come among the items, whose order is that of their ids: other names for the
    same groups change no draw.

    Examples
    --------
    >>> def texts(code, names):
    ...     ids = tuple(str(place) for place in range(len(code)))
    ...     return ClassifiedSet(ids, ("a", "b"), np.zeros(len(code)), group=np.array(code), groups=names)
    >>> group_codes(texts([1, 0, 1], ("t1", "t2")), texts([0, 1], ("t1", "t3")))
    (array([0, 1, 0]), array([1, 2]))
    """
    if labelled.group is None or own.group is None:
        return None
    names = {name: place for place, name in enumerate(sorted({*labelled.groups, *own.groups}))}
    first, second = (
        np.array([names[name] for name in one.groups], dtype=np.int64)[one.group] for one in (labelled, own)
    )
    both = as_they_come(np.concatenate([first, second]))
    return both[: len(first)], both[len(first) :]


def as_they_come(code: IntArray) -> IntArray:
    """Return codes that count from 0 as they first come, shape (n,).

    >>> as_they_come(np.array([7, 3, 7, 5])).tolist()
    [0, 1, 0, 2]
    """
    _, first, place = np.unique(code, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[place]


def in_known_groups(codes: tuple[IntArray, IntArray]) -> npt.NDArray[np.bool_]:
    """Return which items of the list belong to a group that labelled items belong to, shape (N,).

    >>> in_known_groups((np.array([0, 0, 1]), np.array([1, 2]))).tolist()
    [True, False]
    """
    return np.isin(codes[1], codes[0])
