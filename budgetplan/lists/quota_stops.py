"""At least so many entries of each of several strata: how far each is reviewed, at least cost and for most gain.

METHODS Q. Each stratum has a path of its own. What a stratum needs for its quota does not depend on the others, so the
plan of least cost takes the least stop of each. What is gained beyond is bought from all of them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.path import SLACK, TIE, Path, is_whole, items_for_target, upper_hull

BINS = 4096
"""Of more stops those that are beaten by cheaper ones are sorted out first."""
MOST = 600
"""So many stops of a stratum are weighed against those of the others; of more, those at the corners of the hull and
others at even distances. What is then left of a budget goes to whatever gains most with it, at any stop."""


@dataclass(frozen=True, eq=False)
class StratumStops:
    """Where the review of one stratum may stop, from the least stop that holds its quota on.

    Attributes
    ----------
    items
        Shape (K,), whole and increasing.
    spent
        Shape (K,), never falling: what a budget limits, in its unit (millionths, seconds, items).
    gain
        Shape (K,): what is to be as great as possible.
    """

    items: IntArray
    spent: FloatArray
    gain: FloatArray


def last_entry_cost(path: Path, items: int) -> float | None:
    """Return what lies between the last entry but one and the last of those found, in the unit of ``cost``.

    Parameters
    ----------
    path
        With the measures ``cost`` and ``positives``; where these are expectations, the last whole entry.
    items
        Whole items reviewed.

    Returns
    -------
    float or None
        None where no entry is found.

    Examples
    --------
    The second entry is the fourth item: it costs all from the third item on.

    >>> from budgetplan.core.path import Ranking, make_path
    >>> order = Ranking(order=np.arange(4), ends=np.arange(1, 5))
    >>> amounts = {"positives": np.array([0.0, 1, 0, 1]), "cost": np.array([1.0, 1, 5, 2])}
    >>> last_entry_cost(make_path(order, None, amounts), 4)
    7.0
    """
    found = float(path.read("positives", items))
    if found <= 0:
        return None
    before = items_for_target(path, max(found - 1.0, 0.0))
    assert before is not None
    return float(path.read("cost", items) - path.read("cost", before.items))


def best_stops(
    strata: Sequence[StratumStops], limit: float = np.inf, once: tuple[float, float] = (0.0, 0.0)
) -> tuple[int, ...] | None:
    """Return the position of each stratum's stop where all together gain most within a limit.

    Parameters
    ----------
    strata
        One or more.
    limit
        Of what all of them spend, in the unit of ``spent``; infinite: there is none.
    once
        What is spent, and what of the gain is lost, as soon as anything is reviewed. Where no quota has anything
        reviewed, doing nothing is a plan, too.

    Returns
    -------
    tuple or None
        Positions in the stops of each stratum; None where even the first ones spend too much. Gains that differ by
        less than 1e-12 of the greatest are equal; then what spends less, then fewer items.

    Notes
    -----
    Exact for strata of up to 600 stops that are worth weighing. With more, a plan lies below the best by less than
    what two neighbours of these stops differ.

    References
    ----------
    METHODS Q.

    Examples
    --------
    Of two strata the second gains more for its money, and the limit holds for no more:

    >>> stops = np.arange(3)
    >>> one = StratumStops(stops, np.array([0.0, 4, 8]), np.array([0.0, 2, 4]))
    >>> other = StratumStops(stops, np.array([0.0, 3, 9]), np.array([0.0, 6, 7]))
    >>> best_stops([one, other], 8.0), best_stops([one, other]), best_stops([one, other], 8.0, (2.0, 7.0))
    ((1, 1), (2, 2), (0, 0))
    """
    nothing = (0,) * len(strata)
    may_rest = all(int(one.items[0]) == 0 for one in strata)
    spent_once, lost_once = once
    limit = limit - spent_once
    whole = is_whole(*(one.spent for one in strata), np.array([limit]))
    allowed = limit if whole else limit * (1 + SLACK)
    if sum(float(one.spent[0]) for one in strata) > allowed:
        return nothing if may_rest else None
    scale = max(1.0, *(float(np.abs(one.gain).max()) for one in strata))
    fronts = [_front(one.spent, one.gain, one.items, scale) for one in strata]
    if np.isinf(limit):
        chosen = [int(front[-1]) for front in fronts]
    else:
        kept = [_thinned(front, one.spent, one.gain) for front, one in zip(fronts, strata, strict=True)]
        chosen = _filled(strata, fronts, _together(strata, kept, allowed, scale), allowed, scale)
    gained = sum(float(one.gain[at] - one.gain[0]) for one, at in zip(strata, chosen, strict=True))
    return nothing if may_rest and gained - lost_once <= TIE * scale else tuple(chosen)


def _front(spent: FloatArray, gain: FloatArray, items: FloatArray | IntArray, scale: float) -> IntArray:
    """Return the positions of stops that gain more than all that spend no more, by what they spend."""
    some = _not_beaten(spent, gain)
    order = some[np.lexsort((items[some], -gain[some], spent[some]))]
    best = np.maximum.accumulate(gain[order])
    more = np.ones(len(order), dtype=bool)
    more[1:] = gain[order][1:] > best[:-1] + TIE * scale
    return np.asarray(order[more])


def _not_beaten(spent: FloatArray, gain: FloatArray) -> IntArray:
    """Return the positions of stops that gain more than all in lower bins of what is spent: few are left to sort."""
    low, high = float(spent.min(initial=np.inf)), float(spent.max(initial=-np.inf))
    if len(spent) <= BINS or not high > low:
        return np.arange(len(spent))
    where = ((spent - low) * ((BINS - 1) / (high - low))).astype(np.int64)
    best = np.full(BINS + 1, -np.inf)
    np.maximum.at(best, where + 1, gain)
    return np.flatnonzero(gain > np.maximum.accumulate(best)[where])


def _thinned(front: IntArray, spent: FloatArray, gain: FloatArray) -> IntArray:
    """Return at most so many of the stops of a front, with its ends and the corners of its hull."""
    if len(front) <= MOST:
        return front
    corners = upper_hull(spent[front], gain[front])
    even = np.linspace(0, len(front) - 1, max(MOST - len(corners), 2)).astype(np.int64)
    return np.asarray(front[np.union1d(corners[:: -(-len(corners) // MOST)], even)])


def _together(
    strata: Sequence[StratumStops], kept: Sequence[IntArray], allowed: float, scale: float
) -> list[int]:
    """Return the position of each stratum's stop, among those kept, that gain most together."""
    spent, gain, items = np.zeros(1), np.zeros(1), np.zeros(1)
    steps: list[tuple[IntArray, IntArray]] = []
    for one, stops in zip(strata, kept, strict=True):
        least_after = sum(float(other.spent[0]) for other in strata[len(steps) + 1 :])
        sums = spent[:, None] + one.spent[stops]
        before, own = np.nonzero(sums <= allowed - least_after)
        spent = sums[before, own]
        gain = gain[before] + one.gain[stops][own]
        items = items[before] + one.items[stops][own]
        front = _front(spent, gain, items, scale)
        front = _thinned(front, spent, gain)
        steps.append((before[front], stops[own[front]]))
        spent, gain, items = spent[front], gain[front], items[front]
    chosen, place = [], len(gain) - 1
    for before, own in reversed(steps):
        chosen.append(int(own[place]))
        place = int(before[place])
    return chosen[::-1]


def _filled(
    strata: Sequence[StratumStops],
    fronts: Sequence[IntArray],
    chosen: list[int],
    allowed: float,
    scale: float,
) -> list[int]:
    """Spend what is left on whatever gains most with it; where no stop was left out above, nothing does."""
    while True:
        left = allowed - sum(float(one.spent[at]) for one, at in zip(strata, chosen, strict=True))
        best, more = None, TIE * scale
        for place, (one, front) in enumerate(zip(strata, fronts, strict=True)):
            last = int(np.searchsorted(one.spent[front], one.spent[chosen[place]] + left, side="right")) - 1
            gained = float(one.gain[front[last]] - one.gain[chosen[place]])
            if gained > more:
                best, more = (place, int(front[last])), gained
        if best is None:
            return chosen
        chosen[best[0]] = best[1]
