"""A joint plan anew, item by item (METHODS S5, J, F5, F7): every stop of every way tried, in plain loops over items and draws.

What is true of each item in each draw, what answers and reviews are worth, and bills are given. Nobody is asked for a price.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from statistics import mean

import numpy as np

from budgetplan.core.answers import by_part
from budgetplan.core.stops import interval
from budgetplan.domain.prices import Quantities

AMOUNTS = ("value", "wrong", "found", "accepted", "left", "positives")
DIGITS = 9
STEPS = 20


@dataclass
class Way:
    """``answers``: for each item the class that stands, None where nobody answers; ``queue``: ties of items, best first."""

    answers: list
    queue: list = field(default_factory=list)


@dataclass
class Stop:
    """A way, how many items people review of it, and what that comes to on average."""

    way: Way
    items: int
    cost: float
    mean: float
    most: int = 0


class Decided:
    """Plans of one bench; ``per_item``, ``extra``: of a review, and of an entry that it finds, in currency units."""

    def __init__(self, bench, *, per_item, extra=0.0):
        self.bench, self.prices, self.model = bench, bench.plan.prices, bench.purse.model_cost
        self.count, self.p = bench.count.tolist(), bench.probability.tolist()
        self.items, self.truths = range(len(self.p)), range(len(bench.payoffs.left))
        rate = float(self.prices.per_direct) if self.prices.stated else 0.0
        self.rate, self.extra, self.per_item = rate, rate * extra, per_item
        worths = bench.payoffs
        self.answer, self.seen, self.left = (each.tolist() for each in (worths.answer, worths.seen, worths.left))
        entry = [
            sum(p * is_entry for p, is_entry in zip(each, bench.positive.tolist(), strict=False)) for each in self.p
        ]
        self.paid = [per_item + extra * each for each in entry]
        size = len(self.p)
        given = bench.pool.draws, bench.probability, bench.probability.argmax(axis=1), np.arange(size)
        self.truth = {who: truths[0].tolist() for who, _, _, truths in by_part(*given, count=bench.count, chance=False)}
        self.draws = range(len(self.truth[0]))
        self.nothing = Way([None] * size)
        self.both, self.people = self.way(model=True), self.way(model=False)
        self.machine = Way(self.both.answers)
        self._stops = {}

    def expected(self, i, worth):
        return sum(p * worth[t] for t, p in enumerate(self.p[i]))

    def way(self, *, model):
        answers, gains = [], {}
        for i in self.items:
            worths = [self.expected(i, each) for each in self.answer]
            best = max(worths) if self.bench.relabels else None
            among = [c for c in range(len(worths)) if best is None or worths[c] >= best - 1e-12]
            top = max(among, key=lambda c, i=i: (self.p[i][c], -c))
            left, seen = self.expected(i, self.left), self.expected(i, self.seen)
            stands = model and worths[top] >= left - 1e-12
            answers.append(top if stands else None)
            gain = round(seen - (worths[top] if stands else left) - self.rate * self.paid[i], DIGITS)
            budget = self.bench.plan.budget
            money = self.prices.stated if budget is None else budget.unit == "money"
            limited = self.paid[i] * 1e6 if money else 1.0
            if gain > 1e-9:
                gains[i] = round(gain / limited, DIGITS)
        order = sorted(gains, key=lambda i: -gains[i])
        return Way(answers, [list(tie) for _, tie in groupby(order, key=gains.get)])

    def shares(self, way, stop):
        shares, passed = [0.0] * len(self.p), 0.0
        for tie in way.queue:
            size = sum(self.count[i] for i in tie)
            for i in tie:
                shares[i] = min(max((stop - passed) / size, 0.0), 1.0)
            passed += size
        return shares

    def length(self, way):
        return sum(self.count[i] for tie in way.queue for i in tie)

    def of_item(self, i, b, answer):
        """Amounts of an item in a draw: as somebody else decides, and as people review it."""
        by, bench, decided, seen = (
            self.truth[i][b],
            self.bench,
            dict.fromkeys(AMOUNTS, 0.0),
            dict.fromkeys(AMOUNTS, 0.0),
        )
        for t in self.truths:
            right = (answer == t) * by[t]
            decided["value"] += by[t] * (self.left[t] if answer is None else self.answer[answer][t])
            decided["left" if answer is None else "accepted"] += by[t]
            decided["wrong"] += 0.0 if answer is None else by[t] - right
            decided["found"] += right * bench.wanted[t]
            seen["value"] += by[t] * self.seen[t]
            seen["found"] += by[t] * (1 - bench.review_errors[t]) * bench.wanted[t]
            seen["positives"] += by[t] * bench.positive[t]
        return decided, seen

    def sums(self, way, stop):
        """Amounts in every draw if the first so many are reviewed."""
        key = id(way), stop
        if key not in self._stops:
            shares, sums = self.shares(way, stop), [dict.fromkeys(AMOUNTS, 0.0) for _ in self.draws]
            for i in self.items:
                for b, total in enumerate(sums):
                    decided, seen = self.of_item(i, b, way.answers[i])
                    for name in AMOUNTS:
                        total[name] += (1 - shares[i]) * decided[name] + shares[i] * seen[name]
            self._stops[key] = sums
        return self._stops[key]

    def mean(self, way, stop, name):
        return mean(each[name] for each in self.sums(way, stop))

    def bill(self, items, positives):
        return Quantities(items, positives=positives, seconds=items * self.bench.quantities["seconds"][0])

    def cost(self, way, items):
        if items and self.prices.stated:
            return float(self.prices.printed_total(self.bill(items, self.mean(way, items, "positives")), self.model))
        used = any(answer is not None for answer in way.answers)
        return float(self.prices.model_total(self.model)) if used and self.prices.stated else 0.0

    def affordable(self, way, budget):
        """The most items that are paid for with the entries that people find in 95 % of the draws."""
        length, most = self.length(way), []
        whole = int(length * (1 + 1e-12))
        stops = [length * step / STEPS for step in range(STEPS + 1)]
        if self.extra and way.queue:
            drawn = [[each["positives"] for each in self.sums(way, stop)] for stop in stops]
            most = [float(np.quantile(each, 0.95, method="inverted_cdf")) for each in drawn]

        def pays(m):
            entries = self.mean(way, m, "positives")
            entries = max(entries, float(np.interp(m, stops, most))) if most else entries
            if budget is None:
                return True
            if budget.unit != "money":
                taken = m if budget.unit == "items" else m * self.bench.quantities["seconds"][0] / 3600
                return taken <= float(budget.amount)
            only = budget.covers == "annotation"
            if not only and self.prices.model_total(self.model) > budget.amount:
                return False
            bill = self.bill(m, entries)
            return bool(self.prices.within(bill, self.model, budget.amount, annotation_only=only).all())

        return max((m for m in range(whole + 1) if pays(m)), default=None)

    def net(self, way, items):
        cost = self.cost(way, items)
        return Stop(way, items, cost, self.mean(way, items, "value") - cost)

    def within(self, way, budget):
        """The best stop of a way: not to start, to review nobody's items, or the best number of them."""
        tried = [self.net(self.nothing, 0)]
        most = self.affordable(way, budget)
        if most is None:
            return tried[0]
        tried.append(self.net(way, 0))
        tried += sorted((self.net(way, m) for m in range(1, most + 1)), key=lambda stop: -round(stop.mean, 9))[:1]
        return self.first(tried)

    def first(self, stops):
        top = max(stop.mean for stop in stops)
        return next(stop for stop in stops if stop.mean >= top - 1e-9)

    def plan(self, budget):
        return self.first([self.within(way, budget) for way in (self.both, self.people)])

    @cached_property
    def luck(self):
        """What the best of all stops seems to gain in all, and at most: in each draw its own is chosen."""
        idle = [each["value"] for each in self.sums(self.nothing, 0)]
        nets = [[0.0] * len(idle)]
        for way in (self.both, self.people):
            nets.append(
                [each["value"] - self.cost(way, 0) - left for each, left in zip(self.sums(way, 0), idle, strict=True)]
            )
            ends, used = 0.0, any(answer is not None for answer in way.answers)
            reviews = float(self.prices.once(self.model * 0)) if self.prices.stated else 0.0
            model = float(self.prices.model_total(self.model)) if self.prices.stated else 0.0
            for tie in way.queue:
                ends += sum(self.count[i] for i in tie)
                sums = self.sums(way, ends)
                spend = reviews + model * bool(ends or used) + self.rate * self.per_item * ends
                nets.append(
                    [
                        each["value"] - spend - self.extra * each["positives"] - left
                        for each, left in zip(sums, idle, strict=True)
                    ]
                )
        means = [mean(each) for each in nets]
        whole = 0.0
        for b in self.draws:
            at = max(range(len(nets)), key=lambda place, b=b: nets[place][b])
            whole += (nets[at][b] - means[at]) / len(self.draws)
        return whole, max(means)

    def off(self, gained):
        whole, best = self.luck
        return min(whole, best) * gained / best if gained > 0 < best else 0.0

    def worth(self, stop):
        sums = self.sums(stop.way, stop.items)
        usual = mean(each["positives"] for each in sums)
        return [each["value"] - stop.cost - self.extra * (each["positives"] - usual) for each in sums]

    def luck_of(self, stop):
        """What is the same in every draw owes nothing to luck, but as far as it comes to more than the plan."""
        idle = self.mean(self.nothing, 0, "value")
        off = max(self.off(stop.mean - idle), 0.0)
        apart = [w - each["value"] for w, each in zip(self.worth(stop), self.sums(self.nothing, 0), strict=True)]
        if not off or max(apart) - min(apart) > 1e-9:
            return off
        main = self.plan(self.bench.plan.budget)
        return min(off, max(stop.mean - main.mean + self.off(main.mean - idle), 0.0))

    def printed(self, stop):
        """What is printed of a stop, by name."""
        luck, worth, sums = self.luck_of(stop), self.worth(stop), self.sums(stop.way, stop.items)
        net = mean(worth) - luck
        low, high = interval(np.array(worth) - luck).tolist()
        printed = {"items": stop.items, "spend": stop.cost, "luck": luck}
        printed |= {"net": net, "net low": min(low, net), "net high": max(high, net) + luck}
        shares = self.shares(stop.way, stop.items)
        for name in ("accepted", "left"):
            alone = [(answer is not None) == (name == "accepted") for answer in stop.way.answers]
            printed[name] = sum(
                count * (1 - share) for count, share, is_it in zip(self.count, shares, alone, strict=True) if is_it
            )
        for name, most in (("wrong", printed["accepted"]), ("found", self.bench.total)):
            drawn = [each[name] for each in sums]
            low, high = np.clip(interval(np.array(drawn)), 0.0, most).tolist()
            printed |= {name: min(mean(drawn), most), f"{name} low": low, f"{name} high": high}
        return printed

    def over(self, stop, other):
        """How much more one is worth than another, in the same draws."""
        mine, theirs = ([w - self.luck_of(each) for w in self.worth(each)] for each in (stop, other))
        gap = mean(mine) - mean(theirs)
        luck = self.luck_of(stop) - self.luck_of(other)
        low, high = interval(np.array(mine) - np.array(theirs)).tolist()
        return gap, min(low, gap) + min(luck, 0.0), max(high, gap) + max(luck, 0.0)

    def by_class(self, stop):
        """Of each true class how many the model answers alone, and how many wrong."""
        shares, classes = self.shares(stop.way, stop.items), {t: [0.0, 0.0] for t in self.truths}
        for i, answer in enumerate(stop.way.answers):
            for t in self.truths if answer is not None else ():
                alone = (1 - shares[i]) * mean(self.truth[i][b][t] for b in self.draws)
                classes[t] = [classes[t][0] + alone, classes[t][1] + alone * (t != answer)]
        return classes
