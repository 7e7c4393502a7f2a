"""The card itself: one page on how far a review is and whether to go on."""

from __future__ import annotations

import math
from dataclasses import replace

from budgetplan.progress.onward import Kind, NextItems, Onward
from budgetplan.progress.pace import Pace
from budgetplan.progress.standing import ReviewState, found_along, next_packet, planned_along, planned_at
from budgetplan.report.model import (
    Block,
    Bullets,
    Document,
    Figure,
    FilledColumn,
    Heading,
    Line,
    Notice,
    Paragraph,
    Section,
    Sentence,
    Table,
    Tile,
    Tiles,
    by_columns,
)
from budgetplan.report.page import Framing, framed
from budgetplan.report.phrases import interval
from budgetplan.report.progress.words import Card

POINTS = 60
"""Points of a curve in the figure, and rows of its table."""
MOST_PEOPLE = 6
"""So many who judge stand on the card; all are in the table beside it."""


def build_card(state: ReviewState, onward: Onward, pace: Pace, framing: Framing) -> Document:
    """Return the card."""
    card = Card(state, onward, pace)
    title = card.title()
    blocks: list[Block] = [
        Paragraph(card.kicker(framing.date, framing.identifier), "kicker"),
        Heading(title, 1),
        Paragraph((*card.lede(), *card.why()), "lede"),
    ]
    notes = tuple(card.notes())
    if notes:
        blocks.append(Notice(card.say("warning.box_note"), notes, "note"))
    blocks.append(Tiles(tuple(_tiles(card))))
    figure = _figure(card)
    blocks += [] if figure is None else [figure]
    table = next_table(card)
    blocks += [] if table is None else [table]
    points = card.sureness()
    if points:
        blocks += [Heading(card.say("progress.head_sure")), Bullets(tuple(points))]
    people = people_table(card)
    if people is not None and len(people.rows) <= MOST_PEOPLE:
        blocks.append(people)
    to_do = _to_do(card)
    blocks += [Heading(card.say("progress.to_do")), Paragraph(tuple(to_do))] if to_do else []
    section = Section("card", tuple(blocks), one_page=True)
    document = framed(card, title, [section], framing, money=card.priced)
    return replace(document, subject=card.say("progress.subject"))


def card_files(state: ReviewState, onward: Onward, pace: Pace) -> tuple[Table, ...]:
    """Return the tables that stand in files beside the card alone: found along the order, and very many who judged."""
    card = Card(state, onward, pace)
    people = people_table(card)
    many = people is not None and len(people.rows) > MOST_PEOPLE
    return tuple(table for table in (people if many else None, found_table(card)) if table is not None)


def _tiles(card: Card) -> list[Tile]:
    state, onward = card.state, card.onward
    part, expected = state.reviewed, state.expected
    tiles = [
        Tile(
            card.say("progress.tile_judged"),
            part.judged,
            "count",
            card.say("progress.tile_judged_of", of=part.of),
        )
    ]
    if state.manifest.positive:
        note = None
        if expected is not None and part.judged:
            span = interval(expected)
            note = card.say("progress.tile_found_plain", there=part.found, expected=expected.value)
            if span is not None:
                note = card.say(
                    "progress.tile_found_expected", there=part.found, expected=expected.value, range=span
                )
        tiles.append(Tile(card.say("progress.tile_found"), state.found, "count", note))
    if card.priced:
        left = _left(card)
        once = state.plan.prices.total_fixed(state.manifest.model_cost)
        note = card.say("progress.tile_spent_no_budget")
        if state.over_budget:
            over = card.say(f"progress.left_{_unit(card)}", left=state.over_budget)
            note = card.say("progress.tile_spent_over", over=over)
        elif left is not None:
            note = card.say("progress.tile_spent_left", left=left)
        elif once:
            note = card.say("progress.tile_spent_once", once=once)
        tiles.append(Tile(card.say("progress.tile_spent"), state.spent, "money", note))
    unseen = onward.unseen
    if unseen is not None and unseen.drawn:
        note = card.say("progress.tile_left_guarantee")
        tiles.append(Tile(card.say("progress.tile_left"), unseen.most, "count", note))
    elif onward.left_at_most is not None:
        note = card.say("progress.tile_left_conditional")
        tiles.append(Tile(card.say("progress.tile_left"), onward.left_at_most, "count", note))
    return tiles


def _unit(card: Card) -> str:
    assert card.state.plan.budget is not None
    return card.state.plan.budget.unit


def _left(card: Card) -> Sentence | None:
    """Return what is left of the budget."""
    left, budget = card.state.budget_left, card.state.plan.budget
    if left is None or budget is None:
        return None
    return card.say(f"progress.left_{budget.unit}", left=left)


def _figure(card: Card) -> Figure | None:
    """Return found and expected along the plan's order; None where nothing is collected or judged."""
    places, found = found_along(card.state, POINTS)
    along = planned_at(card.state, POINTS)
    if along is None or len(places) < 2:
        return None
    known = all(map(math.isfinite, along.low.tolist()))
    plan = Line(
        "expected",
        tuple(along.items.tolist()),
        tuple(along.expected.tolist()),
        "other",
        low=tuple(along.low.tolist()) if known else None,
        high=tuple(along.high.tolist()) if known else None,
        label=card.say("progress.line_expected"),
    )
    so_far = Line(
        "found",
        tuple(places.tolist()),
        tuple(found.tolist()),
        "recommended",
        label=card.say("progress.line_found"),
    )
    return Figure(
        key="figure_found",
        kind="curve",
        title=card.say("progress.fig"),
        alt=card.say("progress.fig_alt"),
        x_label=card.say("progress.axis_items"),
        y_label=card.say("progress.axis_found"),
        lines=(so_far, plan),
    )


