"""What a budget buys and what a target needs, in whole items (METHODS F4, F6)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import Path

SLACK = 1e-9
"""Relative slack of a budget where the sums are not whole numbers."""
TARGET_SLACK = 1e-12
"""Relative slack of a target."""


def is_whole(*arrays: FloatArray) -> bool:
    """Say whether all numbers are whole, so that sums and comparisons are exact."""
    return all(bool(np.all(array == np.floor(array))) for array in arrays)


def affordable_items(path: Path, limit: float, measure: str = "cost") -> int:
    """Return m(B): the greatest whole number of items whose cumulative cost is within the limit.

    Parameters
    ----------
    path
        A path; inside a tie group the cost is the expectation over its unknown order.
    limit
        In the unit of the measure (millionths of the currency for ``cost``, seconds, items ...).
    measure
        Which sum is limited; ``items`` limits the number itself.

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
    spent = path.items if measure == "items" else path.sums[measure]
    exact = is_whole(path.items, spent)
    allowed = limit if exact else limit * (1 + SLACK)
    last = int(np.searchsorted(spent, allowed, side="right")) - 1
    start = float(path.items[last])
    if last == len(path.items) - 1:
        # A list of 2,000 items whose weights add up to 1999.9999999 has 2,000 items.
        return int(np.floor(start if exact else start * (1 + SLACK)))
    # Inside a group the cost runs straight: compare products, which are exact, not quotients.
    size, price = float(path.items[last + 1]) - start, float(spent[last + 1] - spent[last])
    room = (allowed - float(spent[last])) * size
    items = int(np.floor(start + room / price))
    if not exact:
        return int(np.floor((start + room / price) * (1 + SLACK)))
    if (items + 1 - start) * price <= room:
        return items + 1
    return items - 1 if (items - start) * price > room else items


@dataclass(frozen=True)
class Reach:
    """How far one must review for a target: expected, and if the order inside ties is the worst."""

    items: int
    worst_items: int


def items_for_target(path: Path, target: float, measure: str = "positives") -> Reach | None:
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
    found = path.sums[measure]
    needed = target * (1 - TARGET_SLACK)
    most = int(np.floor(path.n_items * (1 + SLACK)))
    held = found[-1] if most >= path.n_items * (1 - SLACK) else float(path.read(measure, most))
    if held < needed:
        return None
    end = int(np.searchsorted(found, needed, side="left"))
    if end == 0:
        return Reach(0, 0)
    size = path.items[end] - path.items[end - 1]
    inside = found[end] - found[end - 1]
    lacking = needed - found[end - 1]
    expected = path.items[end - 1] + lacking / inside * size
    worst = min(path.items[end], path.items[end - 1] + (size - inside) + np.ceil(lacking * (1 - SLACK)))
    whole = min(int(np.ceil(expected * (1 - SLACK))), most)
    return Reach(whole, min(max(whole, int(np.ceil(worst * (1 - SLACK)))), most))


def tie_extremes(path: Path, items: float, measure: str = "positives") -> tuple[float, float]:
    """Return (worst, best) of a count after ``items`` if the order inside the tie group is worst or best.

    Examples
    --------
    >>> import numpy as np
    >>> from budgetplan.core.path import Ranking, make_path
    >>> tied = Ranking(order=np.arange(20), ends=np.array([20]))
    >>> tie_extremes(make_path(tied, None, {"positives": np.repeat([1.0, 0.0], 10)}), 12)
    (2.0, 10.0)
    """
    found = path.sums[measure]
    end = int(np.searchsorted(path.items, items, side="left"))
    if end == 0 or end >= len(path.items) or path.items[end] == items:
        value = float(path.read(measure, items))
        return value, value
    into = items - path.items[end - 1]
    inside = found[end] - found[end - 1]
    others = path.items[end] - path.items[end - 1] - inside
    return float(found[end - 1] + max(0.0, into - others)), float(found[end - 1] + min(into, inside))
