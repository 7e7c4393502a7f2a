"""The ladder of budgets in the appendix: what each buys, and who leads there."""

from __future__ import annotations

from budgetplan.planning.ladder.rungs import HERE
from budgetplan.report.filter.models_page import budget_kind, budget_name, money_kind
from budgetplan.report.ladder import leads, marked, parts_of
from budgetplan.report.model import Block, FilledColumn, Heading, Sentence, Table, by_columns
from budgetplan.report.phrases import Speaker, interval


def ladder_blocks(speaker: Speaker) -> tuple[Block, ...]:
    """Return what each of 21 budgets buys by the recommended model; nothing where nothing is worth reviewing."""
    if not speaker.analysis.ladder:
        return ()
    return (Heading(speaker.say("head.ladder")), _table(speaker))


def _table(speaker: Speaker) -> Table:
    ladder = speaker.analysis.ladder
    options, base = [one.option for one in ladder], _base(speaker)
    columns: list[FilledColumn] = [
        ("part", speaker.say(f"col.rung_{base}"), "share", parts_of(ladder)),
        ("budget", budget_name(speaker, "col.budget"), budget_kind(speaker), [one.budget.amount for one in ladder]),
        ("items", speaker.say("col.items"), "count", [one.items for one in options]),
    ]  # fmt: skip
    if speaker.priced:
        columns.append(("spend", speaker.in_money("col.spend"), "money", [one.spend for one in options]))
    columns += [
        ("found", speaker.say("col.found"), "count", [one.found.value for one in options]),
        ("interval", speaker.say("col.interval"), "count", [interval(one.found) for one in options]),
    ]
    if speaker.plan.values is not None:
        nets = [None if one.net is None else one.net.value for one in options]
        columns.append(("net", speaker.in_money("col.net"), money_kind(speaker), nets))
    columns += leads(speaker, ladder, len(speaker.evidence.models))
    caption = speaker.say(f"table.ladder_{base}", model=speaker.analysis.lead.name)
    return by_columns("ladder", caption, columns, strong=marked(ladder), notes=_notes(speaker))


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
    nets = [-float("inf") if one.option.net is None else one.option.net.value for one in ladder]
    said = [speaker.say("ladder.left")] if ladder[-1].option.items == ladder[-2].option.items else []
    return [*said, speaker.say("ladder.chosen")] if max(nets[:HERE]) > nets[HERE] else said
