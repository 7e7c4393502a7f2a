"""The plan with quotas: whose order, how far in each stratum, at what cost, and how sure (METHODS Q).

The first items of every stratum stand in one queue, in the model's order: all strata advance together, and a review
that ends early has taken the likeliest items of all of them.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, cached_property, reduce
from typing import Any

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.path import SLACK, Path, best_stop, items_for_target, tie_extremes
from budgetplan.core.stops import SAFE, Luck, by_gain, first_met, first_whole, luck, spread, sure_quotas
from budgetplan.domain.decision import Alternative, Estimate, Recommendation, WhyNot
from budgetplan.domain.items import Items
from budgetplan.domain.plan import MIXTURE, Budget, Plan
from budgetplan.domain.prices import MICRO, Quantities, exact
from budgetplan.domain.review import Band, Course
from budgetplan.lists.estimates import less_luck, of_draws
from budgetplan.lists.evidence import BILLED, Evidence, checks_of, list_rates, pays
from budgetplan.lists.strata import Stratum, strata_of, whole_parts
from budgetplan.plans.compared import PlanDraws
from budgetplan.plans.ladder import HERE, Rung, ladder_of
from budgetplan.plans.list_check import beyond, check_list, labels_wanted
from budgetplan.plans.review import of_people
from budgetplan.plans.review_reading import DrawnOrder

_MEASURED = {"money": "cost", "hours": "seconds", "items": "items"}


@dataclass(frozen=True)
class QuotaStops(Alternative):
    """The first items of each stratum in one order: ``by_stratum``, by name.

    ``net`` is less ``luck``, what choosing stops beyond the quotas owes to luck. ``held``: how many quotas are met as
    surely as is wanted; ``met``: how many are by the best estimate; ``chance``: in which share of the draws all are at
    once. That and ``draws`` are None where no draws are asked for.
    """

    by_stratum: tuple[int, ...] = ()
    luck: float = 0.0
    held: int = 0
    met: int = 0
    chance: float | None = None
    draws: PlanDraws | None = field(default=None, compare=False, repr=False)


class Offer:
    """One model's order of all strata, and what it offers.

    Attributes
    ----------
    strata, readings, orders, draws
        The strata, the model's order of each as it is read, the order itself, and what the stratum holds along it in every draw.
    cost, left
        What the model costs, and what leaving the whole list out is worth.
    checks
        What is judged beside the orders; None: nothing.
    reached, needed
        After how many items each quota is held, as it is expected, and as surely as the plan wants them; None: nowhere.
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
        self.plan, self.strata, self.name = plan, strata, name
        self.readings = [DrawnOrder(stratum.evidence, stratum.evidence.model(name)) for stratum in strata]
        self.orders, self.draws = (
            [reading.lead for reading in self.readings],
            [reading.draws for reading in self.readings],
        )
        self.cost, self.steps = self.orders[0].cost, cache(self._steps)
        self.left = sum(order.path.total("left") for order in self.orders)
        names, n_labelled = ("cost", "judged", *BILLED), sum(stratum.evidence.n_sample for stratum in strata)
        whole = {name: sum(order.path.total(name) for order in self.orders) for name in names}
        self.checks = checks_of(plan, n_labelled, whole["judged"], whole)
        # At which end of a cell each quota is met in every draw, shape (draws, strata); beyond the last: never.
        met = [first_met(draws.found, draw.quota) for draws, draw in zip(self.draws, strata, strict=True)]
        self.met = np.column_stack(met)
        pairs = zip(self.orders, strata, strict=True)
        reaches = [items_for_target(order.path, pair.quota) for order, pair in pairs]
        self.needed = self.reached = [None if reach is None else reach.items for reach in reaches]
        needed = [at for at in self.needed if at is not None]
        if len(needed) < len(strata):
            return
        if plan.quota.sure is not None:
            sure = self.surely(float(plan.quota.sure)) if plan.resamples else None
            self.unsure, needed = sure is None, sure or needed
        self.needed = [*needed]  # before anything is read: luck is that of stops beyond these
        self.least = self.at(needed)
        best = None if self.unsure else self.within(plan.budget, needed)
        self.best = None if best is None else self.at(best)

    @property
    def surely_least(self) -> QuotaStops | None:
        """The plan of least cost, where it is as sure as is wanted."""
        return None if self.unsure else self.least

    @cached_property
    def expected(self) -> QuotaStops | None:
        """The plan of least cost that meets each quota by the best estimate; None where a quota cannot be held."""
        reached = [at for at in self.reached if at is not None]
        return self.at(reached) if len(reached) == len(self.reached) else None

    def read(self, measure: str, stops: Sequence[int]) -> FloatArray:
        """Return what is reached of a measure in each stratum, shape (strata,)."""
        pairs = zip(self.orders, stops, strict=True)
        return np.array([float(order.path.read(measure, at)) for order, at in pairs])

    def bought(self, stops: Sequence[int], *, charged: bool = False) -> Quantities:
        """Return what is paid for in all strata together, with what is judged beside their orders; ``charged``: at a price."""
        pairs = zip(self.readings, stops, strict=True)
        ordered = reduce(Quantities.plus, [part.evidence.bought(part.lead, at, charged=charged) for part, at in pairs])
        sums: dict[str, Any] = {name: self.checked(name, stops) for name in BILLED}
        return ordered.plus(Quantities(round(self.checked("judged", stops)), **sums))

    def checked(self, measure: str, stops: Sequence[int]) -> float:
        """Return what is judged beside the orders adds to a measure."""
        if self.checks is None:
            return 0.0
        return float(self.checks.more(measure, np.array(float(sum(stops))), self.read(measure, stops).sum()))

    def paid_once(self, stops: Sequence[int]) -> Decimal:
        """Return what is paid once anything is reviewed, whatever of which stratum: fixed costs, and checks."""
        prices = self.plan.prices
        if not prices.stated:
            return Decimal(0)
        beside = exact(self.checked("cost", stops) / MICRO) * prices.per_direct
        return prices.rounded(prices.once(self.cost) + beside)

    def gain(self, stops: Sequence[int]) -> float:
        """Return the mean net value before luck; entries where these have no worth."""
        if self.plan.values is None:
            return float(self.read("positives", stops).sum())
        return float(self.read("value", stops).sum()) + self.left - float(self.paid(stops))

    def paid(self, stops: Sequence[int]) -> Decimal:
        """Return the total of the bill as the plan counts it, whoever it is printed for."""
        return self.plan.prices.planned.printed_total(self.bought(stops, charged=True))

    def found(self, stops: Sequence[int]) -> FloatArray:
        """Return the entries found in every draw, shape (draws,)."""
        pairs = zip(self.draws, stops, strict=True)
        return sum((draws.at(np.array([float(at)]))[:, 0] for draws, at in pairs), np.zeros(1))

    def held(self, stops: Sequence[int]) -> int:
        """Return how many quotas are met as surely as is wanted."""
        return _n_reached(self.needed, stops)

    def at(self, stops: Sequence[int]) -> QuotaStops:
        """Return what the first items of each stratum bring, as it is printed everywhere."""
        plan, prices, items, off = self.plan, self.plan.prices, sum(stops), self.luck(stops)
        bought, mean = self.bought(stops), float(self.read("positives", stops).sum())
        spend, finds, net = prices.printed_total(bought), Estimate(mean), None
        draws = spend_range = None
        if plan.values is not None:
            net = Estimate(self.gain(stops) - off)
        if plan.resamples:
            drawn, nets = self.found(stops), None
            paid = prices.planned_with(self.bought(stops, charged=True), drawn - mean)
            if net is not None:
                pairs = zip(self.readings, stops, strict=True)
                worth = sum(
                    part.worth(at, part.draws.at(at))[:, 0] for part, stop in pairs for at in [np.array([stop])]
                )
                nets = self.left - off + worth - paid
                net = less_luck(net.value, nets, off)
            varies = prices.extra_per_entry and items
            draws, finds = PlanDraws(nets, drawn, paid if varies else None), of_draws(mean, drawn)
            spend_range = of_draws(float(spend), paid) if varies else None
        return QuotaStops(
            model=self.name,
            items=items,
            share=items / sum(stratum.evidence.list_items for stratum in self.strata),
            spend=spend,
            found=finds,
            recall=None,
            net=net,
            hours=bought.n_seconds / 3600 if prices.timed else None,
            spend_range=spend_range,
            by_stratum=tuple(stops),
            luck=off,
            held=self.held(stops),
            met=_n_reached(self.reached, stops),
            chance=self.chances(stops)[1] if plan.resamples else None,
            draws=draws,
        )

    def _beyond(self, place: int, items: FloatArray) -> FloatArray:
        """Return the net value that a stratum adds beyond its quota, in every draw: (S,) to (B, S + 1), from nothing on."""
        at, reading = np.append(float(self.needed[place] or 0), items), self.readings[place]
        cost, rates = reading.path.read("cost", at) / MICRO * float(reading.prices.per_direct), reading.draws.rates
        net = reading.worth(at, reading.draws.at(at, rates), rates) - cost
        return np.asarray(net - net[:, :1])

    @cached_property
    def _lucks(self) -> list[Luck]:
        least = [float(at or 0) for at in self.needed]
        ends = [draws.ends[draws.ends >= at] for draws, at in zip(self.draws, least, strict=True)]
        return [luck(self._beyond(place, items)) for place, items in enumerate(ends)]

    def luck(self, stops: Sequence[int]) -> float:
        """Return what choosing stops beyond the quotas owes to luck, added up over the strata: each has its own best stop."""
        off = 0.0
        for place, items in enumerate(stops if self.plan.values is not None else ()):
            here = float(self._beyond(place, np.array([items]))[:, -1].mean())
            off += self._lucks[place].reaching(here).off(here)
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
        stratum, items, gain = self.steps(tuple(least), _MEASURED["money" if budget is None else budget.unit])
        passed = np.cumsum(np.append(0, items))

        def upto(more: int) -> list[int]:
            added = np.bincount(stratum, np.clip(more - passed[:-1], 0, items), len(least))
            return [at + int(count) for at, count in zip(least, added, strict=True)]

        # In no order do more items cost less.
        most = first_whole(0, int(passed[-1]) + 1, lambda more: not self.pays(budget, upto(more))) - 1
        tried = np.append(passed[passed < most], most)
        won = np.interp(tried, passed, np.cumsum(np.append(0.0, gain)))
        if valued and not any(least):
            once = np.full(len(tried), float(self.plan.prices.once(self.cost)))
            if self.checks is not None:
                once = np.array([float(self.paid_once(upto(int(at)))) for at in tried.tolist()])
            won -= once * (tried > 0)
        return upto(int(tried[best_stop(won)]))

    def _steps(self, least: tuple[int, ...], measure: str) -> tuple[IntArray, IntArray, FloatArray]:
        """Return the one order of all strata from some stops on: stratum, items and gain of each step."""
        items, spent, gain = [], [], []
        for reading, start in zip(self.readings, least, strict=True):
            stops, path = reading.evidence.stops(reading.lead, reading.evidence.whole_items), reading.path
            stops = np.union1d(stops[stops >= start], [start])
            won = path.read("positives", stops)
            if reading.valued:
                won = path.read("value", stops) - path.read("cost", stops) / MICRO * float(reading.prices.per_direct)
            items.append(np.diff(stops))
            spent.append(stops.astype(np.float64) if measure == "items" else path.read(measure, stops))
            gain.append(won)
        by_rate = by_gain(spent, gain)
        stratum = np.repeat(np.arange(len(items)), [*map(len, items)])[by_rate]
        return stratum, np.concatenate(items)[by_rate], np.concatenate([*map(np.diff, gain)])[by_rate]

    def pays(self, budget: Budget | None, stops: Sequence[int]) -> bool:
        """Return whether a budget pays for stops: of money before and after what is billed is rounded.

        Where the price depends on the label, in 95 % of the draws.
        """
        if budget is None or not any(stops):
            return True
        bought = self.bought(stops, charged=budget.unit == "money")
        if budget.unit == "items":
            return bought.n_items <= budget.amount
        if budget.unit == "hours":
            return bought.n_seconds <= float(budget.amount * 3600) * (1 + SLACK)
        return bool(pays(self.plan.prices, self._surely(bought, stops), budget).all())

    def _surely(self, bought: Quantities, stops: Sequence[int]) -> Quantities:
        """Return what is bought with as many entries as the stops hold at most in 95 % of the draws, where each costs more."""
        if not self.plan.prices.extra_per_entry:
            return bought
        most = np.quantile(self.found(stops), SAFE, method="inverted_cdf")
        more = max(float(most - self.read("positives", stops).sum()), 0.0)
        return bought.plus(Quantities(0, positives=more))

    def as_budget(self, stops: QuotaStops) -> Budget:
        """Return the least budget that pays for these stops, in what the plan's own is counted; else in money, or items.

        One of money pays before and after what is billed is rounded.
        """
        prices, bought = self.plan.prices, self.bought(stops.by_stratum)
        unit = self.plan.budget.unit if self.plan.budget else "money" if prices.stated else "items"
        if unit == "money":
            only = self.plan.budget is not None and self.plan.budget.covers == "annotation"
            least = prices.least_budgets(self._surely(bought, stops.by_stratum), annotation_only=only)
            return Budget(Decimal(int(least[0])).scaleb(-prices.minor_digits))
        if unit == "items":
            return Budget(Decimal(bought.n_items), "items")
        return Budget(Decimal(math.ceil(bought.n_seconds / 36 * (1 - SLACK))) / 100, "hours")

    def surely(self, share: float) -> list[int] | None:
        """Return whole items of each stratum that meet all quotas at once in such a share of the draws, for little money."""
        pairs = list(zip(self.orders, self.draws, strict=True))
        places = sure_quotas([order.path.read("cost", draws.ends) for order, draws in pairs], self.met, share)
        if places is None:
            return None
        rows = zip(self.strata, self.draws, places, strict=True)
        return [min(int(np.ceil(draws.ends[at])), row.evidence.whole_items) for row, draws, at in rows]

    def chances(self, stops: Sequence[int]) -> tuple[list[float], float]:
        """Return in which share of the draws so many items of each stratum hold its quota, and all of them at once."""
        pairs = zip(self.draws, stops, strict=True)
        held = self.met < np.array([np.searchsorted(draws.ends, at, side="right") for draws, at in pairs])
        return held.mean(axis=0).tolist(), float(held.all(axis=1).mean())


