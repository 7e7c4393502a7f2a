"""The project's own list by its own predictions, and whether it is like the labelled items (METHODS F9)."""

from __future__ import annotations

from dataclasses import dataclass

from budgetplan.metrics.drift import ks_critical, ks_distance, outside_share
from budgetplan.planning.joint_choice import Applied
from budgetplan.planning.list_side import ListPlanner

MOST_OUTSIDE = 0.01
"""A list with more than this share of its scores beyond those of the labelled items is not like them."""


@dataclass(frozen=True)
class OwnList:
    """A list that is planned for by its own predictions, prices and units.

    Attributes
    ----------
    n_items
        Items of the list.
    distance, limit
        Kolmogorov-Smirnov distance between the scores of the test items and of the list, and the distance that
        two samples of one population pass once in a thousand times.
    outside
        Share of the list with scores beyond those of the test items.
    """

    n_items: int
    distance: float
    limit: float
    outside: float

    @property
    def alike(self) -> bool:
        """Whether the scores say nothing against the list being like the test items."""
        return self.distance <= self.limit and self.outside <= MOST_OUTSIDE


def own_list(planner: ListPlanner, applied: Applied) -> OwnList:
    """Return how the list compares with the labelled items, by what the plan's cutoff is set on."""
    family, known = applied.deployed.family, planner.labelled_side
    own, test = planner.test.stakes[family].confidence, known.stakes[family]
    return OwnList(
        n_items=len(own),
        distance=ks_distance(test.confidence, own, test.weight),
        limit=ks_critical(known.data.n_items, len(own)),
        outside=outside_share(test.confidence, own),
    )
