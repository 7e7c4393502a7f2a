"""The mixture as one more model: an order of all items, labelled or not, made of the orders of several models.

On labelled items its scores were learnt without the item's own label (METHODS M), so that what is said of the
mixture is as honest as what is said of any model. Where the list has scores, every place is one in the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.counted import CountedList, CountedRows
from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.plan import MIXTURE, Plan
from budgetplan.metrics.ranking.mixture import (
    SCORE_DIGITS,
    Mixture,
    deal_folds,
    mix,
    normal_places,
    places_in_list,
)

PER_PLACE = 10**SCORE_DIGITS
"""Places are added up in whole numbers of so many parts."""


def mixed_output(
    plan: Plan,
    items: Items,
    outputs: Sequence[ModelOutput],
    positive: FloatArray,
    *,
    weight: FloatArray | None,
    group: IntArray | None,
    by_score: bool,
    counted: CountedList | None = None,
) -> tuple[ModelOutput, Mixture] | None:
    """Return what all models say together, and how it is made; None where nothing can be mixed.

    Parameters
    ----------
    plan, items
        What the user said, and all items.
    outputs
        The models in the order of their names.
    positive, weight, group
        Of the labelled items, shape (n,): 1 for an entry, else 0; weights; codes of groups (None: none).
    by_score
        The list is ordered by its own scores: labelled items then stand where they would in the list.
    counted
        Whoever counts the list, where it is not among the items.
    """
    if not plan.mixture or len(outputs) < 2:
        return None
    labelled = items.labelled
    scores = {output.name: output.score[labelled] for output in outputs}
    places = {name: normal_places(score, weight) for name, score in scores.items()}
    costs = {output.name: output.cost for output in outputs}
    counting = None if weight is None else weight * (len(weight) / float(weight.sum()))
    found = mix(places, positive, deal_folds(positive, group, plan.seed), costs, counting)
    if found is None:
        return None
    members = [output for output in outputs if output.name in found.members]
    score = np.full(items.n_items, -np.inf)
    if by_score and counted is not None:
        rows = {output.name: counted.coarse(output.name) for output in members}
        places = {
            name: places_in_list(scores[name], one.score, one.count.astype(np.float64))
            for name, one in rows.items()
        }
        _mix_counted(found, counted, rows, found.out_of_fold(places))
    elif by_score:
        own = {output.name: output.score[~labelled] for output in members}
        units = None if items.weight is None else items.weight[~labelled]
        score[~labelled] = found.score({name: normal_places(each, units) for name, each in own.items()})
        places = {name: places_in_list(scores[name], each, units) for name, each in own.items()}
    score[labelled] = found.out_of_fold(places)
    cost = sum((Decimal(repr(output.cost)) for output in members), Decimal(0))
    return ModelOutput(MIXTURE, score, cost=float(cost)), found


def _mix_counted(
    found: Mixture, counted: CountedList, rows: Mapping[str, CountedRows], labelled: FloatArray
) -> None:
    """Have the list counted in the order of the mixture: a sum of whole numbers, the same whoever counts.

    Items that are counted together stand at the middle of their places.
    """
    parts = {}
    for name, weight in zip(found.members, found.weights.tolist(), strict=True):
        place = normal_places(
            -np.arange(len(rows[name].count), dtype=np.float64), rows[name].count.astype(float)
        )
        parts[name] = np.rint(weight * place * PER_PLACE).astype(np.int64)
    counted.mix(MIXTURE, parts, labelled, PER_PLACE)
