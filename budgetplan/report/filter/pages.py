"""The decision report as a document: pages in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import Alternative
from budgetplan.domain.plan import EVERY_CLASS, Budget
from budgetplan.domain.prices import BudgetLine, exact, round_to
from budgetplan.lists.evidence import Ranked
from budgetplan.plans import review
from budgetplan.plans.review import Analysis
from budgetplan.report.cost_words import how_paid, justification
from budgetplan.report.filter.decision_page import decision_page, title
from budgetplan.report.filter.facts import LEAST_LUCK
from budgetplan.report.filter.figures import single_worth, steps_figure
from budgetplan.report.filter.screening import ask_files, screening_page
from budgetplan.report.ladder import bought, budget_kind, budget_name, leads, table
from budgetplan.report.model import (
    Block,
    ColumnKind,
    Document,
    FilledColumn,
    Heading,
    Paragraph,
    Section,
    Sentence,
    Table,
    Text,
    Value,
    by_columns,
)
from budgetplan.report.page import Framing, framed, method_section, review_table
from budgetplan.report.phrases import TENTHS, Speaker, interval, intervals_of, joined, values_of
from budgetplan.report.risk.page import calendar_points, risk_sections
from budgetplan.report.work_plan import work_sections
from budgetplan.work.building import WorkPlan


def build_report(analysis: Analysis, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker = Speaker(analysis)
    first, *rest = decision_page(speaker, framing, work)
    sections = [first, *work_sections(speaker, work, in_time=calendar_points(speaker)), *rest]
    # Nothing is said of the list in figures where the labels cannot speak for it.
    if not analysis.decision.silent:
        sections += [stop_page(speaker), models_page(speaker), *screening_page(speaker)]
    lines: Sequence[BudgetLine] = ()
    chosen = analysis.decision.chosen
    if chosen is not None:
        model = speaker.evidence.model(chosen.model)
        lines = speaker.prices.lines(speaker.evidence.bought(model, chosen.items), model.name, model.cost)
        sections.append(justification_page(speaker, chosen, lines, work))
    sections += [*risk_sections(speaker), method_section(speaker, method(speaker), framing)]
    return framed(speaker, title(speaker, work), sections, framing, money=speaker.priced, lines=lines)


def build_files(analysis: Analysis) -> tuple[Table, ...]:
    """Return the tables that stand beside the report, as files alone: every model's gain, the items to review and to ask about."""
    speaker = Speaker(analysis)
    gains = () if analysis.decision.silent else gain_tables(speaker)
    return (*gains, *review_files(speaker, analysis.rows_to_review()), *ask_files(speaker))


def stop_page(speaker: Speaker) -> Section:
    """Return where to stop and what one more entry costs."""
    said, n_models = tuple(_stop_rule(speaker)), len(speaker.evidence.models)
    choices = choices_table(speaker)
    blocks: list[Block] = [
        Heading(speaker.say("head.stop")),
        *([Paragraph(said)] if said else []),
        steps_figure(speaker),
        gain_table(speaker, speaker.analysis.lead, short=True),
    ]
    if n_models > 1:
        blocks.append(Paragraph((speaker.say("stop.others", n=n_models),), "note"))
    if choices is not None:
        blocks += [Heading(speaker.say("head.worth"), 3), choices]
    if speaker.analysis.ladder:
        blocks += [Heading(speaker.say("head.ladder"), 3), _ladder(speaker)]
    return Section("stop", tuple(blocks))


def _stop_rule(speaker: Speaker) -> list[Text]:
    decision, chosen = speaker.analysis.decision, speaker.analysis.decision.chosen
    said: list[Text] = []
    if decision.refusal:
        return said
    if decision.goal == "net_value" and chosen is None:
        said.append(speaker.say("stop.none_pays"))
    elif decision.goal == "net_value":
        said.append(speaker.say("stop.worth_rule_within" if speaker.stopped_by_budget else "stop.worth_rule"))
        if decision.luck is not None and decision.luck >= LEAST_LUCK:
            said.append(speaker.say("stop.luck", luck=decision.luck))
    elif decision.goal == "budget" and chosen is not None:
        ends = chosen.items >= speaker.evidence.whole_items
        said.append(speaker.say("stop.whole_rule" if ends else "stop.budget_rule"))
    elif decision.goal == "target" and chosen is not None:
        said.append(speaker.say("stop.target_rule"))
    return said


