"""The strata of quotas: each with its own labelled items, its own list, and what the models' orders bring there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.items import Array, Items, ModelOutput
from budgetplan.domain.plan import Plan
from budgetplan.errors import Problem, UsageError
from budgetplan.evidence.paths import Evidence, gather
from budgetplan.intervals.few import trials
from budgetplan.metrics.likeness.between import between_strata
from budgetplan.metrics.wholes import whole_parts

APART = 7_919
"""By so much the starts of the random numbers of two strata differ: their resamples have nothing to do with each other."""
OTHERS = (10.0, 50.0)
"""By score the labelled items of all other strata together count as so many of a stratum's own, from where strata differ
to where they do not. A stratum's own labels at the top of its order are few: so others are heard everywhere, and nowhere
as hundreds: plans that are to be sure of all quotas would then be surer than they are."""


@dataclass(frozen=True, eq=False)
class Stratum:
    """One stratum of the list.

    Attributes
    ----------
    name, quota
        Its name, and how many entries of it are wanted at least.
    evidence
        What its labelled items say of its part of the list.
    sampled, listed
        Which of all labelled items, and of the rows of the list, are its own.
    tied
        Whether groups of its labelled items have items in other strata, too, and its resamples know nothing of these.
    others
        As how many labelled items of its own those of all other strata count at most; 0 where they are not heard.
    """

    name: str
    quota: int
    evidence: Evidence
    sampled: IntArray
    listed: IntArray
    tied: bool = False
    others: float = 0.0


def strata_of(plan: Plan, items: Items, whole: Evidence) -> tuple[Stratum, ...]:
    """Return the strata by name.

    Each has the scores that the models give its items, the mixture's among them as it is made of the whole list, but
    rates, resamples and forecasts of its own: what a score says may differ between languages. By score the labelled
    items of the other strata are heard as well, the more of them the less strata differ where scores are equal.

    Parameters
    ----------
    plan
        With a quota.
    items
        All items, with the stratum of each.
    whole
        What the labelled items say of the whole list.

    Raises
    ------
    UsageError
        The list is said to have fewer items than strata.

    References
    ----------
    METHODS Q.
    """
    assert plan.quota is not None
    assert items.quota is not None
    sizes = _sizes(plan, items)
    outputs = _outputs(items, whole)
    others = 0.0 if whole.own is None else _heard_as(whole, items.quota[items.labelled])
    found = []
    for by_share in (whole.own is None, True):
        found = [
            _stratum(plan, (items, outputs, others), place, sizes, by_share=by_share)
            for place in range(len(items.quotas))
        ]
        # Where one of them has no scores of its own, all go by share.
        if by_share or all(one.evidence.own is not None for one in found):
            break
    return tuple(found)


def _stratum(
    plan: Plan,
    data: tuple[Items, Sequence[ModelOutput], float],
    place: int,
    sizes: IntArray | None,
    *,
    by_share: bool,
) -> Stratum:
    items, outputs, others = data
    assert plan.quota is not None
    own = np.asarray(items.quota == place)
    name = items.quotas[place]
    alone = replace(
        plan,
        quota=None,
        budget=None,
        mixture=False,
        list_size=None if sizes is None else int(sizes[place]),
        seed=(plan.seed + APART * place) % 2**32,
    )
    labelled = items.labelled
    among = own if by_share else own | labelled
    said = [replace(one, score=one.score[among]) for one in outputs]
    heard = _among(items if by_share else _heard(items, own, others), among)
    # Groups are drawn once for all strata: what they have in common, these have in common, too.
    seed = None if by_share or items.group is None else plan.seed
    evidence = gather(alone, heard, said, by_share=by_share, labels_seed=seed)
    return Stratum(
        name,
        plan.quota.of(name),
        evidence if by_share else _counted(evidence, _usual(items)),
        sampled=np.flatnonzero(own[labelled]),
        listed=np.flatnonzero(own[~labelled]),
        tied=by_share and _tied(items, own),
        others=0.0 if by_share or len(items.quotas) < 2 else others,
    )


def _counted(evidence: Evidence, usual: float) -> Evidence:
    """Return evidence in which labelled items of other strata, and their groups, count as much as they weigh."""
    if evidence.group is None or evidence.n_groups is None or evidence.weight is None:
        return replace(evidence, counts_one=usual)
    each = np.zeros(evidence.n_groups)
    np.maximum.at(each, evidence.group, np.minimum(evidence.weight / usual, 1.0))
    count = math.floor(trials(each, None, len(each)) * (1 + 1e-12))
    # Of one group nothing could be said at all; where there are others they are heard.
    return replace(evidence, counts_one=usual, n_groups=max(count, min(evidence.n_groups, 2)))


def any_tied(strata: Sequence[Stratum]) -> bool:
    """Say whether strata have groups in common that their resamples do not know of."""
    return any(one.tied for one in strata)


def _tied(items: Items, own: BoolArray) -> bool:
    """Say whether labelled items in and out of a stratum belong to the same groups."""
    if items.group is None:
        return False
    here, there = (items.group[items.labelled & which] for which in (own, ~own))
    return bool(np.isin(here, there).any())


def _outputs(items: Items, whole: Evidence) -> list[ModelOutput]:
    """Return what every model says of every item; by share nothing is said of the list."""
    labelled, found = items.labelled, []
    for model in whole.models:
        score = np.full(items.n_items, -np.inf)
        score[labelled] = model.score
        if whole.own is not None:
            score[~labelled] = whole.own.scores[model.name][1]
        found.append(ModelOutput(model.name, score, model.cut, float(model.cost)))
    return found


def _heard_as(whole: Evidence, stratum: IntArray) -> float:
    """Return as how many of a stratum's own labelled items those of all others count, by how far strata differ.

    What the models say of that is averaged, since all of them hear the same items. ``stratum``: of each labelled item.

    References
    ----------
    METHODS Q.
    """
    low, high = OTHERS
    if len(np.unique(stratum)) < 2:
        return high
    entries = whole.measures["positives"]
    told = [
        between_strata(model.score, entries, stratum, whole.weight, whole.group) for model in whole.models
    ]
    between, alone = (float(np.mean(each)) for each in zip(*told, strict=True))
    return float(np.clip(alone / between, low, high)) if between > 0 else high


def _heard(items: Items, own: BoolArray, most: float) -> Items:
    """Return the items with less weight for labelled ones of other strata, which are resampled by themselves."""
    labelled = items.labelled
    weight = np.ones(items.n_items) if items.weight is None else items.weight.copy()
    others = labelled & ~own
    if not others.any():
        return items
    weight[others] *= min(most * _usual(items) / max(float(weight[others].sum()), 1e-300), 1.0)
    stratum = items.stratum
    if items.group is None:
        parts = np.zeros(items.n_items, dtype=np.int64) if stratum is None else stratum
        stratum = np.where(labelled, 2 * parts + others, -1)
    return replace(items, weight=weight, stratum=stratum)


def _usual(items: Items) -> float:
    """Return the mean weight of the labelled items."""
    return 1.0 if items.weight is None else float(items.weight[items.labelled].mean())


def _among(items: Items, own: BoolArray) -> Items:
    """Return some of the items."""

    def of(amount: Array | None) -> Array | None:
        return None if amount is None else amount[own]

    stratum = of(items.stratum)
    if stratum is not None:
        drawn = stratum >= 0
        stratum = np.where(drawn, np.searchsorted(np.unique(stratum[drawn]), stratum), -1)
    return replace(
        items,
        ids=tuple(compress(items.ids, own.tolist())),
        label=items.label[own],
        weight=of(items.weight),
        group=of(items.group),
        units=of(items.units),
        listed_cost=of(items.listed_cost),
        stratum=stratum,
        answers=(),
        quota=None,
        quotas=(),
    )


def _sizes(plan: Plan, items: Items) -> IntArray | None:
    """Return how many items of the list each stratum has where only the whole is said; None: its rows say it."""
    if plan.list_size is None:
        return None
    listed = ~items.labelled
    weight = np.ones(items.n_items) if items.weight is None else items.weight
    rows = listed if listed.any() else items.labelled
    if listed.any() and abs(float(weight[rows].sum()) - plan.list_size) < 1e-9 * plan.list_size:
        return None
    assert items.quota is not None
    if plan.list_size < len(items.quotas):
        wrong = f"the list has fewer items than strata: {len(items.quotas)}"
        raise UsageError([Problem(wrong, "give the size of the whole list", option="list.size")])
    counts = np.bincount(items.quota[rows], weight[rows], len(items.quotas))
    return apportioned(plan.list_size, counts.astype(np.float64))


def apportioned(total: int, weight: FloatArray) -> IntArray:
    """Deal so many items in proportion, at least one to each: whole numbers that add up.

    Parameters
    ----------
    total
        At least as many as there are weights.
    weight
        Shape (k,), > 0.

    Returns
    -------
    IntArray
        Shape (k,). What the rounding down leaves goes to the greatest remainders, the first of equal ones first.

    Examples
    --------
    >>> apportioned(10, np.array([1.0, 1.0, 1.0])).tolist(), apportioned(3, np.array([98.0, 1.0, 1.0])).tolist()
    ([4, 3, 3], [1, 1, 1])
    """
    spare = total - len(weight)
    return whole_parts(weight / weight.sum() * spare, spare) + 1
