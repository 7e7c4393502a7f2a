"""What becomes of each item of the list where an answerer may be asked: counted on it once the answers are there.

Plans with an answerer are made from the labelled items, as nobody knows what it would say of the list. Their rule is
then carried out on the list: what the model is sure enough of needs nobody, the others are asked about, and people get
what no answer settles (METHODS Part A).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.answerers import Answers
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.planning.asking.answerers import answering_of
from budgetplan.planning.defer.mean_model import averaged_alike
from budgetplan.planning.defer.scaling import scaled_alike
from budgetplan.planning.joint.list_side import ListPlanner
from budgetplan.planning.joint.plans import Applied, Planner
from budgetplan.planning.joint.purse import split_calls
from budgetplan.planning.joint.sides import Side

_ASKED = 17
"""The stream of the random numbers of a seed that says who is asked where money ends before all are."""


@dataclass(frozen=True, eq=False)
class AnsweredList:
    """A plan with an answerer on the N rows of the list.

    Attributes
    ----------
    side
        The rows with what the model says of them, and the answers as far as they are there; no labels are known.
    answerer
        Who is asked; empty: nobody.
    accepted
        Shape (N,): whether the model answers alone.
    settled
        Shape (N,): whether an answer that is there stands.
    unasked
        Rows, sorted, that the answerer is still to be asked about before anything goes to people.
    queue
        Shape (K,): rows in the order in which people review them. Without ``unasked`` rows accepted + settled + K = N.
    review
        How many of these the budget pays for.
    paid
        What asking costs on this list, in currency units.
    """

    side: Side
    answerer: str
    accepted: BoolArray
    settled: BoolArray
    unasked: IntArray
    queue: IntArray
    review: int
    paid: Decimal

    @property
    def said(self) -> IntArray:
        """Code of the answer that each row gets without people, shape (N,); that of the model where nobody settles it."""
        own = next((one for one in self.side.answerers if one.said.name == self.answerer), None)
        predicted = self.side.said.predicted
        return predicted if own is None else np.where(self.settled, own.said.answer, predicted)

    @property
    def waits(self) -> bool:
        """Whether the answerer is still to be asked before anything goes to people."""
        return len(self.unasked) > 0


def answered_list(labelled: Planner, listed: ClassifiedSet | None, plan: Applied) -> AnsweredList | None:
    """Carry out a plan on the list; None where that has no predictions, or nobody may be asked.

    Parameters
    ----------
    labelled
        Made the plan.
    listed
        The list, with the models' predictions and the answers that are there.
    plan
        What is recommended.
    """
    if listed is None or not labelled.plan.answerers:
        return None
    test = labelled.test.data
    alike = averaged_alike(scaled_alike(listed, test), test)
    answers = [_priced(one, known) for one, known in zip(alike.answers, test.answers, strict=True)]
    own, rule = ListPlanner(labelled, labelled.worth, replace(alike, answers=tuple(answers))), plan.deployed
    accepted, depth, split = own.cut([rule], plan.budget)
    calls = split_calls(split)
    settled, unasked = np.zeros_like(accepted), np.zeros(0, dtype=np.int64)
    answering = answering_of(own.test.answerers, rule.rule)
    if answering is not None:
        settled = answering.settled(rule.rule) & ~accepted
        asked = answering.said.asked
        left = np.flatnonzero(~accepted)
        done = np.ones(len(left), dtype=bool) if asked is None else asked[left]
        # Where the budget ends before all are asked about, so large a part of them is, whoever they are.
        paid = round(len(left) * split.calls / (float(split.weight[left].sum()) or 1.0))
        drawn = np.random.default_rng([own.plan.seed, _ASKED]).permutation(left[~done])
        unasked = np.sort(drawn[: max(paid - int(done.sum()), 0)])
    return AnsweredList(
        own.test,
        rule.rule.answerer,
        accepted,
        settled,
        unasked,
        split.queue.order,
        own.reviewed(split, plan.budget, depth, own.test.total),
        Decimal(0) if calls is None else calls.amount,
    )


def _priced(said: Answers, known: Answers) -> Answers:
    """Return the answers with the mean price of the labelled items where nobody says what an item of the list costs."""
    missing = np.isnan(said.cost)
    if not missing.any():
        return said
    cost: FloatArray = np.where(missing, np.nanmean(known.cost), said.cost)
    return replace(said, cost=cost)
