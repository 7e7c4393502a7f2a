"""The report on a ranked list: its pages in order, their tables and figures, its files and its record."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from markupsafe import Markup

from budgetplan.domain.decision import Alternative, Estimate
from budgetplan.domain.rounding import coins_apart
from budgetplan.lists.evidence import Evidence, Ranked
from budgetplan.plans import review
from budgetplan.plans.review import Analysis, changes_of_lead
from budgetplan.plans.screening import ScreenedBy
from budgetplan.report.costs import how_paid, justification, work_sections
from budgetplan.report.model import (
    Bar,
    Block,
    ColumnKind,
    Document,
    Figure,
    FilledColumn,
    Heading,
    Line,
    Marker,
    Prose,
    Range,
    Role,
    Section,
    Table,
    Text,
    Tile,
    Tiles,
    Value,
    by_columns,
    interval,
)
from budgetplan.report.page import (
    Framing,
    ask_table,
    back,
    budget_kind,
    budget_name,
    framed,
    head,
    ladder_table,
    review_table,
    stop_columns,
)
from budgetplan.report.phrases import TENTHS, RankedNouns, Speaker, intervals_of, values_of
from budgetplan.report.ranked_facts import best_asked, decision_words
from budgetplan.report.record import RECORD_VERSION, picked, plain, ranked_stop, rung_record, single_record
from budgetplan.report.risk import calendar_points, risk_record, risk_sections
from budgetplan.report.wording import Wording, escaped
from budgetplan.work.building import WorkPlan


def gain_figure(speaker: Speaker, say: Wording) -> Figure:
    """Return entries found against items reviewed, for all models and the two comparators."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen, lead, beside = analysis.decision.chosen, analysis.lead, analysis.rival
    label = speaker.say("curve.lead", recommended=chosen is not None, band=analysis.band is not None)
    lines = [_line(speaker, lead, "recommended", label)]
    if beside:
        lines.append(_line(speaker, evidence.model(beside), "second", escaped(speaker.named(beside))))
    named = (lead.name, beside)
    lines += [_line(speaker, model, "other") for model in evidence.models if model.name not in named]
    lines += [
        _line(speaker, evidence.perfect, "perfect", name=speaker.say("curve.perfect")),
        _line(speaker, evidence.random, "random", name=speaker.say("curve.random")),
    ]
    marks = []
    if chosen is not None:
        marks.append(Marker(float(chosen.items), chosen.found.value, speaker.say("mark.stop")))
    return Figure(
        key="figure_gain",
        kind="gain",
        title=say("gain_title"),
        alt=speaker.say("alt.gain", stop=bool(marks), models=len(evidence.models)),
        x_label=speaker.say("axis.items"),
        y_label=speaker.say("axis.found"),
        lines=tuple(lines),
        markers=tuple(marks),
        top=tuple(analysis.costs_along()) if speaker.priced else (),
        top_label=speaker.in_money("axis.cost") if speaker.priced else None,
    )


def _line(speaker: Speaker, model: Ranked, role: Role, label: Text | None = None, name: str = "") -> Line:
    items, found, *band = speaker.analysis.curve(model)
    low, high = (None if end is None else tuple(end.tolist()) for end in band)
    return Line(name or model.name, tuple(items.tolist()), tuple(found.tolist()), role, low, high, label)