def gain_tables(speaker: Speaker) -> tuple[Table, ...]:
    """Return the gain of every model with all its columns, the recommended one's first, then by name."""
    lead, models = speaker.analysis.lead, speaker.evidence.models
    ordered = sorted(models, key=lambda model: (model is not lead, model.name))
    return tuple(
        replace(gain_table(speaker, model, short=False), key=f"gain_{place}")
        for place, model in enumerate(ordered, start=1)
    )


def gain_table(speaker: Speaker, model: Ranked, *, short: bool) -> Table:
    """Return a model's gain by parts of the list; ``short`` leaves out lift and the cost of each part."""
    parts, priced = speaker.analysis.parts[model.name], speaker.priced
    chosen, ends = speaker.analysis.decision.chosen, [part.end for part in parts]
    new, reached = [part.new for part in parts], [part.cumulative for part in parts]
    columns: list[FilledColumn] = [
        (
            "tenth" if len(ends) == TENTHS else "part",
            speaker.say("col.tenth"),
            "count",
            list(range(1, len(ends) + 1)),
        ),
        ("items", speaker.say("col.items_so_far"), "items", ends),
        ("new", speaker.say("col.new"), "count", values_of(new)),
    ]
    if short:
        columns.append(("interval", speaker.say("col.interval"), "count", intervals_of(new)))
    columns.append(("found", speaker.say("col.so_far"), "count", values_of(part.found for part in parts)))
    columns += tokens_column(speaker, model, ends)
    if not short:
        columns.append(("gain", speaker.say("col.gain"), "share", values_of(part.gain for part in parts)))
    columns.append(("cumulative", speaker.say("col.cumulative"), "share", values_of(reached)))
    if not short:
        columns += [
            ("cumulative_interval", speaker.say("col.interval"), "share", intervals_of(reached)),
            ("lift", speaker.say("col.lift"), "number", [part.lift for part in parts]),
        ]
    if priced:
        columns.append(("cost", speaker.in_money("col.cost_so_far"), "money", [part.total for part in parts]))
    heading = speaker.in_money("col.per_new") if priced else speaker.say("col.per_new_items")
    costs = values_of(part.cost_per_entry for part in parts)
    per = [speaker.say("none_found") if cost is None else cost for cost in costs]
    columns.append(("per", heading, "money" if priced else "number", per))
    strong, notes = list[bool](), list[Text]()
    if chosen is not None and model is speaker.analysis.lead:
        strong = [part.holds(chosen.items) for part in parts]
        if any(here and end != chosen.items for end, here in zip(ends, strong, strict=True)):
            notes.append(speaker.say("note.stop_inside"))
    once = float(speaker.prices.once(model.cost))
    if short and priced and once:
        key = "note.first_tenth_indirect" if speaker.prices.indirect else "note.first_tenth"
        notes.append(speaker.say(key, once=once))
    caption = speaker.say("table.gain", model=model.name)
    return by_columns("gain_recommended", caption, columns, strong=strong, notes=notes)


def choices_table(speaker: Speaker) -> Table | None:
    """Return for which worth of an entry each stop is best, where no worth was given."""
    choices, priced = speaker.analysis.choices, speaker.priced
    if len(choices) < 2:
        return None
    worth: ColumnKind = "money" if priced else "number"
    if priced and speaker.analysis.closer_than_coins():
        worth = "money_fine"
    ends = [speaker.say("and_above") if one.high is None else one.high for one in choices]
    spend: list[FilledColumn] = []
    if priced:
        spend.append(("spend", speaker.in_money("col.spend"), "money", [one.spend for one in choices]))
    least = speaker.say("col.worth_from" if priced else "col.worth_from_items")
    columns: list[FilledColumn] = [
        ("from", least, worth, [one.low for one in choices]),
        ("to", speaker.say("col.worth_to"), worth, ends),
        ("items", speaker.say("col.items"), "count", [one.items for one in choices]),
        *spend,
        ("found", speaker.say("col.found"), "count", [one.found for one in choices]),
    ]
    key = "table.choices" if speaker.plan.budget is None else "table.choices_budget"
    shown = speaker.analysis.choices_shown()
    notes = [speaker.say("note.choices", n=len(choices))] if len(shown) < len(choices) else []
    table = by_columns("worth", speaker.say(key), columns, notes=notes)
    rows = [replace(row, repeats=place not in shown) for place, row in enumerate(table.rows)]
    return replace(table, rows=tuple(rows))


