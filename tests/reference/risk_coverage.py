"""Risk against coverage: what deferring the least confident items saves (METHODS S9)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.models.value import item_weights

SLACK = 1e-9
"""Weights that add up to 1999.9999999 stand for 2,000 items."""


def cumulative_wrong(confidence: FloatArray, correct: BoolArray, weight: FloatArray | None = None) -> FloatArray:
    """Return W(k): expected wrong answers among the k most confident, k = 0..N, shape (N + 1,).

    Ties are in random order, so W runs straight inside a block of equal confidences.

    Parameters
    ----------
    confidence, correct
        Shape (n,): confidence, and whether the label is right.
    weight
        Shape (n,), >= 0: how many items each stands for; None: one each. N is the greatest whole number of
        weighted items. ValueError if there are none.

    Examples
    --------
    >>> cumulative_wrong(np.array([0.9, 0.6, 0.6]), np.array([True, False, True])).tolist()
    [0.0, 0.0, 0.5, 1.0]
    """
    w = item_weights(len(confidence), weight)
    order = np.argsort(-confidence, kind="stable")
    ordered = confidence[order]
    ends = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]) + 1, len(ordered))
    items, wrong = (np.append(0.0, np.cumsum(each[order])[ends - 1]) for each in (w, w * ~correct))
    whole = int(np.floor(items[-1] * (1 + SLACK)))
    if whole == 0:
        raise ValueError("no items")
    return np.asarray(np.interp(np.arange(whole + 1), items, wrong))


def aurc(wrong: FloatArray) -> float:
    """Return the area under the risk-coverage curve, mean over k = 1..N of W(k) / k, in [0, 1], lower is better.

    Parameters
    ----------
    wrong
        Shape (N + 1,): W of :func:`cumulative_wrong`.

    Examples
    --------
    >>> round(aurc(np.array([0.0, 0.0, 0.5, 1.0])), 6)
    0.194444
    """
    k = np.arange(1, len(wrong))
    return float(np.mean(wrong[1:] / k))


def excess_aurc(wrong: FloatArray) -> float:
    """Return AURC less that of the best ordering, which puts all wrong answers last; >= 0, lower is better.

    Examples
    --------
    >>> excess_aurc(np.array([0.0, 0.0, 0.0, 1.0]))
    0.0
    """
    n, n_wrong = len(wrong) - 1, wrong[-1]
    best = np.maximum(0.0, np.arange(n + 1) - (n - n_wrong))
    return aurc(wrong) - aurc(best)


def augrc(wrong: FloatArray) -> float:
    """Return the area under generalised risk against coverage, in [0, 1/2], lower is better.

    sum over k = 1..N of (W(k-1) + W(k)) / (2 N^2). Identity: (1 - AUROC) acc (1 - acc) + (1 - acc)^2 / 2, AUROC
    of confidence for being right.

    Examples
    --------
    >>> round(augrc(np.array([0.0, 0.0, 0.5, 1.0])), 6)
    0.111111
    """
    n = len(wrong) - 1
    return float((wrong[:-1] + wrong[1:]).sum() / (2 * n * n))
