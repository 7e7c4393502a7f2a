"""The plan with quotas: which model, how far in each stratum, at what cost, and how sure (METHODS Q)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate, pairwise

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate, Refusal
from budgetplan.domain.items import Items
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.evidence import noise
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.evidence.rates import found_along, found_at
from budgetplan.intervals.estimates import less
from budgetplan.metrics.ranking.budget import tie_extremes
from budgetplan.metrics.ranking.quotas import (
    chance_of_all,
    depths,
    last_entry_cost,
    most_entries,
    no_surer,
    sure_stops,
)
from budgetplan.metrics.resampling.paired import interval
from budgetplan.planning.compare.replicated import Replicated
from budgetplan.planning.filter.list_check import ListCheck, beyond, check_list
from budgetplan.planning.filter.quota.flattery import Flattered, flattered
from budgetplan.planning.filter.quota.replicated import found_together, held, of_quotas
from budgetplan.planning.filter.quota.stops import (
    Offer,
    QuotaStops,
    added_up,
    best_within,
    offer_of,
    stops_at,
)
from budgetplan.planning.filter.quota.strata import Stratum, any_tied, strata_of
from budgetplan.planning.filter.stop import with_shares
from budgetplan.planning.ladder.of_quota import QuotaAlternative, ladder_of_quotas
from budgetplan.planning.ladder.rungs import Rung

READ_AGAIN = 4
"""So often at most sure stops are read again."""
SURE = 0.95
"""Share of resamples in which a safer plan meets all quotas at once."""


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
        Share of resamples in which the quota is met; None where nothing is resampled.
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
    """Stops at which all quotas are met at once in 95 % of the resamples."""

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
    strata, offer, read
        The strata, the recommended model's stops, and its resamples in each stratum; none without resampling.
    rows, models
        Each stratum, and each model, by name.
    chosen
        The recommended stops; None where quotas or budget cannot be met.
    replicated
        The recommended stops in every resample; None without any.
    found, net
        Entries, and the net value, of the plan, less what its choice flatters itself by.
    flattered
        What is taken off, by model.
    once
        What is paid once: with what the strata add, the printed total.
    price, price_found
        What the quotas cost: net value, or entries, of the best plan without them, less that with them; None where
        that says nothing.
    chance
        Share of resamples in which all quotas are met at once; with the least stops where these are not sure enough.
    surest
        The same where the whole list is reviewed; None where nothing is resampled.
    safer
        None where nothing is resampled, or where not even the whole list is as sure.
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
    read: tuple[noise.ReviewResamples, ...]
    rows: tuple[QuotaRow, ...]
    models: tuple[QuotaModel, ...]
    chosen: QuotaStops | None
    replicated: Replicated | None
    found: Estimate | None
    net: Estimate | None
    flattered: Mapping[str, Flattered]
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
    def off(self) -> Flattered:
        """What is taken off the recommended stops."""
        return self.flattered.get(self.offer.name, Flattered())

    @property
    def beyond(self) -> tuple[QuotaRow, ...]:
        """Strata whose quota no model can hold."""
        return tuple(row for row in self.rows if row.most < row.quota * (1 - 1e-12))

    @property
    def items(self) -> float:
        """Items of the list."""
        return self.evidence.list_items


def plan_with_quotas(plan: Plan, items: Items, whole: Evidence) -> QuotaPlan:
    """Decide which model's order is followed, and how far in each stratum.

    Of the models that hold all quotas (within the budget) that of the greatest net value; without worths the most
    entries for the budget; without a budget the least cost. Of equal ones the cheaper, then fewer items, then the name.

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
    offer = min(offers, key=lambda one: _preference(plan, one))
    check = check_list(whole)
    chosen = None if check.refusal else offer.best
    outside = "" if chosen is None else _outside(strata, offer, chosen)
    shown = offer.best or offer.least
    read = _read(strata, offer, shown)
    needed = _needed(strata, offer, read)
    each, together = _chances(strata, needed, shown)
    safe = _planned(plan, offer, needed) or _safe(strata, needed)
    if outside:
        check, chosen = replace(check, refusal="outside"), None
    price, price_found = _prices_of_quotas(plan, offer)
    taken = flattered(plan, strata, offers, offer)
    off = taken.get(offer.name, Flattered())
    replicated = found = net = None
    if chosen is not None:
        found = Estimate(chosen.found)
        if read:
            replicated = of_quotas(plan, read, offer.orders, chosen)
            found = found_together(replicated, read, offer.orders, chosen, tied=any_tied(strata))
            found = less(found, found.value - off.entries, off.entries, 0.0)
            replicated = replicated.less(off.value, off.entries)
        net = _net(plan, whole, chosen, replicated, (found, off))
    return QuotaPlan(
        evidence=whole,
        check=check,
        strata=strata,
        offer=offer,
        read=read,
        rows=_rows(plan, strata, (offer, offers), (read, off), (shown, each, safe)),
        models=tuple(_model(one, taken.get(one.name, Flattered())) for one in offers),
        chosen=chosen,
        replicated=replicated,
        found=found,
        net=net,
        flattered=taken,
        once=once_paid(plan, offer),
        price=price,
        price_found=price_found,
        chance=together if chosen is not None or offer.unsure else None,
        surest=_surest(strata, needed),
        safer=_safer(plan, strata, offer, needed, safe),
        within_budget=offer.least is None or offer.unsure or offer.best is not None,
        ladder=()
        if check.refusal
        else ladder_of_quotas(plan, strata, offers, offer, (read, off, found), needed),
        refusal=check.refusal,
        refused=outside,
    )


