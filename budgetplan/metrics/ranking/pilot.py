"""What scores alone say before anybody has labelled anything: which items to label, and how many (METHODS L).

A pilot sample has two strata. Half of its labels go to the whole list, in proportion to the size of the strata;
the other half go to the items that some models, but not all, would have reviewed. Both numbers are fixed before
anything is drawn, and each stratum is drawn once, without replacement: so an item's chance is exactly n_s / N_s,
and nothing is drawn for both reasons.
"""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray

LEAST_OF_STRATUM = 2
"""So many items of each stratum are labelled at least: one alone shows no spread."""


def disputed(tops: FloatArray) -> BoolArray:
    """Return the items that some models, but not all, would have reviewed, shape (N,).

    Parameters
    ----------
    tops
        Shape (models, N): how much of each item is in each model's top set, in [0, 1], see
        :func:`budgetplan.metrics.ranking.path.in_top`.

    Returns
    -------
    BoolArray
        Where the models agree on everything, or there is only one: its top set itself.

    References
    ----------
    METHODS L.

    Examples
    --------
    >>> disputed(np.array([[1, 1, 0, 0], [1, 0, 1, 0]])).tolist()
    [False, True, True, False]
    >>> disputed(np.array([[1, 1, 0]])).tolist()
    [True, True, False]
    """
    inside = tops > 0
    either = inside.any(axis=0)
    apart = either & ~inside.all(axis=0)
    return np.asarray(apart if apart.any() else either)


def allotted(n_labels: int, n_disputed: int, n_rest: int) -> tuple[int, int]:
    """Return how many of the disputed items, and how many of the rest, are labelled.

    Parameters
    ----------
    n_labels
        In all, at least 4 and at most the list.
    n_disputed, n_rest
        Sizes of the strata.

    Returns
    -------
    tuple of int
        Half of the labels by the size of the strata, the other half to the disputed items; no more than a stratum
        has, and at least two where it has them.

    References
    ----------
    METHODS L.

    Examples
    --------
    >>> allotted(200, 300, 1700), allotted(200, 40, 1960), allotted(50, 0, 60)
    ((115, 85), (40, 160), (0, 50))
    """
    half = n_labels / 2
    wanted = round(half + half * n_disputed / (n_disputed + n_rest))
    least = max(n_labels - n_rest, min(LEAST_OF_STRATUM, n_disputed))
    most = min(n_disputed, n_labels - min(LEAST_OF_STRATUM, n_rest))
    n_drawn = min(max(wanted, least), most)
    return n_drawn, n_labels - n_drawn


def draw_items(inside: BoolArray, n_labels: int, seed: int) -> IntArray:
    """Draw the items to label, in an order that says nothing of why an item is among them.

    Parameters
    ----------
    inside
        Shape (N,): the disputed items, in the order of the items' ids, so that no order of rows plays a part.
    n_labels
        At least 4 and at most N.
    seed
        Of ``numpy.random.default_rng``.

    Returns
    -------
    IntArray
        Shape (n_labels,): places of the items.

    Examples
    --------
    >>> drawn = draw_items(np.repeat([True, False], [3, 7]), 4, seed=1)
    >>> sum(place < 3 for place in drawn.tolist()), len(set(drawn.tolist()))
    (2, 4)
    """
    rng = np.random.default_rng(seed)
    sizes = allotted(n_labels, int(inside.sum()), int((~inside).sum()))
    strata = (np.flatnonzero(inside), np.flatnonzero(~inside))
    drawn = [rng.permutation(one)[:n] for one, n in zip(strata, sizes, strict=True)]
    return np.asarray(rng.permutation(np.concatenate(drawn)))
