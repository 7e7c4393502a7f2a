"""Precision, recall and F1 from probabilities, beside the usual ones from predictions (Y20; METHODS S8, S10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.models.resampling import Weights
from budgetplan.models.value import is_known, item_weights


@dataclass(frozen=True)
class ClassScores:
    """Precision, recall and F1 by class, shape (C,) or (rows, C); NaN where undefined."""

    precision: FloatArray
    recall: FloatArray
    f1: FloatArray

    def means(self) -> FloatArray:
        """Return the means of precision, recall and F1 over defined classes, shape (3,) or (rows, 3).

        NaN where no class is defined.
        """
        values = np.stack([self.precision, self.recall, self.f1], axis=-2)
        defined = ~np.isnan(values)
        summed, n = np.where(defined, values, 0.0).sum(axis=-1), defined.sum(axis=-1)
        return np.asarray(np.divide(summed, n, out=np.full(summed.shape, np.nan), where=n > 0))


def class_counts(truth: IntArray, n_classes: int, weight: FloatArray | None = None) -> FloatArray:
    """Return n_j, the weighted items of each known class, shape (C,).

    Examples
    --------
    >>> class_counts(np.array([0, 1, 1, 2]), 2).tolist()
    [1.0, 2.0]
    """
    known = is_known(truth, n_classes)
    w = item_weights(len(truth), weight)
    return np.bincount(truth[known], weights=w[known], minlength=n_classes).astype(np.float64)


def scores_of_sums(hits: FloatArray, claimed: FloatArray, n: FloatArray) -> ClassScores:
    """Return precision, recall and F1 from cTP_j, sum_i p_ij and n_j, each of shape (C,) or (rows, C).

    cP_j = cTP_j / sum_i p_ij; cR_j = cTP_j / n_j; cF1_j = 2 cTP_j / (n_j + sum_i p_ij) (Y20 section 3), in [0, 1],
    higher is better. NaN: cP where nothing is claimed for the class, cR where it has no item, cF1 where either
    is NaN; no true positive with both defined gives 0. (scikit-learn gives F1 = 0 for a class without items.)

    Examples
    --------
    >>> scores_of_sums(np.array([0.75, 0.5]), np.array([1.25, 0.75]), np.ones(2)).precision.round(3).tolist()
    [0.6, 0.667]
    """
    nothing = np.full(hits.shape, np.nan)
    precision = np.divide(hits, claimed, out=nothing.copy(), where=claimed > 0)
    recall = np.divide(hits, n, out=nothing.copy(), where=n > 0)
    both = (claimed > 0) & (n > 0)
    f1 = np.divide(2 * hits, n + claimed, out=nothing.copy(), where=both)
    return ClassScores(precision, recall, f1)


def usual_scores(hits: FloatArray, claimed: FloatArray, n: FloatArray) -> ClassScores:
    """Return precision, recall and F1 of predictions: of every class that occurs, 0 for one never predicted.

    NaN for a class without items. The three are then means over the same classes, and scikit-learn's with
    ``labels`` those that occur and ``zero_division=0``. In [0, 1], higher is better.

    Parameters
    ----------
    hits, claimed, n
        Shape (C,) or (rows, C): items of the class that were given it, items that were given it, items of it.

    Examples
    --------
    The second class is never predicted, the third does not occur:

    >>> got = usual_scores(np.array([2.0, 0, 0]), np.array([4.0, 0, 1]), np.array([2.0, 3, 0]))
    >>> got.precision.tolist(), got.recall.tolist(), got.f1.round(3).tolist()
    ([0.5, 0.0, nan], [1.0, 0.0, nan], [0.667, 0.0, nan])
    """
    found = scores_of_sums(hits, claimed, n)
    scores = (
        np.where(n > 0, np.nan_to_num(each), np.nan) for each in (found.precision, found.recall, found.f1)
    )
    return ClassScores(*scores)


Tally = Callable[[Weights], ClassScores]
"""From resamples to the scores in each of them, shape (B, C)."""


def usual(predicted: IntArray, truth: IntArray, n_classes: int) -> Tally:
    """Return what scores predictions in resamples: see :func:`usual_scores`.

    Parameters
    ----------
    predicted, truth
        Shape (n,): class codes. Items of a class that the model does not know (C or above) are left out.
    n_classes
        C.

    Examples
    --------
    >>> score = usual(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
    >>> score(Weights(np.array([[1, 1, 1], [1, 0, 2]], dtype=np.uint8))).precision.tolist()
    [[0.5, 1.0], [1.0, 1.0]]
    """
    known = is_known(truth, n_classes)
    own, among = np.where(known, truth, 0), known.astype(np.float64)
    right = known * (predicted == truth).astype(np.float64)
    given = ((own, right), (predicted, among), (own, among))
    return lambda drawn: usual_scores(*(drawn.by_class(codes, n_classes, amount) for codes, amount in given))


def probabilistic(probabilities: FloatArray, truth: IntArray) -> Tally:
    """Return what scores probabilities in resamples: cPrecision, cRecall and cF1 (Y20; METHODS S8).

    Parameters
    ----------
    probabilities
        Shape (n, C), used as given.
    truth
        Shape (n,): class codes. Items of a class that the model does not know (C or above) are left out.

    Examples
    --------
    >>> score = probabilistic(np.array([[0.75, 0.25], [0.5, 0.5]]), np.array([0, 1]))
    >>> score(Weights(np.ones((1, 2), dtype=np.uint8))).precision.round(3).tolist()
    [[0.6, 0.667]]
    """
    n_classes = probabilities.shape[1]
    known = is_known(truth, n_classes)
    own, among = np.where(known, truth, 0), known.astype(np.float64)
    given = probabilities[np.arange(len(truth)), own] * among
    labelled = np.bincount(truth[known], minlength=n_classes) > 0
    of_known = np.where(known[:, None], probabilities, 0.0).T

    def score(drawn: Weights) -> ClassScores:
        n = drawn.by_class(own, n_classes, among)
        found = scores_of_sums(drawn.by_class(own, n_classes, given), drawn.sums(of_known), n)
        # A class that only the resample lacks would count as never right, which no label says.
        return replace(found, precision=np.where(labelled & (n == 0), np.nan, found.precision))

    return score
