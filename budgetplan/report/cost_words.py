"""What reviewing costs, line by line, and how it is paid, in words: the same for every workflow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from budgetplan.domain.asked.profile import PROFILES, Profile
from budgetplan.domain.prices import ANNOTATION, ANSWERS, MODEL, BudgetLine, Prices, bearing_of, total_of
from budgetplan.report.model import (
    Block,
    FilledColumn,
    Heading,
    Paragraph,
    Paste,
    Ref,
    Row,
    Section,
    Table,
    Text,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Nouns, joined
from budgetplan.report.risk.page import line_said, risk_words
from budgetplan.work.building import (
    MOST_YEARS,
    WorkPlan,
    counted_in,
    days_of,
    lines_by_year,
    parts_by_year,
)

COSTS = "costs"
"""Key of the table with the cost build-up."""


def how_paid(
    speaker: Nouns, prices: Prices, hours: float | None, model_costs: Mapping[str, Decimal]
) -> list[Text]:
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
        said.append(risk_words(speaker)("contingency"))
    elif prices.contingency:
        said.append(speaker.say("paste.contingency", share=prices.contingency))
    else:
        said.append(speaker.say("paste.no_contingency"))
    if prices.indirect:
        said += indirect_said(speaker, prices)
    return said


def indirect_said(speaker: Nouns, prices: Prices) -> list[Text]:
    """Say the indirect rate, and which direct costs do not bear it."""
    if not prices.without_indirect:
        return [speaker.say("paste.indirect", share=prices.indirect)]
    said = [speaker.say("paste.indirect_without", share=prices.indirect)]
    parts = (ANNOTATION, MODEL, ANSWERS)
    said += [speaker.say(f"without.{part}") for part in parts if not prices.bears(part)]
    return said + [speaker.say("without.fixed", name=name) for name in prices.fixed if not prices.bears(name)]


def _work(speaker: Nouns, prices: Prices, hours: float | None) -> list[Text]:
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
        settled = {"share": prices.adjudicated_share, "price": prices.adjudication}
        said.append(speaker.say("paste.adjudication", **settled))
    return said


def justification(
    speaker: Nouns,
    lines: Sequence[BudgetLine],
    work: WorkPlan | None,
    asked: Sequence[Text],
    why: Sequence[Text],
    short: Sequence[Text] = (),
    more: Sequence[Text] = (),
) -> Section:
    """Return the text to paste into an application, and the cost build-up behind it, by year where that is asked for.

    ``asked``: what is asked for, and how it is paid; ``why``: where the quantity comes from, and what it brings;
    ``short``: both in two sentences, ``more`` what may follow these where there is room, first things first.
    """
    head = Heading(speaker.say("head.justification"))
    if not speaker.priced:
        begins = Paragraph((speaker.say("paste.ready_unpriced"),), "note")
        return Section("justification", (head, begins, Paste((tuple(asked), tuple(why)))))
    said = speaker.say("paste.ready_rounded", table=Ref(COSTS), coin=speaker.prices.smallest)
    if speaker.prices.multiplies_out(lines):
        said = speaker.say("paste.ready", table=Ref(COSTS))
    task = speaker.say("paste.task", task=speaker.task, spend=total_of(lines))
    blocks: list[Block] = [head, Paragraph((said,), "note"), Paste(((task, *asked), tuple(why)))]
    blocks += [lines_table(speaker, lines), *_years(speaker, lines, work)]
    if short:
        blocks.append(Paragraph((speaker.say("paste.short_head"),), "note"))
        blocks.append(Paste((tuple(short),), short=True, more=tuple(more)))
    return Section("justification", tuple(blocks))


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
    last = Row((speaker.say("row.total"), None, None, None, total_of(lines)), total=True)
    bearing = bearing_of(lines)
    part = any(line.key != "indirect" and not line.bears for line in lines)
    pairs = zip(table.rows, lines, strict=True)
    rows = [replace(row, of=bearing) if part and line.key == "indirect" else row for row, line in pairs]
    return replace(table, rows=(*rows, last))


def _work_of(speaker: Nouns, line: BudgetLine) -> Text:
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


def _years(speaker: Nouns, lines: Sequence[BudgetLine], work: WorkPlan | None) -> list[Block]:
    """Return the budget by year, where the work takes years or it is asked for by year.

    ``work``: how the plan is carried out, which says how long it takes; nothing is said where nobody told that.
    """
    a_week = speaker.plan.work.hours_a_week
    if work is None or not work.hours_each or a_week is None:
        return []
    parts = parts_by_year(days_of(work.hours_each, a_week), work.start)
    if len(parts) == 1 and not PROFILES[speaker.plan.profile].by_year:
        return []
    if len(parts) > MOST_YEARS:
        return [Paragraph((speaker.say("years.too_many", weeks=work.weeks),), "note")]
    *rows, sums = lines_by_year(lines, parts, speaker.prices.rounded)
    columns: list[FilledColumn] = [
        ("work", speaker.say("col.work"), "sentence", [_work_of(speaker, line) for line in lines]),
    ]
    for place, year in enumerate(zip(*rows, strict=True), start=1):
        columns.append((f"year_{place}", speaker.say("col.year", year=place), "money", year))
    columns.append(("total", speaker.say("row.total"), "money", [line.amount for line in lines]))
    notes = [speaker.say("years.falls", weeks=work.weeks)]
    table = by_columns(YEARS, speaker.in_money("table.years"), columns, notes=notes)
    last = Row((speaker.say("row.total"), *sums, total_of(lines)), total=True)
    return [replace(table, rows=(*table.rows, last))]


def funder_sections(speaker: Nouns, lines: Sequence[BudgetLine] = ()) -> list[Section]:
    """Return each rule with its source and date; none where the report is for no funder.

    ``lines``: of the cost build-up, whose hours are told in days and person-months where the funder counts in these.
    """
    profile: Profile = PROFILES[speaker.plan.profile]
    effort = _effort(speaker, profile, [line for line in lines if line.unit == "hours"])
    if not profile.rules:
        return [Section(EFFORT, (Heading(speaker.say("head.effort")), *effort))] if effort else []
    rules = profile.rules
    columns: list[FilledColumn] = [
        ("rule", speaker.say("col.rule"), "sentence", [speaker.say(f"rule.{one.key}", **one.said) for one in rules]),
        ("source", speaker.say("col.source"), "text", [one.source for one in rules]),
        ("as_of", speaker.say("col.as_of"), "text", [one.date for one in rules]),
    ]  # fmt: skip
    table = by_columns(RULES, speaker.say("table.rules", name=profile.called), columns)
    check = Paragraph((speaker.say("rule.check"),), "note")
    return [Section(RULES, (Heading(speaker.say("head.rules")), table, *effort, check))]


def _effort(speaker: Nouns, profile: Profile, lines: Sequence[BudgetLine]) -> list[Block]:
    """Return the hours of each line in days and person-months; nothing where none is in hours."""
    month = float(speaker.plan.work.month_hours or profile.month_hours)
    if not lines or not month:
        return []
    hours = [float(line.quantity) for line in lines]
    columns: list[FilledColumn] = [
        ("task", speaker.say("col.task"), "sentence", [_work_of(speaker, line) for line in lines]),
        ("hours", speaker.say("col.hours"), "quantity", hours),
    ]
    caption = speaker.say("table.months", hours=month)
    if profile.day_hours:
        columns.append(
            (
                "days",
                speaker.say("col.days"),
                "quantity",
                counted_in(hours, profile.day_hours, 1),
            )
        )
        caption = speaker.say("table.effort", hours=profile.day_hours)
    columns.append(("months", speaker.say("col.months"), "quantity", counted_in(hours, month, 2)))
    return [by_columns(EFFORT, caption, columns)]
