"""Whether a share of all entries has been found: by what the last items read hold (METHODS R4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.continuing.hypergeometric import log_chances

CLOSE = 1e-13
"""Sums of chances are taken so far that at most this share of them is missing."""


def p_target_missed(labels_in_order: npt.ArrayLike, list_size: int, recall: float) -> float:
    """Return how likely the last items read are as poor as they were, were the target not reached.

    Parameters
    ----------
    labels_in_order
        Shape (m,): 1 for a positive, 0 for none, in the order in which they were read.
    list_size
        Items N of the whole list, at least m.
    recall
        Share of all entries asked for, in (0, 1].

    Returns
    -------
    float
        p, in [0, 1]: the least over all trailing windows of the chance that a random sample of that size holds no
        more positives, if the list holds the fewest with which the target is missed. Reached where p is
        at most alpha / number of looks.

    Notes
    -----
    Holds where the unread items are no richer than those of the window. It fails where positives
    sit in a late cluster of the order.

    Of the windows with k positives the longest has the least chance: the items after it are as many, and one more
    that holds none makes those before fewer. So as many windows are looked at as there are positives, and
    only those are added up whose chance may be the least.

    References
    ----------
    Callaghan and Müller-Hansen 2020, Statistical stopping criteria for automated screening in systematic
    reviews. METHODS R4.

    Examples
    --------
    Twenty found, and none in the 800 that follow; a thousand in all, 95 % asked for:

    >>> round(p_target_missed(np.repeat([1, 0], [20, 800]), 1_000, 0.95), 3)
    0.034
    """
    labels = np.asarray(labels_in_order, dtype=np.float64)
    places = np.flatnonzero(labels > 0)[::-1]
    read, found = len(labels), len(places)
    missing = math.floor(Fraction(found) / Fraction(repr(float(recall))) + 1) - found
    if missing > list_size - read:
        return 0.0
    # The longest window with k positives starts behind the one before them.
    seen = np.arange(found + 1, dtype=np.float64)
    window = read - np.append(places + 1.0, 0.0)
    some = window > 0
    if not some.any():
        return 1.0
    seen, window = seen[some], window[some]
    whole = window + (list_size - read)
    return _Tails(whole, seen + missing, window, seen).least()


@dataclass
class _Tails:
    """Chances P(Hyp(M, K, n) <= k) of many samples, of which the least is looked for; all of shape (S,)."""

    whole: FloatArray
    marked: FloatArray
    drawn: FloatArray
    seen: FloatArray

    def least(self) -> float:
        """Return the least of the chances.

        Each is summed from k away from the mean, downwards or, where k is beyond the mean, as what is above k
        and taken off 1. After every term it lies between two bounds, as the terms fall ever faster once
        they fall; what cannot be the least is not added to any more.
        """
        down = self.seen * self.whole < self.drawn * self.marked
        at = np.where(down, self.seen, self.seen + 1)
        term = np.exp(log_chances(self.whole, self.marked, self.drawn, at))
        total = term.copy()
        while True:
            ratio = self._ratio(at, down)
            falls = ratio < 1
            rest = np.where(falls, term * ratio / np.where(falls, 1 - ratio, 1), np.where(term > 0, 1.0, 0.0))
            low = np.where(down, total, 1 - np.minimum(total + rest, 1))
            high = np.where(down, np.minimum(total + rest, 1), 1 - total)
            kept = low <= high.min()
            if (rest[kept] <= CLOSE * total[kept]).all():
                return float(np.clip(high[kept].min(), 0, 1))
            self._keep(kept)
            down, at, ratio = down[kept], at[kept], ratio[kept]
            term, total = term[kept] * ratio, total[kept]
            total, at = total + term, np.where(down, at - 1, at + 1)

    def _ratio(self, at: FloatArray, down: BoolArray) -> FloatArray:
        """Return the next term over this one; 0 at the end."""
        others = self.whole - self.marked - self.drawn
        upper = np.where(down, at * (others + at), (self.marked - at) * (self.drawn - at))
        lower = np.where(down, (self.marked - at + 1) * (self.drawn - at + 1), (at + 1) * (others + at + 1))
        return np.asarray(upper / lower)

    def _keep(self, kept: BoolArray) -> None:
        self.whole, self.marked = self.whole[kept], self.marked[kept]
        self.drawn, self.seen = self.drawn[kept], self.seen[kept]
