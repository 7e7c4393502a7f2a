"""The report on a plan with quotas: pages in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.domain.prices import BudgetLine
from budgetplan.domain.rounding import rounded_down
from budgetplan.plans.list_check import labels_wanted
from budgetplan.plans.quota import (
    Offer,
    QuotaPlan,
    QuotaRow,
    QuotaStops,
    added_rows,
    course_with_quotas,
)
from budgetplan.report.cost_words import how_paid, justification
from budgetplan.report.filter.decision_page import few_lede, few_title, found_tile, items_tile, unlike
from budgetplan.report.filter.record import ranked_evidence
from budgetplan.report.first_page import Point
from budgetplan.report.ladder import bought, leads, table
from budgetplan.report.model import (
    Bar,
    Block,
    Bullet,
    Document,
    Figure,
    FilledColumn,
    Heading,
    Ref,
    Row,
    Section,
    Table,
    Text,
    Tile,
    Tiles,
    Value,
    by_columns,
)
from budgetplan.report.page import Framing, first_page, framed, method_section, review_table
from budgetplan.report.phrases import RankedNouns, interval, values_of
from budgetplan.report.record import RECORD_VERSION, picked, plain, rung_record, single_record, stop_record
from budgetplan.report.work_plan import work_bullets, work_sections
from budgetplan.work.building import WorkPlan


class QuotaSpeaker(RankedNouns):
    """Makes keyed sentences for one plan with quotas."""

    def __init__(self, quota: QuotaPlan) -> None:
        super().__init__(quota.plan)
        self.quota = quota
        self.evidence = quota.evidence
        self.lead, chosen = quota.offer.name, quota.chosen
        self._words |= {"listed": self.evidence.list_items, "members": len(self.evidence.mixture)}
        if chosen is not None:
            self._words |= {"items": chosen.items, "spend": chosen.spend}

    @property
    def sure(self) -> Decimal | None:
        """In which share of the resamples all quotas are to be met at once; None: each on average."""
        return None if self.plan.quota is None else self.plan.quota.sure

    def says_wanted(self, key: str) -> Text:
        """Say how many of each are wanted: one number, or from where to where."""
        rows = self.quota.wanted
        assert self.plan.quota is not None
        amounts, column = sorted(row.quota for row in rows), self.plan.quota.by
        if len(rows) == 1:
            return self.say(f"{key}_one", quota=amounts[0], stratum=rows[0].name, column=column)
        said: dict[str, Any] = {"strata": len(rows), "column": column}
        if amounts[0] == amounts[-1]:
            return self.say(key, quota=amounts[0], **said)
        return self.say(f"{key}_range", low=amounts[0], high=amounts[-1], **said)

    @property
    def dearest(self) -> QuotaRow | None:
        """The stratum whose last entry costs most, where several have one."""
        rows = [row for row in self.quota.wanted if row.last_entry is not None]
        if len(rows) < 2:
            return None
        return max(rows, key=lambda row: (row.last_entry or 0.0, row.name))


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


def decision_page(speaker: QuotaSpeaker, framing: Framing, work: WorkPlan | None) -> list[Section]:
    """Return the first page, and the section behind it; ``work``: how the plan is carried out."""
    shown, middle = tiles(speaker), list[Block]()
    if shown:
        middle.append(Tiles(tuple(shown)))
    if speaker.quota.check.refusal in {"", "few"}:
        known = speaker.quota.offer.least is not None
        middle.append(strata_table(speaker) if known else _beyond_table(speaker))
    middle += work_bullets(speaker, work)
    points = [] if speaker.quota.chosen is None else sureness(speaker)
    return first_page(speaker, framing, title(speaker), lede(speaker), middle, points)


def sureness(speaker: QuotaSpeaker) -> list[Point]:
    """Return the points on how sure the plan is: all quotas at once, the dearest one, other orders, what is not covered."""
    points, dearest, other = [Point(Bullet(_chance(speaker)))], speaker.dearest, _other(speaker)
    if dearest is not None:
        key = "quota.last" if speaker.priced else "quota.last_items"
        last = speaker.say(key, stratum=dearest.name, cost=dearest.last_entry)
        points.append(Point(Bullet(speaker.say("quota.point_dearest"), (last,), leads=True)))
    if other:
        points.append(Point(Bullet(speaker.say("quota.point_order"), tuple(other), leads=True)))
    return [*points, Point(Bullet(speaker.say("sure.not_covered")))]


def title(speaker: QuotaSpeaker) -> Text:
    """Return the recommendation as one sentence."""
    quota, plan = speaker.quota, speaker.plan
    if quota.check.refusal == "few":
        return few_title(speaker, quota.evidence)
    if quota.check.refusal:
        return speaker.say(f"title.refused_{quota.check.refusal}")
    if quota.chosen is not None:
        price, safer = "" if speaker.priced else "_unpriced", quota.safer
        if quota.chance is None or quota.chance >= ALL_BUT_SURE:
            return speaker.say(f"quota.title{price}")
        if safer is None:
            return speaker.say(f"quota.title_never{price}")
        safe = safer.spend if speaker.priced else safer.items
        return speaker.say(f"quota.title_even{price}", safe=safe)
    if quota.offer.least is None:
        beyond = quota.beyond
        if len(beyond) == 1:
            (one,) = beyond
            return speaker.say_of("quota.title_beyond", one, stratum=one.name)
        return speaker.say("quota.title_beyond_many", n=len(beyond))
    if quota.offer.unsure:
        surest = rounded_down(quota.surest or 0.0)
        return speaker.say("quota.title_unsure", surest=surest, sure=speaker.sure)
    assert plan.budget is not None
    budget, least = speaker.budget(plan.budget), quota.offer.least
    said = {"budget": budget} | ({} if speaker.sure is None else {"sure": speaker.sure})
    sure = "" if speaker.sure is None else "_sure"
    if plan.budget.unit == "money":
        wanted = quota.offer.least_budget(least)
        return speaker.say(f"quota.title_over{sure}", least=wanted, **said)
    return speaker.say(f"quota.title_over_items{sure}", items=least.items, **said)


def lede(speaker: QuotaSpeaker) -> list[Text]:
    """Return what the plan brings, what the quotas cost, and how sure it is that all are met."""
    quota = speaker.quota
    if quota.check.refusal:
        return _refused(speaker)
    if quota.chosen is None:
        over = [speaker.say("quota.over_table", table=Ref("quotas"))] if quota.offer.least else []
        return [*no_plan(speaker, table=True), *over]
    found, net, price = quota.chosen.found, quota.chosen.net, quota.price
    finds = speaker.between("quota.finds", interval(found), found=found.value)
    brings = [finds, what_quotas_take(speaker)]
    if price is not None and price[1] < COIN:
        brings.append(speaker.say("quota.price_none"))
    elif price is not None:
        key = "quota.price" if price[0] == "net" else "quota.price_found"
        brings.append(speaker.say(key, price=price[1]))
    if net is not None and (span := interval(net)) is not None:
        worth = speaker.say("range.money", range=span)
        brings.append(speaker.say("quota.net_range", net=net.value, range=worth))
    elif net is not None:
        brings.append(speaker.say("quota.net", net=net.value))
    brings += speaker.left_out(speaker.evidence)
    if speaker.evidence.basis == "sample":
        brings.append(speaker.say("quota.like"))
    return [*unlike(speaker, quota.check), speaker.says_wanted("quota.wanted"), *brings]


def no_plan(speaker: QuotaSpeaker, *, table: bool = False) -> list[Text]:
    """Say which quotas are more than the list holds, or that the budget does not pay for them, and what to do.

    ``table``: whether there is one to look at.
    """
    quota = speaker.quota
    wanted, least = [*unlike(speaker, quota.check), speaker.says_wanted("quota.wanted")], quota.offer.least
    if quota.offer.unsure:
        if quota.chance is not None and least is not None:
            # What a plan by the best estimate would take, and how often it would hold all quotas.
            said = {"items": least.items, "chance": quota.chance}
            wanted.append(speaker.say_price("quota.unsure_least", least.spend, **said))
        return [*wanted, speaker.say("quota.unsure_todo")]
    if least is not None:
        sure = speaker.sure
        over = speaker.say("quota.over") if sure is None else speaker.say("quota.over_sure", sure=sure)
        return [*wanted, over]
    most = [speaker.say_of("quota.most", one, stratum=one.name) for one in quota.beyond[:NAMED]]
    more = len(quota.beyond) - NAMED
    if more > 0 and table:
        most.append(speaker.say("quota.most_more", n=more, table=Ref("quotas")))
    return [*wanted, *most, speaker.say("quota.beyond_todo")]


def _refused(speaker: QuotaSpeaker) -> list[Text]:
    """Say why the labels cannot speak for the list, and the way on."""
    quota, evidence = speaker.quota, speaker.evidence
    if quota.check.refusal == "few":
        return few_lede(speaker, evidence, quota.check.more)
    reviewed = quota.check.top[1] if quota.check.refusal == "reviewed" else 0.0
    wanted = labels_wanted(evidence, reviewed)
    if quota.check.refusal == "reviewed":
        n = evidence.n_sample
        top, model = quota.check.n_top(n), quota.check.top[0]
        why = speaker.say("lede.refused_reviewed", n=n, top=top, model=model)
        return [why, speaker.say("lede.refused_split", wanted=wanted)]
    why = speaker.say("quota.refused_outside", stratum=quota.refused)
    return [why, speaker.say("lede.refused_todo", wanted=wanted)]


def what_quotas_take(speaker: QuotaSpeaker) -> Text:
    """Return what the quotas take of the plan, and how surely they are then met."""
    chosen, least = speaker.quota.chosen, speaker.quota.offer.least
    assert chosen is not None
    assert least is not None
    sure = {"sure": speaker.sure} if speaker.quota.is_sure else {}
    ending = "_sure" if sure else ""
    if chosen.by_stratum == least.by_stratum:
        return speaker.say(f"quota.least{ending}", **sure)
    if speaker.priced:
        return speaker.say(f"quota.more{ending}", least=least.spend, **sure)
    return speaker.say(f"quota.more{ending}_items", least=least.items, **sure)


def _chance(speaker: QuotaSpeaker) -> Text:
    quota = speaker.quota
    if quota.chance is None:
        return speaker.say("quota.chance_unknown")
    if quota.chance >= 0.95:
        return speaker.say("quota.chance_enough", chance=quota.chance)
    if quota.safer is None:
        return speaker.say("quota.chance_never", chance=quota.chance)
    said = {"chance": quota.chance, "safe": quota.safer.items}
    return speaker.say_price("quota.chance", quota.safer.spend, **said)


def _other(speaker: QuotaSpeaker) -> list[Text]:
    """Say what the quotas would take in the order that meets them cheapest among the others."""
    quota = speaker.quota
    others = [offer for offer in quota.offers if offer.name != quota.offer.name]
    if not others:
        return []
    known = [(offer.name, least) for offer in others if (least := offer.surely_least) is not None]
    if not known:
        unsure = any(offer.unsure for offer in others)
        return [speaker.say("quota.other_none_sure" if unsure else "quota.other_none")]
    name, best = min(known, key=lambda pair: (pair[1].spend, pair[1].items, pair[0]))
    own, other = quota.offer.least, speaker.named(name)
    assert own is not None
    sure = "" if speaker.sure is None else "_sure"
    if speaker.priced:
        said = speaker.say(f"quota.other{sure}", other=other, least=best.spend, own=own.spend)
    else:
        said = speaker.say(f"quota.other{sure}_unpriced", other=other, least=best.items, own=own.items)
    less = speaker.lead == MIXTURE and (best.spend, best.items) < (own.spend, own.items)
    return [said, speaker.say("quota.less")] if less else [said]


def tiles(speaker: QuotaSpeaker) -> list[Tile]:
    """Return the few numbers of the page; none where nothing is recommended."""
    quota, chosen = speaker.quota, speaker.quota.chosen
    if chosen is None:
        return []
    shown = []
    if speaker.priced:
        spend = speaker.say("amount", amount=chosen.spend)
        shown.append(Tile(speaker.say("tile.spend"), spend, "money"))
    shown += [items_tile(speaker, speaker.evidence, chosen.items), found_tile(speaker, chosen.found)]
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
    quota, rows = speaker.quota, shown_rows(speaker.quota.rows, most)
    names: list[Value] = [row.name for row in rows]
    rest = [row for row in quota.rows if row not in rows]
    if rest:
        rows.append(added_rows(rest))
        names.append(speaker.say("row.quota_some", n=len(rest)))
    met = [row.chance if row.quota and row.items else None for row in rows]
    spans, spent = [interval(row.found) if row.items else None for row in rows], [row.spend for row in rows]
    drawn = quota.plan.resamples > 0
    columns: list[FilledColumn | None] = [
        ("stratum", speaker.say("col.stratum"), "text", names),
        ("quota", speaker.say("col.quota"), "count", [row.quota for row in rows]),
        ("items", speaker.say("col.quota_items"), "count", [row.items for row in rows]),
        ("spend", speaker.in_money("col.quota_spend"), "money", spent) if speaker.priced else None,
        ("found", speaker.say("col.quota_found"), "count", [row.found.value for row in rows]),
        ("interval", speaker.say("col.interval"), "count", spans) if drawn else None,
        ("met", speaker.say("col.quota_met"), "share", met) if drawn else None,
    ]
    notes = [speaker.say("quota.note_met")] if quota.plan.resamples and speaker.priced else []
    if notes and quota.is_sure:
        notes.insert(0, speaker.say("quota.note_more", sure=speaker.sure))
    caption = speaker.say("table.quotas_least" if quota.chosen is None else "table.quotas")
    table = by_columns(key, caption, columns, notes=notes)
    stops = quota.chosen or quota.offer.least
    if stops is None:
        return table

    def row(label: Text, cells: dict[str, Value], *, total: bool = False) -> Row:
        return Row((label, *(cells.get(column.name) for column in table.columns[1:])), total=total)

    once, paid = [], quota.offer.paid_once
    if speaker.priced and paid:
        fixed = speaker.prices.fixed
        single = len(fixed) == 1 and paid in fixed.values()
        label = speaker.say("line.fixed", name=next(iter(fixed))) if single else speaker.say("row.quota_once")
        once.append(row(label, {"spend": paid}))
    last: dict[str, Value] = {
        "quota": added_rows(quota.rows).quota,
        "items": stops.items,
        "spend": stops.spend,
        "found": stops.found.value,
        "interval": None if quota.chosen is None else interval(stops.found),
        "met": quota.chance,
    }
    return replace(table, rows=(*table.rows, *once, row(speaker.say("row.total"), last, total=True)))


def shown_rows(rows: tuple[QuotaRow, ...], most: int) -> list[QuotaRow]:
    """Return as many strata as there is room for, by name: of too many those whose quotas are met most rarely."""
    if len(rows) <= most:
        return list(rows)
    chance = {row.name: row.chance if row.quota and row.chance is not None else 1.0 for row in rows}
    kept = set(sorted(chance, key=lambda name: (chance[name], name))[: most - 1])
    return [row for row in rows if row.name in kept]


MOST_BARS = 20
"""Up to so many strata are drawn."""


def build_quota_report(quota: QuotaPlan, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report; ``work``: how the plan is carried out."""
    speaker, chosen = QuotaSpeaker(quota), quota.chosen
    first, *rest = decision_page(speaker, framing, work)
    sections = [first, *work_sections(speaker, work), *rest]
    if quota.check.refusal in {"", "few"}:
        sections.append(_strata_page(speaker))
    lines: Sequence[BudgetLine] = ()
    if chosen is not None:
        bill, name = quota.offer.bought(chosen.by_stratum), speaker.named(quota.offer.name)
        lines = speaker.prices.lines(bill, name, quota.offer.cost)
        sections.append(_justification(speaker, lines, work))
    sections.append(method_section(speaker, _method(speaker), framing))
    return framed(speaker, title(speaker), sections, framing, money=speaker.priced, lines=lines)


