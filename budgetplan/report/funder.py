"""The rules of the funder that a report is printed for, and the work in its units: a section before the method."""

from __future__ import annotations

from budgetplan.domain.asked.profile import PROFILES, Profile
from budgetplan.report.model import (
    Block,
    FilledColumn,
    Heading,
    Paragraph,
    Section,
    Sentence,
    Table,
    by_columns,
)
from budgetplan.report.phrases import Nouns

RULES, EFFORT = "rules", "effort"
"""Keys of the section, which is that of its table, and of the table of work."""


def funder_sections(speaker: Nouns, costs: Table | None = None) -> list[Section]:
    """Return each rule with its source and date; none where the report is for no funder.

    ``costs``: the cost build-up, whose hours are told in days and person-months where the funder counts in these.
    """
    profile: Profile = PROFILES[speaker.plan.profile]
    if not profile.rules:
        return []
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
    blocks += _effort(speaker, profile, costs)
    return [Section(RULES, (*blocks, Paragraph((speaker.say("rule.check"),), "note")))]


def _effort(speaker: Nouns, profile: Profile, costs: Table | None) -> list[Block]:
    """Return the hours of each line of the cost build-up in days and person-months; nothing where none is in hours."""
    if costs is None or not profile.month_hours:
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
        ("days", speaker.say("col.days"), "quantity", [round(one / profile.day_hours, 1) for one in hours]),
        (
            "months",
            speaker.say("col.months"),
            "quantity",
            [round(one / profile.month_hours, 2) for one in hours],
        ),
    ]
    return [by_columns(EFFORT, speaker.say("table.effort", hours=profile.day_hours), columns)]
