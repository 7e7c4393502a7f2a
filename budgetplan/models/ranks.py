"""Measures of a ranked list: gain by equal parts, scores where it is cut, how alike two orders are (K18)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.core.path import Path, gained
from budgetplan.models.confidence import ClassScores


@dataclass(frozen=True, eq=False)
class GainByPart:
    """A list in parts of equal size; every array has the shape (parts,).

    ``items``: the ends of the parts, not rounded; ``found``: positives of the part; ``reached``: those up to its end.
    """

    items: FloatArray
    found: FloatArray
    reached: FloatArray

    @property
    def gain(self) -> FloatArray:
        """Positives of the part as a share of all, in [0, 1], higher is better; adds up to 1. NaN where there are none."""
        return self._share(self.found)

    @property
    def cumulative(self) -> FloatArray:
        """Positives up to the end of the part as a share of all, in [0, 1], higher is better; NaN where there are none."""
        return self._share(self.reached)

    def _share(self, positives: FloatArray) -> FloatArray:
        every = self.reached[-1]
        return positives / every if every > 0 else np.full(len(positives), np.nan)

    @property
    def lift(self) -> FloatArray:
        """How many times as many positives are found as in a random order, 0 or more; 1 at the last end."""
        return np.asarray(self.cumulative * len(self.gain) / np.arange(1, len(self.gain) + 1))

    @property
    def precision(self) -> FloatArray:
        """Positives per item of the part, in [0, 1]."""
        return np.asarray(self.found * len(self.found) / self.items[-1])


def gain_by_part(path: Path, parts: int) -> GainByPart:
    """Return gain and cumulative gain by equal parts of a list; NaN where it holds no positive.

    gain(d) = (P(b_d) - P(b_{d-1})) / P(n), b_d = d n / parts; an item across an end is shared (K18 eq. 1).

    Examples
    --------
    >>> from budgetplan.core.path import make_path, rank
    >>> path = make_path(rank(np.array([0.9, 0.8, 0.4, 0.1])), None, {"positives": np.array([1, 0, 1, 0.0]), "cost": np.ones(4)})
    >>> got = gain_by_part(path, 2)
    >>> got.gain.tolist(), got.cumulative.tolist(), got.lift.tolist()
    ([0.5, 0.5], [0.5, 1.0], [1.0, 1.0])
    """
    ends = path.n_items * np.arange(1, parts + 1) / parts
    reached, every = path.read("positives", ends), path.total("positives")
    return GainByPart(ends, gained(reached, every, first=True), reached)


def scores_at_cut(accepted: BoolArray, positive: BoolArray, weight: FloatArray | None = None) -> ClassScores:
    """Return precision, recall and F1 of the positive class and of the other one, shape (2,) each (K18 Table 4).

    Parameters
    ----------
    accepted, positive
        Shape (n,): whether the model calls an item positive, and whether it is.
    weight
        Shape (n,), >= 0, or None for one each.

    Examples
    --------
    >>> got = scores_at_cut(np.array([True, True, False]), np.array([True, False, False]))
    >>> got.precision.tolist(), got.recall.tolist()
    ([0.5, 1.0], [1.0, 0.5])
    """
    w = np.ones(len(accepted)) if weight is None else weight
    hits, claimed, n = (
        np.array([w @ mask, w @ other])
        for mask, other in ((accepted & positive, ~accepted & ~positive), (accepted, ~accepted), (positive, ~positive))
    )
    return ClassScores(hits, claimed, n, of_answers=True)


def best_cut(score: FloatArray, positive: BoolArray, weight: FloatArray | None = None) -> float:
    """Return the score from which on items are to be called positive for the greatest F1; of equal ones the highest.

    It is chosen on the labels that measure it, and so flattered.

    References
    ----------
    METHODS S11.

    Examples
    --------
    >>> best_cut(np.array([0.9, 0.8, 0.4]), np.array([True, True, False]))
    0.8
    """
    w = np.ones(len(score)) if weight is None else weight
    order = np.argsort(-score, kind="stable")
    falling = score[order]
    ends = np.flatnonzero(np.append(falling[1:] != falling[:-1], True))
    hits, claimed = np.cumsum((w * positive)[order])[ends], np.cumsum(w[order])[ends]
    f1 = 2 * hits / np.maximum(claimed + float(w @ positive), np.finfo(float).tiny)
    return float(falling[ends[int(np.argmax(np.round(f1, 12)))]])


def spearman(first: FloatArray, other: FloatArray, weight: FloatArray | None = None) -> tuple[float, float]:
    """Return Spearman's correlation of two orders, in [-1, 1], and the chance of one so far from 0 without a relation.

    NaN where either is constant or has fewer than three values. ``weight``: shape (n,), >= 0, for how many items each
    stands; None: one. The chance is that of as many items of equal weight as tell as much, (sum w)^2 / sum w^2.

    Examples
    --------
    >>> spearman(np.array([1.0, 2, 3, 4]), np.array([10.0, 20, 30, 40]))
    (1.0, 0.0)
    """
    w = np.ones(len(first)) if weight is None else weight
    first, other, w = (array[w > 0] for array in (first, other, w))
    ranks = _middles(first, w), _middles(other, w)
    if len(first) < 3 or not all(map(np.ptp, ranks)):
        return np.nan, np.nan
    from scipy.special import stdtr  # loading it takes a while

    (of_first, both), (_, of_other) = np.cov(*ranks, aweights=w)
    correlation = round(float(both / np.sqrt(of_first * of_other)), 12)
    free, apart = max(float(w.sum() ** 2 / (w @ w)) - 2, 0.0), 1 - correlation**2
    # Fewer than three items' worth tell nothing.
    chance = np.nan if not free else 0.0 if apart <= 0 else 2 * stdtr(free, -abs(correlation) * np.sqrt(free / apart))
    return correlation, float(chance)


def _middles(value: FloatArray, weight: FloatArray) -> FloatArray:
    """Return the weighted rank of each value; equal ones share the middle of theirs."""
    place = np.unique(value, return_inverse=True)[1]
    held = np.bincount(place, weight)
    return np.asarray((np.cumsum(held) - held / 2)[place])
