"""What is printed of a stop: every number of it is read from one set of draws (METHODS F7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.curve import PLACES, Fit
from budgetplan.core.path import SLACK, TIE, best_stop, gained, items_for_target, make_path, rank
from budgetplan.core.stops import HALF, SAFE, Luck, first_whole, held, least, luck
from budgetplan.domain.decision import Alternative, Contender, Estimate, Goal, Step, per_entry
from budgetplan.domain.plan import PERFECT, Budget, Covers, Target
from budgetplan.domain.prices import MICRO, Quantities
from budgetplan.lists.estimates import less_luck, of_draws
from budgetplan.lists.evidence import Evidence, Ranked, led_by, limit_of, pays, to_stop_on
from budgetplan.models.ranks import gain_by_part
from budgetplan.plans.compared import PlanDraws

NONE_SEEN = 0.5
"""Of an entry that one of two orders has and the other lacks: where none was seen, none is not certain."""
NEAR = 64
"""So many places on either side of a stop are looked at first."""
NEARLY = 0.9
"""Where a small part of a step brings so much of what it finds, its average cost says little."""


class DrawnOrder:
    """Reads the recommended order, whose draws the evidence holds; arrays of shape (draws, stops).

    Attributes
    ----------
    plan, prices, path
        What the user said, the cost model, and what the order spends and is expected to find.
    draws
        What the list holds along the order.
    sure, valued, varies
        Whether intervals are printed, whether entries have a worth, and whether the spend depends on what is found.
    goal
        What is wanted, from what was given: a target, a worth of entries, a budget, or nothing.
    covers
        What the plan's budget covers; everything, where there is none.
    """

    def __init__(self, evidence: Evidence, lead: Ranked) -> None:
        assert lead.drawn is not None
        self.evidence, self.lead, self.draws, self.path = evidence, lead, lead.drawn, lead.path
        self.plan, self.prices = plan, prices = evidence.plan, evidence.prices
        self.sure, self.valued = plan.resamples > 0, plan.values is not None
        self.covers: Covers = "everything" if plan.budget is None else plan.budget.covers
        self.varies = prices.stated and bool(prices.extra_per_entry or self.draws.paid)
        unbounded: Goal = "net_value" if self.valued else "budget" if plan.budget is not None else "open"
        self.goal: Goal = "target" if plan.target is not None else unbounded

    def spends(self, items: FloatArray, finds: FloatArray) -> FloatArray:
        """Return T in currency units with the rounding of the printed total, where so many of the items are entries."""
        total, once = self.evidence.totals(self.lead, items), self.lead.cost
        if not self.varies:
            return total
        more = self.prices.total(self.annotation(items, finds), once)
        more = more - self.prices.total(self.path.read("cost", items), once)
        return np.where(items > 0, total + more / MICRO, 0.0)

    def annotation(self, items: FloatArray, finds: FloatArray) -> FloatArray:
        """Return what the annotation of the first items costs where so many of them are entries, in millionths."""
        if self.draws.paid:
            return self.draws.at(items, self.draws.paid["cost"]) + self.path.beside("cost", items)
        more = self.evidence.extra_micros * (finds - self.path.read("positives", items))
        return self.path.read("cost", items) + more

    def net(self, items: FloatArray, sums: FloatArray | None = None) -> FloatArray:
        """Return net value beside not starting in every draw.

        ``sums``: running sums of the draws; by default those with the list's own chance.
        """
        finds = self.draws.at(items, sums)
        return np.asarray(self.worth(items, finds, sums) - self.spends(items, finds))

    def worth(self, items: FloatArray, finds: FloatArray, sums: FloatArray | None = None) -> FloatArray:
        """Return what the first items are worth beside leaving them in every draw, where so many are entries."""
        worths = self.evidence.worths["value"]
        return worths.along(finds, self.draws.at(worths.edges, sums), items)

    def mean_net(self, items: FloatArray) -> FloatArray:
        """Return the mean net value beside not starting, shape (S,), in currency units."""
        return self.path.read("value", items) - self.evidence.totals(self.lead, items)

    @cached_property
    def expected_net(self) -> FloatArray:
        """Net value to expect beside not starting, in every draw at the ends of its cells, shape (draws, ends)."""
        return self.net(self.draws.ends, self.draws.rates)

    def expected_within(self, most: int) -> FloatArray:
        """Return the same at the ends within so many items."""
        return self.expected_net[:, : int(np.searchsorted(self.draws.ends, most, side="right"))]

    @cached_property
    def luck(self) -> Luck:
        """What the choice of a stop by worth owes to luck; nothing where stops are not chosen by worth."""
        if self.goal != "net_value":
            return Luck()
        return luck(self.expected_net).reaching(float(self.mean_net(np.array([float(self.best())]))[0]))

    def best(self, most: int | None = None) -> int:
        """Return the stop of the greatest mean net value among those that money allows; 0: not to start."""
        whole = self.evidence.whole_items if most is None else most
        stops = self.evidence.stops(self.lead, whole)
        return int(stops[best_stop(self.mean_net(stops.astype(np.float64)))])

    @cached_property
    def quality(self) -> dict[str, tuple[float, float]]:
        """F1 and accuracy of each model at its own cut, stated or best on these labels, by name."""
        evidence = self.evidence
        # A cut says yes to items, whatever is counted as an entry, and their prices play no part in it.
        positive = evidence.measures["positives"] if evidence.types is None else evidence.types.confirmed
        models, weight = evidence.models, evidence.weight
        return {model.name: cut_quality(model.score, positive, weight, model.cut) for model in models}

    @cached_property
    def parts(self) -> dict[str, tuple[ListPart, ...]]:
        """Each model's order by equal parts of the list, by name."""
        return {model.name: parts_of(self, model) for model in self.evidence.models}

    def within(self, most: int) -> int:
        """Return how many of the items that money allows to review: all, or where stops are chosen by worth the best stop."""
        return self.best(most) if self.goal == "net_value" else most

    def most_for(self, budget: Budget | None) -> int:
        """Return how many items a budget pays for, all where there is none.

        Where the price depends on the label, the most whose spend keeps it in 95 % of the draws. Where items are passed
        over, the most that are expected to be paid: of each other order, too, no more is known than that.
        """
        if budget is None:
            return self.evidence.whole_items
        return self.kept(self.evidence.affordable(self.lead, budget), budget)

    def kept(self, most: int, budget: Budget, times: float = 1.0) -> int:
        """Return how many of so many items, which a budget is expected to pay for, it pays for in 95 % of the draws.

        ``times``: how many times as much every review costs. All, where the price does not depend on the label.
        """
        if not self.evidence.extra_micros or budget.unit != "money":
            return most
        limit, once = float(budget.amount) * (1 + 1e-12), self.lead.cost

        def over(items: int) -> bool:
            at = np.array([float(items)])
            finds = self.surely(at)
            cost = times * self.annotation(at, finds)
            exact = cost if budget.covers == "annotation" else self.prices.total(cost, once)
            if float(exact[0]) / MICRO > limit:
                return True
            # Before and after what is billed is rounded, as everywhere.
            return times == 1 and not pays(self.prices, self.billed(np.array([items]), finds), budget).all()

        return first_whole(0, most + 1, over) - 1  # in no draw does reviewing more cost less

    def surely(self, items: FloatArray) -> FloatArray:
        """Return how many entries the first items hold at most in 95 % of the draws, same shape."""
        return np.asarray(np.quantile(self.among_first(items), SAFE, axis=0, method="inverted_cdf"))

    def among_first(self, items: FloatArray) -> FloatArray:
        """Return the entries among the first items in every draw, (S,) to (B, S)."""
        return self.draws.at(items)

    def surely_least(self, items: IntArray, *, annotation_only: bool = False) -> IntArray:
        """Return the least budgets that pay for rising numbers of items in 95 % of the draws, same shape, in minor units.

        Of more stops than the draws have cells what is found is read at the ends of these.
        """
        least = self.evidence.least_budgets(self.lead, items, annotation_only=annotation_only)
        if not self.evidence.extra_micros:
            return least
        at = self.draws.ends if len(items) > len(self.draws.ends) else items.astype(np.float64)
        billed = self.billed(items, np.interp(items, at, self.surely(at)))
        return np.asarray(np.maximum(least, self.prices.least_budgets(billed, annotation_only=annotation_only)))

    def least(self, items: IntArray, covers: Covers = "everything") -> list[Budget]:
        """Return the same as budgets, in items where nothing has a price; ``covers``: what of the costs."""
        least = self.surely_least(items, annotation_only=covers == "annotation").tolist()
        if not self.prices.stated:
            return [Budget(Decimal(amount), "items") for amount in least]
        return [Budget(Decimal(amount).scaleb(-self.prices.minor_digits), "money", covers) for amount in least]

    def billed(self, items: IntArray, finds: FloatArray) -> Quantities:
        """Return what is billed for the first items where so many of them are entries."""
        more = finds - self.path.read("positives", items)
        return self.evidence.bought(self.lead, items, charged=True).plus(Quantities(0, positives=more))

    def target(self, target: Target, sure: float) -> int | None:
        """Return the fewest items that hold a target in so many of the draws; None where not even the whole list does.

        A share is one of what the list holds in each draw; a draw without an entry holds none.
        """
        draws, amount, share = self.draws, float(target.amount), target.unit == "share"
        place = least(held(draws.found, amount, share=share), sure)
        if not place:
            return place
        low = int(draws.ends[place - 1])
        high = min(int(np.ceil(draws.ends[place])), self.evidence.whole_items)

        def reached(items: int) -> bool:
            there = np.concatenate([draws.at(np.array([float(items)])), draws.found[:, -1:]], axis=1)
            return float(held(there, amount, share=share)[0]) >= sure

        return first_whole(low, high, reached)  # in no draw do more items hold less

    def at(self, items: int, budget: Budget | None = None) -> Alternative:
        """Return what the first ``items`` bring, as it is printed everywhere; ``budget``: another than the plan's."""
        budget, path, most = budget or self.plan.budget, self.path, float(items)
        drawn, off, at = self.in_draws(items, budget), self.off(items), np.array([most])
        expected, less, judged, net = float(path.read("positives", items)), 0.0, None, None
        if self.draws.paid:
            rows = self._part_paid(at, budget) * self.draws.at(at, self.draws.paid["judged"])[:, 0]
            judged, whole = self.estimate(float(path.judged(items)), rows, 0.0, most), self.draws.at(at)
            expected += float(np.mean(drawn.found - whole[:, 0]))
            if self.valued:
                less = float(np.mean(self.worth(at, whole) - self.worth(at, drawn.found[:, None])))
        if self.valued:
            mean = float(self.evidence.net_values(self.lead, at)[0]) - off - less
            net = less_luck(mean, drawn.net if self.sure else None, off)
        stop = plain(self.evidence, self.lead, items, self.estimate(expected, drawn.found, 0.0, most), net, judged)
        if drawn.spend is None or not self.sure:
            return stop
        most_paid = self._most_paid(items, budget) if self.draws.paid else np.inf
        return replace(stop, spend_range=of_draws(float(stop.spend), drawn.spend, most=most_paid))

    def _most_paid(self, items: int, budget: Budget | None) -> float:
        """Return what a stop costs at most where items are passed over: a budget that pays for it, and covers everything."""
        all_covered = budget is not None and (budget.unit, budget.covers) == ("money", "everything")
        if budget and all_covered and self.evidence.spend(self.lead, items) <= budget.amount:
            return float(budget.amount)
        return np.inf

    def _part_paid(self, at: FloatArray, budget: Budget | None) -> FloatArray:
        """Return which part of a stop a budget pays for in every draw: where types are confirmed late it ends the review.

        All of a stop beyond the budget, which is one of more money.
        """
        whole = np.ones(len(self.draws.rates))
        if budget is None:
            return whole
        measure, limit = limit_of(self.prices, self.lead.cost, budget)
        measure = "judged" if measure == "items" else measure
        if self.path.read(measure, at)[0] > limit * (1 + SLACK):
            return whole
        costs = self.draws.at(at, self.draws.paid[measure])[:, 0]
        return np.clip((limit - self.path.beside(measure, at)) / np.maximum(costs, 1e-9), 0.0, 1.0)

    def in_draws(self, items: int, budget: Budget | None = None) -> PlanDraws:
        """Return what the first ``items`` bring in every draw, net value less luck; ``budget``: another than the plan's."""
        budget, at, net = budget or self.plan.budget, np.array([float(items)]), None
        finds, ends, paid = self.draws.at(at), self.draws.ends, self.draws.paid
        found, spend = finds[:, 0].copy(), np.ravel(self.spends(at, finds))
        if self.evidence.extra_micros:  # billed for the entries of each draw
            bought = self.evidence.bought(self.lead, items, charged=True)
            spend = self.prices.planned_with(bought, found - self.path.read("positives", items))
        if self.valued:
            net = self.worth(at, finds)[:, 0] + self.evidence.left_value(self.lead) - spend - self.off(items)
        part = self._part_paid(at, budget) if paid and self.prices.stated and items else np.ones(1)
        cut = part < 1
        if cut.any():
            # The items that are no longer paid for are not judged, and what they hold is not found.
            judging, most = part * self.draws.at(at, paid["cost"])[:, 0], self._most_paid(items, budget)
            total = self.prices.total(judging + self.path.beside("cost", at), self.lead.cost) / MICRO
            ended = np.where(cut, total if np.isinf(most) else most, -np.inf)
            before, spend = spend, np.where(cut, ended, np.minimum(spend, ended.max()))
            for row in np.flatnonzero(cut).tolist():  # draws, not items
                reached = np.interp(judging[row], paid["cost"][row], ends)
                found[row] = np.interp(reached, ends, self.draws.found[row])
            if net is not None:
                net = net + (self.worth(at, found[:, None]) - self.worth(at, finds))[:, 0] + before - spend
        return PlanDraws(net, found, spend if self.varies and items else None)

    def off(self, items: int) -> float:
        """Return what is taken off the net value of a stop, since choosing it is partly luck."""
        return self.luck.off(float(self.mean_net(np.array([float(items)]))[0]))

    def estimate(self, value: float, drawn: FloatArray, least: float = -np.inf, most: float = np.inf) -> Estimate:
        """Return a mean with the middle 95 % of its draws, within what is possible."""
        return of_draws(value, drawn, least, most) if self.sure else Estimate(value)

    def step(self, start: int, end: int) -> Step | None:
        """Return what reviewing from ``start`` to ``end`` items brings, within the list."""
        evidence, lead = self.evidence, self.lead
        start, end = max(start, 0), min(end, evidence.whole_items)
        if end <= start:
            return None
        both, path = np.array([float(start), float(end)]), lead.path
        positives = path.read("positives", both)
        new = float(gained(positives, evidence.n_positives)[0])
        # After how many of these items nine tenths of what they bring are found.
        reach = items_for_target(path, float(positives[0] + NEARLY * (positives[1] - positives[0])))
        last = end if reach is None else min(max(reach.items, start + 1), end)
        base, soon, whole = evidence.totals(lead, np.array([start, last, end]).astype(float)).tolist()
        early, cost = soon - base, whole - base
        finds, net = self.estimate(new, np.diff(self.draws.at(both))[:, 0], 0.0, float(end - start)), None
        if self.valued:
            net = self.estimate(float(np.diff(self.mean_net(both))[0]), np.diff(self.net(both))[:, 0])
        return Step(end - start, finds, cost, per_entry(cost, finds), net, last - start, early)


