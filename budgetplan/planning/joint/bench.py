"""Several models as one on the items that a plan is made for, with what these items cost (METHODS 0.10, 0.11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import (
    ELSEWHERE,
    AnswerDraws,
    Payoffs,
    PooledModels,
    heated,
    log_odds,
    together,
)
from budgetplan.core.places import UNLIKE, shift
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import MEAN, Plan
from budgetplan.domain.prices import MICRO
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.metrics.answers.value import item_weights, predict
from budgetplan.planning.defer.pooling import draws_of, statements
from budgetplan.planning.joint.purse import MEASURES, Purse, reserved
from budgetplan.planning.joint.worths import Money, payoffs, review_errors, right_labels


@dataclass(frozen=True, eq=False)
class Pooled:
    """What several models say together, of the labelled items (``test``) and of others.

    ``stated``: how sure they are of each item of the list before that is corrected for a list unlike the sample; ``shift``: how far the labelled items are from a random sample of the list, in standard errors; None: no list.
    """

    name: str
    members: tuple[str, ...]
    cost: float
    labelled: Predictions
    listed: Predictions | None
    test: ClassifiedSet
    plan: Plan
    shift: float | None = None
    stated: FloatArray | None = None

    @cached_property
    def draws(self) -> AnswerDraws:
        """How often the pool is right in every draw: worked out where it is asked for."""
        assert self.labelled.probabilities is not None
        return draws_of(self.plan, self.test, self.labelled.probabilities)


def pooled(
    plan: Plan,
    models: Sequence[str],
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    listed: ClassifiedSet | None,
) -> Pooled:
    """Pool models: probabilities of each by a temperature, their mean by one more, labelled items held out in folds.

    References
    ----------
    METHODS 0.10; where the list is unlike the labelled items, log-probabilities are taken for 0.9 of what they are.
    """
    names = sorted(models)
    other = None
    if validation is not None:
        other = statements(validation, names), validation.truth, validation.weight
    pool = together(
        statements(test, names),
        test.truth,
        test.n_classes,
        weight=test.weight,
        group=test.group,
        seed=plan.seed,
        validation=other,
    )
    known, far, own, sure = _said(test, names, pool.labelled), None, None, None
    if listed is not None:
        probability = pool.of(statements(listed, names))
        sure = probability.max(axis=1)
        far = _shift(pool, probability, test, listed)
        own = _said(listed, names, heated(probability, ELSEWHERE) if far > UNLIKE else probability)
    return Pooled(known.name, tuple(names), known.cost, known, own, test, plan, far, sure)


def _shift(pool: PooledModels, probability: FloatArray, test: ClassifiedSet, listed: ClassifiedSet) -> float:
    sure = log_odds(pool.labelled.max(axis=1)), log_odds(probability.max(axis=1))
    return shift(*sure, weight=test.weight, count=listed.weight, group=test.group)


def _said(data: ClassifiedSet, names: Sequence[str], probability: FloatArray) -> Predictions:
    """Return pooled probabilities as one model; a single one keeps its name."""
    members = [one for one in data.models if one.name in names]
    predicted, confidence = predict(probability)
    if NO_ANSWER in data.classes:
        # Where no model gives an answer, none stands, whatever the labels of such items are.
        code = data.classes.index(NO_ANSWER)
        silent = np.all([one.predicted == code for one in members], axis=0)
        predicted = np.where(silent, code, predicted)
    cost = sum(one.cost for one in members)
    if len(members) == 1:
        return replace(members[0], predicted=predicted, confidence=confidence, probabilities=probability)
    return Predictions(MEAN, predicted, confidence, probability, cost=cost)


@dataclass(frozen=True, eq=False)
class Bench:
    """The items of a plan: each row stands for ``count`` of them, shape (n,).

    Attributes
    ----------
    said
        What the pooled models say of them.
    on_list
        Whether they are the project's own list; else labelled items stand for it, share by share.
    chance
        Whether it is one list, with a chance of its own, that is spoken of.
    """

    plan: Plan
    worth: Money
    pool: Pooled
    data: ClassifiedSet
    said: Predictions
    total: float
    on_list: bool
    chance: bool

    @property
    def name(self) -> str:
        """Of the model, or of several together."""
        return self.pool.name

    @cached_property
    def count(self) -> FloatArray:
        """How many items each row stands for, shape (n,)."""
        weight = item_weights(self.data.n_items, self.data.weight)
        return np.asarray(weight * (self.total / float(weight.sum())))

    @cached_property
    def payoffs(self) -> Payoffs:
        """What answers, reviews and leaving are worth by truth."""
        return payoffs(self.worth, len(self.data.unknown))

    @property
    def probability(self) -> FloatArray:
        """Shape (n, C)."""
        assert self.said.probabilities is not None
        return self.said.probabilities

    @property
    def relabels(self) -> bool:
        """Whether the most valuable class is answered, not the most probable one."""
        assert self.plan.deferral is not None
        stated = any(
            one.probabilities is not None for one in self.data.models if one.name in self.pool.members
        )
        return self.plan.deferral.relabel and stated

    @property
    def silent(self) -> BoolArray:
        """Of which items no model gives an answer, shape (n,)."""
        classes = self.data.classes
        code = classes.index(NO_ANSWER) if NO_ANSWER in classes else -1
        return np.asarray(self.said.predicted == code)

    @cached_property
    def known_cost(self) -> FloatArray:
        """What each review costs as far as it is known beforehand, in whole millionths, shape (n,)."""
        if self.data.review_cost is None:
            return np.zeros(self.data.n_items)
        return np.asarray(np.rint(self.data.review_cost * MICRO))

    def by_probability(self, by_class: FloatArray) -> FloatArray:
        """Return what is expected of each item, shape (n,), of what each class has, shape (C or more,)."""
        return np.asarray(self.probability @ by_class[: self.probability.shape[1]])

    @cached_property
    def wanted(self) -> FloatArray:
        """Whether each truth is collected; all are where none is named, shape (T,)."""
        positive = self.plan.positive
        return np.array([not positive or name in positive for name in self.data.names], dtype=np.float64)

    @cached_property
    def right_labels(self) -> FloatArray:
        """Right labels, of the classes collected, that a review gives by truth, shape (T,)."""
        return right_labels(self.plan, self.data.names)

    @cached_property
    def errors(self) -> FloatArray:
        """How likely people are to get each item wrong, shape (n,)."""
        return self.by_probability(review_errors(self.plan, self.data.names))

    @cached_property
    def positive(self) -> FloatArray:
        """Whether each truth is an entry for which more is paid, shape (T,)."""
        return np.array([name in self.plan.positive for name in self.data.names], dtype=np.float64)

    @cached_property
    def quantities(self) -> Mapping[str, FloatArray]:
        """What is added up along a queue to write a bill, shape (n,) each; entries as they are expected."""
        n, units = self.data.n_items, self.data.units
        return {
            "seconds": self.plan.prices.item_seconds(n, units),
            "units": np.zeros(n) if units is None else units,
            "listed": self.known_cost if self.plan.prices.listed else np.zeros(n),
            "positives": self.by_probability(self.positive),
        }

    @cached_property
    def purse(self) -> Purse:
        """What budgets pay for, beside the items mixed into the queue, which are paid first."""
        mean = {name: float(np.average(self.quantities[name], weights=self.count)) for name in MEASURES}
        mixed = self.plan.work.tail_sample + self.plan.work.control
        return Purse.of(self.plan, self.pool.cost, reserved(mixed, mean))

    @cached_property
    def price(self) -> FloatArray:
        """What each review is expected to add to what is paid, in currency units, shape (n,)."""
        extra = float(self.plan.prices.extra_per_entry * MICRO)
        return np.asarray(self.purse.tariff.rate * (self.known_cost + extra * self.quantities["positives"]))

    @property
    def limits_money(self) -> bool:
        """Whether a budget counts money; without one, whether anything has a price."""
        budget = self.plan.budget
        return self.plan.prices.stated if budget is None else budget.unit == "money"

    @cached_property
    def limited(self) -> FloatArray:
        """What a budget counts, shape (n,): the price, in millionths, seconds, or items."""
        if self.limits_money:
            extra = float(self.plan.prices.extra_per_entry * MICRO)
            return np.asarray(self.known_cost + extra * self.quantities["positives"])
        hours = self.plan.budget is not None and self.plan.budget.unit == "hours"
        return self.quantities["seconds"] if hours else np.ones(self.data.n_items)

    @cached_property
    def group(self) -> IntArray | None:
        """Shape (n,): codes of the items that hang together."""
        return self.data.group
