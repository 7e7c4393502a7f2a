"""What other amounts buy along the recommended order, for whoever moves a handle: nothing is computed between these stops."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import compress
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.core.path import best_stop
from budgetplan.core.stops import interval, luck, spread
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, BudgetLine, exact
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.list_check import check_plan
from budgetplan.plans.review import Analysis
from budgetplan.plans.review_reading import plain

PAY = (0.5, 0.6, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0)
"""Times that what judging costs in the plan."""
ROUND = (Decimal(1), Decimal("1.2"), Decimal("1.5"), *map(Decimal, ("2", "2.5", "3", "4", "5", "6", "8")))
"""Worths that people name, in each power of ten."""
DECADES = (-2, -1, 0, 1)
"""So many powers of ten about the plan's own worth: 40 worths."""
NEAR, LEAST_MORE = 40, 0.5
"""What one more entry costs is that of such a part of the list about the stop: less is noise, more is not here."""
OTHERS = 100
"""Stops of another order, of which a line is drawn and no number told."""


@dataclass(frozen=True)
class ExploredStop:
    """A stop: what it brings, the least budget that buys it, and the cost build-up, which has no line without prices.

    ``further``: what one more entry costs there, in currency units (items, where nothing has a price); None where hardly any
    is found, and at the two ends of the list.
    """

    option: Any
    budget: Budget
    lines: tuple[BudgetLine, ...]
    further: float | None = None


@dataclass(frozen=True)
class ExploredWorth:
    """The best stop for a worth of an entry; ``planned``: it is the plan's.

    ``net`` is less ``luck``; both are known at the plan's prices alone. ``dearer`` holds by the factors of ``PAY`` how many
    items are best, what they cost and what they find.
    """

    worth: Decimal
    items: int
    net: float
    luck: float
    planned: bool
    dearer: tuple[tuple[int, float, float], ...]


class Explored:
    """What other amounts buy: stops from nothing to the whole list, and what is best for other worths of an entry.

    ``once`` and ``judging`` add up to what each stop costs where judging costs ``p`` times as much: once + p x judging, in
    currency units. ``planned``: which stop is the plan's. ``in_times``: worths are factors of the plan's. ``others``: by model
    what another order finds on average at a few stops: items, entries, what they cost and the hours they take.
    """

    def __init__(self, analysis: Analysis) -> None:
        evidence, lead = analysis.evidence, analysis.lead
        self.once = once = float(evidence.prices.total(0.0, lead.cost)) / MICRO
        self.worths, self.in_times = _worths(analysis, once)
        most, rungs = evidence.whole_items, [rung.option.items for rung in analysis.ladder]
        places_named = [analysis.planned, most, *rungs, *(worth.items for worth in self.worths)]
        items = _bought_by(analysis, spread(most, places_named).astype(np.int64))
        # A report of so little money would say that nothing labelled speaks for what it buys.
        outside = [check_plan(analysis.check, evidence, lead, stop).refusal == "outside" for stop in items.tolist()]
        items = items[~np.array(outside)]
        stops = _stops(analysis, items)
        # Of stops that the same money buys, as checks that are left to draw grow fewer, the last.
        cheapest = np.minimum.accumulate([float(stop.budget.amount) for stop in stops][::-1])[::-1]
        kept = np.append(cheapest[:-1] < cheapest[1:], True) | (items == analysis.planned)
        items, self.stops = items[kept], tuple(compress(stops, kept))
        judging = evidence.curve(lead, items.astype(np.float64)) - np.where(items > 0, once, 0.0)
        self.judging: list[float] = np.round(judging, 4).tolist()
        self.planned = int(np.searchsorted(items, analysis.planned))
        few = np.rint(np.linspace(0, most, min(most, OTHERS) + 1))
        digits, self.others = evidence.prices.minor_digits, dict[str, tuple[list[float], ...]]()
        for model in (order for order in (*evidence.models, evidence.random) if order is not lead):
            finds, hours = model.path.read("positives", few), model.path.read("seconds", few) / 3600
            columns = (few, finds.round(1), evidence.curve(model, few).round(digits), hours.round(2))
            self.others[model.name] = tuple(column.tolist() for column in columns)


