"""The budgets at which joint plans are made: the one in question, those of the table, and those between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import MICRO, round_to
from budgetplan.planning.joint.plans import Planner
from budgetplan.planning.ladder.rungs import times

WITH_BUDGET = (Decimal(0), Decimal("0.5"), Decimal(1), Decimal("1.5"), Decimal(2))
WITHOUT = (Decimal(0), Decimal("0.25"), Decimal("0.5"), Decimal("0.75"))
"""Multiples of the budget, or of what the unlimited plan spends, in the table of budgets."""
FACTORS = tuple(2 ** (step / 2) for step in range(-2, 3))
"""Five budgets in geometric steps from half to twice the budget."""
HERE = 2
"""Position of the budget itself among the five."""
GRID = 12
"""Steps from nothing to twice the budget at which models are compared."""


@dataclass(frozen=True)
class Budgets:
    """``main``: the budget in question, None for no limit. ``reference``: a money, hours or items budget for it.

    ``table``, ``five`` (METHODS F8) and ``grid`` (from nothing on) are what else is planned for.
    """

    main: Budget | None
    reference: Budget
    table: tuple[Budget | None, ...]
    five: tuple[Budget, ...]
    grid: tuple[Budget, ...]

    @property
    def named(self) -> tuple[Budget | None, ...]:
        """Those of which the first page speaks, each once."""
        return tuple(dict.fromkeys((self.main, *self.table)))

    @property
    def all(self) -> tuple[Budget | None, ...]:
        """Every budget once."""
        return tuple(dict.fromkeys((self.main, *self.table, *self.five, *self.grid)))


def budgets_around(plan: Plan, planners: Sequence[Planner]) -> Budgets:
    """Return the budgets of a plan; without one they lie around what the best unlimited plan spends."""
    main = plan.budget
    reference = _spent(plan, planners) if main is None else main
    digits = plan.prices.minor_digits
    factors = WITHOUT if main is None else WITH_BUDGET
    table: list[Budget | None] = [
        reference if factor == 1 else times(reference, factor, digits) for factor in factors
    ]
    if main is None:
        table.append(None)
    most = 2 if main is not None else 1
    grid = [times(reference, Decimal(most * step) / GRID, digits) for step in range(GRID + 1)]
    return Budgets(
        main, reference, tuple(dict.fromkeys(table)), around(reference), tuple(dict.fromkeys(grid))
    )


def _spent(plan: Plan, planners: Sequence[Planner]) -> Budget:
    """Return what the best plan spends that no budget limits; if nothing, what reviewing everything costs."""
    plans = [planner.plans([None])[0] for planner in planners]
    best = max(plans, key=lambda one: one.net)
    if not plan.prices.stated:
        return Budget(Decimal(best.reviewed or int(planners[0].test.total)), "items")
    if best.spend > 0:
        return Budget(best.spend)
    stakes = planners[0].test.stakes["confidence"]
    assert stakes.weight is not None
    whole = Decimal(repr(float(stakes.weight @ stakes.cost) / MICRO))
    return Budget(max(round_to(whole, plan.prices.minor_digits), Decimal(1)))


def around(budget: Budget) -> tuple[Budget, ...]:
    """Return the five budgets around a budget, the budget itself exact."""
    return tuple(
        budget
        if step == HERE
        else Budget(Decimal(repr(float(budget.amount) * factor)), budget.unit, budget.covers)
        for step, factor in enumerate(FACTORS)
    )