def _surely(plan: Plan, strata: Sequence[Stratum], offer: Offer) -> Offer:
    """Return what a model offers where all quotas are to be met at once in a share of the resamples.

    Each quota gets what it takes in the same share of its resamples, the least one with which all are met as often as
    is wanted. Where not even the whole list is as sure, or nothing is resampled, this is no plan.
    """
    assert plan.quota is not None
    if plan.quota.sure is None or offer.least is None:
        return offer
    items = _sure_items(plan, strata, offer, float(plan.quota.sure))
    if items is None:
        return replace(offer, best=None, unsure=True)
    reaches = tuple(
        None if one is None else replace(one, items=at) for one, at in zip(offer.reaches, items, strict=True)
    )
    least, best = stops_at(plan, strata, offer.orders, items), best_within(plan, strata, offer.orders, items)
    return replace(offer, reaches=reaches, least=least, best=best)


def _sure_items(plan: Plan, strata: Sequence[Stratum], offer: Offer, sure: float) -> list[int] | None:
    """Return the least stops at which all quotas are met at once in such a share of the resamples; None: nowhere.

    Read at these very stops, what resamples find may differ from what was read between two others: they are then found
    anew from there.
    """
    items, read_at = None, offer.least
    for _ in range(READ_AGAIN):
        needed = _needed(strata, offer, _read(strata, offer, read_at))
        if items is not None and needed is not None and chance_of_all(needed, np.array(items))[1] >= sure:
            break
        safe = _safe(strata, needed, sure)
        if safe is None or offer.least is None:
            return None
        deeper = offer.least.items if items is None else items
        items = [max(*both) for both in zip(deeper, safe, strict=True)]
        read_at = stops_at(plan, strata, offer.orders, items)
    return items


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
    """Return the first stratum of whose plan too much scores beyond all labelled items; empty where none is."""
    for one, order, at in zip(strata, offer.orders, chosen.items, strict=True):
        group, seen = one.evidence.group, len(one.sampled)
        if group is not None and one.evidence.own is not None:
            seen = len(np.unique(group[one.sampled]))
        # Labelled items of other strata say how likely entries are, and nothing of how far this one's scores go.
        if beyond(one.evidence, order, at).no_accident(seen):
            return one.name
    return ""


def _read(
    strata: Sequence[Stratum], offer: Offer, shown: QuotaStops | None
) -> tuple[noise.ReviewResamples, ...]:
    """Resample each stratum by itself, and read the order at its stop; nothing where one cannot be resampled."""
    if not all(one.evidence.plan.resamples for one in strata):
        return ()
    found = []
    for place, (one, order) in enumerate(zip(strata, offer.orders, strict=True)):
        at = 0 if shown is None else shown.items[place]
        named = np.array([0.0, at / one.evidence.list_items, 1.0])
        found.append(noise.draw(one.evidence, [order], with_shares(noise.grid(one.evidence), named)))
    return tuple(found)


def _needed(
    strata: Sequence[Stratum], offer: Offer, read: Sequence[noise.ReviewResamples]
) -> FloatArray | None:
    """Return how many items each quota takes in each resample, shape (strata, resamples)."""
    if not read:
        return None
    return np.stack(
        [_depths(one, order, seen) for one, order, seen in zip(strata, offer.orders, read, strict=True)]
    )


def _depths(one: Stratum, order: Ranked, seen: noise.ReviewResamples) -> FloatArray:
    """Return how many items a quota takes in each resample, no surer than the interval of what is found."""
    needed = depths(held(seen, order), seen.items, one.quota)
    if not one.quota:
        return needed
    low, _ = found_along(seen, order)
    late = float(depths(low[None, :], seen.items, one.quota)[0])
    return no_surer(needed, late, float(seen.items[-1]), one.evidence.plan.seed)


