"""Which model brings most at which budgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import WinnerInterval
from budgetplan.domain.plan import Budget

TIE = 1e-12


def winners(budgets: Sequence[Budget], curves: Mapping[str, FloatArray]) -> tuple[WinnerInterval, ...]:
    """Return who leads from which budget of a grid on.

    Parameters
    ----------
    budgets
        Increasing; a lead holds from its budget up to the next one.
    curves
        By model, in the order of their names: net values at these budgets.

    """
    names = list(curves)
    values = np.stack([curves[name] for name in names])
    best = values.max(axis=0)
    scale = np.maximum(1.0, np.abs(values).max(axis=0))
    leading = values >= best - TIE * scale
    changes = np.flatnonzero(np.any(leading[:, 1:] != leading[:, :-1], axis=0)) + 1
    starts = [0, *changes.tolist()]
    found = []
    for place, start in enumerate(starts):  # intervals, not items
        end = starts[place + 1] if place + 1 < len(starts) else len(budgets)
        ahead = tuple(name for name, leads in zip(names, leading[:, start], strict=True) if leads)
        high = budgets[end].amount if end < len(budgets) else None
        found.append(WinnerInterval(budgets[start].amount, high, ahead))
    return tuple(found)
