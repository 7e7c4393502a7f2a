"""What stands in an analysis beside its own fields: the order of review, what is recommended, and what pages say of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import affordable_items, items_for_target
from budgetplan.domain.decision import Alternative, Estimate, StopChoice, WinnerInterval
from budgetplan.domain.doubt import FEW, Doubt, DoubtKind
from budgetplan.domain.plan import MIXTURE, Budget, Target
from budgetplan.domain.prices import MICRO
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.domain.review.course import Band, Course
from budgetplan.lists.evidence import Evidence, Ranked, limit_of, list_rates
from budgetplan.lists.unseen import most_in_next
from budgetplan.plans.list_check import labels_wanted
from budgetplan.plans.review import DEARER, Analysis
from budgetplan.plans.review_reading import plain

POINTS = 400
"""Points of a curve: more cannot be seen in print."""
ALIKE = 200
"""Stops this part of the list apart are one."""
_EARLY = 0.4
"""Half of the entries come early where they are in less than this part of the list."""
_PARTS = (0.5, 0.75, 1.5)
"""Parts of the recommended money, or items where nothing has a price, that have names."""
_NEARLY = 0.02
"""Stops buy a little less than a part of the money; so little is not told."""
_NEAR = 0.99
"""A stop is the recommended one where it reviews so much of that."""
_ALIKE = 1.05
"""All of a review pays where some of it does, if the worths at which they begin to are no farther apart than so many times."""
_MOST_ROWS = 12
"""So many changes of the lead, or stops, have room in a table."""
_WIDTHS = (100, 50, 20, 10)
"""Parts of the budget of the last change: where the lead changes more often, narrower stretches cannot be seen."""


def course_of(analysis: Analysis) -> Course | None:
    """Return the order of review and what is expected along it; None where nothing is reviewed, or no list has scores."""
    chosen, evidence = analysis.decision.chosen, analysis.evidence
    own = evidence.own
    if chosen is None or own is None or own.counted is not None or chosen.model not in own.rankings:
        return None
    model = evidence.model(chosen.model)
    rate = list_rates(own, model)
    return Course(
        model=chosen.model,
        order_by="score",
        ids=own.ids,
        queue=own.rankings[chosen.model].order,
        review=min(chosen.items, len(own.ids)),
        answered=np.zeros(0, dtype=np.int64),
        answers=(),
        score=own.scores[chosen.model][1],
        rate=rate,
        known_cost=own.known,
        sizes=own.sizes,
        band=band_of(analysis),
        recipe=evidence.mixture,
        nearby=rate,
        weighted=own.weights is not None,
        model_cost=model.cost,
        # Entries that are types do not add up along the order.
        sample=replace(evidence.sample, place=model.place) if evidence.types is None else None,
    )


def band_of(analysis: Analysis) -> Band:
    """Return what is expected to be found along the recommended order, from 0 to the whole list."""
    most = float(analysis.evidence.whole_items)
    stop = 0 if analysis.decision.chosen is None else analysis.decision.chosen.items
    stops = np.array([items for items, _ in analysis.along], dtype=np.float64)
    items = np.rint(np.linspace(0.0, most, min(int(most), POINTS) + 1))
    items = np.unique(np.concatenate([items, [stop], stops]))
    expected = analysis.lead.path.read("positives", items)
    if analysis.band is None:
        unknown = np.full(len(items), np.nan)
        return Band(items, expected, unknown, unknown)
    lower, upper = (np.interp(items, analysis.band[0], end) for end in analysis.band[1:])
    return Band(items, expected, np.minimum(lower, expected), np.clip(upper, expected, items))


def doubts_of_rest(analysis: Analysis) -> tuple[Doubt, ...]:
    """Return whether the first items of a rest are promised more than the last ones reviewed leave room for.

    Nothing is said where entries are types, or rows stand for several items: then the two are not counted alike.

    References
    ----------
    METHODS R3: what the next items may hold where they are no richer than the last.
    """
    evidence, chosen = analysis.evidence, analysis.decision.chosen
    reviewed, own = evidence.plan.reviewed, evidence.own
    if reviewed is None or not reviewed.latest or chosen is None or not chosen.items:
        return ()
    if own is None or evidence.types is not None or own.weights is not None:
        return ()
    coming, latest, band = min(evidence.plan.work.packet, chosen.items), reviewed.latest, band_of(analysis)
    expected = round(float(np.interp(coming, band.items, band.expected)))
    most = most_in_next(len(latest), sum(latest), coming)
    if expected <= most:
        return ()
    file = reviewed.logs[0] if len(reviewed.logs) == 1 else ""
    counts = str(sum(latest)), str(most)
    return (Doubt(DoubtKind.RICHER_REST, file, n=coming, of=len(latest), names=counts, value=expected),)


def of_people(
    evidence: Evidence, chosen: Alternative | None, why_not: WhyNot, luck: float | None
) -> Recommendation:
    """Return the decision to have people judge the first items of one order, or of each stratum; None: nothing.

    ``luck``: what is taken off the net value; None where that is not known.
    """
    items, reviewed = float(evidence.list_items), 0.0 if chosen is None else float(chosen.items)
    return Recommendation(
        workflow="filter",
        why_not=why_not,
        model=None if chosen is None else chosen.model,
        basis=evidence.basis,
        items=items,
        cutoff=None,
        answered_alone=Estimate(0.0),
        wrong=None,
        reviewed=Estimate(reviewed),
        left=Estimate(items - reviewed),
        spend=chosen.spend if chosen is not None and evidence.plan.prices.stated else None,
        found=None if chosen is None else chosen.found,
        net=None if chosen is None else chosen.net,
        net_unit="" if chosen is None or chosen.net is None else "money",
        spend_range=None if chosen is None else chosen.spend_range,
        luck=luck,
        members=evidence.mixture if chosen is not None and chosen.model == MIXTURE else {},
    )


def recommend(analysis: Analysis) -> Recommendation:
    """Return the decision on a ranked list: people judge the first items, nothing is answered without them."""
    decision, evidence = analysis.decision, analysis.evidence
    why_not: WhyNot = ""
    if decision.unmet:
        why_not = decision.refusal or ("impossible" if decision.within_budget else "over_budget")
    return replace(
        of_people(evidence, decision.chosen, why_not, decision.luck),
        shown=decision.shown,
        best_single=decision.single if len(evidence.single) > 1 and decision.single else None,
    )


def _thinned(items: FloatArray) -> FloatArray:
    if len(items) <= POINTS:
        return items
    return items[np.unique(np.round(np.linspace(0, len(items) - 1, POINTS)).astype(np.int64))]


def curve(
    analysis: Analysis, model: Ranked
) -> tuple[FloatArray, FloatArray, FloatArray | None, FloatArray | None]:
    """Return what a figure draws of an order, at no more stops than can be seen in print, shape (n,) each.

    Items, entries found by then, and the band of the recommended order: None where there is none.
    """
    path, evidence = model.path, analysis.evidence
    items = _thinned(path.items)
    if model is evidence.perfect:
        items = np.unique(np.append(items, path.total("positives")))
    if model is not analysis.lead or analysis.band is None:
        return items, path.read("positives", items), None, None
    at, low, high = analysis.band
    items = np.unique(np.concatenate([at, items]))
    return items, path.read("positives", items), np.interp(items, at, low), np.interp(items, at, high)


def costs_along(analysis: Analysis) -> list[tuple[float, float]]:
    """Return items and what they cost in all; the costs begin with the fixed ones, before the first item."""
    evidence, lead = analysis.evidence, analysis.lead
    stops = _thinned(lead.path.items)
    total = evidence.prices.total(lead.path.read("cost", stops), lead.cost) / MICRO
    return list(zip(stops.tolist(), total.tolist(), strict=True))


def half_found(analysis: Analysis) -> int | None:
    """Return within how many items of the recommended order half of the entries are, on the line that is drawn.

    None where that is no small part of the list.
    """
    path = analysis.lead.path
    half = items_for_target(path, path.total("positives") / 2)
    early = half is not None and half.items <= _EARLY * analysis.evidence.whole_items
    return half.items if half is not None and early else None


def perfect_limit(analysis: Analysis, budget: Budget) -> float | None:
    """Return what a perfect order would find for a budget; None where that is all there is."""
    perfect = analysis.evidence.perfect
    limit = float(perfect.path.read("positives", analysis.evidence.affordable(perfect, budget)))
    return limit if limit < analysis.evidence.n_positives * (1 - 1e-9) else None


def holds(budget: Budget | None, stop: Alternative) -> bool:
    """Return whether a budget of money holds whatever a stop costs in 95 % of the draws."""
    if budget is None or budget.unit != "money" or stop.spend_high is None:
        return False
    return stop.spend_high <= float(budget.amount) * (1 + 1e-9)


def share_found(analysis: Analysis, stop: Alternative) -> float:
    """Return which part of all entries a stop finds, 1 where nothing but rounding is left."""
    every = analysis.evidence.n_positives
    return 1.0 if stop.found.value >= every * (1 - 1e-12) else stop.found.value / every


def part_of(analysis: Analysis, option: Alternative) -> float | None:
    """Return which part of the recommended money, or of the items without prices, an option is; None: of no name."""
    chosen = analysis.decision.chosen
    if chosen is None:
        return None
    priced = analysis.evidence.prices.stated and chosen.spend
    times = float(option.spend / chosen.spend) if priced else option.items / chosen.items
    return next((part for part in _PARTS if abs(times / part - 1) < _NEARLY), None)


def ends_soon(analysis: Analysis, option: Alternative) -> bool:
    """Return whether an option adds to the stop just the few items that bring most of the next step's entries."""
    step = analysis.next_step
    return step is not None and step.lumpy and option.items == analysis.planned + step.soon


