"""Whether stated probabilities match what is found, and scaling that mends it (METHODS S6, S7)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import loss_slope, zero
from budgetplan.metrics.answers.guarantee import lower_bound, upper_bound
from budgetplan.metrics.answers.value import is_known, item_weights
from budgetplan.metrics.logistic import chance, fit_logistic

LEAST = 2.0**-52
"""Probabilities are clipped to [2^-52, 1 - 2^-52] in the log loss."""
BOUND = 10.0
"""log(1/T) is sought in [-10, 10]."""


@dataclass(frozen=True)
class Bins:
    """Reliability in equal-width bins; arrays over the bins that hold items.

    Attributes
    ----------
    index
        Counts from 0 at confidence 0.
    weight
        Weighted items.
    confidence, accuracy
        Their weighted means, in [0, 1].
    counted
        How many items of weight 1 say as much: (sum w)^2 / sum w^2; the number of items without weights.
    """

    index: IntArray
    weight: FloatArray
    confidence: FloatArray
    accuracy: FloatArray
    counted: FloatArray

    def intervals(self, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
        """Return the two-sided Clopper-Pearson interval of each bin's accuracy, for independent items.

        Exact without weights; with weights the counts are those that say as much, and it is not exact.

        Examples
        --------
        Nine of nine right: at least (0.025)^(1/9).

        >>> low, high = bins(np.full(9, 0.95), np.ones(9)).intervals()
        >>> low.round(4).tolist(), high.tolist()
        ([0.6637], [1.0])
        """
        tail = (1 - level) / 2
        pairs = list(zip((self.accuracy * self.counted).tolist(), self.counted.tolist(), strict=True))
        # Of whole numbers 3 / 9 x 9 may not be 3.
        near = [(round(right) if abs(right - round(right)) < 1e-9 * n else right, n) for right, n in pairs]
        low = np.array([lower_bound(right, n, tail) for right, n in near])
        return low, np.array([upper_bound(right, n, tail) for right, n in near])


def bins(
    confidence: FloatArray, correct: FloatArray | BoolArray, count: int = 15, weight: FloatArray | None = None
) -> Bins:
    """Sort items into ``count`` bins of equal width, right-closed, 0 in the first (METHODS S7).

    Edges are ``np.linspace(0, 1, count + 1)`` (as scikit-learn's ``calibration_curve``); other constructions
    move one-decimal scores into the wrong bin.

    Parameters
    ----------
    confidence, correct
        Shape (n,): top-label confidence in [0, 1], and whether the label is right.
    count
        Number of bins M.
    weight
        Shape (n,), >= 0, or None for one each. ValueError if there are no items.

    Examples
    --------
    >>> got = bins(np.array([0.9, 0.8, 0.6]), np.array([True, False, True]), count=5)
    >>> got.index.tolist(), got.accuracy.tolist()
    ([2, 3, 4], [1.0, 0.0, 1.0])
    """
    w = item_weights(len(confidence), weight)
    place = np.searchsorted(np.linspace(0, 1, count + 1)[1:-1], confidence, side="left")
    total, squares, mean, right = (
        np.bincount(place, weights=each, minlength=count).astype(np.float64)
        for each in (w, w * w, w * confidence, w * correct)
    )
    held = np.flatnonzero(total > 0)
    total = total[held]
    return Bins(held, total, mean[held] / total, right[held] / total, total**2 / squares[held])


@dataclass(frozen=True)
class Temperature:
    """T of temperature scaling, > 0; ``flag`` says why it must not be used, or is empty.

    Flags: "uniform" (every class equally probable everywhere: T = 1), "all right" and "out of range" (T =
    e^-10: the surer the better), "worse than uniform" (T = e^10), "no items" (none of a known class: T = 1).
    """

    t: float
    flag: str = ""


def fit_temperature(z: FloatArray, truth: IntArray, weight: FloatArray | None = None) -> Temperature:
    """Return the T that minimises the log loss of softmax(z / T) on validation items.

    With beta = 1/T the loss is convex with slope mean(sum_j p_j(beta) z_j - z_truth) and curvature the mean
    variance of z under p(beta); the slope's zero is sought by safeguarded Newton for log beta in [-10, 10].

    Parameters
    ----------
    z
        Shape (n, C): ``logits`` of probabilities, or decision values of three classes or more (for two see
        :func:`fit_platt`). A constant added to a row changes nothing; z times s gives T times s.
    truth
        Shape (n,): class codes. Items of a class the model does not know say nothing of T, and are left out.
    weight
        Shape (n,), >= 0, or None for one each.

    References
    ----------
    Guo et al. 2017, "On calibration of modern neural networks"; METHODS S7.

    Examples
    --------
    Three of four right at 90 %: log(9) / T must be log(3).

    >>> p = np.tile([0.9, 0.1], (4, 1))
    >>> round(fit_temperature(np.log(p), np.array([0, 0, 0, 1])).t, 9)
    2.0
    """
    used = is_known(truth, z.shape[1]) & (np.ones(len(truth)) if weight is None else weight > 0).astype(bool)
    if not used.any():
        return Temperature(1.0, "no items")
    if not used.all():
        z, truth, weight = z[used], truth[used], None if weight is None else weight[used]
    w = item_weights(len(truth), weight)
    own, top = z[np.arange(len(truth)), truth], z.max(axis=1)
    if not np.any(top > z.min(axis=1)):
        return Temperature(1.0, "uniform")

    def slope(log_beta: float) -> tuple[float, float]:
        return loss_slope(z, own, w, float(np.exp(log_beta)))

    if slope(BOUND)[0] <= 0:
        return Temperature(float(np.exp(-BOUND)), "all right" if np.all(own == top) else "out of range")
    if slope(-BOUND)[0] >= 0:
        return Temperature(float(np.exp(BOUND)), "worse than uniform")
    return Temperature(float(np.exp(-zero(slope, BOUND))))


@dataclass(frozen=True)
class Platt:
    """P(class 1) = 1 / (1 + exp(-(slope f + intercept))); ``flag`` says why it must not be used, or is empty.

    Flags: "one class" (only one class among the items), "constant" (all decision values equal), "reversed"
    (higher values are less often class 1).
    """

    slope: float
    intercept: float
    flag: str = ""

    def probabilities(self, decision: FloatArray) -> FloatArray:
        """Return the probabilities of class 0 and 1, shape (n, 2), of decision values, shape (n,).

        The most probable class need not be that of the sign of f: the intercept moves the boundary.
        """
        positive = chance(self.slope * decision + self.intercept)
        return np.stack([1 - positive, positive], axis=1)


def fit_platt(decision: FloatArray, truth: IntArray, weight: FloatArray | None = None) -> Platt:
    """Return Platt's scaling of two-class decision values, on validation items.

    Minimises the log loss against Platt's targets, (N1 + 1) / (N1 + 2) for class 1 and 1 / (N0 + 2) for class
    0, which keep it finite where a cutoff separates the classes; Newton's method with step halving.

    Parameters
    ----------
    decision
        Shape (n,): decision values f, higher for class 1, in any unit.
    truth
        Shape (n,): 0 or 1; items of another class are left out.
    weight
        Shape (n,), >= 0, or None for one each. ValueError if no item is left.

    References
    ----------
    Platt 1999; Lin, Lin and Weng 2007, "A note on Platt's probabilistic outputs for support vector machines".

    Examples
    --------
    Symmetric values meet at 0; 1 / (1 + exp(-slope)) is the target (2 + 1) / (2 + 2).

    >>> got = fit_platt(np.array([-1.0, -1.0, 1.0, 1.0]), np.array([0, 0, 1, 1]))
    >>> round(got.slope, 6), abs(round(got.intercept, 6)), round(float(np.log(3)), 6)
    (1.098612, 0.0, 1.098612)
    """
    used = is_known(truth, 2)
    decision, truth = decision[used], truth[used]
    w = item_weights(len(truth), None if weight is None else weight[used])
    n1, n0 = float(w[truth == 1].sum()), float(w[truth == 0].sum())
    target = np.where(truth == 1, (n1 + 1) / (n1 + 2), 1 / (n0 + 2))
    centre = float(np.average(decision, weights=w))
    spread = float(np.sqrt(np.average((decision - centre) ** 2, weights=w)))
    if n1 == 0 or n0 == 0 or np.ptp(decision[w > 0]) == 0:
        mean = float(np.average(target, weights=w))
        flag = "one class" if n1 == 0 or n0 == 0 else "constant"
        return Platt(0.0, float(np.log(mean / (1 - mean))), flag)
    columns = np.stack([(decision - centre) / spread, np.ones(len(w))], axis=1)
    slope, intercept = fit_logistic(columns, target, w / w.sum(), np.zeros(2), np.zeros(2)).tolist()
    slope /= spread
    return Platt(slope, intercept - slope * centre, "" if slope > 0 else "reversed")
