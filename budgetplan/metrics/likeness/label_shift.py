"""Which share of a list its own scores suggest, where the labelled items hold more or fewer entries (METHODS F9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.metrics.logistic import fit_logistic

DRAWS, CELLS = 400, 1_000
"""So many curves are drawn, and the list is read at so many places at most."""
PENALTY = 1 / 16
"""Draws the slope towards 0, so that labels which the scores set apart have one, too."""
_HALVINGS = 40
_FAR = 50.0


@dataclass(frozen=True)
class ListShare:
    """The share of entries in a list, and the middle 95 % of what its scores and the labels allow, each in [0, 1]."""

    share: float
    low: float
    high: float


def list_share(
    score: FloatArray,
    positive: FloatArray,
    weight: FloatArray,
    listed: FloatArray,
    count: FloatArray,
    seed: int,
) -> ListShare:
    """Return the share at which a mixture of labelled entries and others looks most like the list.

    It holds where within entries, and within the others, the labelled items are a sample of the list.

    Parameters
    ----------
    score, positive, weight
        Shape (n,): labelled items, 1 for entries and 0 for others, both occurring; weights add up to the effective
        number of items.
    listed, count
        Shape (N,): scores of the list, and how many items each stands for.
    seed
        Start of the random numbers.

    References
    ----------
    METHODS F9. The likelihood is that of Saerens, Latinne and Decaestecker 2002, which their EM climbs.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> entry, other = rng.normal(2, 1, 500), rng.normal(0, 1, 10_000)
    >>> sample = np.concatenate([entry[:250], other[:250]])
    >>> found = list_share(sample, np.arange(500) < 250.0, np.ones(500), np.concatenate([entry, other]), np.ones(10_500), 1)
    >>> found.low < 500 / 10_500 < found.high < 0.2
    True
    """
    from scipy.special import ndtri  # noqa: PLC0415 - takes long to load, and few lists need it

    known, cell = np.unique(listed, return_inverse=True)
    n = np.bincount(cell, count)
    after = np.concatenate([[0.0], np.cumsum(n)])

    def normal(at: FloatArray) -> FloatArray:
        """Return the normal quantile of the place in the list: no strictly increasing change of the scores matters."""
        ends = (np.searchsorted(known, at, side) for side in ("left", "right"))
        place = (sum(after[end] for end in ends) / 2 + 0.5) / (after[-1] + 1)
        return np.asarray(ndtri(place))

    columns = np.column_stack([np.ones(len(score)), normal(score)])
    penalty = np.array([0.0, PENALTY])
    curve = fit_logistic(columns, positive, weight, penalty, np.zeros(2))
    rate = 1 / (1 + np.exp(-columns @ curve))
    bend = columns.T @ (columns * (weight * rate * (1 - rate))[:, None]) + np.diag(penalty)
    drawn = np.random.default_rng(seed).standard_normal((DRAWS, 2))
    curves = curve + np.linalg.solve(np.linalg.cholesky(bend).T, drawn.T).T

    at = normal(known)
    part = np.minimum((after[:-1] + after[1:]) / (2 * after[-1]) * CELLS, CELLS - 1).astype(np.int64)
    n_part = np.bincount(part, n)
    at, n_part = np.bincount(part, n * at)[n_part > 0] / n_part[n_part > 0], n_part[n_part > 0]
    held = float(weight @ positive) / float(weight.sum())
    odds = curves @ np.array([np.ones(len(at)), at]) - np.log(held / (1 - held))
    more = (
        np.exp(np.clip(odds, -_FAR, _FAR)) - 1
    )  # how much likelier each place is among entries than among others

    low, high = np.zeros(DRAWS), np.ones(DRAWS)
    for _ in range(_HALVINGS):
        share = (low + high) / 2
        rises = (more / (1 + share[:, None] * more)) @ n_part > 0
        low, high = np.where(rises, share, low), np.where(rises, high, share)
    # The mean of the draws: the likeliest share is often none at all, which nobody could plan with.
    return ListShare(float(low.mean()), *np.quantile(low, [0.025, 0.975]).tolist())
