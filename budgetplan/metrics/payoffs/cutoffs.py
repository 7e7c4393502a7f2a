"""The two sides of every cutoff: what the accepted are worth, and how the queue of the others grows (METHODS Part J)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.answers.thresholds import midpoints
from budgetplan.metrics.answers.value import NONE, item_weights
from budgetplan.metrics.payoffs.stakes import Stakes, Tariff, compacted, restricted
from budgetplan.metrics.payoffs.whole_stops import Bill, affordable_stop, best_stop
from budgetplan.metrics.ranking.budget import is_whole
from budgetplan.metrics.ranking.path import Path, Ranking, make_path
from budgetplan.metrics.ranking.stopping import TIE

MOST_KEPT = 8
"""So many queues are kept for the next budget."""


@dataclass(frozen=True)
class BestPlan:
    """The plan of one budget.

    Attributes
    ----------
    cutoff
        Accepted where the confidence reaches it; ``inf``: nothing is.
    deferred, reviewed
        Weighted items left to people, and those of them that are reviewed, from the front of the queue.
    cost
        Price of the reviewed items, in the unit of the costs.
    spend, net
        T, and value less T, in the unit of the values.
    most
        So many of the deferred items the budget pays for.
    """

    cutoff: float
    deferred: float
    reviewed: float
    cost: float
    spend: float
    net: float
    most: float = 0.0


class Sides:
    """The two sides of every cutoff: what the accepted are worth, and how the queue of the others grows.

    Arrays over the cutoffs, increasing: ``cutoffs``; ``joined``, how many items lie below each; ``base``, what all
    items are worth before any review; ``deferred``, their weight; ``accepts``, whether anything is accepted.
    ``sums`` run over the items from the least confident on, from 0, shape (n + 1,).
    """

    def __init__(
        self,
        stakes: Stakes,
        queue: Ranking,
        tariff: Tariff,
        cutoffs: FloatArray | None,
        bill: Bill | None = None,
    ) -> None:
        self.tariff = tariff
        self.fixed = tariff.review + tariff.model
        self.tie = TIE * stakes.scale(tariff)
        self.stakes, kept = stakes.without_weightless()
        if bill is not None and not kept.all():
            bill = replace(bill, along={name: each[kept] for name, each in bill.along.items()})
        self.bill = bill
        self.off = 0.0 if bill is None else bill.off
        self.alone = tariff.model if bill is None else bill.alone
        self.queue = queue if kept.all() else compacted(queue, kept)
        self.weight = item_weights(self.stakes.n_items, self.stakes.weight)
        self.whole = is_whole(self.weight)
        self._paths: dict[int, Path] = {}
        confidence = self.stakes.confidence
        along = confidence[self.queue.order]
        self.is_prefix = bool((along[1:] >= along[:-1]).all())
        self.order = self.queue.order if self.is_prefix else np.argsort(confidence, kind="stable")
        ordered = confidence[self.order]
        if cutoffs is None:
            starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
            self.cutoffs = midpoints(ordered[starts])
            if ordered[0] < 0:  # a key that is no confidence: 0 would not accept everything
                self.cutoffs[0] = -np.inf
            self.joined: IntArray = np.append(starts, len(ordered))
        else:
            self.cutoffs = np.unique(cutoffs)
            self.joined = np.searchsorted(ordered, self.cutoffs, side="left")
        worth = self.stakes.if_reviewed - self.stakes.if_left - tariff.rate * self.stakes.cost
        self.item_worth = self.weight * worth
        self.item_counted = self.weight * self.stakes.counted
        self.worth, self.counted, self.number = (
            self.running(each) for each in (self.item_worth, self.item_counted, self.weight)
        )
        left = self.running(self.weight * self.stakes.if_left)
        answered = self.running(self.weight * self.stakes.if_accepted)
        self.base = (answered[-1] - answered + left)[self.joined]
        self.nothing = float(left[-1])
        self.accepts = self.joined < len(ordered)

    def running(self, amounts: FloatArray) -> FloatArray:
        """Return running sums of item amounts, from the least confident item on, from 0."""
        return np.concatenate([[0.0], np.cumsum(amounts[self.order])])

    def not_starting(self) -> BestPlan:
        """Return the plan that accepts and reviews nothing."""
        return BestPlan(NONE, float(self.number[-1]), 0.0, 0.0, 0.0, self.nothing)

    def path(self, place: int) -> Path:
        """Return the queue of what one of the cutoffs leaves to people, with all that is added up along it."""
        if place not in self._paths:
            deferred = np.zeros(self.stakes.n_items, dtype=bool)
            deferred[self.order[: self.joined[place]]] = True
            measures = {
                "gain": self.stakes.if_reviewed - self.stakes.if_left,
                "cost": self.stakes.cost,
                "counted": self.stakes.counted,
                **({} if self.bill is None else self.bill.along),
            }
            if len(self._paths) >= MOST_KEPT:
                self._paths.clear()
            self._paths[place] = make_path(restricted(self.queue, deferred), self.stakes.weight, measures)
        return self._paths[place]

    def plan(self, place: int, reviewed: float, cost: float, net: float, most: float) -> BestPlan:
        """Return the plan with one of the cutoffs and some review, paid by the tariff."""
        deferred = float(self.number[self.joined[place]])
        spend = self.fixed + self.tariff.rate * float(cost)
        cutoff = float(self.cutoffs[place])
        return BestPlan(cutoff, deferred, float(reviewed), float(cost), spend, net, float(most))

    def reviewing(self, place: int, budget: int, limit: float, *, only_all: bool) -> BestPlan | None:
        """Return the best plan with one of the cutoffs and some review, None where none can be paid.

        ``budget``: its place in the bill; ``only_all``: everything deferred is reviewed or nothing.
        """
        if not self.joined[place]:
            return None
        path = self.path(place)
        most = affordable_stop(path, limit, self.bill, budget)
        stop = best_stop(path, most, self.tariff, self.tie, self.bill, only_last=only_all)
        if stop is None:
            return None
        return BestPlan(
            cutoff=float(self.cutoffs[place]),
            deferred=float(self.number[self.joined[place]]),
            reviewed=stop.reviewed,
            cost=stop.cost,
            spend=stop.spend,
            net=float(self.base[place]) + stop.gain - stop.spend,
            most=stop.most,
        )

    def without_review(self, among: BoolArray) -> BestPlan:
        """Return the best plan without a review among some cutoffs, and not starting."""
        none, places = self.not_starting(), np.flatnonzero(among & self.accepts)
        if not len(places):
            return none
        net = self.base[places] - self.alone
        top = max(float(net.max()), none.net)
        close = net >= top - self.tie
        # Not starting is the cheaper where the model costs something; else the lower cutoff is preferred.
        if none.net >= top - self.tie and (self.alone > 0 or not close.any()):
            return none
        place = int(places[np.argmax(close)])
        deferred = float(self.number[self.joined[place]])
        net_value = float(self.base[place]) - self.alone
        return BestPlan(float(self.cutoffs[place]), deferred, 0.0, 0.0, self.alone, net_value)
