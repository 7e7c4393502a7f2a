"""The report on a plan with quotas: pages in order."""

from __future__ import annotations

import math
from decimal import Decimal

from budgetplan.domain.decision import Estimate
from budgetplan.planning.filter.quota.course import rows_to_review, seconds_planned
from budgetplan.planning.filter.quota.solve import QuotaPlan
from budgetplan.planning.filter.reading import per_entry
from budgetplan.report.appendix import excluded_table
from budgetplan.report.cost_words import how_paid, lines_table, ready, short_blocks
from budgetplan.report.filter.quota.decision_page import (
    ROWS,
    decision_page,
    strata_table,
    title,
    what_quotas_take,
)
from budgetplan.report.filter.quota.ladder import ladder_blocks
from budgetplan.report.filter.quota.speaker import QuotaSpeaker
from budgetplan.report.model import (
    Bar,
    Block,
    Document,
    Figure,
    FilledColumn,
    Heading,
    Paragraph,
    Paste,
    Ref,
    Section,
    Sentence,
    Table,
    Value,
    by_columns,
)
from budgetplan.report.page import Framing, back, framed
from budgetplan.report.phrases import interval
from budgetplan.report.work_plan import work_sections
from budgetplan.workplan.building import WorkPlan

MOST_BARS = 20
"""Up to so many strata are drawn."""


