"""Page 1: the decision, on one page."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import FEWEST, Alternative, Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.domain.rounding import coins_apart
from budgetplan.lists.evidence import Evidence
from budgetplan.plans import review
from budgetplan.plans.list_check import LEAST_KIND, ListCheck
from budgetplan.report.filter.figures import gain_figure, single_worth
from budgetplan.report.filter.sureness import beside, sureness
from budgetplan.report.model import (
    Block,
    FilledColumn,
    Paragraph,
    Section,
    Sentence,
    Table,
    Text,
    Tile,
    Tiles,
    by_columns,
)
from budgetplan.report.page import Framing, first_page
from budgetplan.report.phrases import TENTHS, RankedNouns, Speaker, interval, intervals_of
from budgetplan.report.work_plan import work_bullets
from budgetplan.work.building import WorkPlan

PARTS = {0.5: "row.half", 0.75: "row.three_quarters", 1.5: "row.half_more"}
"""Texts for parts of the recommended money, or of the recommended items where nothing has a price."""
TEN = 10
"""From so few labelled entries intervals held 80 % in place of 95 (METHODS F8)."""
FEW_MEMBERS = 3
"""Of so many models a mixture is told by name."""
LEAST_LUCK = 0.5
"""Units of money that are worth a sentence."""
ALL = 0.999999999999
"""All entries, but for rounding."""
LEAST_LOST = 0.5
"""Entries rejected by mistake that are worth a sentence: from one on, as it is printed."""


def decision_page(speaker: Speaker, framing: Framing, work: WorkPlan | None = None) -> list[Section]:
    """Return the first page, and the section behind it; ``work``: how the plan is carried out."""
    decision = speaker.analysis.decision
    middle: list[Block] = [Tiles(tuple(tiles(speaker)))]
    if not decision.silent:
        middle += [gain_figure(speaker), options_table(speaker)]
    # What stands below the table: what the budget leaves, and what is counted.
    below = [*budget_notes(speaker), *weights_notes(speaker), *types_notes(speaker)]
    if below and not decision.refusal:
        middle.append(Paragraph(tuple(below), "note"))
    points = [] if decision.refusal else sureness(speaker)
    middle += work_bullets(speaker, work)
    return first_page(speaker, framing, title(speaker), lede(speaker), middle, points)


def title(speaker: Speaker) -> Text:
    """Return the recommendation as one sentence."""
    decision, plan = speaker.analysis.decision, speaker.plan
    chosen = decision.chosen
    if decision.rule == "impossible":
        return _impossible(speaker)
    if decision.goal == "open":
        return speaker.say("title.open" if speaker.priced else "title.open_unpriced")
    if chosen is None:
        going = plan.reviewed is not None and plan.reviewed.ids
        return speaker.say("title.not_going_on" if going else "title.not_starting")
    if decision.goal == "target":
        assert plan.target is not None
        named: dict[str, Any] = {"wanted": speaker.analysis.wanted(plan.target)}
        if decision.within_budget or plan.budget is None:
            return speaker.say_price("title.target", chosen.spend, **named)
        budget = speaker.budget(plan.budget)
        return speaker.say_price("title.target_over", chosen.spend, budget=budget, **named)
    if not speaker.priced:
        return speaker.say("title.review")
    return _of_whole(speaker, chosen) or speaker.say("title.spend")


def _of_whole(speaker: Speaker, chosen: Alternative) -> Text | None:
    """Return what half of the money would find where it pays for the whole list; None elsewhere.

    No order decides anything where all is read: what is asked is whether less would do.
    """
    half = [one for one in speaker.analysis.options if speaker.analysis.part_of(one) == 0.5]
    if chosen.items < speaker.evidence.whole_items or not half or half[0].recall is None:
        return None
    return speaker.say("title.whole", part=half[0].spend, share=half[0].recall)


def _impossible(speaker: Speaker) -> Text:
    plan, refusal = speaker.plan, speaker.analysis.decision.refusal
    if refusal == "few":
        return few_title(speaker, speaker.evidence)
    check = speaker.analysis.check
    if refusal == "chance" and check is not None and check.worse:
        return speaker.say("title.refused_worse")
    if refusal:
        return speaker.say(f"title.refused_{refusal}")
    if plan.target is not None:
        wanted, whole = speaker.analysis.wanted(plan.target), speaker.analysis.whole
        return speaker.say("title.target_unreachable", wanted=wanted, most=whole.found.value)
    assert plan.budget is not None
    budget = speaker.budget(plan.budget)
    fixed = any(speaker.prices.total_fixed(model.cost) > 0 for model in speaker.evidence.models)
    if fixed and plan.budget.unit == "money" and plan.budget.covers == "everything":
        return speaker.say("title.cannot_start", budget=budget, first=speaker.analysis.first_item())
    return speaker.say("title.cannot_buy", budget=budget)


def lede(speaker: Speaker) -> list[Text]:
    """Return what the recommendation brings, and what the best single model would bring beside it."""
    decision = speaker.analysis.decision
    if decision.refusal:
        return _refused_lede(speaker)
    if decision.rule == "impossible":
        return _impossible_lede(speaker)
    if decision.goal == "open":
        return [
            *unlike(speaker, speaker.analysis.check),
            *_question(speaker),
            *_few_entries(speaker),
            *_mixture(speaker),
            *_chance(speaker),
        ]
    chosen = decision.chosen
    if chosen is None:
        least = speaker.analysis.least_loss()
        assert least is not None
        not_starting = speaker.say("lede.not_starting", items=least[0], loss=least[1])
        return [not_starting, *speaker.left_out(speaker.evidence)]
    return [
        *unlike(speaker, speaker.analysis.check),
        *over_budget(speaker),
        _finds(speaker, chosen),
        *_few_entries(speaker),
        *_net(speaker, chosen),
        *_errors(speaker, chosen),
        *_mixture(speaker),
        *_chance(speaker),
    ]


def over_budget(speaker: Speaker) -> list[Text]:
    """Say that a target needs more than the budget, where it does."""
    budget = speaker.plan.budget
    if speaker.analysis.decision.within_budget or budget is None:
        return []
    found = speaker.analysis.bought(speaker.analysis.lead, budget).found.value
    return [speaker.say("lede.target_over_budget", budget=speaker.budget(budget), found=found)]


def _finds(speaker: Speaker, chosen: Alternative) -> Text:
    recall, span = chosen.recall, interval(chosen.found)
    if recall is None or recall >= ALL:
        return speaker.say_of_list("lede.finds_all", share=chosen.share)
    said = {"share": chosen.share, "recall": recall}
    if span is None:
        return speaker.say_of_list("lede.finds_plain", **said)
    return speaker.say_of_list("lede.finds", range=span, **said)


def _net(speaker: Speaker, chosen: Alternative) -> list[Text]:
    values, net = speaker.plan.values, chosen.net
    if values is None or net is None:
        return []
    if any(values.left_out.values()):
        left = speaker.evidence.left_value(speaker.analysis.lead)
        return [speaker.say("lede.value_left", net=net.value, left=left)]
    worths = set(values.entry.values())
    if len(worths) == 1:
        said = [speaker.say("lede.value", worth=next(iter(worths)), net=net.value)]
    else:
        said = [speaker.say("lede.value_several", net=net.value)]
    decision = speaker.analysis.decision
    off = decision.luck or 0.0
    if decision.shown is False:
        return [*said, speaker.say("lede.not_shown", luck=off)]
    return [*said, speaker.say("lede.luck", luck=off)] if off >= LEAST_LUCK else said


def _errors(speaker: Speaker, chosen: Alternative) -> list[Text]:
    """Say how many of what is found people reject by mistake, where they get every class wanted wrong as often."""
    mistaken = speaker.analysis.lost_to_errors(chosen)
    if mistaken is None or mistaken[0] < LEAST_LOST:
        return []
    return [speaker.say("lede.errors", lost=mistaken[0], error=mistaken[1])]


def _mixture(speaker: Speaker) -> list[Text]:
    """Say what the mixture is, and what the best single model would do instead."""
    decision = speaker.analysis.decision
    left_out = speaker.left_out(speaker.evidence)
    if speaker.analysis.lead.name != MIXTURE:
        return left_out
    few = len(speaker.evidence.mixture) <= FEW_MEMBERS
    made = speaker.say("lede.mixture_of", weights=speaker.weights()) if few else speaker.say("lede.mixture")
    single = next((each for each in decision.contenders if each.name == decision.single), None)
    if single is None:
        return [made, *left_out]
    told = {"model": single.name, "items": single.option.items}
    if speaker.aim == "cost":
        return [speaker.say("lede.single_cost", spend=single.option.spend, **told), made, *left_out]
    if speaker.aim == "reviews":
        return [speaker.say("lede.single_reviews", **told), made, *left_out]
    return [*beside(speaker, "lede.beside", single), made, *left_out]


def _chance(speaker: Speaker) -> list[Text]:
    """Say where there was nothing to choose, or nothing is said of chance."""
    if speaker.analysis.decision.rule == "only_model":
        return [speaker.say("lede.only_model")]
    return [] if speaker.plan.resamples else [speaker.say("lede.no_noise")]


def against_f1(speaker: Speaker) -> list[Text]:
    """Say what choosing by F1 would lose, where there was a choice."""
    decision = speaker.analysis.decision
    if len(speaker.evidence.single) < 2 or not decision.contenders:
        return []
    by_name = {each.name: each for each in decision.contenders}
    other = by_name[decision.by_f1]
    if other.name == speaker.analysis.lead.name:
        return [speaker.say("lede.f1_same")]
    return [speaker.say("lede.f1", other=other.name, f1=other.f1), *beside(speaker, "sure.alone", other)]


def _refused_lede(speaker: Speaker) -> list[Text]:
    """Say why the labels cannot speak for the list, and the way on."""
    analysis, evidence = speaker.analysis, speaker.evidence
    check = analysis.check
    assert check is not None
    if analysis.decision.refusal == "few":
        few = few_lede(speaker, evidence, check.more)
        return [*few, *_few_entries(speaker), *unlike(speaker, speaker.analysis.check)]
    wanted = analysis.labels_for_list()
    todo = speaker.say("lede.refused_todo", wanted=wanted)
    if analysis.decision.refusal == "chance":
        why = speaker.say("lede.refused_chance", n=evidence.n_sample)
        if check.worse:
            todo = speaker.say("lede.refused_turned")
        return [why, todo, *_few_entries(speaker), *unlike(speaker, speaker.analysis.check)]
    if analysis.decision.refusal == "reviewed":
        n = evidence.n_sample
        why = speaker.say("lede.refused_reviewed", n=n, top=check.n_top(n), model=check.top[0])
        return [why, speaker.say("lede.refused_split", wanted=wanted)]
    planned = {"items": analysis.planned, "outside": check.support.outside, "n": evidence.n_sample}
    return [speaker.say("lede.refused_outside", **planned), todo]


def few_title(speaker: RankedNouns, evidence: Evidence) -> Text:
    """Say of which labels there are too few to recommend a stop."""
    n, (entries, others) = evidence.n_sample, evidence.kinds_labelled
    if n < FEWEST:
        return speaker.say("title.refused_few", n=n)
    if entries == n:
        return speaker.say("title.refused_few_alike", n=n)
    if not entries:
        return speaker.say("title.no_entries", n=n)
    if entries < LEAST_KIND:
        return speaker.say("title.refused_few_entries", n=n, found=entries)
    return speaker.say("title.refused_few_others", n=n, others=others)


def few_lede(speaker: RankedNouns, evidence: Evidence, more: int) -> list[Text]:
    """Say how many more labels are needed before a stop is recommended."""
    told = [speaker.say("lede.refused_few", more=more)]
    return told if evidence.sample.outcome.any() else [*told, speaker.say("lede.no_entries")]


def _few_entries(speaker: Speaker) -> list[Text]:
    """Say that intervals hold less often where so few entries are labelled."""
    entries = speaker.evidence.kinds_labelled[0]
    few = 0 < entries <= TEN and bool(speaker.plan.resamples)
    return [speaker.say("lede.few_entries", n=entries)] if few else []


def unlike(speaker: RankedNouns, check: ListCheck | None) -> list[Text]:
    """Say before any number that the list is not like the sample, where it is not."""
    if check is None or not check.unlike:
        return []
    return [speaker.say("lede.unlike", models=speaker.names(check.unlike))]


def _impossible_lede(speaker: Speaker) -> list[Text]:
    if speaker.plan.target is not None:
        whole = speaker.analysis.whole
        if speaker.priced:
            return [speaker.say("lede.unreachable", spend=whole.spend)]
        return [speaker.say("lede.unreachable_unpriced")]
    fixed = min(speaker.prices.total_fixed(model.cost) for model in speaker.evidence.models)
    return [speaker.say("lede.cannot_start", fixed=fixed)] if fixed > 0 else []


def _question(speaker: Speaker) -> list[Text]:
    """Return the one question that would settle where to stop: between which worths the stop moves."""
    opening = speaker.say("lede.open" if speaker.priced else "lede.open_unpriced")
    apart = speaker.analysis.question()
    if apart is None:
        return [opening]
    (few, many), key = apart, "lede.question" if speaker.priced else "lede.question_unpriced"
    return [opening, speaker.say(key, low=few.high, few=few.items, high=many.low, many=many.items)]


def tiles(speaker: Speaker) -> list[Tile]:
    """Return the few numbers of the page."""
    evidence, chosen = speaker.evidence, speaker.analysis.decision.chosen
    if chosen is None:
        return _tiles_without(speaker)
    shown = []
    if speaker.priced:
        spend = speaker.say("amount", amount=chosen.spend)
        shown.append(Tile(speaker.say("tile.spend"), spend, "money", _spend_note(speaker, chosen)))
    shown += [items_tile(speaker, evidence, chosen.items), found_tile(speaker, chosen.found)]
    if chosen.net is not None:
        net = speaker.say("amount_whole", amount=chosen.net.value)
        note = _interval_note(speaker, chosen.net, money=True)
        shown.append(Tile(speaker.say("tile.net"), net, "money", note))
    elif speaker.priced:
        shown.append(_per_entry_tile(speaker, chosen))
    elif chosen.recall is not None:
        shown.append(Tile(speaker.say("tile.share"), chosen.recall, "share"))
    return shown


def items_tile(speaker: RankedNouns, evidence: Evidence, items: int) -> Tile:
    """Return how many items are reviewed, of how many."""
    of = "tile.of_list" if evidence.basis == "list" else "tile.of_sample"
    return Tile(speaker.say("tile.items"), items, "count", speaker.say(of, n=evidence.list_items))


def found_tile(speaker: RankedNouns, found: Estimate) -> Tile:
    """Return how many entries are found."""
    return Tile(speaker.say("tile.found"), found.value, "count", _interval_note(speaker, found))


def _spend_note(speaker: Speaker, chosen: Alternative) -> Text | None:
    """Return the hours that are paid, or the price of an item where there is just that one price."""
    prices = speaker.prices
    if chosen.hours:
        return speaker.say("tile.hours", hours=chosen.hours)
    more = prices.per_unit or prices.adjudication or prices.extra_per_entry
    if (
        prices.listed
        or more
        or prices.contingency
        or prices.indirect
        or prices.total_fixed(speaker.analysis.lead.cost)
    ):
        return None
    return speaker.say("tile.each", price=prices.each)


def _per_entry_tile(speaker: Speaker, chosen: Alternative) -> Tile:
    per = chosen.cost_per_entry
    if per is None:
        return Tile(speaker.say("tile.per"), speaker.say("none_found"), "money")
    note = _interval_note(speaker, per, money=True)
    if note is None and per.low is not None:
        note = speaker.say("tile.per_from", low=per.low)
    # As many digits as its interval needs, so that it does not seem to lie outside.
    span = note.args.get("range") if isinstance(note, Sentence) else None
    fine = isinstance(span, Sentence) and span.key == "range.money_fine"
    shown = speaker.say("amount_fine" if fine else "amount", amount=per.value)
    return Tile(speaker.say("tile.per"), shown, "money", note)


def _interval_note(speaker: RankedNouns, estimate: Estimate, *, money: bool = False) -> Text | None:
    span = interval(estimate)
    if span is None:
        return None
    kind = "range.count"
    # An interval of hundreds needs no cents.
    if money and not (min(span.low, span.high) >= 100 or max(span.low, span.high) <= -100):
        apart = coins_apart(span.low, span.high, speaker.prices.minor_digits)
        kind = "range.money" if apart else "range.money_fine"
    return speaker.say("tile.interval", range=speaker.say(kind, range=span))


def _tiles_without(speaker: Speaker) -> list[Tile]:
    """Return tiles for a page that recommends no stop: what there is to decide from."""
    evidence, whole = speaker.evidence, speaker.analysis.whole
    positives = evidence.entries_labelled
    shown = [
        Tile(speaker.say("tile.labelled"), evidence.n_sample, "count"),
        Tile(speaker.say("tile.positives"), positives, "count"),
        Tile(speaker.say("tile.models"), len(evidence.single), "count"),
    ]
    if speaker.priced:
        of = speaker.say("items_amount", amount=Decimal(whole.items))
        shown.append(Tile(speaker.say("tile.whole"), speaker.say("amount", amount=whole.spend), "money", of))
    return shown


def options_table(speaker: Speaker) -> Table:
    """Return what less or more money would buy, or the example stops."""
    analysis, priced = speaker.analysis, speaker.priced
    chosen, is_open = analysis.decision.chosen, analysis.decision.goal == "open"
    options = list(analysis.options)
    if not options or options[-1].items < analysis.whole.items:
        options.append(analysis.whole)
    strong = [chosen is not None and one.items == chosen.items for one in options]
    heads = [_option_head(speaker, one, strong=here) for one, here in zip(options, strong, strict=True)]
    led = priced and any(isinstance(one, Sentence) and one.key in PARTS.values() for one in heads)
    # The first has none before it.
    cells = [None, *(_per_further(speaker, cost) for cost in review.per_further(options))]
    further = speaker.in_money("col.further") if priced else speaker.say("col.further_items")
    spend: list[FilledColumn] = []
    if priced:
        spend.append(("spend", speaker.in_money("col.spend"), "money", [one.spend for one in options]))
    columns: list[FilledColumn] = [
        ("review", speaker.say("col.review_money" if led else "col.review"), "text", heads),
        ("items", speaker.say("col.items"), "count", [one.items for one in options]),
        *spend,
        ("found", speaker.say("col.found"), "count", [one.found.value for one in options]),
        ("interval", speaker.say("col.interval"), "count", intervals_of(one.found for one in options)),
        ("recall", speaker.say("col.recall"), "share", [one.recall for one in options]),
        ("further", further, "money" if priced else "number", cells),
    ]
    fixed, worth = speaker.prices.total_fixed(analysis.lead.cost), single_worth(speaker)
    notes = [speaker.say("table.fixed", fixed=fixed)] if fixed and priced else []
    said = speaker.say("table.note" if priced else "table.note_unpriced")
    if worth is not None and priced:
        said = speaker.say("table.note_worth", worth=worth)
    key = "table.examples" if is_open else "table.options" if priced else "table.options_unpriced"
    caption = speaker.say(key)
    return by_columns("options", caption, columns, strong=strong, notes=(*notes, said))


def _per_further(speaker: Speaker, cost: float | None) -> Text | float:
    """Return the cell of what each further entry costs."""
    if cost is None:
        return speaker.say("hardly_more")
    return speaker.say("no_more_found") if math.isinf(cost) else cost


def _option_head(speaker: Speaker, option: Alternative, *, strong: bool) -> Text:
    """Return how a stop is called: by its part of the recommended money, or of the recommended items."""
    analysis = speaker.analysis
    if strong:
        return speaker.say("row.recommended")
    if option.items == speaker.evidence.whole_items:
        return speaker.say("row.whole")
    if analysis.next_step is not None and analysis.ends_soon(option):
        return speaker.say("row.soon", n=analysis.next_step.soon)
    if analysis.decision.goal == "open" and option.recall is not None:
        return speaker.say("row.example", share=option.recall)
    part = analysis.part_of(option)
    return speaker.say("row.share", share=option.share) if part is None else speaker.say(PARTS[part])


def budget_notes(speaker: Speaker) -> list[Text]:
    """Return what must be said of the budget: K18's rounding, money left, ties at the stop."""
    analysis, plan = speaker.analysis, speaker.plan
    chosen, budget = analysis.decision.chosen, plan.budget
    notes = []
    if chosen is None:
        return []
    if budget is not None and analysis.decision.goal == "budget":
        notes += _tenths(speaker, chosen)
        limit = analysis.perfect_limit(budget)
        if limit is not None:
            notes.append(speaker.say("note.perfect_limit", limit=limit, all=speaker.evidence.n_positives))
    left = analysis.unspent(chosen)
    notes += [] if left is None else _unspent(speaker, chosen, left)
    notes += _varying(speaker, chosen)
    if chosen.tied:
        ends = {"worst": chosen.found_worst, "best": chosen.found_best}
        notes.append(speaker.say("note.tie", **ends))
    return notes


