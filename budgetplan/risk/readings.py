"""One order of review in every resample: what is found along it, and what that costs (METHODS C)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.evidence import noise
from budgetplan.evidence.noise import ReviewResamples
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.metrics.resampling.widening import widened
from budgetplan.metrics.risk.reserves import read_at
from budgetplan.planning.filter.stop import with_shares
from budgetplan.risk.inputs import Inputs, dearer_by, paid_seconds


@dataclass(frozen=True, eq=False)
class Reading:
    """What one model's order brings.

    Attributes
    ----------
    model
        Whose order.
    prices
        As planned, without a contingency where that is to be computed.
    shares, items
        Shape (shares,): how much of the list is reviewed, from none to all.
    found, cost, units
        Shape (resamples, shares), or (1, shares) where they are the same in all: entries; what annotation costs as
        planned, in millionths; units of size.
    resampled
        Whether anything was resampled.
    """

    model: Ranked
    prices: Prices
    shares: FloatArray
    items: FloatArray
    found: FloatArray
    cost: FloatArray
    units: FloatArray
    resampled: bool

    def costs(self, inputs: Inputs, depth: FloatArray) -> FloatArray:
        """Return what annotation costs down to a depth of each draw's own, in millionths, shape (draws,)."""
        flat, per_unit = dearer_by(self.prices, inputs)
        known = np.minimum(depth, 1.0)
        cost = read_at(self.cost, self.shares, known) + flat * self.reviewed(known)
        if per_unit.any():
            cost = cost + per_unit * self._units(known)
        return np.asarray(np.where(np.isfinite(depth), cost, np.inf))

    def reviewed(self, depth: FloatArray) -> FloatArray:
        """Return the items down to a depth of each draw's own, shape (draws,)."""
        return np.asarray(depth * self.items[-1])

    def hours(self, inputs: Inputs, depth: FloatArray, more: Sequence[float] = (0, 0)) -> FloatArray:
        """Return the paid hours down to a depth of each draw's own, all judgements together, shape (draws,).

        ``more``: so many items of those after the stop, and of those labelled, are judged on top.
        """
        whole, known = self.items[-1], np.minimum(depth, 1.0)
        reviewed = self.reviewed(known)
        top = np.minimum(more[0], np.maximum(whole - reviewed, 0.0)) + more[1]
        each = read_at(self.units, self.shares, np.ones_like(depth)) / whole
        items, units = reviewed + top, self._units(known) + top * each
        hours = paid_seconds(self.prices, inputs, items, units) / 3600
        return np.asarray(np.where(np.isfinite(depth), hours, np.inf))

    def _units(self, depth: FloatArray) -> FloatArray:
        return read_at(self.units, self.shares, depth)

    def totals(self, cost: FloatArray) -> FloatArray:
        """Return T for annotation costs in millionths, in currency units, same shape."""
        return self.prices.total(cost, self.model.cost) / MICRO


def read_order(
    evidence: Evidence, model: Ranked, prices: Prices, drawn: ReviewResamples | None, stops: Sequence[float]
) -> Reading:
    """Read an order at the shares of the grid and at some stops, in every resample or, without any, on all labels.

    Parameters
    ----------
    prices
        As in :class:`Reading`; what an item costs is that of the evidence.
    drawn
        The resamples; None: none.
    stops
        Numbers of items.
    """
    named = np.array(sorted(stops)) / evidence.list_items
    shares = with_shares(noise.grid(evidence) if drawn is None else drawn.shares, named)
    items = shares * evidence.list_items
    path_units = model.path.read("units", items)[None, :]
    if drawn is None:
        found, cost = (model.path.read(name, items)[None, :] for name in ("positives", "cost"))
        return Reading(model, prices, shares, items, found, cost, path_units, resampled=False)
    read = noise.draw(evidence, [model], shares, again=drawn)
    return reading_of(read, model, prices)


def reading_of(read: ReviewResamples, model: Ranked, prices: Prices) -> Reading:
    """Return a model's order as it was read in the resamples."""
    evidence, items = read.evidence, read.items
    raw = read.positives(model)
    # Forecasts that are cut off at nothing and at all items may dip.
    found = np.maximum.accumulate(raw, axis=1)
    if read.widening > 1:  # few groups: resamples differ by less than lists do
        apart = np.maximum.accumulate(widened(found, read.widening), axis=1)
        found = np.clip(apart, 0.0, np.minimum(items, evidence.list_items))
    cost = read.readings[model.name].at_shares["cost"]
    flat, per_unit = (float(one) for one in evidence.prices.known_rates)
    if per_unit and not evidence.prices.listed:
        # What is paid beyond the price of an item is paid for its size.
        units = np.maximum(cost - evidence.extra_micros * raw - flat * items, 0.0) / per_unit
    else:
        units = model.path.read("units", items)[None, :]
    return Reading(model, prices, read.shares, items, found, cost, units, resampled=True)


def found_within(reading: Reading, budget: Budget) -> FloatArray:
    """Return the entries that a budget finds in every resample, at the reading's prices, shape (resamples,).

    Between two shares items cost the same, and hold as many entries.
    """
    prices, items = reading.prices, reading.items
    if budget.unit == "items":
        rows, limit = items[None, :], float(budget.amount)
    elif budget.unit == "hours":
        rows, limit = paid_seconds(prices, {}, items[None, :], reading.units), float(budget.amount) * 3600
    else:
        all_of_it = budget.covers == "everything"
        rows = reading.cost
        limit = prices.annotation_within(budget.amount, reading.model.cost, covers_all=all_of_it)
    if limit <= 0:
        return np.zeros(len(reading.found))
    rows = np.broadcast_to(rows, reading.found.shape)
    after = np.clip((rows <= limit * (1 + 1e-12)).sum(axis=1), 1, len(reading.shares) - 1)
    each = np.arange(len(rows))
    low, high = rows[each, after - 1], rows[each, after]
    part = np.divide(limit - low, high - low, out=np.ones(len(rows)), where=high > low)
    shares = reading.shares
    depth = shares[after - 1] + np.clip(part, 0.0, 1.0) * (shares[after] - shares[after - 1])
    return read_at(reading.found, shares, depth)
