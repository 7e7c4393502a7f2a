"""How far a plan moves with each of its inputs, and at which value of one another plan is recommended (METHODS C)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np

from budgetplan.domain.prices import MICRO, Prices
from budgetplan.domain.risk.ranges import LABELS, RANGED, WORTH, Measure, Span, Swing
from budgetplan.metrics.risk.reserves import quantile
from budgetplan.metrics.risk.switching import first_change
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.planning.filter.reading import DrawnOrder
from budgetplan.risk.decisions import Decider
from budgetplan.risk.inputs import dearer_by, set_to
from budgetplan.risk.reserving import labels_alone

ENDS = (0.05, 0.95)
"""Of what the labels leave open these points over the resamples are the ends."""


def swings_of(analysis: Analysis) -> tuple[Measure, float, tuple[Swing, ...]]:
    """Return what swings, how much that is as planned, and how far it moves with each input, the widest first.

    Each input is at the ends of its range, and all others are as planned; model and stop are those of the plan.

    References
    ----------
    METHODS C.
    """
    plan, chosen = analysis.evidence.plan, analysis.decision.chosen
    assert chosen is not None
    net = analysis.decision.goal == "net_value" and chosen.net is not None
    measure: Measure = "net" if net else "cost"
    here = chosen.net.value if chosen.net is not None and net else float(chosen.spend)
    if not plan.prices.stated:
        return measure, here, ()
    decider = Decider(analysis) if plan.resamples else None
    ranged = [key for key in RANGED if key in plan.ranges.spans and (net or key != WORTH)]
    found = [_swing(analysis, key, plan.ranges.spans[key], here, measure, decider) for key in ranged]
    found += _labels(analysis, measure) if plan.resamples else []
    return measure, here, tuple(sorted(found, key=lambda one: (-one.width, one.key)))


def _swing(
    analysis: Analysis, key: str, span: Span, here: float, measure: Measure, decider: Decider | None
) -> Swing:
    """Return how far the plan moves with one input, and where another one is recommended."""
    prices, planned = analysis.evidence.prices, _planned(analysis, key)

    def at(value: float) -> float:
        return here + _moved(analysis, key, value, measure)

    def same(value: float) -> bool:
        assert decider is not None
        if key == WORTH:
            return decider.same(prices, value / float(planned))
        return decider.same(set_to(prices, key, value))

    low, high = float(span.low), float(span.high)
    swing = Swing(key, planned, span.low, span.high, at(low), at(high))
    if decider is None or not decider.agrees:
        return swing
    below = first_change(same, float(planned), low)
    above = first_change(same, float(planned), high)
    return replace(
        swing,
        below=below,
        above=above,
        at_below=None if below is None else at(below),
        at_above=None if above is None else at(above),
        tested=True,
    )


def _planned(analysis: Analysis, key: str) -> Decimal:
    """Return an input as planned."""
    values = analysis.evidence.plan.values
    if key == WORTH:
        assert values is not None
        return next(iter(values.entry.values()))
    planned: Decimal = getattr(analysis.evidence.prices, key)
    return planned


def _moved(analysis: Analysis, key: str, value: float, measure: Measure) -> float:
    """Return by how much what is measured changes where one input has another value, in currency units."""
    chosen, evidence = analysis.decision.chosen, analysis.evidence
    assert chosen is not None
    if key == WORTH:
        return (value - float(_planned(analysis, key))) * chosen.found.value
    more = dearer(evidence.prices, {key: value}, chosen.items, _units(analysis))
    return -more if measure == "net" else more


def dearer(prices: Prices, values: dict[str, float], items: float, units: float) -> float:
    """Return by how much so many items of so many units cost more in all, in currency units.

    >>> from decimal import Decimal
    >>> dearer(Prices(per_item=Decimal(2), contingency=Decimal("0.5"), stated=True), {"per_item": 3.0}, 10, 0)
    15.0
    """
    flat, per_unit = dearer_by(prices, {key: np.array(value) for key, value in values.items()})
    cost = np.array(float(flat) * items + float(per_unit) * units)
    fixed = prices.total(np.zeros(()), Decimal(0))
    return float(prices.total(cost, Decimal(0)) - fixed) / MICRO


def _units(analysis: Analysis) -> float:
    assert analysis.decision.chosen is not None
    return float(analysis.lead.path.read("units", float(analysis.decision.chosen.items)))


def _labels(analysis: Analysis, measure: Measure) -> list[Swing]:
    """Return between what the labels leave it open: the net value of the plan, or what finding as much costs."""
    chosen = analysis.decision.chosen
    assert chosen is not None
    if measure == "cost":
        return _labels_of_cost(analysis)
    reading = DrawnOrder(analysis.evidence, analysis.lead)
    left = analysis.evidence.left_value(analysis.lead)
    net = reading.net(np.array([float(chosen.items)]))[:, 0] + left - reading.off(chosen.items)
    low, high = (quantile(net, level) for level in ENDS)
    return [Swing(LABELS, None, None, None, low, high)]


def _labels_of_cost(analysis: Analysis) -> list[Swing]:
    """Return what finding as much as planned costs, between the 5 and 95 % points; none where a twentieth misses it."""
    low, high = (quantile(labels_alone(analysis), level) for level in ENDS)
    return [Swing(LABELS, None, None, None, low, high)] if np.isfinite(high) else []
