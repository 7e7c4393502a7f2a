"""One order made of several models: how far each is to be trusted is learnt from the labels (METHODS M).

Every model's scores become places on a normal scale, so that only its order counts. The mixture is their weighted
sum. What is said of it on labelled items comes from weights that were learnt without those items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.logistic import fit_logistic
from budgetplan.metrics.ranking.area import auc

PENALTY = 10.0
"""Of the squared weights, on the summed log loss: few labels leave all models with much the same weight."""
LEAST = 0.02
"""A model that carries less of the weight is no member; of more than 25 models, less than half of an equal part."""
WEIGHT_DIGITS, SCORE_DIGITS = 6, 12
"""Weights and scores are used as they are printed, so that anyone can compute the order again."""
MOST_FOLDS = 5
_NONE = 1e-12


@dataclass(frozen=True, eq=False)
class Mixture:
    """The members of a mixture and what they weigh.

    Attributes
    ----------
    members
        Names, in the order in which the models were given.
    weights
        Shape (members,): positive, they add up to 1; learnt from all labels.
    fold
        Shape (n,): in which fold each labelled item is.
    fold_weights
        Shape (folds, members): weights learnt without the items of each fold, >= 0, they add up to 1.
    """

    members: tuple[str, ...]
    weights: FloatArray
    fold: IntArray
    fold_weights: FloatArray

    def score(self, places: Mapping[str, FloatArray]) -> FloatArray:
        """Return the mixed score of items by their place in each member's order, shape (n,)."""
        return _mixed([places[name] for name in self.members], self.weights)

    def out_of_fold(self, places: Mapping[str, FloatArray]) -> FloatArray:
        """Return the mixed score of the labelled items by weights learnt without their own fold, shape (n,)."""
        return _mixed([places[name] for name in self.members], self.fold_weights[self.fold].T)

    @property
    def recipe(self) -> dict[str, float]:
        """The members and their weights, the heaviest first; of equal ones the first by name."""
        pairs = zip(self.members, self.weights.tolist(), strict=True)
        return dict(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))


def _mixed(places: Sequence[FloatArray], weights: FloatArray) -> FloatArray:
    """Add up column by column: the same digits whatever the number of items."""
    total = np.zeros(len(places[0]))
    for place, weight in zip(places, weights, strict=True):  # models, not items
        # A model that knows nothing of an item puts it last, whatever the others say least of.
        total += np.where(weight == 0, 0.0, weight * place)
    return np.asarray(np.round(total, SCORE_DIGITS))


def normal_places(score: FloatArray, weight: FloatArray | None = None) -> FloatArray:
    """Return each item's place in an order, on a normal scale: 0 in the middle, higher is better.

    Parameters
    ----------
    score
        Shape (n,): higher is better; equal scores have equal places; ``-inf``: the last ones.
    weight
        Shape (n,): how many items each stands for, >= 0; None: one each.

    Returns
    -------
    FloatArray
        Shape (n,): the normal quantile of (W_below + W_equal / 2) / W.

    References
    ----------
    METHODS M.

    Examples
    --------
    >>> normal_places(np.array([3.0, 2, 2, 1])).round(3).tolist()
    [1.15, 0.0, 0.0, -1.15]
    """
    knots, cell = np.unique(score, return_inverse=True)
    held = np.bincount(cell, np.ones(len(score)) if weight is None else weight, len(knots))
    total = float(held.sum())
    if total <= 0:
        return np.zeros(len(score))
    share = (np.cumsum(held) - held / 2) / total
    # Scores that only items without weight have lie at an end, or between two others.
    least = float(held[held > 0].min()) / (2 * total)
    return _quantile(np.clip(share, least, 1 - least))[cell]


