"""The card on a review that is under way."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from budgetplan.domain.decision import rounded_up
from budgetplan.domain.options import options_given
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import hours_left
from budgetplan.report import model as doc
from budgetplan.report.page import MOST, Framing, framed
from budgetplan.report.phrases import Nouns
from budgetplan.report.record import picked, plain, so_far_record
from budgetplan.report.wording import escaped
from budgetplan.work.onward import Onward, leaves_entries
from budgetplan.work.standing import Agreement, Pace, ReviewState, found_along, next_packet, planned_at

NAMED = 3
"""So many items are named with a note."""
FIRST = "slow", "settler", "disagree", "budget", "prices_unknown", "prices_sizes", "prices", "table", "fewer"
"""Notes that may change what the card says, worst first; the others follow as they come."""
RARE = 0.01
"""Finds as unlikely as this are no chance, however often somebody looks."""
POINTS = 60
"""Points of a curve in the figure, and rows of its table."""
MOST_STRATA = 12
"""So many strata stand on the card; all are in the table beside it."""


class CardSpeaker(Nouns):
    """Says short heads and what ``progress.j2`` says of a review.

    Attributes
    ----------
    state, onward, pace
        How far the review is, whether to go on, and what judging took.
    begins, drawn, outpaced
        Whether nothing is judged yet, random items are read, and judging takes another time than planned while it goes on.
    leaves
        Whether entries after the stop are left out: some items lie there, and no model answers.
    forecast, recall, random_wrong
        Intervals: of finds among the next items, of the share found, and of wrong answers among random items.
    missed, rare
        How likely the finds were if the target were missed, and below which chance what random items held says something.
    packet, command, replans, given
        The packet that comes next with its open items; what plans the rest, and whether that can be; the flags in it.
    broke
        Whether nothing is left to plan a rest with.
    unchecked
        Whether the next items would be expected to pay but for the check that a queue of the rest has.
    """

    def __init__(
        self,
        state: ReviewState,
        onward: Onward,
        pace: Pace,
        command: str = "",
        given: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        super().__init__(state.plan)
        manifest, coming, unseen, corrected = state.manifest, onward.coming, onward.unseen, state.corrected
        self.state, self.onward, self.pace, self.command, self.given = state, onward, pace, command, given
        self.begins, self.drawn = not state.judged.any(), unseen is not None and bool(unseen.drawn)
        timed = pace.total_measured is not None or bool(pace.end_measured)
        self.outpaced = onward.outcome != "stop" and pace.apart and timed
        self.leaves = bool(manifest.tail.of and leaves_entries(manifest))
        self.recall = doc.Range(*unseen.recall) if unseen and unseen.drawn and unseen.recall else None
        random = Agreement(corrected.random, corrected.random_differ) if corrected else None
        self.random_wrong = doc.interval(random.share) if random and random.n else None
        self.missed = None if onward.p_missed is None else rounded_up(onward.p_missed)
        self.rare, self.packet = RARE, next_packet(state)
        ends = coming.forecast if coming else None
        self.forecast = doc.Range(ends[0], ends[2]) if ends else None
        # Of a list that was not loaded the card does not know what comes after the plan, but the rest of it can be planned.
        left = coming is not None or onward.why == "plan_done"
        replans = manifest.workflow == "filter" and left and self.plan.quota is None and manifest.calls is None
        self.broke = replans and not (state.pays_on and (pace.budget_left is None or pace.budget_left > 0))
        self.replans = replans and not self.broke
        self.unchecked = coming is not None and (coming.break_even or 0.0) <= coming.expected < (
            coming.pays_checked or 0.0
        )
        self.words = self.wording("progress", self)

    def budgeted(self, amount: Decimal) -> doc.Text:
        """Return so much of what the budget counts; hours to a hundredth."""
        printed = hours_left(amount) if self.plan.budget and self.plan.budget.unit == "hours" else amount
        return self.budget(self.plan.budget and replace(self.plan.budget, amount=printed))

    def in_signs(self, signs: str) -> doc.Text:
        """Return a budget as a queue keeps it, written as all others here; as it is kept where its unit is not known."""
        *currency, amount = signs.removesuffix(" h").split()
        if currency == [self.currency]:
            return self.shown(Decimal(amount), "amount")
        known = self.currency and not currency  # money without a currency is kept like a number of items
        return (
            self.budget(Budget(Decimal(amount), "items" if signs == amount else "hours")) if known else escaped(signs)
        )

    def instead(self, *settings: str) -> str:
        """Return what of the command these settings take the place of, as nothing may be given twice; empty: nothing."""
        keys = {setting.partition("=")[0] for setting in settings}
        return shlex.join(word for key, *words in options_given(self.given) if key in keys for word in words)

    def notes(self) -> list[Markup]:
        """Return what is to be told of the logs, worst first."""
        places = {kind: place for place, kind in enumerate(FIRST)}
        worst = sorted(self.state.returned.notes, key=lambda note: places.get(note.kind, len(places)))
        return [self.words("note", note, note.items[:NAMED], note.n > NAMED) for note in worst]


def build_card(speaker: CardSpeaker, framing: Framing) -> doc.Document:
    """Return the card."""
    say, notes = speaker.words, speaker.notes()
    title, points = say("title"), say("points")
    blocks: list[doc.Block] = [
        doc.Prose(say("kicker", framing.date, framing.identifier), "kicker"),
        doc.Heading(title, 1),
        doc.Prose(say("lede"), "lede"),
    ]
    if notes:
        blocks.append(doc.Notice(say("look", len(notes), MOST), tuple(notes[:MOST]), "note"))
    blocks += [doc.Tiles(_tiles(speaker)), *_figure(speaker), *quota_tables(speaker, on_card=True)]
    if "<li>" in points:
        blocks += [doc.Heading(speaker.say("progress.head_sure")), doc.Prose(points, "points")]
    return framed(speaker, [doc.Section("card", tuple(blocks), one_page=True)], framing, money=speaker.priced)


def card_files(speaker: CardSpeaker) -> tuple[doc.Table, ...]:
    """Return the tables that stand in files beside the card: what comes next, who judged, found along the order."""
    tables = [next_table(speaker), people_table(speaker), found_table(speaker)]
    return (*(table for table in tables if table), *quota_tables(speaker, on_card=False))


def _tiles(speaker: CardSpeaker) -> tuple[doc.Tile, ...]:
    say, state, onward, pace = speaker.words, speaker.state, speaker.onward, speaker.pace
    tiles = [doc.Tile(speaker.say("defer.c_judged"), state.reviewed.judged, "count", say("judged_note"))]
    if state.manifest.positive:
        tiles.append(doc.Tile(speaker.say("progress.c_so_far"), state.found, "count", say("found_note") or None))
    if speaker.priced:
        measured = pace.total_measured is not None and onward.outcome != "stop"
        label = speaker.say("col.spend" if measured else "progress.tile_spent")
        total = speaker.shown(pace.total_measured, "whole") if measured else state.spent
        tiles.append(doc.Tile(label, total, "money", say("money_note", measured) or None))
    left = onward.unseen.most if onward.unseen and onward.unseen.drawn else onward.left_at_most
    if pace.weeks_measured is not None and onward.outcome != "stop":
        end = say("when", pace.end_measured, pace.weeks_measured)
        tiles.append(doc.Tile(speaker.say("progress.tile_ends"), end, "text", say("ends_note")))
    elif left is not None:
        tiles.append(doc.Tile(speaker.say("progress.tile_left"), left, "count", say("left_note")))
    return tuple(tiles)


def _figure(speaker: CardSpeaker) -> list[doc.Figure]:
    """Return found and expected along the plan's order; none where nothing is collected or judged."""
    places, finds = found_along(speaker.state, POINTS)
    along = planned_at(speaker.state, places, POINTS)
    if along is None or len(places) < 2:
        return []
    curves = (along.items, along.expected, along.low, along.high, places, finds)
    items, expected, low, high, judged, so_far = (tuple(curve.tolist()) for curve in curves)
    is_known = all(map(math.isfinite, low))
    so_far_name, planned = speaker.say("progress.c_so_far"), speaker.say("col.check_expected")
    lines = (
        doc.Line("found", judged, so_far, "recommended", label=so_far_name),
        doc.Line("expected", items, expected, "other", low if is_known else None, high if is_known else None, planned),
    )
    texts = speaker.words("figure"), speaker.say("progress.fig_alt"), speaker.say("axis.items"), so_far_name
    return [doc.Figure("figure_found", "curve", *texts, lines=lines)]


