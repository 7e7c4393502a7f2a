"""Who decides on which item, and what that comes to within a budget: the model, people by falling gain per money, nobody.

References
----------
METHODS F7, S5, J.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import ALONE, EQUAL, LEFT, LOWEST, REVIEWED, DrawnItems
from budgetplan.core.asking import AskDraws, Policy
from budgetplan.core.path import Path, Ranking, make_path, rank
from budgetplan.core.stops import SAFE, Luck, interval, luck
from budgetplan.domain.decision import Estimate
from budgetplan.domain.items import AnswerRule
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, Calls
from budgetplan.lists.estimates import less_luck, of_draws
from budgetplan.lists.strata import whole_parts
from budgetplan.plans.bench import Bench, Purse
from budgetplan.plans.compared import PlanDraws

PARTLY = 3
"""Added to ALONE or LEFT: a review of items of which some, in equal place, are reviewed and the others are not."""
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
_FEWER = 0.4
"""More than none, and printed as fewer than one."""
_MUCH = 0.05
"""Part of a budget from which on it is said that so much is not spent."""
_TIE = 1e-12
"""Of all that may be gained: stops that differ by no more are equal, and the first holds."""


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
    calls
        What is paid, in whole calls.
    """

    answerer: str
    all_stand: bool
    draws: AskDraws
    policies: tuple[Policy, ...]
    policy: IntArray
    settled: FloatArray
    calls: Calls

    @property
    def asked(self) -> BoolArray:
        """About which items it is asked, shape (n,)."""
        return np.asarray(self.policy >= 0)


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
    outcome = alone.copy()
    outcome[..., 1], outcome[..., 2], outcome[..., 3], outcome[..., 5] = 0.0, 1.0, alone[..., 1], 0.0
    return outcome


