"""An answerer screens the top of a model's order: what it calls positive is reviewed first (METHODS A).

The first M items of the order are asked about; those that are called positive come first in the queue, in the model's
order, then everything else in it. What is reviewed, spent and found is added up by blocks of the order, each split by
what is said of its items; between the ends of blocks every sum runs straight, as between those of tie groups (F2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Literal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.ranking.budget import affordable_items
from budgetplan.metrics.ranking.path import Path, Ranking

MOST_ENDS = 1_000
"""At most so many ends of the answerer's part are compared; of more tie groups as many together."""
SLACK = 1e-12
"""Plans whose objectives differ by less than this share of the greatest are equal."""


@dataclass(frozen=True, eq=False)
class ScreenBlocks:
    """Sums over K blocks of a model's order, shape (..., K) each; leading axes are resamples.

    Attributes
    ----------
    whole
        By measure (``items``, ``cost``, ``gain``, ``found`` ...): over all items of a block.
    called
        The same over those that the answerer calls positive and people would review first.
    kept
        The same over those whose answer would stand, so that nobody reviews them.
    standing
        What the answers that stand bring, errors among them.
    price
        What asking about the items of a block costs.
    """

    whole: Mapping[str, FloatArray]
    called: Mapping[str, FloatArray]
    kept: Mapping[str, FloatArray]
    standing: FloatArray
    price: FloatArray


@dataclass(frozen=True)
class PlanTerms:
    """What a plan is measured by.

    Attributes
    ----------
    objective
        The greatest ``net``, or the most ``found``.
    once
        What is paid once anything is asked or reviewed.
    by_cost, by_price
        What a unit of cost, and of the price of answers, adds to the total.
    limit, limited
        A limit of the ``total``, or of ``annotation`` (costs and prices as they are), ``items`` or ``seconds``.
    """

    objective: Literal["net", "found"] = "net"
    once: float = 0.0
    by_cost: float = 1.0
    by_price: float = 1.0
    limit: float = np.inf
    limited: Literal["total", "annotation", "items", "seconds"] = "total"

    def room(self, price: FloatArray) -> tuple[str, FloatArray]:
        """Return (measure, limit) that is left for reviewing after so much was paid for answers, same shape."""
        if self.limited in {"items", "seconds"}:
            return self.limited, np.full(np.shape(price), self.limit)
        if self.limited == "annotation":
            return "cost", np.asarray(self.limit - price)
        # What costs nothing is bought whatever is left, if anything is.
        left = np.asarray(self.limit - self.once - self.by_price * price)
        return "cost", np.where(left >= 0, left / self.by_cost if self.by_cost else np.inf, left)


@dataclass(frozen=True)
class ScreenedPlan:
    """A plan: ``asked`` items of the list from the top, ``items`` reviewed of the queue that follows.

    ``kept``: items whose answers stand. ``gain``, ``cost``, ``price``, ``found`` and ``net`` in the units of the
    measures; ``total`` what is spent.
    """

    asked: float
    items: float
    kept: float
    gain: float
    cost: float
    price: float
    found: float
    total: float

    @property
    def net(self) -> float:
        """Gain less what is spent."""
        return self.gain - self.total


def block_ends(ranking: Ranking, weight: FloatArray | None, most: int = MOST_ENDS) -> IntArray:
    """Return at most so many ends of tie groups, the last one among them: about as many items between any two.

    Examples
    --------
    >>> block_ends(Ranking(np.arange(9), np.array([2, 3, 7, 9])), None, 2).tolist()
    [7, 9]
    """
    ends = ranking.ends
    if len(ends) <= most:
        return ends
    sums = np.cumsum(np.ones(len(ranking.order)) if weight is None else weight[ranking.order])[ends - 1]
    wanted = np.linspace(0, sums[-1], most + 1)[1:]
    chosen = np.clip(np.searchsorted(sums, wanted), 0, len(ends) - 1)
    return ends[np.unique(chosen)]


def make_blocks(
    order: IntArray,
    ends: IntArray,
    weight: FloatArray,
    measures: Mapping[str, FloatArray],
    said: tuple[FloatArray, FloatArray, FloatArray],
    standing: FloatArray | None = None,
) -> ScreenBlocks:
    """Add up a sample by blocks of its order.

    Parameters
    ----------
    order, ends
        Shape (n,): positions of the items, first to be reviewed first; shape (K,): items up to the end of each block.
    weight
        Shape (n,) or (R, n): how many items of the list each stands for, in item order, in each of R resamples.
    measures
        By name, shape (n,): what reviewing an item brings and takes: ``cost``, ``gain``, ``found``, ``seconds``.
    said
        Shape (n,) each: how much of each item is called positive (0, 1 or a share), what asking about it costs, and
        how much of it would stand without a person (none beyond what is called positive).
    standing
        Shape (n,): what an item brings whose answer stands; None: as ``gain``.
    """
    called, price, kept = said
    starts = np.concatenate([[0], ends[:-1]])
    ordered = np.asarray(weight, dtype=np.float64)[..., order]

    def added(each: FloatArray | float) -> FloatArray:
        amount = ordered * (each[order] if isinstance(each, np.ndarray) else each)
        return np.add.reduceat(amount, starts, axis=-1)

    def sums(share: FloatArray | float) -> dict[str, FloatArray]:
        return {"items": added(share)} | {name: added(each * share) for name, each in measures.items()}

    stands = measures["gain"] if standing is None else standing
    return ScreenBlocks(sums(1.0), sums(called - kept), sums(kept), added(stands * kept), added(price))


