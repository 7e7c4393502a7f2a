"""The few numbers of page 1, side by side."""

from __future__ import annotations

from decimal import Decimal

from budgetplan.documents.model import Sentence, Tile
from budgetplan.documents.speaker import Speaker, interval
from budgetplan.domain.decision import Estimate, Option


def tiles(speaker: Speaker) -> list[Tile]:
    """Return the few numbers of the page."""
    evidence, chosen = speaker.evidence, speaker.analysis.decision.chosen
    if chosen is None:
        return _tiles_without(speaker)
    of = "tile.of_list" if evidence.basis == "list" else "tile.of_sample"
    shown = []
    if speaker.priced:
        note = _spend_note(speaker, chosen)
        shown.append(
            Tile(speaker.say("tile.spend"), speaker.say("amount", amount=chosen.spend), "money", note)
        )
    shown.append(
        Tile(speaker.say("tile.items"), chosen.items, "count", speaker.say(of, n=evidence.list_items))
    )
    shown.append(
        Tile(speaker.say("tile.found"), chosen.found.value, "count", _interval_note(speaker, chosen.found))
    )
    if chosen.net is not None:
        net = speaker.say("amount_whole", amount=chosen.net.value)
        shown.append(
            Tile(speaker.say("tile.net"), net, "money", _interval_note(speaker, chosen.net, money=True))
        )
    elif speaker.priced:
        shown.append(_per_entry_tile(speaker, chosen))
    elif chosen.recall is not None:
        shown.append(Tile(speaker.say("tile.share"), chosen.recall, "share"))
    return shown


def _spend_note(speaker: Speaker, chosen: Option) -> Sentence | None:
    """Return the hours that are paid, or the price of an item where there is just that one price."""
    prices = speaker.prices
    if chosen.hours:
        return speaker.say("tile.hours", hours=chosen.hours)
    more = (
        prices.per_unit
        or prices.adjudication
        or prices.extra_per_entry
        or prices.contingency
        or prices.indirect
    )
    if prices.listed or more or prices.total_fixed(speaker.analysis.lead.cost):
        return None
    return speaker.say("tile.each", price=prices.per_item * prices.annotators)


def _per_entry_tile(speaker: Speaker, chosen: Option) -> Tile:
    per = chosen.cost_per_entry
    if per is None:
        return Tile(speaker.say("tile.per"), speaker.say("none_found"), "money")
    note = _interval_note(speaker, per, money=True)
    if note is None and per.low is not None:
        note = speaker.say("tile.per_from", low=per.low)
    # As many digits as its interval needs, so that it does not seem to lie outside.
    span = note.args.get("range") if note is not None else None
    fine = isinstance(span, Sentence) and span.key == "range.money_fine"
    return Tile(
        speaker.say("tile.per"),
        speaker.say("amount_fine" if fine else "amount", amount=per.value),
        "money",
        note,
    )


def _interval_note(speaker: Speaker, estimate: Estimate, *, money: bool = False) -> Sentence | None:
    span = interval(estimate)
    if span is None:
        return None
    kind = "range.count"
    if money and min(abs(span.low), abs(span.high)) < 100:  # an interval of hundreds needs no cents
        coin = 10.0**-speaker.prices.minor_digits
        kind = "range.money" if span.high - span.low >= 2 * coin else "range.money_fine"
    return speaker.say("tile.interval", range=speaker.say(kind, range=span))


def _tiles_without(speaker: Speaker) -> list[Tile]:
    """Return tiles for a page that recommends no stop: what there is to decide from."""
    evidence, whole = speaker.evidence, speaker.analysis.whole
    positives = float(evidence.measures["positives"].sum())
    shown = [
        Tile(speaker.say("tile.labelled"), evidence.n_sample, "count"),
        Tile(speaker.say("tile.positives"), positives, "count"),
        Tile(speaker.say("tile.models"), len(evidence.models), "count"),
    ]
    if speaker.priced:
        of = speaker.say("items_amount", amount=Decimal(whole.items))
        shown.append(Tile(speaker.say("tile.whole"), speaker.say("amount", amount=whole.spend), "money", of))
    return shown
