"""How far to review for a target: so that half of the draws hold it, or 95 % of them (METHODS F7)."""

from __future__ import annotations

import numpy as np

from budgetplan.core.stops import held, least
from budgetplan.domain.plan import Target
from budgetplan.planning.filter.reading import DrawnOrder


def target_stop(reading: DrawnOrder, target: Target, sure: float) -> int | None:
    """Return the fewest items that hold a target in so many of the draws; None where not even the whole list does.

    A share is one of what the list holds in each draw; a draw without an entry holds none.
    """
    draws, amount = reading.draws, float(target.amount)
    share = target.unit == "share"
    place = least(held(draws.found, amount, share=share), sure)
    if place is None:
        return None
    low = 0 if place == 0 else int(draws.ends[place - 1])
    high = min(int(np.ceil(draws.ends[place])), reading.evidence.whole_items)
    whole = draws.found[:, -1:]
    while high - low > 1:  # in no draw do more items hold less
        middle = (low + high) // 2
        there = np.concatenate([draws.at(np.array([float(middle)])), whole], axis=1)
        if float(held(there, amount, share=share)[0]) >= sure:
            high = middle
        else:
            low = middle
    return high if place else 0