def build_quota_files(quota: QuotaPlan) -> tuple[Table, ...]:
    """Return the items to review, in their order; none where nothing is recommended, or no list has scores."""
    course = course_with_quotas(quota)
    if course is None:
        return ()
    speaker, rows = QuotaSpeaker(quota), course.queue[: course.review].tolist()
    of: FilledColumn = ("stratum", speaker.say("col.stratum"), "text", [course.strata[row] for row in rows])
    scores = [float(course.score[row]) for row in rows]
    return (review_table(speaker, course.model, [course.ids[row] for row in rows], scores, of),)


def _justification(speaker: QuotaSpeaker, lines: Sequence[BudgetLine], work: WorkPlan | None) -> Section:
    """Return the text to paste into an application, and the cost build-up behind it."""
    quota, chosen = speaker.quota, speaker.quota.chosen
    assert chosen is not None
    request = [speaker.say("paste.request_unpriced", task=speaker.task)]
    if speaker.priced:
        costs = {speaker.named(quota.offer.name): quota.offer.cost}
        request = [speaker.say("paste.request")]
        request += how_paid(speaker, speaker.prices, chosen.hours, costs)
    wanted = [speaker.says_wanted("quota.wanted"), what_quotas_take(speaker)]
    # How often all are met at once, where that is not what sets the stops.
    if quota.chance is not None and not quota.is_sure:
        wanted.append(speaker.say("quota.paste_chance", chance=quota.chance))
    expected = _expected(speaker, chosen)
    why, dearest = [*wanted, expected], speaker.dearest
    if dearest is not None and speaker.priced:
        why.append(speaker.say("quota.paste_last", stratum=dearest.name, cost=dearest.last_entry))
    short, more = (request[0], expected), (*wanted, *request[1:])
    return justification(speaker, lines, work, request, why, short, more)


