"""Whether the labelled items may speak for the list at all (METHODS F9)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.places import UNLIKE, labels_to_draw, places, shift, unlike
from budgetplan.domain.decision import FEWEST, Refusal
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.plan import MIXTURE
from budgetplan.lists.evidence import Evidence, Ranked
from budgetplan.lists.likeness import ListShare, labelled_from_the_top, list_share

LEAST_KIND = 3
"""With fewer entries, or fewer others, among the labelled items no stop is recommended either."""
MOST_REVIEWED = 0.5
"""Labels of which this share came from reviewing the top of an order are no sample."""


HALF = 0.5
"""A plan of which more than this share lies beyond all labelled items is never recommended."""
MOST_OUTSIDE = 0.2
"""Nor one of which more than this share does, where that is no accident of a small sample."""
WORTH_SAYING = 0.02
"""Less than this beyond them is what any sample of a list leaves at its ends."""
ACCIDENT = 0.001
"""So rarely a small sample would miss that much of the list's ends by accident."""
_SLACK = 1e-9


@dataclass(frozen=True)
class Beyond:
    """What of a plan lies beyond all labelled items, in weighted items of the list.

    Attributes
    ----------
    planned, outside
        Items that the plan decides on, and those of them of which nothing labelled says what comes of them.
    entries, entries_outside
        What it is expected to find among all of them, and among the latter.
    share
        Which part of the whole list lies beyond the labelled items, in [0, 1].

    Examples
    --------
    Half of what is planned, and a tenth of the list, lies beyond 100 labelled items.

    >>> planned = Beyond(planned=200, outside=100, entries=60, entries_outside=40, share=0.1)
    >>> planned.too_much(100), planned.too_much(10)
    (True, False)
    >>> [Beyond(planned=100, outside=outside, share=0.5).worth_saying for outside in (2.0, 2.1)]
    [False, True]

    What decides on nothing has nothing outside.

    >>> Beyond(share=1.0).too_much(1000), Beyond(share=1.0).worth_saying
    (False, False)
    """

    planned: float = 0.0
    outside: float = 0.0
    entries: float = 0.0
    entries_outside: float = 0.0
    share: float = 0.0

    @property
    def worth_saying(self) -> bool:
        """Whether more lies beyond the labelled items than any sample leaves at its ends."""
        return self.outside > WORTH_SAYING * self.planned * (1 + _SLACK)

    def too_much(self, seen: int) -> bool:
        """Say whether so much lies beyond that nothing can be recommended: most of it, or more than accident explains.

        ``seen``: how many items, or groups of them, were labelled.
        """
        return self.outside > HALF * self.planned * (1 + _SLACK) or self.no_accident(seen)

    def no_accident(self, seen: int) -> bool:
        """Say whether much lies beyond, and a random sample would miss this share of the list less than once in a thousand times."""
        most = MOST_OUTSIDE * (1 + _SLACK)
        much = self.outside > most * self.planned or self.entries_outside > most * self.entries
        return self.planned > 0 and much and float((1 - self.share) ** seen) < ACCIDENT


@dataclass(frozen=True)
class ListCheck:
    """What speaks against taking the labelled items for a sample of the list.

    Attributes
    ----------
    shifts
        How far the labelled items are from a random sample of the list, in standard errors, in the order of the
        mixture; in that of each model where there is none.
    support
        How much of what is to be reviewed scores beyond all labelled items.
    refusal
        Why nothing can be recommended, if so.
    more
        So many more labels are needed before anything is recommended; 0: there are enough.
    worse
        Whether the order finds fewer entries than a random one in nine of ten draws.
    share
        Of entries in the list, as its scores suggest, where that alone would make the labelled items like it.
    top
        Model in whose order most labels stand first, and which share of them does because it was reviewed.
    """

    shifts: Mapping[str, float] = field(default_factory=dict)
    support: Beyond = field(default_factory=Beyond)
    refusal: Refusal = ""
    more: int = 0
    worse: bool = False
    share: ListShare | None = None
    top: tuple[str, float] = ("", 0.0)

    def n_top(self, n_labelled: int) -> int:
        """Return how many of so many labelled items were reviewed at the top of an order."""
        return round(self.top[1] * n_labelled)

    @property
    def unlike(self) -> tuple[str, ...]:
        """Orders in which the labelled items do not stand where the list does, by name."""
        return unlike(self.shifts)


