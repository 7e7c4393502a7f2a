"""The whole computation, from evidence to a decision and the tables that justify it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import items_for_target
from budgetplan.core.stops import HALF, SAFE, interval, worth_of_everything
from budgetplan.domain.decision import (
    Alternative,
    Contender,
    Decision,
    Estimate,
    Goal,
    LabelsWorth,
    Refusal,
    Rule,
    Step,
    StopChoice,
    WinnerInterval,
)
from budgetplan.domain.plan import MIXTURE, Budget, Plan
from budgetplan.domain.prices import MICRO
from budgetplan.domain.risk.ranges import Risk
from budgetplan.lists.evidence import Evidence, Ranked, led_by
from budgetplan.plans import review_beside
from budgetplan.plans.ladder import HERE, Rung, ladder_of, leading
from budgetplan.plans.list_check import ListCheck, check_list, check_plan
from budgetplan.plans.plan_draws import PlanDraws
from budgetplan.plans.review_reading import DrawnOrder, PartTable, beside, part_table
from budgetplan.plans.screening import Screening, screenings

BETTER = 0.9
"""An order is better than chance that finds more than a random one in so many of the draws."""
LESS_AND_MORE = (Decimal("0.5"), Decimal("0.75"), Decimal("1.5"))
"""Multiples of the recommended amount in the table of options."""
EXAMPLES = (0.5, 0.8, 0.95)
"""Shares of all entries at which example stops are shown where nobody said what is wanted."""


@dataclass(frozen=True)
class Analysis:
    """Everything the documents are made of.

    Attributes
    ----------
    reference
        The budget at which orders are compared: that of the plan, else what its target costs, else half of the list.
    options, whole
        What less or more money buys (the chosen one among them), or the example stops; and the whole list.
    parts
        By order: its gain table.
    winners
        Which single model brings most at which budget.
    choices
        The stops that are best for some worth of an entry, where nobody said one.
    next_step, last_step
        What a tranche more, or the last one, brings.
    band
        Shares of the list, and the low and high ends of the entries found by then.
    target_safe
        The items that hold the target in 95 % of the draws, None where not even all do.
    money_ends
        Whether the budget, and not the worth of an entry, the target or the list, ends the review.
    stop_range
        The interval of the best stop.
    check
        Whether the labelled items may speak for the list.
    planned, most
        The stop before any refusal; the items that the budget pays for.
    along
        How many items of the recommended plan should have brought what by then.
    labels
        What more labels could be worth at most (None: there is nothing that labels could better).
    screenings
        What each answerer would change.
    ladder
        What each of 21 budgets buys (none where nothing is worth reviewing).
    draws
        The plan in every draw.
    risk
        What the plan may cost and how long it may take, where that was asked.
    """

    evidence: Evidence
    decision: Decision
    reference: Budget
    lead: Ranked
    options: tuple[Alternative, ...]
    whole: Alternative
    parts: dict[str, PartTable]
    winners: tuple[WinnerInterval, ...]
    choices: tuple[StopChoice, ...]
    next_step: Step | None
    last_step: Step | None
    band: tuple[FloatArray, FloatArray, FloatArray] | None
    target_safe: int | None
    money_ends: bool
    stop_range: tuple[float, float] | None
    check: ListCheck
    planned: int
    most: int
    along: tuple[tuple[int, Estimate], ...]
    labels: LabelsWorth | None
    screenings: tuple[Screening, ...]
    ladder: tuple[Rung[Alternative], ...]
    draws: PlanDraws | None
    risk: Risk | None = None


def analyse(evidence: Evidence) -> Analysis:
    """Decide which order, how far, and how sure, and gather what justifies it."""
    plan, goal = evidence.plan, goal_of(evidence.plan)
    evidence = recommended(evidence, goal)
    lead = lead_of(evidence)
    reading = DrawnOrder(evidence, lead)
    bound = None if goal == "target" else plan.budget
    most = reading.most(plan.budget)
    stop = _stop(reading, goal, most)
    items, whole = stop or 0, evidence.whole_items
    reference = bound or _as_budget(evidence, lead, items if goal == "target" and items else _half(evidence))
    net_stop = goal == "net_value" and stop is not None
    check = _check_order(check_plan(check_list(evidence), evidence, lead, items), reading, items)
    decision = _decision(reading, goal, stop, most, reference, check.refusal)
    refused, sure = bool(check.refusal), reading.sure
    rungs: list[tuple[int, Budget, int]] = []
    if stop is not None and not refused:
        rungs = _rungs(reading, goal, items, reference if goal == "open" else bound)
    winners = review_beside.winners_by_budget(
        evidence, reference.unit, [budget.amount for _, budget, _ in rungs]
    )
    several = len(evidence.single) > 1
    stop_range = None
    if net_stop and sure:
        low, high = interval(reading.best_stops(most)).tolist()
        stop_range = min(low, items), max(high, items)
    # The budget ends the review, where it is neither the worth of an entry nor the end of the list.
    money_ends = plan.budget is not None and goal != "target" and items < whole
    if money_ends and goal == "net_value":
        money_ends = items > 0 and reading.best() > most
    checked = () if decision.chosen is None else plan.work.checked_at(decision.chosen.items)
    # Where no stop is recommended, none is hinted at.
    options = _options(reading, goal, 0 if refused else items)
    return Analysis(
        evidence=evidence,
        decision=decision,
        reference=reference,
        lead=lead,
        options=tuple(reading.at(number) for number in sorted({number for number in options if number > 0})),
        whole=reading.at(whole),
        parts={model.name: part_table(reading, model) for model in evidence.models},
        winners=winners,
        choices=review_beside.choices_by_worth(evidence, lead, most) if plan.values is None else (),
        next_step=reading.step(items, items + evidence.tranche),
        last_step=reading.step(items - evidence.tranche, items),
        band=_band(reading) if sure else None,
        target_safe=reading.target(plan.target, SAFE) if plan.target is not None and sure else None,
        money_ends=money_ends,
        stop_range=stop_range,
        check=check,
        planned=items,
        most=most,
        along=tuple(zip(checked, reading.found(checked), strict=True)),
        labels=None if refused or not net_stop else labels_worth(reading, items, most),
        screenings=() if refused or stop is None else screenings(reading, items),
        ladder=tuple(
            Rung(percent, budget, reading.at(number), leading(winners, budget.amount) if several else ())
            for percent, budget, number in rungs
        ),
        draws=reading.in_draws(items) if sure and stop is not None else None,
    )


def goal_of(plan: Plan) -> Goal:
    """Return what is wanted, from what was given: a target, a worth of entries, a budget, or nothing."""
    if plan.target is not None:
        return "target"
    if plan.values is not None:
        return "net_value"
    return "budget" if plan.budget is not None else "open"


def recommended(evidence: Evidence, goal: Goal) -> Evidence:
    """Return evidence with the draws of the order that is recommended: all models mixed, else the best single one.

    References
    ----------
    METHODS M.
    """
    names = [model.name for model in evidence.models]
    if evidence.mixture:
        return led_by(evidence, MIXTURE)
    if len(names) == 1:
        return led_by(evidence, names[0])
    # Without scores of the list orders are compared by their labelled entries, else by their curves.
    first = evidence if evidence.own is None else led_by(evidence, names[0])
    budget = None if goal == "target" else evidence.plan.budget
    reference = budget or _as_budget(first, first.models[0], _half(first))
    each = [review_beside.alone(first, model, goal, reference) for model in first.models]
    return led_by(evidence, review_beside.best_single(first, goal, each))


def lead_of(evidence: Evidence) -> Ranked:
    """Return the order that is recommended."""
    return next(model for model in evidence.models if model.drawn is not None)


def _stop(reading: DrawnOrder, goal: Goal, most: int) -> int | None:
    """Return where to stop, 0 for not starting; None where the goal cannot be met."""
    plan = reading.evidence.plan
    if plan.target is not None:
        return reading.target(plan.target, HALF)
    if plan.budget is not None and most == 0:
        return None
    if goal == "net_value":
        return reading.best(most)
    return _half(reading.evidence) if goal == "open" else most


def _half(evidence: Evidence) -> int:
    """Return half of the list: where orders are compared if nobody said what is wanted."""
    return max(int(evidence.whole_items / 2), 1)


def _as_budget(evidence: Evidence, lead: Ranked, items: int) -> Budget:
    """Return what so many items cost, as a budget."""
    if not evidence.prices.stated:
        return Budget(Decimal(items), "items")
    return Budget(evidence.spend(lead, items))


def _band(reading: DrawnOrder) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return between what the entries found along the list lie, by its share."""
    draws = reading.draws
    low, high = np.clip(interval(draws.found), 0.0, draws.ends)
    return draws.ends / draws.ends[-1], np.minimum(low, draws.mean), np.maximum(high, draws.mean)


