"""The ladder of budgets of a joint plan: each rung is the plan of its budget, asked for by itself."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from budgetplan.domain.decision import WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.planning.joint.option import JointAlternative, Planner
from budgetplan.planning.ladder.rungs import HERE, Rung, ladder_of, leading


def rungs_of_joint(
    planner: Planner, option: JointAlternative, main: Budget | None, winners: Sequence[WinnerInterval]
) -> tuple[Rung[JointAlternative], ...]:
    """Return what each budget of the ladder buys, and who leads there.

    Parameters
    ----------
    planner, option
        The recommended way, and its plan.
    main
        The budget in question; None: no limit. There is no ladder where the plan then takes nothing; else whatever pays
        for that plan buys it, and no more.
    winners
        Which single model leads at which budget; empty where there is one only.
    """
    prices = planner.bench.plan.prices
    spent = Budget(option.spend) if prices.stated else Budget(Decimal(option.reviewed), "items")
    base = spent if main is None else main
    if main is None and base.amount <= 0:
        return ()
    rungs = []
    for place, (percent, budget) in enumerate(ladder_of(base, prices.minor_digits)):
        bought = option if main is None and place >= HERE else planner.plan(budget)
        ahead = leading(winners, budget.amount) if budget.amount > 0 else ()
        rungs.append(Rung(percent, budget, bought, ahead))
    return tuple(rungs)
