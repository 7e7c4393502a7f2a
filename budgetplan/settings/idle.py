"""Keys that are right by themselves and change nothing in this plan: each is told in one line."""

from __future__ import annotations

from budgetplan.domain.plan import Plan
from budgetplan.errors import Problem
from budgetplan.settings.sources import Settings


def idle_keys(plan: Plan, settings: Settings) -> tuple[Problem, ...]:
    """Return a line for each key that was given and changes nothing, in the order of the keys."""
    prices, work, answers = plan.prices, plan.work, plan.deferral is not None
    by_size = prices.per_unit or prices.seconds_per_unit
    untimed = (
        ""
        if prices.timed
        else "no time for an item is said, and without cost.seconds_per_item nothing follows from it"
    )
    # What annotation costs bears a contingency and indirect costs; with neither, and nothing paid once, it is all there is.
    annotation_alone = not (prices.fixed or prices.contingency or prices.computed or prices.indirect)
    annotation_alone &= not any(model.cost for model in (plan.deferral or plan).models)
    covers = ""
    if plan.budget is None:
        covers = "there is no budget"
    elif plan.budget.covers == "annotation" and annotation_alone and not plan.answerers:
        covers = "nothing but annotation is paid for"
    why = {
        "cost.unit": "" if by_size else "nothing is paid or timed by size",
        "entry.value": "what answers are worth is said by [answers]" if answers else "",
        "goal.covers": covers,
        "report.parts": "only a ranked list is told in parts" if answers else "",
        "table.units": ""
        if by_size
        else "nothing is paid or timed by size (cost.per_unit, cost.seconds_per_unit)",
        "work.hours_a_week": untimed,
        "work.looks": "" if work.tail_sample else "no random items are mixed in (work.tail_sample)",
        "work.month_hours": untimed,
    }
    told = []
    for key, reason in why.items():
        if reason and key in settings.by_key:
            where = settings.by_key[key].where
            inside = where.startswith(f"{settings.source}, ")
            option = where.removeprefix(f"{settings.source}, ")
            told.append(
                Problem(
                    f"this changes nothing here: {reason}",
                    "leave it out",
                    file=settings.source if inside else "",
                    option=option,
                )
            )
    return tuple(told)
