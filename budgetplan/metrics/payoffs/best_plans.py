"""The plan of each budget: the cutoff and the stop with the greatest net value (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.answers.value import NONE
from budgetplan.metrics.payoffs.cutoffs import Allowance, BestPlan, Sides
from budgetplan.metrics.payoffs.promises import (
    Promised,
    all_deferred,
    along_confidence,
    along_queue,
    while_asking,
)
from budgetplan.metrics.payoffs.stakes import Stakes, Tariff
from budgetplan.metrics.payoffs.whole_stops import Bill, snapped
from budgetplan.metrics.ranking.path import Ranking

Among = Literal["joint", "people", "machine", "all deferred"]
"""Which plans compete: all; those that accept nothing; those that review nothing; those that review all that
they defer (S5's deferral under a budget)."""
TRIED = 512
"""So many cutoffs are judged stop by stop for one budget, in the order of what they promise at most."""


def best_plans(
    stakes: Stakes,
    queue: Ranking,
    limits: FloatArray,
    tariff: Tariff,
    *,
    usable: BoolArray | None = None,
    cutoffs: FloatArray | None = None,
    among: Among = "joint",
    bill: Bill | None = None,
    allowance: Allowance | None = None,
) -> list[BestPlan]:
    """Return for each limit the plan of greatest net value over every cutoff and every stop within the limit.

    Parameters
    ----------
    stakes
        Items and what they are worth.
    queue
        Order of review of all items, from :func:`budgetplan.metrics.payoffs.stakes.queue`.
    limits
        Shape (Q,): what reviewing may use up of ``stakes.counted`` (its cost, after everything fixed); below 0
        nothing can be reviewed, ``inf`` is no limit.
    tariff
        What is paid.
    usable
        Shape (Q,): whether the budget pays for the model; if not, one can only not start. None: always.
    cutoffs
        The cutoffs to choose from; None: every distinct one (0, midpoints between neighbouring confidences,
        ``inf``; ``-inf`` for 0 where the items carry a key that can be negative).
    among
        Which plans compete. Not starting always does.

    bill
        Totals as they are printed: plans are then chosen by them, within the bill's budgets too. None: by the
        tariff.
    allowance
        What budgets leave for an answerer, where the stakes have one.

    Notes
    -----
    Every whole number of items within the limit is a stop; the best one lies beside the end of a tie group or
    at the limit, but for what printing rounds. Ties (within 1e-12 of what all items are worth at most): cheaper,
    then fewer reviewed, then the lowest cutoff. First each cutoff is given what it may be worth at most: in the
    order of confidence each cutoff's queue is the beginning of one queue, O(n log n) for everything; in another
    order a tree over the queue answers for every cutoff and limit, and cutoffs that cannot win are not asked
    for. Then those that promise most are judged stop by stop, until no other can be better.

    Examples
    --------
    Two answers: one sure and right, one unsure and wrong. Money for one review goes to the unsure one.

    >>> from budgetplan.metrics.payoffs.stakes import queue
    >>> ones, zeros = np.ones(2), np.zeros(2)
    >>> stakes = Stakes(np.array([0.9, 0.6]), np.array([1.0, -4.0]), ones, zeros, 0.5 * ones, np.array([0.0, 1.0]))
    >>> for plan in best_plans(stakes, queue("uncertain", stakes), np.array([0.0, 0.5]), Tariff()):
    ...     print(plan.cutoff, plan.reviewed, plan.net)
    0.75 0.0 1.0
    0.75 1.0 1.5
    """
    search = Search(
        stakes,
        queue,
        limits,
        tariff,
        usable=usable,
        cutoffs=cutoffs,
        among=among,
        bill=bill,
        allowance=allowance,
    )
    return [search.plan(place) for place in range(len(limits))]


class Search:
    """The plans that compete within each limit: what they are worth at most, and which is best.

    Takes what :func:`best_plans` takes; ``place`` is the place of a limit.
    """

    def __init__(
        self,
        stakes: Stakes,
        queue: Ranking,
        limits: FloatArray,
        tariff: Tariff,
        *,
        usable: BoolArray | None = None,
        cutoffs: FloatArray | None = None,
        among: Among = "joint",
        bill: Bill | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        cutoffs = np.array([NONE]) if among == "people" else cutoffs
        self.sides = sides = Sides(stakes, queue, tariff, cutoffs, bill, allowance)
        self.limits, self.only_all = limits, among == "all deferred"
        self.usable = np.ones(len(limits), dtype=bool) if usable is None else usable
        idle = sides.accepts
        self.answers = idle & (sides.number[sides.joined] == 0) if self.only_all else idle
        self.promised: Sequence[Promised] | None = None
        if among != "machine":
            self.promised = _promising(sides, only_all=self.only_all)(sides, limits)

    def bound(self, place: int) -> float:
        """Return what the best plan within a limit is worth at most."""
        if not self.usable[place]:
            return self.sides.nothing
        idle = self.sides.idle_at_most(self.answers, place)
        reviewing = -np.inf if self.promised is None else self.promised[place].top
        return max(idle, reviewing) + self.sides.off

    def plan(self, place: int) -> BestPlan:
        """Return the best plan within a limit."""
        if not self.usable[place]:
            return self.sides.not_starting()
        idle = self.sides.idle(self.answers, place)
        if self.promised is None:
            return cheapest_of(idle, self.sides.tie)
        limit = float(self.limits[place])
        return _decided(self.sides, idle, place, limit, self.promised[place], only_all=self.only_all)


def _promising(sides: Sides, *, only_all: bool) -> Callable[[Sides, FloatArray], list[Promised]]:
    if only_all:
        return all_deferred
    if sides.stakes.asking is not None:
        return while_asking
    return along_confidence if sides.is_prefix else along_queue


def _decided(
    sides: Sides, idle: Sequence[BestPlan], budget: int, limit: float, promised: Promised, *, only_all: bool
) -> BestPlan:
    """Judge the cutoffs that promise most, until no other can be better."""
    tie, off = sides.tie, sides.off
    best_idle = cheapest_of(idle, tie)
    # Where nobody else is asked, what needs no review is the cheaper of equals.
    ahead = off - tie if sides.stakes.asking is None else off + tie
    if best_idle.net >= promised.top + ahead:
        return best_idle
    level = promised.top - tie
    tied, bounds = promised.at_least(level)
    reviewed, cost, most = promised.first(tied, level)
    reviewed = snapped(reviewed)
    # Sums of floats that are equal in truth may differ in their last digits.
    digits = 9 - int(np.ceil(np.log10(max(float(np.max(cost)), 1.0))))
    order = np.lexsort((sides.cutoffs[tied], reviewed, np.round(cost, digits)))
    if promised.tight and not off:
        first = order[0]
        plan = sides.plan(int(tied[first]), reviewed[first], cost[first], promised.top, most[first])
        return cheapest_of([best_idle, plan], tie)
    found, seen = [*idle], set(tied.tolist())
    for place in tied[order[:TRIED]].tolist():  # cutoffs, not items
        judged = sides.reviewing(place, budget, limit, only_all=only_all)
        found += [] if judged is None else [judged]
    best = max(one.net for one in found)
    others, bounds = promised.at_least(best - off - tie)
    falling = np.argsort(-bounds, kind="stable")[: TRIED + len(seen)]
    for place, bound in zip(others[falling].tolist(), bounds[falling].tolist(), strict=True):  # cutoffs
        if bound + off < best - tie:
            break
        judged = None if place in seen else sides.reviewing(place, budget, limit, only_all=only_all)
        if judged is not None:
            found.append(judged)
            best = max(best, judged.net)
    return cheapest_of(found, tie)


def cheapest_of(plans: Sequence[BestPlan], tie: float) -> BestPlan:
    """Return the plan of greatest net value; of equal ones the cheapest, fewest reviewed, lowest cutoff.

    Examples
    --------
    >>> dear, cheap = BestPlan(0.5, 2.0, 1.0, 1.0, 1.0, 3.0), BestPlan(0.7, 3.0, 1.0, 0.5, 0.5, 3.0)
    >>> cheapest_of([dear, cheap], 1e-12).cutoff
    0.7
    """
    top = max(one.net for one in plans)
    tied = [one for one in plans if one.net >= top - tie]
    least = min(one.spend for one in tied)
    tied = [one for one in tied if one.spend <= least + tie]
    return min(tied, key=lambda one: (one.reviewed, one.cutoff))