def _n_reached(needed: Sequence[int | None], stops: Sequence[int]) -> int:
    pairs = zip(needed, stops, strict=True)
    return sum(least is not None and 0 < least <= at for least, at in pairs)


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


class QuotaPlan:
    """How far the recommended order is followed in each stratum: that of all models, else the best that holds all.

    Parameters
    ----------
    plan
        With a quota.
    items
        All items, with the stratum of each.
    whole
        What the labelled items say of the whole list.

    Attributes
    ----------
    evidence, check
        What the labelled items say of the whole list, and whether they may speak for it.
    strata, offer, offers
        The strata, what the recommended order offers, and what each order does, by name.
    listed
        Whether the list is ranked by its own scores, in every stratum.
    paid_once
        What is paid once, whatever of which stratum: fixed costs, and checks.
    rows, wanted, n_wanted, beyond
        Each stratum, by name; those of which some entries are wanted, and how many of all; those that hold less than their quota.
    chosen
        The recommended stops; None where quotas or budget cannot be met.
    chance, is_sure
        Share of draws in which all quotas are met at once, with the least stops where these are not sure enough; and whether
        they are as often as is wanted.
    rarest, dearest
        The stratum whose quota is met most rarely, None where no draws are asked for; and that whose last entry costs most,
        None where nothing is found of any.
    to_label
        How many items of the list to label, drawn at random, where the labelled ones cannot speak for it.
    surest
        Share of draws in which all quotas are met at once where the whole list is reviewed; None where no draws are asked for.
    safer
        Stops at which they are in 95 % of the draws; None where no draws are asked for, or where not even the whole list is
        as sure.
    within_budget
        Whether the budget pays for the least cost.
    ladder
        What budgets from nothing to twice the budget buy; none where no order holds all quotas.
    refused
        In which stratum the labelled items cannot speak for the list (empty: the whole).

    References
    ----------
    METHODS Q.
    """

    def __init__(self, plan: Plan, items: Items, whole: Evidence) -> None:
        self.plan, self.evidence, self.strata = plan, whole, strata_of(plan, items, whole)
        self.offers = tuple(Offer(plan, self.strata, model.name) for model in whole.models)
        self.offer = offer = min(self.offers, key=preference)
        self.listed = whole.scored is not None and all(stratum.evidence.scored is not None for stratum in self.strata)
        self.check, self.safer, self.surest = check_list(whole), None, None
        self.chosen = None if self.check.refusal else offer.best
        stops = zip(self.strata, offer.orders, self.chosen.by_stratum if self.chosen else (), strict=False)
        apart = ((stop, beyond(stop.evidence, order, at)) for stop, order, at in stops)
        outside = (stratum.name for stratum, part in apart if part.no_accident(max(len(stratum.sampled), 1)))
        self.refused = next(outside, "")
        if self.refused:
            self.check, self.chosen = replace(self.check, refusal="outside"), None
        if plan.resamples:
            safe = offer.surely(SAFE)
            self.safer = None if safe is None else offer.at(safe)
            self.surest = offer.chances([stratum.evidence.whole_items for stratum in self.strata])[1]
        self.within_budget = offer.surely_least is None or offer.best is not None
        self.rows = tuple(self._rows())
        self.wanted = [row for row in self.rows if row.quota]
        self.n_wanted = sum(row.quota for row in self.wanted)
        self.beyond = [row for row in self.rows if row.most < row.quota * (1 - 1e-12)]
        self.ladder = () if self.check.refusal else _ladder(offer, self.offers)
        self.to_label = labels_wanted(whole, self.check.top[1] if self.check.refusal == "reviewed" else 0.0)
        tested = [row for row in self.wanted if row.chance is not None]
        self.rarest = min(tested, key=lambda row: (row.chance or 0.0, row.name), default=None)
        priced = [row for row in self.wanted if row.last_entry is not None]
        self.dearest = max(priced, key=lambda row: (row.last_entry or 0.0, row.name), default=None)
        shown = self.chosen or (offer.least if offer.unsure else None)
        self.chance = None if shown is None else shown.chance
        # As numbers of one kind: the decimal 0.95 is a little more than the floating one.
        sure = None if plan.quota is None else plan.quota.sure
        self.is_sure = sure is not None and self.chance is not None and self.chance >= float(sure) - 1e-12

    @cached_property
    def sure_within(self) -> float:
        """The most whole per cent of draws, as a share, in which what the budget pays for meets all quotas at once; 0: none."""

        def beyond_it(percent: int) -> bool:
            stops = self.offer.surely(percent / 100)
            return stops is None or not self.offer.pays(self.plan.budget, stops)

        return bisect_left(range(1, 100), True, key=beyond_it) / 100

    def left(self, stops: QuotaStops) -> float:
        """Return how many items of the list nobody reads."""
        return self.evidence.list_items - stops.items

    @cached_property
    def free(self) -> QuotaStops | None:
        """The best review without quotas, in the recommended order and for the same money; None where no money is known.

        Where entries have a worth it ends where they no longer pay; where the budget does not pay for the quotas, with it.
        """
        offer, budget = self.offer, self.plan.budget
        if budget is None and offer.best is None:
            return None
        if offer.best is not None and not (budget or self.plan.values):
            budget = offer.as_budget(offer.best)
        stops = offer.within(budget, [0] * len(self.strata))
        return None if stops is None else offer.at(stops)

    @property
    def forgone(self) -> Estimate | None:
        """How many more entries that finds than the plan with quotas; None where it is less than half of one, or unknown."""
        free, best = self.free, self.offer.best
        if free is None or best is None or (more := free.found.value - best.found.value) < 0.5:
            return None
        if free.draws is None or best.draws is None:
            return Estimate(more)
        return of_draws(more, free.draws.found - best.draws.found, 0.0)

    @property
    def price(self) -> tuple[str, float] | None:
        """What the quotas cost: ``net`` value, or entries ``found``, of the best plan without them, less that with them.

        Before luck; None where that says nothing.
        """
        offer, best, valued = self.offer, self.offer.best, self.plan.values is not None
        if best is None or self.free is None or not (valued or self.plan.budget):
            return None
        more = offer.gain(self.free.by_stratum) - offer.gain(best.by_stratum)
        return "net" if valued else "found", max(more, 0.0)

    @property
    def other(self) -> Offer | None:
        """Whose order among the others meets all quotas for least money; None where none does."""
        reached = [
            (offer.paid(least.by_stratum), least.items, offer.name, offer)
            for offer in self.offers
            if offer.name != self.offer.name and (least := offer.surely_least) is not None
        ]
        return min(reached, key=lambda entry: entry[:3])[3] if reached else None

    def _rows(self) -> Iterator[QuotaRow]:
        offer, prices, drawn = self.offer, self.plan.prices, self.plan.resamples
        shown, n = offer.best or offer.least, len(self.strata)
        stops = (0,) * n if shown is None else shown.by_stratum
        self.paid_once = offer.paid_once(stops)
        chances = offer.chances(stops)[0] if drawn and shown else [None] * n
        coins, cost = [0] * n, offer.read("cost", stops)
        if shown is not None and cost.any():
            # By what the items cost: hours are billed in hundredths of all of them, so that no stratum has a bill of its own.
            total = int((shown.spend - self.paid_once) / prices.smallest)
            coins = whole_parts(cost / cost.sum() * total, total).tolist()
        for place, (stratum, reading, items) in enumerate(zip(self.strata, offer.readings, stops, strict=True)):
            path, finds = reading.path, float(reading.path.read("positives", items))
            last, at = last_entry_cost(path, items), np.array([float(items)])
            yield QuotaRow(
                name=stratum.name,
                quota=stratum.quota,
                labelled=len(stratum.sampled),
                listed=stratum.evidence.list_items,
                most=float(path.read("positives", stratum.evidence.whole_items)),
                items=items,
                spend=coins[place] * prices.smallest,
                found=reading.estimate(finds, reading.draws.at(at)[:, 0]) if items else Estimate(finds),
                found_worst=max(tie_extremes(path, items)[0], 0.0),
                last_entry=None if last is None else last / MICRO * float(prices.per_direct),
                chance=chances[place],
                safe_items=None if self.safer is None else self.safer.by_stratum[place],
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
    cost = () if stops is None else (offer.paid(stops.by_stratum), stops.items)
    return (place, place != 1 and offer.name != MIXTURE, -round(gain, 9), *cost, offer.name)


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
    finds = float(path.read("positives", items))
    before = items_for_target(path, max(finds - 1.0, 0.0))
    if finds <= 0 or before is None:
        return None
    return float(path.read("cost", items) - path.read("cost", before.items))


def _ladder(offer: Offer, offers: Sequence[Offer]) -> tuple[Rung[QuotaStops], ...]:
    """Return what budgets from nothing to twice the budget buy, and whose order leads at each.

    From the budget on that pays for all quotas the plan with them; below it the best that money buys without them. The
    budget of the rung at 100 % is the plan's; without one, the least that pays for the recommended stops. None where no
    order holds all quotas.
    """
    if offer.least is None:
        return ()
    base = offer.plan.budget or offer.as_budget(offer.best or offer.least)
    if not base.amount:
        return ()

    def bought(single: Offer, budget: Budget) -> list[int]:
        stops = None if single.least is None else single.within(budget, single.least.by_stratum)
        return stops or single.within(budget, [0] * len(single.orders)) or []

    rungs, singles = [], [single for single in offers if single.name != MIXTURE]
    for place, (percent, budget) in enumerate(ladder_of(base, offer.plan.prices.minor_digits)):
        here = offer.best if place == HERE else None
        option, gains = here or offer.at(bought(offer, budget)), {}
        for single in singles if len(singles) > 1 else ():
            there = option.by_stratum if single is offer else bought(single, budget)
            # An order that is never as sure of all quotas as is wanted does not lead those that are.
            gains[single.name] = 0 if single.unsure else single.held(there), round(single.gain(there), 9)
        leading = sorted(name for name, gain in gains.items() if gain == max(gains.values()))
        rungs.append(Rung(percent, budget, option, tuple(leading)))
    return tuple(rungs)


def course_with_quotas(quota: QuotaPlan) -> Course | None:
    """Return the order of review and what is expected along it; None where nothing is reviewed, or no list has scores.

    Reviewed are the first rows of each stratum; one that stands for several items where some of them are.
    """
    scored, chosen = quota.evidence.scored, quota.chosen
    if chosen is None or scored is None or not quota.listed:
        return None
    name, n = quota.offer.name, len(scored.ids)
    rate, names = np.zeros(n), np.full(n, "", dtype=object)
    for stratum, model in zip(quota.strata, quota.offer.orders, strict=True):
        assert stratum.evidence.scored is not None
        rate[stratum.listed], names[stratum.listed] = list_rates(stratum.evidence.scored, model), stratum.name
    order, planned, _ = _queue(quota)
    taken = (planned > SLACK).any(axis=0)
    most = float(sum(stratum.evidence.whole_items for stratum in quota.strata))
    stops = spread(most, [chosen.items])
    checks = [(check.value, check.low, check.high) for check in checked(quota, stops.tolist())]
    expected, low, high = np.array(checks, dtype=np.float64).T  # NaN where no draws are asked for
    low = np.maximum.accumulate(np.minimum(low, expected))
    high = np.maximum(np.minimum(np.maximum.accumulate(high), stops), expected)
    return Course(
        model=name,
        ids=scored.ids,
        queue=np.concatenate([order[taken], order[~taken]]),
        review=int(taken.sum()),
        score=scored.scores[name][1],
        rate=rate,
        known_cost=scored.known,
        sizes=scored.sizes,
        band=Band(stops, expected, low, high),
        recipe=quota.evidence.mixture if name == MIXTURE else {},
        weighted=scored.weights is not None,
        model_cost=quota.offer.cost,
        strata=tuple(names.tolist()),
    )


def _queue(quota: QuotaPlan) -> tuple[IntArray, FloatArray, FloatArray]:
    """Return the rows in the model's order, (R,), and how many items of each stratum stand in each, (strata, R).

    Those of the plan, and all others. By score the rows of the list are in the queue; by share the labelled items, each for
    as many as its stratum has.
    """
    assert quota.chosen is not None
    name, scored = quota.offer.name, quota.evidence.scored if quota.listed else None
    ranking = quota.evidence.model(name).ranking if scored is None else scored.rankings[name]
    size = np.zeros((len(quota.strata), len(ranking.order)))
    for row, stratum in zip(size, quota.strata, strict=True):
        weight = stratum.evidence.weight
        if scored is not None:
            row[stratum.listed] = scored.weight[stratum.listed]
        else:
            weight = np.ones(len(stratum.sampled)) if weight is None else weight
            row[stratum.sampled] = weight * (stratum.evidence.list_items / weight.sum())
    size = size[:, ranking.order]
    stops = np.array(quota.chosen.by_stratum)[:, None]
    planned = np.diff(np.minimum(np.cumsum(size, axis=1), stops), prepend=0.0, axis=1)
    return ranking.order, planned, size - planned


def checked(quota: QuotaPlan, stops: Sequence[float]) -> tuple[Estimate, ...]:
    """Return what should have been found after each of so many items of the queue.

    Up to the plan's stop these are the items of the plan, then all others.
    """
    (_, planned, after), offer, items = _queue(quota), quota.offer, np.array(stops, dtype=np.float64)
    sums = np.cumsum(np.concatenate([np.zeros((len(planned), 1)), planned, after], axis=1), axis=1)
    counts = [np.interp(items, sums.sum(axis=0), stratum) for stratum in sums]
    expected = sum(order.path.read("positives", at) for order, at in zip(offer.orders, counts, strict=True))
    drawn = sum(draws.at(at) for draws, at in zip(offer.draws, counts, strict=True))
    rows = zip(np.asarray(expected).tolist(), np.asarray(drawn).T, items.tolist(), strict=True)
    sure = bool(quota.plan.resamples)
    return tuple(of_draws(mean, row, 0.0, most) if sure else Estimate(mean) for mean, row, most in rows)


def recommend_with_quotas(quota: QuotaPlan) -> Recommendation:
    """Return the decision: people judge the first items of each stratum, nothing is answered without them."""
    chosen = quota.chosen
    why_not: WhyNot = quota.check.refusal
    if chosen is None and not why_not:
        why_not = "unsure" if quota.offer.unsure else "impossible" if quota.within_budget else "over_budget"
    luck = None if chosen is None or chosen.net is None else chosen.luck
    return of_people(quota.evidence, chosen, why_not, luck=luck)