def found_table(card: Card) -> Table | None:
    """Return what was found and expected after so many reviewed items."""
    places, found = found_along(card.state, POINTS)
    along = planned_along(card.state)
    if along is None or not card.state.manifest.positive:
        return None
    lines = [line[places].tolist() for line in (along.expected, along.low, along.high)]
    columns: list[FilledColumn] = [
        ("reviewed", card.say("progress.c_place"), "count", places.tolist()),
        ("found", card.say("progress.c_so_far"), "count", found.tolist()),
        ("expected", card.say("progress.c_expected"), "number", lines[0]),
    ]
    if all(map(math.isfinite, lines[1])):
        columns += [
            ("low", card.say("progress.c_range"), "number", lines[1]),
            ("high", card.say("progress.c_range"), "number", lines[2]),
        ]
    return by_columns("found", card.say("progress.t_found"), columns)


def next_table(card: Card) -> Table | None:
    """Return what is known of the next items and of all that is unread, each number with its kind of statement."""
    coming = card.onward.coming
    if coming is None or not card.state.manifest.positive:
        return None
    rows = [*_of_the_next(card, coming), *_of_the_rest(card)]
    columns: list[FilledColumn] = [
        (
            "what",
            card.say("progress.c_what"),
            "sentence",
            [card.say(f"progress.row_{row[0]}") for row in rows],
        ),
        ("number", card.say("progress.c_number"), "sentence", [row[1] for row in rows]),
        (
            "kind",
            card.say("progress.c_kind"),
            "sentence",
            [card.say(f"progress.is_{row[2]}") for row in rows],
        ),
    ]
    if not rows:
        return None
    notes = [card.say("progress.note_kinds")]
    return by_columns("next", card.say("progress.t_next", items=coming.items), columns, notes=notes)


def _of_the_next(card: Card, coming: NextItems) -> list[tuple[str, Sentence, Kind]]:
    """Return what is known of the next items: which number, what it is, what kind of statement."""
    rows: list[tuple[str, Sentence, Kind]] = []
    if coming.last:
        rows.append(("most", card.say("progress.one", n=coming.most), "conditional"))
    if coming.forecast is not None:
        low, middle, high = coming.forecast
        rows.append(("forecast", card.say("progress.span", middle=middle, low=low, high=high), "forecast"))
    if coming.break_even is not None and math.isfinite(coming.break_even):
        rows.append(("even", card.say("progress.one", n=coming.enough), "counted"))
    if card.priced:
        rows.append(("cost", card.say("progress.money", n=coming.cost), "forecast"))
        each = coming.cost_per_entry
        rows += [] if each is None else [("per_entry", card.say("progress.money", n=each), "forecast")]
    return rows


def _of_the_rest(card: Card) -> list[tuple[str, Sentence, Kind]]:
    """Return what is known of all that is unread, in the same way."""
    onward, unseen = card.onward, card.onward.unseen
    rows: list[tuple[str, Sentence, Kind]] = []
    if onward.left_at_most is not None:
        rows.append(("left", card.say("progress.one", n=onward.left_at_most), onward.left_kind))
    if unseen is not None and unseen.drawn:
        ends = card.say("progress.between", low=unseen.least, high=unseen.most)
        rows.append(("unseen", ends, "guarantee"))
        if unseen.recall is not None:
            low, high = unseen.recall
            rows.append(("recall", card.say("progress.share", low=low, high=high), "guarantee"))
    if onward.p_missed is not None:
        rows.append(("p", card.say("progress.p", n=round(onward.p_missed, 4)), "conditional"))
    return rows


def people_table(card: Card) -> Table | None:
    """Return who judged, how fast, and how often known labels were given; None where nothing is judged."""
    people = card.pace.annotators
    if not people:
        return None
    columns: list[FilledColumn] = [
        ("name", card.say("progress.c_name"), "text", [one.name for one in people]),
        ("judgements", card.say("progress.c_judgements"), "count", [one.judgements for one in people]),
    ]
    if card.state.manifest.positive:
        columns.append(("found", card.say("progress.c_found"), "count", [one.found for one in people]))
    if card.pace.time is not None:
        medians = [None if one.time is None else one.time.median for one in people]
        columns.append(("median", card.say("progress.c_median"), "number", medians))
    if card.pace.known is not None:
        known = [
            None if one.known is None else card.say("progress.of", agree=one.known.agree, n=one.known.n)
            for one in people
        ]
        columns.append(("known", card.say("progress.c_known"), "sentence", known))
    return by_columns("people", card.say("progress.t_people"), columns)


def _to_do(card: Card) -> list[Sentence]:
    """Return what comes next: the packet to go on with, and how the rest is planned."""
    state, said = card.state, []
    packet = next_packet(state)
    if packet is not None and card.onward.outcome != "stop":
        name, n = packet
        key = "next_undecided" if card.onward.outcome == "undecided" else "next_packet"
        said.append(card.say(f"progress.{key}", packet=name, open=n))
    if card.onward.outcome == "stop" and state.manifest.positive:
        said.append(card.say("progress.next_stop", found=state.found))
    if state.manifest.workflow == "filter" and card.onward.coming is not None:
        said.append(card.say("progress.next_replan"))
    return said
