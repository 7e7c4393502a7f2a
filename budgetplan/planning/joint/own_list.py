"""The project's own list by its own predictions, and whether it is like the labelled items (METHODS F9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.decision import Refusal
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.forecast.groups import group_codes, in_known_groups
from budgetplan.forecast.scored_list import KNOWN
from budgetplan.forecast.support import Beyond
from budgetplan.metrics.likeness.drift import LEVEL, Drift, drift
from budgetplan.planning.defer.scaling import as_new
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
    drifts
        How unlike the test items the list is, by model: of its classes the one that differs most clearly, with a
        p-value that allows for all of them.
    level
        At which a list is called unlike: 0.001 shared over the models.
    support
        How much of the recommended plan lies beyond the labelled items.
    refusal
        Why nothing can be recommended; empty where the labelled items can speak for the list.
    """

    n_items: float
    drifts: Mapping[str, Drift]
    level: float
    support: Beyond
    refusal: Refusal = ""

    @property
    def unlike(self) -> tuple[str, ...]:
        """Models by whose predictions the list is unlike the test items, by name."""
        return tuple(sorted(name for name, one in self.drifts.items() if one.beyond(self.level)))

    @property
    def alike(self) -> bool:
        """Whether the predictions say nothing against the list being like the test items."""
        return not self.unlike


def own_list(every: Sequence[Planner], chosen: Planner, plan: Applied) -> OwnList:
    """Return how the list compares with the labelled items that report, by what every model says of both.

    ``plan``: the recommended one, of the model ``chosen``.
    """
    planners = [one for one in every if isinstance(one, ListPlanner)]
    level = LEVEL / max(len(planners), 1)
    drifts = {one.name: predictions_drift(one, level) for one in planners}
    recommended = next(one for one in planners if one is chosen)
    support, known = support_of(recommended, plan), recommended.labelled_side.data
    seen = known.n_items if known.group is None else len(np.unique(known.group))
    refusal: Refusal = "outside" if support.too_much(seen) else ""
    return OwnList(planners[0].test.total, MappingProxyType(drifts), level, support, refusal)


def predictions_drift(planner: ListPlanner, level: float) -> Drift:
    """Return how unlike the labelled items the list is by one model: by each class's probability, if there are any.

    Confidence alone sees less: a list of other classes may be as sure as the labelled items are.
    """
    known, own = planner.labelled_side, planner.test
    seed, weight, group = planner.plan.seed, known.data.weight, whole_groups(known.data, own.data)
    pairs = list(zip(stated(as_new(known.said)).T, stated(own.said).T, strict=True))
    found = [
        drift(*pair, weight=weight, group=group, level=level / len(pairs), seed=seed, at_a_time=DRAWN)
        for pair in pairs
    ]
    # Whether groups are too few is the same for every class.
    clearest = min(found, key=lambda one: (1.0 if one.p_value is None else one.p_value, -one.distance))
    if clearest.p_value is None:
        return clearest
    return Drift(clearest.distance, min(1.0, len(pairs) * clearest.p_value))


def stated(said: Predictions) -> FloatArray:
    """Return what two sets are compared by, shape (n, k): each class's probability, else the confidence.

    Of two classes one says it all: the other's probability is what is left to 1.

    Examples
    --------
    >>> said = Predictions("m", np.array([0, 1]), np.array([0.75, 1.0]), np.array([[0.75, 0.25], [0.0, 1.0]]))
    >>> stated(said).tolist()
    [[0.25], [1.0]]
    """
    if said.probabilities is None:
        return said.confidence[:, None]
    return said.probabilities if said.probabilities.shape[1] > 2 else said.probabilities[:, -1:]


def whole_groups(labelled: ClassifiedSet, own: ClassifiedSet) -> tuple[IntArray, IntArray] | None:
    """Return codes of the groups of both sets where whole groups were labelled; else None.

    Examples
    --------
    >>> def texts(code, names):
    ...     ids = tuple(str(place) for place in range(len(code)))
    ...     return ClassifiedSet(ids, ("a", "b"), np.zeros(len(code)), group=np.array(code), groups=names)
    >>> known = texts([0, 0, 1], ("t1", "t2"))
    >>> whole_groups(known, texts([0, 1, 2], ("t2", "t3", "t4")))
    (array([0, 0, 1]), array([1, 2, 3]))
    >>> whole_groups(known, texts([0, 0, 1], ("t1", "t3"))) is None
    True
    """
    codes = group_codes(labelled, own)
    if codes is None:
        return None
    weight = np.ones(own.n_items) if own.weight is None else own.weight
    return None if float(weight @ in_known_groups(codes)) >= KNOWN * float(weight.sum()) else codes