class Comparator(DrawnOrder):
    """A perfect or a random order, which holds in every draw what the recommended one does."""

    def among_first(self, items: FloatArray) -> FloatArray:
        """Return the entries among the first items in every draw, (S,) to (B, S)."""
        every, whole = self.draws.found[:, -1:], self.evidence.list_items
        if self.lead.name == PERFECT:
            return np.minimum(every, items)
        # Hypergeometric, with one normal deviate a draw.
        chance = np.random.default_rng(self.evidence.plan.seed).standard_normal(every.shape)
        part = items / whole
        spread = np.sqrt(np.maximum(every * (1 - every / whole) * part * (1 - part), 0.0))
        return np.clip(every * part + chance * spread, 0.0, np.minimum(every, items))


def by_itself(evidence: Evidence, model: Ranked) -> DrawnOrder:
    """Return an order read by its own draws, as the recommended one is."""
    led = evidence if model.drawn is not None else led_by(evidence, model.name)
    return DrawnOrder(led, led.model(model.name))


def has_to_hold(evidence: Evidence, budget: Budget) -> bool:
    """Return whether a budget has to pay for entries that cost more: one of the plan.

    What orders are compared at otherwise is what is expected to be paid.
    """
    return bool(evidence.extra_micros) and budget == evidence.plan.budget and budget.unit == "money"


