"""Entries found as a rate of the items reviewed: how sure that is, above all where nearly none or all are (F8)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.evidence.noise import ReviewResamples
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.intervals.few import trials
from budgetplan.metrics.resampling.bounds import independent, rate_interval
from budgetplan.metrics.resampling.paired import interval
from budgetplan.metrics.resampling.widening import widened


def never_nothing(
    evidence: Evidence, found: Estimate, items: float, n_groups: float | None = None
) -> Estimate:
    """Widen the interval of entries found among ``items`` items where the rate is near 0 or 1.

    Parameters
    ----------
    found
        Entries found, with the percentile interval of the resamples.
    items
        Items of the list they were found among.
    n_groups
        Groups that the sample has among them; None: as many as it has at all.

    Returns
    -------
    Estimate
        No narrower than the exact interval of the rate where fewer than ten entries, or other items, were seen.

    References
    ----------
    METHODS F8.
    """
    if found.low is None or found.high is None or items <= 0:
        return found
    known = evidence.n_groups if n_groups is None else n_groups
    at = np.array([items])
    groups = None if known is None or evidence.n_groups is None else np.array([float(known)])
    rate, low, high = (np.array([each]) / items for each in (found.value, found.low, found.high))
    low, high = rate_interval(
        rate, low, high, independent(_seen(evidence, at), _drawn(evidence, at), rate, high - low, groups)
    )
    return Estimate(found.value, float(low[0]) * items, float(high[0]) * items)


def of_all(evidence: Evidence, found: Sequence[Estimate]) -> list[Estimate]:
    """Widen shares of all entries near 0 or 1: each is a rate among the labelled entries.

    A share of which no resample says anything stays as it is.
    """
    positive = evidence.measures["positives"] > 0
    weight = None if evidence.weight is None else evidence.weight[positive]
    seen = np.full(1, float(positive.sum()) * _counting(weight))
    groups = None
    if evidence.group is not None:
        groups = np.full(1, float(len(np.unique(evidence.group[positive]))))
    widened_ones = []
    for one in found:  # parts, not items
        if one.low is None or one.high is None or math.isnan(one.low):
            widened_ones.append(one)
            continue
        rate, low, high = (np.full(1, each) for each in (one.value, one.low, one.high))
        total = np.full(1, evidence.n_positives if evidence.basis == "list" else math.inf)
        low, high = rate_interval(rate, low, high, independent(seen, total, rate, high - low, groups))
        widened_ones.append(Estimate(one.value, float(low[0]), float(high[0])))
    return widened_ones


def _counting(weight: FloatArray | None) -> float:
    """Return the share of weighted items that count as independent ones (Kish)."""
    if weight is None or not weight.any():
        return 1.0
    return trials(weight, None, len(weight)) / len(weight)


def _seen(evidence: Evidence, items: FloatArray) -> FloatArray:
    """Return how many items of the sample stand for ``items`` of the list, same shape."""
    return evidence.n_sample * _counting(evidence.weight) * items / evidence.list_items


def _seen_along(evidence: Evidence, model: Ranked, items: FloatArray) -> FloatArray:
    """Return how many items of the sample score as high as the first ``items`` of the list, same shape."""
    if evidence.own is None:
        return _seen(evidence, items)
    queue = evidence.own.forecast.queues[model.name]
    if evidence.counts_one is not None and evidence.weight is not None:
        return np.maximum(queue.labelled_within(items, evidence.weight / evidence.counts_one), 1.0)
    seen = queue.labelled_within(items)
    return np.maximum(seen * _counting(evidence.weight), 1.0)


def _drawn(evidence: Evidence, items: FloatArray) -> FloatArray:
    """Return how many items of the list are drawn in each resample: the sample itself is not drawn again."""
    return items if evidence.basis == "list" else np.full(len(items), np.inf)


def found_along(noise: ReviewResamples, model: Ranked) -> tuple[FloatArray, FloatArray]:
    """Return the 95 % interval of entries found at every share of the list, shape (shares,) each.

    What the first 150 items are sure to hold, the first 200 hold too: both ends never fall along the list.

    References
    ----------
    METHODS F8.
    """
    if model.name in noise.along:
        return noise.along[model.name]
    evidence = noise.evidence
    items = noise.items
    low, high = np.clip(interval(widened(noise.positives(model), noise.widening)), 0, items)
    some = items > 0
    at, value = items[some], model.path.read("positives", items[some])
    groups = None if evidence.n_groups is None else _groups_within(evidence, model, noise.shares[some])
    rate, width = value / at, (high - low)[some] / at
    seen = _seen_along(evidence, model, at)
    trials = independent(seen, _drawn(evidence, at), rate, width, groups)
    low[some], high[some] = (end * at for end in rate_interval(rate, low[some] / at, high[some] / at, trials))
    if evidence.own is not None:
        less, more = evidence.own.forecast.queues[model.name].rooms(items)
        low, high = np.maximum(low - less, 0.0), np.minimum(high + more, items)
    low = np.maximum.accumulate(low)
    high = np.maximum(np.minimum.accumulate(high[::-1])[::-1], low)
    noise.along[model.name] = low, high
    return low, high


def _groups_within(evidence: Evidence, model: Ranked, shares: FloatArray) -> FloatArray:
    """Return how many groups the sample has in the top shares of an order, shape (shares,).

    Where items count as less than one labelled item each, their groups do, too.
    """
    assert evidence.group is not None
    order = model.ranking.order
    first, each = np.zeros(len(order)), np.ones(len(order))
    first[np.unique(evidence.group[order], return_index=True)[1]] = 1
    if evidence.counts_one is not None and evidence.weight is not None:
        each = np.minimum(evidence.weight[order] / evidence.counts_one, 1.0)
    passed = np.clip(np.ceil(shares * len(order) - 1e-9).astype(np.int64), 1, len(order)) - 1
    # By Kish, as all of them together do.
    return np.asarray((np.cumsum(first * each) ** 2 / np.cumsum(first * each**2))[passed])


def found_at(noise: ReviewResamples, model: Ranked, items: Sequence[float] | FloatArray) -> list[Estimate]:
    """Return entries found among the first ``items`` of the list, each of which must be read in ``noise``."""
    at = np.asarray(items, dtype=np.float64)
    low, high = found_along(noise, model)
    places = [noise.place(each) for each in at]  # stops, not items
    values = model.path.read("positives", at)
    return [
        Estimate(float(value), float(low[place]), float(high[place]))
        for value, place in zip(values, places, strict=True)
    ]


def room(evidence: Evidence, items: FloatArray) -> FloatArray:
    """Return how many entries a count among ``items`` may be off where no resample moves it, same shape.

    It is then none or all of them: a rate seen as 0 or 1, which is not certain.
    """
    some = np.maximum(np.asarray(items, dtype=np.float64), 0.0)
    groups = None if evidence.n_groups is None else np.full(some.shape, float(evidence.n_groups))
    zero = np.zeros(some.shape)
    trials = independent(_seen(evidence, some), zero, zero, zero, groups)
    return np.asarray(rate_interval(zero, zero, zero, trials)[1] * some)
