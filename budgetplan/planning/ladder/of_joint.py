"""The ladder of budgets of a joint plan: each rung is the recommended model's plan for its budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from budgetplan.domain.decision import WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.planning.joint.option import JointAlternative
from budgetplan.planning.ladder.rungs import HERE, Rung, ladder_of, leading

Plans = Mapping[Budget | None, JointAlternative]
"""Plans of one model by budget; None: no limit."""


def rungs_of_joint(
    base: Budget,
    known: Plans,
    minor_digits: int,
    planned: Callable[[Sequence[Budget]], Plans],
    winners: Sequence[WinnerInterval],
    *,
    limited: bool,
) -> tuple[Rung[JointAlternative], ...]:
    """Return what each budget of the ladder buys, and who leads there.

    Parameters
    ----------
    base
        The budget in question; without one, what the plan takes. There is no ladder where that is nothing.
    known
        Plans of the recommended model that are made already.
    planned
        Makes the plans of other budgets.
    winners
        Who leads at which budget; empty where there is one model only.
    limited
        Whether a budget limits the plan in question. Where none does (the plan is known under None), whatever pays for
        that plan buys it, and no more.
    """
    if not limited and base.amount <= 0:
        return ()
    ladder = ladder_of(base, minor_digits)
    asked = [None if not limited and place >= HERE else budget for place, (_, budget) in enumerate(ladder)]
    lacking = [one for one in dict.fromkeys(asked) if one is not None and one not in known]
    plans = {**known, **(planned(lacking) if lacking else {})}
    rungs = []
    for (percent, budget), own in zip(ladder, asked, strict=True):
        ahead, firm = leading(winners, budget.amount) if budget.amount > 0 else ((), False)
        rungs.append(Rung(percent, budget, plans[own], ahead, firm))
    return tuple(rungs)
