"""The whole computation for a ranked list: from evidence to a decision, and what stands beside it (METHODS F6, F7, M)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.curve import FitRows, resampled
from budgetplan.core.path import (
    TIE,
    Path,
    Reach,
    best_stop,
    items_for_target,
    make_path,
    rank,
    stops_by_entry_value,
)
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
    Switching,
    WinnerInterval,
)
from budgetplan.domain.plan import MIXTURE, Budget, Plan, Target
from budgetplan.domain.prices import MICRO
from budgetplan.domain.risk.ranges import Risk
from budgetplan.lists.estimates import of_draws
from budgetplan.lists.evidence import Evidence, Ranked, alike, led_by
from budgetplan.plans.compared import PlanDraws
from budgetplan.plans.ladder import HERE, Rung, ladder_of, leading
from budgetplan.plans.list_check import ListCheck, check_list, check_plan
from budgetplan.plans.review_reading import DrawnOrder, PartTable, beside, part_table, plain
from budgetplan.plans.screening import Screening, screenings

DEARER = 1.1
"""By so much a review is dearer where it is asked what that would change."""
BETTER = 0.9
"""An order is better than chance that finds more than a random one in so many of the draws."""
LESS_AND_MORE = (Decimal("0.5"), Decimal("0.75"), Decimal("1.5"))
"""Multiples of the recommended amount in the table of options."""
EXAMPLES = (0.5, 0.8, 0.95)
"""Shares of all entries at which example stops are shown where nobody said what is wanted."""
NONE_SEEN = 0.5
"""Of an entry that one of two orders has and the other lacks: where none was seen, none is not certain."""
MOST_POINTS = 400_000
"""Above this many (model, item) pairs budgets are compared at evenly spaced stops and the ends of tie groups."""
MOST_EXACT, NARROW = 1_000, 1_000
"""Up to so many intervals are told as they are; of more, those narrower than such a part of all budgets joined."""
HOUR_DIGITS = 2
"""Budgets in hours are told to a hundredth."""


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
        Items along the list, and the low and high ends of the entries found by then.
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
    given, evidence = evidence, recommended(evidence, goal)
    lead = next(model for model in evidence.models if model.drawn is not None)
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
    rungs: list[Rung[Alternative]] = []
    if stop is not None and not refused:
        rungs = _rungs(reading, goal, items, reference if goal == "open" else bound)
    # Which single model leads is told by one measure of all, also where one of them is recommended.
    each = evidence if evidence.mixture else alike(given, evidence)
    winners = winners_by_budget(each, reference.unit, [rung.budget.amount for rung in rungs])
    if len(evidence.single) > 1:
        rungs = [replace(rung, models=leading(winners, rung.budget.amount)) for rung in rungs]
    stop_range = None
    if net_stop and sure:
        low, high = interval(reading.draws.ends[reading.expected_within(most).argmax(axis=1)]).tolist()
        stop_range = min(low, items), max(high, items)
    # The budget ends the review, where it is neither the worth of an entry nor the end of the list.
    money_ends = plan.budget is not None and goal != "target" and items < whole
    if money_ends and goal == "net_value":
        money_ends = items > 0 and reading.best() > most
    checked = () if decision.chosen is None else plan.work.checked_at(decision.chosen.items)
    following = reading.step(items, items + evidence.tranche)
    # Where no stop is recommended, none is hinted at.
    options = _options(reading, goal, 0 if refused else items, following)
    return Analysis(
        evidence=evidence,
        decision=decision,
        reference=reference,
        lead=lead,
        options=tuple(reading.at(number) for number in sorted({number for number in options if number > 0})),
        whole=reading.at(whole),
        parts={model.name: part_table(reading, model) for model in evidence.models},
        winners=winners,
        choices=choices_by_worth(evidence, lead, most) if plan.values is None else (),
        next_step=following,
        last_step=reading.step(items - evidence.tranche, items),
        band=_band(reading) if sure else None,
        target_safe=reading.target(plan.target, SAFE) if plan.target is not None and sure else None,
        money_ends=money_ends,
        stop_range=stop_range,
        check=check,
        planned=items,
        most=most,
        along=tuple((number, reading.at(number).found) for number in checked),
        labels=None if refused or not net_stop else labels_worth(reading, items, most),
        screenings=() if refused or stop is None else screenings(reading, items),
        ladder=tuple(rungs),
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
    each = [alone(first, model, goal, reference) for model in first.models]
    return led_by(evidence, best_single(first, goal, each))


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
    """Return between what the entries found along the list lie, by its items."""
    draws = reading.draws
    low, high = np.clip(interval(draws.found), 0.0, draws.ends)
    return draws.ends, np.minimum(low, draws.mean), np.maximum(high, draws.mean)


def _rungs(reading: DrawnOrder, goal: Goal, items: int, bound: Budget | None) -> list[Rung[Alternative]]:
    """Return the rungs of the ladder, of which nobody leads yet: the same question asked for every budget.

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
        rungs.append(Rung(percent, budget, reading.at(stop), ()))
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
    whole = float(evidence.whole_items)
    found = reading.draws.at(np.array([items, whole]), reading.draws.rates)
    better = float((found[:, 0] > found[:, 1] * (items / whole) + 1e-9).mean())
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


