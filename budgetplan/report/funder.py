"""The rules of the funder that a report is printed for, the work in its units, and the budget by year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from budgetplan.domain.asked.profile import PROFILES, Profile
from budgetplan.report.model import (
    Block,
    FilledColumn,
    Heading,
    Paragraph,
    Row,
    Section,
    Sentence,
    Table,
    by_columns,
)
from budgetplan.report.phrases import Nouns
from budgetplan.workplan.building import MOST_YEARS, WorkPlan, parts_by_year, spread

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
