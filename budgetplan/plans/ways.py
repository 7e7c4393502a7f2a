"""Who decides on which item: a model where that is worth it, people by falling gain per money, nobody (METHODS 0.11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import ALONE, EQUAL, LEFT, LOWEST, REVIEWED, by_part, decide
from budgetplan.core.asking import AskDraws, Policy
from budgetplan.core.path import Path, Ranking, make_path, rank
from budgetplan.core.stops import SAFE
from budgetplan.domain.answerers import NOBODY, AnswerRule
from budgetplan.domain.decision import Alternative
from budgetplan.domain.prices import MICRO, Calls
from budgetplan.plans.bench import Bench

PARTLY, PARTLY_LEFT = 3, 4
"""A review of items of which some, in equal place, are reviewed and the others answered, or left."""
KINDS = 5
KNOTS = 400
"""At so many places of a queue sums are drawn; between two of them they run straight."""
SAFE_AT = 20
"""At so many steps of a queue it is read how many entries people find at most; between two of them that runs straight."""
AMOUNTS = ("value", "wrong", "settled", "settled_wrong", "found", "accepted", "left", "positives")
"""What is added up by truth: worth before prices, wrong answers of the model, answers of an answerer that stand, wrong ones
of these, right labels of the classes collected, items that the model answers, and that nobody decides, and entries that
people find, for which more may be paid."""
_POSITIVE = 1e-9


@dataclass(frozen=True, eq=False)
class AskedItems:
    """An answerer who is asked, arrays of shape (n,).

    Attributes
    ----------
    answerer, all_stand
        Who is asked, and whether every answer stands that may.
    draws, policies
        What it says, and which of its answers stand.
    policy
        Which policy holds of an item; -1: it is not asked about it.
    settled
        Share of each item that an answer settles on average.
    price
        Of each call, in millionths.
    calls
        What is paid, in whole calls.
    """

    answerer: str
    all_stand: bool
    draws: AskDraws
    policies: tuple[Policy, ...]
    policy: IntArray
    settled: FloatArray
    price: FloatArray
    calls: Calls

    @property
    def asked(self) -> BoolArray:
        """About which items it is asked, shape (n,)."""
        return np.asarray(self.policy >= 0)


@dataclass(frozen=True, eq=False)
class Way:
    """One way to decide on the items of a plan, before it is settled where reviewing ends; arrays of shape (n,).

    Attributes
    ----------
    answer
        The class that stands where somebody answers alone.
    role
        Who decides where people, and who is asked, do not: ALONE or LEFT.
    gain, key
        What a review is expected to bring beyond that, less its price; and that for what the budget counts.
    queue
        The items that are worth a review, best first.
    """

    bench: Bench
    answer: IntArray
    role: IntArray
    gain: FloatArray
    key: FloatArray
    queue: Ranking
    asked: AskedItems | None = None

    @property
    def rule(self) -> AnswerRule:
        """Who is asked, and which answers stand."""
        return NOBODY if self.asked is None else AnswerRule(self.asked.answerer, self.asked.all_stand)

    @cached_property
    def rest(self) -> FloatArray:
        """How many items each row stands for that no answer settles, shape (n,)."""
        count = self.bench.count
        return count if self.asked is None else np.asarray(count * (1 - self.asked.settled))

    @property
    def calls(self) -> Calls | None:
        """What is paid to an answerer before people begin."""
        return None if self.asked is None else self.asked.calls

    @cached_property
    def known(self) -> Path:
        """The queue with all that is known of it before anything is drawn."""
        bench = self.bench
        measures = {"cost": bench.known_cost, "counted": bench.limited, **bench.quantities}
        if not len(self.queue.order):
            nothing = np.zeros(1)
            return Path(nothing, dict.fromkeys(measures, nothing))
        return make_path(self.queue, self.rest, measures)

    def shares(self, stop: float) -> FloatArray:
        """Return which share of what no answer settles of each item is reviewed if the first so many are, shape (n,)."""
        shares = np.zeros(len(self.role))
        items = self.known.items
        if len(items) > 1:
            part = np.clip((stop - items[:-1]) / np.maximum(np.diff(items), LOWEST), 0.0, 1.0)
            shares[self.queue.order] = np.repeat(part, np.diff(self.queue.ends, prepend=0))
        return shares

    def counts(self, stop: float) -> Mapping[str, float]:
        """Return how many items each has whatever is true, by name."""
        count, shares = self.bench.count, self.shares(stop)
        kept = self.rest * (1 - shares)
        asked = 0.0 if self.asked is None else float(count @ self.asked.asked)
        found = {
            name: float(kept[self.role == role].sum()) for name, role in (("accepted", ALONE), ("left", LEFT))
        }
        settled = float((count - self.rest).sum())
        return found | {"settled": settled, "reviewed": float(self.rest @ shares), "asked": asked}


def way(bench: Bench, *, model: bool = True, people: bool = True) -> Way:
    """Return a way to decide in which nobody is asked; options may be left out.

    Parameters
    ----------
    model, people
        Whether the model may answer alone, and people review.

    References
    ----------
    METHODS 0.10, 0.11.
    """
    given = bench.probability, bench.payoffs, bench.price, -1.0
    decided = decide(*given, relabel=bench.relabels, leaving=bench.leaving)
    answered = decided.answered & ~bench.silent & model
    instead = np.where(answered, decided.alone, decided.left)
    gain = decided.seen - instead - bench.price
    return queued(bench, decided.answer, np.where(answered, ALONE, LEFT), gain, people=people)


def queued(
    bench: Bench,
    answer: IntArray,
    role: IntArray,
    gain: FloatArray,
    *,
    people: bool = True,
    asked: AskedItems | None = None,
) -> Way:
    """Return a way with the queue of what is worth a review; arrays as :class:`Way` has them."""
    gain = np.round(gain, EQUAL)
    # What costs nothing comes first.
    key = np.round(gain / np.maximum(bench.limited, LOWEST), EQUAL)
    made = Way(bench, np.asarray(answer), np.asarray(role), gain, key, Ranking(NO_ROWS, NO_ROWS), asked)
    rows = np.flatnonzero((gain > _POSITIVE) & (made.rest > _POSITIVE * bench.count)) if people else NO_ROWS
    if not len(rows):
        return made
    ranking = rank(key[rows], bench.known_cost[rows])
    return replace(made, queue=Ranking(rows[ranking.order], ranking.ends))


NO_ROWS: IntArray = np.zeros(0, dtype=np.int64)


def tables(bench: Bench) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return ``AMOUNTS`` by truth: of the model's answers, (C, T, A); of what nobody decides, and people, (T, A) each."""
    worths, n_truths = bench.payoffs, len(bench.data.names)
    n_classes = bench.data.n_classes
    right = np.eye(n_classes, n_truths)
    alone = np.zeros((n_classes, n_truths, len(AMOUNTS)))
    alone[..., 0], alone[..., 1], alone[..., 4] = worths.answer, 1 - right, right * bench.wanted
    alone[..., 5] = 1.0
    left, seen = np.zeros((2, n_truths, len(AMOUNTS)))
    left[:, 0], left[:, 6] = worths.left, 1.0
    seen[:, 0], seen[:, 4], seen[:, 7] = worths.seen, (1 - bench.review_errors) * bench.wanted, bench.positive
    return alone, left, seen