def _chances(
    strata: Sequence[Stratum], needed: FloatArray | None, shown: QuotaStops | None
) -> tuple[list[float | None], float | None]:
    if needed is None or shown is None:
        return [None] * len(strata), None
    each, together = chance_of_all(needed, np.array(shown.items))
    return list(map(float, each)), together


def _surest(strata: Sequence[Stratum], needed: FloatArray | None) -> float | None:
    """Return how often the whole list holds all quotas at once."""
    if needed is None:
        return None
    return chance_of_all(needed, np.array([one.evidence.whole_items for one in strata]))[1]


def _safe(strata: Sequence[Stratum], needed: FloatArray | None, sure: float = SURE) -> list[int] | None:
    """Return the stops that meet all quotas at once in such a share of the resamples."""
    wanted = [place for place, one in enumerate(strata) if one.quota]
    found = None if needed is None else sure_stops(needed[wanted], sure)
    if found is None:
        return None
    stops = [0] * len(strata)
    for place, at in zip(wanted, found.tolist(), strict=True):
        stops[place] = min(at, strata[place].evidence.whole_items)
    return stops


def _planned(plan: Plan, offer: Offer, needed: FloatArray | None) -> list[int] | None:
    """Return the least stops of a plan that is made to be as sure: read again on a finer grid, they would differ by one."""
    assert plan.quota is not None
    if needed is None or offer.least is None or plan.quota.sure is None or float(plan.quota.sure) != SURE:
        return None
    items = offer.least.items
    return list(items) if chance_of_all(needed, np.array(items))[1] >= SURE else None


def _safer(
    plan: Plan, strata: Sequence[Stratum], offer: Offer, needed: FloatArray | None, safe: list[int] | None
) -> SaferPlan | None:
    if needed is None or safe is None:
        return None
    stops = stops_at(plan, strata, offer.orders, safe)
    return SaferPlan(stops.reviewed, stops.spend, chance_of_all(needed, np.array(safe))[1])


def _rows(
    plan: Plan,
    strata: Sequence[Stratum],
    offers: tuple[Offer, Sequence[Offer]],
    known: tuple[Sequence[noise.ReviewResamples], Flattered],
    planned: tuple[QuotaStops | None, Sequence[float | None], list[int] | None],
) -> tuple[QuotaRow, ...]:
    (offer, every), (read, off), (shown, chances, safe) = offers, known, planned
    spent = _spent(plan, strata, offer, shown)
    rows = []
    for place, (one, order) in enumerate(zip(strata, offer.orders, strict=True)):
        at = 0 if shown is None else shown.items[place]
        evidence, found = one.evidence, Estimate(float(order.path.read("positives", at)))
        if read and at:
            found = found_at(read[place], order, [at])[0]
        kept = float(off.less(place, np.array(found.value)))
        worst = tie_extremes(order.path, at)[0] - max(found.value - kept, 0.0)
        found = less(found, kept, found.value - kept, 0.0)
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
                chance=chances[place],
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


def _net(
    plan: Plan,
    whole: Evidence,
    chosen: QuotaStops,
    replicated: Replicated | None,
    known: tuple[Estimate, Flattered],
) -> Estimate | None:
    if plan.values is None or chosen.net is None:
        return None
    found, off = known
    net = chosen.net - off.value
    if replicated is None or replicated.net is None:
        return Estimate(net)
    common = whole.common_worth
    if common is not None and not plan.prices.extra_per_entry:
        assert found.low is not None
        assert found.high is not None
        lower, upper = (common * (end - found.value) for end in (found.low, found.high))
        return Estimate(net, net + lower, net + upper)
    low, high = interval(replicated.net)
    return Estimate(net, float(low), float(high) + max(off.value, 0.0))


def _prices_of_quotas(plan: Plan, offer: Offer) -> tuple[float | None, float | None]:
    best, free = offer.best, offer.free
    if best is None or free is None:
        return None, None
    if best.net is not None and free.net is not None:
        return max(free.net - best.net, 0.0), None
    return None, max(free.found - best.found, 0.0) if plan.budget is not None else None


def _model(one: Offer, off: Flattered) -> QuotaModel:
    least, best = None if one.unsure else one.least, one.best
    return QuotaModel(
        name=one.name,
        least_items=None if least is None else least.reviewed,
        least_spend=None if least is None else least.spend,
        items=None if best is None else best.reviewed,
        spend=None if best is None else best.spend,
        found=None if best is None else best.found - off.entries,
        net=None if best is None or best.net is None else best.net - off.value,
        unsure=one.unsure,
    )