def models_page(speaker: Speaker) -> Section:
    """Return which order, here and at other budgets."""
    decision = speaker.analysis.decision
    said = [speaker.say(speaker.goal.compared)]
    if decision.rule == "mixture":
        said.append(speaker.say("models.rule_mixture", weights=speaker.weights()))
    elif decision.rule == "best_single":
        said.append(speaker.say("models.rule_alone" if speaker.plan.mixture else "models.rule_single"))
    if len(decision.contenders) > 1 and speaker.plan.resamples:
        said.append(speaker.say("models.chance"))
    if len(decision.contenders) > 1 and decision.by_accuracy != decision.by_f1:
        said.append(speaker.say("models.accuracy", model=decision.by_accuracy))
    blocks: list[Block] = [Heading(speaker.say("head.models")), Paragraph(tuple(said))]
    if decision.contenders:
        blocks.append(models_table(speaker))
    blocks += _budgets(speaker)
    return Section("models", tuple(blocks))


def models_table(speaker: Speaker) -> Table:
    """Return the models at this budget, the recommended first, with the comparators."""
    decision, lead = speaker.analysis.decision, speaker.analysis.lead.name
    valued = decision.goal == "net_value"
    ordered = sorted(
        decision.contenders, key=lambda each: (each.name != lead, each.name != decision.single, each.name)
    )
    names = [
        speaker.say("row.model_recommended", model=lead)
        if each.name == lead and decision.goal != "open"
        else speaker.say("plain", text=speaker.named(each.name))
        for each in ordered
    ]
    # What a perfect and a random order would find for the same money (the same items, unpriced).
    pair = () if decision.goal == "target" else speaker.analysis.comparators()
    options: list[Any] = [*(each.option for each in ordered), *pair]
    names += [speaker.say(key) for key, _ in zip(("row.perfect", "row.random"), pair, strict=False)]
    blank = [None] * len(pair)
    gaps: list[Value] = [
        None if each.difference is None else interval(each.difference) or each.difference.value
        for each in ordered
    ]
    spans = [*intervals_of(each.option.found for each in ordered), *blank]
    nets = [
        *values_of(each.option.net for each in ordered),
        *(one.net.value if valued and one.net else None for one in pair),
    ]
    found = [*(each.option.found.value for each in ordered), *(one.found.value for one in pair)]
    columns: list[FilledColumn] = [
        ("model", speaker.say("col.model"), "sentence", names),
        ("items", speaker.say("col.items"), "count", [one.items for one in options]),
        ("spend", speaker.in_money("col.spend"), "money", [one.spend for one in options]),
        ("found", speaker.say("col.found"), "count", found),
        ("net", speaker.in_money("col.net"), money_kind(speaker), nets)
        if valued
        else ("interval", speaker.say("col.interval"), "count", spans),
        ("difference", speaker.say("col.difference"), "gap", [*gaps, *blank]),
        ("f1", speaker.say("col.f1"), "ratio", [*(each.f1 for each in ordered), *blank]),
    ]
    if not speaker.priced:
        del columns[2]
    key = speaker.goal.comparators
    notes = [speaker.say(key)] if pair and key else []
    caption = speaker.say(speaker.goal.caption)
    return by_columns("models", caption, columns, strong=[each.name == lead for each in ordered], notes=notes)


def money_kind(speaker: Speaker) -> ColumnKind:
    """Amounts of thousands are shown without cents, where no line is multiplied out."""
    return "count" if float(speaker.analysis.whole.spend) >= 1000 else "money"


def _budgets(speaker: Speaker) -> list[Block]:
    """Return which single model brings most at which budget; where the lead changes often, without narrow stretches."""
    leads, unit = (
        review.visible_leads(speaker.analysis.winners, len(speaker.evidence.single)),
        speaker.analysis.reference.unit,
    )
    if leads is None:
        return []
    kind, (shown, n_narrow, width) = budget_kind(unit), leads
    ends = [speaker.say("and_above") if one.high is None else one.high for one in shown]
    columns: list[FilledColumn] = [
        ("from", budget_name(speaker, "col.from", unit), kind, [one.low for one in shown]),
        ("to", speaker.say("col.to"), kind, ends),
        ("leader", speaker.say("col.leader"), "text", [speaker.names(one.models) for one in shown]),
    ]
    notes = []
    if n_narrow:
        notes.append(speaker.say("models.narrow", n=n_narrow, width=speaker.budget(Budget(width, unit))))
    table = by_columns("budgets", speaker.say("table.budgets"), columns, notes=notes)
    return [Heading(speaker.say("head.budgets")), table]


def _ladder(speaker: Speaker) -> Table:
    """Return what each of 21 budgets buys by the recommended model, and who leads there."""
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
    caption = speaker.say(f"table.ladder_{base}")
    ends = goal == "net_value" and options[-1].items == options[-2].items
    return table(speaker, ladder, caption, columns, [speaker.say("ladder.left")] if ends else [])