def queue_of(blocks: ScreenBlocks, asked: FloatArray) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
    """Return the queue after the first ``asked`` items of the order, shape (...,), were asked about.

    Returns
    -------
    tuple
        By measure the sums along the queue, shape (..., 2 K + 1), from 0; and what there is before anybody reviews,
        shape (...,): ``price`` of the answers; ``items``, ``gain`` and ``found`` of those that stand.

    Examples
    --------
    >>> whole = {"items": np.array([2.0, 2.0]), "found": np.array([1.0, 1.0])}
    >>> called = {"items": np.array([1.0, 1.0]), "found": np.array([1.0, 0.5])}
    >>> none = {name: np.zeros(2) for name in ("items", "found")}
    >>> blocks = ScreenBlocks(whole, called, none, np.zeros(2), np.array([6.0, 6.0]))
    >>> queue, before = queue_of(blocks, np.array(3.0))
    >>> queue["items"].tolist(), queue["found"].tolist(), float(before["price"])
    ([0.0, 1.0, 1.5, 2.5, 4.0], [0.0, 1.0, 1.25, 1.25, 2.0], 9.0)
    """
    size = blocks.whole["items"]
    starts = np.cumsum(size, axis=-1) - size
    part = np.divide(
        asked[..., None] - starts, size, out=np.where(starts < asked[..., None], 1.0, 0.0), where=size > 0
    )
    part = np.clip(part, 0.0, 1.0)
    sums = {}
    for name, whole in blocks.whole.items():
        first, stands = blocks.called[name] * part, blocks.kept[name] * part
        steps = np.concatenate([first, whole - first - stands], axis=-1)
        sums[name] = np.concatenate([np.zeros((*steps.shape[:-1], 1)), np.cumsum(steps, axis=-1)], axis=-1)
    before = {name: (blocks.kept[name] * part).sum(axis=-1) for name in ("items", "found")}
    before["gain"] = (blocks.standing * part).sum(axis=-1)
    before["price"] = (blocks.price * part).sum(axis=-1)
    return sums, before


def read_plan_at(blocks: ScreenBlocks, terms: PlanTerms, asked: float, items: float) -> ScreenedPlan:
    """Return what one plan brings: ``asked`` items of the order asked about, ``items`` reviewed after that.

    ``blocks``: without a leading axis.
    """
    queue, before = queue_of(blocks, np.asarray(asked))
    return _plan(Path(queue["items"], queue), before, terms, asked, items)


def _plan(
    path: Path, before: Mapping[str, FloatArray], terms: PlanTerms, asked: float, items: float
) -> ScreenedPlan:
    read = {name: float(path.read(name, items)) for name in ("cost", "gain", "found")}
    price = float(before["price"])
    started = items > 0 or asked > 0
    total = terms.once + terms.by_cost * read["cost"] + terms.by_price * price if started else 0.0
    return ScreenedPlan(
        asked=asked,
        items=items,
        kept=float(before["items"]),
        gain=read["gain"] + float(before["gain"]),
        cost=read["cost"],
        price=price,
        found=read["found"] + float(before["found"]),
        total=total,
    )


def best_screening(blocks: ScreenBlocks, terms: PlanTerms, *, may_ask: bool = True) -> ScreenedPlan:
    """Return the best plan: over every end of a block as the last item asked, and every whole number reviewed.

    Parameters
    ----------
    blocks
        Without a leading axis.
    may_ask
        Whether anything may be asked; else the best plan of the model's order alone.

    Notes
    -----
    Of equal plans the cheapest, then that which asks least, then that which reviews least. Between two ends of
    blocks everything runs straight: the best stop is at a whole number beside an end, or where the limit is.

    References
    ----------
    METHODS A, F4.
    """
    ends = np.concatenate([[0.0], np.cumsum(blocks.whole["items"]) if may_ask else []])
    found = [plan for asked in ends.tolist() if (plan := best_asked(blocks, terms, asked)) is not None]
    return reduce(lambda best, plan: plan if _before(plan, best, terms) else best, found)


def best_asked(blocks: ScreenBlocks, terms: PlanTerms, asked: float) -> ScreenedPlan | None:
    """Return the best plan that asks about exactly so many items; None where the limit does not allow it."""
    plans = _best_stops(*queue_of(blocks, np.asarray(asked)), terms, asked)
    return reduce(lambda best, plan: plan if _before(plan, best, terms) else best, plans) if plans else None


