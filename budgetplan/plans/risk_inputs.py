"""What inputs may be, in every draw: a time, a share, or a price of which two ends are known (METHODS C)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import betainc, betaincinv, ndtri

from budgetplan.arrays import FloatArray
from budgetplan.domain.prices import MICRO, Prices, exact
from budgetplan.domain.risk.ranges import PRICES, SHARES, TIMES, Ranges

Inputs = Mapping[str, FloatArray]
"""Values of inputs by key, shape (draws,); what is not named is as planned."""


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
    if high - low <= 1e-9 * high:
        return np.full(np.shape(at), low)
    return np.asarray(betaincinv(*beta_shape(low, high), at))


def beta_shape(low: float, high: float) -> tuple[float, float]:
    """Return the parameters of the beta distribution with these 5 and 95 % points, 0 < low < high < 1.

    >>> [round(one, 4) for one in beta_shape(0.05, 0.95)]
    [1.0, 1.0]
    """

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


def draw_inputs(prices: Prices, ranges: Ranges, draws: int, seed: int) -> Inputs:
    """Return what the inputs with a range are in every draw.

    Times come from a log-normal distribution and shares from a beta distribution, of which the ends are the 5 and
    95 % points; prices from a triangular one with the plan's as the likeliest. Inputs are independent of each other,
    but for the two times, as who is slow at the one is slow at the other.

    Parameters
    ----------
    prices
        The plan's own values.
    ranges
        Of which inputs.
    draws, seed
        How many, and how they start.

    Examples
    --------
    >>> from decimal import Decimal
    >>> from budgetplan.domain.risk.ranges import Span
    >>> found = draw_inputs(
    ...     Prices(per_item=Decimal(3), stated=True), Ranges({"per_item": Span(Decimal(2), Decimal(4))}), 1000, 1
    ... )
    >>> round(float(found["per_item"].mean()), 2)
    3.0
    """
    drawn: dict[str, FloatArray] = {}
    for stream, keys in enumerate((TIMES, SHARES, *((key,) for key in PRICES))):
        said = [key for key in keys if key in ranges.spans]
        at = places(draws, seed, stream) if said else np.zeros(0)
        for key in said:
            low, high = float(ranges.spans[key].low), float(ranges.spans[key].high)
            if key in TIMES:
                drawn[key] = log_normal(low, high, at)
            elif key in SHARES:
                drawn[key] = beta(low, high, at)
            else:
                drawn[key] = triangular(low, float(getattr(prices, key)), high, at)
    return drawn


def set_to(prices: Prices, key: str, value: float) -> Prices:
    """Return prices with one input at another value.

    >>> set_to(Prices(stated=True), "per_item", 0.25).per_item
    Decimal('0.25')
    """
    values: dict[str, Any] = {key: exact(value)}
    return replace(prices, **values)


def dearer_by(prices: Prices, inputs: Inputs) -> tuple[FloatArray, FloatArray]:
    """Return how much more an item costs in every draw than planned, and each unit of its size, in millionths.

    Items with prices of their own cost what they cost.

    Returns
    -------
    tuple of FloatArray
        Both of shape (draws,), or of no dimension where nothing of that varies.

    Examples
    --------
    >>> from decimal import Decimal
    >>> timed = Prices(hourly_rate=Decimal(36), seconds_per_item=Decimal(20), stated=True)
    >>> [one.tolist() for one in dearer_by(timed, {"seconds_per_item": np.array([30.0, 20.0])})]
    [[100000.0, 0.0], 0.0]
    """
    if prices.listed:
        return np.zeros(()), np.zeros(())
    planned = {key: np.array(float(getattr(prices, key))) for key in (*TIMES, *SHARES, *PRICES)}
    (flat, per_unit), (flat_planned, per_unit_planned) = (
        _rates(float(prices.annotators), values) for values in ({**planned, **inputs}, planned)
    )
    return flat - flat_planned, per_unit - per_unit_planned


def _rates(people: float, value: Inputs) -> tuple[FloatArray, FloatArray]:
    """Return the price of an item and of each unit of its size, in millionths: METHODS F5."""
    second = value["hourly_rate"] / 3600
    flat = people * (value["per_item"] + second * value["seconds_per_item"])
    flat = flat + value["adjudicated_share"] * value["adjudication"]
    per_unit = people * (value["per_unit"] + second * value["seconds_per_unit"])
    return np.asarray(flat * MICRO), np.asarray(per_unit * MICRO)


def paid_seconds(prices: Prices, inputs: Inputs, items: FloatArray, units: FloatArray) -> FloatArray:
    """Return the paid seconds of so many items of so many units, all judgements together, in every draw.

    Parameters
    ----------
    items, units
        Shape (draws,).
    """
    each = inputs.get("seconds_per_item", np.array(float(prices.seconds_per_item)))
    per_unit = inputs.get("seconds_per_unit", np.array(float(prices.seconds_per_unit)))
    return np.asarray(float(prices.annotators) * (each * items + per_unit * units))