def more_labels(evidence: Evidence) -> int:
    """Return how many more labels are needed before a stop is recommended, 0 where there are enough.

    What was reviewed before counts as labelled. Labels of a kind that is rare are counted at its rate so far.
    """
    plan, entry = evidence.plan, evidence.sample.outcome
    n, entries = float(len(entry)), float(entry.sum())
    if plan.reviewed is not None:
        judged = plan.reviewed.known
        n += len((plan.reviewed.ids | plan.reviewed.alike).difference(judged))
        if plan.reviewed.before is not None:
            entries += plan.reviewed.before.found - sum(label in plan.positive for label in judged.values())
    # Of a kind that was never seen half a label is supposed. Added to all, it promised the third entry too early.
    more = [(LEAST_KIND - kind) * (n / kind if kind else 2 * (n + 1)) for kind in (entries, n - entries)]
    return max(math.ceil(max(FEWEST - n, *more) - 1e-9), 0)


def check_list(evidence: Evidence) -> ListCheck:
    """Say whether there are enough labels, and compare the list with them, before anything is chosen.

    By score only: without the list's scores there is nothing to compare.
    """
    more = more_labels(evidence)
    check = ListCheck(refusal="few" if more else "", more=more)
    # A list whose top has been judged is unlike the sample by what was done with it; that says nothing of what it was.
    if evidence.plan.reviewed is not None:
        return check
    check = replace(check, top=_top(evidence))
    if evidence.scored is None:
        return check
    orders = [MIXTURE] if evidence.mixture else [model.name for model in evidence.single]
    check = replace(check, shifts={name: _shift(evidence, name, evidence.weight) for name in orders})
    # Below half, the rest of the labels may still be a sample; the forecast goes by score, and says what it saw.
    if check.top[1] >= MOST_REVIEWED:
        return replace(check, refusal="reviewed")
    return replace(check, share=_share(evidence, check.unlike))


def _top(evidence: Evidence) -> tuple[str, float]:
    """Return the model in whose order most labels stand first, and which share of them does because it was reviewed.

    The mixture is made of the others: what was labelled from the top of it was so from one of theirs.
    """
    scored, shares = evidence.scored, dict[str, float]()
    for model in evidence.single:
        rest: Any = (evidence.listed.get(model.name),)
        if scored is not None and scored.counted is not None:
            rest = scored.counted.rows(model.name).score, scored.counted.rows(model.name).count
        elif scored is not None:
            rest = scored.scores[model.name][1], None, scored.rankings[model.name].order
        shares[model.name] = labelled_from_the_top(model.score, *rest)
    return max(shares.items(), key=lambda pair: pair[1])


