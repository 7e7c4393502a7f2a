"""Whether more labels pay before deciding, and how many settle the choice between two models."""

from __future__ import annotations

import math

from budgetplan.domain.decision import LabelsWorth
from budgetplan.report.model import (
    Block,
    Bullet,
    ColumnKind,
    FilledColumn,
    Heading,
    Paragraph,
    Sentence,
    Table,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Speaker


def labels_point(speaker: Speaker) -> list[Bullet]:
    """Return the point on more labels: worth it or not, or where that cannot be set against a price, the most gained."""
    labels = speaker.analysis.labels
    if labels is None:
        return []
    best = labels.best
    if best is not None:
        worth = speaker.say("labels.worth", worth=_most(speaker, best.worth), beyond=best.beyond)
        return [Bullet(speaker.say("labels.worth_it", n=best.n), (worth,))]
    verdict = speaker.say("labels.ceiling" if labels.beyond is None else "labels.not_worth")
    most = _most(speaker, labels.everything)
    return [
        Bullet(verdict, (speaker.say("labels.gain" if labels.unit == "money" else "labels.find", most=most),))
    ]


def _most(speaker: Speaker, worth: float) -> float:
    """Return a ceiling rounded up as far as it is printed: noise of the last digits is no cent."""
    labels = speaker.analysis.labels
    digits = 0
    if labels is not None and labels.unit == "money" and worth < 100:
        digits = speaker.prices.minor_digits
    scale = 10.0**digits
    return math.ceil(worth * scale - 1e-9) / scale


def settling_said(speaker: Speaker, other: str) -> list[Sentence]:
    """Say how many labels tell the recommended model from another; nothing where these labels should do."""
    labels = speaker.analysis.labels
    found = [one for one in labels.settling if one.model == other] if labels is not None else []
    if not found:
        return []
    named = {"model": speaker.analysis.lead.name, "other": other}
    wanted = found[0].labels
    if wanted is None:
        return [speaker.say("labels.settle_never", **named)]
    if wanted <= speaker.evidence.n_sample:
        return []
    if _too_many(speaker, wanted):
        return [speaker.say("labels.settle_beyond", **named)]
    return [speaker.say("labels.settle", **named, labels=wanted, targeted=found[0].targeted)]


def _too_many(speaker: Speaker, wanted: int) -> bool:
    """Say whether the list has fewer items than are to be labelled beside those that are."""
    evidence = speaker.evidence
    return evidence.basis == "list" and wanted - evidence.n_sample > evidence.list_items


def labels_blocks(speaker: Speaker) -> list[Block]:
    """Return what so many more labels are worth, and how many settle each choice, as tables."""
    labels = speaker.analysis.labels
    if labels is None:
        return []
    said = [speaker.say("labels.why_ceilings")]
    if labels.beyond is not None:
        said.append(speaker.say("labels.each", price=labels.price, beyond=labels.beyond))
    elif labels.unit == "money" and labels.price is not None:
        said.append(speaker.say("labels.same_budget", price=labels.price))
    blocks: list[Block] = [Heading(speaker.say("head.labels")), Paragraph(tuple(said))]
    if labels.by_n:
        blocks.append(_by_number(speaker, labels))
    if labels.settling:
        blocks += [Paragraph((speaker.say("labels.which"),)), _settling(speaker, labels)]
    return blocks


def _by_number(speaker: Speaker, labels: LabelsWorth) -> Table:
    rows, in_money = labels.by_n, labels.unit == "money"
    unit: ColumnKind = "money" if in_money else "number"
    heading = speaker.in_money("col.labels_worth") if in_money else speaker.say("col.labels_worth_entries")
    columns: list[FilledColumn] = [
        ("more", speaker.say("col.labels_more"), "count", [one.n for one in rows]),
        ("worth", heading, unit, [one.worth for one in rows]),
    ]
    for name, key in (
        ("price", "col.labels_price"),
        ("beyond", "col.labels_beyond"),
        ("net", "col.labels_net"),
    ):
        amounts = [getattr(one, name) for one in rows]
        if None not in amounts:
            columns.append((name, speaker.in_money(key), "money", amounts))
    strong = [one == labels.best for one in rows]
    return by_columns("labels", speaker.say("table.labels"), columns, strong=strong)


def _settling(speaker: Speaker, labels: LabelsWorth) -> Table:
    rows, wanted, targeted = labels.settling, list[Value](), list[Value]()
    for one in rows:  # models, not items
        none = one.labels is None
        told = none or _too_many(speaker, one.labels or 0)
        said = speaker.say("row.labels_none" if none else "row.labels_too_many") if told else None
        wanted.append(said or one.labels)
        targeted.append(None if told else one.targeted)
    columns: list[FilledColumn] = [
        ("model", speaker.say("col.model"), "text", [speaker.named(one.model) for one in rows]),
        ("labels", speaker.say("col.labels_all"), "count", wanted),
        ("share", speaker.say("col.labels_share"), "share", [one.share for one in rows]),
        ("targeted", speaker.say("col.labels_targeted"), "count", targeted),
    ]
    caption = speaker.say("table.settling", model=speaker.analysis.lead.name)
    return by_columns("settling", caption, columns)
