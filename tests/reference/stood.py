"""How far a review is, and what judging took, anew: item by item and judgement by judgement (METHODS F5, R5, R7).

Bills of quantities and how long work lasts in weeks are given, and so is the interval of a mean time.
"""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import ROUND_DOWN, Decimal
from itertools import permutations
from statistics import mean, median
from types import SimpleNamespace

import numpy as np
import pytest

from budgetplan.domain.prices import JUDGING, Quantities
from budgetplan.domain.review import ROLES
from budgetplan.plans.reserving import last_day, weeks_of

UNITS = ("money", "annotation", "items", "hours")


class Stood:
    """``interval``: of the mean time of all judgements."""

    def __init__(self, plan, manifest, back, interval=None):
        self.plan, self.manifest, self.interval = plan, manifest, interval
        columns = vars(manifest.items)
        rows = zip(*(each for each in columns.values() if len(each)), back.label.tolist(), strict=True)
        names = [name for name, each in columns.items() if len(each)]
        self.items = [SimpleNamespace(**dict(zip([*names, "code"], row, strict=True))) for row in rows]
        for row in self.items:
            row.role = ROLES[row.role]
            row.judged, row.settled = row.code != -1, row.code >= 0
            row.entry = row.settled and manifest.labels[row.code] in manifest.positive
        self.judged, self.queued = (
            [row for row in self.items if wanted(row)] for wanted in (lambda r: r.judged, lambda r: r.place > 0)
        )
        self.ours = [row for row in self.judged if row.role != "control"]
        self.hits = sum(row.entry for row in self.items)
        known = [row.entry for row in self.ours if row.settled]
        self.share = mean(known) if known else 0.0
        each = zip(back.item, back.said, back.annotator, back.seconds, back.last, strict=True)
        self.judgements = [
            SimpleNamespace(row=self.items[i], said=int(said), who=back.annotators[who], seconds=float(s), last=last)
            for i, said, who, s, last in each
        ]
        then, now = manifest.prices, plan.prices
        both = then is not None and then.stated and now.stated
        self.then = replace(now, **{name: getattr(then, name) for name in JUDGING}) if both else now
        self.now, self.moved = now, self.then != now
        for row in self.items:
            row.then = row.now = (row.seconds, row.cost)
            if self.moved:
                flat = now.seconds_per_item + now.seconds_per_unit * Decimal(row.units)
                row.now = float(now.annotators * flat), self.priced(now, row, flat)
        settler, paid = plan.form.adjudicator, self.then.adjudicated_share * self.then.adjudication > 0
        others = {id(each.row) for each in self.judgements if each.who != settler}
        settling = [paid and each.who == settler and id(each.row) in others for each in self.judgements]
        self.given = sum(each.last and not apart for each, apart in zip(self.judgements, settling, strict=True))
        planned = float(self.then.annotators) * len(self.judged)
        self.times = max(1.0, self.given / planned) if planned else 1.0
        self.fewer = (self.given, round(planned)) if self.given < round(planned) else None

    @staticmethod
    def priced(prices, row, seconds):
        """What an item costs where each judgement takes so long, in millionths."""
        if prices.listed:
            return row.listed
        each = prices.per_item + prices.per_unit * Decimal(row.units) + prices.hourly_rate * seconds / 3600
        return float(round((prices.annotators * each + prices.adjudicated_share * prices.adjudication) * 1_000_000))

    def quantities(self, rows, entries, seconds, times=1.0):
        """Items with a known label cost what others do on average; who was judged more often is paid more often."""
        others = [row for row in rows if row.role != "control"] or [r for r in self.items if r.role != "control"]
        often = {id(row): times if row.judged else 1.0 for row in self.items}
        sums = [
            sum(amount(row) * often[id(row)] for row in others) / len(others) * len(rows)
            for amount in (seconds, lambda row: row.units, lambda row: row.listed)
        ]
        return Quantities(round(sum(often[id(row)] for row in rows)), *sums, entries)

    def used(self, unit, prices, bought, model=Decimal(0), *, billed=True):
        items = int(bought.items)
        if unit == "hours":
            return Decimal(float(bought.seconds)) / 3600
        if unit == "items":
            return Decimal(items)
        asked = prices.printed_totals if billed else prices.least_budgets
        amount = Decimal(int(asked(replace(bought, model_cost=model), annotation_only=unit == "annotation")[0]))
        return amount / 10**prices.minor_digits if prices.stated else amount

    def entries(self, rows, share):
        """Entries to expect: by the rates that are known, and by the share found so far."""
        if not self.manifest.positive:
            return 0.0
        return sum(share if math.isnan(row.rate) else row.rate for row in rows)

    def state(self):
        manifest, budget, share = self.manifest, self.plan.budget, self.share
        printed = {}
        for role in ROLES:
            of = [row for row in self.items if row.role == role]
            sums = (sum(map(what, of)) for what in (lambda r: r.judged, lambda r: r.settled, lambda r: r.entry))
            printed[role] = len(of), *sums, sum(row.code == -2 for row in of)
        printed["found"] = sum(row.entry for row in self.items if row.role != "control")
        printed["fewer"] = self.fewer
        order = sorted((row for row in self.items if row.rank > 0), key=lambda row: row.rank)
        known = len([row for row in self.items if row.role != "control"]) >= manifest.n_list
        waiting = [row for row in order if not row.judged and (known or row.role == "review")]
        printed["waiting"] = [row.ids for row in waiting]
        bought = self.quantities(self.judged, self.hits, lambda row: row.seconds, self.times).after(manifest.calls)
        used = {unit: self.used(unit, self.then, bought, manifest.model_cost) for unit in UNITS}
        used["items"] = Decimal(len(self.judged))
        printed |= {f"used {unit}": float(amount) for unit, amount in used.items()}
        self.spent = float(used["money"])  # of nothing judged what answers cost, and the model that gave others
        printed |= {"spent": self.spent, "left": None, "over": 0.0, "lacking": 0.0, "pays on": True}
        if budget is not None:
            unit = "annotation" if budget.covers == "annotation" and budget.unit == "money" else budget.unit

            def needed(rows, entries, billed):
                more = [row for row in rows if not row.judged]
                if unit == "items":
                    return Decimal(len(self.judged) + len(more))
                if not self.moved:
                    every = [row for row in self.items if row.judged or row in more]
                    bought = self.quantities(every, self.hits + entries, lambda row: row.seconds, self.times)
                    bought = bought.after(manifest.calls)
                    return self.used(unit, self.then, bought, manifest.model_cost, billed=billed)
                rest = self.quantities(more, entries, lambda row: row.now[0], self.times)
                return used[unit] + self.used(unit, replace(self.now, fixed={}), rest, billed=billed)

            left = budget.amount - used[unit]
            printed["left"], printed["over"] = max(float(left), 0.0), max(float(-left), 0.0)
            coming = self.entries([row for row in self.queued if not row.judged], share)
            printed["lacking"] = max(float(needed(self.queued, coming, True) - budget.amount) - printed["over"], 0.0)
            self.next_costs = needed(waiting[:1], 0.0, False)
            printed["pays on"] = float(self.next_costs) <= float(budget.amount) * (1 + 1e-9)
        printed |= self.planned(printed)
        wanted = self.plan.quota
        names = sorted({row.stratum for row in self.items} - {""}) if wanted else ()
        printed["quotas"] = {
            name: (sum(row.entry for row in self.items if row.stratum == name), wanted.of(name)) for name in names
        }
        waiting = [row for row in self.queued if not row.judged]
        first, last = (min(row.packet for row in waiting), max(row.packet for row in self.items)) if waiting else (0, 0)
        name = f"packet-{first:03}" if last < 1000 else f"packet-{first:04}"
        printed["packet"] = (name, sum(row.packet == first for row in waiting)) if waiting else None
        band, stop = manifest.band, manifest.review
        printed["beyond"] = band and float(band.expected[-1] - np.interp(stop, band.items, band.expected))
        return printed

    def done(self):
        """What the plan has reviewed so far, in its order."""
        return sorted((row for row in self.judged if row.role == "review"), key=lambda row: row.rank)

    def found_along(self, points):
        finds = [sum(row.entry for row in self.done()[:at]) for at in range(len(self.done()) + 1)]
        parts = min(len(finds) - 1, points)
        places = sorted({round((len(finds) - 1) * at / max(parts, 1)) for at in range(parts + 1)})
        return [places, [finds[at] for at in places]]

    def planned_at(self, items, points):
        """First what is judged, then what the plan has still to be judged, each in its order."""
        band = self.manifest.band
        if band is None:
            return None
        open_ones = sorted(row.rank for row in self.items if row.role == "review" and not row.judged)
        ranks = [row.rank for row in self.done()] + open_ones
        lines = list(zip(*(self.along(band, ranks[:at]) for at in range(len(ranks) + 1)), strict=True))
        most = max(self.manifest.review, items[-1])
        at = [most * place / (points - 1) for place in range(points)] if points else items
        return [list(map(float, at)), *(np.interp(at, range(len(ranks) + 1), line).tolist() for line in lines)]

    def planned(self, printed):
        """What the plan expected of what it has reviewed, and how often people differ from the model."""
        band, done = self.manifest.band, [row for row in self.judged if row.role == "review"]
        said = {"expected": None, "below": False, "above": False, "corrected": None}
        if band is not None:
            each = self.along(band, sorted(row.rank for row in done if row.code != -3))
            said["expected"] = tuple(None if math.isnan(number) else number for number in each)
            _, _, _, hits, unsettled = printed["review"]
            said |= {"below": hits + unsettled < each[1], "above": hits > each[2]}
        settled = [row for row in self.items if row.settled]
        if self.manifest.items.said and settled:
            told = [self.manifest.labels[row.code] != row.said for row in settled]
            each = list(zip(settled, told, strict=True))
            review, random = (
                [differs for row, differs in each if row.role == role and (role == "review" or not row.rank)]
                for role in ("review", "tail sample")
            )
            line = self.manifest.corrections
            expected = None if line is None else float(np.interp(len(review), line.items, line.expected))
            said["corrected"] = len(review), sum(review), expected, len(random), sum(random)
        return said

    @staticmethod
    def along(band, ranks):
        """Expected, low and high after these items; beyond a gap widths add up, or their squares, or chance alone."""
        value, widths, squares, chance = 0.0, [0.0, 0.0], [0.0, 0.0], 0.0
        for number, rank in enumerate(ranks, start=1):
            after, before = (
                [float(np.interp(at, band.items, line)) for line in (band.expected, band.low, band.high)]
                for at in (rank, rank - 1)
            )
            added = after[0] - before[0]
            value += added
            if rank > number:
                share = min(max(added, 0.0), 1.0)
                chance += share * (1 - share)
            for end in (0, 1):
                wide, narrow = (abs(lines[end + 1] - lines[0]) for lines in (after, before))
                widths[end] += wide - narrow
                squares[end] += wide**2 - narrow**2
        wide = [
            max(w, math.sqrt(max(s, 0.0)), 1.959964 * math.sqrt(chance)) for w, s in zip(widths, squares, strict=True)
        ]
        return value, max(value - wide[0], 0.0), min(value + wide[1], len(ranks))

    @staticmethod
    def time(seconds):
        """How many are known, their median, and their mean with a twentieth at either end set to the nearest inside."""
        known = sorted(each for each in seconds if not math.isnan(each) and each >= 0)
        if not known:
            return None
        off = math.ceil(len(known) / 20) if len(known) > 2 else 0
        low, high = known[off], known[-1 - off]
        return len(known), median(known), mean(min(max(each, low), high) for each in known)

    @staticmethod
    def agreement(judgements):
        """Pairs that agree, and Krippendorff's alpha by the coincidences of values."""
        by_item = {}
        for each in judgements:
            by_item.setdefault(each.row.ids, []).append(each.said)
        several = [values for values in by_item.values() if len(values) > 1]
        pairs = [pair for values in several for pair in permutations(values, 2)]
        if not pairs:
            return None
        every = [value for values in several for value in values]
        apart = sum((a != b) / (len(values) - 1) for values in several for a, b in permutations(values, 2)) / len(every)
        expected = mean(a != b for a, b in permutations(every, 2))
        same = sum(a == b for a, b in pairs)
        return len(pairs) // 2, same // 2, 1 - apart / expected if expected else None

    def lasts(self, prices, which):
        """What judgements were planned to last on average, those with a time, else of all that was judged."""
        ours = [each.row for each in self.judgements if each.seconds == each.seconds and each.row.role != "control"]
        seconds = [getattr(row, which)[0] for row in ours or self.ours]
        known = prices.seconds_per_item or prices.seconds_per_unit
        return mean(seconds) / float(prices.annotators) if known and sum(seconds) else None

    def totals(self, rows):
        """What is spent in all where these are judged, too: one bill, or two where prices have changed; and at the pace."""
        if not self.now.stated:
            return None, None
        model, calls, entries = self.manifest.model_cost, self.manifest.calls, self.entries(rows, self.share)
        if self.moved:
            done = self.quantities(self.judged, self.hits, lambda row: row.seconds, self.times).after(calls)
            rest = self.quantities(rows, entries, lambda row: row.now[0], self.times)
            bills = [(self.then, done, model, "then"), (replace(self.now, fixed={}), rest, Decimal(0), "now")]
        else:
            both = [row for row in self.items if row.judged or row in rows]
            bought = self.quantities(both, self.hits + entries, lambda row: row.seconds, self.times).after(calls)
            bills = [(self.then, bought, model, "then")]
        planned, measured = Decimal(0), Decimal(0)
        for prices, bought, cost, which in bills:
            planned += self.used("money", prices, bought, cost)
            if self.mean is not None:
                lasts = self.lasts(self.then if which == "then" else self.now, which)
                each = (
                    float(bought.items) * float(prices.annotators) if lasts is None else float(bought.seconds) / lasts
                )
                measured += self.used("money", prices, replace(bought, seconds=each * self.mean), cost)
        timed = self.mean is not None and self.then.hourly_rate and self.now.hourly_rate and self.judged
        return float(planned), float(measured) if timed else None

    def pace(self):
        counts = [each for each in self.judgements if each.last and each.said >= 0]
        seconds = [each.seconds for each in self.judgements]
        settler, labels = self.plan.form.adjudicator, self.manifest.labels
        known = [each for each in counts if each.row.role == "control"]
        agree = [each for each in known if labels[each.said] == each.row.label]
        printed = {"time": self.time(seconds), "rest": sum(r.role == "review" and not r.judged for r in self.items)}
        self.mean = printed["time"] and printed["time"][2]
        printed["known"] = (len(known), len(agree), len(agree) / len(known)) if known else None
        printed["pairs"] = self.agreement([each for each in counts if each.who != settler])
        by_label = {
            name: self.time(each.seconds for each in self.judgements if each.said == code)
            for code, name in enumerate(labels)
        }
        printed["by label"] = {name: time for name, time in by_label.items() if time}
        printed["people"] = {}
        for who in sorted({each.who for each in self.judgements}):
            mine = [each for each in counts if each.who == who]
            checks = [sum(each in some for each in mine) for some in (known, agree)]
            time = self.time(each.seconds for each in self.judgements if each.who == who)
            finds = sum(labels[each.said] in self.manifest.positive for each in mine)
            printed["people"][who] = len(mine), finds, time, tuple(checks) if checks[0] else None
        then, now = self.lasts(self.then, "then"), self.lasts(self.now, "now")
        known_pace = self.mean is not None and then is not None
        printed["apart"] = known_pace and not self.interval[0] <= then <= self.interval[1]
        printed |= {"planned seconds": then, "seconds": now, "settings": ()}
        if self.mean is not None and now is not None and not self.interval[0] <= now <= self.interval[1]:
            slower = self.mean / now
            names = ("seconds_per_item", "seconds_per_unit")
            said = {name: float(getattr(self.now, name)) * slower for name in names}
            texts = tuple(f"cost.{name}={each:.{2 if each >= 1 else 4}f}" for name, each in said.items() if each)
            printed["settings"] = texts if abs(slower - 1) > 0.05 else ()
        rest = [row for row in self.items if row.role == "review" and not row.judged]
        spent = None
        if self.mean is not None and self.then.stated and self.then.hourly_rate and self.judged:
            # Each judgement that is paid for lasts as many times as long as planned.
            bought = self.quantities(self.judged, self.hits, lambda row: row.seconds, self.times)
            each = float(bought.items) * float(self.then.annotators) if then is None else float(bought.seconds) / then
            took = replace(bought, seconds=each * self.mean).after(self.manifest.calls)
            spent = float(self.used("money", self.then, took, self.manifest.model_cost))
            budget, before = self.plan.budget, self.manifest.before
            if budget and budget.unit != "items" and printed["settings"]:
                # What was judged counts as planned in the plan of the rest: the budget is as much smaller as it cost more.
                unit = "annotation" if budget.covers == "annotation" and budget.unit == "money" else budget.unit
                planned, measured = (
                    self.used(unit, self.then, each, self.manifest.model_cost) for each in (bought, took)
                )
                kept = budget.amount + (before.used.get(unit, 0) if before else 0) - (measured - planned)
                kept = max(kept, Decimal(0)).quantize(Decimal("0.01"), ROUND_DOWN)
                printed["settings"] += (f"goal.budget={kept}{'h' if unit == 'hours' else ''}",)
        printed["spent measured"] = spent
        waiting = [row for row in self.queued if not row.judged]
        for which, rows in (("rest", rest), ("total", waiting)):
            for name, total, so_far in zip(
                ("planned", "measured"), self.totals(rows), (self.spent, spent), strict=True
            ):
                less = 0.0 if which == "total" else so_far
                printed[f"{which} {name}"] = None if total is None or less is None else total - less
        every = [row for row in self.items if row.judged or row.place > 0]
        taken = None if self.mean is None else self.mean * float(self.now.annotators) * len(every) / 3600
        hours = None
        if then is not None:

            def lasting(rows, which):
                return float(self.quantities(rows, 0.0, lambda row: getattr(row, which)[0]).seconds) / 3600

            whole = lasting(every, "then")
            hours = whole + lasting(waiting, "now") - lasting(waiting, "then")
            taken = None if self.mean is None else whole * self.mean / then
        work = self.plan.work
        people = max(work.people, math.ceil(self.now.annotators))
        for name, amount in (("planned", hours), ("measured", taken)):
            weeks = None if amount is None else weeks_of(amount / people, work.hours_a_week)
            printed |= {f"weeks {name}": weeks, f"end {name}": last_day(work, weeks)}
        return printed


def close(said):
    """Return what is said, nested as it may be, with numbers that are compared as floats are."""
    if isinstance(said, dict):
        return {name: close(each) for name, each in said.items()}
    if isinstance(said, tuple | list):
        return type(said)(map(close, said))
    return pytest.approx(said, rel=1e-6, abs=1e-6, nan_ok=True) if isinstance(said, float) else said
