"""How deep a list must be reviewed to hold a share of all entries: by the labelled entries' own ranks (METHODS F8)."""

from __future__ import annotations

import math

import numpy as np

SLACK = 1e-12
RISK = 0.05
"""A safer stop fails to reach its target in at most this share of samples."""


def target_rank(target: float, n_entries: int) -> int | None:
    """Return which labelled entry's depth reaches a share of all entries on average.

    The depth of the j-th of v labelled entries covers j / (v + 1) of all entries on average, not j / v.

    Parameters
    ----------
    target
        Share t of all entries, in (0, 1].
    n_entries
        Labelled entries v.

    Returns
    -------
    int or None
        ceil(t (v + 1)), at least 1; None beyond v: the whole list is to be reviewed.

    References
    ----------
    METHODS F8.

    Examples
    --------
    >>> target_rank(0.8, 4), target_rank(0.9, 19), target_rank(0.9, 4)
    (4, 18, None)
    """
    wanted = target * (n_entries + 1)
    rank = max(math.ceil(wanted - SLACK * max(1.0, wanted)), 1)
    return rank if rank <= n_entries else None


def safer_rank(target: float, n_entries: int, design_effect: float = 1.0, risk: float = RISK) -> int | None:
    """Return which labelled entry's depth reaches the share in all but 5 % of samples.

    Parameters
    ----------
    target
        Share t of all entries, in (0, 1).
    n_entries
        Labelled entries v.
    design_effect
        How many labelled entries say as much as one independent one; less than 1 counts as 1.
    risk
        In (0, 1).

    Returns
    -------
    int or None
        The least j with P(Beta(f v', (1 - f) v' + 1) < t) <= risk, f = j / v, v' = v / design effect; None
        where not even the last entry's depth will do.

    References
    ----------
    Lewis, Yang and Frieder 2021, Certifying one-phase technology-assisted reviews. METHODS F8, R2.

    Examples
    --------
    >>> safer_rank(0.8, 30), safer_rank(0.8, 100, design_effect=2.5), safer_rank(0.8, 9)
    (28, 92, None)
    """
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import betainc  # noqa: PLC0415

    if n_entries < 1 or target >= 1:
        return None
    counting = n_entries / max(design_effect, 1.0)
    share = np.arange(1, n_entries + 1) / n_entries
    fails = betainc(share * counting, (1 - share) * counting + 1, target)
    enough = np.flatnonzero(fails <= risk * (1 + SLACK))
    return int(enough[0]) + 1 if len(enough) else None


def entries_to_certify(target: float, design_effect: float = 1.0, risk: float = RISK) -> int | None:
    """Return how many labelled entries it takes until a share of all entries can be certified at all.

    The least v with t^(v / design effect) <= risk; None for all entries, which no number certifies.

    Examples
    --------
    >>> entries_to_certify(0.8), entries_to_certify(0.95), entries_to_certify(1.0)
    (14, 59, None)
    """
    if target >= 1:
        return None
    needed = math.log(risk) / math.log(target) * max(design_effect, 1.0)
    return math.ceil(needed - SLACK * needed)