def build_quota_report(quota: QuotaPlan, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report; ``work``: how the plan is carried out."""
    speaker = QuotaSpeaker(quota)
    first, rest = decision_page(speaker, framing, work)
    sections = [first, *work_sections(speaker, work), *rest]
    if quota.refusal in {"", "few"}:
        sections.append(_strata_page(speaker))
    if quota.chosen is not None:
        sections.append(_justification(speaker))
    sections.append(_method_page(speaker, framing))
    return framed(speaker, title(speaker), sections, framing, money=speaker.priced, work=work)


def build_quota_files(quota: QuotaPlan) -> tuple[Table, ...]:
    """Return the items to review, in their order; none where nothing is recommended, or no list has scores."""
    own, chosen = quota.evidence.own, quota.chosen
    if chosen is None or own is None or any(one.evidence.own is None for one in quota.strata):
        return ()
    speaker, name = QuotaSpeaker(quota), quota.offer.name
    first = rows_to_review(quota)
    strata: dict[int, str] = {}
    for one in quota.strata:
        strata |= dict.fromkeys(one.listed.tolist(), one.name)
    rows = first.tolist()
    columns: list[FilledColumn] = [
        ("place", speaker.say("col.place"), "count", list(range(1, len(rows) + 1))),
        ("item", speaker.say("col.item"), "text", [own.ids[row] for row in rows]),
        (
            "score",
            speaker.say("col.score"),
            "number",
            [score if math.isfinite(score) else None for score in own.scores[name][1][first].tolist()],
        ),
        ("stratum", speaker.say("col.stratum"), "text", [strata[row] for row in rows]),
    ]
    return (by_columns("review", speaker.say("table.review", model=name), columns),)


def _justification(speaker: QuotaSpeaker) -> Section:
    """Return the text to paste into an application, and the cost build-up behind it."""
    quota = speaker.quota
    chosen, found = quota.chosen, quota.found
    assert chosen is not None
    assert found is not None
    lines = speaker.prices.lines(chosen.bought, speaker.named(quota.offer.name), quota.offer.cost)
    if not speaker.priced:
        begins = Paragraph((speaker.say("paste.ready_unpriced"),), "note")
        request = [speaker.say("paste.request_unpriced", task=speaker.task, items=chosen.reviewed)]
    else:
        begins = ready(speaker, lines)
        asked = speaker.say("paste.task", task=speaker.task, spend=chosen.spend)
        request = [asked, speaker.say("paste.request", spend=chosen.spend, items=chosen.reviewed)]
        hours = seconds_planned(quota) / 3600 if speaker.prices.timed else None
        request += how_paid(
            speaker, speaker.prices, hours, {speaker.named(quota.offer.name): quota.offer.cost}
        )
    wanted = [speaker.says_wanted("quota.wanted"), what_quotas_take(speaker), *_chance(speaker)]
    why = [*wanted, *_expected(speaker, found, chosen.spend)]
    dearest = speaker.dearest
    if dearest is not None and speaker.priced:
        why.append(speaker.say("quota.paste_last", stratum=dearest.name, cost=dearest.last_entry))
    blocks: list[Block] = [
        Heading(speaker.say("head.justification")),
        begins,
        Paste((tuple(request), tuple(why))),
    ]
    if speaker.priced:
        assert sum((line.amount for line in lines), Decimal(0)) == chosen.spend
        blocks.append(lines_table(speaker, lines))
        expected = _expected(speaker, found, chosen.spend)
        blocks += short_blocks(speaker, (request[1], *expected), (*wanted, *request[2:]))
    return Section("justification", tuple(blocks))


def _chance(speaker: QuotaSpeaker) -> list[Sentence]:
    """Say how often all quotas are met at once, where that is not what sets the stops."""
    chance = speaker.quota.chance
    return [] if chance is None or speaker.is_sure else [speaker.say("quota.paste_chance", chance=chance)]


def _expected(speaker: QuotaSpeaker, found: Estimate, spend: Decimal) -> list[Sentence]:
    span = interval(found)
    if span is None or not speaker.priced or found.value <= 0:
        return [speaker.say("quota.expect_plain", found=found.value)]
    per = per_entry(float(spend), found)
    assert per is not None
    return [speaker.say("quota.expect", found=found.value, range=span, per=per.value)]


def _strata_page(speaker: QuotaSpeaker) -> Section:
    blocks: list[Block] = [Heading(speaker.say("head.quota"))]
    if len(speaker.quota.rows) > ROWS and speaker.quota.offer.least is not None:
        blocks.append(strata_table(speaker, key="quotas_all", most=len(speaker.quota.rows)))
    if speaker.quota.offer.least is not None:
        blocks.append(_holds(speaker))
    if speaker.quota.chosen is not None and len(speaker.quota.rows) <= MOST_BARS:
        blocks.append(_figure(speaker))
    blocks += [_models(speaker), *ladder_blocks(speaker)]
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
    return Figure(
        key="figure_quota",
        kind="options",
        title=speaker.say("fig.quota"),
        alt=speaker.say(
            "alt.quota", table=Ref("quotas" if len(speaker.quota.rows) <= ROWS else "quotas_all")
        ),
        x_label=speaker.say("col.quota_found"),
        y_label=speaker.say("col.stratum"),
        bars=tuple(bars),
    )


def _holds(speaker: QuotaSpeaker) -> Table:
    """Return what the list holds of each stratum, what its last entry costs, and what makes its quota all but sure."""
    rows, quota = speaker.quota.rows, speaker.quota
    last: list[Value] = [row.last_entry if row.items else None for row in rows]
    columns: list[FilledColumn] = [
        ("stratum", speaker.say("col.stratum"), "text", [row.name for row in rows]),
        ("labelled", speaker.say("col.quota_labelled"), "count", [row.labelled for row in rows]),
        ("listed", speaker.say("col.quota_listed"), "count", [row.listed for row in rows]),
        ("most", speaker.say("col.quota_most"), "count", [row.most for row in rows]),
        (
            "last",
            speaker.in_money("col.quota_last") if speaker.priced else speaker.say("col.quota_last"),
            "money" if speaker.priced else "count",
            last,
        ),
    ]
    if any(row.found.value - row.found_worst > 0.5 for row in rows):
        worst = [row.found_worst for row in rows]
        columns.append(("worst", speaker.say("col.quota_worst"), "count", worst))
    notes = [speaker.say("quota.note_last")]
    # A plan that is made to be as sure is told in table 1.
    if quota.safer is not None and any(row.safe_items != row.items for row in rows):
        safe: list[Value] = [row.safe_items for row in rows]
        columns.append(("safe", speaker.say("col.quota_safe"), "count", safe))
        notes.append(speaker.say("quota.note_safe"))
    return by_columns("quota_strata", speaker.say("table.quota_strata"), columns, notes=notes)


def _models(speaker: QuotaSpeaker) -> Table:
    """Return what each order offers: its least cost for all quotas, and its own plan."""
    offers, priced = speaker.quota.offers, speaker.priced
    cannot, beyond = speaker.say("row.quota_cannot"), speaker.say("row.quota_beyond")
    unsure = speaker.say("row.quota_unsure")
    least, best = [offer.surely_least for offer in offers], [offer.best for offer in offers]
    shown: list[Value] = [
        (unsure if offer.unsure else cannot) if stops is None else stops.reviewed
        for offer, stops in zip(offers, least, strict=True)
    ]
    columns: list[FilledColumn] = [
        ("model", speaker.say("col.model"), "text", [speaker.named(offer.name) for offer in offers]),
        ("least_items", speaker.say("col.quota_least_items"), "count", shown),
    ]
    spends: list[Value] = [None if stops is None else stops.spend for stops in least]
    planned: list[Value] = [
        stops.reviewed if stops is not None else None if surely is None else beyond
        for surely, stops in zip(least, best, strict=True)
    ]
    spent: list[Value] = [None if stops is None else stops.spend for stops in best]
    found: list[Value] = [None if stops is None else stops.found for stops in best]
    if priced:
        columns.append(("least", speaker.in_money("col.quota_least"), "money", spends))
    columns.append(("items", speaker.say("col.quota_items"), "count", planned))
    if priced:
        columns.append(("spend", speaker.in_money("col.spend"), "money", spent))
    columns.append(("found", speaker.say("col.quota_found"), "count", found))
    if speaker.plan.values is not None:
        net: list[Value] = [None if stops is None else stops.net for stops in best]
        columns.append(("net", speaker.in_money("col.net"), "money", net))
    strong = [offer is speaker.quota.offer and speaker.quota.chosen is not None for offer in offers]
    return by_columns("models", speaker.say("table.quota_models"), columns, strong=strong)


def _method_page(speaker: QuotaSpeaker, framing: Framing) -> Section:
    blocks: list[Block] = [Heading(speaker.say("head.method"))]
    blocks += [Paragraph((sentence,)) for sentence in _method(speaker)]
    blocks.append(Heading(speaker.say("head.excluded")))
    if framing.excluded:
        blocks.append(excluded_table(speaker, framing.excluded))
        blocks.append(Paragraph((speaker.say("excluded.listed"),), "note"))
    else:
        blocks.append(Paragraph((speaker.say("excluded.none"),)))
    return Section("method", (*blocks, *back(speaker, "filter", framing)))


def _method(speaker: QuotaSpeaker) -> list[Sentence]:
    evidence, plan = speaker.evidence, speaker.plan
    n_list = evidence.list_items
    said = [speaker.say("method.order"), speaker.say("method.budget")]
    if evidence.basis == "sample":
        said.append(speaker.say("method.sample", list=n_list))
    else:
        by_score = all(one.evidence.own is not None for one in speaker.quota.strata)
        key = "method.by_score" if by_score else "method.list"
        said.append(speaker.say(key, n=evidence.n_sample, list=n_list))
    said.append(speaker.say("quota.method_least"))
    if speaker.sure is not None:
        said.append(speaker.say("quota.method_sure", sure=speaker.sure))
    if len(speaker.quota.strata) > 1 and all(one.evidence.own is not None for one in speaker.quota.strata):
        said.append(speaker.say("quota.method_heard"))
    if plan.values is not None:
        said.append(speaker.say("quota.method_net"))
    elif plan.budget is not None:
        said.append(speaker.say("quota.method_more"))
    if len(evidence.models) > 1 and not evidence.mixture:
        said.append(speaker.say("quota.method_model"))
    if speaker.quota.luck:
        said.append(speaker.say("method.choice"))
    said.append(speaker.say("quota.method_merged"))
    if plan.resamples:
        said.append(speaker.say("quota.method_noise", resamples=plan.resamples, seed=str(plan.seed)))
    return said