def _varying(speaker: Speaker, chosen: Alternative) -> list[Text]:
    """Say how far the spend varies where an entry costs more than a rejected item, and whether a budget holds."""
    extra, budget = speaker.prices.extra_per_entry, speaker.plan.budget
    if not (speaker.priced and extra):
        return []
    span = interval(chosen.spend_range)
    if span is None:
        return [speaker.say("note.spend_unknown", extra=extra)]
    if budget is None or not review.holds(budget, chosen):
        return [speaker.say("note.spend_varies", extra=extra, range=span)]
    return [speaker.say("note.spend_within", extra=extra, range=span, budget=budget.amount)]


def _tenths(speaker: Speaker, chosen: Alternative) -> list[Text]:
    """Say what a tenth costs where all cost the same, and that a rounded number of tenths is not bought."""
    lead, prices = speaker.analysis.lead, speaker.prices
    flat = prices.stated and not prices.listed and not prices.per_unit and not prices.seconds_per_unit
    more = prices.extra_per_entry or prices.contingency or prices.indirect or prices.total_fixed(lead.cost)
    if not flat or more or speaker.plan.parts != TENTHS:
        return []
    parts, budget = speaker.analysis.parts[lead.name], speaker.budget(speaker.plan.budget)
    first, last = parts[0], parts[-1]
    notes = [
        speaker.say("note.tenth_costs", items=first.end, cost=first.total, all=last.end, whole=last.total)
    ]
    for place, part in enumerate(parts, start=1):
        if part.middle <= chosen.items < part.end:
            end = {"tenths": place, "boundary": part.end, "cost": part.total}
            notes.insert(0, speaker.say("note.tenths_not_bought", budget=budget, **end))
    return notes


