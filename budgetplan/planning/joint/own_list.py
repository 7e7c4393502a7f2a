"""The project's own list by its own predictions, and whether it is like the labelled items (METHODS 0.14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from budgetplan.core.answers import LEFT
from budgetplan.core.places import labels_to_draw, unlike
from budgetplan.domain.decision import Refusal
from budgetplan.planning.defer.list_answers import says_nothing
from budgetplan.planning.joint.option import JointAlternative


@dataclass(frozen=True)
class OwnList:
    """A list that is planned for by its own predictions, prices and units.

    Attributes
    ----------
    n_items
        Items of the list, weighted.
    shifts
        How far the labelled items are from a random sample of the list, by how sure the models are, in standard errors.
    planned, outside
        Items that are answered or reviewed, and those of them on which the models are surer, or less sure, than on every
        labelled item.
    refusal
        Why nothing can be recommended; empty where the labelled items can speak for the list.
    """

    n_items: float
    shifts: Mapping[str, float]
    planned: float
    outside: float
    refusal: Refusal = ""

    @property
    def unlike(self) -> tuple[str, ...]:
        """By whose confidence the labelled items do not stand where the list does."""
        return unlike(self.shifts)

    @property
    def alike(self) -> bool:
        """Whether the predictions say nothing against the list being like the labelled items."""
        return not self.unlike

    def labels_to_draw(self, labelled: int) -> int:
        """Return of how many items of the list a random sample would let it be planned, where these labels do not."""
        return labels_to_draw(labelled, round(self.n_items))


def own_list(option: JointAlternative) -> OwnList:
    """Return how the list that a plan is for compares with the labelled items."""
    bench, known = option.way.bench, option.way.bench.pool.labelled.confidence
    assert bench.pool.shift is not None
    shares = option.way.shares(option.reviewed)
    left = option.way.counts(option.reviewed)["left"] if option.starts else bench.total
    sure, count = bench.pool.stated, bench.count
    assert sure is not None
    kept = (option.way.role != LEFT) | (shares > 0) if option.starts else np.zeros(len(sure), dtype=bool)
    beyond = (sure > known.max()) | (sure < known.min())
    planned, outside = bench.total - left, float(count @ (kept & beyond))
    much = says_nothing(outside, planned, float(count @ beyond), bench.total, len(known))
    refusal: Refusal = "outside" if much else ""
    return OwnList(bench.total, {bench.name: bench.pool.shift}, planned, outside, refusal)
