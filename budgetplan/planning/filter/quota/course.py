"""What a plan with quotas does with each item of the list, and what should have been found by when.

The first items of every stratum stand in one queue, in the model's order: all strata advance together, and a review
that ends early has taken the likeliest items of all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.domain.review.course import Band, Course
from budgetplan.evidence.paths import list_rates
from budgetplan.planning.filter.course import POINTS
from budgetplan.planning.filter.quota.solve import QuotaPlan


def course_with_quotas(quota: QuotaPlan) -> Course | None:
    """Return the order of review and what is expected along it; None where nothing is reviewed, or no list has scores."""
    own, chosen = quota.evidence.own, quota.chosen
    if chosen is None or own is None or any(one.evidence.own is None for one in quota.strata):
        return None
    name = quota.offer.name
    order, taken = own.rankings[name].order, taken_rows(quota)
    rate, nearby = (np.zeros(len(own.ids)) for _ in range(2))
    for one in quota.strata:
        assert one.evidence.own is not None
        rate[one.listed] = nearby[one.listed] = list_rates(one.evidence.own, one.evidence.model(name))
    return Course(
        model=name,
        order_by="score",
        ids=own.ids,
        queue=np.concatenate([order[taken[order]], order[~taken[order]]]),
        review=int(taken.sum()),
        answered=np.zeros(0, dtype=np.int64),
        answers=(),
        score=own.scores[name][1],
        rate=rate,
        nearby=nearby,
        known_cost=own.known,
        sizes={size: own.sizes[size] for size in ("seconds", "units", "listed")},
        band=_band(quota),
        recipe=quota.evidence.mixture if name == MIXTURE else {},
        weighted=own.weights is not None,
        model_cost=quota.offer.cost,
        strata=_names(quota, len(own.ids)),
    )


def _names(quota: QuotaPlan, n: int) -> tuple[str, ...]:
    names = np.full(n, "", dtype=object)
    for one in quota.strata:
        names[one.listed] = one.name
    return tuple(names.tolist())


def taken_rows(quota: QuotaPlan) -> BoolArray:
    """Return which rows of the list are reviewed, shape (N,): the first ones of each stratum.

    A row that stands for several items is reviewed where some of them are.
    """
    own, chosen = quota.evidence.own, quota.chosen
    assert own is not None
    assert chosen is not None
    taken = np.zeros(len(own.weight), dtype=bool)
    for one, items in zip(quota.strata, chosen.items, strict=True):
        assert one.evidence.own is not None
        order = one.evidence.own.rankings[quota.offer.name].order
        passed = np.cumsum(one.evidence.own.weight[order])
        last = int(np.searchsorted(passed, items * (1 - 1e-12), side="left")) + 1 if items else 0
        taken[one.listed[order[:last]]] = True
    return taken


def rows_to_review(quota: QuotaPlan) -> IntArray:
    """Return the rows of the list that are reviewed, in their order."""
    own = quota.evidence.own
    assert own is not None
    order = own.rankings[quota.offer.name].order
    return np.asarray(order[taken_rows(quota)[order]])


def hours_planned(quota: QuotaPlan) -> float:
    """Return how long reviewing takes, in hours."""
    assert quota.chosen is not None
    parts = zip(quota.offer.orders, quota.chosen.items, strict=True)
    return sum(float(order.path.read("seconds", items)) for order, items in parts) / 3600


def _merged(quota: QuotaPlan) -> tuple[IntArray, FloatArray]:
    """Return the strata of what is ordered, in the model's order, and how many items of the list each stands for.

    By score these are the rows of the list; by share the labelled items, each for as many as its stratum has.
    """
    name, own = quota.offer.name, quota.evidence.own
    by_score = own is not None and all(one.evidence.own is not None for one in quota.strata)
    if own is not None and by_score:
        order, size, code = own.rankings[name].order, own.weight.copy(), np.zeros(len(own.weight), np.int64)
        for place, one in enumerate(quota.strata):
            code[one.listed] = place
        return code[order], size[order]
    ranked = quota.evidence.model(name).ranking.order
    code, size = np.zeros(len(ranked), np.int64), np.zeros(len(ranked))
    for place, one in enumerate(quota.strata):
        weight = one.evidence.weight
        own_weight = np.ones(len(one.sampled)) if weight is None else weight
        code[one.sampled] = place
        size[one.sampled] = own_weight * (one.evidence.list_items / own_weight.sum())
    return code[ranked], size[ranked]


def reviewed_by(quota: QuotaPlan, items: FloatArray) -> FloatArray:
    """Return how many items of each stratum are among the first so many of the queue, shape (strata, P).

    Up to the plan's stop those of the plan, then all others.
    """
    assert quota.chosen is not None
    code, size = _merged(quota)
    planned, after = [], []
    for place, stop in enumerate(quota.chosen.items):
        own = np.where(code == place, size, 0.0)
        upto = np.minimum(np.cumsum(own), stop)
        within = np.diff(upto, prepend=0.0)
        planned.append(within)
        after.append(own - within)
    sizes = np.concatenate([np.stack(planned), np.stack(after)], axis=1)
    sums = np.concatenate([np.zeros((len(sizes), 1)), np.cumsum(sizes, axis=1)], axis=1)
    total = sums.sum(axis=0)
    return np.stack([np.interp(items, total, one) for one in sums])


def found_by(quota: QuotaPlan, items: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the entries expected among the first so many items of the queue, and their 95 % interval, shape (P,) each.

    NaN where no draws are asked for.
    """
    assert quota.chosen is not None
    counts = reviewed_by(quota, items)
    expected, total = np.zeros(len(items)), np.zeros((1, len(items)))
    for stratum, order, count in zip(quota.strata, quota.offer.orders, counts, strict=True):
        expected += order.path.read("positives", count)
        total = total + stratum.draws(order).at(count)
    if not quota.plan.resamples:
        unknown = np.full(len(items), np.nan)
        return expected, unknown, unknown
    low, high = interval(total)
    return expected, np.clip(low, 0.0, expected), np.clip(high, expected, items)


def checked(quota: QuotaPlan, stops: Sequence[int]) -> tuple[Estimate, ...]:
    """Return what should have been found after each of so many items of the queue."""
    expected, low, high = found_by(quota, np.array(stops, dtype=np.float64))
    known = not bool(np.isnan(low).any())
    return tuple(
        Estimate(float(value), float(least) if known else None, float(most) if known else None)
        for value, least, most in zip(expected, low, high, strict=True)
    )


def _band(quota: QuotaPlan) -> Band:
    assert quota.chosen is not None
    most = float(sum(one.evidence.whole_items for one in quota.strata))
    items = np.unique(
        np.append(np.rint(np.linspace(0.0, most, min(int(most), POINTS) + 1)), quota.chosen.reviewed)
    )
    expected, low, high = found_by(quota, items)
    high = np.minimum(np.maximum.accumulate(high), items)
    return Band(items, expected, np.maximum.accumulate(np.minimum(low, expected)), np.maximum(high, expected))