def _bought_by(analysis: Analysis, items: IntArray) -> IntArray:
    """Return stops that are all their money buys, and the plan's: several items may cost a coin, or be passed over."""
    following = analysis.least(np.minimum(items + 1, analysis.evidence.whole_items), analysis.covers)
    for at, budget in enumerate(analysis.least(items, analysis.covers)):  # stops, not items
        other = analysis.prices.stated and items[at] != analysis.planned
        if other and following[at].amount <= budget.amount:
            items[at] = max(analysis.most_for(budget), items[at])
    return np.unique(items)


def _stops(analysis: Analysis, items: IntArray) -> tuple[ExploredStop, ...]:
    """Return what the first items bring, by the rules of :meth:`Analysis.at`, for all stops at once."""
    evidence, lead, prices = analysis.evidence, analysis.lead, analysis.evidence.prices
    places = items.astype(np.float64)
    finds, drawn = lead.path.read("positives", places), analysis.draws.at(places)
    # Not of the bills: what is rounded there is more than what a few items cost.
    about = places + np.array([[-0.5], [0.5]]) * evidence.list_items / NEAR
    inside = (about[0] > 0) & (about[1] < evidence.whole_items)
    dearer, more = (
        np.diff(curve, axis=0)[0] for curve in (evidence.curve(lead, about), lead.path.read("positives", about))
    )
    # As a budget is counted in the plan; of a later round with what was used before.
    plan, budgets = evidence.plan, analysis.least(items, analysis.covers)
    unit = "annotation" if budgets[0].covers == "annotation" else budgets[0].unit
    before = plan.reviewed.before if plan.reviewed is not None else None
    used = Decimal(0) if before is None else before.used.get(unit, Decimal(0))
    bought = evidence.bought(lead, items)
    lines = prices.lines_of_each(bought, lead.name)
    totals = prices.printed_totals(evidence.bought(lead, items, charged=True))
    digits = prices.minor_digits if prices.stated else 0
    nets = np.zeros(len(items)) if plan.values is None else evidence.net_values(lead, places)
    made = []
    for at, place in enumerate(items.tolist()):  # stops, not items
        estimate = analysis.estimate(float(finds[at]), drawn[:, at], 0.0, float(place))
        if analysis.draws.paid and prices.stated:  # the money may end the review before
            estimate = analysis.at(place, budgets[at]).found
        net, spend = Estimate(float(nets[at])) if plan.values else None, Decimal(int(totals[at])).scaleb(-digits)
        option = plain(evidence, lead, place, estimate, net, spend=spend)
        budget = replace(budgets[at], amount=budgets[at].amount + used)
        further = float(dearer[at] / more[at]) if inside[at] and more[at] > LEAST_MORE else None
        made.append(ExploredStop(option, budget, lines[at], further))
    return tuple(made)


