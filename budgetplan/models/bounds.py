"""Exact bounds of rates: of events seen, of events to come, and how many accepted items may be wrong."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from scipy.special import betaincc, betainccinv, betaincinv, betaln

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.models.voc import accepted_at

TIE = 1e-12
ALPHA = 0.1
"""Bounds of errors, and guarantees of how few there are, hold with 90 % confidence."""
TWO_SIDED = NormalDist().inv_cdf(0.975)
"""Half of a 95 % interval, in standard deviations of what varies normally."""


def exact_interval(hits: FloatArray, trials: FloatArray, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
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
    y = np.arange(n + 1)
    log = betaln(y + a, n - y + b) - betaln(a, b) - betaln(n - y + 1, y + 1) - np.log(n + 1)
    reached = np.cumsum(np.exp(log))
    return min(int(np.searchsorted(reached, level - TIE)), n)


def upper_bound(wrong: float, accepted: float, alpha: float = ALPHA) -> float:
    """Return the exact one-sided upper bound of a rate (Clopper and Pearson): P(X <= wrong; bound) = alpha.

    Parameters
    ----------
    wrong, accepted
        Events seen and trials, 0 <= wrong <= accepted; not necessarily whole (then through the incomplete
        beta function, and not exact).
    alpha
        One minus the confidence.

    Returns
    -------
    float
        In [0, 1]; 1 where nothing was tried, or everything was an event.

    Examples
    --------
    None wrong of 59: at most 5 % with 95 % confidence, 1 - 0.05^(1/59).

    >>> round(upper_bound(0, 59, alpha=0.05), 4), round(upper_bound(3, 100), 4)
    (0.0495, 0.0656)
    """
    if wrong >= accepted:
        return 1.0
    if wrong == 0:
        return float(-math.expm1(math.log(alpha) / accepted))
    return float(betainccinv(wrong + 1, accepted - wrong, alpha))


def least_accepted(risk: float, alpha: float = ALPHA) -> int:
    """Return how many accepted items, all right, are needed to guarantee a risk: (1 - risk)^n <= alpha.

    Examples
    --------
    >>> least_accepted(0.05), least_accepted(0.01, alpha=0.05)
    (45, 299)
    """
    n = math.ceil(math.log(alpha) / math.log1p(-risk))
    return n if (1 - risk) ** n <= alpha else n + 1


def lowest_cutoff_within(
    risk: float, confidence: FloatArray, correct: BoolArray, cutoffs: FloatArray, alpha: float = ALPHA
) -> float:
    """Return the lowest cutoff at which at most a share ``risk`` of accepted items is wrong, with 1 - alpha confidence.

    Fixed-sequence testing: the cutoffs are tried from the strictest on, each with the exact one-sided test at
    level alpha (:func:`upper_bound` <= risk), and the first failure ends it. So the chance over samples that
    the cutoff given back lets through more than ``risk`` is at most alpha, though many were tried. A cutoff
    chosen in another way, such as the lowest of all whose bound holds, has no such guarantee.

    Parameters
    ----------
    risk
        Share of the accepted that may be wrong, in (0, 1).
    confidence, correct
        Shape (n,): a random sample of the items to come, independent of each other, each counting once.
        Weights, groups and items that the model was tuned on have no exact test.
    cutoffs
        Shape (K,): fixed **before looking at the labels**, in any order. One that accepts fewer than :func:`least_accepted`
        items is not tried: how many it accepts says nothing of how many of these are right.
    alpha
        One minus the confidence, in (0, 1).

    Returns
    -------
    float
        One of the cutoffs (accept from there on), or inf: nothing can be accepted with this guarantee.

    References
    ----------
    Clopper and Pearson 1934; fixed-sequence testing as in Bauer 1991 and Angelopoulos et al. 2021, "Learn
    then test", section 3.

    Examples
    --------
    Thirty right answers at 0.9; at 0.8 thirty more, half of them wrong:

    >>> confidence = np.repeat([0.9, 0.8], 30)
    >>> correct = np.arange(60) < 45
    >>> lowest_cutoff_within(0.1, confidence, correct, np.array([0.8, 0.85, 0.9]))
    0.85
    """
    enough = (confidence >= cutoffs[:, None]).sum(axis=1) >= least_accepted(risk, alpha)
    strictest_first = np.sort(cutoffs[enough])[::-1]
    right, wrong = accepted_at(strictest_first, correct, confidence)
    # P(X <= wrong) of a binomial with the rate ``risk``.
    chance = np.where(right > 0, betaincc(wrong + 1, np.maximum(right, 1.0), risk), 1.0)
    passed = int(np.argmin(np.append(chance <= alpha, False)))
    return float(strictest_first[passed - 1]) if passed else np.inf
