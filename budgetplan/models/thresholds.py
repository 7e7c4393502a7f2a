"""Cutoffs and decisions: what theory accepts, and what is learnt from labelled items (METHODS S4, S5).

Accept where confidence >= cutoff; 0 accepts everything, ``inf`` nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.models.value import NONE, WorthTable, item_weights, weighty

TIE = 1e-12
"""Mean values this close, in units of the largest value, are equal: then more items are accepted."""


DECIMALS = 1e12
"""Nobody writes more than twelve decimals; and what lies as near to such a number as rounding leaves it, is it."""


def exact(value: float | Fraction) -> Fraction:
    """Return the shortest decimal that reads as this number, as a fraction: what was written, up to 15 digits.

    Examples
    --------
    >>> exact(0.1)
    Fraction(1, 10)
    """
    return value if isinstance(value, Fraction) else Fraction(repr(float(value)))


def difference(one: float, other: float) -> float:
    """Return the number nearest to the difference of two decimals.

    Examples
    --------
    >>> -0.1 - 0.2, difference(-0.1, 0.2)
    (-0.30000000000000004, -0.3)
    """
    return float(exact(one) - exact(other))


def as_written(values: FloatArray) -> FloatArray:
    """Return values with those that miss a decimal of twelve places by rounding alone set to it; the same shape.

    Examples
    --------
    >>> 0.6 / 1.6, as_written(np.array([0.6 / 1.6, 1 / 3])).tolist()
    (0.37499999999999994, [0.375, 0.3333333333333333])
    """
    near = np.rint(values * DECIMALS) / DECIMALS
    return np.where(np.abs(near - values) <= 4 * np.spacing(np.abs(values)), near, values)


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

    >>> from budgetplan.models.value import triple
    >>> p = np.array([[0.8, 0.2], [0.3, 0.7]])
    >>> gate(triple(2, 1.0, -4.0, 0.0), p, np.array([0, 1])).tolist()
    [True, False]
    """
    answer, abstain = expected_values(table, probabilities)
    return np.asarray(answer[np.arange(len(predicted)), predicted] >= abstain - TIE * table.scale)


def net_table(table: WorthTable, review_cost: FloatArray | None) -> WorthTable:
    """Return the values with the cost of a review, where all cost the same, taken off abstaining."""
    if review_cost is None or not len(review_cost):
        return table
    less = np.vectorize(lambda value: difference(value, review_cost[0]), otypes=[np.float64])
    return replace(table, r=less(table.r), unknown_r=less(table.unknown_r))


def cutoffs_of_theory(table: WorthTable, review_cost: FloatArray | None) -> FloatArray | None:
    """Return a cutoff for each predicted class, shape (C,), on calibrated confidences; None where there is none.

    There is none where reviews cost differently by item, or an answer's worth takes the gate on all probabilities.

    References
    ----------
    S24 equations 7 and 8; METHODS S4.

    Examples
    --------
    A missed b costs four, a false one a third of a right one:

    >>> table = WorthTable(np.array([[1.0, -4], [-1, 3]]), np.zeros(2), np.array([-4.0, -1]), 0.0)
    >>> cutoffs_of_theory(table, None).tolist()
    [0.8, 0.25]
    """
    if review_cost is not None and np.ptp(review_cost) > 0:
        return None
    try:
        return theoretical_by_class(net_table(table, review_cost))
    except ValueError:  # of one class wrong answers are worth having and right ones are not
        return None


def confidence_spans(table: WorthTable, review_cost: FloatArray | None) -> FloatArray | None:
    """Return by class below which confidence no answer is accepted, and from which on every one: (2, C), in [1/C, 1].

    Between the two it is the probabilities of the other classes that decide. None where reviews cost differently by
    item, or where some class is never answered or may be answered though it is worth nothing if right.

    Parameters
    ----------
    table
        What answers are worth.
    review_cost
        Shape (n,) or None: taken off abstaining.

    References
    ----------
    S24 equations 6 to 8: the expected value of an answer of probability p, with all the rest on the class whose
    mistake costs least, or most.

    Examples
    --------
    Of three classes a mistake costs 0.20, that of the first for the third 1.00; a right answer brings 0.05:

    >>> v = np.array([[0.05, -0.2, -1.0], [-0.2, 0.05, -0.2], [-0.2, -0.2, 0.05]])
    >>> confidence_spans(WorthTable(v, np.zeros(3), np.full(3, -0.2), 0.0), None).round(3).tolist()
    [[0.8, 0.8, 0.8], [0.952, 0.8, 0.8]]
    """
    if review_cost is not None and np.ptp(review_cost) > 0:
        return None
    net = net_table(table, review_cost)
    over = net.v - net.r
    right, wrong = np.diag(over), over[~np.eye(len(over), dtype=bool)].reshape(len(over), -1)
    if (right <= 0).any() or not wrong.size:
        return None
    cheapest, dearest = (np.minimum(ends, 0.0) for ends in (wrong.max(axis=1), wrong.min(axis=1)))
    least, surely = cheapest / (cheapest - right), dearest / (dearest - right)
    floor = 1 / len(over)  # the most probable class has no less
    return np.asarray(np.maximum([least, surely], floor))