def _unspent(speaker: Speaker, chosen: Alternative, left: Decimal) -> list[Text]:
    if left <= 0:
        return []
    assert speaker.plan.budget is not None
    budget = speaker.plan.budget.amount
    affordable = speaker.analysis.bought(speaker.analysis.lead, speaker.plan.budget).items
    if affordable > chosen.items and chosen.spend_high is not None:
        return []  # what is left is for more entries than are expected
    if affordable > chosen.items:
        if speaker.analysis.decision.goal == "net_value":
            key = "note.unspent_few" if speaker.stopped_by_budget else "note.unspent_value"
            return [speaker.say(key, budget=budget, left=left)]
        return []
    ends = chosen.items >= speaker.evidence.whole_items
    return [speaker.say("note.list_ends" if ends else "note.unspent", budget=budget, left=left)]


def weights_notes(speaker: Speaker) -> list[Text]:
    """Return how many rows stand for how many items; nothing where each is one."""
    evidence = speaker.evidence
    if evidence.rows is None:
        return []
    key = "note.weights" if evidence.basis == "list" else "note.weights_sample"
    said = {"rows": evidence.rows, "items": evidence.list_items, "column": speaker.plan.columns.weight}
    return [speaker.say(key, **said)]


def types_notes(speaker: Speaker) -> list[Text]:
    """Return what page 1 says of types: that each counts once, and how many tokens come with them; nothing of items."""
    types, chosen = speaker.evidence.types, speaker.analysis.decision.chosen
    if types is None:
        return []
    often = speaker.plan.columns.weight
    said = [speaker.say("note.types_rows")]
    if types.column:
        said = [speaker.say("note.types", column=types.column)]
    if chosen is None or "tokens" not in speaker.analysis.lead.path.sums:
        return said
    counts = speaker.analysis.type_counts()
    tokens = counts["tokens"]
    if not types.column:
        return [*said, speaker.say("note.tokens_rows", tokens=tokens, column=often)]
    said.append(speaker.say("note.tokens", tokens=tokens))
    spare = 0.0 if types.alone else counts["spare"]
    # Less than one of them would be no saving that anybody could make.
    return [*said, speaker.say("note.spare", spare=spare)] if spare >= 1 else said
