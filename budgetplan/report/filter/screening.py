"""What an answerer would change that reads the top of the list first, beside the recommended plan."""

from __future__ import annotations

import math
from collections.abc import Sequence

from budgetplan.domain.rounding import cut_to
from budgetplan.planning.filter.screening import MOST_COMPARED, ScreenedBy, Screening
from budgetplan.report.asked_words import beside_people
from budgetplan.report.model import (
    Block,
    Bullet,
    FilledColumn,
    Heading,
    Paragraph,
    Ref,
    Section,
    Sentence,
    Table,
    by_columns,
)
from budgetplan.report.phrases import Speaker, interval

KEY = "screening"


def screening_points(speaker: Speaker) -> list[Bullet]:
    """Return the point of page 1 on the answerer that would bring most; none where nobody may be asked."""
    every = speaker.analysis.screenings
    if not every:
        return []
    best = max(every, key=lambda one: (one.pays, one.gain.value))
    point = speaker.say("screen.point", name=best.name)
    one, table = best.with_it, Ref(KEY)
    if not best.pays:
        return [Bullet(point, (speaker.say("screen.point_not", table=table),), leads=True)]
    free = "" if one.calls else "_free"
    said = {"asked": one.asked, "items": one.items, "table": table} | ({} if free else {"calls": one.calls})
    if best.objective == "net":
        return [
            Bullet(point, (speaker.say(f"screen.point_net{free}", gain=best.gain.value, **said),), leads=True)
        ]
    found = {"found": best.found.value, "without": best.found_without.value}
    return [Bullet(point, (speaker.say(f"screen.point_found{free}", **found, **said),), leads=True)]


def screening_page(speaker: Speaker) -> list[Section]:
    """Return the section on every answerer; none where nobody may be asked."""
    every = speaker.analysis.screenings
    if not every:
        return []
    how = [speaker.say("screen.how")]
    if len(speaker.analysis.lead.ranking.ends) > MOST_COMPARED:
        how.append(speaker.say("screen.blocks", most=MOST_COMPARED))
    blocks: list[Block] = [Heading(speaker.say("head.screening")), Paragraph(tuple(how))]
    blocks += [Paragraph(tuple(_told(speaker, one))) for one in every]
    return [Section(KEY, (*blocks, _table(speaker, every)))]


def _told(speaker: Speaker, one: Screening) -> list[Sentence]:
    """Return what is said of one answerer."""
    said = [
        speaker.say("screen.name", name=one.name),
        speaker.say_of("screen.agrees", one),
    ]
    said += beside_people(speaker, one.name, one.among_people)
    if one.unanswered:
        said.append(speaker.say("screen.unanswered", n=one.unanswered))
    if one.price:
        day = {"day": speaker.locale.printed_date(one.priced_on)} if one.priced_on else {}
        said.append(speaker.say("screen.price" if day else "screen.price_undated", price=one.price, **day))
    span, key = interval(one.gain), f"screen.gain_{one.objective}"
    if not one.pays:
        said.append(speaker.say("screen.none"))
    elif span is None:
        said.append(speaker.say(f"{key}_plain", gain=one.gain.value))
    else:
        said.append(speaker.say(key, gain=one.gain.value, range=span, optimism=one.optimism))
    if one.pays and one.with_it.kept:
        said.append(speaker.say("screen.kept", kept=one.with_it.kept))
    return [*said, *_drops(speaker, one)]


def _drops(speaker: Speaker, one: Screening) -> list[Sentence]:
    """Return at which price, and with how many errors, it would no longer be asked."""
    said, price = [], one.highest_price
    if price is None:
        return [speaker.say("screen.price_never")]
    if math.isfinite(price) and speaker.priced:
        key = "screen.price_drops" if one.with_it.asked else "screen.price_enters"
        said.append(speaker.say(key, price=cut_to(3, price)))
    if one.most_errors is not None and one.most_errors < 1:
        said.append(speaker.say("screen.errors", share=one.most_errors))
    return said


def _table(speaker: Speaker, every: Sequence[Screening]) -> Table:
    ways: list[tuple[Sentence, ScreenedBy]] = [(speaker.say("screen.row_without"), every[0].without)]
    more: list[float] = []
    for one in every:
        ways.append((speaker.say("screen.row_with", name=one.name), one.with_it))
        more.append(one.gain.value)
        if one.only is not None:
            ways.append((speaker.say("screen.row_alone", name=one.name), one.only))
            more.append(one.only_more)
    told = [way for _, way in ways]
    kept, priced, valued = any(way.kept for way in told), speaker.priced, speaker.plan.values is not None
    columns: list[FilledColumn | None] = [
        ("way", speaker.say("col.way"), "sentence", [name for name, _ in ways]),
        ("asked", speaker.say("col.asked"), "count", [way.asked for way in told]),
        ("reviewed", speaker.say("col.reviewed"), "count", [way.items for way in told]),
        ("kept", speaker.say("col.kept"), "count", [way.kept for way in told]) if kept else None,
        ("calls", speaker.in_money("col.calls"), "money", [way.calls for way in told]) if priced else None,
        ("spend", speaker.in_money("col.spend"), "money", [way.spend for way in told]) if priced else None,
        ("found", speaker.say("col.found"), "count", [way.found for way in told]),
        ("more", speaker.in_money("col.net_more"), "money", [None, *more]) if valued else None,
    ]
    strong = [place == 0 for place in range(len(ways))]
    notes = (speaker.say("note.screening_alone"),) if any(one.only for one in every) else ()
    return by_columns(KEY, speaker.say("table.screening"), columns, strong=strong, notes=notes)
