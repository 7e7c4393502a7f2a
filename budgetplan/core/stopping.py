"""Where to stop: the best stop for given values, and the values for which each stop is best (METHODS F7)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.path import NOTHING

TIE = 1e-12
"""Net values this close, relative to the largest, are equal: then the fewest items."""


def best_stop(net: FloatArray) -> int:
    """Return the position of the greatest net value; among equal ones the first.

    Parameters
    ----------
    net
        Shape (stops,): net value of stopping after more and more items, starting with not starting.

    Examples
    --------
    >>> best_stop(np.array([0.0, 2.0, 1.0, 2.0]))
    1
    """
    scale = max(1.0, float(np.max(np.abs(net))))
    return int(np.flatnonzero(net >= np.max(net) - TIE * scale)[0])


@dataclass(frozen=True)
class StopInterval:
    """A stop, and the worth of an entry (``low`` to ``high``, None: and above) for which it is best."""

    low: float
    high: float | None
    position: int


def stops_by_entry_value(positives: FloatArray, total: FloatArray) -> tuple[StopInterval, ...]:
    """Return for each stop on the upper hull the interval of entry values for which it is best.

    Parameters
    ----------
    positives, total
        Shape (stops,), non-decreasing: positives found and total cost at each stop, the first being (0, 0),
        not starting. One common worth for every positive; all other worths 0.

    Returns
    -------
    tuple of StopInterval
        By increasing worth, the first from 0; positions in the arrays. At an end of an interval the earlier
        stop holds; intervals of zero width are left out.

    Examples
    --------
    >>> found, cost = np.array([0.0, 1, 2, 2, 3]), np.array([0.0, 1, 2, 3, 4])
    >>> [(s.low, s.high, s.position) for s in stops_by_entry_value(found, cost)]
    [(0.0, 1.0, 0), (1.0, 2.0, 2), (2.0, None, 4)]
    """
    corners = upper_hull(total, positives)
    # Past the greatest number found nothing is bought: drop a last edge that is flat but for the last digits.
    least = NOTHING * float(positives[-1])
    while len(corners) > 1 and positives[corners[-1]] - positives[corners[-2]] <= least:
        corners = corners[:-1]
    # Free items that bring nothing are left: of equal points the first.
    corners = np.maximum(
        np.searchsorted(total, total[corners], side="left"),
        np.searchsorted(positives, positives[corners] - least, side="left"),
    )
    prices = np.diff(total[corners]) / np.diff(positives[corners])
    lows = np.concatenate([[0.0], prices])
    stops = []
    for place, corner in enumerate(corners):  # corners of the hull: a few dozen, not items
        high = float(prices[place]) if place < len(prices) else None
        if high is None or high > lows[place]:
            stops.append(StopInterval(float(lows[place]), high, int(corner)))
    return tuple(stops)


def upper_hull(x: FloatArray, y: FloatArray) -> IntArray:
    """Return positions of the corners of the upper hull of points sorted by x, left to right.

    Quickhull: the point farthest above a chord is a corner; points on a chord are none. Each level costs one
    pass over the points; hulls of paths have few corners.
    """
    corners = [0, len(x) - 1] if len(x) > 1 else [0]
    chords = [(0, len(x) - 1)]
    while chords:
        left, right = chords.pop()
        if right - left < 2:
            continue
        # Ends as plain numbers: of a path with few points their arithmetic would take longer than the pass.
        x_left, y_left, y_right = x.item(left), y.item(left), y.item(right)
        width, height = x.item(right) - x_left, y_right - y_left
        above = width * (y[left + 1 : right] - y_left) - height * (x[left + 1 : right] - x_left)
        noise = TIE * max(abs(width * height), width * abs(y_right), 1e-300)
        # Of points equally far, which lie on one edge, the first: an end of it, not its middle.
        far = int((above >= above.max() - noise).argmax())
        if above.item(far) > noise:
            middle = left + 1 + far
            corners.append(middle)
            chords += [(left, middle), (middle, right)]
    return np.array(sorted(corners), dtype=np.int64)
