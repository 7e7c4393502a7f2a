"""What items without a label are expected to be worth, by what labelled ones with keys like theirs are (METHODS F9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.metrics.isotonic import isotonic
from budgetplan.metrics.path import FloatArray, IntArray
from budgetplan.metrics.value import item_weights


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
        if key is None or other is None or np.ptp(outcome) == 0:
            none = np.zeros(m, dtype=np.int64)
            return cls(outcome, own, None, np.zeros(1), none, none)
        values = np.unique(key)
        last = len(values) - 1
        high = np.minimum(np.searchsorted(values, other, side="left"), last)
        low = np.maximum(np.searchsorted(values, other, side="right") - 1, 0)
        return cls(outcome, own, key, values, low, high)

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

    def variance(self) -> float:
        """Return the mean square of what is left of labelled items' amounts once their keys are known."""
        fitted = self.fitted()
        at = fitted[
            np.zeros(len(self.outcome), dtype=np.int64)
            if self.key is None
            else np.searchsorted(self.values, self.key)
        ]
        return float(np.average((self.outcome - at) ** 2, weights=self.weight))
