"""What the report on a joint plan says where somebody who is paid by the item may be asked before people."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.domain.prices import BudgetLine, exact, paid_to
from budgetplan.domain.rounding import cut_to, rounded_percent
from budgetplan.plans.answerers import KnownAnswerer
from budgetplan.plans.joint import Rival
from budgetplan.plans.ways import JointAlternative
from budgetplan.report.asked_words import agreement, rule_words
from budgetplan.report.joint.context import JointContext, moved, people_err
from budgetplan.report.model import (
    Block,
    Bullet,
    Bullets,
    FilledColumn,
    Heading,
    Paragraph,
    Table,
    Text,
    Tile,
    Value,
    by_columns,
)
from budgetplan.work.building import ASK_FILE


def asking(context: JointContext) -> bool:
    """Return whether the recommended plan asks anybody."""
    return context.chosen.calls is not None


def answerer_of(option: JointAlternative) -> str:
    """Return who is asked in a plan: empty where nobody is."""
    return option.rule.answerer if option.calls is not None else ""


def names(context: JointContext) -> str:
    """Return who may be asked."""
    return context.locale.listing([one.name for one in context.joint.answerers], choice=True)


def title(context: JointContext) -> Text:
    """Return the plan in one sentence."""
    counts = context.counts
    if not context.priced or not context.chosen.spend:
        return context.say("asked.title_free")
    if counts.accepted:
        return context.say("asked.title" if counts.reviewed else "asked.title_no_people")
    return context.say("asked.title_no_model" if counts.reviewed else "asked.title_alone")


def first_of_all(context: JointContext) -> list[Block]:
    """Return the line of page 1 on what has to be done before people begin, nothing where nobody is asked."""
    if not asking(context):
        return []
    return [Bullets((Bullet(context.say("asked.before"), (context.say("asked.short"),)),), "begin")]


def if_harsher(context: JointContext, one: JointAlternative) -> Text:
    """Say whose each item would be if a wrong answer lost twice as much, where somebody is then asked."""
    whole = context.whole(one)
    counts = {"accepted": whole.accepted, "settled": whole.settled, "reviewed": whole.reviewed}
    return context.say("asked.harsher", answerer=answerer_of(one), **counts)


def before_people(context: JointContext) -> list[Bullet]:
    """Return what has to be done before people begin, nothing where nobody is asked."""
    if not asking(context):
        return []
    return [Bullet(context.say("asked.before"), (context.say("asked.begin"), *_on_list(context)))]


def _on_list(context: JointContext) -> list[Text]:
    """Say how far the plan is carried out on the list, nothing where that has no predictions."""
    known = context.joint.answered_list
    if known is None:
        return []
    if known.waits:
        column = context.plan.answerer(known.answerer).column
        return [context.say("asked.list_open", unasked=len(known.unasked), file=ASK_FILE, column=column)]
    counts = dict(zip(("accepted", "settled"), known.counts, strict=True))
    return [context.say("asked.list_known", review=known.review, **counts)]


def does(context: JointContext) -> list[Text]:
    """Say who answers how many; then for how much the answerer does, with how many wrong."""
    calls, wrong = context.chosen.calls, context.counts.settled_wrong
    paid = context.priced and calls is not None and calls.amount
    split = context.say_where("asked.split" if context.counts.left else "asked.split_done")
    return [split, context.say("asked.settles" if paid else "asked.settles_free", wrong=wrong)]


def rivals(context: JointContext) -> Text:
    """Say what each alone, and the model and people without an answerer, would reach."""
    ways = context.joint.rivals
    nets = {kind: context.amount(one.net.value) for kind, one in ways.items()}
    key = "asked.rivals_open" if context.chosen.budget is None else "asked.rivals"
    without = nets["model, people"]
    return context.say(key, people=nets["people"], machine=nets["machine"], without=without)


def tiles(context: JointContext) -> list[Tile]:
    """Return what the model, and the answerer, answer."""
    option, counts = context.chosen, context.counts

    def wrong(key: str, n: float, estimate: Estimate, **said: Any) -> Text:
        found = moved(estimate)
        if found is None:
            return context.say(key, wrong=n, **said)
        return context.say(f"{key}_range", wrong=n, range=found, **said)

    calls = option.calls
    key, said = "asked.tile_wrong", dict[str, Any]()
    if context.priced and calls is not None and calls.amount:
        key, said = "asked.tile_paid", {"asked": calls.items, "paid": calls.amount}
    alone = wrong("asked.tile_wrong", counts.wrong, option.wrong)
    settled = wrong(key, counts.settled_wrong, option.settled_wrong, **said)
    theirs = context.say("asked.tile_settled", answerer=answerer_of(option))
    model = Tile(context.say("asked.tile_alone"), counts.accepted, "count", alone)
    return [model, Tile(theirs, counts.settled, "count", settled)]


def bullets(context: JointContext) -> list[Bullet]:
    """Say of each answerer up to which price, and which share of errors, it is worth asking."""
    if not context.priced:
        return []
    return [_bullet(context, one) for one in context.joint.answerers if one.right is not None]


def _bullet(context: JointContext, one: KnownAnswerer) -> Bullet:
    price, dated = exact(one.price), context.say("asked.undated")
    if one.priced_on:
        dated = context.say("asked.dated", date=context.locale.printed_date(one.priced_on))
    limit = None if one.worth_up_to is None else cut_to(2, one.worth_up_to)
    chosen = asking(context) and answerer_of(context.chosen) == one.name
    if chosen and limit is not None and limit >= price and one.errors_up_to is not None:
        more = context.joint.over_rivals["model, people"]
        key = "asked.worth_firm" if more.wholly_above(0.0) else "asked.worth"
        assert one.wrong is not None
        errors = {"now": rounded_percent(one.wrong), "errors": rounded_percent(one.errors_up_to)}
        what = context.say("asked.worth_what", more=context.estimate(more), **errors)
        return Bullet(context.say(key, answerer=one.name, price=price, limit=limit), (what, dated))
    what = context.say("asked.never") if not limit else context.say("asked.not_worth_what", limit=limit)
    return Bullet(context.say("asked.not_worth", answerer=one.name, price=price), (what, dated))


def section_blocks(context: JointContext, lines: Sequence[BudgetLine]) -> list[Block]:
    """Return who does how many at what cost, and what is known of the answerers; nothing where there are none."""
    joint = context.joint
    if not joint.answerers or not context.chosen.starts:
        return []
    said = [told for one in joint.answerers for told in agreement(context, one, context.model)]
    blocks: list[Block] = [Heading(context.say("asked.head"))]
    if asking(context):
        name = answerer_of(context.chosen)
        how = [context.rule()] if context.counts.accepted else []
        how += [context.say("asked.where", answerer=name), rule_words(context, context.chosen.rule)]
        how += [context.order()] if context.chosen.items else []
        blocks += [Paragraph(tuple(how)), who_table(context, lines)]
    worth = people_err(context) if asking(context) else []
    return [*blocks, Paragraph((*said, *worth))] if said or worth else blocks


def who_table(context: JointContext, lines: Sequence[BudgetLine]) -> Table:
    """Return who answers how many, at what cost, with how many wrong."""
    option, zero = context.chosen, Decimal(0)
    cost = paid_to(lines)
    counts = context.counts
    rows: list[tuple[Value, Value, Value, Value, Value]] = [
        (context.say("asked.who_model"), context.joint.total, counts.accepted, counts.wrong, cost.get("model", zero)),
        (context.say("asked.who_answerer", answerer=answerer_of(option)), None if option.calls is None else option.calls.items, counts.settled, counts.settled_wrong, cost.get("calls", zero)),
        (context.say("asked.who_people"), counts.reviewed, counts.reviewed, counts.amiss, cost.get("people", zero)),
        (context.say("asked.who_nobody"), None, counts.left, None, None),
    ]  # fmt: skip
    if cost.get("more"):
        rows.append((context.say("asked.who_more"), None, None, None, cost["more"]))
    who, asked, items, wrong, paid = zip(*rows, strict=True)
    columns: list[FilledColumn] = [
        ("who", context.say("asked.c_who"), "sentence", who),
        ("asked", context.say("asked.c_asked"), "count", asked),
        ("items", context.say("asked.c_items"), "count", items),
        ("wrong", context.say("asked.c_wrong"), "count", wrong),
    ]
    if context.priced:
        columns.append(("cost", context.say("asked.c_cost"), "money", paid))
    return by_columns("who", context.say("asked.t_who"), columns)


def way(context: JointContext, kind: Rival) -> Text:
    """Return the name of what joining is compared with, where somebody may be asked."""
    name = answerer_of(context.joint.rivals[kind])
    if kind == "answerer":
        return context.say("asked.way_answerer", answerer=name)
    if kind == "answerer, people":
        return context.say("asked.way_then", answerer=name)
    return context.say("asked.way_model")
