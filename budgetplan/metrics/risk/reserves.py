"""What reaching the same takes in every draw, and what has to be kept in reserve for it (METHODS C)."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.risk.ranges import LEVEL

_SLACK = 1e-9


def depths(found: FloatArray, shares: FloatArray, wanted: FloatArray) -> FloatArray:
    """Return how much of a list has to be reviewed until as many entries are found as are wanted.

    Parameters
    ----------
    found
        Shape (resamples, shares), never falling along a row: entries found.
    shares
        Shape (shares,), increasing from 0 to 1; between two of them entries come evenly.
    wanted
        Shape (resamples,): entries, above 0.

    Returns
    -------
    FloatArray
        Shape (resamples,), in (0, 1]; infinite where the whole list holds fewer.

    Examples
    --------
    >>> depths(np.array([[0.0, 4.0, 6.0]]), np.array([0.0, 0.5, 1.0]), np.array([5.0])).tolist()
    [0.75]
    >>> depths(np.array([[0.0, 4.0, 6.0]]), np.array([0.0, 0.5, 1.0]), np.array([7.0])).tolist()
    [inf]
    """
    # A count that noise of the last digits keeps from being reached is reached.
    enough = wanted * (1 - _SLACK)
    after = np.minimum((found < enough[:, None]).sum(axis=1), found.shape[1] - 1)
    before = np.maximum(after - 1, 0)
    rows = np.arange(len(found))
    low, high = found[rows, before], found[rows, after]
    step = np.divide(wanted - low, high - low, out=np.ones(len(rows)), where=high > low)
    reached = shares[before] + np.clip(step, 0, 1) * (shares[after] - shares[before])
    return np.asarray(np.where(found[:, -1] >= enough, reached, np.inf))


def read_at(rows: FloatArray, shares: FloatArray, depth: FloatArray) -> FloatArray:
    """Return what has come together at a depth of its own in every resample.

    Parameters
    ----------
    rows
        Shape (resamples, shares), or (1, shares) where it is the same in all of them.
    shares
        Shape (shares,), increasing from 0 to 1.
    depth
        Shape (resamples,), in [0, 1]; infinite where nothing suffices.

    Returns
    -------
    FloatArray
        Shape (resamples,); infinite where the depth is.

    Examples
    --------
    >>> read_at(np.array([[0.0, 10.0, 40.0]]), np.array([0.0, 0.5, 1.0]), np.array([0.75, np.inf])).tolist()
    [25.0, inf]
    """
    known = np.minimum(depth, 1.0)
    after = np.clip(np.searchsorted(shares, known), 1, len(shares) - 1)
    part = (known - shares[after - 1]) / (shares[after] - shares[after - 1])
    every = np.arange(len(depth)) if len(rows) > 1 else np.zeros(len(depth), dtype=np.int64)
    low, high = rows[every, after - 1], rows[every, after]
    return np.asarray(np.where(np.isfinite(depth), low + part * (high - low), np.inf))


def quantile(amounts: FloatArray, level: float) -> float:
    """Return the least amount that suffices in so great a share of the draws; infinite where none does.

    >>> quantile(np.array([4.0, 1.0, 2.0, np.inf, 3.0]), 0.8), quantile(np.array([1.0, np.inf]), 0.8)
    (4.0, inf)
    """
    ordered = np.sort(amounts)
    return float(ordered[max(math.ceil(level * len(ordered) - _SLACK) - 1, 0)])


def missed(amounts: FloatArray) -> float:
    """Return the share of the draws in which nothing suffices, in [0, 1].

    >>> missed(np.array([1.0, np.inf, 2.0, 3.0]))
    0.25
    """
    return float(np.mean(~np.isfinite(amounts)))


def reserve(totals: FloatArray, planned: float, level: float = LEVEL) -> float | None:
    """Return what has to be added to a plan's cost so that it suffices in so great a share of the draws.

    Parameters
    ----------
    totals
        Shape (draws,): what reaching the same costs; infinite where nothing suffices.
    planned
        What the plan costs, in the same unit.
    level
        The share, in (0, 1).

    Returns
    -------
    float or None
        0 or more; None where it is not reached in so many draws at any cost.

    Examples
    --------
    >>> reserve(np.array([80.0, 90.0, 100.0, 120.0, 300.0]), 100.0)
    20.0
    """
    most = quantile(totals, level)
    if not math.isfinite(most):
        return None
    more = most - planned
    return more if more > _SLACK * max(abs(planned), abs(most)) else 0.0


def rate_of(more: float, base: float) -> Decimal:
    """Return an amount as a share of a base, rounded up to a tenth of a percent: what is then paid suffices.

    >>> rate_of(18.31, 100.0), rate_of(18.3, 100.0), rate_of(0.0, 100.0)
    (Decimal('0.184'), Decimal('0.183'), Decimal('0'))
    """
    if more <= 0 or base <= 0:
        return Decimal(0)
    thousandths = Fraction(more) / Fraction(base) * 1000
    nearest = round(thousandths)
    close = abs(thousandths - nearest) <= Fraction(_SLACK) * nearest
    return Decimal(nearest if close else math.ceil(thousandths)).scaleb(-3)


def chances(amounts: FloatArray, points: int = 101) -> tuple[FloatArray, FloatArray]:
    """Return how likely an amount suffices: amounts that increase, and the share of draws that need no more.

    Parameters
    ----------
    amounts
        Shape (draws,): infinite where nothing suffices.
    points
        At most so many amounts are told.

    Returns
    -------
    tuple of FloatArray
        Both of shape (points,) or shorter; none where nothing suffices in any draw.

    Examples
    --------
    >>> [one.tolist() for one in chances(np.array([1.0, 3.0, np.inf, 2.0]))]
    [[1.0, 2.0, 3.0], [0.25, 0.5, 0.75]]
    """
    ordered = np.sort(amounts[np.isfinite(amounts)])
    at = np.unique(np.linspace(0, len(ordered) - 1, min(points, len(ordered))).round().astype(np.int64))
    return ordered[at], (at + 1) / len(amounts)


def within(amounts: FloatArray, limit: float) -> float:
    """Return the share of draws that need no more than a limit, in [0, 1].

    >>> within(np.array([10.0, 20.0, 30.0, np.inf]), 20.0)
    0.5
    """
    return float(np.mean(amounts <= limit * (1 + _SLACK)))


def people_for(hours: FloatArray, each: float, least: int, level: float = LEVEL) -> int | None:
    """Return how many people suffice for the hours in so great a share of the draws.

    Parameters
    ----------
    hours
        Shape (draws,): hours of work; infinite where no work suffices.
    each
        Hours that one of them has, 0 or more.
    least
        Never fewer than these.
    level
        The share, in (0, 1).

    Returns
    -------
    int or None
        None where no number of people suffices.

    Examples
    --------
    >>> people_for(np.array([30.0, 50.0, 50.0, 61.0, 90.0]), 20.0, 1)
    4
    """
    most = quantile(hours, level)
    if not math.isfinite(most) or each <= 0:
        return None
    return max(math.ceil(most / each * (1 - _SLACK)), least)
