"""Cutoffs and decisions: from theory, and learnt from labelled items (METHODS S4, S5).

Accept where confidence >= cutoff; 0 accepts everything, ``inf`` nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.answers.decimals import exact
from budgetplan.metrics.answers.value import NONE, WorthTable, item_weights, mean_value, weighty

TIE = 1e-12
"""Mean values this close, in units of the largest value, are equal: then more items are accepted."""
ABSTAIN = -1
"""The decision not to answer."""


def theoretical(a: float | Fraction, b: float | Fraction) -> float:
    """Return the cutoff c at which accepting is worth abstaining: c a - (1 - c) b = 0.

    The double nearest to the fraction, so that a confidence written as the same number is accepted.

    ``a`` is V(right) - V(abstain), ``b`` is V(abstain) - V(wrong). ValueError if wrong answers are worth having
    and right ones are not: no cutoff separates them.

    Examples
    --------
    >>> theoretical(1.0, 4.0), theoretical(1.0, -1.0), theoretical(0.0, 1.0), theoretical(-1.0, 1.0)
    (0.8, 0.0, 1.0, inf)
    """
    if a >= 0:
        return 0.0 if b <= 0 else float(exact(b) / (exact(a) + exact(b)))
    if b >= 0:
        return NONE
    raise ValueError("wrong answers are worth having and right ones are not: no cutoff exists")


def theoretical_by_class(table: WorthTable) -> FloatArray | None:
    """Return a cutoff for each predicted class (S24 eq. 7-8), shape (C,); None where the gate is needed.

    Class i has a = V[i][i] - R[i] and b = R[j] - V[i][j], which must be the same for every j != i (two
    classes: always). Of one class alone every other truth is one that no model knows. ValueError as in
    :func:`theoretical`.

    Examples
    --------
    tau_n = k_fn / (1 + k_fn) and tau_p = k_fp / (k_tp + k_fp):

    >>> table = WorthTable(np.array([[1.0, -4], [-1, 3]]), np.zeros(2), np.array([-4.0, -1]), 0.0)
    >>> theoretical_by_class(table).tolist()
    [0.8, 0.25]
    """
    wrong, left = table.v, table.r
    same = np.eye(table.n_classes, dtype=bool)
    if table.n_classes == 1:
        wrong = table.unknown_wrong.reshape(1, -1)
        left, same = np.ravel(table.unknown_r), np.zeros(wrong.shape, dtype=bool)
    left = np.broadcast_to(left, wrong.shape)
    cutoffs = np.empty(table.n_classes)
    for i in range(table.n_classes):
        others = np.flatnonzero(~same[i])
        if np.ptp(left[i, others] - wrong[i, others]) > TIE * max(table.scale, 1e-300):
            return None
        b = exact(left[i, others[0]]) - exact(wrong[i, others[0]])
        cutoffs[i] = theoretical(exact(table.v[i, i]) - exact(table.r[i]), b)
    return cutoffs


def expected_values(table: WorthTable, probabilities: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the expected value of predicting each class, shape (n, C), and of abstaining, shape (n,).

    EV_i = sum_j p_j V[i][j] and ER = sum_j p_j R[j], for probabilities of shape (n, C) (METHODS S4).
    """
    return probabilities @ table.v.T, probabilities @ table.r


def gate(table: WorthTable, probabilities: FloatArray, predicted: IntArray) -> BoolArray:
    """Accept argmax p where its expected value is at least that of abstaining (the papers' selector), shape (n,).

    Equal to the cutoffs by class where those exist; presumes calibrated probabilities (METHODS S4).

    >>> from budgetplan.metrics.answers.value import triple
    >>> p = np.array([[0.8, 0.2], [0.3, 0.7]])
    >>> gate(triple(2, 1.0, -4.0, 0.0), p, np.array([0, 1])).tolist()
    [True, False]
    """
    answer, abstain = expected_values(table, probabilities)
    return np.asarray(answer[np.arange(len(predicted)), predicted] >= abstain - TIE * table.scale)


