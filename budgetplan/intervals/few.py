"""Intervals of a classifier's scores and values where few answers are wrong, or few right (METHODS F8).

Resamples of answers that are all right are all right, too: they say nothing of errors not seen. So a rate of fewer
than ten successes or failures gets the wider of its percentiles and the exact interval, and a value the one that
follows from its rate of wrong answers.
"""

from __future__ import annotations

import math

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.decision import Estimate
from budgetplan.metrics.answers.value import WorthTable
from budgetplan.metrics.resampling.bounds import FEW, TIE, few_seen, independent, none_seen, rate_interval


def rate(
    found: Estimate, happened: BoolArray, weight: FloatArray | None = None, group: IntArray | None = None
) -> Estimate:
    """Return the rate of what happened to items, its interval no narrower than few items make it.

    Parameters
    ----------
    found
        The rate with the percentile interval of the resamples; without one it stays as it is.
    happened
        Shape (n,): of each item.
    weight, group
        Shape (n,): how many each stands for, None for one each; and whom it belongs to, None: independent.

    Examples
    --------
    Thirty right answers of thirty:

    >>> one = rate(Estimate(1.0, 1.0, 1.0), np.ones(30, dtype=bool))
    >>> round(one.low, 4), one.high
    (0.8843, 1.0)
    """
    if found.low is None or found.high is None or not len(happened):
        return found
    low, high = _exact(found.value, found.low, found.high, trials(weight, group, len(happened), found))
    return Estimate(found.value, low, high)


def trials(weight: FloatArray | None, group: IntArray | None, n: int, seen: Estimate | None = None) -> float:
    """Return as how many independent items ``n`` items count: by Kish their weights, over their design effect.

    ``seen``: a rate among them with its interval over resampled groups, which tells the design effect; where it
    does not move, groups count in place of items.

    Examples
    --------
    >>> trials(np.array([1.0, 3.0]), None, 2), trials(None, np.array([0, 0, 1]), 3)
    (1.6, 2.0)
    """
    number = float(n) if weight is None else _kish(weight)
    if group is None:
        return number
    known, value, width = np.array([float(len(np.unique(group)))]), np.zeros(1), np.zeros(1)
    if seen is not None and seen.low is not None and seen.high is not None:
        value, width = np.array([seen.value]), np.array([seen.high - seen.low])
    return float(independent(np.array([number]), np.array([math.inf]), value, width, known)[0])


def _kish(weight: FloatArray) -> float:
    """Return (sum w)^2 / sum w^2, 0 for items that weigh nothing."""
    squares = float((weight**2).sum())
    return float(weight.sum()) ** 2 / squares if squares > 0 else 0.0


def _exact(value: float, low: float, high: float, number: float) -> tuple[float, float]:
    first, last = rate_interval(np.array([value]), np.array([low]), np.array([high]), np.array([number]))
    return float(first[0]), float(last[0])


def macro(found: Estimate, rates: FloatArray, number: FloatArray, *, f1: bool = False) -> Estimate:
    """Return a mean of rates of classes, its interval no narrower than few items of a class make it.

    Parameters
    ----------
    found
        The mean with the percentile interval of the resamples.
    rates
        Shape (C,): each class's; of F1 the share of hits in the union of the items of the class and those given
        it, of which F1 is 2 x / (1 + x).
    number
        Shape (C,): of how many independent items each is a rate; a class of none counts in the mean alone.
    f1
        Whether the rates are such shares: every error then lies in two of the unions.

    Returns
    -------
    Estimate
        Where a class has fewer than ten hits or misses: the wider of ``found`` and the interval whose distance
        from the mean is the root of the sum of squares of each class's own (twice that sum for F1, as two
        unions share each error: (a + b)^2 <= 2 a^2 + 2 b^2).

    References
    ----------
    Zou and Donner 2008, Construction of confidence limits about effect measures (intervals of sums from those of
    their terms). METHODS F8.

    Examples
    --------
    >>> one = macro(Estimate(1.0, 1.0, 1.0), np.ones(2), np.full(2, 20.0))
    >>> round(one.low, 4), one.high
    (0.8809, 1.0)
    """
    if found.low is None or found.high is None:
        return found
    n_classes, some = len(rates), number > 0
    rates, number = rates[some], number[some]
    if not (np.minimum(rates, 1 - rates) * number < FEW - TIE).any():
        return found
    low, high = rate_interval(rates, rates, rates, number)
    if f1:
        rates, low, high = (2 * one / (1 + one) for one in (rates, low, high))
    shared = 2.0 if f1 else 1.0
    less, more = (
        math.sqrt(shared * float((away**2).sum())) / n_classes for away in (rates - low, high - rates)
    )
    return Estimate(
        found.value,
        max(0.0, min(found.low, found.value - less)),
        min(1.0, max(found.high, found.value + more)),
    )