def plain(
    evidence: Evidence,
    model: Ranked,
    items: int,
    estimate: Estimate | None = None,
    net: Estimate | None = None,
    judged: Estimate | None = None,
    spend: Decimal | None = None,
) -> Alternative:
    """Return what the first ``items`` of an order bring: on average, where no estimates are given."""
    path, in_all = model.path, model.path.total("positives")
    estimate = estimate or Estimate(float(path.read("positives", items)))
    open_order = items > 0 and (evidence.scored is None or evidence.scored.tied_at(model.name, items))
    worst = best = None
    if open_order:  # about what is said to be found, which need not be what its own path holds, or the labelled types
        moved = estimate.value - float((model.by_type or model).path.read("positives", items))
        worst, best = (min(max(end + moved, 0.0), float(items)) for end in model.extremes(items))
    if net is None and evidence.plan.values is not None:
        net = Estimate(float(evidence.net_values(model, np.array([float(items)]))[0]))
    if judged is None and "judged" in path.sums:
        judged = Estimate(float(path.judged(items)))
    return Alternative(
        model=model.name,
        items=items,
        share=items / evidence.list_items,
        spend=evidence.spend(model, items) if spend is None else spend,
        found=estimate,
        recall=estimate.value / in_all if in_all > 0 else None,
        net=net,
        hours=float(path.read("seconds", items)) / 3600 if evidence.prices.timed else None,
        found_worst=worst,
        found_best=best,
        judged=judged,
    )