def bayes(table: WorthTable, probabilities: FloatArray, review_cost: FloatArray | float = 0.0) -> IntArray:
    """Return the class of greatest expected value, or ABSTAIN, shape (n,); it may not be the most probable one.

    Ties: the more probable class, then the lower one (METHODS S4). ``review_cost``, one or of shape (n,), is
    taken off abstaining.

    A missed positive costs 10, a false one a quarter: at 30 % it is better called positive.

    >>> table = WorthTable(np.array([[1.0, -10], [-0.25, 1]]), np.zeros(2), np.array([-10.0, -0.25]), 0.0)
    >>> bayes(table, np.array([[0.7, 0.3], [0.9, 0.1]])).tolist()
    [1, -1]
    """
    answer, abstain = expected_values(table, probabilities)
    best = answer.max(axis=1)
    tied = answer >= best[:, None] - TIE * table.scale
    chosen = np.argmax(np.where(tied, probabilities, -1.0), axis=1)
    return np.where(best >= abstain - review_cost - TIE * table.scale, chosen, ABSTAIN)


@dataclass(frozen=True)
class Staircase:
    """Mean value (or any sum) at every distinct cutoff, from accepting all to accepting none.

    Attributes
    ----------
    cutoffs
        Shape (candidates,), increasing: 0, midpoints between neighbouring scores, ``inf``.
    on_score
        The same cutoffs placed on the score itself, for comparison.
    accepted_sums
        Shape (k, candidates): each amount summed over the items accepted at the cutoff.
    """

    cutoffs: FloatArray
    on_score: FloatArray
    accepted_sums: FloatArray


def staircase(confidence: FloatArray, amounts: FloatArray) -> Staircase:
    """Sum amounts over the accepted items at every distinct cutoff, after one sort.

    Parameters
    ----------
    confidence
        Shape (n,).
    amounts
        Shape (k, n): what to add up over the accepted (1 for a count, a difference of values ...).

    Returns
    -------
    Staircase
        ``accepted_sums`` of shape (k, candidates). Equal scores move together. ValueError without items.

    Examples
    --------
    >>> stairs = staircase(np.array([0.9, 0.5, 0.9]), np.ones((1, 3)))
    >>> stairs.cutoffs.tolist(), stairs.accepted_sums.tolist()
    ([0.0, 0.7, inf], [[3.0, 2.0, 0.0]])
    """
    if not len(confidence):
        raise ValueError("no items")
    order = np.argsort(-confidence, kind="stable")
    ordered = confidence[order]
    ends = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), len(ordered) - 1)
    sums = np.cumsum(amounts[:, order], axis=1)[:, ends]
    sums = np.concatenate([np.zeros((len(amounts), 1)), sums], axis=1)[:, ::-1]
    high = ordered[ends][::-1]  # distinct scores, increasing
    return Staircase(midpoints(high), np.concatenate([[0.0], high[1:], [NONE]]), sums)


def midpoints(scores: FloatArray) -> FloatArray:
    """Return 0, the midpoints of neighbouring scores (the upper one where floats leave no room), and inf."""
    low, high = scores[:-1], scores[1:]
    middle = low + (high - low) / 2
    return np.concatenate([[0.0], np.where(middle > low, middle, high), [NONE]])


@dataclass(frozen=True)
class Learnt:
    """A cutoff learnt from labelled items: never report ``mean_value`` as an estimate, it is flattered.

    ``cutoff`` lies between two scores, ``on_score`` on the upper one (for comparison); ``n_accepted`` are the
    weighted items accepted of those it was learnt from.
    """

    cutoff: float
    on_score: float
    n_accepted: float
    mean_value: float


def empirical(
    confidence: FloatArray,
    if_accepted: FloatArray,
    if_deferred: FloatArray,
    scale: float,
    weight: FloatArray | None = None,
) -> Learnt:
    """Return the cutoff with the greatest mean value; among ties the lowest (most accepted) (METHODS S5).

    Parameters
    ----------
    confidence, if_accepted, if_deferred
        Shape (n,): confidence, value if accepted, value if not.
    scale
        The largest size of any value: values within 1e-12 of it are tied.
    weight
        Shape (n,), >= 0, or None for one each. ValueError if there are no items.

    Examples
    --------
    At one wrong answer costing 4 right ones, only the two surest answers are worth accepting:

    >>> if_accepted = np.array([1.0, 1.0, -4.0, 1.0])
    >>> empirical(np.array([0.9, 0.8, 0.7, 0.6]), if_accepted, np.zeros(4), scale=4.0).cutoff
    0.75
    """
    w = item_weights(len(confidence), weight)
    w, confidence, if_accepted, if_deferred = weighty(w, confidence, if_accepted, if_deferred)
    total = float(w.sum())
    stairs = staircase(confidence, np.stack([w, w * (if_accepted - if_deferred)]))
    means = (stairs.accepted_sums[1] + float(w @ if_deferred)) / total
    best = int(np.flatnonzero(means >= means.max() - TIE * scale)[0])
    found = stairs.cutoffs[best], stairs.on_score[best], stairs.accepted_sums[0, best], means[best]
    return Learnt(*(float(one) for one in found))


