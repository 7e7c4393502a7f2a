"""Cutoffs and decisions: what theory accepts, and what is learnt from labelled items (METHODS S4, S5).

Accept where confidence >= cutoff; 0 accepts everything, ``inf`` nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import Payoffs, decide
from budgetplan.models.value import NONE, item_weights, weighty

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


def _net(table: Payoffs, review_cost: FloatArray | None) -> Payoffs | None:
    """Return the values with the cost of a review taken off abstaining; None where reviews cost differently by item."""
    if review_cost is None or not len(review_cost):
        return table
    if np.ptp(review_cost) > 0:
        return None
    less = np.vectorize(lambda value: float(exact(value) - exact(review_cost[0])), otypes=[np.float64])
    return replace(table, left=less(table.left))


def theoretical_by_class(table: Payoffs, review_cost: FloatArray | None = None) -> FloatArray | None:
    """Return a cutoff for each predicted class, shape (C,), on calibrated confidences; None where there is none.

    Class i has a = V[i][i] - R[i] and b = R[j] - V[i][j], which must be the same for every j != i (two classes: always).
    Of one class alone every other truth is one that no model knows. There is none either where reviews, shape (n,),
    taken off abstaining, cost differently by item.

    References
    ----------
    S24 equations 7 and 8; METHODS S4.

    Examples
    --------
    tau_n = k_fn / (1 + k_fn) and tau_p = k_fp / (k_tp + k_fp):

    >>> table = Payoffs(np.array([[1.0, -4], [-1, 3]]), np.zeros(2), np.zeros(2))
    >>> theoretical_by_class(table).tolist()
    [0.8, 0.25]
    """
    net = _net(table, review_cost)
    if net is None:
        return None
    n, worth = len(net.answer), np.vstack([net.answer, net.left])
    worth, cutoffs = worth if n == 1 else worth[:, :n], np.empty(n)
    for i in range(n):
        # Where there is no other truth at all, an answer stands that is worth as much as leaving.
        others = np.flatnonzero(np.arange(worth.shape[1]) != i) if worth.shape[1] > 1 else np.array([i])
        if np.ptp(worth[-1, others] - worth[i, others]) > TIE * max(net.scale, 1e-300):
            return None
        b = exact(worth[-1, others[0]]) - exact(worth[i, others[0]])
        try:
            cutoffs[i] = theoretical(exact(worth[i, i]) - exact(worth[-1, i]), b)
        except ValueError:  # wrong answers of this class are worth having and right ones are not
            return None
    return cutoffs


def confidence_spans(table: Payoffs, review_cost: FloatArray | None) -> FloatArray | None:
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
    >>> confidence_spans(Payoffs(v, np.zeros(3), np.zeros(3)), None).round(3).tolist()
    [[0.8, 0.8, 0.8], [0.952, 0.8, 0.8]]
    """
    net = _net(table, review_cost)
    if net is None:
        return None
    n = len(net.answer)
    over = net.answer[:, :n] - net.left[:n]
    right, wrong = np.diag(over), over[~np.eye(n, dtype=bool)].reshape(n, -1)
    if (right <= 0).any() or not wrong.size:
        return None
    cheapest, dearest = (np.minimum(ends, 0.0) for ends in (wrong.max(axis=1), wrong.min(axis=1)))
    least, surely = cheapest / (cheapest - right), dearest / (dearest - right)
    floor = 1 / n  # the most probable class has no less
    return np.asarray(np.maximum([least, surely], floor))


def accepted(
    table: Payoffs,
    predicted: IntArray,
    confidence: FloatArray,
    probabilities: FloatArray | None,
    review_cost: FloatArray | None = None,
) -> tuple[BoolArray | None, float | None]:
    """Return which answers theory accepts, and the cutoff on the confidence where one is enough.

    Parameters
    ----------
    table
        What answers are worth.
    predicted, confidence, probabilities
        Shape (n,), (n,) and (n, C) or None: what the model says, taken as it is given.
    review_cost
        Shape (n,), in the unit of the values: taken off abstaining; None: nothing.

    Returns
    -------
    tuple
        Shape (n,), None where it takes probabilities of all classes (values differ by class, or reviews cost differently by
        item) and there are none; and the cutoff or None.

    References
    ----------
    S24 equations 6 to 8; METHODS S4.

    Examples
    --------
    A wrong answer costs four right ones:

    >>> table = Payoffs(np.array([[1.0, -4], [-4, 1]]), np.zeros(2), np.zeros(2))
    >>> items, cutoff = accepted(table, np.array([0, 1]), np.array([0.9, 0.7]), None)
    >>> items.tolist(), cutoff
    ([True, False], 0.8)
    """
    cutoffs = theoretical_by_class(table, review_cost)
    alike = cutoffs is not None and np.ptp(cutoffs) == 0
    if cutoffs is not None and (alike or probabilities is None):
        return confidence >= cutoffs[predicted], float(cutoffs[0]) if alike else None
    return None if probabilities is None else by_value(table, probabilities, review_cost)[1], None


