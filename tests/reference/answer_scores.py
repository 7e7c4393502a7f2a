"""Scores of probabilities by their formulas, one number at a time (METHODS S7, S8)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.models.calibration import LEAST, Bins
from budgetplan.models.confidence import ClassScores
from budgetplan.models.value import is_known, item_weights


def ece(found: Bins) -> float:
    """Expected calibration error: sum (n_b / N) |accuracy - confidence|, in [0, 1], lower is better."""
    return float(np.average(np.abs(found.accuracy - found.confidence), weights=found.weight))


def mce(found: Bins) -> float:
    """Maximum calibration error over the bins that hold items, in [0, 1], lower is better."""
    return float(np.max(np.abs(found.accuracy - found.confidence)))


def _of_truth(values: FloatArray, truth: IntArray) -> FloatArray:
    """Return each item's value in the column of its truth, shape (n,); 0 where the model does not know it."""
    known = is_known(truth, values.shape[1])
    return np.where(known, values[np.arange(len(truth)), np.where(known, truth, 0)], 0.0)


def brier_sum(probabilities: FloatArray, truth: IntArray, weight: FloatArray | None = None) -> float:
    """Return mean sum_j (p_ij - 1[j = y_i])^2, in [0, 2], lower is better (Y20; scikit-learn's multiclass).

    Half of it, ``brier_half``, is scikit-learn's two-class Brier score. A truth no model knows has no column.
    Shapes (n, C), (n,) and (n,).

    Examples
    --------
    >>> round(brier_sum(np.array([[0.8, 0.2], [0.4, 0.6]]), np.array([0, 0])), 9)
    0.4
    """
    squared = np.einsum("ij,ij->i", probabilities, probabilities)
    per_item = squared - 2 * _of_truth(probabilities, truth) + 1
    return float(np.average(per_item, weights=item_weights(len(truth), weight)))


def log_loss(probabilities: FloatArray, truth: IntArray, weight: FloatArray | None = None) -> float:
    """Return the mean of -log p(truth), in [0, 36.1], lower is better; p is clipped to [2^-52, 1 - 2^-52].

    A truth no model knows has probability 0. Shapes (n, C), (n,) and (n,).

    Examples
    --------
    >>> round(log_loss(np.array([[0.5, 0.5], [0.0, 1.0]]), np.array([0, 1])), 6)
    0.346574
    """
    own = np.clip(_of_truth(probabilities, truth), LEAST, 1 - LEAST)
    return float(np.average(-np.log(own), weights=item_weights(len(truth), weight)))


def discrimination(confidence: FloatArray, weight: FloatArray | None = None) -> float:
    """Return mean (1/2 - c)^2, in [0, 1/4], higher is better (C21); it means something only after calibration.

    Examples
    --------
    >>> discrimination(np.array([0.5, 1.0]))
    0.125
    """
    return float(np.average((0.5 - confidence) ** 2, weights=item_weights(len(confidence), weight)))


def confusion(probabilities: FloatArray, truth: IntArray, weight: FloatArray | None = None) -> FloatArray:
    """Return pCM[ref, hyp]: the sum of p_hyp over items of truth ref, shape (C, C) (Y20 section 3).

    Parameters
    ----------
    probabilities
        Shape (n, C), used as given.
    truth
        Shape (n,): class codes; items of a class that the model does not know (C or above) are left out.
    weight
        Shape (n,), >= 0, or None for one each.

    Examples
    --------
    >>> confusion(np.array([[0.75, 0.25], [0.5, 0.5]]), np.array([0, 1])).tolist()
    [[0.75, 0.25], [0.5, 0.5]]
    """
    n_classes = probabilities.shape[1]
    w = item_weights(len(truth), weight)
    matrix = np.zeros((max(n_classes, int(truth.max(initial=0)) + 1), n_classes))
    for j in np.unique(truth):  # classes, not items
        own = truth == j
        matrix[j] = w[own] @ probabilities[own]
    return matrix


def class_scores(matrix: FloatArray, n_items: FloatArray | None = None) -> ClassScores:
    """Return the scores of a confusion matrix, of counts or of probabilities; in [0, 1], higher is better.

    cP_j = cTP_j / sum_i p_ij; cR_j = cTP_j / n_j; cF1_j = 2 cTP_j / (n_j + sum_i p_ij) (Y20 section 3). NaN:
    cP where nothing is claimed for the class, cR where it has no item, cF1 where either is NaN; no true
    positive with both defined gives 0. (scikit-learn gives F1 = 0 for a class without items.)

    Parameters
    ----------
    matrix
        Shape (truths, C): [reference, hypothesis]; labels that no model knows are further rows.
    n_items
        Shape (C,): n_j of :func:`class_counts`. None: the sums of the rows, the same where probabilities add
        up to exactly 1.

    Examples
    --------
    >>> got = class_scores(np.array([[0.75, 0.25], [0.5, 0.5]]))
    >>> got.precision.round(3).tolist(), got.recall.tolist(), got.f1.round(3).tolist()
    ([0.6, 0.667], [0.75, 0.5], [0.667, 0.571])
    """
    n = matrix.sum(axis=1)[: matrix.shape[1]] if n_items is None else n_items
    return ClassScores(np.diag(matrix), matrix.sum(axis=0), n)


def one_hot(predicted: IntArray, n_classes: int) -> FloatArray:
    """Return predictions as probabilities of 0 and 1, shape (n, C): the scores are then the usual ones.

    Examples
    --------
    >>> one_hot(np.array([1, 0]), 2).tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    certain = np.zeros((len(predicted), n_classes))
    certain[np.arange(len(predicted)), predicted] = 1.0
    return certain


def class_counts(truth: IntArray, n_classes: int, weight: FloatArray | None = None) -> FloatArray:
    """Return n_j, the weighted items of each known class, shape (C,).

    Examples
    --------
    >>> class_counts(np.array([0, 1, 1, 2]), 2).tolist()
    [1.0, 2.0]
    """
    return np.bincount(truth, weight, n_classes)[:n_classes].astype(np.float64)
