"""A joint plan anew, item by item (METHODS S5, J, F5, F7): every stop of every way tried, in plain loops over items and draws.

What is true of each item in each draw, what answers and reviews are worth, and bills are given. Nobody is asked for a price.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import groupby
from operator import mul
from statistics import fmean as mean

import numpy as np

from budgetplan.core.stops import interval
from budgetplan.domain.prices import ANSWERS, Calls, Quantities, exact

AMOUNTS = ("value", "wrong", "found", "accepted", "left", "positives", "settled", "settled_wrong")
DIGITS = 9
STEPS = 20


@dataclass(eq=False)
class Way:
    """``answers``: for each item the class that stands, None where nobody answers; ``queue``: ties of items, best first.

    ``stands``: of items that somebody is asked about, which answers stand; ``open``: how much of each item none settles;
    ``unaided``: whether no model is paid for.
    """

    answers: list
    queue: list = field(default_factory=list)
    stands: dict = field(default_factory=dict)
    open: dict = field(default_factory=dict)
    calls: Calls | None = None
    unaided: bool = False


@dataclass
class Stop:
    """A way, how many items people review of it, and what that comes to on average."""

    way: Way
    items: int
    cost: float
    mean: float
    most: int = 0


class Decided:
    """Plans of one bench; ``per_item``, ``extra``: of a review, all or each, and of an entry that it finds, in currency units."""

    def __init__(self, bench, *, per_item, extra=0.0):
        self.bench, self.prices, self.model = bench, bench.plan.prices, bench.purse.model_cost
        self.count, self.p = bench.count.tolist(), bench.probability.tolist()
        self.items, self.truths = range(len(self.p)), range(len(bench.payoffs.left))
        rate = float(self.prices.per_direct) if self.prices.stated else 0.0
        self.rate, self.extra = rate, rate * extra
        self.each = [per_item] * len(self.p) if isinstance(per_item, float) else per_item
        work = bench.plan.work
        self.tail, self.control = work.tail_sample, min(work.control, bench.pool.test.n_items)
        worths = bench.payoffs
        self.answer, self.seen, self.left = (each.tolist() for each in (worths.answer, worths.seen, worths.left))
        self.stated = bench.likely.tolist()
        self.entry = [self.expected(i, bench.positive.tolist()) for i in self.items]
        self.paid = [each + extra * entry for each, entry in zip(self.each, self.entry, strict=True)]
        size, rows = len(self.p), replace(bench.drawn, group=None)
        drawn = rows.by_part(rows.top, np.arange(size), chance=False)
        self.truth = {who: truths[0].tolist() for who, _, _, truths in drawn}
        self.draws = range(len(self.truth[0]))
        self.nothing, self.gains = Way([None] * size), {}
        self.both, self.people = self.way(model=True), self.way(model=False)
        self.machine = Way(self.both.answers)
        self.plain = [self.both, self.people, *([self.by_hand()] if self.model else [])]
        self.sampled = bench.sample is not None
        for each in ("sizes", "parts", "open", "shares", "sums", "within"):  # worked out once of a way
            setattr(self, each, cache(getattr(self, each)))

    def expected(self, i, worth):
        return sum(p * worth[t] for t, p in enumerate(self.stated[i]))

    def way(self, *, model):
        answers, gains = [], self.gains.setdefault(model, {})
        for i in self.items:
            worths = [self.expected(i, each) for each in self.answer]
            best = max(worths) if self.bench.pool.relabels else None
            among = [c for c in range(len(worths)) if best is None or worths[c] >= best - 1e-12]
            top = max(among, key=lambda c, i=i: (self.p[i][c], -c))
            left, seen = self.expected(i, self.left), self.expected(i, self.seen)
            stands = model and worths[top] >= left - 1e-12
            answers.append(top if stands else None)
            gains[i] = seen - (worths[top] if stands else left) - self.rate * self.paid[i]
        return Way(answers, self.queue(gains))

    def by_hand(self):
        """No model says what is worth most: of items at one price all are, on average, or none."""
        every = [
            self.expected(i, self.seen) - self.expected(i, self.left) - self.extra * self.entry[i] for i in self.items
        ]
        more = sum(n * each for n, each in zip(self.count, every, strict=True)) / sum(self.count)
        pays = sorted((i for i in self.items if more - self.rate * self.each[i] > 1e-9), key=self.each.__getitem__)
        queue = [list(tie) for _, tie in groupby(pays, key=self.each.__getitem__)]
        return Way([None] * len(self.p), queue, unaided=True)

    def queue(self, gains):
        """Ties of what gains by a review, by falling gain for what the budget counts."""
        budget, keys = self.bench.plan.budget, {}
        money = self.prices.stated if budget is None else budget.unit == "money"
        for i, gain in gains.items():
            if gain > 1e-9:
                keys[i] = round(round(gain, DIGITS) / (self.paid[i] * 1e6 if money else 1.0), DIGITS)
        order = sorted(keys, key=lambda i: (-keys[i], self.each[i]))
        return [list(tie) for _, tie in groupby(order, key=lambda i: (keys[i], self.each[i]))]

    def size(self, way, i):
        return self.count[i] * way.open.get(i, 1.0)

    def sizes(self, way):
        return [self.size(way, i) for i in self.items]

    def shares(self, way, stop, b=None):
        """Which share of each item is among the first so many; in a draw of a list of which only the size is known, of that.

        To the last whole item people review what is worth it, however many items that is in a draw.
        """
        size = self.sizes(way).__getitem__
        shares, passed, ties = [0.0] * len(self.p), 0.0, way.queue
        if b is not None:
            queued = [i for tie in ties for i in tie]
            size = self.open(way)[b].__getitem__
            if queued and stop >= max(int(self.length(way) * (1 + 1e-9)), 1e-9):
                stop += sum(map(size, queued)) - self.length(way)
            ties = [*ties, [i for i in self.items if i not in queued and self.sampled]]
        for tie in ties:
            whole = sum(map(size, tie))
            for i in tie:
                shares[i] = min(max((stop - passed) / max(whole, 1e-300), 0.0), 1.0)
            passed += whole
        return shares

    def open(self, way):
        """How much of each item no answer settles in every draw."""
        return self.parts(way)[:, 1][:, :, [AMOUNTS.index("accepted"), AMOUNTS.index("left")]].sum(axis=2).tolist()

    def length(self, way):
        return sum(self.size(way, i) for tie in way.queue for i in tie)

    def of_item(self, i, b, way):
        """Amounts of an item in a draw: what an answerer settles, and the rest as somebody else decides, or people review it."""
        bench, answer = self.bench, way.answers[i]
        settled, decided, seen = (dict.fromkeys(AMOUNTS, 0.0) for _ in range(3))
        for t in self.truths:
            by = self.truth[i][b][t]
            each = self.settled(self.chance[b], i, t, way.stands[i]) if i in way.stands else {}
            for c, share in each.items():
                settled["value"] += by * share * self.answer[c][t]
                settled["found"] += by * share * (c == t) * bench.wanted[t]
                settled["settled"] += by * share
                settled["settled_wrong"] += by * share * (c != t)
            by *= 1 - sum(each.values())
            decided["value"] += by * (self.left[t] if answer is None else self.answer[answer][t])
            decided["left" if answer is None else "accepted"] += by
            decided["wrong"] += 0.0 if answer is None else by * (answer != t)
            decided["found"] += by * (answer == t) * bench.wanted[t]
            seen["value"] += by * self.seen[t]
            seen["found"] += by * (1 - bench.review_errors[t]) * bench.wanted[t]
            seen["positives"] += by * bench.positive[t]
        return settled, decided, seen

    def sums(self, way, stop):
        """Amounts in every draw if the first so many are reviewed."""
        parts, shares = self.parts(way), self.shares(way, stop)
        sums = usual = [self.added(shares, each) for each in parts]
        if self.differs(way):  # people review as many in each draw
            sums = [self.added(self.shares(way, stop, b), parts[b]) for b in self.draws]
        if not self.sampled:  # around the same means
            off = {name: mean(a[name] - b[name] for a, b in zip(usual, sums, strict=True)) for name in AMOUNTS}
            sums = [{name: each[name] + off[name] for name in AMOUNTS} for each in sums]
        return sums

    def added(self, shares, parts):
        """Amounts in a draw in which people review these shares."""
        (settled, decided, seen), share = parts, np.array(shares)[:, None]
        total = (settled + (1 - share) * decided + share * seen).sum(axis=0)
        return dict(zip(AMOUNTS, total.tolist(), strict=True))

    def differs(self, way):
        """Whether more is open in one draw than in another."""
        return self.sampled or bool(way.stands)

    def parts(self, way):
        """What is settled, decided, and seen by people, of each item and amount in every draw."""
        made = [[[[*each.values()] for each in self.of_item(i, b, way)] for i in self.items] for b in self.draws]
        return np.array(made).transpose(0, 2, 1, 3)

    def mean(self, way, stop, name):
        return mean(each[name] for each in self.sums(way, stop))

    def judged(self, way, items, entries, amount):
        """What people judge of an amount by item, in all: the first so many, random ones of the others, and control items.

        ``entries``: found among the first items, where these are the amount.
        """
        taken = [*map(mul, self.sizes(way), self.shares(way, items))]
        mine = sum(map(mul, taken, amount)) if entries is None else entries
        whole, among = sum(map(mul, self.count, amount)), sum(self.count)
        rest = min(self.tail / max(among - items, 1e-300), 1.0) * (whole - mine)
        return mine + rest + self.control * whole / among

    def bill(self, way, items, entries):
        n, listed = self.judged(way, items, items, [1.0] * len(self.p)), self.judged(way, items, None, self.each)
        amounts = {"seconds": self.judged(way, items, None, self.bench.quantities["seconds"].tolist())}
        amounts |= {"listed": listed * 1e6 * self.prices.listed}
        amounts |= {"positives": self.judged(way, items, entries, self.entry)}
        return Quantities(int(n + 0.5), **amounts, model_cost=self.needed(way)).after(way.calls)

    def needed(self, way):
        """What the model costs: nothing where people do without."""
        return self.model * 0 if way.unaided else self.model

    def cost(self, way, items, entries=None):
        """What is billed for the entries to expect, or for so many."""
        used = items or way.calls or any(self.size(way, i) for i in self.items if way.answers[i] is not None)
        if not (used and self.prices.stated):
            return 0.0
        usual = self.mean(way, items, "positives")
        bill = self.bill(way, items, usual)
        bill = bill if entries is None else bill.plus(Quantities(0, positives=entries - usual))
        bought = bill.items or way.calls
        return float(self.prices.printed_total(bill) if bought else self.prices.model_total(self.model))

    def affordable(self, way, budget):
        """Numbers of items that are paid for with the entries that people find in 95 % of the draws."""
        length, most = self.length(way), []
        whole = int(length * (1 + 1e-12))
        stops = [length * step / STEPS for step in range(STEPS + 1)]
        if self.extra and way.queue:
            drawn = [[each["positives"] for each in self.sums(way, stop)] for stop in stops]
            most = [float(np.quantile(each, 0.95, method="inverted_cdf")) for each in drawn]

        entries = [self.mean(way, m, "positives") for m in range(whole + 1)]
        if most:
            entries = np.maximum(entries, np.interp(range(whole + 1), stops, most))
        if budget is None:
            return [*range(whole + 1)]
        if budget.unit != "money":
            hours = budget.unit == "hours"
            taken = [each / 3600 for each in self.bench.quantities["seconds"]] if hours else [1.0] * len(self.p)
            counted = [self.judged(way, m, None, taken) for m in range(whole + 1)]
            return [m for m, each in enumerate(counted) if each <= float(budget.amount) * (1 + 1e-9)]
        only, model = budget.covers == "annotation", self.needed(way)
        if not only and self.prices.model_total(model) > budget.amount:
            return []
        bills = [self.bill(way, m, each) for m, each in enumerate(entries)]
        return [
            m for m, each in enumerate(bills) if self.prices.within(each, budget.amount, annotation_only=only).all()
        ]

    def net(self, way, items, most=0):
        cost = self.cost(way, items)
        return Stop(way, items, cost, self.mean(way, items, "value") - cost, most)

    def within(self, way, budget):
        """The best stop of a way: not to start, to review nobody's items, or the best number of them."""
        tried = [self.net(self.nothing, 0)]
        paid = self.affordable(way, budget)
        stops = [self.net(way, m, paid[-1]) for m in paid]
        tried += [stop for stop in stops if not stop.items]
        tried += sorted((stop for stop in stops if stop.items), key=lambda stop: -round(stop.mean, 9))[:1]
        return self.first(tried)

    def first(self, stops):
        top = max(stop.mean for stop in stops)
        return next(stop for stop in stops if stop.mean >= top - 1e-9)

    def more(self, budget):
        """Further ways within a budget."""
        return []

    def plan(self, budget):
        return self.first([self.within(way, budget) for way in [*self.plain, *self.more(budget)]])

    def nets(self, way, most=np.inf):
        """What a way brings in every draw where nobody reviews, and at the end of each tie, before bills are rounded."""
        nets, ends, plain = [[each["value"] - self.cost(way, 0) for each in self.sums(way, 0)]], [0.0], self.prices
        calls = 0.0 if way.calls is None else float(way.calls.amount * plain.onward(ANSWERS))
        model = self.needed(way)
        once = float(plain.once(model * 0) + plain.model_total(model)) if plain.stated else 0.0
        for tie in way.queue:
            ends.append(ends[-1] + sum(self.size(way, i) for i in tie))
        if self.differs(way):  # ends of ties stand elsewhere in every draw
            ends = sorted({*ends, *map(float, range(int(ends[-1]) + 1))})
        for end in ends[1:]:
            if end <= most:
                entries = self.mean(way, end, "positives")
                spend = once + calls + self.rate * self.judged(way, end, None, self.each)
                spend += self.extra * self.judged(way, end, entries, self.entry)
                surplus = self.surplus(way, end)
                drawn = zip(self.sums(way, end), surplus, strict=True)
                nets.append(
                    [each["value"] - spend - self.extra * (each["positives"] - entries) - s for each, s in drawn]
                )
        return nets

    def surplus(self, way, stop):
        """What all that is worth a review costs more in every draw than expected, where that is reviewed."""
        queued = [i for tie in way.queue for i in tie]
        if not (self.differs(way) and stop and queued and stop >= int(self.length(way) * (1 + 1e-9))):
            return [0.0] * len(self.draws)
        mean_price = self.rate * sum(self.size(way, i) * self.each[i] for i in queued)
        return [mean_price * (sum(each[i] for i in queued) / self.length(way) - 1) for each in self.open(way)]

    def everything(self, stop):
        """By how much the best stop of each draw is better than this one, if each draw were known."""
        tried = [
            [each["value"] for each in self.sums(self.nothing, 0)],
            *self.nets(stop.way, stop.most),
            self.worth(stop),
        ]
        return max(mean(map(max, zip(*tried, strict=True))) - stop.mean, 0.0)

    @cached_property
    def luck(self):
        """What the best of all stops seems to gain in all, and at most: in each draw its own is chosen."""
        idle = [each["value"] for each in self.sums(self.nothing, 0)]
        nets = [idle, *(each for way in self.plain for each in self.nets(way))]
        main = self.bench.plan.budget
        if self.plan(main).way.calls:
            nets += [self.worth(self.within(way, None)) for way in self.more(None)]
        nets = [[worth - left for worth, left in zip(each, idle, strict=True)] for each in nets]
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
        usual, surplus = mean(each["positives"] for each in sums), self.surplus(stop.way, stop.items)
        drawn = zip(sums, surplus, strict=True)
        return [each["value"] - stop.cost - self.extra * (each["positives"] - usual) - more for each, more in drawn]

    def billed(self, stop):
        """The same in every draw, billed for the entries of that draw where each costs more."""
        if not (self.extra and stop.items):
            return self.worth(stop)
        sums = self.sums(stop.way, stop.items)
        billed = [each["value"] - self.cost(stop.way, stop.items, max(each["positives"], 0.0)) for each in sums]
        return [each - more for each, more in zip(billed, self.surplus(stop.way, stop.items), strict=True)]

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
        low, high = interval(np.array(self.billed(stop)) - luck).tolist()
        printed = {"items": stop.items, "spend": stop.cost, "luck": luck}
        printed |= {"net": net, "net low": min(low, net), "net high": max(high, net) + luck}
        shares = self.shares(stop.way, stop.items)
        for name in ("accepted", "left"):
            alone = [(answer is not None) == (name == "accepted") for answer in stop.way.answers]
            printed[name] = sum(self.size(stop.way, i) * (1 - shares[i]) for i in self.items if alone[i])
            printed[name] = self.mean(stop.way, stop.items, name) if self.sampled else printed[name]
        asked = sum(self.count[i] for i in stop.way.stands)
        printed |= {"asked": asked, "settled": asked - sum(self.size(stop.way, i) for i in stop.way.stands)}
        limits = {
            "wrong": self.bench.total if self.sampled else printed["accepted"],
            "found": self.bench.total,
            "settled_wrong": printed["settled"],
        }
        for name, most in limits.items():
            drawn = [each[name] for each in sums]
            low, high = np.clip(interval(np.array(drawn)), 0.0, most).tolist()
            printed |= {name: min(mean(drawn), most), f"{name} low": low, f"{name} high": high}
        ends = () if self.bench.chance else (" low", " high")
        return {name: each for name, each in printed.items() if name.endswith(ends) or " " not in name}

    def over(self, stop, other):
        """How much more one is worth than another, in the same draws."""
        mine, theirs = ([w - self.luck_of(each) for w in self.worth(each)] for each in (stop, other))
        gap = mean(mine) - mean(theirs)
        luck = self.luck_of(stop) - self.luck_of(other)
        low, high = interval(np.array(mine) - np.array(theirs)).tolist()
        return gap, min(low, gap) + min(luck, 0.0), max(high, gap) + max(luck, 0.0)

    def changed(self, stop, predicted, error):
        """How many answers of a model people change on average; each errs so often, and takes any other class alike."""
        shares, changed = self.shares(stop.way, stop.items), 0.0
        for i in self.items:
            for t in self.truths:
                stands, by = stop.way.stands.get(i), 0.0
                for b in self.draws if shares[i] else ():
                    settled = sum(self.settled(self.chance[b], i, t, stands).values()) if stands else 0.0
                    by += shares[i] * self.truth[i][b][t] * (1 - settled) / len(self.draws)
                changed += by * (error if t == predicted[i] else 1 - error / (len(self.truths) - 1))
        return changed

    def by_class(self, stop):
        """Of each true class how many the model answers alone, and how many wrong."""
        shares, classes = self.shares(stop.way, stop.items), {t: [0.0, 0.0] for t in self.truths}
        for i, answer in enumerate(stop.way.answers):
            for t in self.truths if answer is not None else ():
                stands, alone = stop.way.stands.get(i), 0.0
                for b in self.draws:
                    settled = sum(self.settled(self.chance[b], i, t, stands).values()) if stands else 0.0
                    alone += (1 - shares[i]) * self.truth[i][b][t] * (1 - settled) / len(self.draws)
                classes[t] = [classes[t][0] + alone, classes[t][1] + alone * (t != answer)]
        return classes


