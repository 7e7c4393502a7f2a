"""The card on a review that is under way."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from budgetplan.domain.review import Manifest
from budgetplan.domain.rounding import rounded, rounded_up
from budgetplan.report.model import (
    Block,
    Document,
    Figure,
    FilledColumn,
    Heading,
    Line,
    Notice,
    Prose,
    Range,
    Section,
    Table,
    Tile,
    Tiles,
    Value,
    by_columns,
    interval,
)
from budgetplan.report.page import MOST, Framing, framed
from budgetplan.report.phrases import Nouns
from budgetplan.report.record import picked, plain
from budgetplan.report.wording import Wording
from budgetplan.work.onward import Onward, level_of
from budgetplan.work.standing import (
    Agreement,
    Pace,
    ReviewState,
    expected_beyond,
    found_along,
    next_packet,
    planned_at,
)

NAMED = 3
"""So many items are named with a note."""
WORST = (
    "settler",
    "disagree",
    "budget",
    "prices_unknown",
    "prices_sizes",
    "prices",
    "table",
    "fewer",
    "again",
)
"""Notes that may change what the card says, worst first; the others follow as they come."""
RARE = 0.01
"""Finds as unlikely as this are no chance, however often somebody looks."""
POINTS = 60
"""Points of a curve in the figure, and rows of its table."""
MOST_STRATA = 12
"""So many strata stand on the card; all are in the table beside it."""


class CardFacts:
    """What ``progress.j2`` tells.

    Attributes
    ----------
    state, onward, pace
        How far the review is, whether to go on, and what judging took.
    begins, drawn, outpaced
        Whether nothing is judged yet, random items are read, and judging takes another time than planned while it goes on.
    once, beyond
        What is paid once, and the entries that the plan expected after its stop.
    forecast, recall, random_wrong
        Intervals: of the next items, of the share found, of wrong answers among random items.
    missed, level, rare
        How likely the finds were if the target were missed, and below which chances that, and what random items held, say something.
    packet, command, replans
        The packet that comes next with its open items; what plans the rest, and whether that can be.
    """

    def __init__(self, state: ReviewState, onward: Onward, pace: Pace, command: str = "") -> None:
        plan, manifest, unseen, coming = state.plan, state.manifest, onward.unseen, onward.coming
        corrected, timed = state.corrected, pace.total_measured is not None or bool(pace.end_measured)
        self.state, self.onward, self.pace, self.command = state, onward, pace, command
        self.begins, self.drawn = not state.judged.any(), unseen is not None and bool(unseen.drawn)
        self.outpaced = onward.outcome != "stop" and pace.apart and timed
        self.once = plan.prices.total_fixed(manifest.model_cost)
        self.beyond = expected_beyond(manifest)
        self.forecast = Range(coming.forecast[0], coming.forecast[2]) if coming and coming.forecast else None
        self.recall = Range(*unseen.recall) if unseen and self.drawn and unseen.recall else None
        wrong = (
            Agreement(corrected.random, corrected.random_differ) if corrected and corrected.random else None
        )
        self.random_wrong = None if wrong is None else interval(wrong.share)
        self.missed = None if onward.p_missed is None else rounded_up(onward.p_missed)
        self.level, self.rare = level_of(state), RARE
        self.packet = next_packet(state)
        self.replans = manifest.workflow == "filter" and coming is not None and plan.quota is None


def card_words(state: ReviewState, onward: Onward, pace: Pace, command: str = "") -> tuple[Nouns, Wording]:
    """Return who says short heads, and the card in words."""
    speaker = Nouns(state.plan)
    return speaker, speaker.wording("progress", CardFacts(state, onward, pace, command))


def review_notes(say: Wording, state: ReviewState) -> list[Markup]:
    """Return what is to be told of the logs, worst first."""
    places = {kind: place for place, kind in enumerate(WORST)}
    worst = sorted(state.returned.notes, key=lambda one: places.get(one.kind, len(places)))
    return [say("note", one, one.items[:NAMED], one.n > NAMED) for one in worst]


def build_card(state: ReviewState, onward: Onward, pace: Pace, framing: Framing, command: str) -> Document:
    """Return the card; ``command``: plans the rest."""
    speaker, say = card_words(state, onward, pace, command)
    title, notes, points = say("title"), review_notes(say, state), say("points")
    blocks: list[Block] = [
        Prose(say("kicker", framing.date, framing.identifier), "kicker"),
        Heading(title, 1),
        Prose(say("lede"), "lede"),
    ]
    if notes:
        blocks.append(Notice(say("look", len(notes)), tuple(notes[:MOST]), "note"))
    quotas = quotas_table(speaker, state)
    blocks += [Tiles(_tiles(speaker, say, state, onward, pace)), *_figure(speaker, say, state)]
    blocks += [quotas] if quotas and len(quotas.rows) <= MOST_STRATA else []
    if "<li>" in points:
        blocks += [Heading(speaker.say("progress.head_sure")), Prose(points, "points")]
    document = framed(
        speaker, title, [Section("card", tuple(blocks), one_page=True)], framing, money=speaker.priced
    )
    return replace(document, subject=speaker.say("progress.subject"))


def card_files(state: ReviewState, onward: Onward, pace: Pace) -> tuple[Table, ...]:
    """Return the tables that stand in files beside the card: what comes next, who judged, found along the order."""
    speaker, say = card_words(state, onward, pace)
    quotas = quotas_table(speaker, state)
    found = (
        next_table(speaker, say, onward, state),
        people_table(speaker, say, state, pace),
        found_table(speaker, state),
    )
    many = [quotas] if quotas and len(quotas.rows) > MOST_STRATA else []
    return (*(one for one in found if one is not None), *many)


def _tiles(speaker: Nouns, say: Wording, state: ReviewState, onward: Onward, pace: Pace) -> tuple[Tile, ...]:
    tiles = [Tile(speaker.say("defer.c_judged"), state.reviewed.judged, "count", say("judged_note"))]
    if state.manifest.positive:
        tiles.append(Tile(speaker.say("progress.c_so_far"), state.found, "count", say("found_note") or None))
    if speaker.priced:
        label, amount = speaker.say("progress.tile_spent"), state.spent
        measured = pace.total_measured is not None and onward.outcome != "stop"
        total = say("money", pace.total_measured) if measured else amount
        label = speaker.say("progress.tile_total") if measured else label
        tiles.append(Tile(label, total, "money", say("money_note", measured)))
    left = onward.unseen.most if onward.unseen and onward.unseen.drawn else onward.left_at_most
    if pace.weeks_measured is not None and onward.outcome != "stop":
        tiles.append(Tile(speaker.say("progress.tile_ends"), say("ends"), "text", say("ends_note")))
    elif left is not None:
        tiles.append(Tile(speaker.say("progress.tile_left"), left, "count", say("left_note")))
    return tuple(tiles)


def _figure(speaker: Nouns, say: Wording, state: ReviewState) -> list[Figure]:
    """Return found and expected along the plan's order; none where nothing is collected or judged."""
    places, found = found_along(state, POINTS)
    along = planned_at(state, places, POINTS)
    if along is None or len(places) < 2:
        return []
    items, expected, *ends = (
        tuple(one.tolist()) for one in (along.items, along.expected, along.low, along.high)
    )
    plan = Line("expected", items, expected, "other", label=speaker.say("progress.line_expected"))
    if all(map(math.isfinite, ends[0])):
        plan = replace(plan, low=ends[0], high=ends[1])
    label = speaker.say("progress.line_found")
    so_far = Line("found", tuple(places.tolist()), tuple(found.tolist()), "recommended", label=label)
    figure = Figure(
        key="figure_found",
        kind="curve",
        title=say("figure"),
        alt=speaker.say("progress.fig_alt"),
        x_label=speaker.say("progress.axis_items"),
        y_label=speaker.say("progress.axis_found"),
        lines=(so_far, plan),
    )
    return [figure]


