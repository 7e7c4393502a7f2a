"""Precision, recall and F1 of answers and of probabilities, by class and as means (Y20; METHODS S8, S10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.models.resampling import Weights
from budgetplan.models.value import is_known


@dataclass(frozen=True, eq=False)
class ClassScores:
    """Precision, recall and F1 by class; arrays of shape (C,) or (rows, C), weighted items.

    ``hits``: of a class and given it (TP_j, or cTP_j = the sum of p_ij over its items); ``claimed``: given it, whatever
    they are (TP_j + FP_j, or the sum of p_ij over all items); ``n``: items of the class (TP_j + FN_j). An item whose label
    no model knows is a false positive of what it is given. The usual scores are those of probabilities 0 and 1;
    ``of_answers``: these, of which F1 is 0 for a class that has items and is never answered, so that a model does not
    gain by leaving a class out.

    Examples
    --------
    The second class is never answered, the third does not occur:

    >>> got = ClassScores(np.array([2.0, 0, 0]), np.array([4.0, 0, 1]), np.array([2.0, 3, 0]), of_answers=True)
    >>> got.precision.tolist(), got.recall.tolist(), got.f1.round(3).tolist()
    ([0.5, nan, 0.0], [1.0, 0.0, nan], [0.667, 0.0, nan])
    >>> got.means().round(3).tolist(), got.left_out().tolist()
    ([0.25, 0.5, 0.333], [1, 1, 1])
    """

    hits: FloatArray
    claimed: FloatArray
    n: FloatArray
    of_answers: bool = False

    @property
    def precision(self) -> FloatArray:
        """cTP_j / sum_i p_ij, in [0, 1], higher is better; NaN where nothing is claimed for the class (Y20 eq. 7)."""
        return ratio(self.hits, self.claimed)

    @property
    def recall(self) -> FloatArray:
        """cTP_j / n_j, in [0, 1], higher is better; NaN where the class has no item (Y20 eq. 8)."""
        return ratio(self.hits, self.n)

    @property
    def f1(self) -> FloatArray:
        """2 cTP_j / (n_j + sum_i p_ij), in [0, 1], higher is better; NaN where recall is, and of probabilities precision (S8)."""
        defined = (self.n > 0) & ((self.claimed >= 0) if self.of_answers else (self.claimed > 0))
        return np.where(defined, ratio(2 * self.hits, self.claimed + self.n), np.nan)

    @property
    def each(self) -> FloatArray:
        """Precision, recall and F1, shape (3, C) or (rows, 3, C)."""
        return np.stack([self.precision, self.recall, self.f1], axis=-2)

    def means(self, by: FloatArray | None = None) -> FloatArray:
        """Return the means of precision, recall and F1 over the classes where they are defined, shape (3,) or (rows, 3).

        ``by``: what classes count, of their shape; None: alike. NaN where no class is defined.
        """
        values, weight = self.each, np.ones(self.n.shape) if by is None else by
        counted = ~np.isnan(values) * weight[..., None, :]
        summed = (np.where(counted > 0, values, 0.0) * counted).sum(axis=-1)
        return ratio(summed, counted.sum(axis=-1))

    def left_out(self) -> IntArray:
        """Return of how many classes precision, recall and F1 are undefined, shape (3,) or (rows, 3)."""
        return np.asarray(np.isnan(self.each).sum(axis=-1))

    def micro(self) -> FloatArray:
        """Return precision, recall and F1 of the sums over all classes, shape (3,) or (rows, 3)."""
        hits, claimed, n = (np.nansum(array, axis=-1, keepdims=True) for array in (self.hits, self.claimed, self.n))
        return np.asarray(ClassScores(hits, claimed, n, self.of_answers).each[..., 0])


def ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Return part / whole; NaN where the whole is nothing."""
    return np.asarray(np.divide(part, whole, out=np.full(np.shape(part), np.nan), where=whole > 0))


