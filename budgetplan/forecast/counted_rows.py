"""What an order costs and brings whose items are counted together (METHODS F9, by score).

Between two labelled scores every item is as likely an entry as the others there, so that counting them together
changes no figure; prices are added up by whoever counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.counted import CountedRows
from budgetplan.domain.fractions import Ratio
from budgetplan.metrics.ranking.path import Path, frozen
from budgetplan.metrics.ranking.tally import PER_UNIT, Tally, tally_of_sums

PER_ONE = MappingProxyType({"listed": 1, "units": PER_UNIT, "seconds": PER_UNIT})
"""How much of the counted sums is 1."""


def path_of_rows(rows: CountedRows, rate: FloatArray, means: Mapping[str, FloatArray], extra: float) -> Path:
    """Return what an order spends and is expected to find.

    Parameters
    ----------
    rows
        The order, K rows.
    rate
        Shape (K,), in [0, 1]: how likely an item of each row is an entry.
    means
        Name of an amount to shape (2,): its mean among the entries, and among the others.
    extra
        What an entry costs more than another item, in millionths.

    References
    ----------
    METHODS F4, F9.

    Examples
    --------
    >>> rows = CountedRows(np.array([2.0, 1]), np.array([3, 4]), *(np.array([True, True]),) * 2, each={"cost": 10})
    >>> path = path_of_rows(rows, np.array([0.5, 0.25]), {}, 0.0)
    >>> path.items.tolist(), path.sums["cost"].tolist(), path.sums["positives"].tolist()
    ([0.0, 3.0, 7.0], [0.0, 30.0, 70.0], [0.0, 1.5, 2.5])
    """
    found, items = _from_start(rate * rows.count), _from_start(rows.count)
    cost = _from_start(rows.total("cost"))
    sums = {
        "cost": cost + extra * found if extra else cost,
        "positives": found,
        "seconds": _from_start(rows.total("seconds")) / PER_UNIT,
        "units": _from_start(rows.total("units")) / PER_UNIT,
        "listed": _from_start(rows.total("listed")),
    }
    sums |= {amount: both[0] * found + both[1] * (items - found) for amount, both in means.items()}
    return Path(frozen(items), MappingProxyType({name: frozen(one) for name, one in sums.items()}))


def _from_start(amounts: FloatArray | IntArray) -> FloatArray:
    """Return sums from 0 at the beginning: (K,) to (K + 1,)."""
    return np.concatenate([[0.0], np.cumsum(amounts).astype(np.float64)])


def tally_of_rows(rows: CountedRows, rate: FloatArray) -> Tally:
    """Return the exact sums of what is billed along an order; ``rate``: shape (K,), as in :func:`path_of_rows`.

    >>> rows = CountedRows(np.array([2.0, 1]), np.array([3, 4]), *(np.array([True, True]),) * 2, each={"cost": 10})
    >>> sums = tally_of_rows(rows, np.array([0.5, 0.25])).read("positives", np.array([3, 7]))
    >>> (sums.top / sums.bottom).tolist()
    [1.5, 2.5]
    """
    sums = {name: one for name, one in rows.sums.items() if name in PER_ONE}
    each = {name: rows.each.get(name, 0) for name in PER_ONE if name not in sums}
    if "listed" in each:
        each["listed"] *= PER_UNIT
    chance = Ratio.of(rate).top
    per_one = {name: PER_ONE[name] for name in sums}
    if len(chance) and bool((chance == chance[0]).all()):
        each["positives"] = int(chance[0])
    else:
        sums["positives"], per_one["positives"] = chance * rows.count, PER_UNIT
    return tally_of_sums(rows.count, sums, per_one, each)
