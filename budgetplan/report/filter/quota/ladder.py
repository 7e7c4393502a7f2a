"""The ladder of budgets of a plan with quotas: what each buys, how many quotas it holds, and who leads there."""

from __future__ import annotations

from budgetplan.report.filter.quota.speaker import QuotaSpeaker
from budgetplan.report.ladder import bought, leads, table
from budgetplan.report.model import Block, Heading, Table


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
    items, spends = zip(*((one.reviewed, one.spend) for one in stops), strict=True)
    columns = bought(speaker, ladder, (base, unit), items, spends, [one.found for one in options])
    columns.append(("held", speaker.say("col.quotas_held"), "count", [one.held for one in options]))
    if options[0].chance is not None:
        columns.append(("met", speaker.say("col.quotas_met"), "share", [one.chance for one in options]))
    if plan.values is not None:
        columns.append(("net", speaker.in_money("col.net"), "money", [one.net for one in options]))
    columns += leads(speaker, ladder, len(quota.offers))
    caption = speaker.say(f"table.ladder_{base}", model=speaker.named(quota.offer.name))
    notes = [speaker.say("quota.ladder", wanted=len(speaker.wanted))]
    return table(speaker, ladder, caption, columns, notes)