def beside(evidence: Evidence, option: Alternative, finds: float) -> Alternative:
    """Return another order at its stop, with as many entries as its counted difference to the recommended one leaves it.

    So of two orders one difference is told, and not that of their curves besides.
    """
    model, there, net = evidence.model(option.model), option.found.value, option.net
    finds = min(max(finds, 0.0), float(option.items), model.path.total("positives"))
    stop, prices = plain(evidence, model, option.items, Estimate(finds)), evidence.prices
    bought = evidence.bought(model, option.items, charged=True)
    billed = bought.plus(Quantities(0, positives=finds - there))
    if net is not None and there > 0:
        worth = (finds - there) * float(model.path.read("value", option.items)) / there
        more = prices.planned.printed_total(billed) - prices.planned.printed_total(bought)
        net = Estimate(net.value + worth - float(more))
    return replace(stop, spend=prices.printed_total(billed), net=net)


def alone(evidence: Evidence, model: Ranked, bound: Budget) -> Alternative:
    """Return where an order would stop by itself, on average; all of it where it does not reach the target.

    ``bound``: what it may cost, but where a worth alone says where to stop.
    """
    plan, target = evidence.plan, evidence.plan.target
    by_worth = plan.values is not None and plan.budget is None
    items = evidence.whole_items if by_worth else evidence.affordable(model, bound)
    if target is not None or has_to_hold(evidence, bound):
        # By the rule of the recommended order: in its own draws, not where the labels happen to lie.
        reading = by_itself(evidence, model)
        if target is not None:
            reach = reading.target(target, HALF)
            return plain(evidence, model, evidence.whole_items if reach is None else reach)
        items = reading.kept(items, bound)
    if plan.values is not None:
        stops, smooth = evidence.stops(model, items), to_stop_on(evidence, model)
        items = int(stops[best_stop(evidence.net_values(smooth, stops.astype(np.float64)))])
    return plain(evidence, model, items)


