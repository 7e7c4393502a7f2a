"""What an answerer would change that is asked before people review, beside the recommended plan."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.plans.screening import ScreenedBy, Screening
from budgetplan.report.asked_words import ask_table
from budgetplan.report.filter.facts import best_asked
from budgetplan.report.model import FilledColumn, Heading, Prose, Section, Table, Text, Value, by_columns
from budgetplan.report.phrases import Speaker
from budgetplan.report.wording import Wording

KEY = "screening"


def ask_files(speaker: Speaker) -> list[Table]:
    """Return the items that the answerer of page 1 is to be asked about; nothing where asking does not pay."""
    best, ids = best_asked(speaker)
    return [ask_table(speaker, best.known.name, ids)] if best is not None and ids else []


def screening_page(speaker: Speaker, say: Wording) -> list[Section]:
    """Return the section on every answerer; none where nobody may be asked."""
    every = speaker.analysis.screenings
    if not every:
        return []
    told = Prose(say("answerers"), "body")
    return [Section(KEY, (Heading(speaker.say("head.screening")), told, _table(speaker, every)))]


def _table(speaker: Speaker, every: Sequence[Screening]) -> Table:
    ways: list[tuple[Text, ScreenedBy]] = [(speaker.say("screen.row_without"), every[0].without)]
    more: list[Value] = [None]
    for one in every:
        for key, way in (("screen.row_with", one.with_it), ("screen.row_alone", one.only)):
            if way is not None:
                ways.append((speaker.say(key, name=one.known.name), way))
                more.append(one.net_more(way))
    told = [way for _, way in ways]
    kept, priced, valued = any(way.kept for way in told), speaker.priced, speaker.plan.values is not None
    columns: list[FilledColumn | None] = [
        ("way", speaker.say("col.way"), "sentence", [name for name, _ in ways]),
        ("asked", speaker.say("col.asked"), "count", [way.asked for way in told]),
        ("reviewed", speaker.say("col.reviewed"), "count", [way.items for way in told]),
        ("kept", speaker.say("col.kept"), "count", [way.kept for way in told]) if kept else None,
        ("calls", speaker.in_money("col.calls"), "money", [way.calls for way in told]) if priced else None,
        ("spend", speaker.in_money("col.spend"), "money", [way.spend for way in told]) if priced else None,
        ("found", speaker.say("col.found"), "count", [way.found.value for way in told]),
        ("more", speaker.in_money("col.net_more"), "money", more) if valued else None,
    ]
    strong = [place == 0 for place in range(len(ways))]
    notes = (speaker.say("note.screening_alone"),) if any(one.only for one in every) else ()
    return by_columns(KEY, speaker.say("table.screening"), columns, strong=strong, notes=notes)
