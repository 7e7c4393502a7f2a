"""Inputs that are known as ranges: how they are written, and what they must hold (METHODS C)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.options import advise, ask, nearest
from budgetplan.domain.plan import Plan
from budgetplan.domain.risk.ranges import RANGED, SHARES, TIMES, WORTH, Span
from budgetplan.settings.amounts import RefusedError
from budgetplan.settings.sources import Setting, Settings

_KEYS = tuple(key for key in RANGED if key != WORTH)


def ends(value: Any, parse: Callable[[Any], Decimal]) -> tuple[Decimal, Decimal]:
    """Return the two ends of a range, each as ``parse`` reads it.

    >>> from budgetplan.settings.amounts import amount, share
    >>> ends([15, "35.5"], amount), ends("5 % to 20 %", share)
    ((Decimal('15'), Decimal('35.5')), (Decimal('0.05'), Decimal('0.2')))
    """
    both = value.split(" to ") if isinstance(value, str) else value
    if not isinstance(both, list | tuple) or len(both) != 2:
        raise RefusedError("a range has two ends", 'write them as [15, 35], or as "15 to 35"')
    low, high = (parse(one) for one in both)
    if low > high:
        raise RefusedError("the low end of this range is above the high one", "write the low end first")
    return low, high


def span_key(name: Any) -> str:
    """Return a key that may have a range.

    >>> span_key("hourly_rate")
    'hourly_rate'
    """
    if name in _KEYS:
        return str(name)
    meant = nearest(str(name), _KEYS)
    todo = f"did you mean {meant}?" if meant else f"the keys here are {', '.join(_KEYS)}"
    raise RefusedError("this has no range", todo)


def check_ranges(plan: Plan, settings: Settings) -> None:
    """Note what is wrong with ranges, with a computed contingency, and with a deadline."""
    if plan.deferral is not None or plan.quota is not None:
        _refuse_answers(plan, settings)
        return
    for key, span in plan.ranges.spans.items():
        if key == WORTH:
            _check_worth(plan, settings, span)
        else:
            _check_span(plan, settings, key, span)
    _check_contingency(plan, settings)
    _check_deadline(plan, settings)


def _refuse_answers(plan: Plan, settings: Settings) -> None:
    """Refuse what is worked out for ranked lists alone, without quotas."""
    other = "where a model answers" if plan.quota is None else "with quotas"
    wrong, todo = f"this is worked out for ranked lists alone, not {other}", "leave it out"
    settings.refuse_said(("cost.ranges", "entry.range", "work.deadline"), wrong, todo)
    if plan.ranges.computed:
        settings.refuse_said(("cost.contingency",), wrong, "give a share, such as 5 %, or leave it out")


def _check_span(plan: Plan, settings: Settings, key: str, span: Span) -> None:
    said = settings.by_key["cost.ranges"]
    name = f"cost.ranges.{key}"
    where = said.where if said.where.endswith(f".{key}") else f"{said.where}.{key}"
    planned: Decimal = getattr(plan.prices, key)
    shown = f"{span.low} to {span.high}"
    if not planned:
        todo = advise("give it, such as {}, or leave the range out", ask(f"cost.{key}", str(span.low)))
        settings.refuse(where, f"cost.{key} is not given, and a plan is made with one value", todo)
    elif key in TIMES and not span.low:
        settings.refuse(where, "no judgement takes no time", "write a low end above 0", shown)
    elif key in SHARES and not 0 < span.low <= span.high < 1:
        settings.refuse(where, "the ends of a share lie between none and all", "write 0.01 to 0.25", shown)
    elif not span.low <= planned <= span.high:
        wrong = f"the plan is made with cost.{key} = {planned}, which is outside this range"
        settings.refuse(where, wrong, f"give one of the two otherwise: {name}, cost.{key}", shown)


def _check_worth(plan: Plan, settings: Settings, span: Span) -> None:
    where, values = settings.by_key["entry.range"].where, plan.values
    shown = f"{span.low} to {span.high}"
    if values is None:
        todo = advise("give it, such as {}", ask("entry.value", str(span.low)))
        settings.refuse(where, "what an entry is worth is not known", todo)
        return
    worths = set(values.entry.values())
    several = len(worths) != 1 or any(values.left_out.values()) or any(values.error.values())
    if several:
        wrong = "entries have no single worth: worths differ by class, people make errors, or what is left out counts"
        settings.refuse(where, wrong, "leave the range out")
    elif not span.low <= (worth := next(iter(worths))) <= span.high or not worth:
        wrong = f"the plan is made with entry.value = {worth}, which is outside this range"
        settings.refuse(where, wrong, "give one of the two otherwise: entry.range, entry.value", shown)


def _check_contingency(plan: Plan, settings: Settings) -> None:
    said: Setting | None = settings.by_key.get("cost.contingency")
    if said is None:
        return
    if plan.prices.contingency and any(key != WORTH for key in plan.ranges.spans):
        wrong = "there are ranges from which it is computed, and this is typed in"
        todo = advise("write {cost.contingency=computed}, or leave out one of the two")
        settings.refuse(said.where, wrong, todo, said.value)
    if plan.prices.contingency and PROFILES[plan.profile].computed_contingency:
        wrong = f"for {plan.profile} a contingency is allowed only where it is computed (2 CFR 200.433), and this is typed in"
        todo = advise("write {cost.contingency=computed}, or leave it out")
        settings.refuse(said.where, wrong, todo, said.value)
    if not plan.ranges.computed:
        return
    if not plan.prices.stated:
        todo = advise("give a price, such as {cost.per_item=0.04}")
        settings.refuse(said.where, "there is no price for reviewing an item", todo)
    elif not plan.resamples and not plan.ranges.spans:
        todo = "say what is known as a range ([cost.ranges]), or have the labels resampled (sure.resamples)"
        settings.refuse(said.where, "nothing varies from which it could be computed", todo)
    elif plan.values is None and plan.target is None and plan.budget is None:
        todo = advise(
            "give a budget ({goal.budget}), a target ({goal.target}) or what an entry is worth ({entry.value})"
        )
        settings.refuse(said.where, "what is wanted is not known, and no plan has a cost", todo)


def _check_deadline(plan: Plan, settings: Settings) -> None:
    work = plan.work
    if not work.deadline:
        return
    where, refuse = settings.by_key["work.deadline"].where, settings.refuse
    if not work.start:
        refuse(where, "the first day is not known", advise("give it, such as {work.start=2026-12-07}"))
    elif work.deadline < work.start:
        refuse(where, f"this is before the first day, {work.start}", "write a later day", work.deadline)
    if work.hours_a_week is None:
        todo = advise("give them, such as {work.hours_a_week=6}")
        refuse(where, "how many hours a week people have is not known", todo)
    if not plan.prices.timed:
        todo = advise("give it, such as {cost.seconds_per_item=20}")
        refuse(where, "how long a judgement takes is not known", todo)
