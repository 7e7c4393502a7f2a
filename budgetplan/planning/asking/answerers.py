"""What answerers who are paid by the item make of one set: right or wrong, worth what, for how much (METHODS Part A)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.answerers import NOBODY, AnswerRule, Answers
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.plan import Plan
from budgetplan.metrics.answers.value import WorthTable, values_if_accepted
from budgetplan.metrics.payoffs.cascade import MOST_CUTOFFS, MOST_LEVELS, answer_rules, settled_by
from budgetplan.metrics.payoffs.stakes import Asking

TRIED = {"levels": MOST_LEVELS, "cutoffs": MOST_CUTOFFS}
"""So many levels of sureness of an answerer, and cutoffs of a model, are tried at most."""
LEVELS_ANEW = 12
"""So many of these levels are tried where the choice is made anew, in each resample."""


@dataclass(frozen=True, eq=False)
class Answering:
    """One answerer on one set, arrays of shape (n,).

    Attributes
    ----------
    said, accept
        What it said and costs, and which of its answers may stand.
    predicted
        Code of the model's answer to each item.
    worth
        V[answer][truth]; 0 where there is no answer.
    wrong
        Whether its answer is wrong.
    """

    said: Answers
    accept: str
    predicted: IntArray
    worth: FloatArray
    wrong: FloatArray

    @property
    def rules(self) -> tuple[AnswerRule, ...]:
        """By which rules its answers may stand."""
        return answer_rules(self.said.name, self.accept, self.said.confidence)

    def settled(self, rule: AnswerRule) -> BoolArray:
        """Return of which items its answer stands by a rule."""
        return settled_by(rule, self.said.answer, self.predicted, self.said.confidence)

    def asking(self, rule: AnswerRule) -> Asking:
        """Return what asking it about every item brings by a rule."""
        stands = self.settled(rule)
        return Asking(self.said.cost, stands, self.worth * stands, self.wrong * stands)

    def part(self, kept: BoolArray) -> Answering:
        """Return some of the items."""
        arrays = (self.predicted[kept], self.worth[kept], self.wrong[kept])
        return Answering(self.said.take(kept), self.accept, *arrays)

    def at_price(self, cost: FloatArray) -> Answering:
        """Return the same at other prices, in millionths."""
        return replace(self, said=replace(self.said, cost=cost))


def answerings(
    plan: Plan, table: WorthTable, data: ClassifiedSet, predicted: IntArray
) -> tuple[Answering, ...]:
    """Return every answerer on one set."""
    found = []
    for spec, said in zip(plan.answerers, data.answers, strict=True):
        # What no model can answer has no worth in the plan: it goes to people, as no answer does.
        given = (said.answer >= 0) & (said.answer < data.n_classes)
        answer = np.where(given, said.answer, 0)
        known = replace(said, answer=np.where(given, said.answer, -1))
        worth = np.where(given, values_if_accepted(table, answer, data.truth), 0.0)
        wrong = (given & (answer != data.truth)).astype(np.float64)
        found.append(Answering(known, spec.accept, predicted, worth, wrong))
    return tuple(found)


def rules_of(every: Sequence[Answering]) -> tuple[AnswerRule, ...]:
    """Return whom to ask, and which answers stand: nobody first, then by answerer in the order of their names."""
    ordered = sorted(every, key=lambda one: one.said.name)
    return (NOBODY, *(rule for one in ordered if one.accept != "none" for rule in one.rules))


def fewer_levels(rules: Sequence[AnswerRule], most: int = LEVELS_ANEW) -> tuple[AnswerRule, ...]:
    """Return the rules with at most so many levels of sureness of each answerer, spread over those there are.

    >>> rules = [NOBODY, *(AnswerRule("llm", "confident", float(level)) for level in range(9)), AnswerRule("llm", "all")]
    >>> [(one.stands, one.level) for one in fewer_levels(rules, 3)]
    [('none', 0.0), ('confident', 0.0), ('confident', 4.0), ('confident', 8.0), ('all', 0.0)]
    """
    kept = set()
    for name in {one.answerer for one in rules}:
        own = [place for place, one in enumerate(rules) if one.answerer == name and one.stands == "confident"]
        spread = np.linspace(0, len(own) - 1, min(most, len(own))).round().astype(np.int64)
        kept |= {own[place] for place in spread.tolist()}
    return tuple(one for place, one in enumerate(rules) if one.stands != "confident" or place in kept)


def asking_of(every: Sequence[Answering], rule: AnswerRule) -> Asking | None:
    """Return what asking brings by a rule, None where it asks nobody."""
    own = answering_of(every, rule)
    return None if own is None else own.asking(rule)


def answering_of(every: Sequence[Answering], rule: AnswerRule) -> Answering | None:
    """Return the answerer that a rule asks, None where it asks nobody."""
    return None if rule == NOBODY else next(one for one in every if one.said.name == rule.answerer)


def asked_by_fold(every: Sequence[Answering], rules: Sequence[AnswerRule], fold: IntArray) -> Asking | None:
    """Return what asking brings where each fold has a rule of its own, None where none asks anybody."""
    if all(rule == NOBODY for rule in rules):
        return None
    n = len(fold)
    price, worth, wrong = np.zeros(n), np.zeros(n), np.zeros(n)
    settled = np.zeros(n, dtype=bool)
    for place, rule in enumerate(rules):  # folds, not items
        own = asking_of(every, rule)
        if own is not None:
            here = fold == place
            price[here], settled[here] = own.price[here], own.settled[here]
            worth[here], wrong[here] = own.worth[here], own.wrong[here]
    return Asking(price, settled, worth, wrong)
