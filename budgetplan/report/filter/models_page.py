"""Page 3 and after: which model, which budget, where to stop."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from budgetplan.domain.decision import Contender, WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.planning.filter import facts
from budgetplan.report.filter.decision_page import against_f1
from budgetplan.report.ladder import budget_kind, budget_name
from budgetplan.report.model import (
    Block,
    ColumnKind,
    FilledColumn,
    Heading,
    Paragraph,
    Row,
    Section,
    Sentence,
    Table,
    TableColumn,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Speaker, interval

MOST_INTERVALS = 12
"""Up to so many changes of the lead are listed exactly; beyond, the leader is shown at ten budgets."""


def models_page(speaker: Speaker) -> Section:
    """Return which order, here and at other budgets."""
    decision = speaker.analysis.decision
    said = [speaker.say(speaker.goal.compared)]
    if decision.rule == "mixture":
        said.append(speaker.say("models.rule_mixture", weights=speaker.weights()))
    elif decision.rule == "best_single":
        said.append(speaker.say("models.rule_single", model=speaker.analysis.lead.name))
    if len(decision.contenders) > 1 and speaker.plan.resamples:
        said.append(speaker.say("models.chance", model=speaker.analysis.lead.name))
    said += against_f1(speaker)
    if len(decision.contenders) > 1 and decision.by_accuracy != decision.by_f1:
        said.append(speaker.say("models.accuracy", model=decision.by_accuracy))
    blocks: list[Block] = [Heading(speaker.say("head.models")), Paragraph(tuple(said))]
    if decision.contenders:
        blocks.append(models_table(speaker))
    blocks += _budgets(speaker)
    return Section("models", tuple(blocks))


def models_table(speaker: Speaker) -> Table:
    """Return the models at this budget, the recommended first, with the comparators."""
    analysis = speaker.analysis
    goal = analysis.decision.goal
    valued = goal == "net_value"
    columns = [
        TableColumn("model", speaker.say("col.model"), "sentence"),
        TableColumn("items", speaker.say("col.items"), "count"),
    ]
    if speaker.priced:
        columns.append(TableColumn("spend", speaker.in_money("col.spend"), "money"))
    columns.append(TableColumn("found", speaker.say("col.found"), "count"))
    if valued:
        columns.append(TableColumn("net", speaker.in_money("col.net"), money_kind(speaker)))
    else:
        columns.append(TableColumn("interval", speaker.say("col.interval"), "count"))
    columns += [
        TableColumn("difference", speaker.say("col.difference"), "gap"),
        TableColumn("f1", speaker.say("col.f1"), "ratio"),
    ]
    lead = analysis.lead.name
    ordered = sorted(
        analysis.decision.contenders,
        key=lambda each: (each.name != lead, each.name != analysis.decision.single, each.name),
    )
    rows = [_model_row(speaker, one, valued=valued) for one in ordered]
    comparators = _comparator_rows(speaker, valued=valued)
    rows += comparators
    notes: tuple[Sentence, ...] = ()
    if comparators and speaker.goal.comparators:
        notes = (speaker.say(speaker.goal.comparators),)
    return Table("models", speaker.say(speaker.goal.caption), tuple(columns), tuple(rows), notes)


def money_kind(speaker: Speaker) -> ColumnKind:
    """Amounts of thousands are shown without cents, where no line is multiplied out."""
    return "count" if float(speaker.analysis.whole.spend) >= 1000 else "money"


def _model_row(speaker: Speaker, one: Contender, *, valued: bool) -> Row:
    lead = speaker.analysis.lead.name
    is_lead = one.name == lead
    head = (
        speaker.say("row.model_recommended", model=one.name)
        if is_lead
        else speaker.say("plain", text=speaker.named(one.name))
    )
    if speaker.analysis.decision.goal == "open":
        head = speaker.say("plain", text=speaker.named(one.name))
    cells: list[Value] = [head, one.option.items]
    cells += [one.option.spend] if speaker.priced else []
    cells.append(one.option.found.value)
    cells.append((one.option.net.value if one.option.net else None) if valued else interval(one.option.found))
    gap: Value = None if one.difference is None else interval(one.difference)
    if one.difference is not None and gap is None:
        gap = one.difference.value
    cells += [gap, one.f1]
    return Row(tuple(cells), strong=is_lead)


def _comparator_rows(speaker: Speaker, *, valued: bool) -> list[Row]:
    """Return what a perfect and a random order would find for the same money (the same items, unpriced)."""
    if speaker.analysis.decision.goal == "target":
        return []
    rows = []
    pair = facts.comparators(speaker.analysis)
    for row, key in zip(pair, ("row.perfect", "row.random"), strict=True):
        cells: list[Value] = [speaker.say(key), row.items]
        cells += [row.spend] if speaker.priced else []
        cells += [row.found.value, row.net.value if valued and row.net else None, None, None]
        rows.append(Row(tuple(cells)))
    return rows


def _budgets(speaker: Speaker) -> list[Block]:
    """Return which single model brings most at which budget, exactly where the lead changes seldom, else at ten budgets."""
    models = speaker.evidence.single
    winners = [one for one in speaker.analysis.winners if float(one.low) > 0 or len(one.models) < len(models)]
    if len(models) < 2 or not winners:
        return []
    said = []
    stretches = sum(one.stretches for one in winners)
    exact = stretches <= MOST_INTERVALS
    if not exact:
        last = speaker.budget(Budget(winners[-1].low, speaker.analysis.reference.unit))
        said.append(speaker.say("models.changes", changes=stretches - 1, budget=last))
    table = _exact_winners(speaker, winners) if exact else _winners_at(speaker, winners)
    blocks: list[Block] = [Heading(speaker.say("head.budgets"))]
    if said:
        blocks.append(Paragraph(tuple(said)))
    return [*blocks, table]


def _exact_winners(speaker: Speaker, winners: Sequence[WinnerInterval]) -> Table:
    axis = speaker.analysis.axis
    kind = budget_kind(axis)
    ends = [speaker.say("and_above") if one.high is None else one.high for one in winners]
    columns: list[FilledColumn] = [
        ("from", budget_name(speaker, "col.from", axis), kind, [one.low for one in winners]),
        ("to", speaker.say("col.to"), kind, ends),
        (
            "leader",
            speaker.say("col.leader"),
            "text",
            [speaker.names(one.models) for one in winners],
        ),
    ]
    return by_columns("budgets", speaker.say("table.budgets"), columns)


def _winners_at(speaker: Speaker, winners: Sequence[WinnerInterval]) -> Table:
    """Return the leader at ten budgets, tenths of the last at which the lead changes."""
    every = [winners[-1].low * step / 10 for step in range(1, 11)]
    led = [(amount, _leader(winners, amount)) for amount in every]
    shown = [(amount, one) for amount, one in led if one is not None]
    valued = speaker.plan.values is not None
    said = speaker.in_money("col.net_sample") if valued else speaker.say("col.found_by_leader")
    brings = [facts.brings(speaker.analysis, one.models[0], amount) for amount, one in shown]
    columns: list[FilledColumn] = [
        (
            "budget",
            budget_name(speaker, "col.budget", speaker.analysis.axis),
            budget_kind(speaker.analysis.axis),
            [amount for amount, _ in shown],
        ),
        (
            "leader",
            speaker.say("col.leader"),
            "text",
            [speaker.names(one.models) for _, one in shown],
        ),
        ("brings", said, "count", brings),
    ]
    return by_columns("budgets", speaker.say("table.budgets"), columns)


def _leader(winners: Sequence[WinnerInterval], amount: Decimal) -> WinnerInterval | None:
    return next((one for one in reversed(winners) if one.low <= amount), None)
