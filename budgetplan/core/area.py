"""The area under the ROC curve: how often an order has an entry before another item."""

from __future__ import annotations

import math

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray


def auc(score: FloatArray, positive: BoolArray | FloatArray, weight: FloatArray | None = None) -> float:
    """Return how probable it is that a positive item scores higher than another; ties count half.

    Higher is better, 0 to 1; NaN where there are no positive or no other items.

    Parameters
    ----------
    score
        Shape (n,), no NaN.
    positive
        Shape (n,).
    weight
        Shape (n,), >= 0: how many items each stands for; None: one each.

    References
    ----------
    Mann and Whitney 1947.

    Examples
    --------
    >>> score, positive = np.array([0.9, 0.5, 0.5]), np.array([True, True, False])
    >>> auc(score, positive), round(auc(score, positive, np.array([1.0, 2, 1])), 4)
    (0.75, 0.6667)
    """
    units = np.ones(len(score)) if weight is None else weight
    knots, cell = np.unique(score, return_inverse=True)
    hits = np.bincount(cell, units * positive, len(knots))
    misses = np.bincount(cell, units, len(knots)) - hits
    pairs = float(hits.sum() * misses.sum())
    return float(hits @ (np.cumsum(misses) - misses / 2)) / pairs if pairs > 0 else math.nan


def auc_by_chance(n_positive: int, n_other: int) -> float:
    """Return the standard error of the AUC (0 or more) where scores say nothing; ties would only lower it.

    Examples
    --------
    >>> round(auc_by_chance(10, 10), 4)
    0.1323
    """
    return math.sqrt((n_positive + n_other + 1) / (12 * n_positive * n_other))
