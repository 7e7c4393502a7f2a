"""Where to stop, read from draws: by money, by worth, for a target, for quotas; and what a choice owes to luck (METHODS F7, Q)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.path import best_stop, upper_hull

Number = TypeVar("Number", np.float64, np.int64)

ENDS = (0.025, 0.975)
HALF, SAFE = 0.5, 0.95
_SLACK = 1e-9
POINTS = 400
"""Points of a curve: more cannot be seen in print."""
AT_ONCE = 24
"""So many stops are billed at once; more cost more than a further look."""


def spread(most: float, more: Sequence[float] | FloatArray = (), points: int = POINTS) -> FloatArray:
    """Return whole numbers from 0 to ``most``, spread evenly where they are many, and more of them, rising.

    >>> spread(3.0, [2.5]).tolist(), spread(10, [], 4).tolist()
    ([0.0, 1.0, 2.0, 2.5, 3.0], [0.0, 2.0, 5.0, 8.0, 10.0])
    """
    return np.unique(np.append(np.rint(np.linspace(0.0, most, min(int(most), points) + 1)), more))


def merged(*rising: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the different values of arrays that each rise, rising: long ones that are sorted are not sorted again.

    >>> merged(np.array([0, 2, 5]), np.array([1, 2]), np.array([5])).tolist()
    [0, 1, 2, 5]
    """
    values = np.sort(np.concatenate(rising), kind="stable")  # merges what rises already
    different: npt.NDArray[Number] = values[np.append(True, values[1:] != values[:-1])]
    return different


def first_whole(low: int, high: int, reached: Callable[[int], bool]) -> int:
    """Return the first number above ``low`` that reaches something, where more never reach less; ``high`` does.

    >>> first_whole(0, 10, lambda items: items * items >= 30)
    6
    """
    return low + 1 + bisect_left(range(low + 1, high), True, key=reached)


