"""What items without a label are expected to be worth, by what labelled ones with keys like theirs are (METHODS F9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.likeness.isotonic import isotonic


@dataclass(frozen=True)
class Expected:
    """An amount of labelled items that never falls as a key rises, and where other items' keys lie among theirs.

    Attributes
    ----------
    outcome, weight
        Shape (n,): the amount of each labelled item, and how many it stands for.
    key
        Shape (n,): the labelled items' keys; None: the amount depends on no key, and its mean holds for all.
    low, high
        Shape (m,): places among the distinct keys of the two that enclose each other item's key: the same where
        it equals one, or lies beyond them all.
    """

    outcome: FloatArray
    weight: FloatArray
    key: FloatArray | None
    values: FloatArray
    low: IntArray
    high: IntArray
    below: BoolArray
    above: BoolArray

    @classmethod
    def of(
        cls,
        outcome: FloatArray,
        weight: FloatArray | None,
        key: FloatArray | None,
        other: FloatArray | None,
        m: int,
    ) -> Expected:
        """Return the amount of labelled items, to be read at the keys of ``m`` others."""
        own = item_weights(len(outcome), weight)
        below = above = np.zeros(m, dtype=bool)
        if key is not None and other is not None:
            below, above = other < key.min(), other > key.max()
        if key is None or other is None or np.ptp(outcome) == 0:
            none = np.zeros(m, dtype=np.int64)
            return cls(outcome, own, None, np.zeros(1), none, none, below, above)
        values = np.unique(key)
        last = len(values) - 1
        high = np.minimum(np.searchsorted(values, other, side="left"), last)
        low = np.maximum(np.searchsorted(values, other, side="right") - 1, 0)
        return cls(outcome, own, key, values, low, high, below, above)

    def fitted(self, times: FloatArray | None = None) -> FloatArray:
        """Return the amount at each distinct key; ``times``, shape (n,): how often a resample draws each item.

        Examples
        --------
        Between two labelled items the amount is the mean of both; beyond them that of the last.

        >>> one = Expected.of(np.array([0.0, 1.0]), None, np.array([0.2, 0.6]), np.array([0.1, 0.3, 0.6]), 3)
        >>> one.fitted().tolist(), one.read(one.fitted()).tolist()
        ([0.0, 1.0], [0.0, 0.5, 1.0])
        """
        weight = self.weight if times is None else self.weight * times
        if weight.sum() <= 0:
            weight = self.weight
        if self.key is None:
            return np.array([float(np.average(self.outcome, weights=weight))])
        return isotonic(self.key, self.outcome, weight).read(self.values)

    def read(self, fitted: FloatArray) -> FloatArray:
        """Return the amount of each other item, shape (m,)."""
        return np.asarray((fitted[self.low] + fitted[self.high]) / 2)

    def counts(self, items: FloatArray) -> FloatArray:
        """Return by how much each place counts where other items are added up so many times, shape (places,).

        >>> one = Expected.of(np.array([0.0, 1.0]), None, np.array([0.2, 0.6]), np.array([0.1, 0.3, 0.6]), 3)
        >>> one.counts(np.array([1.0, 1.0, 0.0])).tolist()
        [1.5, 0.5]
        """
        size = 1 if self.key is None else len(self.values)
        both = np.bincount(self.low, items, size) + np.bincount(self.high, items, size)
        return np.asarray(both / 2)

    @property
    def places(self) -> IntArray:
        """At which of the fitted amounts each labelled item stands, shape (n,)."""
        if self.key is None:
            return np.zeros(len(self.outcome), dtype=np.int64)
        return np.searchsorted(self.values, self.key)

    @property
    def outside(self) -> BoolArray:
        """Whether each other item's key lies beyond all labelled ones, shape (m,)."""
        return self.below | self.above

    def room(self, items: FloatArray, least: FloatArray, most: FloatArray) -> tuple[float, float]:
        """Return by how much the sum over other items may be less, and more, as nothing labelled is like them.

        Below all labelled keys the amount is anything from ``least`` to that of the end, above them anything from
        that of the end to ``most``.

        Parameters
        ----------
        items
            Shape (m,): how often each other item counts.
        least, most
            Shape (m,) or (): what the amount of each may be at all.

        Examples
        --------
        >>> one = Expected.of(np.array([0.0, 1.0, 0.0, 1.0]), None, np.array([0.2, 0.2, 0.6, 0.6]), np.array([0.1, 0.3, 0.9]), 3)
        >>> one.room(np.ones(3), np.array(0.0), np.array(1.0))
        (0.5, 0.5)
        """
        fitted = self.fitted()
        less = np.maximum(fitted[0] - least, 0.0) * (items * self.below)
        more = np.maximum(most - fitted[-1], 0.0) * (items * self.above)
        return float(less.sum()), float(more.sum())

    def variance(self) -> float:
        """Return the mean square of what is left of labelled items' amounts once their keys are known."""
        return float(np.average(self._rest() ** 2, weights=self.weight))

    def covariance(self, group: IntArray) -> float:
        """Return the mean product of what is left of two items of one group, shape (n,): codes 0..G-1; 0 or more.

        Weights count interchangeable items, and an item is in no pair with itself. 0 where no group has two items.

        Examples
        --------
        Of two groups one has the amount 0 throughout, the other 1: an item tells all of its group.

        >>> one = Expected.of(np.array([0.0, 0.0, 1.0, 1.0]), None, None, None, 1)
        >>> one.covariance(np.array([0, 0, 1, 1])), one.variance()
        (0.25, 0.25)
        >>> one.covariance(np.arange(4))
        0.0
        """
        pairs = pairs_within(self.weight, self.weight, group)
        if pairs <= 0:
            return 0.0
        rest = self._rest()
        own = float(self.weight @ rest**2)
        # Sorted, so that the order of the groups plays no part in the last digits.
        sums = np.sort(np.bincount(group, self.weight * rest) ** 2)
        return max(float(sums.sum()) - own, 0.0) / pairs

    def _rest(self) -> FloatArray:
        """Return what is left of labelled items' amounts once their keys are known, shape (n,)."""
        return np.asarray(self.outcome - self.fitted()[self.places])


def pairs_within(items: FloatArray, weight: FloatArray, group: IntArray) -> float:
    """Return how many ordered pairs of different items belong to one group.

    Parameters
    ----------
    items
        Shape (n,): how many items of each row count, from 0 to its weight.
    weight
        Shape (n,): how many items each row stands for.
    group
        Shape (n,): code of its group, 0..G-1.

    Examples
    --------
    >>> pairs_within(np.ones(5), np.ones(5), np.array([0, 0, 0, 1, 1])), pairs_within(np.full(2, 2.0), np.full(2, 2.0), np.arange(2))
    (8.0, 4.0)
    """
    sums = np.sort(np.bincount(group, items) ** 2)
    return float(sums.sum()) - singles(items, weight)


def singles(items: FloatArray, weight: FloatArray) -> float:
    """Return the sum of squares over single items where rows stand for several: each for items / weight, shape (n,).

    >>> singles(np.array([2.0, 1.0]), np.array([2.0, 2.0]))
    2.5
    """
    share = np.divide(items, weight, out=np.zeros(len(items)), where=weight > 0)
    return float(items @ share)
