"""How far a model's order is followed in each stratum: least cost first, then what gains most (METHODS Q)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.stops import Luck, luck
from budgetplan.domain.fractions import Ratio
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO, Quantities
from budgetplan.evidence.paths import BILLED, Ranked, limit_of
from budgetplan.metrics.ranking.budget import Reach, items_for_target
from budgetplan.metrics.ranking.quotas import StratumStops, best_stops
from budgetplan.planning.compare.drawn import PlanDraws
from budgetplan.planning.filter.quota.strata import Stratum

TRIED, BY_WHAT_IS_OVER = 90, 50
"""So often a budget is narrowed until the printed total holds it, so often first by what that is over it."""


@dataclass(frozen=True)
class QuotaStops:
    """Stops of all strata in one model's order, by stratum, and what they cost and bring together.

    ``spend``: the printed total; ``net`` None where entries have no worth.
    """

    items: tuple[int, ...]
    bought: Quantities
    spend: Decimal
    found: float
    net: float | None

    @property
    def reviewed(self) -> int:
        """Items reviewed in all strata."""
        return sum(self.items)

    def least_budget(self, plan: Plan, model_cost: Decimal) -> Decimal:
        """Return the least sum of money that pays for these stops, before and after what is billed is rounded."""
        prices, only = plan.prices, plan.budget is not None and plan.budget.covers == "annotation"
        least = prices.least_budgets(self.bought, model_cost, annotation_only=only)
        return Decimal(int(least[0])).scaleb(-prices.minor_digits)


@dataclass(frozen=True, eq=False)
class Offer:
    """What one model offers.

    Attributes
    ----------
    name, cost
        Of the model.
    orders
        Its order of each stratum.
    reaches
        Where each quota is held; None: nowhere.
    least
        The plan of least cost; None where a quota cannot be held.
    best
        What is recommended of it: from the least stops on what gains most within the budget. None also where the
        budget does not pay for the least cost.
    free
        The same without quotas.
    unsure
        Whether not even the whole list holds all quotas in as many resamples as is wanted: ``least`` holds each by the
        best estimate then, and nothing is recommended.
    """

    name: str
    cost: Decimal
    orders: tuple[Ranked, ...]
    reaches: tuple[Reach | None, ...]
    least: QuotaStops | None
    best: QuotaStops | None
    free: QuotaStops | None
    unsure: bool = False


def offer_of(plan: Plan, strata: Sequence[Stratum], name: str) -> Offer:
    """Return what a model offers."""
    orders = tuple(one.evidence.model(name) for one in strata)
    reaches = tuple(
        items_for_target(order.path, one.quota) for one, order in zip(strata, orders, strict=True)
    )
    cost = orders[0].cost
    least = best = free = None
    known = [reach.items for reach in reaches if reach is not None]
    if len(known) == len(strata):
        least = stops_at(plan, strata, orders, known)
        best = best_within(plan, strata, orders, known)
        free = best_within(plan, strata, orders, [0] * len(strata))
    return Offer(name, cost, orders, reaches, least, best, free)


def stops_at(
    plan: Plan, strata: Sequence[Stratum], orders: Sequence[Ranked], items: Sequence[int]
) -> QuotaStops:
    """Return what stops of all strata cost and bring."""
    each = [one.evidence.bought(order, at) for one, order, at in zip(strata, orders, items, strict=True)]
    bought = added_up(each)
    spend = plan.prices.printed_total(bought, orders[0].cost)
    found = sum(float(order.path.read("positives", at)) for order, at in zip(orders, items, strict=True))
    net = None
    if plan.values is not None:
        worth = sum(float(order.path.read("value", at)) for order, at in zip(orders, items, strict=True))
        left = sum(one.evidence.left_value(order) for one, order in zip(strata, orders, strict=True))
        net = worth + left - float(spend)
    return QuotaStops(tuple(int(at) for at in items), bought, spend, found, net)


def added_up(bought: Sequence[Quantities]) -> Quantities:
    """Return what is paid for in several strata together.

    >>> both = added_up([Quantities(2, seconds=1.5), Quantities(3)])
    >>> int(both.items[0]), both.seconds.top.tolist(), both.seconds.bottom.tolist()
    (5, [1500000], [1000000])
    """
    sums = {}
    for name in BILLED:
        total = Ratio.of(0)
        for one in bought:
            total = total.plus(Ratio.of(getattr(one, name)))
        sums[name] = total
    items = sum(int(np.atleast_1d(one.items)[0]) for one in bought)
    return Quantities(np.array([items], dtype=np.int64), **sums)


def best_within(
    plan: Plan, strata: Sequence[Stratum], orders: Sequence[Ranked], least: Sequence[int]
) -> QuotaStops | None:
    """Return the stops from the least ones on that gain most within the budget; None where these are beyond it."""
    budget, prices = plan.budget, plan.prices
    if budget is None and plan.values is None:
        return stops_at(plan, strata, orders, least)
    measure, limit = ("cost", np.inf) if budget is None else limit_of(prices, orders[0].cost, budget)
    from_least = [
        _from(plan, one, order, at, measure) for one, order, at in zip(strata, orders, least, strict=True)
    ]
    fixed = float(prices.once(orders[0].cost))
    once = (0.0, fixed if plan.values is not None else 0.0)
    for tried in range(TRIED):
        chosen = best_stops(from_least, limit, once)
        if chosen is None:
            return None
        items = [int(one.items[at]) for one, at in zip(from_least, chosen, strict=True)]
        stops = stops_at(plan, strata, orders, items)
        over = _over(plan, stops, orders[0].cost)
        if over <= 0 or not stops.reviewed:
            return stops
        # The printed lines round up what the exact sums just pay for; where entries are dear, by more than a few items.
        limit -= max(over, 2.0 ** (tried - BY_WHAT_IS_OVER))
    return None


def _from(plan: Plan, one: Stratum, order: Ranked, least: int, measure: str) -> StratumStops:
    evidence, prices = one.evidence, plan.prices
    stops = evidence.stops(order, evidence.whole_items)
    stops = np.union1d(stops[stops >= least], np.array([least]))
    at = stops.astype(np.float64)
    spent = at if measure == "items" else order.path.read(measure, at)
    gain: FloatArray = order.path.read("positives", at)
    if plan.values is not None:
        gain = order.path.read("value", at) - order.path.read("cost", at) / MICRO * float(prices.per_direct)
    return StratumStops(stops, np.asarray(spent), gain)


def _over(plan: Plan, stops: QuotaStops, model_cost: Decimal) -> float:
    """Return by how much a budget of money is passed as printed, in millionths; 0 where it is not."""
    budget, prices = plan.budget, plan.prices
    if budget is None or budget.unit != "money":
        return 0.0
    only = budget.covers == "annotation"
    if bool(prices.within(stops.bought, model_cost, budget.amount, annotation_only=only).all()):
        return 0.0
    return max(float(stops.least_budget(plan, model_cost) - budget.amount) * MICRO, 1.0)


def _held_by(strata: Sequence[Stratum], met: IntArray, offer: Offer, items: Sequence[int]) -> FloatArray:
    """Return in which draws so many items of each stratum hold its quota, shape (draws, strata)."""
    columns = []
    for place, (stratum, order, at) in enumerate(zip(strata, offer.orders, items, strict=True)):
        ends = stratum.draws(order).ends
        reached = int(np.searchsorted(ends, at, side="right")) - 1
        columns.append(met[:, place] <= reached)
    return np.column_stack(columns).astype(np.float64)


def chances(
    strata: Sequence[Stratum], offer: Offer, met: IntArray, items: Sequence[int]
) -> tuple[list[float], float]:
    """Return in which share of the draws so many items of each stratum hold its quota, and all of them at once."""
    held = _held_by(strata, met, offer, items)
    return held.mean(axis=0).tolist(), float(held.all(axis=1).mean())


def in_draws(
    plan: Plan, strata: Sequence[Stratum], offer: Offer, stops: QuotaStops, off: float = 0.0
) -> PlanDraws:
    """Return stops of all strata in every draw."""
    found, worth, extra = np.zeros((3, 1))
    for stratum, order, items in zip(strata, offer.orders, stops.items, strict=True):
        draws, at = stratum.draws(order), np.array([float(items)])
        there = draws.at(at)
        found = found + there[:, 0]
        if plan.values is not None:
            worths = stratum.evidence.worths["value"]
            worth = worth + worths.along(there, draws.at(worths.edges), at)[:, 0]
            worth = worth + stratum.evidence.left_value(order)
        if plan.prices.extra_per_entry:
            more = (there[:, 0] - float(order.path.read("positives", items))) * stratum.evidence.extra_micros
            extra = extra + more / MICRO * float(plan.prices.per_direct)
    spend = float(stops.spend) + extra
    return PlanDraws(
        net=None if plan.values is None else worth - spend - off,
        found=found,
        spend=spend if plan.prices.extra_per_entry else None,
    )


def luck_of(plan: Plan, strata: Sequence[Stratum], offer: Offer, stops: QuotaStops) -> float:
    """Return what choosing stops beyond the quotas owes to luck, added up over the strata: each has its own best stop."""
    if plan.values is None or offer.least is None:
        return 0.0
    off = 0.0
    once = float(plan.prices.per_direct)
    for stratum, order, least, items in zip(
        strata, offer.orders, offer.least.items, stops.items, strict=True
    ):
        draws, worths = stratum.draws(order), stratum.evidence.worths["value"]
        ends = draws.ends[draws.ends >= least]
        at = np.concatenate([[float(least)], ends, [float(items)]])
        value = worths.along(draws.at(at, draws.rates), draws.at(worths.edges, draws.rates), at)
        net = value - order.path.read("cost", at) / MICRO * once
        net -= net[:, :1]
        gained = luck(net[:, :-1])
        off += Luck(gained.whole, max(gained.best, float(net[:, -1].mean()))).off(float(net[:, -1].mean()))
    return off
