"""The decision report as a document: pages in order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from budgetplan.domain.decision import Alternative, Contender, WinnerInterval
from budgetplan.domain.plan import EVERY_CLASS, Budget
from budgetplan.domain.prices import BudgetLine, exact, round_to
from budgetplan.evidence.paths import Ranked
from budgetplan.planning.filter import facts
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.report.cost_words import how_paid, lines_table, ready, short_blocks
from budgetplan.report.filter.decision_page import LEAST_LUCK, against_f1, decision_page, title
from budgetplan.report.filter.figures import single_worth, steps_figure
from budgetplan.report.filter.risk.page import calendar_points, risk_sections
from budgetplan.report.filter.screening import screening_page
from budgetplan.report.ladder import bought, budget_kind, budget_name, leads, table
from budgetplan.report.model import (
    Block,
    ColumnKind,
    Document,
    FilledColumn,
    Heading,
    Paragraph,
    Paste,
    Row,
    Section,
    Sentence,
    Table,
    TableColumn,
    Value,
    by_columns,
)
from budgetplan.report.page import Framing, framed, method_section
from budgetplan.report.phrases import Speaker, interval, joined
from budgetplan.report.work_plan import work_sections
from budgetplan.workplan.building import WorkPlan


def build_report(analysis: Analysis, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker = Speaker(analysis)
    more = calendar_points(speaker)
    first, rest = decision_page(speaker, framing, work)
    sections = [first, *work_sections(speaker, work, in_time=more), *rest]
    # Nothing is said of the list in figures where the labels cannot speak for it.
    if not analysis.decision.silent:
        sections += [stop_page(speaker), models_page(speaker), *screening_page(speaker)]
    page = justification_page(speaker, work)
    sections += [page] if page else []
    sections += [*risk_sections(speaker), method_section(speaker, method(speaker), framing)]
    return framed(speaker, title(speaker), sections, framing, money=speaker.priced, work=work)


def build_files(analysis: Analysis) -> tuple[Table, ...]:
    """Return the tables that stand beside the report, as files alone: every model's gain, and the items to review."""
    review = review_table(analysis)
    speaker = Speaker(analysis)
    gains = () if analysis.decision.silent else gain_tables(speaker)
    return (*gains, *(() if review is None else (review,)))


def stop_page(speaker: Speaker) -> Section:
    """Return where to stop and what one more entry costs."""
    said = tuple(_stop_rule(speaker))
    blocks = (
        Heading(speaker.say("head.stop")),
        *((Paragraph(said),) if said else ()),
        steps_figure(speaker),
        gain_table(speaker, speaker.analysis.lead, short=True),
        *_others(speaker),
        *_worths(speaker),
        *ladder_blocks(speaker),
    )
    return Section("stop", blocks)


def _others(speaker: Speaker) -> list[Block]:
    """Say where the gain of the other models stands, where there are some."""
    n = len(speaker.evidence.models)
    return [Paragraph((speaker.say("stop.others", n=n),), "note")] if n > 1 else []


def _worths(speaker: Speaker) -> list[Block]:
    """Return for which worth of an entry each stop is best, where that is to be seen."""
    choices = choices_table(speaker)
    return [] if choices is None else [Heading(speaker.say("head.worth"), 3), choices]