def _expected(speaker: QuotaSpeaker, chosen: QuotaStops) -> Text:
    found, per, span = chosen.found.value, chosen.cost_per_entry, interval(chosen.found)
    if span is None or not speaker.priced or per is None:
        return speaker.say("quota.expect_plain", found=found)
    return speaker.say("quota.expect", found=found, range=span, per=per.value)


def _strata_page(speaker: QuotaSpeaker) -> Section:
    blocks: list[Block] = [Heading(speaker.say("head.quota"))]
    if len(speaker.quota.rows) > ROWS and speaker.quota.offer.least is not None:
        blocks.append(strata_table(speaker, key="quotas_all", most=len(speaker.quota.rows)))
    if speaker.quota.offer.least is not None:
        blocks.append(_holds(speaker))
    if speaker.quota.chosen is not None and len(speaker.quota.rows) <= MOST_BARS:
        blocks.append(_figure(speaker))
    blocks.append(_models(speaker))
    if speaker.quota.ladder:
        blocks += [Heading(speaker.say("head.ladder")), _ladder(speaker)]
    return Section("strata", tuple(blocks))


def _figure(speaker: QuotaSpeaker) -> Figure:
    """Return what is expected of each stratum, with its interval; marked are those met most rarely."""
    rows = [row for row in speaker.quota.rows if row.items]
    wanted = [row.chance for row in rows if row.quota and row.chance is not None]
    rarest = min(wanted, default=None)
    bars = [
        Bar(
            speaker.say("bar.quota", stratum=row.name, quota=row.quota),
            row.found.value,
            interval(row.found),
            strong=bool(row.quota) and rarest is not None and row.chance == rarest,
        )
        for row in rows
    ]
    table = "quotas" if len(speaker.quota.rows) <= ROWS else "quotas_all"
    return Figure(
        key="figure_quota",
        kind="options",
        title=speaker.say("fig.quota"),
        alt=speaker.say("alt.quota", table=Ref(table)),
        x_label=speaker.say("col.quota_found"),
        y_label=speaker.say("col.stratum"),
        bars=tuple(bars),
    )