def justification_page(
    speaker: Speaker, chosen: Alternative, lines: Sequence[BudgetLine], work: WorkPlan | None = None
) -> Section:
    """Return the text to paste into an application, and the cost build-up behind it."""
    if not speaker.priced:
        asked = [speaker.say("paste.request_unpriced", task=speaker.task)]
        return justification(speaker, lines, work, asked, _quantity(speaker, chosen))
    model_cost = speaker.evidence.model(chosen.model).cost
    paid = how_paid(speaker, speaker.prices, chosen.hours, {chosen.model: model_cost})
    asked = [speaker.say("paste.request"), *paid]
    mixed, short = None if work is None else work.mixed_in, list[Text]()
    if mixed is not None and mixed.cost is not None and mixed.total is not None:
        asked.append(speaker.say("work.paste", n=mixed.items, cost=mixed.cost, total=mixed.total))
    if chosen.cost_per_entry is not None:
        per = chosen.cost_per_entry.value
        short.append(speaker.between("paste.short", interval(chosen.found), per=per))
    if speaker.prices.contingency:
        # How it was computed takes more than the room that is left; that it is there must not be missing.
        kept = next((one.amount for one in lines if one.key == "contingency"), Decimal(0))
        paid = [one for one in paid if isinstance(one, Sentence)]
        paid.insert(0, speaker.say("paste.contingency_short", amount=kept))
    why = _quantity(speaker, chosen)
    return justification(speaker, lines, work, asked, why, short, (*paid, *why[:2]))


def _quantity(speaker: Speaker, chosen: Alternative) -> list[Text]:
    evidence = speaker.evidence
    count = len(evidence.single)
    n = evidence.n_sample
    said = [
        _why_so_many(speaker, chosen),
        speaker.say("paste.ranked", models=count, n=n) if count > 1 else speaker.say("paste.ranked_one", n=n),
        *_expected(speaker, chosen),
    ]
    worths = set(speaker.plan.values.entry.values()) if speaker.plan.values else set()
    if len(worths) == 1:
        said.append(speaker.say("paste.worth", worth=next(iter(worths))))
    said += _further(speaker)
    if speaker.priced and chosen.items < evidence.whole_items:
        said.append(speaker.say("paste.whole", spend=speaker.analysis.whole.spend))
    return said


def _why_so_many(speaker: Speaker, chosen: Alternative) -> Text:
    """Say what set the quantity: the list's end, the target, the budget, or what an entry is worth."""
    plan = speaker.plan
    if chosen.items >= speaker.evidence.whole_items:
        return speaker.say("paste.by_all")
    if plan.target is not None:
        return speaker.say("paste.by_target", wanted=speaker.analysis.wanted(plan.target))
    by_worth = speaker.analysis.decision.goal == "net_value" and not speaker.stopped_by_budget
    if by_worth or plan.budget is None:
        return speaker.say("paste.by_worth")
    return speaker.say("paste.by_budget", budget=speaker.budget(plan.budget))


def _expected(speaker: Speaker, chosen: Alternative) -> list[Text]:
    if chosen.recall is None:
        return []
    found = {"found": chosen.found.value, "recall": chosen.recall}
    span = interval(chosen.found)
    if span is None:
        return [speaker.say_of_list("paste.expect_plain", **found)]
    if speaker.priced and chosen.cost_per_entry is not None:
        return [speaker.say_of_list("paste.expect", **found, range=span, per=chosen.cost_per_entry.value)]
    return [speaker.say_of_list("paste.expect_unpriced", **found, range=span)]


def _further(speaker: Speaker) -> list[Text]:
    step, decision = speaker.analysis.next_step, speaker.analysis.decision
    if step is None or not speaker.priced:
        return []
    # "We therefore stop" only where the worth of an entry, and not the money or the target, ends the review.
    by_worth = decision.goal == "net_value" and not speaker.stopped_by_budget
    if step.cost_per_entry is None:
        return [speaker.say("paste.further_none", items=step.items)]
    key = "paste.further"
    # By one printed number against the other: costs that round to the worth itself would read as a contradiction.
    worth, per = (
        single_worth(speaker),
        round_to(exact(step.cost_per_entry.value), speaker.prices.minor_digits),
    )
    if by_worth and step.net is not None and step.net.value < 0 and (worth is None or per > worth):
        key = "paste.further_stop"
    elif step.lumpy:
        said = {"items": step.items, "new": step.new.value, "cost": step.cost, "few": step.soon}
        return [speaker.say("paste.further_soon", **said)]
    return [speaker.say(key, items=step.items, new=step.new.value, per=step.cost_per_entry.value)]


