"""What the recommended answers come to, on the project's own list or on the test items, in the same draws (METHODS 0.10)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import (
    ALONE,
    ELSEWHERE,
    LEFT,
    AnswerDraws,
    AnswerOutcome,
    Surest,
    heated,
    outcome,
    surest,
)
from budgetplan.core.places import farthest, shift, unlike
from budgetplan.core.stops import interval
from budgetplan.domain.decision import FEWEST, Estimate, Refusal
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Plan
from budgetplan.metrics.answers.thresholds import ABSTAIN, accepted, bayes
from budgetplan.metrics.answers.value import WorthTable, item_weights, predict
from budgetplan.planning.defer.pooling import PooledAnswers, draws_of, payoffs, same_model
from budgetplan.planning.defer.scaling import as_new

KNOWN = 0.5
"""Where less than this share of the list is in groups of the sample, whole groups were labelled."""


@dataclass(frozen=True, eq=False)
class AnsweredAlone:
    """What the recommended answers come to.

    Attributes
    ----------
    items, alone
        How many items are planned for, and how many are answered alone; weighted.
    answer, accepted, sure
        Shape (N,): the answer to each item, whether it stands, and how probable it is.
    wrong
        How many of the answers are wrong.
    wrong_by_answer, wrong_by_truth
        The same by what is answered, and by what is true, by name.
    value, none, gain
        What an item is worth on average, what it is worth if all are left, and the difference.
    cost
        Of reviewing what is left, in currency units; None where nothing was said of it.
    forecast
        The lowest confidence from which on so few answers as wanted are wrong in 95 % of the draws, and how many
        reach it; None where that is no goal, or no confidence does.
    is_list
        Whether the items are the project's own list, not the test items.
    shifts
        How far the test items stand from the middle of the list by what the models say, in standard errors.
    outside
        How many of the answers are surer than all of those to test items.
    refusal
        Why nothing can be recommended; else empty.
    """

    items: float
    alone: float
    answer: IntArray
    accepted: BoolArray
    sure: FloatArray
    wrong: Estimate
    wrong_by_answer: Mapping[str, Estimate]
    wrong_by_truth: Mapping[str, Estimate]
    value: Estimate
    none: Estimate
    gain: Estimate
    cost: float | None
    forecast: tuple[float, float] | None
    is_list: bool
    shifts: Mapping[str, float]
    outside: float
    refusal: Refusal

    @property
    def share(self) -> float:
        """Part of the items that is answered alone."""
        return self.alone / self.items

    @property
    def share_left(self) -> float:
        """Part of the items that is left to people."""
        return self.left / self.items

    @property
    def share_wrong(self) -> float:
        """Part of the answers that is wrong, where there are any."""
        return self.wrong.value / self.alone

    @property
    def left(self) -> float:
        """Items left to people."""
        return self.items - self.alone

    @property
    def unlike(self) -> tuple[str, ...]:
        """Models by whose confidence the test items do not stand where the list does, by name."""
        return unlike(self.shifts)

    def doubts(self, file: str, n_test: int, model: str) -> tuple[Doubt, ...]:
        """Return what makes it doubtful that the test items speak for the list."""
        n = round(self.items)
        found = [
            Doubt(DoubtKind.LIST_UNLIKE, file, n=n, of=n_test, names=(name,), value=self.shifts[name])
            for name in self.unlike
        ]
        if self.refusal == "outside":
            found.append(
                Doubt(DoubtKind.OUTSIDE, file, n=math.ceil(self.outside - 1e-9), of=n_test, names=(model,))
            )
        return tuple(found)


def is_whole_list(plan: Plan, listed: ClassifiedSet) -> bool:
    """Say whether the rows of a list are all of it: one of which another size is said is planned by share."""
    size = float(item_weights(listed.n_items, listed.weight).sum())
    return plan.list_size is None or abs(plan.list_size - size) < 1e-9 * max(size, 1.0)


@dataclass(frozen=True, eq=False)
class DecidedAnswers:
    """Who answers: shape (N,) each; ``probability`` (N, C) is what that was decided by."""

    probability: FloatArray
    answer: IntArray
    accepted: BoolArray


def decided(
    table: WorthTable, probability: FloatArray, review_cost: FloatArray | None, *, relabel: bool
) -> DecidedAnswers:
    """Return which answers stand: those that are worth at least leaving the item (METHODS S4; ties accept).

    Examples
    --------
    >>> from budgetplan.metrics.answers.value import triple
    >>> found = decided(triple(2, 1.0, -4.0, 0.0), np.array([[0.9, 0.1], [0.6, 0.4]]), None, relabel=False)
    >>> found.answer.tolist(), found.accepted.tolist()
    ([0, 0], [True, False])
    """
    answer, confidence = predict(probability)
    if not relabel:
        items = accepted(table, answer, confidence, probability, review_cost).items
        assert items is not None
        return DecidedAnswers(probability, answer, items)
    best = bayes(table, probability, 0.0 if review_cost is None else review_cost)
    return DecidedAnswers(probability, np.where(best == ABSTAIN, answer, best), best != ABSTAIN)


@dataclass(frozen=True, eq=False)
class AnswerPlan:
    """The items that are planned for, and the draws that everything said of them is read from.

    Attributes
    ----------
    items
        The list, or the test items.
    pool, drawn
        The recommended models, and how often they are right.
    probability
        Shape (N, C): what they say of the items, less sure where the list is unlike the test items.
    cutoff
        Where answers are accepted from a guaranteed confidence on, that.
    """

    plan: Plan
    table: WorthTable
    test: ClassifiedSet
    items: ClassifiedSet
    pool: PooledAnswers
    drawn: AnswerDraws
    probability: FloatArray
    shifts: Mapping[str, float]
    cutoff: float | None
    said: Predictions

    @property
    def weight(self) -> FloatArray:
        """Shape (N,): how many items each row stands for."""
        return item_weights(self.items.n_items, self.items.weight)

    @property
    def relabel(self) -> bool:
        """Whether the answer is the most valuable class."""
        assert self.plan.deferral is not None
        stated = any(
            each.probabilities is not None for each in self.test.models if each.name in self.pool.members
        )
        return self.plan.deferral.relabel and stated

    def decided(self, table: WorthTable | None = None) -> DecidedAnswers:
        """Return which answers stand; ``table``: at other values."""
        chosen = decided(
            self.table if table is None else table,
            self.probability,
            self.items.review_cost,
            relabel=self.relabel,
        )
        if self.cutoff is None:
            return chosen
        return DecidedAnswers(chosen.probability, self.said.predicted, self.said.confidence >= self.cutoff)

    def outcome(self, chosen: DecidedAnswers) -> AnswerOutcome:
        """Return what becomes of the items in every draw."""
        who = np.where(chosen.accepted, ALONE, LEFT)
        return outcome(
            self.drawn, self.probability, chosen.answer, who, count=self.weight, group=self.items.group
        )

    def surest(self) -> Surest:
        """Return how many of the surest answers are wrong in every draw."""
        return surest(self.drawn, self.probability, count=self.weight, group=self.items.group)


def planned(
    plan: Plan,
    table: WorthTable,
    test: ClassifiedSet,
    listed: ClassifiedSet | None,
    chosen: tuple[Predictions, PooledAnswers],
    cutoff: float | None,
) -> AnswerPlan:
    """Return the items that are planned for with the draws.

    Parameters
    ----------
    listed
        The whole of the project's list, its truths unknown; None: the test items are planned for.
    chosen
        What the recommended model says of the test items, and what it is pooled from.
    cutoff
        Its guaranteed cutoff, where answers are accepted by one.
    """
    said, pool = chosen
    items = test if listed is None else listed
    probability = pool.test if listed is None else pool.of(items)
    shifts = {} if listed is None else shifts_of(test, items)
    if unlike(shifts):
        probability = heated(probability, ELSEWHERE)
    return AnswerPlan(
        plan,
        table,
        test,
        items,
        pool,
        draws_of(plan, test, pool.test),
        probability,
        MappingProxyType(shifts),
        cutoff,
        same_model(items, said),
    )


def answered_alone(this: AnswerPlan, price: FloatArray | None) -> AnsweredAlone:
    """Return what the recommended answers come to.

    Parameters
    ----------
    this
        See :func:`planned`.
    price
        Shape (N,): what reviewing each item costs, in currency units; None where nothing was said.
    """
    chosen, weight, test = this.decided(), this.weight, this.test
    taken, total = chosen.accepted, float(weight.sum())
    found, worth = this.outcome(chosen), payoffs(this.table, test)
    cost = np.zeros(len(weight)) if this.items.review_cost is None else this.items.review_cost
    value = found.value(worth) - float(weight[~taken] @ cost[~taken])
    none = (found.alone.sum(axis=1) + found.left) @ worth.left - float(weight @ cost)

    def read(draws: FloatArray, *, count: bool = True) -> Estimate:
        return estimated(draws, this.plan.resamples, least=0.0 if count else -math.inf)

    def by_name(names: tuple[str, ...], draws: FloatArray) -> Mapping[str, Estimate]:
        return MappingProxyType({name: read(own) for name, own in zip(names, draws.T, strict=True)})

    labelled = predict(this.pool.test)[1].max()
    sure = this.probability.max(axis=1)
    beyond = (this.pool.of(this.items) if this.items is not test else this.pool.test).max(axis=1) > labelled
    outside = float(weight[taken & beyond].sum())
    much = says_nothing(outside, found.answered, float(weight[beyond].sum()), total, test.n_items)
    refusal: Refusal = ""
    if test.n_items < FEWEST:
        refusal = "few"
    elif much and this.items is not test:
        refusal = "outside"
    return AnsweredAlone(
        items=total,
        alone=found.answered,
        answer=chosen.answer,
        accepted=taken,
        sure=sure if this.cutoff is None else this.said.confidence,
        wrong=read(found.wrong),
        wrong_by_answer=by_name(test.classes, found.wrong_by_answer),
        wrong_by_truth=by_name(test.names, found.wrong_by_truth),
        value=read(value / total, count=False),
        none=read(none / total, count=False),
        gain=read((value - none) / total, count=False),
        cost=None if price is None else float(weight[~taken] @ price[~taken]),
        forecast=_forecast(this),
        is_list=this.items is not test,
        shifts=this.shifts,
        outside=outside,
        refusal=refusal,
    )


def says_nothing(outside: float, planned: float, beyond: float, total: float, labelled: int) -> bool:
    """Say whether labels say nothing of a plan: more than half of it lies beyond all of them, and more of the list than 3 / n.

    A random sample of n items misses such a part of a list once in twenty times.

    Parameters
    ----------
    outside, planned, beyond, total
        Items of the plan beyond all labelled ones, and of the whole plan; the same of the list.
    labelled
        How many items, n, are labelled.

    Examples
    --------
    >>> says_nothing(60, 100, 40, 1000, 100), says_nothing(40, 100, 40, 1000, 100), says_nothing(60, 100, 20, 1000, 100)
    (True, False, False)
    """
    return outside > planned / 2 and beyond > 3 / labelled * total


def _forecast(this: AnswerPlan) -> tuple[float, float] | None:
    """Return from which confidence on few enough answers are likely wrong, and how many reach it."""
    assert this.plan.deferral is not None
    if this.plan.deferral.most_wrong is None:
        return None
    found = this.surest()
    at = found.least(float(this.plan.deferral.most_wrong))
    return None if at is None else (float(found.cutoff[at]), float(found.answered[at]))


def estimated(draws: FloatArray, resamples: int, *, least: float = -math.inf) -> Estimate:
    """Return the mean of draws with their middle 95 %; without an interval where none was asked for.

    >>> estimated(np.arange(1.0, 1000.0), 999)
    Estimate(value=500.0, low=25.0, high=975.0)
    """
    mean = max(float(draws.mean()), least)
    if not resamples:
        return Estimate(mean)
    low, high = interval(draws).tolist()
    return Estimate(mean, max(low, least), max(high, least))


def shifts_of(test: ClassifiedSet, listed: ClassifiedSet) -> Mapping[str, float]:
    """Return how far test items stand from the middle of a list by what the models say, in standard errors (METHODS 0.14).

    By the mean of the models where there is one, else by each: by how sure it is, and by the probability of each class,
    since a list of other classes may be as sure; what is farthest away counts as the farthest of so many.
    """
    means = [each for each in test.models if each.members]
    count = item_weights(listed.n_items, listed.weight)
    group = test.group if _whole_groups(test, listed, count) else None
    return MappingProxyType(
        {
            each.name: farthest(
                [
                    shift(known, own, weight=test.weight, count=count, group=group)
                    for known, own in zip(
                        stated(as_new(each)).T, stated(same_model(listed, each)).T, strict=True
                    )
                ]
            )
            for each in means or test.models
        }
    )


def _whole_groups(test: ClassifiedSet, listed: ClassifiedSet, count: FloatArray) -> bool:
    """Say whether the groups of the test items are few of those of the list, so that whole ones were drawn."""
    if test.group is None or listed.group is None:
        return False
    known = np.isin(np.array(listed.groups)[listed.group], np.array(test.groups)[np.unique(test.group)])
    return float(count[known].sum()) < KNOWN * float(count.sum())


def stated(said: Predictions) -> FloatArray:
    """Return what two sets are compared by, shape (n, k): the confidence, and each class's probability.

    Of two classes one says it all: the other's probability is what is left to 1.

    Examples
    --------
    >>> said = Predictions("m", np.array([0, 1]), np.array([0.75, 1.0]), np.array([[0.75, 0.25], [0.0, 1.0]]))
    >>> stated(said).tolist()
    [[0.75, 0.25], [1.0, 1.0]]
    """
    if said.probabilities is None:
        return said.confidence[:, None]
    classes = said.probabilities if said.probabilities.shape[1] > 2 else said.probabilities[:, -1:]
    return np.column_stack([said.confidence, classes])