class Way:
    """One way to decide on the items of a plan, and what it comes to in B draws, wherever reviewing ends.

    Parameters
    ----------
    answer
        Shape (n,): the class that stands where somebody answers alone.
    role
        Shape (n,): who decides where people, and who is asked, do not: ALONE or LEFT.
    gain
        Shape (n,): what a review is expected to bring beyond that, less its price; -inf where people review nothing.
    asked
        About which items somebody is asked, who; None: nobody.
    unaided
        Whether no model is used, which would cost something: people review in any order, the cheaper items first.

    Attributes
    ----------
    key
        Shape (n,): the gain for what the budget counts; all alike where no model says what gains most.
    rest
        Shape (n,): how many items each row stands for that no answer settles.
    queue, known
        The items that are worth a review, best first, with all that is known of them before anything is drawn.
    knots, ends, differs
        At which ends of ties sums are drawn, shape (K,); at how many reviewed items they are read, rising; and whether the
        queue is longer in one draw than in another.
    tables, alike
        See :func:`tables`; and whether it makes no difference which truth a wrong answer has: nothing that is added up
        depends on it.
    calls, rule, n_asked
        What is paid to an answerer before people begin, None where nobody is asked; which answers stand; and about how many
        items it is asked.
    """

    def __init__(
        self,
        bench: Bench,
        answer: IntArray,
        role: IntArray,
        gain: FloatArray,
        asked: AskedItems | None = None,
        *,
        unaided: bool = False,
    ) -> None:
        self.bench, self.answer, self.role, self.asked = bench, np.asarray(answer), np.asarray(role), asked
        self.gain, self.unaided = np.round(gain, EQUAL), unaided
        # What costs nothing comes first.
        self.key = np.round(self.gain / np.maximum(bench.limited, LOWEST), EQUAL) * (not unaided)
        self.rest = bench.count if asked is None else np.asarray(bench.count * (1 - asked.settled))
        rows = np.flatnonzero((self.gain > _POSITIVE) & (self.rest > _POSITIVE * bench.count))
        self.queue = Ranking(rows, rows)
        if len(rows):
            if unaided:  # files are often sorted
                rows = np.random.default_rng([bench.plan.seed, 17]).permutation(rows)
            ranking = rank(self.key[rows], bench.known_cost[rows])
            self.queue = Ranking(rows[ranking.order], ranking.ends)
        measures = {"cost": bench.known_cost, "counted": bench.limited, **bench.quantities}
        self.known = make_path(self.queue, self.rest, measures)
        last = len(self.queue.ends)
        self.knots: IntArray = np.unique(np.round(np.linspace(0, last, KNOTS)).astype(np.int64))
        self.ends = self.known.items[self.knots]
        # Who is asked leaves more to people in one draw than in another, and ends of ties stand elsewhere.
        self.differs = asked is not None or bench.sample is not None
        # Of a short queue at every item, of a long one the knots lie as close.
        if bench.sample is not None or (self.differs and self.known.n_items <= KNOTS):
            self.ends = np.union1d(self.ends, np.floor(np.linspace(0.0, self.known.n_items, KNOTS)))
        self.tables = alone, left, seen = tables(bench)
        wrong = ~np.eye(len(alone), len(left), dtype=bool)
        same = [left, seen, *(worth[other] for worth, other in zip(alone, wrong, strict=True) if other.any())]
        differ = any(np.ptp(worth, axis=0).any() for worth in same)
        self.alike = asked is None and not bench.pool.relabels and not differ
        self.calls = None if asked is None else asked.calls
        self.n_asked = 0.0 if asked is None else float(bench.count @ asked.asked)
        self.rule = AnswerRule() if asked is None else AnswerRule(asked.answerer, asked.all_stand)
        # In which manner each item may be asked about; 0: not at all.
        self.manners: tuple[Policy | None, ...] = (None,) if asked is None else (None, *asked.policies)
        self.manner_of = np.zeros(len(self.role), dtype=np.int64) if asked is None else asked.policy + 1

    @cached_property
    def purse(self) -> Purse:
        """What budgets pay for: using the model, too, but where somebody else is asked about everything, whatever it says."""
        asked, purse = self.asked, self.bench.purse
        if self.unaided:
            return replace(purse, model_cost=Decimal(0))
        if asked is None or len(self.queue.order) or (self.role == ALONE).any() or not asked.asked.all():
            return purse
        stands = np.concatenate([policy.stands for policy in asked.policies])
        return replace(purse, model_cost=Decimal(0)) if (stands == stands[0]).all() else purse

    def shares(self, stop: float, *, of_tie: bool = True) -> FloatArray:
        """Return which share of what no answer settles of each item is reviewed if the first so many are, shape (n,).

        ``of_tie``: items in equal place alike, as is to be expected of them; else the first of these, as of one list.
        """
        shares, order, items, ends = np.zeros(len(self.role)), self.queue.order, self.known.items, self.queue.ends
        if not of_tie:
            items, ends = np.append(0.0, np.cumsum(self.rest[order])), np.arange(len(order)) + 1
        part = np.clip((stop - items[:-1]) / np.maximum(np.diff(items), LOWEST), 0.0, 1.0)
        shares[order] = np.repeat(part, np.diff(ends, prepend=0))
        return shares

    def unsettled(self, truths: FloatArray, manner: int, draws: slice) -> tuple[FloatArray, FloatArray | float]:
        """Return how many items of each truth no answer settles, and amounts of the others."""
        policy = self.manners[manner]
        if self.asked is None or policy is None:
            return truths, 0.0
        return self.asked.draws.read(policy, truths, draws)

    @cached_property
    def _expected(self) -> tuple[FloatArray, FloatArray] | None:
        """What all comes to on average where nobody reviews anything, and what reviews change at every knot: (A,), (K, A).

        None where draws differ in more than their curves.
        """
        if self.asked is not None or self.bench.sample is not None:
            return None
        bench, answers, (alone, left, seen) = self.bench, self.role == ALONE, self.tables
        stated = np.where(answers, self.answer, bench.probability.argmax(axis=1))
        truths = bench.expected(stated) * bench.count[:, None]
        idle = truths @ left
        for code in np.unique(stated[answers]).tolist():  # answers, not items
            rows = answers & (stated == code)
            idle[rows] = truths[rows] @ alone[code]
        order = self.queue.order
        run = np.cumsum(np.vstack([np.zeros(len(AMOUNTS)), truths[order] @ seen - idle[order]]), axis=0)
        return idle.sum(axis=0), run[np.append(0, self.queue.ends)[self.knots]]

    @property
    def _is_whole(self) -> BoolArray:
        """At which ends people review all of a draw's queue: where that differs in length, a part of an item is none."""
        last = max(int(self.known.n_items * (1 + 1e-9)), 1) if self.differs else np.inf
        return np.asarray((self.ends >= last) | (self.ends == self.ends[-1]))

    @cached_property
    def _walked(self) -> tuple[FloatArray, FloatArray]:
        """By how much reviews change amounts in each draw, and how many items more than expected its queue has.

        Shapes (B, K, A), at all of ``ends``, at the last of them all of the draw's queue; and (B,).
        """
        bench, rows, knots, listed = self.bench, self.queue.order, len(self.knots), self.bench.sample is None
        change = np.zeros((knots + 1, bench.plan.draws, len(AMOUNTS)))
        passed = np.zeros(change.shape[:2])
        if len(rows):
            place = np.repeat(np.arange(len(self.queue.ends)), np.diff(self.queue.ends, prepend=0)) + 1
            if not listed:  # where the queue of a draw is shorter, others are reviewed
                rows = np.append(rows, np.setdiff1d(np.arange(len(self.role)), rows))
                place = np.append(place, np.full(len(rows) - len(place), self.knots[-1] + 1))
            answers, p = self.role[rows] == ALONE, bench.probability[rows]
            code = ~answers * len(self.manners) + self.manner_of[rows]
            stated, (alone, left, seen) = np.where(answers, self.answer[rows], p.argmax(axis=1)), self.tables
            items = DrawnItems(bench.pool.draws, p, bench.count[rows], sample=None if listed else rows)
            drawn = items.expected_by_part(stated, code, np.searchsorted(self.knots, place), alike=self.alike)
            for kind, answer, at, draws, truths in drawn:
                is_left, manner = divmod(kind, len(self.manners))
                gained = seen - (left if is_left else alone[answer])
                unsettled = self.unsettled(truths, manner, draws)[0]
                change[at, draws] += unsettled @ gained
                if self.differs:
                    passed[at, draws] += unsettled.sum(axis=2)
        change = np.swapaxes(np.cumsum(change, axis=0, out=change), 0, 1)
        if not self.differs:
            change = change[:, :knots]
            change += 0.0 if self._expected is None else self._expected[1] - change.mean(axis=0)
            return change, np.zeros(len(change))
        passed = np.cumsum(passed, axis=0).T
        more = passed[:, knots - 1] - self.ends[-1]
        ends = self.ends + more[:, None] * self._is_whole
        after = [
            np.searchsorted(*column, side="right") for column in zip(passed, ends, strict=True)
        ]  # draws, not items
        after = np.clip(after, 1, knots)
        low, high = (np.take_along_axis(passed, column, axis=1) for column in (after - 1, after))
        part = np.where(ends < high, np.maximum(ends - low, 0.0) / np.maximum(high - low, LOWEST), 1.0)
        start, end = (np.take_along_axis(change, column[..., None], axis=1) for column in (after - 1, after))
        walked = start + part[..., None] * (end - start)
        if listed:  # on average as many are left as stand beside those that people review
            mean = change[:, :knots].mean(axis=0).T
            usual = np.transpose([np.interp(self.ends, self.known.items[self.knots], column) for column in mean])
            walked += usual - walked.mean(axis=0)
        return walked, more

    def _with_truths(self, *stops: tuple[Way, float], chance: bool = True, by_item: bool = False) -> FloatArray:
        """Return amounts of some ways with the same truths, (ways, 2, B, A): to expect, and by the list's own chance.

        Answers that stand are those of this way; of others the most probable class, so that they are drawn together.
        ``stops``: ways, and how many of the first items are reviewed; ``by_item``: see :meth:`DrawnItems.by_part`.
        """
        bench, code = self.bench, np.zeros(len(self.role), dtype=np.int64)
        answers, parts = np.zeros(len(code), dtype=bool), []
        for way, stop in stops:
            shares = way.shares(stop, of_tie=not chance)
            kinds = np.where(shares >= 1, REVIEWED, way.role + PARTLY * (shares > 0))
            code = (code * KINDS + kinds) * len(way.manners) + way.manner_of
            answers |= np.isin(kinds, (ALONE, ALONE + PARTLY))
            # Those reviewed in part are of one tie.
            parts.append(float(shares[shares < 1].max(initial=0.0)))
        stated, alike = np.where(answers, self.answer, bench.drawn.top), all(way.alike for way, _ in stops)
        drawn = bench.drawn.by_part(stated, code, chance=chance, alike=alike, by_item=by_item)
        with_truths = np.zeros((len(stops), 2, bench.plan.draws, len(AMOUNTS)))
        for together, answer, draws, truths in drawn:
            remaining = together
            for place, (way, _) in reversed(list(enumerate(stops))):
                remaining, decided = divmod(remaining, KINDS * len(way.manners))
                kind, manner = divmod(decided, len(way.manners))
                left_open, settled = way.unsettled(truths, manner, draws)
                alone, left, seen = way.tables
                part = 1.0 if kind == REVIEWED else parts[place] * (kind >= PARTLY)
                table = part * seen + (1 - part) * (left if kind % PARTLY == LEFT else alone[answer])
                with_truths[place][:, draws] += left_open @ table + settled
        return with_truths

    @cached_property
    def base(self) -> FloatArray:
        """Amounts where nobody reviews anything, shape (B, A)."""
        base = self._with_truths((self, 0.0), chance=False)[0, 0]
        base += 0.0 if self._expected is None else self._expected[0] - base.mean(axis=0)
        base[:, 0] -= self._paid_outside
        return np.asarray(base)

    @property
    def _paid_outside(self) -> float:
        """What people cost, outside of the plan, that get what is left where nobody reviews anything."""
        return self.bench.paid_outside(np.where(self.role == LEFT, self.rest, 0.0))

    @cached_property
    def mean(self) -> float:
        """What all is worth on average where nobody reviews anything."""
        expected = self._expected
        return float(self.base[:, 0].mean() if expected is None else expected[0][0] - self._paid_outside)

    def chance(self, stop: float, *, by_item: bool = False) -> FloatArray | float:
        """Return how much amounts vary by the list's own chance, shape (B, A), with a mean of 0; 0: no list.

        ``by_item``: as chance has it of each item in every plan for this list.
        """
        return _centred(self._with_truths((self, stop), by_item=by_item)[0]) if self.bench.chance else 0.0

    def apart(self, stop: float, other: Way, at: float) -> FloatArray | float:
        """Return how much the difference of two ways' net value varies by the list's own chance, shape (B,); 0: no list."""
        if not self.bench.chance:
            return 0.0
        first, second = self._with_truths((self, stop), (other, at))
        more = first - second
        return _centred(more[..., 0] - self.bench.per_entry * more[..., -1])

    @cached_property
    def path(self) -> Path:
        """The queue with what its reviews change on average, and the entries that they find."""
        items_known, bench = self.known, self.bench
        mean = self._walked[0].mean(axis=0) if self._expected is None else self._expected[1]
        items = np.union1d(items_known.items, self.ends) if self.differs else items_known.items
        sums = {name: items_known.read(name, items) for name in items_known.sums}
        sums["gain"] = np.interp(items, self.ends, mean[:, AMOUNTS.index("value")])
        if bench.entry_price:
            sums["positives"] = np.interp(items, self.ends, mean[:, AMOUNTS.index("positives")])
            sums["cost"] = sums["cost"] + bench.entry_price * sums["positives"]
            sums["counted"] = sums["cost" if bench.limits_money else "counted"]
        return Path(items, sums, bench.checks)

    @cached_property
    def paid(self) -> Path:
        """The queue with what a budget has to pay for: where entries cost more, all that people find in 95 % of the draws.

        References
        ----------
        METHODS F5.
        """
        path, items = self.path, self.path.items
        if not self.bench.per_entry or len(items) == 1:
            return path
        stops, most = np.linspace(0.0, float(items[-1]), SAFE_AT + 1), []
        for stop in stops.tolist():  # steps, not items
            paid = (self.at(stop) + self.chance(stop))[:, -1]
            most.append(float(np.quantile(paid, SAFE, method="inverted_cdf")))
        # Printed totals are those of the entries to expect: these are paid, too.
        least = np.maximum(np.interp(items, stops, most), path.sums["positives"])
        return replace(path, sums={**path.sums, "positives": least})

    def at(self, stop: float) -> FloatArray:
        """Return amounts if the first so many are reviewed, shape (B, A)."""
        run = self._walked[0]
        after = min(max(int(np.searchsorted(self.ends, stop, side="left")), 1), len(self.ends) - 1)
        low, high = self.ends[after - 1], self.ends[after]
        part = float(np.clip((stop - low) / max(high - low, LOWEST), 0.0, 1.0))
        return np.asarray(self.base + (1 - part) * run[:, after - 1] + part * run[:, after])

    @cached_property
    def nets(self) -> FloatArray:
        """Net value at every end but the first, by what is paid before totals are rounded, shape (B, K)."""
        asked = 0.0 if self.calls is None else float(self.calls.amount) * MICRO
        paid = self.path.read("cost", self.ends), self.ends, self.ends, asked
        spend = self.purse.tariff.total(*paid)
        worth, more = (self.base[:, None, of] + self._walked[0][..., of] for of in (0, -1))
        worth -= spend
        worth -= self.bench.per_entry * (more - more.mean(axis=0))
        worth[:, self._is_whole] -= self.surplus[:, None]
        return np.asarray(worth[:, 1:])

    @property
    def surplus(self) -> FloatArray:
        """What all that is worth a review costs more in a draw than expected, in currency units, shape (B,)."""
        mean = float(self.known.sums["cost"][-1]) / max(self.known.n_items, LOWEST)
        return np.asarray(self.bench.purse.tariff.rate * mean * self._walked[1])


