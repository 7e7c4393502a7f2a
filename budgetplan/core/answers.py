"""Models that answer: probabilities that several models agree on, and who decides which item (METHODS J, S7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray

LOWEST = 1e-12
"""Probabilities below are taken as this."""
FARTHEST = 4.0
"""Logarithms of inverse temperatures are sought within plus and minus so much: 55 times as sure, or as unsure."""
HALVINGS = 60
EQUAL = 9
"""Gains per money are compared to so many decimals."""
SURE = 1e-3
"""Log odds of a confidence are read this far from 0 and 1."""


def heated(probability: FloatArray, inverse: float) -> FloatArray:
    """Return probabilities at an inverse temperature, (n, C): softmax of their logarithms times it.

    >>> heated(np.array([[0.8, 0.2]]), 0.5).round(3).tolist()
    [[0.667, 0.333]]
    """
    z = np.log(np.maximum(probability, LOWEST)) * inverse
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def inverse_temperature(probability: FloatArray, truth: IntArray, weight: FloatArray) -> float:
    """Return the inverse temperature of greatest likelihood of the labelled items.

    Parameters
    ----------
    probability
        Shape (n, C), rows add up to 1.
    truth, weight
        Shape (n,): the class of each, and how many items it stands for.

    Examples
    --------
    Of items called 9 in 10 sure three in four are right.

    >>> sure = np.array([[0.9, 0.1]] * 4)
    >>> round(inverse_temperature(sure, np.array([0, 0, 0, 1]), np.ones(4)), 3)
    0.5
    """
    z = np.log(np.maximum(probability, LOWEST))
    right = z[np.arange(len(z)), truth]

    # The loss is convex in the inverse temperature: its slope has one zero, found by halving.
    def slope(inverse: float) -> float:
        return float(weight @ ((heated(probability, inverse) * z).sum(axis=1) - right))

    low, high = -FARTHEST, FARTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(float(np.exp(middle))) < 0 else (low, middle)
    return float(np.exp((low + high) / 2))


@dataclass(frozen=True)
class Pool:
    """How several models are pooled: an inverse temperature of each, and one of the mean."""

    inverse: tuple[float, ...]
    of_mean: float

    def of(self, probabilities: Sequence[FloatArray]) -> FloatArray:
        """Return the pooled probabilities, (n, C)."""
        return heated(mean_of(probabilities, self.inverse), self.of_mean)


def mean_of(probabilities: Sequence[FloatArray], inverse: Sequence[float]) -> FloatArray:
    """Return the mean of models' probabilities, each at its own inverse temperature, (n, C)."""
    each = [heated(one, beta) for one, beta in zip(probabilities, inverse, strict=True)]
    return np.asarray(np.mean(each, axis=0))


def pool(probabilities: Sequence[FloatArray], truth: IntArray, weight: FloatArray | None = None) -> Pool:
    """Return how models are pooled: each is made as sure as it is right, then their mean once more.

    References
    ----------
    METHODS S7.
    """
    held = np.ones(len(truth)) if weight is None else weight
    inverse = tuple(inverse_temperature(one, truth, held) for one in probabilities)
    return Pool(inverse, inverse_temperature(mean_of(probabilities, inverse), truth, held))


def log_odds(confidence: FloatArray) -> FloatArray:
    """Return the log odds of confidences, kept a thousandth from 0 and 1, same shape."""
    kept = np.clip(confidence, SURE, 1 - SURE)
    return np.asarray(np.log(kept / (1 - kept)))


@dataclass(frozen=True, eq=False)
class Payoffs:
    """What is worth how much, in one unit.

    ``answer`` (C, T): of an answer (row) that stands, by truth; ``seen`` and ``left`` (T,): of an item that people
    review, and of one that nobody decides. T is C, or more where labels occur that no model knows.
    """

    answer: FloatArray
    seen: FloatArray
    left: FloatArray


@dataclass(frozen=True, eq=False)
class Decided:
    """Who decides which item; arrays of shape (N,).

    Attributes
    ----------
    answer
        The class that the model would answer.
    alone, left, seen
        What an item is expected to be worth if the answer stands, if nobody decides, and if people do.
    gain
        What a review is expected to bring beyond the better of the first two, less its price.
    reviewed, answered
        Whether people review it; and whether the answer stands: the others are left.
    """

    answer: IntArray
    alone: FloatArray
    left: FloatArray
    seen: FloatArray
    gain: FloatArray
    reviewed: BoolArray
    answered: BoolArray


_POSITIVE = 1e-9


def decide(
    probability: FloatArray,
    worths: Payoffs,
    cost: FloatArray,
    money: float,
    *,
    relabel: bool = True,
) -> Decided:
    """Return who decides: people where that gains most for the money, else the model where that beats leaving.

    Parameters
    ----------
    probability
        Shape (N, C), calibrated.
    cost
        Shape (N,), >= 0: of a review.
    money
        For reviews, >= 0.
    relabel
        Answer the class worth most, not the most probable one.

    References
    ----------
    METHODS J, S7.

    Examples
    --------
    >>> worths = Payoffs(np.array([[1.0, -4.0], [-4.0, 1.0]]), np.ones(2), np.zeros(2))
    >>> found = decide(np.array([[0.95, 0.05], [0.6, 0.4]]), worths, np.full(2, 0.5), 10.0)
    >>> found.reviewed.tolist(), found.answered.tolist(), found.gain.round(2).tolist()
    ([False, True], [True, False], [-0.25, 0.5])
    """
    known = probability.shape[1]
    value = probability @ worths.answer[:, :known].T
    answer = value.argmax(axis=1) if relabel else probability.argmax(axis=1)
    alone = value[np.arange(len(value)), answer]
    left, seen = probability @ worths.left[:known], probability @ worths.seen[:known]
    gain = seen - np.maximum(alone, left) - cost
    order = by_gain(gain, cost)
    reviewed = np.zeros(len(gain), dtype=bool)
    reviewed[order[np.cumsum(cost[order]) <= money + _POSITIVE]] = True
    answered = ~reviewed & (alone >= left)
    return Decided(np.asarray(answer), alone, left, seen, gain, reviewed, answered)


def by_gain(gain: FloatArray, cost: FloatArray) -> IntArray:
    """Return the items that are worth a review, by falling gain per money, the first of equal ones first."""
    order = np.argsort(-np.round(gain / np.maximum(cost, LOWEST), EQUAL), kind="stable")
    return np.asarray(order[gain[order] > _POSITIVE])