def places_in_list(score: FloatArray, listed: FloatArray, weight: FloatArray | None = None) -> FloatArray:
    """Return where labelled items would stand in a list, on a normal scale.

    Parameters
    ----------
    score
        Shape (n,): scores of the labelled items.
    listed, weight
        Shape (N,): scores of the list, and how many items each of its rows stands for.

    Returns
    -------
    FloatArray
        Shape (n,): the normal quantile of (below + equal / 2 + 1/2) / (N + 1).

    References
    ----------
    METHODS M: among themselves, labelled items would hide that the list is another one.

    Examples
    --------
    >>> places_in_list(np.array([5.0, 0.0]), np.array([1.0, 2, 3])).round(3).tolist()
    [1.15, -1.15]
    """
    order = np.argsort(listed, kind="stable")
    ordered = listed[order]
    units = np.ones(len(listed)) if weight is None else weight[order]
    passed = np.concatenate([[0.0], np.cumsum(units)])
    below = passed[np.searchsorted(ordered, score, side="left")]
    reached = passed[np.searchsorted(ordered, score, side="right")]
    return _quantile(((below + reached) / 2 + 0.5) / (passed[-1] + 1))


def _quantile(share: FloatArray) -> FloatArray:
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import ndtri  # noqa: PLC0415

    return np.asarray(ndtri(share))


def logistic_weights(
    places: FloatArray,
    positive: FloatArray,
    weight: FloatArray | None = None,
    start: FloatArray | None = None,
) -> FloatArray:
    """Return the penalised logistic regression of the label on the places: intercept first, then the models.

    Parameters
    ----------
    places
        Shape (n, M).
    positive
        Shape (n,): 1 for an entry, else 0; both occur.
    weight
        Shape (n,): how much each label counts against the penalty: its weight, scaled to mean 1. None: one each.
    start
        Shape (M + 1,): where to begin; it moves no digit that is used.

    Returns
    -------
    FloatArray
        Shape (M + 1,): least summed log loss + 10 |w|^2, the intercept free.

    References
    ----------
    METHODS M.

    Examples
    --------
    >>> places = np.array([[1.0, 0.5], [0.2, 1.0], [-0.2, 0.1], [-1.0, -1.6]])
    >>> logistic_weights(places, np.array([1.0, 1, 0, 0])).round(3).tolist()
    [-0.0, 0.057, 0.07]
    """
    n, n_models = places.shape
    units = np.ones(n) if weight is None else weight
    centre = np.zeros(n_models + 1)
    if start is None:
        share = float(units @ positive) / float(units.sum())
        start = np.concatenate([[np.log(share / (1 - share))], centre[1:]])
    # Half of the squares is what the fit adds up.
    penalty = np.array([0.0] + [2 * PENALTY] * n_models)
    return fit_logistic(np.column_stack([np.ones(n), places]), positive, units, penalty, centre, start)


def shares_of_weight(fitted: FloatArray) -> FloatArray:
    """Return weights that add up to 1: none below 0, none under 2 % of all, six decimals; else all 0.

    Of J > 25 models none under 1 / (2 J) of all: the greatest share is 1 / J or more, so that one is always left.

    Examples
    --------
    >>> shares_of_weight(np.array([0.3, -0.2, 0.1, 0.001])).tolist()
    [0.75, 0.0, 0.25, 0.0]
    >>> shares_of_weight(np.ones(100))[:2].tolist()
    [0.01, 0.01]
    """
    found = np.maximum(fitted, 0.0)
    if float(found.max(initial=0.0)) <= _NONE:
        return np.zeros(len(fitted))
    found = found / found.sum()
    found = np.where(found < min(LEAST, 1 / (2 * len(fitted))), 0.0, found)
    return np.asarray(np.round(found / found.sum(), WEIGHT_DIGITS))


def deal_folds(positive: FloatArray, group: IntArray | None, seed: int) -> IntArray | None:
    """Return a fold for each item: positives are dealt first, then the others, groups whole; None: too few.

    Parameters
    ----------
    positive
        Shape (n,): 1 for an entry, else 0.
    group
        Shape (n,): code 0..G-1 of the group of each item; None: items are independent.
    seed
        Of the order in which they are dealt.

    Returns
    -------
    IntArray or None
        Shape (n,): 0..K-1, K = min(5, groups, positives, others); None where K < 2, or where the labels outside
        a fold are all of one kind.

    Examples
    --------
    >>> deal_folds(np.array([1.0, 0, 1, 0, 0]), None, 1).tolist()
    [0, 1, 1, 0, 0]
    >>> deal_folds(np.array([1.0, 1, 0]), None, 1) is None
    True
    """
    entry = positive > 0
    unit = np.arange(len(positive)) if group is None else group
    n_units = int(unit.max(initial=-1)) + 1
    n_folds = min(MOST_FOLDS, n_units, int(entry.sum()), int((~entry).sum()))
    if n_folds < 2:
        return None
    first = np.bincount(unit, entry, n_units) > 0
    shuffled = np.random.default_rng(seed).permutation(n_units)
    order = shuffled[np.argsort(~first[shuffled], kind="stable")]
    dealt = np.empty(n_units, dtype=np.int64)
    dealt[order] = np.arange(n_units) % n_folds
    fold = dealt[unit]
    for part in (entry, ~entry):
        held = np.bincount(fold[part], minlength=n_folds)
        if int(held.max()) == int(part.sum()):
            return None
    return np.asarray(fold)


