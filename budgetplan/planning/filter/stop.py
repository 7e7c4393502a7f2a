"""Where to stop: the recommended stop, what the next and the last step bring, and what would move it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Alternative, Estimate, Step, StopChoice
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO
from budgetplan.evidence.noise import ReviewResamples, per_entry
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.evidence.rates import never_nothing
from budgetplan.intervals.estimates import estimate, spanning
from budgetplan.metrics.likeness.isotonic import falling_sums
from budgetplan.metrics.ranking.path import gained
from budgetplan.metrics.ranking.stopping import StopInterval, best_stop, stops_by_entry_value
from budgetplan.metrics.resampling.widening import widened, widening

FINEST = 400
"""At most so many stops are compared around the best one of the grid."""
_NEARLY = 0.9
"""Where a small part of a step brings so much of what it finds, its average cost says little."""


def refined_shares(evidence: Evidence, noise: ReviewResamples, model: Ranked, most: int) -> FloatArray:
    """Return the shares of the grid, and those around the best one item by item where they are few enough."""
    mean = noise.smooth_net(model).mean(axis=0)
    best = best_stop(mean[: noise.within(most)])
    low = noise.items[max(best - 1, 0)]
    high = min(noise.items[min(best + 1, len(noise.items) - 1)], most)
    items: FloatArray = np.unique(np.round(np.linspace(low, high, min(FINEST, int(high - low) + 1))))
    return with_shares(noise.shares, items / evidence.list_items)


def first_shares(noise: ReviewResamples) -> FloatArray:
    """Return the shares of the grid, and those before its first step item by item where they are few enough."""
    high = float(noise.items[1])
    items = np.unique(np.round(np.linspace(0.0, high, min(FINEST, int(high) + 1))))
    return with_shares(noise.shares, items / noise.evidence.list_items)


def with_shares(shares: FloatArray, named: FloatArray) -> FloatArray:
    """Return both, increasing; of two shares that differ by rounding, the one that is named stays.

    >>> with_shares(np.array([0.0, 0.5, 1.0]), np.array([0.5 + 1e-13, 0.7])).tolist()
    [0.0, 0.5000000000001, 0.7, 1.0]
    """
    near = np.abs(shares[:, None] - named).min(axis=1) < 1e-10
    return np.unique(np.concatenate([shares[~near], np.minimum(named, 1.0)]))


def option(
    evidence: Evidence,
    model: Ranked,
    items: int,
    found: Estimate | None,
    net: FloatArray | None,
    room: tuple[float, float] = (0.0, 0.0),
) -> Alternative:
    """Return what reviewing the first ``items`` gives; ``net`` in every resample, or None.

    ``found``: the entries with their interval, see :func:`budgetplan.evidence.rates.found_at`; ``room``: by how much
    that allows for fewer and for more than the resamples do.
    """
    path = model.path
    positives = float(path.read("positives", items))
    spend = evidence.spend(model, items)
    open_order = evidence.own is None or evidence.own.tied_at(model.name, items)
    worst, best = model.extremes(items) if open_order else (None, None)
    entries = Estimate(positives) if found is None else found
    less, more = room
    point = None
    if evidence.plan.values is not None:
        value = (
            float(evidence.net_values(model, np.array([float(items)]))[0])
            if net is None
            else float(net.mean())
        )
        worth = worth_of_one(evidence)
        point = spanning(estimate(value, net, widening(evidence.n_groups)), less * worth, more * worth)
    in_all = evidence.entries(model)
    return Alternative(
        model=model.name,
        items=items,
        share=items / evidence.list_items,
        spend=spend,
        found=entries,
        recall=positives / in_all if in_all > 0 else None,
        cost_per_entry=per_entry(float(spend), entries),
        net=point,
        hours=float(path.read("seconds", items)) / 3600 if evidence.prices.timed else None,
        found_worst=worst,
        found_best=best,
    )


def outside_room(evidence: Evidence, model: Ranked, items: float) -> tuple[float, float]:
    """Return by how much the entries among the first ``items`` may be fewer, and more, as no label there tells."""
    if evidence.own is None:
        return 0.0, 0.0
    return evidence.own.forecast.queues[model.name].room(items)


def beyond(found: Estimate, low: float | None, high: float | None) -> tuple[float, float]:
    """Return by how much an interval of entries allows for fewer and for more than from ``low`` to ``high``.

    Their money moves with them: where all that was seen are entries, resamples never have another, and the net value
    would seem certain (METHODS F8).

    >>> beyond(Estimate(9.0, 6.0, 10.0), 8.0, 10.0)
    (2.0, 0.0)
    """
    if found.low is None or found.high is None or low is None or high is None:
        return 0.0, 0.0
    return max(low - found.low, 0.0), max(found.high - high, 0.0)


def worth_of_one(evidence: Evidence) -> float:
    """Return what one entry more is worth on average, less what it costs more than another item."""
    if evidence.own is None:
        return max((evidence.common_worth or 0.0) - evidence.extra_micros / MICRO, 0.0)
    entry, other = evidence.own.forecast.means["value"][-1]
    return max(float(entry - other) - evidence.extra_micros / MICRO, 0.0)


def tranche(evidence: Evidence) -> int:
    """Return one part of the list in whole items, the default step."""
    return max(round(evidence.list_items / evidence.plan.parts), 1)


def step(
    evidence: Evidence, model: Ranked, noise: ReviewResamples | None, start: int, end: int
) -> Step | None:
    """Return what reviewing from ``start`` to ``end`` items brings, within the list; both must be read in ``noise``."""
    start, end = max(start, 0), min(end, evidence.whole_items)
    if end <= start:
        return None
    both = np.array([float(start), float(end)])
    in_all, most = evidence.n_positives, float(np.max(np.abs(evidence.net_values(model, both))))
    positives = gained(model.path.read("positives", both), in_all)
    cost = float(np.diff(evidence.totals(model, both))[0])
    value = float(gained(evidence.net_values(model, both), most)[0])
    new, net = Estimate(float(positives[0])), Estimate(value)
    if noise is not None:
        ends = [noise.place(at) for at in (start, end)]
        found = gained(noise.positives(model)[:, ends], in_all)[:, 0]
        gain = estimate(new.value, found, noise.widening, least=0.0, most=end - start)
        new = never_nothing(evidence, gain, end - start)
        room = np.subtract(outside_room(evidence, model, end), outside_room(evidence, model, start))
        new = spanning(new, float(room[0]), float(room[1]), end - start)
        if evidence.plan.values is not None:
            one = worth_of_one(evidence)
            gains = gained(noise.net(model)[:, ends], most)[:, 0]
            less, more = beyond(new, gain.low, gain.high)
            net = spanning(estimate(value, gains, noise.widening), less * one, more * one)
    worth = net if evidence.plan.values is not None else None
    soon = _soon(model, start, end)
    early = float(np.diff(evidence.totals(model, np.array([float(start), float(start + soon)])))[0])
    return Step(end - start, new, cost, per_entry(cost, new), worth, soon, early)


def lump_end(evidence: Evidence, model: Ranked, items: int) -> int | None:
    """Return where the next tranche's few first items end that bring nearly all of it; None where they do not."""
    following = step(evidence, model, None, items, items + tranche(evidence))
    return None if following is None or not following.lumpy else items + following.soon


