"""A plan with quotas in every resample: each stratum by itself, and all together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.evidence.noise import ReviewResamples
from budgetplan.evidence.paths import Ranked
from budgetplan.evidence.rates import found_at
from budgetplan.metrics.resampling.paired import interval
from budgetplan.metrics.resampling.widening import widened
from budgetplan.planning.compare.replicated import Replicated
from budgetplan.planning.filter.quota.stops import QuotaStops


def held(read: ReviewResamples, order: Ranked) -> FloatArray:
    """Return entries found in each resample, shape (resamples, shares), never fewer with more items."""
    found = widened(read.positives(order), read.widening)
    return np.maximum.accumulate(np.clip(found, 0.0, read.items), axis=1)


def of_quotas(
    plan: Plan, read: Sequence[ReviewResamples], orders: Sequence[Ranked], stops: QuotaStops
) -> Replicated:
    """Return stops of all strata in every resample, as they look.

    Parameters
    ----------
    plan
        With a quota.
    read, orders
        The resamples of each stratum, at least one, and the model's order of it.
    stops
        Where it is left.

    References
    ----------
    METHODS Q, F8.
    """
    found, worth, extra = np.zeros((3, 1))
    # What an entry costs more than another item varies with what is found.
    varies = bool(plan.prices.extra_per_entry)
    for seen, order, at in zip(read, orders, stops.items, strict=True):
        place, by = seen.place(at), seen.widening
        found = found + held(seen, order)[:, place]
        if plan.values is not None:
            worth = worth + widened(seen.value(order), by)[:, place]
        if varies:
            spent = widened(seen.readings[order.name].at_shares["cost"], by)[:, place]
            extra = extra + (spent - float(order.path.read("cost", at))) / MICRO * float(
                plan.prices.per_direct
            )
    spend = float(stops.spend) + extra
    return Replicated(
        net=None if plan.values is None else worth - spend,
        found=found,
        spend=spend if varies else None,
        done=(orders[0].name, *stops.items),
    )


def found_together(
    replicated: Replicated,
    read: Sequence[ReviewResamples],
    orders: Sequence[Ranked],
    stops: QuotaStops,
    *,
    tied: bool,
) -> Estimate:
    """Return the entries that stops of all strata find, as they look, with their interval.

    ``replicated``: as :func:`of_quotas` has them.

    All together are at least as unsure as the intervals of strata say that have nothing to do with each other; ``tied``:
    as if all of them erred the same way, where they have groups in common that their resamples do not know of.
    """
    each = []
    for seen, order, at in zip(read, orders, stops.items, strict=True):
        (one,) = found_at(seen, order, [at]) if at else (Estimate(0.0, 0.0, 0.0),)
        each.append([one.value, one.low, one.high])
    low, high = added_up_ends(replicated.found, *np.array(each).T, tied=tied)
    return Estimate(stops.found, float(low), float(high))


def added_up_ends(
    drawn: FloatArray, found: FloatArray, low: FloatArray, high: FloatArray, *, tied: bool
) -> tuple[FloatArray, FloatArray]:
    """Return the ends of the interval of a sum over strata: no narrower than those of its terms make it.

    Parameters
    ----------
    drawn
        Shape (R, ...): the sum in every resample.
    found, low, high
        Shape (strata, ...): its terms, and the ends of their intervals.
    tied
        Whether all of them may err the same way; else they have nothing to do with each other.

    References
    ----------
    Zou and Donner 2008, Construction of confidence limits about effect measures (intervals of sums from those of
    their terms).

    Examples
    --------
    >>> terms = np.array([10.0, 10.0]), np.array([7.0, 6.0]), np.array([13.0, 14.0])
    >>> [[float(end) for end in added_up_ends(np.full(9, 20.0), *terms, tied=one)] for one in (False, True)]
    [[15.0, 25.0], [13.0, 27.0]]
    """
    power, total = 1 if tied else 2, found.sum(axis=0)
    less, more = (
        (np.maximum(apart, 0.0) ** power).sum(axis=0) ** (1 / power) for apart in (found - low, high - found)
    )
    least, most = interval(drawn)
    return np.minimum(least, total - less), np.maximum(most, total + more)
