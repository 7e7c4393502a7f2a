"""From a value and the same value in every resample to an estimate (METHODS F8)."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.stops import interval as middle
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Plan
from budgetplan.models.resampling import interval, widened, widening


def estimate(value: float, replicates: FloatArray | None, by: float = 1.0) -> Estimate:
    """Return a value with the percentile interval of its replicates, shape (resamples,), where there are any.

    ``by``: what the interval widens by about the mean of the replicates, where whole groups were resampled
    (and the replicates are not widened yet).

    Examples
    --------
    >>> import numpy as np
    >>> estimate(2.0, np.array([1.0, 2.0, 3.0])).low
    1.05
    >>> round(estimate(2.0, np.array([1.0, 2.0, 3.0]), 2.0).high, 9)
    3.9
    >>> estimate(2.0, None).known
    False
    """
    if replicates is None or not len(replicates):
        return Estimate(value)
    low, high = interval(widened(replicates, by))
    return Estimate(value, float(low), float(high))


def of_draws(value: float, drawn: FloatArray, least: float = -math.inf, most: float = math.inf) -> Estimate:
    """Return a mean with the middle 95 % of its draws, shape (B,), within what is possible (METHODS F7).

    Examples
    --------
    >>> of_draws(2.0, np.arange(40.0), least=3.0)
    Estimate(value=2.0, low=2.0, high=38.975)
    """
    low, high = np.clip(middle(drawn), least, most)
    return Estimate(value, min(float(low), value), max(float(high), value))


def less_luck(value: float, drawn: FloatArray | None, luck: float) -> Estimate:
    """Return a net value that luck is off, with the middle 95 % of draws that it is off, shape (B,): but for the high end.

    Off the high end, too, it left the interval below the truth: in known worlds 76 % of the intervals held, and so 95 %
    (METHODS F7).

    Examples
    --------
    >>> less_luck(15.0, np.arange(1.0, 40.0) - 5.0, 5.0)
    Estimate(value=15.0, low=-4.0, high=39.0)
    """
    if drawn is None:
        return Estimate(value)
    whole = of_draws(value, drawn)
    return replace(whole, high=None if whole.high is None else whole.high + luck)


def paired(value: float, drawn: FloatArray | None, other: FloatArray | None, by: float = 1.0) -> Estimate:
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
    return estimate(value, None if drawn is None or other is None else drawn - other, by)


def resampled_if_told_apart(plan: Plan, group: IntArray | None) -> Plan:
    """Return the plan, with resampling off where all labelled items are of one group: it says nothing of others.

    Parameters
    ----------
    group
        Shape (n,): code of each labelled item's group; None where items are independent.
    """
    if group is None or not plan.resamples or math.isfinite(widening(len(np.unique(group)))):
        return plan
    return replace(plan, resamples=0)
