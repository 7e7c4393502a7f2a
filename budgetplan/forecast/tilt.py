"""How entries lie among items of equal score, of which the cheaper come first (METHODS F2, F9).

Equal scores promise equally many entries, whatever the price, as long as the label has nothing to do with it. Where
the labelled items show that it has, such as where short sentences are less often what is collected, the first items of
a tie hold fewer entries than its mean says. What a tie holds in all stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.logistic import chance
from budgetplan.metrics.ranking.order import rank

LEVEL = 0.01
"""Entries follow the price where chance alone would show it so seldom."""
LEAST_TIED = 20
"""So many labelled items of equal score and unequal price it takes to look."""
PENALTY = 1 / 16
"""Draws the log odds between the cheapest and the dearest item towards 0: that they differ by 4 costs half a unit of loss."""
STEPS = 60


@dataclass(frozen=True, eq=False)
class Tilt:
    """How the list's entries lie along an order, beside where all items of a tie were alike.

    Attributes
    ----------
    rate
        Shape (N,): how likely each item of the list is an entry.
    items, more
        Shape (N + 1,), from 0: weighted items along the order, and how many more entries are expected among them;
        0 at the end of each tie.
    slope, drawn
        Shape (N + 1,) and (R,): by how much that varies in resample r is ``drawn[r] * slope``.
    dearer
        Whether dearer items are more often entries.
    """

    rate: FloatArray
    items: FloatArray
    more: FloatArray
    slope: FloatArray
    drawn: FloatArray
    dearer: bool

    def read(self, items: FloatArray) -> FloatArray:
        """Return how many more entries are expected among so many items, same shape."""
        return np.asarray(np.interp(items, self.items, self.more))

    def varied(self, items: FloatArray) -> FloatArray:
        """Return by how much that varies in each resample: (S,) or (R, S) to (R, S)."""
        return np.asarray(self.drawn[:, None] * np.interp(items, self.items, self.slope))


@dataclass(frozen=True, eq=False)
class Priced:
    """Items of the list, or rows of items that stand together, with what they cost.

    Attributes
    ----------
    score
        Shape (N,): those of one score are a tie.
    price
        Shape (N,): what an item costs as known beforehand; the cheaper of a tie come first.
    weight
        Shape (N,): how many items each stands for.
    """

    score: FloatArray
    price: FloatArray
    weight: FloatArray


@dataclass(frozen=True, eq=False)
class KnownPrices:
    """What is known of prices before a review.

    ``labelled``: shape (n,), of the labelled items; ``listed``: by model.
    """

    labelled: FloatArray
    listed: Mapping[str, Priced]


@dataclass(frozen=True, eq=False)
class Lean:
    """By how much the log odds of an entry differ from the cheapest to the dearest of equal scores.

    ``influence``: shape (n,): how much each labelled item, counted once more, adds to it.
    """

    log_odds: float
    influence: FloatArray


def places_within(tie: IntArray, price: FloatArray, weight: FloatArray) -> FloatArray:
    """Return which share of the items of its tie, shape (n,) each, costs less than an item, half of its equals included.

    Only the order of the prices matters: neither their unit nor their spread.

    Examples
    --------
    >>> places_within(np.array([7, 7, 7, 7, 2]), np.array([3.0, 1, 1, 8, 5]), np.ones(5)).tolist()
    [0.625, 0.25, 0.25, 0.875, 0.5]
    """
    order = np.lexsort((price, tie))
    opens = np.ones((2, len(tie)), dtype=bool)  # a tie, and in it a price
    opens[0, 1:] = np.diff(tie[order]) != 0
    opens[1, 1:] = opens[0, 1:] | (np.diff(price[order]) != 0)
    start, equal = (np.cumsum(each) - 1 for each in opens)
    held, alike = (np.bincount(each, weight[order]) for each in (start, equal))
    before = np.cumsum(alike) - alike / 2
    of_tie = (np.cumsum(held) - held)[start]
    found = np.empty(len(tie))
    found[order] = (before[equal] - of_tie) / np.maximum(held[start], 1e-300)
    return found


def find_lean(
    tie: IntArray, price: FloatArray, positive: FloatArray, weight: FloatArray, unit: IntArray
) -> Lean | None:
    """Return how entries lean with the price among labelled items of equal score; None where chance could show it.

    Parameters
    ----------
    tie
        Shape (n,): code of the score, 0 and up, every code in use.
    price, positive, weight
        Shape (n,): what an item costs as known beforehand, 1 for an entry else 0, and weights.
    unit
        Shape (n,): what is independent of each other: items, or groups.

    Examples
    --------
    >>> dear = np.repeat([0.0, 1.0], 30)
    >>> entry = np.concatenate([np.arange(30) < 8, np.arange(30) < 24]).astype(float)
    >>> found = find_lean(np.zeros(60, dtype=int), dear, entry, np.ones(60), np.arange(60))
    >>> round(found.log_odds, 2), find_lean(np.arange(60), dear, entry, np.ones(60), np.arange(60))
    (4.38, None)
    """
    # Mostly no two scores or no two prices are alike, and nothing has to be sorted.
    if int(tie.max(initial=-1)) + 1 == len(tie) or np.ptp(price) == 0:
        return None
    place = places_within(tie, price, weight)
    held = np.maximum(np.bincount(tie, weight), 1e-300)
    mean, middle = (np.bincount(tie, weight * amount)[tie] / held[tie] for amount in (positive, place))
    apart = place - middle
    open_: BoolArray = (mean > 0) & (mean < 1) & (np.abs(apart) > 1e-12) & (weight > 0)
    if open_.sum() < LEAST_TIED:
        return None
    seen = np.bincount(unit, np.where(open_, weight * (positive - mean) * apart, 0.0))
    n_units = int((np.bincount(unit, open_) > 0).sum())
    spread = float(np.sqrt((seen**2).sum() * n_units / max(n_units - 1, 1)))
    if n_units < LEAST_TIED or abs(float(seen.sum())) <= NormalDist().inv_cdf(1 - LEVEL / 2) * spread:
        return None
    # Weights count as many items as there are, however they are scaled.
    w = np.where(open_, weight, 0.0) * (open_.sum() / float(weight[open_].sum()))
    odds, at = _log_odds(mean, open_), 0.0
    for _ in range(STEPS):
        p = chance(odds + at * apart)
        bend = float(w @ (p * (1 - p) * apart**2)) + PENALTY
        step = (float(w @ ((positive - p) * apart)) - PENALTY * at) / bend
        at += float(np.clip(step, -1.0, 1.0))
        if abs(step) < 1e-12:
            break
    return Lean(at, w * (positive - chance(odds + at * apart)) * apart / bend)


def tilted(lean: Lean, listed: Priced, rate: FloatArray, drawn: FloatArray) -> Tilt:
    """Return how entries lie along a list in which the cheaper of equal scores come first.

    Parameters
    ----------
    lean
        What the labelled items show.
    listed
        The items of the list.
    rate
        Shape (N,): how likely an entry each would be by its score alone, the same for equal scores.
    drawn
        Shape (R,): by how much the labelled items lean more in each resample.
    """
    score, price, weight = listed.score, listed.price, listed.weight
    # Ties of the score alone, and the order in them.
    ends = np.asarray(rank(score).ends)
    order = rank(score, price).order
    starts = np.append(0, ends[:-1])
    size = ends - starts
    w, r, tie = weight[order], rate[order], np.repeat(np.arange(len(size)), size)
    x = places_within(tie, price[order], w)

    def each(amounts: FloatArray) -> FloatArray:
        return np.repeat(np.add.reduceat(amounts, starts), size)

    open_ = (r > 0) & (r < 1)
    odds = _log_odds(r, open_)
    wanted, shift = each(w * r), -lean.log_odds * each(w * x) / np.maximum(each(w), 1e-300)
    for _ in range(STEPS):
        p = np.where(open_, chance(odds + lean.log_odds * x + shift), r)
        bend = np.where(open_, w * p * (1 - p), 0.0)
        within = each(bend)
        lacking = np.divide(wanted - each(w * p), within, out=np.zeros(len(w)), where=within > 0)
        shift += np.clip(lacking, -2.0, 2.0)
        if np.abs(lacking).max(initial=0.0) < 1e-12:
            break
    centre = np.divide(each(bend * x), within, out=np.zeros(len(w)), where=within > 0)
    found = np.empty(len(w))
    found[order] = p
    return Tilt(
        found,
        items=_along(w),
        more=_along(w * (p - r)),
        slope=_along(bend * (x - centre)),
        drawn=drawn,
        dearer=lean.log_odds > 0,
    )


def _log_odds(rate: FloatArray, open_: BoolArray) -> FloatArray:
    """Return the log odds of rates between 0 and 1, and 0 for those that are not ``open_``, which nothing moves."""
    known = np.where(open_, rate, 0.5)
    return np.asarray(np.log(known) - np.log1p(-known))


def _along(amounts: FloatArray) -> FloatArray:
    return np.concatenate([[0.0], np.cumsum(amounts)])
