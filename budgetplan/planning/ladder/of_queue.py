"""The ladder of budgets of a ranked list: the same question asked for each, in the recommended order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.domain.decision import Alternative, Goal, WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.planning.filter.reading import DrawnOrder
from budgetplan.planning.ladder.rungs import HERE, Rung, ladder_of, leading


@dataclass(frozen=True)
class Rise:
    """A rung before it is read: so many per cent, the budget, the stop of its plan."""

    percent: int
    budget: Budget
    items: int


def rises(reading: DrawnOrder, goal: Goal, items: int, bound: Budget | None) -> tuple[Rise, ...]:
    """Return the stop of every budget of the ladder.

    Parameters
    ----------
    items
        The stop of the plan itself, 0 for not starting: that of the rung at 100 %.
    bound
        The budget of the plan, None for what its stop costs. Without either there is no ladder.

    Returns
    -------
    tuple of Rise
        By budget. Where entries have a worth each stop is the best within its budget, else all that it pays for.
    """
    if bound is None and not items:
        return ()
    prices = reading.evidence.prices
    base = bound or _spent(reading, items)
    ladder = ladder_of(base, prices.minor_digits if prices.stated else 0)
    found = []
    for place, (percent, budget) in enumerate(ladder):
        most = reading.most(budget)
        stop = items if place == HERE else reading.best(most) if goal == "net_value" else most
        found.append(Rise(percent, budget, stop))
    return tuple(found)


def _spent(reading: DrawnOrder, items: int) -> Budget:
    """Return the least budget that pays for so many items: what is billed may be rounded to less."""
    prices = reading.evidence.prices
    if not prices.stated:
        return Budget(Decimal(items), "items")
    least = int(reading.evidence.least_budgets(reading.lead, np.array([items]))[0])
    return Budget(Decimal(least).scaleb(-prices.minor_digits))


def rungs_of_queue(
    reading: DrawnOrder, climb: Sequence[Rise], winners: Sequence[WinnerInterval]
) -> tuple[Rung[Alternative], ...]:
    """Return what each budget of the ladder buys, as it is printed of any stop, and who leads there."""
    several = len(reading.evidence.single) > 1
    return tuple(
        Rung(
            rise.percent,
            rise.budget,
            reading.at(rise.items),
            leading(winners, rise.budget.amount) if several else (),
        )
        for rise in climb
    )
