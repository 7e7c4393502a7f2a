"""How often each class is the true one where a model gave an answer, for models that say no more (METHODS S7)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray, IntArray

LEAST = 2.0
"""Of so many items at least an answer's rate is taken to be known beforehand: that of all answers."""


def rates(
    predicted: IntArray, truth: IntArray, weight: FloatArray, n_classes: int, silent: int | None = None
) -> FloatArray:
    """Return the share of each true class among the items with each answer, drawn to that of all answers.

    Parameters
    ----------
    predicted, truth
        Shape (n,): codes; a truth of ``n_classes`` or more is right for no answer.
    weight
        Shape (n,), >= 0: how many items each stands for. All together count as so many items as weigh the same.
    n_classes
        C.
    silent
        The code that stands for no answer, never right; None: there is none.

    Returns
    -------
    FloatArray
        Shape (C, C), a row for each answer, in [0, 1]. On the diagonal (right + s p) / (n + s), p the rate of all
        answers, (right + 1/2) / (n + 1), and s, at least 2, by how far the rates of the answers are apart beyond
        chance (moments of the beta-binomial). The rest of each row is shared as its wrong answers are and, with the
        weight of one item, as the labels are; it adds up to 1 where there is another class.

    References
    ----------
    METHODS S7.

    Examples
    --------
    Of 10 answers 0 nine are right, of 10 answers 1 one: p = 10.5 / 21 = 1/2, s = 2.

    >>> said = np.repeat([0, 1], 10)
    >>> truth = np.array([0] * 9 + [1] + [1] + [0] * 9)
    >>> rates(said, truth, np.ones(20), 2).round(4).tolist()
    [[0.8333, 0.1667], [0.8333, 0.1667]]
    """
    squared = float(weight @ weight)
    counted = np.zeros((n_classes, max(n_classes, int(truth.max(initial=0)) + 1)))
    np.add.at(counted, (predicted, truth), weight * (float(weight.sum()) / squared if squared else 0.0))
    answers = np.arange(n_classes) != silent
    n, right = counted.sum(axis=1), np.diag(counted)
    overall = (right[answers].sum() + 0.5) / (n[answers].sum() + 1)
    strength = _strength(right[answers], n[answers], overall)
    rate = np.where(answers, (right + strength * overall) / (n + strength), 0.0)
    usual = (counted[:, :n_classes].sum(axis=0) + 0.5) * answers * ~np.eye(n_classes, dtype=bool)
    total = usual.sum(axis=1, keepdims=True)
    wrong = counted[:, :n_classes] * (usual > 0) + np.divide(usual, total, out=usual, where=total > 0)
    total = wrong.sum(axis=1, keepdims=True)
    table = np.divide(wrong, total, out=np.zeros_like(wrong), where=total > 0) * (1 - rate)[:, None]
    return np.asarray(table + np.diag(rate))


def _strength(right: FloatArray, n: FloatArray, overall: float) -> float:
    """Return of how many items the rate of all answers counts in each, from ``LEAST`` to all there are."""
    given, most = n > 0, max(LEAST, float(n.sum()))
    chance = overall * (1 - overall)
    apart = float(np.sum((right[given] - n[given] * overall) ** 2 / n[given])) - (given.sum() - 1) * chance
    # A single answer, or rates no further apart than by chance: they say nothing of single answers.
    if apart <= 0:
        return most
    between = apart / float(n.sum() - n @ n / n.sum())
    return float(np.clip(chance / between - 1, LEAST, most))
