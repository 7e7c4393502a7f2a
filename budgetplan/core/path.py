"""The path of a review queue: what has been reviewed, spent and found at the ends of tie groups.

METHODS F2. Between the ends of two tie groups every sum runs straight, which is its expectation over the
unknown order inside the group.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray

# Up to here floats hold every whole number; the sums of integers stay within 63 bits.
LARGEST_WHOLE = 2.0**53
LARGEST_SUM = 2.0**62


@dataclass(frozen=True)
class Ranking:
    """The order in which one model has the items reviewed.

    Attributes
    ----------
    order
        Shape (n,): positions of the items, first to be reviewed first.
    ends
        Shape (groups,), increasing, last = n: how many items are reviewed at the end of each tie group.
    """

    order: IntArray
    ends: IntArray


@dataclass(frozen=True)
class Path:
    """Cumulative sums at the ends of tie groups, starting at nothing reviewed.

    Attributes
    ----------
    items
        Shape (groups + 1,): weighted items reviewed, from 0 to the weight of all.
    sums
        For each measure (``cost``, ``positives`` ...) its weighted sum over the reviewed items, same shape.
    """

    items: FloatArray
    sums: Mapping[str, FloatArray]

    def read(self, measure: str, at: npt.ArrayLike) -> FloatArray:
        """Return a measure after ``at`` items (any shape, not necessarily whole), by interpolation."""
        return np.asarray(np.interp(np.asarray(at, dtype=np.float64), self.items, self.sums[measure]))

    @property
    def n_items(self) -> float:
        """Weighted items in all."""
        return float(self.items[-1])

    def total(self, measure: str) -> float:
        """Return the sum of a measure over all items."""
        return float(self.sums[measure][-1])


NOTHING = 1e-9
"""Sums that differ by less than this share of the whole are equal: what lies between is noise of the last digits."""


def gained(sums: FloatArray, whole: float, *, first: bool = False) -> FloatArray:
    """Return what each stop adds to the one before it: exactly nothing where only the last digits differ.

    Parameters
    ----------
    sums
        Shape (..., stops): what is reached at stop after stop.
    whole
        What differences are compared with: the sum over everything.
    first
        Whether the first stop counts too, from nothing; else the result is one stop shorter.

    Examples
    --------
    >>> gained(np.array([3.0, 3.0 + 4e-15, 4.0]), 4.0).round(3).tolist()
    [0.0, 1.0]
    """
    steps = np.diff(sums, axis=-1, prepend=0.0) if first else np.diff(sums, axis=-1)
    return np.where(np.abs(steps) <= NOTHING * abs(whole), 0.0, steps)


def frozen(array: FloatArray) -> FloatArray:
    """Make an array read-only and return it."""
    array.setflags(write=False)
    return array


def as_whole(values: FloatArray, n_added: float) -> FloatArray | IntArray:
    """Return whole numbers as integers, others as they are, unchanged.

    Running sums of integers are exact and several times as fast as those of floats, which wait for each other.

    Parameters
    ----------
    values
        Any shape.
    n_added
        How many of them will be added up at most: sums that integers may not hold stay floats.

    Examples
    --------
    >>> import numpy as np
    >>> [as_whole(np.array(values), n_added=2).dtype.name for values in ([1.0, 2.0], [0.5, 1.0], [1e18, 1.0])]
    ['int64', 'float64', 'float64']
    """
    largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    # The comparison is false for NaN.
    if not (largest < LARGEST_WHOLE and largest * n_added < LARGEST_SUM):
        return values
    whole = values.astype(np.int64)
    return whole if bool((whole == values).all()) else values


def make_path(ranking: Ranking, weight: FloatArray | None, measures: Mapping[str, FloatArray]) -> Path:
    """Add up the measures along a ranking.

    Parameters
    ----------
    ranking
        Order and tie groups of n items.
    weight
        Shape (n,), weights >= 0 in item order; None where every item stands for itself.
    measures
        Name and per-item amount, shape (n,), in item order.

    Returns
    -------
    Path
        Items and sums at the group ends, with the start (0).

    Examples
    --------
    >>> import numpy as np
    >>> two_groups = Ranking(order=np.array([2, 0, 1]), ends=np.array([1, 3]))
    >>> path = make_path(two_groups, None, {"positives": np.array([1.0, 0.0, 1.0])})
    >>> path.items.tolist(), path.sums["positives"].tolist()
    ([0.0, 1.0, 3.0], [0.0, 1.0, 2.0])
    >>> float(path.read("positives", 2.0))
    1.5
    """
    order, ends = ranking.order, ranking.ends

    def at_ends(amounts: FloatArray | IntArray) -> FloatArray:
        out = np.zeros(len(ends) + 1)
        sums = np.cumsum(amounts, out=amounts)
        out[1:] = sums if len(ends) == len(order) else sums[ends - 1]
        return frozen(out)

    def added(amount: FloatArray) -> FloatArray:
        if weighted is not None:
            return at_ends(amount[order] * weighted)
        whole = as_whole(amount, len(order))
        if whole.dtype == np.int64 and len(whole) and whole.min() == whole.max():
            return frozen(items * float(whole[0]))
        # An array of the order's own: the sums are written into it.
        return at_ends(whole[order])

    weighted = None if weight is None else weight[order]
    if weighted is None:
        items = np.zeros(len(ends) + 1)
        items[1:] = ends
        frozen(items)
    else:
        items = at_ends(weighted.copy())
    return Path(items, MappingProxyType({name: added(amount) for name, amount in measures.items()}))
