"""The report on a plan with quotas: its facts, its pages in order, and its record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from markupsafe import escape

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.domain.rounding import rounded_down
from budgetplan.plans.quota import QuotaPlan, QuotaRow, QuotaStops, added_rows, course_with_quotas
from budgetplan.report.costs import how_paid, justification, work_sections
from budgetplan.report.model import (
    Bar,
    Block,
    Document,
    Figure,
    FilledColumn,
    Heading,
    Marker,
    Prose,
    Section,
    Table,
    Text,
    Tile,
    Tiles,
    Value,
    by_columns,
    interval,
)
from budgetplan.report.page import Framing, back, framed, head, ladder_table, review_table, stop_columns
from budgetplan.report.phrases import RankedNouns, values_of
from budgetplan.report.ranked import found_tile, items_tile, ranked_evidence
from budgetplan.report.record import RECORD_VERSION, picked, plain, rung_record, single_record, stop_record
from budgetplan.report.wording import Wording
from budgetplan.work.building import WorkPlan

MOST_BARS = 12
"""So many strata are drawn; of more, those whose quotas are met most rarely."""


class QuotaSpeaker(RankedNouns):
    """Says short heads for one plan with quotas."""

    def __init__(self, quota: QuotaPlan) -> None:
        super().__init__(quota.plan)
        self.quota, self.evidence, self.lead = quota, quota.evidence, quota.offer.name


class QuotaFacts:
    """What ``quota.j2`` tells.

    Attributes
    ----------
    quota, work
        The plan, and how it is carried out.
    priced, task
        Whether reviews have a price, and what money is asked for.
    members, other
        Of how many models the order is mixed (0: of none), and whose order is cheapest among the others.
    surest
        In which share of the draws the whole list meets all quotas, rounded down.
    """

    def __init__(self, speaker: QuotaSpeaker, work: WorkPlan | None) -> None:
        self.quota = quota = speaker.quota
        self.work, self.priced, self.task = work, speaker.priced, speaker.task
        self.members = len(quota.evidence.mixture) if speaker.lead == MIXTURE else 0
        self.other = "" if quota.other is None else speaker.named(quota.other.name)
        self.surest = rounded_down(quota.surest or 0.0)


def quota_words(speaker: QuotaSpeaker, work: WorkPlan | None = None) -> Wording:
    """Return a plan with quotas in words; ``work``: how it is carried out."""
    return speaker.wording("quota", QuotaFacts(speaker, work))


def build_quota_report(quota: QuotaPlan, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report; ``work``: how the plan is carried out."""
    speaker, chosen, offer = QuotaSpeaker(quota), quota.chosen, quota.offer
    say = quota_words(speaker, work)
    sections = [decision_page(speaker, say, framing), *work_sections(speaker, work)]
    if chosen is not None:
        name, request, paid = speaker.named(offer.name), say("request"), list[Text]()
        lines = speaker.prices.lines(offer.bought(chosen.by_stratum), name, offer.cost)
        if speaker.priced:
            paid = how_paid(speaker, chosen.hours, {name: offer.cost})
        wanted, expected = say.parts("need"), say("expected")
        why, more = [*wanted, expected, *say.parts("dearest")], [*wanted, *paid]
        short = (request, expected)
        sections.append(justification(speaker, lines, work, [request, *paid], why, short, more))
    if quota.check.refusal in {"", "few"}:
        strata: list[Block] = [Heading(speaker.say("head.quota"))]
        strata += [_stops_table(speaker, say, chosen or offer.least)] if offer.least else []
        strata += [_most_table(speaker, say), _orders(speaker)]
        strata += [Heading(speaker.say("head.ladder")), _ladder(speaker, say)] if quota.ladder else []
        sections.append(Section("strata", tuple(strata)))
    sections.append(back(speaker, "method", say, framing, framing.excluded))
    return framed(speaker, say("title"), sections, framing, money=speaker.priced)


