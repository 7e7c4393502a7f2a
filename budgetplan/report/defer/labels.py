"""Whether more labels pay before a classifier is chosen, and how many tell two of them apart."""

from __future__ import annotations

from budgetplan.domain.decision import LabelsWorth
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.defer.worth_words import PER
from budgetplan.report.labels import VERDICTS, digits_of, labels_section, rounded_up, verdict
from budgetplan.report.model import Block, Bullet, ColumnKind, Sentence

ON_VALIDATION = "defer.labels_worth_it", "defer.labels_not_worth", "defer.labels_ceiling"
"""As ``VERDICTS``, where labels would be added to the validation items, since these choose."""


def labels_point(context: DeferContext) -> list[Bullet]:
    """Return the point on more labels: worth it or not, or where that cannot be set against a price, the most gained."""
    labels, speaker = context.selection.labels, context.speaker
    if labels is None:
        return []
    if labels.best is not None:
        beyond = context.words.amount((labels.best.beyond or 0.0) / PER)
        said = speaker.say("defer.labels_worth", worth=_most(context, labels.best.worth), beyond=beyond)
    else:
        said = speaker.say("defer.labels_gain", most=_for_so_many(context, labels))
    texts = VERDICTS if context.selection.validation is None else ON_VALIDATION
    return [Bullet(verdict(speaker, labels, texts), (said,))]


def _for_so_many(context: DeferContext, labels: LabelsWorth) -> Sentence:
    """Return the most that is gained, with the number of items that it is of."""
    most = _most(context, labels.everything)
    if labels.listed is None:
        return context.speaker.say("defer.labels_per", value=most)
    return context.speaker.say("defer.labels_list", value=most, n=labels.listed)


def _most(context: DeferContext, worth: float) -> Sentence:
    """Return a ceiling rounded up as far as it is printed."""
    minor = context.selection.plan.prices.minor_digits if context.words.money else None
    return context.words.amount(rounded_up(worth, digits_of(worth, minor)) / PER)


def labels_blocks(context: DeferContext) -> list[Block]:
    """Return what so many more labels are worth, and how many settle each choice, as tables."""
    labels, speaker, words = context.selection.labels, context.speaker, context.words
    if labels is None:
        return []
    validation = context.selection.validation
    why = [speaker.say("defer.labels_why")]
    if validation is not None:
        why = [speaker.say("defer.labels_why_validation", n=validation.n_items)]
    if labels.price is not None:
        price = words.fine(labels.price)
        if labels.beyond is None:
            why.append(speaker.say("defer.labels_price", price=price))
        else:
            why.append(speaker.say("defer.labels_each", price=price, beyond=words.fine(labels.beyond)))
    key = "defer.c_labels_per" if labels.listed is None else "defer.c_labels_list"
    kind: ColumnKind = "money" if words.money else "number"
    which = speaker.say("defer.labels_which")
    return labels_section(
        speaker, labels, why, which, (words.headed(key), kind), context.selection.chosen.name
    )
