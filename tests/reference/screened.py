"""What an answerer changes in a ranked list, anew and item by item (METHODS A, F7): cells, outcomes and draws in plain loops.

The draws of the list, what entries and other items are worth in them, how often an answerer says what, and bills are given.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, pairwise
from statistics import fmean as mean

import numpy as np

from budgetplan.core.asking import draw_along, levels
from budgetplan.core.stops import interval
from budgetplan.domain.prices import ANSWERS, Calls, Quantities, exact

SCARCE = (0.5, 0.7, 1.0, 1.4, 2.0)
NOISE = 1e-9


@dataclass
class Made:
    """A plan: which cells are asked about, which outcomes stand, and which share of each outcome of a cell is reviewed."""

    asked: tuple
    cut: int
    scarce: float
    calls: Calls
    stop: int
    spend: float
    mean: float
    ends: bool
    shares: dict
    along: list


class Screened:
    """One answerer; ``per_item``, ``extra``: of a review, and of an entry beside, in currency units."""

    def __init__(self, analysis, place, *, per_item, extra=0.0, price=None):
        evidence, drawn = analysis.evidence, analysis.lead.drawn
        self.analysis, self.plan, self.prices = analysis, evidence.plan, evidence.plan.prices
        self.spec, said = evidence.plan.answerers[place], evidence.answers[place]
        ends = drawn.ends.tolist()
        self.K, self.B, self.ends = range(len(ends) - 1), range(len(drawn.rates)), ends
        self.count = [ends[k + 1] - ends[k] for k in self.K]
        self.valued, self.budget = self.plan.values is not None, self.plan.budget
        self.money = self.budget is None or self.budget.unit == "money"
        self.price = float(said.cost[0]) / 1e6 if price is None else price
        self.per_item, self.extra, self.planned = per_item, extra, analysis.planned
        self.labelled, hours = evidence.n_sample, self.budget is not None and self.budget.unit == "hours"
        self.each = float(self.prices.seconds_per_item) if hours else 1.0
        held = [[[s[k + 1] - s[k] for k in self.K] for s in sums.tolist()] for sums in (drawn.rates, drawn.found)]
        self.held, self.by_chance = (
            [[[self.count[k] - each[k] for k in self.K] for each in rows], rows] for rows in held
        )
        n = ends[-1]
        fifths = [(f * n / 5, (f + 1) * n / 5) for f in range(5)]
        inside = [[max(min(ends[k + 1], b) - max(ends[k], a), 0) / self.count[k] for a, b in fifths] for k in self.K]
        self.seen = self.stays = [[[float(t)] * len(self.K) for _ in self.B] for t in (0, 1)]
        if self.valued:
            self.seen, self.stays = (
                [
                    [[sum(w * i for w, i in zip(each, inside[k], strict=True)) for k in self.K] for each in by.tolist()]
                    for by in (evidence.worths[name].other, evidence.worths[name].entry)
                ]
                for name in ("value", "standing")
            )
        # A cell stands where the item at its middle does, a labelled one where the list has no scores of its own.
        order, held, at = analysis.lead.ranking.order, np.ones(evidence.n_sample), analysis.lead.place
        held = held if evidence.weight is None else evidence.weight
        stand, each = at[order].tolist(), (held[order] * n / held.sum()).tolist()
        if evidence.scored is not None:
            stand, each = (amount.tolist() for amount in evidence.scored.standing(analysis.lead.name))
        upto = list(accumulate(each))
        middles = [
            next(s for s, end in zip(stand, upto, strict=True) if end >= (ends[k] + ends[k + 1]) / 2) for k in self.K
        ]
        sample = replace(evidence.sample, place=at)
        given = said.answer, levels(said.confidence, len(order)), sample, np.array(middles), len(self.B), self.plan.seed
        tenths, whole = draw_along(*given)
        self.part, self.tenths, self.whole = tenths.part.tolist(), tenths.chance.tolist(), whole.chance.tolist()
        self.M = range(len(self.tenths[0][0][0]))
        self.none = self.M[-1]
        self.L = self.none // 2
        of, told = evidence.measures["positives"] == 1, np.where(said.answer < 0, 0, 2.0 * said.answer - 1)
        yes, no = (float(np.average(told[rows], weights=held[rows])) for rows in (of, ~of))
        cuts = {"all": (0, self.L), "confident": tuple(range(1, self.L + 1))}.get(self.spec.accept, (self.L,))
        self.cuts = cuts if yes > no else ()

    def chance(self, b, t, k, m):
        return self.tenths[b][t][self.part[k]][m]

    @cache  # noqa: B019
    def split(self, k, m, worth=None, pooled=False):
        """What comes with an outcome of a cell on average."""
        every = [
            self.held[t][b][k]
            * (self.whole[b][t][0][m] if pooled else self.chance(b, t, k, m))
            * (1 if worth is None else worth(t, b, k))
            for b in self.B
            for t in (0, 1)
        ]
        return sum(every) / len(self.B)

    def entry(self, t, b, k):
        return t

    def if_seen(self, t, b, k):
        return self.seen[t][b][k]

    def if_stays(self, t, b, k):
        return self.stays[t][b][k]

    def stands(self, m, cut):
        return cut <= m < self.L

    def judged(self, items, positives):
        """What people judge, and entries among it: random ones of the others, and control items, beside what is reviewed."""
        work, n, whole = self.plan.work, self.ends[-1], mean(sum(self.held[1][b]) for b in self.B)
        if not items:
            return items, positives
        part, again = min(work.tail_sample / max(n - items, 1e-300), 1.0), min(work.control, self.labelled) / n
        return items + part * (n - items) + again * n, positives + part * (whole - positives) + again * whole

    def bill(self, items, positives, calls, model):
        judged, positives = self.judged(items, positives)
        seconds = float(self.prices.seconds_per_item) * judged
        bill = Quantities(int(judged + 0.5), seconds=seconds, positives=positives)
        return replace(bill, model_cost=self.analysis.lead.cost * model).after(calls)

    def total(self, items, positives, calls=None, *, model=True):
        return float(self.prices.printed_total(self.bill(items, positives, calls, model)))

    def pays(self, items, positives, calls, *, model=True):
        if self.budget is None:
            return True
        if self.budget.unit != "money":
            each = 1.0 if self.budget.unit == "items" else float(self.prices.seconds_per_item) / 3600
            return self.judged(items, 0.0)[0] * each <= float(self.budget.amount) * (1 + 1e-9)
        only = self.budget.covers == "annotation"
        bill = self.bill(items, positives, calls, model)
        return bool(self.prices.within(bill, self.budget.amount, annotation_only=only).all())

    def onward(self):
        """What a unit of annotation, and of calls, adds to what is paid."""
        return float(self.prices.per_direct), float(self.prices.onward(ANSWERS))

    def taken(self, scarce):
        rate, calls = (each * self.valued for each in self.onward())
        money = scarce * self.money
        by_item = money * self.per_item if self.money else scarce * self.each
        return rate * self.per_item + by_item, (rate + money) * self.extra, calls + money

    @cache  # noqa: B019
    def expected(self, items):
        """Entries to expect among the first items."""
        return sum(
            mean(self.held[1][b][k] for b in self.B) * min(max(items - self.ends[k], 0) / self.count[k], 1)
            for k in self.K
        )

    def plain(self, items=None):
        items = self.planned if items is None else items
        if not self.valued:
            return self.expected(items)
        return float(self.analysis.lead.path.read("value", items)) - (
            self.total(items, self.expected(items)) if items else 0.0
        )

    def scarcities(self):
        if self.budget is None:
            return [0.0]
        nets = [self.plain(m) for m in range(int(self.ends[-1]) + 1)] if self.valued else [0.0]
        if self.valued and nets.index(max(nets)) <= self.planned:
            return [0.0]
        k = next((k for k in self.K if self.ends[k] <= self.planned < self.ends[k + 1]), self.K[-1])
        take, extra, _ = self.taken(0.0)
        each = [
            sum(self.held[t][b][k] * (self.seen[t][b][k] - extra * t) for t in (0, 1)) / self.count[k] for b in self.B
        ]
        # What a review takes of the money is what an entry costs more, too, as often as one is found there.
        often = mean(self.held[1][b][k] for b in self.B) / self.count[k]
        counted = self.per_item + self.extra * often if self.money else self.each
        margin = max(mean(each) - take, 0.0) / counted
        return [margin * times for times in SCARCE] + [0.0] * self.valued

    def of_cells(self, number):
        items = round(number)
        return Calls(self.spec.name, items, exact(round(self.price, 6))) if items else None

    def every(self):
        """All plans: those that ask where it pays, and those that ask about everything."""
        made, alone = [], []
        for cut in self.cuts:
            for scarce in self.scarcities():
                take, extra, call = self.taken(scarce)
                gain = []
                for k in self.K:
                    best = {
                        m: max(
                            self.split(k, m, self.if_seen, pooled=True)
                            - take * self.split(k, m, pooled=True)
                            - extra * self.split(k, m, self.entry, pooled=True),
                            0.0,
                        )
                        for m in self.M
                    }
                    after = sum(
                        self.split(k, m, self.if_stays, pooled=True) if self.stands(m, cut) else best[m]
                        for m in self.M[:-1]
                    )
                    gain.append(after - best[self.none] - call * self.price * self.count[k])
                order = sorted((k for k in self.K if gain[k] > NOISE), key=lambda k: -round(gain[k] / self.count[k], 9))
                calls = [self.of_cells(sum(self.count[k] for k in order[:j])) for j in range(len(order) + 1)]
                dear = bisect_left(calls, True, key=lambda each: each is not None and not self.pays(0, 0.0, each))
                plans = self.planned_for(tuple(sorted(order[: dear - 1])), cut, together=False)
                made += [replace(plan, scarce=scarce) for plan in plans]
            alone += self.planned_for(tuple(self.K), cut, together=True)
        return made, alone

    @cache  # noqa: B019
    def planned_for(self, asked, cut, *, together):
        number = sum(self.count[k] for k in asked)
        calls = self.of_cells(number)
        if calls is None or not self.pays(0, 0.0, calls, model=not together):
            return []
        key = {
            m: sum(self.split(k, m, self.if_seen, pooled=True) for k in self.K)
            / max(sum(self.split(k, m, pooled=True) for k in self.K), 1e-300)
            for m in self.M
        }
        queue = []
        for k in self.K:
            for m in self.M:
                items = self.split(k, m)
                if (k in asked) == (m == self.none) or (k in asked and self.stands(m, cut)) or items <= NOISE:
                    continue
                by = key[m]
                if not together:
                    by = self.split(k, m, self.if_seen, pooled=True) / max(self.split(k, m, pooled=True), 1e-300)
                entries = self.split(k, m, self.entry)
                cost = self.per_item + self.extra * entries / items
                queue.append((-round(by, 9), cost, items, entries, self.split(k, m, self.if_seen), (k, m)))
        queue.sort(key=lambda row: row[0])
        # Runs of equal ones are reviewed in proportion.
        along, places = [(0.0, 0.0, 0.0, 0.0)], []
        for by, cost, items, entries, gain, place in queue:
            last = along.pop() if places and places[-1][0] == by else along[-1]
            along.append((last[0] + items, last[1] + entries, last[2] + gain, last[3] + cost * items))
            places.append((by, place, len(along) - 1))
        whole = int(along[-1][0] + 1e-9 * max(along[-1][0], 1))

        def entries_to_pay(m):
            """Those that people find in 95 % of the draws, and in all draws those to expect."""
            expected = self.read(along, m, 1)
            if not (self.extra and self.money and self.budget is not None):
                return expected
            confirmed = sorted(self.confirmed(along, m, self.shares(along, places, m), self.by_chance))
            return max(expected, confirmed[math.ceil(0.95 * len(confirmed)) - 1])

        dear = bisect_left(
            range(whole + 1), True, key=lambda m: not self.pays(m, entries_to_pay(m), calls, model=not together)
        )
        stops, stop = range(dear), dear - 1
        if self.valued:
            nets = [
                self.read(along, m, 2) - self.total(m, self.read(along, m, 1), calls, model=not together) for m in stops
            ]
            first = max(nets[1:], default=-np.inf)
            stop = next(m for m in stops[1:] if nets[m] >= first - NOISE) if first > nets[0] else 0
        spend = self.total(stop, self.read(along, stop, 1), calls, model=not together)
        kept = sum(self.split(k, m, self.if_stays) for k in asked for m in self.M if self.stands(m, cut))
        shares = self.shares(along, places, stop)
        value = kept + self.read(along, stop, 2) - spend * self.valued
        ends = stop == dear - 1 and dear < along[-1][0]
        return [Made(asked, cut, 0.0, calls, stop, spend, value, ends, shares, along)]

    @staticmethod
    def shares(along, places, stop):
        """Which share of each outcome of a cell is among the first so many."""
        shares = {}
        for _, place, end in places:
            low, high = along[end - 1][0], along[end][0]
            shares[place] = min(max((stop - low) / (high - low), 0.0), 1.0)
        return shares

    def confirmed(self, along, stop, shares, held):
        """Entries that people find in every draw if they review so many, of a queue that is longer or shorter there."""
        end, found = along[-1][0], []
        low, high = min(stop * 0.98, end), min(stop * 1.02, end)
        often = (self.read(along, high, 1) - self.read(along, low, 1)) / max(high - low, 1e-300)
        for b in self.B:
            items, entries = (
                sum(share * held[t][b][k] * self.chance(b, t, k, m) for (k, m), share in shares.items() for t in truths)
                for truths in ((0, 1), (1,))
            )
            found.append(entries - (items - stop) * often)
        return found

    @staticmethod
    def read(along, items, column):
        for low, high in pairwise(along):
            if items <= high[0]:
                return low[column] + (items - low[0]) / (high[0] - low[0]) * (high[column] - low[column])
        return along[-1][column]

    def luck(self, made):
        take, extra, call = self.taken(made.scarce)
        more = {}
        for p in sorted({*self.part}):
            cells = [k for k in self.K if self.part[k] == p]
            worth, plain, reviewed, chosen = {}, {}, {}, {}
            for b in self.B:
                review, answer = (
                    [sum(self.held[t][b][k] * each(t, k) for k in cells) for t in (0, 1)]
                    for each in (
                        lambda t, k, b=b: self.seen[t][b][k] - take - extra * t,
                        lambda t, k, b=b: self.stays[t][b][k],
                    )
                )
                plain[b] = sum(
                    self.held[t][b][k]
                    * (self.seen[t][b][k] - take - extra * t)
                    * min(max((self.planned - self.ends[k]) / self.count[k], 0), 1)
                    for k in cells
                    for t in (0, 1)
                )
                chosen[b] = 0.0
                for m in self.M[:-1]:
                    amount = answer if self.stands(m, made.cut) else review
                    worth[b, m] = sum(self.tenths[b][t][p][m] * amount[t] for t in (0, 1))
                    expected = sum(self.whole[b][t][0][m] * amount[t] for t in (0, 1))
                    reviewed[b, m] = self.stands(m, made.cut) or expected > 0
                    chosen[b] += expected if self.stands(m, made.cut) else max(expected, 0.0)
            calls = call * self.price * sum(self.count[k] for k in cells)
            for b in self.B:
                if chosen[b] - plain[b] > calls:
                    each = sum(worth[b, m] - mean(worth[c, m] for c in self.B) for m in self.M[:-1] if reviewed[b, m])
                    more[b, p] = each - (plain[b] - mean(plain.values()))
        return max(sum(more.values()) / len(self.B), 0.0)

    def best(self):
        every = [made for kind in self.every() for made in kind]
        top = max(every, key=lambda made: made.mean, default=None)
        if top is None or top.mean <= self.plain() + NOISE * max(1, abs(self.plain())):
            return None, 0.0
        owed = self.luck(top)
        return (top, owed) if top.mean - owed > self.plain() + NOISE * max(1, abs(self.plain())) else (None, 0.0)

    def in_draws(self, made, held):
        """The objective, and the entries found, in every draw."""

        def over(b, shares, worth):
            return sum(
                share * held[t][b][k] * self.chance(b, t, k, m) * worth(t, b, k)
                for (k, m), share in shares.items()
                for t in (0, 1)
            )

        kept = {(k, m): 1.0 for k in made.asked for m in self.M if self.stands(m, made.cut)}
        end = made.along[-1][0]
        low, high = min(made.stop * 0.98, end), min(made.stop * 1.02, end)
        brings = [self.read(made.along, high, c) - self.read(made.along, low, c) for c in range(4)]
        finds, worths, sure = [], [], []
        for b in self.B:
            surplus = (over(b, made.shares, lambda *_: 1) - made.stop) / max(high - low, 1e-300)
            found = over(b, made.shares, self.entry) - surplus * brings[1] * made.ends
            sure.append(found)
            finds.append(found + over(b, kept, self.entry))
            if self.valued:
                rate = self.onward()[0]
                more = surplus * (brings[2] if made.ends else rate * brings[3])
                worths.append(over(b, made.shares, self.if_seen) + over(b, kept, self.if_stays) - made.spend - more)
        if not self.valued:
            return finds, finds
        rate = self.onward()[0]
        return [w - rate * self.extra * (each - mean(sure)) for w, each in zip(worths, sure, strict=True)], finds

    def printed(self, made, luck=0.0):
        """Numbers of a plan as printed: asked, reviewed, kept, entries, their interval, net, spend, calls, places."""
        kept = sum(self.split(k, m) for k in made.asked for m in self.M if self.stands(m, made.cut))
        finds, drawn = (self.in_draws(made, held)[1] for held in (self.held, self.by_chance))
        most = made.stop + kept if made.ends else np.inf
        low, high = np.clip(interval(np.array(drawn)), 0.0, most).tolist()
        value, gained = mean(finds), made.mean - self.plain()
        places = [k for k in self.K if k in made.asked and k - 1 not in made.asked]
        lasts = [k for k in self.K if k in made.asked and k + 1 not in made.asked]
        stretches = tuple(
            (round(self.ends[a]) + 1, round(self.ends[z + 1])) for a, z in zip(places, lasts, strict=True)
        )
        without = self.analysis.at(self.planned).net
        net = None if without is None else without.value + gained * (1 - luck * (gained > 0))
        amounts = value, min(low, value), max(high, value), net, made.spend, float(made.calls.amount)
        return (made.calls.items, made.stop, round(kept)), amounts, stretches
