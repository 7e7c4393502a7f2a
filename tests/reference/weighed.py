"""Whether to go on, anew: what is known of the next items and of the rest, row by row (METHODS R1, R3, R4).

Bounds of what random items prove are given, and so are draws of what the next ones hold.
"""

from __future__ import annotations

import math
from functools import cached_property
from statistics import fmean as mean

import numpy as np
from stood import Stood

from budgetplan.core.stops import interval
from budgetplan.lists import unseen as bounds
from budgetplan.work.onward import size_that_decides

NAMES = ("of", "drawn", "found", "looks", "least", "most", "recall", "unread")


class Weighed(Stood):
    """``stands``: what is printed of how far the review is."""

    def __init__(self, plan, manifest, back):
        super().__init__(plan, manifest, back)
        self.stands, self.packet = self.state(), plan.work.packet
        names = {row.ids: row for row in self.items}
        self.waiting = [names[name] for name in self.stands["waiting"]]
        self.of = {role: [row for row in self.items if row.role == role] for role in ("review", "tail sample", "left")}
        self.order = sorted((row for row in self.items if row.rank > 0), key=lambda row: row.rank)
        open_ones = sum(not row.judged for row in self.of["review"])
        self.coming = self.waiting[: min(self.packet, open_ones or self.packet)]
        settled = sum(row.settled for row in self.of["review"])
        self.open_ones, self.unread_before = open_ones, len(self.of["review"]) - settled
        answered = sum(row.role == "answered" for row in self.items)
        self.unread = manifest.n_list - answered - sum(row.settled for row in self.order)

    @cached_property
    def read(self):
        """What is settled of the order as far as nine of ten items are judged, without random ones."""
        order, depth = [row for row in self.order if row.role != "tail sample"], 0
        for at, row in enumerate(order, start=1):
            if row.judged and sum(each.judged for each in order[:at]) >= 0.9 * at - 1e-9:
                depth = at
        return [row for row in order[:depth] if row.settled]

    @property
    def last(self):
        return self.read[-self.packet :]

    @cached_property
    def worths(self):
        """What an entry, and another item, is worth beside leaving it out, as often as each kind was found."""
        values, positive = self.plan.values, self.manifest.positive
        if values is None or not positive:
            return None
        finds = [self.manifest.labels[row.code] for row in self.items if row.settled and row.role != "control"]
        both = []
        for kind in (True, False):
            names = [name for name in self.manifest.labels if (name in positive) == kind]
            told = [name for name in finds if name in names] or names
            both.append(mean(float(values.reviewed(n, positive) - values.left_out.get(n, 0)) for n in told))
        return both

    @cached_property
    def prices(self):
        """What an item of the next ones costs that is no entry, and what an entry costs more."""
        rate = float(self.now.per_direct)
        flat = mean(row.now[1] for row in self.coming) / 1e6 * rate if self.now.stated else 1.0
        return flat, float(self.now.extra_per_entry) * rate

    def next(self, draws):
        (flat, more), n = self.prices, len(self.coming)
        hits = sum(row.entry for row in self.last)
        self.expected, self.draws = mean(draws) if len(draws) else 0.0, draws
        low, high = interval(np.array(draws)).tolist() if len(draws) else (0, 0)
        if len(draws) and not self.judged and self.manifest.band is not None:
            _, (self.expected,), (low,), (high,) = self.planned_at([n], 0)
        self.most = bounds.most_in_next(len(self.last), hits, n) if self.last else n
        printed = {"items": n, "last": len(self.last), "last found": hits, "most": self.most}
        printed["forecast"] = tuple(map(round, (low, self.expected, high))) if len(draws) else None
        printed |= {"expected": self.expected, "cost": n * flat + self.expected * more}
        printed["per entry"] = printed["cost"] / self.expected if self.expected else None
        self.after = self.coming[0].rank > self.manifest.review
        work, left = self.plan.work, len(self.waiting) - n
        check = min(work.tail_sample, left) + work.control if self.after else 0
        printed |= {"after": self.after, "check": check}
        self.even = self.stake = checked = enough = None
        if self.worths is not None:
            entry, other = self.worths
            gain = entry - other - more  # by one entry more and one other item less
            self.even = max(n * (flat - other) / gain, 0.0) if gain > 0 else math.inf
            if gain > 0:
                checked = self.even + check * flat / gain
                enough = next(k for k in range(10**6) if k > self.even * (1 + 1e-12))
                self.stake = gain * mean(max(each - self.even, 0.0) for each in draws) if len(draws) else None
        return printed | {"even": self.even, "checked": checked, "enough": enough, "stake": self.stake}

    def random_read(self):
        """Random items that count: all judged, or the last of the sizes that were declared up to which all are."""
        tail, rows = self.manifest.tail, self.of["tail sample"]
        if not tail.looks:
            return [row for row in rows if row.judged]
        done = next((at for at, row in enumerate(rows) if not row.judged), len(rows))
        return rows[: max(size for look in range(tail.looks + 1) if (size := tail.items * look // tail.looks) <= done)]

    def proved(self, unread=0, more=0, rate=0.0, *, up=False):
        tail, read, beyond = self.manifest.tail, self.random_read(), self.of["tail sample"] + self.of["left"]
        of = (
            tail.of if tail.items else max(unread - self.unread_before, 0) + sum(row.settled for row in self.of["left"])
        )
        finds = min((math.ceil(rate * more - 1e-9) if up else math.floor(rate * more + 1e-9)), more)
        drawn, sure = min(len(read) + more, of), sum(row.entry for row in read) + finds
        unsure = sure + sum(not row.settled for row in read)
        entries = sum(row.entry for row in beyond)
        none = sum(row.settled and not row.entry for row in beyond) + more - finds
        if tail.looks:
            alpha = 0.05 / tail.looks
            least = bounds.least_positives(of, drawn, sure, alpha)
            most = bounds.most_positives(of, drawn, unsure, alpha)
        else:
            least, most = bounds.anytime_range(of, drawn, sure)[0], bounds.anytime_range(of, drawn, unsure)[1]
        most = max(min(most, of - none), entries + finds)
        least = min(max(least, entries + finds), most)
        found = sum(row.entry for row in self.items if row.role != "control") + finds
        unfound = most - entries - finds + self.unread_before
        found += self.manifest.before.found if self.manifest.before else 0
        recall = (found / (found + unfound), found / (found + least - entries - finds)) if found else None
        known = entries + finds
        return dict(
            zip(
                NAMES,
                (of, drawn, sure, tail.looks, least - known, most - known, recall, self.unread_before),
                strict=True,
            )
        )

    def onward(self):
        manifest, target = self.manifest, self.plan.target
        answers = any(row.label for row in self.items if row.role == "answered")
        collected = bool(manifest.positive) and not answers
        self.unseen = unseen = self.proved() if manifest.tail.items and collected else None
        printed = {"unseen": unseen, "worth": self.worths and self.worths[0]}
        printed |= {"tail expected": None, "tail chance": None}
        beyond = self.stands["beyond"]
        if unseen is not None and unseen["drawn"] and beyond is not None:
            n, k, rate = (
                sum(row.settled for row in self.random_read()),
                unseen["found"],
                min(max(beyond / unseen["of"], 0.0), 1.0),
            )
            chances = [math.comb(n, j) * rate**j * (1 - rate) ** (n - j) for j in range(n + 1)]
            printed["tail expected"] = rate * n
            printed["tail chance"] = sum(chances[k:]) if k > rate * n else sum(chances[: k + 1])
        left, kind = None, "conditional"
        if manifest.positive and self.last:
            left = bounds.most_in_next(len(self.last), sum(row.entry for row in self.last), self.unread)
            left = None if self.stands["quotas"] else left  # strata come one after another
            sure = unseen["most"] + unseen["unread"] if unseen is not None and unseen["drawn"] else math.inf
            if sure <= (math.inf if left is None else left) and sure < math.inf:
                left, kind = unseen["most"] + unseen["unread"], "guarantee"
        printed |= {"left": left, "left kind": kind}
        entries, self.missed = [row.entry for row in self.read], None
        if target is not None and target.unit == "share" and any(entries):
            self.missed = bounds.p_target_missed(entries, manifest.n_list, float(target.amount))
        printed["missed"] = self.missed
        outcome, kind, why = self.decided()
        deciding = cost = None
        if outcome == "undecided" and self.coming:
            deciding = self.deciding()
            if deciding:
                flat, more = self.prices
                cost = deciding * flat + deciding * self.expected / len(self.coming) * more
            if target is None and self.stake is not None and (cost is None or cost >= self.stake):
                outcome, kind, why = "stop", "forecast", "stake"
        if outcome == "continue" and self.stands["below"]:
            outcome = "pause"
        printed |= {"outcome": outcome, "kind": kind, "why": why, "deciding": deciding, "deciding cost": cost}
        printed["pays from"] = None
        if self.worths is not None and self.coming and self.most:
            (flat, more), other = self.prices, self.worths[1]
            # The most that may be there pays all: most x (worth - other - more) = items x (flat - other).
            printed["pays from"] = len(self.coming) * (flat - other) / self.most + other + more
        return printed

    def decided(self):
        """Counted first, then what is guaranteed, then what holds if what follows is no richer, then forecasts."""
        target = self.plan.target if self.manifest.positive else None
        if not self.coming:
            whole = len(self.order) >= self.manifest.n_list
            return "stop", "counted", "all_judged" if whole else "plan_done"
        share = target is not None and target.unit == "share"
        goal = float(target.amount) if target is not None else 0.0
        recall = self.unseen["recall"] if share and self.unseen else None
        found = sum(row.entry for row in self.items if row.role != "control")
        quotas = self.stands["quotas"].values()
        short = [name for name in quotas if name[0] < name[1]]
        if target is not None and not share and found >= goal:
            return "stop", "counted", "target_found"
        if recall is not None and recall[0] >= goal:
            return "stop", "guarantee", "target_sure"
        if quotas and not short and self.even is None:
            return "stop", "counted", "quotas_met"
        if not self.stands["pays on"]:
            return "stop", "counted", "no_money"
        if recall is not None and recall[1] < goal:
            return "continue", "guarantee", "target_missed"
        if target is not None:
            looks = max(1, math.ceil(len(self.of["review"]) / self.packet))
            beyond = any(row.judged for row in self.of["left"])
            if not beyond and self.missed is not None and self.missed <= 0.05 / looks:
                return "stop", "conditional", "target_likely"
            plan = self.open_ones or not share
            return ("continue", "forecast", "plan") if plan else ("undecided", "forecast", "open")
        if not short and self.even == math.inf:
            return "stop", "counted", "never"
        if short or self.even is None or not len(self.draws) or not self.judged:
            return ("continue", "forecast", "plan") if self.open_ones else ("stop", "counted", "plan_done")
        rest = None
        if self.unseen is not None and self.after:
            rest = self.unseen["of"] - self.read_beyond, self.unseen["least"], self.unseen["most"]
        return self.of_next(rest)

    @property
    def read_beyond(self):
        return sum(row.judged for row in self.of["tail sample"] + self.of["left"])

    def of_next(self, rest):
        last = (len(self.last), sum(row.entry for row in self.last)) if len(self.last) >= self.packet else None
        rest = rest and bounds.Rest(*rest)
        return tuple(bounds.verdict(len(self.coming), self.even, np.array(self.draws), last=last, rest=rest))

    def deciding(self):
        target, read = self.plan.target, [row for row in self.random_read() if row.settled]
        if not self.after and target is None:
            return None
        after = max(self.proved(self.unread)["of"] - self.read_beyond, 0)
        promised = [row.rate for row in self.of["left"] if not row.judged]
        rate = sum(row.entry for row in self.last) / len(self.last) if self.last else 0.0
        if read:
            rate = mean(row.entry for row in read)
        elif promised and not any(map(math.isnan, promised)):
            rate = mean(promised)
        found = sum(row.entry for row in self.items if row.role != "control")
        goal = float(target.amount) if target is not None else 0.0
        up = rate * len(self.coming) <= (self.even or 0.0)
        if target is not None:
            up = found >= goal * (found + rate * after)

        def decides(more):
            then = self.proved(self.unread, more, rate, up=up)
            if target is not None:
                recall = then["recall"]
                return recall is not None and not recall[0] < goal <= recall[1]
            rest = then["of"] - self.read_beyond - more, then["least"], then["most"]
            return self.of_next(rest)[0] != "undecided"

        return size_that_decides(after // 2, decides)