def found_table(speaker: CardSpeaker) -> doc.Table | None:
    """Return what was found and expected after so many reviewed items."""
    places, finds = found_along(speaker.state, POINTS)
    along = planned_at(speaker.state, places)
    if along is None or not speaker.state.manifest.positive:
        return None
    expected, low, high = (line.tolist() for line in (along.expected, along.low, along.high))
    is_known = all(map(math.isfinite, low))
    cells = {"reviewed": places.tolist(), "found": finds.tolist(), "expected": expected}
    cells |= {"low": low if is_known else None, "high": high if is_known else None}
    return speaker.table("card.found", doc.UNSEEN, cells=cells)


def next_table(speaker: CardSpeaker) -> doc.Table | None:
    """Return what is known of the next items and of all that is unread, each number with its kind of statement."""
    onward, say, shown, unseen = speaker.onward, speaker.say, speaker.shown, speaker.onward.unseen
    coming = onward.coming
    if coming is None or not speaker.state.manifest.positive:
        return None
    forecast = coming.forecast and f"{shown(coming.forecast[1], 'count')} ({shown(speaker.forecast, 'count')})"
    pays = coming.break_even is not None and math.isfinite(coming.break_even)
    every: list[tuple[str, doc.Value, str, str]] = [
        ("most", coming.most if coming.last and not speaker.state.quotas else None, "count", "conditional"),
        ("forecast", forecast, "text", "forecast"),
        ("even", coming.enough if pays else None, "count", "counted"),
        ("cost", coming.cost if speaker.priced else None, "amount", "forecast"),
        ("per_entry", coming.cost_per_entry if speaker.priced else None, "amount", "forecast"),
        ("left", onward.left_at_most, "count", onward.left_kind),
        ("unseen", doc.Range(unseen.least, unseen.most) if unseen and unseen.drawn else None, "count", "guarantee"),
        ("recall", speaker.recall, "share", "guarantee"),
        ("p", onward.p_missed, "text", "conditional"),
    ]  # fmt: skip
    rows = [row for row in every if row[1] is not None]
    numbers = [shown(value, kind) for _, value, kind, _ in rows]
    cells = {"what": [say(f"progress.row_{key}") for key, *_ in rows], "number": numbers}
    cells["kind"] = [speaker.words("statement", statement) for *_, statement in rows]
    return speaker.table("card.next", say("progress.t_next", items=coming.items), cells=cells) if rows else None


