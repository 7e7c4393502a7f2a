"""What must be said of the budget on page 1: the published rounding, money left over, ties at the stop."""

from __future__ import annotations

from decimal import Decimal

from budgetplan.domain.decision import Alternative
from budgetplan.planning.filter import facts
from budgetplan.report.model import Range, Sentence
from budgetplan.report.phrases import Speaker


def budget_notes(speaker: Speaker) -> list[Sentence]:
    """Return what must be said of the budget: K18's rounding, money left, ties at the stop."""
    analysis, plan = speaker.analysis, speaker.plan
    chosen, budget = analysis.decision.chosen, plan.budget
    notes = []
    if chosen is None:
        return []
    if budget is not None and analysis.decision.goal == "budget":
        notes += _tenths(speaker, chosen)
        limit = facts.perfect_limit(analysis, budget)
        if limit < speaker.evidence.n_positives * (1 - 1e-9):
            notes.append(speaker.say("note.perfect_limit", limit=limit, all=speaker.evidence.n_positives))
    left = facts.unspent(analysis, chosen)
    notes += [] if left is None else _unspent(speaker, chosen, left)
    notes += _varying(speaker, chosen)
    if analysis.decision.goal == "budget":
        notes += _all_found(speaker, chosen)
    worst, best = chosen.found_worst, chosen.found_best
    if worst is not None and best is not None and best - worst > 0.5:
        notes.append(speaker.say("note.tie", found=chosen.found.value, worst=worst, best=best))
    return notes


def _varying(speaker: Speaker, chosen: Alternative) -> list[Sentence]:
    """Say how far the spend varies where an entry costs more than a rejected item, and whether a budget holds."""
    extra, budget = speaker.prices.extra_per_entry, speaker.plan.budget
    if not (speaker.priced and extra):
        return []
    if chosen.spend_low is None or chosen.spend_high is None:
        return [speaker.say("note.spend_unknown", extra=extra)]
    said = {"extra": extra, "range": Range(chosen.spend_low, chosen.spend_high)}
    if budget is None or budget.unit != "money" or chosen.spend_high > float(budget.amount) * (1 + 1e-9):
        return [speaker.say("note.spend_varies", **said)]
    return [speaker.say("note.spend_within", **said, budget=budget.amount)]


def _tenths(speaker: Speaker, chosen: Alternative) -> list[Sentence]:
    """Say what a tenth costs where all cost the same, and that a rounded number of tenths is not bought."""
    lead, prices = speaker.analysis.lead, speaker.prices
    flat = prices.stated and not prices.listed and not prices.per_unit and not prices.seconds_per_unit
    more = prices.extra_per_entry or prices.contingency or prices.indirect or prices.total_fixed(lead.cost)
    if not flat or more or speaker.plan.parts != 10:
        return []
    part, whole = facts.price_of_part(speaker.analysis, chosen.items), speaker.evidence.list_items
    notes = [speaker.say("note.tenth_costs", items=part.items, cost=part.cost, all=whole, whole=part.whole)]
    if part.parts >= 1 and chosen.items < part.boundary and speaker.plan.budget is not None:
        said = {"tenths": part.parts, "boundary": part.boundary, "cost": part.boundary_cost}
        budget = speaker.budget(speaker.plan.budget)
        notes.insert(0, speaker.say("note.tenths_not_bought", budget=budget, items=chosen.items, **said))
    return notes


def _all_found(speaker: Speaker, chosen: Alternative) -> list[Sentence]:
    """Say that the last of the money finds nothing on these labels, where every entry is found before."""
    found = facts.all_found(speaker.analysis)
    if found is None or found[0] >= chosen.items:
        return []
    items, spend = found
    return [speaker.say_price("note.all_found", spend, items=items)]


def _unspent(speaker: Speaker, chosen: Alternative, left: Decimal) -> list[Sentence]:
    if left <= 0:
        return []
    assert speaker.plan.budget is not None
    budget = speaker.plan.budget.amount
    affordable = facts.paid_on_average(speaker.analysis, speaker.plan.budget)
    if affordable > chosen.items and chosen.spend_high is not None:
        return []  # what is left is for more entries than are expected
    if affordable > chosen.items:
        if speaker.analysis.decision.goal == "net_value":
            key = "note.unspent_few" if speaker.stopped_by_budget else "note.unspent_value"
            return [speaker.say(key, budget=budget, left=left)]
        return []
    ends = chosen.items >= speaker.evidence.whole_items
    return [speaker.say("note.list_ends" if ends else "note.unspent", budget=budget, left=left)]