def _worths(analysis: Analysis, once: float) -> tuple[tuple[ExploredWorth, ...], bool]:
    """Return the best stop for each of 40 worths of an entry, and whether these are factors of the plan's own worths.

    ``once``: what is paid once, in currency units.

    References
    ----------
    METHODS F7: of a worth v the stop of the greatest mean of v F - T, less what the choice owes to luck.
    """
    evidence, lead, prices = analysis.evidence, analysis.lead, analysis.evidence.prices
    if not prices.stated or not analysis.sure:
        return (), False
    stops = evidence.stops(lead, evidence.whole_items)
    places, ends = stops.astype(np.float64), analysis.draws.ends
    spends = analysis.spends(ends, analysis.draws.rates)
    common, left = evidence.common_worth, evidence.left_value(lead) if analysis.valued else 0.0
    # Of entries worth nothing no other worth can be a multiple.
    if analysis.valued and common != 0:
        value, drawn = lead.path.read("value", places), analysis.expected_net + spends
    else:
        value, drawn = lead.path.read("positives", places), analysis.draws.rates
    in_times = analysis.valued and common is None
    # Of factors and of worths nothing else is multiplied: those of one worth are divided by it.
    base = 1.0 if common is None else common
    unit = base or 1.0
    lows = [worth.low for worth in analysis.choices if worth.low > 0]
    middle = exact(base if analysis.valued or not lows else lows[len(lows) // 2])
    total, curve = evidence.totals(lead, places), evidence.curve(lead, places)
    finds, made = lead.path.read("positives", places), list[ExploredWorth]()
    least = Decimal(0) if in_times else prices.smallest.scaleb(-2)
    worths_named = (Decimal(f"{step.scaleb(middle.adjusted() + decade):f}") for decade in DECADES for step in ROUND)
    middle_worth = [middle] if analysis.valued else []
    for worth in sorted({*(amount for amount in worths_named if amount >= least), *middle_worth}):
        planned = analysis.valued and worth == middle
        times = float(worth) / unit
        mean, rungs = times * value - total, []
        best = int(best_stop(mean))
        off = luck(times * drawn - spends).reaching(float(mean[best])).off(float(mean[best]))
        for factor in PAY:
            # Bills are printed at the plan's own price alone.
            spent = total if factor == 1 else np.where(places > 0, once + factor * (curve - once), 0.0)
            at = int(best_stop(times * value - spent))
            rungs.append((int(stops[at]), round(float(spent[at]), prices.minor_digits), float(finds[at])))
        net = float(mean[best]) - off + times * left
        made.append(ExploredWorth(worth, int(stops[best]), net, off, planned, tuple(rungs)))
    return tuple(made), in_times


@dataclass(frozen=True)
class AnsweredStop:
    """So many items are answered alone: how many answers are ``found`` right, as whole items, how many wrong; the others left.

    Nothing is paid for them, and takes time.
    """

    items: int
    found: Estimate
    wrong: Estimate
    left: int
    spend: Decimal = Decimal(0)
    hours: None = None


def explored_answers(solution: DeferSolution) -> tuple[tuple[AnsweredStop, ...], int]:
    """Return what answering less or more comes to, those first that bring most, and at which stop the plan's answers end.

    There is no stop where nothing is answered alone.
    """
    bench, alone = solution.bench, solution.alone
    if solution.refusal or not solution.used:
        return (), 0
    p = bench.probability
    answer, by = p.argmax(axis=1), p.max(axis=1)
    if solution.most_wrong is None:
        decided = bench.decided()
        answer, by = decided.answer, decided.alone - decided.left
    # The plan's answers stand before all others, and no answer is none.
    by = by + alone.accepted * (float(np.ptp(by)) + 1)
    last = float(by[alone.accepted].min())
    along = replace(bench.drawn, count=bench.count * ~bench.silent).surest(answer, by, at_most=OTHERS, kept=(last,))
    numbers = [along.wrong.mean(axis=0), *(interval(along.wrong) if bench.plan.resamples else ())]
    wrong = [Estimate(0.0), *(Estimate(*triple) for triple in np.maximum(numbers, 0.0).T.tolist())]
    planned = int(np.flatnonzero(along.answered <= alone.alone * (1 + 1e-9))[-1]) + 1
    # As the report has it, whose draws are others.
    wrong[planned] = alone.wrong
    stops, total = list[AnsweredStop](), math.floor(alone.items + 0.5)
    for answered, missed in zip((0.0, *along.answered.tolist()), wrong, strict=True):  # stops, not items
        items, ends = math.floor(answered + 0.5), (missed.high, missed.low)
        span = (None if end is None else answered - end for end in ends)
        right = Estimate(float(items - math.floor(missed.value + 0.5)), *span)
        stops.append(AnsweredStop(items, right, missed, total - items))
    return tuple(stops), planned
