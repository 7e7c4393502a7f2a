"""What inputs may be, in every draw, and what judging an item then costs and takes (METHODS C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.prices import MICRO, Prices, exact
from budgetplan.domain.risk.ranges import PRICES, SHARES, TIMES, Ranges
from budgetplan.metrics.risk.draws import beta, log_normal, places, triangular

Inputs = Mapping[str, FloatArray]
"""Values of inputs by key, shape (draws,); what is not named is as planned."""


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
    value = {
        key: inputs.get(key, np.array(float(getattr(prices, key)))) for key in (*TIMES, *SHARES, *PRICES)
    }
    planned = {key: np.array(float(getattr(prices, key))) for key in value}
    flat, per_unit = _rates(prices, value)
    flat_planned, per_unit_planned = _rates(prices, planned)
    return flat - flat_planned, per_unit - per_unit_planned


def _rates(prices: Prices, value: Inputs) -> tuple[FloatArray, FloatArray]:
    """Return the price of an item and of each unit of its size, in millionths: METHODS F5."""
    people, second = float(prices.annotators), value["hourly_rate"] / 3600
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
