"""One cutoff on the confidence for each budget, shown beside a plan: it chooses nothing (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.core.path import Checks, Path, Ranking, affordable_items, make_path, rank
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import Tariff
from budgetplan.models.value import item_weights
from budgetplan.plans.ways import Way

CELLS = 40
"""Cutoffs and budgets of the displayed surface."""


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


def queue(stakes: Stakes, by: FloatArray, *, per_cost: bool = False) -> Ranking:
    """Return the order in which all items would be reviewed, equal ones by cost, rising; a cutoff then leaves some out.

    Parameters
    ----------
    by
        Shape (n,): higher is reviewed earlier.
    per_cost
        By how much of it each item has for its cost: free items come first if it is positive, else last.

    Examples
    --------
    >>> zeros = np.zeros(3)
    >>> stakes = Stakes(np.array([0.9, 0.6, 0.8]), zeros, zeros, zeros, np.array([2.0, 1.0, 0.0]), zeros)
    >>> queue(stakes, -stakes.confidence).order.tolist()
    [1, 2, 0]
    >>> queue(stakes, np.array([4.0, 1.0, -1.0]), per_cost=True).order.tolist()
    [0, 1, 2]
    """
    if per_cost:
        by = np.divide(by, stakes.cost, out=np.where(by > 0, np.inf, -np.inf), where=stakes.cost > 0)
    return rank(by, stakes.cost)


@dataclass(frozen=True)
class Outcome:
    """What becomes of the items, in weighted items, and what that costs and is worth; arrays of one shape.

    Attributes
    ----------
    accepted, accepted_wrong
        The model answers alone, and is wrong there.
    reviewed, unreviewed
        People review; nobody decides. With ``accepted`` they are all items.
    spend
        T of METHODS F5, in the unit of the values.
    value
        Sum of V, H and R over the items. Higher is better.
    """

    accepted: FloatArray
    accepted_wrong: FloatArray
    reviewed: FloatArray
    unreviewed: FloatArray
    spend: FloatArray
    value: FloatArray

    @property
    def net(self) -> FloatArray:
        """The value less what is spent."""
        return self.value - self.spend


def split(stakes: Stakes, ranking: Ranking, accepted: BoolArray) -> tuple[float, Path]:
    """Return what all items are worth before any review, and the path of those that are not accepted, in their order."""
    weight = item_weights(len(stakes.confidence), stakes.weight)
    base = float(weight @ np.where(accepted, stakes.if_accepted, stakes.if_left))
    gain = stakes.if_reviewed - stakes.if_left
    counted = stakes.cost if stakes.limited is None else stakes.limited
    measures = {"cost": stakes.cost, "gain": gain, "counted": counted}
    stays = ~accepted[ranking.order]
    # Ends never fall: each stands once where it differs from the one before.
    ends = np.cumsum(stays, dtype=np.int64)[ranking.ends - 1]
    left = Ranking(ranking.order[stays], ends[np.flatnonzero(np.diff(ends, prepend=0))])
    return base, make_path(left, stakes.weight, measures)


def surface(
    stakes: Stakes,
    ranking: Ranking,
    cutoffs: FloatArray,
    limits: FloatArray,
    tariff: Tariff,
    checks: Checks | None = None,
) -> Outcome:
    """Return the outcome of spending up to each limit at each cutoff, arrays of shape (cutoffs, limits).

    Parameters
    ----------
    stakes
        Items and what they are worth.
    ranking
        The order of all items; at a cutoff, those below it are reviewed in this order.
    cutoffs
        Shape (K,): a grid for display; 0 accepts everything, ``inf`` nothing.
    limits
        Shape (Q,): what reviewing may use up of what a budget limits; ``inf``: everything deferred is reviewed.
    tariff
        What is paid.
    checks
        What is judged beside the reviews.

    Notes
    -----
    A cell spends up to m(B), the greatest whole number of items whose cost is within the limit; inside a tie
    group costs and gains are expectations. Each cutoff takes one pass over the items.

    Examples
    --------
    One unsure answer is wrong: leave it to people for 1, and a right label is worth 1.

    >>> ones, zeros = np.ones(2), np.zeros(2)
    >>> stakes = Stakes(np.array([0.9, 0.6]), np.array([1.0, -4.0]), ones, zeros, 0.5 * ones, np.array([0.0, 1.0]))
    >>> cells = surface(stakes, queue(stakes, -stakes.confidence), np.array([0.0, 0.75]), np.array([0.0, 1.0]), Tariff())
    >>> cells.net.tolist(), cells.reviewed.tolist()
    ([[-3.0, -3.0], [1.0, 1.5]], [[0.0, 0.0], [0.0, 1.0]])
    """
    weight, rows = item_weights(len(stakes.confidence), stakes.weight), []
    for cutoff in cutoffs:  # a grid, not items
        taken = stakes.confidence >= cutoff
        base, path = split(stakes, ranking, taken)
        path = replace(path, checks=checks)
        reviewed = np.array([max(float(affordable_items(path, float(limit), "counted")), 0.0) for limit in limits])
        accepted = np.full(len(limits), weight[taken].sum())
        wrong = np.full(len(limits), weight[taken] @ stakes.wrong[taken])
        judged = np.where((reviewed > 0) | (accepted > 0), path.read("judged", reviewed), 0.0)
        spend = tariff.total(path.read("cost", reviewed), judged, accepted)
        value = base + path.read("gain", reviewed)
        rows.append((accepted, wrong, reviewed, path.n_items - reviewed, spend, value))
    return Outcome(*np.array(rows).swapaxes(0, 1))


class SurfaceCells:
    """The surface for display: outcomes by cutoff and budget, shape (cutoffs, budgets), if the pooled answer is accepted.

    Cutoffs leave equal steps of the items to people. ``best``: the cutoff that comes to most within the budget in question,
    with what stands alone, is reviewed, and all is worth. ``by_share``: the different shares of answers accepted, rising, and
    the net values of each, shape (shares, budgets).
    """

    def __init__(self, way: Way, grid: Sequence[Budget], budget: Budget | None) -> None:
        bench, chance = way.bench, way.bench.expected()
        assert bench.plan.answering.reviewing is not None
        worths, rows = bench.payoffs, np.arange(len(chance))
        stakes = Stakes(
            confidence=bench.said.confidence,
            if_accepted=(chance @ worths.answer.T)[rows, way.answer],
            if_reviewed=chance @ worths.seen,
            if_left=chance @ worths.left,
            cost=bench.price / (bench.purse.tariff.rate or 1.0),
            wrong=1 - chance[rows, way.answer],
            weight=bench.count,
            limited=None if bench.limits_money else bench.limited,
        )
        order, ranked_by = bench.plan.answering.reviewing.order, -stakes.confidence
        if order != "uncertain":
            by_class = bench.positive if order == "score" else worths.seen - worths.left
            ranked_by = bench.by_probability(by_class)
        ranking = queue(stakes, ranked_by, per_cost=order == "value-per-cost")
        key = np.sort(stakes.confidence)
        steps = key[np.unique(np.round(np.linspace(0, len(key) - 1, CELLS)).astype(np.int64))]
        self.cutoffs = cutoffs = np.unique(np.concatenate([steps, [np.inf]]))
        amounts, last = np.linspace(0, float(grid[-1].amount), CELLS).tolist(), grid[-1]
        self.budgets = tuple(Budget(Decimal(repr(amount)), last.unit, last.covers) for amount in amounts)
        limits = np.array([bench.purse.limit(each) for each in (*self.budgets, budget)])
        outcome = surface(stakes, ranking, cutoffs, limits, bench.purse.tariff, bench.checks)
        first = int(np.argmax(outcome.net[:, -1]))
        names = "accepted", "reviewed", "net"
        self.best = {name: float(getattr(outcome, name)[first, -1]) for name in names}
        self.best["cutoff"] = float(cutoffs[first])
        self.outcome = Outcome(*(each[:, :-1] for each in vars(outcome).values()))
        self.shares = self.outcome.accepted[:, 0] / bench.total
        different, places = np.unique(np.round(self.shares, 9), return_index=True)
        self.by_share = different, self.outcome.net[places]
