"""Whether the labelled items may speak for the list at all (METHODS F9)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from budgetplan.domain.decision import Refusal
from budgetplan.metrics.drift import LEVEL, Drift, drift
from budgetplan.metrics.suspicion import labelled_from_the_top
from budgetplan.planning.doubts import Doubt, Kind
from budgetplan.planning.evidence import Evidence, Ranked

MOST_OUTSIDE = 0.2
"""A plan of which more than this share lies beyond the labelled scores is not recommended."""
WORTH_SAYING = 0.02
"""Less than this beyond the labelled scores is what any sample of a list leaves at its ends."""
ACCIDENT = 0.001
"""So rarely a small sample would miss that much of the list's ends by accident."""
MOST_REVIEWED = 0.5
"""Labels of which this share came from reviewing the top of an order are no sample."""
LEAST_LABELS = 100
"""So many labels at least are asked for where a sample has to be drawn anew."""


@dataclass(frozen=True)
class ListCheck:
    """What speaks against taking the labelled items for a sample of the list.

    Attributes
    ----------
    drifts
        How unlike the sample the list is, by model.
    level
        At which a list is called unlike: 0.001 shared over the models.
    outside
        Items among those to be reviewed that score beyond all labelled ones.
    entries_outside
        Entries expected among these.
    refusal
        Why nothing can be recommended, if so.
    top
        Model in whose order most labels stand first, and which share of them does because it was reviewed.
    """

    drifts: Mapping[str, Drift]
    level: float
    outside: float = 0.0
    entries_outside: float = 0.0
    refusal: Refusal = ""
    top: tuple[str, float] = ("", 0.0)

    @property
    def unlike(self) -> tuple[str, ...]:
        """Models by whose scores the list is unlike the sample, by name."""
        return tuple(sorted(name for name, one in self.drifts.items() if one.beyond(self.level)))


def check_list(evidence: Evidence) -> ListCheck:
    """Compare the list with the sample before anything is chosen.

    By score only: without the list's scores there is nothing to compare.
    """
    own = evidence.own
    level = LEVEL / max(len(evidence.models), 1)
    if own is None:
        return ListCheck(MappingProxyType({}), level)
    group = own.whole_groups
    drifts = {
        name: drift(sample, listed, weight=evidence.weight, group=group, level=level, seed=evidence.plan.seed)
        for name, (sample, listed) in own.scores.items()
    }
    shares = {name: labelled_from_the_top(*pair) for name, pair in own.scores.items()}
    name = max(sorted(shares), key=lambda one: shares[one])
    # Below half, the rest of the labels may still be a sample; the forecast goes by score, and says what it saw.
    refusal: Refusal = "reviewed" if shares[name] >= MOST_REVIEWED else ""
    return ListCheck(MappingProxyType(drifts), level, refusal=refusal, top=(name, shares[name]))


def check_plan(check: ListCheck, evidence: Evidence, model: Ranked, items: int) -> ListCheck:
    """Add how much of what would be reviewed lies beyond the labelled scores, and whether that is too much."""
    if evidence.own is None or not items or check.refusal:
        return check
    queue = evidence.own.forecast.queues[model.name]
    outside = float(sum(queue.outside(items)))
    entries = queue.entries_outside(items)
    found = float(model.path.read("positives", items))
    much = outside > MOST_OUTSIDE * items * (1 + 1e-9) or entries > MOST_OUTSIDE * found * (1 + 1e-9)
    beyond = (queue.below + queue.above) / evidence.list_items
    seen = evidence.n_sample if evidence.n_groups is None else evidence.n_groups
    refusal: Refusal = "outside" if much and (1 - beyond) ** seen < ACCIDENT else ""
    return ListCheck(check.drifts, check.level, outside, entries, refusal, check.top)


def labels_wanted(evidence: Evidence, reviewed: float = 0.0) -> int:
    """Return of how many items a random sample should be drawn where the labelled ones are none.

    As many as were labelled, apart from the share that was reviewed from the top of an order.
    """
    return int(min(max(round(evidence.n_sample * (1 - reviewed)), LEAST_LABELS), evidence.whole_items))


def doubts_of_list(check: ListCheck, evidence: Evidence, planned: int) -> tuple[Doubt, ...]:
    """Return what makes a forecast of the list doubtful, or impossible."""
    file, size = evidence.plan.table, evidence.whole_items
    found = [
        Doubt(
            Kind.LIST_UNLIKE,
            file,
            n=size,
            of=evidence.n_sample,
            names=(name,),
            value=check.drifts[name].distance,
        )
        for name in check.unlike
    ]
    if check.outside > WORTH_SAYING * planned or check.refusal == "outside":
        found.append(Doubt(Kind.OUTSIDE, file, n=math.ceil(check.outside - 1e-9), of=evidence.n_sample))
    if evidence.own is not None:
        for column, n in evidence.own.without.items():
            found.append(Doubt(Kind.NOT_PRICED, file, column, n, size))
    return tuple(found)