def by_value(
    table: Payoffs, probabilities: FloatArray, review_cost: FloatArray | None = None, *, relabel: bool = False
) -> tuple[IntArray, BoolArray]:
    """Return the answer of each item, and whether it is expected to be worth at least leaving the item, (n,) each.

    ``relabel``: the most valuable class, of equal ones the more probable, is answered, not the most probable one.

    Examples
    --------
    A right answer 1 is worth ten right answers 0:

    >>> table, p = Payoffs(np.array([[1.0, -10], [-1, 10]]), np.zeros(2), np.zeros(2)), np.array([[0.7, 0.3]])
    >>> [[each.tolist() for each in by_value(table, p, relabel=relabel)] for relabel in (False, True)]
    [[[0], [False]], [[1], [True]]]
    """
    decided = decide(probabilities, table, relabel=relabel, leaving=review_cost)
    return decided.answer, decided.answered


def staircase(confidence: FloatArray, amounts: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Sum amounts over the accepted items at every distinct cutoff, from accepting all to accepting none, after one sort.

    Parameters
    ----------
    confidence
        Shape (n,).
    amounts
        Shape (k, n): what to add up over the accepted (1 for a count, a difference of values ...).

    Returns
    -------
    tuple of FloatArray
        Cutoffs, shape (candidates,), increasing: 0, midpoints between neighbouring scores, ``inf``; and the sums, shape
        (k, candidates). Equal scores move together. ValueError without items.

    Examples
    --------
    >>> cutoffs, sums = staircase(np.array([0.9, 0.5, 0.9]), np.ones((1, 3)))
    >>> cutoffs.tolist(), sums.tolist()
    ([0.0, 0.7, inf], [[3.0, 2.0, 0.0]])
    """
    if not len(confidence):
        raise ValueError("no items")
    # Equal scores are added up first: then their order plays no part, and no sort need be a stable one, which takes longer.
    scores, place = np.unique(confidence, return_inverse=True)
    sums = np.zeros((len(amounts), len(scores) + 1))
    for total, amount in zip(sums, amounts, strict=True):
        total[:-1] = np.bincount(place, amount)[::-1].cumsum()[::-1]
    low, high = scores[:-1], scores[1:]
    middle = low + (high - low) / 2
    between = np.where(middle > low, middle, high)  # where floats leave no room in between
    return np.concatenate([[0.0], between, [NONE]]), sums


def empirical(
    confidence: FloatArray,
    if_accepted: FloatArray,
    if_deferred: FloatArray,
    scale: float,
    weight: FloatArray | None = None,
) -> float:
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
    >>> empirical(np.array([0.9, 0.8, 0.7, 0.6]), if_accepted, np.zeros(4), scale=4.0)
    0.75
    """
    w = item_weights(len(confidence), weight)
    w, confidence, if_accepted, if_deferred = weighty(w, confidence, if_accepted, if_deferred)
    cutoffs, (gained,) = staircase(confidence, (w * (if_accepted - if_deferred))[None])
    means = (gained + float(w @ if_deferred)) / float(w.sum())
    return float(cutoffs[np.flatnonzero(means >= means.max() - TIE * scale)[0]])


def empirical_of_parts(
    parts: Sequence[BoolArray],
    confidence: FloatArray,
    if_accepted: FloatArray,
    if_deferred: FloatArray,
    scale: float,
    weight: FloatArray | None = None,
) -> FloatArray:
    """Return a learnt cutoff for each part of the items, shape (parts,); 0 for one in which nothing weighs.

    Parts are the items of each predicted class: the objective is a sum over these, so each is learnt alone (METHODS S5;
    not so under a budget that the classes share). Or those outside of each fold: a cutoff that never saw the fold.

    Parameters
    ----------
    parts
        Of shape (n,) each: which items belong to it.
    confidence, if_accepted, if_deferred, scale, weight
        As in :func:`empirical`.

    Examples
    --------
    >>> predicted, confidence = np.array([0, 0, 1]), np.array([0.9, 0.6, 0.7])
    >>> parts = [predicted == code for code in range(3)]
    >>> empirical_of_parts(parts, confidence, np.array([1.0, -1, -1]), np.zeros(3), 1.0).tolist()
    [0.75, inf, 0.0]
    """
    cutoffs, w = np.zeros(len(parts)), item_weights(len(confidence), weight)
    for place, rows in enumerate(parts):
        if w[rows].any():
            columns = confidence[rows], if_accepted[rows], if_deferred[rows]
            cutoffs[place] = empirical(*columns, scale, w[rows])
    return cutoffs
