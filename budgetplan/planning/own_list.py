"""The project's own list by its own predictions, beside what the labelled items say of a list like them (METHODS F9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.domain.classified import ClassifiedSet
from budgetplan.domain.items import FloatArray
from budgetplan.metrics.drift import ks_critical, ks_distance, outside_share
from budgetplan.metrics.isotonic import isotonic
from budgetplan.metrics.surface import Split
from budgetplan.planning.joint_choice import Applied, Planner
from budgetplan.planning.routes import same_model
from budgetplan.planning.scaling import scaled_alike
from budgetplan.planning.sides import Money, make_side

MOST_OUTSIDE = 0.01
"""A list with more than this share of its scores beyond those of the labelled items is not like them."""


@dataclass(frozen=True)
class OwnList:
    """A plan carried out on the list itself, ordered by its own predictions.

    Attributes
    ----------
    n_items
        Items of the list.
    accepted, reviewed, left
        How many the model answers, people review, nobody decides on: counted on the list.
    wrong
        Accepted answers that are expected to be wrong: by how often answers as sure are on the test items
        (isotonic regression).
    spend
        Printed total, by the list's own prices.
    distance, limit
        Kolmogorov-Smirnov distance between the scores of the test items and of the list, and the distance that
        two samples of one population pass once in a thousand times.
    outside
        Share of the list with scores beyond those of the test items.
    """

    n_items: int
    accepted: float
    wrong: float
    reviewed: int
    left: float
    spend: Decimal
    distance: float
    limit: float
    outside: float

    @property
    def alike(self) -> bool:
        """Whether the scores say nothing against the list being like the test items."""
        return self.distance <= self.limit and self.outside <= MOST_OUTSIDE


def on_own_list(planner: Planner, applied: Applied, worth: Money, listed: ClassifiedSet) -> OwnList:
    """Return what a plan does to the list, by the list's own predictions.

    Parameters
    ----------
    planner, applied
        The model and its plan.
    worth
        What items are worth: a cutoff may lie on expected worths.
    listed
        The rows without a label; their truths are not read.
    """
    listed = scaled_alike(listed, planner.test.data)
    said = same_model(listed, planner.said)
    unknown = replace(listed, truth=np.zeros(listed.n_items, dtype=np.int64), weight=None)
    side = make_side(
        planner.plan, worth, unknown, said, float(listed.n_items), by_class=planner.folds is None
    )
    rule = applied.deployed
    stakes = side.stakes[rule.family]
    own, test = stakes.confidence, planner.test.stakes[rule.family]
    accepted = own >= rule.cutoff
    if not planner.purse.pays_model(applied.budget):
        accepted = np.zeros(listed.n_items, dtype=bool)
    along = {**side.quantities, "positives": _positives(planner, said.probabilities, listed)}
    split = Split(stakes, side.rankings[rule.family], accepted, along)
    reviewed = planner.reviewed(split, applied.budget, rule.depth, listed.n_items)
    right = isotonic(test.confidence, 1 - test.wrong, test.weight).read(own[accepted])
    n_tested = planner.test.data.n_items
    return OwnList(
        n_items=listed.n_items,
        accepted=float(accepted.sum()),
        wrong=float(np.sum(1 - right)),
        reviewed=reviewed,
        left=float(listed.n_items - accepted.sum() - reviewed),
        spend=planner.purse.total(split, reviewed),
        distance=ks_distance(test.confidence, own, test.weight),
        limit=ks_critical(n_tested, listed.n_items),
        outside=outside_share(test.confidence, own),
    )


def _positives(planner: Planner, probabilities: FloatArray | None, listed: ClassifiedSet) -> FloatArray:
    """Return how likely each item is an entry, for prices that depend on it."""
    wanted = np.array([name in planner.plan.positive for name in listed.classes], dtype=np.float64)
    if probabilities is not None:
        return np.asarray(probabilities @ wanted)
    known = planner.test.quantities["positives"]
    weight = planner.test.stakes["confidence"].weight
    return np.full(listed.n_items, float(np.average(known, weights=weight)))
