"""What becomes of each item of the list where an answerer may be asked: counted on it once the answers are there.

A plan is made before anybody is asked, from what labelled items say an answerer would say. On the list it is carried out
item by item: people get what no answer settles (METHODS Part A).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.core.answers import ALONE
from budgetplan.core.asking import cuts, level_of
from budgetplan.domain.plan import Budget
from budgetplan.plans.bench import Bench
from budgetplan.plans.option import JointAlternative
from budgetplan.plans.ways import Way, queued


@dataclass(frozen=True, eq=False)
class AnsweredList:
    """A plan with an answerer on the N rows of the list.

    Attributes
    ----------
    way
        Who decides on which row, as far as the answers are there; no labels are known.
    unasked
        Rows, sorted, that the answerer is still to be asked about before anything goes to people.
    review
        How many rows of its queue people review.
    paid
        What asking costs on this list, in currency units.
    """

    way: Way
    unasked: IntArray
    review: int
    paid: Decimal

    @property
    def bench(self) -> Bench:
        """The rows with what the models say of them."""
        return self.way.bench

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
    def settled(self) -> BoolArray:
        """Whether an answer that is there stands, shape (N,)."""
        asked = self.way.asked
        return np.zeros(len(self.way.role), dtype=bool) if asked is None else np.asarray(asked.settled > 0)

    @property
    def counts(self) -> tuple[int, int]:
        """How many items the model answers alone, and how many the answers that are there settle."""
        return int(self.accepted.sum()), int(self.settled.sum())

    @property
    def queue(self) -> IntArray:
        """Rows in the order in which people review them, shape (K,)."""
        return self.way.queue.order

    @property
    def waits(self) -> bool:
        """Whether the answerer is still to be asked before anything goes to people."""
        return len(self.unasked) > 0


def answered_list(option: JointAlternative, budget: Budget | None) -> AnsweredList:
    """Carry out a plan on the list that it is made for, as far as the answers are there."""
    asked, planned = option.way.asked, option.way
    bench = planned.bench
    none: IntArray = np.zeros(0, dtype=np.int64)
    if asked is None:
        return AnsweredList(planned, none, _review(planned, option, budget), Decimal(0))
    place = [spec.name for spec in bench.plan.answerers].index(asked.answerer)
    here, labelled = bench.data.answers[place], bench.pool.test.answers[place]
    there = np.ones(bench.data.n_items, dtype=bool) if here.asked is None else here.asked
    level = np.zeros(len(there), dtype=np.int64)
    if labelled.confidence is not None and here.confidence is not None:
        level = level_of(cuts(labelled.confidence), here.confidence)
    given = asked.asked & there & (here.answer >= 0) & (here.answer < bench.data.n_classes)
    rows = np.flatnonzero(given)
    stands = np.zeros((len(asked.policies), *asked.policies[0].stands.shape), dtype=bool)
    for code, each in enumerate(asked.policies):
        stands[code] = each.stands
    settled = np.zeros(len(there))
    settled[rows] = stands[asked.policy[rows], here.answer[rows], level[rows]]
    answer = np.where(settled > 0, here.answer, planned.answer)
    people = len(planned.queue.order) > 0
    known = queued(
        bench, answer, planned.role, planned.gain, people=people, asked=replace(asked, settled=settled)
    )
    unasked = np.flatnonzero(asked.asked & ~there)
    return AnsweredList(known, unasked, _review(known, option, budget), asked.calls.amount)


def _review(way: Way, option: JointAlternative, budget: Budget | None) -> int:
    """Return how many are reviewed: what the budget pays for, as deep into the queue as the plan goes."""
    purse, known = way.bench.purse, way.known
    if not option.items or not purse.pays_model(budget):
        return 0
    most = purse.affordable(known, budget, way.calls)
    if option.queue_ends or option.items >= option.most:
        return most
    part = option.items / option.drawn.path.n_items
    return min(most, int(part * known.n_items * (1 + 1e-9)))
