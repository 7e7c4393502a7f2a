"""What labelled items say of every order of a list, anew in plain loops over its rows (METHODS F2, F4, F5, F7, F9, 0.2).

What the recommended order holds in every draw, what an entry of each fifth is worth there, and where labelled items stand are
given.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from statistics import fmean as mean

import numpy as np
from quotas import between

from budgetplan.core.curve import Fit
from budgetplan.domain.prices import Quantities

NARROW = 1e-9
WORTHS = ("value", "left", "standing")
AMOUNTS = ("positives", "cost", "units", "listed", "seconds", *WORTHS)


class Row:
    """One row of the table; ``scores``: by order; nobody knows the class of those of the list."""

    def __init__(self, plan, scores, weight, units, listed, name=None):
        self.weight, self.entry, p = weight, name in plan.positive, plan.prices
        self.scores = scores | {"perfect": self.entry}
        people, second = float(p.annotators), float(p.hourly_rate) / 3600
        flat = people * (float(p.per_item) + second * float(p.seconds_per_item))
        flat += float(p.adjudicated_share) * float(p.adjudication)
        unit = people * (float(p.per_unit) + second * float(p.seconds_per_unit)) * units
        self.known = 1e6 if not p.stated else listed if p.listed else float(round((flat + unit) * 1e6))
        seconds = people * (float(p.seconds_per_item) + float(p.seconds_per_unit) * units)
        extra = float(p.extra_per_entry) * 1e6 * self.entry
        self.adds = {"positives": float(self.entry), "cost": self.known + extra, "units": units, "listed": listed}
        self.adds |= {"seconds": seconds, "value": 0.0, "left": 0.0, "standing": 0.0}
        if plan.values is not None and name is not None:
            values, worth = plan.values, {each: float(amount) for each, amount in plan.values.entry.items()}
            right = worth.get(name, 0.0)
            wrong = 0.0 if self.entry else -max(worth.values())
            wrong = float(values.wrong.get(name, values.wrong.get("*", wrong) if not self.entry else wrong))
            error = float(values.error.get(name, values.error.get("*", 0)))
            left = float(values.left_out.get(name, 0))
            self.adds |= {"left": left, "value": (1 - error) * right + error * wrong - left}
            self.adds["standing"] = (right if self.entry else wrong) - left


class Line:
    """Running sums along an order, straight between its knots, and what is judged beside it."""

    def __init__(self, knots, sums, checks=None):
        self.knots, self.sums, self.checks = knots, sums, checks

    def read(self, name, at):
        sums = self.sums["positives" if name == "confirmed" else name]
        alone = between(self.knots, sums, at)
        if self.checks is None or not at or name in (*WORTHS, "positives"):
            return alone
        tail, control, n = self.checks
        whole, left = sums[-1], n - at
        return alone + (min(tail / left, 1) if left else 1.0) * (whole - alone) + control * whole / n


class Evidenced:
    """``rows``: those with a class, and the list's own; none of these where only its size is known."""

    def __init__(self, evidence, labelled, listed):
        self.it, self.plan, self.prices = evidence, evidence.plan, evidence.plan.prices
        self.labelled, self.listed, self.valued = labelled, listed, self.plan.values is not None
        if self.plan.prevalence is not None:
            share, wanted = self.share(labelled), float(self.plan.prevalence)
            for row in labelled:
                row.weight *= wanted / share if row.entry else (1 - wanted) / (1 - share)
        held = sum(row.weight for row in labelled)
        self.n = sum(row.weight for row in listed) if listed else float(self.plan.list_size or held)
        self.times = 1.0 if listed else self.n / held
        self.whole = math.floor(self.n + NARROW)
        self.lead = next(model for model in evidence.models if model.drawn is not None)
        self.ends = self.lead.drawn.ends.tolist()
        self.mean = [mean(column) for column in self.lead.drawn.rates.T.tolist()]
        self.names = [name for name in AMOUNTS if name not in WORTHS or name in evidence.worths]
        work = self.plan.work
        judged = work.tail_sample, min(work.control, len(labelled)), self.n
        self.checks = judged if any(judged[:2]) else None

    @staticmethod
    def share(rows):
        return sum(row.weight * row.entry for row in rows) / sum(row.weight for row in rows)

    def along(self, name):
        """Knots and running sums of an order's rows: of equal scores the cheaper first, those equal in both together."""
        rows = self.listed or self.labelled
        keys = sorted({(-row.scores[name], round(row.known)) for row in rows})
        knots, sums = [0.0], {each: [0.0] for each in self.names}
        for key in keys:
            tied = [row for row in rows if (-row.scores[name], round(row.known)) == key]
            knots.append(knots[-1] + sum(row.weight for row in tied) * self.times)
            for each, line in sums.items():
                line.append(line[-1] + sum(row.weight * row.adds[each] for row in tied) * self.times)
        knots[-1] = self.n
        return knots, sums

    def found(self, name, knots, labelled):
        """Numbers of items, and the entries to expect among so many of the first."""
        if name == self.lead.name:
            return self.ends, self.mean
        total = self.mean[-1]
        if not self.listed:
            return knots, [each * total / labelled[-1] for each in labelled]
        # By the curve of its own, all log odds moved alike.
        (place, held), sample = self.it.scored.standing(name), replace(self.it.sample, place=self.it.model(name).place)
        odds = [math.log(rate / (1 - rate)) for rate in Fit.of(sample).mean.rate(place)[0].tolist()]
        low, high = -40.0, 40.0
        for _ in range(200):
            by = (low + high) / 2
            each = [k / (1 + math.exp(-odd - by)) for odd, k in zip(odds, held.tolist(), strict=True)]
            low, high = (by, high) if sum(each) < total else (low, by)
        return ([0.0, *np.cumsum(amounts).tolist()] for amounts in (held, each))

    def worth(self, name, at, found):
        """``found``: entries up to any number of items."""
        each, total = self.it.worths[name], 0.0
        for fifth in range(5):
            entry, other = (mean(rows[:, fifth].tolist()) for rows in (each.entry, each.other))
            low, high = self.n * fifth / 5, self.n * (fifth + 1) / 5
            new = min(max(found(at), found(low)), found(high)) - found(low)
            total += entry * new + other * (min(max(at, low), high) - low - new)
        return total

    def line(self, name, checks=None):
        """An order of a model."""
        knots, sums = self.along(name)
        labelled, of = sums["positives"], [*self.found(name, knots, sums["positives"])]

        def found(at):
            return min(between(*of, at), at)

        drawn = [*map(found, knots)]
        more = [e if self.listed else e - known for e, known in zip(drawn, labelled, strict=True)]
        extra = float(self.prices.extra_per_entry) * 1e6
        cost = [c + extra * e for c, e in zip(sums["cost"], more, strict=True)]
        sums |= {"positives": drawn, "cost": cost}
        for each in WORTHS:
            if each in self.names:
                sums[each] = [self.worth(each, at, found) for at in knots]
        return Line(knots, sums, checks)

    @cached_property
    def lines(self):
        lines = {model.name: self.line(model.name, self.checks) for model in self.it.models}
        lead, extra = lines[self.lead.name], float(self.prices.extra_per_entry) * 1e6
        whole, e = {name: line[-1] for name, line in lead.sums.items()}, lead.sums["positives"][-1]
        lines["random"] = Line([0.0, self.n], {name: [0.0, each] for name, each in whole.items()}, self.checks)
        # Entries first, each as dear and as large as any item; of labelled ones it is known how dear they are.
        middle = {name: each * e / self.n for name, each in whole.items()}
        middle |= {"positives": e, "cost": (whole["cost"] - extra * e) * e / self.n + extra * e}
        for name in WORTHS:
            if name in self.names:
                steps = [between(lead.knots, lead.sums["positives"], self.n * k / 5) for k in range(6)]
                entry = [mean(self.it.worths[name].entry[:, k].tolist()) for k in range(5)]
                middle[name] = sum(entry[k] * (steps[k + 1] - steps[k]) for k in range(5))
        ends = {name: [0.0, middle[name], each] for name, each in whole.items()}
        perfect = Line([0.0, e, self.n], ends, self.checks)
        if not self.listed:
            knots, known = self.along("perfect")
            every = sorted({*knots, e})
            sums = {name: [between(perfect.knots, line, at) for at in every] for name, line in ends.items()}
            sums |= {name: [between(knots, known[name], at) for at in every] for name in ("units", "listed", "seconds")}
            new = [
                found - between(knots, known["positives"], at)
                for found, at in zip(sums["positives"], every, strict=True)
            ]
            sums["cost"] = [
                between(knots, known["cost"], at) + extra * more for at, more in zip(every, new, strict=True)
            ]
            perfect = Line(every, sums, self.checks)
        return lines | {"perfect": perfect}

    # --- what stops cost and bring
    def bills(self, name):
        """Of every number of items from 0 on."""
        line, every, cost = self.lines[name], range(self.whole + 1), 0
        cost = 0 if name in ("random", "perfect") else self.it.model(name).cost
        sums = {
            each: np.array([line.read(each, m) for m in every]) for each in ("seconds", "units", "listed", "confirmed")
        }
        tail, control, n = self.checks or (0, 0, self.n)
        judged = [m + (math.floor(min(tail, n - m) + control + 0.5) if m else 0) for m in every]
        return Quantities(np.array(judged), positives=sums.pop("confirmed"), **sums, model_cost=cost)

    def spends(self, name):
        return (self.prices.printed_totals(self.bills(name)) / 10.0**self.digits).tolist()

    @property
    def digits(self):
        return self.prices.minor_digits if self.prices.stated else 0

    def exact(self, name, m):
        """Before any rounding, at any number of items."""
        paid = self.lines[name].read("cost", m) / 1e6
        if not self.prices.stated:
            return paid
        cost = 0 if name in ("random", "perfect") else self.it.model(name).cost
        once = float(sum(self.prices.fixed.values()) + cost)
        return (once + paid * (1 + float(self.prices.contingency))) * (1 + float(self.prices.indirect)) if m else 0.0

    def nets(self, name):
        line = self.lines[name]
        every = enumerate(self.spends(name))
        return [line.read("value", m) + line.read("left", self.n) - spend for m, spend in every]

    def affordable(self, name, budget):
        bills = self.bills(name)
        if budget.unit == "items":
            pays = bills.items <= float(budget.amount)
        elif budget.unit == "hours":
            pays = bills.seconds / 3600 <= float(budget.amount) * (1 + NARROW)
        else:
            pays = self.prices.within(bills, budget.amount, annotation_only=budget.covers == "annotation")
        return next((m for m in range(self.whole) if not pays[m + 1]), self.whole)
