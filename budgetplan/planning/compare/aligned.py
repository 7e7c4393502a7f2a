"""Figures of plans that stand beside each other: no plan is told as worth more than one that was free to do the same.

Of answers a plan that chooses among more has more taken off, since choosing flatters (METHODS F7); of ranked lists luck is
taken off in proportion. Beside each other a small budget would then seem to earn more than a
large one that may be spent in the same way, and one and the same stop would have several net values. Whoever compares budgets chooses among all that any of them pays for: what the freest of them
is worth is the most that is told of the others, as in the table of what less money buys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from budgetplan.domain.plan import Plan
from budgetplan.intervals.estimates import less
from budgetplan.planning.compare.outcome import Comparison, PlanOutcome, gap

CHANCE = frozenset({"seed", "resamples"})
"""What may differ between plans of the same labels and the same list."""


def compared(outcomes: Sequence[PlanOutcome]) -> Comparison:
    """Return several plans with how far each is from the first."""
    told = aligned(outcomes)
    return Comparison(told, tuple(gap(one, told[0]) for one in told))


def aligned(outcomes: Sequence[PlanOutcome]) -> tuple[PlanOutcome, ...]:
    """Return the plans, none of them worth more than another that could have done the same.

    The net value never falls as the budget grows, and what is done alike has the same figures.

    References
    ----------
    METHODS F7.
    """
    told = [_beside(one, [other for other in outcomes if _could(other, one)]) for one in outcomes]
    return tuple(_as_alike(one, [other for other in told if _same_review(one, other)]) for one in told)


def _same_review(one: PlanOutcome, other: PlanOutcome) -> bool:
    """Say whether two plans have the same items of the same list reviewed, whatever they pay or know of it."""
    mine, theirs = one.replicated, other.replicated
    if mine is None or theirs is None or not mine.done or mine.done != theirs.done:
        return False
    return all(one.drawn.get(name) == other.drawn.get(name) for name in {*one.drawn, *other.drawn} - CHANCE)


def _as_alike(one: PlanOutcome, alike: Sequence[PlanOutcome]) -> PlanOutcome:
    """Return a plan with the fewest entries of all that do the same: one review finds one number.

    Where entries have several worths nobody knows which of them would be fewer: such a plan stays as it is.
    """
    own = one.replicated
    fewest = min((other.found.value for other in alike), default=one.found.value)
    if own is None or fewest >= one.found.value or (one.net is not None and own.worth <= 0):
        return one
    net = None if one.net is None else one.net.value - (one.found.value - fewest) * own.worth
    return _told(one, net, fewest)


def _could(one: PlanOutcome, other: PlanOutcome) -> bool:
    """Say whether a plan chose for the greatest net value, on the same labels, and could have done as another does."""
    if one is other or not (one.met and other.met) or one.net is None or other.net is None:
        return False
    plan = one.plan
    if plan.target is not None or plan.quota is not None or (plan.values is None and plan.deferral is None):
        return False
    return one.drawn == other.drawn and _free(plan) == _free(other.plan) and _pays(plan, other)


def _free(plan: Plan) -> Plan:
    """Return the plan without its goal, and without what changes no number."""
    return replace(plan, budget=None, target=None, title="", project="", author="", notes=())


def _pays(plan: Plan, other: PlanOutcome) -> bool:
    """Say whether the budget of a plan pays for what another one does."""
    budget, theirs = plan.budget, other.plan.budget
    if budget is None:
        return True
    if theirs is not None and (theirs.unit, theirs.covers) == (budget.unit, budget.covers):
        return theirs.amount <= budget.amount
    if budget.unit == "items":
        return other.reviewed <= budget.amount
    whole = budget.unit == "money" and budget.covers == "everything"
    return whole and other.spend is not None and other.spend <= budget.amount


def _beside(one: PlanOutcome, freer: Sequence[PlanOutcome]) -> PlanOutcome:
    """Return a plan with no more net value than those have that could have done the same."""
    known = [(other.net.value, other) for other in freer if other.net is not None]
    if one.net is None or not known:
        return one
    most, other = min(known, key=_first)
    net = one.net.value - most
    if net <= 0:
        return one
    return _told(one, most, _entries(one, other, net))


def _told(one: PlanOutcome, net: float | None, found: float) -> PlanOutcome:
    """Return a plan that is told with so much net value and so many entries, no more than it has."""
    off = one.found.value - found
    advice = replace(one.recommendation, found=less(one.found, found, off, least=0.0))
    down = 0.0
    if one.net is not None and net is not None:
        down = one.net.value - net
        advice = replace(advice, net=less(one.net, net, down))
    own = one.replicated
    return replace(
        one,
        recommendation=advice,
        replicated=None if own is None else own.less(down, off),
        held_down=one.held_down + down,
    )


def _first(pair: tuple[float, PlanOutcome]) -> float:
    return pair[0]


def _entries(one: PlanOutcome, other: PlanOutcome, net: float) -> float:
    """Return the entries of a plan that is told with so much less net value: the other's where both do the same."""
    own, theirs = one.replicated, other.replicated
    if own is None:
        return one.found.value
    if theirs is not None and own.done and own.done == theirs.done:
        return other.found.value
    return max(one.found.value - net / own.worth, 0.0) if own.worth > 0 else one.found.value
