"""A goal for errors: the lowest cutoff at which few enough accepted answers are wrong, guaranteed for every model at once.

The cutoffs that are tried are fixed before the labels of the test items are looked at: the places of the validation
items' confidences, or a grid of numbers. So the exact test may be read on the test items, one labelled set too.
"""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.errors import UsageError
from budgetplan.metrics.answers.voc import accepted_at
from budgetplan.metrics.bounds import least_accepted, lowest_cutoff_within, upper_bound

ALPHA = 0.1
"""The guarantee holds with 90 % confidence."""
GRID = np.concatenate([np.arange(20) / 20, [0.96, 0.97, 0.98, 0.99, 0.995, 0.999]])
"""The cutoffs that are tried where no validation items give others."""
STEPS = 20
"""So many places of the validation items' confidences are tried."""
MOST = 10**9
"""More test items than this are as good as none that would do."""


def check_exact(test: ClassifiedSet) -> None:
    """Refuse items of which the test would not be exact."""
    if test.weight is not None or test.group is not None:
        raise UsageError(
            "A share of wrong answers can be guaranteed only by test items that are independent and count once: leave "
            "out goal.most_wrong, or table.group and table.weight if the items are independent after all"
        )


def cutoffs_to_try(validation: Predictions | None) -> FloatArray:
    """Return the cutoffs on a model's stated confidence, none of which knows a test item."""
    if validation is None:
        return GRID
    places = np.arange(STEPS) / STEPS
    return np.unique(np.quantile(validation.confidence, places, method="lower"))


def lowest_guaranteed(
    risk: float, confidence: FloatArray, correct: BoolArray, cutoffs: FloatArray, n_models: int
) -> float:
    """Return the lowest cutoff with at most a share ``risk`` of wrong answers among the accepted, inf if none has.

    With 90 % confidence for ``n_models`` models at once. A cutoff that accepts too few to show anything is not
    tried: how many it accepts says nothing of how many of these are right.

    Examples
    --------
    >>> right = np.arange(60) < 45
    >>> lowest_guaranteed(0.1, np.repeat([0.9, 0.8], 30), right, np.array([0.8, 0.85, 0.9, 0.95]), n_models=1)
    0.85
    """
    alpha = ALPHA / n_models
    n_accepted = (confidence >= cutoffs[:, None]).sum(axis=1)
    tried = cutoffs[n_accepted >= least_accepted(risk, alpha)]
    return lowest_cutoff_within(risk, confidence, correct, tried, alpha)


def items_needed(
    risk: float, confidence: FloatArray, correct: BoolArray, cutoffs: FloatArray, n_models: int
) -> float:
    """Return how many test items would guarantee the risk, at the cutoff where the fewest do; inf if none would.

    If as many of the answers are accepted, and as many of these are right, as of the items seen.

    Examples
    --------
    None wrong of ten, all accepted: 44 items (0.95^44 > 0.1) are one too few.

    >>> items_needed(0.05, np.full(10, 0.9), np.ones(10, dtype=bool), np.array([0.5]), n_models=1)
    45.0
    """
    right, wrong = accepted_at(cutoffs, correct, confidence)
    needed = [
        _accepted_needed(risk, w / (r + w), ALPHA / n_models) * len(confidence) / (r + w)
        for r, w in zip(right.tolist(), wrong.tolist(), strict=True)  # cutoffs, not items
        if r + w > 0
    ]
    return float(np.ceil(min(needed, default=np.inf)))


def _accepted_needed(risk: float, rate: float, alpha: float) -> float:
    """Return how many accepted answers, so many of them wrong, bound the rate by the risk."""
    if rate >= risk:
        return float("inf")
    low, high = 0, least_accepted(risk, alpha)
    while high < MOST and upper_bound(rate * high, high, alpha) > risk:
        low, high = high, 2 * high
    if high >= MOST:
        return float("inf")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if upper_bound(rate * middle, middle, alpha) > risk else (low, middle)
    return float(high)