def _rungs(
    reading: DrawnOrder, goal: Goal, items: int, bound: Budget | None
) -> list[tuple[int, Budget, int]]:
    """Return per cent, budget and stop of each rung of the ladder: the same question asked for every budget.

    The rung at 100 % is the plan itself. Without a budget the ladder is one of what its stop costs; none where nothing
    is reviewed.
    """
    prices = reading.evidence.prices
    if bound is None and not items:
        return []
    if bound is None and prices.stated:
        # What is billed may be rounded to less than pays for it.
        least = int(reading.evidence.least_budgets(reading.lead, np.array([items]))[0])
        bound = Budget(Decimal(least).scaleb(-prices.minor_digits))
    rungs = []
    ladder = ladder_of(bound or Budget(Decimal(items), "items"), prices.minor_digits if prices.stated else 0)
    for place, (percent, budget) in enumerate(ladder):
        most = reading.most(budget)
        stop = items if place == HERE else reading.best(most) if goal == "net_value" else most
        rungs.append((percent, budget, stop))
    return rungs


def _check_order(check: ListCheck, reading: DrawnOrder, items: int) -> ListCheck:
    """Add that the first items do not show to hold more entries than as many random ones.

    Nothing where all are reviewed, or all labels are alike; nor where entries are types, which a random order, too, meets
    ever more rarely.

    References
    ----------
    METHODS F8.
    """
    evidence = reading.evidence
    open_order = 0 < items < evidence.whole_items and evidence.types is None
    if check.refusal or not open_order or not reading.sure:
        return check
    better = reading.better_than_chance(items)
    return check if better >= BETTER else replace(check, refusal="chance", worse=better <= 1 - BETTER)


