"""What a plan with quotas does with each item of the list, what should have been found by when, and what is recommended.

The first items of every stratum stand in one queue, in the model's order: all strata advance together, and a review
that ends early has taken the likeliest items of all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.domain.review.course import Band, Course
from budgetplan.lists.estimates import of_draws
from budgetplan.lists.evidence import list_rates
from budgetplan.plans.quota import QuotaPlan
from budgetplan.plans.review_facts import POINTS


def course_with_quotas(quota: QuotaPlan) -> Course | None:
    """Return the order of review and what is expected along it; None where nothing is reviewed, or no list has scores."""
    own, chosen = quota.evidence.own, quota.chosen
    if chosen is None or own is None or any(one.evidence.own is None for one in quota.strata):
        return None
    name, n = quota.offer.name, len(own.ids)
    order, taken = own.rankings[name].order, taken_rows(quota)
    rate, names = np.zeros(n), np.full(n, "", dtype=object)
    for one in quota.strata:
        assert one.evidence.own is not None
        rate[one.listed] = list_rates(one.evidence.own, one.evidence.model(name))
        names[one.listed] = one.name
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
        nearby=rate,
        known_cost=own.known,
        sizes=own.sizes,
        band=_band(quota),
        recipe=quota.evidence.mixture if name == MIXTURE else {},
        weighted=own.weights is not None,
        model_cost=quota.offer.cost,
        strata=tuple(names.tolist()),
    )


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


def reviewed_by(quota: QuotaPlan, items: FloatArray) -> FloatArray:
    """Return how many items of each stratum are among the first so many of the queue, shape (strata, P).

    Up to the plan's stop those of the plan, then all others.
    """
    assert quota.chosen is not None
    name, own = quota.offer.name, quota.evidence.own
    # By score the rows of the list are in the queue; by share the labelled items, each for as many as its stratum has.
    by_score = own is not None and all(one.evidence.own is not None for one in quota.strata)
    order = quota.evidence.model(name).ranking.order
    if own is not None and by_score:
        order = own.rankings[name].order
    planned, after = np.zeros((2, len(quota.strata), len(order)))
    for place, (one, stop) in enumerate(zip(quota.strata, quota.chosen.items, strict=True)):
        size = np.zeros(len(order))
        if own is not None and by_score:
            size[one.listed] = own.weight[one.listed]
        else:
            weight = np.ones(len(one.sampled)) if one.evidence.weight is None else one.evidence.weight
            size[one.sampled] = weight * (one.evidence.list_items / weight.sum())
        planned[place] = np.diff(np.minimum(np.cumsum(size[order]), stop), prepend=0.0)
        after[place] = size[order] - planned[place]
    sums = np.cumsum(np.concatenate([np.zeros((len(planned), 1)), planned, after], axis=1), axis=1)
    total = sums.sum(axis=0)
    return np.stack([np.interp(items, total, stratum) for stratum in sums])


def checked(quota: QuotaPlan, stops: Sequence[float]) -> tuple[Estimate, ...]:
    """Return what should have been found after each of so many items of the queue."""
    items = np.array(stops, dtype=np.float64)
    expected, drawn = np.zeros(len(items)), np.zeros((1, len(items)))
    counts = reviewed_by(quota, items)
    for stratum, order, count in zip(quota.strata, quota.offer.orders, counts, strict=True):
        expected += order.path.read("positives", count)
        drawn = drawn + stratum.draws(order).at(count)
    each = zip(expected.tolist(), drawn.T, items.tolist(), strict=True)
    sure = bool(quota.plan.resamples)
    return tuple(of_draws(mean, row, 0.0, most) if sure else Estimate(mean) for mean, row, most in each)


def _band(quota: QuotaPlan) -> Band:
    assert quota.chosen is not None
    most = float(sum(one.evidence.whole_items for one in quota.strata))
    items = np.rint(np.linspace(0.0, most, min(int(most), POINTS) + 1))
    items = np.unique(np.append(items, quota.chosen.reviewed))
    found = [(one.value, one.low, one.high) for one in checked(quota, items.tolist())]
    expected, low, high = np.array(found, dtype=np.float64).T  # NaN where no draws are asked for
    high = np.minimum(np.maximum.accumulate(high), items)
    return Band(items, expected, np.maximum.accumulate(np.minimum(low, expected)), np.maximum(high, expected))


def recommend_with_quotas(quota: QuotaPlan) -> Recommendation:
    """Return the decision: people judge the first items of each stratum, nothing is answered without them."""
    chosen, items = quota.chosen, float(quota.items)
    reviewed = 0.0 if chosen is None else float(chosen.reviewed)
    why_not: WhyNot = quota.refusal
    if chosen is None and not why_not:
        why_not = "unsure" if quota.offer.unsure else "impossible" if quota.within_budget else "over_budget"
    return Recommendation(
        workflow="filter",
        why_not=why_not,
        model=None if chosen is None else quota.offer.name,
        basis=quota.evidence.basis,
        items=items,
        cutoff=None,
        answered_alone=Estimate(0.0),
        wrong=None,
        reviewed=Estimate(reviewed),
        left=Estimate(items - reviewed),
        spend=chosen.spend if chosen is not None and quota.plan.prices.stated else None,
        found=quota.found,
        net=quota.net,
        net_unit="" if quota.net is None else "money",
        luck=quota.luck if quota.net is not None else None,
        members=quota.evidence.mixture if chosen is not None and quota.offer.name == MIXTURE else {},
    )
