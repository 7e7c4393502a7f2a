"""What reviewing costs, line by line, and how it is paid, in words: the same for every workflow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from budgetplan.domain.prices import ANNOTATION, ANSWERS, MODEL, BudgetLine, Prices
from budgetplan.report.filter.risk.words import contingency_said, line_said
from budgetplan.report.model import (
    Block,
    FilledColumn,
    Paragraph,
    Paste,
    Ref,
    Row,
    Sentence,
    Table,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Nouns, joined

COSTS = "costs"
"""Key of the table with the cost build-up."""


def how_paid(
    speaker: Nouns, prices: Prices, hours: float | None, model_costs: Mapping[str, Decimal]
) -> list[Sentence]:
    """Say what a judgement costs, and what comes on top; ``hours``: all judgements together, if known."""
    said = [speaker.say("paste.listed")] if prices.listed else _work(speaker, prices, hours)
    if prices.extra_per_entry:
        said.append(speaker.say("paste.extra", price=prices.extra_per_entry))
    fixed = [(name, amount) for name, amount in {**prices.fixed}.items() if amount]
    fixed += [(name, amount) for name, amount in model_costs.items() if amount]
    if fixed:
        costs = [speaker.say("paste.fixed_one", name=name, amount=amount) for name, amount in fixed]
        said.append(speaker.say("paste.fixed", costs=joined(costs)))
    if prices.contingency and prices.computed:
        said.append(contingency_said(speaker, prices.contingency))
    elif prices.contingency:
        said.append(speaker.say("paste.contingency", share=prices.contingency))
    else:
        said.append(speaker.say("paste.no_contingency"))
    if prices.indirect:
        said += indirect_said(speaker, prices)
    return said


def indirect_said(speaker: Nouns, prices: Prices) -> list[Sentence]:
    """Say the indirect rate, and which direct costs do not bear it."""
    if not prices.without_indirect:
        return [speaker.say("paste.indirect", share=prices.indirect)]
    said = [speaker.say("paste.indirect_without", share=prices.indirect)]
    parts = (ANNOTATION, MODEL, ANSWERS)
    said += [speaker.say(f"without.{part}") for part in parts if not prices.bears(part)]
    return said + [speaker.say("without.fixed", name=name) for name in prices.fixed if not prices.bears(name)]


def _work(speaker: Nouns, prices: Prices, hours: float | None) -> list[Sentence]:
    if prices.annotators == 1:
        said = [speaker.say("paste.once")]
    elif prices.annotators == int(prices.annotators):
        said = [speaker.say("paste.annotators_whole", annotators=prices.annotators)]
    else:
        said = [speaker.say("paste.annotators", annotators=prices.annotators)]
    if prices.hourly_rate and prices.timed and hours is not None:
        time = {"seconds": prices.seconds_per_item, "rate": prices.hourly_rate, "hours": hours}
        sized = {"per_unit": prices.seconds_per_unit, "unit": prices.unit}
        said.append(
            speaker.say("paste.time_unit", **time, **sized)
            if prices.seconds_per_unit
            else speaker.say("paste.time", **time)
        )
    if prices.per_item:
        said.append(speaker.say("paste.price", price=prices.per_item))
    if prices.per_unit:
        said.append(speaker.say("paste.price_unit", unit=prices.unit, price=prices.per_unit))
    if prices.adjudication and prices.adjudicated_share:
        said.append(
            speaker.say("paste.adjudication", share=prices.adjudicated_share, price=prices.adjudication)
        )
    return said


def ready(speaker: Nouns, lines: Sequence[BudgetLine]) -> Paragraph:
    """Announce the text to be pasted, and say how far its lines can be checked with a calculator."""
    prices = speaker.plan.prices
    exactly = replace(prices, coin=Decimal(0))
    if all(exactly.rounded(line.quantity * line.price) == line.amount for line in lines):
        said = speaker.say("paste.ready", table=Ref(COSTS))
    else:
        said = speaker.say("paste.ready_rounded", table=Ref(COSTS), coin=prices.smallest)
    return Paragraph((said,), "note")


def short_blocks(speaker: Nouns, said: Sequence[Sentence], more: Sequence[Sentence]) -> list[Block]:
    """Return the request in two sentences; ``more``: what may follow them where there is room, first things first."""
    head = Paragraph((speaker.say("paste.short_head"),), "note")
    return [head, Paste((tuple(said),), short=True, more=tuple(more))]


def lines_table(speaker: Nouns, lines: Sequence[BudgetLine]) -> Table:
    """Return the budget lines; quantity times unit price is the amount, and the amounts add up."""
    columns: list[FilledColumn] = [
        ("work", speaker.say("col.work"), "sentence", [_work_of(speaker, line) for line in lines]),
        ("quantity", speaker.say("col.quantity"), "quantity", [line.quantity for line in lines]),
        ("unit", speaker.say("col.unit"), "text", [_unit_of(speaker, line) for line in lines]),
        ("price", speaker.say("col.price"), "money_full", [line.price for line in lines]),
        ("amount", speaker.in_money("col.amount"), "money", [line.amount for line in lines]),
    ]
    table = by_columns(COSTS, speaker.in_money("table.costs"), columns)
    total = sum((line.amount for line in lines), Decimal(0))
    last = Row((speaker.say("row.total"), None, None, None, total), total=True)
    bearing = tuple(place for place, line in enumerate(lines) if line.bears and line.key != "indirect")
    part = len(bearing) < sum(line.key != "indirect" for line in lines)
    rows = [
        replace(row, of=bearing) if part and line.key == "indirect" else row
        for row, line in zip(table.rows, lines, strict=True)
    ]
    return replace(table, rows=(*rows, last))


def _work_of(speaker: Nouns, line: BudgetLine) -> Sentence:
    args = {"name": line.label} if line.key in ("fixed", "model", "calls") else {}
    if line.key == "indirect" and speaker.plan.prices.without_indirect:
        return speaker.say("line.indirect_part")
    if line.key == "contingency" and speaker.plan.prices.computed:
        return line_said(speaker)
    if line.key == "units":
        args = {"unit": line.label}
    return speaker.say(f"line.{line.key}", **args)


def _unit_of(speaker: Nouns, line: BudgetLine) -> Value:
    if line.unit == "entries":
        return speaker.plan.words.entries
    unit = {one: f"unit.{one}" for one in ("judgements", "hours", "adjudications", "answers")}
    return speaker.say(unit[line.unit]) if line.unit in unit else line.unit