def _options(reading: DrawnOrder, goal: Goal, items: int, following: Step | None) -> list[int]:
    """Return the stops that a half to twice the recommended amount buys, and that of a few more that bring much.

    Example stops where nobody said what is wanted, or nothing is recommended.
    """
    evidence, lead = reading.evidence, reading.lead
    if goal == "open":
        reaches = [items_for_target(lead.path, share * lead.path.total("positives")) for share in EXAMPLES]
        return [reach.items for reach in reaches if reach is not None]
    if items == 0:
        return [round(evidence.whole_items * share) for share in (0.1, 0.2, 0.4)]
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
    each = [alone(evidence, model, goal, reference) for model in evidence.models]
    quality = {model.name: own_cut(evidence, model) for model in evidence.models}
    # What another measure would choose is one of the users' models.
    names = sorted(model.name for model in evidence.single)
    decision = Decision(
        goal=goal,
        rule="impossible",
        chosen=None,
        contenders=(),
        by_f1=max(names, key=lambda name: quality[name][0]),
        by_accuracy=max(names, key=lambda name: quality[name][1]),
        refusal=refusal,
    )
    if stop is None:
        return decision
    rule: Rule = "mixture" if evidence.mixture else "best_single" if len(names) > 1 else "only_model"
    single = lead.name
    if evidence.mixture:
        single = best_single(evidence, goal, [one for one in each if one.model in names])
    decision = replace(decision, within_budget=goal != "target" or stop <= most, single=single)
    if refusal:
        return decision
    contenders = []
    apart = found_beside(evidence, lead, each, stop) if stop else {}
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
        worth=switching_values(evidence, lead, stop, most) if by_worth else None,
    )


def alone(evidence: Evidence, model: Ranked, goal: Goal, bound: Budget | None) -> Alternative:
    """Return where an order would stop by itself, on average; all of it where it does not reach the target."""
    items = evidence.whole_items if bound is None else evidence.affordable(model, bound)
    if goal == "target":
        assert evidence.plan.target is not None
        reach = on_the_curve(model, evidence.plan.target)
        items = evidence.whole_items if reach is None else reach.items
    elif goal == "net_value":
        stops = evidence.stops(model, items)
        items = int(stops[best_stop(evidence.net_values(model, stops.astype(np.float64)))])
    return plain(evidence, model, items)


