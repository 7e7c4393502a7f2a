"""The plan of each budget: the cutoff and the stop with the greatest net value (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from budgetplan.metrics.budget import SLACK, affordable_items
from budgetplan.metrics.path import FloatArray, IntArray, Ranking, make_path
from budgetplan.metrics.queue_tree import QueueTree
from budgetplan.metrics.stakes import Stakes, Tariff, compacted
from budgetplan.metrics.stopping import TIE
from budgetplan.metrics.surface import Split
from budgetplan.metrics.thresholds import midpoints
from budgetplan.metrics.value import NONE, BoolArray, item_weights

Among = Literal["joint", "people", "machine", "all deferred"]
"""Which plans compete: all; those that accept nothing; those that review nothing; those that review all that
they defer (S5's deferral under a budget)."""
BLOCK = 64
"""So many neighbouring cutoffs are judged by the first of them, as long as none of them can win."""
QUESTIONS = 2**18
"""So many questions are asked at a time."""
FEW = 2**16
"""Up to so many questions nothing is gained by asking fewer."""


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
    """

    cutoff: float
    deferred: float
    reviewed: float
    cost: float
    spend: float
    net: float


def best_plans(
    stakes: Stakes,
    queue: Ranking,
    limits: FloatArray,
    tariff: Tariff,
    *,
    usable: BoolArray | None = None,
    cutoffs: FloatArray | None = None,
    among: Among = "joint",
) -> list[BestPlan]:
    """Return for each limit the plan of greatest net value over every cutoff and every stop within the limit.

    Parameters
    ----------
    stakes
        Items and what they are worth.
    queue
        Order of review of all items, from :func:`budgetplan.metrics.stakes.queue`.
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

    Notes
    -----
    Stops are the ends of the queue's tie groups within the limit, the greatest whole number of items within it,
    and 0: between these the net value runs straight. Ties (within 1e-12 of what all items are worth at most):
    cheaper, then fewer reviewed, then the lowest cutoff. Where the queue is in the order of confidence, each
    cutoff's queue is the beginning of one queue: O(n log n) for everything. In another order a tree over the
    queue answers for every cutoff and limit, and cutoffs that cannot win are not asked for.

    Examples
    --------
    Two answers: one sure and right, one unsure and wrong. Money for one review goes to the unsure one.

    >>> from budgetplan.metrics.stakes import queue
    >>> ones, zeros = np.ones(2), np.zeros(2)
    >>> stakes = Stakes(np.array([0.9, 0.6]), np.array([1.0, -4.0]), ones, zeros, 0.5 * ones, np.array([0.0, 1.0]))
    >>> for plan in best_plans(stakes, queue("uncertain", stakes), np.array([0.0, 0.5]), Tariff()):
    ...     print(plan.cutoff, plan.reviewed, plan.net)
    0.75 0.0 1.0
    0.75 1.0 1.5
    """
    sides = _Sides(stakes, queue, tariff, cutoffs)
    if among == "machine":
        found = [sides.without_review(sides.accepts)] * len(limits)
    elif among == "all deferred":
        found = _all_deferred(sides, limits)
    else:
        sides = sides if among == "joint" else _Sides(stakes, queue, tariff, np.array([NONE]))
        finder = _along_confidence if sides.is_prefix else _along_queue
        found = finder(sides, limits)
    allowed = np.ones(len(limits), dtype=bool) if usable is None else usable
    return [one if pays else sides.not_starting() for one, pays in zip(found, allowed, strict=True)]


class _Sides:
    """The two sides of every cutoff: what the accepted are worth, and how the queue of the others grows.

    Arrays over the cutoffs, increasing: ``cutoffs``; ``joined``, how many items lie below each; ``base``, what all
    items are worth before any review; ``deferred``, their weight; ``accepts``, whether anything is accepted.
    ``sums`` run over the items from the least confident on, from 0, shape (n + 1,).
    """

    def __init__(self, stakes: Stakes, queue: Ranking, tariff: Tariff, cutoffs: FloatArray | None) -> None:
        self.tariff = tariff
        self.fixed = tariff.review + tariff.model
        self.tie = TIE * stakes.scale(tariff)
        self.stakes, kept = stakes.without_weightless()
        self.queue = queue if kept.all() else compacted(queue, kept)
        self.weight = item_weights(self.stakes.n_items, self.stakes.weight)
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
        self.worth, self.counted, self.cost, self.number = (
            self.running(each)
            for each in (self.item_worth, self.item_counted, self.weight * self.stakes.cost, self.weight)
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

    def plan(self, place: int, reviewed: float, cost: float, worth: float) -> BestPlan:
        """Return the plan with one of the cutoffs; ``worth``: gain of the reviewed less their price."""
        fixed = self.fixed if reviewed > 0 else self.tariff.model if self.accepts[place] else 0.0
        return BestPlan(
            cutoff=float(self.cutoffs[place]),
            deferred=float(self.number[self.joined[place]]),
            reviewed=reviewed,
            cost=cost,
            spend=fixed + self.tariff.rate * cost,
            net=float(self.base[place]) + worth - fixed,
        )

    def without_review(self, among: BoolArray) -> BestPlan:
        """Return the best plan without a review among some cutoffs, and not starting."""
        none, places = self.not_starting(), np.flatnonzero(among & self.accepts)
        if not len(places):
            return none
        net = self.base[places] - self.tariff.model
        top = max(float(net.max()), none.net)
        close = net >= top - self.tie
        # Not starting is the cheaper where the model costs something; else the lower cutoff is preferred.
        if none.net >= top - self.tie and (self.tariff.model > 0 or not close.any()):
            return none
        return self.plan(int(places[np.argmax(close)]), 0.0, 0.0, 0.0)


def _all_deferred(sides: _Sides, limits: FloatArray) -> list[BestPlan]:
    """Find the plans that review all they defer: no order matters."""
    joined = sides.joined
    worth, cost, number = sides.worth[joined], sides.cost[joined], sides.number[joined]
    counted = sides.counted[joined]
    net = sides.base + worth - sides.fixed
    idle = sides.without_review(number == 0)
    plans = []
    for limit in limits:  # budgets, not items
        places = np.flatnonzero((counted <= limit * (1 + SLACK)) & (number > 0))
        top = max(float(net[places].max(initial=-np.inf)), idle.net)
        if idle.net >= top - sides.tie:
            plans.append(idle)
            continue
        best = places[np.argmax(net[places] >= top - sides.tie)]
        plans.append(sides.plan(int(best), float(number[best]), float(cost[best]), float(worth[best])))
    return plans


def _along_confidence(sides: _Sides, limits: FloatArray) -> list[BestPlan]:
    """Find the plans where each cutoff's queue is the beginning of one queue."""
    ends = np.concatenate([[0], sides.queue.ends])
    measures = {"cost": sides.stakes.cost, "counted": sides.stakes.counted}
    path = make_path(sides.queue, sides.stakes.weight, measures)
    idle = sides.without_review(sides.accepts)
    # The best cutoff among those that leave at least the first i tie groups to people.
    first = np.searchsorted(sides.joined, ends, side="left")
    reach = np.append(np.maximum.accumulate(sides.base[::-1])[::-1], -np.inf)[first]
    worth = sides.worth[ends]
    net = worth - sides.fixed + reach
    peak = np.maximum.accumulate(net)
    plans = []
    for limit in limits:  # budgets, not items
        items = affordable_items(path, float(limit), "counted")
        last = int(np.searchsorted(path.items, items * (1 + 1e-12), side="right")) - 1
        inside, part = -np.inf, 0.0
        if last + 1 < len(ends) and items > path.items[last]:
            part = float((items - path.items[last]) / (path.items[last + 1] - path.items[last]))
            gained = float(worth[last] + part * (worth[last + 1] - worth[last]))
            inside = gained - sides.fixed + float(reach[last + 1])
        top = max(idle.net, float(peak[last]), inside)
        if idle.net >= top - sides.tie:
            plans.append(idle)
            continue
        if peak[last] >= top - sides.tie:
            stop = int(np.argmax(peak >= top - sides.tie))
            known = float(path.items[stop]), float(path.sums["cost"][stop]), float(worth[stop])
            opens = int(first[stop])
        else:
            opens, known = int(first[last + 1]), (float(items), float(path.read("cost", items)), gained)
        needed = top - sides.tie - known[2] + sides.fixed
        plans.append(sides.plan(opens + int(np.argmax(sides.base[opens:] >= needed)), *known))
    return plans


def _along_queue(sides: _Sides, limits: FloatArray) -> list[BestPlan]:
    """Find the plans in any order of the queue, with a tree over its tie groups."""
    group = np.empty(len(sides.order), dtype=np.int64)
    group[sides.queue.order] = np.repeat(
        np.arange(len(sides.queue.ends)), np.diff(sides.queue.ends, prepend=0)
    )
    tree = QueueTree(
        group[sides.order],
        sides.item_counted[sides.order],
        sides.item_worth[sides.order],
        sides.weight[sides.order],
    )
    idle = sides.without_review(sides.accepts)

    def net(places: IntArray, budgets: IntArray) -> FloatArray:
        found = np.empty(len(places))
        for start in range(0, len(places), QUESTIONS):
            some = slice(start, start + QUESTIONS)
            found[some] = tree.ask(sides.joined[places[some]], limits[budgets[some]])
        return np.asarray(sides.base[places] - sides.fixed + found)

    plans = []
    for budget, (places, values) in enumerate(_contenders(sides, len(limits), net)):
        top = max(float(values.max()), idle.net)
        if idle.net >= top - sides.tie:
            plans.append(idle)
            continue
        tied = places[values >= top - sides.tie]
        level = top - sides.tie - sides.base[tied] + sides.fixed
        stops = tree.first(sides.joined[tied], np.full(len(tied), limits[budget]), level)
        best = int(np.lexsort((sides.cutoffs[tied], stops.reviewed, stops.cost))[0])
        gained = (
            float(values[np.flatnonzero(places == tied[best])[0]])
            - float(sides.base[tied[best]])
            + sides.fixed
        )
        reviewed, cost = float(stops.reviewed[best]), float(stops.cost[best])
        if sides.stakes.limited is not None:
            accepted = sides.stakes.confidence >= sides.cutoffs[tied[best]]
            cost = float(Split(sides.stakes, sides.queue, accepted).path.read("cost", reviewed))
        plans.append(sides.plan(int(tied[best]), reviewed, cost, gained))
    return plans


def _contenders(
    sides: _Sides, n_budgets: int, net: Callable[[IntArray, IntArray], FloatArray]
) -> list[tuple[IntArray, FloatArray]]:
    """Return for each budget the places of the cutoffs that may win, and their net values.

    Of many cutoffs the first of each block speaks for the block: another one reviews a prefix of the same queue
    with more items in it, so its net value is at most the best base of the block, what the first one gains,
    every gain among the items that join in between, and one item more where the budget ends inside a tie group.
    """
    n_cutoffs = len(sides.cutoffs)
    budgets = np.arange(n_budgets)
    if n_cutoffs * n_budgets <= FEW:
        every = np.arange(n_cutoffs)
        values = net(np.repeat(every, n_budgets), np.tile(budgets, n_cutoffs)).reshape(n_cutoffs, n_budgets)
        return [(every, values[:, budget]) for budget in budgets]
    heads = np.arange(0, n_cutoffs, BLOCK)
    at_heads = net(np.repeat(heads, n_budgets), np.tile(budgets, len(heads))).reshape(len(heads), n_budgets)
    gains = sides.running(np.maximum(sides.item_worth, 0.0))[sides.joined]
    last = np.append(heads[1:], n_cutoffs) - 1
    one_item = float(np.max(sides.item_worth / sides.weight, initial=0.0))
    most = at_heads - sides.base[heads, None] + one_item
    most = most + np.maximum.reduceat(sides.base, heads)[:, None] + (gains[last] - gains[heads])[:, None]
    open_blocks = most >= at_heads.max(axis=0) - sides.tie
    block, budget = np.nonzero(open_blocks)
    places = heads[block][:, None] + np.arange(BLOCK)
    real = places < n_cutoffs
    places, of_budget = places[real], np.broadcast_to(budget[:, None], real.shape)[real]
    values = net(places, of_budget)
    order = np.argsort(of_budget, kind="stable")
    cuts = np.searchsorted(of_budget[order], np.arange(1, n_budgets))
    return list(zip(np.split(places[order], cuts), np.split(values[order], cuts), strict=True))
