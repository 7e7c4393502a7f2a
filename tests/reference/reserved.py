"""What a plan may cost and how long it may take, anew: draw by draw, and every stop tried at other prices (METHODS C).

What the order takes, holds and is worth at each number of items, entries in the draws, and places of inputs are given.
"""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from statistics import mean

import numpy as np
from quotas import NARROW, between
from scipy import stats

from budgetplan.domain.risk import ranges as risk
from budgetplan.plans.reserving import beta_shape, places

STREAMS = {"seconds_per_item": 0, "seconds_per_unit": 0, "adjudicated_share": 1}
STREAMS |= {"per_item": 2, "per_unit": 3, "hourly_rate": 4, "adjudication": 5}


def quantile(amounts, level):
    return sorted(amounts)[max(math.ceil(level * len(amounts) - NARROW) - 1, 0)]


class Reserved:
    """``analysis``: of the plan; ``first``: of that which the reserve is computed for."""

    def __init__(self, analysis):
        self.it, self.plan, self.spans = analysis, analysis.evidence.plan, analysis.evidence.plan.ranges.spans
        self.read(analysis)

    def read(self, analysis):
        evidence, lead, self.chosen = analysis.evidence, analysis.lead, analysis.chosen
        self.evidence, self.lead, self.drawn = evidence, lead, bool(self.plan.resamples)
        self.with_reserve = float(evidence.prices.per_direct)
        self.prices = replace(evidence.prices, contingency=Decimal(0))
        self.ends, path = lead.drawn.ends.tolist(), lead.path
        sums = {name: path.read(name, lead.drawn.ends).tolist() for name in ("cost", "units", "judged", "positives")}
        self.sums, draws = sums, range(self.plan.resamples or 1)
        self.rows = {name: [sums[name] for _ in draws] for name in sums}
        if self.drawn:
            for name in lead.drawn.paid.keys() & {"cost", "units", "judged"}:
                beside = path.beside(name, lead.drawn.ends).tolist()
                rows = lead.drawn.paid[name].tolist()
                self.rows[name] = [[a + b for a, b in zip(row, beside, strict=True)] for row in rows]
            extra, found = float(self.prices.extra_per_entry) * 1e6, []
            for row in lead.drawn.found.tolist():
                most, kept = 0.0, []
                for entries, items in zip(row, self.ends, strict=True):
                    most = max(most, entries)
                    kept.append(min(most, items))
                found.append(kept)
            self.rows["positives"] = found
            for b in draws:
                cost = zip(self.rows["cost"][b], found[b], sums["positives"], strict=True)
                self.rows["cost"][b] = [cost + extra * (here - usual) for cost, here, usual in cost]
        finds, target = self.rows["positives"], self.plan.target
        here = [between(self.ends, row, self.chosen.items) for row in finds]
        self.entries, wanted = mean(here), [mean(here) for _ in draws]
        if target is not None:
            amount = float(target.amount)
            self.entries = amount if target.unit == "entries" else None
            held = [row[-1] for row in finds]
            share = max(amount, mean(a / b if b else 1.0 for a, b in zip(here, held, strict=True)))
            shares = [share * each for each in held]
            wanted = shares if target.unit == "share" else [max(each, amount) for each in wanted]
            wanted = wanted if self.drawn else here
        self.depths = [self.depth(row, least) for row, least in zip(finds, wanted, strict=True)]
        self.n = len(finds) if self.drawn else risk.DRAWS
        self.which = list(draws) if self.drawn else [0] * self.n

    def depth(self, row, wanted):
        """After how many items so many entries are found; infinite where the list does not hold them."""
        if row[-1] < wanted * (1 - NARROW):
            return math.inf
        k = next(k for k, found in enumerate(row) if found >= wanted * (1 - NARROW))
        if k == 0:
            return 0.0
        part = min((wanted - row[k - 1]) / (row[k] - row[k - 1]), 1.0)
        return self.ends[k - 1] + part * (self.ends[k] - self.ends[k - 1])

    def at(self, name, b):
        return between(self.ends, self.rows[name][b], min(self.depths[b], self.ends[-1]))

    def inputs(self):
        """Of each input with a range what it is in every draw."""
        drawn = {}
        for key in STREAMS.keys() & self.spans.keys():
            at = places(self.n, self.plan.seed, STREAMS[key])
            low, mode, high = (float(x) for x in (self.spans[key].low, getattr(self.prices, key), self.spans[key].high))
            if key in risk.TIMES:
                middle, far = (math.log(low) + math.log(high)) / 2, stats.norm.ppf(0.95)
                spread = (math.log(high) - middle) / far
                drawn[key] = stats.lognorm(spread, scale=math.exp(middle)).ppf(at).tolist()
            elif key in risk.SHARES:
                shape = beta_shape(low, high)
                assert stats.beta(*shape).cdf([low, high]).round(6).tolist() == [0.05, 0.95]
                drawn[key] = stats.beta(*shape).ppf(at).tolist()
            else:
                mode = (mode - low) / (high - low)
                drawn[key] = stats.triang(mode, loc=low, scale=high - low).ppf(at).tolist()
        return drawn

    def rates(self, **inputs):
        """What an item, and a unit of it, costs in currency units at some inputs."""

        def of(name):
            return inputs.get(name, float(getattr(self.prices, name)))

        people, second = float(self.prices.annotators), of("hourly_rate") / 3600
        flat = people * (of("per_item") + second * of("seconds_per_item"))
        flat += of("adjudicated_share") * of("adjudication")
        unit = people * (of("per_unit") + second * of("seconds_per_unit"))
        return (0.0, 0.0) if self.prices.listed else (flat, unit)

    def dearer(self, inputs, judged, units):
        there, here = self.rates(**inputs), self.rates()
        return (there[0] - here[0]) * judged + (there[1] - here[1]) * units

    def total(self, annotation, times=None):
        times = float(self.prices.per_direct) if times is None else times
        return annotation * times + float(self.prices.once(self.lead.cost))

    def spent(self, inputs):
        """What reaching the same costs in every draw."""
        paid = []
        for draw, b in enumerate(self.which):
            if math.isinf(self.depths[b]):
                paid.append(math.inf)
                continue
            here = {key: each[draw] for key, each in inputs.items()}
            paid.append(
                self.total(self.at("cost", b) / 1e6 + self.dearer(here, self.at("judged", b), self.at("units", b)))
            )
        return paid

    def reserve(self):
        """What is planned, what is missed, what to add, as a share of annotation, and how likely each cost suffices."""
        planned = between(self.ends, self.sums["cost"], self.chosen.items) / 1e6
        before, paid = self.total(planned), self.spent(self.inputs())
        enough, amount, rate = quantile(paid, 0.8), None, None
        if math.isfinite(enough):
            amount = max(enough - before, 0.0)
            base = planned * float(self.prices.per_direct)
            rate = math.ceil(amount / base * 1000 * (1 - NARROW)) / 1000 if amount > NARROW * before else 0.0
        finite = sorted(each for each in paid if math.isfinite(each))
        shown = sorted(set(np.linspace(0, len(finite) - 1, min(101, len(finite))).round().astype(int).tolist()))
        chance = [(finite[k], (k + 1) / self.n) for k in shown]
        return before, paid.count(math.inf) / self.n, amount, rate, chance

    def calendar(self):
        """People, weeks, the last day, the chance to be done, people needed, and what is missed."""
        inputs, hours, work = self.inputs(), [], self.plan.work
        for draw, b in enumerate(self.which):
            spi, spu = (inputs[key][draw] if key in inputs else float(getattr(self.prices, key)) for key in risk.TIMES)
            taken = float(self.prices.annotators) * (spi * self.at("judged", b) + spu * self.at("units", b))
            hours.append(taken / 3600 if math.isfinite(self.depths[b]) else math.inf)
        least = math.ceil(self.prices.annotators)
        people, week, enough = max(work.people, least), float(work.hours_a_week), quantile(hours, 0.8)
        weeks = None if math.isinf(enough) else max(math.ceil(enough / people / week - NARROW), 1)
        end = chance = needed = None
        if work.start and weeks:
            end = (dt.date.fromisoformat(work.start) + dt.timedelta(7 * weeks - 1)).isoformat()
        if work.deadline:
            first, last = map(dt.date.fromisoformat, (work.start, work.deadline))
            each = ((last - first).days + 1) // 7 * week
            chance = mean(taken <= people * each * (1 + NARROW) for taken in hours)
            needed = max(math.ceil(enough / each - NARROW), least) if each and math.isfinite(enough) else None
        return people, weeks, end or "", chance, needed, hours.count(math.inf) / self.n

    # --- each input at its ends, and where another stop is best
    def swings(self):
        """By input: what the plan costs or is worth at both ends, and at which value another plan is recommended."""
        plan, worth = self.it.evidence.plan, self.it.goal == "net_value"
        self.read(self.it)
        items, prices = self.chosen.items, self.prices
        units, judged = (between(self.ends, self.sums[name], items) for name in ("units", "judged"))
        annotation = between(self.ends, self.sums["cost"], items) / 1e6
        kept = annotation * (self.with_reserve - float(prices.per_direct))
        here = self.chosen.net.value + kept if worth else float(self.chosen.spend) - kept
        if not prices.stated:
            return here, {}
        said = {}
        for key in self.spans.keys() - (set() if worth else {risk.WORTH}):
            entry = None if plan.values is None else float(next(iter(plan.values.entry.values())))
            usual = entry if key == risk.WORTH else float(getattr(prices, key))

            def moved(value, key=key, usual=usual):
                if key == risk.WORTH:
                    return here + (value - usual) * self.chosen.found.value
                more = self.dearer({key: value}, judged, units) * float(prices.per_direct)
                return here - more if worth else here + more

            def same(value, key=key, usual=usual):
                items = self.choice({}, value / usual) if key == risk.WORTH else self.choice({key: value})
                started = (items == 0) == (self.chosen.items == 0)
                return started and abs(items - self.chosen.items) <= max(0.1 * self.chosen.items, 1.5)

            ends = float(self.spans[key].low), float(self.spans[key].high)
            turns = [self.turn(same, usual, end) if self.drawn and same(usual) else None for end in ends]
            said[key] = tuple(map(moved, ends)), turns, [None if turn is None else moved(turn) for turn in turns]
        if self.drawn:
            paid = [each + kept for each in self.it.plan_draws.net.tolist()] if worth else self.spent({})
            ends = quantile(paid, 0.05), quantile(paid, 0.95)
            if math.isfinite(ends[1]):
                said[risk.LABELS] = ends, [None, None], [None, None]
        return here, said

    @staticmethod
    def turn(same, start, end):
        """In four steps to the end of a range, then halved twelve times."""
        last = start
        for n in range(1, 5):
            value = start + (end - start) / 4 * n
            if not same(value):
                for _ in range(12):
                    middle = (last + value) / 2
                    last, value = (middle, value) if same(middle) else (last, middle)
                return value if end != start else None
            last = value
        return None

    @cached_property
    def stops(self):
        """Cost, units, items judged and value at every stop, and what entries of an unlucky draw cost more."""
        path, found, every = self.lead.path, self.lead.drawn.found.tolist(), []
        for items in range(self.evidence.whole_items + 1):
            row = [float(path.read(name, items)) for name in ("cost", "units", "judged", "value")]
            each = sorted(between(self.ends, row, items) for row in found)
            most = each[math.ceil(0.95 * len(each) - NARROW) - 1] - float(path.read("positives", items))
            every.append((*row, 0.0 if self.it.draws.paid else float(self.prices.extra_per_entry) * max(most, 0.0)))
        return every

    def choice(self, inputs, times=1.0):
        """After how many items to stop at other inputs, before anything is rounded."""
        if self.it.goal != "net_value":
            return self.chosen.items
        nets, budget = [], self.it.evidence.plan.budget
        for items, (known, units, judged, value, unlucky) in enumerate(self.stops):
            cost = known / 1e6 + self.dearer(inputs, judged, units)
            if budget is not None and items:
                used = self.total(cost + unlucky, self.with_reserve)
                if budget.unit == "items":
                    used = judged
                elif budget.unit == "hours":
                    each, unit = (inputs.get(key, float(getattr(self.prices, key))) for key in risk.TIMES)
                    used = float(self.prices.annotators) * (each * judged + unit * units) / 3600
                elif budget.covers == "annotation":
                    used = cost + unlucky
                if used > float(budget.amount) * (1 + NARROW):
                    break
            nets.append(times * value - (self.total(cost, self.with_reserve) if items else 0.0))
        return next(items for items, net in enumerate(nets) if net >= max(nets) - NARROW)