def best_single(evidence: Evidence, goal: Goal, each: Sequence[Alternative]) -> str:
    """Return the single model that brings most by the aim of the plan; of equal ones the cheapest, then the first by name."""

    def brings(option: Alternative) -> float:
        if goal == "target":
            return -float(option.spend)
        return option.found.value if option.net is None or goal != "net_value" else option.net.value

    def cheapest(option: Alternative) -> tuple[Decimal, Decimal, int, str]:
        return option.spend, evidence.model(option.model).cost, option.items, option.model

    most = max(map(brings, each))
    slack = TIE * max(1.0, abs(most), *(float(option.spend) for option in each))
    return min((option for option in each if brings(option) >= most - slack), key=cheapest).model


def on_the_curve(model: Ranked, target: Target) -> Reach | None:
    """Return the fewest items at which a model's curve reaches a target; None where it never does."""
    amount = float(target.amount)
    return items_for_target(
        model.path, amount * model.path.total("positives") if target.unit == "share" else amount
    )


def found_beside(
    evidence: Evidence, lead: Ranked, each: Sequence[Alternative], items: int
) -> dict[str, Estimate]:
    """Return how many more entries each order finds at its stop than the recommended one does in its first ``items``.

    Labelled entries are counted, both orders in each draw, out of fold, and scaled to the list.

    References
    ----------
    METHODS M.
    """
    whole, sample, draws = evidence.list_items, evidence.sample, evidence.plan.draws
    entry = sample.outcome if evidence.types is None else evidence.measures["positives"]
    n, weights = len(entry), sample.weights
    rng = np.random.default_rng(evidence.plan.seed)
    drawn = resampled(sample, FitRows(np.arange(n), np.arange(n)), evidence.worth, draws, rng)
    drawn /= drawn.sum(axis=1, keepdims=True)
    spread = float(np.sqrt(1 + n / whole)) * evidence.worth.widening

    def first(model: Ranked, items: int) -> FloatArray:
        """Which labelled items stand among the first ``items`` of the list."""
        share = 1 - items / whole
        return (model.place > ndtri(share)).astype(np.float64) if share > 0 else np.ones(n)

    found = {}
    for single in each:
        apart = (first(evidence.model(single.model), single.items) - first(lead, items)) * entry
        value = whole * float(weights @ apart) / float(weights.sum())
        found[single.model] = Estimate(value)
        if evidence.plan.resamples:
            read = whole * (drawn @ apart)
            read += whole / (n + 1) * (rng.gamma(NONE_SEEN, size=draws) - rng.gamma(NONE_SEEN, size=draws))
            found[single.model] = of_draws(value, value + (read - read.mean()) * spread)
    return found


def own_cut(evidence: Evidence, model: Ranked) -> tuple[float, float]:
    """Return F1 and accuracy of a model at its own cut, stated or best on these labels."""
    # A cut says yes to items, whatever is counted as an entry, and their prices play no part in it.
    positive = evidence.measures["positives"] if evidence.types is None else evidence.types.confirmed
    ranking = rank(model.score)
    path = make_path(ranking, evidence.weight, {"positives": positive})
    if model.cut is None:
        return cut_quality(path, None)
    n_above = int((model.score >= model.cut).sum())
    return cut_quality(path, int(np.searchsorted(ranking.ends, n_above)) + 1 if n_above else 0)


def cut_quality(path: Path, group: int | None) -> tuple[float, float]:
    """Return F1 and accuracy at a cut, both in [0, 1], higher is better: by these models are usually chosen.

    F1 = 2 TP / (predicted positives + positives), 0 where nothing is predicted and nothing is positive.

    Parameters
    ----------
    path
        A path whose tie groups are equal scores, with ``positives``.
    group
        How many tie groups lie above the cut that the model's makers stated; None: the best cut on these labels, for F1
        and for accuracy each its own, which flatters the model.

    Examples
    --------
    >>> from budgetplan.core.path import Ranking
    >>> order = Ranking(order=np.arange(4), ends=np.arange(1, 5))
    >>> cut_quality(make_path(order, None, {"positives": np.array([1.0, 0, 1, 0])}), None)
    (0.8, 0.75)
    """
    found = path.sums["positives"]
    claimed = path.items + found[-1]
    f1 = np.divide(2 * found, claimed, out=np.zeros_like(found), where=claimed > 0)
    accuracy = (found + (path.n_items - found[-1]) - (path.items - found)) / path.n_items
    if group is None:
        return float(f1.max()), float(accuracy.max())
    return float(f1[group]), float(accuracy[group])


