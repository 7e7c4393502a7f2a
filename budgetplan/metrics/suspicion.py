"""Quick looks at scores and groups that show likely mistakes. None of these numbers is part of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from budgetplan.domain.items import FloatArray, IntArray

BoolArray = npt.NDArray[np.bool_]


def auc(score: FloatArray, positive: BoolArray) -> float:
    """Return how probable it is that a positive item scores higher than another; ties count half.

    Higher is better, 0 to 1; NaN where there are no positive or no other items.

    Parameters
    ----------
    score
        Shape (n,), no NaN.
    positive
        Shape (n,).

    Examples
    --------
    >>> import numpy as np
    >>> auc(np.array([0.9, 0.5, 0.5]), np.array([True, True, False]))
    0.75
    """
    n_positive = int(positive.sum())
    n_other = len(positive) - n_positive
    if not n_positive or not n_other:
        return math.nan
    _, place, n_equal = np.unique(score, return_inverse=True, return_counts=True)
    # Mean rank of each group of equal scores, from 1 on (Mann and Whitney 1947).
    mean_rank = np.cumsum(n_equal) - (n_equal - 1) / 2
    u = float(mean_rank[place][positive].sum()) - n_positive * (n_positive + 1) / 2
    return u / (n_positive * n_other)


def auc_by_chance(n_positive: int, n_other: int) -> float:
    """Return the standard error of the AUC (0 or more) where scores say nothing; ties would only lower it.

    Examples
    --------
    >>> round(auc_by_chance(10, 10), 4)
    0.1323
    """
    return math.sqrt((n_positive + n_other + 1) / (12 * n_positive * n_other))


def is_reversed(score: FloatArray, positive: BoolArray) -> bool:
    """Return whether lower scores clearly go with positive items: AUC below 0.45 and by three standard errors.

    Examples
    --------
    >>> import numpy as np
    >>> positive = np.arange(40) < 20
    >>> is_reversed(np.arange(40.0), positive), is_reversed(np.arange(40.0)[::-1], positive)
    (True, False)
    """
    value = auc(score, positive)
    if math.isnan(value):
        return False
    n_positive = int(positive.sum())
    return value < min(0.45, 0.5 - 3 * auc_by_chance(n_positive, len(positive) - n_positive))


def commonest(values: FloatArray) -> tuple[float, int]:
    """Return the most frequent value, the lowest of several, and how often it occurs; (NaN, 0) for none.

    Examples
    --------
    >>> import numpy as np
    >>> commonest(np.array([0.5, 0.1, 0.5]))
    (0.5, 2)
    """
    if not len(values):
        return math.nan, 0
    different, counts = np.unique(values, return_counts=True)
    at = int(counts.argmax())
    return float(different[at]), int(counts[at])


def places(values: FloatArray) -> IntArray:
    """Return for each value how many different ones are below it: two models that order alike have the same places.

    Examples
    --------
    >>> import numpy as np
    >>> places(np.array([0.2, 7.0, 0.2])).tolist()
    [0, 1, 0]
    """
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def equal_columns(columns: Sequence[IntArray]) -> tuple[tuple[int, int], ...]:
    """Return for each column that an earlier one equals the position of the first such one, and its own.

    Examples
    --------
    >>> import numpy as np
    >>> equal_columns([np.array([1, 2]), np.array([2, 1]), np.array([1, 2])])
    ((0, 2),)
    """
    first: dict[bytes, int] = {}
    found = [(first.setdefault(column.tobytes(), at), at) for at, column in enumerate(columns)]
    return tuple((one, other) for one, other in found if one != other)


def repeated(codes: IntArray) -> IntArray:
    """Return for each row the first row that equals it, itself where it is the first, shape (n,).

    Parameters
    ----------
    codes
        Shape (n, columns), whole numbers from 0 on, below 2**32.

    Examples
    --------
    >>> import numpy as np
    >>> repeated(np.array([[1, 2], [1, 3], [1, 2]])).tolist()
    [0, 1, 0]
    """
    # Column by column: sorting whole rows takes several times as long. Keys stay below the number of rows.
    key = np.zeros(len(codes), dtype=np.int64)
    for column in codes.T:
        key = np.unique(key * (int(column.max(initial=0)) + 1) + column, return_inverse=True)[1]
    _, first, back = np.unique(key, return_index=True, return_inverse=True)
    return np.asarray(first[back], dtype=np.int64)


def agrees_by_chance(predicted: IntArray, truth: IntArray) -> bool:
    """Return whether predictions agree with the truth no more than they would if the rows were shuffled.

    The agreement is compared with what the frequencies of classes alone give, within three standard errors.
    False where either says the same of all items, and for fewer than 30: then nothing can be seen.

    Examples
    --------
    >>> import numpy as np
    >>> truth = np.arange(100) % 2
    >>> agrees_by_chance(truth, truth), agrees_by_chance(np.arange(100) // 50, truth)
    (False, True)
    """
    n = len(truth)
    if n < 30 or len(np.unique(predicted)) < 2 or len(np.unique(truth)) < 2:
        return False
    n_classes = int(max(predicted.max(), truth.max())) + 1
    said = np.bincount(predicted, minlength=n_classes) / n
    true = np.bincount(truth, minlength=n_classes) / n
    expected = float((said * true).sum())
    error = math.sqrt(expected * (1 - expected) / n)
    return float((predicted == truth).mean()) <= expected + 3 * error
