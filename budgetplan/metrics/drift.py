"""Whether a list is like the labelled sample, as far as scores can tell (METHODS F9)."""

from __future__ import annotations

import numpy as np

from budgetplan.metrics.path import FloatArray
from budgetplan.metrics.value import item_weights, weighty


def ks_distance(sample: FloatArray, other: FloatArray, weight: FloatArray | None = None) -> float:
    """Return the two-sample Kolmogorov-Smirnov distance, in [0, 1]: the largest gap of the two distributions.

    Parameters
    ----------
    sample, other
        Shape (n,) and (m,), both with items: scores of the labelled sample and of the list.
    weight
        Shape (n,): weights of the sample, >= 0, or None for one each.

    Examples
    --------
    >>> ks_distance(np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.3, 0.4, 0.5, 0.6]))
    0.5
    """
    w = item_weights(len(sample), weight)
    w, sample = weighty(w, sample)
    points = np.unique(np.concatenate([sample, other]))
    order = np.argsort(sample, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(w[order])])
    first = sums[np.searchsorted(sample[order], points, side="right")] / sums[-1]
    second = np.searchsorted(np.sort(other), points, side="right") / len(other)
    return float(np.abs(first - second).max())


def ks_critical(n: float, m: float, alpha: float = 0.001) -> float:
    """Return the distance that two samples of one population exceed with probability alpha (asymptotic).

    sqrt(-ln(alpha / 2) / 2) x sqrt((n + m) / (n m)).

    Examples
    --------
    >>> round(ks_critical(1000, 1000, 0.05), 4)
    0.0607
    """
    return float(np.sqrt(-np.log(alpha / 2) / 2) * np.sqrt((n + m) / (n * m)))


def outside_share(sample: FloatArray, other: FloatArray) -> float:
    """Return the share of ``other`` below the least or above the greatest score of the sample, in [0, 1].

    Examples
    --------
    >>> outside_share(np.array([0.2, 0.8]), np.array([0.1, 0.5, 0.8, 0.9]))
    0.5
    """
    return float(np.mean((other < sample.min()) | (other > sample.max())))
