"""What is printed of a stop: every number of it is read from one set of draws (METHODS F7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.draws import Draws
from budgetplan.core.stops import SAFE, Luck, interval, luck
from budgetplan.domain.decision import Alternative, Estimate, Step
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.metrics.ranking.path import gained
from budgetplan.metrics.ranking.stopping import best_stop
from budgetplan.planning.compare.drawn import PlanDraws

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
        cost, extra = lead.path.read("cost", items), evidence.extra_micros
        drawn = cost + extra * (found - lead.path.read("positives", items))
        more = evidence.prices.total(drawn, lead.cost) - evidence.prices.total(cost, lead.cost)
        return np.where(items > 0, total + more / MICRO, 0.0)

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
        limit, low = float(budget.amount) * (1 + 1e-12), 0
        while low < most:  # in no draw does reviewing more cost less
            middle = (low + most + 1) // 2
            at = np.array([float(middle)])
            found = self.draws.at(at)
            spent = self.spends(at, found)
            if budget.covers == "annotation":
                cost = self.lead.path.read("cost", at) - evidence.extra_micros * self.lead.path.read(
                    "positives", at
                )
                spent = (cost + evidence.extra_micros * found) / MICRO
            low, most = (middle, most) if float((spent <= limit).mean()) >= SAFE else (low, middle - 1)
        return low

    def at(self, items: int) -> Alternative:
        """Return what the first ``items`` bring, as it is printed everywhere."""
        read = plain(self.evidence, self.lead, items)
        at = np.array([float(items)])
        found = self.estimate(read.found.value, self.draws.at(at)[:, 0], least=0.0, most=float(items))
        spend_low = spend_high = None
        if self.varies and self.sure and items:
            spent = self.spends(at, self.draws.at(at))[:, 0]
            low, high = interval(spent)
            spend_low, spend_high = float(low), float(high)
        return Alternative(
            model=read.model,
            items=items,
            share=read.share,
            spend=read.spend,
            found=found,
            recall=read.recall,
            cost_per_entry=per_entry(float(read.spend), found),
            net=self._net_at(items),
            hours=read.hours,
            found_worst=read.found_worst,
            found_best=read.found_best,
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

    def _net_at(self, items: int) -> Estimate | None:
        if not self.valued:
            return None
        at, left = np.array([float(items)]), self.evidence.left_value(self.lead)
        off = self.off(items)
        value = float(self.mean_net(at)[0]) + left - off
        net = self.estimate(value + off, self.net(at)[:, 0] + left)
        if net.low is None:
            return Estimate(value)
        # Off the upper end, too, luck left the interval below the truth: in known worlds 76 % held, and so 95 %.
        return Estimate(value, net.low - off, net.high)

    def estimate(
        self, value: float, drawn: FloatArray, least: float = -np.inf, most: float = np.inf
    ) -> Estimate:
        """Return a mean with the middle 95 % of its draws, within what is possible."""
        if not self.sure:
            return Estimate(value)
        low, high = np.clip(interval(drawn), least, most)
        return Estimate(value, min(float(low), value), max(float(high), value))

    def found(self, stops: Sequence[int]) -> list[Estimate]:
        """Return the entries among the first items, for each of some stops."""
        at = np.array(stops, dtype=np.float64)
        drawn, mean = self.draws.at(at), self.lead.path.read("positives", at)
        return [
            self.estimate(float(mean[place]), drawn[:, place], least=0.0, most=float(at[place]))
            for place in range(len(at))
        ]

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
        soon = _soon(lead, start, end)
        early = float(np.diff(evidence.totals(lead, np.array([float(start), float(start + soon)])))[0])
        return Step(end - start, found, cost, per_entry(cost, found), net, soon, early)

    def best_stops(self, most: int) -> FloatArray:
        """Return the best stop in every draw within so many items, shape (draws,)."""
        return np.asarray(self.draws.ends[self.expected_within(most).argmax(axis=1)])

    def better_than_chance(self, items: int) -> float:
        """Return in which share of the draws the first items hold more entries than as many random ones."""
        at = np.array([float(items), float(self.evidence.whole_items)])
        found = self.draws.at(at, self.draws.rates)
        return float((found[:, 0] > found[:, 1] * (items / self.evidence.whole_items) + 1e-9).mean())


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


def _soon(model: Ranked, start: int, end: int) -> int:
    """Return after how many of the items from ``start`` to ``end`` nine tenths of what they bring are found."""
    first, last = (float(model.path.read("positives", at)) for at in (start, end))
    goal = first + NEARLY * (last - first)
    low, high = start, end  # the path never falls
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if float(model.path.read("positives", middle)) >= goal else (middle, high)
    return high - start
