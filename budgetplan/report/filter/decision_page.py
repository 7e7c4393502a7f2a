"""Page 1: the decision, on one page."""

from __future__ import annotations

import math
from decimal import Decimal

from budgetplan.domain.decision import Alternative, Estimate
from budgetplan.domain.rounding import coins_apart
from budgetplan.lists.evidence import Evidence
from budgetplan.plans import review
from budgetplan.report.filter.figures import gain_figure
from budgetplan.report.model import (
    FilledColumn,
    Prose,
    Section,
    Table,
    Text,
    Tile,
    Tiles,
    by_columns,
)
from budgetplan.report.page import Framing, head
from budgetplan.report.phrases import RankedNouns, Speaker, interval, intervals_of
from budgetplan.report.wording import Wording

PARTS = {0.5: "row.half", 0.75: "row.three_quarters", 1.5: "row.half_more"}
"""Texts for parts of the recommended money, or of the recommended items where nothing has a price."""
MOST_ROWS = 5
"""So many rows of the table have room on the page."""


def decision_page(speaker: Speaker, framing: Framing, say: Wording) -> Section:
    """Return the first page; ``say``: what is true of the list in words, see :func:`decision_words`."""
    decision = speaker.analysis.decision
    blocks = [*head(speaker, say("title"), [say("lede")], framing), Tiles(tuple(tiles(speaker, say)))]
    if not decision.silent:
        blocks += [gain_figure(speaker, say), options_table(speaker, say)]
    if not decision.refusal:
        blocks.append(Prose(say("points"), "points"))
    return Section("decision", tuple(blocks), one_page=True)


def tiles(speaker: Speaker, say: Wording) -> list[Tile]:
    """Return the four numbers of the page."""
    evidence, chosen, whole = speaker.evidence, speaker.analysis.decision.chosen, speaker.analysis.whole
    if chosen is None:  # what there is to decide from
        counts = {"labelled": evidence.n_sample, "positives": evidence.entries_labelled}
        counts["models"] = len(evidence.single)
        shown = [Tile(speaker.say(f"tile.{key}"), value, "count") for key, value in counts.items()]
        if speaker.priced:
            of = speaker.say("items_amount", amount=Decimal(whole.items))
            spend = speaker.shown(whole.spend, "amount")
            shown.append(Tile(speaker.say("tile.whole"), spend, "money", of))
        return shown
    shown = [items_tile(speaker, evidence, chosen.items), found_tile(speaker, chosen.found)]
    if speaker.priced:
        shown.insert(0, Tile(speaker.say("tile.spend"), say("spend"), "money", say("spend_note") or None))
    if chosen.net is not None:
        shown.append(_money_tile(speaker, "net", chosen.net, "whole"))
    elif speaker.priced and chosen.cost_per_entry is None:
        shown.append(Tile(speaker.say("tile.per"), speaker.say("none_found"), "money"))
    elif speaker.priced and chosen.cost_per_entry is not None:
        shown.append(_money_tile(speaker, "per", chosen.cost_per_entry, "amount"))
    elif chosen.recall is not None:
        shown.append(Tile(speaker.say("tile.share"), chosen.recall, "share"))
    return shown


def items_tile(speaker: RankedNouns, evidence: Evidence, items: int) -> Tile:
    """Return how many items are reviewed, of how many."""
    of = "tile.of_list" if evidence.basis == "list" else "tile.of_sample"
    return Tile(speaker.say("tile.items"), items, "count", speaker.say(of, number=evidence.list_items))


def found_tile(speaker: RankedNouns, found: Estimate) -> Tile:
    """Return how many entries are found."""
    span = interval(found)
    note = None if span is None else speaker.say("tile.interval", range=speaker.shown(span, "count"))
    return Tile(speaker.say("tile.found"), found.value, "count", note)


def _money_tile(speaker: Speaker, name: str, estimate: Estimate, kind: str) -> Tile:
    """Return an estimate of money, with as many digits as its interval needs."""
    span, note, shown = interval(estimate), None, "money"
    if span is None and estimate.low is not None:
        note = speaker.say("tile.per_from", low=estimate.low)
    if span is not None:
        fine = not coins_apart(span.low, span.high, speaker.prices.minor_digits)
        if min(span.low, span.high) >= 100 or max(span.low, span.high) <= -100:
            shown = "count"  # of hundreds nobody knows the cents
        elif fine:
            shown, kind = "money_fine", "fine"
        note = speaker.say("tile.interval", range=speaker.shown(span, shown))
    return Tile(speaker.say(f"tile.{name}"), speaker.shown(estimate.value, kind), "money", note)


def options_table(speaker: Speaker, say: Wording) -> Table:
    """Return what less or more money would buy, or the example stops."""
    analysis, priced = speaker.analysis, speaker.priced
    chosen, is_open = analysis.decision.chosen, analysis.decision.goal == "open"
    options = list(analysis.options)
    if not options or options[-1].items < analysis.whole.items:
        options.append(analysis.whole)
    options = options[-MOST_ROWS:]
    strong = [chosen is not None and one.items == chosen.items for one in options]
    heads = [_option_head(speaker, one, strong=here) for one, here in zip(options, strong, strict=True)]
    led = priced and any(one in map(speaker.say, PARTS.values()) for one in heads)
    # The first has none before it.
    cells = [None, *(_per_further(speaker, cost) for cost in review.per_further(options))]
    further = speaker.in_money("col.further") if priced else speaker.say("col.further_items")
    spend = [one.spend for one in options]
    columns: list[FilledColumn | None] = [
        ("review", speaker.say("col.review_money" if led else "col.review"), "text", heads),
        ("items", speaker.say("col.items"), "count", [one.items for one in options]),
        ("spend", speaker.in_money("col.spend"), "money", spend) if priced else None,
        ("found", speaker.say("col.found"), "count", [one.found.value for one in options]),
        ("interval", speaker.say("col.interval"), "count", intervals_of(one.found for one in options)),
        ("recall", speaker.say("col.recall"), "share", [one.recall for one in options]),
        ("further", further, "money" if priced else "number", cells),
    ]
    key = "table.examples" if is_open else "table.options" if priced else "table.options_unpriced"
    return by_columns("options", speaker.say(key), columns, strong=strong, notes=[say("options_note")])


def _per_further(speaker: Speaker, cost: float | None) -> Text | float:
    """Return the cell of what each further entry costs."""
    if cost is None:
        return speaker.say("hardly_more")
    return speaker.say("no_more_found") if math.isinf(cost) else cost


def _option_head(speaker: Speaker, option: Alternative, *, strong: bool) -> Text:
    """Return how a stop is called: by its part of the recommended money, or of the recommended items."""
    analysis = speaker.analysis
    if strong:
        return speaker.say("row.recommended")
    if option.items == speaker.evidence.whole_items:
        return speaker.say("row.whole")
    if analysis.next_step is not None and analysis.ends_soon(option):
        return speaker.say("row.soon", number=analysis.next_step.soon)
    if analysis.decision.goal == "open" and option.recall is not None:
        return speaker.say("row.example", share=option.recall)
    part = analysis.part_of(option)
    return speaker.say("row.share", share=option.share) if part is None else speaker.say(PARTS[part])