def method(speaker: Speaker) -> list[Text]:
    """Return what every number means, in short."""
    evidence, plan = speaker.evidence, speaker.plan
    n_list = evidence.list_items
    if evidence.basis == "sample":
        basis = [speaker.say("method.sample", list=n_list)]
    else:
        key = "method.by_score" if evidence.own else "method.list"
        basis = [speaker.say(key, n=evidence.n_sample, list=n_list)]
    basis += _shifts(speaker)
    if plan.prevalence is not None:
        basis.append(speaker.say("method.prevalence", share=plan.prevalence))
    basis += weights_method(speaker)
    bent = evidence.random.by_type is not None
    order = speaker.say("method.order_types" if bent else "method.order")
    said = [order, speaker.say("method.gain"), *types_method(speaker), speaker.say("method.budget"), *basis]
    said += _noise(speaker)
    if evidence.mixture:
        said.append(speaker.say("method.mixture", weights=speaker.weights()))
    said.append(speaker.say("method.cut"))
    if plan.values is not None:
        for label, error in sorted(plan.values.error.items()):
            wrong = plan.values.wrong_worth(label, plan.positive)
            if label == EVERY_CLASS:
                said.append(speaker.say("method.error_all", error=error))
            else:
                said.append(speaker.say("method.error", label=label, error=error, wrong=wrong))
    return said


def _noise(speaker: Speaker) -> list[Text]:
    """Return what the draws are of."""
    evidence, plan = speaker.evidence, speaker.plan
    if not plan.resamples:
        return [speaker.say("method.off")]
    drawn = {"resamples": plan.resamples, "seed": str(plan.seed)}
    if evidence.n_groups is None:
        said = [speaker.say("method.noise", **drawn)]
    else:
        groups = {"groups": evidence.n_groups, "column": evidence.group_column}
        said = [speaker.say("method.noise_groups", **drawn, **groups)]
    if evidence.sample.drawn is not None:
        said.append(speaker.say("method.strata", column=plan.columns.stratum))
    return [*said, *([speaker.say("method.choice")] if plan.values is not None else [])]


def _shifts(speaker: Speaker) -> list[Text]:
    """Return how far the labelled items stand from the middle of the list."""
    evidence, check = speaker.evidence, speaker.analysis.check
    if evidence.own is None or check is None:
        return []
    # Of what is left after a review no distance is told.
    if not check.shifts:
        return [speaker.say("method.rest")]
    told = [
        speaker.say("method.shift_one", model=speaker.named(name), far=far)
        for name, far in sorted(check.shifts.items())
    ]
    return [speaker.say("method.shift", shifts=joined(told))]


def weights_method(speaker: Speaker) -> list[Text]:
    """Return what the weights of the rows do."""
    evidence, plan = speaker.evidence, speaker.plan
    if not plan.columns.weight or (evidence.weight is None and evidence.rows is None):
        return []
    column = plan.columns.weight
    if evidence.rows is not None:
        return [speaker.say("method.weight", column=column, rows=evidence.rows, items=evidence.list_items)]
    key = "method.weight_said" if plan.list_size is not None else "method.weight_drawn"
    return [speaker.say(key, column=column)]


def types_method(speaker: Speaker) -> list[Text]:
    """Return how types are counted; nothing where entries are items."""
    types = speaker.evidence.types
    if types is None:
        return []
    if not types.column:
        return [speaker.say("method.types_rows", column=speaker.plan.columns.weight)]
    counts = {
        "types": types.n_types,
        "n": speaker.evidence.n_sample,
        "found": speaker.evidence.entries_labelled,
    }
    return [speaker.say("method.types", column=types.column, tokens=types.n_tokens, **counts)]


def tokens_column(speaker: Speaker, model: Ranked, items: Sequence[float]) -> list[FilledColumn]:
    """Return the column of the tokens that come with the types found by then; none where entries are items."""
    types = speaker.evidence.types
    if types is None or "tokens" not in model.path.sums:
        return []
    heading = speaker.say("col.tokens" if types.column else "col.tokens_rows")
    return [("tokens", heading, "count", review.tokens_along(model, items))]


def review_files(speaker: Speaker, rows: Sequence[tuple[str, float]] | None) -> tuple[Table, ...]:
    """Return the items to review, the first one first; none where nothing is recommended, or no list has scores."""
    chosen = speaker.analysis.decision.chosen
    if rows is None or chosen is None:
        return ()
    ids, scores = zip(*rows, strict=True)
    return (review_table(speaker, chosen.model, ids, scores),)