def decision_page(speaker: QuotaSpeaker, say: Wording, framing: Framing) -> Section:
    """Return the first page: what is recommended, what each stratum brings, other plans, and how sure it is."""
    quota, chosen = speaker.quota, speaker.quota.chosen
    blocks = head(speaker, say("title"), say.parts("lede"), framing)
    if chosen is not None:
        shown = [items_tile(speaker, speaker.evidence, chosen.items), found_tile(speaker, chosen.found)]
        if speaker.priced:
            shown.insert(0, Tile(speaker.say("tile.spend"), speaker.shown(chosen.spend, "amount"), "money", say("paid") or None))
        if quota.chance is not None:
            of_all = speaker.say("tile.quota_resamples")
            shown.append(Tile(speaker.say("tile.quota_met"), quota.chance, "share", of_all))
        blocks.append(Tiles(tuple(shown)))
    if quota.check.refusal in {"", "few"}:
        blocks.append(_figure(speaker, say))
        blocks += [] if quota.offer.least is None else [_plans_table(speaker, quota.offer.least)]
    if chosen is not None:
        blocks += [Heading(speaker.say("head.sure")), Prose(say("points"), "points")]
    return Section("decision", tuple(blocks), one_page=True)


def _plans_table(speaker: QuotaSpeaker, least: QuotaStops) -> Table:
    """Return the recommended plan beside those without quotas, less sure, surer, and in another order."""
    quota, other, n = speaker.quota, speaker.quota.other, len(speaker.quota.wanted)
    here = quota.chosen or least
    least_sure = "row.quota_expected" if quota.offer.unsure else "row.quota_least"
    named = {
        "row.quota_free": quota.free,
        "row.quota_expected": quota.offer.expected,
        "row.recommended" if quota.chosen else least_sure: here,
        "row.quota_safer": quota.safer,
    }
    known = [
        (speaker.say(key), stops)
        for key, stops in named.items()
        if stops and (stops is here or stops.by_stratum != here.by_stratum)
    ]
    if other and other.least:
        known.append((speaker.say("row.quota_order", model=other.name), other.least))
    plans = [stops for _, stops in known]
    columns: list[FilledColumn | None] = [
        ("plan", speaker.say("col.quota_plan"), "text", [name for name, _ in known]),
        *stop_columns(speaker, plans, "col.cost"),
        ("expected", speaker.say("col.quotas_expected", number=n), "count", [one.met for one in plans]),
        ("met", speaker.say("col.quotas_met"), "share", [one.chance for one in plans]) if quota.plan.resamples else None,
    ]  # fmt: skip
    strong = [one is quota.chosen for one in plans]
    return by_columns("plans", speaker.say("table.quota_plans"), columns, strong=strong)


def shown_rows(rows: tuple[QuotaRow, ...], most: int) -> list[QuotaRow]:
    """Return as many strata as there is room for, by name: of too many those whose quotas are met most rarely."""
    if len(rows) <= most:
        return list(rows)
    chance = {row.name: row.chance if row.quota and row.chance is not None else 1.0 for row in rows}
    kept = set(sorted(chance, key=lambda name: (chance[name], name))[:most])
    return [row for row in rows if row.name in kept]


def _figure(speaker: QuotaSpeaker, say: Wording) -> Figure:
    """Return what is expected of each stratum beside what is wanted; marked is the quota met most rarely."""
    quota, rows = speaker.quota, shown_rows(speaker.quota.rows, MOST_BARS)
    held, marks = quota.offer.least is not None, [row.quota for row in rows]
    bars = [
        Bar(
            escape(row.name),
            row.found.value if held else row.most,
            interval(row.found) if held and row.items else None,
            strong=row == quota.rarest if held else row in quota.beyond,
        )
        for row in rows
    ]
    wanted = speaker.say("col.quota")
    return Figure(
        key="figure_quota",
        kind="options",
        title=say("figure"),
        alt=say("alt"),
        x_label=speaker.say("col.expected" if held else "col.quota_most"),
        y_label=speaker.say("col.stratum"),
        caption=say("caption", len(quota.rows) - len(rows)),
        bars=tuple(bars),
        markers=tuple(Marker(mark, float(place), wanted) for place, mark in enumerate(marks) if mark),
    )


