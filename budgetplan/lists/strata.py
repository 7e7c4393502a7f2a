"""The strata of quotas: one curve for all, with an intercept and a slope for each, and what each holds along the orders."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import FloatArray, IntArray, taken
from budgetplan.core.curve import PLACES, Fit
from budgetplan.core.draws import SINGLE, along, cells, squares
from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import Plan
from budgetplan.errors import UsageError
from budgetplan.lists.evidence import Evidence, drawn_along, gather
from budgetplan.lists.forecast import worths_of


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
    sizes, labelled, scored, held = _sizes(plan, items), items.labelled, whole.scored, whole.sample.weights
    part, outputs, orders = items.quota[labelled], [], []
    for model in whole.models:
        sample = replace(whole.sample, place=model.place, part=part)
        fit = Fit.of(sample, replace(PLACES, parts=len(items.quotas)))
        curve = fit.drawn(plan.draws, np.random.default_rng(plan.seed))
        # What the order says of every item; by size nothing is said of the list.
        score = np.full(items.n_items, -np.inf)
        score[labelled], standing = model.score, model.place
        if scored is not None:
            score[~labelled], standing = scored.scores[model.name][1], scored.stand(model.name)[0]
        orders.append((model, curve, fit.worth.rho, standing))
        outputs.append(ModelOutput(model.name, score, model.cut, float(model.cost)))
    amounts = {name: whole.measures[name] for name in ("value", "left")}
    sample = replace(whole.sample, place=whole.models[0].place)
    worths = worths_of(sample, amounts, float(len(part)), whole.list_items, plan.draws, plan.seed)
    strata = []
    for code, name in enumerate(items.quotas):
        inside = np.asarray(items.quota == code)
        sampled, listed = np.flatnonzero(inside[labelled]), np.flatnonzero(inside[~labelled])
        # Its part of the list; by size its labelled items are the list.
        among = inside | labelled if scored is not None else inside
        size = None if sizes is None else int(sizes[code])
        work = replace(plan.work, tail_sample=0, control=0)  # drawn from the whole list
        alone = replace(plan, quota=None, budget=None, mixture=False, list_size=size, work=work)
        of_stratum = replace(taken(items, among), stratum=None, answers=(), quota=None, quotas=())
        evidence = gather(alone, of_stratum, [replace(output, score=output.score[among]) for output in outputs])
        drawn = {}
        for model, curve, rho, standing in orders:
            if scored is not None and evidence.scored is not None:
                rows = listed[evidence.scored.rankings[model.name].order]
                place, count, group = standing[rows], scored.weight[rows], scored.group
            else:
                rows = sampled[evidence.model(model.name).ranking.order]
                place, group = model.place[rows], whole.sample.group
                count = held[rows] * (evidence.list_items / float(held[sampled].sum()))
            group = None if group is None else group[rows]
            crowd = 1.0 if group is None else squares(group, count) / float(count.sum())
            if len(place) > SINGLE:  # in cells, with their mean places
                starts, group = cells(len(place))[:-1], None
                in_cell = np.add.reduceat(count, starts)
                place = np.add.reduceat(place * count, starts) / np.maximum(in_cell, 1e-300)
                count = in_cell
            codes, rng = np.full(len(place), code), np.random.default_rng([plan.seed, code])
            drawn[model.name] = along(curve, place, count, rng, group=group, rho=rho, crowd=crowd, part=codes)
        worths_here = {
            amount_name: replace(amount, items=evidence.list_items) for amount_name, amount in worths.items()
        }
        evidence = drawn_along(evidence, drawn, worths_here)
        strata.append(Stratum(name, plan.quota.of(name), evidence, sampled, listed))
    return tuple(strata)


def _sizes(plan: Plan, items: Items) -> IntArray | None:
    """Return how many items of the list each stratum has where only the whole is said; None: its rows say it.

    Dealt in proportion to its rows, at least one to each.
    """
    if plan.list_size is None:
        return None
    listed = ~items.labelled
    weight = np.ones(items.n_items) if items.weight is None else items.weight
    rows = listed if listed.any() else items.labelled
    if listed.any() and abs(float(weight[rows].sum()) - plan.list_size) < 1e-9 * plan.list_size:
        return None
    assert items.quota is not None
    spare = plan.list_size - len(items.quotas)
    if spare < 0:
        raise UsageError.of(Message("plans.fewer_items_than_strata", n=len(items.quotas)), option="list.size")
    counts = np.bincount(items.quota[rows], weight[rows], len(items.quotas))
    return whole_parts(counts / counts.sum() * spare, spare) + 1


def whole_parts(parts: FloatArray, total: int) -> IntArray:
    """Round the parts of a whole so that they add up to it.

    Parameters
    ----------
    parts
        Shape (k,), >= 0.
    total
        What they add up to, rounded, >= 0.

    Returns
    -------
    IntArray
        Shape (k,), >= 0: each rounded down, and what that leaves goes to the greatest remainders, the first of equal
        ones first. A part that is whole stays as it is where the others make up the rest.

    Examples
    --------
    >>> whole_parts(np.array([31.5, 12.0, 6.5]), 50).tolist()
    [32, 12, 6]
    """
    # Sums of floats are off by their last digits: 6.999999999999 has no remainder.
    near = np.round(parts, 9)
    whole = np.floor(near).astype(np.int64)
    first = np.argsort(whole - near, kind="stable")
    missing = total - int(whole.sum())
    if missing >= 0:
        share, more = divmod(missing, max(len(parts), 1))
        whole += share
        whole[first[:more]] += 1
        return whole
    for place in first[::-1]:  # parts, not items
        taken = min(int(whole[place]), -missing)
        whole[place] -= taken
        missing += taken
    return whole
