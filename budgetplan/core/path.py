"""The path of a review queue: what has been reviewed, spent and found at the ends of tie groups.

METHODS F2. Between the ends of two tie groups every sum runs straight, which is its expectation over the
unknown order inside the group.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import BoolArray, FloatArray, IntArray, frozen

DIGITS, LEAST_DIGITS = 12, 6
MILLION = 1e6
FEW_READ, LONG = 1_000, 5_000


@dataclass(frozen=True)
class Ranking:
    """The order in which one model has the items reviewed.

    Attributes
    ----------
    order
        Shape (n,): positions of the items, first to be reviewed first.
    ends
        Shape (groups,), increasing, last = n: how many items are reviewed at the end of each tie group.
    """

    order: IntArray
    ends: IntArray


@dataclass(frozen=True)
class Checks:
    """What people judge beside an order of review: its cost is part of every stop's.

    Attributes
    ----------
    tail, control
        How many items are drawn at random from those after the stop, at most all; and how many labelled ones are judged once
        more, at the mean of the list.
    items, whole
        The items of the list; and for each sum that judging adds to, ``judged`` among them, its amount in all of it.
    idle
        Whether they are judged though nothing is reviewed, as answers are that nobody looks at.

    References
    ----------
    METHODS F4.
    """

    tail: float
    control: float
    items: float
    whole: Mapping[str, float]
    idle: bool = False

    def more(self, measure: str, at: FloatArray, sums: FloatArray) -> FloatArray:
        """Return what they add to a measure that comes to ``sums`` after ``at`` items, same shape.

        Random items are worth the mean of those after the stop, so that no stop takes less than an earlier one: where fewer
        are left than would be drawn, all that are left are judged anyway.

        >>> at = np.array([0.0, 1.0, 3.0, 4.0])
        >>> (2 * at + Checks(2, 1, 4, {"cost": 8.0, "judged": 4.0}).more("cost", at, 2 * at)).tolist()
        [0.0, 8.0, 10.0, 10.0]
        """
        whole = self.whole[measure]
        drawn = np.minimum(self.tail / np.maximum(self.items - at, 1e-300), 1.0) * (whole - sums)
        return np.where((at > 0) | self.idle, drawn + self.control * (whole / max(self.whole["judged"], 1e-300)), 0.0)


@dataclass(frozen=True)
class Path:
    """Cumulative sums at the ends of tie groups, starting at nothing reviewed.

    Attributes
    ----------
    items
        Shape (groups + 1,): weighted items reviewed, from 0 to the weight of all.
    sums
        For each measure (``cost``, ``positives`` ...) its weighted sum over the reviewed items, same shape.
    checks
        What is judged beside them, which is part of all that is read; None: nothing.
    """

    items: FloatArray
    sums: Mapping[str, FloatArray]
    checks: Checks | None = None

    def read(self, measure: str, at: npt.ArrayLike) -> FloatArray:
        """Return a measure after ``at`` items (any shape, not necessarily whole), by interpolation.

        ``judged``: items that people judge; ``confirmed``: entries among them.
        """
        at, items = np.asarray(at, dtype=np.float64), self.items
        if measure == "judged":
            sums = self.sums.get(measure, items)
        else:
            sums = self.sums["positives" if measure == "confirmed" else measure]
        if at.size < FEW_READ and len(items) > LONG:  # of arrays that cannot be written to all would be copied
            after = np.searchsorted(items, at, side="right")
            rows = np.array([np.maximum(after - 1, 0), np.minimum(after, len(items) - 1)]).ravel()
            rows = rows if at.size == 1 else np.unique(rows)
            items, sums = items[rows], sums[rows]
        alone = np.asarray(np.interp(at, items, sums))
        beside = self.checks is not None and measure in self.checks.whole
        return alone + self.checks.more(measure, at, alone) if self.checks and beside else alone

    def billed(self, measure: str, at: npt.ArrayLike) -> FloatArray | IntArray:
        """Return the same as bills count it: to twelve digits of the whole, and no finer than a millionth.

        A sum of floats says 0.825 hours or 0.8249999999999999 for one and the same stop, as rows happen to be added up:
        where a line is rounded, that would move a printed total.

        Examples
        --------
        >>> tenths = make_path(Ranking(np.arange(3), np.arange(1, 4)), None, {"units": np.array([0.1, 0.1, 0.3])})
        >>> tenths.billed("units", [2, 3]).tolist()
        [0.2, 0.5]
        """
        whole = max(abs(self.total(measure)), 1.0)
        digits = min(DIGITS - math.ceil(math.log10(whole)), LEAST_DIGITS)
        amount = np.round(self.read(measure, at), max(digits, 0))
        return amount.astype(np.int64) if is_whole(amount) else amount

    @property
    def alone(self) -> Path:
        """The same without what is judged beside it."""
        return self if self.checks is None else replace(self, checks=None)

    def beside(self, measure: str, at: npt.ArrayLike) -> FloatArray:
        """Return what is judged beside it adds to a measure after ``at`` items, same shape."""
        return np.asarray(self.read(measure, at) - self.alone.read(measure, at))

    def judged(self, at: npt.ArrayLike) -> FloatArray:
        """Return how many of the first ``at`` items people judge: all, but where types are entries; same shape."""
        return self.alone.read("judged", at)

    @property
    def n_items(self) -> float:
        """Weighted items in all."""
        return float(self.items[-1])

    def total(self, measure: str) -> float:
        """Return the sum of a measure over all items."""
        return float(self.read(measure, self.n_items))


NOTHING = 1e-9
"""Sums that differ by less than this share of the whole are equal: what lies between is noise of the last digits."""


def gained(sums: FloatArray, whole: float, *, first: bool = False) -> FloatArray:
    """Return what each stop adds to the one before it: exactly nothing where only the last digits differ.

    Parameters
    ----------
    sums
        Shape (..., stops): what is reached at stop after stop.
    whole
        What differences are compared with: the sum over everything.
    first
        Whether the first stop counts too, from nothing; else the result is one stop shorter.

    Examples
    --------
    >>> gained(np.array([3.0, 3.0 + 4e-15, 4.0]), 4.0).round(3).tolist()
    [0.0, 1.0]
    """
    steps = np.diff(sums, axis=-1, prepend=0.0) if first else np.diff(sums, axis=-1)
    return np.where(np.abs(steps) <= NOTHING * abs(whole), 0.0, steps)


def make_path(ranking: Ranking, weight: FloatArray | None, measures: Mapping[str, FloatArray]) -> Path:
    """Add up the measures along a ranking.

    Parameters
    ----------
    ranking
        Order and tie groups of n items.
    weight
        Shape (n,), weights >= 0 in item order; None where every item stands for itself.
    measures
        Name and per-item amount, shape (n,), in item order.

    Returns
    -------
    Path
        Items and sums at the group ends, with the start (0).

    Examples
    --------
    >>> import numpy as np
    >>> two_groups = Ranking(order=np.array([2, 0, 1]), ends=np.array([1, 3]))
    >>> path = make_path(two_groups, None, {"positives": np.array([1.0, 0.0, 1.0])})
    >>> path.items.tolist(), path.sums["positives"].tolist()
    ([0.0, 1.0, 3.0], [0.0, 1.0, 2.0])
    >>> float(path.read("positives", 2.0))
    1.5
    """
    order, ends = ranking.order, ranking.ends
    held = None if weight is None else weight[order]

    def at_ends(amounts: FloatArray, per_one: float = 1.0) -> FloatArray:
        # An array of the order's own: the sums are written into it.
        sums = np.cumsum(amounts, out=amounts)
        sums = sums if len(ends) == len(order) else sums[ends - 1]
        return frozen(np.concatenate([[0.0], sums if per_one == 1 else sums / per_one]))

    def added(amount: FloatArray) -> FloatArray:
        if held is not None:
            return at_ends(amount[order] * held)
        if len(amount) and amount.min() == amount.max():
            # Of nothing there is no memory filled.
            return frozen(items * float(amount[0]) if amount[0] else np.zeros(len(items)))
        millionths = np.rint(amount * MILLION)
        if is_whole(amount) or not np.array_equal(millionths / MILLION, amount):
            return at_ends(amount[order])
        return at_ends(millionths[order], MILLION)  # sums of whole numbers are exact

    items = frozen(np.append(0.0, ends)) if held is None else at_ends(held.copy())
    return Path(items, MappingProxyType({name: added(amount) for name, amount in measures.items()}))


WIDEST = 2**62
"""Whole numbers below are sorted as such."""


def rank(score: FloatArray, cost: FloatArray | None = None) -> Ranking:
    """Order the items for review: score descending, then cost ascending.

    Parameters
    ----------
    score
        Shape (n,), n >= 1; higher is reviewed earlier. Infinities are allowed (``-inf`` puts an unscored item
        last), NaN is not; -0.0 equals 0.0.
    cost
        Shape (n,): what each item costs, as known before the review; None where it does not order them.

    Returns
    -------
    Ranking
        Tie groups are items equal in score and cost; inside a group the items stand in the order of their rows.

    References
    ----------
    METHODS F2.

    Examples
    --------
    >>> import numpy as np
    >>> ranking = rank(np.array([0.5, 0.9, 0.5, 0.5]), np.array([3.0, 8.0, 2.0, 3.0]))
    >>> ranking.order.tolist(), ranking.ends.tolist()
    ([1, 2, 0, 3], [1, 2, 4])
    """
    key = -score
    order = np.argsort(key)
    ordered = key[order]
    opens = np.append(True, ordered[1:] != ordered[:-1])
    if not opens.all():
        # Equal scores come as the processor's vector length pleases: the cheaper first, then in the order of the rows.
        tie = np.cumsum(opens)
        if cost is not None and cost.min() < cost.max():
            different, code = np.unique(cost, return_inverse=True)
            tie = tie * len(different) + code[order]
        if int(tie.max()) < WIDEST // len(order):  # sorting whole numbers takes a sixth of the time of sorting pairs
            tie, order = np.divmod(np.sort(tie * len(order) + order), len(order))
        else:
            sorted_pairs = np.lexsort((order, tie))
            tie, order = tie[sorted_pairs], order[sorted_pairs]
        opens[1:] = tie[1:] != tie[:-1]
    ends = np.append(np.flatnonzero(opens)[1:], len(order))
    return Ranking(frozen(order), frozen(ends))


SLACK = 1e-9
"""Relative slack of a budget where the sums are not whole numbers."""
TARGET_SLACK = 1e-12
"""Relative slack of a target."""


def is_whole(*arrays: FloatArray) -> bool:
    """Say whether all numbers are whole, so that sums and comparisons are exact."""
    return all(bool(np.all(array == np.floor(array))) for array in arrays)


def affordable_items(path: Path, limit: float, measure: str = "cost") -> int:
    """Return m(B): the greatest whole number of items whose cumulative cost is within the limit; -1: not even of none.

    Parameters
    ----------
    path
        A path; inside a tie group the cost is the expectation over its unknown order.
    limit
        In the unit of the measure (millionths of the currency for ``cost``, seconds, items ...).
    measure
        Which sum is limited; ``items`` limits the number that is judged.

    Notes
    -----
    Exact where weights and costs are whole; else with a relative slack of 1e-9, because sums of floats buy
    the wrong number of items for most budgets that pay for exactly m.

    Examples
    --------
    16 dollars at 0.04 an item buy 400 of K18's 2,091 candidates:

    >>> import numpy as np
    >>> from budgetplan.core.path import Ranking, make_path
    >>> order = Ranking(order=np.arange(2091), ends=np.arange(1, 2092))
    >>> affordable_items(make_path(order, None, {"cost": np.full(2091, 40_000.0)}), 16_000_000)
    400
    """
    if limit < 0:
        return 0
    measure = "judged" if measure == "items" else measure
    if path.checks is not None:  # what they add bends between the ends of groups
        stops, most = range(int(np.floor(path.n_items * (1 + SLACK))) + 1), limit * (1 + SLACK)
        return bisect_left(stops, True, key=lambda items: bool(path.read(measure, items) > most)) - 1
    spent = path.read(measure, path.items)
    # A list of 2,000 items whose weights add up to 1999.9999999 has 2,000 items.
    more = 1.0 if is_whole(path.items, spent) else 1 + SLACK
    last = int(np.searchsorted(spent, limit * more, side="right")) - 1
    start = float(path.items[last])
    if last == len(path.items) - 1:
        return int(np.floor(start * more))
    size, price = float(path.items[last + 1]) - start, float(spent[last + 1] - spent[last])
    room = (limit * more - float(spent[last])) * size
    items = int(np.floor((start + room / price) * more))
    if more > 1:
        return items
    # Inside a group the cost runs straight: compare products, which are exact, not quotients.
    return items - 1 + sum((count - start) * price <= room for count in (items, items + 1))


@dataclass(frozen=True)
class Reach:
    """How far one must review for a target: expected, and if the order inside ties is the worst."""

    items: int
    worst_items: int


def items_for_target(path: Path, target: float) -> Reach | None:
    """Return the least whole m with P(m) >= target, or None where the list's whole items hold less.

    Depth is counted in whole items: a weighted list of 1.5 holds one.

    Examples
    --------
    Twenty tied items, ten positive: five are expected after ten, and sure after fifteen.

    >>> import numpy as np
    >>> from budgetplan.core.path import Ranking, make_path
    >>> tied = Ranking(order=np.arange(20), ends=np.array([20]))
    >>> items_for_target(make_path(tied, None, {"positives": np.repeat([1.0, 0.0], 10)}), 5)
    Reach(items=10, worst_items=15)
    """
    along = path.sums["positives"]
    needed = target * (1 - TARGET_SLACK)
    most = int(np.floor(path.n_items * (1 + SLACK)))
    held = along[-1] if most >= path.n_items * (1 - SLACK) else float(path.read("positives", most))
    if held < needed:
        return None
    end = int(np.searchsorted(along, needed, side="left"))
    if end == 0:
        return Reach(0, 0)
    size = path.items[end] - path.items[end - 1]
    inside = along[end] - along[end - 1]
    lacking = needed - along[end - 1]
    expected = path.items[end - 1] + lacking / inside * size
    worst = min(path.items[end], path.items[end - 1] + (size - inside) + np.ceil(lacking * (1 - SLACK)))
    whole = min(int(np.ceil(expected * (1 - SLACK))), most)
    return Reach(whole, min(max(whole, int(np.ceil(worst * (1 - SLACK)))), most))


def tie_extremes(path: Path, items: float) -> tuple[float, float]:
    """Return (worst, best) of the positives after ``items`` if the order inside the tie group is worst or best.

    Examples
    --------
    >>> import numpy as np
    >>> from budgetplan.core.path import Ranking, make_path
    >>> tied = Ranking(order=np.arange(20), ends=np.array([20]))
    >>> tie_extremes(make_path(tied, None, {"positives": np.repeat([1.0, 0.0], 10)}), 12)
    (2.0, 10.0)
    """
    along = path.sums["positives"]
    end = int(np.searchsorted(path.items, items, side="left"))
    if end == 0 or end >= len(path.items) or path.items[end] == items:
        value = float(path.read("positives", items))
        return value, value
    into = items - path.items[end - 1]
    inside = along[end] - along[end - 1]
    others = path.items[end] - path.items[end - 1] - inside
    return float(along[end - 1] + max(0.0, into - others)), float(along[end - 1] + min(into, inside))


TIE = 1e-12
"""Net values this close, relative to the largest, are equal: then the fewest items."""


def best_stop(net: FloatArray) -> int:
    """Return the position of the greatest net value; among equal ones the first.

    Parameters
    ----------
    net
        Shape (stops,): net value of stopping after more and more items, starting with not starting.

    Examples
    --------
    >>> best_stop(np.array([0.0, 2.0, 1.0, 2.0]))
    1
    """
    scale = max(1.0, float(np.max(np.abs(net))))
    return int(np.flatnonzero(net >= np.max(net) - TIE * scale)[0])


@dataclass(frozen=True)
class StopInterval:
    """A stop, and the worth of an entry (``low`` to ``high``, None: and above) for which it is best."""

    low: float
    high: float | None
    position: int


def stops_by_entry_value(positives: FloatArray, total: FloatArray) -> tuple[StopInterval, ...]:
    """Return for each stop on the upper hull the interval of entry values for which it is best.

    Parameters
    ----------
    positives, total
        Shape (stops,), non-decreasing: positives found and total cost at each stop, the first being (0, 0),
        not starting. One common worth for every positive; all other worths 0.

    Returns
    -------
    tuple of StopInterval
        By increasing worth, the first from 0; positions in the arrays. At an end of an interval the earlier
        stop holds; intervals of zero width are left out.

    Examples
    --------
    >>> found, cost = np.array([0.0, 1, 2, 2, 3]), np.array([0.0, 1, 2, 3, 4])
    >>> [(s.low, s.high, s.position) for s in stops_by_entry_value(found, cost)]
    [(0.0, 1.0, 0), (1.0, 2.0, 2), (2.0, None, 4)]
    """
    corners = upper_hull(total, positives)
    # Past the greatest number found nothing is bought: drop a last edge that is flat but for the last digits.
    least = NOTHING * float(positives[-1])
    while len(corners) > 1 and positives[corners[-1]] - positives[corners[-2]] <= least:
        corners = corners[:-1]
    # Free items that bring nothing are left: of equal points the first.
    corners = np.maximum(
        np.searchsorted(total, total[corners], side="left"),
        np.searchsorted(positives, positives[corners] - least, side="left"),
    )
    prices = (np.diff(total[corners]) / np.diff(positives[corners])).tolist()
    intervals = zip([0.0, *prices], [*prices, None], corners.tolist(), strict=True)
    return tuple(StopInterval(*stop) for stop in intervals if stop[1] is None or stop[1] > stop[0])


def upper_hull(x: FloatArray, y: FloatArray) -> IntArray:
    """Return positions of the corners of the upper hull of points sorted by x, left to right.

    Quickhull: the point farthest above a chord is a corner; points on a chord are none. Each level costs one
    pass over the points; hulls of paths have few corners.
    """
    corners = [0, len(x) - 1] if len(x) > 1 else [0]
    chords = [(0, len(x) - 1)]
    while chords:
        left, right = chords.pop()
        if right - left < 2:
            continue
        # Ends as plain numbers: of a path with few points their arithmetic would take longer than the pass.
        x_left, y_left, y_right = x.item(left), y.item(left), y.item(right)
        width, height = x.item(right) - x_left, y_right - y_left
        above = width * (y[left + 1 : right] - y_left) - height * (x[left + 1 : right] - x_left)
        noise = TIE * max(abs(width * height), width * abs(y_right), 1e-300)
        # Of points equally far, which lie on one edge, the first: an end of it, not its middle.
        far = int((above >= above.max() - noise).argmax())
        if above.item(far) > noise:
            middle = left + 1 + far
            corners.append(middle)
            chords += [(left, middle), (middle, right)]
    return np.array(sorted(corners), dtype=np.int64)


def auc(score: FloatArray, positive: BoolArray | FloatArray, weight: FloatArray | None = None) -> float:
    """Return how probable it is that a positive item scores higher than another; ties count half.

    Higher is better, 0 to 1; NaN where there are no positive or no other items.

    Parameters
    ----------
    score
        Shape (n,), no NaN.
    positive
        Shape (n,).
    weight
        Shape (n,), >= 0: how many items each stands for; None: one each.

    References
    ----------
    Mann and Whitney 1947.

    Examples
    --------
    >>> score, positive = np.array([0.9, 0.5, 0.5]), np.array([True, True, False])
    >>> auc(score, positive), round(auc(score, positive, np.array([1.0, 2, 1])), 4)
    (0.75, 0.6667)
    """
    units = np.ones(len(score)) if weight is None else weight
    knots, cell = np.unique(score, return_inverse=True)
    hits = np.bincount(cell, units * positive, len(knots))
    misses = np.bincount(cell, units, len(knots)) - hits
    pairs = float(hits.sum() * misses.sum())
    return float(hits @ (np.cumsum(misses) - misses / 2)) / pairs if pairs > 0 else math.nan


def auc_by_chance(n_positive: int, n_other: int) -> float:
    """Return the standard error of the AUC (0 or more) where scores say nothing; ties would only lower it.

    Examples
    --------
    >>> round(auc_by_chance(10, 10), 4)
    0.1323
    """
    return math.sqrt((n_positive + n_other + 1) / (12 * n_positive * n_other))


MOST_SLICES = 32
"""Groups of up to so many items are exact at every item; of larger ones the ends of so many slices, closer in front.

