"""Risk against coverage: what deferring the least confident items saves (METHODS S9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import make_path

SLACK = 1e-9
"""Weights that add up to 1999.9999999 stand for 2,000 items."""


def cumulative_wrong(
    confidence: FloatArray, correct: BoolArray, weight: FloatArray | None = None
) -> FloatArray:
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


@dataclass(frozen=True, eq=False)
class RiskCurve:
    """Wrong answers if the surest items are answered alone; straight between the points.

    ``coverage``: share answered alone, rising from 0 to 1. ``wrong``: wrong answers per item of the whole set
    (generalised risk), from 0 to the share of wrong answers. Both shape (points,); one point where each group
    of equal confidences ends.
    """

    coverage: FloatArray
    wrong: FloatArray

    def at(self, share: float) -> float:
        """Return the wrong answers per item when this share is answered alone."""
        return float(np.interp(share, self.coverage, self.wrong))


def risk_curve(confidence: FloatArray, correct: BoolArray, weight: FloatArray | None) -> RiskCurve:
    """Return generalised risk against coverage of one model; the area under it is AUGRC."""
    path = make_path(rank(confidence), weight, {"wrong": (~correct).astype(np.float64)})
    return RiskCurve(path.items / path.n_items, path.sums["wrong"] / path.n_items)
