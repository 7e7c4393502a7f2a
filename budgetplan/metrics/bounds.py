"""Exact bounds where resampling has nothing to say: rates seen as 0 or 1."""

from __future__ import annotations


def none_seen(trials: float, level: float = 0.95) -> float:
    """Return the upper end of the two-sided Clopper-Pearson interval of a rate seen as 0 of ``trials``.

    1 - (alpha/2)^(1/n), in (0, 1]. A rate seen as n of n has the mirrored interval, from 1 minus this to 1.
    Resamples of a part that holds nothing hold nothing either, so the bootstrap would claim 0 to 0.

    Examples
    --------
    >>> round(none_seen(20), 4)
    0.1684
    >>> none_seen(0)
    1.0
    """
    return 1 - ((1 - level) / 2) ** (1 / trials) if trials > 0 else 1.0