def _soon(model: Ranked, start: int, end: int) -> int:
    """Return after how many of the items from ``start`` to ``end`` nine tenths of what they bring are found."""
    first, last = (float(model.path.read("positives", at)) for at in (start, end))
    goal = first + _NEARLY * (last - first)
    low, high = start, end  # the path never falls
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if float(model.path.read("positives", middle)) >= goal else (middle, high)
    return high - start


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


def switching_values(
    evidence: Evidence, noise: ReviewResamples, model: Ranked, items: int, most: int
) -> Switching | None:
    """Return the worths of an entry between which the stop stays best on the mean curves over the resamples.

    None where entries have no single worth (several worths, errors, or left-out items with a worth), or
    where the stop is best for no worth at all.
    """
    if evidence.common_worth is None:
        return None
    allowed = noise.within(most)
    # Means of forecasts that are cut off at nothing and at all items may dip where hardly anything is left to find.
    smooth = falling_sums(noise.positives(model), noise.shares).mean(axis=0)
    found = np.maximum.accumulate(smooth[:allowed])
    total = np.maximum.accumulate(noise.totals(model).mean(axis=0)[:allowed])
    here = noise.place(items)
    stops = stops_by_entry_value(found, total)
    match = [stop for stop in stops if stop.position == here]
    if not match:
        return None
    at_half, at_twice = (
        next(stop.position for stop in stops if stop.high is None or worth <= stop.high)
        for worth in (evidence.common_worth / 2, evidence.common_worth * 2)
    )
    items_at = noise.items
    return Switching(
        match[0].low, match[0].high, round(float(items_at[at_half])), round(float(items_at[at_twice]))
    )


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


