"""The two sides of every cutoff: what the accepted are worth, and how the queue of the others grows (METHODS Part J)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.answers.thresholds import midpoints
from budgetplan.metrics.answers.value import NONE, item_weights
from budgetplan.metrics.payoffs.stakes import Stakes, Tariff, compacted, restricted
from budgetplan.metrics.payoffs.whole_stops import Bill, affordable_stop, best_stop
from budgetplan.metrics.ranking.budget import SLACK, is_whole
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
    asked
        What an answerer is paid before, in the unit of the costs.
    """

    cutoff: float
    deferred: float
    reviewed: float
    cost: float
    spend: float
    net: float
    most: float = 0.0
    asked: float = 0.0


@dataclass(frozen=True)
class Allowance:
    """What budgets leave for an answerer, arrays of shape (budgets,).

    ``most``: so much it may be paid where nothing is reviewed, in the unit of the costs. ``uses``: how much less is
    left for reviewing for each unit that it is paid, 0 where budgets count hours or items.
    """

    most: FloatArray
    uses: FloatArray


def whole_calls(calls: FloatArray, paid: FloatArray) -> FloatArray:
    """Return what so many calls cost as it is printed: whole calls at their mean price, in whole units of the cost.

    Examples
    --------
    >>> whole_calls(np.array([0.0, 2.4]), np.array([0.0, 7.0])).tolist()
    [0.0, 6.0]
    """
    mean = np.divide(paid, calls, out=np.zeros(len(calls)), where=calls > 0)
    return np.asarray(np.rint(calls) * np.rint(mean))


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
        allowance: Allowance | None = None,
    ) -> None:
        self.tariff, self.allowance = tariff, allowance
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
        self.queued = np.where(self.stakes.to_people, self.weight, 0.0)
        self.item_worth = self.queued * worth
        self.item_counted = self.queued * self.stakes.counted
        self.worth, self.counted, self.number = (
            self.running(each) for each in (self.item_worth, self.item_counted, self.queued)
        )
        left = self.running(self.weight * self.stakes.unreviewed_worth)
        answered = self.running(self.weight * self.stakes.if_accepted)
        self.base = (answered[-1] - answered + left)[self.joined]
        self.nothing = float(self.running(self.weight * self.stakes.if_left)[-1])
        self.nobody = float(self.weight.sum())
        self.accepts = self.joined < len(ordered)
        self.calls, self.asked = self._asked()

    def before_reviews(self, places: IntArray | slice) -> FloatArray:
        """Return the net value at cutoffs with what is paid once and for asking, before any review is paid."""
        return np.asarray(self.base[places] - self.fixed - self.tariff.calls * self.asked[places])

    def _asked(self) -> tuple[FloatArray, FloatArray]:
        """Return about how many items an answerer is asked at each cutoff, and for how much, as that is printed."""
        if self.stakes.asking is None:
            return np.zeros(len(self.cutoffs)), np.zeros(len(self.cutoffs))
        calls = self.running(self.weight)[self.joined]
        paid = self.running(self.weight * self.stakes.asking.price)[self.joined]
        return calls, paid if self.bill is None else whole_calls(calls, paid)

    def reach(self, limits: FloatArray) -> FloatArray:
        """Return what each budget leaves for reviewing at each cutoff, shape (budgets, cutoffs).

        Below 0 where it does not pay what is asked.
        """
        if self.allowance is None:
            return np.broadcast_to(limits[:, None], (len(limits), len(self.cutoffs)))
        return np.where(self.payable, limits[:, None] - self.allowance.uses[:, None] * self.asked, -1.0)

    @cached_property
    def payable(self) -> BoolArray:
        """At which cutoffs each budget pays for what is asked, shape (budgets, cutoffs); (1, cutoffs) where none limits."""
        if self.allowance is None:
            return np.ones((1, len(self.cutoffs)), dtype=bool)
        return np.asarray(self.asked <= self.allowance.most[:, None] * (1 + SLACK))

    def bill_at(self, place: int) -> Bill | None:
        """Return the bill of one of the cutoffs, with what an answerer is paid there."""
        if self.bill is None or self.bill.asking is None or self.stakes.asking is None:
            return self.bill
        return self.bill.asking(float(self.calls[place]), float(self.asked[place]))

    def running(self, amounts: FloatArray) -> FloatArray:
        """Return running sums of item amounts, from the least confident item on, from 0."""
        return np.concatenate([[0.0], np.cumsum(amounts[self.order])])

    def not_starting(self) -> BestPlan:
        """Return the plan that accepts and reviews nothing."""
        return BestPlan(NONE, self.nobody, 0.0, 0.0, 0.0, self.nothing)

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
            people = restricted(self.queue, deferred & self.stakes.to_people)
            self._paths[place] = make_path(people, self.stakes.weight, measures)
        return self._paths[place]

    def plan(self, place: int, reviewed: float, cost: float, net: float, most: float) -> BestPlan:
        """Return the plan with one of the cutoffs and some review, paid by the tariff."""
        deferred = float(self.number[self.joined[place]])
        asked = float(self.asked[place])
        spend = self.fixed + self.tariff.rate * float(cost) + self.tariff.calls * asked
        cutoff = float(self.cutoffs[place])
        return BestPlan(cutoff, deferred, float(reviewed), float(cost), spend, net, float(most), asked)

    def reviewing(self, place: int, budget: int, limit: float, *, only_all: bool) -> BestPlan | None:
        """Return the best plan with one of the cutoffs and some review, None where none can be paid.

        ``budget``: its place in the bill; ``only_all``: everything deferred is reviewed or nothing.
        """
        if not self.joined[place]:
            return None
        path, bill, asked = self.path(place), self.bill_at(place), float(self.asked[place])
        if self.allowance is not None:
            uses = float(self.allowance.uses[budget]) * asked
            limit = limit - uses if self.payable[budget, place] else -1.0
        most = 0 if limit < 0 else affordable_stop(path, limit, bill, budget)
        stop = best_stop(path, most, self.tariff, self.tie, bill, only_last=only_all, asked=asked)
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
            asked=asked,
        )

    def idle(self, among: BoolArray, budget: int) -> list[BestPlan]:
        """Return plans without a review, the best among some cutoffs with them, and not starting."""
        if self.stakes.asking is None:
            return [self.without_review(among)]
        found, net = [self.not_starting()], self._idle_net[min(budget, len(self._idle_net) - 1)]
        best = float(net.max(initial=-np.inf))
        falling = np.argsort(-net, kind="stable")
        for place in falling[net[falling] >= best - 2 * self.off - self.tie].tolist():  # cutoffs, not items
            bill, spend = self.bill_at(place), self.alone + self.tariff.calls * float(self.asked[place])
            if bill is not None and not bill.affords_idling(budget):
                continue
            if bill is not None and (self.calls[place] > 0 or self.accepts[place]):
                spend = bill.alone
            cutoff, asked = float(self.cutoffs[place]), float(self.asked[place])
            left = float(self.number[self.joined[place]])
            found.append(
                BestPlan(cutoff, left, 0.0, 0.0, spend, float(self.base[place]) - spend, asked=asked)
            )
        return found

    def idle_at_most(self, among: BoolArray, budget: int) -> float:
        """Return what :meth:`idle` is worth at most, but for what printing rounds."""
        if self.stakes.asking is None:
            return self.without_review(among).net
        return float(self._idle_most[min(budget, len(self._idle_most) - 1)])

    @cached_property
    def _idle_net(self) -> FloatArray:
        """What each cutoff is worth without a review where an answerer is asked, of the shape of ``payable``."""
        net = self.base - self.alone - self.tariff.calls * self.asked
        return np.where(self.payable, net, -np.inf)

    @cached_property
    def _idle_most(self) -> FloatArray:
        """The greatest of these, or not to start, where an answerer is asked."""
        return np.asarray(np.maximum(self._idle_net.max(axis=1, initial=-np.inf), self.nothing))

    def without_review(self, among: BoolArray) -> BestPlan:
        """Return the best plan without a review among some cutoffs, and not starting, where nobody else is asked."""
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
