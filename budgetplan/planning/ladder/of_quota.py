"""The ladder of budgets of a plan with quotas: what each buys by the recommended model, and whether all are held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from budgetplan.arrays import IntArray
from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget, Plan
from budgetplan.planning.filter.quota.stops import (
    Offer,
    QuotaStops,
    best_within,
    chances,
    in_draws,
    luck_of,
)
from budgetplan.planning.filter.quota.strata import Stratum
from budgetplan.planning.ladder.rungs import HERE, Rung, ladder_of

_EQUAL = 9
"""Gains that agree in so many decimals are equal."""


@dataclass(frozen=True)
class QuotaAlternative:
    """What a budget buys: ``held`` quotas of all are expected to be met, ``all_held`` if each is.

    ``net``: less luck. ``chance``: share of draws in which all are met at once; None where no draws are asked for.
    """

    stops: QuotaStops
    found: Estimate
    net: float | None
    held: int
    all_held: bool
    chance: float | None


def ladder_of_quotas(
    plan: Plan, strata: Sequence[Stratum], offers: Sequence[Offer], offer: Offer, met: IntArray | None
) -> tuple[Rung[QuotaAlternative], ...]:
    """Return what budgets from nothing to twice the budget buy, and whose order leads at each.

    Parameters
    ----------
    plan
        Its budget is that of the rung at 100 %; without one, what the recommended stops cost.
    strata, offers, offer
        What each order offers in them, and the recommended one.
    met
        At which end of a cell each quota is met in every draw; None where no draws are asked for.

    Returns
    -------
    tuple of Rung
        From the budget on that pays for all quotas the plan with them; below it the best that money buys without them.
        None where no order holds all quotas.
    """
    base = _base(plan, offer)
    if base is None:
        return ()
    climb = ladder_of(base, plan.prices.minor_digits if plan.prices.stated else 0)
    bought = [[_within(plan, strata, each, budget) for _, budget in climb] for each in offers]
    place = next(at for at, each in enumerate(offers) if each.name == offer.name)
    if offer.best is not None:
        bought[place][HERE] = offer.best
    rungs = []
    for rung, (percent, budget) in enumerate(climb):
        own = bought[place][rung]
        found = Estimate(own.found)
        if plan.resamples:
            low, high = interval(in_draws(plan, strata, offer, own).found)
            found = Estimate(own.found, min(float(low), own.found), max(float(high), own.found))
        net = None if own.net is None else own.net - luck_of(plan, strata, offer, own)
        held = _held(offer, own)
        leaders = _leading(offers, [each[rung] for each in bought])
        chance = None if met is None else chances(strata, offer, met, own.items)[1]
        all_held = held == sum(bool(each.quota) for each in strata)
        rungs.append(
            Rung(percent, budget, QuotaAlternative(own, found, net, held, all_held, chance), leaders)
        )
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
