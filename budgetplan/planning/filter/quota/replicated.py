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
from budgetplan.planning.filter.quota.flattery import Flattered
from budgetplan.planning.filter.quota.stops import QuotaStops


def held(read: ReviewResamples, order: Ranked) -> FloatArray:
    """Return entries found in each resample, shape (resamples, shares), never fewer with more items."""
    found = widened(read.positives(order), read.widening)
    return np.maximum.accumulate(np.clip(found, 0.0, read.items), axis=1)


def of_quotas(
    plan: Plan,
    read: Sequence[ReviewResamples],
    orders: Sequence[Ranked],
    stops: QuotaStops,
    off: Flattered | None = None,
) -> Replicated:
    """Return stops of all strata in every resample.

    Parameters
    ----------
    plan
        With a quota.
    read, orders
        The resamples of each stratum, at least one, and the model's order of it.
    stops
        Where it is left.
    off
        What the choice of these stops flatters itself by; None: they are read as they look.

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
    taken = Flattered() if off is None else off
    return Replicated(
        net=None if plan.values is None else worth - spend - taken.value,
        found=found - taken.entries,
        spend=spend if varies else None,
        done=(orders[0].name, *stops.items),
        off=(taken.value, taken.entries),
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
    low, high = interval(replicated.found + replicated.off[1])
    less, more, power = 0.0, 0.0, 1 if tied else 2
    for seen, order, at in zip(read, orders, stops.items, strict=True):
        (one,) = found_at(seen, order, [at]) if at else (Estimate(0.0, 0.0, 0.0),)
        assert one.low is not None
        assert one.high is not None
        less += max(one.value - one.low, 0.0) ** power
        more += max(one.high - one.value, 0.0) ** power
    less, more = less ** (1 / power), more ** (1 / power)
    ends = min(float(low), stops.found - less), max(float(high), stops.found + more)
    return Estimate(stops.found, *ends)