def empirical_by_class(
    n_classes: int,
    predicted: IntArray,
    confidence: FloatArray,
    if_accepted: FloatArray,
    if_deferred: FloatArray,
    scale: float,
    weight: FloatArray | None = None,
) -> tuple[FloatArray, BoolArray]:
    """Return a learnt cutoff for each predicted class and whether anything supports it, both shape (C,).

    The objective is a sum over predicted classes, so each is learnt alone (METHODS S5; not so under a budget
    that the classes share). A class that is never predicted gets 0 and nothing supports it.

    Examples
    --------
    >>> predicted, confidence = np.array([0, 0, 1]), np.array([0.9, 0.6, 0.7])
    >>> cutoffs, supported = empirical_by_class(3, predicted, confidence, np.array([1.0, -1, -1]), np.zeros(3), 1.0)
    >>> cutoffs.tolist(), supported.tolist()
    ([0.75, inf, 0.0], [True, True, False])
    """
    cutoffs, supported = np.zeros(n_classes), np.zeros(n_classes, dtype=bool)
    for i in np.unique(predicted):  # classes, not items
        own = predicted == i
        w = None if weight is None else weight[own]
        if w is not None and w.sum() == 0:
            continue
        cutoffs[i] = empirical(confidence[own], if_accepted[own], if_deferred[own], scale, w).cutoff
        supported[i] = True
    return cutoffs, supported


def assign_folds(n: int, n_folds: int, seed: int, group: IntArray | None = None) -> IntArray:
    """Return a fold for each item (whole groups stay together): a seeded permutation dealt round-robin.

    Parameters
    ----------
    n, n_folds, seed
        Items (in the order of their ids), folds, seed of the random generator.
    group
        Shape (n,): code 0..G-1 of the group an item belongs to; None where items are independent.

    Examples
    --------
    >>> np.bincount(assign_folds(10, 5, seed=1)).tolist()
    [2, 2, 2, 2, 2]
    """
    units = n if group is None else int(group.max()) + 1
    dealt = np.empty(units, dtype=np.int64)
    dealt[np.random.default_rng(seed).permutation(units)] = np.arange(units) % n_folds
    return dealt if group is None else dealt[group]


@dataclass(frozen=True)
class CrossFit:
    """Cutoffs learnt without an item's own fold, what each item is then worth, and the flattery of one set.

    Attributes
    ----------
    cutoffs
        Shape (folds,): the cutoff learnt from the items of all other folds.
    item_values, mean_value
        Shape (n,): what each item is worth under its fold's cutoff; and the weighted mean.
    in_sample
        The cutoff learnt from all items: the one to deploy.
    """

    cutoffs: FloatArray
    item_values: FloatArray
    mean_value: float
    in_sample: Learnt


def cross_fit(
    confidence: FloatArray,
    if_accepted: FloatArray,
    if_deferred: FloatArray,
    scale: float,
    folds: IntArray,
    weight: FloatArray | None = None,
) -> CrossFit:
    """Score every fold with the cutoff learnt from the others; deploy the one learnt from all (METHODS S5).

    Parameters as in :func:`empirical`; ``folds`` of shape (n,) from :func:`assign_folds`.
    """
    values = np.empty(len(confidence))
    cutoffs = np.empty(int(folds.max()) + 1)
    for fold in range(len(cutoffs)):
        out = folds == fold
        w = None if weight is None else weight[~out]
        cutoffs[fold] = empirical(confidence[~out], if_accepted[~out], if_deferred[~out], scale, w).cutoff
        values[out] = np.where(confidence[out] >= cutoffs[fold], if_accepted[out], if_deferred[out])
    learnt = empirical(confidence, if_accepted, if_deferred, scale, weight)
    return CrossFit(cutoffs, values, mean_value(values, weight), learnt)