def best_single(evidence: Evidence, options: Sequence[Alternative]) -> str:
    """Return the single model that brings most by the aim of the plan; of equal ones the cheapest, then the first by name."""
    cost = {option.model: evidence.cost(evidence.model(option.model), option.items) for option in options}

    def brings(option: Alternative) -> float:
        if evidence.plan.target is not None:
            return -float(cost[option.model])
        return option.found.value if option.net is None else option.net.value

    def cheapest(option: Alternative) -> tuple[Decimal, Decimal, int, str]:
        return cost[option.model], evidence.model(option.model).cost, option.items, option.model

    most = max(map(brings, options))
    slack = TIE * max(1.0, abs(most), *map(float, cost.values()))
    return min((option for option in options if brings(option) >= most - slack), key=cheapest).model


def on_the_curve(model: Ranked, target: Target) -> tuple[int, int] | None:
    """Return the fewest items at which a model's curve reaches a target, also if equal scores fall worst; None: never."""
    every = model.path.total("positives") if target.unit == "share" else 1.0
    reach = items_for_target(model.path, float(target.amount) * every)
    return None if reach is None else (reach.items, reach.worst_items)


def contenders(reading: DrawnOrder, options: Sequence[Alternative], items: int) -> tuple[Contender, ...]:
    """Return each order at its own stop, as many entries apart from the recommended one as are counted, where this starts."""
    evidence, lead, compared = reading.evidence, reading.lead, []
    apart = found_beside(evidence, lead, options, items) if items else {}
    here = reading.at(items or next(option.items for option in options if option.model == lead.name))
    for option in options:
        more, at = None, here
        if items and tuple(evidence.mixture) == (option.model,):  # it alone weighs, so both are one order
            more, at = Estimate(0.0), replace(here, model=option.model)
        elif option.model != lead.name:
            more, at = apart.get(option.model), option
            if more is not None:
                at = beside(evidence, option, here.found.value + more.value)
            if reading.goal == "net_value" and at.net is not None and at.items:
                # As off every other stop, in proportion: so the net values of two orders can be compared.
                gain = at.net.value - evidence.left_value(evidence.model(option.model))
                at = replace(at, net=Estimate(at.net.value - reading.luck.off(gain)))
        compared.append(Contender(option.model, at, more, *reading.quality[option.model], here.found.value))
    return tuple(compared)


