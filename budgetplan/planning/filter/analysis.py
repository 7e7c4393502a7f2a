"""The whole computation, from evidence to a decision and the tables that justify it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
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
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.plan import MIXTURE, Budget, Plan
from budgetplan.domain.prices import MICRO
from budgetplan.domain.risk.ranges import Risk
from budgetplan.evidence.paths import Evidence, Ranked, led_by
from budgetplan.metrics.ranking.budget import items_for_target
from budgetplan.metrics.ranking.cuts import CutQuality, quality_at_own_cut
from budgetplan.metrics.ranking.order import path_by_label, rank
from budgetplan.metrics.ranking.path import make_path
from budgetplan.planning.asking.screening import Screening, screenings
from budgetplan.planning.compare.drawn import PlanDraws
from budgetplan.planning.filter import singles
from budgetplan.planning.filter.list_check import ListCheck, check_list, check_plan, doubts_of_list
from budgetplan.planning.filter.parts import PartTable, part_tables
from budgetplan.planning.filter.reading import DrawnOrder, plain
from budgetplan.planning.filter.stop import Switching, choices_by_worth, dearer_stop, switching_values
from budgetplan.planning.filter.targets import target_stop
from budgetplan.planning.filter.winners import winners_by_budget
from budgetplan.planning.ladder.of_queue import Rise, rises, rungs_of_queue
from budgetplan.planning.ladder.rungs import Rung

BETTER = 0.9
"""An order is better than chance that finds more than a random one in so many of the draws."""
DEARER = 1.1
"""The price rise whose effect is told."""
LESS_AND_MORE = (Decimal("0.5"), Decimal("0.75"), Decimal(1), Decimal("1.5"))
"""Multiples of the recommended amount in the table of options."""
EXAMPLES = (0.5, 0.8, 0.95)
"""Shares of all entries at which example stops are shown where nobody said what is wanted."""


@dataclass(frozen=True)
class Analysis:
    """Everything the documents are made of.

    ``budget`` is what was decided for; ``reference`` the budget at which orders are compared;
    ``options`` what less or more money buys (the chosen one among them), or the example stops; ``band``
    (shares, low, high) of entries found by the recommended order; ``target_safe`` the items that hold the target in 95 %
    of the draws, None where not even all do; ``money_ends`` whether the budget, and not the worth of an entry, the target
    or the list, ends the review; ``stop_range`` the interval of the best stop; ``worth`` for which worths of an entry the
    stop is best; ``dearer_stop`` the best stop if every review cost 10 % more; ``warnings`` what makes the result
    doubtful, beside what the data do; ``planned`` the stop before any refusal, ``most`` the items that the budget pays
    for; ``along`` how many items of the recommended plan should have brought what by then; ``check`` whether the labelled
    items may speak for the list; ``labels`` what more labels could be worth at most (None: there is nothing that labels
    could better); ``screenings`` what each answerer would change; ``ladder`` what each of 21 budgets buys (none where
    nothing is worth reviewing); ``draws`` the plan in every draw; ``risk`` what the plan may cost and how long it may
    take, where that was asked.
    """

    evidence: Evidence
    decision: Decision
    budget: Budget | None
    reference: Budget
    lead: Ranked
    options: tuple[Alternative, ...]
    whole: Alternative
    parts: dict[str, PartTable]
    winners: tuple[WinnerInterval, ...]
    axis: str
    choices: tuple[StopChoice, ...]
    next_step: Step | None
    last_step: Step | None
    quality: dict[str, CutQuality]
    band: tuple[FloatArray, FloatArray, FloatArray] | None
    target_safe: int | None = None
    money_ends: bool = False
    stop_range: tuple[float, float] | None = None
    dearer_stop: int | None = None
    worth: Switching | None = None
    warnings: tuple[Doubt, ...] = ()
    check: ListCheck | None = None
    planned: int = 0
    most: int = 0
    along: tuple[tuple[int, Estimate], ...] = ()
    labels: LabelsWorth | None = None
    screenings: tuple[Screening, ...] = ()
    ladder: tuple[Rung[Alternative], ...] = ()
    draws: PlanDraws | None = None
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
    items = stop or 0
    reference = bound or _reference(evidence, lead, goal, stop)
    each = tuple(singles.alone(evidence, model, goal, reference) for model in evidence.models)
    quality = {model.name: own_cut(evidence, model) for model in evidence.models}
    decision = _decision(reading, goal, stop, most, each, quality)
    check = _check_order(check_plan(check_list(evidence), evidence, lead, items), reading, items)
    if check.refusal:
        decision = refused(decision, check.refusal)
    climb: Sequence[Rise] = ()
    if stop is not None and not check.refusal:
        climb = rises(reading, goal, items, reference if goal == "open" else bound)
    winners = winners_by_budget(evidence, reference.unit, [rise.budget.amount for rise in climb])
    net_stop = goal == "net_value" and stop is not None
    return Analysis(
        evidence=evidence,
        decision=decision,
        budget=plan.budget,
        reference=reference,
        lead=lead,
        # Where no stop is recommended, none is hinted at.
        options=_options(reading, goal, 0 if check.refusal else items),
        whole=reading.at(evidence.whole_items),
        parts=part_tables(reading),
        winners=winners,
        axis=reference.unit,
        choices=choices_by_worth(evidence, lead, most) if plan.values is None else (),
        next_step=reading.step(items, items + evidence.tranche),
        last_step=reading.step(items - evidence.tranche, items),
        quality=quality,
        band=_band(reading),
        target_safe=_safer(reading) if goal == "target" and reading.sure else None,
        money_ends=_money_ends(reading, goal, items, most),
        stop_range=_stop_range(reading, most, items) if net_stop and reading.sure else None,
        dearer_stop=dearer_stop(evidence, lead, plan.budget, DEARER) if net_stop else None,
        worth=switching_values(evidence, lead, items, most) if net_stop and items else None,
        warnings=doubts_of_list(check, evidence),
        check=check,
        planned=items,
        most=most,
        along=_along(reading, decision.chosen),
        labels=None if check.refusal or not net_stop else labels_worth(reading, items, most),
        screenings=() if check.refusal or stop is None else screenings(reading, items),
        ladder=rungs_of_queue(reading, climb, winners),
        draws=reading.in_draws(items) if reading.sure and stop is not None else None,
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
    reference = (None if goal == "target" else evidence.plan.budget) or _half(first, first.models[0])
    best = singles.best_single([singles.alone(first, model, goal, reference) for model in first.models])
    return led_by(evidence, best.model.name)


def lead_of(evidence: Evidence) -> Ranked:
    """Return the order that is recommended."""
    return next(model for model in evidence.models if model.drawn is not None)


def _stop(reading: DrawnOrder, goal: Goal, most: int) -> int | None:
    """Return where to stop, 0 for not starting; None where the goal cannot be met."""
    if goal == "target":
        assert reading.evidence.plan.target is not None
        return target_stop(reading, reading.evidence.plan.target, HALF)
    if reading.evidence.plan.budget is not None and most == 0:
        return None
    if goal == "net_value":
        return reading.best(most)
    if goal == "open":
        return _half_items(reading.evidence)
    return most


def _half_items(evidence: Evidence) -> int:
    return max(int(evidence.whole_items / 2), 1)


def _half(evidence: Evidence, lead: Ranked) -> Budget:
    """Return half of the list as a budget: where orders are compared if nobody said what is wanted."""
    items = _half_items(evidence)
    if not evidence.prices.stated:
        return Budget(Decimal(items), "items")
    return Budget(evidence.spend(lead, items))


def _reference(evidence: Evidence, lead: Ranked, goal: Goal, stop: int | None) -> Budget:
    """Return the budget at which orders are compared where none is given: what the target costs, else half the list."""
    if goal != "target" or not stop:
        return _half(evidence, lead)
    if not evidence.prices.stated:
        return Budget(Decimal(stop), "items")
    return Budget(evidence.spend(lead, stop))


def _safer(reading: DrawnOrder) -> int | None:
    assert reading.evidence.plan.target is not None
    return target_stop(reading, reading.evidence.plan.target, SAFE)


def _money_ends(reading: DrawnOrder, goal: Goal, items: int, most: int) -> bool:
    """Say whether the money, and not the worth of an entry or the end of the list, ends the review."""
    evidence = reading.evidence
    if evidence.plan.budget is None or goal == "target" or items >= evidence.whole_items:
        return False
    return goal != "net_value" or (items > 0 and reading.best() > most)


def _stop_range(reading: DrawnOrder, most: int, items: int) -> tuple[float, float]:
    """Return between which items the best stop lies in 95 % of the draws, the recommended one among them."""
    low, high = interval(reading.best_stops(most))
    return min(float(low), items), max(float(high), items)


def _band(reading: DrawnOrder) -> tuple[FloatArray, FloatArray, FloatArray] | None:
    if not reading.sure:
        return None
    draws = reading.draws
    low, high = np.clip(interval(draws.found), 0.0, draws.ends)
    mean = draws.mean
    return draws.ends / draws.ends[-1], np.minimum(low, mean), np.maximum(high, mean)


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
    options = [*analysis.options, analysis.whole, *(one.option for one in decision.contenders)]
    options += [one.option for one in analysis.ladder]
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


def refused(decision: Decision, refusal: Refusal) -> Decision:
    """Return a decision that recommends nothing, because the labels cannot speak for the list."""
    return replace(
        decision,
        rule="impossible",
        chosen=None,
        contenders=(),
        shown=None,
        luck=None,
        worth_low=None,
        worth_high=None,
        refusal=refusal,
    )


def own_cut(evidence: Evidence, model: Ranked) -> CutQuality:
    """Return F1 and accuracy of a model at its own cut, stated or best on these labels."""
    # A cut says yes to items, whatever is counted as an entry.
    types = evidence.types
    positive = evidence.measures["positives"] if types is None else types.confirmed
    if evidence.weight is None:
        path = path_by_label(model.score, positive)
        ends: FloatArray | IntArray = path.items[1:]
    else:
        ranking = rank(model.score)
        path, ends = make_path(ranking, evidence.weight, {"positives": positive}), ranking.ends
    if model.cut is None:
        return quality_at_own_cut(path, None)
    n_above = int((model.score >= model.cut).sum())
    return quality_at_own_cut(path, int(np.searchsorted(ends, n_above)) + 1 if n_above else 0)


def _option_items(reading: DrawnOrder, items: int) -> list[int]:
    """Return the stops that a half to twice the recommended amount buys, and that of a few more that bring much."""
    evidence = reading.evidence
    if items == 0:
        return [round(evidence.whole_items * share) for share in (0.1, 0.2, 0.4)]
    following = reading.step(items, items + evidence.tranche)
    early = [items + following.soon] if following is not None and following.lumpy else []
    return [*_parts_of(evidence, reading.lead, items), *early]


def _parts_of(evidence: Evidence, lead: Ranked, items: int) -> list[int]:
    if not evidence.prices.stated:
        return [min(int(items * factor), evidence.whole_items) for factor in LESS_AND_MORE]
    spend = evidence.spend(lead, items)
    bought = {factor: evidence.affordable(lead, Budget(spend * factor)) for factor in LESS_AND_MORE}
    return [items if factor == 1 else amount for factor, amount in bought.items()]


def _example_items(evidence: Evidence, lead: Ranked) -> list[int]:
    reaches = [items_for_target(lead.path, share * evidence.entries(lead)) for share in EXAMPLES]
    return [reach.items for reach in reaches if reach is not None and reach.items > 0]


def _along(reading: DrawnOrder, chosen: Alternative | None) -> tuple[tuple[int, Estimate], ...]:
    """Return what the recommended plan should have found at ends of packets, and at its stop; none without one."""
    stops = () if chosen is None else reading.evidence.plan.work.checked_at(chosen.items)
    return tuple(zip(stops, reading.found(stops), strict=True))


def _options(reading: DrawnOrder, goal: Goal, items: int) -> tuple[Alternative, ...]:
    stops = (
        _example_items(reading.evidence, reading.lead) if goal == "open" else _option_items(reading, items)
    )
    return tuple(reading.at(number) for number in sorted({number for number in stops if number > 0}))


def _decision(
    reading: DrawnOrder,
    goal: Goal,
    stop: int | None,
    most: int,
    each: Sequence[singles.Single],
    quality: dict[str, CutQuality],
) -> Decision:
    evidence, lead = reading.evidence, reading.lead
    # What another measure would choose is one of the users' models.
    names = sorted(model.name for model in evidence.single)
    nothing = Decision(
        goal=goal,
        basis=evidence.basis,
        rule="impossible",
        chosen=None,
        contenders=(),
        by_f1=max(names, key=lambda name: quality[name].f1),
        by_accuracy=max(names, key=lambda name: quality[name].accuracy),
        mixture=evidence.mixture,
    )
    if stop is None:
        return nothing
    rule: Rule = "mixture" if evidence.mixture else "best_single" if len(names) > 1 else "only_model"
    chosen = reading.at(stop) if stop and goal != "open" else None
    if not stop:
        rule = "not_starting"
    best = singles.best_single([single for single in each if single.model.name in names])
    best_name = best.model.name if evidence.mixture else lead.name
    apart = singles.found_beside(evidence, lead, each, stop) if stop else {}
    contenders = tuple(
        Contender(
            name=single.model.name,
            option=reading.at(stop or single.items)
            if single.model is lead
            else plain(evidence, single.model, single.items),
            difference=None if single.model is lead else apart.get(single.model.name),
            f1=quality[single.model.name].f1,
            accuracy=quality[single.model.name].accuracy,
        )
        for single in each
    )
    by_worth = goal == "net_value" and stop > 0
    worth = switching_values(evidence, lead, stop, most) if by_worth else None
    net = float(reading.mean_net(np.array([float(stop)]))[0])
    return replace(
        nothing,
        rule=rule,
        chosen=chosen,
        contenders=contenders,
        shown=reading.luck.shown(net) if by_worth else None,
        luck=reading.off(stop) if by_worth else None,
        within_budget=goal != "target" or stop <= most,
        worth_low=worth.low if worth else None,
        worth_high=worth.high if worth else None,
        single=best_name,
    )
