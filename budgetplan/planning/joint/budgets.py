"""The budgets at which joint plans are made: the one in question, those of the table, and those between."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, round_to
from budgetplan.planning.joint.option import Planner
from budgetplan.planning.ladder.rungs import times

WITH_BUDGET = (Decimal(0), Decimal("0.5"), Decimal(1), Decimal("1.5"), Decimal(2))
WITHOUT = (Decimal(0), Decimal("0.25"), Decimal("0.5"), Decimal("0.75"))
"""Multiples of the budget, or of what the unlimited plan spends, in the table of budgets."""
GRID = 12
"""Steps from nothing to twice the budget at which models are compared."""


@dataclass(frozen=True)
class Budgets:
    """``main``: the budget in question, None for no limit. ``reference``: a money, hours or items budget for it.

    ``table`` and ``grid`` (from nothing on) are what else is planned for.
    """

    main: Budget | None
    reference: Budget
    table: tuple[Budget | None, ...]
    grid: tuple[Budget, ...]


def budgets_around(planner: Planner) -> Budgets:
    """Return the budgets of a plan; without one they lie around what the unlimited plan spends."""
    plan = planner.bench.plan
    main, digits = plan.budget, plan.prices.minor_digits
    reference = _spent(planner) if main is None else main
    factors = WITHOUT if main is None else WITH_BUDGET
    table: list[Budget | None] = [
        reference if factor == 1 else times(reference, factor, digits) for factor in factors
    ]
    if main is None:
        table.append(None)
    most = 2 if main is not None else 1
    grid = [times(reference, Decimal(most * step) / GRID, digits) for step in range(GRID + 1)]
    return Budgets(main, reference, tuple(dict.fromkeys(table)), tuple(dict.fromkeys(grid)))


def _spent(planner: Planner) -> Budget:
    """Return what the plan spends that no budget limits; if nothing, what reviewing everything costs."""
    bench, (_, stop) = planner.bench, planner.best(None)
    if not bench.plan.prices.stated:
        return Budget(Decimal(stop.reviewed or int(bench.total)), "items")
    if stop.spend > 0:
        return Budget(stop.spend)
    whole = Decimal(repr(float(bench.count @ bench.known_cost) / MICRO))
    return Budget(max(round_to(whole, bench.plan.prices.minor_digits), Decimal(1)))
