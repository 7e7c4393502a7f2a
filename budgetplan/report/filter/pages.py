"""The decision report as a document: pages in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from markupsafe import Markup

from budgetplan.domain.decision import Alternative, Decision
from budgetplan.domain.plan import MIXTURE, Plan
from budgetplan.domain.prices import BudgetLine
from budgetplan.lists.evidence import Evidence, Ranked
from budgetplan.plans import review
from budgetplan.plans.review import Analysis
from budgetplan.report.cost_words import how_paid, justification
from budgetplan.report.filter.decision_page import decision_page
from budgetplan.report.filter.facts import decision_words
from budgetplan.report.filter.figures import steps_figure
from budgetplan.report.filter.screening import ask_files, screening_page
from budgetplan.report.ladder import bought, budget_kind, budget_name, leads, table
from budgetplan.report.model import (
    Block,
    ColumnKind,
    Document,
    FilledColumn,
    Heading,
    Prose,
    Range,
    Section,
    Table,
    Text,
    Value,
    by_columns,
)
from budgetplan.report.page import Framing, back, framed, review_table
from budgetplan.report.phrases import TENTHS, Speaker, interval, intervals_of, values_of
from budgetplan.report.risk.page import calendar_points, risk_sections
from budgetplan.report.wording import Wording
from budgetplan.report.work_plan import work_sections
from budgetplan.work.building import WorkPlan

MOST_RUNGS, STEPS = 7, (1, 2, 4)
"""So many budgets have room on a page; of more each second or fourth one is shown."""


@dataclass(frozen=True)
class ReviewFacts:
    """What ``review_pages.j2`` tells.

    Attributes
    ----------
    plan, evidence, decision, chosen, analysis
        What was asked, what was measured, what is recommended, and what else is known of it.
    lead, mixed, task
        The recommended order, whether it is the mixture, and what money is asked for.
    priced, tenths, compared, weighted
        Whether anything has a price, the list is cut into tenths, there is more than one model, rows have weights.
    span, worth, wanted
        The interval of what is found; what one entry is worth, where all are worth the same; how many the target wants.
    shifts, rest
        How far the labelled items are from a random sample; whether the list is the rest of a review.
    errors
        How often people get a class wrong.
    """

    plan: Plan
    evidence: Evidence
    decision: Decision
    chosen: Alternative | None
    analysis: Analysis
    lead: str
    mixed: bool
    task: str
    priced: bool
    tenths: bool
    compared: bool
    weighted: bool
    span: Range | None
    worth: Decimal | None
    wanted: float | None
    shifts: Mapping[str, float]
    rest: bool
    errors: Mapping[str, Decimal]


def review_facts(analysis: Analysis) -> ReviewFacts:
    """Return what the pages tell."""
    evidence, decision, lead, check = analysis.evidence, analysis.decision, analysis.lead.name, analysis.check
    plan, values, chosen = evidence.plan, evidence.plan.values, decision.chosen
    worths = set(values.entry.values()) if values else set()
    shifts = check.shifts if evidence.own is not None and check is not None else {}
    return ReviewFacts(
        *(plan, evidence, decision, chosen, analysis),
        *(lead, lead == MIXTURE, Speaker(analysis).task, plan.prices.stated, plan.parts == TENTHS),
        compared=len(evidence.single) > 1 and bool(decision.contenders),
        weighted=bool(plan.columns.weight) and (evidence.weight is not None or evidence.rows is not None),
        span=None if chosen is None else interval(chosen.found),
        worth=next(iter(worths)) if len(worths) == 1 else None,
        wanted=None if plan.target is None else analysis.wanted(plan.target),
        shifts=shifts,
        # Of what is left after a review no distance is known.
        rest=evidence.own is not None and check is not None and not shifts,
        errors=dict(sorted(values.error.items())) if values else {},
    )


def build_report(analysis: Analysis, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker, chosen = Speaker(analysis), analysis.decision.chosen
    say, decided = speaker.wording("review_pages", review_facts(analysis)), decision_words(speaker, work)
    sections = [
        decision_page(speaker, framing, decided),
        *work_sections(speaker, work, in_time=calendar_points(speaker)),
    ]
    if chosen is not None:
        model = speaker.evidence.model(chosen.model)
        lines = speaker.prices.lines(speaker.evidence.bought(model, chosen.items), model.name, model.cost)
        sections.append(justified(speaker, say, lines, work))
    # Nothing is said of the list in figures where the labels cannot speak for it.
    if not analysis.decision.silent:
        sections += [models_page(speaker, say), *screening_page(speaker, decided)]
        sections.append(stop_page(speaker, say, decided("steps_title")))
    sections += [*risk_sections(speaker), back(speaker, "method", say, framing, framing.excluded)]
    return framed(speaker, decided("title"), sections, framing, money=speaker.priced)


def build_files(analysis: Analysis) -> tuple[Table, ...]:
    """Return the tables that stand beside the report, as files alone.

    Every order's gain, who leads at which budget, the items to review and to ask about.
    """
    speaker, rows, chosen = Speaker(analysis), analysis.rows_to_review(), analysis.decision.chosen
    files = [] if analysis.decision.silent else [*gain_tables(speaker), *leaders_tables(speaker)]
    if rows is not None and chosen is not None:
        files.append(review_table(speaker, chosen.model, *zip(*rows, strict=True)))
    return (*files, *ask_files(speaker))


def stop_page(speaker: Speaker, say: Wording, title: Text) -> Section:
    """Return where to stop, and what one more entry costs."""
    blocks: list[Block] = [Heading(speaker.say("head.stop")), steps_figure(speaker, title)]
    if rule := say("stop"):
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
    chosen, ends = speaker.analysis.decision.chosen, [part.end for part in parts]
    new, reached = [part.new for part in parts], [part.cumulative for part in parts]
    costs = values_of(part.cost_per_entry for part in parts)
    per = [said("none_found") if cost is None else cost for cost in costs]
    heading = speaker.in_money("col.per_new") if speaker.priced else said("col.per_new_items")
    tokens = review.tokens_along(model, ends) if types and "tokens" in model.path.sums else []
    confirmed = said("col.tokens" if types and types.column else "col.tokens_rows")
    columns: list[FilledColumn] = [
        (
            "tenth" if len(ends) == TENTHS else "part",
            said("col.tenth"),
            "count",
            list(range(1, len(ends) + 1)),
        ),
        ("items", said("col.items_so_far"), "items", ends),
        ("new", said("col.new"), "count", values_of(new)),
        ("interval", said("col.interval"), "count", intervals_of(new)),
        ("found", said("col.so_far"), "count", values_of(part.found for part in parts)),
        ("tokens", confirmed, "count", tokens),
        ("gain", said("col.gain"), "share", values_of(part.gain for part in parts)),
        ("cumulative", said("col.cumulative"), "share", values_of(reached)),
        ("cumulative_interval", said("col.interval"), "share", intervals_of(reached)),
        ("lift", said("col.lift"), "number", [part.lift for part in parts]),
        ("cost", speaker.in_money("col.cost_so_far"), "money", [part.total for part in parts]),
        ("per", heading, "money" if speaker.priced else "number", per),
    ]
    left_out = {"gain", "cumulative_interval", "lift"} if say else {"interval"}
    left_out |= (set() if tokens else {"tokens"}) | (set() if speaker.priced else {"cost"})
    columns = [one for one in columns if one[0] not in left_out]
    strong, notes = list[bool](), list[Text]()
    if chosen is not None and model is speaker.analysis.lead:
        strong = [part.holds(chosen.items) for part in parts]
    if say:
        inside = any(here and chosen and end != chosen.items for end, here in zip(ends, strong, strict=False))
        once = speaker.prices.once(model.cost) if speaker.priced else 0
        notes.append(say("gain_note", inside, float(once)))
    caption = said("table.gain", model=model.name)
    return by_columns("gain_recommended", caption, columns, strong=strong, notes=notes)


def choices_table(speaker: Speaker, say: Wording) -> Table:
    """Return for which worth of an entry each stop is best, where no worth was given."""
    choices, priced, shown = speaker.analysis.choices, speaker.priced, speaker.analysis.choices_shown()
    coins: ColumnKind = "money_fine" if priced and speaker.analysis.closer_than_coins() else "money"
    worth: ColumnKind = coins if priced else "number"
    ends = [speaker.say("and_above") if one.high is None else one.high for one in choices]
    least = speaker.say("col.worth_from" if priced else "col.worth_from_items")
    columns: list[FilledColumn] = [
        ("from", least, worth, [one.low for one in choices]),
        ("to", speaker.say("col.worth_to"), worth, ends),
        ("items", speaker.say("col.items"), "count", [one.items for one in choices]),
        ("spend", speaker.in_money("col.spend"), "money", [one.spend for one in choices]),
        ("found", speaker.say("col.found"), "count", [one.found for one in choices]),
    ]
    key = "table.choices" if speaker.plan.budget is None else "table.choices_budget"
    notes = [say("choices_note", len(choices))] if len(shown) < len(choices) else []
    columns = [one for one in columns if priced or one[0] != "spend"]
    made = by_columns("worth", speaker.say(key), columns, notes=notes)
    rows = [replace(row, repeats=place not in shown) for place, row in enumerate(made.rows)]
    return replace(made, rows=tuple(rows))


def ladder_table(speaker: Speaker, say: Wording) -> Table:
    """Return what each of 21 budgets buys by the recommended model, few of them on paper."""
    analysis, goal = speaker.analysis, speaker.analysis.decision.goal
    ladder, options = analysis.ladder, [one.option for one in analysis.ladder]
    # Of what the rungs are tenths, as the keys of texts end.
    base = "cost" if goal == "target" or speaker.plan.budget is None else "budget"
    base = "half" if goal == "open" else base
    items, spends, found = zip(*((one.items, one.spend, one.found) for one in options), strict=True)
    columns = bought(speaker, ladder, (base, analysis.reference.unit), items, spends, found)
    if speaker.plan.values is not None:
        nets = values_of(one.net for one in options)
        columns.append(("net", speaker.in_money("col.net"), money_kind(speaker), nets))
    columns += leads(speaker, ladder, len(speaker.evidence.single))
    made = table(speaker, ladder, speaker.say(f"table.ladder_{base}"), columns, [])
    shown = [place for place, row in enumerate(made.rows) if row.strong or (items[place] and not row.repeats)]
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
        blocks.append(ladder_table(speaker, say))
    return Section("models", tuple(blocks))


def models_table(speaker: Speaker, say: Wording) -> Table:
    """Return the models at this budget, the recommended first, with the comparators."""
    decision, lead, said = speaker.analysis.decision, speaker.analysis.lead.name, speaker.say
    valued = decision.goal == "net_value"
    # What a perfect and a random order would find for the same money (the same items, unpriced).
    pair = () if decision.goal == "target" else speaker.analysis.comparators()
    ordered = sorted(
        decision.contenders, key=lambda each: (each.name != lead, each.name != decision.single, each.name)
    )
    names: list[Value] = [
        said("row.model_recommended", model=lead)
        if each.name == lead and decision.goal != "open"
        else speaker.named(each.name)
        for each in ordered
    ]
    names += [said(key) for key, _ in zip(("row.perfect", "row.random"), pair, strict=False)]
    options: list[Any] = [*(each.option for each in ordered), *pair]
    blank = [None] * len(pair)
    differences = (each.difference for each in ordered)
    gaps: list[Value] = [None if one is None else interval(one) or one.value for one in differences]
    spans = [*intervals_of(each.option.found for each in ordered), *blank]
    nets = values_of(one.net for one in options)
    columns: list[FilledColumn] = [
        ("model", said("col.model"), "sentence", names),
        ("items", said("col.items"), "count", [one.items for one in options]),
        ("spend", speaker.in_money("col.spend"), "money", [one.spend for one in options]),
        ("found", said("col.found"), "count", [one.found.value for one in options]),
        ("net", speaker.in_money("col.net"), money_kind(speaker), nets),
        ("interval", said("col.interval"), "count", spans),
        ("difference", said("col.difference"), "gap", [*gaps, *blank]),
        ("f1", said("col.f1"), "ratio", [*(each.f1 for each in ordered), *blank]),
    ]
    left_out = {"interval" if valued else "net"} | (set() if speaker.priced else {"spend"})
    columns = [one for one in columns if one[0] not in left_out]
    strong, notes = [each.name == lead for each in ordered], [say("models_note", bool(pair))]
    caption = said(speaker.goal.caption)
    return by_columns("models", caption, columns, strong=strong, notes=[note for note in notes if note])


def money_kind(speaker: Speaker) -> ColumnKind:
    """Amounts of thousands are shown without cents, where no line is multiplied out."""
    return "count" if float(speaker.analysis.whole.spend) >= 1000 else "money"


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


def justified(
    speaker: Speaker, say: Wording, lines: Sequence[BudgetLine], work: WorkPlan | None = None
) -> Section:
    """Return the text to paste into an application, and the cost build-up behind it."""
    chosen, why = speaker.analysis.decision.chosen, say.parts("why")
    assert chosen is not None
    if not speaker.priced:
        return justification(speaker, lines, work, [say("request", False)], why)
    costs = {chosen.model: speaker.evidence.model(chosen.model).cost}
    paid = how_paid(speaker, speaker.prices, chosen.hours, costs)
    asked, short = [say("request", False), *paid], list[Text]()
    if chosen.cost_per_entry is not None:
        short = [say("request", True), say("expected", True)]
    return justification(speaker, lines, work, asked, why, short, (*paid, *why[:2]))