Tally = Callable[..., ClassScores]
"""From resamples to the scores in each of them, shape (B, C); and, where another tally found it, of how many items each class
is the label in each resample."""


def usual(predicted: IntArray, truth: IntArray, n_classes: int) -> Tally:
    """Return what scores answers in resamples.

    Parameters
    ----------
    predicted, truth
        Shape (n,): class codes. An item of a class that the model does not know (C or above) is a false positive; what no
        answer is given to (-1) is one of none.
    n_classes
        C.

    Examples
    --------
    >>> score = usual(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
    >>> score(Weights(np.array([[1, 1, 1], [1, 0, 2]], dtype=np.uint8))).precision.tolist()
    [[0.5, 1.0], [1.0, 1.0]]
    """
    right, answered = ((array).astype(np.float64) for array in (predicted == truth, predicted >= 0))
    of = np.maximum(predicted, 0), n_classes, answered
    return _tally(truth, n_classes, right, lambda drawn: drawn.by_class(*of)[0], of_answers=True)


def probabilistic(probabilities: FloatArray, truth: IntArray) -> Tally:
    """Return what scores probabilities in resamples: cPrecision, cRecall and cF1 (Y20; METHODS S8).

    Parameters
    ----------
    probabilities
        Shape (n, C), used as given.
    truth
        Shape (n,): class codes. What an item of a class that the model does not know (C or above) is given is a false
        positive (eq. 6).

    Examples
    --------
    >>> score = probabilistic(np.array([[0.75, 0.25], [0.5, 0.5]]), np.array([0, 1]))
    >>> score(Weights(np.ones((1, 2), dtype=np.uint8))).precision.round(3).tolist()
    [[0.6, 0.667]]
    """
    n_classes = probabilities.shape[1]
    of_truth = probabilities[np.arange(len(truth)), np.where(truth < n_classes, truth, 0)]
    return _tally(truth, n_classes, of_truth, lambda drawn: drawn.sums(probabilities.T))


def _tally(
    truth: IntArray,
    n_classes: int,
    right: FloatArray,
    claimed: Callable[[Weights], FloatArray],
    *,
    of_answers: bool = False,
) -> Tally:
    """Return what scores answers by how much of each item's own class it is given, shape (n,)."""
    is_labelled = is_known(truth, n_classes)
    of_truth, among = np.where(is_labelled, truth, 0), is_labelled.astype(np.float64)

    def score(drawn: Weights, n: FloatArray | None = None) -> ClassScores:
        *first, hits = drawn.by_class(of_truth, n_classes, *([among] if n is None else []), right * among)
        n = first[0] if n is None else n
        # A class that only the resample lacks would count as never right, which no label says.
        labelled = np.bincount(of_truth, among if drawn.weight is None else among * drawn.weight, n_classes) > 0
        given = np.where(labelled & (n == 0), np.nan, claimed(drawn))
        return ClassScores(hits, given, n, of_answers)

    return score


def confusion_of(claims: FloatArray, truth: IntArray, n_truths: int, weight: FloatArray | None = None) -> FloatArray:
    """Return the probabilistic confusion matrix, pCM[truth][answer]: the sum of p_ij over the items of each truth.

    Parameters
    ----------
    claims
        Shape (n, C): probabilities; of answers 1 for what is answered and 0 elsewhere.
    truth
        Shape (n,): class codes below ``n_truths``.
    weight
        Shape (n,), >= 0, or None for one each.

    Returns
    -------
    FloatArray
        Shape (n_truths, C), >= 0; each row adds up to the items of its truth (Y20 eq. 3).

    Examples
    --------
    >>> confusion_of(np.array([[0.75, 0.25], [0.5, 0.5]]), np.array([0, 1]), 2).tolist()
    [[0.75, 0.25], [0.5, 0.5]]
    """
    w = np.ones(len(truth)) if weight is None else weight
    return np.stack([np.bincount(truth, w * claim, n_truths) for claim in claims.T], axis=1)
