"""What a plan may cost, how far it moves with each of its inputs, and where another one is recommended (METHODS C)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np

from budgetplan.core.path import best_stop
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO, Prices, exact
from budgetplan.domain.risk.ranges import LABELS, RANGED, WORTH, Measure, Risk, Swing
from budgetplan.plans.reserving import Reading, dearer_by, of_filter, paid_seconds, quantile
from budgetplan.plans.review import Analysis
from budgetplan.plans.review_reading import DrawnOrder

SCANNED = 4
"""Between what is planned and an end of a range a decision is made anew so often, to see whether it changes."""
HALVINGS = 12
"""Then the change is closed in so often: to a four-thousandth of what lies between two of these."""


ENDS = (0.05, 0.95)
"""Of what the labels leave open these points over the resamples are the ends."""


def with_risk(plan: Plan, planned: Callable[[Plan], Analysis]) -> Analysis:
    """Return the analysis of a plan, with what it may cost and how long it may take, where that is asked.

    A computed contingency depends on the plan, and the plan on it, as what is kept in reserve buys nothing. It is
    computed for the plan that is recommended without one, and planned with once: nothing goes round in circles.

    Parameters
    ----------
    plan
        What the user said.
    planned
        Analyses a plan.

    References
    ----------
    METHODS C.
    """
    if not plan.asks_for_risk:
        return planned(plan)
    computed = plan.ranges.computed
    first = planned(priced_with(plan, Decimal(0)) if computed else plan)
    if first.decision.chosen is None:
        return first
    entries, reserve, calendar = of_filter(first)
    rate = None if reserve is None else reserve.rate
    final = planned(priced_with(plan, rate)) if computed and rate else first
    if final.decision.chosen is None:
        return final
    risk = Risk(entries, reserve, calendar, *swings_of(final))
    return replace(final, risk=risk)


def priced_with(plan: Plan, contingency: Decimal) -> Plan:
    """Return a plan with a contingency."""
    return replace(plan, prices=replace(plan.prices, contingency=contingency))


def swings_of(analysis: Analysis) -> tuple[Measure, float, tuple[Swing, ...]]:
    """Return what swings, how much that is as planned, and how far it moves with each input, the widest first.

    Each input is at the ends of its range, and all others are as planned; model and stop are those of the plan.

    References
    ----------
    METHODS C.
    """
    evidence, chosen = analysis.evidence, analysis.decision.chosen
    plan, prices, lead = evidence.plan, evidence.prices, analysis.lead
    assert chosen is not None
    net = analysis.decision.goal == "net_value" and chosen.net is not None
    measure: Measure = "net" if net else "cost"
    here = chosen.net.value if chosen.net is not None and net else float(chosen.spend)
    if not plan.prices.stated:
        return measure, here, ()
    decider = Decider(analysis) if plan.resamples else None
    units, found = float(lead.path.read("units", float(chosen.items))), chosen.found.value

    def swing(key: str) -> Swing:
        """Return how far the plan moves with one input, and where another one is recommended."""
        worth = plan.values if key == WORTH else None
        planned: Decimal = getattr(prices, key) if worth is None else next(iter(worth.entry.values()))

        def at(value: float) -> float:
            if worth is not None:
                return here + (value - float(planned)) * found
            more = dearer(prices, {key: value}, chosen.items, units)
            return here - more if net else here + more

        def same(value: float) -> bool:
            assert decider is not None
            if worth is not None:
                return decider.same(prices, value / float(planned))
            values: dict[str, Any] = {key: exact(value)}
            return decider.same(replace(prices, **values))

        span = plan.ranges.spans[key]
        low, high = float(span.low), float(span.high)
        ends = Swing(key, planned, span.low, span.high, at(low), at(high))
        if decider is None or not decider.same(prices):
            return ends
        below, above = (first_change(same, float(planned), end) for end in (low, high))
        return replace(
            ends,
            below=below,
            above=above,
            at_below=None if below is None else at(below),
            at_above=None if above is None else at(above),
            tested=True,
        )

    swings = [swing(key) for key in RANGED if key in plan.ranges.spans and (net or key != WORTH)]
    if plan.resamples:
        # What the labels leave open: the net value of the plan, or what finding as much costs.
        if net:
            reading = DrawnOrder(evidence, lead)
            amounts = reading.net(np.array([float(chosen.items)]))[:, 0]
            amounts = amounts + evidence.left_value(lead) - reading.off(chosen.items)
        else:
            amounts = Reading(analysis).total(prices, {})
        low, high = (quantile(amounts, level) for level in ENDS)
        # There is nothing to say where a twentieth of the draws does not find as much.
        swings += [Swing(LABELS, None, None, None, low, high)] if np.isfinite(high) else []
    return measure, here, tuple(sorted(swings, key=lambda one: (-one.width, one.key)))


def dearer(prices: Prices, values: dict[str, float], items: float, units: float) -> float:
    """Return by how much so many items of so many units cost more in all, in currency units.

    >>> from decimal import Decimal
    >>> dearer(Prices(per_item=Decimal(2), contingency=Decimal("0.5"), stated=True), {"per_item": 3.0}, 10, 0)
    15.0
    """
    flat, per_unit = dearer_by(prices, {key: np.array(value) for key, value in values.items()})
    without, total = prices.total(np.array([0.0, float(flat) * items + float(per_unit) * units]), Decimal(0))
    return float(total - without) / MICRO


MOVED = 0.1
"""A stop is another one where it has a tenth more items, or a tenth fewer."""


class Decider:
    """Decides again, at other inputs, by the rules of the plan itself on the same draws; before amounts are rounded for print.

    Where a budget or a target ends the review its stop moves with every price, and is no choice.

    Parameters
    ----------
    analysis
        The plan as it was decided; something is recommended.
    """

    def __init__(self, analysis: Analysis) -> None:
        assert analysis.decision.chosen is not None
        self.evidence, self.lead = analysis.evidence, analysis.lead
        self.by_worth = analysis.decision.goal == "net_value"
        self.items = self.evidence.stops(self.lead, self.evidence.whole_items).astype(np.float64)
        self.planned = analysis.decision.chosen.items

    def same(self, prices: Prices, times_worth: float = 1.0) -> bool:
        """Return whether the decision is that of the plan, at other prices or at so many times the worth."""
        items = self.choice(prices, times_worth)
        if (items == 0) != (self.planned == 0):
            return False
        return abs(items - self.planned) <= max(MOVED * self.planned, 1.5)

    def choice(self, prices: Prices, times_worth: float = 1.0) -> int:
        """Return after how many items to stop at other prices, or at so many times the worth of an entry."""
        if not self.by_worth:
            return self.planned
        path, items = self.lead.path, self.items
        inputs = {key: np.array(float(getattr(prices, key))) for key in RANGED if key != WORTH}
        flat, per_unit = (float(more) for more in dearer_by(self.evidence.prices, inputs))
        units = path.read("units", items)
        cost = path.read("cost", items) + flat * items + per_unit * units
        total = np.where(items > 0, prices.total(cost, self.lead.cost) / MICRO, 0.0)
        net = times_worth * path.read("value", items) - total
        budget = self.evidence.plan.budget
        if budget is not None:
            used, limit = total, float(budget.amount)
            if budget.unit == "items":
                used = items
            elif budget.unit == "hours":
                used, limit = paid_seconds(prices, {}, items, units), limit * 3600
            elif budget.covers == "annotation":
                used = cost / MICRO
            # Not to start is always paid for.
            net = net[: max(int(np.searchsorted(used, limit * (1 + 1e-9), side="right")), 1)]
        place = best_stop(net)
        return int(items[place]) if net[place] > net[0] else 0


def first_change(same: Callable[[float], bool], start: float, end: float) -> float | None:
    """Return the value nearest to ``start`` at which a decision is seen to be another one; None where it is never.

    Parameters
    ----------
    same
        Whether the decision at a value is that at ``start``.
    start, end
        The input as planned, and an end of its range; any order.

    Examples
    --------
    >>> found = first_change(lambda seconds: seconds < 31, 20.0, 45.0)
    >>> abs(found - 31) < 0.01, first_change(lambda seconds: True, 20.0, 45.0)
    (True, None)
    """
    step = (end - start) / SCANNED
    outside = next((start + step * n for n in range(1, SCANNED + 1) if not same(start + step * n)), None)
    if outside is None or start == end:
        return None
    inside = outside - step
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if same(middle) else (inside, middle)
    return outside