def _holds(speaker: QuotaSpeaker) -> Table:
    """Return what the list holds of each stratum, what its last entry costs, and what makes its quota all but sure."""
    rows, quota = speaker.quota.rows, speaker.quota
    last: list[Value] = [row.last_entry if row.items else None for row in rows]
    costs = speaker.in_money("col.quota_last") if speaker.priced else speaker.say("col.quota_last")
    # A plan that is made to be as sure is told in table 1.
    safer = quota.safer is not None and any(row.safe_items != row.items for row in rows)
    columns: list[FilledColumn | None] = [
        ("stratum", speaker.say("col.stratum"), "text", [row.name for row in rows]),
        ("labelled", speaker.say("col.quota_labelled"), "count", [row.labelled for row in rows]),
        ("listed", speaker.say("col.quota_listed"), "count", [row.listed for row in rows]),
        ("most", speaker.say("col.quota_most"), "count", [row.most for row in rows]),
        ("last", costs, "money" if speaker.priced else "count", last),
        ("worst", speaker.say("col.quota_worst"), "count", [row.found_worst for row in rows]) if any(row.tied for row in rows) else None,
        ("safe", speaker.say("col.quota_safe"), "count", [row.safe_items for row in rows]) if safer else None,
    ]  # fmt: skip
    notes = [speaker.say("quota.note_last"), *([speaker.say("quota.note_safe")] if safer else [])]
    return by_columns("quota_strata", speaker.say("table.quota_strata"), columns, notes=notes)