def _stop_rule(speaker: Speaker) -> list[Sentence]:
    decision, chosen = speaker.analysis.decision, speaker.analysis.decision.chosen
    said: list[Sentence] = []
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
    """Return a model's gain by tenth of the list; ``short`` leaves out lift and the cost of each tenth."""
    table, priced, chosen = (
        speaker.analysis.parts[model.name],
        speaker.priced,
        speaker.analysis.decision.chosen,
    )
    tenths = range(len(table.total))
    ends, sizes = table.parts.items, table.parts.part_items
    per = [speaker.say("none_found") if one is None else one.value for one in table.cost_per_entry]
    columns: list[FilledColumn] = [
        ("tenth", speaker.say("col.tenth"), "count", [d + 1 for d in tenths]),
        ("items", speaker.say("col.items_so_far"), "items", [float(ends[d]) for d in tenths]),
        ("new", speaker.say("col.new"), "count", [one.value for one in table.new]),
    ]
    if short:
        columns.append(
            ("interval", speaker.say("col.interval"), "count", [interval(one) for one in table.new])
        )
    columns.append(("found", speaker.say("col.so_far"), "count", [one.value for one in table.found]))
    columns += tokens_column(speaker, model, ends.tolist())
    known = [None] * len(tenths) if table.cumulative is None else table.cumulative
    if not short:
        gain = [None] * len(tenths) if table.gain is None else [one.value for one in table.gain]
        columns.append(("gain", speaker.say("col.gain"), "share", gain))
    reached = [None if one is None else one.value for one in known]
    columns.append(("cumulative", speaker.say("col.cumulative"), "share", reached))
    if not short:
        spans = [None if one is None else interval(one) for one in known]
        lifts = [None if one is None else one * len(tenths) / (d + 1) for d, one in enumerate(reached)]
        columns += [
            ("cumulative_interval", speaker.say("col.interval"), "share", spans),
            ("lift", speaker.say("col.lift"), "number", lifts),
        ]
    if priced:
        columns.append(("cost", speaker.in_money("col.cost_so_far"), "money", table.total))
    heading = speaker.in_money("col.per_new") if priced else speaker.say("col.per_new_items")
    columns.append(("per", heading, "money" if priced else "number", per))
    strong = [False] * len(tenths)
    notes: tuple[Sentence, ...] = ()
    if chosen is not None and model is speaker.analysis.lead:
        strong = [float(ends[d] - sizes[d]) < chosen.items <= float(ends[d]) * (1 + 1e-12) for d in tenths]
        if any(here and float(ends[d]) != chosen.items for d, here in enumerate(strong)):
            notes = (speaker.say("note.stop_inside", items=chosen.items),)
    once = float(speaker.prices.once(model.cost))
    if short and priced and once:
        key = "note.first_tenth_indirect" if speaker.prices.indirect else "note.first_tenth"
        notes += (speaker.say(key, once=once),)
    return by_columns(
        "gain_recommended", speaker.say("table.gain", model=model.name), columns, strong=strong, notes=notes
    )


def choices_table(speaker: Speaker) -> Table | None:
    """Return for which worth of an entry each stop is best, where no worth was given."""
    choices, priced = speaker.analysis.choices, speaker.priced
    if len(choices) < 2:
        return None
    worth: ColumnKind = "money" if priced else "number"
    edges = [one.low for one in choices]
    step = 10.0**-speaker.prices.minor_digits
    if priced and min(b - a for a, b in pairwise(edges)) < step:
        worth = "money_fine"  # entries worth less than the smallest coin apart
    ends = [speaker.say("and_above") if one.high is None else one.high for one in choices]
    spend: list[FilledColumn] = []
    if priced:
        spend.append(("spend", speaker.in_money("col.spend"), "money", [one.spend for one in choices]))
    columns: list[FilledColumn] = [
        ("from", speaker.say("col.worth_from" if priced else "col.worth_from_items"), worth, edges),
        ("to", speaker.say("col.worth_to"), worth, ends),
        ("items", speaker.say("col.items"), "count", [one.items for one in choices]),
        *spend,
        ("found", speaker.say("col.found"), "count", [one.found for one in choices]),
    ]
    key = "table.choices" if speaker.plan.budget is None else "table.choices_budget"
    return by_columns("worth", speaker.say(key, model=speaker.analysis.lead.name), columns)


MOST_INTERVALS = 12
"""Up to so many changes of the lead are listed exactly; beyond, the leader is shown at ten budgets."""


def models_page(speaker: Speaker) -> Section:
    """Return which order, here and at other budgets."""
    decision = speaker.analysis.decision
    said = [speaker.say(speaker.goal.compared)]
    if decision.rule == "mixture":
        said.append(speaker.say("models.rule_mixture", weights=speaker.weights()))
    elif decision.rule == "best_single":
        said.append(speaker.say("models.rule_single", model=speaker.analysis.lead.name))
    if len(decision.contenders) > 1 and speaker.plan.resamples:
        said.append(speaker.say("models.chance", model=speaker.analysis.lead.name))
    said += against_f1(speaker)
    if len(decision.contenders) > 1 and decision.by_accuracy != decision.by_f1:
        said.append(speaker.say("models.accuracy", model=decision.by_accuracy))
    blocks: list[Block] = [Heading(speaker.say("head.models")), Paragraph(tuple(said))]
    if decision.contenders:
        blocks.append(models_table(speaker))
    blocks += _budgets(speaker)
    return Section("models", tuple(blocks))


