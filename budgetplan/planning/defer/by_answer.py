"""Answers without a confidence: how often each is right where it was judged, and what becomes of it (METHODS S7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.bounds import exact_interval
from budgetplan.planning.defer.list_answers import AnsweredAlone, AnswerPlan


@dataclass(frozen=True)
class ByAnswer:
    """One answer: how many labelled items have it, of how many it is right, and its rate (None where there are none).

    ``n``, ``alone``, ``people``: how many of the items that are planned have it, are answered by it, are for people.
    """

    name: str
    judged: int
    right: int
    rate: Estimate | None
    n: float
    alone: float
    people: float


def of_plan(test: ClassifiedSet, said: Predictions, this: AnswerPlan, found: AnsweredAlone) -> list[ByAnswer]:
    """Return what the recommended model's answers become, on the project's own list where there is one."""
    n = this.weight
    return by_answer(test, said, this.said, (n, n * found.accepted, n * ~found.accepted))


def by_answer(
    data: ClassifiedSet, said: Predictions, given: Predictions, done: Sequence[FloatArray]
) -> list[ByAnswer]:
    """Return the answers of a model without confidence, the most frequent first; nothing for others.

    ``data``, ``said``: the labelled items; ``given``: what it says of those that are planned. ``done``: how many each
    of these stands for, shape (n,), how many of them are answered alone, how many are for people. Rates have an interval where items are
    independent and weigh the same.
    """
    if said.scaling is None or said.scaling.rates is None:
        return []
    weight, correct, size = (
        item_weights(data.n_items, data.weight),
        said.predicted == data.truth,
        data.n_classes,
    )
    judged, right, total, good = (
        np.bincount(said.predicted, each, size).astype(np.float64)
        for each in (None, correct, weight, weight * correct)
    )
    n, alone, people = (np.bincount(given.predicted, each, size) for each in done)
    low, high = exact_interval(right, judged)
    alike = data.weight is None and data.group is None
    rate = np.divide(good, total, out=np.zeros(size), where=total > 0)
    return [
        ByAnswer(
            data.classes[code],
            int(judged[code]),
            int(right[code]),
            Estimate(float(rate[code]), *((float(low[code]), float(high[code])) if alike else ()))
            if total[code]
            else None,
            float(n[code]),
            float(alone[code]),
            float(people[code]),
        )
        for code in np.argsort(-n, kind="stable").tolist()
        if n[code] + judged[code]
    ]
