"""The mixture as one more model: an order of all items, labelled or not, made of the orders of several models.

On labelled items its scores were learnt without the item's own label (METHODS M), so that what is said of the
mixture is as honest as what is said of any model. Where the list has scores, every place is one in the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.plan import MIXTURE, Plan
from budgetplan.metrics.ranking.mixture import Mixture, deal_folds, mix, normal_places, places_in_list


def mixed_output(
    plan: Plan,
    items: Items,
    outputs: Sequence[ModelOutput],
    positive: FloatArray,
    *,
    weight: FloatArray | None,
    group: IntArray | None,
    by_score: bool,
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
    if by_score:
        own = {output.name: output.score[~labelled] for output in members}
        units = None if items.weight is None else items.weight[~labelled]
        score[~labelled] = found.score({name: normal_places(each, units) for name, each in own.items()})
        places = {name: places_in_list(scores[name], each, units) for name, each in own.items()}
    score[labelled] = found.out_of_fold(places)
    cost = sum((Decimal(repr(output.cost)) for output in members), Decimal(0))
    return ModelOutput(MIXTURE, score, cost=float(cost)), found


def recipe(found: Mixture) -> Mapping[str, float]:
    """Return the members and their weights, the heaviest first; of equal ones the first by name."""
    pairs = zip(found.members, found.weights.tolist(), strict=True)
    return dict(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))
