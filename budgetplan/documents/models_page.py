"""Page 3 and after: which model, which budget, where to stop."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal

import numpy as np

from budgetplan.documents.figures import steps_figure
from budgetplan.documents.model import (
    Block,
    Column,
    Heading,
    Kind,
    Paragraph,
    Range,
    Row,
    Section,
    Sentence,
    Table,
    Value,
)
from budgetplan.documents.speaker import Speaker, interval, listing
from budgetplan.documents.sureness import verdict
from budgetplan.domain.decision import Contender, Estimate, WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.planning.analysis import GRID
from budgetplan.planning.evidence import Ranked

MOST_INTERVALS = 12
"""Up to so many changes of the lead are listed exactly; beyond, the leader is shown at ten budgets."""


def models_page(speaker: Speaker, first_table: int, figure: int) -> Section:
    """Return which model and where to stop."""
    goal = speaker.analysis.decision.goal
    compared = {"net_value": "models.by_net", "target": "models.by_cost"}.get(goal, "models.by_entries")
    said = [speaker.say(compared)]
    decision = speaker.analysis.decision
    rules = {
        "firm_leader": "models.rule_firm", "mean_over_budgets": "models.rule_mean", "best_estimate": "models.rule_estimate",
    }  # fmt: skip
    if decision.chosen is not None and decision.rule in rules:
        said.append(speaker.say(rules[decision.rule], model=speaker.analysis.lead.name))
    if len(decision.contenders) > 1 and speaker.plan.resamples:
        said.append(speaker.say("models.chance", model=speaker.analysis.lead.name))
    if len(decision.contenders) > 1 and decision.by_f1 == speaker.analysis.lead.name:
        said.append(speaker.say("lede.f1_same"))
    if len(decision.contenders) > 1 and decision.by_accuracy != decision.by_f1:
        said.append(speaker.say("models.accuracy", model=decision.by_accuracy))
    blocks: list[Block] = [Heading(speaker.say("head.models")), Paragraph(tuple(said))]
    if decision.contenders:
        blocks.append(models_table(speaker, first_table))
    blocks += [
        Heading(speaker.say("head.stop")),
        Paragraph(tuple(_stop_rule(speaker))),
        steps_figure(speaker, figure, first_table + 1),
        gain_table(speaker, speaker.analysis.lead, first_table + 1, short=True),
    ]
    return Section("models", tuple(blocks))


def models_table(speaker: Speaker, number: int) -> Table:
    """Return the models at this budget, the recommended first, with the comparators."""
    analysis = speaker.analysis
    goal = analysis.decision.goal
    valued = goal == "net_value"
    columns = [Column("model", speaker.say("col.model"), "sentence"), Column("items", speaker.say("col.items"), "count")]
    if speaker.priced:
        columns.append(Column("spend", speaker.say("col.spend"), "money"))
    columns += [Column("found", speaker.say("col.found"), "count"), Column("interval", speaker.say("col.interval"), "count")]
    if valued:
        columns.append(Column("net", speaker.say("col.net"), "money"))
    unit: Kind = "money" if valued or (goal == "target" and speaker.priced) else "count"
    columns += [
        Column("difference", speaker.say("col.difference"), unit),
        Column("won", speaker.say("col.won"), "share"),
        Column("f1", speaker.say("col.f1"), "ratio"),
        Column("verdict", speaker.say("col.verdict"), "sentence"),
    ]
    lead = analysis.lead.name
    ordered = sorted(analysis.decision.contenders, key=lambda one: (one.name != lead, -one.objective.value, one.name))
    rows = [_model_row(speaker, one, valued=valued) for one in ordered]
    rows += _comparator_rows(speaker, valued=valued)
    caption = {"net_value": "table.models_net", "target": "table.models_target", "open": "table.models_open"}
    return Table("models", number, speaker.say(caption.get(goal, "table.models")), tuple(columns), tuple(rows))


def _model_row(speaker: Speaker, one: Contender, *, valued: bool) -> Row:
    lead = speaker.analysis.lead.name
    is_lead = one.name == lead
    head = speaker.say("row.model_recommended", model=one.name) if is_lead else speaker.say("plain", text=one.name)
    if speaker.analysis.decision.goal == "open":
        head = speaker.say("plain", text=one.name)
    cells: list[Value] = [head, one.option.items]
    cells += [one.option.spend] if speaker.priced else []
    cells += [one.option.found.value, interval(one.option.found)]
    if valued:
        cells.append(one.option.net.value if one.option.net else None)
    tested = bool(speaker.plan.resamples)
    gap: Value = None if is_lead else interval(one.difference) if tested else one.difference.value
    cells += [gap, one.won, one.f1, speaker.say(verdict(one, lead, tested=tested))]
    return Row(tuple(cells), strong=is_lead)


def _comparator_rows(speaker: Speaker, *, valued: bool) -> list[Row]:
    """Return what a perfect and a random order would find for the same money (the same items, unpriced)."""
    evidence, decision = speaker.evidence, speaker.analysis.decision
    if decision.goal in ("target",):
        return []
    rows = []
    for ranked, key in ((evidence.perfect, "row.perfect"), (evidence.random, "row.random")):
        chosen = decision.chosen
        items = evidence.whole_items if chosen is None else chosen.items
        budget = speaker.plan.budget
        if decision.goal == "budget" and budget is not None:
            items = evidence.affordable(ranked, budget)
        elif decision.goal == "open":
            items = evidence.affordable(ranked, speaker.analysis.reference)
        cells: list[Value] = [speaker.say(key), items]
        cells += [evidence.spend(ranked, items)] if speaker.priced else []
        cells += [float(ranked.path.read("positives", items)), None]
        if valued:
            cells.append(float(evidence.net_values(ranked, np.array([float(items)]))[0]))
        cells += [None, None, None, speaker.say("verdict.limit")]
        rows.append(Row(tuple(cells)))
    return rows


def _stop_rule(speaker: Speaker) -> list[Sentence]:
    decision = speaker.analysis.decision
    said = []
    if decision.goal == "net_value" and decision.best_on_sample is not None:
        best = decision.best_on_sample
        if speaker.plan.resamples and best.net is not None:
            said.append(speaker.say("stop.mean_rule", items=best.items, net=best.net.value))
            if decision.optimism is not None and decision.optimism >= 0.01:
                said.append(speaker.say("stop.optimism", optimism=decision.optimism))
        else:
            said.append(speaker.say("stop.sample_rule"))
    elif decision.goal == "budget" and decision.chosen is not None:
        said.append(speaker.say("stop.budget_rule"))
    elif decision.goal == "target" and decision.chosen is not None:
        said.append(speaker.say("stop.target_rule"))
    return [*said, *_earliest(speaker)]


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
        Column("tenth", speaker.say("col.tenth"), "count"),
        Column("items", speaker.say("col.items_so_far"), "items"),
        Column("new", speaker.say("col.new"), "items"),
        Column("interval", speaker.say("col.interval"), "count"),
        Column("found", speaker.say("col.so_far"), "items"),
    ]
    if not short:
        columns.append(Column("gain", speaker.say("col.gain"), "share"))
    columns.append(Column("cumulative", speaker.say("col.cumulative"), "share"))
    if not short:
        columns += [
            Column("cumulative_interval", speaker.say("col.interval"), "share"),
            Column("lift", speaker.say("col.lift"), "number"),
        ]
    if priced:
        columns.append(Column("cost", speaker.say("col.cost_so_far"), "money"))
    key = "col.per_new" if priced else "col.per_new_items"
    columns.append(Column("per", speaker.say(key), "money" if priced else "number"))
    chosen = speaker.analysis.decision.chosen
    here = model is speaker.analysis.lead and chosen is not None
    rows = []
    for d in range(len(table.total)):
        cells: list[Value] = [d + 1, float(table.parts.items[d]), table.new[d].value, interval(table.new[d]), table.found[d].value]
        cells += [] if short else [_value(table.gain, d)]
        cells.append(_value(table.cumulative, d))
        cells += [] if short else [_interval(table.cumulative, d), _lift(table.cumulative, d, len(table.total))]
        cells += [table.total[d]] if priced else []
        per = table.cost_per_entry[d]
        cells.append(speaker.say("none_found") if per is None else per.value)
        low = float(table.parts.items[d] - table.parts.part_items[d])
        strong = here and chosen is not None and low < chosen.items <= float(table.parts.items[d]) * (1 + 1e-12)
        rows.append(Row(tuple(cells), strong=strong))
    name = "gain_recommended" if short else f"gain_{number}"
    return Table(name, number, speaker.say("table.gain", model=model.name), tuple(columns), tuple(rows))


def _value(estimates: tuple[Estimate, ...] | None, d: int) -> float | None:
    return None if estimates is None else estimates[d].value


def _interval(estimates: tuple[Estimate, ...] | None, d: int) -> Range | None:
    return None if estimates is None else interval(estimates[d])


def _lift(cumulative: tuple[Estimate, ...] | None, d: int, count: int) -> float | None:
    return None if cumulative is None else cumulative[d].value * count / (d + 1)


def budgets_section(speaker: Speaker, number: int) -> Section | None:
    """Return who leads at which budget, exactly where the lead changes seldom, else at ten budgets."""
    models = speaker.evidence.models
    winners = [one for one in speaker.analysis.winners if float(one.low) > 0 or len(one.models) < len(models)]
    if len(models) < 2 or not winners:
        return None
    said = []
    exact = len(winners) <= MOST_INTERVALS
    if not exact:
        said.append(speaker.say("models.changes", changes=len(winners) - 1))
    if speaker.plan.resamples:
        said.append(speaker.say("models.firm_together", grid=GRID))
        if not any(one.firm for one in winners):
            said.append(speaker.say("models.no_firm"))
    table = _exact_winners(speaker, winners, number) if exact else _winners_at(speaker, winners, number)
    blocks: list[Block] = [Heading(speaker.say("head.budgets"))]
    if said:
        blocks.append(Paragraph(tuple(said)))
    return Section("budgets", (*blocks, table), new_page=True)


def _budget_column(speaker: Speaker, name: str, key: str) -> Column:
    money = speaker.analysis.axis == "money"
    return Column(name, speaker.say(key if money else f"{key}_plain"), "money" if money else "number")


def _exact_winners(speaker: Speaker, winners: Sequence[WinnerInterval], number: int) -> Table:
    columns = (
        _budget_column(speaker, "from", "col.from"),
        Column("to", speaker.say("col.to"), "money" if speaker.analysis.axis == "money" else "number"),
        Column("leader", speaker.say("col.leader"), "text"),
        Column("firm", speaker.say("col.firm"), "sentence"),
    )
    rows = []
    for one in winners:
        to: Value = speaker.say("and_above") if one.high is None else one.high
        rows.append(Row((one.low, to, listing(list(one.models)), speaker.say("yes" if one.firm else "no"))))
    return Table("budgets", number, speaker.say("table.budgets"), columns, tuple(rows))


def _winners_at(speaker: Speaker, winners: Sequence[WinnerInterval], number: int) -> Table:
    """Return the leader at ten budgets, evenly spaced from the first entry to where the order stops mattering."""
    columns = (
        _budget_column(speaker, "budget", "col.budget"),
        Column("leader", speaker.say("col.leader"), "text"),
        Column("found", speaker.say("col.found_by_leader"), "count"),
        Column("firm", speaker.say("col.firm"), "sentence"),
    )
    low, high = winners[0].low, winners[-1].low
    rows = []
    for step in range(1, 11):
        amount = (low + (high - low) * step / 10).quantize(Decimal(1), ROUND_CEILING)
        one = next(one for one in reversed(winners) if one.low <= amount)
        budget = Budget(amount, speaker.analysis.reference.unit)
        leader = speaker.evidence.model(one.models[0])
        found = float(leader.path.read("positives", speaker.evidence.affordable(leader, budget)))
        rows.append(Row((amount, listing(list(one.models)), found, speaker.say("yes" if one.firm else "no"))))
    return Table("budgets", number, speaker.say("table.budgets"), columns, tuple(rows))


def choices_table(speaker: Speaker, number: int) -> Table | None:
    """Return for which worth of an entry each stop is best, where no worth was given."""
    choices = speaker.analysis.choices
    if len(choices) < 2:
        return None
    worth: Kind = "money" if speaker.priced else "number"
    columns = [
        Column("from", speaker.say("col.worth_from" if speaker.priced else "col.worth_from_items"), worth),
        Column("to", speaker.say("col.worth_to"), worth),
        Column("items", speaker.say("col.items"), "count"),
    ]
    if speaker.priced:
        columns.append(Column("spend", speaker.say("col.spend"), "money"))
    columns.append(Column("found", speaker.say("col.found"), "count"))
    rows = []
    for one in choices:
        high: Value = speaker.say("and_above") if one.high is None else one.high
        cells: list[Value] = [one.low, high, one.items]
        cells += [one.spend] if speaker.priced else []
        rows.append(Row((*cells, one.found)))
    caption = speaker.say("table.choices", model=speaker.analysis.lead.name)
    return Table("worth", number, caption, tuple(columns), tuple(rows))
