"""What is spent where a price depends on the label: how far it varies, and what a budget surely buys (METHODS F5).

An entry that costs more than a rejected item makes the spend as uncertain as the number of entries found. A stop
that the budget pays for on average breaks it in every second list; the stop here keeps within it in 95 % of
resamples.
"""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO
from budgetplan.evidence.noise import ReviewResamples
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.metrics.resampling.paired import interval


def varies(evidence: Evidence) -> bool:
    """Return whether the spend depends on what is found."""
    return evidence.prices.stated and bool(evidence.prices.extra_per_entry)


def at_items(noise: ReviewResamples, readings: FloatArray, items: float) -> FloatArray:
    """Return readings of shape (resamples, shares) at a number of items, between two shares in proportion.

    Shape (resamples,).
    """
    share = min(items / noise.evidence.list_items, 1.0)
    after = int(np.clip(np.searchsorted(noise.shares, share), 1, len(noise.shares) - 1))
    low, high = noise.shares[after - 1], noise.shares[after]
    step = (share - low) / (high - low)
    return np.asarray(readings[:, after - 1] + step * (readings[:, after] - readings[:, after - 1]))


def whole_items(evidence: Evidence, model: Ranked, budget: Budget, noise: ReviewResamples | None) -> int:
    """Return the greatest whole number of items that a budget pays for, also where more is found than expected.

    Where prices do not depend on labels, or nothing is resampled: :meth:`Evidence.affordable`. Else no more than
    keeps the upper end of the 95 % interval of the spend within the budget.
    """
    most = evidence.affordable(model, budget)
    if noise is None or budget.unit != "money" or not varies(evidence):
        return most
    limit = float(budget.amount) * (1 + 1e-12)
    if budget.covers == "annotation":
        spent = noise.readings[model.name].at_shares["cost"] / MICRO
    else:
        spent = noise.totals(model)
    low = 0
    while low < most:  # in no resample does reviewing more cost less
        middle = (low + most + 1) // 2
        # The fixed part is paid with the first item; between not starting and the first share it is not mixed in.
        here = max(middle, noise.shares[1] * evidence.list_items)
        _, high = interval(at_items(noise, spent, here))
        low, most = (middle, most) if float(high) <= limit else (low, middle - 1)
    return low
