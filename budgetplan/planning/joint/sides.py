"""What is at stake for each model on each labelled set, in money, weighted so that the set stands for the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.answerers import AnswerRule
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.limits import check_total
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.errors import UsageError
from budgetplan.metrics.answers.thresholds import expected_values, theoretical_by_class
from budgetplan.metrics.answers.value import WorthTable, values_if_accepted, values_if_deferred
from budgetplan.metrics.payoffs.stakes import Stakes, compacted, queue
from budgetplan.metrics.ranking.path import Ranking
from budgetplan.planning.asking.answerers import Answering, answerings, rules_of

Family = Literal["confidence", "gain over review", "gain over leaving"]
"""What a cutoff is set on: the confidence; or, where classes ask for cutoffs of their own, what an answer is
expected to be worth more than a review of the item, or than leaving it."""


@dataclass(frozen=True, eq=False)
class Money:
    """What items are worth in each state: V and R as a table, H by truth, shape (C + unknown,).

    ``reviewed_wrong``: what of H is worth of people's wrong answers that is taken from the model's, where these lose:
    same shape, <= 0.
    """

    table: WorthTable
    reviewed: FloatArray
    reviewed_wrong: FloatArray

    @property
    def states(self) -> dict[str, FloatArray]:
        """What every state counts, all classes in a row: a right and a wrong answer, a review, leaving out."""
        v, r = self.table.v, self.table.r
        wrong = v[~np.eye(len(v), dtype=bool)]
        return {"right": np.diag(v), "wrong": wrong, "reviewed": self.reviewed[: len(r)], "left": r}

    @property
    def by_pairs(self) -> bool:
        """Whether what a state counts differs by class."""
        return len(self.table.v) > 1 and any(np.ptp(values) > 0 for values in self.states.values())

    def with_wrong_answers_times(self, factor: float) -> Money:
        """Return the same with every loss by a wrong answer so many times as great, whoever gave it."""
        v = self.table.v.copy()
        wrong = ~np.eye(len(v), dtype=bool) & (v < 0)
        v[wrong] *= factor
        unknown = np.where(self.table.unknown_wrong < 0, factor, 1.0) * self.table.unknown_wrong
        reviewed = self.reviewed + (factor - 1) * self.reviewed_wrong
        wrong_ones = factor * self.reviewed_wrong
        return Money(replace(self.table, v=v, unknown_wrong=unknown), reviewed, wrong_ones)


@dataclass(frozen=True, eq=False)
class Side:
    """One model's items of one set.

    Attributes
    ----------
    plan, data, said
        What the user said, the items, and what the model says of them.
    known_cost
        What each review costs as far as it is known beforehand, in millionths, shape (n,).
    total
        Items of the list that they stand for (weighted).
    stakes, rankings
        By family: the same items with another key for the cutoff, and the queue of all of them.
    quantities
        Per item, shape (n,): ``seconds``, ``units``, ``listed``, ``positives``, for budget lines; ``found``, the
        right labels that a review gives (of the classes collected, where any are named).
    found_alone
        Shape (n,): the right labels, of the same classes, if the answer is accepted.
    answerers
        Who may be asked about what the model leaves.
    """

    plan: Plan
    data: ClassifiedSet
    said: Predictions
    total: float
    known_cost: FloatArray
    stakes: Mapping[Family, Stakes]
    rankings: Mapping[Family, Ranking]
    quantities: Mapping[str, FloatArray]
    found_alone: FloatArray
    answerers: tuple[Answering, ...] = ()

    @property
    def rules(self) -> tuple[AnswerRule, ...]:
        """Whom to ask, and which answers stand; nobody first."""
        return rules_of(self.answerers)

    @property
    def families(self) -> tuple[Family, ...]:
        """What cutoffs may be set on."""
        return tuple(self.stakes)

    def part(self, kept: BoolArray) -> Side:
        """Return some of the items, weighted so that they stand for the whole list."""
        weight = next(iter(self.stakes.values())).weight
        assert weight is not None
        share = float(weight[kept].sum())
        if share <= 0:
            raise UsageError("A fold without any weight: the labelled items cannot be divided into folds")
        stakes = {
            family: one.part(kept).weighed(weight[kept] * (self.total / share))
            for family, one in self.stakes.items()
        }
        rankings = {family: compacted(ranking, kept) for family, ranking in self.rankings.items()}
        quantities = {name: amounts[kept] for name, amounts in self.quantities.items()}
        return replace(
            self,
            stakes=MappingProxyType(stakes),
            rankings=MappingProxyType(rankings),
            quantities=MappingProxyType(quantities),
            found_alone=self.found_alone[kept],
            answerers=tuple(one.part(kept) for one in self.answerers),
        )


def money(plan: Plan, table: WorthTable, data: ClassifiedSet) -> Money:
    """Return values in money (or in their own unit, where nothing has a price), with H from the plan.

    Raises
    ------
    UsageError
        Reviewing costs money and the values are in right answers without a worth in money.
    """
    assert plan.deferral is not None
    assert plan.deferral.reviewing is not None
    worths, factor = plan.deferral.worths, 1.0
    if worths.unit != "money" and plan.prices.stated:
        factor = worths.right_answer_in_money()
    reviewing = plan.deferral.reviewing
    reviewed, twice = (
        np.array([float(reviewing.of(name, worths, data.classes, losing)) for name in data.names]) * factor
        for losing in (Decimal(1), Decimal(2))
    )
    scaled = WorthTable(
        table.v * factor, table.r * factor, table.unknown_wrong * factor, table.unknown_r * factor
    )
    return Money(scaled, reviewed, twice - reviewed)


def make_side(
    plan: Plan, worth: Money, data: ClassifiedSet, said: Predictions, total: float, *, by_class: bool
) -> Side:
    """Return one model's items of one set, standing for ``total`` items of the list.

    ``by_class``: whether cutoffs may differ by class, where the values ask for it and all probabilities are
    known.
    """
    assert plan.deferral is not None
    assert plan.deferral.reviewing is not None
    weight = np.ones(data.n_items) if data.weight is None else data.weight
    known = _known_cost(data)
    positives = _positives(plan, data)
    weight = weight * (total / float(weight.sum()))
    base = Stakes(
        confidence=said.confidence,
        if_accepted=values_if_accepted(worth.table, said.predicted, data.truth),
        if_reviewed=worth.reviewed[data.truth],
        if_left=values_if_deferred(worth.table, data.truth),
        cost=known,
        wrong=(said.predicted != data.truth).astype(np.float64),
        weight=weight,
    )
    seconds = plan.prices.item_seconds(data.n_items, data.units)
    order = plan.deferral.reviewing.order
    if order != "uncertain" and said.probabilities is None:
        raise UsageError(
            f'{said.name}: the order "{order}" needs the probabilities of all classes; write goal.order = "uncertain"'
        )
    score, gain = wanted_score(plan, data, said), expected_gain(worth, said)
    extra = float(plan.prices.extra_per_entry * MICRO) * positives
    check_total(plan.prices, float((known + extra) @ weight), Decimal(repr(said.cost)), total)
    stakes: dict[Family, Stakes] = {}
    rankings: dict[Family, Ranking] = {}
    for family, key in _keys(worth, said, by_class=by_class).items():
        one = replace(base, confidence=key)
        rankings[family] = queue(order, one, score, gain)
        # What a review turns out to cost is paid, but orders nothing: it is not known beforehand.
        stakes[family] = replace(one, cost=known + extra, limited=_limited(plan, seconds))
    listed = known if plan.prices.listed else np.zeros(data.n_items)
    units = np.zeros(data.n_items) if data.units is None else data.units
    wanted = positives if plan.positive else np.ones(data.n_items)
    quantities = {"seconds": seconds, "units": units, "listed": listed, "positives": positives}
    quantities["found"] = right_labels(plan, data.names)[data.truth]
    return Side(
        plan=plan,
        data=data,
        said=said,
        total=total,
        known_cost=known,
        stakes=MappingProxyType(stakes),
        rankings=MappingProxyType(rankings),
        quantities=MappingProxyType(quantities),
        found_alone=wanted * (1 - base.wrong),
        answerers=answerings(plan, worth.table, data, said.predicted),
    )


def _known_cost(data: ClassifiedSet) -> FloatArray:
    """Return what each review costs as far as it is known beforehand, in whole millionths, shape (n,)."""
    if data.review_cost is None:
        return np.zeros(data.n_items)
    return np.asarray(np.rint(data.review_cost * MICRO))


def _positives(plan: Plan, data: ClassifiedSet) -> FloatArray:
    return np.array([name in plan.positive for name in data.names], dtype=np.float64)[data.truth]


def right_labels(plan: Plan, names: Sequence[str]) -> FloatArray:
    """Return the right labels, of the classes collected where any are named, that a review gives by truth, (C,)."""
    wanted = [not plan.positive or name in plan.positive for name in names]
    return np.asarray((1 - review_errors(plan, names)) * np.array(wanted, dtype=np.float64))


def review_errors(plan: Plan, names: Sequence[str]) -> FloatArray:
    """Return how often people get an item of each class wrong, shape (C,)."""
    assert plan.deferral is not None
    assert plan.deferral.reviewing is not None
    error = plan.deferral.reviewing.error
    return np.array([float(error.get(name, error.get("*", 0))) for name in names])


def _limited(plan: Plan, seconds: FloatArray) -> FloatArray | None:
    """Return what budgets count, None where that is money; without a budget, what the table's budgets count."""
    unit = plan.budget.unit if plan.budget is not None else "money" if plan.prices.stated else "items"
    if unit == "money":
        return None
    return seconds if unit == "hours" else np.ones(len(seconds))