def _best_stops(
    queue: Mapping[str, FloatArray], before: Mapping[str, FloatArray], terms: PlanTerms, asked: float
) -> list[ScreenedPlan]:
    """Return not reviewing and the best stop of one queue, as far as the limit allows them; none: it allows nothing."""
    measure, room = terms.room(before["price"])
    if asked > 0 and float(room) < 0:
        return []
    path = Path(queue["items"], queue)
    most = 0 if float(room) < 0 else affordable_items(path, min(float(room), 1e300), measure)
    near = np.concatenate([np.floor(path.items), np.ceil(path.items), [float(most)]])
    stops = np.unique(near[(near <= most) & (near > 0)])
    plans = [_plan(path, before, terms, asked, 0.0)]
    if not len(stops):
        return plans
    worth = path.read("found", stops)
    if terms.objective == "net":
        worth = path.read("gain", stops) - terms.by_cost * path.read("cost", stops)
    # Of stops as good as the best the first is the cheapest.
    good = worth >= worth.max() - SLACK * max(1.0, float(np.abs(worth).max()))
    return [*plans, _plan(path, before, terms, asked, float(stops[int(np.argmax(good))]))]


def _before(one: ScreenedPlan, other: ScreenedPlan, terms: PlanTerms) -> bool:
    """Say whether a plan is better than one that asks less or as much."""
    worths = (one.net, other.net) if terms.objective == "net" else (one.found, other.found)
    slack = SLACK * max(1.0, *map(abs, worths))
    if abs(worths[0] - worths[1]) > slack:
        return worths[0] > worths[1]
    return one.total < other.total - SLACK * max(1.0, other.total)


def best_in_each(blocks: ScreenBlocks, terms: PlanTerms, *, may_ask: bool = True) -> FloatArray:
    """Return what the plan that is best in each resample brings there, shape (R,), the limit cut anywhere, not at whole items.

    Parameters
    ----------
    blocks
        Shape (R, K).
    """
    sums = np.cumsum(blocks.whole["items"], axis=-1)
    most = np.zeros(len(sums))
    for asked in [most, *(sums.T if may_ask else ())]:
        queue, before = queue_of(blocks, asked)
        measure, room = terms.room(before["price"])
        limits = np.minimum(room, queue[measure][:, -1])
        allowed = queue[measure] <= limits[:, None]
        at_limit = _where_reached(queue[measure], queue["items"], limits)
        worth = np.where(allowed, _worth(queue, before, terms, asked), -np.inf).max(axis=-1)
        cut = read_each(blocks, terms, asked, at_limit)
        most = np.where(room >= 0, np.maximum(most, np.maximum(worth, cut)), most)
    return most


def read_each(blocks: ScreenBlocks, terms: PlanTerms, asked: FloatArray, items: FloatArray) -> FloatArray:
    """Return what a plan brings in each resample: its net value or what it finds, by the objective.

    ``blocks``: shape (R, K); ``asked``, ``items``: shape (R,).
    """
    queue, before = queue_of(blocks, asked)
    read = {name: _at(queue["items"], queue[name], items)[:, None] for name in ("cost", "gain", "found")}
    read["items"] = items[:, None]
    return _worth(read, before, terms, asked)[:, 0]


def _worth(
    queue: Mapping[str, FloatArray], before: Mapping[str, FloatArray], terms: PlanTerms, asked: FloatArray
) -> FloatArray:
    """Return the objective at every stop of the queues, shape (R, stops)."""
    if terms.objective == "found":
        return np.asarray(queue["found"] + before["found"][:, None])
    total = terms.once + terms.by_cost * queue["cost"] + terms.by_price * before["price"][:, None]
    started = (queue["items"] > 0) | (asked[:, None] > 0)
    return np.asarray(queue["gain"] + before["gain"][:, None] - np.where(started, total, 0.0))


def _at(places: FloatArray, values: FloatArray, at: FloatArray) -> FloatArray:
    """Return values, shape (R, S), between their places at one place of each row, shape (R,)."""
    rows, last = np.arange(len(places)), places.shape[1] - 1
    after = np.clip((places <= at[:, None]).sum(axis=1), 1, last)
    low, high = places[rows, after - 1], places[rows, after]
    step = np.divide(at - low, high - low, out=np.zeros(len(at)), where=high > low)
    step = np.clip(step, 0.0, 1.0)
    return np.asarray(values[rows, after - 1] + step * (values[rows, after] - values[rows, after - 1]))


def _where_reached(spent: FloatArray, items: FloatArray, limits: FloatArray) -> FloatArray:
    """Return after how many items of each queue a limit is reached, shape (R,); 0 where it is below nothing."""
    return np.where(limits < 0, 0.0, _at(spent, items, limits))


def mixed_up(called: FloatArray, right: FloatArray, answered: FloatArray, share: float) -> FloatArray:
    """Return how much of each item is called positive if a share of the right answers were wrong, shape (n,).

    ``called``: 1 where it is called positive; ``right``, ``answered``: 1 where the answer is right, where there is one.

    >>> mixed_up(np.array([1.0, 0, 1]), np.array([1.0, 1, 0]), np.ones(3), 0.25).tolist()
    [0.75, 0.25, 1.0]
    """
    turned = share * right * answered
    return np.asarray(called * (1 - turned) + (1 - called) * turned)