def by_answerer(alone: FloatArray) -> FloatArray:
    """Return the same of an answerer's answers: wrong ones are its own."""
    found = alone.copy()
    found[..., 1], found[..., 2], found[..., 3], found[..., 5] = 0.0, 1.0, alone[..., 1], 0.0
    return found


@dataclass(frozen=True)
class JointStop:
    """Where reviewing ends within a budget.

    ``most``: so many the budget pays for; ``starts``: whether anything is answered, asked or reviewed; ``mean``: net
    value, before luck.
    """

    items: int
    most: int
    starts: bool
    spend: Decimal
    mean: float


class Drawn:
    """What a way comes to in every draw, wherever its reviewing ends."""

    def __init__(self, way: Way) -> None:
        self.way, self.bench = way, way.bench
        items = way.known.items
        self.knots = np.unique(np.round(np.linspace(0, len(items) - 1, KNOTS)).astype(np.int64))
        self.ends = items[self.knots]
        if self.bench.sample is not None:  # ends of ties stand elsewhere in every draw
            self.ends = np.union1d(self.ends, np.floor(np.linspace(0.0, float(items[-1]), KNOTS)))
        self.tables = tables(self.bench)

    @cached_property
    def base(self) -> FloatArray:
        """Amounts where nobody reviews anything, shape (B, A)."""
        return np.asarray(self._with_truths((self, self.way.role, 0.0), chance=False)[0, 0])

    @property
    def mean(self) -> float:
        """What all is worth on average where nobody reviews anything."""
        return float(self.base[:, 0].mean())

    @property
    def run(self) -> FloatArray:
        """By how much reviews change amounts, at all of ``ends``, shape (B, K + 1, A); at the last all of a draw's queue."""
        return self._walked[0]

    @cached_property
    def _walked(self) -> tuple[FloatArray, FloatArray]:
        """The same, and how many items more than expected the queue has in each draw, shape (B,)."""
        way, bench = self.way, self.bench
        rows, knots = way.queue.order, len(self.knots)
        change = np.zeros((self.bench.plan.draws, knots + 1, len(AMOUNTS)))
        passed = np.zeros(change.shape[:2])
        if len(rows):
            place = np.repeat(np.arange(len(way.queue.ends)), np.diff(way.queue.ends, prepend=0)) + 1
            if bench.sample is not None:  # where the queue of a draw is shorter, others are reviewed
                rows = np.append(rows, np.setdiff1d(np.arange(len(way.role)), rows))
                place = np.append(place, np.full(len(rows) - len(place), self.knots[-1] + 1))
            answers, top = way.role[rows] == ALONE, bench.probability[rows].argmax(axis=1)
            part = self.coded(2 * np.searchsorted(self.knots, place) + ~answers, rows)
            alone, left, seen = self.tables
            for code, said, draws, truths in by_part(
                bench.pool.draws,
                bench.probability[rows],
                np.where(answers, way.answer[rows], top),
                part,
                count=bench.count[rows],
                sample=None if bench.sample is None else rows,
                chance=False,
                alike=self.alike,
            ):
                kind, policy = divmod(code, self.policies)
                gained = seen - (left if kind % 2 else alone[said])
                rest = self.unsettled(truths[0], policy, draws)[0]
                change[draws, kind // 2] += rest @ gained
                passed[draws, kind // 2] += rest.sum(axis=1)
        change, passed = np.cumsum(change, axis=1), np.cumsum(passed, axis=1)
        if bench.sample is None:
            return np.asarray(change[:, :knots]), np.zeros(len(change))
        found = np.empty((len(change), len(self.ends), len(AMOUNTS)))
        for row in range(len(change)):  # draws, not items
            found[row] = np.transpose([np.interp(self.ends, passed[row], each) for each in change[row].T])
        found[:, -1] = change[:, knots - 1]
        return found, passed[:, knots - 1] - self.ends[-1]

    @property
    def policies(self) -> int:
        """In how many manners an item may be asked about, or not."""
        return 1 if self.way.asked is None else 1 + len(self.way.asked.policies)

    def coded(self, part: IntArray, rows: IntArray | slice = slice(None)) -> IntArray:
        """Return codes of parts that differ in what an answerer is asked, too: not at all, or by one of its policies."""
        return part if self.way.asked is None else part * self.policies + self.way.asked.policy[rows] + 1

    def unsettled(
        self, truths: FloatArray, policy: int, draws: slice
    ) -> tuple[FloatArray, FloatArray | float]:
        """Return how many items of each truth no answer settles, and amounts of the others."""
        asked = self.way.asked
        if asked is None or not policy:
            return truths, 0.0
        return asked.draws.read(asked.policies[policy - 1], truths, draws)

    def chance(self, stop: float) -> FloatArray | None:
        """Return how much amounts vary by the list's own chance, shape (B, A), with a mean of 0; None: no list."""
        if not self.bench.chance:
            return None
        expected, by_chance = self._with_truths(self.done(stop))[0]
        return np.asarray(by_chance - expected - (by_chance - expected).mean(axis=0))

    def done(self, stop: float) -> tuple[Drawn, IntArray, float]:
        """Return who decides on each item if the first so many are reviewed, shape (n,), and which part of the last ones."""
        shares = self.way.shares(stop)
        inside = (shares > 0) & (shares < 1)
        partly = np.where(self.way.role == LEFT, PARTLY_LEFT, PARTLY)
        kinds = np.where(shares >= 1, REVIEWED, np.where(inside, partly, self.way.role))
        return self, kinds, float(shares[inside][0]) if inside.any() else 0.0

    def table(self, kind: int, said: int, part: float = 0.0) -> FloatArray:
        """Return amounts by truth, (T, A), of items of a kind of decision; ``part``: of those reviewed in part."""
        alone, left, seen = self.tables
        if kind == REVIEWED:
            return seen
        if kind in (PARTLY, PARTLY_LEFT):
            return part * seen + (1 - part) * (left if kind == PARTLY_LEFT else alone[said])
        return left if kind == LEFT else alone[said]

    @cached_property
    def alike(self) -> bool:
        """Whether it makes no difference which truth a wrong answer has: nothing that is added up depends on it."""
        alone, left, seen = self.tables
        if (
            self.way.asked is not None
            or self.bench.relabels
            or np.ptp(left, axis=0).any()
            or np.ptp(seen, axis=0).any()
        ):
            return False
        first = np.where(np.arange(len(alone)) == 0, 1, 0)[:, None]
        other = np.take_along_axis(alone, np.minimum(first, alone.shape[1] - 1)[..., None], axis=1)
        same = (alone == other).all(axis=2)
        same[np.arange(len(alone)), np.arange(len(alone))] = True
        return bool(same.all())

    def _with_truths(self, *ways: tuple[Drawn, IntArray, float], chance: bool = True) -> FloatArray:
        """Return amounts of some ways with the same truths, (ways, 2, B, A): to expect, and by the list's own chance.

        Answers that stand are those of this way; of others the most probable class, so that they are drawn together.
        """
        bench, code = self.bench, np.zeros(len(self.way.role), dtype=np.int64)
        for each, kinds, _ in ways:
            code = code * KINDS * each.policies + each.coded(kinds)
        answers = np.isin([kinds for _, kinds, _ in ways], (ALONE, PARTLY)).any(axis=0)
        found = np.zeros((len(ways), 2, bench.plan.draws, len(AMOUNTS)))
        for together, said, draws, truths in by_part(
            bench.pool.draws,
            bench.probability,
            np.where(answers, self.way.answer, bench.probability.argmax(axis=1)),
            code,
            count=bench.count,
            group=bench.data.group,
            sample=bench.sample,
            chance=chance,
            alike=all(each.alike for each, _, _ in ways),
        ):
            rest = together
            for place, (each, _, part) in reversed(list(enumerate(ways))):
                rest, decided = divmod(rest, KINDS * each.policies)
                kind, policy = divmod(decided, each.policies)
                rest_of, settled = each.unsettled(truths, policy, draws)
                found[place][:, draws] += rest_of @ each.table(kind, said, part) + settled
        return found

    def apart(self, stop: float, other: Drawn, at: float) -> FloatArray | None:
        """Return how much the difference of two ways' worth varies by the list's own chance, shape (B,); None: no list."""
        if not self.bench.chance:
            return None
        one, two = self._with_truths(self.done(stop), other.done(at))[..., 0]
        more = (one - two)[1] - (one - two)[0]
        return np.asarray(more - more.mean())

    @cached_property
    def path(self) -> Path:
        """The queue with what its reviews change on average, and the entries that they find."""
        known, mean = self.way.known, self.run.mean(axis=0)
        items = known.items if self.bench.sample is None else np.union1d(known.items, self.ends)
        rise = {
            name: np.interp(items, self.ends, mean[:, AMOUNTS.index(name)]) for name in ("value", "positives")
        }
        sums = {name: known.read(name, items) for name in known.sums} | {"gain": rise["value"]}
        extra = float(self.bench.plan.prices.extra_per_entry * MICRO)
        if extra:
            sums["positives"] = rise["positives"]
            sums["cost"] = sums["cost"] + extra * rise["positives"]
            if self.bench.plan.budget is None or self.bench.plan.budget.unit == "money":
                sums["counted"] = sums["cost"]
        return Path(items, sums)

    @cached_property
    def paid(self) -> Path:
        """The queue with what a budget has to pay for: where entries cost more, all that people find in 95 % of the draws.

        References
        ----------
        METHODS F5.
        """
        path, items = self.path, self.path.items
        if not self._extra or len(items) == 1:
            return path
        stops, most = np.linspace(0.0, float(items[-1]), SAFE_AT + 1), []
        for stop in stops.tolist():  # steps, not items
            chance = self.chance(stop)
            found = (self.at(stop) if chance is None else self.at(stop) + chance)[:, -1]
            most.append(float(np.quantile(found, SAFE, method="inverted_cdf")))
        # Printed totals are those of the entries to expect: these are paid, too.
        least = np.maximum(np.interp(items, stops, most), path.sums["positives"])
        return Path(items, {name: path.sums[name] for name in path.sums} | {"positives": least})

    def at(self, stop: float) -> FloatArray:
        """Return amounts if the first so many are reviewed, shape (B, A)."""
        after = int(np.clip(np.searchsorted(self.ends, stop, side="left"), 1, max(len(self.ends) - 1, 1)))
        if len(self.ends) == 1:
            return self.base + self.run[:, 0]
        low, high = self.ends[after - 1], self.ends[after]
        part = float(np.clip((stop - low) / max(high - low, LOWEST), 0.0, 1.0))
        return np.asarray(self.base + (1 - part) * self.run[:, after - 1] + part * self.run[:, after])

    @cached_property
    def nets(self) -> FloatArray:
        """Net value at every knot of the queue, by what is paid before totals are rounded, shape (B, K + 1)."""
        tariff, path, calls = self.bench.purse.tariff, self.path, self.way.calls
        asked = 0.0 if calls is None else float(calls.amount) * MICRO
        used = np.full(len(self.ends), self.way.counts(0)["accepted"] + asked)
        spend = tariff.total(path.read("cost", self.ends), self.ends, used, asked)
        worth = self.base[:, :1] + self.run[..., 0] - spend
        more = self.base[:, -1:] + self.run[..., -1]
        worth -= self._extra * (more - more.mean(axis=0))
        worth[:, -1] -= self._surplus
        return np.asarray(worth)

    @property
    def _surplus(self) -> FloatArray:
        """What all that is worth a review costs more in a draw than expected, in currency units, shape (B,)."""
        mean = self.path.total("cost") / max(self.path.n_items, LOWEST)
        return np.asarray(self.bench.purse.tariff.rate * mean * self._walked[1])

    @property
    def _extra(self) -> float:
        """What an entry more adds to what is paid, in currency units."""
        prices = self.bench.plan.prices
        return self.bench.purse.tariff.rate * float(prices.extra_per_entry * MICRO)

    def deviation(self, stop: JointStop | Alternative, sums: FloatArray | None = None) -> FloatArray:
        """Return how much more is paid in each draw than is printed, shape (B,), as entries cost more."""
        found = (self.at(stop.items) if sums is None else sums)[:, -1]
        whole = stop.items >= int(self.path.n_items * (1 + 1e-9))
        return np.asarray(self._extra * (found - found.mean()) + whole * self._surplus)

    def net(self, stop: JointStop | Alternative, sums: FloatArray | None = None) -> FloatArray:
        """Return the net value of a stop in every draw, shape (B,); ``sums``: its amounts, those of :meth:`at` by default."""
        worth = (self.at(stop.items) if sums is None else sums)[:, 0]
        return np.asarray(worth - float(stop.spend) - self.deviation(stop, sums))
