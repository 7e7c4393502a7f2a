"""The plan with quotas: whose order, how far in each stratum, at what cost, and how sure (METHODS Q).

The first items of every stratum stand in one queue, in the model's order: all strata advance together, and a review
that ends early has taken the likeliest items of all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, cached_property, reduce

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.path import SLACK, Path, best_stop, items_for_target, tie_extremes
from budgetplan.core.stops import SAFE, Luck, by_gain, first_met, interval, luck, sure_quotas
from budgetplan.domain.decision import Alternative, Estimate
from budgetplan.domain.fractions import Ratio
from budgetplan.domain.items import Items
from budgetplan.domain.plan import MIXTURE, Budget, Plan
from budgetplan.domain.prices import MICRO, Quantities, round_to
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.domain.review.course import Band, Course
from budgetplan.lists.estimates import less_luck, of_draws
from budgetplan.lists.evidence import BILLED, Evidence, list_rates
from budgetplan.lists.strata import Stratum, strata_of
from budgetplan.lists.wholes import whole_parts
from budgetplan.plans.compared import PlanDraws
from budgetplan.plans.ladder import HERE, Rung, ladder_of
from budgetplan.plans.list_check import ListCheck, beyond, check_list
from budgetplan.plans.review_facts import POINTS, of_people
from budgetplan.plans.review_reading import per_entry

_EQUAL = 9
"""Gains that agree in so many decimals are equal."""
_MEASURED = {"money": "cost", "hours": "seconds", "items": "items"}


@dataclass(frozen=True)
class QuotaStops(Alternative):
    """The first items of each stratum in one order: ``by_stratum``, by name.

    ``net`` is less ``luck``, what choosing stops beyond the quotas owes to luck. ``held``: how many quotas are expected to
    be met; ``chance``: in which share of the draws all are at once. That and ``draws`` are None where no draws are asked for.
    """

    by_stratum: tuple[int, ...] = ()
    luck: float = 0.0
    held: int = 0
    chance: float | None = None
    draws: PlanDraws | None = field(default=None, compare=False, repr=False)


class Offer:
    """One model's order of all strata, and what it offers.

    Attributes
    ----------
    orders, parts, left
        The model's order of each stratum; each part of the list with this order and what it holds in every draw; and what
        leaving all of it out is worth.
    needed
        After how many items each quota is held, as it is expected or as surely as the plan wants them; None: nowhere.
    unsure
        Whether not even the whole list holds all quotas in as many draws as is wanted: ``least`` holds each by the best
        estimate then, and nothing is recommended.
    least
        The plan of least cost; None where a quota cannot be held.
    best
        From the least stops on what gains most within the budget. None also where this does not pay for the least cost.
    """

    least: QuotaStops | None = None
    best: QuotaStops | None = None
    unsure = False

    def __init__(self, plan: Plan, strata: Sequence[Stratum], name: str) -> None:
        assert plan.quota is not None
        self.plan, self.name = plan, name
        self.orders = tuple(one.evidence.model(name) for one in strata)
        self.cost, self.steps = self.orders[0].cost, cache(self._steps)
        self.left = sum(order.path.total("left") for order in self.orders)
        pairs = list(zip(strata, self.orders, strict=True))
        self.parts = tuple((one.evidence, order, one.draws(order)) for one, order in pairs)
        # At which end of a cell each quota is met in every draw, shape (draws, strata); beyond the last: never.
        self.met = np.column_stack([first_met(one.draws(order).found, one.quota) for one, order in pairs])
        reaches = [items_for_target(order.path, one.quota) for one, order in pairs]
        needed = [reach.items for reach in reaches if reach is not None]
        self.needed = [None if reach is None else reach.items for reach in reaches]
        if len(needed) < len(reaches):
            return
        if plan.quota.sure is not None:
            sure = self.surely(float(plan.quota.sure)) if plan.resamples else None
            self.unsure, needed = sure is None, sure or needed
        self.needed = [*needed]
        self.least = self.at(needed)
        best = None if self.unsure else self.within(plan.budget, needed)
        self.best = None if best is None else self.at(best)

    @property
    def surely_least(self) -> QuotaStops | None:
        """The plan of least cost, where it is as sure as is wanted."""
        return None if self.unsure else self.least

    def read(self, measure: str, stops: Sequence[int]) -> FloatArray:
        """Return what is reached of a measure in each stratum, shape (strata,)."""
        pairs = zip(self.orders, stops, strict=True)
        return np.array([float(order.path.read(measure, at)) for order, at in pairs])

    def bought(self, stops: Sequence[int]) -> Quantities:
        """Return what is paid for in all strata together."""
        pairs = zip(self.parts, stops, strict=True)
        each = [evidence.bought(order, at) for (evidence, order, _), at in pairs]
        sums = [reduce(Ratio.plus, [Ratio.of(getattr(part, name)) for part in each]) for name in BILLED]
        return Quantities(np.array([sum(stops)], dtype=np.int64), *sums)

    def gain(self, stops: Sequence[int]) -> float:
        """Return the mean net value before luck; entries where these have no worth."""
        if self.plan.values is None:
            return float(self.read("positives", stops).sum())
        spend = self.plan.prices.printed_total(self.bought(stops), self.cost)
        return float(self.read("value", stops).sum()) + self.left - float(spend)

    def found(self, stops: Sequence[int]) -> FloatArray:
        """Return the entries found in every draw, shape (draws,)."""
        pairs = zip(self.parts, stops, strict=True)
        return np.asarray(
            np.sum([draws.at(np.array([float(at)]))[:, 0] for (_, _, draws), at in pairs], axis=0)
        )

    def held(self, stops: Sequence[int]) -> int:
        """Return how many quotas are expected to be met."""
        pairs = zip(self.needed, stops, strict=True)
        return sum(needed is not None and 0 < needed <= at for needed, at in pairs)

    def at(self, stops: Sequence[int]) -> QuotaStops:
        """Return what the first items of each stratum bring, as it is printed everywhere."""
        plan, prices, items, off = self.plan, self.plan.prices, sum(stops), self.luck(stops)
        spend, mean = prices.printed_total(self.bought(stops), self.cost), self.read("positives", stops).sum()
        found, net = Estimate(float(mean)), None if plan.values is None else Estimate(self.gain(stops) - off)
        draws = spend_range = None
        if plan.resamples:
            drawn, worth = self.found(stops), np.full(plan.draws, self.left - off)
            for (evidence, _, part), count in zip(self.parts, stops if net else (), strict=False):
                at, worths = np.array([float(count)]), evidence.worths["value"]
                worth = worth + worths.along(part.at(at), part.at(worths.edges), at)[:, 0]
            paid = float(spend) + (drawn - mean) * float(prices.extra_per_entry * prices.per_direct)
            varies = bool(prices.extra_per_entry and items)
            draws = PlanDraws(worth - paid if net else None, drawn, paid if varies else None)
            found = of_draws(found.value, drawn)
            net = None if net is None else less_luck(net.value, worth - paid, off)
            spend_range = interval(paid).tolist() if varies else None
        return QuotaStops(
            model=self.name,
            items=items,
            share=items / sum(evidence.list_items for evidence, _, _ in self.parts),
            spend=spend,
            found=found,
            recall=None,
            cost_per_entry=per_entry(float(spend), found),
            net=net,
            hours=float(self.read("seconds", stops).sum()) / 3600 if prices.timed else None,
            spend_low=spend_range and spend_range[0],
            spend_high=spend_range and spend_range[1],
            by_stratum=tuple(stops),
            luck=off,
            held=self.held(stops),
            chance=self.chances(stops)[1] if plan.resamples else None,
            draws=draws,
        )

    def _beyond(self, place: int, items: FloatArray) -> FloatArray:
        """Return the net value that a stratum adds beyond its quota, in every draw: (S,) to (B, S + 1), from nothing on."""
        evidence, order, draws = self.parts[place]
        worths, at = evidence.worths["value"], np.append(float(self.needed[place] or 0), items)
        value = worths.along(draws.at(at, draws.rates), draws.at(worths.edges, draws.rates), at)
        net = value - order.path.read("cost", at) / MICRO * float(self.plan.prices.per_direct)
        return np.asarray(net - net[:, :1])

    @cached_property
    def _lucks(self) -> list[Luck]:
        ends = [
            draws.ends[draws.ends >= (least or 0)]
            for (_, _, draws), least in zip(self.parts, self.needed, strict=True)
        ]
        return [luck(self._beyond(place, each)) for place, each in enumerate(ends)]

    def luck(self, stops: Sequence[int]) -> float:
        """Return what choosing stops beyond the quotas owes to luck, added up over the strata: each has its own best stop."""
        off = 0.0
        for place, items in enumerate(stops if self.plan.values is not None else ()):
            best, here = self._lucks[place], float(self._beyond(place, np.array([items]))[:, -1].mean())
            off += Luck(best.whole, max(best.best, here)).off(here)
        return off

    def within(self, budget: Budget | None, least: Sequence[int]) -> list[int] | None:
        """Return the stops from the least ones on that gain most within a budget; None where these are beyond it.

        All strata are one order from there on, by falling gain per money, of which a budget buys as many whole items as it
        pays for.
        """
        valued = self.plan.values is not None
        if budget is None and not valued:
            return [*least]
        if not self.pays(budget, least):
            return None
        measure = _MEASURED["money" if budget is None else budget.unit]
        stratum, items, gain = self.steps(tuple(least), measure)
        passed = np.cumsum(np.append(0, items))

        def upto(more: int) -> list[int]:
            step = int(np.searchsorted(passed, more, side="right")) - 1
            counts = np.array(least) + np.bincount(stratum[:step], items[:step], len(least)).astype(np.int64)
            if step < len(items):
                counts[stratum[step]] += more - passed[step]
            return [int(count) for count in counts]

        low, high = 0, int(passed[-1])
        while low < high:  # in no order do more items cost less
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.pays(budget, upto(middle)) else (low, middle - 1)
        tried = np.append(passed[passed < low], low)
        won = np.interp(tried, passed, np.cumsum(np.append(0.0, gain)))
        if valued and not any(least):
            won -= float(self.plan.prices.once(self.cost)) * (tried > 0)
        return upto(int(tried[best_stop(won)]))

    def _steps(self, least: tuple[int, ...], measure: str) -> tuple[IntArray, IntArray, FloatArray]:
        """Return the one order of all strata from some stops on: stratum, items and gain of each step."""
        items, spent, gain = [], [], []
        for (evidence, order, _), start in zip(self.parts, least, strict=True):
            stops = evidence.stops(order, evidence.whole_items)
            stops = np.union1d(stops[stops >= start], [start])
            won: FloatArray = order.path.read("positives", stops)
            if self.plan.values is not None:
                cost = order.path.read("cost", stops) / MICRO * float(self.plan.prices.per_direct)
                won = order.path.read("value", stops) - cost
            items.append(np.diff(stops))
            spent.append(stops.astype(np.float64) if measure == "items" else order.path.read(measure, stops))
            gain.append(won)
        by_rate = by_gain(spent, gain)
        stratum = np.repeat(np.arange(len(items)), [len(each) for each in items])[by_rate]
        return stratum, np.concatenate(items)[by_rate], np.concatenate([*map(np.diff, gain)])[by_rate]

    def pays(self, budget: Budget | None, stops: Sequence[int]) -> bool:
        """Return whether a budget pays for stops: of money before and after what is billed is rounded.

        Where the price depends on the label, in 95 % of the draws.
        """
        if budget is None or not any(stops):
            return True
        if budget.unit == "items":
            return sum(stops) <= budget.amount
        if budget.unit == "hours":
            return float(self.read("seconds", stops).sum()) <= float(budget.amount * 3600) * (1 + SLACK)
        only, left = budget.covers == "annotation", budget.amount - self._over(stops)
        return bool(self.plan.prices.within(self.bought(stops), self.cost, left, annotation_only=only).all())

    def _over(self, stops: Sequence[int]) -> Decimal:
        """Return by how much money the spend may be more than is expected in 95 % of the draws; 0 where chance moves none."""
        prices, budget = self.plan.prices, self.plan.budget
        if not prices.extra_per_entry:
            return Decimal(0)
        found, only = self.found(stops), budget is not None and budget.covers == "annotation"
        more = np.quantile(found, SAFE, method="inverted_cdf") - self.read("positives", stops).sum()
        paid = Decimal(max(float(more), 0.0)) * prices.extra_per_entry * (1 if only else prices.per_direct)
        return round_to(paid + prices.smallest / 2, prices.minor_digits)

    def least_budget(self, stops: QuotaStops) -> Decimal:
        """Return the least sum of money that pays for these stops, before and after what is billed is rounded."""
        prices, budget = self.plan.prices, self.plan.budget
        only = budget is not None and budget.covers == "annotation"
        least = prices.least_budgets(self.bought(stops.by_stratum), self.cost, annotation_only=only)
        return Decimal(int(least[0])).scaleb(-prices.minor_digits) + self._over(stops.by_stratum)

    def surely(self, share: float) -> list[int] | None:
        """Return whole items of each stratum that meet all quotas at once in such a share of the draws, for little money."""
        paid = [order.path.read("cost", draws.ends) for _, order, draws in self.parts]
        places = sure_quotas(paid, self.met, share)
        if places is None:
            return None
        pairs = zip(self.parts, places, strict=True)
        return [min(int(np.ceil(draws.ends[at])), evidence.whole_items) for (evidence, _, draws), at in pairs]

    def chances(self, stops: Sequence[int]) -> tuple[list[float], float]:
        """Return in which share of the draws so many items of each stratum hold its quota, and all of them at once."""
        pairs = zip(self.parts, stops, strict=True)
        reached = [np.searchsorted(draws.ends, at, side="right") - 1 for (_, _, draws), at in pairs]
        held: BoolArray = self.met <= np.array(reached)
        return held.mean(axis=0).tolist(), float(held.all(axis=1).mean())


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
    added = {name: sum(getattr(row, name) for row in rows) for name in ("quota", "items", "spend")}
    return replace(rows[0], **added, found=Estimate(sum(row.found.value for row in rows)), chance=None)


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
    surest
        Share of draws in which all quotas are met at once where the whole list is reviewed; None where no draws are asked for.
    safer
        Stops at which they are in 95 % of the draws; None where no draws are asked for, or where not even the whole list is
        as sure.
    ladder
        What budgets from nothing to twice the budget buy; none where no order holds all quotas.
    refused
        In which stratum the labelled items cannot speak for the list (empty: the whole).
    """

    evidence: Evidence
    check: ListCheck
    strata: tuple[Stratum, ...]
    offer: Offer
    offers: tuple[Offer, ...]
    rows: tuple[QuotaRow, ...]
    chosen: QuotaStops | None
    surest: float | None
    safer: QuotaStops | None
    ladder: tuple[Rung[QuotaStops], ...]
    refused: str = ""

    @property
    def plan(self) -> Plan:
        """What the user said."""
        return self.evidence.plan

    @property
    def listed(self) -> bool:
        """Whether the list is ranked by its own scores, in every stratum."""
        return self.evidence.own is not None and all(one.evidence.own is not None for one in self.strata)

    @property
    def beyond(self) -> tuple[QuotaRow, ...]:
        """Strata whose quota no model can hold."""
        return tuple(row for row in self.rows if row.most < row.quota * (1 - 1e-12))

    @property
    def wanted(self) -> tuple[QuotaRow, ...]:
        """The strata of which some entries are wanted."""
        return tuple(row for row in self.rows if row.quota)

    def left(self, stops: QuotaStops) -> float:
        """Return how many items of the list nobody reads."""
        return self.evidence.list_items - stops.items

    @property
    def within_budget(self) -> bool:
        """Whether the budget pays for the least cost."""
        return self.offer.surely_least is None or self.offer.best is not None

    @property
    def price(self) -> tuple[str, float] | None:
        """What the quotas cost: ``net`` value, or entries ``found``, of the best plan without them, less that with them.

        Before luck; None where that says nothing.
        """
        offer, best, valued = self.offer, self.offer.best, self.plan.values is not None
        if best is None or not (valued or self.plan.budget):
            return None
        free = offer.within(self.plan.budget, [0] * len(self.strata)) or []
        return "net" if valued else "found", max(offer.gain(free) - offer.gain(best.by_stratum), 0.0)

    @property
    def chance(self) -> float | None:
        """Share of draws in which all quotas are met at once; with the least stops where these are not sure enough."""
        shown = self.chosen or (self.offer.least if self.offer.unsure else None)
        return None if shown is None else shown.chance

    @property
    def is_sure(self) -> bool:
        """Whether all quotas are met at once as often as is wanted."""
        wanted = None if self.plan.quota is None else self.plan.quota.sure
        # As numbers of one kind: the decimal 0.95 is a little more than the floating one.
        return wanted is not None and self.chance is not None and self.chance >= float(wanted) - 1e-12


