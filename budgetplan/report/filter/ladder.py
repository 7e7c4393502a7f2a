"""The ladder of budgets in the appendix: what each buys, and who leads there."""

from __future__ import annotations

from budgetplan.report.filter.models_page import money_kind
from budgetplan.report.ladder import bought, leads, table
from budgetplan.report.model import Block, Heading, Sentence, Table
from budgetplan.report.phrases import Speaker


def ladder_blocks(speaker: Speaker) -> tuple[Block, ...]:
    """Return what each of 21 budgets buys by the recommended model; nothing where nothing is worth reviewing."""
    if not speaker.analysis.ladder:
        return ()
    return (Heading(speaker.say("head.ladder"), 3), _table(speaker))


def _table(speaker: Speaker) -> Table:
    ladder = speaker.analysis.ladder
    options, base = [one.option for one in ladder], _base(speaker)
    items, spends, found = zip(*((one.items, one.spend, one.found) for one in options), strict=True)
    columns = bought(speaker, ladder, (base, speaker.analysis.axis), items, spends, found)
    if speaker.plan.values is not None:
        nets = [None if one.net is None else one.net.value for one in options]
        columns.append(("net", speaker.in_money("col.net"), money_kind(speaker), nets))
    columns += leads(speaker, ladder, len(speaker.evidence.single))
    caption = speaker.say(f"table.ladder_{base}", model=speaker.analysis.lead.name)
    return table(speaker, ladder, caption, columns, _notes(speaker))


def _base(speaker: Speaker) -> str:
    """Return of what the rungs are tenths, as the keys of texts end."""
    goal = speaker.analysis.decision.goal
    if goal == "open":
        return "half"
    return "cost" if goal == "target" or speaker.plan.budget is None else "budget"


def _notes(speaker: Speaker) -> list[Sentence]:
    """Say what of the rows cannot be seen in them."""
    ladder = speaker.analysis.ladder
    if speaker.analysis.decision.goal != "net_value":
        return []
    return [speaker.say("ladder.left")] if ladder[-1].option.items == ladder[-2].option.items else []
