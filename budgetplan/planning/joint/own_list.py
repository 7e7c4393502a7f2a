"""The project's own list by its own predictions, and whether it is like the labelled items (METHODS F9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.core.places import unlike
from budgetplan.domain.decision import Refusal
from budgetplan.forecast.support import Beyond
from budgetplan.planning.defer.list_answers import shifts_of
from budgetplan.planning.joint.list_side import ListPlanner, support_of
from budgetplan.planning.joint.plans import Applied, Planner

DRAWN = 100
"""Divisions drawn at a time: enough to see that a class is alike, of which there may be hundreds."""


@dataclass(frozen=True)
class OwnList:
    """A list that is planned for by its own predictions, prices and units.

    Attributes
    ----------
    n_items
        Items of the list, weighted.
    shifts
        How far the labelled items stand from the middle of the list by how sure the models are, in standard errors.
    support
        How much of the recommended plan lies beyond the labelled items.
    refusal
        Why nothing can be recommended; empty where the labelled items can speak for the list.
    """

    n_items: float
    shifts: Mapping[str, float]
    support: Beyond
    refusal: Refusal = ""

    @property
    def unlike(self) -> tuple[str, ...]:
        """Models by whose confidence the labelled items do not stand where the list does, by name."""
        return unlike(self.shifts)

    @property
    def alike(self) -> bool:
        """Whether the predictions say nothing against the list being like the test items."""
        return not self.unlike


def own_list(every: Sequence[Planner], chosen: Planner, plan: Applied) -> OwnList:
    """Return how the list compares with the labelled items that report, by what every model says of both.

    ``plan``: the recommended one, of the model ``chosen``.
    """
    planners = [one for one in every if isinstance(one, ListPlanner)]
    recommended = next(one for one in planners if one is chosen)
    support, known = support_of(recommended, plan), recommended.labelled_side.data
    seen = known.n_items if known.group is None else len(np.unique(known.group))
    refusal: Refusal = "outside" if support.too_much(seen) else ""
    return OwnList(planners[0].test.total, shifts_of(known, planners[0].test.data), support, refusal)
