"""What would move a stop: the worth of an entry, dearer reviews."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.domain.decision import StopChoice
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.metrics.ranking.stopping import StopInterval, best_stop, stops_by_entry_value


@dataclass(frozen=True)
class Switching:
    """Between which worths of an entry the recommended stop stays best (``high`` None: and above).

    ``at_half`` and ``at_twice``: after how many items to stop if an entry were worth half, or twice, of what the plan
    says.
    """

    low: float
    high: float | None
    at_half: int
    at_twice: int


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
    match = [stop for stop in stops if stop.position == here]
    # The printed total is rounded: a neighbour within a cent may stand for the stop.
    match = match or [stop for stop in stops if abs(stop.position - here) <= 1]
    if not match:
        return None
    at_half, at_twice = (
        next(stop.position for stop in stops if stop.high is None or worth <= stop.high)
        for worth in (evidence.common_worth / 2, evidence.common_worth * 2)
    )
    return Switching(match[0].low, match[0].high, round(float(at[at_half])), round(float(at[at_twice])))


def choices_by_worth(evidence: Evidence, model: Ranked, most: int) -> tuple[StopChoice, ...]:
    """Return for each stop on the hull of the path the worths of an entry for which it is best (F7).

    With annotator error the worth that counts is (1 - e) v + e H_wrong; here entries are taken as found.
    """
    path = model.path
    inside = path.items <= most
    items = path.items[inside]
    if items[-1] < most:
        items = np.append(items, float(most))
    positives, total = path.read("positives", items), evidence.curve(model, items)
    hull: tuple[StopInterval, ...] = stops_by_entry_value(positives, total)
    return tuple(
        StopChoice(
            round(float(items[stop.position])),
            evidence.spend(model, round(float(items[stop.position]))),
            float(positives[stop.position]),
            stop.low,
            stop.high,
        )
        for stop in hull
    )


def dearer_stop(evidence: Evidence, model: Ranked, budget: Budget | None, factor: float) -> int:
    """Return the best stop if every review cost ``factor`` times as much; fixed costs stay as they are.

    0 where that is worth no more than not starting.
    """
    prices = evidence.prices
    items = evidence.stops(model, evidence.whole_items).astype(np.float64)
    total = prices.total(model.path.read("cost", items) * factor, model.cost) / MICRO
    total = np.where(items > 0, total, 0.0)
    within = np.ones(len(items), dtype=bool)
    if budget is not None and budget.unit == "money":
        within = total <= float(budget.amount)
    elif budget is not None:
        within = items <= evidence.affordable(model, budget)
    net = (model.path.read("value", items) - total)[within]
    best = best_stop(net)
    return int(items[within][best]) if net[best] > net[0] else 0
