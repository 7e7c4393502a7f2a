"""Logistic regression by Newton's method: for calibration, and for how far each model is to be trusted."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray

STEPS = 200
"""Newton's method takes about eight."""
CLOSE = 1e-13
"""Losses and coefficients this close are equal."""


def chance(log_odds: FloatArray) -> FloatArray:
    """Return 1 / (1 + exp(-x)), the same shape, without overflow.

    Examples
    --------
    >>> chance(np.array([-1000.0, 0.0, np.log(3)])).round(6).tolist()
    [0.0, 0.5, 0.75]
    """
    small = np.exp(-np.abs(log_odds))
    return np.asarray(np.where(log_odds >= 0, 1.0, small) / (1 + small))


def fit_logistic(
    columns: FloatArray,
    target: FloatArray,
    weight: FloatArray,
    penalty: FloatArray,
    centre: FloatArray,
    start: FloatArray | None = None,
) -> FloatArray:
    """Return the coefficients of least weighted log loss + sum of penalty (coefficient - centre)^2 / 2.

    Parameters
    ----------
    columns
        Shape (n, k); an intercept is a column of ones.
    target
        Shape (n,), in [0, 1]: how probable each item is to be made.
    weight
        Shape (n,), >= 0.
    penalty, centre
        Shape (k,): how much each coefficient is drawn, >= 0, and to where. Without a penalty columns must not be
        linear in each other, and no cutoff may separate targets of 0 and 1.
    start
        Shape (k,): where to begin; None: the centre. It moves no digit that counts.

    Returns
    -------
    FloatArray
        Shape (k,).

    Examples
    --------
    Three of four: the intercept is log(3).

    >>> ones, free = np.ones((4, 1)), np.zeros(1)
    >>> fit_logistic(ones, np.array([1.0, 1, 1, 0]), np.ones(4), free, free).round(6).tolist()
    [1.098612]
    """

    def loss(at: FloatArray) -> float:
        f = columns @ at
        return float(weight @ (np.logaddexp(0, f) - target * f)) + float(penalty @ (at - centre) ** 2) / 2

    at = centre if start is None else start
    best, enough = loss(at), CLOSE * float(weight.sum())
    for _ in range(STEPS):
        p = chance(columns @ at)
        slope = columns.T @ (weight * (p - target)) + penalty * (at - centre)
        bend = columns.T @ (columns * (weight * p * (1 - p))[:, None]) + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        # The loss is convex: a step that overshoots is halved until it helps. Near the minimum the loss differs in
        # its last digit alone, and Newton's step is to be trusted.
        share, tried = 1.0, loss(at - step)
        while tried > best + enough and share > CLOSE:
            share /= 2
            tried = loss(at - share * step)
        at, best = at - share * step, tried
        if np.abs(step).max() <= CLOSE * max(1.0, float(np.abs(at).max())):
            break
    return at