def _models(speaker: QuotaSpeaker) -> Table:
    """Return what each order offers: its least cost for all quotas, and its own plan."""
    offers, priced = speaker.quota.offers, speaker.priced
    cannot, beyond = speaker.say("row.quota_cannot"), speaker.say("row.quota_beyond")
    unsure, valued = speaker.say("row.quota_unsure"), speaker.plan.values is not None
    least, best = [offer.surely_least for offer in offers], [offer.best for offer in offers]
    shown: list[Value] = [
        (unsure if offer.unsure else cannot) if stops is None else stops.items
        for offer, stops in zip(offers, least, strict=True)
    ]
    spends: list[Value] = [None if stops is None else stops.spend for stops in least]
    planned: list[Value] = [
        stops.items if stops is not None else None if surely is None else beyond
        for surely, stops in zip(least, best, strict=True)
    ]
    spent: list[Value] = [None if stops is None else stops.spend for stops in best]
    found: list[Value] = [None if stops is None else stops.found.value for stops in best]
    net = values_of(None if stops is None else stops.net for stops in best)
    columns: list[FilledColumn | None] = [
        ("model", speaker.say("col.model"), "text", [speaker.named(offer.name) for offer in offers]),
        ("least_items", speaker.say("col.quota_least_items"), "count", shown),
        ("least", speaker.in_money("col.quota_least"), "money", spends) if priced else None,
        ("items", speaker.say("col.quota_items"), "count", planned),
        ("spend", speaker.in_money("col.spend"), "money", spent) if priced else None,
        ("found", speaker.say("col.quota_found"), "count", found),
        ("net", speaker.in_money("col.net"), "money", net) if valued else None,
    ]
    strong = [offer is speaker.quota.offer and speaker.quota.chosen is not None for offer in offers]
    return by_columns("models", speaker.say("table.quota_models"), columns, strong=strong)