def without_twins(places: Mapping[str, FloatArray], costs: Mapping[str, float]) -> tuple[str, ...]:
    """Return the models in their order, those of the same order once: the cheapest, then the first by name.

    Examples
    --------
    >>> same = np.array([0.0, 1.0])
    >>> without_twins({"a": same, "b": same, "c": -same}, {"a": 5.0, "b": 0.0, "c": 0.0})
    ('b', 'c')
    """
    kept: dict[bytes, str] = {}
    for name in sorted(places, key=lambda name: (costs[name], name)):
        kept.setdefault((places[name] + 0.0).tobytes(), name)
    return tuple(name for name in places if name in kept.values())


def mix(
    places: Mapping[str, FloatArray],
    positive: FloatArray,
    fold: IntArray | None,
    costs: Mapping[str, float],
    weight: FloatArray | None = None,
) -> Mixture | None:
    """Learn how far each model is to be trusted.

    Parameters
    ----------
    places
        By model: each labelled item's place among the labelled ones, see :func:`normal_places`, shape (n,).
    positive, weight
        Shape (n,): 1 for an entry, else 0; and weights, scaled to mean 1 (None: one each).
    fold
        Shape (n,), see :func:`deal_folds`; None: there are too few labels.
    costs
        By model: what using it costs.

    Returns
    -------
    Mixture or None
        None where fewer than two models have something to say, or the labels are all of one kind.

    References
    ----------
    METHODS M.

    Examples
    --------
    >>> a, b = (normal_places(np.array(score)) for score in ([4.0, 3, 2, 1], [4.0, 2, 3, 1]))
    >>> found = mix({"a": a, "b": b}, np.array([1.0, 1, 0, 0]), np.array([0, 1, 0, 1]), {"a": 0.0, "b": 0.0})
    >>> found.members, found.weights.tolist()
    (('a', 'b'), [0.646903, 0.353097])
    """
    kept = without_twins(places, costs)
    if fold is None or len(kept) < 2:
        return None
    if weight is not None:
        # What is left without a fold must hold labels of both kinds that count; of counts alone the dealing sees to it.
        held = np.stack([np.bincount(fold, weight * kind) for kind in (positive, 1 - positive)])
        if (held.sum(axis=1, keepdims=True) - held <= _NONE).any():
            return None
    columns = np.column_stack([places[name] for name in kept])
    fitted = logistic_weights(columns, positive, weight)
    weights = shares_of_weight(fitted[1:])
    if not weights.any():
        above = np.array([auc(places[name], positive, weight) - 0.5 for name in kept])
        weights = shares_of_weight(np.maximum(above, 0.0) ** 2)
    inside = weights > 0
    if int(inside.sum()) < 2:
        return None
    start = fitted[np.concatenate([[True], inside])]
    folds = [
        _without(columns[:, inside], positive, weight, fold != each, start)
        for each in range(int(fold.max()) + 1)
    ]
    members = tuple(name for name, one in zip(kept, inside, strict=True) if one)
    return Mixture(members, weights[inside], fold, np.stack(folds))


def _without(
    columns: FloatArray,
    positive: FloatArray,
    weight: FloatArray | None,
    others: BoolArray,
    start: FloatArray,
) -> FloatArray:
    """Return the members' weights learnt from the other folds alone; equal ones where they say nothing."""
    units = None if weight is None else weight[others]
    fitted = np.maximum(logistic_weights(columns[others], positive[others], units, start)[1:], 0.0)
    total = float(fitted.sum())
    if total <= _NONE:
        return np.full(len(fitted), 1 / len(fitted))
    return np.asarray(np.round(fitted / total, WEIGHT_DIGITS))
