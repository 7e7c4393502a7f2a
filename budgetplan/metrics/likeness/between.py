"""How far strata differ where scores are equal: what a score of one says of the same score in another (METHODS Q)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.likeness.isotonic import isotonic

SURE = 0.02
"""No rate is taken as nearer to 0 or 1: fitted to few labels it may well be one of them."""


def between_strata(
    key: FloatArray,
    outcome: FloatArray,
    stratum: IntArray,
    weight: FloatArray | None = None,
    group: IntArray | None = None,
) -> tuple[float, float]:
    """Return the variance of rates between strata at equal keys, and that of one item's outcome.

    Each stratum's mean outcome is compared with what the isotonic fit to all others promises of its keys. Those
    differences vary by chance and by what strata differ; what is left of their squares after chance is the latter.

    Parameters
    ----------
    key, outcome
        Shape (n,): scores, and 0 or 1.
    stratum
        Shape (n,): code of each item's stratum; two strata or more.
    weight
        Shape (n,): how many items each stands for; None: one each.
    group
        Shape (n,): items of one group err together; None: independent items.

    Returns
    -------
    tuple of float
        Both at least 0; the first is 0 where strata differ no more than by chance. Second over first says as how many
        labels of a stratum's own all labels of the others together may count.

    Notes
    -----
    The moment estimator of DerSimonian and Laird (1986) with a mean of 0.

    Examples
    --------
    >>> key, place = np.tile(np.linspace(0, 1, 50), 2), np.repeat([0, 1], 50)
    >>> alike = between_strata(key, np.tile([0.0, 1.0], 50), place)
    >>> apart = between_strata(key, (place + np.tile([0.0, 1.0], 50) > 1).astype(float), place)
    >>> alike[0], apart[0] > 0.1
    (0.0, True)
    """
    if weight is not None:
        kept = weight > 0
        key, outcome, stratum, weight = key[kept], outcome[kept], stratum[kept], weight[kept]
        group = None if group is None else group[kept]
    each = np.ones(len(key)) if weight is None else weight
    apart, chance, items = [], [], 0.0
    for one in np.unique(stratum):
        own = stratum == one
        if own.all():
            break
        fit = isotonic(key[~own], outcome[~own], each[~own]).read(key[own])
        rate, w = np.clip(fit, SURE, 1 - SURE), each[own]
        total = float(w.sum())
        wrong, alone = w * (outcome[own] - rate), rate * (1 - rate)
        spread = float(w**2 @ alone)
        if group is not None:
            spread = max(spread, float((np.bincount(group[own], wrong) ** 2).sum()))
        apart.append(float(wrong.sum()) / total)
        chance.append(spread / total**2)
        items += float(w @ alone)
    if not apart:
        return 0.0, 0.0
    known = 1 / np.array(chance)
    between = (float(known @ np.array(apart) ** 2) - len(apart)) / float(known.sum())
    return max(between, 0.0), items / float(each.sum())
