"""One order made of several models: how far each is to be trusted is learnt from the labels (METHODS M)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.curve import fit
from budgetplan.core.places import PLACE_DIGITS

PENALTY = 10.0
"""Of the squared weights, on the summed log loss: few labels leave all models with much the same weight."""
LEAST = 0.02
"""A model that carries less of the weight is no member; of more than 25 models, less than half of an equal part."""
FOLDS, WEIGHT_DIGITS = 5, 6


def weights(places: FloatArray, entry: FloatArray, weight: FloatArray) -> FloatArray:
    """Return what each model weighs: a logistic regression of the label on the places, nothing below 0.

    Parameters
    ----------
    places
        Shape (n, J): where each model puts the labelled items in the list.
    entry, weight
        Shape (n,): 1 for an entry, else 0; and how many items each stands for.

    Returns
    -------
    FloatArray
        Shape (J,), >= 0, in all 1, of six decimals. All weigh the same where nothing is learnt.

    References
    ----------
    METHODS M.

    Examples
    --------
    >>> good, poor = np.array([2.0, 1.0, 0.5, -1.0]), np.array([-1.0, 0.9, -1.0, 1.0])
    >>> weights(np.column_stack([good, poor]), np.array([1.0, 1, 0, 0]), np.ones(4)).tolist()
    [1.0, 0.0]
    """
    n_models = places.shape[1]
    equal = np.full(n_models, 1 / n_models)
    held = float(weight @ entry)
    if n_models == 1 or not 0 < held < float(weight.sum()):
        return equal
    units = (weight / weight.mean())[None, :]
    penalty = np.concatenate([[0.0], np.full(n_models, 2 * PENALTY)])
    terms = np.vstack([np.ones(len(entry)), places.T])
    learnt = np.maximum(fit(terms, units * entry, units, penalty, np.zeros(n_models + 1))[0, 1:], 0.0)
    if not learnt.any():
        return equal
    share = learnt / learnt.sum()
    share[share < min(LEAST, 1 / (2 * n_models))] = 0.0
    return np.asarray(np.round(share / share.sum(), WEIGHT_DIGITS))


def deal(entry: FloatArray, group: IntArray | None, seed: int) -> IntArray:
    """Return a fold for each item: whole groups, those with most entries first, in turn, shape (n,).

    >>> deal(np.array([1.0, 0, 1, 0, 0, 0, 0]), None, 1).tolist()
    [0, 3, 1, 1, 4, 2, 0]
    """
    unit = np.arange(len(entry)) if group is None else group
    n_units = int(unit.max(initial=-1)) + 1
    order = np.random.default_rng(seed).permutation(n_units)
    order = order[np.argsort(-np.bincount(unit, entry, n_units)[order], kind="stable")]
    fold = np.empty(n_units, dtype=np.int64)
    fold[order] = np.arange(n_units) % FOLDS
    return np.asarray(fold[unit])


def mix(
    places: FloatArray, entry: FloatArray, weight: FloatArray, group: IntArray | None, seed: int
) -> tuple[IntArray, FloatArray]:
    """Learn what the models weigh, from all labels and without each fold; parameters as in :func:`weights` and :func:`deal`.

    Returns
    -------
    tuple
        In which fold each labelled item is, shape (n,); and weights, shape (1 + folds, J): from all labels, then without
        the items of each fold. Where the other folds are of one kind, or there is no other group, all weigh the same.
    """
    fold = deal(entry, group, seed)
    rests = [np.ones(len(fold), dtype=bool), *(fold != part for part in range(FOLDS))]
    return fold, np.stack([weights(places[kept], entry[kept], weight[kept]) for kept in rests])


def mixed(places: FloatArray, share: FloatArray) -> FloatArray:
    """Return the mixed places of items, rounded as they are used: (n, J), by weights (J,) or (n, J), to (n,).

    >>> mixed(np.array([[1.0, 2.0], [-np.inf, 0.5]]), np.array([0.0, 1.0])).tolist()
    [2.0, 0.5]
    """
    total = np.zeros(len(places))
    # Column by column: the same digits whatever the number of items. A model that weighs nothing says nothing.
    for place, part in zip(places.T, np.broadcast_to(share, places.shape).T, strict=True):
        total += part * np.where(part > 0, place, 0.0)
    return np.asarray(np.round(total, PLACE_DIGITS))
