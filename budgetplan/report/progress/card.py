"""The card itself: one page on how far a review is and whether to go on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from budgetplan.domain.review.manifest import Manifest
from budgetplan.domain.review.returned import LogNote
from budgetplan.domain.rounding import rounded, rounded_up
from budgetplan.lists.unseen import Kind
from budgetplan.report.model import (
    Block,
    Bullet,
    Bullets,
    Document,
    Figure,
    FilledColumn,
    Heading,
    Line,
    Notice,
    Paragraph,
    Section,
    Table,
    Text,
    Tile,
    Tiles,
    by_columns,
)
from budgetplan.report.page import Framing, framed
from budgetplan.report.phrases import Nouns, fields, interval
from budgetplan.report.record import picked, plain
from budgetplan.work.onward import NextItems, Onward, level_of
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


class Card(Nouns):
    """Makes keyed sentences for one review."""

    def __init__(self, state: ReviewState, onward: Onward, pace: Pace) -> None:
        super().__init__(state.plan)
        self.state, self.onward, self.pace = state, onward, pace
        # What texts may name without being given it.
        part = state.reviewed
        self._words |= {"found": state.found, "of": part.of, "rest": part.rest, "judged": part.judged}
        self._words |= {"wanted": self.target, "share": self.target, "worth": onward.worth}
        if onward.coming is not None:
            self._words["items"] = onward.coming.items
            if onward.coming.break_even is not None and math.isfinite(onward.coming.break_even):
                self._words["even"] = onward.coming.enough

    @property
    def target(self) -> Any:
        """The target, as a count or a share; None: there is none."""
        target = self.state.plan.target
        return None if target is None else float(target.amount)

    @property
    def by_share(self) -> bool:
        """Whether the target is a share of all entries."""
        target = self.state.plan.target
        return target is not None and target.unit == "share"

    def kicker(self, date: str, identifier: str) -> tuple[Text, ...]:
        """Return the line above the title: what this is, the project, the date as it is read, the queue."""
        said: dict[str, Any] = {"date": self.locale.printed_date(date), "identifier": identifier}
        project = self.plan.project or self.plan.title
        if not project:
            return (self.say("progress.kicker", **said),)
        return (self.say("progress.kicker_project", project=project, **said),)

    def title(self) -> Text:
        """Return whether to go on, in one sentence."""
        why, state = self.onward.why, self.state
        budget, over = state.plan.budget, state.over_budget
        if self.onward.outcome == "pause":
            return self.say("progress.title_below")
        if why == "open":
            return self.say("progress.title_open_target" if self.by_share else "progress.title_open")
        if why == "all_judged":
            return self.say("progress.title_all_judged", n=state.manifest.n_list)
        if why != "no_money" or budget is None:
            return self.say(f"progress.title_{why}")
        if not over:
            return self.say("progress.title_no_money", budget=self.budget(budget))
        more = self.say(f"progress.left_{budget.unit}", left=over)
        return self.say("progress.title_no_money_over", over=more, budget=self.budget(budget))

    def lede(self) -> list[Text]:
        """Return how far the review is, what it found and cost, and whether that is as planned."""
        state = self.state
        said = [self.say("progress.judged")]
        if not state.manifest.positive:
            spent = [self.say("progress.spent", spend=state.spent)] if self.priced else []
            return [*said, *spent, *self._lacking()]
        random = state.parts["tail sample"].found
        key = ("progress.found_there" if random else "progress.found") + ("" if self.priced else "_unpriced")
        more: dict[str, Any] = {"spend": state.spent} if self.priced else {}
        more |= {"random": random} if random else {}
        found = self.say(key, **more)
        return [*said, found, *self._before(), *self._lacking(), *self._against_the_plan()]

    def _before(self) -> list[Text]:
        """Say what earlier rounds judged, found and paid, which is no part of these numbers."""
        before = self.state.manifest.before
        if before is None:
            return []
        said: dict[str, Any] = {"n": len(before.ids), "found": before.found}
        if not self.priced:
            return [self.say("progress.before_unpriced", **said)]
        return [self.say("progress.before", spend=before.spent, **said)]

    def _lacking(self) -> list[Text]:
        """Say what it takes to judge all that is in the queue, where the money for it is not there."""
        state = self.state
        if not state.lacking or self.onward.outcome not in ("continue", "pause") or state.plan.budget is None:
            return []
        lacking = self.say(f"progress.left_{state.plan.budget.unit}", left=state.lacking)
        return [self.say("progress.lacking", lacking=lacking)]

    def _against_the_plan(self) -> list[Text]:
        state, expected = self.state, self.state.expected
        if expected is None or not state.reviewed.told:
            return []
        said: dict[str, Any] = {"expected": expected.value, "found": state.reviewed.found}
        said["judged"] = state.reviewed.told
        span = interval(expected)
        if span is None:
            return [self.say("progress.as_planned_plain", **said)]
        key = "below" if state.below_plan else "above" if state.above_plan else "as_planned"
        return [self.say(f"progress.{key}", range=span, **said)]

    def why(self) -> list[Text]:
        """Return why to go on or not, and what kind of statement that is."""
        onward, why = self.onward, self.onward.why
        kind = [self.say(f"progress.kind_{onward.kind}")] if onward.outcome != "undecided" else []
        if why in {"all_judged", "target_found", "quotas_met", "plan_done"}:
            return kind
        if not self.state.judged.any():
            return [self.say("progress.why_begin")]
        if self.target is not None and why in {"plan", "open"}:
            return [self._towards_the_target(), *kind]
        if why == "plan" and self.state.quotas:
            return [self.say("progress.why_plan_quotas"), *kind]
        if why == "plan" and self.plan.deferral is not None:
            return [self.say("progress.why_plan_worths"), *kind]
        if why == "plan" and self.plan.values is not None:
            return [self.say("progress.why_plan_apart"), *kind]
        if why not in {"rich_forecast", "poor_forecast", "open", "stake"}:
            return [self._because(f"progress.why_{why}"), *kind]
        said = [self._because("progress.why_forecast")]
        if why == "stake":
            key = "stake" if onward.deciding_cost is not None else "stake_none"
            said.append(self._because(f"progress.why_{key}"))
        return [*said, *kind]

    def _towards_the_target(self) -> Text:
        """Say why to go on, or what is open, where a target is wanted."""
        unseen = self.onward.unseen
        if self.onward.why == "plan":
            return self.say("progress.why_plan_target")
        if unseen is None or unseen.recall is None or not unseen.drawn:
            return self.say("progress.why_open_blind")
        return self.say("progress.why_open_target", low=unseen.recall[0], high=unseen.recall[1])

    def _because(self, key: str) -> Text:
        """Say why, with the numbers on which the decision rests."""
        onward, coming, unseen = self.onward, self.onward.coming, self.onward.unseen
        known: dict[str, Any] = {"stake": None if coming is None else coming.stake}
        known |= {"n": onward.deciding, "price": onward.deciding_cost}
        if onward.p_missed is not None:
            known |= {"p": rounded_up(onward.p_missed), "level": level_of(self.state)}
        if coming is not None:
            known |= {"last": coming.last, "held": coming.last_found, "most": coming.most}
        if unseen is not None:
            known |= {"least": unseen.least} | ({"most": unseen.most} if onward.why == "nothing_left" else {})
        if (
            unseen is not None
            and unseen.recall is not None
            and onward.why in {"target_sure", "target_missed"}
        ):
            known |= dict(zip(("low", "high"), unseen.recall, strict=True))
        elif coming is not None and coming.forecast is not None:
            known |= dict(zip(("low", "middle", "high"), coming.forecast, strict=True))
        wanted = fields(key, self.plan.language)
        return self.say(key, **{name: one for name, one in known.items() if name in wanted})

    def sureness(self) -> list[Bullet]:
        """Return what is guaranteed of the rest, what would decide, how fast and how well people judge."""
        points = self._corrected()
        if self.state.manifest.positive:
            points += [self._unseen()] if self.state.manifest.tail.of else []
            points += [self._deciding()] if self.onward.outcome == "undecided" else []
            points += self._changing()
        points += [] if self.pace.time is None else [self._time()]
        rates: dict[str, Agreement | None] = {"pairs": self.pace.pairs, "known": self.pace.known}
        for key, rate in rates.items():
            if rate is not None:
                ends = {"low": rate.share.low, "high": rate.share.high}
                said = [self.say(f"progress.{key}_share", agree=rate.agree, n=rate.n, **ends)]
                if rate.alpha is not None:
                    said.append(self.say("progress.pairs_alpha", alpha=rate.alpha))
                points.append(Bullet(self.say(f"progress.{key}"), tuple(said), leads=True))
        return points

    def _corrected(self) -> list[Bullet]:
        """Say how often people differ from the model: where they review, and among random items that keep no label."""
        found = self.state.corrected
        if found is None or not (found.of or found.random):
            return []
        said, model = list[Text](), self.state.manifest.model
        if found.of and found.expected is not None:
            said.append(self.say_of("progress.corrected_plan", found, model=model, of=found.of))
        if found.random:
            share = Agreement(found.random, found.random_differ).share
            ends = {"low": share.low, "high": share.high}
            said.append(
                self.say("progress.corrected_random", differ=found.random_differ, of=found.random, **ends)
            )
        return [Bullet(self.say("progress.corrected"), tuple(said), leads=True, stays=True)] if said else []

    def _unseen(self) -> Bullet:
        unseen = self.onward.unseen
        if unseen is None or not unseen.drawn:
            late = self.say("progress.note_late")
            waiting = "unseen_look_why" if unseen is not None and unseen.looks else "unseen_waiting_why"
            key = "unseen_none_why" if unseen is None else waiting
            return Bullet(self.say("progress.unseen_none"), (self.say(f"progress.{key}"), late), stays=True)
        key = "progress.unseen_looks" if unseen.looks else "progress.unseen_any"
        told = [self.say_of(key, unseen, found=unseen.found, of=unseen.of)]
        beyond = expected_beyond(self.state.manifest)
        if beyond is not None:
            told.append(self.say("progress.unseen_expected", expected=beyond))
        return Bullet(self.say("progress.unseen"), tuple(told), stays=True)

    def _changing(self) -> list[Bullet]:
        """Return what would change the decision, where a number says it."""
        onward, coming = self.onward, self.onward.coming
        if coming is None or onward.why not in {"rich_forecast", "poor"}:
            return []
        told = self.say("progress.change_stop")
        if onward.why == "poor":
            if onward.pays_from is None:
                return []
            told = self.say("progress.change_go", worth=onward.pays_from)
        return [Bullet(self.say("progress.change"), (told,), leads=True)]

    def _deciding(self) -> Bullet:
        n, coming = self.onward.deciding, self.onward.coming
        if n:
            told = [self.say("progress.deciding_n", n=n)]
            if self.onward.deciding_cost is not None and coming is not None and coming.stake is not None:
                price = self.onward.deciding_cost
                told.append(self.say("progress.deciding_price", price=price, stake=coming.stake))
        else:
            told = [self.say("progress.deciding_none")]
        return Bullet(self.say("progress.deciding"), tuple(told), leads=True)

    def _time(self) -> Bullet:
        pace = self.pace
        assert pace.time is not None
        mean = pace.time.mean
        span = interval(mean)
        if pace.planned_seconds is not None and span is not None:
            said = [
                self.say("progress.time_planned", mean=mean.value, range=span, planned=pace.planned_seconds)
            ]
        else:
            said = [self.say("progress.time_plain", mean=mean.value, median=pace.time.median)]
        if pace.rest and pace.rest_measured is not None and pace.rest_planned is not None:
            costs = {"measured": pace.rest_measured, "planned": pace.rest_planned}
            said.append(self.say("progress.recost", rest=pace.rest, **costs))
            if self.plan.prices.extra_per_entry:
                said.append(self.say("progress.recost_extra", price=self.plan.prices.extra_per_entry))
        if pace.spent_measured is not None:
            said.append(self.say("progress.judged_measured", spent=pace.spent_measured))
        return Bullet(self.say("progress.time"), tuple(said), leads=True)

    def notes(self) -> list[Text]:
        """Return what is to be told of the logs."""
        return [self._note(note) for note in self.state.returned.notes]

    def _note(self, note: LogNote) -> Text:
        if note.kind in ("table", "prices", "prices_sizes", "prices_unknown"):
            return self.say(f"progress.note_{note.kind}")
        if note.kind == "budget":
            return self.say("progress.note_budget", then=note.items[0], now=note.items[1])
        if note.kind == "fewer":
            return self.say("progress.note_fewer", n=note.n, planned=int(note.items[0]))
        names = self.locale.listing(list(note.items[:NAMED]))
        if note.n > NAMED:
            names = f"{names} …"
        if note.kind == "settler":
            return self.say("progress.note_settler", items=names)
        kind = note.kind if note.timed else f"{note.kind}_untimed"
        return self.say(f"progress.note_{kind}", n=note.n, items=names)


POINTS = 60
"""Points of a curve in the figure, and rows of its table."""
MOST_STRATA = 12
"""So many strata stand on the card; all are in the table beside it."""
MOST_PEOPLE = 6
"""So many who judge stand on the card; all are in the table beside it."""


def build_card(state: ReviewState, onward: Onward, pace: Pace, framing: Framing, command: str) -> Document:
    """Return the card; ``command``: plans the rest."""
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
    blocks += [one for one in (_figure(card), next_table(card)) if one is not None]
    quotas = quotas_table(card)
    blocks += [quotas] if quotas is not None and len(quotas.rows) <= MOST_STRATA else []
    points = card.sureness()
    if points:
        blocks += [Heading(card.say("progress.head_sure")), Bullets(tuple(points))]
    people = people_table(card)
    if people is not None and len(people.rows) <= MOST_PEOPLE:
        blocks.append(people)
    to_do = _to_do(card, command)
    blocks += [Heading(card.say("progress.to_do")), Paragraph(tuple(to_do))] if to_do else []
    section = Section("card", tuple(blocks), one_page=True)
    document = framed(card, title, [section], framing, money=card.priced)
    return replace(document, subject=card.say("progress.subject"))


def card_files(state: ReviewState, onward: Onward, pace: Pace) -> tuple[Table, ...]:
    """Return the tables that stand in files beside the card alone: found along the order, and very many who judged."""
    card = Card(state, onward, pace)
    long = ((people_table(card), MOST_PEOPLE), (quotas_table(card), MOST_STRATA), (found_table(card), 0))
    return tuple(table for table, most in long if table is not None and len(table.rows) > most)


def _tiles(card: Card) -> list[Tile]:
    state, onward = card.state, card.onward
    part, expected = state.reviewed, state.expected
    of_all = card.say("progress.tile_judged_of", of=part.of)
    tiles = [Tile(card.say("progress.tile_judged"), part.judged, "count", of_all)]
    if state.manifest.positive:
        note = None
        if expected is not None and part.judged:
            said, span = {"there": part.found, "expected": expected.value}, interval(expected)
            note = card.say("progress.tile_found_plain", **said)
            if span is not None:
                note = card.say("progress.tile_found_expected", **said, range=span)
        tiles.append(Tile(card.say("progress.tile_found"), state.found, "count", note))
    if card.priced:
        left = _left(card)
        once = state.plan.prices.total_fixed(state.manifest.model_cost)
        note = card.say("progress.tile_spent_no_budget")
        if state.over_budget and state.plan.budget is not None:
            over = card.say(f"progress.left_{state.plan.budget.unit}", left=state.over_budget)
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


def _left(card: Card) -> Text | None:
    """Return what is left of the budget."""
    left, budget = card.state.budget_left, card.state.plan.budget
    if left is None or budget is None:
        return None
    return card.say(f"progress.left_{budget.unit}", left=left)


def _figure(card: Card) -> Figure | None:
    """Return found and expected along the plan's order; None where nothing is collected or judged."""
    places, found = found_along(card.state, POINTS)
    along = planned_at(card.state, places, POINTS)
    if along is None or len(places) < 2:
        return None
    known = all(map(math.isfinite, along.low.tolist()))
    items, expected, low, high = (
        tuple(one.tolist()) for one in (along.items, along.expected, along.low, along.high)
    )
    plan = Line("expected", items, expected, "other", label=card.say("progress.line_expected"))
    plan = replace(plan, low=low, high=high) if known else plan
    label = card.say("progress.line_found")
    so_far = Line("found", tuple(places.tolist()), tuple(found.tolist()), "recommended", label=label)
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
    along = planned_at(card.state, places)
    if along is None or not card.state.manifest.positive:
        return None
    lines = [line.tolist() for line in (along.expected, along.low, along.high)]
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
    if not rows:
        return None
    names, numbers, kinds = zip(*rows, strict=True)
    what = [card.say(f"progress.row_{name}") for name in names]
    columns: list[FilledColumn] = [
        ("what", card.say("progress.c_what"), "sentence", what),
        ("number", card.say("progress.c_number"), "sentence", numbers),
        ("kind", card.say("progress.c_kind"), "sentence", [card.say(f"progress.is_{one}") for one in kinds]),
    ]
    notes = [card.say("progress.note_kinds")]
    return by_columns("next", card.say("progress.t_next", items=coming.items), columns, notes=notes)


