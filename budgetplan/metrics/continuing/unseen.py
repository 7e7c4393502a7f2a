"""How many entries may be left unread: by a random sample of what is unread (METHODS R1).

All of it holds whatever the order of review is worth; the sample must be drawn at random, and its size and the
number of looks declared beforehand.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.continuing.hypergeometric import SLACK, at_most, log_chances

ALPHA = 0.05
"""Each bound is wrong in at most this share of samples."""
AT_ONCE = 32
PRIOR = (1.0, 100.0)
"""Where nothing is known: about one entry in a hundred items. It moves how wide a range is, never its guarantee."""


def most_positives(unread: int, drawn: int, found: int, alpha: float = ALPHA) -> int:
    """Return how many positives the unread items may have held before a sample of them was drawn.

    Parameters
    ----------
    unread
        Unread items M before the sample.
    drawn, found
        Size n of the random sample, fixed beforehand, and positives k in it; 0 <= k <= n <= M.
    alpha
        The bound is too low in at most this share of samples; with L declared looks, alpha / L.

    Returns
    -------
    int
        K_U = max{K : P(Hyp(M, K, n) <= k) > alpha}, in [k, M - (n - k)]; left after the sample: less k.

    References
    ----------
    METHODS R1.

    Examples
    --------
    Two found in 300 of 7,000: at most 143; with three looks, 176.

    >>> most_positives(7_000, 300, 2), most_positives(7_000, 300, 2, alpha=0.05 / 3)
    (143, 176)
    """
    level = alpha * (1 + SLACK)
    return _last(found, unread - (drawn - found), lambda total: at_most(unread, total, drawn, found) > level)


def least_positives(unread: int, drawn: int, found: int, alpha: float = ALPHA) -> int:
    """Return how many positives the unread items held at least before a sample of them was drawn.

    Arguments as in :func:`most_positives`.

    Returns
    -------
    int
        K_L = min{K : P(Hyp(M, K, n) >= k) > alpha}, in [k, M - (n - k)].

    References
    ----------
    METHODS R1.

    Examples
    --------
    >>> least_positives(7_000, 300, 2)
    9
    """
    # Of what is no entry there is the most.
    return unread - most_positives(unread, drawn, drawn - found, alpha)


def anytime_range(
    unread: int,
    drawn: int,
    found: int,
    *,
    alpha: float = ALPHA,
    a: float = PRIOR[0],
    b: float = PRIOR[1],
) -> tuple[int, int]:
    """Return least and most positives among the unread items, to be read after every item of a random sample.

    Parameters
    ----------
    unread, drawn, found
        As in :func:`most_positives`; nothing need be fixed beforehand but the order of drawing.
    alpha
        In at most this share of reviews the range misses the truth at any time, in (0, 1).
    a, b
        The prior, a beta-binomial: positive.

    Returns
    -------
    tuple of int
        Ends of {K : prior(K) / posterior(K) < 1 / alpha}, within [found, unread - (drawn - found)].

    Notes
    -----
    By Bayes' rule that ratio is the chance of the finds under the prior over that under K. The latter rises
    and falls once with K (it is log-concave), so there are no gaps, and the likeliest K is always among them.

    References
    ----------
    Waudby-Smith and Ramdas 2020, Confidence sequences for sampling without replacement. METHODS R1.

    Examples
    --------
    Two found in 300 of 7,000: 4 to 194, where the bounds for one look are 9 and 143.

    >>> anytime_range(7_000, 300, 2), anytime_range(7_000, 0, 0)
    ((4, 194), (0, 7000))
    """
    first, last = found, unread - (drawn - found)
    level = float(_log_evidence(drawn, found, a, b)) + math.log(alpha) + SLACK

    def kept(total: IntArray) -> BoolArray:
        return log_chances(unread, total, drawn, found) > level

    likeliest = min(max(found * (unread + 1) // drawn, first), last) if drawn else first
    least = likeliest - _last(0, likeliest - first, lambda less: kept(likeliest - less))
    return least, _last(likeliest, last, kept)


def recall_range(
    found_before: int, found_in_sample: int, least: int, most: int
) -> tuple[float, float] | None:
    """Return which share of all entries is found.

    Parameters
    ----------
    found_before
        Positives r found in the order of review.
    found_in_sample
        Those of the random sample that count as found; 0 for the recall before its labels are added.
    least, most
        Positives among the unread items before the sample: bounds of this module.

    Returns
    -------
    tuple of float or None
        Low (r + k) / (r + most) and high (r + k) / (r + least), in [0, 1]; None where nothing is found.

    References
    ----------
    METHODS R1.

    Examples
    --------
    >>> low, high = recall_range(180, 0, 9, 143)
    >>> round(low, 3), round(high, 3)
    (0.557, 0.952)
    """
    found = found_before + found_in_sample
    return (found / (found_before + most), found / (found_before + least)) if found else None


def _last(first: int, last: int, holds: Callable[[IntArray], BoolArray]) -> int:
    """Return the last number for which a rule holds that holds for the first one, and then stops holding once."""
    while first < last:
        # Thirty-two numbers are as quickly tried as one.
        step = -(-(last - first) // AT_ONCE)
        tried = np.arange(first + step, last + 1, step)
        n = int(np.argmin(np.append(holds(tried), False)))
        first, last = first + n * step, min(first + (n + 1) * step - 1, last)
    return first


def _log_evidence(drawn: int | IntArray, found: int, a: float, b: float) -> FloatArray:
    """Return the logarithm of the chance of the finds under the prior, a beta-binomial."""
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import betaln  # noqa: PLC0415

    n = np.asarray(drawn, dtype=np.float64)
    ways = -betaln(n - found + 1, found + 1) - np.log(n + 1)
    return np.asarray(ways + betaln(found + a, n - found + b) - betaln(a, b))