def spent(evidence: Evidence, model: Ranked, items: IntArray, axis: str) -> IntArray:
    """Return the least printable budget that pays for ``items``, in units of its last digit, same shape.

    Money is the exact or the printed total of what the budget covers, whichever is more; hours are rounded up, items are themselves.
    """
    if axis == "items":
        return items
    if axis == "hours":
        hours = model.path.read("seconds", items) / 3600 * 10**HOUR_DIGITS
        return np.asarray(np.ceil(hours * (1 - 1e-12) - 1e-9), dtype=np.int64)
    budget = evidence.plan.budget
    only = budget is not None and budget.unit == "money" and budget.covers == "annotation"
    return evidence.least_budgets(model, items, annotation_only=only)


def winners_by_budget(
    evidence: Evidence, axis: str, held: Sequence[Decimal] = ()
) -> tuple[WinnerInterval, ...]:
    """Return which single models bring most from which budget to which, exact at item level.

    Very long lists: to their 100,000th part.

    Objective: net value of the best plan within the budget where entries have a worth, else entries found.
    Where the lead changes more than 1,000 times, changes within a thousandth of what the whole list costs are told
    together, with how many they are.

    Parameters
    ----------
    axis
        ``money``, ``hours`` or ``items``: what a budget is counted in.
    held
        Other budgets of which the report speaks: who leads there is told of them alone.
    """
    models, whole, plan = evidence.single, evidence.whole_items, evidence.plan
    if (whole + 1) * len(models) <= MOST_POINTS:
        stops = np.arange(whole + 1)
    else:
        spread = np.round(np.linspace(0, whole, MOST_POINTS // len(models))).astype(np.int64)
        stops = np.unique(np.concatenate([spread, *(evidence.stops(model, whole) for model in models)]))
    costs = [spent(evidence, model, stops, axis) for model in models]
    edges = np.unique(np.concatenate(costs))

    def objective(model: Ranked) -> FloatArray:
        if plan.values is None:
            return model.path.read("positives", stops)
        return np.asarray(np.maximum.accumulate(evidence.net_values(model, stops.astype(np.float64))))

    last = [np.searchsorted(cost, edges, side="right") - 1 for cost in costs]
    brings = np.stack([objective(model)[at] for model, at in zip(models, last, strict=True)])
    scale = max(1.0, float(np.abs(brings).max()))
    if plan.values is not None:  # a small net value is the difference of large sums
        scale = max(scale, *(float(evidence.totals(model, np.array([float(whole)]))[0]) for model in models))
    leading = brings >= brings.max(axis=0) - TIE * scale
    changes = np.flatnonzero(np.any(leading[:, 1:] != leading[:, :-1], axis=0)) + 1
    starts = np.concatenate([[0], changes])
    lows, leading = edges[starts], leading[:, starts]
    digits = {"money": evidence.prices.minor_digits if evidence.prices.stated else 0, "hours": HOUR_DIGITS}
    unit = Decimal(1).scaleb(-digits.get(axis, 0))
    opens = np.arange(len(lows))
    if len(lows) > MOST_EXACT:
        budget = [plan.budget.amount] if plan.budget is not None and plan.budget.unit == axis else []
        opens = _joined(lows, leading, int(edges[-1]), [int(amount / unit) for amount in (*budget, *held)])
    ahead = np.logical_or.reduceat(leading, opens, axis=1)
    numbers = np.diff(opens, append=len(lows)).tolist()
    ends = [Decimal(int(low)) * unit for low in lows[opens]]
    names = [tuple(model.name for model in itertools.compress(models, leads)) for leads in ahead.T]
    return tuple(map(WinnerInterval, ends, [*ends[1:], None], names, numbers))


def _joined(lows: IntArray, leading: npt.NDArray[np.bool_], whole: int, named: list[int]) -> IntArray:
    """Return where joined intervals begin: narrow ones in the same thousandth of all budgets are told together.

    Neighbours in which the same models take turns are one. Intervals that hold a budget of which the report speaks
    (the named ones, and tenths of the last change) stay as they are, like those wider than a thousandth.
    """
    step, last = max(whole // NARROW, 1), int(lows[-1])
    narrow = np.diff(lows, append=2 * whole + step + 1) < step
    held = np.array([*named, *(last * tenth // 10 for tenth in range(1, 11))])
    narrow[np.maximum(np.searchsorted(lows, held, side="right") - 1, 0)] = False
    part = lows // step
    joins = narrow[1:] & narrow[:-1] & (part[1:] == part[:-1])
    opens = np.flatnonzero(np.concatenate([[True], ~joins]))
    ahead = np.logical_or.reduceat(leading, opens, axis=1)
    many = np.diff(opens, append=len(lows)) > 1
    alike = (ahead[:, 1:] == ahead[:, :-1]).all(axis=0) & many[1:] & many[:-1]
    return np.asarray(opens[np.concatenate([[True], ~alike])])


def switching_values(evidence: Evidence, model: Ranked, items: int, most: int) -> Switching | None:
    """Return the worths of an entry between which the stop stays best on the mean curve.

    None where entries have no single worth (several worths, errors, or left-out items with a worth), or
    where the stop is best for no worth at all.
    """
    if evidence.common_worth is None:
        return None
    at = np.union1d(evidence.stops(model, most), np.array([items])).astype(np.float64)
    total = np.maximum.accumulate(evidence.totals(model, at))
    stops = stops_by_entry_value(model.path.read("positives", at), total)
    here = int(np.searchsorted(at, items))
    # The printed total is rounded: a neighbour within a cent may stand for the stop.
    near = [stop for stop in stops if abs(stop.position - here) <= 1]
    stay = next((stop for stop in near if stop.position == here), near[0] if near else None)
    if stay is None:
        return None
    others = (evidence.common_worth / 2, evidence.common_worth * 2)
    best = [next(stop for stop in stops if stop.high is None or worth <= stop.high) for worth in others]
    at_half, at_twice = (round(float(at[stop.position])) for stop in best)
    return Switching(stay.low, stay.high, *others, at_half, at_twice)


def choices_by_worth(evidence: Evidence, model: Ranked, most: int) -> tuple[StopChoice, ...]:
    """Return for each stop on the hull of the path the worths of an entry for which it is best (F7).

    With annotator error the worth that counts is (1 - e) v + e H_wrong; here entries are taken as found.
    """
    items = model.path.items[model.path.items <= most]
    if items[-1] < most:
        items = np.append(items, float(most))
    positives = model.path.read("positives", items)
    choices = []
    for stop in stops_by_entry_value(positives, evidence.curve(model, items)):
        at = round(float(items[stop.position]))
        found = float(positives[stop.position])
        choices.append(StopChoice(at, evidence.spend(model, at), found, stop.low, stop.high))
    return tuple(choices)


def dearer_stop(evidence: Evidence, model: Ranked, budget: Budget | None, factor: float = DEARER) -> int:
    """Return the best stop if every review cost ``factor`` times as much; fixed costs stay as they are.

    0 where that is worth no more than not starting.
    """
    items = evidence.stops(model, evidence.whole_items).astype(np.float64)
    total = evidence.prices.total(model.path.read("cost", items) * factor, model.cost) / MICRO
    total = np.where(items > 0, total, 0.0)
    within = np.ones(len(items), dtype=bool)
    if budget is not None and budget.unit == "money":
        within = total <= float(budget.amount)
    elif budget is not None:
        within = items <= evidence.affordable(model, budget)
    net = (model.path.read("value", items) - total)[within]
    best = best_stop(net)
    return int(items[within][best]) if net[best] > net[0] else 0