def first_reached(low: int, high: int, reached: Callable[[IntArray], BoolArray]) -> int:
    """Return the same where many numbers cost hardly more to look at than one: ``reached`` takes (k,) at a time.

    >>> first_reached(0, 10_000, lambda items: items * items >= 3_000_000)
    1733
    """
    while high - low > 1:
        between = np.unique(low + (high - low) * np.arange(AT_ONCE + 1) // (AT_ONCE + 1))[1:]
        first = int(np.argmax(np.append(reached(between), True)))
        low, high = [low, *between.tolist()][first], [*between.tolist(), high][first]
    return max(high, low + 1)


def interval(draws: FloatArray) -> FloatArray:
    """Return the middle 95 % of draws: (B, ...) to (2, ...), at ranks 0.025 and 0.975 of B + 1.

    >>> interval(np.arange(1.0, 1000.0)).tolist()
    [25.0, 975.0]
    """
    return np.asarray(np.quantile(draws, ENDS, axis=0, method="weibull"))


@dataclass(frozen=True)
class Luck:
    """What choosing the best stop seems to gain and does not, in all, and net value at that stop.

    ``whole``: before it is limited to ``best``.
    """

    whole: float = 0.0
    best: float = 0.0

    def off(self, net: float) -> float:
        """Return what is taken off a stop of such a mean net value: in proportion, nothing of one that does not pay.

        >>> Luck(10.0, 40.0).off(20.0), Luck(50.0, 40.0).off(40.0), Luck(10.0, 40.0).off(-5.0)
        (5.0, 40.0, 0.0)
        """
        return min(self.whole, self.best) * net / self.best if net > 0 < self.best else 0.0

    def reaching(self, net: float) -> Luck:
        """Return the same where a stop of such a mean net value may do better than all that were looked at: between two ends."""
        return replace(self, best=max(self.best, net))

    def shown(self, net: float) -> bool:
        """Say whether the labels show that a stop of such a mean net value pays at all."""
        return net > self.whole


def luck(net: FloatArray) -> Luck:
    """Return what the choice of the best stop owes to luck.

    Parameters
    ----------
    net
        Shape (B, K): expected net value at every stop in every draw, beginning with that of not starting.

    References
    ----------
    METHODS F7.

    Examples
    --------
    Two stops look best in half of the draws each, by 10: half of that is luck.

    >>> luck(np.array([[0.0, 10.0, 0.0], [0.0, 0.0, 10.0]]))
    Luck(whole=5.0, best=5.0)
    """
    mean, most = net.mean(axis=0), net.max(axis=1, keepdims=True)
    # Of equal stops, whose sums differ in their last digits, the first is the draw's.
    digits = net.shape[1] * np.spacing(np.maximum(np.abs(most), 1.0))
    at = (net >= most - digits).argmax(axis=1)
    return Luck(float((net[np.arange(len(net)), at] - mean[at]).mean()), float(mean.max()))


def held(finds: FloatArray, amount: float, *, share: bool) -> FloatArray:
    """Return in which share of the draws each stop holds a number, or share, of the entries: (B, K) to (K,).

    A draw without an entry holds no share.
    """
    if not share:
        return np.asarray((finds >= amount - _SLACK).mean(axis=0))
    total = finds[:, -1:]
    return np.asarray(((finds >= amount * total - _SLACK) & (total > 0)).mean(axis=0))


def least(chance: FloatArray, sure: float) -> int | None:
    """Return the first stop that is so sure; None where not even the last one is.

    >>> least(np.array([0.1, 0.6, 0.97]), 0.5), least(np.array([0.1, 0.6]), 0.95)
    (1, None)
    """
    reached = np.flatnonzero(chance >= sure)
    return int(reached[0]) if len(reached) else None


def first_met(finds: FloatArray, need: float) -> IntArray:
    """Return the first stop that holds so many entries in every draw, (B, K) to (B,); K where none does."""
    met = finds >= need - _SLACK
    return np.asarray(np.where(met.any(axis=1), met.argmax(axis=1), finds.shape[1]))


def sure_quotas(paid: Sequence[FloatArray], first: IntArray, sure: float) -> list[int] | None:
    """Return stops by stratum that meet all quotas in so many of the draws, for little money; None where no stops do.

    Begins with those that meet them in all draws, then gives up the draws that save most money, each by the path of costs
    of its stratum; of equal ones the first stratum's.

    Parameters
    ----------
    paid
        Of each stratum, shape (K,): what its first stops cost, from 0.
    first
        Shape (B, H), see :func:`first_met`.

    References
    ----------
    METHODS Q.

    Examples
    --------
    One draw of ten takes 9 items where the others take 2: with 90 % it is given up.

    >>> sure_quotas([np.arange(11.0)], np.array([[2]] * 9 + [[9]]), 0.9)
    [2]
    """
    # Draws that not even the whole list satisfies are given up already, and take no item with them.
    kept = np.asarray((first < np.array([len(costs) for costs in paid])).all(axis=1))
    spare = int((1 - sure) * len(first) + _SLACK)
    if int((~kept).sum()) > spare:
        return None
    stops = first[kept].max(axis=0)
    while True:
        left, best = spare - int((~kept).sum()), None
        for stratum, costs in enumerate(paid):
            for at in np.unique(first[kept, stratum])[::-1][1 : left + 2].tolist():
                given_up = int((kept & (first[:, stratum] > at)).sum())
                saved = float(costs[stops[stratum]] - costs[at]) / max(given_up, 1)
                if 0 < given_up <= left and (best is None or saved > best[0] + 1e-12):
                    best = (saved, stratum, at)
        if best is None:
            return [int(stop) for stop in stops]
        stops[best[1]] = best[2]
        kept = (first <= stops).all(axis=1)


def by_gain(spent: Sequence[FloatArray], gain: Sequence[FloatArray]) -> IntArray:
    """Put the steps of several orders into one, by falling gain per money, as far as each order gains anything.

    Steps of an order stay in turn: those between two corners of its upper hull are bought as one.

    Parameters
    ----------
    spent, gain
        Of each order, shape (K,): what its first stops cost, never falling, and bring.

    Returns
    -------
    IntArray
        Shape (S,): positions among the steps of all orders, those of the first order first.

    References
    ----------
    METHODS Q.

    Examples
    --------
    The second order brings 3 for its first unit of money, the first one 2 for each of its two:

    >>> by_gain([np.arange(3.0), np.arange(3.0)], [np.array([0.0, 2, 4]), np.array([0.0, 3, 4])]).tolist()
    [2, 0, 1, 3]
    """
    rates = []
    for cost, won in zip(spent, gain, strict=True):
        top, rate = best_stop(won), np.zeros(len(won) - 1)
        corners = upper_hull(cost[: top + 1], won[: top + 1])
        run, rise = np.diff(cost[corners]), np.diff(won[corners])
        slope = np.divide(rise, run, out=np.full(len(run), np.inf), where=run > 0)
        # Rates that are equal but for their last digits keep the order of the steps.
        rate[:top] = np.repeat(np.minimum.accumulate(slope), np.diff(corners))
        rates.append(rate)
    every = np.concatenate(rates)
    order = np.argsort(-every, kind="stable")
    return np.asarray(order[every[order] > 0])


def worth_of_everything(net: FloatArray, chosen: float | None = None) -> float:
    """Return by how much the best stop would be better if everything were known, >= 0, in the unit of ``net``.

    Parameters
    ----------
    net
        Shape (B, X): what each stop brings in each draw.
    chosen
        What the chosen stop brings on average; else the best mean.

    References
    ----------
    METHODS L: the mean over the draws of the best stop in each, less what is chosen. A ceiling of what labels can gain.

    Examples
    --------
    >>> worth_of_everything(np.array([[14.0, 6.0], [6.0, 14.0]]))
    4.0
    """
    # Measured from the stop that is best on average, so that rounding gains nothing.
    best = int(net.mean(axis=0).argmax())
    more = float(np.maximum((net - net[:, [best]]).max(axis=1), 0.0).mean())
    return more if chosen is None else max(more + float(net[:, best].mean()) - chosen, 0.0)