def models_table(speaker: Speaker) -> Table:
    """Return the models at this budget, the recommended first, with the comparators."""
    analysis = speaker.analysis
    goal = analysis.decision.goal
    valued = goal == "net_value"
    columns = [
        TableColumn("model", speaker.say("col.model"), "sentence"),
        TableColumn("items", speaker.say("col.items"), "count"),
    ]
    if speaker.priced:
        columns.append(TableColumn("spend", speaker.in_money("col.spend"), "money"))
    columns.append(TableColumn("found", speaker.say("col.found"), "count"))
    if valued:
        columns.append(TableColumn("net", speaker.in_money("col.net"), money_kind(speaker)))
    else:
        columns.append(TableColumn("interval", speaker.say("col.interval"), "count"))
    columns += [
        TableColumn("difference", speaker.say("col.difference"), "gap"),
        TableColumn("f1", speaker.say("col.f1"), "ratio"),
    ]
    lead = analysis.lead.name
    ordered = sorted(
        analysis.decision.contenders,
        key=lambda each: (each.name != lead, each.name != analysis.decision.single, each.name),
    )
    rows = [_model_row(speaker, one, valued=valued) for one in ordered]
    comparators = _comparator_rows(speaker, valued=valued)
    rows += comparators
    notes: tuple[Sentence, ...] = ()
    if comparators and speaker.goal.comparators:
        notes = (speaker.say(speaker.goal.comparators),)
    return Table("models", speaker.say(speaker.goal.caption), tuple(columns), tuple(rows), notes)


def money_kind(speaker: Speaker) -> ColumnKind:
    """Amounts of thousands are shown without cents, where no line is multiplied out."""
    return "count" if float(speaker.analysis.whole.spend) >= 1000 else "money"


def _model_row(speaker: Speaker, one: Contender, *, valued: bool) -> Row:
    lead = speaker.analysis.lead.name
    is_lead = one.name == lead
    head = (
        speaker.say("row.model_recommended", model=one.name)
        if is_lead
        else speaker.say("plain", text=speaker.named(one.name))
    )
    if speaker.analysis.decision.goal == "open":
        head = speaker.say("plain", text=speaker.named(one.name))
    cells: list[Value] = [head, one.option.items]
    cells += [one.option.spend] if speaker.priced else []
    cells.append(one.option.found.value)
    cells.append((one.option.net.value if one.option.net else None) if valued else interval(one.option.found))
    gap: Value = None if one.difference is None else interval(one.difference)
    if one.difference is not None and gap is None:
        gap = one.difference.value
    cells += [gap, one.f1]
    return Row(tuple(cells), strong=is_lead)


def _comparator_rows(speaker: Speaker, *, valued: bool) -> list[Row]:
    """Return what a perfect and a random order would find for the same money (the same items, unpriced)."""
    if speaker.analysis.decision.goal == "target":
        return []
    rows = []
    pair = facts.comparators(speaker.analysis, valued=valued)
    for row, key in zip(pair, ("row.perfect", "row.random"), strict=True):
        cells: list[Value] = [speaker.say(key), row.items]
        cells += [row.spend] if speaker.priced else []
        cells += [row.found, row.net, None, None]
        rows.append(Row(tuple(cells)))
    return rows


