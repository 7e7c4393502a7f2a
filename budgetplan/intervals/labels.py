"""What more labels could be worth at most before deciding (METHODS L)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray

AT_ONCE = 500_000
"""So many numbers are held at a time, beside the objective itself."""


def worth_of_everything(objective: FloatArray) -> float:
    """Return by how much the best choice would be better if everything were known, >= 0, in the objective's unit.

    Parameters
    ----------
    objective
        Shape (resamples, actions): what each model with its stop brings in each resample of the labelled items.

    References
    ----------
    METHODS L: mean over the resamples of the best action in each, less the best mean. Resamples exaggerate differences, so
    that this is a ceiling.

    Examples
    --------
    >>> worth_of_everything(np.array([[14.0, 6.0], [6.0, 14.0]]))
    4.0
    """
    # Everything is measured from the action that is best on average, so that nothing is gained by rounding.
    best = int(np.argmax(objective.mean(axis=0)))
    step = max(AT_ONCE // objective.shape[1], 1)
    gained = []
    for first in range(0, len(objective), step):
        rows = objective[first : first + step]
        gained.append(np.maximum((rows - rows[:, [best]]).max(axis=1), 0.0))
    return float(np.concatenate(gained).mean())
