"""Chances of what a random sample without replacement holds, to many digits for lists of any size."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray

SLACK = 1e-11
"""A chance that is equal to a level but for rounding counts as equal to it, not as above."""
FACTORIALS = np.array([math.lgamma(n + 1) - (n * math.log(n) - n if n else 0) for n in range(16)])
"""log n! - (n log n - n), n < 16."""
WIDE = 6.0
"""A sample of n holds fewer than its mean by 6 sqrt(n) with a chance below exp(-72) (Hoeffding)."""


def log_chances(
    whole: npt.ArrayLike, marked: npt.ArrayLike, drawn: npt.ArrayLike, seen: npt.ArrayLike
) -> FloatArray:
    """Return the logarithms of the chances that ``drawn`` of ``whole`` items hold ``seen`` of the ``marked`` ones.

    Parameters
    ----------
    whole, marked, drawn, seen
        Whole numbers or arrays of them that fit together: M, K and n with 0 <= K, n <= M, and k.

    Returns
    -------
    FloatArray
        log P(Hyp(M, K, n) = k), the shape of all four together; -inf where it cannot be.

    Notes
    -----
    C(K, k) C(M - K, n - k) / C(M, n) as three binomial chances of one rate, n / M, each by its distance from
    the mean: factorials of large numbers, taken off one another, would lose half of the digits.

    References
    ----------
    Loader 2000, Fast and accurate computation of binomial probabilities. METHODS R1.

    Examples
    --------
    Two of three marked ones in a sample of four of ten, 3 x 21 / 210:

    >>> round(float(np.exp(log_chances(10, 3, 4, 2))), 12)
    0.3
    """
    m, big, n, k = (np.asarray(each, dtype=np.float64) for each in (whole, marked, drawn, seen))
    possible = (k >= 0) & (k <= big) & (k <= n) & (n - k <= m - big)
    k = np.where(possible, k, np.maximum(n - (m - big), 0))
    size = np.maximum(m, 1)
    rate, other = n / size, (m - n) / size
    log = _log_binomial(big, k, rate, other) + _log_binomial(m - big, n - k, rate, other)
    return np.asarray(np.where(possible, log - _log_binomial(m, n, rate, other), -np.inf))


def at_most(whole: int, marked: npt.ArrayLike, drawn: int, seen: int) -> FloatArray:
    """Return the chances that a sample holds at most so many marked items: P(Hyp(M, K, n) <= k).

    Parameters
    ----------
    whole, drawn, seen
        M, n and k, as in :func:`log_chances`.
    marked
        K: a number, or an array of any shape.

    Returns
    -------
    FloatArray
        The shape of ``marked``, in [0, 1]; relative errors are below 1e-11 down to 1e-25.

    References
    ----------
    METHODS R1.

    Examples
    --------
    None or one of three marked ones in a sample of four of ten, (35 + 3 x 35) / 210:

    >>> round(float(at_most(10, 3, 4, 1)), 12)
    0.666666666667
    """
    many = np.asarray(marked, dtype=np.float64)
    wide = int(WIDE * math.sqrt(drawn)) + 1
    # The shorter way to the end: what is beyond the mean is taken off 1.
    below = float(seen) * whole < drawn * many
    chance = np.empty(many.shape)
    for side, first, last in (
        (below, max(0, seen - wide), seen),
        (~below, seen + 1, min(drawn, seen + wide)),
    ):
        counts = np.arange(first, last + 1)
        summed = np.exp(log_chances(whole, many[side][:, None], drawn, counts)).sum(axis=1)
        chance[side] = summed if side is below else 1 - summed
    return np.asarray(np.clip(chance, 0, 1))


def _log_binomial(n: FloatArray, k: FloatArray, rate: FloatArray, other: FloatArray) -> FloatArray:
    """Return log C(n, k) + k log(rate) + (n - k) log(other), rate + other = 1."""
    steps = _beyond_stirling(n) - _beyond_stirling(k) - _beyond_stirling(n - k)
    return np.asarray(steps - _off(k, n * rate) - _off(n - k, n * other))


def _off(count: FloatArray, mean: FloatArray) -> FloatArray:
    """Return k log(k / mean) + mean - k, without loss where both are large and close."""
    less = count - mean
    some = (count > 0) & (mean > 0)
    safe = np.where(some, mean, 1)
    near = count * np.log1p(np.where(some & (np.abs(less) < safe / 2), less, 0) / safe)
    far = count * np.log(np.where(some, count, 1) / safe)
    log = np.where(np.abs(less) < safe / 2, near, far) - less
    return np.asarray(np.where(some, log, np.where(count > 0, np.inf, mean)))


def _beyond_stirling(n: FloatArray) -> FloatArray:
    """Return log n! - (n log n - n): 0 for n = 0, about log(2 pi n) / 2."""
    big = np.maximum(n, 16)
    square = big * big
    series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / big
    small = FACTORIALS[np.clip(n, 0, 15).astype(np.int64)]
    return np.asarray(np.where(n < 16, small, 0.5 * np.log(2 * np.pi * big) + series))
