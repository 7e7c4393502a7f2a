"""What a plan expected of the items that were judged, in whichever order people took them (METHODS R7)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.review.course import Band
from budgetplan.metrics.bounds import TWO_SIDED


def expected_along(band: Band, rank: IntArray) -> Band:
    """Return what was expected after each of some items, from none of them on.

    Parameters
    ----------
    band
        What is expected along the plan's order, from its first item on.
    rank
        Shape (k,): places of the items in that order, from 1 on, as they are told.

    Returns
    -------
    Band
        Shape (k + 1,) each. Of items judged from the top it is the band itself. Beyond a gap each item adds what the band
        says of its place. How far that may be off there is the most of three: the errors of all places are one, so that
        widths add up; each has its own, so that their squares do; or what chance alone does to items so likely.

    Examples
    --------
    Two people take the first two and the last two of six items:

    >>> band = Band(np.arange(7.0), np.array([0, 0.9, 1.7, 2.4, 3.0, 3.5, 3.9]), np.zeros(7), np.arange(7.0))
    >>> expected_along(band, np.array([1, 2, 5, 6])).expected.round(2).tolist()
    [0.0, 0.9, 1.7, 2.2, 2.6]
    """
    at, before = (
        {name: np.interp(places, band.items, line) for name, line in _lines(band)}
        for places in (rank.astype(np.float64), rank - 1.0)
    )
    share = np.clip(at["expected"] - before["expected"], 0.0, 1.0)
    items = np.arange(len(rank) + 1.0)
    value = _from_none(at["expected"] - before["expected"])
    beyond = rank > np.arange(1, len(rank) + 1)
    chance = TWO_SIDED * np.sqrt(_from_none(np.where(beyond, share * (1 - share), 0.0)))
    widths = []
    for end in ("low", "high"):
        wide, narrow = (np.abs(one[end] - one["expected"]) for one in (at, before))
        apart = np.sqrt(np.maximum(_from_none(wide**2 - narrow**2), 0.0))
        widths.append(np.maximum(np.maximum(_from_none(wide - narrow), apart), chance))
    low, high = widths
    return Band(items, value, np.maximum(value - low, 0.0), np.minimum(value + high, items))


def _lines(band: Band) -> tuple[tuple[str, FloatArray], ...]:
    return (("expected", band.expected), ("low", band.low), ("high", band.high))


def _from_none(amounts: FloatArray) -> FloatArray:
    """Return sums from 0 on, shape (k,) to (k + 1,)."""
    return np.concatenate([[0.0], np.cumsum(amounts)])
