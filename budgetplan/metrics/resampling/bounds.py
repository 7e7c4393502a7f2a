"""Exact bounds where resampling has little to say: rates seen as 0 or 1, or nearly so."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from budgetplan.arrays import FloatArray

TIE = 1e-12

NORMAL = 2 * 1.959964
"""Width of a 95 % interval in standard deviations."""


def exact_interval(
    hits: FloatArray, trials: FloatArray, level: float = 0.95
) -> tuple[FloatArray, FloatArray]:
    """Return the two-sided intervals of Clopper and Pearson for rates seen as ``hits`` of ``trials``.

    Parameters
    ----------
    hits, trials
        Any shape, ``0 <= hits <= trials``, not necessarily whole.
    level
        Coverage, in (0, 1).

    Returns
    -------
    tuple of FloatArray
        Low and high, in [0, 1].

    Examples
    --------
    >>> low, high = exact_interval(np.array([34.0]), np.array([40.0]))
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.702], [0.943])
    """
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import betaincinv  # noqa: PLC0415

    misses = trials - hits
    tail = (1 - level) / 2
    some, left = hits > TIE, misses > TIE
    least = np.where(some, betaincinv(np.where(some, hits, 1), misses + 1, tail), 0.0)
    most = np.where(left, betaincinv(hits + 1, np.where(left, misses, 1), 1 - tail), 1.0)
    return np.asarray(least), np.asarray(most)


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
    number = np.maximum(trials, 0.0)
    hits = np.clip(rate, 0, 1) * number
    few = np.minimum(hits, number - hits) < FEW - TIE
    least, most = exact_interval(hits, number, level)
    first = np.clip(np.where(few, np.minimum(low, least), low), 0, 1)
    last = np.clip(np.where(few, np.maximum(high, most), high), 0, 1)
    return np.asarray(first), np.asarray(last)


MOST_NEW = 100_000
"""Of more new trials than this the share of events hardly depends on their number."""


TWO_SIDED = NormalDist().inv_cdf(0.975)
"""Half of a 95 % interval, in standard deviations of what varies normally."""


def forecast_interval(events: float, trials: float, new: float, level: float = 0.95) -> tuple[float, float]:
    """Return how many events there may be among new trials, where some were seen among others like them.

    Parameters
    ----------
    events, trials
        Events seen and trials, 0 <= events <= trials; not necessarily whole.
    new
        How many trials are to come, 0 or more; those beyond a whole number count in proportion.
    level
        Coverage, in (0, 1).

    Returns
    -------
    tuple of float
        Low and high, in [0, new]: where both sets of trials are alike, at least ``level`` of such pairs hold
        what comes.

    Notes
    -----
    With y events to come, x of n seen and m to come, the ends are quantiles of beta-binomial distributions:
    BB(m, x, n - x + 1) below and BB(m, x + 1, n - x) above, the limits of the hypergeometric test of both sets.

    References
    ----------
    Thatcher 1964, Relationships between Bayesian and confidence limits for predictions. METHODS F8, F9.

    Examples
    --------
    None wrong of thirty: of ten more none or one or two may be.

    >>> forecast_interval(0, 30, 10), forecast_interval(30, 30, 0)
    ((0.0, 2.0), (0.0, 0.0))
    """
    number = min(round(new), MOST_NEW)
    if number == 0:
        return 0.0, float(new)
    tail, misses = (1 - level) / 2, trials - events
    low = _beta_binomial(number, events, misses + 1, tail) if events > TIE else 0
    high = _beta_binomial(number, events + 1, misses, 1 - tail) if misses > TIE else number
    return low * new / number, high * new / number


def _beta_binomial(n: int, a: float, b: float, level: float) -> int:
    """Return the least number of n that a beta-binomial count does not pass with this probability."""
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import betaln  # noqa: PLC0415

    y = np.arange(n + 1)
    log = betaln(y + a, n - y + b) - betaln(a, b) - betaln(n - y + 1, y + 1) - np.log(n + 1)
    reached = np.cumsum(np.exp(log))
    return min(int(np.searchsorted(reached, level - TIE)), n)


def independent(
    seen: FloatArray, drawn: FloatArray, rate: FloatArray, width: FloatArray, n_groups: FloatArray | None
) -> FloatArray:
    """Return how many independent items speak of rates, all of one shape: ``seen`` over the design effect.

    The design effect is the variance over resampled groups over that of ``seen`` independent items, of which
    ``drawn`` are drawn for the list; it is at least 1.
    """
    if n_groups is None:
        return seen
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = (width / NORMAL) ** 2 / (rate * (1 - rate) * (1 / seen + 1 / drawn))
    moves = (width > 0) & np.isfinite(effect)
    alone = seen / np.where(moves, np.maximum(effect, 1), 1)
    # What is the same in all resamples says nothing of how items of a group hang together.
    return np.asarray(np.where(moves, alone, np.minimum(seen, n_groups)))
