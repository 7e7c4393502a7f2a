"""Whether the labelled items may speak for the list at all (METHODS F9)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from budgetplan.domain.decision import Refusal
from budgetplan.domain.items import FloatArray
from budgetplan.metrics.drift import LEVEL, Drift, drift
from budgetplan.planning.doubts import Doubt, Kind
from budgetplan.planning.evidence import Evidence, Ranked

MOST_OUTSIDE = 0.2
"""A plan of which more than this share lies beyond the labelled scores is not recommended."""
ACCIDENT = 0.001
"""So rarely a small sample would miss that much of the list's ends by accident."""
SKIPPED = 0.02
"""Whoever reviews from the top may leave out this share of the items on the way."""
LEAST_RUN = 20
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
        Model in whose order the labels stand first, and how many of its first items are labelled.
    """

    drifts: Mapping[str, Drift]
    level: float
    outside: float = 0.0
    entries_outside: float = 0.0
    refusal: Refusal = ""
    top: tuple[str, int] = ("", 0)

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
    runs = {name: labelled_from_the_top(*pair, level) for name, pair in own.scores.items()}
    name = max(sorted(runs), key=lambda one: runs[one])
    # Below half, the rest of the labels may still be a sample; the forecast goes by score, and says what it saw.
    if runs[name] >= evidence.n_sample / 2:
        return ListCheck(MappingProxyType(drifts), level, refusal="reviewed", top=(name, runs[name]))
    return ListCheck(MappingProxyType(drifts), level, top=(name, runs[name]))


def labelled_from_the_top(sample: FloatArray, listed: FloatArray, level: float = LEVEL) -> int:
    """Return how many of the first items of an order are labelled as only reviewing from the top explains, or 0.

    Parameters
    ----------
    sample, listed
        Shape (n,) and (N,): scores of the labelled items and of the list, higher first.
    level
        A random sample would show such a beginning at most so often.

    Notes
    -----
    The longest beginning of the common order of which at most 2 % are unlabelled (among ties these count as
    first), if a random sample would give it with less probability than ``level``: at most
    C(K, U) q^(K - U) for U unlabelled among K, q the share of all items that are labelled.

    Examples
    --------
    >>> scores = np.linspace(1, 0, 1000)
    >>> labelled_from_the_top(scores[:100], scores[100:]), labelled_from_the_top(scores[::10], scores[5::10])
    (100, 0)
    """
    scores = np.concatenate([sample, listed])
    unlabelled = np.concatenate([np.zeros(len(sample)), np.ones(len(listed))])
    order = np.lexsort((-unlabelled, -scores))
    length = np.arange(1, len(scores) + 1)
    skipped = np.cumsum(unlabelled[order])
    fits = np.flatnonzero(skipped <= SKIPPED * length)
    if not len(fits):
        return 0
    k, u = int(length[fits[-1]]), int(skipped[fits[-1]])
    share = len(sample) / len(scores)
    choose = math.lgamma(k + 1) - math.lgamma(u + 1) - math.lgamma(k - u + 1)
    rare = choose + (k - u) * math.log(share) < math.log(level)
    return k if rare and k >= LEAST_RUN else 0


def check_plan(check: ListCheck, evidence: Evidence, model: Ranked, items: int) -> ListCheck:
    """Add how much of what would be reviewed lies beyond the labelled scores, and whether that is too much."""
    if evidence.own is None or not items or check.refusal:
        return check
    queue = evidence.own.forecast.queues[model.name]
    outside = float(sum(queue.outside(items)))
    entries = queue.entries_outside(items)
    found = float(model.path.read("positives", items))
    much = outside > MOST_OUTSIDE * items * (1 + 1e-12) or entries > MOST_OUTSIDE * found * (1 + 1e-12)
    beyond = (queue.below + queue.above) / evidence.list_items
    seen = evidence.n_sample if evidence.n_groups is None else evidence.n_groups
    refusal: Refusal = "outside" if much and (1 - beyond) ** seen < ACCIDENT else ""
    return ListCheck(check.drifts, check.level, outside, entries, refusal, check.top)


def labels_wanted(evidence: Evidence) -> int:
    """Return of how many items a random sample should be drawn where the labelled ones are none."""
    return int(min(max(evidence.n_sample, LEAST_LABELS), evidence.whole_items))


def doubts_of_list(check: ListCheck, evidence: Evidence) -> tuple[Doubt, ...]:
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
    if check.top[1] and not check.refusal:
        found.append(
            Doubt(Kind.FROM_THE_TOP, file, n=check.top[1], of=evidence.n_sample, names=(check.top[0],))
        )
    if check.outside:
        found.append(Doubt(Kind.OUTSIDE, file, n=math.ceil(check.outside - 1e-9), of=evidence.n_sample))
    if evidence.own is not None:
        for column, n in evidence.own.without.items():
            found.append(Doubt(Kind.NOT_PRICED, file, column, n, size))
    return tuple(found)
