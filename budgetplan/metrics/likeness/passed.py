"""Which labelled items are like what people have reviewed, and so unlike what is left of a list (METHODS R7)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray


def depth_reviewed(judged: BoolArray) -> int:
    """Return how deep an order has been reviewed: the depth that has fewest items on the wrong side of it.

    Parameters
    ----------
    judged
        Shape (n,): which items are judged, first in the order first.

    Returns
    -------
    int
        In 0..n; the least of equally good ones.

    Examples
    --------
    One item was passed over, one judged ahead of its turn:

    >>> depth_reviewed(np.array([True, True, False, True, True, False, False, True, False]))
    5
    >>> depth_reviewed(np.array([False, False]))
    0
    """
    more = np.concatenate(([0], np.cumsum(np.where(judged, 1, -1))))
    return int(np.argmax(more))


READ_THROUGH = 0.9
"""So much of an order is judged up to a depth that counts as read through: people skip an item here and there."""


def depth_read_through(judged: BoolArray) -> int:
    """Return to which judged item an order has been read through: nine of ten items up to it are judged.

    What lies beyond it is no poorer than what was read last, though some of it may be judged, too.

    Examples
    --------
    One item was skipped among twelve; three were judged far ahead of their turn:

    >>> judged = np.array([True] * 5 + [False] + [True] * 6 + [False] * 20 + [True] * 3)
    >>> depth_read_through(judged)
    12
    >>> depth_read_through(np.array([False, True]))
    0
    """
    deep = np.arange(1, len(judged) + 1)
    through = np.flatnonzero(judged & (np.cumsum(judged) >= READ_THROUGH * deep * (1 - 1e-12)))
    return int(through[-1]) + 1 if len(through) else 0


def stand_within(
    labelled: FloatArray, listed: FloatArray, depth: float, weight: FloatArray | None = None
) -> BoolArray:
    """Return which labelled items would stand among the first ``depth`` items of the list, by their scores.

    What is left of a list has lower scores than what was reviewed, in the order that it was reviewed in. Labelled
    items stand for it only as far as they, too, would have been left: in another order those that would have been
    reviewed stand beside items that were passed over, and promise of them what they do not hold.

    Parameters
    ----------
    labelled, listed
        Shapes (n,) and (N,): scores in that order, higher first, of the labelled items and of the whole list.
    depth
        How many items of the list are reviewed.
    weight
        Shape (N,): how many items each row of the list stands for; None: one.

    Returns
    -------
    BoolArray
        Shape (n,). Among equal scores an item stands in their middle.

    References
    ----------
    METHODS R7.

    Examples
    --------
    >>> stand_within(np.array([0.9, 0.5, 0.4]), np.array([0.8, 0.5, 0.5, 0.5, 0.1]), 3).tolist()
    [True, True, False]
    """
    order = np.argsort(-listed, kind="stable")
    ends = np.concatenate(([0.0], np.cumsum(np.ones(len(listed)) if weight is None else weight[order])))
    falling = -listed[order]
    above, upto = (ends[np.searchsorted(falling, -labelled, side=side)] for side in ("left", "right"))
    return np.asarray((above + upto) / 2 < depth)
