"""What asking somebody for a price would change beside a classifier that answers alone."""

from __future__ import annotations

from budgetplan.planning.asking.beside import AskedBeside
from budgetplan.planning.asking.dropping import KnownAnswerer
from budgetplan.report.asked_words import agreement, rule_words, two_digits
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import (
    Block,
    Bullet,
    ColumnKind,
    FilledColumn,
    Heading,
    Paragraph,
    Sentence,
    Table,
    by_columns,
)
from budgetplan.report.phrases import interval


def asked_point(context: DeferContext) -> list[Bullet]:
    """Return the point of page 1 on who may be asked; nothing where nobody may be."""
    asked, speaker = context.selection.asked, context.speaker
    if asked is None:
        return []
    best = asked.best
    if not asked.pays:
        return [Bullet(speaker.say("beside.not_worth"), _never(context, asked))]
    key = "beside.worth_firm" if asked.more[1].wholly_above(0.0) else "beside.worth"
    said = speaker.say(
        "beside.adds",
        answerer=best.rule.answerer,
        settled=best.settled.value,
        wrong=best.settled_wrong.value,
        more=_amount(context, asked.more[1].value),
        n=asked.items,
    )
    return [Bullet(speaker.say(key), (said,))]


def _never(context: DeferContext, asked: AskedBeside) -> tuple[Sentence, ...]:
    said: list[Sentence] = []
    for one in asked.answerers:
        said += _limit(context, one) or [context.speaker.say("beside.never", answerer=one.name)]
    return tuple(said)


def _limit(context: DeferContext, one: KnownAnswerer) -> list[Sentence]:
    """Say up to which price an answerer is worth asking; nothing where it is at none."""
    limit = two_digits(one.worth_up_to) if one.worth_up_to else None
    return [context.speaker.say("beside.limit", answerer=one.name, limit=limit)] if limit else []


def asked_blocks(context: DeferContext) -> list[Block]:
    """Return what asking would change, as a table, and what is known of who may be asked."""
    asked, speaker = context.selection.asked, context.speaker
    if asked is None:
        return []
    said = [speaker.say("beside.how", n=asked.items)]
    if asked.pays:
        said.append(rule_words(speaker, asked.best.rule))
    for one in asked.answerers:
        told = agreement(speaker, one, asked.model)
        if not told:
            continue
        said += [*told, *_limit(context, one)]
        if one.priced_on:
            said.append(speaker.say("asked.dated", date=speaker.locale.printed_date(one.priced_on)))
    return [Heading(speaker.say("beside.head")), Paragraph(tuple(said)), _table(context, asked)]


def _table(context: DeferContext, asked: AskedBeside) -> Table:
    speaker, words, ways = context.speaker, context.words, asked.ways
    named = [speaker.say("joint.way_machine", model=asked.model)]
    _, then, alone = (one.rule.answerer or "—" for one in ways)
    named.append(speaker.say("beside.way_then", model=asked.model, answerer=then))
    named.append(speaker.say("asked.way_answerer", answerer=alone))
    kind: ColumnKind = "money" if words.money else "gap"
    net = speaker.in_money("beside.c_net") if words.money else speaker.say("beside.c_net_right")
    columns: list[FilledColumn] = [
        ("way", speaker.say("joint.c_way"), "sentence", named),
        ("alone", speaker.say("joint.c_alone"), "count", [one.accepted.value for one in ways]),
        ("asked", speaker.say("asked.c_asked"), "count", [one.asked.value for one in ways]),
        ("settled", speaker.say("beside.c_settled"), "count", [one.settled.value for one in ways]),
        (
            "wrong",
            speaker.say("joint.c_wrong"),
            "count",
            [one.wrong.value + one.settled_wrong.value for one in ways],
        ),
        ("left", speaker.say("joint.c_left"), "count", [one.left.value for one in ways]),
        ("net", net, kind, [one.net.value for one in ways]),
        ("more", speaker.say("beside.c_more"), kind, [None, *(interval(more) for more in asked.more[1:])]),
    ]
    if words.money:
        columns.insert(
            6, ("cost", speaker.in_money("beside.c_cost"), "money", [float(one.spend) for one in ways])
        )
    return by_columns("asked", speaker.say("beside.t_ways"), columns)


def _amount(context: DeferContext, value: float) -> Sentence:
    return context.speaker.say("joint.money" if context.words.money else "joint.right", value=value)