def found_table(speaker: Nouns, state: ReviewState) -> Table | None:
    """Return what was found and expected after so many reviewed items."""
    places, found = found_along(state, POINTS)
    along = planned_at(state, places)
    if along is None or not state.manifest.positive:
        return None
    lines = [line.tolist() for line in (along.expected, along.low, along.high)]
    known, ends = all(map(math.isfinite, lines[1])), speaker.say("col.interval")
    columns: list[FilledColumn | None] = [
        ("reviewed", speaker.say("progress.c_place"), "count", places.tolist()),
        ("found", speaker.say("progress.c_so_far"), "count", found.tolist()),
        ("expected", speaker.say("col.check_expected"), "number", lines[0]),
        ("low", ends, "number", lines[1]) if known else None,
        ("high", ends, "number", lines[2]) if known else None,
    ]
    return by_columns("found", speaker.say("progress.t_found"), columns)


def next_table(speaker: Nouns, say: Wording, onward: Onward, state: ReviewState) -> Table | None:
    """Return what is known of the next items and of all that is unread, each number with its kind of statement."""
    coming, unseen = onward.coming, onward.unseen
    if coming is None or not state.manifest.positive:
        return None
    rows: list[tuple[str, Value, str]] = []
    if coming.last:
        rows.append(("progress.row_most", say("cell", coming.most), "conditional"))
    if coming.forecast is not None:
        low, middle, high = coming.forecast
        rows.append(("progress.row_forecast", say("cell", middle, ends=Range(low, high)), "forecast"))
    if coming.break_even is not None and math.isfinite(coming.break_even):
        rows.append(("progress.row_even", say("cell", coming.enough), "counted"))
    if speaker.priced:
        rows.append(("progress.row_cost", say("cell", coming.cost, "money"), "forecast"))
        if coming.cost_per_entry is not None:
            rows.append(("progress.row_per_entry", say("cell", coming.cost_per_entry, "money"), "forecast"))
    if onward.left_at_most is not None:
        rows.append(("progress.row_left", say("cell", onward.left_at_most), onward.left_kind))
    if unseen is not None and unseen.drawn:
        rows.append(("progress.row_unseen", say("cell", Range(unseen.least, unseen.most)), "guarantee"))
        if unseen.recall is not None:
            share = say("cell", Range(*unseen.recall), "share")
            rows.append(("progress.row_recall", share, "guarantee"))
    if onward.p_missed is not None:
        rows.append(("progress.row_p", str(rounded(onward.p_missed, 4)), "conditional"))
    if not rows:
        return None
    keys, numbers, kinds = zip(*rows, strict=True)
    columns: list[FilledColumn] = [
        ("what", speaker.say("progress.c_what"), "sentence", list(map(speaker.say, keys))),
        ("number", speaker.say("progress.c_number"), "sentence", numbers),
        ("kind", speaker.say("progress.c_kind"), "sentence", [say("statement", one) for one in kinds]),
    ]
    return by_columns("next", speaker.say("progress.t_next", items=coming.items), columns)


