"""The order of a review queue: by score, and among equal scores the cheaper item first (METHODS F2)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import Ranking


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
    keys = [-score] if cost is None or cost.min() == cost.max() else [cost, -score]
    # Stable on every machine; argsort's default orders equal keys as the processor's vector length pleases.
    order = np.lexsort(keys)
    opens = np.zeros(len(order), dtype=np.bool_)
    for key in keys:
        ordered = key[order]
        opens[1:] |= ordered[1:] != ordered[:-1]
    ends = np.append(np.flatnonzero(opens), len(order))
    order.setflags(write=False)
    ends.setflags(write=False)
    return Ranking(order, ends)
