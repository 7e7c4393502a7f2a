"""Where to stop: the rule, the cost of one more entry, gain tables, and the worths that each stop suits."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from budgetplan.domain.decision import Estimate
from budgetplan.planning.filter.evidence import Ranked
from budgetplan.report.filter.figures import steps_figure
from budgetplan.report.model import (
    ColumnKind,
    Heading,
    Paragraph,
    Range,
    Row,
    Section,
    Sentence,
    Table,
    TableColumn,
    Value,
)
from budgetplan.report.phrases import Speaker, interval


def stop_page(speaker: Speaker, table: int, figure: int) -> Section:
    """Return where to stop and what one more entry costs."""
    said = tuple(_stop_rule(speaker))
    blocks = (
        Heading(speaker.say("head.stop")),
        *((Paragraph(said),) if said else ()),
        steps_figure(speaker, figure, table),
        gain_table(speaker, speaker.analysis.lead, table, short=True),
    )
    return Section("stop", blocks)


def _stop_rule(speaker: Speaker) -> list[Sentence]:
    decision = speaker.analysis.decision
    said = []
    if decision.goal == "net_value" and decision.best_on_sample is not None:
        best = decision.best_on_sample
        if speaker.plan.resamples and best.net is not None:
            said.append(_mean_rule(speaker, best.items, best.net.value))
            if decision.optimism is not None and decision.optimism >= 0.01:
                said.append(speaker.say("stop.optimism", optimism=decision.optimism))
        else:
            said.append(speaker.say("stop.sample_rule"))
    elif decision.goal == "budget" and decision.chosen is not None:
        ends = decision.chosen.items >= speaker.evidence.whole_items
        said.append(speaker.say("stop.whole_rule" if ends else "stop.budget_rule"))
    elif decision.goal == "target" and decision.chosen is not None:
        said.append(speaker.say("stop.target_rule"))
    return [*said, *_earliest(speaker)]


def _mean_rule(speaker: Speaker, items: int, net: float) -> Sentence:
    """Say which net value is printed everywhere, and what these labels alone would say."""
    decision, lead = speaker.analysis.decision, speaker.analysis.lead
    stop = decision.chosen
    if stop is None or stop.net is None:
        return speaker.say("stop.mean_rule_none", items=items, net=net)
    sample = float(speaker.evidence.net_values(lead, np.array([float(stop.items)]))[0])
    return speaker.say("stop.mean_rule", items=items, net=net, mean=stop.net.value, sample=sample)


def _earliest(speaker: Speaker) -> list[Sentence]:
    """Say after which tenth all entries are found, as K18 counts."""
    table = speaker.analysis.parts[speaker.analysis.lead.name].parts
    if table.n_positives <= 0 or len(table.items) != 10:
        return []
    done = [d for d in range(10) if table.positives[d] >= table.n_positives * (1 - 1e-12)]
    if not done or done[0] == 9:
        return []
    return [speaker.say("stop.earliest_tenth", model=speaker.analysis.lead.name, tenth=done[0] + 1)]


def gain_table(speaker: Speaker, model: Ranked, number: int, *, short: bool) -> Table:
    """Return a model's gain by tenth of the list; ``short`` leaves out lift and the cost of each tenth."""
    table = speaker.analysis.parts[model.name]
    priced = speaker.priced
    columns = [
        TableColumn("tenth", speaker.say("col.tenth"), "count"),
        TableColumn("items", speaker.say("col.items_so_far"), "items"),
        TableColumn("new", speaker.say("col.new"), "count"),
        *((TableColumn("interval", speaker.say("col.interval"), "count"),) if short else ()),
        TableColumn("found", speaker.say("col.so_far"), "count"),
    ]
    if not short:
        columns.append(TableColumn("gain", speaker.say("col.gain"), "share"))
    columns.append(TableColumn("cumulative", speaker.say("col.cumulative"), "share"))
    if not short:
        columns += [
            TableColumn("cumulative_interval", speaker.say("col.interval"), "share"),
            TableColumn("lift", speaker.say("col.lift"), "number"),
        ]
    if priced:
        columns.append(TableColumn("cost", speaker.say("col.cost_so_far"), "money"))
    key = "col.per_new" if priced else "col.per_new_items"
    columns.append(TableColumn("per", speaker.say(key), "money" if priced else "number"))
    chosen = speaker.analysis.decision.chosen
    here = model is speaker.analysis.lead and chosen is not None
    rows = []
    for d in range(len(table.total)):
        cells: list[Value] = [d + 1, float(table.parts.items[d]), table.new[d].value]
        cells += [interval(table.new[d])] if short else []
        cells += [table.found[d].value] if short else [table.found[d].value, _value(table.gain, d)]
        cells.append(_value(table.cumulative, d))
        cells += (
            [] if short else [_interval(table.cumulative, d), _lift(table.cumulative, d, len(table.total))]
        )
        cells += [table.total[d]] if priced else []
        per = table.cost_per_entry[d]
        cells.append(speaker.say("none_found") if per is None else per.value)
        low = float(table.parts.items[d] - table.parts.part_items[d])
        strong = (
            here and chosen is not None and low < chosen.items <= float(table.parts.items[d]) * (1 + 1e-12)
        )
        rows.append(Row(tuple(cells), strong=strong))
    name = "gain_recommended" if short else f"gain_{number}"
    notes: tuple[Sentence, ...] = ()
    if chosen is not None and any(row.strong and row.cells[1] != chosen.items for row in rows):
        notes = (speaker.say("note.stop_inside", items=chosen.items),)
    caption = speaker.say("table.gain", model=model.name)
    return Table(name, number, caption, tuple(columns), tuple(rows), notes)


def _value(estimates: tuple[Estimate, ...] | None, d: int) -> float | None:
    return None if estimates is None else estimates[d].value


def _interval(estimates: tuple[Estimate, ...] | None, d: int) -> Range | None:
    return None if estimates is None else interval(estimates[d])


def _lift(cumulative: tuple[Estimate, ...] | None, d: int, count: int) -> float | None:
    return None if cumulative is None else cumulative[d].value * count / (d + 1)


def choices_table(speaker: Speaker, number: int) -> Table | None:
    """Return for which worth of an entry each stop is best, where no worth was given."""
    choices = speaker.analysis.choices
    if len(choices) < 2:
        return None
    worth: ColumnKind = "money" if speaker.priced else "number"
    edges = [one.low for one in choices]
    step = 10.0**-speaker.prices.minor_digits
    if speaker.priced and min(b - a for a, b in pairwise(edges)) < step:
        worth = "money_fine"  # entries worth less than the smallest coin apart
    columns = [
        TableColumn(
            "from", speaker.say("col.worth_from" if speaker.priced else "col.worth_from_items"), worth
        ),
        TableColumn("to", speaker.say("col.worth_to"), worth),
        TableColumn("items", speaker.say("col.items"), "count"),
    ]
    if speaker.priced:
        columns.append(TableColumn("spend", speaker.say("col.spend"), "money"))
    columns.append(TableColumn("found", speaker.say("col.found"), "count"))
    rows = []
    for one in choices:
        high: Value = speaker.say("and_above") if one.high is None else one.high
        cells: list[Value] = [one.low, high, one.items]
        cells += [one.spend] if speaker.priced else []
        rows.append(Row((*cells, one.found)))
    key = "table.choices" if speaker.plan.budget is None else "table.choices_budget"
    caption = speaker.say(key, model=speaker.analysis.lead.name)
    return Table("worth", number, caption, tuple(columns), tuple(rows))
