"""The ladder of budgets of a plan with quotas: what each buys by the recommended model, and whether all are held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget, Plan
from budgetplan.evidence import noise
from budgetplan.intervals.estimates import less
from budgetplan.metrics.ranking.quotas import chance_of_all
from budgetplan.planning.filter.quota.flattery import Flattered
from budgetplan.planning.filter.quota.replicated import found_together, of_quotas
from budgetplan.planning.filter.quota.stops import Offer, QuotaStops, best_within
from budgetplan.planning.filter.quota.strata import Stratum, any_tied
from budgetplan.planning.filter.stop import with_shares
from budgetplan.planning.ladder.rungs import HERE, Rung, ladder_of

_EQUAL = 9
"""Gains that agree in so many decimals are equal."""


@dataclass(frozen=True)
class QuotaAlternative:
    """What a budget buys: ``held`` quotas of all are expected to be met, ``all_held`` if each is.

    ``found`` and ``net``: less what the choice flatters itself by. ``chance``: share of resamples in which all are met at once; None without resampling.
    """

    stops: QuotaStops
    found: Estimate
    net: float | None
    held: int
    all_held: bool
    chance: float | None


def ladder_of_quotas(
    plan: Plan,
    strata: Sequence[Stratum],
    offers: Sequence[Offer],
    offer: Offer,
    known: tuple[Sequence[noise.ReviewResamples], Flattered, Estimate | None],
    needed: FloatArray | None,
) -> tuple[Rung[QuotaAlternative], ...]:
    """Return what budgets from nothing to twice the budget buy, and whose order leads at each.

    Parameters
    ----------
    plan
        Its budget is that of the rung at 100 %; without one, what the recommended stops cost.
    strata, offers, offer
        What each model offers in them, and the recommended one.
    known
        The resamples of each stratum, what the choice of the recommended stops flatters itself by, and what these find:
        None where nothing is recommended.
    needed
        How many items each quota takes in each resample, shape (strata, resamples); None without any.

    Returns
    -------
    tuple of Rung
        From the budget on that pays for all quotas the plan with them; below it the best that money buys without them.
        None where no order holds all quotas.
    """
    read, off, here_found = known
    base = _base(plan, offer)
    if base is None:
        return ()
    climb = ladder_of(base, plan.prices.minor_digits if plan.prices.stated else 0)
    bought = [[_within(plan, strata, one, budget) for _, budget in climb] for one in offers]
    place = next(at for at, one in enumerate(offers) if one.name == offer.name)
    if offer.best is not None:
        bought[place][HERE] = offer.best
    seen = _read(strata, offers, bought, read)
    drawn = [of_quotas(plan, seen, offer.orders, stops) for stops in bought[place]] if seen else []
    rungs = []
    for rung, (percent, budget) in enumerate(climb):
        own = bought[place][rung]
        found = Estimate(own.found)
        here = off.of_stops(
            [float(one.path.read("positives", at)) for one, at in zip(offer.orders, own.items, strict=True)]
        )
        if seen:
            found = found_together(drawn[rung], seen, offer.orders, own, tied=any_tied(strata))
            found = less(found, found.value - here.entries, here.entries, 0.0)
        if rung == HERE and here_found is not None:
            found = here_found
        net = None if own.net is None else own.net - here.value
        held = _held(offer, own)
        leaders = _leading(offers, [each[rung] for each in bought])
        chance = None if needed is None else chance_of_all(needed, np.array(own.items))[1]
        told = QuotaAlternative(own, found, net, held, held == sum(bool(one.quota) for one in strata), chance)
        rungs.append(Rung(percent, budget, told, leaders))
    return tuple(rungs)


def _base(plan: Plan, offer: Offer) -> Budget | None:
    if offer.least is None:
        return None
    if plan.budget is not None:
        return plan.budget if plan.budget.amount else None
    stops = offer.best or offer.least
    if not plan.prices.stated:
        return Budget(stops.spend, "items") if stops.spend else None
    least = stops.least_budget(plan, offer.cost)
    return Budget(least) if least else None


def _within(plan: Plan, strata: Sequence[Stratum], offer: Offer, budget: Budget) -> QuotaStops:
    """Return what a model's order gives for a budget: with all quotas, else the best without them."""
    limited, stops = replace(plan, budget=budget), None
    if offer.least is not None:
        stops = best_within(limited, strata, offer.orders, offer.least.items)
    if stops is None:
        stops = best_within(limited, strata, offer.orders, [0] * len(strata))
    assert stops is not None  # nothing is always paid for
    return stops


def _held(offer: Offer, stops: QuotaStops) -> int:
    """Return how many quotas are expected to be met."""
    return sum(
        reach is not None and reach.items > 0 and at >= reach.items
        for reach, at in zip(offer.reaches, stops.items, strict=True)
    )


def _read(
    strata: Sequence[Stratum],
    offers: Sequence[Offer],
    bought: Sequence[Sequence[QuotaStops]],
    read: Sequence[noise.ReviewResamples],
) -> tuple[noise.ReviewResamples, ...]:
    """Read the orders of all models at all these stops, in the resamples that are there."""
    found = []
    for place, (one, first) in enumerate(zip(strata, read, strict=False)):
        stops = {stops.items[place] for each in bought for stops in each}
        named = np.array(sorted({0, *stops})) / one.evidence.list_items
        shares = with_shares(noise.grid(one.evidence), np.append(named, 1.0))
        orders = [each.orders[place] for each in offers]
        found.append(noise.draw(one.evidence, orders, shares, again=first))
    return tuple(found)


def _leading(offers: Sequence[Offer], stops: Sequence[QuotaStops]) -> tuple[str, ...]:
    """Return whose order brings most at a budget, the equal ones by name; nobody of one model."""
    if len(offers) == 1:
        return ()

    def rank(place: int) -> tuple[int, float]:
        one = stops[place]
        gain = one.found if one.net is None else one.net
        return _held(offers[place], one), round(gain, _EQUAL)

    best = max(map(rank, range(len(offers))))
    return tuple(sorted(offer.name for place, offer in enumerate(offers) if rank(place) == best))
