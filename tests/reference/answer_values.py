"""What answers are worth, by formulas of their own (METHODS S2 to S5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import Payoffs
from budgetplan.models import thresholds
from budgetplan.models.calibration import Temperature
from budgetplan.models.thresholds import exact, staircase, theoretical
from budgetplan.models.value import Counts, item_weights, values_if_accepted, values_if_deferred, weighty


def check_gain(right: float, abstain: float) -> None:
    """Raise ValueError if a right answer is worth no more than abstaining."""
    if not right > abstain:
        raise ValueError("a right answer must be worth more than abstaining; else one would always abstain")


def payoffs(v: FloatArray, r: FloatArray, *unknown: FloatArray | float) -> Payoffs:
    """Return what answers are worth by class, shapes (C, C) and (C,), and, given in turn, at labels that no model knows."""
    left = np.append(r, unknown[1::2])
    return Payoffs(np.column_stack([v, *unknown[::2]]), left, left)


def triple(n_classes: int, right: float, wrong: float, abstain: float) -> Payoffs:
    """Return the values of the triple (V_c, V_w, V_a): every right answer, wrong answer and abstention alike.

    Parameters
    ----------
    n_classes
        Number of classes C.
    right, wrong, abstain
        V_c, V_w and V_a in one unit. V_w > V_a is legal: then nothing is ever deferred (omega < 0).

    Raises
    ------
    ValueError
        If a right answer is worth no more than abstaining: then one would always abstain (C21).

    Examples
    --------
    >>> triple(2, 1.0, -4.0, 0.0).answer.tolist()
    [[1.0, -4.0, -4.0], [-4.0, 1.0, -4.0]]
    """
    check_gain(right, abstain)
    v = np.full((n_classes, n_classes), float(wrong))
    np.fill_diagonal(v, right)
    return payoffs(v, np.full(n_classes, float(abstain)), np.full(n_classes, float(wrong)), float(abstain))


def cost_sensitive(k_tp: float, k_fp: float, k_fn: float) -> Payoffs:
    """Return S24's two-class values (section 3.4): class 1 is positive, a true negative is worth 1.

    V[1][1] = k_tp, V[0][0] = 1, V[1][0] = -k_fp, V[0][1] = -k_fn, R = 0; the unit is V_c, the worth of a true
    negative.

    Examples
    --------
    >>> cost_sensitive(2, 1, 4).answer.tolist()
    [[1.0, -4.0, -4.0], [-1.0, 2.0, -1.0]]
    """
    v = np.array([[1.0, -k_fn], [-k_fp, k_tp]])
    return payoffs(v, np.zeros(2), np.array([-k_fn, -k_fp], dtype=np.float64), 0.0)


def value_per_item(table: Payoffs, predicted: IntArray, truth: IntArray, accepted: BoolArray) -> FloatArray:
    """Return u_i = V[predicted][truth] where accepted, else R[truth], shape (n,) (S22 eq. 1; METHODS S3).

    S24 section 3.4 writes (1 - rho) before sums over accepted items: with counts that takes rejection off
    twice, with shares of the accepted it is the mean of these u_i, which its tables follow.

    Examples
    --------
    >>> table = triple(2, 1.0, -4.0, 0.0)
    >>> value_per_item(table, np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([True, True, False])).tolist()
    [1.0, -4.0, 0.0]
    """
    return np.where(accepted, values_if_accepted(table, predicted, truth), values_if_deferred(table, truth))


@dataclass(frozen=True)
class Learnt:
    """A cutoff learnt from labelled items, with how many of these it accepts, and their mean value."""

    cutoff: float
    n_accepted: float
    mean_value: float


def empirical(
    confidence: FloatArray,
    if_accepted: FloatArray,
    if_deferred: FloatArray,
    scale: float,
    weight: FloatArray | None = None,
) -> Learnt:
    """Return the learnt cutoff and what it comes to on the very items that it is learnt from."""
    cutoff = thresholds.empirical(confidence, if_accepted, if_deferred, scale, weight)
    taken, w = confidence >= cutoff, item_weights(len(confidence), weight)
    mean = float(np.average(np.where(taken, if_accepted, if_deferred), weights=w))
    return Learnt(cutoff, float(w[taken].sum()), mean)


def accuracy_accepted(found: Counts) -> float:
    """Share of accepted items that are right (alpha); NaN where none is accepted."""
    return found.n_correct / found.n_accepted if found.n_accepted else float("nan")


def dimensionless_value(found: Counts, penalty: float) -> float:
    """Return (N_correct - omega N_wrong) / N = coverage - (1 + omega) x generalised risk (C21)."""
    return (found.n_correct - penalty * found.n_wrong) / found.n


def theoretical_triple(right: float, wrong: float, abstain: float) -> float:
    """Return (V_a - V_w) / (V_c - V_w) if V_w < V_a, else 0: the cutoff for calibrated confidences, in [0, 1).

    S22 and S24 eq. 6, k / (k + 1) at V_a = 0 and V_c = 1; in fractions, not through omega, which rounds. At
    equality accepting is worth exactly abstaining, and is accepted. ValueError where V_c <= V_a.

    Examples
    --------
    >>> theoretical_triple(1.0, -4.0, 0.0), theoretical_triple(1.0, 0.5, 0.0)
    (0.8, 0.0)
    """
    check_gain(right, abstain)
    return theoretical(exact(right) - exact(abstain), exact(abstain) - exact(wrong))


@dataclass(frozen=True)
class LeastCostDeferral:
    """Value and cost of deferring the least confident items at every distinct cutoff, fewest deferred first.

    Arrays of shape (candidates,): ``cost`` of reviewing the deferred, mean ``value`` per item, and ``net``,
    value less cost / N.
    """

    cutoffs: FloatArray
    n_deferred: FloatArray
    cost: FloatArray
    value: FloatArray
    net: FloatArray


def deferral(
    confidence: FloatArray,
    if_accepted: FloatArray,
    if_deferred: FloatArray,
    review_cost: FloatArray,
    weight: FloatArray | None = None,
) -> LeastCostDeferral:
    """Return value and cost at every deferral cutoff: whole tie blocks, from the least confident up (METHODS S5).

    Parameters
    ----------
    confidence, if_accepted, if_deferred
        Shape (n,): confidence, value if accepted, value if not (review costs not subtracted).
    review_cost
        Shape (n,): cost of reviewing each item, >= 0.
    weight
        As in :func:`empirical`.

    Examples
    --------
    >>> rows = deferral(np.array([0.9, 0.6]), np.array([1.0, -4.0]), np.zeros(2), np.array([0.2, 0.2]))
    >>> rows.n_deferred.tolist(), rows.cost.tolist(), rows.value.tolist()
    ([0.0, 1.0, 2.0], [0.0, 0.2, 0.4], [-1.5, 0.5, 0.0])
    """
    each = item_weights(len(confidence), weight), confidence, if_accepted, if_deferred, review_cost
    w, confidence, if_accepted, if_deferred, review_cost = weighty(*each)
    amounts = np.stack([w, w * (if_accepted - if_deferred), w * review_cost])
    cutoffs, (accepted, gained, saved) = staircase(confidence, amounts)
    # Totals are the running sums' own last ones: deferring nothing then costs exactly 0.
    n, cost = accepted[0], saved[0] - saved
    value = (gained + float(w @ if_deferred)) / n
    return LeastCostDeferral(cutoffs, n - accepted, cost, value, value - cost / n)


def at_bound(found: Temperature) -> bool:
    """Whether the loss has no minimum within the bounds."""
    return found.flag in ("models.all_right", "models.out_of_range", "models.worse_than_uniform")


def within_budget(worth: FloatArray, cost: FloatArray, budget: float, scale: float) -> int:
    """Return the position of the greatest worth among those whose cost is within the budget.

    Parameters
    ----------
    worth, cost
        Shape (candidates,): mean value (higher is better) and cost >= 0, in the unit of the budget.
    budget
        A budget equal to the cost suffices, with a relative slack of 1e-9.
    scale
        The largest size of any value: worths within 1e-12 of it are tied, and ties go to the cheaper.

    Raises
    ------
    ValueError
        If no candidate is within the budget. Deferring nothing costs 0: among the rows of a deferral one
        always is, unless the budget is negative.

    References
    ----------
    METHODS S5.

    Examples
    --------
    >>> within_budget(np.array([1.0, 3.0, 3.0]), np.array([0.0, 2.0, 1.0]), 2.0, 1.0)
    2
    """
    allowed = np.flatnonzero(cost <= budget * (1 + 1e-9)) if budget >= 0 else np.zeros(0, int)
    if not len(allowed):
        raise ValueError("nothing is within the budget")
    best = worth[allowed] >= worth[allowed].max() - 1e-12 * scale
    tied = allowed[best]
    return int(tied[np.argmin(cost[tied])])


def omega(right: float, wrong: float, abstain: float) -> float:
    """Return C21's penalty of an error, omega = (V_a - V_w) / (V_c - V_a), without a unit.

    It is k = -V_w / V_c of S22 and S24 only where abstaining is worth 0. Below 0, errors are worth more than
    abstaining. ValueError as in :func:`triple`.

    Examples
    --------
    >>> omega(3.0, -9.0, -1.0)
    2.0
    """
    check_gain(right, abstain)
    return (abstain - wrong) / (right - abstain)
