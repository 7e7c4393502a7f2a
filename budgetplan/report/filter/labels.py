"""Whether more labels pay before deciding, and how many settle the choice between two models."""

from __future__ import annotations

from budgetplan.report.labels import labels_section, rounded_up, too_many, verdict
from budgetplan.report.model import Block, Bullet, ColumnKind, Sentence
from budgetplan.report.phrases import Speaker


def labels_point(speaker: Speaker) -> list[Bullet]:
    """Return the point on more labels: worth it or not, or where that cannot be set against a price, the most gained."""
    labels = speaker.analysis.labels
    if labels is None:
        return []
    if labels.best is not None:
        worth = _most(speaker, labels.best.worth)
        said = speaker.say("labels.worth", worth=worth, beyond=labels.best.beyond)
    else:
        key = "labels.gain" if labels.unit == "money" else "labels.find"
        said = speaker.say(key, most=_most(speaker, labels.everything))
    return [Bullet(verdict(speaker, labels), (said,))]


def _most(speaker: Speaker, worth: float) -> float:
    labels = speaker.analysis.labels
    in_cents = labels is not None and labels.unit == "money" and worth < 100
    return rounded_up(worth, speaker.prices.minor_digits if in_cents else 0)


def settling_said(speaker: Speaker, other: str) -> list[Sentence]:
    """Say how many labels tell the recommended model from another; nothing where these labels should do."""
    labels = speaker.analysis.labels
    found = [one for one in labels.settling if one.model == other] if labels is not None else []
    if labels is None or not found:
        return []
    named = {"model": speaker.analysis.lead.name, "other": other}
    wanted = found[0].labels
    if wanted is None:
        return [speaker.say("labels.settle_never", **named)]
    if wanted <= labels.labelled:
        return []
    if too_many(labels, wanted):
        return [speaker.say("labels.settle_beyond", **named)]
    return [speaker.say("labels.settle", **named, labels=wanted, targeted=found[0].targeted)]


def labels_blocks(speaker: Speaker) -> list[Block]:
    """Return what so many more labels are worth, and how many settle each choice, as tables."""
    labels = speaker.analysis.labels
    if labels is None:
        return []
    why = [speaker.say("labels.why_ceilings")]
    if labels.beyond is not None:
        why.append(speaker.say("labels.each", price=labels.price, beyond=labels.beyond))
    elif labels.unit == "money" and labels.price is not None:
        why.append(speaker.say("labels.same_budget", price=labels.price))
    in_money = labels.unit == "money"
    heading = speaker.in_money("col.labels_worth") if in_money else speaker.say("col.labels_worth_entries")
    kind: ColumnKind = "money" if in_money else "number"
    which = speaker.say("labels.which")
    return labels_section(speaker, labels, why, which, (heading, kind), speaker.analysis.lead.name)
