"""Answerers who are paid by the item (METHODS Part A, 0.12): about what it pays to ask, whose answers stand, when one drops out.

A plan is made before anybody is asked, from what labelled items say an answerer would say. On the list it is carried out
item by item, counted on the answers once they are there: people get what no answer settles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import ALONE, LEFT
from budgetplan.core.asking import PARTS, AskDraws, Policy, cuts, draw_asked, level_of, levels
from budgetplan.domain.answerers import AmongPeople, Answerer, Answers
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, exact
from budgetplan.models.value import item_weights
from budgetplan.plans.bench import Bench, calls_of
from budgetplan.plans.cutoffs import likely
from budgetplan.plans.ways import AskedItems, JointAlternative, Planner, Way, by_answerer, tables, way

Then = Literal["people", "nobody", "stands"]
"""What is counted on after an answer: that people review what gains by it, that nobody does, that every answer stands."""
_SLACK = 1e-9
PRECISION = 1e-3
"""So much of a price, and ten times as much of a share of errors, is left open."""
NEVER = 2.0**60
"""An answerer who is asked at such a price is asked at any: money limits nothing."""
MOST_HALVINGS = 60
"""After so many halvings a price is known to the last digit that counts."""


@dataclass(frozen=True, eq=False)
class Answering:
    """One answerer of a plan.

    ``said``: of the labelled items; ``cost``: of asking about each item that is planned for, in millionths.
    """

    spec: Answerer
    said: Answers
    cost: FloatArray
    draws: AskDraws
    ever_right: bool

    def may_stand(self, top: int) -> BoolArray:
        """Return which answers may stand where a model gives one answer, by class and level, shape (C, L)."""
        allowed = np.ones((self.draws.other.shape[1], self.draws.n_levels), dtype=bool)
        if self.spec.accept == "agree":
            allowed[:] = (np.arange(len(allowed)) == top)[:, None]
        elif self.spec.accept == "confident":
            allowed[:, 0] = False
        return allowed


def answering(bench: Bench, spec: Answerer, said: Answers, cost: FloatArray) -> Answering:
    """Return an answerer by what it said of the labelled items; what no model can answer has no worth, and is no answer."""
    test = bench.pool.test
    assert bench.pool.labelled.probabilities is not None
    given = (said.answer >= 0) & (said.answer < test.n_classes)
    said = replace(said, answer=np.where(given, said.answer, -1))
    draws = draw_asked(
        said.answer,
        levels(said.confidence, test.n_items),
        bench.pool.labelled.probabilities,
        test.truth,
        len(test.names),
        bench.plan.draws,
        bench.plan.seed,
        weight=test.weight,
        group=test.group,
        drawn=test.stratum,
    )
    return Answering(spec, said, cost, draws, bool((said.answer == test.truth).any()))


def answerings(bench: Bench) -> tuple[Answering, ...]:
    """Return every answerer of a plan, by name; where nobody says what a call costs, it is what one does on average."""
    every = zip(bench.plan.answerers, bench.pool.test.answers, bench.data.answers, strict=True)
    made = [
        answering(bench, spec, said, np.where(np.isnan(here.cost), np.nanmean(said.cost), here.cost))
        for spec, said, here in every
    ]
    return tuple(sorted(made, key=lambda one: one.spec.name))


@dataclass(frozen=True, eq=False)
class _Offer:
    """What asking about each item would bring, arrays of shape (n,).

    ``benefit``: in currency units beyond what happens without it; ``role``, ``gain``: of what no answer settles.
    """

    policies: tuple[Policy, ...]
    policy: IntArray
    benefit: FloatArray
    settled: FloatArray
    role: IntArray
    gain: FloatArray


class Asking:
    """Every way in which somebody is asked, for any budget.

    Parameters
    ----------
    all_stand
        Whether every answer stands that may; else those that are worth more than the model's answer, a review and no
        label.
    people
        Whether people review.
    """

    def __init__(
        self, bench: Bench, every: Sequence[Answering], *, all_stand: bool = False, people: bool = True
    ) -> None:
        self.bench, self.all_stand, self.people = bench, all_stand, people
        self.every = [one for one in every if one.spec.accept != "none" and one.ever_right]
        self._drawn: dict[tuple[str, bool, Then, int], Way] = {}
        self._offers: dict[tuple[str, bool, Then], _Offer] = {}

    def __call__(self, budget: Budget | None) -> list[Way]:
        """Return all of them within a budget."""
        return [*self.beside(budget, model=True), *self.beside(budget, model=False), *self.alone(budget)]

    def beside(self, budget: Budget | None, *, model: bool) -> list[Way]:
        """Return those in which it is asked where that pays; ``model``: whether the model may answer, too."""
        # As if money were at hand for every review, and as if there were none.
        kinds: tuple[Then, ...] = ("people", "nobody") if self.people else ("nobody",)
        return [
            each for one in self.every for then in kinds for each in self._within(one, budget, model, then)
        ]

    def alone(self, budget: Budget | None) -> list[Way]:
        """Return those in which it is asked about all items, every answer stands, and nobody else does anything."""
        return [each for one in self.every for each in self._within(one, budget, False, "stands")]

    @cached_property
    def _plain(self) -> dict[bool, Way]:
        return {model: way(self.bench, model=model) for model in (True, False)}

    def _within(self, one: Answering, budget: Budget | None, model: bool, then: Then) -> Iterator[Way]:
        """Return one way to ask, about as many items as the money lasts for, those that gain most for it first."""
        bench, cost, offer = self.bench, one.cost, self._offer(one, model=model, then=then)
        key = one.spec.name, model, then
        wanted = offer.benefit > (-np.inf if then == "stands" else _SLACK)
        order = np.lexsort((cost, -np.round(offer.benefit / np.maximum(cost, _SLACK), 9)))
        order = order[wanted[order]]
        paid = np.cumsum((bench.count * cost)[order])
        order = order[paid <= bench.purse.for_calls(budget) * (1 + _SLACK)]
        number = float(bench.count[order].sum())
        calls = calls_of(one.spec.name, number, float(paid[len(order) - 1])) if number else None
        if calls is None:
            return
        if (*key, len(order)) not in self._drawn:
            asked = np.zeros(len(cost), dtype=bool)
            asked[order] = True
            plain = self._plain[model]
            items = AskedItems(
                one.spec.name,
                self.all_stand,
                one.draws,
                offer.policies,
                np.where(asked, offer.policy, -1),
                np.where(asked, offer.settled, 0.0),
                cost,
                calls,
            )
            role = np.where(asked, offer.role, plain.role)
            gain = np.where(asked, offer.gain, plain.gain)
            if not self.people or then == "stands":
                gain[:] = -np.inf
            made = Way(bench, plain.answer, role, gain, items)
            self._drawn[*key, len(order)] = made
        yield self._drawn[*key, len(order)]

    def _offer(self, one: Answering, *, model: bool, then: Then) -> _Offer:
        """Return what asking would bring."""
        key = one.spec.name, model, then
        if key in self._offers:
            return self._offers[key]
        bench, plain = self.bench, self._plain[model]
        p = bench.probability
        n_classes, n = p.shape[1], len(p)
        table, top = by_answerer(tables(bench)[0]), p.argmax(axis=1)
        cell = top * PARTS + one.draws.part(p.max(axis=1))
        if_answered, if_left, if_seen = self._worths
        price = bench.price if then == "people" else np.full(n, np.inf)
        no_model = np.where(bench.silent | (not model), -np.inf, 0.0)
        call = bench.purse.tariff.calls * one.cost
        policies: list[Policy] = []
        policy, role = np.zeros(n, dtype=np.int64), np.full(n, LEFT)
        settled, benefit, gain = np.zeros((3, n))
        for code in np.unique(cell).tolist():  # answers and tenths, not items
            rows, (answered, tenth) = np.flatnonzero(cell == code), divmod(code, PARTS)
            q, answer = self._likely[rows], if_answered[plain.answer[rows]]
            stands = one.may_stand(answered)
            if not self.all_stand and then != "stands":
                mean = np.average(q, axis=0, weights=np.maximum(bench.count[rows], _SLACK))
                joint = mean[:, None, None] * one.draws.said(answered, tenth)[:n_classes]
                stands &= self._best(joint, mean, float(np.mean(price[rows])), model=model)
            made = one.draws.policy(answered, tenth, stands, table)
            share, amount = one.draws.expected(made)
            rest = q * (1 - share[:n_classes])
            left_over = rest.sum(axis=1)
            before, after = (
                np.stack([(each * answer).sum(axis=1) + no_model[rows], each @ if_left, each @ if_seen])
                for each in (q, rest)
            )
            here, best = (
                np.maximum(each[:2].max(axis=0), each[2] - items * price[rows])
                for each, items in ((before, 1.0), (after, np.maximum(left_over, _SLACK)))
            )
            policy[rows], settled[rows] = len(policies), 1 - left_over
            policies.append(made)
            benefit[rows] = q @ amount[:n_classes, 0] + best - here - call[rows]
            role[rows] = np.where(after[0] >= after[1], ALONE, LEFT)
            gain[rows] = (after[2] - after[:2].max(axis=0)) / np.maximum(left_over, _SLACK)
        gain -= bench.price
        self._offers[key] = _Offer(tuple(policies), policy, benefit, settled, role, gain)
        return self._offers[key]

    @cached_property
    def _likely(self) -> FloatArray:
        """How likely each class is on average over the draws, which count what comes of it, shape (n, C)."""
        return likely(self.bench)

    @cached_property
    def _worths(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """What an answer, (C, C), no label and a review, (C,), are worth by the classes that models know."""
        worths, n = self.bench.payoffs, self.bench.probability.shape[1]
        return worths.answer[:, :n], worths.left[:n], worths.seen[:n]

    def _best(self, joint: FloatArray, mean: FloatArray, price: float, *, model: bool) -> BoolArray:
        """Return which answers are worth as much as whatever else there is, by class and level, shape (C, L).

        ``joint``: how likely truth and answer are together, (C, C, L); ``mean``: the truth; ``price``: of a review.
        """
        if_answered, if_left, if_seen = self._worths
        other = [if_left]
        if np.isfinite(price):
            other.append(if_seen - price)
        if model:
            own = (if_answered @ mean).argmax() if self.bench.relabels else mean.argmax()
            other.append(if_answered[int(own)])
        best = np.max([np.einsum("tal,t->al", joint, each) for each in other], axis=0)
        theirs = np.einsum("tal,at->al", joint, if_answered)
        return np.asarray(theirs >= best - _SLACK * joint.sum(axis=0))


@dataclass(frozen=True, eq=False)
class AnsweredList:
    """A plan with an answerer on the N rows of the list.

    Attributes
    ----------
    way
        Who decides on which row, as far as the answers are there; no labels are known.
    unasked
        Rows, sorted, that the answerer is still to be asked about before anything goes to people.
    settled
        Whether an answer that is there stands, shape (N,).
    review
        How many rows of its queue people review.
    paid
        What asking costs on this list, in currency units.
    """

    way: Way
    unasked: IntArray
    settled: BoolArray
    review: int
    paid: Decimal

    @property
    def answerer(self) -> str:
        """Who is asked; empty: nobody."""
        return self.way.rule.answerer

    @property
    def accepted(self) -> BoolArray:
        """Whether the model answers alone, shape (N,)."""
        kept = (self.way.role == ALONE) & (self.way.shares(self.review) < 1)
        return np.asarray(kept & ~self.settled)

    @property
    def counts(self) -> tuple[int, int]:
        """How many items the model answers alone, and how many the answers that are there settle."""
        return int(self.accepted.sum()), int(self.settled.sum())

    @property
    def waits(self) -> bool:
        """Whether the answerer is still to be asked before anything goes to people."""
        return len(self.unasked) > 0


def answered_list(option: JointAlternative, budget: Budget | None) -> AnsweredList:
    """Carry out a plan on the list that it is made for, as far as the answers are there."""
    asked, planned = option.way.asked, option.way
    bench = planned.bench
    if asked is None:
        none, nobody = np.zeros(0, dtype=np.int64), np.zeros(len(planned.role), dtype=bool)
        return AnsweredList(planned, none, nobody, _review(planned, option, budget), Decimal(0))
    place = [spec.name for spec in bench.plan.answerers].index(asked.answerer)
    here, labelled = bench.data.answers[place], bench.pool.test.answers[place]
    there = np.ones(bench.data.n_items, dtype=bool) if here.asked is None else here.asked
    level = np.zeros(len(there), dtype=np.int64)
    if labelled.confidence is not None and here.confidence is not None:
        level = level_of(cuts(labelled.confidence), here.confidence)
    given = asked.asked & there & (here.answer >= 0) & (here.answer < bench.data.n_classes)
    stands = np.stack([policy.stands for policy in asked.policies])
    settled = given.copy()
    settled[given] = stands[asked.policy[given], here.answer[given], level[given]]
    answer = np.where(settled, here.answer, planned.answer)
    by_answers = replace(asked, settled=settled.astype(np.float64))
    gain = planned.gain if len(planned.queue.order) else np.full(len(there), -np.inf)
    known = Way(bench, answer, planned.role, gain, by_answers)
    unasked = np.flatnonzero(asked.asked & ~there)
    return AnsweredList(known, unasked, settled, _review(known, option, budget), asked.calls.amount)


def _review(way: Way, option: JointAlternative, budget: Budget | None) -> int:
    """Return how many are reviewed: what the budget pays for, as deep into the queue as the plan goes."""
    purse, known = way.bench.purse, way.known
    if not option.items or not purse.pays_model(budget):
        return 0
    most = purse.affordable(known, budget, way.calls)
    if option.queue_ends or option.items >= option.most:
        return most
    part = option.items / option.way.path.n_items
    return min(most, int(part * known.n_items * (1 + 1e-9)))


@dataclass(frozen=True)
class KnownAnswerer:
    """What is known of one answerer, on the labelled items that chose the plan.

    Attributes
    ----------
    name, priced_on
        As the plan has them.
    price
        What an item costs on average, in currency units.
    items, answered
        Labelled items it was asked about, weighted, and those of them that it answered.
    right, agrees
        Share of its answers that are right, and that are those of the recommended model.
    worth_up_to
        The price of an item from which on it is not asked, in currency units; None: not even free of charge.
    errors_up_to
        The share of wrong answers from which on it is not asked; None: it is not asked at today's.
    among_people
        How it agrees with people beside how these agree; None where several judged nothing.
    """

    name: str
    priced_on: str
    price: float
    items: float
    answered: float
    right: float | None
    agrees: float | None
    worth_up_to: float | None
    errors_up_to: float | None
    among_people: AmongPeople | None = None

    @property
    def wrong(self) -> float | None:
        """Share of its answers that are wrong."""
        return None if self.right is None else 1 - self.right

    @property
    def unanswered(self) -> float:
        """Labelled items, weighted, that it was asked about and did not answer."""
        return self.items - self.answered

    @property
    def item_price(self) -> Decimal:
        """Its price of an item, to a millionth."""
        return exact(round(self.price, 6))


def asked_of(
    bench: Bench, planner: Planner, asking: Asking, budget: Budget | None
) -> tuple[KnownAnswerer, ...]:
    """Return what is known of every answerer of a plan, within one budget; ``planner``: of the ways that may ask nobody."""
    plain = max(planner.within(one, budget).mean for one in planner.ways)
    by_name = {one.spec.name: one for one in answerings(bench)}
    test, known = bench.pool.test, []
    for spec in bench.plan.answerers:
        own = by_name[spec.name]

        def gain(
            answer: IntArray | None, flat: float | None, own: Answering = own, spec: Answerer = spec
        ) -> float:
            if answer is not None:
                own = answering(bench, spec, replace(own.said, answer=answer), own.cost)
            if flat is not None:
                own = replace(own, cost=np.full(len(own.cost), flat * MICRO))
            ways = Asking(bench, [own], all_stand=asking.all_stand, people=asking.people)(budget)
            return max((planner.within(each, budget).mean for each in ways), default=plain) - plain

        told = known_answerer(
            spec,
            own.said,
            test.truth,
            item_weights(test.n_items, test.weight),
            bench.plan.seed,
            gain if spec.accept != "none" and bench.plan.prices.stated else None,
            tie=1e-9 * max(1.0, abs(plain)),
            predicted=bench.pool.labelled.predicted,
        )
        known.append(told)
    return tuple(known)


def known_answerer(
    spec: Answerer,
    said: Answers,
    truth: IntArray,
    weight: FloatArray,
    seed: int,
    gain: Callable[[IntArray | None, float | None], float] | None,
    *,
    tie: float,
    predicted: IntArray | None = None,
) -> KnownAnswerer:
    """Return what is known of one answerer; the labelled items as they are, not as they stand for the list.

    Parameters
    ----------
    said, truth, weight, predicted
        Shape (n,) each: its answers, the labels, how many items each is; and what a model answers, if one does.
    seed
        Of the order in which right answers are made wrong.
    gain
        How much more the best plan with it is worth than the best without, if it gave these answers (None: those it gave)
        at a flat price (None: today's); None: this is not asked.
    tie
        A gain of no more is none.
    """
    given = said.answer >= 0
    answered, right = float(weight @ given), given & (said.answer == truth)
    agrees = None if predicted is None else float(weight @ (given & (said.answer == predicted)))
    price = float(np.average(said.cost, weights=weight)) / MICRO
    limit = (
        None
        if gain is None
        else drop_out_price(lambda flat: gain(None, flat), max(price, 1e-6), tie, PRECISION)
    )
    return KnownAnswerer(
        name=spec.name,
        priced_on=spec.priced_on,
        price=price,
        items=float(weight.sum()),
        answered=answered,
        right=float(weight @ right) / answered if answered else None,
        agrees=agrees / answered if answered and agrees is not None else None,
        worth_up_to=limit,
        errors_up_to=None if gain is None else _errors_up_to(said, truth, weight, seed, gain, tie),
        among_people=said.among_people,
    )


def _errors_up_to(
    said: Answers,
    truth: IntArray,
    weight: FloatArray,
    seed: int,
    gain: Callable[[IntArray | None, float | None], float],
    tie: float,
) -> float | None:
    """Return the share of wrong answers from which on an answerer gains nothing, by making right ones wrong."""
    given = said.answer >= 0
    right = given & (said.answer == truth)
    n_right, n_given = float(weight @ right), float(weight @ given)
    if n_right <= 0 or gain(None, None) <= tie:
        return None
    # Instead of a right answer the wrong one that it gives most often where the truth is the item's.
    wrong = given & ~right
    counts = np.zeros((int(truth.max()) + 1, max(int(said.answer.max()), int(truth.max()), 1) + 1))
    np.add.at(counts, (truth[wrong], said.answer[wrong]), 1.0)
    np.fill_diagonal(counts, -1.0)
    instead = counts.argmax(axis=1)[truth]
    # Spread evenly over the items.
    place = np.ones(len(right))
    place[right] = (np.random.default_rng([seed, 11]).permutation(int(right.sum())) + 0.5) / int(right.sum())

    def spoilt(share: float) -> float:
        return gain(np.where(right & (place < share), instead, said.answer), None)

    if spoilt(1.0) > tie:
        return 1.0
    share = _halved(lambda share: spoilt(share) > tie, 0.0, 1.0, lambda _: PRECISION * 10)
    return 1 - n_right / n_given * (1 - share)


def drop_out_price(
    gain: Callable[[float], float], start: float, tie: float = 1e-12, precision: float = 0.0
) -> float | None:
    """Return the price of one item from which on an answerer gains nothing, by halving; None: not even free of charge.

    Infinite where money limits nothing.

    Parameters
    ----------
    gain
        How much more the best policy with the answerer is worth than the best without, at a price; it never rises.
    start
        A price to begin with, > 0.
    tie
        A gain of no more is none.
    precision
        So much of the price may be left open.

    Examples
    --------
    >>> round(drop_out_price(lambda price: 3.0 - 2 * price, 0.002), 9)
    1.5
    """
    if gain(0.0) <= tie:
        return None
    high = start
    while gain(high) > tie:  # doublings, not items
        high *= 2
        if high > NEVER:
            return float("inf")
    low = 0.0 if high == start else high / 2
    return _halved(lambda price: gain(price) > tie, low, high, lambda most: precision * most)


def _halved(
    pays: Callable[[float], bool], low: float, high: float, left_open: Callable[[float], float]
) -> float:
    """Return where something that pays at ``low`` pays no more, by halving; ``left_open``: so much below an upper end."""
    for _ in range(MOST_HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high or high - low <= left_open(high):
            break
        low, high = (middle, high) if pays(middle) else (low, middle)
    return (low + high) / 2
