"""Whether more labels pay before a joint plan is chosen, and how many tell two models apart."""

from __future__ import annotations

from budgetplan.report.defer.labels import ON_VALIDATION
from budgetplan.report.joint.context import JointContext
from budgetplan.report.labels import VERDICTS, digits_of, labels_section, rounded_up, verdict
from budgetplan.report.model import Block, Bullet, ColumnKind, Sentence


def labels_point(context: JointContext) -> list[Bullet]:
    """Return the point on more labels: worth it or not, or where that cannot be set against a price, the most gained."""
    labels = context.joint.labels
    if labels is None:
        return []
    said = context.say("defer.labels_gain", most=_most(context, labels.everything))
    if labels.best is not None:
        beyond = context.amount(labels.best.beyond or 0.0)
        said = context.say("defer.labels_worth", worth=_most(context, labels.best.worth), beyond=beyond)
    texts = VERDICTS if context.joint.validation is None else ON_VALIDATION
    return [Bullet(verdict(context, labels, texts), (said,))]


def _most(context: JointContext, worth: float) -> Sentence:
    """Return a ceiling rounded up as far as it is printed."""
    minor = context.plan.prices.minor_digits if context.money else None
    return context.amount(rounded_up(worth, digits_of(worth, minor)))


def labels_blocks(context: JointContext) -> list[Block]:
    """Return what so many more labels are worth, and how many settle each choice, as tables."""
    labels, validation = context.joint.labels, context.joint.validation
    if labels is None:
        return []
    why = [context.say("defer.labels_why")]
    if validation is not None:
        why = [context.say("defer.labels_why_validation", n=validation.n_items)]
    if labels.price is not None and labels.beyond is None:
        why.append(context.say("labels.same_budget", price=labels.price))
    elif labels.price is not None:
        price, beyond = (context.say("defer.fine_money", value=one) for one in (labels.price, labels.beyond))
        why.append(context.say("defer.labels_each", price=price, beyond=beyond))
    heading = context.in_money("col.labels_worth") if context.money else context.say("col.labels_worth")
    kind: ColumnKind = "money" if context.money else "number"
    which = context.say("defer.labels_which")
    return labels_section(context, labels, why, which, (heading, kind), context.model)
