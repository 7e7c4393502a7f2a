"""Exact bounds where resampling has little to say: rates seen as 0 or 1, or nearly so."""

from __future__ import annotations

import numpy as np

from budgetplan.metrics.path import FloatArray

TIE = 1e-12


def none_seen(trials: float, level: float = 0.95) -> float:
    """Return the upper end of the two-sided Clopper-Pearson interval of a rate seen as 0 of ``trials``.

    1 - (alpha/2)^(1/n), in (0, 1]. A rate seen as n of n has the mirrored interval, from 1 minus this to 1.
    Resamples of a part that holds nothing hold nothing either, so the bootstrap would claim 0 to 0.

    Examples
    --------
    >>> round(none_seen(20), 4)
    0.1684
    >>> none_seen(0)
    1.0
    """
    return 1 - ((1 - level) / 2) ** (1 / trials) if trials > 0 else 1.0


FEW = 10
"""With fewer successes or failures than this a percentile interval of a rate is too narrow (METHODS F8)."""


def rate_interval(
    rate: FloatArray, low: FloatArray, high: FloatArray, trials: FloatArray, level: float = 0.95
) -> tuple[FloatArray, FloatArray]:
    """Return intervals of rates, those near 0 or 1 no narrower than the exact one.

    Parameters
    ----------
    rate
        Any shape, in [0, 1]: what was seen.
    low, high
        The same shape: percentile intervals of the rates over resamples.
    trials
        The same shape: of how many independent items (number over design effect), not necessarily whole; 0
        or fewer say nothing.
    level
        Coverage, in (0, 1).

    Returns
    -------
    tuple of FloatArray
        Low and high, in [0, 1]. Where fewer than ten successes or failures were seen, the wider of the given
        interval and Clopper's and Pearson's: resamples of a part that holds nothing hold nothing either.

    References
    ----------
    METHODS F8.

    Examples
    --------
    None of 20, one of 20, and ten of 20, where the interval stands:

    >>> low, high = rate_interval(np.array([0, 0.05, 0.5]), np.zeros(3), np.array([0, 0.15, 0.7]), np.full(3, 20))
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.0, 0.0, 0.0], [0.1684, 0.2487, 0.7])
    """
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import betaincinv  # noqa: PLC0415

    number = np.maximum(trials, 0.0)
    hits = np.clip(rate, 0, 1) * number
    misses = number - hits
    few = np.minimum(hits, misses) < FEW - TIE
    tail = (1 - level) / 2
    some, left = hits > TIE, misses > TIE
    least = np.where(some, betaincinv(np.where(some, hits, 1), misses + 1, tail), 0.0)
    most = np.where(left, betaincinv(hits + 1, np.where(left, misses, 1), 1 - tail), 1.0)
    first = np.clip(np.where(few, np.minimum(low, least), low), 0, 1)
    last = np.clip(np.where(few, np.maximum(high, most), high), 0, 1)
    return np.asarray(first), np.asarray(last)