def _stops_table(speaker: QuotaSpeaker, say: Wording, stops: QuotaStops) -> Table:
    """Return what is reviewed of each stratum; with what is paid once the costs add up to the total."""
    quota, rows, priced, drawn = speaker.quota, speaker.quota.rows, speaker.priced, speaker.plan.resamples > 0
    paid = quota.paid_once if priced else None

    def cells(values: Iterable[Value], total: Value, once: Value = None) -> list[Value]:
        return [*values, *([once] if paid else []), total]

    once, total = speaker.say("row.quota_once"), speaker.say("row.total")
    spans = [interval(row.found) if row.items else None for row in rows]
    met = [row.chance if row.quota and row.items else None for row in rows]
    whole = interval(stops.found) if quota.chosen else None
    columns: list[FilledColumn | None] = [
        ("stratum", speaker.say("col.stratum"), "text", cells([row.name for row in rows], total, once)),
        ("quota", speaker.say("col.quota"), "count", cells([row.quota for row in rows], added_rows(rows).quota)),
        ("items", speaker.say("col.to_review"), "count", cells([row.items for row in rows], stops.items)),
        ("spend", speaker.in_money("col.cost"), "money", cells([row.spend for row in rows], stops.spend, paid)) if priced else None,
        ("found", speaker.say("col.expected"), "count", cells([row.found.value for row in rows], stops.found.value)),
        ("interval", speaker.say("col.interval"), "count", cells(spans, whole)) if drawn else None,
        ("met", speaker.say("col.quota_met"), "share", cells(met, quota.chance)) if drawn else None,
    ]  # fmt: skip
    caption = speaker.say("table.quotas" if quota.chosen else "table.quotas_least")
    told = by_columns("quotas", caption, columns, notes=say.parts("quotas_note") if drawn and priced else [])
    return replace(told, rows=(*told.rows[:-1], replace(told.rows[-1], total=True)))


def _most_table(speaker: QuotaSpeaker, say: Wording) -> Table:
    """Return what the list holds of each stratum, and what its last entry costs; or what is wanted, where that is more."""
    rows, quota, known = speaker.quota.rows, speaker.quota, speaker.quota.offer.least is not None
    costs = speaker.in_money("col.quota_last") if speaker.priced else speaker.say("col.quota_last")
    last = [row.last_entry if row.items else None for row in rows]
    safe = quota.safer is not None and any(row.safe_items != row.items for row in rows)
    columns: list[FilledColumn | None] = [
        ("stratum", speaker.say("col.stratum"), "text", [row.name for row in rows]),
        ("labelled", speaker.say("col.quota_labelled"), "count", [row.labelled for row in rows]),
        ("listed", speaker.say("col.quota_listed"), "count", [row.listed for row in rows]),
        None if known else ("quota", speaker.say("col.quota"), "count", [row.quota for row in rows]),
        ("most", speaker.say("col.quota_most"), "count", [row.most for row in rows]),
        ("last", costs, "money" if speaker.priced else "count", last) if known else None,
        ("worst", speaker.say("col.quota_worst"), "count", [row.found_worst for row in rows]) if any(row.tied for row in rows) else None,
        ("safe", speaker.say("col.quota_safe"), "count", [row.safe_items for row in rows]) if safe else None,
    ]  # fmt: skip
    if not known:
        strong = [row in quota.beyond for row in rows]
        return by_columns("quotas", speaker.say("table.quotas_beyond"), columns, strong=strong)
    notes = [say("last_note"), *([say("safe_note")] if safe else [])]
    return by_columns("quota_strata", speaker.say("table.quota_strata"), columns, notes=notes)