def steps_figure(speaker: Speaker, title: Text) -> Figure:
    """Return what one more entry costs in each part of the list, in the recommended order."""
    analysis, evidence = speaker.analysis, speaker.evidence
    chosen, at, values = analysis.decision.chosen, analysis.stop_in_parts(), speaker.plan.values
    worth = None if values is None else values.common
    reviewed = chosen.items if chosen is not None else evidence.whole_items
    bars = []
    for tenth, part in enumerate(analysis.parts[analysis.lead.name], start=1):
        per, label = part.cost_per_entry, speaker.shown(tenth, "count")
        span, filled = interval(per), part.middle <= reviewed
        if span is None and per is not None and per.low is not None:
            span = Range(per.low, math.inf)
        note = speaker.say("none_found") if per is None else None
        bars.append(Bar(label, None if per is None else per.value, span, note, filled=filled))
    stop = () if chosen is None or at is None else (Marker(at, 0.0, speaker.say("mark.stop", found=None)),)
    some_empty = any(bar.value is None for bar in bars)
    return Figure(
        key="figure_steps",
        kind="steps",
        title=title,
        alt=speaker.say("alt.steps"),
        x_label=speaker.say("col.tenth"),
        y_label=speaker.in_money("col.further", priced=speaker.priced),
        caption=speaker.say("caption.steps", empty=some_empty),
        bars=tuple(bars),
        markers=stop,
        level=worth,
        level_label=None if worth is None else speaker.say("mark.worth", worth=worth),
    )


MOST_ROWS = 5
"""So many rows of the table have room on the page."""


def decision_page(speaker: Speaker, framing: Framing, say: Wording) -> Section:
    """Return the first page; ``say``: what is true of the list in words, see :func:`decision_words`."""
    decision = speaker.analysis.decision
    blocks = [*head(speaker, say("title"), [say("lede")], framing), Tiles(tuple(tiles(speaker, say)))]
    if not decision.silent:
        blocks += [gain_figure(speaker, say), options_table(speaker, say)]
    if not decision.refusal:
        blocks.append(Prose(say("points"), "points"))
    return Section("decision", tuple(blocks), one_page=True)


def tiles(speaker: Speaker, say: Wording) -> list[Tile]:
    """Return the four numbers of the page."""
    evidence, chosen, whole = speaker.evidence, speaker.analysis.decision.chosen, speaker.analysis.whole
    if chosen is None:  # what there is to decide from
        counts = {"labelled": evidence.n_sample, "positives": evidence.entries_labelled}
        counts["models"] = len(evidence.single)
        shown = [Tile(speaker.say(f"tile.{key}"), value, "count") for key, value in counts.items()]
        if speaker.priced:
            of = speaker.say("items_amount", amount=Decimal(whole.items))
            spend = speaker.shown(whole.spend, "amount")
            shown.append(Tile(speaker.say("tile.whole"), spend, "money", of))
        return shown
    shown = [items_tile(speaker, evidence, chosen.items), found_tile(speaker, chosen.found)]
    if chosen.judged is not None:
        shown[0] = _count_tile(speaker, "tile.judged", chosen.judged)
    if speaker.priced:
        shown.insert(0, Tile(speaker.say("col.spend"), say("spend"), "money", say("spend_note") or None))
    if chosen.net is not None:
        shown.append(_money_tile(speaker, say, "col.net", chosen.net, "whole"))
    elif speaker.priced and chosen.cost_per_entry is None:
        shown.append(Tile(speaker.say("tile.per"), speaker.say("none_found"), "money"))
    elif speaker.priced and chosen.cost_per_entry is not None:
        shown.append(_money_tile(speaker, say, "tile.per", chosen.cost_per_entry, "amount"))
    elif chosen.recall is not None:
        shown.append(Tile(speaker.say("tile.share"), chosen.recall, "share"))
    return shown


def items_tile(speaker: RankedNouns, evidence: Evidence, items: int) -> Tile:
    """Return how many items are reviewed, of how many."""
    of = speaker.say("tile.of_list", number=evidence.list_items, known=evidence.basis == "list")
    return Tile(speaker.say("col.to_review"), items, "count", of)


def found_tile(speaker: RankedNouns, found: Estimate) -> Tile:
    """Return how many entries are found."""
    return _count_tile(speaker, "col.expected", found)


def _count_tile(speaker: RankedNouns, head: str, number: Estimate) -> Tile:
    span = interval(number)
    note = None if span is None else speaker.say("tile.interval", range=speaker.shown(span, "count"))
    return Tile(speaker.say(head), number.value, "count", note)