Inside a tie group nobody knows the order. At its end all is known; inside, a type with k entries among the group's g
items is found by the time that j of them are reviewed with probability 1 - C(g - k, j) / C(g, j), the mean over all
orders. With one entry each that is a straight line, as for items; with more it bends, and a straight line would
promise fewer types than there are (METHODS R6). So does what is judged, as what follows a type's first entry is passed
over. Where some type has more than one item in the group in which it is first found, the group is therefore cut into
slices, between which the sums run straight.
"""
PAID = ("cost", "seconds", "units", "listed", "judged")
"""Sums to which an item adds only where somebody judges it."""


@dataclass(frozen=True, eq=False)
class TypesAlong:
    """One order of review, as types add up along it.

    Attributes
    ----------
    path
        Items, ``positives`` (types found), ``judged`` (items that are not passed over, as their type has been confirmed)
        and the sums of the other measures, those of :data:`PAID` of judged items alone: at the ends of tie groups and of
        slices.
    ends
        Shape (groups + 1,), from 0: items reviewed at the end of each tie group.
    first, entries
        Shape (types,): the tie group in which each type is first found (-1: never), and its entries there.
    """

    path: Path
    ends: IntArray
    first: IntArray
    entries: IntArray

    def extremes(self, items: float) -> tuple[float, float]:
        """Return how few and how many types are found after ``items`` if the order inside the tie group is worst or best.

        At worst the items left for last hide as many types as they can, those with the fewest entries in the group.

        Examples
        --------
        Four tied items, all entries, of types a, a, a, b: after three of them a is found, b may be.

        >>> tied = Ranking(np.arange(4), np.array([4]))
        >>> order = types_along(tied, np.array([0, 0, 0, 1]), np.ones(4), {})
        >>> order.extremes(3), order.extremes(1), order.extremes(4)
        ((1.0, 2.0), (1.0, 1.0), (2.0, 2.0))
        """
        place = int(np.searchsorted(self.ends, items, side="left"))
        if place >= len(self.ends) or self.ends[place] == items or place == 0:
            value = float(self.path.read("positives", items))
            return value, value
        before = float(np.count_nonzero((self.first >= 0) & (self.first < place - 1)))
        here = np.sort(self.entries[self.first == place - 1])
        hidden = int(np.searchsorted(np.cumsum(here), float(self.ends[place]) - items, side="right"))
        into = items - float(self.ends[place - 1])
        return before + len(here) - hidden, before + min(len(here), into)


def types_along(
    ranking: Ranking, kind: IntArray, confirmed: FloatArray, measures: Mapping[str, FloatArray], worth: float = 0.0
) -> TypesAlong:
    """Add up types along an order of review, in which an item is passed over once its type has been confirmed.

    Inside a tie group, too: of a type's k entries there only the first is judged, and an item that is none is if it comes
    before all of them, with chance 1 / (k + 1). Both are found by then as :func:`found_by` says of k, and of k + 1.

    Parameters
    ----------
    ranking
        Order and tie groups of n items.
    kind
        Shape (n,): code of each item's type, 0..T-1.
    confirmed
        Shape (n,): 1 where the item is an entry by itself, else 0.
    measures
        Name and per-item amount, shape (n,); ``positives`` among them is replaced by types, ``value`` by their worth.
    worth
        Of a type.

    Examples
    --------
    Two tied items of one type, both entries: after the first it is found, and the second is passed over.

    >>> order = types_along(Ranking(np.arange(2), np.array([2])), np.zeros(2, dtype=int), np.ones(2), {})
    >>> order.path.items.tolist(), order.path.sums["positives"].tolist(), order.path.sums["judged"].tolist()
    ([0.0, 1.0, 2.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0])
    """
    size = np.diff(ranking.ends, prepend=0)
    tie = np.empty(len(ranking.order), dtype=np.int64)
    tie[ranking.order] = np.repeat(np.arange(len(size)), size)
    n_kinds, entry = int(kind.max(initial=-1)) + 1, confirmed > 0
    first = np.full(n_kinds, len(size))
    np.minimum.at(first, kind[entry], tie[entry])
    here = tie == first[kind]  # in the group in which their type is first found
    entries = np.bincount(kind[entry & here], minlength=n_kinds)
    # A piece is a tie group, or a slice of one whose line bends.
    bent = np.zeros(len(size) + 1, dtype=bool)
    bent[first[np.bincount(kind[here], minlength=n_kinds) > 1]] = True
    bent = bent[:-1]
    pieces = np.where(bent, np.minimum(size, MOST_SLICES), 1)
    opens = np.concatenate([[0], np.cumsum(pieces)])
    group = np.repeat(np.arange(len(size)), pieces)
    ends = size[group]
    if bent.any():
        ends[bent[group]] = np.concatenate([slice_ends(length) for length in size[bent].tolist()])
    # What types bring in each piece of the group in which they are first found, on average.
    shown = np.flatnonzero(entries > 0)
    times = pieces[first[shown]]
    of = np.repeat(shown, times)
    piece = opens[first[of]] + np.arange(len(of)) - np.repeat(np.cumsum(times) - times, times)
    first_entry, before_all = (
        found_by(size[first[of]], entries[of] + more, ends[piece]) / (entries[of] + more) for more in (0, 1)
    )

    def brought(of_entries: FloatArray, of_others: FloatArray) -> FloatArray:
        """Add up what the entries of each type in its group amount to, and its other items there, (types,) each."""
        whole = of_entries[shown] / entries[shown] + of_others[shown] / (entries[shown] + 1)
        new = np.bincount(first[shown], whole, len(size))
        inside = np.bincount(piece, first_entry * of_entries[of] + before_all * of_others[of], len(ends))
        return np.append(0.0, (np.cumsum(new) - new)[group] + inside)

    finds = brought(entries.astype(np.float64), np.zeros(n_kinds))
    items = np.append(0.0, (ranking.ends - size)[group] + ends)
    measures = {**measures, "judged": np.ones(len(kind))}
    paid = {name: measures[name] for name in PAID if name in measures}
    straight = make_path(
        ranking, None, {**measures, **{name: beside * (tie < first[kind]) for name, beside in paid.items()}}
    )
    sums = {name: straight.read(name, items) for name in straight.sums}
    for name, amount in paid.items():
        sides = (np.where(here & side, amount, 0.0) for side in (entry, ~entry))
        more = brought(*(np.bincount(kind, values, n_kinds).astype(np.float64) for values in sides))
        # What is paid never falls, not by the noise of the last digits either.
        sums[name] = np.maximum.accumulate(sums[name] + more)
    sums = {name: frozen(values) for name, values in (sums | {"positives": finds, "value": worth * finds}).items()}
    starts = np.concatenate([[0], ranking.ends])
    return TypesAlong(Path(frozen(items), sums), starts, np.where(entries > 0, first, -1), entries)


def found_by(size: IntArray, entries: IntArray, reviewed: IntArray) -> FloatArray:
    """Return how likely a type with some of a tie group's items as entries is found by then: the mean over all orders.

    Parameters
    ----------
    size, entries, reviewed
        Shape (k,): items of the group, the type's entries among them (>= 1), and items of it that are reviewed.

    Returns
    -------
    FloatArray
        In [0, 1]; 1 - C(size - entries, reviewed) / C(size, reviewed).

    References
    ----------
    METHODS R6, F2.

    Examples
    --------
    Two of four: half of the items hold one of them in five of six orders.

    >>> found_by(np.array([4, 4, 4]), np.array([2, 2, 2]), np.array([0, 2, 3])).round(4).tolist()
    [0.0, 0.8333, 1.0]
    """
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, int(size.max(initial=0)) + 1)))])
    left = size - entries - reviewed
    missed = logs[size - entries] + logs[size - reviewed] - logs[np.maximum(left, 0)] - logs[size]
    rate = np.where(entries == 1, reviewed / size, 1.0 - np.exp(np.minimum(missed, 0.0)))
    rate = np.where(left >= 0, rate, 1.0)
    return np.where(reviewed > 0, rate, 0.0)


def slice_ends(size: int) -> IntArray:
    """Return after how many of a group's items its slices end, shape (slices,), last = size.

    >>> slice_ends(3).tolist(), slice_ends(1000)[:4].tolist()
    ([1, 2, 3], [1, 4, 9, 16])
    """
    step = np.arange(1, min(size, MOST_SLICES) + 1)
    return np.maximum(step, np.rint(size * (step / len(step)) ** 2).astype(np.int64))