def _budgets(speaker: Speaker) -> list[Block]:
    """Return which single model brings most at which budget, exactly where the lead changes seldom, else at ten budgets."""
    models = speaker.evidence.single
    winners = [one for one in speaker.analysis.winners if float(one.low) > 0 or len(one.models) < len(models)]
    if len(models) < 2 or not winners:
        return []
    said = []
    stretches = sum(one.stretches for one in winners)
    exact = stretches <= MOST_INTERVALS
    if not exact:
        last = speaker.budget(Budget(winners[-1].low, speaker.analysis.reference.unit))
        said.append(speaker.say("models.changes", changes=stretches - 1, budget=last))
    table = _exact_winners(speaker, winners) if exact else _winners_at(speaker, winners)
    blocks: list[Block] = [Heading(speaker.say("head.budgets"))]
    if said:
        blocks.append(Paragraph(tuple(said)))
    return [*blocks, table]


def _exact_winners(speaker: Speaker, winners: Sequence[WinnerInterval]) -> Table:
    axis = speaker.analysis.axis
    kind = budget_kind(axis)
    ends = [speaker.say("and_above") if one.high is None else one.high for one in winners]
    columns: list[FilledColumn] = [
        ("from", budget_name(speaker, "col.from", axis), kind, [one.low for one in winners]),
        ("to", speaker.say("col.to"), kind, ends),
        (
            "leader",
            speaker.say("col.leader"),
            "text",
            [speaker.names(one.models) for one in winners],
        ),
    ]
    return by_columns("budgets", speaker.say("table.budgets"), columns)


def _winners_at(speaker: Speaker, winners: Sequence[WinnerInterval]) -> Table:
    """Return the leader at ten budgets, tenths of the last at which the lead changes."""
    every = [winners[-1].low * step / 10 for step in range(1, 11)]
    led = [(amount, _leader(winners, amount)) for amount in every]
    shown = [(amount, one) for amount, one in led if one is not None]
    valued = speaker.plan.values is not None
    said = speaker.in_money("col.net_sample") if valued else speaker.say("col.found_by_leader")
    brings = [facts.brings(speaker.analysis, one.models[0], amount) for amount, one in shown]
    columns: list[FilledColumn] = [
        (
            "budget",
            budget_name(speaker, "col.budget", speaker.analysis.axis),
            budget_kind(speaker.analysis.axis),
            [amount for amount, _ in shown],
        ),
        (
            "leader",
            speaker.say("col.leader"),
            "text",
            [speaker.names(one.models) for _, one in shown],
        ),
        ("brings", said, "count", brings),
    ]
    return by_columns("budgets", speaker.say("table.budgets"), columns)


def _leader(winners: Sequence[WinnerInterval], amount: Decimal) -> WinnerInterval | None:
    return next((one for one in reversed(winners) if one.low <= amount), None)


def ladder_blocks(speaker: Speaker) -> tuple[Block, ...]:
    """Return what each of 21 budgets buys by the recommended model; nothing where nothing is worth reviewing."""
    if not speaker.analysis.ladder:
        return ()
    return (Heading(speaker.say("head.ladder"), 3), _table(speaker))


def _table(speaker: Speaker) -> Table:
    ladder = speaker.analysis.ladder
    options, base = [one.option for one in ladder], _base(speaker)
    items, spends, found = zip(*((one.items, one.spend, one.found) for one in options), strict=True)
    columns = bought(speaker, ladder, (base, speaker.analysis.axis), items, spends, found)
    if speaker.plan.values is not None:
        nets = [None if one.net is None else one.net.value for one in options]
        columns.append(("net", speaker.in_money("col.net"), money_kind(speaker), nets))
    columns += leads(speaker, ladder, len(speaker.evidence.single))
    caption = speaker.say(f"table.ladder_{base}", model=speaker.analysis.lead.name)
    return table(speaker, ladder, caption, columns, _notes(speaker))


def _base(speaker: Speaker) -> str:
    """Return of what the rungs are tenths, as the keys of texts end."""
    goal = speaker.analysis.decision.goal
    if goal == "open":
        return "half"
    return "cost" if goal == "target" or speaker.plan.budget is None else "budget"


def _notes(speaker: Speaker) -> list[Sentence]:
    """Say what of the rows cannot be seen in them."""
    ladder = speaker.analysis.ladder
    if speaker.analysis.decision.goal != "net_value":
        return []
    return [speaker.say("ladder.left")] if ladder[-1].option.items == ladder[-2].option.items else []


