"""What is printed of a stop: every number of it is read from one set of draws (METHODS F7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.draws import Draws
from budgetplan.core.path import best_stop, gained, items_for_target
from budgetplan.core.stops import SAFE, Luck, held, interval, least, luck
from budgetplan.domain.decision import Alternative, Estimate, Step
from budgetplan.domain.plan import Budget, Target
from budgetplan.domain.prices import MICRO
from budgetplan.lists.estimates import less_luck, of_draws
from budgetplan.lists.evidence import Evidence, Ranked
from budgetplan.models.ranks import GainByPart, gain_by_part
from budgetplan.plans.compared import PlanDraws

NEARLY = 0.9
"""Where a small part of a step brings so much of what it finds, its average cost says little."""


@dataclass(frozen=True, eq=False)
class DrawnOrder:
    """Reads the recommended order, whose draws the evidence holds; arrays of shape (draws, stops)."""

    evidence: Evidence
    lead: Ranked

    @property
    def draws(self) -> Draws:
        """What the list holds along the order."""
        assert self.lead.drawn is not None
        return self.lead.drawn

    @property
    def sure(self) -> bool:
        """Whether intervals are printed."""
        return bool(self.evidence.plan.resamples)

    @property
    def valued(self) -> bool:
        """Whether entries have a worth."""
        return self.evidence.plan.values is not None

    @property
    def varies(self) -> bool:
        """Whether the spend depends on what is found."""
        prices = self.evidence.prices
        return prices.stated and bool(prices.extra_per_entry)

    def spends(self, items: FloatArray, found: FloatArray | None = None) -> FloatArray:
        """Return T in currency units with the rounding of the printed total; ``found``: where it depends on that."""
        evidence, lead = self.evidence, self.lead
        total = evidence.totals(lead, items)
        if found is None or not self.varies:
            return total
        cost = lead.path.read("cost", items)
        more = evidence.prices.total(self.annotation(items, found), lead.cost) - evidence.prices.total(
            cost, lead.cost
        )
        return np.where(items > 0, total + more / MICRO, 0.0)

    def annotation(self, items: FloatArray, found: FloatArray) -> FloatArray:
        """Return what the annotation of the first items costs where so many of them are entries, in millionths."""
        path = self.lead.path
        return path.read("cost", items) + self.evidence.extra_micros * (found - path.read("positives", items))

    def net(self, items: FloatArray, sums: FloatArray | None = None) -> FloatArray:
        """Return net value beside not starting in every draw.

        ``sums``: running sums of the draws; by default those with the list's own chance.
        """
        found = self.draws.at(items, sums)
        worths = self.evidence.worths["value"]
        at_edges = self.draws.at(worths.edges, sums)
        return np.asarray(worths.along(found, at_edges, items) - self.spends(items, found))

    def mean_net(self, items: FloatArray) -> FloatArray:
        """Return the mean net value beside not starting, shape (S,), in currency units."""
        return self.lead.path.read("value", items) - self.evidence.totals(self.lead, items)

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
        plan = self.evidence.plan
        if not self.valued or plan.target is not None:
            return Luck()
        drawn = luck(self.expected_net)
        # The best stop may lie between two ends.
        return Luck(drawn.whole, max(drawn.best, float(self.mean_net(self._stops(None)).max())))

    def _stops(self, most: int | None) -> FloatArray:
        whole = self.evidence.whole_items if most is None else most
        return self.evidence.stops(self.lead, whole).astype(np.float64)

    def best(self, most: int | None = None) -> int:
        """Return the stop of the greatest mean net value among those that money allows; 0: not to start."""
        stops = self._stops(most)
        net = self.mean_net(stops)
        place = best_stop(net)
        return int(stops[place]) if net[place] > net[0] else 0

    def most(self, budget: Budget | None) -> int:
        """Return how many items a budget pays for, all where there is none.

        Where the price depends on the label, the most whose spend keeps it in 95 % of the draws.
        """
        evidence = self.evidence
        if budget is None:
            return evidence.whole_items
        most = evidence.affordable(self.lead, budget)
        if not self.varies or budget.unit != "money":
            return most
        limit = float(budget.amount) * (1 + 1e-12)

        def over(items: int) -> bool:
            at = np.array([float(items)])
            found, only = self.draws.at(at), budget.covers == "annotation"
            spent = self.annotation(at, found) / MICRO if only else self.spends(at, found)
            return float((spent <= limit).mean()) < SAFE

        return first_whole(0, most + 1, over) - 1  # in no draw does reviewing more cost less

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

    def at(self, items: int) -> Alternative:
        """Return what the first ``items`` bring, as it is printed everywhere."""
        mean, drawn, off = plain(self.evidence, self.lead, items), self.in_draws(items), self.off(items)
        found = self.estimate(mean.found.value, drawn.found, least=0.0, most=float(items))
        spend_low = spend_high = None
        if drawn.spend is not None and self.sure:
            spend_low, spend_high = interval(drawn.spend).tolist()
        net = mean.net
        if net is not None:
            net = less_luck(net.value - off, drawn.net if self.sure else None, off)
        return replace(
            mean,
            found=found,
            cost_per_entry=per_entry(float(mean.spend), found),
            net=net,
            spend_low=spend_low,
            spend_high=spend_high,
        )

    def in_draws(self, items: int) -> PlanDraws:
        """Return what the first ``items`` bring in every draw, net value less luck."""
        at, left = np.array([float(items)]), self.evidence.left_value(self.lead)
        found = self.draws.at(at)
        return PlanDraws(
            net=self.net(at)[:, 0] + left - self.off(items) if self.valued else None,
            found=found[:, 0],
            spend=self.spends(at, found)[:, 0] if self.varies and items else None,
        )

    def off(self, items: int) -> float:
        """Return what is taken off the net value of a stop, since choosing it is partly luck."""
        return self.luck.off(float(self.mean_net(np.array([float(items)]))[0]))

    def estimate(
        self, value: float, drawn: FloatArray, least: float = -np.inf, most: float = np.inf
    ) -> Estimate:
        """Return a mean with the middle 95 % of its draws, within what is possible."""
        return of_draws(value, drawn, least, most) if self.sure else Estimate(value)

    def step(self, start: int, end: int) -> Step | None:
        """Return what reviewing from ``start`` to ``end`` items brings, within the list."""
        evidence, lead = self.evidence, self.lead
        start, end = max(start, 0), min(end, evidence.whole_items)
        if end <= start:
            return None
        both = np.array([float(start), float(end)])
        new = float(gained(lead.path.read("positives", both), evidence.n_positives)[0])
        cost = float(np.diff(evidence.totals(lead, both))[0])
        found = self.estimate(new, np.diff(self.draws.at(both))[:, 0], least=0.0, most=float(end - start))
        net = None
        if self.valued:
            drawn = self.net(both)
            net = self.estimate(float(np.diff(self.mean_net(both))[0]), np.diff(drawn)[:, 0])
        # After how many of these items nine tenths of what they bring are found.
        first, most = lead.path.read("positives", both).tolist()
        reach = items_for_target(lead.path, first + NEARLY * (most - first))
        last = end if reach is None else min(max(reach.items, start + 1), end)
        early = float(np.diff(evidence.totals(lead, np.array([float(start), float(last)])))[0])
        return Step(end - start, found, cost, per_entry(cost, found), net, last - start, early)


def first_whole(low: int, high: int, reached: Callable[[int], bool]) -> int:
    """Return the first number above ``low`` that reaches something, where more never reach less; ``high`` does.

    >>> first_whole(0, 10, lambda items: items * items >= 30)
    6
    """
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def plain(evidence: Evidence, model: Ranked, items: int) -> Alternative:
    """Return what the first ``items`` of an order bring on average, without intervals."""
    path = model.path
    positives = float(path.read("positives", items))
    spend = evidence.spend(model, items)
    open_order = items > 0 and (evidence.own is None or evidence.own.tied_at(model.name, items))
    worst, best = model.extremes(items) if open_order else (None, None)
    net = None
    if evidence.plan.values is not None:
        net = Estimate(float(evidence.net_values(model, np.array([float(items)]))[0]))
    in_all = path.total("positives")
    return Alternative(
        model=model.name,
        items=items,
        share=items / evidence.list_items,
        spend=spend,
        found=Estimate(positives),
        recall=positives / in_all if in_all > 0 else None,
        cost_per_entry=per_entry(float(spend), Estimate(positives)),
        net=net,
        hours=float(path.read("seconds", items)) / 3600 if evidence.prices.timed else None,
        found_worst=worst,
        found_best=best,
    )


def beside(evidence: Evidence, option: Alternative, found: float) -> Alternative:
    """Return another order at its stop, with as many entries as its counted difference to the recommended one leaves it.

    So of two orders one difference is told, and not that of their curves besides.
    """
    path = evidence.model(option.model).path
    there, in_all, net = option.found.value, path.total("positives"), option.net
    found = min(max(found, 0.0), float(option.items), in_all)
    if net is not None and there > 0:
        net = Estimate(net.value + (found - there) * float(path.read("value", option.items)) / there)
    return replace(
        option,
        found=Estimate(found),
        recall=found / in_all if in_all > 0 else None,
        cost_per_entry=per_entry(float(option.spend), Estimate(found)),
        net=net,
    )


def per_entry(spend: float, found: Estimate) -> Estimate | None:
    """Return cost per entry; None where none is expected. The dear end is infinite if none may be found.

    >>> per_entry(10.0, Estimate(5.0, 0.0, 10.0))
    Estimate(value=2.0, low=1.0, high=inf)
    """
    if found.value <= 0:
        return None
    if found.low is None or found.high is None:
        return Estimate(spend / found.value)
    high = spend / found.low if found.low > 0 else np.inf
    return Estimate(spend / found.value, spend / found.high if found.high > 0 else np.inf, float(high))


@dataclass(frozen=True)
class PartTable:
    """A model's gain table; tuples run over the parts of the list, part 1 first.

    ``total`` is T up to the end of the part, in currency units (items where nothing has a price); ``gain`` and ``cumulative`` are None where there are no positives at all.
    """

    parts: GainByPart
    total: tuple[float, ...]
    new: tuple[Estimate, ...]
    found: tuple[Estimate, ...]
    gain: tuple[Estimate, ...] | None
    cumulative: tuple[Estimate, ...] | None
    cost_per_entry: tuple[Estimate | None, ...]

    @property
    def starts(self) -> FloatArray:
        """Items before each part."""
        return np.asarray(self.parts.items - self.parts.items[0])

    @property
    def middles(self) -> FloatArray:
        """Items up to the middle of each part."""
        return np.asarray(self.parts.items - self.parts.items[0] / 2)

    @property
    def lift(self) -> list[float | None]:
        """How many times as many entries are found by the end of each part as in a random order; None without any."""
        if self.cumulative is None:
            return [None] * len(self.total)
        n = len(self.total)
        return [one.value * n / place for place, one in enumerate(self.cumulative, start=1)]

    def holding(self, items: float) -> list[bool]:
        """Return which part a stop lies in."""
        ends = self.parts.items * (1 + 1e-12)
        return [bool(one) for one in (self.starts < items) & (items <= ends)]


def part_table(reading: DrawnOrder, model: Ranked) -> PartTable:
    """Return the gain table of an order: of the recommended one from its draws, of the others without intervals."""
    evidence = reading.evidence
    table = gain_by_part(model.path, evidence.plan.parts)
    total = evidence.totals(model, table.items)
    for d, items in enumerate(table.items):  # where a part ends at a whole item, the printed total
        if abs(items - round(items)) < 1e-9:
            total[d] = float(evidence.spend(model, round(items)))
    part_total = np.diff(total, prepend=0.0)
    sure = model is reading.lead and reading.sure
    drawn = reading.draws.at(table.items) if sure else np.zeros((1, len(total)))
    within, in_all = np.diff(drawn, axis=1, prepend=0.0), np.maximum(drawn[:, -1:], 1e-300)

    def estimates(
        values: FloatArray, rows: FloatArray, most: FloatArray | float = 1.0
    ) -> tuple[Estimate, ...]:
        each = zip(values.tolist(), rows.T, np.broadcast_to(most, len(values)).tolist(), strict=True)
        return tuple(of_draws(value, row, 0.0, top) if sure else Estimate(value) for value, row, top in each)

    new = estimates(table.found, within, float(table.items[0]))
    found = estimates(table.reached, drawn, table.items)
    gain = cumulative = None
    if table.reached[-1] > 0:
        gain = estimates(table.gain, within / in_all)
        cumulative = estimates(table.cumulative, drawn / in_all)
        if sure:  # the whole list holds all, whatever the sample
            cumulative = (*cumulative[:-1], Estimate(1.0, 1.0, 1.0))
    return PartTable(
        parts=table,
        total=tuple(total.tolist()),
        new=new,
        found=found,
        gain=gain,
        cumulative=cumulative,
        cost_per_entry=tuple(
            per_entry(cost, mean) for cost, mean in zip(part_total.tolist(), new, strict=True)
        ),
    )