def stake(table: WorthTable, predicted: IntArray) -> FloatArray:
    """Return by how much the worst wrong answer in place of the right one lowers each item's value, shape (n,).

    Examples
    --------
    >>> table = WorthTable(np.array([[1.0, -4.0], [-2.0, 1.0]]), np.zeros(2), np.array([-4.0, -2.0]), 0.0)
    >>> stake(table, np.array([0, 1, 1])).tolist()
    [5.0, 3.0, 3.0]
    """
    off = ~np.eye(table.n_classes, dtype=bool)
    worst = np.where(off, table.v, np.inf).min(axis=1)
    right = np.diag(table.v)
    return np.maximum(right - np.where(np.isfinite(worst), worst, right), 0.0)[predicted]


def answered(
    found: Estimate,
    accepted: BoolArray,
    correct: BoolArray,
    stakes: FloatArray,
    unseen: tuple[float, float] | None = None,
    weight: FloatArray | None = None,
    group: IntArray | None = None,
) -> Estimate:
    """Return a mean value of items, its interval no narrower than few wrong or right answers make it.

    Parameters
    ----------
    found
        The mean over all items with the percentile interval of the resamples, in the unit of the values.
    accepted, correct, stakes
        Shape (n,): whether the model's answer counts, whether it is right, and by how much a wrong one lowers
        the item's value, >= 0.
    unseen
        Where no answer is accepted though one might be: the greatest and the least that an answer is worth more
        than leaving an item; None: none ever is.
    weight, group
        As for :func:`rate`.

    Returns
    -------
    Estimate
        Fewer than ten wrong or right answers: wider by what the exact interval of their rate leaves open, times
        the share of the items that is answered and what is at stake there on average.

    References
    ----------
    METHODS F8.

    Examples
    --------
    Thirty right answers, worth 1 and -4 if wrong, among forty items: the rate of errors may be .1157.

    >>> taken = np.arange(40) < 30
    >>> one = answered(Estimate(0.75, 0.6, 0.875), taken, taken, np.full(40, 5.0))
    >>> round(one.low, 4), one.high
    (0.3161, 0.875)
    """
    if found.low is None or found.high is None or not len(accepted):
        return found
    n, taken = len(accepted), int(accepted.sum())
    if not taken:
        if unseen is None:
            return found
        share = none_seen(trials(weight, group, n))
        low, high = (found.value + share * end for end in (min(unseen), max(unseen)))
        return Estimate(found.value, min(found.low, low), max(found.high, high))
    w = np.ones(n) if weight is None else weight
    held = w[accepted]
    if held.sum() <= 0:
        return found
    lost = float((w * stakes)[accepted].sum() / w.sum())
    wrong = float(held @ ~correct[accepted] / held.sum())
    rate_seen = None if lost <= 0 else Estimate(wrong, 0.0, (found.high - found.low) / lost)
    own = None if group is None else group[accepted]
    number = trials(None if weight is None else held, own, taken, rate_seen)
    if not few_seen(wrong * number, number):
        return found
    least, most = _exact(wrong, wrong, wrong, number)
    low, high = found.value - lost * (most - wrong), found.value + lost * (wrong - least)
    return Estimate(found.value, min(found.low, low), max(found.high, high))
