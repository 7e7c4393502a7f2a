"""A plan with quotas anew: every stop of every stratum tried, in plain loops over items and draws (METHODS Q).

What each stratum holds in every draw, what an entry of each fifth of it is worth there, and bills are given.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from decimal import Decimal
from functools import cached_property
from statistics import mean

import numpy as np

from budgetplan.core.stops import interval
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import Quantities

NARROW = 1e-9


def between(ends, sums, at):
    """Read running sums at a number of items."""
    k = min(max(bisect_left(ends, at), 1), len(ends) - 1)
    part = (min(at, ends[k]) - ends[k - 1]) / (ends[k] - ends[k - 1])
    return sums[k - 1] + part * (sums[k] - sums[k - 1])


class Order:
    """One order of all strata; ``rows``: of each stratum its items as (score, known cost, units, listed price, how many)."""

    def __init__(self, quota, name, rows, size):
        self.plan, self.prices, self.name = quota.plan, quota.plan.prices, name
        self.S, self.wanted = range(len(rows)), [stratum.quota for stratum in quota.strata]
        models = [stratum.evidence.model(name) for stratum in quota.strata]
        self.model, self.size, self.whole = models[0].cost, size, [int(each + NARROW) for each in size]
        self.ends = [model.drawn.ends.tolist() for model in models]
        self.rates, self.found = ([getattr(m.drawn, kind).tolist() for m in models] for kind in ("rates", "found"))
        self.B, self.valued = range(len(self.rates[0])), quota.plan.values is not None
        self.worths = [stratum.evidence.worths for stratum in quota.strata]
        self.mean = [[mean(row[k] for row in rates) for k in range(len(rates[0]))] for rates in self.rates]
        self.knots, self.known = [], []
        for s in self.S:
            each = sorted(rows[s], key=lambda row: (-row[0], row[1]))
            knots, sums = [0.0], [(0.0, 0.0)]
            for k, (score, cost, units, listed, n) in enumerate(each):
                new = knots[-1] + n, (sums[-1][0] + n * units, sums[-1][1] + n * listed)
                if k and each[k - 1][:2] == (score, cost):
                    knots[-1], sums[-1] = new
                else:
                    knots.append(new[0])
                    sums.append(new[1])
            knots[-1] = size[s]
            self.knots.append(knots)
            self.known.append(tuple(zip(*sums, strict=True)))
        self._kept, self._worth, self._mean = {}, {}, {}
        self.at_knots = [[between(self.ends[s], self.mean[s], knot) for knot in self.knots[s]] for s in self.S]
        work, labelled = self.plan.work, sum(len(stratum.sampled) for stratum in quota.strata)
        self.tail, self.control, self.full = work.tail_sample, min(work.control, labelled), sum(size)
        budget = self.plan.budget
        self.only = budget is not None and budget.covers == "annotation"
        self.left = sum(self.worth(s, self.size[s], kind="left") for s in self.S)
        self.decide()

    # --- what the first items of a stratum hold, take and are worth
    def entries(self, s, at):
        if (s, at) not in self._mean:
            self._mean[s, at] = between(self.knots[s], self.at_knots[s], at)
        return self._mean[s, at]

    def drawn(self, s, at):
        if (s, at) not in self._kept:
            self._kept[s, at] = [between(self.ends[s], row, at) for row in self.found[s]]
        return self._kept[s, at]

    def worth(self, s, at, rows=None, b=None, kind="value"):
        """On average, between the ends of ties; or in a draw."""
        each = self.worths[s][kind]
        if b is None:
            if (s, kind) not in self._worth:
                worths = [[mean(row) for row in worth.T.tolist()] for worth in (each.entry, each.other)]
                every = [self._by_fifth(s, knot, lambda at: self.entries(s, at), *worths) for knot in self.knots[s]]
                self._worth[s, kind] = every
            return between(self.knots[s], self._worth[s, kind], at)
        worths = (worth[b].tolist() for worth in (each.entry, each.other))
        return self._by_fifth(s, at, lambda at: between(self.ends[s], rows[s][b], at), *worths)

    def _by_fifth(self, s, at, found, entry, other):
        total = 0.0
        for fifth in range(5):
            low, high = self.size[s] * fifth / 5, self.size[s] * (fifth + 1) / 5
            first, last = found(low), found(high)
            new = min(max(found(at), first), last) - first
            total += entry[fifth] * new + other[fifth] * (min(max(at, low), high) - low - new)
        return total

    def sums(self, stops):
        """Items, units, listed prices, and entries to expect of all strata, without checks."""
        units, listed = (sum(between(self.knots[s], self.known[s][k], stops[s]) for s in self.S) for k in (0, 1))
        return [sum(stops), units, listed, sum(self.entries(s, stops[s]) for s in self.S)]

    def checked(self, stops):
        """The same of what is judged beside the orders."""
        if not any(stops) or not (self.tail or self.control):
            return [0.0] * 4
        left = self.full - sum(stops)
        share = min(self.tail / left, 1) if left else 0.0
        pairs = zip(self.sums(self.size), self.sums(stops), strict=True)
        return [share * (whole - here) + self.control * whole / self.full for whole, here in pairs]

    def paid_for(self, sums):
        """In currency units, before whatever is paid once, the reserve and overheads."""
        p, (items, units, listed, entries) = self.prices, sums
        people, second = float(p.annotators), float(p.hourly_rate) / 3600
        flat = people * (float(p.per_item) + second * float(p.seconds_per_item))
        flat += float(p.adjudicated_share) * float(p.adjudication)
        unit = people * (float(p.per_unit) + second * float(p.seconds_per_unit))
        paid = listed / 1e6 * people + unit * units if p.listed else flat * items + unit * units
        return paid + float(p.extra_per_entry) * entries if p.stated else items

    def bill(self, stops, entries=None):
        """``entries``: so many in place of those to expect."""
        items, units, listed, expected = map(sum, zip(self.sums(stops), self.checked(stops), strict=True))
        people, judged = float(self.prices.annotators), sum(stops) + round(self.checked(stops)[0])
        seconds = float(self.prices.seconds_per_item) * items + float(self.prices.seconds_per_unit) * units
        entries = expected if entries is None else entries + self.checked(stops)[3]
        sums = {"seconds": people * seconds, "units": units, "listed": listed, "positives": entries}
        return Quantities(judged, **sums, model_cost=self.model)

    def spend(self, stops):
        return float(self.prices.printed_total(self.bill(stops)))

    def paid_once(self, stops):
        if not self.prices.stated:
            return 0.0
        beside = self.paid_for(self.checked(stops)) * float(self.prices.per_direct)
        return float(self.prices.rounded(self.prices.once(self.model) + Decimal(f"{beside:.9f}")))

    def gain(self, stops):
        if not self.valued:
            return self.sums(stops)[3]
        return sum(self.worth(s, stops[s]) for s in self.S) + self.left - self.spend(stops)

    def in_all(self, stops):
        return [sum(self.drawn(s, stops[s])[b] for s in self.S) for b in self.B]

    # --- which stops
    def reaches(self, s, wanted):
        every = (m for m in range(self.whole[s] + 1) if self.entries(s, m) >= wanted * (1 - NARROW))
        return next(every, None)

    def pays(self, budget, stops):
        if budget is None or not any(stops):
            return True
        bought = self.bill(stops)
        if budget.unit == "items":
            return bought.items <= budget.amount
        if budget.unit == "hours":
            return bought.seconds / 3600 <= float(budget.amount) * (1 + NARROW)
        only = budget.covers == "annotation"
        return bool(self.prices.within(self.surely_bought(stops), budget.amount, annotation_only=only).all())

    def surely_bought(self, stops):
        """With the entries that people find in 95 % of the draws, where each costs more."""
        if not self.prices.extra_per_entry:
            return self.bill(stops)
        found = sorted(self.in_all(stops))
        return self.bill(stops, max(found[math.ceil(0.95 * len(found) - NARROW) - 1], self.sums(stops)[3]))

    def met(self, s, b):
        """At which end of an item the quota is met in a draw; None: nowhere."""
        return next((k for k, found in enumerate(self.found[s][b]) if found >= self.wanted[s] - NARROW), None)

    def decide(self):
        self.first = [[self.met(s, b) for s in self.S] for b in self.B]
        self.reached = [self.reaches(s, self.wanted[s]) for s in self.S]
        self.needed, self.unsure, self.least, self.best = self.reached, False, None, None
        sure = self.plan.quota.sure
        if None in self.reached:
            return
        if sure is not None and self.plan.resamples:
            stops = self.surely(float(sure))
            self.unsure, self.needed = stops is None, stops or self.reached
        self.least = self.needed
        self.best = None if self.unsure else self.within(self.plan.budget, self.least)

    def surely(self, share):
        """Give up, one by one, the draws that save most money each, until as many as may be are given up."""
        kept = {b for b in self.B if None not in self.first[b]}
        spare = math.floor((1 - share) * len(self.B) + NARROW)
        if len(self.B) - len(kept) > spare:
            return None
        stops = [max(self.first[b][s] for b in kept) for s in self.S]

        def cost(s, k):
            at = [self.ends[s][k] if each == s else 0 for each in self.S]
            return self.paid_for(self.sums(at)) * (1e6 if self.prices.stated else 1)

        while True:
            best, spared = None, spare - (len(self.B) - len(kept))
            for s in self.S:
                for k in sorted({self.first[b][s] for b in kept}, reverse=True)[1:]:
                    lost = sum(self.first[b][s] > k for b in kept)
                    saved = (cost(s, stops[s]) - cost(s, k)) / lost
                    if lost <= spared and (best is None or saved > best[0] + NARROW):
                        best = saved, s, k
            if best is None:
                return [min(math.ceil(self.ends[s][stops[s]] - NARROW), self.whole[s]) for s in self.S]
            stops[best[1]] = best[2]
            kept = {b for b in kept if all(self.first[b][s] <= stops[s] for s in self.S)}

    def chances(self, stops):
        held = [[k is not None and self.ends[s][k] <= stops[s] for s, k in enumerate(self.first[b])] for b in self.B]
        return [mean(row[s] for row in held) for s in self.S], mean(all(row) for row in held)

    def within(self, budget, least):
        """Item by item, whatever stratum brings most for its money up to where that pays most; as many as are paid for."""
        if budget is None and not self.valued:
            return list(least)
        if not self.pays(budget, least):
            return None
        unit, times, steps = "money" if budget is None else budget.unit, float(self.prices.per_direct), []
        for s in self.S:
            stops = range(least[s], self.whole[s] + 1)
            apart = [self.sums([m if each == s else 0 for each in self.S]) for m in stops]
            paid = [self.paid_for(each) for each in apart]
            won = [each[3] for each in apart]
            if self.valued:
                won = [self.worth(s, m) - cost * times for m, cost in zip(stops, paid, strict=True)]
            spent = paid if unit == "money" else [float(m) for m in stops] if unit == "items" else self.timed(apart)
            top, at = next(k for k, each in enumerate(won) if each >= max(won) - NARROW), 0
            while at < top:
                rates = {k: self.rate(won[k] - won[at], spent[k] - spent[at]) for k in range(at + 1, top + 1)}
                rate = max(rates.values())
                to = max(k for k in rates if rates[k] >= rate * (1 - NARROW))
                steps += [(rate, s, k, won[k] - won[k - 1]) for k in range(at + 1, to + 1)]
                at = to
        steps.sort(key=lambda step: (-round(step[0], 9), *step[1:3]))
        stops, every, won = list(least), [list(least)], [0.0]
        for _, s, _, gain in steps:
            stops[s] += 1
            every.append(list(stops))
            won.append(won[-1] + gain)
        every = every[: bisect_left(every, True, lo=1, key=lambda at: not self.pays(budget, at))]
        won = won[: len(every)]
        if not self.valued:
            return every[-1]
        if not any(least):
            won = [each - self.paid_once(at) * any(at) for each, at in zip(won, every, strict=True)]
        return next(at for each, at in zip(won, every, strict=True) if each >= max(won) - NARROW)

    def timed(self, apart):
        p = self.prices
        return [float(p.seconds_per_item) * each[0] + float(p.seconds_per_unit) * each[1] for each in apart]

    @staticmethod
    def rate(won, spent):
        return won / spent if spent > 0 else math.inf

    # --- what is said of stops
    def beyond(self, s, at):
        """Net value of a stratum beyond its quota in every draw, if rates were known."""
        start, times = self.needed[s] or 0, float(self.prices.per_direct)
        cost = [self.paid_for(self.sums([m if each == s else 0 for each in self.S])) * times for m in (start, at)]
        nets = [[self.worth(s, m, self.rates, b) for m in (start, at)] for b in self.B]
        return [there - here - (cost[1] - cost[0]) for here, there in nets]

    @cached_property
    def lucks(self):
        lucks = []
        for s in self.S:
            rows = [[0.0] * len(self.B), *(self.beyond(s, k) for k in self.ends[s] if k >= (self.needed[s] or 0))]
            means = [mean(row) for row in rows]
            best = [max(range(len(rows)), key=lambda k, b=b: (round(rows[k][b], 9), -k)) for b in self.B]
            lucks.append((mean(rows[k][b] - means[k] for b, k in enumerate(best)), max(means)))
        return lucks

    def luck(self, stops):
        off = 0.0
        for s in self.S if self.valued else ():
            here, (whole, best) = mean(self.beyond(s, stops[s])), self.lucks[s]
            best = max(best, here)
            off += min(whole, best) * here / best if here > 0 else 0.0
        return off

    def printed(self, stops):
        """What is printed of stops, by name."""
        p, items, found, luck = self.prices, sum(stops), self.sums(stops)[3], self.luck(stops)
        printed = {"items": items, "share": items / self.full, "spend": self.spend(stops), "found": (found,)}
        printed |= {"luck": luck, "held": self.reach(self.needed, stops), "met": self.reach(self.reached, stops)}
        printed |= {"hours": self.bill(stops).seconds / 3600 if p.timed else None, "chance": None, "range": ()}
        net = self.gain(stops) - luck
        printed["net"] = (net,) if self.valued else None
        if self.plan.resamples:
            drawn = self.in_all(stops)
            paid = p.planned_with(self.bill(stops, 0.0), np.array(drawn)).tolist()
            printed["found"] = self.ends_of(found, drawn)
            if p.extra_per_entry and items:
                printed["range"] = self.ends_of(printed["spend"], paid)
            if self.valued:
                worth = [sum(self.worth(s, stops[s], self.found, b) for s in self.S) + self.left for b in self.B]
                value, low, high = self.ends_of(net, [w - cost - luck for w, cost in zip(worth, paid, strict=True)])
                printed["net"] = value, low, high + luck
            printed["chance"] = self.chances(stops)[1]
        return printed

    @staticmethod
    def reach(needed, stops):
        return sum(least is not None and 0 < least <= at for least, at in zip(needed, stops, strict=True))

    @staticmethod
    def ends_of(value, drawn):
        low, high = interval(np.array(drawn)).tolist()
        return value, min(low, value), max(high, value)

    def least_money(self, stops):
        bought = self.surely_bought(stops)
        return Decimal(int(self.prices.least_budgets(bought, annotation_only=self.only)[0])).scaleb(
            -self.prices.minor_digits
        )

    def as_budget(self, stops):
        """The least that pays for stops, as the plan's own budget is counted; else money, or items without a price."""
        unit = self.plan.budget.unit if self.plan.budget else "money" if self.prices.stated else "items"
        if unit == "money":
            return Budget(self.least_money(stops))
        bought = self.bill(stops)
        if unit == "items":
            return Budget(Decimal(bought.items), "items")
        return Budget(Decimal(math.ceil(bought.seconds / 36 - NARROW)) / 100, "hours")

    def bought(self, budget):
        """The best stops for a budget: with the quotas where it pays for them, else without."""
        stops = None if self.least is None else self.within(budget, self.least)
        return stops or self.within(budget, [0 for _ in self.S]) or []


