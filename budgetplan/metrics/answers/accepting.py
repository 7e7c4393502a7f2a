"""What theory accepts, by one cutoff, by one for each class, or by the expected values of each item (METHODS S4)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.answers.decimals import difference
from budgetplan.metrics.answers.thresholds import TIE, expected_values, gate, theoretical_by_class
from budgetplan.metrics.answers.value import WorthTable


def net_table(table: WorthTable, review_cost: FloatArray | None) -> WorthTable:
    """Return the values with the cost of a review, where all cost the same, taken off abstaining."""
    if review_cost is None or not len(review_cost):
        return table
    less = np.vectorize(lambda value: difference(value, review_cost[0]), otypes=[np.float64])
    return replace(table, r=less(table.r), unknown_r=less(table.unknown_r))


def cutoffs_of_theory(table: WorthTable, review_cost: FloatArray | None) -> FloatArray | None:
    """Return a cutoff for each predicted class, shape (C,), on calibrated confidences; None where there is none.

    There is none where reviews cost differently by item, or an answer's worth takes the gate on all probabilities.

    References
    ----------
    S24 equations 7 and 8; METHODS S4.

    Examples
    --------
    A missed b costs four, a false one a third of a right one:

    >>> table = WorthTable(np.array([[1.0, -4], [-1, 3]]), np.zeros(2), np.array([-4.0, -1]), 0.0)
    >>> cutoffs_of_theory(table, None).tolist()
    [0.8, 0.25]
    """
    if review_cost is not None and np.ptp(review_cost) > 0:
        return None
    try:
        return theoretical_by_class(net_table(table, review_cost))
    except ValueError:  # of one class wrong answers are worth having and right ones are not
        return None


def confidence_spans(table: WorthTable, review_cost: FloatArray | None) -> FloatArray | None:
    """Return by class below which confidence no answer is accepted, and from which on every one: (2, C), in [1/C, 1].

    Between the two it is the probabilities of the other classes that decide. None where reviews cost differently by
    item, or where some class is never answered or may be answered though it is worth nothing if right.

    Parameters
    ----------
    table
        What answers are worth.
    review_cost
        Shape (n,) or None: taken off abstaining.

    References
    ----------
    S24 equations 6 to 8: the expected value of an answer of probability p, with all the rest on the class whose
    mistake costs least, or most.

    Examples
    --------
    Of three classes a mistake costs 0.20, that of the first for the third 1.00; a right answer brings 0.05:

    >>> v = np.array([[0.05, -0.2, -1.0], [-0.2, 0.05, -0.2], [-0.2, -0.2, 0.05]])
    >>> confidence_spans(WorthTable(v, np.zeros(3), np.full(3, -0.2), 0.0), None).round(3).tolist()
    [[0.8, 0.8, 0.8], [0.952, 0.8, 0.8]]
    """
    if review_cost is not None and np.ptp(review_cost) > 0:
        return None
    net = net_table(table, review_cost)
    over = net.v - net.r
    right, wrong = np.diag(over), over[~np.eye(len(over), dtype=bool)].reshape(len(over), -1)
    if (right <= 0).any() or not wrong.size:
        return None
    cheapest, dearest = (np.minimum(ends, 0.0) for ends in (wrong.max(axis=1), wrong.min(axis=1)))
    least, surely = cheapest / (cheapest - right), dearest / (dearest - right)
    floor = 1 / len(over)  # the most probable class has no less
    return np.asarray(np.maximum([least, surely], floor))


@dataclass(frozen=True, eq=False)
class Accepted:
    """Which answers theory accepts, shape (n,); ``cutoff`` where it is one on the confidence."""

    items: BoolArray | None = None
    cutoff: float | None = None
    missing: str = ""


def accepted(
    table: WorthTable,
    predicted: IntArray,
    confidence: FloatArray,
    probabilities: FloatArray | None,
    review_cost: FloatArray | None = None,
) -> Accepted:
    """Return what theory accepts: by one cutoff where one is enough, else by the gate on all probabilities.

    Parameters
    ----------
    table
        What answers are worth.
    predicted, confidence, probabilities
        Shape (n,), (n,) and (n, C) or None: what the model says, taken as it is given.
    review_cost
        Shape (n,), in the unit of the values: taken off abstaining; None: nothing.

    References
    ----------
    S24 equations 6 to 8; METHODS S4.

    Examples
    --------
    A wrong answer costs four right ones:

    >>> from budgetplan.metrics.answers.value import triple
    >>> got = accepted(triple(2, 1.0, -4.0, 0.0), np.array([0, 1]), np.array([0.9, 0.7]), None)
    >>> got.items.tolist(), got.cutoff
    ([True, False], 0.8)
    """
    if review_cost is not None and np.ptp(review_cost) > 0:
        if probabilities is None:
            return Accepted(missing="costs")
        # Each answer is expected to be worth at least abstaining less this item's own review cost.
        answer, abstain = expected_values(table, probabilities)
        own = answer[np.arange(len(predicted)), predicted]
        return Accepted(own >= abstain - review_cost - TIE * table.scale)
    net, cutoffs = net_table(table, review_cost), cutoffs_of_theory(table, review_cost)
    if cutoffs is not None and np.ptp(cutoffs) == 0:
        return Accepted(confidence >= cutoffs[0], float(cutoffs[0]))
    if probabilities is not None:
        return Accepted(gate(net, probabilities, predicted))
    if cutoffs is not None:
        return Accepted(confidence >= cutoffs[predicted])
    return Accepted(missing="cells")