class Asked(Decided):
    """The same where somebody may be asked for a price (METHODS A), whose answers are drawn as ``ask`` says.

    ``likely``: how likely each class is for each item on average over the draws; ``call``: the price of a call.
    """

    def __init__(self, bench, spec, ask, likely, *, call, all_stand, **paid):
        super().__init__(bench, **paid)
        self.all_stand = all_stand
        self.spec, self.call, self.likely, self.edges = spec, call, likely.tolist(), ask.edges.tolist()
        self.chance, self.usual, self.pooled = ask.chance.tolist(), ask.mean.tolist(), ask.pooled.tolist()
        self.levels, self.other = range((ask.mean.shape[-1] - 1) // 3), ask.other.tolist()
        self.top = [max(range(len(each)), key=lambda c, each=each: (each[c], -c)) for each in self.p]
        self.tenth = [sum(max(each) >= edge for edge in self.edges) for each in self.p]
        self.classes, self.asked = range(len(self.answer)), {}

    def needed(self, way):
        every = list(way.stands.values())
        alone = len(every) == len(self.p) and not way.queue and all(each is None for each in way.answers)
        return self.model * 0 if alone and all(each == every[0] for each in every) else super().needed(way)

    def told(self, top, t):
        """Every answer that may be given of a truth: its kind and level, the class, and which share of the outcome it is."""
        others = {c: self.other[t][c] for c in self.classes if c not in (t, top)}
        for level in self.levels:
            yield level, level, t, 1.0
            yield len(self.levels) + level, level, top, 1.0
            for c, share in others.items():
                yield 2 * len(self.levels) + level, level, c, share / max(sum(others.values()), 1e-12)

    def settled(self, chances, i, t, stands):
        """Which share of a truth an answer of each class settles; ``chances``: of outcomes, by tenth and truth."""
        each = dict.fromkeys(self.classes, 0.0)
        row = chances[int(t == self.top[i])][self.tenth[i]][t]
        for outcome, level, c, share in self.told(self.top[i], t):
            each[c] += row[outcome] * share * stands[c][level]
        return each

    def standing(self, rows, *, model, then, all_stand):
        """Which answers stand of items that a model answers alike with a confidence of one tenth, by class and level."""
        top, accept = self.top[rows[0]], self.spec.accept
        stands = [[1.0] * len(self.levels) for _ in self.classes]
        for c in self.classes:
            for level in self.levels:
                if (accept == "agree" and c != top) or (accept == "confident" and level == 0):
                    stands[c][level] = 0.0
        if all_stand or then == "stands":
            return stands
        weight = sum(self.count[i] for i in rows)
        usual = [sum(self.likely[i][t] * self.count[i] for i in rows) / weight for t in self.classes]
        for c in self.classes:
            for level in self.levels:
                joint = []
                for t in self.classes:
                    chances = self.pooled[int(t == top)][t]
                    given = [chances[k] * s for k, at, a, s in self.told(top, t) if (at, a) == (level, c)]
                    joint.append(usual[t] * sum(given))
                worths = [self.left]
                if then == "people":
                    price = mean(self.rate * self.paid[i] for i in rows)
                    worths.append([each - price for each in self.seen])
                if model:
                    worths.append(self.answer[max(self.classes, key=lambda a: usual[a])])
                best = max(sum(j * w[t] for t, j in enumerate(joint)) for w in worths)
                if sum(j * self.answer[c][t] for t, j in enumerate(joint)) < best - 1e-9 * sum(joint):
                    stands[c][level] = 0.0
        return stands

    def offered(self, *, model, then, all_stand):
        """About which items it pays to ask, and for each item what is then done."""
        plain, offers, benefits = self.both if model else self.people, {}, {}
        for i in self.items:
            rows = [j for j in self.items if (self.top[j], self.tenth[j]) == (self.top[i], self.tenth[i])]
            stands = self.standing(rows, model=model, then=then, all_stand=all_stand)
            each = {t: self.settled(self.usual, i, t, stands) for t in self.classes}
            likely = self.likely[i]
            won = sum(likely[t] * each[t][c] * self.answer[c][t] for t in self.classes for c in self.classes)
            rest = [likely[t] * (1 - sum(each[t].values())) for t in self.classes]

            def worths(amounts, number, i=i):
                priced = self.rate * self.paid[i] if then == "people" else np.inf
                by_model = sum(a * self.answer[self.top[i]][t] for t, a in enumerate(amounts)) if model else -np.inf
                left = sum(a * self.left[t] for t, a in enumerate(amounts)) - self.left_at(i, number)
                return by_model, left, sum(a * self.seen[t] for t, a in enumerate(amounts)) - number * priced

            before, some = worths(likely, 1.0), max(sum(rest), 1e-9)
            after = worths(rest, some)
            benefits[i] = won + max(after) - max(before) - float(self.onward * self.call)
            seen = sum(a * self.seen[t] for t, a in enumerate(rest))
            gain = (seen - max(after[:2])) / some - self.rate * self.paid[i]
            offers[i] = stands, 1 - sum(rest), self.top[i] if after[0] >= after[1] else None, gain
        least = -np.inf if then == "stands" else 1e-9
        order = sorted(
            (i for i in self.items if benefits[i] > least),
            key=lambda i: -round(benefits[i] / float(self.call * 1_000_000), 9),
        )
        return plain, offers, order

    def left_at(self, i, number):
        """What so much of an item costs that is left: nothing within the plan."""
        return 0.0

    @property
    def onward(self):
        return self.prices.onward(ANSWERS)

    def asking(self, budget, *, model, then, all_stand, people=True):
        """The way to ask within a budget, about as much as the money lasts for; none where that is nothing."""
        plain, offers, order = self.offered(model=model, then=then, all_stand=all_stand)
        most = None
        for number in range(1, len(order) + 1):
            items = round(sum(self.count[i] for i in order[:number]))
            calls = Calls(self.spec.name, items, exact(self.call)) if items else None
            everything = then == "stands" and self.spec.accept != "agree" and number == len(self.p)
            way = Way([None] * len(self.p), [], offers and {i: offers[i][0] for i in order * everything}, calls=calls)
            only = budget is not None and budget.covers == "annotation"
            bill, asked = self.bill(way, 0, 0.0), float(self.call) * sum(self.count[i] for i in order[:number])
            if budget is not None and budget.unit == "money" and calls is not None:
                asked = asked * float(1 if only else self.onward)
                asked += 0.0 if only else float(self.prices.model_total(self.needed(way)))
                pays = asked <= float(budget.amount) * (1 + 1e-9)
                if not (pays and self.prices.within(bill, budget.amount, annotation_only=only).all()):
                    continue
            most = number, calls
        if most is None or most[1] is None:
            return []
        asked = {i: offers[i] for i in order[: most[0]]}
        answers = [asked[i][2] if i in asked else plain.answers[i] for i in self.items]
        gains = (
            {}
            if then == "stands" or not people
            else dict(self.gains[model]) | {i: each[3] for i, each in asked.items()}
        )
        open_ = {i: 1 - each[1] for i, each in asked.items()}
        gains = {i: gain for i, gain in gains.items() if open_.get(i, 1.0) > 1e-9}
        return [Way(answers, self.queue(gains), {i: each[0] for i, each in asked.items()}, open_, most[1])]

    def more(self, budget):
        if budget not in self.asked:
            kinds = [(model, then) for model in (True, False) for then in ("people", "nobody")] + [(False, "stands")]
            self.asked[budget] = [
                way
                for model, then in kinds
                for way in self.asking(budget, model=model, then=then, all_stand=self.all_stand)
            ]
        return self.asked[budget]


class Beside(Asked):
    """The same where no people review: they get what is left, outside of the plan, at prices of its own and what is paid once."""

    def __init__(self, bench, spec, ask, likely, *, call, per_item=0.0):
        self.leaving = [0.0] * len(bench.count) if bench.leaving is None else bench.leaving.tolist()
        self.once = bench.once
        super().__init__(bench, spec, ask, likely, call=call, all_stand=False, per_item=per_item)
        self.nothing, self.machine, self.plain = self.way(model=False), self.both, [self.both]

    def queue(self, gains):
        return []

    def way(self, *, model):
        self.gains.setdefault(model, {})
        answers, lost = [], 0.0
        for i in self.items:
            worths = [self.expected(i, each) for each in self.answer]
            best = max(worths) if self.bench.pool.relabels else None
            among = [c for c in range(len(worths)) if best is None or worths[c] >= best - 1e-12]
            top = max(among, key=lambda c, i=i: (self.p[i][c], -c))
            left = self.expected(i, self.left) - self.leaving[i]
            answers.append(top if model and worths[top] >= left - 1e-12 else None)
            lost += self.count[i] * (left - worths[top]) * (answers[-1] is None)
            tops = getattr(self, "tops", {})
            self.tops = tops | {i: top}
        # What is paid once is saved where nobody gets anything.
        if model and self.once and lost <= self.once:
            answers = [self.tops[i] for i in self.items]
        return Way(answers)

    def sums(self, way, stop):
        sums = super().sums(way, stop)
        left = [self.size(way, i) * (way.answers[i] is None) for i in self.items]
        paid = sum(size * each for size, each in zip(left, self.leaving, strict=True))
        paid += self.once * (sum(left) > 1e-9 * sum(self.count))
        return [each | {"value": each["value"] - paid} for each in sums]

    def standing(self, rows, *, model, then, all_stand):
        kept, self.left = self.left, [each - mean(self.leaving[i] for i in rows) for each in self.left]
        stands = super().standing(rows, model=model, then=then, all_stand=all_stand)
        self.left = kept
        return stands

    def left_at(self, i, number):
        return number * self.leaving[i]

    def more(self, budget):
        kinds = [(True, "nobody"), (False, "nobody"), (False, "stands")]
        if budget not in self.asked:
            self.asked[budget] = [
                way
                for model, then in kinds
                for way in self.asking(budget, model=model, then=then, all_stand=False, people=False)
            ]
        return self.asked[budget]

    def theirs(self, budget):
        """The best of who is asked about everything; else of the model alone."""
        ways = self.asking(budget, model=False, then="stands", all_stand=False, people=False) or self.plain
        return self.first([self.within(way, budget) for way in ways])


def numbers(option):
    """Return what is printed of a stop as numbers in a row, by name."""
    printed = {"items": option.items, "spend": float(option.spend), "luck": option.luck}
    printed |= {name: getattr(option, name).value for name in ("accepted", "left")}
    printed |= {"asked": option.asked.value, "settled": option.settled.value}
    for name in ("net", "wrong", "found", "settled_wrong"):
        amount = getattr(option, name)
        printed |= {name: amount.value}
        if not option.planner.bench.chance:  # a list has one of its own, which is not worked out anew
            printed |= {f"{name} low": amount.low, f"{name} high": amount.high}
    return printed
