"""What an answerer would change that is asked before people review, beside the recommended plan."""

from __future__ import annotations

import math
from collections.abc import Sequence

from budgetplan.domain.rounding import cut_to, rounded_percent
from budgetplan.plans.screening import ScreenedBy, Screening, first_to_ask
from budgetplan.report.asked_words import ask_table, beside_people
from budgetplan.report.model import (
    Bullet,
    FilledColumn,
    Heading,
    Paragraph,
    Ref,
    Section,
    Table,
    Text,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Speaker, interval
from budgetplan.work.building import ASK_FILE

KEY = "screening"


def screening_points(speaker: Speaker) -> list[Bullet]:
    """Return the point of page 1 on the answerer that would bring most; none where nobody may be asked."""
    analysis = speaker.analysis
    best, ids = first_to_ask(analysis.screenings, speaker.evidence.own, analysis.lead.name)
    if best is None:
        return []
    point, table, way = speaker.say("screen.point", name=best.known.name), Ref(KEY), best.with_it
    if not best.pays:
        return [Bullet(point, (speaker.say("screen.point_not", table=table),), leads=True)]
    said = {"asked": way.asked, "items": way.items, "table": table} | (
        {"calls": way.calls} if way.calls else {}
    )
    if best.objective == "net":
        said |= {"gain": best.gain.value}
    else:
        said |= {"found": way.found.value, "without": best.without.found.value}
    key = f"screen.point_{best.objective}{'' if way.calls else '_free'}"
    sentences = [speaker.say(key, **said)]
    if (span := interval(best.gain)) is not None:
        sentences.append(speaker.say(f"screen.range_{best.objective}", range=span))
    if ids:
        sentences.append(speaker.say("screen.file", file=ASK_FILE))
    return [Bullet(point, tuple(sentences), leads=True)]


def ask_files(speaker: Speaker) -> list[Table]:
    """Return the items that the answerer of page 1 is to be asked about; nothing where asking does not pay."""
    analysis = speaker.analysis
    best, ids = first_to_ask(analysis.screenings, speaker.evidence.own, analysis.lead.name)
    return [ask_table(speaker, best.known.name, ids)] if best is not None and ids else []


def screening_page(speaker: Speaker) -> list[Section]:
    """Return the section on every answerer; none where nobody may be asked."""
    every = speaker.analysis.screenings
    if not every:
        return []
    how = Paragraph((speaker.say("screen.how", model=speaker.analysis.lead.name),))
    each = [Paragraph(tuple(_told(speaker, one))) for one in every]
    return [Section(KEY, (Heading(speaker.say("head.screening")), how, *each, _table(speaker, every)))]


def _told(speaker: Speaker, one: Screening) -> list[Text]:
    """Return what is said of one answerer."""
    known, said = one.known, [speaker.say("screen.name", name=one.known.name)]
    if known.right is not None:
        counts = {"n": known.items, "answered": known.answered, "right": rounded_percent(known.right)}
        said.append(speaker.say("screen.agrees", called=one.called, called_right=one.called_right, **counts))
    said += beside_people(speaker, known.name, known.among_people)
    if known.answered < known.items:
        said.append(speaker.say("screen.unanswered", n=known.unanswered))
    price = known.item_price
    if price and known.priced_on:
        day = speaker.locale.printed_date(known.priced_on)
        said.append(speaker.say("screen.price", price=price, day=day))
    elif price:
        said.append(speaker.say("screen.price_undated", price=price))
    span, key = interval(one.gain), f"screen.gain_{one.objective}"
    if not one.pays:
        said.append(speaker.say("screen.none"))
    elif span is None:
        said.append(speaker.say(f"{key}_plain", gain=one.gain.value))
    else:
        said.append(speaker.say(key, gain=one.gain.value, range=span, luck=one.luck))
    if one.pays and one.with_it.kept:
        said.append(speaker.say("screen.kept", kept=one.with_it.kept))
    # At which price, and with how many errors, it would no longer be asked.
    if not known.worth_up_to:
        return [*said, speaker.say("screen.price_never")]
    if speaker.priced and math.isfinite(known.worth_up_to):
        key = "screen.price_drops" if one.pays else "screen.price_enters"
        said.append(speaker.say(key, price=cut_to(2, known.worth_up_to)))
    if one.pays and known.errors_up_to is not None and known.errors_up_to < 1:
        said.append(speaker.say("screen.errors", share=rounded_percent(known.errors_up_to)))
    return said


def _table(speaker: Speaker, every: Sequence[Screening]) -> Table:
    ways: list[tuple[Text, ScreenedBy]] = [(speaker.say("screen.row_without"), every[0].without)]
    more: list[Value] = []
    for one in every:
        ways.append((speaker.say("screen.row_with", name=one.known.name), one.with_it))
        more.append(one.net_more(one.with_it))
        if one.only is not None:
            ways.append((speaker.say("screen.row_alone", name=one.known.name), one.only))
            more.append(one.net_more(one.only))
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
        ("more", speaker.in_money("col.net_more"), "money", [None, *more]) if valued else None,
    ]
    strong = [place == 0 for place in range(len(ways))]
    notes = (speaker.say("note.screening_alone"),) if any(one.only for one in every) else ()
    return by_columns(KEY, speaker.say("table.screening"), columns, strong=strong, notes=notes)
