"""The mixture as one more model: the order of all items that the orders of several models make together (METHODS M).

A labelled item stands where weights put it that were learnt without it, in the list as ordered by those weights: what is
said of the mixture is then as honest as what is said of any model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.mixture import FOLDS, PLACE_DIGITS, mix, mixed
from budgetplan.core.places import places
from budgetplan.domain.counted import CountedList, CountedRows
from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.plan import MIXTURE

PER_PLACE = 10**PLACE_DIGITS
"""Places are added up in whole numbers of so many parts."""


SEVERAL_ORDERS = 100_000
"""Lists that are counted where they lie are ordered once for every fold up to so many items."""


@dataclass(frozen=True, eq=False)
class MixedOrder:
    """The order of several models together.

    Attributes
    ----------
    output
        As one more model: of the list the mixed places, of labelled items the places in the list.
    place
        Shape (n,): where each labelled item stands in the list, on a normal scale.
    recipe
        The members and their weights, the heaviest first; of equal ones the first by name.
    """

    output: ModelOutput
    place: FloatArray
    recipe: Mapping[str, float]


def mixed_order(
    items: Items,
    outputs: Sequence[ModelOutput],
    entry: FloatArray,
    seed: int,
    *,
    weight: FloatArray | None,
    group: IntArray | None,
    by_score: bool,
    counted: CountedList | None = None,
) -> MixedOrder:
    """Return the order that models make together.

    Parameters
    ----------
    items
        All items.
    outputs
        The models, in the order of their names.
    entry, weight, group
        Of the labelled items, shape (n,): 1 for an entry, else 0; weights; codes of groups (None: none).
    seed
        Of how folds are dealt.
    by_score
        The list is ordered by its own scores: else the labelled items are the list.
    counted
        Whoever counts the list, where it is not among the items.
    """
    labelled = items.labelled
    held = np.ones(len(entry)) if weight is None else weight
    rows = {} if counted is None else {output.name: counted.coarse(output.name) for output in outputs}
    lists = {output.name: _listed(output, items, rows, by_score=by_score) for output in outputs}
    counts = {name: each.count.astype(np.float64) for name, each in rows.items()}
    units = held if not by_score else None if items.weight is None else items.weight[~labelled]
    scores = {output.name: output.score[labelled] for output in outputs}
    known = np.column_stack(
        [places(scores[name], each, counts.get(name, units)) for name, each in lists.items()]
    )
    learnt = mix(known, entry, held, group, seed)
    missing = np.column_stack([np.isneginf(each) for each in scores.values()])
    unscored = (missing | (learnt.fold_weights[learnt.fold] == 0)).all(axis=1)
    place = np.zeros(len(entry))
    if counted is not None:
        out_of_fold = np.zeros(len(entry))
        for fold in range(FOLDS):
            own = learnt.fold == fold
            parts = np.rint(known[own] * learnt.fold_weights[fold] * PER_PLACE)
            out_of_fold[own] = parts.sum(axis=1) / PER_PLACE  # as the items of the list are counted
        out_of_fold[unscored] = -np.inf
        order = _count_mixed(MIXTURE, learnt.weights, counted, rows, out_of_fold)
        place = places(out_of_fold, order.score, order.count.astype(np.float64))
        # A long list is gone through once: held-out items are then looked up in the order by all labels.
        for fold in range(FOLDS if counted.n_items <= SEVERAL_ORDERS else 0):
            own = learnt.fold == fold
            if own.any():
                name = f"{MIXTURE} without {fold}"
                order = _count_mixed(name, learnt.fold_weights[fold], counted, rows, out_of_fold[own])
                place[own] = places(out_of_fold[own], order.score, order.count.astype(np.float64))
    else:
        shares = np.vstack([learnt.weights, learnt.fold_weights])
        totals = _added(lists, shares, units)
        for fold in range(FOLDS):
            own = learnt.fold == fold
            stand = np.where(unscored[own], -np.inf, mixed(known[own], learnt.fold_weights[fold]))
            place[own] = places(stand, totals[fold + 1], units)
    score = np.full(items.n_items, -np.inf)
    score[labelled] = place
    if by_score and counted is None:
        score[~labelled] = totals[0]
    pairs = zip([output.name for output in outputs], learnt.weights.tolist(), strict=True)
    members = sorted(((name, part) for name, part in pairs if part), key=lambda pair: (-pair[1], pair[0]))
    named = dict(members)
    cost = sum((Decimal(repr(output.cost)) for output in outputs if output.name in named), Decimal(0))
    return MixedOrder(ModelOutput(MIXTURE, score, cost=float(cost)), place, named)


def _listed(
    output: ModelOutput, items: Items, rows: Mapping[str, CountedRows], *, by_score: bool
) -> FloatArray:
    """Return a model's scores of the list, or of the labelled items where these are all that is known of it."""
    if output.name in rows:
        return rows[output.name].score
    return output.score[~items.labelled if by_score else items.labelled]


def _added(lists: Mapping[str, FloatArray], shares: FloatArray, units: FloatArray | None) -> list[FloatArray]:
    """Return the mixed places of the list by each row of weights, (W, J) to W of shape (N,).

    What no model of the mixture scored stands last, whatever those say that weigh nothing. Model by model: the places
    of a long list by hundreds of models would not fit into memory.
    """
    n = len(next(iter(lists.values())))
    totals, unscored = np.zeros((len(shares), n)), np.ones((len(shares), n), dtype=bool)
    for column, score in enumerate(lists.values()):
        if not shares[:, column].any():
            continue
        place = places(score, score, units)
        for row, part in enumerate(shares[:, column].tolist()):
            if part:
                totals[row] += part * place
                unscored[row] &= np.isneginf(score)
    return list(np.where(unscored, -np.inf, np.round(totals, PLACE_DIGITS)))


def _count_mixed(
    name: str,
    weights: FloatArray,
    counted: CountedList,
    rows: Mapping[str, CountedRows],
    labelled: FloatArray,
) -> CountedRows:
    """Have the list counted in a mixed order: a sum of whole numbers, the same whoever counts.

    Items that are counted together stand at the middle of their places.
    """
    parts = {}
    for (model, each), weight in zip(rows.items(), weights.tolist(), strict=True):
        if weight:
            rank = -np.arange(len(each.count), dtype=np.float64)
            place = places(rank, rank, each.count.astype(np.float64))
            parts[model] = np.rint(weight * place * PER_PLACE).astype(np.int64)
    return counted.mix(name, parts, labelled, PER_PLACE)
