"""Draws from ranges: a time, a share, or a price of which two ends are known (METHODS C)."""

from __future__ import annotations

import math

import numpy as np

from budgetplan.arrays import FloatArray

TAIL = 0.05
"""Of times and shares that are drawn, so many lie below the low end of their range, and as many above the high one."""
_STREAM = 29
"""Sets these random numbers apart from those of the resamples."""
_HALVINGS = 80


def places(n: int, seed: int, stream: int) -> FloatArray:
    """Return one place in (0, 1) for each of ``n`` draws, spread evenly, in random order.

    Parameters
    ----------
    n
        How many, above 0.
    seed
        Start of the random numbers.
    stream
        Of which input: others have other places, whatever else is drawn.

    Returns
    -------
    FloatArray
        Shape (n,): one in each n-th of (0, 1), so that few draws already have the shape of their range.

    Examples
    --------
    >>> found = places(4, seed=1, stream=0)
    >>> np.floor(np.sort(found) * 4).astype(int).tolist()
    [0, 1, 2, 3]
    """
    rng = np.random.default_rng([seed, _STREAM, stream])
    spread = (rng.permutation(n) + rng.random(n)) / n
    return np.clip(spread, 1e-12, 1 - 1e-12)


def log_normal(low: float, high: float, at: FloatArray) -> FloatArray:
    """Return times at places of a log-normal distribution, of which ``low`` and ``high`` are the 5 and 95 % points.

    Parameters
    ----------
    low, high
        0 < low <= high, in any unit.
    at
        Places in (0, 1), any shape.

    Examples
    --------
    The middle is the geometric mean of the ends:

    >>> log_normal(20.0, 45.0, np.array([0.05, 0.5, 0.95])).round(6).tolist()
    [20.0, 30.0, 45.0]
    """
    # Loading scipy takes a while, and most plans have no ranges.
    from scipy.special import ndtri  # noqa: PLC0415

    middle = (math.log(low) + math.log(high)) / 2
    half = (math.log(high) - math.log(low)) / 2
    return np.asarray(np.exp(middle + half * ndtri(at) / float(ndtri(1 - TAIL))))


def beta(low: float, high: float, at: FloatArray) -> FloatArray:
    """Return shares at places of a beta distribution, of which ``low`` and ``high`` are the 5 and 95 % points.

    Parameters
    ----------
    low, high
        0 < low <= high < 1.
    at
        Places in (0, 1), any shape.

    Examples
    --------
    >>> beta(0.1, 0.25, np.array([0.05, 0.95])).round(6).tolist()
    [0.1, 0.25]
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - see log_normal

    if high - low <= 1e-9 * high:
        return np.full(np.shape(at), low)
    return np.asarray(betaincinv(*beta_shape(low, high), at))


def beta_shape(low: float, high: float) -> tuple[float, float]:
    """Return the parameters of the beta distribution with these 5 and 95 % points, 0 < low < high < 1.

    >>> [round(one, 4) for one in beta_shape(0.05, 0.95)]
    [1.0, 1.0]
    """
    from scipy.special import betainc, betaincinv  # noqa: PLC0415 - see log_normal

    def mean(size: float) -> float:
        """Return the mean at which ``low`` is the 5 % point: the greater the mean, the fewer lie below."""
        least, most = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = (least + most) / 2
            few = float(betainc(middle * size, (1 - middle) * size, low)) <= TAIL
            least, most = (least, middle) if few else (middle, most)
        return (least + most) / 2

    narrow, wide = math.log(1e-2), math.log(1e12)  # of how many items the share might be
    for _ in range(_HALVINGS):
        size = math.exp((narrow + wide) / 2)
        centre = mean(size)
        far = float(betaincinv(centre * size, (1 - centre) * size, 1 - TAIL)) > high
        narrow, wide = (math.log(size), wide) if far else (narrow, math.log(size))
    return centre * size, (1 - centre) * size


def triangular(low: float, mode: float, high: float, at: FloatArray) -> FloatArray:
    """Return prices at places of a triangular distribution between two ends.

    Parameters
    ----------
    low, mode, high
        low <= mode <= high; the mode is the likeliest.
    at
        Places in (0, 1), any shape.

    Examples
    --------
    >>> triangular(0.0, 1.0, 4.0, np.array([0.25, 0.625])).round(6).tolist()
    [1.0, 1.87868]
    """
    width = high - low
    if width <= 0:
        return np.full(np.shape(at), mode)
    rising = (mode - low) / width
    below = low + np.sqrt(at * width * (mode - low))
    above = high - np.sqrt((1 - at) * width * (high - mode))
    return np.asarray(np.where(at < rising, below, above))
