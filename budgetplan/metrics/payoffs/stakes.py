"""What is at stake item by item where a model answers, people review and the rest is left (METHODS Part J)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import Ranking

QueueOrder = Literal["uncertain", "score", "value-per-cost"]
"""Least confident first; highest score first; most gain of a review for its price first."""


@dataclass(frozen=True)
class Stakes:
    """One model's items, with what each is worth in every state; arrays of shape (n,).

    Attributes
    ----------
    confidence
        Accepted where it reaches the cutoff; higher is surer.
    if_accepted, if_reviewed, if_left
        V[predicted][truth], H[truth] and R[truth], in the unit of the values.
    cost
        Price of reviewing each item, >= 0, in a unit of its own (millionths of the currency, say).
    wrong
        1 where the model's answer is wrong, else 0.
    weight
        How many items each stands for, >= 0; None: one each.
    limited
        What a budget limits, >= 0: seconds, or 1 for each item; None: the cost.
    """

    confidence: FloatArray
    if_accepted: FloatArray
    if_reviewed: FloatArray
    if_left: FloatArray
    cost: FloatArray
    wrong: FloatArray
    weight: FloatArray | None = None
    limited: FloatArray | None = None

    @property
    def counted(self) -> FloatArray:
        """What a budget limits, shape (n,)."""
        return self.cost if self.limited is None else self.limited

    @property
    def n_items(self) -> int:
        """Number of rows n."""
        return len(self.confidence)


@dataclass(frozen=True)
class Tariff:
    """What is paid, in the unit of the values: T = model + review + rate x cost of the reviewed + calls x asked.

    ``model`` is paid once the model is used at all, ``review`` once anything is reviewed (METHODS F5: F_model
    and F, each with the indirect rate; ``rate`` is (1 + g)(1 + h), and turns the unit of the costs into that of
    the values; so does ``calls`` for what an answerer is paid). Nothing accepted, asked or reviewed costs 0.
    """

    rate: float = 1.0
    review: float = 0.0
    model: float = 0.0
    calls: float = 0.0

    def total(
        self, cost: FloatArray, reviewed: FloatArray, accepted: FloatArray, asked: FloatArray | float = 0.0
    ) -> FloatArray:
        """Return T for the cost of the reviewed items, their number, how many are accepted or asked about, and for how much.

        Examples
        --------
        >>> tariff = Tariff(rate=2.0, review=10.0, model=1.0)
        >>> tariff.total(np.array([3.0, 0.0, 0.0]), np.array([1.0, 0.0, 0.0]), np.array([0.0, 5.0, 0.0])).tolist()
        [17.0, 1.0, 0.0]
        """
        started = np.where(reviewed > 0, self.review + self.rate * cost, 0.0)
        used = (reviewed > 0) | (accepted > 0)
        return np.asarray(started + np.where(used, self.model, 0.0) + self.calls * asked)


def queue(
    order: QueueOrder,
    stakes: Stakes,
    score: FloatArray | None = None,
    expected_gain: FloatArray | None = None,
) -> Ranking:
    """Return the order in which all items would be reviewed; a cutoff then leaves some of them out.

    Parameters
    ----------
    order
        ``uncertain`` (least confident first), ``score`` or ``value-per-cost``; equal items by cost, ascending.
    stakes
        Confidence and cost of the items.
    score
        Shape (n,), for ``score``: higher is reviewed earlier.
    expected_gain
        Shape (n,), for ``value-per-cost``: sum_j p_j (H_j - R_j). Free items come first if it is positive, else
        last.

    Raises
    ------
    ValueError
        If what the order needs is not given.

    Examples
    --------
    >>> zeros = np.zeros(3)
    >>> stakes = Stakes(np.array([0.9, 0.6, 0.8]), zeros, zeros, zeros, np.array([2.0, 1.0, 0.0]), zeros)
    >>> queue("uncertain", stakes).order.tolist()
    [1, 2, 0]
    >>> queue("value-per-cost", stakes, expected_gain=np.array([4.0, 1.0, -1.0])).order.tolist()
    [0, 1, 2]
    """
    return rank(queue_key(order, stakes, score, expected_gain), stakes.cost)


def queue_key(
    order: QueueOrder,
    stakes: Stakes,
    score: FloatArray | None = None,
    expected_gain: FloatArray | None = None,
) -> FloatArray:
    """Return what a queue is ordered by, shape (n,): higher is reviewed earlier; see :func:`queue`.

    Examples
    --------
    >>> zeros = np.zeros(2)
    >>> stakes = Stakes(np.array([0.9, 0.6]), zeros, zeros, zeros, np.array([2.0, 0.0]), zeros)
    >>> queue_key("value-per-cost", stakes, expected_gain=np.array([4.0, 1.0])).tolist()
    [2.0, inf]
    """
    if order == "uncertain":
        return -stakes.confidence
    if order == "score":
        if score is None:
            raise ValueError("this order needs scores")
        return score
    if expected_gain is None:
        raise ValueError("this order needs what a review is expected to gain")
    free = np.where(expected_gain > 0, np.inf, -np.inf)
    return np.divide(expected_gain, stakes.cost, out=free, where=stakes.cost > 0)


def restricted(ranking: Ranking, kept: BoolArray) -> Ranking:
    """Return the same order of some of the items; positions stay those of all, groups without an item vanish.

    Examples
    --------
    >>> whole = Ranking(np.array([2, 0, 1]), np.array([1, 3]))
    >>> part = restricted(whole, np.array([True, True, False]))
    >>> part.order.tolist(), part.ends.tolist()
    ([0, 1], [2])
    """
    stays = kept[ranking.order]
    ends = np.cumsum(stays, dtype=np.int64)[ranking.ends - 1] if len(ranking.ends) else ranking.ends
    # They never fall: each stands once where it differs from the one before.
    risen = np.flatnonzero(np.diff(ends, prepend=0))
    return Ranking(ranking.order[stays], ends[risen])
