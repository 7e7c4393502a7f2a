"""Paired bootstrap of precision, recall and F1, means over any number of classes (METHODS S8, S10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.answers.confidence import ClassScores, scores_of_sums, usual_scores
from budgetplan.metrics.answers.value import is_known
from budgetplan.metrics.resampling.means import weighted_sums
from budgetplan.metrics.resampling.paired import Resamples, batch_size, draws
from budgetplan.metrics.resampling.paths import WeightArray

Tally = Callable[[WeightArray], ClassScores]
"""From weights, shape (rows, n), to the scores of each row, shape (rows, C)."""


FEW = 16
"""Of so many classes sums are worked out fastest as one product of matrices, of more by going through their items."""


@dataclass(frozen=True)
class _ByClass:
    """Items put together by class: their weights are then added up in one pass, however many classes there are."""

    n_classes: int
    order: IntArray
    starts: IntArray
    present: IntArray

    @staticmethod
    def of(codes: IntArray, among: BoolArray, n_classes: int) -> _ByClass:
        items = np.flatnonzero(among)
        order = items[np.argsort(codes[items], kind="stable")]
        present, starts = np.unique(codes[order], return_index=True)
        return _ByClass(n_classes, order, starts, present)

    def sums(self, weights: WeightArray, amounts: FloatArray | None = None) -> FloatArray:
        """Return for each row of weights their sum, or that of weight x amount, by class, shape (rows, C)."""
        found = np.zeros((len(weights), self.n_classes))
        if len(self.order):
            picked = weights[:, self.order].astype(np.float64)
            if amounts is not None:
                picked *= amounts[self.order]
            found[:, self.present] = np.add.reduceat(picked, self.starts, axis=1)
        return found


def _of_classes(codes: IntArray, among: BoolArray, n_classes: int) -> FloatArray:
    """Return for each class 1 where an item is of it, else 0, shape (C, n)."""
    own: BoolArray = codes == np.arange(n_classes)[:, None]
    return (own & among).astype(np.float64)


def usual(predicted: IntArray, truth: IntArray, n_classes: int) -> Tally:
    """Return what scores predictions under any weights: see :func:`budgetplan.metrics.answers.confidence.usual_scores`.

    Parameters
    ----------
    predicted, truth
        Shape (n,): class codes. Items of a class that the model does not know (C or above) are left out.
    n_classes
        C.

    Examples
    --------
    >>> score = usual(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
    >>> score(np.array([[1, 1, 1], [1, 0, 2]])).precision.tolist()
    [[0.5, 1.0], [1.0, 1.0]]
    """
    known = is_known(truth, n_classes)
    if n_classes <= FEW:
        own_rows, claimed_rows = (_of_classes(codes, known, n_classes) for codes in (truth, predicted))
        rows = np.concatenate([own_rows * (predicted == truth), claimed_rows, own_rows])
        return lambda weights: usual_scores(*np.split(weighted_sums(weights, rows), 3, axis=1))
    hits = _ByClass.of(truth, known & (predicted == truth), n_classes)
    claimed = _ByClass.of(predicted, known, n_classes)
    own = _ByClass.of(truth, known, n_classes)
    return lambda weights: usual_scores(hits.sums(weights), claimed.sums(weights), own.sums(weights))


def probabilistic(probabilities: FloatArray, truth: IntArray) -> Tally:
    """Return what scores probabilities under any weights: cPrecision, cRecall and cF1 (Y20; METHODS S8).

    Parameters
    ----------
    probabilities
        Shape (n, C), used as given.
    truth
        Shape (n,): class codes. Items of a class that the model does not know (C or above) are left out.

    Examples
    --------
    >>> score = probabilistic(np.array([[0.75, 0.25], [0.5, 0.5]]), np.array([0, 1]))
    >>> score(np.ones((1, 2))).precision.round(3).tolist()
    [[0.6, 0.667]]
    """
    n_classes = probabilities.shape[1]
    known = is_known(truth, n_classes)
    given = probabilities[np.arange(len(truth)), np.where(known, truth, 0)]
    labelled = np.bincount(truth[known], minlength=n_classes) > 0

    def of_drawn(hits: FloatArray, claimed: FloatArray, n: FloatArray) -> ClassScores:
        """Leave out classes that only the resample lacks: they would count as never right, which no label says."""
        found = scores_of_sums(hits, claimed, n)
        return replace(found, precision=np.where(labelled & (n == 0), np.nan, found.precision))

    of_known = np.where(known[:, None], probabilities, 0.0).T
    if n_classes <= FEW:
        own_rows = _of_classes(truth, known, n_classes)
        rows = np.concatenate([own_rows * given, of_known, own_rows])
        return lambda weights: of_drawn(*np.split(weighted_sums(weights, rows), 3, axis=1))
    own = _ByClass.of(truth, known, n_classes)

    def score(weights: WeightArray) -> ClassScores:
        claimed = weighted_sums(weights, of_known)
        return of_drawn(own.sums(weights, given), claimed, own.sums(weights))

    return score


def macro_replicates(score: Tally, how: Resamples, drawn: Sequence[WeightArray] | None = None) -> FloatArray:
    """Return the means of precision, recall and F1 over the classes defined in each resample, shape (B, 3).

    Parameters
    ----------
    score
        From :func:`usual` or :func:`probabilistic`. Only one batch of resamples is held at a time.
    how
        How to draw: items or whole groups, weights, seed.
    drawn
        The batches that ``draws`` gave for ``how``, to use the same resamples again without drawing.

    Returns
    -------
    FloatArray
        NaN in a resample in which no class is defined.

    Examples
    --------
    >>> score = usual(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
    >>> macro_replicates(score, Resamples(n_items=3, n_resamples=2, seed=1)).round(3).tolist()
    [[1.0, 0.333, 0.5], [1.0, 1.0, 1.0]]
    """
    means = np.empty((how.n_resamples, 3))
    done = 0
    for weights in draws(how, batch_size(how.n_items)) if drawn is None else drawn:
        means[done : done + len(weights)] = score(weights).means()
        done += len(weights)
    return means
