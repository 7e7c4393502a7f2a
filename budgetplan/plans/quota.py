"""The plan with quotas: whose order, how far in each stratum, at what cost, and how sure (METHODS Q)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate, pairwise

import numpy as np

from budgetplan.core.path import tie_extremes
from budgetplan.core.stops import SAFE
from budgetplan.domain.decision import Estimate, Refusal
from budgetplan.domain.items import Items
from budgetplan.domain.plan import MIXTURE, Budget, Plan
from budgetplan.domain.prices import MICRO
from budgetplan.lists.estimates import less_luck, of_draws
from budgetplan.lists.evidence import Evidence
from budgetplan.lists.quota_stops import last_entry_cost
from budgetplan.lists.strata import Stratum, strata_of
from budgetplan.plans.ladder import HERE, Rung, ladder_of
from budgetplan.plans.list_check import ListCheck, beyond, check_list
from budgetplan.plans.plan_draws import PlanDraws
from budgetplan.plans.quota_offers import Offer, QuotaStops, offer_of

_EQUAL = 9
"""Gains that agree in so many decimals are equal."""


@dataclass(frozen=True)
class QuotaRow:
    """One stratum of the plan.

    Attributes
    ----------
    name, quota
        Of the stratum.
    labelled, listed
        Labelled items, and items of the list.
    most
        Entries that the whole stratum is expected to hold.
    items, spend
        Items reviewed, and the part of the printed total that they add.
    found, found_worst
        Entries expected among them, and in the worst order of equal items.
    last_entry
        What lies between the last entry but one and the last, in currency units (items without prices); None where
        none is found.
    chance
        Share of draws in which the quota is met; None where no draws are asked for.
    safe_items
        Items of the safer plan; None where there is none.
    """

    name: str
    quota: int
    labelled: int
    listed: float
    most: float
    items: int
    spend: Decimal
    found: Estimate
    found_worst: float
    last_entry: float | None
    chance: float | None
    safe_items: int | None

    @property
    def tied(self) -> bool:
        """Whether the order of equal items moves what is found by half an entry or more."""
        return self.found.value - self.found_worst > 0.5


def added_rows(rows: Sequence[QuotaRow]) -> QuotaRow:
    """Return several strata as one; how sure they are together is not said."""
    return QuotaRow(
        name="",
        quota=sum(row.quota for row in rows),
        labelled=sum(row.labelled for row in rows),
        listed=sum(row.listed for row in rows),
        most=sum(row.most for row in rows),
        items=sum(row.items for row in rows),
        spend=sum((row.spend for row in rows), Decimal(0)),
        found=Estimate(sum(row.found.value for row in rows)),
        found_worst=sum(row.found_worst for row in rows),
        last_entry=None,
        chance=None,
        safe_items=None,
    )


@dataclass(frozen=True)
class SaferPlan:
    """Stops at which all quotas are met at once in 95 % of the draws."""

    items: int
    spend: Decimal
    chance: float


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


@dataclass(frozen=True, eq=False)
class QuotaPlan:
    """The plan.

    Attributes
    ----------
    evidence, check
        What the labelled items say of the whole list, and whether they may speak for it.
    strata, offer, offers
        The strata, what the recommended order offers, and what each order does, by name.
    rows
        Each stratum, by name.
    chosen
        The recommended stops; None where quotas or budget cannot be met.
    draws
        The recommended stops in every draw; None without any.
    found, net
        Entries, and the net value, of the plan; of this less luck.
    luck
        What choosing stops beyond the quotas owes to luck, in currency units.
    once
        What is paid once: with what the strata add, the printed total.
    price, price_found
        What the quotas cost: net value, or entries, of the best plan without them, less that with them; None where
        that says nothing.
    chance
        Share of draws in which all quotas are met at once; with the least stops where these are not sure enough.
    surest
        The same where the whole list is reviewed; None where no draws are asked for.
    safer
        None where no draws are asked for, or where not even the whole list is as sure.
    ladder
        What budgets from nothing to twice the budget buy; none where no order holds all quotas.
    refusal, refused
        Why the labelled items cannot speak for the list, and in which stratum (empty: the whole).
    """

    evidence: Evidence
    check: ListCheck
    strata: tuple[Stratum, ...]
    offer: Offer
    offers: tuple[Offer, ...]
    rows: tuple[QuotaRow, ...]
    chosen: QuotaStops | None
    draws: PlanDraws | None
    found: Estimate | None
    net: Estimate | None
    luck: float
    once: Decimal
    price: float | None
    price_found: float | None
    chance: float | None
    surest: float | None
    safer: SaferPlan | None
    ladder: tuple[Rung[QuotaAlternative], ...]
    refusal: Refusal = ""
    refused: str = ""

    @property
    def plan(self) -> Plan:
        """What the user said."""
        return self.evidence.plan

    @property
    def beyond(self) -> tuple[QuotaRow, ...]:
        """Strata whose quota no model can hold."""
        return tuple(row for row in self.rows if row.most < row.quota * (1 - 1e-12))

    @property
    def within_budget(self) -> bool:
        """Whether the budget pays for the least cost."""
        return self.offer.surely_least is None or self.offer.best is not None

    @property
    def items(self) -> float:
        """Items of the list."""
        return self.evidence.list_items

    def left(self, reviewed: int) -> float:
        """Return how many items of the list nobody reads where so many are reviewed."""
        return float(self.items) - reviewed

    @property
    def is_sure(self) -> bool:
        """Whether all quotas are met at once as often as is wanted."""
        wanted = None if self.plan.quota is None else self.plan.quota.sure
        # As numbers of one kind: the decimal 0.95 is a little more than the floating one.
        return wanted is not None and self.chance is not None and self.chance >= float(wanted) - 1e-12


def plan_with_quotas(plan: Plan, items: Items, whole: Evidence) -> QuotaPlan:
    """Decide how far the recommended order is followed in each stratum: the order of all models, else the best one.

    Parameters
    ----------
    plan
        With a quota.
    items
        All items, with the stratum of each.
    whole
        What the labelled items say of the whole list.

    References
    ----------
    METHODS Q.
    """
    strata = strata_of(plan, items, whole)
    offers = tuple(offer_of(plan, strata, model.name) for model in whole.models)
    mixed = [offer for offer in offers if offer.name == MIXTURE]
    offer = mixed[0] if mixed else min(offers, key=preference)
    best, free, check = offer.best, offer.free, check_list(whole)
    chosen = None if check.refusal else best
    outside = "" if chosen is None else _outside(offer, chosen)
    if outside:
        check, chosen = replace(check, refusal="outside"), None
    shown = best or offer.least
    each: Sequence[float | None] = [None] * len(strata)
    together = surest = safe = safer = None
    if plan.resamples:
        surest = offer.chances([one.evidence.whole_items for one in strata])[1]
        each, together = (each, None) if shown is None else offer.chances(shown.items)
        safe = offer.surely(SAFE)
    if safe is not None:
        stops = offer.at(safe)
        safer = SaferPlan(stops.reviewed, stops.spend, offer.chances(safe)[1])
    price = price_found = None
    if best is not None and free is not None and best.net is not None and free.net is not None:
        price = max(free.net - best.net, 0.0)
    elif best is not None and free is not None and plan.budget is not None:
        price_found = max(free.found - best.found, 0.0)
    draws = found = net = None
    luck = 0.0
    if chosen is not None:
        found, luck = Estimate(chosen.found), offer.luck(chosen)
        net = None if chosen.net is None else Estimate(chosen.net - luck)
    if chosen is not None and plan.resamples:
        draws = offer.in_draws(chosen, luck)
        found = of_draws(chosen.found, draws.found)
        net = None if net is None or draws.net is None else less_luck(net.value, draws.net, luck)
    return QuotaPlan(
        evidence=whole,
        check=check,
        strata=strata,
        offer=offer,
        offers=offers,
        rows=_rows(offer, offers, shown, each, safe),
        chosen=chosen,
        draws=draws,
        found=found,
        net=net,
        luck=luck,
        once=_once(offer),
        price=price,
        price_found=price_found,
        chance=together if chosen is not None or offer.unsure else None,
        surest=surest,
        safer=safer,
        ladder=() if check.refusal else _ladder(offer, offers),
        refusal=check.refusal,
        refused=outside,
    )


def preference(offer: Offer) -> tuple[object, ...]:
    """Return what orders are sorted by: first those that meet all, then the greatest gain, then the least cost."""
    stops, gain = offer.best or offer.least, 0.0
    if stops is None:
        return (3, -sum(order.path.total("positives") for order in offer.orders), 0, 0, offer.name)
    if offer.best is not None and stops.net is not None:
        gain = stops.net
    elif offer.best is not None and offer.plan.budget is not None:
        gain = stops.found
    place = 2 if offer.unsure else int(offer.best is None)
    return (place, -round(gain, _EQUAL), stops.spend, stops.reviewed, offer.name)


def _outside(offer: Offer, chosen: QuotaStops) -> str:
    """Return the first stratum of whose plan too much stands beyond all labelled items; empty where none is."""
    for stratum, order, at in zip(offer.strata, offer.orders, chosen.items, strict=True):
        if beyond(stratum.evidence, order, at).no_accident(max(len(stratum.sampled), 1)):
            return stratum.name
    return ""


def _rows(
    offer: Offer,
    offers: Sequence[Offer],
    shown: QuotaStops | None,
    chances: Sequence[float | None],
    safe: list[int] | None,
) -> tuple[QuotaRow, ...]:
    plan, spent, rows = offer.plan, _spent(offer, shown), []
    for place, (one, order) in enumerate(zip(offer.strata, offer.orders, strict=True)):
        at, whole = 0 if shown is None else shown.items[place], one.evidence.whole_items
        found = Estimate(float(order.path.read("positives", at)))
        if plan.resamples and at:
            found = of_draws(found.value, one.draws(order).at(np.array([float(at)]))[:, 0])
        last = last_entry_cost(order.path, at) if at else None
        rows.append(
            QuotaRow(
                name=one.name,
                quota=one.quota,
                labelled=len(one.sampled),
                listed=one.evidence.list_items,
                most=max(float(other.orders[place].path.read("positives", whole)) for other in offers),
                items=at,
                spend=spent[place],
                found=found,
                found_worst=max(tie_extremes(order.path, at)[0], 0.0),
                last_entry=None if last is None else last / MICRO * float(plan.prices.per_direct),
                chance=chances[place],
                safe_items=None if safe is None else safe[place],
            )
        )
    return tuple(rows)


def _spent(offer: Offer, shown: QuotaStops | None) -> list[Decimal]:
    """Return what of the printed total falls to each stratum, by what its items cost; with what is paid once they add up to it.

    Hours are billed in hundredths of all of them, so that no stratum has a bill of its own.
    """
    if shown is None or not shown.reviewed:
        return [Decimal(0)] * len(offer.strata)
    left = shown.spend - _once(offer)
    pairs = zip(offer.orders, shown.items, strict=True)
    costs = [Decimal(float(order.path.read("cost", at))) for order, at in pairs]
    whole = sum(costs, Decimal(0))
    due = [
        offer.plan.prices.rounded(left * upto / whole) if whole else Decimal(0) for upto in accumulate(costs)
    ]
    due[-1] = left
    return [after - before for before, after in pairwise([Decimal(0), *due])]


def _once(offer: Offer) -> Decimal:
    """Return what is paid once as soon as anything is reviewed: fixed costs and the model, with indirect costs."""
    prices = offer.plan.prices
    return prices.rounded(prices.once(offer.cost)) if prices.stated else Decimal(0)


def _ladder(offer: Offer, offers: Sequence[Offer]) -> tuple[Rung[QuotaAlternative], ...]:
    """Return what budgets from nothing to twice the budget buy, and whose order leads at each.

    From the budget on that pays for all quotas the plan with them; below it the best that money buys without them. The
    budget of the rung at 100 % is the plan's; without one, what the recommended stops cost. None where no order holds all
    quotas.
    """
    plan, base = offer.plan, offer.plan.budget
    if offer.least is None:
        return ()
    if base is None:
        stops, priced = offer.best or offer.least, plan.prices.stated
        base = Budget(offer.least_budget(stops)) if priced else Budget(stops.spend, "items")
    if not base.amount:
        return ()
    rungs, wanted = [], sum(bool(one.quota) for one in offer.strata)
    for place, (percent, budget) in enumerate(
        ladder_of(base, plan.prices.minor_digits if plan.prices.stated else 0)
    ):
        bought = {each.name: _bought(each, budget) for each in offers}
        if place == HERE and offer.best is not None:
            bought[offer.name] = offer.best
        stops = bought[offer.name]
        held, found = offer.held(stops.items), Estimate(stops.found)
        if plan.resamples:
            found = of_draws(stops.found, offer.in_draws(stops).found)
        net = None if stops.net is None else stops.net - offer.luck(stops)
        chance = offer.chances(stops.items)[1] if plan.resamples else None
        option = QuotaAlternative(stops, found, net, held, held == wanted, chance)
        rungs.append(Rung(percent, budget, option, _leading(offers, bought)))
    return tuple(rungs)


def _bought(offer: Offer, budget: Budget) -> QuotaStops:
    """Return what a model's order gives for a budget: with all quotas, else the best without them."""
    stops = None if offer.least is None else offer.best_within(budget, offer.least.items)
    stops = offer.best_within(budget, [0] * len(offer.strata)) if stops is None else stops
    assert stops is not None  # nothing is always paid for
    return stops


def _leading(offers: Sequence[Offer], bought: dict[str, QuotaStops]) -> tuple[str, ...]:
    """Return whose order brings most at a budget, the equal ones by name; nobody of one model."""
    if len(offers) == 1:
        return ()
    gains = {}
    for offer in offers:
        stops = bought[offer.name]
        gain = stops.found if stops.net is None else stops.net
        gains[offer.name] = offer.held(stops.items), round(gain, _EQUAL)
    return tuple(sorted(name for name, gain in gains.items() if gain == max(gains.values())))
