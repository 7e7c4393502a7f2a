"""The strata of quotas: one curve for all, with an intercept and a slope for each, and what each holds along the orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.curve import PLACES, RateCurve, draw_curve, groups
from budgetplan.core.draws import SINGLE, Draws, along, cells
from budgetplan.core.places import places
from budgetplan.domain.items import Array, Items, ModelOutput
from budgetplan.domain.plan import Plan
from budgetplan.errors import Problem, UsageError
from budgetplan.evidence.paths import Evidence, Ranked, drawn_along, gather
from budgetplan.evidence.worths import worths_of
from budgetplan.forecast.lists import ScoredList
from budgetplan.metrics.wholes import whole_parts


@dataclass(frozen=True, eq=False)
class Stratum:
    """One stratum of the list.

    Attributes
    ----------
    name, quota
        Its name, and how many entries of it are wanted at least.
    evidence
        Its part of the list in every order, with what it holds in every draw.
    sampled, listed
        Which of all labelled items, and of the rows of the list, are its own.
    """

    name: str
    quota: int
    evidence: Evidence
    sampled: IntArray
    listed: IntArray

    def draws(self, order: Ranked) -> Draws:
        """Return what it holds along one of its orders."""
        assert order.drawn is not None
        return order.drawn


def strata_of(plan: Plan, items: Items, whole: Evidence) -> tuple[Stratum, ...]:
    """Return the strata by name.

    Their items stand where they do in the whole list. How likely they are entries says one curve, with an intercept and a
    slope for each stratum; one without labelled items has what is common to all.

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
    labelled = items.labelled
    part = items.quota[labelled]
    curves = {model.name: _curve(plan, whole, model, part, len(items.quotas)) for model in whole.models}
    standing = {} if whole.own is None else _standing(whole.own)
    sample = replace(whole.sample, place=whole.models[0].place)
    amounts = {each: whole.measures[each] for each in ("value", "left")}
    draws = plan.draws
    worths = worths_of(sample, amounts, float(len(part)), whole.list_items, draws, plan.seed)
    found = []
    for place, name in enumerate(items.quotas):
        own = np.asarray(items.quota == place)
        sampled, listed = np.flatnonzero(own[labelled]), np.flatnonzero(own[~labelled])
        evidence = _of_stratum(plan, items, whole, own, None if sizes is None else int(sizes[place]))
        drawn = {
            model.name: _along(whole, evidence, model, curves[model.name], (place, sampled, listed), standing)
            for model in whole.models
        }
        own_worths = {each: replace(amount, items=evidence.list_items) for each, amount in worths.items()}
        stratum = drawn_along(evidence, drawn, own_worths)
        found.append(Stratum(name, plan.quota.of(name), stratum, sampled, listed))
    return tuple(found)


def _standing(own: ScoredList) -> dict[str, FloatArray]:
    """Return where each order puts the items of the whole list, shape (N,)."""
    return {name: places(listed, listed, own.weight) for name, (_, listed) in own.scores.items()}


def _curve(
    plan: Plan, whole: Evidence, model: Ranked, part: IntArray, strata: int
) -> tuple[RateCurve, float]:
    """Return draws of the curve along a model's order, and how alike items of a group are."""
    shape = replace(PLACES, parts=strata)
    sample = replace(whole.sample, place=model.place, part=part)
    worth = groups(sample, PLACES)
    rng = np.random.default_rng(plan.seed)
    return draw_curve(sample, plan.draws, rng, shape, worth=worth), worth.rho


def _along(
    whole: Evidence,
    evidence: Evidence,
    model: Ranked,
    curve: tuple[RateCurve, float],
    stratum: tuple[int, IntArray, IntArray],
    standing: Mapping[str, FloatArray],
) -> Draws:
    """Return what a stratum holds along an order of its items; ``standing``: where each order puts the whole list's."""
    rates, rho = curve
    place, sampled, listed = stratum
    rng = np.random.default_rng([whole.plan.seed, place])
    own, group = whole.own, None
    if own is not None and evidence.own is not None:
        order = evidence.own.rankings[model.name].order
        stand, count = standing[model.name][listed][order], own.weight[listed][order]
        group = None if own.group is None else own.group[listed][order]
    else:
        order = evidence.model(model.name).ranking.order
        held = whole.sample.weights[sampled][order]
        stand, count = model.place[sampled][order], held * (evidence.list_items / float(held.sum()))
        group = None if whole.group is None else whole.group[sampled][order]
    if len(stand) > SINGLE:
        stand, count, group = *_in_cells(stand, count), None
    part = np.full(len(stand), place)
    return along(rates, stand, count, rng, group=group, rho=rho, part=part)


def _in_cells(place: FloatArray, count: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return items of one stratum in cells, first reviewed first: their mean places, and how many they are."""
    starts = cells(len(place))[:-1]
    held = np.add.reduceat(count, starts)
    return np.add.reduceat(place * count, starts) / np.maximum(held, 1e-300), held


def _of_stratum(plan: Plan, items: Items, whole: Evidence, own: BoolArray, size: int | None) -> Evidence:
    """Return the orders and prices of a stratum's part of the list; by size its labelled items are the list."""
    alone = replace(plan, quota=None, budget=None, mixture=False, list_size=size)
    among = own | items.labelled if whole.own is not None else own
    outputs = [replace(output, score=output.score[among]) for output in _outputs(items, whole)]
    return gather(alone, _among(items, among), outputs)


def _outputs(items: Items, whole: Evidence) -> list[ModelOutput]:
    """Return what every order says of every item, the mixture's among them; by size nothing is said of the list."""
    labelled, found = items.labelled, []
    for model in whole.models:
        score = np.full(items.n_items, -np.inf)
        score[labelled] = model.score
        if whole.own is not None:
            score[~labelled] = whole.own.scores[model.name][1]
        found.append(ModelOutput(model.name, score, model.cut, float(model.cost)))
    return found


def _among(items: Items, own: BoolArray) -> Items:
    """Return some of the items."""

    def of(amount: Array | None) -> Array | None:
        return None if amount is None else amount[own]

    return replace(
        items,
        ids=tuple(compress(items.ids, own.tolist())),
        label=items.label[own],
        weight=of(items.weight),
        group=of(items.group),
        units=of(items.units),
        listed_cost=of(items.listed_cost),
        stratum=None,
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