def _of_the_next(card: Card, coming: NextItems) -> list[tuple[str, Text, Kind]]:
    """Return what is known of the next items: which number, what it is, what kind of statement."""
    rows: list[tuple[str, Text, Kind]] = []
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


def _of_the_rest(card: Card) -> list[tuple[str, Text, Kind]]:
    """Return what is known of all that is unread, in the same way."""
    onward, unseen = card.onward, card.onward.unseen
    rows: list[tuple[str, Text, Kind]] = []
    if onward.left_at_most is not None:
        rows.append(("left", card.say("progress.one", n=onward.left_at_most), onward.left_kind))
    if unseen is not None and unseen.drawn:
        ends = card.say("progress.between", low=unseen.least, high=unseen.most)
        rows.append(("unseen", ends, "guarantee"))
        if unseen.recall is not None:
            low, high = unseen.recall
            rows.append(("recall", card.say("progress.share", low=low, high=high), "guarantee"))
    if onward.p_missed is not None:
        rows.append(("p", card.say("progress.p", n=rounded(onward.p_missed, 4)), "conditional"))
    return rows


def quotas_table(card: Card) -> Table | None:
    """Return what is found of each stratum and how many are wanted at least; None where there are no quotas."""
    quotas = card.state.quotas
    if not quotas:
        return None
    found, wanted = zip(*quotas.values(), strict=True)
    columns: list[FilledColumn] = [
        ("stratum", card.say("col.stratum"), "text", list(quotas)),
        ("found", card.say("progress.c_so_far"), "count", list(found)),
        ("wanted", card.say("progress.c_wanted"), "count", list(wanted)),
    ]
    return by_columns("quotas", card.say("progress.t_quotas"), columns)


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
        rates = [one.known for one in people]
        known = [None if one is None else card.say("progress.of", agree=one.agree, n=one.n) for one in rates]
        columns.append(("known", card.say("progress.c_known"), "sentence", known))
    return by_columns("people", card.say("progress.t_people"), columns)


def _to_do(card: Card, command: str) -> list[Text]:
    """Return what comes next: the packet to go on with, and how the rest is planned."""
    state, said = card.state, []
    packet = next_packet(state)
    if packet is not None and card.onward.outcome != "stop":
        name, n = packet
        key = "next_undecided" if card.onward.outcome == "undecided" else "next_packet"
        said.append(card.say(f"progress.{key}", packet=name, open=n))
    if card.onward.outcome == "stop" and state.manifest.positive:
        said.append(card.say("progress.next_stop", found=state.found))
    if state.manifest.workflow == "filter" and card.onward.coming is not None and state.plan.quota is None:
        said.append(card.say("progress.next_replan", command=command))
    return said


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
