"""Quick looks at scores and groups that show likely mistakes. None of these numbers is part of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.ranking.area import auc, auc_by_chance


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


ALL = 0.95
"""So large a share is (almost) all."""
MOST_JUMP = 4
"""Where reviewing stopped, items stand at most so many times as close on one side as on the other."""


def labelled_from_the_top(
    labelled_scores: FloatArray, unlabelled_scores: FloatArray, counts: IntArray | None = None
) -> float:
    """Return the share of the labelled items that were labelled because they stand at the top of this order.

    Where people review from the top, nearly every item above some place has a label and few below it do, with a
    sharp edge between. Such a place is sought by likelihood (one rate of labels above it, another one below). It
    counts where at most a tenth, and at most a quarter of what it is among all items, has no label above it and
    in the last quarter before it; where at most half has one below it; and where chance would seldom do so (twice
    the log likelihood ratio above 30); and where all labels
    stand above it, or the items stand about as close below the edge as above it, which a sample of other items that
    score higher does not give.

    Parameters
    ----------
    labelled_scores, unlabelled_scores
        Shapes (n,) and (m,): higher is reviewed earlier; no NaN, -inf for items without a score.
    counts
        Shape (m,): how many items have, or stand next to, each of the unlabelled scores; None: one each.

    Returns
    -------
    Share of the labelled items above the edge, 0 to 1; 0 where there is none.

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.arange(1000.0)
    >>> labelled_from_the_top(scores[600:], scores[:600])
    1.0
    >>> both = (scores >= 800) | (scores % 10 == 0)
    >>> labelled_from_the_top(scores[both], scores[~both])
    0.7142857142857143
    >>> labelled_from_the_top(scores[::10], np.delete(scores, np.s_[::10]))
    0.0
    """
    n_labelled = len(labelled_scores)
    many = np.ones(len(unlabelled_scores), dtype=np.int64) if counts is None else counts
    n = n_labelled + int(many.sum())
    both = np.concatenate([labelled_scores, unlabelled_scores])
    order = np.argsort(both, kind="stable")
    ordered = both[order]
    below = np.concatenate(
        [[0], np.cumsum(np.concatenate([np.ones(n_labelled, dtype=np.int64), many])[order])]
    )
    starts = np.append(0, np.flatnonzero(ordered[1:] != ordered[:-1]) + 1)
    if n_labelled in (0, n) or len(starts) == 1:
        return 0.0
    # After each group of equal scores but the last one, from the top.
    tops = starts[:0:-1]
    seen = n - below[tops]
    told = n_labelled - np.searchsorted(np.sort(labelled_scores), ordered[tops], side="left")
    left, left_told = n - seen, n_labelled - told
    gain = _likelihood(told, seen) + _likelihood(left_told, left)
    gain = np.where(told * left > left_told * seen, gain, -np.inf)
    at = int(gain.argmax())
    before = float(np.interp(0.75 * seen[at], np.append(0, seen), np.append(0, told)))
    most_without = min(0.1, (1 - n_labelled / n) / 4)
    is_edge = (
        2 * (gain[at] - _likelihood(np.array(n_labelled), np.array(n))) > 30
        and min(told[at] / seen[at], (told[at] - before) / (0.25 * seen[at])) >= 1 - most_without
        and left_told[at] <= left[at] / 2
    )
    share = float(told[at] / n_labelled)
    # Where (almost) all labels stand above, nothing below the edge says what the rest holds, whatever it is.
    if is_edge and (share >= ALL or _goes_on(labelled_scores, unlabelled_scores, many, int(told[at]))):
        return share
    return 0.0


def _goes_on(labelled: FloatArray, unlabelled: FloatArray, counts: IntArray, n_above: int) -> bool:
    """Say whether items stand as close below the edge as above it: reviewing stops somewhere in a list.

    A list of other items that score lower begins where it begins: below its best item there are suddenly many
    more than the labelled ones above, or none for a while. Compared are the items in two stretches of scores of
    the same width on both sides of the edge.
    """
    top = np.sort(labelled)[::-1]
    near = int(np.clip(n_above // 6, 10, 100))
    if n_above <= near:
        return True
    edge, far = top[n_above - 1], top[n_above - 1 - near]
    width = far - edge
    if not np.isfinite(width) or width <= 0:
        return True
    near_labelled, near_others = ((one < edge) & (one >= edge - width) for one in (labelled, unlabelled))
    below = int(near_labelled.sum()) + int(counts[near_others].sum())
    return near / MOST_JUMP <= below <= near * MOST_JUMP


def _likelihood(told: IntArray, of: IntArray) -> FloatArray:
    """Return the greatest log likelihood of so many labels among so many items, labelled at one rate."""
    rest = of - told
    return np.asarray(
        told * np.log(np.maximum(told, 1) / of) + rest * np.log(np.maximum(rest, 1) / of), dtype=np.float64
    )


def is_sure_of_any(score: FloatArray, positive: BoolArray, n_classes: int) -> bool:
    """Return whether scores seem to say how sure a model is of whatever it says, not of the positive label.

    None is below what the likeliest of ``n_classes`` has; they hardly put positive items first (AUC below 0.6);
    and in their upper half fewer items are positive than they say, by a tenth and by three standard errors.
    False for fewer than 30 items.

    Examples
    --------
    >>> import numpy as np
    >>> score = 0.5 + np.arange(100) / 200
    >>> is_sure_of_any(score, np.arange(100) % 5 == 0, 2), is_sure_of_any(score, np.arange(100) > 40, 2)
    (True, False)
    """
    if len(score) < 30 or not likeliest_only(score, n_classes) or not auc(score, positive) < 0.6:
        return False
    upper = score >= np.median(score)
    said, n_upper = float(score[upper].mean()), int(upper.sum())
    missing = said - float(positive[upper].mean())
    return missing > max(0.1, 3 * math.sqrt(said * (1 - said) / n_upper))


def likeliest_only(score: FloatArray, n_classes: int) -> bool:
    """Return whether all of some numbers can be probabilities of the likeliest of ``n_classes`` classes.

    Examples
    --------
    >>> import numpy as np
    >>> likeliest_only(np.array([0.5, 1]), 2), likeliest_only(np.array([0.3, 0.9]), 2)
    (True, False)
    """
    # A tenth is left for rounding.
    low, high = float(score.min(initial=1)), float(score.max(initial=0))
    return n_classes > 1 and 0.9 / n_classes <= low and 0.5 < high <= 1