def labels_worth(reading: DrawnOrder, items: int, most: int) -> LabelsWorth | None:
    """Return what more labels are worth at most, beside the price of one; None where nothing was drawn.

    References
    ----------
    METHODS L.
    """
    evidence = reading.evidence
    if not reading.sure or evidence.types is not None:
        return None
    # The stop itself may lie between two ends.
    here = float(reading.mean_net(np.array([float(items)]))[0])
    price = None
    if evidence.prices.stated:
        whole = evidence.prices.total(np.array([0.0, evidence.random.path.total("cost")])) / MICRO
        price = float(whole[1] - whole[0]) / evidence.list_items
    return LabelsWorth(
        unit="money",
        labelled=evidence.n_sample,
        listed=evidence.list_items if evidence.basis == "list" else None,
        price=price,
        everything=worth_of_everything(reading.expected_within(most), here),
    )


def stops_named(analysis: Analysis) -> dict[str, set[int]]:
    """Return by model the stops of which something is printed: there a counted list is looked at more closely."""
    evidence, decision = analysis.evidence, analysis.decision
    named: dict[str, set[int]] = {model.name: set() for model in evidence.models}
    options = [*analysis.options, analysis.whole]
    options += [contender.option for contender in decision.contenders]
    options += [rung.option for rung in analysis.ladder]
    options += [decision.chosen] if decision.chosen is not None else []
    for option in options:
        named[option.model].add(option.items)
    tranche, whole = evidence.tranche, evidence.whole_items
    # The score of the first item is printed, too.
    named[analysis.lead.name] |= {1, *(one.items for one in analysis.choices)}
    named[analysis.lead.name] |= {
        int(np.clip(analysis.planned + step, 0, whole)) for step in (-tranche, 0, tranche)
    }
    for name, table in analysis.parts.items():
        named[name] |= {round(items) for items in table.parts.items}
    return named


