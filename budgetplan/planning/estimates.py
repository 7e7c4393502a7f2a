"""From a value and the same value in every resample to an estimate (METHODS F8)."""

from __future__ import annotations

from budgetplan.domain.decision import Estimate
from budgetplan.domain.items import FloatArray
from budgetplan.metrics.resampling import interval


def estimate(value: float, replicates: FloatArray | None) -> Estimate:
    """Return a value with the percentile interval of its replicates, shape (resamples,).

    Examples
    --------
    >>> import numpy as np
    >>> estimate(2.0, np.array([1.0, 2.0, 3.0])).low
    1.05
    >>> estimate(2.0, None).known
    False
    """
    if replicates is None:
        return Estimate(value)
    low, high = interval(replicates)
    return Estimate(value, float(low), float(high))


def paired(value: float, one: FloatArray | None, other: FloatArray | None) -> Estimate:
    """Return a difference with its interval, paired by resample; without one where either is not resampled.

    Examples
    --------
    What both have in common in a resample falls out.

    >>> import numpy as np
    >>> both = np.array([5.0, 1.0, 3.0])
    >>> found = paired(0.5, both + 0.5, both)
    >>> found.low, found.high
    (0.5, 0.5)
    """
    return estimate(value, None if one is None or other is None else one - other)
