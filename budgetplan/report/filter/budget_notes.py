"""What must be said of the budget on page 1: the published rounding, money left over, ties at the stop."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from budgetplan.domain.decision import Alternative
from budgetplan.domain.prices import MICRO
from budgetplan.planning.filter import outlay
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
        perfect = speaker.evidence.perfect
        limit = float(perfect.path.read("positives", speaker.evidence.affordable(perfect, budget)))
        if limit < speaker.evidence.n_positives * (1 - 1e-9):
            notes.append(speaker.say("note.perfect_limit", limit=limit, all=speaker.evidence.n_positives))
    if budget is not None and budget.unit == "money" and budget.covers == "everything":
        notes += _unspent(speaker, chosen, budget.amount - chosen.spend)
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
    if not outlay.varies(speaker.evidence):
        return []
    if chosen.spend_low is None or chosen.spend_high is None:
        return [speaker.say("note.spend_unknown", extra=extra)]
    said = {"extra": extra, "range": Range(chosen.spend_low, chosen.spend_high)}
    if budget is None or budget.unit != "money" or chosen.spend_high > float(budget.amount) * (1 + 1e-9):
        return [speaker.say("note.spend_varies", **said)]
    return [speaker.say("note.spend_within", **said, budget=budget.amount)]


def _tenths(speaker: Speaker, chosen: Alternative) -> list[Sentence]:
    """Say what a tenth costs where all cost the same, and that a rounded number of tenths is not bought."""
    evidence, lead, prices = speaker.evidence, speaker.analysis.lead, speaker.prices
    flat = prices.stated and not prices.listed and not prices.per_unit and not prices.seconds_per_unit
    parts = speaker.plan.parts
    more = prices.extra_per_entry or prices.contingency or prices.indirect or prices.total_fixed(lead.cost)
    if not flat or more or parts != 10:
        return []
    size = evidence.list_items / parts
    whole = evidence.list_items
    if prices.timed:
        # Hours are billed in hundredths: as the tables have it, the parts of a list do not quite make up its bill.
        cost, all_cost = evidence.totals(lead, np.array([size, whole])).tolist()
    else:
        cost, all_cost = (lead.path.read("cost", np.array([size, whole])) / MICRO).tolist()
    notes = [speaker.say("note.tenth_costs", items=size, cost=cost, all=whole, whole=all_cost)]
    tenths = round(chosen.items / size)
    boundary = tenths * size
    if tenths >= 1 and chosen.items < boundary and speaker.plan.budget is not None:
        cost = float(evidence.totals(lead, np.array([boundary]))[0])
        budget = speaker.budget(speaker.plan.budget)
        notes.insert(
            0,
            speaker.say(
                "note.tenths_not_bought",
                budget=budget,
                items=chosen.items,
                tenths=tenths,
                boundary=boundary,
                cost=cost,
            ),
        )
    return notes


def _all_found(speaker: Speaker, chosen: Alternative) -> list[Sentence]:
    """Say that the last of the money finds nothing on these labels, where every entry is found before."""
    lead = speaker.analysis.lead
    reach = speaker.evidence.reach_all(lead)
    if reach is None or reach.items >= chosen.items:
        return []
    spend = speaker.evidence.spend(lead, reach.items)
    return [speaker.say_price("note.all_found", spend, items=reach.items)]


def _unspent(speaker: Speaker, chosen: Alternative, left: Decimal) -> list[Sentence]:
    if left <= 0:
        return []
    assert speaker.plan.budget is not None
    budget = speaker.plan.budget.amount
    affordable = speaker.evidence.affordable(speaker.analysis.lead, speaker.plan.budget)
    if affordable > chosen.items and chosen.spend_high is not None:
        return []  # what is left is for more entries than are expected
    if affordable > chosen.items:
        if speaker.analysis.decision.goal == "net_value":
            key = "note.unspent_few" if speaker.stopped_by_budget else "note.unspent_value"
            return [speaker.say(key, budget=budget, left=left)]
        return []
    ends = chosen.items >= speaker.evidence.whole_items
    return [speaker.say("note.list_ends" if ends else "note.unspent", budget=budget, left=left)]