def _money_tile(speaker: Speaker, say: Wording, name: str, estimate: Estimate, kind: str) -> Tile:
    """Return an estimate of money, with as many digits as its interval needs."""
    span, note, shown = interval(estimate), None, "money"
    if span is None and estimate.low is not None:
        note = speaker.say("tile.per_from", low=estimate.low)
    if span is not None:
        if min(span.low, span.high) >= 100 or max(span.low, span.high) <= -100:
            shown = "count"  # of hundreds nobody knows the cents
        elif not coins_apart(span.low, span.high, speaker.prices.minor_digits):
            shown, kind = "money_fine", "fine"
        note = speaker.say("tile.interval", range=speaker.shown(span, shown))
    return Tile(speaker.say(name), speaker.shown(estimate.value, kind), "money", note and say("apart", note))


def options_table(speaker: Speaker, say: Wording) -> Table:
    """Return what less or more money would buy, or the example stops."""
    analysis, priced = speaker.analysis, speaker.priced
    chosen, is_open = analysis.decision.chosen, analysis.decision.goal == "open"
    options = list(analysis.options)
    if not options or options[-1].items < analysis.whole.items:
        options.append(analysis.whole)
    options = options[-MOST_ROWS:]
    strong = [chosen is not None and one.items == chosen.items for one in options]
    named = [_named_option(speaker, one, strong=here) for one, here in zip(options, strong, strict=True)]
    heads = [speaker.say(key, **values) for key, values in named]
    led = priced and any(key == "row.part" for key, _ in named)
    # The first has none before it.
    cells = [None, *(_per_further(speaker, cost) for cost in review.per_further(options))]
    further = speaker.in_money("col.further", priced=priced)
    columns: list[FilledColumn] = [
        ("review", speaker.say("col.review", money=led), "text", heads),
        *stop_columns(speaker, options),
        ("recall", speaker.say("tile.share"), "share", [one.recall for one in options]),
        ("further", further, "money" if priced else "number", cells),
    ]
    caption = speaker.say("table.options", open=is_open, priced=priced)
    return by_columns("options", caption, columns, strong=strong, notes=[say("options_note")])


def _per_further(speaker: Speaker, cost: float | None) -> Text | float:
    """Return the cell of what each further entry costs."""
    if cost is None:
        return speaker.say("hardly_more")
    return speaker.say("no_more_found") if math.isinf(cost) else cost


def _named_option(speaker: Speaker, option: Alternative, *, strong: bool) -> tuple[str, dict[str, float]]:
    """Return the key of what a stop is called, by its part of the recommended money or items, and what is filled in."""
    analysis = speaker.analysis
    if strong:
        return "row.recommended", {}
    if option.items == speaker.evidence.whole_items:
        return "row.whole", {}
    if analysis.next_step is not None and analysis.ends_soon(option):
        return "row.soon", {"number": analysis.next_step.soon}
    if analysis.decision.goal == "open" and option.recall is not None:
        return "row.example", {"share": option.recall}
    part = analysis.part_of(option)
    return ("row.share", {"share": option.share}) if part is None else ("row.part", {"part": part})


