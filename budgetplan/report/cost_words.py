"""What reviewing costs, line by line, and how it is paid, in words: the same for every workflow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from budgetplan.domain.asked.profile import PROFILES, Profile
from budgetplan.domain.prices import ANNOTATION, ANSWERS, MODEL, BudgetLine, Prices
from budgetplan.report.filter.risk.page import contingency_said, line_said
from budgetplan.report.model import (
    Block,
    FilledColumn,
    Heading,
    Paragraph,
    Paste,
    Ref,
    Row,
    Section,
    Sentence,
    Table,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Nouns, joined
from budgetplan.workplan.building import WorkPlan
from budgetplan.workplan.years import MOST_YEARS, parts_by_year, spread

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


RULES, EFFORT, YEARS = "rules", "effort", "years"
"""Keys of the section, which is that of its table, of the table of work, and of the budget by year."""
_ONCE = frozenset({"line.fixed", "line.model", "line.calls"})
"""What is paid before people begin."""


def with_years(
    speaker: Nouns, sections: Sequence[Section], costs: Table | None, work: WorkPlan | None
) -> list[Section]:
    """Return the sections with the budget by year behind the cost build-up, where it takes years or is asked for by year.

    ``work``: how the plan is carried out, which says how long it takes; nothing is said where nobody told that.
    """
    a_week = speaker.plan.work.hours_a_week
    if costs is None or work is None or not work.hours_each or a_week is None:
        return list(sections)
    parts = parts_by_year(7 * work.hours_each / float(a_week), work.start)
    if len(parts) == 1 and not PROFILES[speaker.plan.profile].by_year:
        return list(sections)
    if len(parts) > MOST_YEARS:
        told: Block = Paragraph((speaker.say("years.too_many", weeks=work.weeks),), "note")
    else:
        told = _years_table(speaker, costs, parts, work.weeks)
    placed = []
    for one in sections:
        behind = next((place for place, block in enumerate(one.blocks, start=1) if block is costs), 0)
        blocks = (*one.blocks[:behind], told, *one.blocks[behind:])
        placed.append(replace(one, blocks=blocks) if behind else one)
    return placed


def _years_table(speaker: Nouns, costs: Table, parts: Sequence[Fraction], weeks: int | None) -> Table:
    """Return the lines of the cost build-up by year."""
    at = {column.name: place for place, column in enumerate(costs.columns)}
    rows = [row for row in costs.rows if not row.total]
    named = [row.cells[at["work"]] for row in rows]
    keys = [one.key if isinstance(one, Sentence) else "" for one in named]
    direct = tuple(place for place, key in enumerate(keys) if not key.startswith("line.indirect"))
    along: list[bool | tuple[int, ...]] = [
        (row.of or direct) if key.startswith("line.indirect") else key not in _ONCE
        for row, key in zip(rows, keys, strict=True)
    ]
    amounts = [Decimal(str(row.cells[at["amount"]])) for row in rows]
    years = list(zip(*spread(amounts, along, parts, speaker.plan.prices.rounded), strict=True))
    columns: list[FilledColumn] = [
        ("work", speaker.say("col.work"), "sentence", named),
        *(
            (f"year_{place}", speaker.say("col.year", year=place), "money", list(one))
            for place, one in enumerate(years, start=1)
        ),
        ("total", speaker.say("row.total"), "money", amounts),
    ]
    table = by_columns(
        YEARS, speaker.in_money("table.years"), columns, notes=(speaker.say("years.falls", weeks=weeks),)
    )
    sums = [sum(one, Decimal(0)) for one in (*years, amounts)]
    return replace(table, rows=(*table.rows, Row((speaker.say("row.total"), *sums), total=True)))


def funder_sections(speaker: Nouns, costs: Table | None = None) -> list[Section]:
    """Return each rule with its source and date; none where the report is for no funder.

    ``costs``: the cost build-up, whose hours are told in days and person-months where the funder counts in these.
    """
    profile: Profile = PROFILES[speaker.plan.profile]
    effort = _effort(speaker, profile, costs)
    if not profile.rules:
        return [Section(EFFORT, (Heading(speaker.say("head.effort")), *effort))] if effort else []
    columns: list[FilledColumn] = [
        (
            "rule",
            speaker.say("col.rule"),
            "sentence",
            [speaker.say(f"rule.{one.key}", **one.said) for one in profile.rules],
        ),
        ("source", speaker.say("col.source"), "text", [one.source for one in profile.rules]),
        ("as_of", speaker.say("col.as_of"), "text", [one.date for one in profile.rules]),
    ]
    caption = speaker.say("table.rules", name=profile.called)
    blocks: list[Block] = [Heading(speaker.say("head.rules")), by_columns(RULES, caption, columns)]
    blocks += effort
    return [Section(RULES, (*blocks, Paragraph((speaker.say("rule.check"),), "note")))]


def _effort(speaker: Nouns, profile: Profile, costs: Table | None) -> list[Block]:
    """Return the hours of each line of the cost build-up in days and person-months; nothing where none is in hours."""
    month = float(speaker.plan.work.month_hours or profile.month_hours)
    if costs is None or not month:
        return []
    at = {column.name: place for place, column in enumerate(costs.columns)}
    timed = [
        row.cells
        for row in costs.rows
        if isinstance(unit := row.cells[at["unit"]], Sentence) and unit.key == "unit.hours"
    ]
    if not timed:
        return []
    hours = [float(str(cells[at["quantity"]])) for cells in timed]
    columns: list[FilledColumn] = [
        ("task", speaker.say("col.task"), "sentence", [cells[at["work"]] for cells in timed]),
        ("hours", speaker.say("col.hours"), "quantity", hours),
    ]
    caption = speaker.say("table.months", hours=month)
    if profile.day_hours:
        days = [round(one / profile.day_hours, 1) for one in hours]
        columns.append(("days", speaker.say("col.days"), "quantity", days))
        caption = speaker.say("table.effort", hours=profile.day_hours)
    months = [round(one / month, 2) for one in hours]
    columns.append(("months", speaker.say("col.months"), "quantity", months))
    return [by_columns(EFFORT, caption, columns)]
