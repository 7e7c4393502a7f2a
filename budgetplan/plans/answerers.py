"""Answerers who are paid by the item: about what it pays to ask, and whose answers stand (METHODS Part A, 0.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import ALONE, LEFT
from budgetplan.core.asking import PARTS, AskDraws, Policy, draw_asked, levels
from budgetplan.domain.answerers import Answerer, Answers
from budgetplan.domain.plan import Budget
from budgetplan.plans.bench import Bench
from budgetplan.plans.cutoffs import likely
from budgetplan.plans.purse import calls_of
from budgetplan.plans.ways import AskedItems, Drawn, Way, by_answerer, queued, tables, way

Then = Literal["people", "nobody", "stands"]
"""What is counted on after an answer: that people review what gains by it, that nobody does, that every answer stands."""
_SLACK = 1e-9


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
        self._drawn: dict[tuple[str, bool, Then, int], Drawn] = {}
        self._offers: dict[tuple[str, bool, Then], _Offer] = {}

    def __call__(self, budget: Budget | None) -> list[Drawn]:
        """Return all of them within a budget."""
        return [*self.beside(budget, model=True), *self.beside(budget, model=False), *self.alone(budget)]

    def beside(self, budget: Budget | None, *, model: bool) -> list[Drawn]:
        """Return those in which it is asked where that pays; ``model``: whether the model may answer, too."""
        # As if money were at hand for every review, and as if there were none.
        kinds: tuple[Then, ...] = ("people", "nobody") if self.people else ("nobody",)
        return [
            each for one in self.every for then in kinds for each in self._within(one, budget, model, then)
        ]

    def alone(self, budget: Budget | None) -> list[Drawn]:
        """Return those in which it is asked about all items, every answer stands, and nobody else does anything."""
        return [each for one in self.every for each in self._within(one, budget, False, "stands")]

    @cached_property
    def _plain(self) -> dict[bool, Way]:
        return {model: way(self.bench, model=model) for model in (True, False)}

    def _within(self, one: Answering, budget: Budget | None, model: bool, then: Then) -> Iterator[Drawn]:
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
            people = self.people and then != "stands"
            made = queued(bench, plain.answer, role, gain, people=people, asked=items)
            self._drawn[*key, len(order)] = Drawn(made)
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
