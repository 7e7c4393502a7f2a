"""What one model's order of all strata offers: least cost first, then what gains most (METHODS Q)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.path import items_for_target
from budgetplan.core.stops import Luck, first_met, luck, sure_quotas
from budgetplan.domain.fractions import Ratio
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import MICRO, Quantities
from budgetplan.lists.evidence import BILLED, Ranked, limit_of
from budgetplan.lists.quota_stops import StratumStops, best_stops
from budgetplan.lists.strata import Stratum
from budgetplan.plans.plan_draws import PlanDraws

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


@dataclass(frozen=True, eq=False)
class Offer:
    """One model's order of all strata, and what it offers.

    Attributes
    ----------
    plan, name
        The plan, and the model.
    strata, orders
        The strata, and the model's order of each.
    needed
        After how many items each quota is held; None: nowhere.
    least
        The plan of least cost; None where a quota cannot be held.
    best
        What is recommended of it: from the least stops on what gains most within the budget. None also where the
        budget does not pay for the least cost.
    free
        The same without quotas.
    unsure
        Whether not even the whole list holds all quotas in as many draws as is wanted: ``least`` holds each by the best
        estimate then, and nothing is recommended.
    """

    plan: Plan
    name: str
    strata: tuple[Stratum, ...]
    needed: tuple[int | None, ...] = ()
    least: QuotaStops | None = None
    best: QuotaStops | None = None
    free: QuotaStops | None = None
    unsure: bool = False
    orders: tuple[Ranked, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Look the orders up."""
        object.__setattr__(self, "orders", tuple(one.evidence.model(self.name) for one in self.strata))

    @property
    def cost(self) -> Decimal:
        """What the model costs."""
        return self.orders[0].cost

    @property
    def surely_least(self) -> QuotaStops | None:
        """The plan of least cost, where it is as sure as is wanted."""
        return None if self.unsure else self.least

    @cached_property
    def met(self) -> IntArray:
        """At which end of a cell each quota is met in every draw, shape (draws, strata); beyond the last: never."""
        pairs = zip(self.strata, self.orders, strict=True)
        return np.column_stack([first_met(one.draws(order).found, one.quota) for one, order in pairs])

    def at(self, items: Sequence[int]) -> QuotaStops:
        """Return what stops of all strata cost and bring."""
        placed = list(zip(self.strata, self.orders, items, strict=True))
        bought = added_up([one.evidence.bought(order, at) for one, order, at in placed])
        spend = self.plan.prices.printed_total(bought, self.cost)
        found = sum(float(order.path.read("positives", at)) for _, order, at in placed)
        net = None
        if self.plan.values is not None:
            worth = sum(float(order.path.read("value", at)) for _, order, at in placed)
            net = worth + sum(one.evidence.left_value(order) for one, order, _ in placed) - float(spend)
        return QuotaStops(tuple(int(at) for at in items), bought, spend, found, net)

    def best_within(self, budget: Budget | None, least: Sequence[int]) -> QuotaStops | None:
        """Return the stops from the least ones on that gain most within a budget; None where these are beyond it."""
        prices, valued = self.plan.prices, self.plan.values is not None
        if budget is None and not valued:
            return self.at(least)
        measure, limit = ("cost", np.inf) if budget is None else limit_of(prices, self.cost, budget)
        pieces = []
        for one, order, start in zip(self.strata, self.orders, least, strict=True):
            stops = one.evidence.stops(order, one.evidence.whole_items)
            stops = np.union1d(stops[stops >= start], np.array([start]))
            at = stops.astype(np.float64)
            gain: FloatArray = order.path.read("positives", at)
            if valued:
                gain = order.path.read("value", at)
                gain = gain - order.path.read("cost", at) / MICRO * float(prices.per_direct)
            pieces.append(
                StratumStops(stops, at if measure == "items" else order.path.read(measure, at), gain)
            )
        once = (0.0, float(prices.once(self.cost)) if valued else 0.0)
        for tried in range(TRIED):
            chosen = best_stops(pieces, limit, once)
            if chosen is None:
                return None
            best = self.at([int(piece.items[at]) for piece, at in zip(pieces, chosen, strict=True)])
            over = self._over(best, budget)
            if over <= 0 or not best.reviewed:
                return best
            # The printed lines round up what the exact sums just pay for; where entries are dear, by more than a few items.
            limit -= max(over, 2.0 ** (tried - BY_WHAT_IS_OVER))
        return None

    def _over(self, stops: QuotaStops, budget: Budget | None) -> float:
        """Return by how much a budget of money is passed as printed, in millionths; 0 where it is not."""
        if budget is None or budget.unit != "money":
            return 0.0
        only = budget.covers == "annotation"
        if bool(self.plan.prices.within(stops.bought, self.cost, budget.amount, annotation_only=only).all()):
            return 0.0
        return max(float(self.least_budget(stops) - budget.amount) * MICRO, 1.0)

    def least_budget(self, stops: QuotaStops) -> Decimal:
        """Return the least sum of money that pays for these stops, before and after what is billed is rounded."""
        prices, budget = self.plan.prices, self.plan.budget
        only = budget is not None and budget.covers == "annotation"
        least = prices.least_budgets(stops.bought, self.cost, annotation_only=only)
        return Decimal(int(least[0])).scaleb(-prices.minor_digits)

    def surely(self, share: float) -> list[int] | None:
        """Return whole items of each stratum that meet all quotas at once in such a share of the draws, for little money."""
        ends = [one.draws(order).ends for one, order in zip(self.strata, self.orders, strict=True)]
        paid = [order.path.read("cost", at) for order, at in zip(self.orders, ends, strict=True)]
        sure = sure_quotas(paid, self.met, share)
        if sure is None:
            return None
        stops = zip(ends, sure.stops, self.strata, strict=True)
        return [min(int(np.ceil(at[stop])), one.evidence.whole_items) for at, stop, one in stops]

    def held(self, items: Sequence[int]) -> int:
        """Return how many quotas are expected to be met."""
        return sum(
            needed is not None and 0 < needed <= at for needed, at in zip(self.needed, items, strict=True)
        )

    def chances(self, items: Sequence[int]) -> tuple[list[float], float]:
        """Return in which share of the draws so many items of each stratum hold its quota, and all of them at once."""
        pairs = zip(self.strata, self.orders, items, strict=True)
        reached = [np.searchsorted(one.draws(order).ends, at, side="right") - 1 for one, order, at in pairs]
        held: BoolArray = self.met <= np.array(reached)
        return held.mean(axis=0).tolist(), float(held.all(axis=1).mean())

    def in_draws(self, stops: QuotaStops, off: float = 0.0) -> PlanDraws:
        """Return stops of all strata in every draw; ``off``: what is taken off the net value."""
        prices, valued = self.plan.prices, self.plan.values is not None
        found, worth, extra = np.zeros((3, 1))
        for stratum, order, items in zip(self.strata, self.orders, stops.items, strict=True):
            draws, at = stratum.draws(order), np.array([float(items)])
            there = draws.at(at)
            found = found + there[:, 0]
            if valued:
                worths = stratum.evidence.worths["value"]
                worth = worth + worths.along(there, draws.at(worths.edges), at)[:, 0]
                worth = worth + stratum.evidence.left_value(order)
            if prices.extra_per_entry:
                more = there[:, 0] - float(order.path.read("positives", items))
                extra = extra + more * stratum.evidence.extra_micros / MICRO * float(prices.per_direct)
        spend = float(stops.spend) + extra
        return PlanDraws(
            net=worth - spend - off if valued else None,
            found=found,
            spend=spend if prices.extra_per_entry else None,
        )

    def luck(self, stops: QuotaStops) -> float:
        """Return what choosing stops beyond the quotas owes to luck, added up over the strata: each has its own best stop."""
        if self.plan.values is None or self.least is None:
            return 0.0
        off, per_direct = 0.0, float(self.plan.prices.per_direct)
        for stratum, order, least, items in zip(
            self.strata, self.orders, self.least.items, stops.items, strict=True
        ):
            draws, worths = stratum.draws(order), stratum.evidence.worths["value"]
            at = np.concatenate([[float(least)], draws.ends[draws.ends >= least], [float(items)]])
            value = worths.along(draws.at(at, draws.rates), draws.at(worths.edges, draws.rates), at)
            net = value - order.path.read("cost", at) / MICRO * per_direct
            net -= net[:, :1]
            gained, here = luck(net[:, :-1]), float(net[:, -1].mean())
            off += Luck(gained.whole, max(gained.best, here)).off(here)
        return off


def offer_of(plan: Plan, strata: Sequence[Stratum], name: str) -> Offer:
    """Return what a model's order offers: for the quotas as they are expected, or as surely as the plan wants them."""
    assert plan.quota is not None
    offer = Offer(plan, name, tuple(strata))
    pairs = zip(offer.strata, offer.orders, strict=True)
    reaches = [items_for_target(order.path, one.quota) for one, order in pairs]
    needed = [None if reach is None else reach.items for reach in reaches]
    known = [items for items in needed if items is not None]
    offer = replace(offer, needed=tuple(needed))
    if len(known) < len(strata):
        return offer
    free = offer.best_within(plan.budget, [0] * len(strata))
    if plan.quota.sure is not None:
        sure = offer.surely(float(plan.quota.sure)) if plan.resamples else None
        if sure is None:
            return replace(offer, least=offer.at(known), free=free, unsure=True)
        known = sure
    best = offer.best_within(plan.budget, known)
    return replace(offer, needed=tuple(known), least=offer.at(known), best=best, free=free)


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
