"""The report on a plan with quotas: its facts, its pages in order, and its record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from markupsafe import escape

from budgetplan.domain.decision import rounded_down
from budgetplan.domain.plan import MIXTURE
from budgetplan.plans.ladder import HERE
from budgetplan.plans.quota import QuotaPlan, QuotaRow, QuotaStops, course_with_quotas
from budgetplan.report import model as doc
from budgetplan.report.costs import how_paid, justification, work_sections
from budgetplan.report.page import Framing, back, framed, head, ladder_table, review_table
from budgetplan.report.phrases import RankedNouns
from budgetplan.report.ranked import found_tile, items_tile, list_summary, ranked_evidence, review_record
from budgetplan.report.record import picked, plain, record_head, rung_record, single_record, stop_record
from budgetplan.work.building import WorkPlan

MOST_BARS = 12
"""So many strata are drawn; of more, those whose quotas are met most rarely."""


MOST_RUNGS, STEPS = 5, (1, 2, 4)
"""So many budgets have room on a page; of more each second or fourth one is shown."""


class QuotaSpeaker(RankedNouns):
    """Says short heads and what ``quota.j2`` says, for one plan with quotas.

    Attributes
    ----------
    quota, evidence
        The plan, and what it rests on.
    lead, members, other
        Whose order is recommended, of how many models it is mixed (0: of none), and whose is cheapest among the others.
    surest
        In which share of the draws the whole list meets all quotas, rounded down.
    """

    def __init__(self, quota: QuotaPlan, work: WorkPlan | None = None) -> None:
        super().__init__(quota.plan, work)
        self.quota, self.evidence, self.lead = quota, quota.evidence, quota.offer.name
        self.members = len(quota.evidence.mixture) if self.lead == MIXTURE else 0
        self.other = "" if quota.other is None else self.named(quota.other.name)
        self.surest = rounded_down(quota.surest or 0.0)
        self.words = self.wording("quota", self)


def build_quota_report(quota: QuotaPlan, framing: Framing, work: WorkPlan | None = None) -> doc.Document:
    """Return the report; ``work``: how the plan is carried out."""
    speaker, chosen, offer = QuotaSpeaker(quota, work), quota.chosen, quota.offer
    say, name = speaker.words, speaker.named(offer.name)
    sections = [decision_page(speaker, framing), *work_sections(speaker)]
    if chosen is not None:
        need, request, expected = say.parts("need"), say("request"), say("expected")
        paid = how_paid(speaker, chosen.hours, {name: offer.cost}) if speaker.priced else []
        lines = speaker.prices.lines(offer.bought(chosen.by_stratum), name)
        why, short = [*need, expected, *say.parts("dearest")], (request, expected)
        sections.append(justification(speaker, lines, [request, *paid], why, short, [*need, *paid]))
    if quota.check.refusal in {"", "few"}:
        strata: list[doc.Block] = [doc.Heading(speaker.say("head.quota"))]
        strata += [_stops_table(speaker, chosen or offer.least)] if offer.least else []
        strata += [_most_table(speaker), _orders(speaker)]
        strata += [_ladder(speaker)] if quota.ladder else []
        sections.append(doc.Section("strata", tuple(strata)))
    sections.append(back(speaker, "method", framing, framing.excluded))
    summary = doc.Summary(say("title"))
    if chosen is not None:
        every, left = quota.evidence.n_positives, quota.left(chosen)
        summary = list_summary(speaker, chosen, every, left, strata=True, shown=None)
    return framed(speaker, sections, framing, summary, money=speaker.priced)


def decision_page(speaker: QuotaSpeaker, framing: Framing) -> doc.Section:
    """Return the first page: what is recommended, what each stratum brings, other plans, and how sure it is."""
    quota, chosen, say = speaker.quota, speaker.quota.chosen, speaker.words
    blocks = head(speaker, say("title"), say.parts("lede"), framing)
    if chosen is not None:
        spend = doc.Tile(speaker.say("col.spend"), speaker.shown(chosen.spend, "amount"), "money", say("paid") or None)
        met = doc.Tile(speaker.say("tile.quota_met"), quota.chance, "share")
        finds = [items_tile(speaker, chosen.items), found_tile(speaker, chosen.found)]
        shown = [*([spend] if speaker.priced else []), *finds, *([] if quota.chance is None else [met])]
        blocks.append(doc.Tiles(tuple(shown)))
    if quota.check.refusal in {"", "few"}:
        blocks.append(_figure(speaker))
        blocks += [] if quota.offer.least is None else [_plans_table(speaker, quota.offer.least)]
    if chosen is not None:
        blocks += [doc.Heading(speaker.say("head.sure")), doc.Prose(say("points"), "points")]
    return doc.Section("decision", tuple(blocks), one_page=True)


def _plans_table(speaker: QuotaSpeaker, least: QuotaStops) -> doc.Table:
    """Return the recommended plan beside those without quotas, less sure, surer, and in another order."""
    quota, other, n = speaker.quota, speaker.quota.other, len(speaker.quota.wanted)
    here = quota.chosen or least
    least_sure = "row.quota_expected" if quota.offer.unsure else "row.quota_least"
    plans_named = {
        "row.quota_free": quota.free,
        "row.quota_expected": quota.offer.expected,
        "row.recommended" if quota.chosen else least_sure: here,
        "row.quota_safer": quota.safer,
    }
    known_plans = [
        (speaker.say(key), stops)
        for key, stops in plans_named.items()
        if stops and (stops is here or stops.by_stratum != here.by_stratum)
    ]
    if other and other.least:
        known_plans.append((speaker.say("row.quota_order", model=other.name), other.least))
    plans = [stops for _, stops in known_plans]
    strong, notes = [plan is quota.chosen for plan in plans], speaker.words.parts("plans_note")
    heads, caption = {"expected": speaker.say("col.quotas_expected", number=n)}, speaker.say("table.quota_plans")
    how: dict[str, Any] = {
        "heads": heads,
        "strong": strong,
        "notes": notes,
        "has": {"met": quota.plan.resamples},
    }
    return speaker.table("quota.plans", caption, plans, {"plan": [name for name, _ in known_plans]}, **how)


def shown_rows(rows: tuple[QuotaRow, ...], most: int) -> list[QuotaRow]:
    """Return as many strata as there is room for, by name: of too many those whose quotas are met most rarely."""
    if len(rows) <= most:
        return list(rows)
    chance = {row.name: row.chance if row.quota and row.chance is not None else 1.0 for row in rows}
    kept = set(sorted(chance, key=lambda name: (chance[name], name))[:most])
    return [row for row in rows if row.name in kept]


def _figure(speaker: QuotaSpeaker) -> doc.Figure:
    """Return what is expected of each stratum, and of how many items, beside what is wanted; marked is the rarest quota."""
    quota, rows, say = speaker.quota, shown_rows(speaker.quota.rows, MOST_BARS), speaker.words
    held, wanted = quota.offer.least is not None, speaker.say("col.quota")
    bars = [
        doc.Bar(
            escape(row.name),
            row.found.value if held else row.most,
            doc.interval(row.found) if held and row.items else None,
            speaker.say("items_amount", amount=row.items) if held else None,
            strong=row == quota.rarest if held else row in quota.beyond,
        )
        for row in rows
    ]
    axes = speaker.say("col.expected" if held else "col.found"), speaker.say("col.stratum")
    return doc.Figure(
        *("figure_quota", "options", say("figure"), say("alt"), *axes),
        caption=say("caption", len(quota.rows) - len(rows)),
        bars=tuple(bars),
        markers=tuple(doc.Marker(row.quota, float(at), wanted) for at, row in enumerate(rows) if row.quota),
    )


def _stops_table(speaker: QuotaSpeaker, stops: QuotaStops) -> doc.Table:
    """Return what is reviewed of each stratum; with what is paid once the costs add up to the total."""
    quota, rows, say, drawn = speaker.quota, speaker.quota.rows, speaker.say, speaker.plan.resamples > 0
    paid = quota.paid_once if speaker.priced else None

    def cells(values: Iterable[Any], total: Any, once: doc.Value = None) -> list[Any]:
        return [*values, *([once] if paid else []), total]

    names, wanted = [row.name for row in rows], [row.quota for row in rows]
    spans = [doc.interval(row.found) if row.items else None for row in rows]
    met = [row.chance if row.quota and row.items else None for row in rows]
    whole, spends = doc.interval(stops.found) if quota.chosen else None, [row.spend for row in rows]
    columns: dict[str, Any] = {
        "stratum": cells(names, say("row.total"), say("row.quota_once")),
        "quota": cells(wanted, quota.n_wanted),
        "items": cells([row.items for row in rows], stops.items),
        "spend": cells(spends, stops.spend, paid) if speaker.priced else None,
        "found": cells([row.found for row in rows], stops.found),
        "interval": cells(spans, whole) if drawn else None,
        "met": cells(met, quota.chance) if drawn else None,
    }
    notes = speaker.words.parts("quotas_note") if drawn and speaker.priced else []
    caption = say("table.quotas", chosen=quota.chosen is not None)
    table = speaker.table("quota.quotas", caption, cells=columns, notes=notes)
    return replace(table, rows=(*table.rows[:-1], replace(table.rows[-1], total=True)))


def _most_table(speaker: QuotaSpeaker) -> doc.Table:
    """Return what the list holds of each stratum, and what its last entry costs; or what is wanted, where that is more."""
    rows, quota = speaker.quota.rows, speaker.quota
    caption, has_least = speaker.say("table.quota_strata"), quota.offer.least is not None
    safe = quota.safer is not None and any(row.safe_items != row.items for row in rows)
    tied = any(row.tied for row in rows)
    has = {"worst": tied, "safe": safe, "quota": not has_least, "last": has_least}
    cells = {"last": [row.last_entry if row.items else None for row in rows]}
    notes = [speaker.words("last_note"), *([speaker.words("safe_note")] if safe else [])] if has_least else []
    how: dict[str, Any] = {"has": has, "kinds": {} if speaker.priced else {"last": "count"}, "notes": notes}
    how["strong"] = [not has_least and row in quota.beyond for row in rows]
    table = speaker.table("quota.quota_strata", caption, rows, cells, **how)
    return table if has_least else replace(table, key="quotas")


def _orders(speaker: QuotaSpeaker) -> doc.Table:
    """Return what each order offers: its least cost for all quotas, and its own plan."""
    quota, offers, say = speaker.quota, speaker.quota.offers, speaker.say
    cannot, beyond, unsure = (say(f"row.quota_{key}") for key in ("cannot", "beyond", "unsure"))
    least, best = [offer.surely_least for offer in offers], [offer.best for offer in offers]
    none = [unsure if offer.unsure else cannot for offer in offers]
    first = [held.items if held else lacking for held, lacking in zip(least, none, strict=True)]
    items = [pair.items if pair else beyond if held else None for held, pair in zip(least, best, strict=True)]
    # Where the plan of each order is its least, it is printed once.
    apart = any(low and (not pair or pair.items != low.items) for pair, low in zip(best, least, strict=True))
    has = {"least_items": apart, "least": apart and speaker.priced, "net": speaker.plan.values}
    heads = {"least": speaker.in_money("col.least", what=say("col.cost"))}
    heads["least_items"] = say("col.least", what=say("col.items"))
    strong = [offer is quota.offer and quota.chosen is not None for offer in offers]
    cells = {"model": [speaker.named(offer.name) for offer in offers], "least_items": first}
    cells |= {"least": [held and held.spend for held in least], "items": items if apart else first}
    how: dict[str, Any] = {"has": has, "heads": heads, "strong": strong}
    table = speaker.table("quota.models", say("table.quota_models"), best, cells, **how)
    return table if apart else table.showing(())  # page 1 has them


def _ladder(speaker: QuotaSpeaker) -> doc.Table:
    """Return what each of 21 budgets buys by the recommended model, how many quotas it holds, and who leads there.

    Few are printed, and none that buys what the one before it buys.
    """
    ladder, base = speaker.quota.ladder, "cost" if speaker.plan.budget is None else "budget"
    options, drawn = [step.option for step in ladder], ladder[0].option.chance is not None
    has = {"judged": False, "met": drawn, "net": speaker.plan.values}
    heads = {"expected": speaker.say("col.quotas_expected", number=len(speaker.quota.wanted))}
    whole = ladder_table(speaker, ladder, base, len(speaker.quota.evidence.single), has=has, heads=heads)
    bought = [row.cells[2:] for row in whole.rows]
    other = [at for at, option in enumerate(options) if option.items and bought[at] != bought[at - 1]]
    for step in STEPS:
        kept = {HERE, *(at for at in other if at in range(0, len(ladder), step))}
        if len(kept) <= MOST_RUNGS:
            break
    note = speaker.words("ladder_note", bought[HERE] == bought[-1], not kept.issuperset(other))
    return replace(whole.showing(kept), notes=(note,))


def build_quota_files(quota: QuotaPlan) -> tuple[doc.Table, ...]:
    """Return the items to review, in their order; none where nothing is recommended, or no list has scores."""
    course = course_with_quotas(quota)
    if course is None:
        return ()
    speaker, rows = QuotaSpeaker(quota), course.queue[: course.review].tolist()
    items, scores = [course.ids[row] for row in rows], [float(course.score[row]) for row in rows]
    return (review_table(speaker, course.model, items, scores, [course.strata[row] for row in rows]),)


def quota_record(quota: QuotaPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence, price = quota.evidence, dict([quota.price] if quota.price else [])
    nothing = {"reviewed": None, "spend": None}
    return {
        **record_head(evidence.plan, provenance),
        **ranked_evidence(evidence, quota.offer.name),
        "singles": [
            single_record(offer.name, _stop(quota, offer.best)) for offer in quota.offers if offer.name != MIXTURE
        ],
        "ladder": [rung_record(rung, _option(quota, rung.option)) for rung in quota.ladder],
        "quotas": {
            "column": None if quota.plan.quota is None else quota.plan.quota.by,
            **picked(quota, "surest", "within_budget", chance_of_all="chance", strata="rows"),
            "safer": None if quota.safer is None else picked(quota.safer, "items", "spend", "chance"),
            "paid_once": plain(quota.paid_once),
            "price_of_the_quotas": price.get("net"),
            "price_in_entries": price.get("found"),
            "least": {
                offer.name: (picked(stops, reviewed="items", spend="spend") if stops else nothing)
                | {"unsure": offer.unsure}
                for offer in quota.offers
                for stops in [offer.surely_least]
            },
            "more_than_the_list_holds": [row.name for row in quota.beyond],
        },
    }


def _stop(quota: QuotaPlan, stops: QuotaStops | None) -> dict[str, Any]:
    """Return what stops bring; nothing is known where an order does not hold all quotas."""
    if stops is None:
        return stop_record(None, None, answered_alone=None)
    return review_record(quota.plan, stops, quota.left(stops))


def _option(quota: QuotaPlan, stops: QuotaStops) -> dict[str, Any]:
    fields_of_stops = picked(stops, "by_stratum", quotas_held="held", chance_of_all="chance")
    return _stop(quota, stops) | fields_of_stops | {"all_held": stops.held == len(quota.wanted)}