def screening_page(speaker: Speaker, say: Wording) -> list[Section]:
    """Return the section on every answerer; none where nobody may be asked."""
    every = speaker.analysis.screenings
    if not every:
        return []
    rows: list[tuple[Text, ScreenedBy, Value]] = [(speaker.say("screen.row_without"), every[0].without, None)]
    for one in every:
        for key, way in (("screen.row_with", one.with_it), ("screen.row_alone", one.only)):
            if way is not None:
                rows.append((speaker.say(key, name=one.known.name), way, one.net_more(way)))
    names, ways, more = zip(*rows, strict=True)
    kept, priced, valued = any(way.kept for way in ways), speaker.priced, speaker.plan.values is not None
    columns: list[FilledColumn | None] = [
        ("way", speaker.say("col.way"), "sentence", names),
        ("asked", speaker.say("col.asked"), "count", [way.asked for way in ways]),
        ("reviewed", speaker.say("col.reviewed"), "count", [way.items for way in ways]),
        ("kept", speaker.say("col.kept"), "count", [way.kept for way in ways]) if kept else None,
        ("calls", speaker.in_money("beside.c_cost"), "money", [way.calls for way in ways])
        if priced
        else None,
        ("spend", speaker.in_money("col.spend"), "money", [way.spend for way in ways]) if priced else None,
        ("found", speaker.say("col.found"), "count", [way.found.value for way in ways]),
        ("more", speaker.in_money("col.net_more"), "money", more) if valued else None,
    ]
    notes = [speaker.say("note.screening_alone")] if any(one.only for one in every) else []
    table = by_columns("screening", speaker.say("table.screening"), columns, strong=[True], notes=notes)
    return [
        Section("screening", (Heading(speaker.say("head.screening")), Prose(say("answerers"), "body"), table))
    ]


MOST_RUNGS, STEPS = 7, (1, 2, 4)
"""So many budgets have room on a page; of more each second or fourth one is shown."""


