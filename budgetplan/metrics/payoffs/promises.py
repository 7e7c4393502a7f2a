"""What each cutoff is worth at most within a budget, for all cutoffs at once (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.payoffs.cutoffs import Sides
from budgetplan.metrics.payoffs.queue_tree import QueueTree
from budgetplan.metrics.payoffs.stakes import restricted
from budgetplan.metrics.payoffs.whole_stops import snapped, whole_stops
from budgetplan.metrics.ranking.budget import SLACK, affordable_items
from budgetplan.metrics.ranking.path import make_path

BLOCK = 64
"""So many neighbouring cutoffs are judged by the first of them, as long as none of them can win."""
QUESTIONS = 2**18
"""So many questions are asked at a time."""
FEW = 2**16
"""Up to so many questions nothing is gained by asking fewer."""

Reached = tuple[FloatArray, FloatArray, FloatArray]
"""How many are reviewed, at what cost, and how many the budget pays for, each of shape (cutoffs asked for,)."""


@dataclass(frozen=True)
class Promised:
    """What cutoffs are worth at most within one limit, with some review.

    Attributes
    ----------
    top
        The greatest net value of all; ``-inf`` where nothing can be reviewed.
    at_least
        For a net value: the places of the cutoffs that promise it, and what they promise.
    first
        For places of cutoffs and a net value that they promise: where it is first reached.
    tight
        Whether promises are kept, so that the best promise is the best plan.
    """

    top: float
    at_least: Callable[[float], tuple[IntArray, FloatArray]]
    first: Callable[[IntArray, float], Reached]
    tight: bool


def _among(
    places: IntArray, net: FloatArray, first: Callable[[IntArray, float], Reached], *, tight: bool
) -> Promised:
    """Return the promises of cutoffs that were asked one by one."""

    def at_least(level: float) -> tuple[IntArray, FloatArray]:
        kept = net >= level
        return places[kept], net[kept]

    return Promised(float(net.max(initial=-np.inf)), at_least, first, tight)


def all_deferred(sides: Sides, limits: FloatArray) -> list[Promised]:
    """Say what each cutoff is worth at most if all it defers is reviewed: no order matters."""
    joined = sides.joined
    worth, counted, number = sides.worth[joined], sides.counted[joined], sides.number[joined]
    # Only whole items are reviewed: less than one may be left.
    rest = 0.0 if sides.whole else 1.0
    one_item = rest * float(np.max(np.abs(sides.item_worth) / sides.weight, initial=0.0))
    one_cost = rest * float(np.max(sides.stakes.counted, initial=0.0))
    net = sides.base + worth - sides.fixed + one_item
    cost = sides.running(sides.weight * sides.stakes.cost)[joined]

    def first(places: IntArray, _: float) -> Reached:
        return number[places], cost[places], number[places]

    found = []
    for limit in limits:  # budgets, not items
        places = np.flatnonzero((counted <= (limit + one_cost) * (1 + SLACK)) & (number > 0))
        found.append(_among(places, net[places], first, tight=sides.whole))
    return found


def along_confidence(sides: Sides, limits: FloatArray) -> list[Promised]:
    """Say what each cutoff is worth at most where its queue is the beginning of one queue."""
    measures = {"cost": sides.stakes.cost, "counted": sides.stakes.counted}
    path = make_path(sides.queue, sides.stakes.weight, measures)
    worth = sides.worth[np.concatenate([[0], sides.queue.ends])]
    whole = np.floor(snapped(sides.number[sides.joined]))
    stops = np.concatenate([[0.0], whole_stops(path.items, float(whole[-1]))])
    peak = np.maximum.accumulate(np.interp(stops[1:], path.items, worth))
    peak = np.concatenate([[-np.inf], peak])
    # The last whole item that each cutoff leaves to people; 0 where it leaves none.
    last = np.searchsorted(stops, whole, side="right") - 1
    base = sides.base - sides.fixed
    full = base + peak[last]
    best_full = np.maximum.accumulate(full)
    best_base = np.append(np.maximum.accumulate(base[::-1])[::-1], -np.inf)

    def promised(limit: float) -> Promised:
        most = float(affordable_items(path, limit, "counted"))
        final = int(np.searchsorted(stops, most, side="right")) - 1
        # The budget ends between two of the stops: its last item counts for cutoffs that leave more.
        inside = float(np.interp(most, path.items, worth)) if most > stops[final] else -np.inf
        gained = max(float(peak[final]), inside)
        beyond = int(np.searchsorted(last, final, side="right"))
        top = max(float(best_full[beyond - 1]) if beyond else -np.inf, float(best_base[beyond]) + gained)

        def at_least(level: float) -> tuple[IntArray, FloatArray]:
            within = np.flatnonzero(full[:beyond] >= level)
            after = beyond + np.flatnonzero(base[beyond:] + gained >= level)
            places = np.concatenate([within, after])
            return places, np.concatenate([full[within], base[after] + gained])

        def first(some: IntArray, level: float) -> Reached:
            at = np.searchsorted(peak, level - base[some], side="left")
            known = at <= np.minimum(last[some], final)
            reviewed = np.where(known, stops[np.minimum(at, len(stops) - 1)], most)
            return reviewed, path.read("cost", reviewed), np.minimum(whole[some], most)

        return Promised(top, at_least, first, tight=True)

    return [promised(float(limit)) for limit in limits]


def while_asking(sides: Sides, limits: FloatArray) -> list[Promised]:
    """Say what each cutoff is worth at most where an answerer is asked first: each leaves a limit of its own."""
    gained = _gained_along(sides) if sides.is_prefix else _gained_in_tree(sides)
    base = sides.before_reviews(slice(None))
    places = np.arange(len(sides.cutoffs))
    reach = sides.reach(limits)
    some, first = gained(reach)
    net = np.where((reach >= 0) & (sides.number[sides.joined] > 0), base + some, -np.inf)
    return [_among(places, each, partial(first, budget), tight=False) for budget, each in enumerate(net)]


Gained = Callable[[FloatArray], tuple[FloatArray, Callable[[int, IntArray, float], Reached]]]
"""For what each budget leaves at each cutoff, shape (budgets, cutoffs): what reviewing gains at most there, same shape,
and for the place of a budget where that is first reached."""


def _gained_along(sides: Sides) -> Gained:
    """Read what reviews gain along one queue of which every cutoff's is the beginning."""
    measures = {"cost": sides.stakes.cost, "counted": sides.stakes.counted}
    measures["worth"] = np.divide(
        sides.item_worth, sides.queued, out=np.zeros(len(sides.queued)), where=sides.queued > 0
    )
    queue = restricted(sides.queue, sides.stakes.to_people)
    if not len(queue.order):
        return lambda reach: (np.zeros(reach.shape), lambda _, some, __: (np.zeros(len(some)),) * 3)
    path = make_path(queue, sides.stakes.weight, measures)
    whole = np.floor(snapped(sides.number[sides.joined]))
    stops = np.concatenate([[0.0], whole_stops(path.items, float(whole.max()))])
    peak = np.concatenate([[-np.inf], np.maximum.accumulate(path.read("worth", stops[1:]))])
    last = np.searchsorted(stops, whole, side="right") - 1
    spent = path.sums["counted"]

    def gained(reach: FloatArray) -> tuple[FloatArray, Callable[[int, IntArray, float], Reached]]:
        allowed = np.minimum(np.maximum(reach, 0.0) * (1 + SLACK), spent[-1])
        at = np.minimum(np.searchsorted(spent, allowed, side="right") - 1, max(len(spent) - 2, 0))
        size, price = path.items[at + 1] - path.items[at], spent[at + 1] - spent[at]
        part = np.divide(allowed - spent[at], price, out=np.ones(at.shape), where=price > 0)
        most = np.minimum(np.floor((path.items[at] + np.minimum(part, 1.0) * size) * (1 + SLACK)), whole)
        final = np.minimum(np.searchsorted(stops, most, side="right") - 1, last)
        inside = np.where(most > stops[final], path.read("worth", most), -np.inf)
        best = np.maximum(peak[final], inside)

        def first(budget: int, some: IntArray, level: float) -> Reached:
            base = sides.before_reviews(some)
            place = np.searchsorted(peak, level - base, side="left")
            known, end = place <= final[budget, some], most[budget, some]
            reviewed = np.where(known, stops[np.minimum(place, len(stops) - 1)], end)
            return reviewed, path.read("cost", reviewed), end

        return best, first

    return gained


