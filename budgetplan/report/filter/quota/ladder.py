"""The ladder of budgets of a plan with quotas: what each buys, how many quotas it holds, and who leads there."""

from __future__ import annotations

from budgetplan.report.filter.quota.speaker import QuotaSpeaker
from budgetplan.report.ladder import leads, marked, parts_of
from budgetplan.report.model import Block, ColumnKind, FilledColumn, Heading, Table, by_columns
from budgetplan.report.phrases import interval

_KINDS: dict[str, ColumnKind] = {"money": "money", "items": "items", "hours": "number"}


def ladder_blocks(speaker: QuotaSpeaker) -> tuple[Block, ...]:
    """Return what each of 21 budgets buys by the recommended model; nothing where no order holds all quotas."""
    if not speaker.quota.ladder:
        return ()
    return (Heading(speaker.say("head.ladder")), _table(speaker))


def _table(speaker: QuotaSpeaker) -> Table:
    quota, plan = speaker.quota, speaker.plan
    ladder, unit = quota.ladder, quota.ladder[0].budget.unit
    options, base = [one.option for one in ladder], "cost" if plan.budget is None else "budget"
    stops = [one.stops for one in options]
    amounts = [one.budget.amount for one in ladder]
    name = speaker.in_money("col.budget") if unit == "money" else speaker.say("col.budget_plain")
    columns: list[FilledColumn] = [
        ("part", speaker.say(f"col.rung_{base}"), "share", parts_of(ladder)),
        ("budget", name, _KINDS[unit], amounts),
        ("items", speaker.say("col.items"), "count", [one.reviewed for one in stops]),
    ]
    if speaker.priced:
        columns.append(("spend", speaker.in_money("col.spend"), "money", [one.spend for one in stops]))
    columns += [
        ("found", speaker.say("col.found"), "count", [one.found.value for one in options]),
        ("interval", speaker.say("col.interval"), "count", [interval(one.found) for one in options]),
        ("held", speaker.say("col.quotas_held"), "count", [one.held for one in options]),
    ]
    if options[0].chance is not None:
        columns.append(("met", speaker.say("col.quotas_met"), "share", [one.chance for one in options]))
    if plan.values is not None:
        columns.append(("net", speaker.in_money("col.net"), "money", [one.net for one in stops]))
    columns += leads(speaker, ladder, len(quota.models))
    caption = speaker.say(f"table.ladder_{base}", model=speaker.named(quota.offer.name))
    notes = [speaker.say("quota.ladder", wanted=len(speaker.wanted))]
    return by_columns("ladder", caption, columns, strong=marked(ladder), notes=notes)