def quotas_table(speaker: Nouns, state: ReviewState) -> Table | None:
    """Return what is found of each stratum and how many are wanted at least; None where there are no quotas."""
    if not state.quotas:
        return None
    found, wanted = zip(*state.quotas.values(), strict=True)
    columns: list[FilledColumn] = [
        ("stratum", speaker.say("col.stratum"), "text", list(state.quotas)),
        ("found", speaker.say("progress.c_so_far"), "count", list(found)),
        ("wanted", speaker.say("progress.c_wanted"), "count", list(wanted)),
    ]
    return by_columns("quotas", speaker.say("progress.t_quotas"), columns)


def people_table(speaker: Nouns, say: Wording, state: ReviewState, pace: Pace) -> Table | None:
    """Return who judged, how fast, and how often known labels were given; None where nothing is judged."""
    people = pace.annotators
    if not people:
        return None
    medians = [None if one.time is None else one.time.median for one in people]
    known = [None if one.known is None else say("agreed", one.known) for one in people]
    found, collects = [one.found for one in people], bool(state.manifest.positive)
    columns: list[FilledColumn | None] = [
        ("name", speaker.say("asked.c_who"), "text", [one.name for one in people]),
        ("judgements", speaker.say("line.judgements"), "count", [one.judgements for one in people]),
        ("found", speaker.say("progress.c_found"), "count", found) if collects else None,
        ("median", speaker.say("progress.c_median"), "number", medians) if pace.time else None,
        ("known", speaker.say("progress.c_known"), "sentence", known) if pace.known else None,
    ]
    return by_columns("people", speaker.say("progress.t_people"), columns)


_QUEUE = ("identifier", "workflow", "model", "seed", "review")


def card_record(
    state: ReviewState, onward: Onward, pace: Pace, provenance: Mapping[str, Any]
) -> dict[str, Any]:
    """Return every number of the card, and where it comes from."""
    manifest, budget = state.manifest, state.plan.budget
    held = {name: {"found": n, "wanted": of} for name, (n, of) in state.quotas.items()}
    coming = None if onward.coming is None else {**vars(onward.coming)}
    if coming is not None:
        del coming["drawn"]
    return {
        "format": "budgetplan progress",
        "version": 1,
        "provenance": dict(provenance),
        "queue": picked(manifest, *_QUEUE, list="n_list", tail_sample="tail"),
        "logs": [{"file": name, "sha256": digest} for name, digest in state.returned.logs],
        "notes": plain(state.returned.notes),
        "parts": plain(state.parts),
        "found": state.found if manifest.positive else None,
        "spent": plain(state.spent) if state.plan.prices.stated else None,
        "budget_left": None if budget is None else {"amount": plain(state.budget_left), "unit": budget.unit},
        "before": _before(manifest, priced=state.plan.prices.stated),
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


def _before(manifest: Manifest, *, priced: bool) -> dict[str, Any] | None:
    """Return what earlier rounds judged, found and cost; None where this is the first."""
    before = manifest.before
    if before is None:
        return None
    spent = plain(before.spent) if priced else None
    return {"items": len(before.ids), "found": before.found, "spent": spent}
