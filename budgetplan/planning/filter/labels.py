"""What more labels before deciding could be worth at most, beside their price (METHODS L)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Goal, LabelsUnit, LabelsWorth
from budgetplan.domain.prices import MICRO
from budgetplan.evidence import noise
from budgetplan.evidence.paths import Evidence
from budgetplan.intervals.labels import worth_of_everything
from budgetplan.planning.filter import outlay
from budgetplan.planning.filter.contest import Contest, Entrant

UNITS: dict[Goal, LabelsUnit] = {"net_value": "money", "budget": "entries"}
"""What is gained by a better choice, by goal; with the others nothing is chosen that labels could better."""


def labels_worth(
    evidence: Evidence, goal: Goal, result: Contest | None, read: noise.ReviewResamples | None
) -> LabelsWorth | None:
    """Return what more labels are worth; None where nothing was resampled or there is nothing to choose.

    Nothing is said where types are entries: more labels are items, and how many types they bring is not known.

    Parameters
    ----------
    goal
        What is wanted.
    result
        The models at the budget, each with its stop; None: the goal cannot be met.
    read
        Resamples, read at each of these stops too.
    """
    if result is None or read is None or goal not in UNITS or evidence.types is not None:
        return None
    alone = noise.of_sample(read)
    objective = _net_values(alone, result.entrants) if goal == "net_value" else _entries(alone, result)
    if objective.shape[1] < 2:
        return None
    return LabelsWorth(
        unit=UNITS[goal],
        labelled=evidence.n_sample,
        listed=evidence.list_items if evidence.basis == "list" else None,
        price=price_of_label(evidence),
        everything=worth_of_everything(objective),
    )


def price_of_label(evidence: Evidence) -> float | None:
    """Return what judging a random item of the list costs on average, once people work; None without a price."""
    if not evidence.prices.stated:
        return None
    whole = evidence.prices.total(np.array([0.0, evidence.random.path.total("cost")])) / MICRO
    return float(whole[1] - whole[0]) / evidence.list_items


def _net_values(read: noise.ReviewResamples, entrants: Sequence[Entrant]) -> FloatArray:
    """Return the net value of every model at every share that the budget pays for; the first is not to start."""
    evidence, columns = read.evidence, []
    for one in entrants:
        budget = evidence.plan.budget
        most = evidence.whole_items
        if budget is not None:
            most = outlay.whole_items(evidence, one.model, budget, read)
        columns.append(read.net(one.model)[:, : read.within(most)])
    return np.concatenate(columns, axis=1)


def _entries(read: noise.ReviewResamples, result: Contest) -> FloatArray:
    """Return what every model finds within the budget, shape (resamples, models)."""
    return np.column_stack([read.positives(one.model)[:, read.place(one.items)] for one in result.entrants])