def _orders(speaker: QuotaSpeaker) -> Table:
    """Return what each order offers: its least cost for all quotas, and its own plan."""
    offers, priced = speaker.quota.offers, speaker.priced
    cannot, beyond, unsure = (speaker.say(f"row.quota_{key}") for key in ("cannot", "beyond", "unsure"))
    least, best = [offer.surely_least for offer in offers], [offer.best for offer in offers]
    first = [
        one.items if one else unsure if each.unsure else cannot
        for each, one in zip(offers, least, strict=True)
    ]
    items = [one.items if one else beyond if held else None for held, one in zip(least, best, strict=True)]
    costs, spends = [[one.spend if one else None for one in every] for every in (least, best)]
    found, nets = ([getattr(one, name, None) for one in best] for name in ("found", "net"))
    columns: list[FilledColumn | None] = [
        ("model", speaker.say("col.model"), "text", [speaker.named(offer.name) for offer in offers]),
        ("least_items", speaker.say("col.quota_least_items"), "count", first),
        ("least", speaker.in_money("col.quota_least"), "money", costs) if priced else None,
        ("items", speaker.say("col.to_review"), "count", items),
        ("spend", speaker.in_money("col.spend"), "money", spends) if priced else None,
        ("found", speaker.say("col.expected"), "count", values_of(found)),
        ("net", speaker.in_money("col.net"), "money", values_of(nets)) if speaker.plan.values is not None else None,
    ]  # fmt: skip
    strong = [offer is speaker.quota.offer and speaker.quota.chosen is not None for offer in offers]
    return by_columns("models", speaker.say("table.quota_models"), columns, strong=strong)


def _ladder(speaker: QuotaSpeaker, say: Wording) -> Table:
    """Return what each of 21 budgets buys by the recommended model, how many quotas it holds, and who leads there."""
    quota, plan, ladder = speaker.quota, speaker.plan, speaker.quota.ladder
    options, base = [one.option for one in ladder], "cost" if plan.budget is None else "budget"
    columns: list[FilledColumn] = [
        ("held", speaker.say("col.quotas_held"), "count", [one.held for one in options])
    ]
    if options[0].chance is not None:
        columns.append(("met", speaker.say("col.quotas_met"), "share", [one.chance for one in options]))
    if plan.values is not None:
        columns.append(("net", speaker.in_money("col.net"), "money", values_of(one.net for one in options)))
    made = ladder_table(speaker, ladder, base, columns, len(quota.offers))
    return replace(made, notes=(say("ladder_note"), *made.notes))


def build_quota_files(quota: QuotaPlan) -> tuple[Table, ...]:
    """Return the items to review, in their order; none where nothing is recommended, or no list has scores."""
    course = course_with_quotas(quota)
    if course is None:
        return ()
    speaker, rows = QuotaSpeaker(quota), course.queue[: course.review].tolist()
    of: FilledColumn = ("stratum", speaker.say("col.stratum"), "text", [course.strata[row] for row in rows])
    scores = [float(course.score[row]) for row in rows]
    return (review_table(speaker, course.model, [course.ids[row] for row in rows], scores, of),)


def quota_record(quota: QuotaPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence, price = quota.evidence, dict([quota.price] if quota.price else [])
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(evidence.plan),
        **ranked_evidence(evidence),
        "singles": [
            single_record(offer.name, _stop(quota, offer.best))
            for offer in quota.offers
            if offer.name != MIXTURE
        ],
        "ladder": [rung_record(rung, _option(quota, rung.option)) for rung in quota.ladder],
        "labels": None,
        "quotas": {
            "column": None if quota.plan.quota is None else quota.plan.quota.by,
            **picked(quota, "surest", "within_budget", chance_of_all="chance", strata="rows"),
            "safer": None if quota.safer is None else picked(quota.safer, "items", "spend", "chance"),
            "paid_once": plain(quota.paid_once),
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


def _stop(quota: QuotaPlan, stops: QuotaStops | None) -> dict[str, Any]:
    """Return what stops bring; nothing is known where an order does not hold all quotas."""
    if stops is None:
        return stop_record(None, None, answered_alone=None)
    return stop_record(
        Estimate(float(stops.items)),
        Estimate(quota.left(stops)),
        spend=stops.spend if quota.plan.prices.stated else None,
        **{name: getattr(stops, name) for name in ("spend_range", "found", "net")},
    )


def _option(quota: QuotaPlan, stops: QuotaStops) -> dict[str, Any]:
    known = picked(stops, "by_stratum", quotas_held="held", chance_of_all="chance")
    return _stop(quota, stops) | known | {"all_held": stops.held == len(quota.wanted)}
