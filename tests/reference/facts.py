"""What pages say of a plan for a ranked list, anew: every whole number of items is tried as a stop (METHODS F4, F6, F7).

Expected entries and worth along the order, entries in the draws, and bills are given.
"""

from __future__ import annotations

import math
from decimal import Decimal
from functools import cache, cached_property
from statistics import fmean as mean

import numpy as np

from budgetplan.core.stops import interval
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import Quantities

NARROW = 1e-9


class Facts:
    """``seconds``: of each item, where their time is known."""

    def __init__(self, analysis, seconds=0.0):
        self.it, self.evidence, self.lead, self.seconds = analysis, analysis.evidence, analysis.lead, seconds
        self.plan, self.prices, self.whole = self.evidence.plan, self.evidence.prices, self.evidence.whole_items
        self.valued = self.plan.values is not None
        self.budget, self.target = self.plan.budget, self.plan.target
        found = analysis.draws.at(np.arange(self.whole + 1.0))
        self.draws, self.most_found = found.tolist(), np.quantile(found, 0.95, axis=0, method="inverted_cdf").tolist()
        self.chosen = analysis.chosen
        self.stop, self.goal = analysis.planned, analysis.goal
        self.known = [float(self.lead.path.read("positives", m)) for m in range(self.whole + 1)]
        self.worths = [float(self.lead.path.read("value", m)) for m in range(self.whole + 1)] if self.valued else []

    def bill(self, items, entries, cost=None):
        cost = self.lead.cost if cost is None else cost
        return Quantities(items, positives=entries, seconds=self.seconds * items, model_cost=cost)

    @cache  # noqa: B019
    def spend(self, items, entries=None):
        bought = self.bill(items, self.known[items] if entries is None else entries)
        return float(self.prices.printed_total(bought))

    @cache  # noqa: B019
    def exact(self, items):
        bought = self.bill(items, self.known[items])
        total = self.prices.exact_totals(bought)
        return float(total.top[0]) / total.bottom / (100 if self.prices.stated else 1) if items else 0.0

    def net(self, items):
        return self.worths[items] - self.spend(items) * (items > 0)

    def pays(self, items, budget, *, surely=True, cost=None):
        if budget is None or not items:
            return True
        if budget.unit == "items":
            return items <= budget.amount
        if budget.unit == "hours":
            return items * self.seconds / 3600 <= float(budget.amount) * (1 + NARROW)
        return self.within(budget, surely, cost)[items]

    @cache  # noqa: B019
    def within(self, budget, surely, cost):
        """Whether money pays for each number of items, and for what is found in most draws, too."""
        held = [self.known, *([self.most_found] if surely and self.prices.extra_per_entry else [])]
        bills = (self.bill(np.arange(self.whole + 1), np.array(each), cost) for each in held)
        only = budget.covers == "annotation"
        return np.all([self.prices.within(each, budget.amount, annotation_only=only) for each in bills], axis=0)

    def most(self, budget, **how):
        return next((m for m in range(self.whole) if not self.pays(m + 1, budget, **how)), self.whole)

    def best(self, most):
        nets = [self.net(m) for m in range(most + 1)]
        return next(m for m, net in enumerate(nets) if net >= max(nets) - NARROW)

    def bought(self, budget):
        return self.best(self.most(budget)) if self.goal == "net_value" else self.most(budget)

    def holds(self, share, sure):
        """The fewest items that hold a share, or so many, in so many of the draws."""
        amount = float(share.amount)

        def held(row, m):
            wanted = amount * row[-1] if share.unit == "share" else amount
            return row[m] >= wanted * (1 - NARROW) and row[-1] > 0

        return next(
            (m for m in range(self.whole + 1) if mean(held(row, m) for row in self.draws) >= sure - NARROW), None
        )

    @cache  # noqa: B019
    def decided(self):
        """Where the plan stops, what ends it, and what else a budget buys."""
        most, budget = self.most(self.budget), self.budget
        stop = self.holds(self.target, 0.5) if self.target else self.bought(budget) if self.goal != "open" else None
        ends = budget is not None and not self.target and self.stop < self.whole
        ends = ends and (not self.valued or (self.stop > 0 and self.best(self.whole) > most))
        by = "worth" if (self.goal == "net_value" and not ends) or budget is None else "budget"
        by = "target" if self.target else by
        by = "list" if self.chosen is not None and self.chosen.items >= self.whole else by
        said = {"stop": stop if stop is not None else self.stop, "ends": ends, "by": by}
        said["safe"] = self.holds(self.target, 0.95) if self.target and self.plan.resamples else None
        rungs = [] if self.it.rule == "impossible" else self.it.ladder
        said["ladder"] = [self.stop if rung.percent == 100 else self.bought(rung.budget) for rung in rungs]
        steps = (self.stop, self.stop + self.evidence.tranche), (self.stop - self.evidence.tranche, self.stop)
        for name, ends in zip(("next", "last"), steps, strict=True):
            start, end = max(ends[0], 0), min(ends[1], self.whole)
            brings = (end - start, self.known[end] - self.known[start]) if end > start else None
            paid = self.spend_between(start, end)
            net = self.worths[end] - self.worths[start] - paid if self.valued else None
            said[name] = brings and (*brings, paid, net)
        said["options"] = sorted({m for m in self.options() if m})
        return said

    def spend_between(self, start, end):
        return self.spend(end) - (self.spend(start) if start else 0.0)

    def options(self):
        if self.goal == "open":
            shares = (0.5, 0.8, 0.95)
            return [
                next(m for m in range(self.whole + 1) if self.known[m] >= s * self.known[-1] - NARROW) for s in shares
            ]
        stop = 0 if self.it.refusal else self.stop
        if not stop:
            return [round(self.whole * share) for share in (0.1, 0.2, 0.4)]
        amount, unit = (Decimal(str(self.spend(stop))), "money") if self.prices.stated else (Decimal(stop), "items")
        parts = (Budget(amount * Decimal(part), unit) for part in ("0.5", "0.75", "1.5"))
        stops = [stop, *(self.most(part, surely=False) for part in parts)]
        step = self.it.next_step
        return stops + ([stop + step.soon] if step is not None and step.lumpy else [])

    # What stops are best for which worth of an entry
    @cached_property
    def choices(self):
        """Stops with the worths between which each is the best of all, the first of equal ones."""
        if self.valued:
            return []
        ends = [float(end) for end in self.lead.path.items if end < self.it.most] + [float(self.it.most)]
        read = self.lead.path.read
        rows = [
            (end, float(read("positives", end)), float(self.evidence.curve(self.lead, np.array([end]))[0]))
            for end in ends
        ]
        choices = []
        for end, found, cost in rows:
            lows = [(cost - c) / (found - f) for _, f, c in rows if f < found - NARROW]
            highs = [(c - cost) / (f - found) for _, f, c in rows if f > found + NARROW]
            low, high = max(lows, default=0.0), min(highs, default=None)
            cheapest = all(c >= cost - NARROW for _, f, c in rows if abs(f - found) <= NARROW)
            if cheapest and (high is None or high > low * (1 + 1e-12) + 1e-12):
                choices.append((round(end), found, max(low, 0.0), high))
        return choices

    def question(self):
        stops = [each for each in self.choices if each[0]]
        if len(stops) < 2:
            return None
        few, many = stops[len(stops) // 4], stops[len(stops) - len(stops) // 4 - 1]
        return (stops[0], stops[-1]) if few == many or few[3] is None else (few, many)

    def pays_from(self, items):
        stops = [each for each in self.choices if each[0]]
        near = [each for each in stops if each[0] >= 0.99 * items]
        if not near:
            return ("none", stops[0], stops[0]) if stops else None
        kind = ""
        if self.prices.stated:
            kind = "more" if 0.99 * stops[0][0] > items else "alike" if near[0][2] <= 1.05 * stops[0][2] else ""
        return kind, stops[0], near[0]

    def shown(self):
        """Of each quarter of the way the stop that is best for the widest range of worths, and those that are named."""
        pays = self.chosen and self.pays_from(self.chosen.items)
        named = {each[0] for each in (pays[1:] if pays else self.question() or ())}
        first, last = self.choices[0][0], self.choices[-1][0]
        coin = 10.0 ** -(self.prices.minor_digits + 2)
        told = [(at, each) for at, each in enumerate(self.choices) if each[3] is None or each[3] - each[2] >= coin]
        quarters = {}
        for at, (items, _, low, high) in told:
            quarter = at if len(self.choices) <= 4 else int((items - first) * 4 / (last - first + 1))
            wide = math.inf if high is None or not low else high / low
            quarters.setdefault(quarter, []).append((wide, at))
        return {max(each)[1] for each in quarters.values()} | {at for at, each in told if each[0] in named}

    def by_worth(self):
        if self.valued:
            return {"choices": []}
        shown = self.shown()
        wide = [self.choices[at] for at in shown]
        coin = 10.0**-self.prices.minor_digits
        silent = self.goal != "target" and (self.it.silent or len(shown) > 3)
        pays = {m: self.pays_from(m) for m in (1, self.stop or 1, self.whole // 2, self.whole)}
        said = {"choices": self.choices, "question": self.question(), "pays from": pays, "shown": shown}
        close = any(high is not None and high - low < coin for _, _, low, high in wide)
        return said | {"tells": silent, "closer": close}

    # What is said of the stop itself
    def of_stop(self):
        chosen, listed, budget = self.chosen, self.evidence.list_items, self.budget
        printed = {"first": self.spend(1), "in budget": self.known[self.it.most]}
        printed["within"] = [m for m in range(self.whole + 1) if abs(m - self.stop) <= max(1.0, listed / 200)]
        half = next((m for m in range(self.whole + 1) if self.known[m] >= self.known[-1] / 2 - NARROW), None)
        printed["half"] = half if half is not None and half <= 0.4 * self.whole else None
        most = self.whole if budget is None else self.most(budget)
        loss = [-self.net(m) for m in range(1, most + 1)] if self.valued else []
        printed["least loss"] = (loss.index(min(loss)) + 1, min(loss)) if loss else None
        if chosen is None:
            return printed | {"unspent": "", "holds": False}
        n = chosen.items
        whole = budget is not None and budget.unit == "money" and budget.covers == "everything"
        left = float(budget.amount) - self.spend(n) if whole else None
        printed |= {
            "left": listed - n,
            "spare": left,
            "place": n / self.whole * self.plan.parts - 0.5 if n < self.whole else None,
        }
        printed["holds"] = bool(
            budget and budget.unit == "money" and chosen.spend_range is not None and self.pays(n, budget)
        )
        why = ""
        if left and left > 0:
            if n >= self.whole:
                why = "ends"
            elif self.most(budget, surely=False) <= n:
                why = "little" if self.exact(n + 1) - self.exact(n) > left else ""
            elif not self.prices.extra_per_entry and self.goal == "net_value":
                why = "few" if self.decided()["ends"] else "worth"
        printed["unspent"] = why
        printed["parts"] = {m: self.part_of(m) for m in range(1, self.whole + 1)}
        return printed

    def part_of(self, items):
        times = self.spend(items) / self.spend(self.chosen.items)
        return next((part for part in (0.5, 0.75, 1.5) if abs(times / part - 1) < 0.02), None)

    def beside(self):
        """Who is named beside the recommended order, and who is ahead of it on these labels."""
        others = [each for each in self.it.contenders if each.name != self.lead.name]
        more = {each.name: each.difference.value if each.difference else 0.0 for each in others}
        rival = self.it.single if self.it.single not in ("", self.lead.name) else ""
        rival = rival or max(sorted(more, reverse=True), key=more.get, default="")
        rest = sorted(others, key=lambda each: (each.name != rival, -more[each.name], each.name))
        return {"rival": rival, "rivals": [each.name for each in rest]}

    def without(self):
        """What a random order finds for the budget, where no entry costs more; None where the recommended one is better."""
        if not self.lead.cost or self.it.refusal or self.goal not in ("budget", "net_value"):
            return None
        every, value = self.known[-1], self.worths[-1] if self.valued else 0.0
        most = 0
        for m in range(1, self.whole + 1):
            bill = self.bill(m, every * m / self.whole, Decimal(0))
            only = self.budget is not None and self.budget.covers == "annotation"
            if self.budget is None or self.prices.within(bill, self.budget.amount, annotation_only=only).all():
                most = m
        cost = float(self.prices.printed_total(self.bill(most, every * most / self.whole, Decimal(0))))
        theirs = value * most / self.whole - cost if self.valued else every * most / self.whole
        n = self.chosen.items if self.chosen is not None else 0
        ours = (self.net(n) if self.valued else self.known[n]) if n else 0.0
        ours, theirs = (round(ours, 6), -self.spend(n) if n else 0.0), (round(theirs, 6), -cost)
        return (most, cost) if theirs > ours else None

    def drawn(self):
        """The interval of every stop, and of the best stop in each draw."""
        low, high = interval(np.array(self.draws)).tolist()
        ends = [int(end) for end in self.it.draws.ends if end == int(end)]
        band = {m: (min(low[m], self.known[m]), max(high[m], self.known[m])) for m in ends}
        return {"band": band}

    def of_steps(self):
        """Whether more may pay, half of a whole list, and between which items the best stop lies in the draws."""
        step, common = self.it.next_step, None if not self.valued else self.plan.values.common
        ends = self.decided()["ends"]
        worth = self.evidence.common_worth
        no_more = self.goal == "net_value" and not ends and step is not None and step.cost_per_entry is not None
        no_more = no_more and step.net.value < 0 and (worth is None or round(step.cost_per_entry.value, 2) > worth)
        later = [] if self.chosen is None else self.it.parts[self.lead.name]
        prices = [part.cost_per_entry for part in later if part.start >= self.chosen.items]
        open_ones = common is None or self.chosen is None or step is None or ends
        may = open_ones or any(price is not None and price.value <= common for price in [step.cost_per_entry, *prices])
        half = None
        if self.chosen is not None and self.prices.stated and self.chosen.items >= self.whole:
            half = next((m for m in self.decided()["options"] if self.part_of(m) == 0.5), None)
        span = None
        if self.goal == "net_value" and self.it.single and self.plan.resamples:
            ends = [end for end in self.it.draws.ends.tolist() if end <= self.it.most]
            rows = self.it.expected_net.tolist()
            best = [max(range(len(ends)), key=lambda at, row=row: (row[at], -at)) for row in rows]
            low, high = interval(np.array([ends[at] for at in best])).tolist()
            span = min(low, self.stop), max(high, self.stop)
        ahead = {each.name: self.better(each) for each in self.it.contenders} or {"": 0.0}
        first = max(ahead, key=ahead.get)
        said = {"no more": no_more, "may": may, "half": half, "span": span}
        return said | {"ahead": (first, ahead[first]) if ahead[first] > 0 else ("", 0.0)}

    def better(self, each):
        """By how much an order is better than the recommended one, by what they are compared by."""
        if self.chosen is None or each.difference is None or each.name == self.lead.name:
            return 0.0
        if self.goal == "target":
            return float(self.chosen.spend) - float(each.option.spend)
        if each.option.net is not None:
            return each.option.net.value - self.chosen.net.value
        return 0.0 if each.alike else each.difference.value

    def comparators(self):
        """A perfect and a random order for the same money, where no entry costs more, or within the same items."""
        every, said = self.known[-1], []
        for find in (lambda m: min(m, every), lambda m: every * m / self.whole):
            m = self.whole if self.chosen is None else self.chosen.items
            if self.goal == "open" or (self.goal == "budget" and self.budget is not None):
                m = self.most(self.it.reference, cost=Decimal(0))
            said.append((m, find(m)))
        return said

    def single(self):
        """What the best single model finds where the budget does not pay for all of them."""
        if self.it.rule != "impossible" or self.it.refusal or self.target or self.budget is None:
            return None
        best = []
        for model in self.evidence.single:
            for m in range(1, self.whole + 1):
                found = float(model.path.read("positives", m))
                bill = self.bill(m, found, model.cost)
                if self.prices.within(bill, self.budget.amount, annotation_only=False).all():
                    cost = float(self.prices.printed_total(bill))
                    worth = float(model.path.read("value", m)) - cost if self.valued else found
                    best.append((-round(worth, 9), cost if self.valued else -m, m, model.name))
        return min(best)[2:] if best else None

    def worst(self):
        """The items that hold what the stop does if in every tie entries come last."""
        found, ends = self.known[self.stop], self.lead.path.items.tolist()
        sums = self.lead.path.sums["positives"].tolist()
        for at in range(1, len(ends) if self.stop else 0):
            if sums[at] >= found - NARROW:
                before, inside = ends[at - 1], sums[at] - sums[at - 1]
                lacking = math.ceil(found - sums[at - 1] - NARROW)  # entries come as whole ones
                most = math.ceil(min(ends[at], ends[at] - inside + lacking) - NARROW) if before < ends[at] else 0
                return most if most > self.stop else None
        return None

    # What other amounts and worths would buy
    def handles(self, worths):
        """Every stop that some money buys and the plan's; and the best stop for each of some worths, at other wages, too."""
        only, every = self.budget is not None and self.budget.covers == "annotation", range(self.whole + 1)
        held = [self.known, *([self.most_found] if self.prices.extra_per_entry else [])]
        bills = (self.bill(np.arange(self.whole + 1), np.array(each)) for each in held)
        least = np.max([self.prices.least_budgets(each, annotation_only=only) for each in bills], axis=0).tolist()
        least = least if self.prices.stated else [*every]
        stops = {
            m: self.stop_on_page(m, least[m])
            for m in every
            if m in (self.stop, max(every, key=lambda k: (least[k] <= least[m], k)))
        }
        return {"stops": stops, "worths": {worth: self.best_for(worth) for worth in worths}}

    def stop_on_page(self, m, least):
        low, high = interval(np.array([row[m] for row in self.draws])).tolist()
        ends = (min(low, self.known[m]), max(high, self.known[m])) if self.it.sure else (None, None)
        n, read = self.evidence.list_items, self.lead.path.read
        a, b, further = m - n / 80, m + n / 80, None
        if a > 0 and b < self.whole:
            more = float(read("positives", b) - read("positives", a))
            paid = (float(read("cost", b) - read("cost", a)) / 1e6) if not self.prices.stated else self.between(a, b)
            further = paid / more if more > 0.5 else None
        digits = self.prices.minor_digits if self.prices.stated else 0
        said = {
            "found": (self.known[m], *ends),
            "spend": self.spend(m) if m else 0.0,
            "money": least / 10**digits,
            "further": further,
        }
        return said | {"hours": self.seconds * m / 3600 if self.prices.timed else None}

    def between(self, a, b):
        """What is paid from one place to another, before totals are rounded."""
        ends = [self.exact(math.floor(at)) for at in (a, b)]
        ends = [
            e + (at - math.floor(at)) * (self.exact(math.floor(at) + 1) - e) for at, e in zip((a, b), ends, strict=True)
        ]
        return ends[1] - ends[0]

    @cached_property
    def by_draw(self):
        """Of every draw what an entry, or all that is found, is worth at each end, and what that costs."""
        draws, each = self.it.draws, float(self.prices.extra_per_entry * self.prices.per_direct)
        worth = self.it.worth(draws.ends, draws.rates, draws.rates).tolist() if self.valued else draws.rates.tolist()
        ends = [int(end) for end in draws.ends]
        cost = [
            [self.spend(m) * (m > 0) + each * (e - self.known[m]) for m, e in zip(ends, row, strict=True)]
            for row in draws.rates.tolist()
        ]
        return worth, cost

    def best_for(self, worth):
        """The best stop of all for a worth of an entry, or for so many times what classes are worth."""
        common = self.evidence.common_worth
        times = float(worth) / (common if self.valued and common else 1.0)
        value = self.worths if self.valued and common != 0 else self.known
        every, once = range(self.whole + 1), self.once()

        def best(spends):
            nets = [times * v - s for v, s in zip(value, spends, strict=True)]
            return next((m, net) for m, net in enumerate(nets) if net >= max(nets) - 1e-12 * max(1, *map(abs, nets)))

        m, net = best([self.spend(m) * (m > 0) for m in every])
        nets = [[times * w - c for w, c in zip(*rows, strict=True)] for rows in zip(*self.by_draw, strict=True)]
        means = [mean(column) for column in zip(*nets, strict=True)]
        at = [max(range(len(row)), key=lambda k, row=row: (round(row[k], 9), -k)) for row in nets]
        whole, top = mean(row[k] - means[k] for row, k in zip(nets, at, strict=True)), max(*means, net)
        luck = min(whole, top) * net / top if net > 0 else 0.0
        dearer = []
        for pay in (0.5, 0.6, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0):
            spends = [(self.spend(k) if pay == 1 else once + pay * (self.exact(k) - once)) * (k > 0) for k in every]
            k = best(spends)[0]
            dearer.append((k, round(spends[k], self.prices.minor_digits), self.known[k]))
        left = times * float(self.lead.path.total("left")) if self.valued else 0.0
        return (m, net - luck + left, luck, dearer)

    def once(self):
        """What is paid once anything is reviewed."""
        return float((sum(self.prices.fixed.values()) + self.lead.cost) * (1 + self.prices.indirect))