def plan_with_quotas(plan: Plan, items: Items, whole: Evidence) -> QuotaPlan:
    """Decide how far the recommended order is followed in each stratum: that of all models, else the best that holds all.

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
    offers = tuple(Offer(plan, strata, model.name) for model in whole.models)
    offer = min(offers, key=preference)
    check, refused, safer = check_list(whole), "", None
    chosen = None if check.refusal else offer.best
    for one, order, at in zip(strata, offer.orders, chosen.by_stratum if chosen else (), strict=False):
        if not refused and beyond(one.evidence, order, at).no_accident(max(len(one.sampled), 1)):
            refused = one.name
    if refused:
        check, chosen = replace(check, refusal="outside"), None
    if plan.resamples and (safe := offer.surely(SAFE)) is not None:
        safer = offer.at(safe)
    return QuotaPlan(
        evidence=whole,
        check=check,
        strata=strata,
        offer=offer,
        offers=offers,
        rows=_rows(strata, offer, offers, safer),
        chosen=chosen,
        surest=offer.chances([one.evidence.whole_items for one in strata])[1] if plan.resamples else None,
        safer=safer,
        ladder=() if check.refusal else _ladder(offer, offers),
        refused=refused,
    )


def preference(offer: Offer) -> tuple[object, ...]:
    """Return what orders are sorted by: those that meet all, that of all models, the greatest gain, the least cost.

    Where no order meets all within the budget, by the least cost, which is the sum to raise it to.
    """
    stops, gain = offer.best or offer.least, 0.0
    place = 3 if stops is None else 2 if offer.unsure else int(offer.best is None)
    if stops is None:
        gain = sum(order.path.total("positives") for order in offer.orders)
    elif place == 0 and (offer.plan.values or offer.plan.budget):
        gain = offer.gain(stops.by_stratum)
    cost = () if stops is None else (stops.spend, stops.items)
    return (place, place != 1 and offer.name != MIXTURE, -round(gain, _EQUAL), *cost, offer.name)


def _rows(
    strata: Sequence[Stratum], offer: Offer, offers: Sequence[Offer], safer: QuotaStops | None
) -> tuple[QuotaRow, ...]:
    plan, shown, rows = offer.plan, offer.best or offer.least, []
    stops = (0,) * len(strata) if shown is None else shown.by_stratum
    chances = offer.chances(stops)[0] if plan.resamples and shown else [None] * len(stops)
    spent, cost = [Decimal(0)] * len(stops), offer.read("cost", stops)
    if shown is not None and cost.any():
        # By what the items cost: hours are billed in hundredths of all of them, so that no stratum has a bill of its own.
        coins = int((shown.spend - paid_once(offer)) / plan.prices.smallest)
        spent = [
            coin * plan.prices.smallest for coin in whole_parts(cost / cost.sum() * coins, coins).tolist()
        ]
    for place, (one, order, at) in enumerate(zip(strata, offer.orders, stops, strict=True)):
        found, last = Estimate(float(order.path.read("positives", at))), last_entry_cost(order.path, at)
        if plan.resamples and at:
            found = of_draws(found.value, one.draws(order).at(np.array([float(at)]))[:, 0])
        whole = one.evidence.whole_items
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
                safe_items=None if safer is None else safer.by_stratum[place],
            )
        )
    return tuple(rows)


def last_entry_cost(path: Path, items: int) -> float | None:
    """Return what lies between the last entry but one and the last of those found, in the unit of ``cost``.

    Of expectations the last whole entry; None where no entry is found.

    Examples
    --------
    The second entry is the fourth item: it costs all from the third item on.

    >>> amounts = {"positives": np.array([0.0, 0, 1, 1, 2]), "cost": np.array([0.0, 1, 2, 7, 9])}
    >>> last_entry_cost(Path(np.arange(5.0), amounts), 4)
    7.0
    """
    found = float(path.read("positives", items))
    before = items_for_target(path, max(found - 1.0, 0.0))
    if found <= 0 or before is None:
        return None
    return float(path.read("cost", items) - path.read("cost", before.items))


def paid_once(offer: Offer) -> Decimal:
    """Return what is paid once as soon as anything is reviewed: fixed costs and the model, with indirect costs."""
    prices = offer.plan.prices
    return prices.rounded(prices.once(offer.cost)) if prices.stated else Decimal(0)


def _ladder(offer: Offer, offers: Sequence[Offer]) -> tuple[Rung[QuotaStops], ...]:
    """Return what budgets from nothing to twice the budget buy, and whose order leads at each.

    From the budget on that pays for all quotas the plan with them; below it the best that money buys without them. The
    budget of the rung at 100 % is the plan's; without one, what the recommended stops cost. None where no order holds all
    quotas.
    """
    plan, base, stated = offer.plan, offer.plan.budget, offer.plan.prices.stated
    if offer.least is None:
        return ()
    if base is None:
        stops = offer.best or offer.least
        base = Budget(offer.least_budget(stops)) if stated else Budget(stops.spend, "items")
    if not base.amount:
        return ()

    def bought(each: Offer, budget: Budget) -> list[int]:
        stops = None if each.least is None else each.within(budget, each.least.by_stratum)
        return stops or each.within(budget, [0] * len(each.parts)) or []

    rungs = []
    for place, (percent, budget) in enumerate(ladder_of(base, plan.prices.minor_digits if stated else 0)):
        here = offer.best if place == HERE else None
        option, gains = here or offer.at(bought(offer, budget)), {}
        for each in offers if len(offers) > 1 else ():
            there = option.by_stratum if each is offer else bought(each, budget)
            gains[each.name] = each.held(there), round(each.gain(there), _EQUAL)
        leading = sorted(name for name, gain in gains.items() if gain == max(gains.values()))
        rungs.append(Rung(percent, budget, option, tuple(leading)))
    return tuple(rungs)


def course_with_quotas(quota: QuotaPlan) -> Course | None:
    """Return the order of review and what is expected along it; None where nothing is reviewed, or no list has scores.

    Reviewed are the first rows of each stratum; one that stands for several items where some of them are.
    """
    own, chosen = quota.evidence.own, quota.chosen
    if chosen is None or own is None or not quota.listed:
        return None
    name, n = quota.offer.name, len(own.ids)
    order, taken = own.rankings[name].order, np.zeros(n, dtype=bool)
    rate, names = np.zeros(n), np.full(n, "", dtype=object)
    for one, items in zip(quota.strata, chosen.by_stratum, strict=True):
        assert one.evidence.own is not None
        rate[one.listed] = list_rates(one.evidence.own, one.evidence.model(name))
        names[one.listed] = one.name
        rows = one.listed[one.evidence.own.rankings[name].order]
        passed = np.cumsum(own.weight[rows])
        last = int(np.searchsorted(passed, items * (1 - 1e-12), side="left")) + 1 if items else 0
        taken[rows[:last]] = True
    most = float(sum(one.evidence.whole_items for one in quota.strata))
    stops = np.rint(np.linspace(0.0, most, min(int(most), POINTS) + 1))
    stops = np.unique(np.append(stops, chosen.items))
    found = [(each.value, each.low, each.high) for each in checked(quota, stops.tolist())]
    expected, low, high = np.array(found, dtype=np.float64).T  # NaN where no draws are asked for
    low = np.maximum.accumulate(np.minimum(low, expected))
    high = np.maximum(np.minimum(np.maximum.accumulate(high), stops), expected)
    return Course(
        model=name,
        order_by="score",
        ids=own.ids,
        queue=np.concatenate([order[taken[order]], order[~taken[order]]]),
        review=int(taken.sum()),
        answered=np.zeros(0, dtype=np.int64),
        answers=(),
        score=own.scores[name][1],
        rate=rate,
        nearby=rate,
        known_cost=own.known,
        sizes=own.sizes,
        band=Band(stops, expected, low, high),
        recipe=quota.evidence.mixture if name == MIXTURE else {},
        weighted=own.weights is not None,
        model_cost=quota.offer.cost,
        strata=tuple(names.tolist()),
    )


def reviewed_by(quota: QuotaPlan, items: FloatArray) -> FloatArray:
    """Return how many items of each stratum are among the first so many of the queue, shape (strata, P).

    Up to the plan's stop those of the plan, then all others.
    """
    assert quota.chosen is not None
    name, own = quota.offer.name, quota.evidence.own
    # By score the rows of the list are in the queue; by share the labelled items, each for as many as its stratum has.
    listed = own is not None and quota.listed
    order = (
        own.rankings[name].order if own is not None and listed else quota.evidence.model(name).ranking.order
    )
    planned, after = np.zeros((2, len(quota.strata), len(order)))
    for place, (one, stop) in enumerate(zip(quota.strata, quota.chosen.by_stratum, strict=True)):
        size, weight = np.zeros(len(order)), one.evidence.weight
        if own is not None and listed:
            size[one.listed] = own.weight[one.listed]
        else:
            weight = np.ones(len(one.sampled)) if weight is None else weight
            size[one.sampled] = weight * (one.evidence.list_items / weight.sum())
        planned[place] = np.diff(np.minimum(np.cumsum(size[order]), stop), prepend=0.0)
        after[place] = size[order] - planned[place]
    sums = np.cumsum(np.concatenate([np.zeros((len(planned), 1)), planned, after], axis=1), axis=1)
    total = sums.sum(axis=0)
    return np.stack([np.interp(items, total, stratum) for stratum in sums])


def checked(quota: QuotaPlan, stops: Sequence[float]) -> tuple[Estimate, ...]:
    """Return what should have been found after each of so many items of the queue."""
    items = np.array(stops, dtype=np.float64)
    expected, drawn = np.zeros(len(items)), np.zeros((1, len(items)))
    counts = reviewed_by(quota, items)
    for stratum, order, count in zip(quota.strata, quota.offer.orders, counts, strict=True):
        expected += order.path.read("positives", count)
        drawn = drawn + stratum.draws(order).at(count)
    each = zip(expected.tolist(), drawn.T, items.tolist(), strict=True)
    sure = bool(quota.plan.resamples)
    return tuple(of_draws(mean, row, 0.0, most) if sure else Estimate(mean) for mean, row, most in each)


def recommend_with_quotas(quota: QuotaPlan) -> Recommendation:
    """Return the decision: people judge the first items of each stratum, nothing is answered without them."""
    chosen = quota.chosen
    why_not: WhyNot = quota.check.refusal
    if chosen is None and not why_not:
        why_not = "unsure" if quota.offer.unsure else "impossible" if quota.within_budget else "over_budget"
    luck = None if chosen is None or chosen.net is None else chosen.luck
    return of_people(quota.evidence, chosen, why_not, luck)