def _centred(both: FloatArray) -> FloatArray:
    """Return how much chance adds to what is to be expected, (2, B, ...) to (B, ...), with a mean of 0."""
    more = both[1] - both[0]
    return np.asarray(more - more.mean(axis=0))


def way(bench: Bench, *, model: bool = True, people: bool = True) -> Way:
    """Return a way to decide in which nobody is asked; options may be left out.

    Parameters
    ----------
    model, people
        Whether the model may answer alone, and people review.

    References
    ----------
    METHODS S5, J.
    """
    decided = bench.decided()
    answered = decided.answered & ~bench.silent & model
    if not people and bench.once and model and not bench.silent.any():
        # What is paid once for people is saved where they get nothing.
        lost = float(bench.count @ np.where(answered, 0.0, decided.left - decided.alone))
        answered = answered | (lost <= bench.once)
    gain = decided.seen - np.where(answered, decided.alone, decided.left) - bench.price
    gain = gain if people else np.full(len(gain), -np.inf)
    return Way(bench, decided.answer, np.where(answered, ALONE, LEFT), gain)


def unaided(bench: Bench) -> Way:
    """Return the way in which no model is used: every item has the mean worth and as many entries as any other."""
    more = bench.payoffs.seen - bench.payoffs.left
    more -= bench.per_entry * bench.positive
    worth = float(np.average(bench.by_probability(more), weights=bench.count))
    nobody = np.zeros(len(bench.count), dtype=np.int64), np.full(len(bench.count), LEFT)
    return Way(bench, *nobody, worth - bench.purse.tariff.rate * bench.known_cost, unaided=True)


