"""The ladder of budgets of a joint plan: each rung is the recommended model's plan for its budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from budgetplan.domain.decision import WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.planning.joint.option import JointAlternative
from budgetplan.planning.ladder.rungs import HERE, Rung, ladder_of, leading

Plans = Mapping[Budget | None, JointAlternative]
"""Plans of one model by budget; None: no limit."""


class PlannedRung(NamedTuple):
    """A rung before it is planned; ``planned``: the budget whose plan it buys, None for the plan without a limit."""

    percent: int
    budget: Budget
    planned: Budget | None


def steps_of_joint(base: Budget, minor_digits: int, *, limited: bool) -> tuple[PlannedRung, ...]:
    """Return the budgets of the ladder, and for which the recommended model has to be planned.

    Parameters
    ----------
    base
        The budget in question; without one, what the plan takes. There is no ladder where that is nothing.
    limited
        Whether a budget limits the plan in question. Where none does (the plan is known under None), whatever pays for
        that plan buys it, and no more.
    """
    if not limited and base.amount <= 0:
        return ()
    return tuple(
        PlannedRung(percent, budget, None if not limited and place >= HERE else budget)
        for place, (percent, budget) in enumerate(ladder_of(base, minor_digits))
    )


def rungs_of_joint(
    steps: Sequence[PlannedRung], plans: Plans, winners: Sequence[WinnerInterval]
) -> tuple[Rung[JointAlternative], ...]:
    """Return what each budget of the ladder buys, and who leads there.

    Parameters
    ----------
    steps
        From :func:`steps_of_joint`.
    plans
        The recommended model's plan of every budget that is planned.
    winners
        Who leads at which budget; empty where there is one model only.
    """
    rungs = []
    for percent, budget, planned in steps:
        ahead = leading(winners, budget.amount) if budget.amount > 0 else ()
        rungs.append(Rung(percent, budget, plans[planned], ahead))
    return tuple(rungs)
