"""Few groups: what resampling whole groups leaves out of the spread (METHODS F8)."""

from __future__ import annotations

import math

import numpy as np

from budgetplan.arrays import FloatArray, IntArray


def widening(n_groups: int | None) -> float:
    """Return by what the spread of replicates over resampled groups is multiplied.

    t(G - 1) / z x sqrt(G / (G - 1)), t and z the 0.975 quantiles of Student's and the normal distribution: the
    resamples of G groups spread by (G - 1) / G too little, and how much the groups differ is itself known from
    G of them alone.

    Parameters
    ----------
    n_groups
        G; None for items resampled one by one.

    Returns
    -------
    float
        1 or more; infinite for a single group, of which nothing can be said.

    References
    ----------
    METHODS F8.

    Examples
    --------
    >>> round(widening(10), 4), round(widening(5000), 4), widening(None), widening(1)
    (1.2166, 1.0003, 1.0, inf)
    """
    if n_groups is None:
        return 1.0
    if n_groups < 2:
        return math.inf
    # Loading scipy takes a while, and most tables have no groups.
    from scipy.special import ndtri, stdtrit  # noqa: PLC0415

    spread = math.sqrt(n_groups / (n_groups - 1))
    return float(stdtrit(n_groups - 1, 0.975) / ndtri(0.975)) * spread


def widened(replicates: FloatArray, by: float) -> FloatArray:
    """Move replicates away from their mean: intervals, bands and tests of them widen alike.

    Parameters
    ----------
    replicates
        Shape (B, ...): the resamples lie along the first axis. NaN replicates stay NaN.
    by
        From :func:`widening`, finite.

    Returns
    -------
    FloatArray
        The same shape and mean. Differences of widened replicates are the widened differences.

    Examples
    --------
    >>> widened(np.array([0.0, 2.0, np.nan]), 1.5).tolist()
    [-0.5, 2.5, nan]
    """
    if by == 1.0 or not len(replicates):
        return replicates
    known = ~np.isnan(replicates)
    centre = np.where(known, replicates, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    return np.asarray(centre + by * (replicates - centre))


MANY = 100
"""From so many groups on their sizes may differ as they like."""
EVEN = 0.8
"""Groups are of like size where they count for at least this share of their number (Kish)."""


def too_few(group: IntArray) -> bool:
    """Say whether groups are so few and of so uneven size that even widened intervals may be too narrow.

    Parameters
    ----------
    group
        Shape (n,): code of each item's group.

    Returns
    -------
    bool
        True for a single group, and for fewer than 100 of which (sum of sizes)^2 / sum of squared sizes is
        below 0.8 of their number.

    References
    ----------
    METHODS F8.

    Examples
    --------
    >>> too_few(np.array([0, 0, 1, 1, 2])), too_few(np.array([0, 0, 0, 0, 0, 1]))
    (False, True)
    """
    sizes = np.unique(group, return_counts=True)[1]
    counting = float(sizes.sum()) ** 2 / float((sizes.astype(np.float64) ** 2).sum())
    return len(sizes) == 1 or (len(sizes) < MANY and counting < EVEN * len(sizes))
