"""A list that nobody has loaded: in each order of review, items that stand together are counted together.

With labels, all that a plan needs of an order is how many items lie at each labelled score and between two of them,
and what these cost; where a stop falls, the items that are equal there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.asked.keys import ReadOnly


@dataclass(frozen=True, eq=False)
class CountedRows(ReadOnly):
    """An order of the list, the item reviewed first at the beginning.

    Attributes
    ----------
    score
        Shape (K,), never rising: a score that lies among the labelled ones as those of the items do.
    count
        Shape (K,), > 0: how many items.
    one_score, tied
        Shape (K,): whether all of them have this very score; and this very price, too, so that their order is open.
    sums
        What differs between items, shape (K,) each: ``cost`` and ``listed`` in millionths of the currency unit, ``units``
        and ``seconds`` in millionths.
    each
        What is the same for every item of the list, in the same units.
    """

    score: FloatArray
    count: IntArray
    one_score: BoolArray
    tied: BoolArray
    sums: Mapping[str, IntArray] = field(default_factory=dict)
    each: Mapping[str, int] = field(default_factory=dict)

    def total(self, name: str) -> IntArray:
        """Return the sum of an amount over the items of each row, shape (K,).

        >>> one = CountedRows(np.array([0.5]), np.array([3]), np.array([True]), np.array([True]), each={"cost": 40000})
        >>> one.total("cost").tolist(), one.total("units").tolist()
        ([120000], [0])
        """
        return self.sums[name] if name in self.sums else self.count * self.each.get(name, 0)

    def row_at(self, items: float) -> int:
        """Return in which row the first ``items`` of the order end; -1 where they end with a row.

        >>> rows = CountedRows(np.array([2.0, 1]), np.array([3, 4]), *(np.array([True, True]),) * 2)
        >>> rows.row_at(2), rows.row_at(3), rows.row_at(5)
        (0, -1, 1)
        """
        ends = np.cumsum(self.count)
        row = int(np.searchsorted(ends, items, side="left"))
        return -1 if items <= 0 or row >= len(ends) or ends[row] == items else row


class CountedList(Protocol):
    """Whoever counts the list: an engine that reads it where it is."""

    n_items: int
    without: Mapping[str, int]

    def rows(self, name: str) -> CountedRows:
        """Return the list in a model's order."""

    def coarse(self, name: str) -> CountedRows:
        """Return the same as it was counted before any stop was looked at."""

    def mix(self, name: str, places: Mapping[str, IntArray], labelled: FloatArray, per: int) -> CountedRows:
        """Return the list in the order of the sum of the places of several models.

        Parameters
        ----------
        name
            What that order is called.
        places
            By model: a whole number for each row of its order, as :meth:`coarse` gives it.
        labelled
            Shape (n,): the scores of the labelled items in this order, ``-inf`` allowed.
        per
            How many of the whole numbers are 1 in these scores.
        """