def _options(reading: DrawnOrder, goal: Goal, items: int) -> list[int]:
    """Return the stops that a half to twice the recommended amount buys, and that of a few more that bring much.

    Example stops where nobody said what is wanted, or nothing is recommended.
    """
    evidence, lead = reading.evidence, reading.lead
    if goal == "open":
        reaches = [items_for_target(lead.path, share * lead.path.total("positives")) for share in EXAMPLES]
        return [reach.items for reach in reaches if reach is not None]
    if items == 0:
        return [round(evidence.whole_items * share) for share in (0.1, 0.2, 0.4)]
    following = reading.step(items, items + evidence.tranche)
    stops = [items, items + following.soon] if following is not None and following.lumpy else [items]
    if not evidence.prices.stated:
        return [*stops, *(min(int(items * factor), evidence.whole_items) for factor in LESS_AND_MORE)]
    spend = evidence.spend(lead, items)
    return [*stops, *(evidence.affordable(lead, Budget(spend * factor)) for factor in LESS_AND_MORE)]


def _decision(
    reading: DrawnOrder, goal: Goal, stop: int | None, most: int, reference: Budget, refusal: Refusal
) -> Decision:
    """Return what is recommended; nothing where the goal cannot be met, or labels cannot speak for the list."""
    evidence, lead = reading.evidence, reading.lead
    each = [review_beside.alone(evidence, model, goal, reference) for model in evidence.models]
    quality = {model.name: review_beside.own_cut(evidence, model) for model in evidence.models}
    # What another measure would choose is one of the users' models.
    names = sorted(model.name for model in evidence.single)
    decision = Decision(
        goal=goal,
        basis=evidence.basis,
        rule="impossible",
        chosen=None,
        contenders=(),
        by_f1=max(names, key=lambda name: quality[name][0]),
        by_accuracy=max(names, key=lambda name: quality[name][1]),
        refusal=refusal,
        mixture=evidence.mixture,
    )
    if stop is None:
        return decision
    rule: Rule = "mixture" if evidence.mixture else "best_single" if len(names) > 1 else "only_model"
    single = lead.name
    if evidence.mixture:
        single = review_beside.best_single(evidence, goal, [one for one in each if one.model in names])
    decision = replace(decision, within_budget=goal != "target" or stop <= most, single=single)
    if refusal:
        return decision
    contenders = []
    apart = review_beside.found_beside(evidence, lead, each, stop) if stop else {}
    here = reading.at(stop or next(option.items for option in each if option.model == lead.name))
    for option in each:
        more = None if option.model == lead.name else apart.get(option.model)
        at = here if option.model == lead.name else option
        at = at if more is None else beside(evidence, option, here.found.value + more.value)
        contenders.append(Contender(option.model, at, more, *quality[option.model]))
    by_worth = goal == "net_value" and stop > 0
    net = float(reading.mean_net(np.array([float(stop)]))[0])
    return replace(
        decision,
        rule=rule if stop else "not_starting",
        chosen=here if stop and goal != "open" else None,
        contenders=tuple(contenders),
        shown=reading.luck.shown(net) if by_worth else None,
        luck=reading.off(stop) if by_worth else None,
        worth=review_beside.switching_values(evidence, lead, stop, most) if by_worth else None,
    )
