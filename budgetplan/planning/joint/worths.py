"""What an item is worth if a model answers it, if people review it and if nobody decides, in money (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.answers import Payoffs
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.plan import Plan
from budgetplan.errors import UsageError
from budgetplan.metrics.answers.value import WorthTable


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


def payoffs(worth: Money, n_unknown: int) -> Payoffs:
    """Return what answers, reviews and leaving are worth by truth, those that no model knows behind the others."""
    table, n = worth.table, worth.table.n_classes
    unknown = np.broadcast_to(table.unknown_wrong.reshape(n, -1), (n, n_unknown))
    left = np.concatenate([table.r, np.broadcast_to(np.atleast_1d(table.unknown_r), (n_unknown,))])
    return Payoffs(np.hstack([table.v, unknown]), worth.reviewed, left)


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
