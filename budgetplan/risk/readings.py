"""One order of review in every resample: what is found along it, and what that costs (METHODS C)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.metrics.risk.reserves import read_at
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


def read_order(evidence: Evidence, model: Ranked, prices: Prices) -> Reading:
    """Read the recommended order at the ends of its cells, in every draw; on average where no interval is asked for.

    Parameters
    ----------
    prices
        As in :class:`Reading`; what an item costs is that of the evidence.
    """
    assert model.drawn is not None
    items = model.drawn.ends
    shares = items / items[-1]
    cost, units = (model.path.read(name, items)[None, :] for name in ("cost", "units"))
    found = model.path.read("positives", items)[None, :]
    if not evidence.plan.resamples:
        return Reading(model, prices, shares, items, found, cost, units, resampled=False)
    drawn = np.clip(np.maximum.accumulate(model.drawn.found, axis=1), 0.0, items)
    cost = cost + evidence.extra_micros * (drawn - found)
    return Reading(model, prices, shares, items, drawn, cost, units, resampled=True)