def _compared(evidence: Evidence, name: str) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return what is compared in an order: places of labelled items, whether each counts, places of the list, how many.

    Items that some model has no score for stand last in the order and say nothing of how it was sampled.
    """
    scored_list = evidence.scored
    assert scored_list is not None
    score, every = scored_list.place[name], np.ones(len(scored_list.place[name]))
    pairs, counted = [scored_list.scores[model.name] for model in evidence.single], scored_list.counted
    if counted is None:
        listed, count = scored_list.stand(name)
        held = count * np.all([np.isfinite(pair[1]) for pair in pairs], axis=0)
    else:
        rows = counted.coarse(name)
        count = rows.count.astype(np.float64)
        listed = places(rows.score, rows.score, count)
        held = counted.scored_by_all(name).astype(np.float64)
    labelled = np.all([np.isfinite(pair[0]) for pair in pairs], axis=0)
    some = labelled.any() and held.any()
    every = labelled.astype(np.float64) if some else every
    if not some or (held == count).all():
        return score, every, listed, count
    return places(score, listed, held), every, places(listed, listed, held), held


def _shift(evidence: Evidence, name: str, weight: FloatArray | None) -> float:
    score, labelled, listed, count = _compared(evidence, name)
    whole = None if evidence.scored is None else evidence.scored.whole_groups  # none of a list that is counted
    weight = labelled if weight is None else labelled * weight
    return shift(score, listed, weight=weight, count=count, group=None if whole is None else whole[0])


def _share(evidence: Evidence, unlike: Sequence[str]) -> ListShare | None:
    """Return which share of entries would make the labelled items like the list, where they hold more; None where none does."""
    plan, positive = evidence.plan, evidence.measures["positives"]
    weight = np.ones(len(positive)) if evidence.weight is None else evidence.weight
    is_stated = plan.prevalence is not None or plan.quota is not None or evidence.types is not None
    if is_stated or not unlike or not 0 < weight @ positive < weight.sum():
        return None
    units = float(evidence.n_groups or weight.sum() ** 2 / (weight @ weight))
    sized = weight * units / weight.sum()
    shares = []
    for name in unlike:
        score, labelled, listed, count = _compared(evidence, name)
        shares.append(list_share(score, positive, sized * labelled, listed, count, plan.seed))
    share = min(shares, key=lambda option: option.high - option.low)
    as_list = replace(evidence.sample, weight=weight, share=share.share).weights
    # Where it is not the share that differs, saying another one would hide that the list is unlike.
    more = sized @ positive > share.high * units
    return share if more and all(_shift(evidence, name, as_list) <= UNLIKE for name in unlike) else None


def check_plan(check: ListCheck, evidence: Evidence, model: Ranked, items: int) -> ListCheck:
    """Add how much of what would be reviewed lies beyond the labelled scores, and whether that is too much."""
    if evidence.scored is None or not items or check.refusal == "reviewed":
        return check
    support = beyond(evidence, model, items)
    outside: Refusal = "outside" if support.too_much(evidence.n_groups or evidence.n_sample) else ""
    return replace(check, support=support, refusal=check.refusal or outside)


def beyond(evidence: Evidence, model: Ranked, items: int) -> Beyond:
    """Return how much of the first ``items`` of a model lies beyond the labelled scores; nothing where the list has no scores."""
    if evidence.scored is None:
        return Beyond()
    above, below = evidence.scored.outside(model.name)
    if evidence.along_whole(model.name) is not None:
        above = 0.0  # what was reviewed stands there, and joins the labels
    whole, path = evidence.list_items, model.path
    first, last = min(above, items), max(0.0, items - (whole - below))
    ends = path.read("positives", [first, whole - below, whole - below + last])
    finds = float(path.read("positives", items))
    return Beyond(items, first + last, finds, float(ends[0] + ends[2] - ends[1]), (below + above) / whole)


def labels_wanted(evidence: Evidence, reviewed: float = 0.0, planned: float = math.inf) -> int:
    """Return of how many items of the list a random sample should be drawn: see :func:`labels_to_draw`."""
    return labels_to_draw(evidence.n_sample, evidence.whole_items, reviewed, planned)


def doubts_of_list(check: ListCheck, evidence: Evidence) -> tuple[Doubt, ...]:
    """Return what makes a forecast of the list doubtful, or impossible."""
    file, size, n = evidence.plan.table, evidence.whole_items, evidence.n_sample
    suggested = () if check.share is None else tuple(f"{share:.2g}" for share in vars(check.share).values())
    (top, share), columns = check.top, {model.name: model.column for model in evidence.plan.models}
    doubts = [Doubt(DoubtKind.FROM_THE_TOP, file, columns[top], check.n_top(n), n, (top,))] if share else []
    doubts += [
        Doubt(DoubtKind.LIST_UNLIKE, file, n=size, of=n, names=(name, *suggested), value=check.shifts[name])
        for name in check.unlike
    ]
    if check.support.worth_saying or check.refusal == "outside":
        doubts.append(Doubt(DoubtKind.OUTSIDE, file, n=math.ceil(check.support.outside - _SLACK), of=n))
    lacking = {} if evidence.scored is None else evidence.scored.without
    doubts += [Doubt(DoubtKind.NOT_PRICED, file, column, count, size) for column, count in lacking.items()]
    return tuple(doubts)


def labels_too_few(evidence: Evidence) -> str:
    """Return which labels are too few: "labels", "alike", "entries", "few" or "others"; empty: none."""
    n, (entries, others) = evidence.n_sample, evidence.kinds_labelled
    kinds = {
        "labels": n < FEWEST,
        "alike": entries == n,
        "entries": not entries,
        "few": entries < LEAST_KIND,
        "others": others < LEAST_KIND,
    }
    return next((kind for kind, holds in kinds.items() if holds), "")
