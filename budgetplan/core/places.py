"""Where items stand in a list, and whether labelled ones stand where the list does (METHODS F9)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from scipy.special import log_ndtr, ndtr, ndtri, ndtri_exp

from budgetplan.arrays import FloatArray, IntArray

PLACE_DIGITS = 9
"""Places are the same to so many decimals whoever counts the list."""
UNLIKE = 3.0
"""Standard errors: labelled items drawn from the list itself stand farther from its middle once in 370 samples."""
PRIOR, PRIOR_GROUPS = 0.5, 10
"""Before anything is seen, items of a group are taken to be half alike, as if ten groups had said so."""
LEAST_LABELS = 100
"""So many labels at least are asked for where a sample has to be drawn anew."""
MISSED = 0.05
"""So rarely a sample that is asked for misses what it is asked for."""


def places(
    score: FloatArray, listed: FloatArray, count: FloatArray | None = None, order: IntArray | None = None
) -> FloatArray:
    """Return where items stand in a list, on a normal scale: 0 in the middle, higher is reviewed earlier.

    Parameters
    ----------
    score
        Shape (n,): higher is reviewed earlier; equal scores share a place; NaN: no score, the lowest place.
    listed, count
        Shape (N,): scores of the list, and how many items each stands for, >= 0; None: one each.
    order
        Shape (N,): the rows of the list by score, best first, where that is known, so that a long one is not sorted again;
        then no score is NaN.

    Returns
    -------
    FloatArray
        Shape (n,): the normal quantile of (items of the list below + half of the equal ones + 1/2) / (items + 1).

    Examples
    --------
    >>> places(np.array([3.0, 2, np.nan]), np.array([1.0, 2, 2, np.nan])).round(3).tolist()
    [1.282, 0.524, -0.842]
    """
    code, up_to, tied = counted_up_to(score, listed, count, order)
    total = len(listed) if count is None else count.sum()
    return np.asarray(ndtri((up_to - tied / 2 + 0.5) / (total + 1))[code])


def left_of(place: FloatArray, gone: FloatArray, n_items: float) -> FloatArray:
    """Return where items stand in what is left of a list of so many items once some are gone from it.

    Parameters
    ----------
    place, gone
        Where the items, and those that are gone, stand in the whole list; in any order.

    Examples
    --------
    >>> listed = np.array([5.0, 4, 3, 2, 1])
    >>> place, left = places(listed, listed), np.array([3.0, 1])
    >>> left_of(place[[2, 4]], place[[0, 1, 3]], 5).round(3).tolist(), places(left, left).round(3).tolist()
    ([0.431, -0.431], [0.431, -0.431])
    """
    below = _below(place, n_items)
    return np.asarray(ndtri((below - _passed(below, _below(gone, n_items)) + 0.5) / (n_items - len(gone) + 1)))


def put_back(place: FloatArray, gone: FloatArray, n_items: float) -> FloatArray:
    """Return where items that are left of a list stand in the whole of it: what :func:`left_of` undoes.

    ``gone`` and ``n_items`` are of the whole list there, too.

    >>> listed = np.array([5.0, 4, 3, 2, 1])
    >>> place = places(listed, listed)
    >>> gone, left = place[[0, 1, 3]], places(listed[[2, 4]], listed[[2, 4]])
    >>> bool(np.allclose(put_back(left, gone, 5), place[[2, 4]]))
    True
    """
    n_left = n_items - len(gone)
    below = _below(place, n_left)
    more = _passed(below, _below(left_of(gone, gone, n_items), n_left))
    return np.asarray(ndtri((below + more + 0.5) / (n_items + 1)))


def _below(place: FloatArray, n_items: float) -> FloatArray:
    """Return how many items of a list stand below each place, and half of those at it."""
    return np.asarray(ndtr(place) * (n_items + 1) - 0.5)


def _passed(below: FloatArray, others: FloatArray) -> FloatArray:
    """Return how many others stand lower than each, and half of those as high: ranks are whole or halves."""
    rising = np.sort(others)
    return np.asarray((np.searchsorted(rising, below - 0.25) + np.searchsorted(rising, below + 0.25)) / 2)


def counted_up_to(
    score: FloatArray, listed: FloatArray, count: npt.ArrayLike | None = None, order: IntArray | None = None
) -> tuple[IntArray, FloatArray, FloatArray]:
    """Return the place of each item among the different scores, and how many of a list are at or below each, and equal to it.

    Parameters
    ----------
    score, listed, count, order
        As :func:`places` takes them.

    Returns
    -------
    tuple
        Shapes (n,), (K,) and (K,), K different scores, rising.

    Examples
    --------
    >>> counted_up_to(np.array([3.0, 1, 3]), np.array([1.0, 1, 2, 4]))
    (array([1, 0, 1]), array([2., 3.]), array([2., 0.]))
    """
    same, held = score is listed, None if count is None or np.all(count == 1) else np.asarray(count)
    rising = None if order is None else order[::-1]
    if rising is None:
        score, listed = (np.where(np.isnan(array), -np.inf, array) for array in (score, listed))
    if same and rising is not None:
        in_order, code = listed[rising], np.empty(len(score), dtype=np.int64)
        code[rising] = np.cumsum(np.append(False, in_order[1:] != in_order[:-1]))
    else:
        different, code = np.unique(score, return_inverse=True)
    if same:
        tied = np.bincount(code, held).astype(np.float64)
        return code, np.cumsum(tied), tied
    if held is None:
        if rising is None:  # sorting a long list takes half as long as seeking each of its scores
            listed.sort()
        up_to = np.searchsorted(listed, different, side="right", sorter=rising).astype(np.float64)
        return code, up_to, up_to - np.searchsorted(listed, different, sorter=rising)
    if rising is not None:
        listed, held = listed[rising], held[rising]
    at = np.searchsorted(different, listed)
    equal = np.append(different, np.nan)[at] == listed
    up_to = np.cumsum(np.bincount(at, held, len(different) + 1)[:-1], dtype=np.float64)
    tied = np.bincount(at[equal], held[equal], len(different)).astype(np.float64)
    return code, up_to, tied


def alike_in_groups(residual: FloatArray, group: IntArray) -> float:
    """Return how alike items of a group are, in [0, 1]: the mean product of pairs, drawn to 1/2 as by ten groups.

    Parameters
    ----------
    residual
        Shape (n,): standardised, so that independent items have a mean product of 0.
    group
        Shape (n,): codes from 0 on; groups of one item say nothing.

    Examples
    --------
    >>> alike_in_groups(np.array([1.0, 1, -1, -1]), np.array([0, 0, 1, 1])), alike_in_groups(np.ones(2), np.arange(2))
    (0.5833333333333334, 0.0)
    """
    size = np.bincount(group)
    n_groups = int((size > 1).sum())
    if not n_groups:
        return 0.0
    total, square = np.bincount(group, residual), np.bincount(group, residual**2)
    product = float(np.clip((total**2 - square).sum() / (size * (size - 1)).sum(), 0.0, 1.0))
    return (n_groups * product + PRIOR_GROUPS * PRIOR) / (n_groups + PRIOR_GROUPS)


def design_effect(residual: FloatArray, group: IntArray | None) -> float:
    """Return by how much a mean over whole groups varies more than one over as many independent items, at least 1.

    >>> design_effect(np.array([1.0, 1, -1, -1]), np.array([0, 0, 1, 1])), design_effect(np.ones(4), None)
    (1.5833333333333335, 1.0)
    """
    if group is None:
        return 1.0
    size = np.bincount(np.unique(group, return_inverse=True)[1])
    return 1 + alike_in_groups(residual, group) * (float((size**2).sum()) / len(residual) - 1)


def shift(
    here: FloatArray,
    other: FloatArray,
    *,
    weight: FloatArray | None = None,
    count: FloatArray | None = None,
    group: IntArray | None = None,
) -> float:
    """Return how far labelled items are from a random sample of a list, in standard errors, >= 0.

    The farther of two: of their mean place from that of the list, and of how far they lie from the middle on average,
    since those drawn from both ends of an order have its mean.

    Parameters
    ----------
    here, other
        Shapes (n,) and (N,): places of the labelled items and of the list, by :func:`places`.
    count
        Shape (N,): as there.
    weight
        Shape (n,): how many items of the list each labelled one stands for; None: as many each.
    group
        Shape (n,): codes of the groups that were drawn whole; None: items are independent.

    References
    ----------
    METHODS F9. The design effect is that of the places themselves: how alike outcomes of a group are says nothing of
    how alike its places are.

    Examples
    --------
    >>> same = np.linspace(0, 1, 50)
    >>> lists = np.linspace(0, 1, 200), np.linspace(0, 0.4, 200)
    >>> like, unlike = (shift(places(same, each), places(each, each)) for each in lists)
    >>> like < 1, unlike > UNLIKE
    (True, True)
    """
    w = np.ones(len(here)) if weight is None else weight
    held = np.ones(len(other)) if count is None else count
    far = []
    for at, listed_at in ((here, other), (np.abs(here), np.abs(other))):
        middle, mean = float(np.average(listed_at, weights=held)), float(np.average(at, weights=w))
        # A list of equal scores has one place: who stands elsewhere is measured by the scale itself.
        spread = float(np.sqrt(np.average((listed_at - middle) ** 2, weights=held))) or 1.0
        sd = float(np.sqrt(np.average((at - mean) ** 2, weights=w)))
        effect = design_effect((at - mean) / sd if sd else np.zeros(len(at)), group)
        independent = float(w.sum() ** 2 / (w**2).sum()) / effect
        far.append((mean - middle) / (spread * float(np.sqrt(1 / independent + 1 / held.sum()))))
    return farthest(far)


def unlike(shifts: Mapping[str, float]) -> tuple[str, ...]:
    """Return in which orders labelled items are no random sample of a list, by name.

    >>> unlike({"b": 3.5, "a": 4.0, "c": 3.0})
    ('a', 'b')
    """
    return tuple(sorted(name for name, far in shifts.items() if far > UNLIKE))


def farthest(shifts: Sequence[float]) -> float:
    """Return the largest of several, as a single one that is as rare: whoever looks at many finds some far away.

    >>> farthest([-4.0]), round(farthest([2.0, -4.0]), 2), farthest([0.1, 0.2, 0.3])
    (4.0, 3.83, 0.0)
    """
    rare = float(log_ndtr(-max(map(abs, shifts)))) + math.log(len(shifts))
    if len(shifts) == 1 or not math.isfinite(rare):
        return max(map(abs, shifts))
    return -float(ndtri_exp(rare)) if rare < math.log(0.5) else 0.0


def labels_to_draw(n_labelled: int, n_list: int, reviewed: float = 0.0, planned: float = math.inf) -> int:
    """Return of how many items a random sample should be drawn where the labelled ones are none.

    As many as were labelled, apart from the share that was reviewed from the top of an order; a hundred at least,
    and at most the whole list. ``planned``: at least so many, too, that one of them is among the first half of what
    is to be reviewed, with 95 %.

    Examples
    --------
    >>> labels_to_draw(200, 5000), labels_to_draw(40, 5000), labels_to_draw(40, 60)
    (200, 100, 60)
    >>> labels_to_draw(800, 3_000_000, planned=5_000)
    3594
    """
    seen = math.ceil(math.log(MISSED) / math.log1p(-min(planned / 2 / n_list, 0.5)))
    return int(min(max(round(n_labelled * (1 - reviewed)), LEAST_LABELS, seen), n_list))
