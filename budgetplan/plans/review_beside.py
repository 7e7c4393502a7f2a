"""What stands beside the plan: the single models, who leads at which budget, and what would move the stop (METHODS M, F6, F7)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
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
from budgetplan.domain.decision import (
    Alternative,
    Estimate,
    Goal,
    StopChoice,
    Switching,
    WinnerInterval,
)
from budgetplan.domain.plan import Budget, Target
from budgetplan.domain.prices import MICRO
from budgetplan.lists.estimates import of_draws
from budgetplan.lists.evidence import Evidence, Ranked
from budgetplan.plans.review_reading import plain

NONE_SEEN = 0.5
"""Of an entry that one of two orders has and the other lacks: where none was seen, none is not certain."""
MOST_POINTS = 400_000
"""Above this many (model, item) pairs budgets are compared at evenly spaced stops and the ends of tie groups."""
MOST_EXACT, NARROW = 1_000, 1_000
"""Up to so many intervals are told as they are; of more, those narrower than such a part of all budgets joined."""
HOUR_DIGITS = 2
"""Budgets in hours are told to a hundredth."""


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


def dearer_stop(evidence: Evidence, model: Ranked, budget: Budget | None, factor: float) -> int:
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
