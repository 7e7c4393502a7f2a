"""Gain and cumulative gain by parts of the list (K18 section 3, eq. 1; METHODS F3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.metrics.ranking.path import Path, gained


@dataclass(frozen=True)
class Parts:
    """What each part of the list yields; arrays of shape (parts,), part 1 first.

    Attributes
    ----------
    items
        Items up to the end of each part: d n / q, not rounded.
    cost, positives
        Sums up to there (the unit of the path's measures).
    part_items, part_cost, part_positives
        The same inside the part alone.
    n_positives
        Positives in all. Where it is 0, ``gain`` and ``cumulative_gain`` raise.
    """

    items: FloatArray
    cost: FloatArray
    positives: FloatArray
    part_items: FloatArray
    part_cost: FloatArray
    part_positives: FloatArray
    n_positives: float

    @property
    def gain(self) -> FloatArray:
        """gain(d) = positives in part d / positives in all, in [0, 1], higher is better; they add up to 1."""
        return self.part_positives / self._all()

    @property
    def cumulative_gain(self) -> FloatArray:
        """CG(d) = positives up to part d / positives in all, in [0, 1], higher is better."""
        return self.positives / self._all()

    def _all(self) -> float:
        if self.n_positives <= 0:
            message = "gain is undefined: there are no positives among the labelled items"
            raise ZeroDivisionError(message)
        return self.n_positives


def parts(path: Path, count: int) -> Parts:
    """Read a path at the ends of ``count`` equal parts.

    A boundary b_d = d n / count is not rounded: the item on a boundary is shared in proportion, so gains add
    up to 1 and K18's costs come out (2,091 items: a tenth is 209.1 items).

    Examples
    --------
    Ranks 1, 2 and 5 of six are positive (K18 Table 3, S1, M2), each item a part:

    >>> import numpy as np
    >>> from budgetplan.metrics.ranking.path import Ranking, make_path
    >>> order = Ranking(order=np.arange(6), ends=np.arange(1, 7))
    >>> found = np.array([1.0, 1, 0, 0, 1, 0])
    >>> six = parts(make_path(order, None, {"cost": np.ones(6), "positives": found}), 6)
    >>> six.gain.round(3).tolist()
    [0.333, 0.333, 0.0, 0.0, 0.333, 0.0]
    """
    ends = np.arange(1, count + 1) * path.n_items / count
    cost, positives = path.read("cost", ends), path.read("positives", ends)
    within = gained(positives, path.total("positives"), first=True)
    return Parts(
        items=ends,
        cost=cost,
        positives=positives,
        part_items=np.full(count, path.n_items / count),
        part_cost=np.diff(cost, prepend=0.0),
        part_positives=within,
        n_positives=path.total("positives"),
    )