def question(analysis: Analysis) -> tuple[StopChoice, StopChoice] | None:
    """Return two stops that worths of an entry tell apart: about a quarter of those that are best for some lie beyond each."""
    choices = [choice for choice in analysis.choices if choice.items > 0]
    if len(choices) < 2:
        return None
    few, many = choices[len(choices) // 4], choices[-(len(choices) // 4) - 1]
    return (choices[0], choices[-1]) if few is many or few.high is None else (few, many)


def pays_from(analysis: Analysis, items: int) -> tuple[str, StopChoice, StopChoice] | None:
    """Return from which worth of an entry on a stop is best, and from which one any is: how both lie, and the two.

    None where no stop is best for any worth; "none" where one so far down the list never is; "more" where only stops
    beyond it are; "alike" where both worths are about the same.
    """
    stops = [one for one in analysis.choices if one.items > 0]
    if not stops:
        return None
    near = [one for one in stops if one.items >= _NEAR * items]
    if not near:
        return "none", stops[0], stops[0]
    # What is paid once is borne by more entries where more is reviewed: the plan itself pays later, or never best.
    if analysis.evidence.prices.stated and _NEAR * stops[0].items > items:
        return "more", stops[0], near[0]
    alike = analysis.evidence.prices.stated and near[0].low <= _ALIKE * stops[0].low
    return "alike" if alike else "", stops[0], near[0]


def stop_in_parts(analysis: Analysis) -> float | None:
    """Return where the stop lies among the equal parts of the list, each as long as one and the first one at 0."""
    chosen, whole = analysis.decision.chosen, analysis.evidence.whole_items
    if chosen is None or chosen.items >= whole:
        return None
    return chosen.items / whole * len(analysis.parts[analysis.lead.name].total) - 0.5


def choices_shown(analysis: Analysis) -> set[int]:
    """Return which stops have room in a table: of each twelfth of the way the one that is best for the widest range of worths."""
    choices, shown = analysis.choices, dict[int, tuple[float, int]]()
    first, most = choices[0].items, choices[-1].items
    for place, one in enumerate(choices):  # stops, not items
        wide = math.inf if one.high is None or not one.low else one.high / one.low
        step = place if len(choices) <= _MOST_ROWS else (one.items - first) * _MOST_ROWS // (most - first + 1)
        shown[step] = max(shown.get(step, (0.0, 0)), (wide, place))
    return {place for _, place in shown.values()}


def closer_than_coins(analysis: Analysis) -> bool:
    """Return whether stops are best for worths of an entry that lie closer than the smallest coin."""
    edges = [one.low for one in analysis.choices]
    return min(b - a for a, b in pairwise(edges)) < 10.0**-analysis.evidence.prices.minor_digits


def changes_of_lead(winners: Sequence[WinnerInterval]) -> int:
    """Return how often the lead changes as budgets grow."""
    return sum(one.stretches for one in winners) - 1


def visible_leads(analysis: Analysis) -> tuple[tuple[WinnerInterval, ...], int, Decimal] | None:
    """Return which single model brings most at which budget; None where there is one, or all bring the same.

    Then how many stretches are left out, in which another model is ahead, and how wide they are at most.

    Where the lead changes more than twelve times, stretches narrower than a hundredth of the budget of the last change
    are left out, or than a greater part of it, until the rest has room.
    """
    n_models = len(analysis.evidence.single)
    winners = [one for one in analysis.winners if one.low > 0 or len(one.models) < n_models]
    if n_models < 2 or not winners:
        return None
    if changes_of_lead(winners) < _MOST_ROWS:
        return tuple(winners), 0, Decimal(0)
    for part in _WIDTHS:
        width = winners[-1].low / part
        wide = [one for one in winners if one.high is None or one.high - one.low >= width]
        wide = [one for one in wide if one.stretches == 1]
        opens = [*wide[:1], *(one for before, one in pairwise(wide) if before.models != one.models)]
        if len(opens) <= _MOST_ROWS:
            break
    lows = [one.low for one in opens]
    shown = [
        WinnerInterval(low, high, one.models)
        for low, high, one in zip(lows, [*lows[1:], None], opens, strict=True)
    ]
    return tuple(shown), changes_of_lead(winners) + 1 - len(wide), width


def joined(analysis: Analysis) -> int:
    """Return how many stretches of one lead each are told together."""
    return sum(one.stretches for one in analysis.winners if one.stretches > 1)


def left(analysis: Analysis, stop: Alternative) -> float:
    """Return how many items of the list nobody reads."""
    return analysis.evidence.list_items - stop.items


def price_of_part(analysis: Analysis, items: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return what a part of the list costs (METHODS F3), and where the whole number of parts nearest to some items ends."""
    evidence, lead = analysis.evidence, analysis.lead
    whole = evidence.list_items
    size = whole / evidence.plan.parts
    sizes = np.array([size, whole])
    # Hours are billed in hundredths: as the tables have it, the parts of a list do not quite make up its bill.
    timed = evidence.prices.timed
    costs = evidence.totals(lead, sizes) if timed else lead.path.read("cost", sizes) / MICRO
    boundary = round(items / size) * size
    end = float(evidence.totals(lead, np.array([boundary]))[0])
    part = {"items": size, "cost": float(costs[0]), "all": whole, "whole": float(costs[1])}
    return part, {"tenths": round(items / size), "boundary": boundary, "cost": end}


def paid_on_average(analysis: Analysis, budget: Budget) -> int:
    """Return how many items a budget pays for where as many entries are found as expected."""
    return analysis.evidence.affordable(analysis.lead, budget)


def found_within(analysis: Analysis, budget: Budget) -> float:
    """Return what the recommended order finds for a budget, on average."""
    return float(analysis.lead.path.read("positives", paid_on_average(analysis, budget)))


def unspent(analysis: Analysis, chosen: Alternative) -> Decimal | None:
    """Return what a budget of money that pays for everything leaves beside a stop; None of other budgets."""
    budget = analysis.evidence.plan.budget
    if budget is None or budget.unit != "money" or budget.covers != "everything":
        return None
    return budget.amount - chosen.spend


def lost_to_errors(analysis: Analysis, chosen: Alternative) -> tuple[float, Decimal] | None:
    """Return how many of what is found people reject by mistake, and how often they do, where that is one rate for all.

    None where nothing is said of errors, or they differ by class.
    """
    plan = analysis.evidence.plan
    if plan.values is None or not plan.values.error or chosen.net is None:
        return None
    rate, *others = {plan.values.error_of(name) for name in plan.positive}
    return None if others else (chosen.found.value * float(rate), rate)


def spends(analysis: Analysis, stops: Sequence[float]) -> list[Decimal]:
    """Return what reviewing as far as some stops costs."""
    return [analysis.evidence.spend(analysis.lead, round(stop)) for stop in stops]


def dearer_spend(analysis: Analysis, items: int) -> float:
    """Return what some items would cost if the annotation of each were a tenth dearer."""
    lead, prices = analysis.lead, analysis.evidence.prices
    return float(prices.total(lead.path.read("cost", items) * DEARER, lead.cost) / MICRO)


def dearer_bought(analysis: Analysis, budget: Budget) -> Alternative:
    """Return what a budget would buy if the annotation of each item were a tenth dearer."""
    evidence, lead = analysis.evidence, analysis.lead
    _, limit = limit_of(evidence.prices, lead.cost, budget)
    items = min(affordable_items(lead.path, limit / DEARER), evidence.whole_items)
    return plain(evidence, lead, items)


def same_stop(analysis: Analysis, items: int, other: int) -> bool:
    """Return whether two stops are no farther apart than can be told in print."""
    return abs(items - other) <= max(1.0, analysis.evidence.list_items / ALIKE)


def target_worst(analysis: Analysis) -> int | None:
    """Return how many items hold what the stop of a target does if equal scores fall worst; None where that is no matter."""
    path, stop = analysis.lead.path, analysis.planned
    found = items_for_target(path, float(path.read("positives", stop)))
    return None if found is None or found.worst_items <= stop else found.worst_items


def wanted(analysis: Analysis, target: Target) -> float:
    """Return a target as a number of entries: of a share what its stop finds, without a stop so much of all in the list."""
    if target.unit != "share":
        return float(target.amount)
    chosen = analysis.decision.chosen
    return float(target.amount) * analysis.evidence.n_positives if chosen is None else chosen.found.value


def most_found(analysis: Analysis) -> float:
    """Return the most that any model's order finds in the whole list."""
    evidence = analysis.evidence
    return max(float(model.path.read("positives", evidence.whole_items)) for model in evidence.models)


def first_item(analysis: Analysis) -> tuple[Decimal, bool]:
    """Return what the first item of the cheapest model costs, and whether some model has costs that come before it."""
    evidence = analysis.evidence
    fixed = any(evidence.prices.total_fixed(model.cost) > 0 for model in evidence.models)
    return min(evidence.spend(model, 1) for model in evidence.models), fixed


def least_loss(analysis: Analysis) -> tuple[int, float] | None:
    """Return the stop that loses least where none pays, and what it loses; None without any stop."""
    evidence, lead = analysis.evidence, analysis.lead
    stops = evidence.stops(lead, evidence.whole_items)[1:].astype(np.float64)
    if not len(stops):  # a weighted list of less than one item
        return None
    loss = evidence.left_value(lead) - evidence.net_values(lead, stops)
    least = int(np.argmin(loss))
    return int(stops[least]), float(loss[least])


def comparators(analysis: Analysis) -> tuple[Alternative, Alternative]:
    """Return what a perfect and a random order find for the same money, or within the same items where that is no goal."""
    evidence, decision, budget = analysis.evidence, analysis.decision, analysis.evidence.plan.budget
    rows = []
    for model in (evidence.perfect, evidence.random):
        items = evidence.whole_items if decision.chosen is None else decision.chosen.items
        if decision.goal == "budget" and budget is not None:
            items = evidence.affordable(model, budget)
        elif decision.goal == "open":
            items = evidence.affordable(model, analysis.reference)
        rows.append(plain(evidence, model, items))
    return rows[0], rows[1]


def per_further(options: Sequence[Alternative]) -> list[float | None]:
    """Return what each further entry costs from one option to the next.

    inf where no more are found; None where less than one is, as both are printed: a part of one has no price.
    """
    costs: list[float | None] = []
    for before, option in pairwise(options):
        more = option.found.value - before.found.value
        cost = math.inf if more <= 1e-9 else float(option.spend - before.spend) / more
        alike = math.floor(option.found.value + 0.5) == math.floor(before.found.value + 0.5)
        costs.append(None if alike and math.isfinite(cost) else cost)
    return costs


def type_counts(analysis: Analysis) -> dict[str, float]:
    """Return the tokens that come with the types found, and those spared (of types that were confirmed before)."""
    chosen = analysis.decision.chosen
    if chosen is None:
        return {}
    path = analysis.evidence.model(chosen.model).path
    return {name: float(path.read(name, chosen.items)) for name in ("tokens", "spare") if name in path.sums}


def tokens_along(model: Ranked, items: Sequence[float]) -> list[float]:
    """Return the tokens that come with the types found within some items."""
    return list(model.path.read("tokens", np.asarray(items, dtype=float)))


def rows_to_review(analysis: Analysis) -> list[tuple[str, float]] | None:
    """Return ids and scores of the items to review, the first one first; None where there is no such list."""
    chosen, own = analysis.decision.chosen, analysis.evidence.own
    if chosen is None or own is None or chosen.model not in own.rankings:
        return None
    order = own.rankings[chosen.model].order
    # A row may stand for several items; the last one reviewed may stand for some that are not.
    passed = np.cumsum(own.weight[order])
    n_rows = min(int(np.searchsorted(passed, chosen.items * (1 - 1e-12), side="left")) + 1, len(order))
    first = order[:n_rows]
    scores = own.scores[chosen.model][1][first]
    return [(own.ids[row], score) for row, score in zip(first.tolist(), scores.tolist(), strict=True)]


def labels_lacking(n_items: int, n_entries: float) -> int:
    """Return how many items more to label until enough of them are entries, at the rate of these labels, rounded up.

    >>> labels_lacking(20, 4)
    130
    """
    entries = round(n_entries)
    return -(-(FEW - entries) * n_items // entries)


def labels_for_list(analysis: Analysis) -> int:
    """Return how many labels let a list be judged that these do not (METHODS F9)."""
    check = analysis.check
    if check is not None and analysis.decision.refusal == "reviewed":
        return labels_wanted(analysis.evidence, check.top[1])
    return labels_wanted(analysis.evidence, planned=analysis.planned)