class Quotas:
    """The plan, of several orders; ``rows``: of each order as in :class:`Order`, ``size``: of each stratum."""

    def __init__(self, quota, rows, size):
        self.quota, self.plan, self.S, self.rows_of = quota, quota.plan, range(len(size)), rows
        self.orders = {name: Order(quota, name, each, size) for name, each in rows.items()}
        self.order = min(self.orders.values(), key=self.preferred)

    def preferred(self, order):
        """Those that meet all come first, of them the mixture, then the one that gains most, then the cheapest."""
        stops, asked = order.best or order.least, self.plan.values or self.plan.budget
        place = 3 if stops is None else 2 if order.unsure else 1 if order.best is None else 0
        gain = order.gain(stops) if place == 0 and asked else 0.0
        if stops is None:
            return place, order.name != "mixture", -round(order.sums(order.size)[3], 6), 0.0, 0, order.name
        first = place != 1 and order.name != "mixture"
        return place, first, -round(gain, 6), order.spend(stops), sum(stops), order.name

    @property
    def other(self):
        """Whose order among the others meets all for least money."""
        some = [(o.spend(o.least), sum(o.least), name) for name, o in self.orders.items() if o.least and not o.unsure]
        return min((each for each in some if each[2] != self.order.name), default=(None,))[-1]

    @property
    def free(self):
        """The best stops without quotas for the same money."""
        order, budget = self.order, self.plan.budget
        if budget is None and order.best is None:
            return None
        if budget is None and not order.valued:
            budget = order.as_budget(order.best)
        return order.within(budget, [0 for _ in self.S])

    def beside(self):
        """Stops without quotas, how many more entries they find, and what the quotas cost."""
        free, best, order = self.free, self.order.best, self.order
        said = {"free": free, "forgone": None, "price": None, "other": self.other}
        if free is None or best is None:
            return said
        if (more := order.sums(free)[3] - order.sums(best)[3]) >= 0.5:
            apart = [a - b for a, b in zip(order.in_all(free), order.in_all(best), strict=True)]
            value, low, high = order.ends_of(more, apart)
            said["forgone"] = (value, max(low, 0.0), high) if self.plan.resamples else (more,)
        if order.valued or self.plan.budget:
            said["price"] = "net" if order.valued else "found", max(order.gain(free) - order.gain(best), 0.0)
        return said

    def rows(self):
        """Of each stratum: most it holds, items, money, entries, in the worst order of equal items, last entry, chance."""
        order, p = self.order, self.plan.prices
        stops = order.best or order.least
        shown, stops = stops is not None, stops or [0 for _ in self.S]
        apart = [[stops[s] if each == s else 0 for each in self.S] for s in self.S]
        cost, coins = [order.paid_for(order.sums(at)) for at in apart], [0 for _ in self.S]
        if shown and sum(cost):
            whole = round((order.spend(stops) - order.paid_once(stops)) / float(p.smallest))
            exact = [round(each / sum(cost) * whole, 9) for each in cost]
            coins = [math.floor(each) for each in exact]
            for s in sorted(self.S, key=lambda s: coins[s] - exact[s])[: whole - sum(coins)]:
                coins[s] += 1
        safe = order.surely(0.95) if self.plan.resamples else None
        chances = order.chances(stops)[0] if self.plan.resamples and shown else None
        for s in self.S:
            at, found = stops[s], order.entries(s, stops[s])
            finds = order.ends_of(found, order.drawn(s, at)) if at and self.plan.resamples else (found,)
            most = order.entries(s, order.whole[s])
            yield (
                (most, at, coins[s] * float(p.smallest), finds, self.worst(s, at), self.last(s, at)),
                (chances and chances[s], safe and safe[s]),
            )

    def worst(self, s, at):
        order = self.order
        for low, high in zip(order.knots[s], order.knots[s][1:], strict=False):
            if low < at < high:
                first, last = order.entries(s, low), order.entries(s, high)
                return max(first + max(0.0, at - low - (high - low - (last - first))), 0.0)
        return order.entries(s, at)

    def last(self, s, at):
        """What lies between the last entry but one and the last."""
        order = self.order
        found = order.entries(s, at)
        if found <= 0:
            return None
        first = order.reaches(s, max(found - 1, 0.0))
        cost = [order.paid_for(order.sums([m if each == s else 0 for each in self.S])) for m in (first, at)]
        return (cost[1] - cost[0]) * float(self.plan.prices.per_direct)

    def ladder(self, budgets):
        """What each budget buys, and which single model's order leads there."""
        said, order = [], self.order
        singles = {name: each for name, each in self.orders.items() if name != "mixture"}
        for place, budget in enumerate(budgets):
            stops, gains = order.best if place == 10 and order.best else order.bought(budget), {}
            stops = stops or [0 for _ in self.S]
            for name, each in singles.items():
                there = stops if each is order else each.bought(budget) or [0 for _ in self.S]
                gains[name] = 0 if each.unsure else each.reach(each.needed, there), round(each.gain(there), 6)
            leading = sorted(name for name in gains if gains[name] == max(gains.values()))
            said.append((stops, tuple(leading) if len(gains) > 1 else ()))
        return said

    def along(self, items, queue):
        """Entries after so many items of a queue of (stratum, items), those of the plan first."""
        order, taken, passed = self.order, [0.0 for _ in self.S], [0.0 for _ in self.S]
        parts = []
        for s, n in queue:
            planned = min(max(order.best[s] - passed[s], 0.0), n)
            passed[s] += n
            parts.append((s, planned, n - planned))
        for column in (1, 2):
            for part in parts:
                more = min(part[column], items - sum(taken))
                taken[part[0]] += max(more, 0.0)
        found = sum(order.entries(s, taken[s]) for s in self.S)
        drawn = [sum(between(order.ends[s], order.found[s][b], taken[s]) for s in self.S) for b in order.B]
        if not self.plan.resamples:
            return taken, (found,)
        low, high = np.clip(interval(np.array(drawn)), 0.0, items).tolist()
        return taken, (found, min(low, found), max(high, found))