@dataclass(frozen=True)
class ClassAlone:
    """How many items of a true class the model is expected to answer alone, and to answer wrong.

    ``settled``, ``settled_wrong``: answers to them that stand of somebody who is asked, and wrong ones of these.
    """

    name: str
    alone: float
    wrong: float
    settled: float = 0.0
    settled_wrong: float = 0.0


class JointAlternative:
    """A plan within a budget (None: no limit), in items of the list and currency units; people review ``items``.

    Attributes
    ----------
    way
        Who decides on which item; where nothing is done, nobody.
    most
        So many reviews the budget pays for.
    starts
        Whether anything is answered, asked or reviewed.
    purse
        What pays for it.
    spend, cost
        The printed total, and the total that the plan counts, which nobody's wish for whole amounts changes.
    mean
        Net value on average, before luck.
    calls, rule, asked
        What is paid to an answerer, None where nobody is asked; which answers stand; and about how many items it is asked.
    queue_ends
        Whether people review all that is worth it; a part of an item at the end is none.
    hours
        Paid hours of people.
    """

    def __init__(self, planner: Planner, way: Way, items: int, budget: Budget | None, most: int = 0) -> None:
        self.planner, self.budget, self.items, self.most = planner, budget, items, most
        used = items > 0 or bool(way.rest[way.role == ALONE].sum() > 0)
        self.starts = used or way.calls is not None
        self.purse = way.purse
        totals = self.purse.totals(way.path, items, used=used, calls=way.calls)
        self.spend, self.cost = totals
        self.mean = way.mean + float(way.path.read("gain", items)) - float(self.cost)
        self.way = way = way if self.starts else planner.nothing
        self.calls, self.rule, self.asked = way.calls, way.rule, Estimate(way.n_asked)
        self.queue_ends = items >= int(way.path.n_items * (1 + 1e-9))
        self.hours = float(way.path.read("seconds", items)) / 3600 if self.starts else 0.0

    @property
    def unaided(self) -> bool:
        """Whether people review without a model, though using one would cost something."""
        return self.way.unaided

    @cached_property
    def sums(self) -> FloatArray:
        """Amounts in every draw, as they are to be expected, shape (B, A)."""
        return self.way.at(self.items)

    @cached_property
    def _by_chance(self) -> FloatArray:
        """The same with the list's own chance."""
        return self.sums + self.way.chance(self.items)

    @cached_property
    def kept(self) -> FloatArray:
        """How many of the items that each row stands for neither people nor whoever is asked decides, shape (n,)."""
        return np.asarray(self.way.rest * (1 - self.way.shares(self.items)))

    @cached_property
    def _counts(self) -> Mapping[str, float]:
        """How many items each has whatever is true, by name."""
        kept, way = self.kept, self.way
        parts = kept[way.role == ALONE], kept[way.role == LEFT], way.bench.count - way.rest
        return dict(zip(("accepted", "left", "settled"), (float(part.sum()) for part in parts), strict=True))

    def _amount(self, name: str, most: float, mean: float | None = None) -> Estimate:
        column = AMOUNTS.index(name)
        value = min(max(float(self.sums[:, column].mean()) if mean is None else mean, 0.0), most)
        if not self.planner.bench.plan.resamples:
            return Estimate(value)
        return Estimate(value, *np.clip(interval(self._by_chance[:, column]), 0.0, most).tolist())

    def _number(self, name: str) -> Estimate:
        bench = self.planner.bench
        if bench.sample is None:
            return Estimate(max(self._counts[name], 0.0))
        # Chance moves how many they are where only the size of the list is known.
        estimate = self._amount(name, bench.total)
        return replace(estimate, value=round(estimate.value, 6))

    @cached_property
    def accepted(self) -> Estimate:
        """Items that the model answers alone."""
        return self._number("accepted")

    @cached_property
    def wrong(self) -> Estimate:
        """Those of them that it answers wrong."""
        bench = self.planner.bench
        return self._amount("wrong", self._counts["accepted"] if bench.sample is None else bench.total)

    @cached_property
    def left(self) -> Estimate:
        """Items that nobody decides."""
        return self._number("left")

    @cached_property
    def found(self) -> Estimate:
        """Right labels that come out, of the classes collected where any are named, else of all."""
        return self._amount("found", self.planner.bench.total)

    @cached_property
    def settled(self) -> Estimate:
        """Those of them whose answers stand."""
        return self._amount("settled", self.asked.value, self._counts["settled"])

    @cached_property
    def settled_wrong(self) -> Estimate:
        """Those of these that are wrong."""
        return self._amount("settled_wrong", self._counts["settled"])

    @cached_property
    def luck(self) -> float:
        """What is taken off the net value.

        What is the same in every draw owes nothing to luck: it is taken off only as far as it came to more than the plan.
        """
        planner, nothing = self.planner, self.planner.nothing
        off = max(planner.luck.off(self.mean - nothing.mean), 0.0)
        if not off or np.ptp(self.worth(self.sums) - nothing.base[:, 0]) > planner.tie:
            return off
        main = planner.plan(planner.bench.plan.budget)
        return min(off, max(self.mean - main.mean + planner.luck.off(main.mean - nothing.mean), 0.0))

    @property
    def shown(self) -> bool:
        """Whether the labels show that the plan pays at all."""
        return self.planner.luck.shown(self.mean - self.planner.nothing.mean)

    def _more_paid(self, sums: FloatArray) -> FloatArray:
        """Return how much more is paid in each draw than is printed, shape (B,), as entries cost more."""
        by_entries = self.planner.bench.per_entry * (sums[:, -1] - sums[:, -1].mean())
        return np.asarray(by_entries + (self.items > 0 and self.queue_ends) * self.way.surplus)

    def _billed(self, drawn: FloatArray) -> FloatArray:
        """Return T in currency units as the plan counts it, billed for the entries of each draw, (B, A) to (B,)."""
        way, items = self.way, self.items
        if not (self.planner.bench.per_entry and items):
            return np.asarray(float(self.cost) + self._more_paid(drawn))
        more = np.maximum(drawn[:, -1], 0.0) - float(way.path.read("positives", items))
        bought = self.purse.bought(way.path, items, self.calls)
        totals = self.purse.prices.planned_with(bought, more)
        return np.asarray(totals + self.queue_ends * way.surplus)

    @cached_property
    def _paid(self) -> FloatArray:
        """The same of what is printed."""
        return self._billed(self._by_chance)

    def worth(self, sums: FloatArray) -> FloatArray:
        """Return the net value of amounts, (B, A) to (B,), before luck."""
        return np.asarray(sums[:, 0] - float(self.cost) - self._more_paid(sums))

    @cached_property
    def draws(self) -> PlanDraws | None:
        """What it earns and finds in every draw, beside other plans for the same list; None without intervals."""
        if not self.planner.bench.plan.resamples:
            return None
        drawn = self.sums + self.way.chance(self.items, by_item=True)
        return PlanDraws(drawn[:, 0] - self._billed(drawn) - self.luck, drawn[:, AMOUNTS.index("found")])

    @cached_property
    def net(self) -> Estimate:
        """Net value less luck."""
        drawn = self._by_chance[:, 0] - self._paid - self.luck if self.planner.bench.plan.resamples else None
        return less_luck(float(self.worth(self.sums).mean()) - self.luck, drawn, self.luck)

    @cached_property
    def spend_range(self) -> Estimate | None:
        """The spend with its interval; None where it is the same in every draw."""
        varies = self.planner.bench.plan.resamples and self.items and np.ptp(self._paid) > 1e-6
        return of_draws(float(self.spend), self._paid) if varies else None

    @property
    def unspent(self) -> Decimal | None:
        """What a budget of money that pays for everything leaves, where that is much; else None."""
        budget = self.budget
        if budget is None or budget.unit != "money" or budget.covers != "everything":
            return None
        left = budget.amount - self.spend
        return left if float(left) > _MUCH * float(budget.amount) else None

    @property
    def share_alone(self) -> float:
        """Part of the items that the model answers alone."""
        return min(self.accepted.value / self.planner.bench.total, 1.0)

    @cached_property
    def alone(self) -> FloatArray:
        """How many of the items that each row stands for the model answers alone, shape (n,)."""
        return np.asarray(self.kept * (self.way.role == ALONE))

    @property
    def sure_from(self) -> tuple[float, float | None] | None:
        """From which confidence on the model answers alone at all, and from which on always; None where it never does."""
        way, alone = self.way, self.alone > _POSITIVE
        sure = way.bench.probability[np.arange(len(alone)), way.answer]
        if not alone.any():
            return None
        least = float(sure[alone].min())
        other = sure[(self.alone < way.bench.count - _POSITIVE) & ~way.bench.silent]
        above = sure[alone & (sure > other.max(initial=0.0))]
        return least, float(above.min()) if len(above) else None

    @cached_property
    def by_class(self) -> tuple[ClassAlone, ...]:
        """What the model, and who is asked, answers of each true class, those first of which the model gets most wrong."""
        way, rows = self.way, np.flatnonzero(self.alone > _POSITIVE)
        bench, by_class = way.bench, np.zeros((4, len(way.bench.data.names)))
        count = (bench.count * (1 - way.shares(self.items)))[rows]
        items, of_rows = DrawnItems(bench.pool.draws, bench.probability[rows], count), (way.answer, way.manner_of)
        drawn = items.by_part(*(array[rows] for array in of_rows), chance=False) if len(rows) else ()
        for manner, row, draws, truths in drawn:
            labels = way.unsettled(truths[0], manner, draws)[0].sum(axis=0) / bench.plan.draws
            by_class[:2] += [labels, np.where(np.arange(len(labels)) == row, 0.0, labels)]
        asked, rows = way.asked, np.flatnonzero(way.manner_of)
        if asked is not None and len(rows):
            amounts = [AMOUNTS.index(name) for name in ("settled", "settled_wrong")]
            answer = np.where(way.role == ALONE, way.answer, bench.probability.argmax(axis=1))
            items = DrawnItems(bench.pool.draws, bench.probability[rows], bench.count[rows])
            for manner, _, draws, truths in items.by_part(answer[rows], way.manner_of[rows], chance=False):
                labels = asked.draws.by_truth(asked.policies[manner - 1], truths[0], draws, amounts)
                by_class[2:] += labels / bench.plan.draws
        classes = map(ClassAlone, bench.data.names, *by_class.tolist())
        return tuple(sorted(classes, key=lambda name: -name.wrong))

    @property
    def all_wrong(self) -> float:
        """Answers that are wrong, the model's and those that somebody is paid for."""
        return self.wrong.value + self.settled_wrong.value

    @property
    def labelled(self) -> float:
        """Items that get a label in the draws: between two stops that are drawn, each is read in part.

        What people err is told from it: of 1,000 reviewed items at 5 % it was 49, where 0.75 of an item more had a label.
        """
        return self.planner.bench.total - float(self.sums[:, AMOUNTS.index("left")].mean())

    @property
    def wrong_labels(self) -> Estimate | None:
        """Labels that are wrong, whoever gave them, if all labels count; None where chance moves more than right ones."""
        bench, finds = self.planner.bench, self.found
        if bench.plan.positive or self.left.moves or finds.low is None or finds.high is None:
            return None
        of_draws = bench.total - self._by_chance[:, [AMOUNTS.index("left"), AMOUNTS.index("found")]].sum(axis=1)
        ends = self.labelled - finds.value, *interval(of_draws).tolist()
        return Estimate(*(max(bound, 0.0) for bound in ends))

    @property
    def who_decides(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Items of each kind in all, answered alone, and reviewed, shape (n,) each."""
        return self.way.bench.count, self.alone, self.way.rest * self.way.shares(self.items)

    def over(self, other: JointAlternative) -> Estimate:
        """Return how much more net value it has than another plan, in the same draws."""
        gap = self.net.value - other.net.value
        if not self.planner.bench.plan.resamples:
            return Estimate(gap)
        first, second = (way.worth(way.sums) - way.luck for way in (self, other))
        low, high = interval(first - second + self.way.apart(self.items, other.way, other.items)).tolist()
        # As of a net value, luck is not off the end that it would leave too near.
        luck = self.luck - other.luck
        return Estimate(gap, min(low, gap) + min(luck, 0.0), max(high, gap) + max(luck, 0.0))


class Planner:
    """Plans for any budget: of several ways to decide the one worth most.

    Parameters
    ----------
    ways
        The first of equal ones is taken.
    more
        Further ways that depend on the budget.

    Attributes
    ----------
    tie
        Net values that differ by no more are equal.
    """

    def __init__(self, ways: Sequence[Way], more: Callable[[Budget | None], Sequence[Way]] = lambda _: ()) -> None:
        self.ways, self.more, self.bench = tuple(ways), more, ways[0].bench
        self.nothing = way(self.bench, model=False, people=False)
        self._plans: dict[Budget | None, JointAlternative] = {}
        worths = self.bench.payoffs
        scale = max(float(np.abs(worth).max()) for worth in (worths.answer, worths.seen, worths.left))
        self.tie = _TIE * max(scale * self.bench.total, 1.0)

    @cached_property
    def luck(self) -> Luck:
        """What choosing a way and a stop owes to luck, whatever the money.

        That of the recommended plan holds for simpler ones, too, so that none of them looks better for having fewer stops.
        """
        left, main = self.nothing.base[:, 0], self.bench.plan.budget
        net = [np.zeros(len(left))]
        for way in self.ways:
            idle = JointAlternative(self, way, 0, None)
            net += [idle.worth(idle.sums) - left, *(way.nets - left[:, None]).T]
        # An answerer who is not asked changes nothing.
        if self.plan(main).calls is not None:
            stops = [self.within(option, None) for option in self.more(None)]
            net += [stop.worth(stop.sums) - left for stop in stops]
        return luck(np.column_stack(net))

    def within(self, way: Way, budget: Budget | None) -> JointAlternative:
        """Return the stop of one way of greatest mean net value within a budget; of equal ones the first, not starting before all."""
        purse = way.purse
        most = purse.affordable(way.paid, budget, way.calls) if purse.pays_model(budget) else -1
        stops = [(self.nothing, 0), *([(way, 0)] if most >= 0 else [])]
        if (best := purse.best_stop(way.path, most, self.tie, way.calls)) is not None:
            stops.append((way, best[0]))
        return self._first([JointAlternative(self, *stop, budget, most) for stop in stops])

    def _first(self, stops: Sequence[JointAlternative]) -> JointAlternative:
        """Return the stop worth most, of equal ones the first."""
        top = max(stop.mean for stop in stops)
        return next(stop for stop in stops if stop.mean >= top - self.tie)

    def best(self, ways: Sequence[Way], budget: Budget | None) -> JointAlternative:
        """Return the best plan within a budget by one of some ways; by none of none."""
        return self._first([self.within(way, budget) for way in ways or [self.nothing]])

    def plan(self, budget: Budget | None) -> JointAlternative:
        """Return the plan of a budget: the same one whoever asks."""
        if budget not in self._plans:
            self._plans[budget] = self.best([*self.ways, *self.more(budget)], budget)
        return self._plans[budget]


@dataclass(frozen=True)
class WholeCounts:
    """Items of the list: accepted + settled + reviewed + left are all; found + the wrong ones those with an answer.

    ``accepted``: answered by the model alone, ``wrong`` of them wrong; ``settled``: by an answerer, ``settled_wrong``
    of them wrong; ``reviewed`` by people, ``amiss`` of them wrong; ``left`` to nobody. Where only some classes are
    collected, ``found`` are those of these, and nobody counts what people err in others: ``amiss`` is None. Less than
    one wrong answer is not rounded to none: it is what it is, and counts as none where all are added up.
    """

    accepted: int
    wrong: float
    settled: int
    settled_wrong: float
    reviewed: int
    amiss: float | None
    left: int
    found: int

    @property
    def right_and_wrong(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Right and wrong answers of the model alone, and of an answerer."""
        answerer = self.settled - self.settled_wrong, self.settled_wrong
        return (self.accepted - self.wrong, self.wrong), answerer

    @property
    def by_people(self) -> tuple[float, ...]:
        """Right and wrong answers of people; all they review, where nobody counts what they err."""
        return (self.reviewed,) if self.amiss is None else (self.reviewed - self.amiss, self.amiss)

    @property
    def all_wrong(self) -> float:
        """Wrong answers of all, those of people where they are counted."""
        counts = (self.wrong, self.settled_wrong, self.amiss or 0)
        return _or_fewer(sum(map(int, counts)), sum(counts))


def whole_counts(option: JointAlternative, *, collected: bool) -> WholeCounts:
    """Return the counts of a plan; ``collected``: only some classes are counted as found."""
    accepted, settled, left = option.accepted.value, option.settled.value, option.left.value
    parts = np.array([left, option.items, settled, accepted])
    # Between two stops that are drawn means of draws are off by less than an item.
    nobody, people, answerer, alone = whole_parts(parts, round(option.planner.bench.total)).tolist()
    wrong, settled_wrong, finds = option.wrong.value, option.settled_wrong.value, option.found.value
    amiss = 0.0 if collected else max(option.labelled - finds - wrong - settled_wrong, 0.0)
    parts = np.array([amiss, settled_wrong, wrong, max(finds, 0.0)])
    whole = np.floor(parts + 0.5) if collected else whole_parts(parts, alone + answerer + people)
    *wrong_each, right = whole.astype(np.int64).tolist()
    of_people, of_answerer, of_model = map(min, wrong_each, (people, answerer, alone))
    right = right if collected else alone + answerer + people - of_people - of_answerer - of_model
    wrong, settled_wrong = _or_fewer(of_model, wrong), _or_fewer(of_answerer, settled_wrong)
    counted = None if collected else _or_fewer(of_people, amiss)
    return WholeCounts(alone, wrong, answerer, settled_wrong, people, counted, nobody, right)


def _or_fewer(whole: int, number: float) -> float:
    """Return a whole number, or where it is none and the number is not, what is printed as fewer than one."""
    return float(whole) or (min(number, _FEWER) if number > 1e-6 else 0.0)


def whole_or_fewer(parts: Sequence[float], total: float) -> list[float]:
    """Round the parts of a printed total so that they add up to it; less than one is not rounded to none.

    >>> whole_or_fewer([81.6, 3321.6, 0.2], 3403), whole_or_fewer([0.2, 0.1], 0.3)
    ([82.0, 3321.0, 0.2], [0.2, 0.1])
    """
    whole = whole_parts(np.array(parts), int(total)).tolist()
    return [_or_fewer(count, part) for count, part in zip(whole, parts, strict=True)]