def _method(speaker: QuotaSpeaker) -> list[Text]:
    evidence, plan = speaker.evidence, speaker.plan
    n_list = evidence.list_items
    said = [speaker.say("method.order"), speaker.say("method.budget")]
    if evidence.basis == "sample":
        said.append(speaker.say("method.sample", list=n_list))
    else:
        key = "method.by_score" if speaker.quota.listed else "method.list"
        said.append(speaker.say(key, n=evidence.n_sample, list=n_list))
    said.append(speaker.say("quota.method_least"))
    if speaker.sure is not None:
        said.append(speaker.say("quota.method_sure", sure=speaker.sure))
    if len(speaker.quota.strata) > 1 and speaker.quota.listed:
        said.append(speaker.say("quota.method_heard"))
    if plan.values is not None:
        said.append(speaker.say("quota.method_net"))
    elif plan.budget is not None:
        said.append(speaker.say("quota.method_more"))
    if len(evidence.models) > 1 and not evidence.mixture:
        said.append(speaker.say("quota.method_model"))
    if speaker.quota.chosen is not None and speaker.quota.chosen.luck:
        said.append(speaker.say("method.choice"))
    said.append(speaker.say("quota.method_merged"))
    if plan.resamples:
        said.append(speaker.say("quota.method_noise", resamples=plan.resamples, seed=str(plan.seed)))
    if plan.resamples and speaker.sure is None:
        said.append(speaker.say("quota.method_safer"))
    return said


