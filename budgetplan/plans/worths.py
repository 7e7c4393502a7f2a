"""What an item is worth if a model answers it, if people review it and if nobody decides, in money (METHODS Part J)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.plan import Plan
from budgetplan.domain.utilities import Worths
from budgetplan.errors import UsageError
from budgetplan.models.value import WorthTable, worth_matrix


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


def worth_table(worths: Worths, data: ClassifiedSet) -> WorthTable:
    """Turn what the user said into values by class; a pair without a value is a usage error.

    A label that no model knows has the values said for it by name; else its answers count as other wrong ones,
    or as the worst of them where every pair has a value of its own.
    """
    said = {
        (predicted, truth): worths.accepted(predicted, truth)
        for predicted in data.classes
        for truth in data.classes
    }
    lacking = [f'predicted "{one}", truth "{other}"' for (one, other), value in said.items() if value is None]
    if lacking:
        more = f" and {len(lacking) - 3} more" if len(lacking) > 3 else ""
        raise UsageError(
            f"No value is given for {'; '.join(lacking[:3])}{more}; give every pair of classes a value"
        )
    v = np.array([[float(said[one, other] or 0) for other in data.classes] for one in data.classes])
    r = np.array([float(worths.deferred(name)) for name in data.classes])
    off = ~np.eye(len(r), dtype=bool)
    worst = np.array([v[i][off[i]].min() if len(r) > 1 else v[i, i] for i in range(len(r))])
    if not data.unknown:
        return WorthTable(v, r, worst, 0.0)
    wrong = np.repeat(worst[:, None], len(data.unknown), axis=1)
    for i, name in enumerate(data.classes):
        for j, label in enumerate(data.unknown):
            value = worths.accepted(name, label)
            wrong[i, j] = worst[i] if value is None else float(value)
    return WorthTable(v, r, wrong, np.array([float(worths.deferred(label)) for label in data.unknown]))


def money(plan: Plan, table: WorthTable, data: ClassifiedSet) -> Money:
    """Return values in money (or in their own unit, where nothing has a price), with H from the plan where people review.

    Raises
    ------
    UsageError
        Reviewing costs money and the values are in right answers without a worth in money.
    """
    assert plan.deferral is not None
    reviewing, worths, factor = plan.deferral.reviewing, plan.deferral.worths, 1.0
    if reviewing is None:  # people's answers play no part
        left = worth_matrix(table, len(data.unknown))[-1]
        return Money(table, left, np.zeros(len(left)))
    if worths.unit != "money" and plan.prices.stated:
        factor = worths.right_answer_in_money()
    reviewed, twice = (
        np.array([float(reviewing.of(name, worths, data.classes, losing)) for name in data.names]) * factor
        for losing in (Decimal(1), Decimal(2))
    )
    scaled = WorthTable(
        table.v * factor, table.r * factor, table.unknown_wrong * factor, table.unknown_r * factor
    )
    return Money(scaled, reviewed, twice - reviewed)


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