@dataclass(frozen=True, eq=False)
class Accepted:
    """Which answers theory accepts, shape (n,); ``cutoff`` where it is one on the confidence."""

    items: BoolArray | None = None
    cutoff: float | None = None
    missing: str = ""


def accepted(
    table: WorthTable,
    predicted: IntArray,
    confidence: FloatArray,
    probabilities: FloatArray | None,
    review_cost: FloatArray | None = None,
) -> Accepted:
    """Return what theory accepts: by one cutoff where one is enough, else by the gate on all probabilities.

    Parameters
    ----------
    table
        What answers are worth.
    predicted, confidence, probabilities
        Shape (n,), (n,) and (n, C) or None: what the model says, taken as it is given.
    review_cost
        Shape (n,), in the unit of the values: taken off abstaining; None: nothing.

    References
    ----------
    S24 equations 6 to 8; METHODS S4.

    Examples
    --------
    A wrong answer costs four right ones:

    >>> from budgetplan.models.value import triple
    >>> got = accepted(triple(2, 1.0, -4.0, 0.0), np.array([0, 1]), np.array([0.9, 0.7]), None)
    >>> got.items.tolist(), got.cutoff
    ([True, False], 0.8)
    """
    if review_cost is not None and np.ptp(review_cost) > 0:
        if probabilities is None:
            return Accepted(missing="costs")
        # Each answer is expected to be worth at least abstaining less this item's own review cost.
        answer, abstain = expected_values(table, probabilities)
        own = answer[np.arange(len(predicted)), predicted]
        return Accepted(own >= abstain - review_cost - TIE * table.scale)
    net, cutoffs = net_table(table, review_cost), cutoffs_of_theory(table, review_cost)
    if cutoffs is not None and np.ptp(cutoffs) == 0:
        return Accepted(confidence >= cutoffs[0], float(cutoffs[0]))
    if probabilities is not None:
        return Accepted(gate(net, probabilities, predicted))
    if cutoffs is not None:
        return Accepted(confidence >= cutoffs[predicted])
    return Accepted(missing="cells")


@dataclass(frozen=True)
class Staircase:
    """Mean value (or any sum) at every distinct cutoff, from accepting all to accepting none.

    Attributes
    ----------
    cutoffs
        Shape (candidates,), increasing: 0, midpoints between neighbouring scores, ``inf``.
    accepted_sums
        Shape (k, candidates): each amount summed over the items accepted at the cutoff.
    """

    cutoffs: FloatArray
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
    low, high = high[:-1], high[1:]
    middle = low + (high - low) / 2
    between = np.where(middle > low, middle, high)  # where floats leave no room in between
    return Staircase(np.concatenate([[0.0], between, [NONE]]), sums)


@dataclass(frozen=True)
class Learnt:
    """A cutoff learnt from labelled items: never report ``mean_value`` as an estimate, it is flattered.

    ``cutoff`` lies between two scores; ``n_accepted`` are the weighted items accepted of those it was learnt from.
    """

    cutoff: float
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
    return Learnt(float(stairs.cutoffs[best]), float(stairs.accepted_sums[0, best]), float(means[best]))


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
    """``cutoffs`` of shape (folds,), each learnt from the items of all other folds; ``in_sample`` from all: to deploy."""

    cutoffs: FloatArray
    in_sample: Learnt


def cross_fit(
    confidence: FloatArray,
    if_accepted: FloatArray,
    if_deferred: FloatArray,
    scale: float,
    folds: IntArray,
    weight: FloatArray | None = None,
) -> CrossFit:
    """Learn a cutoff for every fold from the others, and the one to deploy from all (METHODS S5).

    Parameters as in :func:`empirical`; ``folds`` of shape (n,) from :func:`assign_folds`.
    """

    def learnt(rows: BoolArray) -> Learnt:
        own = None if weight is None else weight[rows]
        return empirical(confidence[rows], if_accepted[rows], if_deferred[rows], scale, own)

    cutoffs = [learnt(folds != fold).cutoff for fold in range(int(folds.max()) + 1)]
    return CrossFit(np.array(cutoffs), learnt(np.ones(len(folds), dtype=bool)))
