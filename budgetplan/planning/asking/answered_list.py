"""What becomes of each item of the list where an answerer may be asked: counted on it once the answers are there.

Plans with an answerer are made from the labelled items, as nobody knows what it would say of the list. Their rule is
then carried out on the list: whom it pays to ask is asked, and people get what no answer settles (METHODS Part A).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import ALONE
from budgetplan.domain.answerers import Answers
from budgetplan.domain.plan import Budget
from budgetplan.planning.asking.answerers import answerings, asked_about
from budgetplan.planning.joint.bench import Bench
from budgetplan.planning.joint.option import JointAlternative
from budgetplan.planning.joint.ways import SETTLED, Way, way


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
        return np.asarray((self.way.role == ALONE) & (self.way.shares(self.review) < 1))

    @property
    def settled(self) -> BoolArray:
        """Whether an answer that is there stands, shape (N,)."""
        return np.asarray(self.way.role == SETTLED)

    @property
    def queue(self) -> IntArray:
        """Rows in the order in which people review them, shape (K,)."""
        return self.way.queue.order

    @property
    def waits(self) -> bool:
        """Whether the answerer is still to be asked before anything goes to people."""
        return len(self.unasked) > 0


def answered_list(bench: Bench, option: JointAlternative, budget: Budget | None) -> AnsweredList:
    """Carry out a plan on the list.

    Parameters
    ----------
    bench
        The list, with what the pooled models say of it and the answers that are there.
    option
        What is recommended, on the labelled items.
    """
    rule, known = option.rule, option.way.bench.data.answers
    if option.way.asked is None:
        one = way(bench)
        return AnsweredList(one, np.zeros(0, dtype=np.int64), _review(one, option, budget), Decimal(0))
    data = replace(
        bench.data,
        answers=tuple(_priced(said, other) for said, other in zip(bench.data.answers, known, strict=True)),
    )
    own = next(
        one for one in answerings(bench.plan, data, bench.said.predicted) if one.said.name == rule.answerer
    )
    there = np.ones(data.n_items, dtype=bool) if own.said.asked is None else own.said.asked
    stands = own.settled(rule) & there
    asked = asked_about(bench, own, rule, option.way.asked.cells, budget, stands)
    one = way(bench, asked=asked)
    unasked = np.flatnonzero((asked.asked > 0) & ~there)
    paid = Decimal(0) if asked.calls is None else asked.calls.amount
    return AnsweredList(one, unasked, _review(one, option, budget), paid)


def _review(one: Way, option: JointAlternative, budget: Budget | None) -> int:
    """Return how many are reviewed: what the budget pays for, as deep into the queue as the plan goes."""
    purse, known = one.bench.purse, one.known
    if not option.reviewed or not purse.pays_model(budget):
        return 0
    most = purse.affordable(known, budget, one.calls)
    if option.queue_ends or option.reviewed >= option.stop.most:
        return most
    part = option.reviewed / option.drawn.path.n_items
    return min(most, int(part * known.n_items * (1 + 1e-9)))


def _priced(said: Answers, known: Answers) -> Answers:
    """Return the answers with the mean price of the labelled items where nobody says what an item of the list costs."""
    missing = np.isnan(said.cost)
    if not missing.any():
        return said
    cost: FloatArray = np.where(missing, np.nanmean(known.cost), said.cost)
    return replace(said, cost=cost)
