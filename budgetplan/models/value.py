"""What accepted and deferred items are worth: value per item, its parts, and the worth of errors (METHODS S2, S3).

A truth that no model knows has the code C or above: accepting it is wrong, whatever is predicted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import Payoffs

NONE = np.inf
"""A cutoff that accepts nothing; 0 accepts everything."""


def is_known(truth: IntArray, n_classes: int) -> BoolArray:
    """Return whether a model knows the true class, shape (n,); its code is below C.

    Raises
    ------
    ValueError
        If a code is negative: an item without a label has no value yet.
    """
    if np.any(truth < 0):
        raise ValueError("an item without a label has no value")
    return np.asarray(truth < n_classes)


def values_if_accepted(table: Payoffs, predicted: IntArray, truth: IntArray) -> FloatArray:
    """Return what each item is worth if the model's label is accepted: V[predicted][truth], shape (n,); -1: the worst label.

    Examples
    --------
    The third truth is a class that the model does not know:

    >>> table = Payoffs(np.array([[1.0, -4, -4], [-1, 2, -1]]), np.zeros(3), np.zeros(3))
    >>> values_if_accepted(table, np.array([0, 1, 1]), np.array([1, 1, 2])).tolist()
    [-4.0, 2.0, -1.0]
    """
    is_known(truth, len(table.answer))
    return np.asarray(np.vstack([table.answer, table.answer.min(axis=0)])[predicted, truth])


def values_if_deferred(table: Payoffs, truth: IntArray) -> FloatArray:
    """Return what each item is worth if the model abstains: R[truth], shape (n,); review costs not subtracted.

    Examples
    --------
    >>> values_if_deferred(Payoffs(np.eye(2), np.zeros(2), np.full(2, -1.0)), np.array([0, 1])).tolist()
    [-1.0, -1.0]
    """
    is_known(truth, len(table.answer))
    return np.asarray(table.left[truth])


def item_weights(n: int, weight: FloatArray | None) -> FloatArray:
    """Return how many items each stands for, shape (n,).

    Raises
    ------
    ValueError
        If there are no items, or all weigh nothing.
    """
    w = np.ones(n) if weight is None else np.asarray(weight, dtype=np.float64)
    if w.sum() <= 0:
        raise ValueError("no items")
    return w


def weighty(weight: FloatArray, *arrays: FloatArray) -> tuple[FloatArray, ...]:
    """Return the weights above 0 and the items' other arrays: an item of weight 0 stands for none.

    It is no candidate for a cutoff, and moves no midpoint.
    """
    kept = weight > 0
    return (weight[kept], *(array[kept] for array in arrays))


@dataclass(frozen=True)
class Counts:
    """How many items were accepted, right and wrong; all other figures follow.

    Accuracy among accepted items is NaN where none is accepted; never go through it to a value.

    Attributes
    ----------
    n
        Weighted items N, accepted or not.
    n_correct, n_wrong
        Weighted accepted items that are right and wrong.
    """

    n: float
    n_correct: float
    n_wrong: float

    @property
    def n_accepted(self) -> float:
        """Accepted items."""
        return self.n_correct + self.n_wrong

    @property
    def n_abstained(self) -> float:
        """Items the model leaves to others."""
        return self.n - self.n_accepted

    @property
    def coverage(self) -> float:
        """Share of items accepted, in [0, 1]."""
        return self.n_accepted / self.n


def count(correct: BoolArray, accepted: BoolArray, weight: FloatArray | None = None) -> Counts:
    """Count accepted items that are right and wrong.

    Parameters
    ----------
    correct, accepted
        Shape (n,).
    weight
        Shape (n,), >= 0, or None for one each. ValueError if there are no items.

    Examples
    --------
    >>> count(np.array([True, False, True]), np.array([True, True, False]))
    Counts(n=3.0, n_correct=1.0, n_wrong=1.0)
    """
    w = item_weights(len(correct), weight)
    return Counts(float(w.sum()), float(w[accepted & correct].sum()), float(w[accepted & ~correct].sum()))


def confusion(
    predicted: IntArray, truth: IntArray, n_classes: int, n_truths: int, weight: FloatArray | None
) -> FloatArray:
    """Return the weighted number of items of each answer (row) and true class (column); the last row is that of no answer.

    >>> confusion(np.array([0, 1, -1]), np.array([0, 0, 2]), 2, 3, np.array([1.0, 1.0, 0.5])).tolist()
    [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.5]]
    """
    row = np.where(predicted < 0, n_classes, predicted)
    counted = np.bincount(row * n_truths + truth, weight, (n_classes + 1) * n_truths)
    return np.asarray(counted, dtype=np.float64).reshape(-1, n_truths)


def of_answer(amounts: FloatArray, answer: IntArray) -> FloatArray:
    """Return what each item has of its answer, (n, C) to (n,): nothing where there is none (-1).

    >>> of_answer(np.array([[0.9, 0.1], [0.2, 0.8]]), np.array([0, -1])).tolist()
    [0.9, 0.0]
    """
    return np.where(answer < 0, 0.0, amounts[np.arange(len(answer)), answer])


def predict(probabilities: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return the most probable class (ties: the lowest) and its probability, both shape (n,).

    Parameters
    ----------
    probabilities
        Shape (n, C), in [0, 1], used as given.

    Examples
    --------
    >>> [each.tolist() for each in predict(np.array([[0.5, 0.5], [0.2, 0.8]]))]
    [[0, 1], [0.5, 0.8]]
    """
    predicted = np.argmax(probabilities, axis=1)
    return predicted, probabilities[np.arange(len(predicted)), predicted]


def answer_worths(table: Payoffs) -> Mapping[str, tuple[float, float]]:
    """Return the least and the greatest that a right, a wrong and a left-out answer counts.

    >>> table = Payoffs(np.array([[1.0, -4.0], [-2.0, 1.0]]), np.zeros(2), np.zeros(2))
    >>> answer_worths(table)["wrong"]
    (-4.0, -2.0)
    """
    off = table.answer[~np.eye(len(table.answer), len(table.left), dtype=bool)]
    off = off if len(off) else table.answer.ravel()  # one class: no item can be answered wrongly
    by_case = {"right": np.diag(table.answer), "wrong": off, "abstain": table.left}
    return {name: (float(values.min()), float(values.max())) for name, values in by_case.items()}