def quota_tables(speaker: CardSpeaker, *, on_card: bool) -> list[doc.Table]:
    """Return what is found of each stratum and how many are wanted at least: few on the card, many in a file beside it."""
    quotas = speaker.state.quotas
    if not quotas or on_card != (len(quotas) <= MOST_STRATA):
        return []
    finds, wanted = zip(*quotas.values(), strict=True)
    cells = {"stratum": list(quotas), "found": finds, "wanted": wanted}
    return [speaker.table("card.quotas", speaker.say("progress.t_quotas"), cells=cells)]


def people_table(speaker: CardSpeaker) -> doc.Table | None:
    """Return who judged, how fast, and how often known labels were given; None where nothing is judged."""
    pace, people = speaker.pace, speaker.pace.annotators
    if not people:
        return None
    medians = [person.time.median if person.time else None for person in people]
    controls = [speaker.words("agreed", person.known) if person.known else None for person in people]
    collects = bool(speaker.state.manifest.positive)
    of_files = {Path(file).name for file, _ in speaker.state.returned.logs} & {person.name for person in people}
    who = speaker.say("progress.c_who" if of_files else "asked.c_who")
    cells = {"median": medians if pace.time else None, "known": controls if pace.known else None}
    how: dict[str, Any] = {"heads": {"name": who}, "has": {"found": collects}}
    return speaker.table("card.people", speaker.say("progress.t_people"), people, cells, **how)


_QUEUE = ("identifier", "workflow", "model", "seed", "review")


def card_record(state: ReviewState, onward: Onward, pace: Pace, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return every number of the card, and where it comes from."""
    manifest, before, budget = state.manifest, state.manifest.before, state.plan.budget
    spent = plain(state.spent) if state.plan.prices.stated else None
    held = {name: {"found": n, "wanted": of} for name, (n, of) in state.quotas.items()}
    coming = onward.coming and {key: value for key, value in vars(onward.coming).items() if key != "drawn"}
    return {
        "format": "budgetplan progress",
        "version": 1,
        "provenance": dict(provenance),
        "queue": picked(manifest, *_QUEUE, list="n_list", tail_sample="tail"),
        "logs": [{"file": name, "sha256": digest} for name, digest in state.returned.logs],
        "notes": plain(state.returned.notes),
        "parts": plain(state.parts),
        "found": state.found if manifest.positive else None,
        "spent": spent,
        "budget_left": budget and {"amount": plain(state.budget_left), "unit": budget.unit},
        "before": before and so_far_record(state.plan, before),
        **picked(state, "expected", "corrected"),
        **({"quotas": held} if held else {}),
        "decision": {
            "outcome": onward.outcome,
            "kind": onward.kind if onward.outcome != "undecided" else None,
            "why": onward.why,
        },
        "onward": plain(vars(onward) | {"coming": coming}),
        "pace": plain(vars(pace)),
    }
