"""Page 1 of a plan with quotas: what is reviewed of each stratum, what that costs, and how sure it is."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from typing import Any

from budgetplan.planning.filter.list_check import labels_wanted
from budgetplan.planning.filter.quota.solve import QuotaRow
from budgetplan.report.filter.decision_page import few_lede, few_title
from budgetplan.report.filter.quota.speaker import QuotaSpeaker
from budgetplan.report.first_page import Point, behind, points_shown, split_lede
from budgetplan.report.model import (
    Block,
    Bullet,
    Bullets,
    FilledColumn,
    Heading,
    Ref,
    Row,
    Section,
    Sentence,
    Table,
    Tile,
    Tiles,
    Value,
    by_columns,
)
from budgetplan.report.page import Framing, head
from budgetplan.report.phrases import interval
from budgetplan.report.work_plan import work_bullets
from budgetplan.workplan.building import WorkPlan

ROWS = 10
"""So many strata stand on page 1; of more, those whose quotas are met most rarely."""
NAMED = 3
"""So many strata that cannot be held are told one by one."""
MOST_BEYOND = 20
"""So many strata stand there where nothing is reviewed."""
ALL_BUT_SURE = 0.9
"""Where quotas are met all at once more rarely than this, the title says so: it may not promise them."""
COIN = 0.005
"""Less money than this is none."""


def decision_page(
    speaker: QuotaSpeaker, framing: Framing, work: WorkPlan | None
) -> tuple[Section, list[Section]]:
    """Return the first page, and the section behind it; ``work``: how the plan is carried out."""
    told, rest = split_lede(lede(speaker))
    blocks: list[Block] = [*head(speaker, title(speaker), told, framing)]
    if shown := tiles(speaker):
        blocks.append(Tiles(tuple(shown)))
    if speaker.quota.refusal in {"", "few"}:
        known = speaker.quota.offer.least is not None
        blocks.append(strata_table(speaker) if known else _beyond_table(speaker))
    blocks += work_bullets(speaker, work)
    points = [] if speaker.quota.chosen is None else sureness(speaker)
    if points:
        blocks += [Heading(speaker.say("head.sure")), Bullets(tuple(points_shown(points)))]
    first = Section("decision", tuple(blocks), one_page=True)
    return first, behind(speaker, rest, points)


def sureness(speaker: QuotaSpeaker) -> list[Point]:
    """Return the points on how sure the plan is: all quotas at once, the dearest one, other orders, what is not covered."""
    points = [Point(Bullet(_chance(speaker)))]
    for key, said in (("quota.point_dearest", _dearest(speaker)), ("quota.point_order", _other(speaker))):
        points += [Point(Bullet(speaker.say(key), tuple(said), leads=True))] if said else []
    return [*points, Point(Bullet(speaker.say("sure.not_covered")))]


def title(speaker: QuotaSpeaker) -> Sentence:
    """Return the recommendation as one sentence."""
    quota, plan = speaker.quota, speaker.plan
    if quota.refusal == "few":
        return few_title(speaker, quota.evidence)
    if quota.refusal:
        return speaker.say(f"title.refused_{quota.refusal}")
    if quota.chosen is not None:
        said: dict[str, Any] = {"items": quota.chosen.reviewed, "model": quota.offer.name}
        said |= {"spend": quota.chosen.spend} if speaker.priced else {}
        price, safer = "" if speaker.priced else "_unpriced", quota.safer
        if quota.chance is None or quota.chance >= ALL_BUT_SURE:
            return speaker.say(f"quota.title{price}", **said)
        if safer is None:
            return speaker.say(f"quota.title_never{price}", **said)
        said["safe"] = safer.spend if speaker.priced else safer.items
        return speaker.say(f"quota.title_even{price}", **said)
    if quota.offer.least is None:
        beyond = quota.beyond
        if len(beyond) == 1:
            (one,) = beyond
            return speaker.say("quota.title_beyond", stratum=one.name, most=one.most, quota=one.quota)
        return speaker.say("quota.title_beyond_many", n=len(beyond))
    if quota.offer.unsure:
        return _unsure(speaker)
    assert plan.budget is not None
    budget, least = speaker.budget(plan.budget), quota.offer.least
    said = {"budget": budget} | ({} if speaker.sure is None else {"sure": speaker.sure})
    sure = "" if speaker.sure is None else "_sure"
    if plan.budget.unit == "money":
        wanted = quota.offer.least_budget(least)
        return speaker.say(f"quota.title_over{sure}", least=wanted, **said)
    return speaker.say(f"quota.title_over_items{sure}", items=least.reviewed, **said)


def _unsure(speaker: QuotaSpeaker) -> Sentence:
    """Say that no review of the list is as sure of all quotas as is wanted."""
    surest = speaker.quota.surest or 0.0
    # Rounded down, since it falls short of what is wanted.
    return speaker.say("quota.title_unsure", surest=math.floor(surest * 100) / 100, sure=speaker.sure)


def lede(speaker: QuotaSpeaker) -> list[Sentence]:
    """Return what the plan brings, what the quotas cost, and how sure it is that all are met."""
    quota = speaker.quota
    if quota.refusal:
        return _refused(speaker)
    if quota.chosen is None:
        over = [speaker.say("quota.over_table", table=Ref("quotas"))] if quota.offer.least else []
        return [*no_plan(speaker, table=True), *over]
    return [
        *_unlike(speaker),
        speaker.says_wanted("quota.wanted"),
        _finds(speaker),
        what_quotas_take(speaker),
        *_price(speaker),
        *_net(speaker),
        *([speaker.say("quota.like")] if speaker.evidence.basis == "sample" else []),
    ]


def no_plan(speaker: QuotaSpeaker, *, table: bool = False) -> list[Sentence]:
    """Say which quotas are more than the list holds, or that the budget does not pay for them, and what to do.

    ``table``: whether there is one to look at.
    """
    quota = speaker.quota
    wanted = [*_unlike(speaker), speaker.says_wanted("quota.wanted")]
    if quota.offer.unsure:
        return [*wanted, *_by_estimate(speaker), speaker.say("quota.unsure_todo")]
    if quota.offer.least is not None:
        sure = speaker.sure
        return [
            *wanted,
            speaker.say("quota.over") if sure is None else speaker.say("quota.over_sure", sure=sure),
        ]
    most = [
        speaker.say("quota.most", stratum=one.name, most=one.most, quota=one.quota)
        for one in quota.beyond[:NAMED]
    ]
    more = len(quota.beyond) - NAMED
    if more > 0 and table:
        most.append(speaker.say("quota.most_more", n=more, table=Ref("quotas")))
    return [*wanted, *most, speaker.say("quota.beyond_todo")]


def _by_estimate(speaker: QuotaSpeaker) -> list[Sentence]:
    """Say what a plan by the best estimate would take, and how often it would hold all quotas."""
    quota, least = speaker.quota, speaker.quota.offer.least
    if quota.chance is None or least is None:
        return []
    said = {"items": least.reviewed, "chance": quota.chance}
    if speaker.priced:
        return [speaker.say("quota.unsure_least", spend=least.spend, **said)]
    return [speaker.say("quota.unsure_least_unpriced", **said)]


def _refused(speaker: QuotaSpeaker) -> list[Sentence]:
    """Say why the labels cannot speak for the list, and the way on."""
    quota, evidence = speaker.quota, speaker.evidence
    if quota.refusal == "few":
        return few_lede(speaker, evidence, quota.check.more)
    reviewed = quota.check.top[1] if quota.refusal == "reviewed" else 0.0
    wanted = labels_wanted(evidence, reviewed)
    if quota.refusal == "reviewed":
        (model, share), n = quota.check.top, evidence.n_sample
        why = speaker.say("lede.refused_reviewed", n=n, top=round(share * n), model=model)
        return [why, speaker.say("lede.refused_split", wanted=wanted)]
    why = speaker.say("quota.refused_outside", stratum=quota.refused)
    return [why, speaker.say("lede.refused_todo", wanted=wanted)]


def _unlike(speaker: QuotaSpeaker) -> list[Sentence]:
    unlike = speaker.quota.check.unlike
    if not unlike:
        return []
    return [speaker.say("lede.unlike", models=speaker.locale.listing([*unlike]))]


def _finds(speaker: QuotaSpeaker) -> Sentence:
    found = speaker.quota.found
    assert found is not None
    span = interval(found)
    if span is None:
        return speaker.say("quota.finds_plain", found=found.value)
    return speaker.say("quota.finds", found=found.value, range=span)


def what_quotas_take(speaker: QuotaSpeaker) -> Sentence:
    """Return what the quotas take of the plan, and how surely they are then met."""
    chosen, least = speaker.quota.chosen, speaker.quota.offer.least
    assert chosen is not None
    assert least is not None
    if chosen.items == least.items:
        if speaker.is_sure:
            return speaker.say("quota.least_sure", sure=speaker.sure)
        return speaker.say("quota.least")
    if speaker.is_sure:
        if speaker.priced:
            return speaker.say("quota.more_sure", least=least.spend, sure=speaker.sure)
        return speaker.say("quota.more_sure_items", least=least.reviewed, sure=speaker.sure)
    if speaker.priced:
        return speaker.say("quota.more", least=least.spend)
    return speaker.say("quota.more_items", least=least.reviewed)


def _net(speaker: QuotaSpeaker) -> list[Sentence]:
    net = speaker.quota.net
    if net is None:
        return []
    span = interval(net)
    if span is None:
        return [speaker.say("quota.net", net=net.value)]
    return [speaker.say("quota.net_range", net=net.value, range=speaker.say("range.money", range=span))]


def _chance(speaker: QuotaSpeaker) -> Sentence:
    quota = speaker.quota
    if quota.chance is None:
        return speaker.say("quota.chance_unknown")
    if quota.chance >= 0.95:
        return speaker.say("quota.chance_enough", chance=quota.chance)
    if quota.safer is None:
        return speaker.say("quota.chance_never", chance=quota.chance)
    said = {"chance": quota.chance, "safe": quota.safer.items}
    if speaker.priced:
        return speaker.say("quota.chance", spend=quota.safer.spend, **said)
    return speaker.say("quota.chance_unpriced", **said)


def _price(speaker: QuotaSpeaker) -> list[Sentence]:
    quota = speaker.quota
    if quota.price is not None:
        if quota.price < COIN:
            return [speaker.say("quota.price_none")]
        return [speaker.say("quota.price", price=quota.price)]
    if quota.price_found is None:
        return []
    if quota.price_found < COIN:
        return [speaker.say("quota.price_none")]
    return [speaker.say("quota.price_found", price=quota.price_found)]


def _dearest(speaker: QuotaSpeaker) -> list[Sentence]:
    one = speaker.dearest
    if one is None:
        return []
    key = "quota.last" if speaker.priced else "quota.last_items"
    return [speaker.say(key, stratum=one.name, cost=one.last_entry)]


def _other(speaker: QuotaSpeaker) -> list[Sentence]:
    """Say what the quotas would take in the order that meets them cheapest among the others."""
    quota = speaker.quota
    others = [offer for offer in quota.offers if offer.name != quota.offer.name]
    if not others:
        return []
    known = [(offer.name, least) for offer in others if (least := offer.surely_least) is not None]
    if not known:
        return [
            speaker.say(
                "quota.other_none_sure" if any(offer.unsure for offer in others) else "quota.other_none"
            )
        ]

    name, best = min(known, key=lambda pair: (pair[1].spend, pair[1].reviewed, pair[0]))
    own = quota.offer.least
    assert own is not None
    sure = "" if speaker.sure is None else "_sure"
    if speaker.priced:
        return [speaker.say(f"quota.other{sure}", other=name, least=best.spend, own=own.spend)]
    return [speaker.say(f"quota.other{sure}_unpriced", other=name, least=best.reviewed, own=own.reviewed)]


def tiles(speaker: QuotaSpeaker) -> list[Tile]:
    """Return the few numbers of the page; none where nothing is recommended."""
    quota, evidence = speaker.quota, speaker.evidence
    chosen, found = quota.chosen, quota.found
    if chosen is None or found is None:
        return []
    shown = []
    if speaker.priced:
        spend = speaker.say("amount", amount=chosen.spend)
        shown.append(Tile(speaker.say("tile.spend"), spend, "money"))
    of = "tile.of_list" if evidence.basis == "list" else "tile.of_sample"
    shown.append(
        Tile(speaker.say("tile.items"), chosen.reviewed, "count", speaker.say(of, n=evidence.list_items))
    )
    span = interval(found)
    note = (
        None if span is None else speaker.say("tile.interval", range=speaker.say("range.count", range=span))
    )
    shown.append(Tile(speaker.say("tile.found"), found.value, "count", note))
    if quota.chance is not None:
        label, of_all = speaker.say("tile.quota_met"), speaker.say("tile.quota_resamples")
        shown.append(Tile(label, quota.chance, "share", of_all))
    return shown


def _beyond_table(speaker: QuotaSpeaker) -> Table:
    """Return what is wanted of each stratum and what the list holds of it, where no order holds all that is wanted."""
    rows = shown_rows(speaker.quota.rows, MOST_BEYOND)
    columns: list[FilledColumn] = [
        ("stratum", speaker.say("col.stratum"), "text", [row.name for row in rows]),
        ("listed", speaker.say("col.quota_listed"), "count", [row.listed for row in rows]),
        ("quota", speaker.say("col.quota"), "count", [row.quota for row in rows]),
        ("most", speaker.say("col.quota_most"), "count", [row.most for row in rows]),
    ]
    beyond = speaker.quota.beyond
    strong = [row in beyond for row in rows]
    return by_columns("quotas", speaker.say("table.quotas_beyond"), columns, strong=strong)


def strata_table(speaker: QuotaSpeaker, *, key: str = "quotas", most: int = ROWS) -> Table:
    """Return what is reviewed of each stratum; with what is paid once the costs add up to the total."""
    quota = speaker.quota
    rows = shown_rows(quota.rows, most)
    rest = [row for row in quota.rows if row not in rows]
    more = [speaker.say("row.quota_some", n=len(rest))] if rest else []

    def column(cells: list[Value], left: list[Value]) -> list[Value]:
        return [*cells, *left[: len(more)]]

    def added(amounts: list[Decimal]) -> Decimal:
        return sum(amounts, Decimal(0))

    spans: list[Value] = [interval(row.found) if row.items else None for row in rows]
    columns: list[FilledColumn] = [
        ("stratum", speaker.say("col.stratum"), "text", column([row.name for row in rows], [*more])),
        (
            "quota",
            speaker.say("col.quota"),
            "count",
            column([row.quota for row in rows], [sum(row.quota for row in rest)]),
        ),
        (
            "items",
            speaker.say("col.quota_items"),
            "count",
            column([row.items for row in rows], [sum(row.items for row in rest)]),
        ),
    ]
    if speaker.priced:
        spent = column([row.spend for row in rows], [added([row.spend for row in rest])])
        columns.append(("spend", speaker.in_money("col.quota_spend"), "money", spent))
    found = column([row.found.value for row in rows], [sum(row.found.value for row in rest)])
    columns.append(("found", speaker.say("col.quota_found"), "count", found))
    if quota.plan.resamples:
        met: list[Value] = [row.chance if row.quota and row.items else None for row in rows]
        columns += [
            ("interval", speaker.say("col.interval"), "count", column(spans, [None])),
            ("met", speaker.say("col.quota_met"), "share", column(met, [None])),
        ]
    notes = [speaker.say("quota.note_met")] if quota.plan.resamples and speaker.priced else []
    if notes and speaker.is_sure:
        notes.insert(0, speaker.say("quota.note_more", sure=speaker.sure))
    caption = speaker.say("table.quotas_least" if quota.chosen is None else "table.quotas")
    table = by_columns(key, caption, columns, notes=notes)
    return _with_total(speaker, table)


def _with_total(speaker: QuotaSpeaker, table: Table) -> Table:
    """Add what is paid once, and the total."""
    quota = speaker.quota
    names = [column.name for column in table.columns]
    stops = quota.chosen or quota.offer.least
    if stops is None:
        return table

    def row(label: str, cells: dict[str, Value], *, total: bool = False) -> Row:
        said: list[Value] = [speaker.say(label), *(cells.get(name) for name in names[1:])]
        return Row(tuple(said), total=total)

    rows = list(table.rows)
    if speaker.priced and quota.once:
        once = row("row.quota_once", {"spend": quota.once})
        fixed = speaker.prices.fixed
        if len(fixed) == 1 and quota.once in fixed.values():
            once = replace(once, cells=(speaker.say("line.fixed", name=next(iter(fixed))), *once.cells[1:]))
        rows.append(once)
    last: dict[str, Value] = {
        "quota": sum(one.quota for one in quota.rows),
        "items": stops.reviewed,
        "spend": stops.spend,
        "found": stops.found if quota.found is None else quota.found.value,
    }
    last["met"] = quota.chance
    if quota.found is not None:
        last["interval"] = interval(quota.found)
    rows.append(row("row.total", last, total=True))
    return Table(table.key, table.caption, table.columns, tuple(rows), table.notes)


def shown_rows(rows: tuple[QuotaRow, ...], most: int) -> list[QuotaRow]:
    """Return as many strata as there is room for, by name: of too many those whose quotas are met most rarely."""
    if len(rows) <= most:
        return list(rows)
    rarest = sorted(
        rows, key=lambda row: (row.chance if row.quota and row.chance is not None else 1.0, row.name)
    )
    kept = {row.name for row in rarest[: most - 1]}
    return [row for row in rows if row.name in kept]
