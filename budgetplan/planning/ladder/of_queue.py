"""The ladder of budgets of a ranked list: each rung is the plan of its budget, by the recommended model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.domain.decision import Alternative, Estimate, Goal, WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.evidence import noise
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.intervals.flattery import Flattery
from budgetplan.metrics.ranking.stopping import best_stop
from budgetplan.planning.filter import outlay, stop
from budgetplan.planning.filter.printed import Printed
from budgetplan.planning.ladder.rungs import HERE, Rung, ladder_of, leading


@dataclass(frozen=True)
class Rise:
    """A rung before it is read: so many per cent, the budget, the stop of its plan."""

    percent: int
    budget: Budget
    items: int


def rises(
    evidence: Evidence,
    model: Ranked,
    goal: Goal,
    items: int,
    bound: Budget | None,
    first: noise.ReviewResamples | None,
    flattery: Flattery,
) -> tuple[Rise, ...]:
    """Return the stop of every budget of the ladder, for the recommended model.

    Parameters
    ----------
    items
        The stop of the plan itself, 0 for not starting: that of the rung at 100 %.
    bound
        The budget of the plan, None for what its stop costs. Without either there is no ladder.
    first
        The resamples by which stops are chosen; None: on the labelled items themselves.
    flattery
        How much better the choice looks than it is.

    Returns
    -------
    tuple of Rise
        By budget. Where entries have a worth each stop is the best within its budget, else all that it pays for.
    """
    if bound is None and not items:
        return ()
    base = bound or _spent(evidence, model, items)
    digits = evidence.prices.minor_digits if evidence.prices.stated else 0
    ladder = ladder_of(base, digits)
    most = [outlay.whole_items(evidence, model, budget, first) for _, budget in ladder]
    most[HERE] = most[HERE] if bound else items
    stops = most
    if goal == "net_value":
        stops = _best(evidence, model, np.array(most), items, first, flattery)
    # Less money never reviews more than the plan does, and more money never less.
    stops = [min(each, items) for each in stops[:HERE]] + [max(each, items) for each in stops[HERE:]]
    stops[HERE] = items
    return tuple(Rise(*one, at) for one, at in zip(ladder, stops, strict=True))


def _spent(evidence: Evidence, model: Ranked, items: int) -> Budget:
    """Return the least budget that pays for so many items: what is billed may be rounded to less."""
    if not evidence.prices.stated:
        return Budget(Decimal(items), "items")
    least = int(evidence.least_budgets(model, np.array([items]))[0])
    return Budget(Decimal(least).scaleb(-evidence.prices.minor_digits))


def _best(
    evidence: Evidence,
    model: Ranked,
    most: np.typing.NDArray[np.int64],
    items: int,
    first: noise.ReviewResamples | None,
    flattery: Flattery,
) -> list[int]:
    """Return the stop of greatest mean net value within each of so many items, as the plan's own is chosen."""
    if first is None:
        stops = np.union1d(evidence.stops(model, evidence.whole_items), most)
        chosen_by = net = evidence.net_values(model, stops.astype(np.float64))
        off = 0.0
    else:
        stops = np.unique(np.concatenate([np.round(first.items).astype(np.int64), most, [items]]))
        stops = stops[stops <= evidence.whole_items]
        read = noise.draw(
            evidence,
            [model],
            stop.with_shares(np.array([0.0, 1.0]), stops / evidence.list_items),
            again=first,
        )
        stops = np.round(read.items).astype(np.int64)
        chosen_by, net, off = read.smooth_net(model).mean(axis=0), read.net(model).mean(axis=0), flattery.net
    found = []
    for end in np.searchsorted(stops, most, side="right"):  # rungs, not items
        place = best_stop(chosen_by[:end])
        found.append(int(stops[place]) if net[place] - off > net[0] else 0)
    return found


def rungs_of_queue(
    printed: Printed, model: Ranked, climb: Sequence[Rise], winners: Sequence[WinnerInterval]
) -> tuple[Rung[Alternative], ...]:
    """Return what each budget of the ladder buys, as it is printed of any stop, and who leads there."""
    several = len(printed.evidence.single) > 1
    rungs: list[Rung[Alternative]] = []
    for one in climb:
        ahead = leading(winners, one.budget.amount) if several else ()
        option = _read(printed, model, one.items)
        before = rungs[-1].option if rungs else option
        # A budget need not be spent: what less money buys for a greater net value stays.
        rungs.append(
            Rung(one.percent, one.budget, before if _worth_more(printed, before, option) else option, ahead)
        )
    return tuple(rungs)


def _worth_more(printed: Printed, one: Alternative, other: Alternative) -> bool:
    """Say whether one of two stops is worth more, where that is what is wanted."""
    if one.net is None or other.net is None or printed.evidence.plan.target is not None:
        return False
    return one.net.value > other.net.value + 1e-9 and other.items != printed.items


def _read(printed: Printed, model: Ranked, items: int) -> Alternative:
    if items:
        return printed.at(model, items)
    return stop.option(printed.evidence, model, 0, Estimate(0.0), None)