def wanted_score(plan: Plan, data: ClassifiedSet, said: Predictions) -> FloatArray | None:
    """Return the probability of the classes that are collected, by which a queue may be ordered."""
    if said.probabilities is None:
        return None
    wanted = np.array([name in plan.positive for name in data.classes], dtype=np.float64)
    return np.asarray(said.probabilities @ wanted)


def expected_gain(worth: Money, said: Predictions) -> FloatArray | None:
    """Return what a review of each item is expected to gain, by the model's probabilities."""
    if said.probabilities is None:
        return None
    known = worth.reviewed[: worth.table.n_classes] - worth.table.r
    return np.asarray(said.probabilities @ known)


def expected_left(worth: Money, said: Predictions) -> FloatArray:
    """Return what leaving each item without a label is expected to be worth, by the model's probabilities: shape (n,).

    Where it gives none, what it is not sure of is shared among the other classes alike.
    """
    left = worth.table.r
    if said.probabilities is not None:
        return np.asarray(said.probabilities @ left)
    own = left[said.predicted]
    others = (left.sum() - own) / max(len(left) - 1, 1)
    return np.asarray(said.confidence * own + (1 - said.confidence) * others)


def _keys(worth: Money, said: Predictions, *, by_class: bool) -> dict[Family, FloatArray]:
    """Return what cutoffs may be set on, by family."""
    keys: dict[Family, FloatArray] = {"confidence": said.confidence}
    if said.probabilities is None or not by_class or not _differ(worth.table):
        return keys
    answers, leaving = expected_values(worth.table, said.probabilities)
    own = answers[np.arange(len(answers)), said.predicted]
    reviewing = said.probabilities @ worth.reviewed[: worth.table.n_classes]
    # Rounded, so that sums of products that are equal stay equal whatever their order.
    digits = 12 - int(np.ceil(np.log10(max(worth.table.scale, 1e-300))))
    keys["gain over review"] = np.round(own - reviewing, digits)
    keys["gain over leaving"] = np.round(own - leaving, digits)
    return keys


def _differ(table: WorthTable) -> bool:
    """Return whether the values ask for cutoffs that differ by class."""
    try:
        cutoffs = theoretical_by_class(table)
    except ValueError:
        return True
    return cutoffs is None or bool(np.ptp(cutoffs[np.isfinite(cutoffs)]) > 0 or np.isinf(cutoffs).any())


def check_worths(worth: Money) -> None:
    """Raise a usage error where nothing would ever be answered or reviewed.

    Raises
    ------
    UsageError
        If no answer and no review is worth more than leaving the item.
    """
    if not (
        np.any(np.diag(worth.table.v) > worth.table.r)
        or np.any(worth.reviewed[: len(worth.table.r)] > worth.table.r)
    ):
        raise UsageError(
            "no right answer and no review is worth more than leaving the item: there is nothing to plan"
        )
