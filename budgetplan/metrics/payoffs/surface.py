"""Value at each deferral cutoff and budget, cell by cell (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.payoffs.stakes import Stakes, Tariff, restricted
from budgetplan.metrics.ranking.budget import affordable_items
from budgetplan.metrics.ranking.path import Path, Ranking, make_path


@dataclass(frozen=True)
class Outcome:
    """What becomes of the items, in weighted items, and what that costs and is worth; numbers or arrays of one shape.

    Attributes
    ----------
    accepted, accepted_wrong
        The model answers alone, and is wrong there.
    reviewed, unreviewed
        People review; nobody decides. With ``accepted`` they are all items.
    cost
        Price of the reviewed items, in the unit of the costs.
    spend
        T of METHODS F5, in the unit of the values.
    value, net
        Sum of V, H and R over the items; the same less ``spend``. Higher is better.
    """

    accepted: FloatArray
    accepted_wrong: FloatArray
    reviewed: FloatArray
    unreviewed: FloatArray
    cost: FloatArray
    spend: FloatArray
    value: FloatArray
    net: FloatArray

    @property
    def deferred(self) -> FloatArray:
        """Items that the model leaves to others."""
        return self.reviewed + self.unreviewed


class Split:
    """The items cut in two by an accept set, and the queue of the others."""

    def __init__(
        self,
        stakes: Stakes,
        queue: Ranking,
        accepted: BoolArray,
        along: Mapping[str, FloatArray] | None = None,
    ) -> None:
        """Cut the items in two; ``along``: other amounts of shape (n,) to add up along the queue."""
        self.weight = weight = item_weights(stakes.n_items, stakes.weight)
        self.accepted = float(weight[accepted].sum())
        self.wrong = float(weight[accepted] @ stakes.wrong[accepted])
        # What everything is worth before any review.
        self.base = float(weight @ np.where(accepted, stakes.if_accepted, stakes.if_left))
        self.queue = deferred = restricted(queue, ~accepted)
        measures = {
            "cost": stakes.cost,
            "gain": stakes.if_reviewed - stakes.if_left,
            "counted": stakes.counted,
            **(along or {}),
        }
        if len(deferred.order):
            self.path = make_path(deferred, stakes.weight, measures)
        else:
            nothing = np.zeros(1)
            self.path = Path(nothing, dict.fromkeys(measures, nothing))

    def affordable(self, limit: float) -> int:
        """Return m(B): how many of the deferred items a limit pays for (below 0: none)."""
        return affordable_items(self.path, limit, "counted")

    def outcome(self, reviewed: FloatArray, tariff: Tariff) -> Outcome:
        """Return what reviewing the first so many of the deferred items gives, any shape."""
        cost = self.path.read("cost", reviewed)
        value = self.base + self.path.read("gain", reviewed)
        shape = np.ones_like(reviewed, dtype=np.float64)
        accepted = self.accepted * shape
        spend = tariff.total(cost, reviewed, accepted)
        return Outcome(
            accepted=accepted,
            accepted_wrong=self.wrong * shape,
            reviewed=reviewed,
            unreviewed=self.path.n_items - reviewed,
            cost=cost,
            spend=spend,
            value=value,
            net=value - spend,
        )


def surface(
    stakes: Stakes,
    queue: Ranking,
    cutoffs: FloatArray,
    limits: FloatArray,
    tariff: Tariff,
) -> Outcome:
    """Return the outcome of spending up to each limit at each cutoff, arrays of shape (cutoffs, limits).

    Parameters
    ----------
    stakes
        Items and what they are worth.
    queue
        The order of all items; at a cutoff, those below it are reviewed in this order.
    cutoffs
        Shape (K,): a grid for display; 0 accepts everything, ``inf`` nothing.
    limits
        Shape (Q,): what reviewing may use up of ``stakes.counted``; ``inf``: everything deferred is reviewed.
    tariff
        What is paid.

    Notes
    -----
    A cell spends up to m(B), the greatest whole number of items whose cost is within the limit; inside a tie
    group costs and gains are expectations. Each cutoff takes one pass over the items.

    Examples
    --------
    One unsure answer is wrong: leave it to people for 1, and a right label is worth 1.

    >>> from budgetplan.metrics.payoffs.stakes import queue
    >>> ones, zeros = np.ones(2), np.zeros(2)
    >>> stakes = Stakes(np.array([0.9, 0.6]), np.array([1.0, -4.0]), ones, zeros, 0.5 * ones, np.array([0.0, 1.0]))
    >>> cells = surface(stakes, queue("uncertain", stakes), np.array([0.0, 0.75]), np.array([0.0, 1.0]), Tariff())
    >>> cells.net.tolist(), cells.reviewed.tolist()
    ([[-3.0, -3.0], [1.0, 1.5]], [[0.0, 0.0], [0.0, 1.0]])
    """
    rows = []
    for cutoff in cutoffs:  # a grid, not items
        accepted = stakes.confidence >= cutoff
        split = Split(stakes, queue, accepted)
        reviewed = np.array([float(split.affordable(float(limit))) for limit in limits])
        found = split.outcome(reviewed, tariff)
        rows.append(found)
    names = ("accepted", "accepted_wrong", "reviewed", "unreviewed", "cost", "spend", "value", "net")
    return Outcome(*(np.stack([getattr(row, name) for row in rows]) for name in names))