def pays_beyond(evidence: Evidence, noise: ReviewResamples | None, model: Ranked, most: int) -> bool:
    """Return whether the best stop lies beyond the items that are paid for: more money would then bring more.

    The best stop within them may still leave a few out, dear ones that bring less than they cost.
    """
    if most >= evidence.whole_items:
        return False
    if noise is None:
        stops = evidence.stops(model, evidence.whole_items)
        return int(stops[best_stop(evidence.net_values(model, stops.astype(np.float64)))]) > most
    return best_stop(noise.smooth_net(model).mean(axis=0)) >= noise.within(most)


def stop_interval(noise: ReviewResamples, model: Ranked, most: int) -> tuple[float, float]:
    """Return the 95 % interval of the best stop itself over the resamples, in items."""
    stops = noise.items[np.argmax(noise.smooth_net(model)[:, : noise.within(most)], axis=1)]
    low, high = np.clip(np.percentile(widened(stops, noise.widening), [2.5, 97.5]), 0, most)
    return float(low), float(high)


def dearer_stop(
    evidence: Evidence,
    noise: ReviewResamples | None,
    model: Ranked,
    budget: Budget | None,
    factor: float,
    flattery: float = 0.0,
) -> int:
    """Return the best stop if every review cost ``factor`` times as much; fixed costs stay as they are.

    0 where that is worth no more than not starting, once ``flattery`` is taken off (currency units).
    """
    prices = evidence.prices
    if noise is None:
        items = evidence.stops(model, evidence.whole_items).astype(np.float64)
        gain, cost = (
            model.path.read("value", items) + evidence.left_value(model),
            model.path.read("cost", items),
        )
        raw = gain
    else:
        items = noise.items
        gain = (noise.smooth_net(model) + noise.totals(model)).mean(axis=0)
        cost = noise.readings[model.name].at_shares["cost"].mean(axis=0)
        raw = noise.value(model).mean(axis=0)
    total = np.where(items > 0, prices.total(cost * factor, model.cost) / MICRO, 0.0)
    within = np.ones(len(items), dtype=bool)
    if budget is not None and budget.unit == "money":
        within = total <= float(budget.amount)
    elif budget is not None:
        within = items <= evidence.affordable(model, budget)
    best = best_stop((gain - total)[within])
    net = (raw - total)[within]
    if net[best] - flattery <= net[0]:
        return 0
    stop = round(float(items[within][best]))
    bound = budget is not None and budget.unit == "money" and best == within.sum() - 1
    if budget is not None and bound and not prices.extra_per_entry:
        # The money ends it: exactly where it does, not at the last share read before.
        return max(stop, evidence.items_within(model, evidence.limit(model, budget)[1] / factor))
    return stop