def _gained_in_tree(sides: Sides) -> Gained:
    """Read what reviews gain in any order of the queue, in a tree over its tie groups."""
    tree = _tree(sides)

    def gained(reach: FloatArray) -> tuple[FloatArray, Callable[[int, IntArray, float], Reached]]:
        limit = np.maximum(reach, 0.0)

        def first(budget: int, some: IntArray, level: float) -> Reached:
            base = sides.before_reviews(some)
            joined, most = sides.joined[some], limit[budget, some]
            stops = tree.first(joined, most, level - base)
            end = tree.first(joined, most, np.full(len(some), np.inf))
            return stops.reviewed, stops.cost, end.reviewed

        return np.stack([tree.ask(sides.joined, each) for each in limit]), first

    return gained


def _tree(sides: Sides) -> QueueTree:
    """Return a tree over the tie groups of a queue, in which items stand in the order in which they join."""
    group = np.empty(len(sides.order), dtype=np.int64)
    group[sides.queue.order] = np.repeat(
        np.arange(len(sides.queue.ends)), np.diff(sides.queue.ends, prepend=0)
    )
    return QueueTree(
        group[sides.order],
        sides.item_counted[sides.order],
        sides.item_worth[sides.order],
        sides.queued[sides.order],
    )


def along_queue(sides: Sides, limits: FloatArray) -> list[Promised]:
    """Say what each cutoff is worth at most in any order of the queue, with a tree over its tie groups."""
    tree = _tree(sides)

    def net(places: IntArray, budgets: IntArray) -> FloatArray:
        found = np.empty(len(places))
        for start in range(0, len(places), QUESTIONS):
            some = slice(start, start + QUESTIONS)
            found[some] = tree.ask(sides.joined[places[some]], limits[budgets[some]])
        return np.asarray(sides.base[places] - sides.fixed + found)

    def promised(budget: int, places: IntArray, values: FloatArray) -> Promised:
        def first(some: IntArray, level: float) -> Reached:
            joined, limit = sides.joined[some], np.full(len(some), limits[budget])
            stops = tree.first(joined, limit, level - sides.base[some] + sides.fixed)
            end = tree.first(joined, limit, np.full(len(some), np.inf))
            return stops.reviewed, stops.cost, end.reviewed

        # The tree adds up what the budget counts: only where that is the cost does it know what is paid.
        return _among(places, values, first, tight=sides.whole and sides.stakes.limited is None)

    found = enumerate(_contenders(sides, len(limits), net))
    return [promised(budget, places, values) for budget, (places, values) in found]


def _contenders(
    sides: Sides, n_budgets: int, net: Callable[[IntArray, IntArray], FloatArray]
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
    # What heads promise may be more than whole items, and printed totals, keep.
    loose = 2 * sides.off + (0.0 if sides.whole else one_item)
    open_blocks = most >= at_heads.max(axis=0) - sides.tie - loose
    block, budget = np.nonzero(open_blocks)
    places = heads[block][:, None] + np.arange(BLOCK)
    real = places < n_cutoffs
    places, of_budget = places[real], np.broadcast_to(budget[:, None], real.shape)[real]
    values = net(places, of_budget)
    order = np.argsort(of_budget, kind="stable")
    cuts = np.searchsorted(of_budget[order], np.arange(1, n_budgets))
    return list(zip(np.split(places[order], cuts), np.split(values[order], cuts), strict=True))
