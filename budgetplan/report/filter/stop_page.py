"""Where to stop: the rule, the cost of one more entry, gain tables, and the worths that each stop suits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from budgetplan.evidence.paths import Ranked
from budgetplan.report.filter.counted_words import tokens_column
from budgetplan.report.filter.decision_page import LEAST_LUCK
from budgetplan.report.filter.figures import steps_figure
from budgetplan.report.filter.ladder import ladder_blocks
from budgetplan.report.model import (
    Block,
    ColumnKind,
    FilledColumn,
    Heading,
    Paragraph,
    Section,
    Sentence,
    Table,
    by_columns,
)
from budgetplan.report.phrases import Speaker, interval


def stop_page(speaker: Speaker) -> Section:
    """Return where to stop and what one more entry costs."""
    said = tuple(_stop_rule(speaker))
    blocks = (
        Heading(speaker.say("head.stop")),
        *((Paragraph(said),) if said else ()),
        steps_figure(speaker),
        gain_table(speaker, speaker.analysis.lead, short=True),
        *_others(speaker),
        *_worths(speaker),
        *ladder_blocks(speaker),
    )
    return Section("stop", blocks)


def _others(speaker: Speaker) -> list[Block]:
    """Say where the gain of the other models stands, where there are some."""
    n = len(speaker.evidence.models)
    return [Paragraph((speaker.say("stop.others", n=n),), "note")] if n > 1 else []


def _worths(speaker: Speaker) -> list[Block]:
    """Return for which worth of an entry each stop is best, where that is to be seen."""
    choices = choices_table(speaker)
    return [] if choices is None else [Heading(speaker.say("head.worth"), 3), choices]


def _stop_rule(speaker: Speaker) -> list[Sentence]:
    decision, chosen = speaker.analysis.decision, speaker.analysis.decision.chosen
    said: list[Sentence] = []
    if decision.refusal:
        return said
    if decision.goal == "net_value" and chosen is None:
        said.append(speaker.say("stop.none_pays"))
    elif decision.goal == "net_value":
        said.append(speaker.say("stop.worth_rule_within" if speaker.stopped_by_budget else "stop.worth_rule"))
        if decision.luck is not None and decision.luck >= LEAST_LUCK:
            said.append(speaker.say("stop.luck", luck=decision.luck))
    elif decision.goal == "budget" and chosen is not None:
        ends = chosen.items >= speaker.evidence.whole_items
        said.append(speaker.say("stop.whole_rule" if ends else "stop.budget_rule"))
    elif decision.goal == "target" and chosen is not None:
        said.append(speaker.say("stop.target_rule"))
    return said


def gain_tables(speaker: Speaker) -> tuple[Table, ...]:
    """Return the gain of every model with all its columns, the recommended one's first, then by name."""
    lead, models = speaker.analysis.lead, speaker.evidence.models
    ordered = sorted(models, key=lambda model: (model is not lead, model.name))
    return tuple(
        replace(gain_table(speaker, model, short=False), key=f"gain_{place}")
        for place, model in enumerate(ordered, start=1)
    )


def gain_table(speaker: Speaker, model: Ranked, *, short: bool) -> Table:
    """Return a model's gain by tenth of the list; ``short`` leaves out lift and the cost of each tenth."""
    table, priced, chosen = (
        speaker.analysis.parts[model.name],
        speaker.priced,
        speaker.analysis.decision.chosen,
    )
    tenths = range(len(table.total))
    ends, sizes = table.parts.items, table.parts.part_items
    per = [speaker.say("none_found") if one is None else one.value for one in table.cost_per_entry]
    columns: list[FilledColumn] = [
        ("tenth", speaker.say("col.tenth"), "count", [d + 1 for d in tenths]),
        ("items", speaker.say("col.items_so_far"), "items", [float(ends[d]) for d in tenths]),
        ("new", speaker.say("col.new"), "count", [one.value for one in table.new]),
    ]
    if short:
        columns.append(
            ("interval", speaker.say("col.interval"), "count", [interval(one) for one in table.new])
        )
    columns.append(("found", speaker.say("col.so_far"), "count", [one.value for one in table.found]))
    columns += tokens_column(speaker, model, ends.tolist())
    known = [None] * len(tenths) if table.cumulative is None else table.cumulative
    if not short:
        gain = [None] * len(tenths) if table.gain is None else [one.value for one in table.gain]
        columns.append(("gain", speaker.say("col.gain"), "share", gain))
    reached = [None if one is None else one.value for one in known]
    columns.append(("cumulative", speaker.say("col.cumulative"), "share", reached))
    if not short:
        spans = [None if one is None else interval(one) for one in known]
        lifts = [None if one is None else one * len(tenths) / (d + 1) for d, one in enumerate(reached)]
        columns += [
            ("cumulative_interval", speaker.say("col.interval"), "share", spans),
            ("lift", speaker.say("col.lift"), "number", lifts),
        ]
    if priced:
        columns.append(("cost", speaker.in_money("col.cost_so_far"), "money", table.total))
    heading = speaker.in_money("col.per_new") if priced else speaker.say("col.per_new_items")
    columns.append(("per", heading, "money" if priced else "number", per))
    strong = [False] * len(tenths)
    notes: tuple[Sentence, ...] = ()
    if chosen is not None and model is speaker.analysis.lead:
        strong = [float(ends[d] - sizes[d]) < chosen.items <= float(ends[d]) * (1 + 1e-12) for d in tenths]
        if any(here and float(ends[d]) != chosen.items for d, here in enumerate(strong)):
            notes = (speaker.say("note.stop_inside", items=chosen.items),)
    once = float(speaker.prices.once(model.cost))
    if short and priced and once:
        key = "note.first_tenth_indirect" if speaker.prices.indirect else "note.first_tenth"
        notes += (speaker.say(key, once=once),)
    return by_columns(
        "gain_recommended", speaker.say("table.gain", model=model.name), columns, strong=strong, notes=notes
    )


def choices_table(speaker: Speaker) -> Table | None:
    """Return for which worth of an entry each stop is best, where no worth was given."""
    choices, priced = speaker.analysis.choices, speaker.priced
    if len(choices) < 2:
        return None
    worth: ColumnKind = "money" if priced else "number"
    edges = [one.low for one in choices]
    step = 10.0**-speaker.prices.minor_digits
    if priced and min(b - a for a, b in pairwise(edges)) < step:
        worth = "money_fine"  # entries worth less than the smallest coin apart
    ends = [speaker.say("and_above") if one.high is None else one.high for one in choices]
    spend: list[FilledColumn] = []
    if priced:
        spend.append(("spend", speaker.in_money("col.spend"), "money", [one.spend for one in choices]))
    columns: list[FilledColumn] = [
        ("from", speaker.say("col.worth_from" if priced else "col.worth_from_items"), worth, edges),
        ("to", speaker.say("col.worth_to"), worth, ends),
        ("items", speaker.say("col.items"), "count", [one.items for one in choices]),
        *spend,
        ("found", speaker.say("col.found"), "count", [one.found for one in choices]),
    ]
    key = "table.choices" if speaker.plan.budget is None else "table.choices_budget"
    return by_columns("worth", speaker.say(key, model=speaker.analysis.lead.name), columns)
