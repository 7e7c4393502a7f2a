"""What a plan for a ranked list may cost, how long it may take, and which of its inputs matter (METHODS C)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from budgetplan.domain.plan import Plan
from budgetplan.domain.risk.ranges import Risk
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.risk.reserving import of_filter
from budgetplan.risk.swings import swings_of


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
