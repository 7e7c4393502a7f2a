"""Stops at whole items of the list, with the total as it is printed (METHODS F5, F9, Part J)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.payoffs.stakes import Tariff
from budgetplan.metrics.ranking.budget import SLACK, affordable_items, is_whole
from budgetplan.metrics.ranking.path import Path

MANY = 2**13
"""Up to so many stops every one is judged by its printed total; beyond, those where the path bends."""

Sums = Mapping[str, FloatArray]


@dataclass(frozen=True)
class Bill:
    """What is paid as it is printed, in the unit of the values.

    Attributes
    ----------
    along
        What has to be added up along a queue to write the bill.
    rounds
        Whether a printed total may differ from the exact one.
    total
        Printed total of so many items (more than 0) with these sums, any shape.
    fits
        Whether a budget pays for them, exactly and as printed; never true again once it is false.
    """

    along: tuple[str, ...]
    rounds: bool
    total: Callable[[FloatArray, Sums], FloatArray]
    fits: Callable[[FloatArray, Sums], BoolArray]


@dataclass(frozen=True)
class Stop:
    """Where a review ends: whole items, their price (in the unit of the costs), T, and what they gain.

    ``most``: so many items the budget pays for.
    """

    reviewed: float
    cost: float
    spend: float
    gain: float
    most: float


def snapped(items: FloatArray) -> FloatArray:
    """Return numbers of items, those that are whole but for the noise of floats as whole ones.

    Examples
    --------
    >>> snapped(np.array([1.9999999999, 2.5])).tolist()
    [2.0, 2.5]
    """
    near = np.rint(items)
    return np.where(np.abs(items - near) <= SLACK * np.maximum(1.0, near), near, items)


def whole_stops(items: FloatArray, most: float) -> FloatArray:
    """Return the whole numbers of items, from 1 to ``most``, among which the best stop of a path is.

    Parameters
    ----------
    items
        Shape (groups + 1,): weighted items at the ends of the tie groups.
    most
        A whole number: the greatest stop.

    Notes
    -----
    Between the ends of two groups worth and price run straight: the best whole number lies beside an end, or is
    the first.

    Examples
    --------
    >>> whole_stops(np.array([0.0, 2.5, 6.0, 9.9]), 8).tolist()
    [1.0, 2.0, 3.0, 6.0, 8.0]
    """
    ends = snapped(items)
    if is_whole(ends) and bool((ends[1:] > ends[:-1]).all()):
        # In order already, each once.
        inside = ends[(ends > 1) & (ends < most)]
        return np.concatenate([[1.0][: most >= 1], inside, [float(most)][: most > 1]])
    stops = np.unique(np.concatenate([np.floor(ends), np.ceil(ends), [1.0, float(most)]]))
    return np.asarray(stops[(stops >= 1) & (stops <= most)])


def affordable_stop(path: Path, limit: float, bill: Bill | None) -> int:
    """Return m(B): the greatest whole number of items that a limit, and the bill, allow.

    ``path`` has the sums ``counted`` and what the bill needs.
    """
    most = affordable_items(path, limit, "counted")
    if bill is None or most == 0 or _fits(path, bill, most):
        return most
    # Below a limit the stop is near: twice as far down each time, and then halving.
    low, step = (max(most - 1, 0), 1) if np.isfinite(limit) else (0, 0)
    while low and not _fits(path, bill, low):
        most, step = low, 2 * step
        low = max(most - step, 0)
    while most - low > 1:  # not items
        middle = (low + most) // 2
        low, most = (middle, most) if _fits(path, bill, middle) else (low, middle)
    return low


def _fits(path: Path, bill: Bill, stop: int) -> bool:
    at = np.array([float(stop)])
    return bool(bill.fits(at, {name: path.read(name, at) for name in bill.along})[0])


def best_stop(
    path: Path,
    most: int,
    tariff: Tariff,
    tie: float,
    bill: Bill | None = None,
) -> Stop | None:
    """Return the stop of one queue that gains most for its price, None where none can be paid.

    Parameters
    ----------
    path
        With the sums ``gain`` (of reviewing over not doing so), ``cost``, and what the bill needs.
    most
        The greatest stop, from :func:`affordable_stop`.
    tariff, bill
        What is paid: by the bill where there is one.
    tie
        Stops that differ by no more are equal; the first holds.

    Examples
    --------
    Two items; reviewing the first gains 0.5 more than it costs, the second loses 0.5.

    >>> two = Path(np.array([0.0, 1.0, 2.0]), {"gain": np.array([0.0, 1.5, 2.0]), "cost": np.array([0.0, 1.0, 2.0])})
    >>> stop = best_stop(two, 2, Tariff(), 1e-12)
    >>> stop.reviewed, stop.gain - stop.spend, stop.most
    (1.0, 0.5, 2.0)
    """
    if most < 1:
        return None
    if bill is not None and bill.rounds and most <= MANY:
        stops = np.arange(1.0, most + 1)
    else:
        stops = whole_stops(path.items, most)
    gain, cost = path.read("gain", stops), path.read("cost", stops)
    if bill is None:
        spend = tariff.model + tariff.review + tariff.rate * cost
    else:
        spend = bill.total(stops, {name: path.read(name, stops) for name in bill.along})
    net = gain - spend
    first = int(np.argmax(net >= net.max() - tie))
    return Stop(float(stops[first]), float(cost[first]), float(spend[first]), float(gain[first]), float(most))
