"""What asking somebody for a price would change beside a classifier that answers alone."""

from __future__ import annotations

from budgetplan.plans.asked_beside import AskedBeside
from budgetplan.report.asked_words import agreement, rule_words, worth_up_to
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import (
    Block,
    Bullet,
    FilledColumn,
    Heading,
    Paragraph,
    Table,
    by_columns,
)
from budgetplan.report.phrases import intervals_of, values_of


def asked_point(context: DeferContext) -> list[Bullet]:
    """Return the point of page 1 on who may be asked; nothing where nobody may be."""
    asked = context.selection.asked
    if asked is None:
        return []
    best = asked.best
    if not asked.pays:
        told = [
            sentence
            for one in asked.answerers
            for sentence in worth_up_to(context, one) or [context.say("beside.never", answerer=one.name)]
        ]
        return [Bullet(context.say("beside.not_worth"), tuple(told))]
    key = "beside.worth_firm" if asked.more[1].wholly_above(0.0) else "beside.worth"
    said = context.say(
        "beside.adds",
        answerer=best.rule.answerer,
        settled=best.settled.value,
        wrong=best.settled_wrong.value,
        more=context.say("joint.money" if context.money else "joint.right", value=asked.more[1].value),
        n=asked.items,
    )
    return [Bullet(context.say(key), (said,))]


def asked_blocks(context: DeferContext) -> list[Block]:
    """Return what asking would change, as a table, and what is known of who may be asked."""
    asked = context.selection.asked
    if asked is None:
        return []
    said = [context.say("beside.how", n=asked.items)]
    if asked.pays:
        said.append(rule_words(context, asked.best.rule))
    for one in asked.answerers:
        told = agreement(context, one, asked.model)
        if not told:
            continue
        said += [*told, *worth_up_to(context, one)]
        if one.priced_on:
            said.append(context.say("asked.dated", date=context.locale.printed_date(one.priced_on)))
    return [Heading(context.say("beside.head")), Paragraph(tuple(said)), _table(context, asked)]


def _table(context: DeferContext, asked: AskedBeside) -> Table:
    ways = asked.ways
    names = [one.rule.answerer or "—" for one in ways]
    named = [context.say("joint.way_machine", model=asked.model)]
    named.append(context.say("beside.way_then", model=asked.model, answerer=names[1]))
    named.append(context.say("asked.way_answerer", answerer=names[2]))
    kind = context.kind
    net = context.in_money("beside.c_net") if context.money else context.say("beside.c_net_right")
    columns: list[FilledColumn] = [
        ("way", context.say("joint.c_way"), "sentence", named),
        ("alone", context.say("joint.c_alone"), "count", values_of(one.accepted for one in ways)),
        ("asked", context.say("asked.c_asked"), "count", values_of(one.asked for one in ways)),
        ("settled", context.say("beside.c_settled"), "count", values_of(one.settled for one in ways)),
        ("wrong", context.say("joint.c_wrong"), "count", [one.all_wrong for one in ways]),
        ("left", context.say("joint.c_left"), "count", values_of(one.left for one in ways)),
        ("net", net, kind, values_of(one.net for one in ways)),
        ("more", context.say("beside.c_more"), kind, [None, *intervals_of(asked.more[1:])]),
    ]
    if context.money:
        columns.insert(
            6, ("cost", context.in_money("beside.c_cost"), "money", [float(one.spend) for one in ways])
        )
    return by_columns("asked", context.say("beside.t_ways"), columns)