def build_report(analysis: Analysis, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker = Speaker(analysis)
    say = decision_words(speaker, work)
    sections = [
        decision_page(speaker, framing, say),
        *work_sections(speaker, work, in_time=calendar_points(speaker)),
        *justified(speaker, say, work),
    ]
    # Nothing is said of the list in figures where the labels cannot speak for it.
    if not analysis.decision.silent:
        sections += [models_page(speaker, say), *screening_page(speaker, say), stop_page(speaker, say)]
    sections += [*risk_sections(speaker), back(speaker, "method", say, framing, framing.excluded)]
    return framed(speaker, say("title"), sections, framing, money=speaker.priced)


def build_files(analysis: Analysis) -> tuple[Table, ...]:
    """Return the tables that stand beside the report, as files alone.

    Every order's gain, who leads at which budget, the items to review and to ask about.
    """
    speaker, rows, chosen = Speaker(analysis), analysis.rows_to_review(), analysis.decision.chosen
    files = [] if analysis.decision.silent else [*gain_tables(speaker), *leaders_tables(speaker)]
    if rows is not None and chosen is not None:
        files.append(review_table(speaker, chosen.model, *zip(*rows, strict=True)))
    best, ids = best_asked(speaker)
    if best is not None and ids:
        files.append(ask_table(speaker, best.known.name, ids))
    return tuple(files)


def stop_page(speaker: Speaker, say: Wording) -> Section:
    """Return where to stop, and what one more entry costs."""
    blocks: list[Block] = [Heading(speaker.say("head.stop")), steps_figure(speaker, say("steps_title"))]
    if rule := say("rule"):
        blocks.append(Prose(Markup("<p>{}</p>").format(rule)))
    blocks.append(gain_table(speaker, speaker.analysis.lead, say))
    if len(speaker.analysis.choices) > 1:
        blocks.append(choices_table(speaker, say))
    return Section("stop", tuple(blocks))


def gain_tables(speaker: Speaker) -> list[Table]:
    """Return the gain of every model with all its columns, the recommended one's first, then by name."""
    lead, models = speaker.analysis.lead, speaker.evidence.models
    ordered = sorted(models, key=lambda model: (model is not lead, model.name))
    return [
        replace(gain_table(speaker, model), key=f"gain_{place}")
        for place, model in enumerate(ordered, start=1)
    ]


def gain_table(speaker: Speaker, model: Ranked, say: Wording | None = None) -> Table:
    """Return a model's gain by parts of the list; for a page, where ``say`` is given, without lift and further intervals."""
    parts, said, types = speaker.analysis.parts[model.name], speaker.say, speaker.evidence.types
    chosen, ends, priced = speaker.analysis.decision.chosen, [part.end for part in parts], speaker.priced
    new, reached = [part.new for part in parts], [part.cumulative for part in parts]
    costs = values_of(part.cost_per_entry for part in parts)
    per = [said("none_found") if cost is None else cost for cost in costs]
    heading = speaker.in_money("col.further", priced=priced)
    tokens = review.tokens_along(model, ends) if types and "tokens" in model.path.sums else []
    place, gains = "tenth" if len(ends) == TENTHS else "part", values_of(part.gain for part in parts)
    columns: list[FilledColumn | None] = [
        (place, said("col.tenth"), "count", list(range(1, len(ends) + 1))),
        ("items", said("col.items_so_far"), "items", ends),
        ("new", said("col.new"), "count", values_of(new)),
        ("interval", said("col.interval"), "count", intervals_of(new)) if say else None,
        ("found", said("col.so_far"), "count", values_of(part.found for part in parts)),
        ("tokens", said("col.tokens"), "count", tokens) if tokens else None,
        None if say else ("gain", said("col.gain"), "share", gains),
        ("cumulative", said("col.cumulative"), "share", values_of(reached)),
        None if say else ("cumulative_interval", said("col.interval"), "share", intervals_of(reached)),
        None if say else ("lift", said("col.lift"), "number", [part.lift for part in parts]),
        ("cost", speaker.in_money("col.cost_so_far"), "money", [part.total for part in parts]) if priced else None,
        ("per", heading, "money" if priced else "number", per),
    ]  # fmt: skip
    strong, notes = list[bool](), list[Text]()
    if chosen is not None and model is speaker.analysis.lead:
        strong = [part.holds(chosen.items) for part in parts]
    if say:
        inside = any(here and chosen and end != chosen.items for end, here in zip(ends, strong, strict=False))
        once = speaker.prices.once(model.cost) if priced else 0
        notes.append(say("gain_note", inside, float(once)))
    caption = said("table.gain", model=model.name)
    return by_columns("gain_recommended", caption, columns, strong=strong, notes=notes)


def choices_table(speaker: Speaker, say: Wording) -> Table:
    """Return for which worth of an entry each stop is best, where no worth was given."""
    choices, priced, shown = speaker.analysis.choices, speaker.priced, speaker.analysis.choices_shown()
    coins: ColumnKind = "money_fine" if priced and speaker.analysis.closer_than_coins() else "money"
    worth: ColumnKind = coins if priced else "number"
    ends = [speaker.say("and_above") if one.high is None else one.high for one in choices]
    least = speaker.say("col.worth_from", priced=priced)
    columns: list[FilledColumn | None] = [
        ("from", least, worth, [one.low for one in choices]),
        ("to", speaker.say("col.to"), worth, ends),
        ("items", speaker.say("col.items"), "count", [one.items for one in choices]),
        ("spend", speaker.in_money("col.spend"), "money", [one.spend for one in choices]) if priced else None,
        ("found", speaker.say("col.found"), "count", [one.found for one in choices]),
    ]
    caption = speaker.say("table.choices", limited=speaker.plan.budget is not None)
    notes = [say("choices_note", len(choices))] if len(shown) < len(choices) else []
    made = by_columns("worth", caption, columns, notes=notes)
    rows = [replace(row, repeats=place not in shown) for place, row in enumerate(made.rows)]
    return replace(made, rows=tuple(rows))


def budgets_table(speaker: Speaker, say: Wording) -> Table:
    """Return what each of 21 budgets buys by the recommended model, few of them on paper."""
    analysis, goal = speaker.analysis, speaker.analysis.decision.goal
    ladder, options = analysis.ladder, [one.option for one in analysis.ladder]
    # Of what the rungs are tenths, as the keys of texts end.
    base = "cost" if goal == "target" or speaker.plan.budget is None else "budget"
    base = "half" if goal == "open" else base
    net = [] if speaker.plan.values is None else [net_column(speaker, options)]
    made = ladder_table(speaker, ladder, base, net, len(speaker.evidence.single))
    told = zip(range(len(ladder)), made.rows, options, strict=True)
    shown = [place for place, row, option in told if row.strong or (option.items and not row.repeats)]
    tiers = [
        [place for place in shown if made.rows[place].strong or place in range(0, len(ladder), step)]
        for step in STEPS
    ]
    kept = next((one for one in tiers if len(one) <= MOST_RUNGS), tiers[-1])
    rows = [replace(row, repeats=place not in kept) for place, row in enumerate(made.rows)]
    ends = goal == "net_value" and options[-1].items == options[-2].items
    notes = [note for note in [say("ladder_note", ends, len(kept) < len(shown))] if note]
    return replace(made, rows=tuple(rows), notes=(*notes, *made.notes))


def models_page(speaker: Speaker, say: Wording) -> Section:
    """Return which order to review from, here and at other budgets."""
    blocks: list[Block] = [
        Heading(speaker.say("head.models")),
        Prose(Markup("<p>{}</p>").format(say("models"))),
    ]
    if speaker.analysis.decision.contenders:
        blocks.append(models_table(speaker, say))
    if speaker.analysis.ladder:
        blocks.append(budgets_table(speaker, say))
    return Section("models", tuple(blocks))


def models_table(speaker: Speaker, say: Wording) -> Table:
    """Return the models at this budget, the recommended first, with the comparators."""
    decision, lead, said = speaker.analysis.decision, speaker.analysis.lead.name, speaker.say
    # What a perfect and a random order would find for the same money (the same items, unpriced).
    pair = () if decision.goal == "target" else speaker.analysis.comparators()
    ordered = sorted(
        decision.contenders, key=lambda each: (each.name != lead, each.name != decision.single, each.name)
    )
    names: list[Value] = [speaker.named(each.name) for each in ordered]
    if decision.goal != "open" and ordered[0].name == lead:
        names[0] = said("curve.lead", model=lead, recommended=True, band=False)
    names += [said(key) for key, _ in zip(("curve.perfect", "curve.random"), pair, strict=False)]
    options: list[Any] = [*(each.option for each in ordered), *pair]
    blank = [None] * len(pair)
    differences = (each.difference for each in ordered)
    gaps: list[Value] = [None if one is None else interval(one) or one.value for one in differences]
    *bought, span = stop_columns(speaker, options)
    columns: list[FilledColumn] = [
        ("model", said("col.model"), "sentence", names),
        *bought,
        net_column(speaker, options) if decision.goal == "net_value" else span,
        ("difference", said("col.difference"), "gap", [*gaps, *blank]),
        ("f1", said("col.f1"), "ratio", [*(each.f1 for each in ordered), *blank]),
    ]
    strong, notes = [each.name == lead for each in ordered], [say("models_note", bool(pair))]
    caption = said("table.models", goal=decision.goal)
    return by_columns("models", caption, columns, strong=strong, notes=[note for note in notes if note])


def net_column(speaker: Speaker, options: Sequence[Alternative]) -> FilledColumn:
    """Return net values; those of thousands are shown without cents, as no line is multiplied out."""
    kind: ColumnKind = "count" if float(speaker.analysis.whole.spend) >= 1000 else "money"
    return ("net", speaker.in_money("col.net"), kind, values_of(one.net for one in options))


def leaders_tables(speaker: Speaker) -> list[Table]:
    """Return which single model brings most at which budget; where the lead changes often, without narrow stretches."""
    unit = speaker.analysis.reference.unit
    seen = review.visible_leads(speaker.analysis.winners, len(speaker.evidence.single))
    if seen is None:
        return []
    ends = [speaker.say("and_above") if one.high is None else one.high for one in seen[0]]
    columns: list[FilledColumn] = [
        ("from", budget_name(speaker, "col.from", unit), budget_kind(unit), [one.low for one in seen[0]]),
        ("to", speaker.say("col.to"), budget_kind(unit), ends),
        ("leader", speaker.say("col.leader"), "text", [speaker.names(one.models) for one in seen[0]]),
    ]
    return [by_columns("budgets", speaker.say("table.budgets"), columns)]


def justified(speaker: Speaker, say: Wording, work: WorkPlan | None) -> list[Section]:
    """Return the text to paste into an application, and the cost build-up behind it; none where no stop is recommended."""
    chosen = speaker.analysis.decision.chosen
    if chosen is None:
        return []
    model, why, prices = speaker.evidence.model(chosen.model), say.parts("why"), speaker.prices
    asked, paid, short = [say("request", False)], list[Text](), list[Text]()
    if speaker.priced:
        paid = how_paid(speaker, chosen.hours, {model.name: model.cost})
        if chosen.cost_per_entry is not None:
            short = [say("request", True), say("expected", True)]
    lines = prices.lines(speaker.evidence.bought(model, chosen.items), model.name, model.cost)
    return [justification(speaker, lines, work, [*asked, *paid], why, short, (*paid, *why[:2]))]


def _winners(analysis: Analysis) -> dict[str, Any]:
    """Return who leads at which budget, and how often the lead changes where some changes are told together."""
    intervals = [
        picked(each, "low", "high", "models") | ({"joined": each.stretches} if each.stretches > 1 else {})
        for each in analysis.winners
    ]
    record = {"unit": analysis.reference.unit, "intervals": intervals}
    changes, joined = changes_of_lead(analysis.winners)
    return record | {"changes_of_lead": changes, "intervals_joined": joined} if joined else record


def _types(analysis: Analysis) -> dict[str, Any] | None:
    """Return what is known of types and tokens, where types are entries; None where items are."""
    types, counts = analysis.evidence.types, analysis.type_counts()
    if types is None:
        return None
    return {
        "column": types.column or None,
        "labelled_types": types.n_types,
        "labelled_tokens": types.n_tokens,
        "tokens": counts.get("tokens"),
        "judged": counts.get("judged"),
        "of_types_confirmed_before": counts.get("spare"),
    }


def ranked_evidence(evidence: Evidence) -> dict[str, Any]:
    """Return the sample and the list of a plan by ranked lists."""
    return {
        "sample": {
            "labelled_items": evidence.n_sample,
            "validation_items": None,
            "positives": evidence.entries_labelled,
            "groups": evidence.n_groups,
            "classes": None,
            "labels_no_model_knows": None,
        },
        "list": {
            "basis": evidence.basis,
            "items": evidence.list_items,
            "expected_positives": evidence.n_positives,
        },
    }


def decision_record(analysis: Analysis, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence, decision = analysis.evidence, analysis.decision
    priced = evidence.plan.prices.stated

    def stop(option: Alternative) -> dict[str, Any]:
        return ranked_stop(option, analysis.left(option), priced=priced)

    alone = {model.name for model in evidence.single}
    stay = decision.worths[0][1] if decision.worths else None
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(evidence.plan),
        **ranked_evidence(evidence),
        "singles": [
            single_record(each.name, stop(each.option), found_more=each.difference)
            for each in decision.contenders
            if each.name in alone
        ],
        "ladder": [rung_record(rung, stop(rung.option)) for rung in analysis.ladder],
        "labels": plain(analysis.labels),
        "filter": {
            **picked(decision, "goal", "rule", "within_budget"),
            "worth_low": None if stay is None else stay.low,
            "worth_high": None if stay is None else stay.high,
            **picked(decision, "by_f1", "by_accuracy", "refusal"),
            "chosen": None if decision.chosen is None else stop(decision.chosen),
            "options": [stop(option) for option in analysis.options],
            "whole_list": stop(analysis.whole),
            "cuts": {each.name: picked(each, "f1", "accuracy") for each in decision.contenders},
            "rows": evidence.rows,
            "types": _types(analysis),
            "winner_by_budget": _winners(analysis),
            **picked(
                analysis, "next_step", "last_step", stops_by_entry_worth="choices", answerers="screenings"
            ),
            **picked(analysis, best_stop_interval="stop_range", items_for_target_in_95_percent="target_safe"),
            **risk_record(analysis.risk),
        },
    }