def justification_page(speaker: Speaker, work: WorkPlan | None = None) -> Section | None:
    """Return the page, or None where there is nothing to ask money for; ``work``: how the plan is carried out."""
    chosen = speaker.analysis.decision.chosen
    if chosen is None:
        return None
    asked = [*_request(speaker, chosen), *_on_top(speaker, work)]
    begins = Paragraph((speaker.say("paste.ready_unpriced"),), "note")
    if speaker.priced:
        asked.insert(0, speaker.say("paste.task", task=speaker.task, spend=chosen.spend))
        begins = ready(speaker, _lines(speaker, chosen))
    blocks: list[Block] = [
        Heading(speaker.say("head.justification")),
        begins,
        Paste((tuple(asked), tuple(_quantity(speaker, chosen)))),
    ]
    if speaker.priced:
        blocks.append(lines_table(speaker, _lines(speaker, chosen)))
    if speaker.priced and chosen.cost_per_entry is not None:
        span = interval(chosen.found)
        said = {"items": chosen.items, "model": chosen.model, "spend": chosen.spend}
        said |= {"found": chosen.found.value, "per": chosen.cost_per_entry.value}
        short = (
            speaker.say("paste.short_plain", **said)
            if span is None
            else speaker.say("paste.short", **said, range=span)
        )
        more = (*_request(speaker, chosen, short=True)[1:], *_quantity(speaker, chosen)[:2])
        blocks += short_blocks(speaker, (short,), more)
    return Section("justification", tuple(blocks))


def _request(speaker: Speaker, chosen: Alternative, *, short: bool = False) -> list[Sentence]:
    prices = speaker.prices
    if not speaker.priced:
        return [speaker.say("paste.request_unpriced", task=speaker.task, items=chosen.items)]
    said = [speaker.say("paste.request", spend=chosen.spend, items=chosen.items)]
    model_cost = speaker.evidence.model(chosen.model).cost
    paid = how_paid(speaker, prices, chosen.hours, {chosen.model: model_cost})
    if short and prices.contingency:
        # How it was computed takes more than the room that is left; that it is there must not be missing.
        kept = next((one.amount for one in _lines(speaker, chosen) if one.key == "contingency"), Decimal(0))
        paid = [one for one in paid if not one.key.startswith("paste.contingency")]
        paid.insert(0, speaker.say("paste.contingency_short", amount=kept))
    return said + paid


def _on_top(speaker: Speaker, work: WorkPlan | None) -> list[Sentence]:
    """Say what random and control items cost beside what is asked for; nothing where none are mixed in."""
    mixed = None if work is None else work.mixed_in
    if mixed is None or mixed.cost is None or mixed.total is None:
        return []
    n = mixed.tail_sample + mixed.control
    return [speaker.say("work.paste", n=n, cost=mixed.cost, total=mixed.total)]


def _quantity(speaker: Speaker, chosen: Alternative) -> list[Sentence]:
    evidence = speaker.evidence
    count = len(evidence.single)
    model, n = chosen.model, evidence.n_sample
    said = [
        _why_so_many(speaker, chosen),
        speaker.say("paste.ranked", model=model, models=count, n=n)
        if count > 1
        else speaker.say("paste.ranked_one", model=model, n=n),
        *_expected(speaker, chosen),
    ]
    worths = set(speaker.plan.values.entry.values()) if speaker.plan.values else set()
    if len(worths) == 1:
        said.append(speaker.say("paste.worth", worth=next(iter(worths))))
    said += _further(speaker)
    if speaker.priced and chosen.items < evidence.whole_items:
        said.append(speaker.say("paste.whole", spend=speaker.analysis.whole.spend))
    return said


def _why_so_many(speaker: Speaker, chosen: Alternative) -> Sentence:
    """Say what set the quantity: the list's end, the target, the budget, or what an entry is worth."""
    plan = speaker.plan
    if chosen.items >= speaker.evidence.whole_items:
        return speaker.say("paste.by_all")
    if plan.target is not None:
        wanted = float(plan.target.amount)
        share = plan.target.unit == "share"
        return speaker.say(
            "paste.by_target", wanted=wanted * speaker.evidence.n_positives if share else wanted
        )
    by_worth = speaker.analysis.decision.goal == "net_value" and not speaker.stopped_by_budget
    if by_worth or plan.budget is None:
        return speaker.say("paste.by_worth")
    return speaker.say("paste.by_budget", budget=speaker.budget(plan.budget))


