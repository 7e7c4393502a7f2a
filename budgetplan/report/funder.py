"""The rules of the funder that a report is printed for: a section before the method."""

from __future__ import annotations

from budgetplan.domain.asked.profile import PROFILES, Profile
from budgetplan.report.model import FilledColumn, Heading, Paragraph, Section, by_columns
from budgetplan.report.phrases import Nouns

RULES = "rules"
"""Key of the section, and of its table."""


def funder_sections(speaker: Nouns) -> list[Section]:
    """Return each rule with its source and date; none where the report is for no funder."""
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
    caption = speaker.say("table.rules", name=profile.name)
    table = by_columns(RULES, caption, columns)
    note = Paragraph((speaker.say("rule.check"),), "note")
    return [Section(RULES, (Heading(speaker.say("head.rules")), table, note))]
