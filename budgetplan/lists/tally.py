"""Sums along a ranking as exact fractions: what budget lines are made of (METHODS F5).

A path of floats says 0.825 hours or 0.8249999999999999 for one and the same stop, as its rows happen to be added
up; where a line is rounded, that would move a printed total. Here amounts and weights are whole numbers, and what
stands between two of them, or is scaled to a list, is a fraction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import Ranking
from budgetplan.domain.fractions import ROOM, Ratio, Whole, over, plus, size_of, times, whole

PER_UNIT = 1_000_000
"""Amounts of items are counted in millionths."""
DIGITS = 12
"""Weights are counted to so many decimals at most."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Cumulative sums at the ends of tie groups in whole numbers, scaled to a list when they are read.

    Attributes
    ----------
    weight
        Shape (groups + 1,), from 0: weight reviewed, in whole numbers of any unit.
    sums
        For each measure that differs between items its weighted sum, same shape, and how much of it is 1: a million, or
        1 where all amounts are whole.
    each
        The amount in millionths where all items have the same.
    items
        How many items the whole stands for, > 0.
    """

    weight: Whole
    sums: Mapping[str, tuple[Whole, int]]
    each: Mapping[str, int]
    items: Fraction

    def read(self, measure: str, at: Whole) -> Ratio:
        """Return a measure after each of ``at`` items, shape (k,), straight inside tie groups.

        Examples
        --------
        Two tied items of 1 and 2 that stand for a list of ten: three of the ten have 4.5.

        >>> tied = Ranking(order=np.array([0, 1]), ends=np.array([2]))
        >>> tally = make_tally(tied, None, {"units": np.array([1.0, 2.0])}, Fraction(10))
        >>> sums = tally.read("units", np.array([3]))
        >>> Fraction(int(sums.top[0]), int(sums.bottom[0]))
        Fraction(9, 2)
        """
        if measure in self.each:
            return Ratio(times(whole(at), self.each[measure]), whole(PER_UNIT))
        # One item of the list is the share `scale` of the sample's weight.
        scale = int(self.weight[-1]) / self.items
        up, down = scale.numerator, scale.denominator
        place = times(whole(at), up)
        start = np.searchsorted(self.weight, over(place, whole(down)), side="right") - 1
        end = np.minimum(start + 1, len(self.weight) - 1)
        sums, per_one = self.sums[measure]
        width = np.maximum(self.weight[end] - self.weight[start], 1)
        inside = plus(place, -times(self.weight[start], down))
        top = plus(times(times(sums[start], width), down), times(inside, plus(sums[end], -sums[start])))
        return Ratio(top, times(times(width, up), per_one))


def make_tally(
    ranking: Ranking,
    weight: FloatArray | None,
    measures: Mapping[str, FloatArray],
    items: Fraction | None = None,
) -> Tally:
    """Add up measures along a ranking in whole numbers.

    Parameters
    ----------
    ranking
        Order and tie groups of n items.
    weight
        Shape (n,), weights >= 0 in item order, counted to twelve decimals; None where every item counts once.
    measures
        Amount per item, shape (n,), in item order; counted in millionths.
    items
        How many items the whole stands for; by default the weight of all.

    Examples
    --------
    >>> one_each = Ranking(order=np.array([1, 0]), ends=np.array([1, 2]))
    >>> tally = make_tally(one_each, np.array([0.5, 1.5]), {"positives": np.array([1.0, 0.0])})
    >>> tally.weight.tolist(), tally.items, tally.sums["positives"][0].tolist()
    ([0, 15, 20], Fraction(2, 1), [0, 0, 5])
    """
    counted, unit = _counted(weight)
    last = ranking.ends - 1
    n = len(ranking.order)
    if counted is None:
        reached = np.concatenate([[0], ranking.ends]).astype(np.int64)
    else:
        reached = running(counted[ranking.order], last)
    sums, each = {}, {}
    for name, amount in measures.items():
        millionths = Ratio.of(amount.astype(np.float64)).top
        if n and bool(np.all(millionths == millionths[0])):
            each[name] = int(millionths[0])
            continue
        # Whole amounts are counted in ones: the sums of prices in millionths then fit 64 bits.
        whole_ones = not bool(np.any(millionths % PER_UNIT))
        if whole_ones:
            millionths = over(millionths, whole(PER_UNIT))
        weighted = millionths if counted is None else times(millionths, counted)
        sums[name] = running(weighted[ranking.order], last), 1 if whole_ones else PER_UNIT
    total = Fraction(int(reached[-1]), unit) if items is None else items
    return Tally(reached, sums, each, total)


def running(amounts: Whole, last: Whole) -> Whole:
    """Return sums at the ends of groups, from 0, exact whatever their size."""
    wide = size_of(amounts) * len(amounts) >= ROOM
    sums = np.cumsum(amounts.astype(object) if wide else amounts)
    return np.concatenate([np.zeros(1, dtype=sums.dtype), sums[last]])


def _counted(weight: FloatArray | None) -> tuple[Whole | None, int]:
    """Return weights in whole numbers of a decimal unit, and how many of it are 1."""
    if weight is None:
        return None, 1
    largest = float(weight.max(initial=0.0))
    for digits in range(DIGITS):
        scaled = weight * 10.0**digits
        if bool(np.all(np.abs(scaled - np.rint(scaled)) <= largest * 10.0**digits * 1e-12)):
            break
    else:
        digits = DIGITS
    return Ratio.of(np.rint(weight * 10.0**digits)).rounded(), 10**digits