def _expected(speaker: Speaker, chosen: Alternative) -> list[Sentence]:
    if chosen.recall is None:
        return []
    found = {"found": chosen.found.value, "recall": chosen.recall}
    span = interval(chosen.found)
    if span is None:
        return [speaker.say_of_list("paste.expect_plain", **found)]
    if speaker.priced and chosen.cost_per_entry is not None:
        return [speaker.say_of_list("paste.expect", **found, range=span, per=chosen.cost_per_entry.value)]
    return [speaker.say_of_list("paste.expect_unpriced", **found, range=span)]


def _further(speaker: Speaker) -> list[Sentence]:
    step, decision = speaker.analysis.next_step, speaker.analysis.decision
    if step is None or not speaker.priced:
        return []
    # "We therefore stop" only where the worth of an entry, and not the money or the target, ends the review.
    by_worth = decision.goal == "net_value" and not speaker.stopped_by_budget
    if step.cost_per_entry is None:
        return [
            speaker.say("paste.further_none_stop" if by_worth else "paste.further_none", items=step.items)
        ]
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


def _lines(speaker: Speaker, chosen: Alternative) -> Sequence[BudgetLine]:
    """Return the budget lines of an option, whose amounts add up to what it costs."""
    evidence = speaker.evidence
    model = evidence.model(chosen.model)
    lines = speaker.prices.lines(evidence.bought(model, chosen.items), model.name, model.cost)
    assert sum((line.amount for line in lines), Decimal(0)) == chosen.spend
    return lines


def method(speaker: Speaker) -> list[Sentence]:
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
    bent = evidence.random.queue is not None
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


def _noise(speaker: Speaker) -> list[Sentence]:
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
    if evidence.stratum is not None:
        said.append(speaker.say("method.strata", column=plan.columns.stratum))
    return [*said, *([speaker.say("method.choice")] if plan.values is not None else [])]


def _shifts(speaker: Speaker) -> list[Sentence]:
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


def weights_method(speaker: Speaker) -> list[Sentence]:
    """Return what the weights of the rows do."""
    evidence, plan = speaker.evidence, speaker.plan
    if not plan.columns.weight or (evidence.weight is None and evidence.rows is None):
        return []
    column = plan.columns.weight
    if evidence.rows is not None:
        return [speaker.say("method.weight", column=column, rows=evidence.rows, items=evidence.list_items)]
    key = "method.weight_said" if plan.list_size is not None else "method.weight_drawn"
    return [speaker.say(key, column=column)]


def types_method(speaker: Speaker) -> list[Sentence]:
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
    tokens = float(types.tokens.sum())
    return [speaker.say("method.types", column=types.column, tokens=tokens, **counts)]


def tokens_column(speaker: Speaker, model: Ranked, items: Sequence[float]) -> list[FilledColumn]:
    """Return the column of the tokens that come with the types found by then; none where entries are items."""
    types = speaker.evidence.types
    if types is None or "tokens" not in model.path.sums:
        return []
    heading = speaker.say("col.tokens" if types.column else "col.tokens_rows")
    return [("tokens", heading, "count", facts.tokens_along(model, items))]


def review_table(analysis: Analysis) -> Table | None:
    """Return the items to review, the first one first; None where nothing is recommended, or no list has scores."""
    rows, chosen = facts.rows_to_review(analysis), analysis.decision.chosen
    if rows is None or chosen is None:
        return None
    speaker = Speaker(analysis)
    columns: list[FilledColumn] = [
        ("place", speaker.say("col.place"), "count", list(range(1, len(rows) + 1))),
        ("item", speaker.say("col.item"), "text", [item for item, _ in rows]),
        (
            "score",
            speaker.say("col.score"),
            "number",
            [score if math.isfinite(score) else None for _, score in rows],
        ),
    ]
    return by_columns("review", speaker.say("table.review", model=chosen.model), columns)