def _ladder(speaker: QuotaSpeaker) -> Table:
    """Return what each of 21 budgets buys by the recommended model, how many quotas it holds, and who leads there."""
    quota, plan = speaker.quota, speaker.plan
    ladder, unit = quota.ladder, quota.ladder[0].budget.unit
    options, base = [one.option for one in ladder], "cost" if plan.budget is None else "budget"
    items, spends = zip(*((one.items, one.spend) for one in options), strict=True)
    columns = bought(speaker, ladder, (base, unit), items, spends, [one.found for one in options])
    columns.append(("held", speaker.say("col.quotas_held"), "count", [one.held for one in options]))
    if options[0].chance is not None:
        columns.append(("met", speaker.say("col.quotas_met"), "share", [one.chance for one in options]))
    if plan.values is not None:
        nets = values_of(one.net for one in options)
        columns.append(("net", speaker.in_money("col.net"), "money", nets))
    columns += leads(speaker, ladder, len(quota.offers))
    caption = speaker.say(f"table.ladder_{base}")
    notes = [speaker.say("quota.ladder", wanted=len(speaker.quota.wanted))]
    return table(speaker, ladder, caption, columns, notes)


def quota_record(quota: QuotaPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence, price = quota.evidence, dict([quota.price] if quota.price else [])
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(evidence.plan),
        **ranked_evidence(evidence),
        "singles": [_single(quota, offer) for offer in quota.offers if offer.name != MIXTURE],
        "ladder": [rung_record(rung, _option(quota, rung.option)) for rung in quota.ladder],
        "labels": None,
        "quotas": {
            "column": None if quota.plan.quota is None else quota.plan.quota.by,
            **picked(quota, "surest", "within_budget", chance_of_all="chance", strata="rows"),
            "safer": None if quota.safer is None else picked(quota.safer, "items", "spend", "chance"),
            "paid_once": plain(quota.offer.paid_once),
            "price_of_the_quotas": price.get("net"),
            "price_in_entries": price.get("found"),
            "least": {
                offer.name: {
                    "reviewed": None if least is None else least.items,
                    "spend": None if least is None else plain(least.spend),
                    "unsure": offer.unsure,
                }
                for offer in quota.offers
                for least in [offer.surely_least]
            },
            "more_than_the_list_holds": [row.name for row in quota.beyond],
        },
    }


def _single(quota: QuotaPlan, offer: Offer) -> dict[str, Any]:
    """Return what a model offers alone; nothing is known of a stop where it does not hold all quotas."""
    unknown = stop_record(None, None, answered_alone=None)
    return single_record(offer.name, unknown if offer.best is None else _stop(quota, offer.best))


def _stop(quota: QuotaPlan, stops: QuotaStops) -> dict[str, Any]:
    return stop_record(
        Estimate(float(stops.items)),
        Estimate(quota.left(stops)),
        spend=stops.spend if quota.plan.prices.stated else None,
        spend_range=stops.spend_range,
        found=stops.found,
        net=stops.net,
    )


def _option(quota: QuotaPlan, stops: QuotaStops) -> dict[str, Any]:
    return _stop(quota, stops) | {
        "by_stratum": list(stops.by_stratum),
        "quotas_held": stops.held,
        "all_held": stops.held == len(quota.wanted),
        "chance_of_all": stops.chance,
    }
