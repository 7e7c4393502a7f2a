"""The plan with quotas: whose order, how far in each stratum, at what cost, and how sure (METHODS Q)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate, pairwise

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.core.stops import SAFE, first_met, interval, sure_quotas
from budgetplan.domain.decision import Estimate, Refusal
from budgetplan.domain.items import Items
from budgetplan.domain.plan import MIXTURE, Plan
from budgetplan.domain.prices import MICRO
from budgetplan.evidence.paths import Evidence
from budgetplan.metrics.ranking.budget import tie_extremes
from budgetplan.metrics.ranking.quotas import last_entry_cost, most_entries
from budgetplan.planning.compare.drawn import PlanDraws
from budgetplan.planning.filter.list_check import ListCheck, beyond, check_list
from budgetplan.planning.filter.quota.stops import (
    Offer,
    QuotaStops,
    added_up,
    best_within,
    chances,
    in_draws,
    luck_of,
    offer_of,
    stops_at,
)
from budgetplan.planning.filter.quota.strata import Stratum, strata_of
from budgetplan.planning.ladder.of_quota import QuotaAlternative, ladder_of_quotas
from budgetplan.planning.ladder.rungs import Rung


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
class QuotaModel:
    """What one model offers: its least cost for all quotas, and its own plan; None where it holds not all of them.

    ``unsure``: it does, but not as surely as is wanted.
    """

    name: str
    least_items: int | None
    least_spend: Decimal | None
    items: int | None
    spend: Decimal | None
    found: float | None
    net: float | None
    unsure: bool = False


@dataclass(frozen=True)
class SaferPlan:
    """Stops at which all quotas are met at once in 95 % of the draws."""

    items: int
    spend: Decimal
    chance: float


@dataclass(frozen=True, eq=False)
class QuotaPlan:
    """The plan.

    Attributes
    ----------
    evidence, check
        What the labelled items say of the whole list, and whether they may speak for it.
    strata, offer
        The strata, and the stops in the recommended order.
    rows, models
        Each stratum, and each model, by name.
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
    within_budget
        Whether the budget pays for the least cost.
    ladder
        What budgets from nothing to twice the budget buy; none where no order holds all quotas.
    refusal, refused
        Why the labelled items cannot speak for the list, and in which stratum (empty: the whole).
    """

    evidence: Evidence
    check: ListCheck
    strata: tuple[Stratum, ...]
    offer: Offer
    rows: tuple[QuotaRow, ...]
    models: tuple[QuotaModel, ...]
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
    within_budget: bool
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
    offers = [_surely(plan, strata, offer_of(plan, strata, model.name)) for model in whole.models]
    mixed = [offer for offer in offers if offer.name == MIXTURE]
    offer = mixed[0] if mixed else min(offers, key=lambda each: _preference(plan, each))
    check = check_list(whole)
    chosen = None if check.refusal else offer.best
    outside = "" if chosen is None else _outside(strata, offer, chosen)
    shown = offer.best or offer.least
    met = _first_met(strata, offer) if plan.resamples else None
    each: Sequence[float | None] = [None] * len(strata)
    together = surest = None
    if met is not None:
        surest = chances(strata, offer, met, [stratum.evidence.whole_items for stratum in strata])[1]
    if met is not None and shown is not None:
        each, together = chances(strata, offer, met, shown.items)
    safe = None if met is None else _sure(strata, offer, met, SAFE)
    if outside:
        check, chosen = replace(check, refusal="outside"), None
    price, price_found = _prices_of_quotas(plan, offer)
    draws = found = net = None
    off = 0.0
    if chosen is not None:
        found = Estimate(chosen.found)
        off = luck_of(plan, strata, offer, chosen)
        if plan.resamples:
            draws = in_draws(plan, strata, offer, chosen, off)
            low, high = interval(draws.found)
            found = Estimate(chosen.found, min(float(low), chosen.found), max(float(high), chosen.found))
        net = _net(chosen, draws, off)
    return QuotaPlan(
        evidence=whole,
        check=check,
        strata=strata,
        offer=offer,
        rows=_rows(plan, strata, (offer, offers), (shown, each, safe)),
        models=tuple(_model(each) for each in offers),
        chosen=chosen,
        draws=draws,
        found=found,
        net=net,
        luck=off,
        once=once_paid(plan, offer),
        price=price,
        price_found=price_found,
        chance=together if chosen is not None or offer.unsure else None,
        surest=surest,
        safer=_safer(plan, strata, offer, met, safe),
        within_budget=offer.least is None or offer.unsure or offer.best is not None,
        ladder=() if check.refusal else ladder_of_quotas(plan, strata, offers, offer, met),
        refusal=check.refusal,
        refused=outside,
    )


def _surely(plan: Plan, strata: Sequence[Stratum], offer: Offer) -> Offer:
    """Return what an order offers where all quotas are to be met at once in a share of the draws."""
    assert plan.quota is not None
    if plan.quota.sure is None or offer.least is None:
        return offer
    met = _first_met(strata, offer) if plan.resamples else None
    items = None if met is None else _sure(strata, offer, met, float(plan.quota.sure))
    if items is None:
        return replace(offer, best=None, unsure=True)
    reaches = tuple(
        None if reach is None else replace(reach, items=at)
        for reach, at in zip(offer.reaches, items, strict=True)
    )
    least, best = stops_at(plan, strata, offer.orders, items), best_within(plan, strata, offer.orders, items)
    return replace(offer, reaches=reaches, least=least, best=best)


def _first_met(strata: Sequence[Stratum], offer: Offer) -> IntArray:
    """Return at which end of a cell each quota is met in every draw, shape (draws, strata); beyond the last: never."""
    pairs = zip(strata, offer.orders, strict=True)
    return np.column_stack([first_met(stratum.draws(order).found, stratum.quota) for stratum, order in pairs])


def _sure(strata: Sequence[Stratum], offer: Offer, met: IntArray, sure: float) -> list[int] | None:
    """Return whole items of each stratum that meet all quotas at once in such a share of the draws, for little money."""
    ends = [stratum.draws(order).ends for stratum, order in zip(strata, offer.orders, strict=True)]
    paid = [order.path.read("cost", at) for order, at in zip(offer.orders, ends, strict=True)]
    found = sure_quotas(paid, met, sure)
    if found is None:
        return None
    reached = zip(ends, found.stops, strata, strict=True)
    return [min(int(np.ceil(at[stop])), stratum.evidence.whole_items) for at, stop, stratum in reached]


def _preference(plan: Plan, one: Offer) -> tuple[object, ...]:
    """Return what models are sorted by: first those that meet all, then the greatest gain, then the least cost."""
    stops = one.best or one.least
    if stops is None:
        return (3, -sum(most_entries(order.path) for order in one.orders), 0, 0, one.name)
    gain = 0.0
    if one.best is not None and stops.net is not None:
        gain = stops.net
    elif one.best is not None and plan.budget is not None:
        gain = stops.found
    return (
        2 if one.unsure else int(one.best is None),
        -round(gain, 9),
        stops.spend,
        stops.reviewed,
        one.name,
    )


def _outside(strata: Sequence[Stratum], offer: Offer, chosen: QuotaStops) -> str:
    """Return the first stratum of whose plan too much stands beyond all labelled items; empty where none is."""
    for stratum, order, at in zip(strata, offer.orders, chosen.items, strict=True):
        seen = max(len(stratum.sampled), 1)
        if beyond(stratum.evidence, order, at).no_accident(seen):
            return stratum.name
    return ""


def _safer(
    plan: Plan, strata: Sequence[Stratum], offer: Offer, met: IntArray | None, safe: list[int] | None
) -> SaferPlan | None:
    if met is None or safe is None:
        return None
    stops = stops_at(plan, strata, offer.orders, safe)
    return SaferPlan(stops.reviewed, stops.spend, chances(strata, offer, met, safe)[1])


def _rows(
    plan: Plan,
    strata: Sequence[Stratum],
    offers: tuple[Offer, Sequence[Offer]],
    planned: tuple[QuotaStops | None, Sequence[float | None], list[int] | None],
) -> tuple[QuotaRow, ...]:
    (offer, every), (shown, each, safe) = offers, planned
    spent = _spent(plan, strata, offer, shown)
    rows = []
    for place, (one, order) in enumerate(zip(strata, offer.orders, strict=True)):
        at = 0 if shown is None else shown.items[place]
        evidence, found = one.evidence, Estimate(float(order.path.read("positives", at)))
        if plan.resamples and at:
            low, high = interval(one.draws(order).at(np.array([float(at)]))[:, 0])
            found = Estimate(found.value, min(float(low), found.value), max(float(high), found.value))
        worst = tie_extremes(order.path, at)[0]
        last = last_entry_cost(order.path, at) if at else None
        most = max(float(other.orders[place].path.read("positives", evidence.whole_items)) for other in every)
        rows.append(
            QuotaRow(
                name=one.name,
                quota=one.quota,
                labelled=len(one.sampled),
                listed=evidence.list_items,
                most=most,
                items=at,
                spend=spent[place],
                found=found,
                found_worst=max(worst, 0.0),
                last_entry=None if last is None else last / MICRO * float(plan.prices.per_direct),
                chance=each[place],
                safe_items=None if safe is None else safe[place],
            )
        )
    return tuple(rows)


def _spent(plan: Plan, strata: Sequence[Stratum], offer: Offer, shown: QuotaStops | None) -> list[Decimal]:
    """Return what of the printed total falls to each stratum, by what its items cost; with what is paid once they add up to it.

    Hours are billed in hundredths of all of them, so that no stratum has a bill of its own.
    """
    if shown is None or not shown.reviewed:
        return [Decimal(0)] * len(strata)
    placed = list(zip(strata, offer.orders, shown.items, strict=True))
    each = [one.evidence.bought(order, at) for one, order, at in placed]
    left = plan.prices.printed_total(added_up(each), offer.cost) - once_paid(plan, offer)
    costs = [Decimal(float(order.path.read("cost", at))) for _, order, at in placed]
    whole = sum(costs, Decimal(0))
    due = [plan.prices.rounded(left * upto / whole) if whole else Decimal(0) for upto in accumulate(costs)]
    due[-1] = left
    return [after - before for before, after in pairwise([Decimal(0), *due])]


def once_paid(plan: Plan, offer: Offer) -> Decimal:
    """Return what is paid once as soon as anything is reviewed: fixed costs and the model, with indirect costs."""
    prices = plan.prices
    if not prices.stated:
        return Decimal(0)
    return prices.rounded(prices.once(offer.cost))


def _net(chosen: QuotaStops, draws: PlanDraws | None, off: float) -> Estimate | None:
    if chosen.net is None:
        return None
    net = chosen.net - off
    if draws is None or draws.net is None:
        return Estimate(net)
    low, high = interval(draws.net)
    return Estimate(net, min(float(low), net), max(float(high), net))


def _prices_of_quotas(plan: Plan, offer: Offer) -> tuple[float | None, float | None]:
    best, free = offer.best, offer.free
    if best is None or free is None:
        return None, None
    if best.net is not None and free.net is not None:
        return max(free.net - best.net, 0.0), None
    return None, max(free.found - best.found, 0.0) if plan.budget is not None else None


def _model(one: Offer) -> QuotaModel:
    least, best = None if one.unsure else one.least, one.best
    return QuotaModel(
        name=one.name,
        least_items=None if least is None else least.reviewed,
        least_spend=None if least is None else least.spend,
        items=None if best is None else best.reviewed,
        spend=None if best is None else best.spend,
        found=None if best is None else best.found,
        net=None if best is None or best.net is None else best.net,
        unsure=one.unsure,
    )
