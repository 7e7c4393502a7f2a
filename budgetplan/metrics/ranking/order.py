"""The order of a review queue, and its path where the price depends on the label alone.

METHODS F2: score descending, then cost ascending; items equal in both are one tie group. An item's sort key is
a string of bits (score, then cost) with its row number behind them, so that one sort of whole numbers gives
the same order on every machine: ``argsort`` orders equal keys as the processor's vector length pleases.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.ranking.path import Path, Ranking, frozen, make_path

CodeArray = npt.NDArray[np.uint64]

WORD = 64
MAGNITUDE = np.int64(2**63 - 1)
MOST_DECIMALS = 4
PROBE = 64
# Below this, a score in ten-thousandths is a whole number that a float holds exactly.
LARGEST_DECIMAL = 2.0**38


@dataclass(frozen=True)
class _Column:
    """One sort key as whole numbers: ascending codes of ``width`` bits, shape (n,)."""

    codes: CodeArray
    width: int


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
    columns = [_score_column(score)] if cost is None else [_score_column(score), _column(cost, falling=False)]
    n = len(score)
    row_bits = (n - 1).bit_length()
    total = sum(column.width for column in columns)
    key, used = _bits(columns, None, 0, WORD - row_bits)
    order, opens = _sort(key, np.arange(n, dtype=np.uint64), row_bits)
    # Where the key is longer than a word: the runs that are equal so far, by its next bits.
    while used < total:
        inside = ~opens
        inside[:-1] |= inside[1:]
        places = np.flatnonzero(inside)
        if len(places) == 0:
            break
        rows, run = order[places], np.cumsum(opens[places], dtype=np.uint64)
        key, taken = _bits(columns, rows, used, WORD - row_bits - int(run[-1]).bit_length())
        order[places], opens[places] = _sort(run << np.uint64(taken) | key, rows, row_bits)
        used += taken
    order.setflags(write=False)
    return Ranking(order.view(np.int64), _ends(opens))


def path_by_label(score: FloatArray, positive: FloatArray) -> Path:
    """Return the path of items and positives where all items cost the same (or their labels set the price).

    The same numbers as ``make_path(rank(score), None, {"positives": positive})``, without an order: the label
    travels as the last bit of the sort key.

    Parameters
    ----------
    score
        Shape (n,), as for :func:`rank`.
    positive
        Shape (n,): 1 where the item is of a wanted class, else 0.

    Returns
    -------
    Path
        With the one measure ``positives``, at the ends of the groups of equal scores.

    References
    ----------
    METHODS F2, F5.

    Examples
    --------
    >>> import numpy as np
    >>> path = path_by_label(np.array([0.5, 0.9, 0.5]), np.array([1.0, 1.0, 0.0]))
    >>> path.items.tolist(), path.sums["positives"].tolist()
    ([0.0, 1.0, 3.0], [0.0, 1.0, 2.0])
    """
    magnitude = np.ascontiguousarray(score).view(np.int64)
    if magnitude.min() >= 0:
        # No sign bit is set: room for the label. The complement turns the order round.
        keys = ~magnitude << 1
    else:
        column = _score_column(score)
        if column.width == WORD:
            return make_path(rank(score), None, {"positives": positive})
        keys = (column.codes << np.uint64(1)).view(np.int64)
    keys |= positive.astype(np.int64)
    words = keys.view(np.uint64)
    words.sort()
    opens = _changes(words >> np.uint64(1))
    keys &= 1
    np.cumsum(keys, out=keys)
    ends = _ends(opens)
    items, found = np.zeros(len(ends) + 1), np.zeros(len(ends) + 1)
    items[1:] = ends
    found[1:] = keys if len(ends) == len(keys) else keys[ends - 1]
    return Path(frozen(items), MappingProxyType({"positives": frozen(found)}))


def _score_column(score: FloatArray) -> _Column:
    """Return scores as codes that ascend as the scores fall; short ones where the scores are short decimals."""
    if score.min() > -LARGEST_DECIMAL and score.max() < LARGEST_DECIMAL:
        for decimals in range(MOST_DECIMALS + 1):
            scale = 10.0**decimals
            probe = score[:PROBE]
            if (np.rint(probe * scale) / scale == probe).all():
                whole = np.rint(score * scale)
                # The whole number gives the score back, so it orders the scores and no two share one.
                if (whole / scale == score).all():
                    return _trimmed(whole.astype(np.int64), falling=True)
    return _column(score, falling=True)


def _column(values: FloatArray, *, falling: bool) -> _Column:
    """Return floats as whole numbers in the same order: IEEE 754 magnitudes are ordered as their bits."""
    bits = np.ascontiguousarray(values).view(np.int64)
    if bits.min() < 0:
        sign = bits >> 63
        bits = ((bits & MAGNITUDE) ^ sign) - sign
    return _trimmed(bits, falling=falling)


def _trimmed(whole: IntArray, *, falling: bool) -> _Column:
    """Return codes from 0 without the low bits that none of them uses."""
    least, most = whole.min(), whole.max()
    # The difference may need 64 bits: it wraps round to the right unsigned number.
    codes = np.subtract(most, whole) if falling else np.subtract(whole, least)
    width = (int(most) - int(least)).bit_length()
    some = int(np.bitwise_or.reduce(codes.view(np.uint64)))
    idle = (some & -some).bit_length() - 1 if some else 0
    unsigned = codes.view(np.uint64)
    return _Column(unsigned >> np.uint64(idle) if idle else unsigned, width - idle)


def _bits(columns: list[_Column], rows: CodeArray | None, skip: int, room: int) -> tuple[CodeArray, int]:
    """Return, for some rows, the next ``room`` bits of the columns laid end to end, and how many there were."""
    n = len(columns[0].codes if rows is None else rows)
    key, taken = np.zeros(n, dtype=np.uint64), 0
    for column in columns:
        use = min(max(column.width - skip, 0), room - taken)
        if use:
            part = column.codes if rows is None else column.codes[rows]
            rest = column.width - skip - use
            part = part >> np.uint64(rest) if rest else part
            part = part & np.uint64(2**use - 1) if skip else part
            key = key << np.uint64(use) | part if taken else part
            taken += use
        skip = max(skip - column.width, 0)
    return key, taken


def _sort(key: CodeArray, rows: CodeArray, row_bits: int) -> tuple[CodeArray, npt.NDArray[np.bool_]]:
    """Sort rows by key, then row; also say where the key differs from the one before."""
    packed = key << np.uint64(row_bits)
    packed |= rows
    packed.sort()
    opens = _changes(packed >> np.uint64(row_bits))
    packed &= np.uint64(2**row_bits - 1)
    return packed, opens


def _changes(values: CodeArray) -> npt.NDArray[np.bool_]:
    """Say where a value differs from the one before; the first does."""
    changes = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return changes


def _ends(opens: npt.NDArray[np.bool_]) -> IntArray:
    """Return how many items stand up to the end of each group."""
    n = len(opens)
    ends = np.arange(1, n + 1) if opens.all() else np.append(np.flatnonzero(opens[1:]) + 1, n)
    ends.setflags(write=False)
    return ends