AT_ONCE = 1 << 24
"""Weights of labelled items that are held at once: 128 MB."""


def found_beside(evidence: Evidence, lead: Ranked, stretches: Sequence[Alternative], items: int) -> dict[str, Estimate]:
    """Return how many more entries each order finds at its stop than the recommended one does in its first ``items``.

    Labelled entries are counted, both orders in each draw, out of fold, and scaled to the list. An order stops at the same
    share of the labelled items, and of each draw: how many of them lie above it by chance is no difference of two orders.

    References
    ----------
    METHODS M.
    """
    whole, sample, draws = evidence.list_items, evidence.sample, evidence.plan.draws
    n, rng = len(sample.outcome), np.random.default_rng(evidence.plan.seed)
    fit = Fit(sample, PLACES, evidence.worth, np.arange(n), np.arange(n))
    names = {lead.name, *(stretch.model for stretch in stretches)}
    spread = float(np.sqrt(1 + n / whole)) * evidence.worth.widening

    # Equal places are shared.
    ranks = {name: np.unique(-evidence.model(name).place, return_inverse=True)[1] for name in names}
    types = evidence.types
    entries_of = {name: sample.outcome if types is None else types.first_along(rank) for name, rank in ranks.items()}

    def among_first(name: str, items: int, weights: FloatArray, total: FloatArray) -> FloatArray:
        """Entries among the first ``items`` of a list like the labelled items, (B,), which weigh so much, (B, n) and in all."""
        code, entry = ranks[name], entries_of[name]
        wanted, last = total * (items / whole), int(code.max()) + 1
        middle, width = int(np.searchsorted(np.cumsum(np.bincount(code, weights[0])), wanted[0])), NEAR
        # Where the draws stop lies near where the labelled items do: only that is looked at item by item.
        while True:
            low, high = max(middle - width, 0), min(middle + width, last)
            before = weights @ (code < low)
            if (before <= wanted).all() and (high == last or (weights @ (code < high) >= wanted).all()):
                break
            width *= 2
        near = np.flatnonzero((code >= low) & (code < high))
        near = near[np.argsort(code[near], kind="stable")]
        starts = np.flatnonzero(np.diff(code[near], prepend=-1))
        some = weights[:, near]
        held, entries = (np.add.reduceat(array, starts, axis=1) for array in (some, some * entry[near]))
        taken = np.clip((wanted - before)[:, None] - (np.cumsum(held, axis=1) - held), 0.0, held)
        finds = weights @ (entry * (code < low)) + (entries * taken / np.maximum(held, 1e-300)).sum(axis=1)
        return np.asarray(whole * finds / total)

    def apart(weights: FloatArray) -> list[FloatArray]:
        total = weights.sum(axis=1)
        here = among_first(lead.name, items, weights, total)
        return [among_first(stretch.model, stretch.items, weights, total) - here for stretch in stretches]

    # So many draws at once as memory holds, one after another from one stream: their number changes none of them.
    at_once, more = max(AT_ONCE // n, 1), {}
    blocks = [min(at_once, draws - done) for done in range(0, draws, at_once)]
    drawn = [apart(fit.resampled(block, rng)) for block in blocks]
    values = (float(stretch[0]) for stretch in apart(sample.weights[None, :]))
    for place, (single, value) in enumerate(zip(stretches, values, strict=True)):
        read = np.concatenate([block[place] for block in drawn])
        read += whole / (n + 1) * (rng.gamma(NONE_SEEN, size=draws) - rng.gamma(NONE_SEEN, size=draws))
        read = value + (read - read.mean()) * spread
        more[single.model] = of_draws(value, read) if evidence.plan.resamples else Estimate(value)
    return more


def cut_quality(
    score: FloatArray, positive: FloatArray, weight: FloatArray | None, cut: float | None
) -> tuple[float, float]:
    """Return F1 and accuracy at a cut, both in [0, 1], higher is better: by these models are usually chosen.

    F1 = 2 TP / (predicted positives + positives), 0 where nothing is predicted and nothing is positive.

    Parameters
    ----------
    score, positive, weight
        Shape (n,): scores, 1 for entries and 0 for others, and how many items each stands for (None: one).
    cut
        The score from which on the model's makers say yes; None: the best cut on these labels, for F1 and for accuracy
        each its own, which flatters the model.

    Examples
    --------
    >>> cut_quality(np.array([0.9, 0.8, 0.6, 0.1]), np.array([1.0, 0, 1, 0]), None, None)
    (0.8, 0.75)
    """
    path = make_path(rank(score), weight, {"positives": positive})
    finds, every, n = path.sums["positives"], path.total("positives"), path.n_items
    f1 = 2 * finds / np.maximum(path.items + every, np.finfo(float).tiny)
    accuracy = (finds + (n - every) - (path.items - finds)) / n
    if cut is None:
        return float(f1.max()), float(accuracy.max())
    above = len(np.unique(score[score >= cut]))
    return float(f1[above]), float(accuracy[above])


@dataclass(frozen=True)
class ListPart:
    """One of the equal parts of a list along a model's order.

    ``start`` and ``end``: items before it, and up to its end; ``total``: T up to there, in currency units (items where nothing
    has a price); ``new``, ``found``: entries of the part, and up to its end; ``gain``, ``cumulative``: the same as shares of
    all, and ``lift``: how many times as many as in a random order, None where there are no entries at all.
    """

    start: float
    end: float
    total: float
    new: Estimate
    found: Estimate
    gain: Estimate | None
    cumulative: Estimate | None
    lift: float | None
    cost_per_entry: Estimate | None

    @property
    def price(self) -> float | None:
        """What one more entry costs; None where none is found, as their number is printed: a part of one has no price."""
        return None if self.cost_per_entry is None or self.new.value < 0.5 else self.cost_per_entry.value

    @property
    def middle(self) -> float:
        """Items up to the middle of the part."""
        return (self.start + self.end) / 2

    def holds(self, items: float) -> bool:
        """Return whether a stop lies in it."""
        return self.start < items <= self.end * (1 + 1e-12)


def parts_of(reading: DrawnOrder, model: Ranked) -> tuple[ListPart, ...]:
    """Return an order by equal parts of the list (METHODS F3): the recommended one from its draws, others without intervals."""
    evidence, n = reading.evidence, reading.evidence.plan.parts
    table, sure = gain_by_part(model.path, n), model is reading.lead and reading.sure
    total, whole = evidence.totals(model, table.items), np.abs(table.items - np.rint(table.items)) < 1e-9
    # Where a part ends at a whole item it costs the printed total.
    total = np.where(whole, np.round(total, 9), total).tolist()
    # Checks are paid with the first part: in the last one fewer are left to draw, which makes its own items no cheaper.
    bare = replace(model, walk=lambda: model.path.alone)
    alone = total if bare.path is model.path else evidence.totals(bare, table.items)
    costs = np.append(total[0], np.diff(alone)).tolist()
    drawn = reading.draws.at(table.items) if sure else np.zeros((1, n))
    within, share = np.diff(drawn, axis=1, prepend=0.0), np.maximum(drawn[:, -1:], 1e-300)
    shares = drawn / share
    shares[:, -1] = 1.0  # the whole list holds all, whatever the sample

    def estimate(value: float, rows: FloatArray, most: float = 1.0) -> Estimate:
        return of_draws(float(value), rows, 0.0, most) if sure else Estimate(float(value))

    parts, size = list[ListPart](), float(table.items[0])
    for at, end in enumerate(table.items.tolist()):
        new, some = estimate(table.found[at], within[:, at], size), table.reached[-1] > 0
        part = ListPart(
            start=end - size,
            end=end,
            total=total[at],
            new=new,
            found=estimate(table.reached[at], drawn[:, at], end),
            gain=estimate(table.gain[at], (within / share)[:, at]) if some else None,
            cumulative=estimate(table.cumulative[at], shares[:, at]) if some else None,
            lift=float(table.cumulative[at]) * n / (at + 1) if some else None,
            cost_per_entry=per_entry(costs[at], new),
        )
        parts.append(part)
    return tuple(parts)
