"""Which model leads at which budgets, and where its lead is firm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.metrics.resampling.simultaneous import firm_differences

TIE = 1e-12

Curve = tuple[FloatArray, FloatArray | None]
"""Net value at each budget, and the same in every resample, shape (resamples, budgets)."""


def winners(budgets: Sequence[Budget], curves: Mapping[str, Curve]) -> tuple[WinnerInterval, ...]:
    """Return who leads from which budget of a grid on.

    Parameters
    ----------
    budgets
        Increasing; a lead holds from its budget up to the next one.
    curves
        By model, in the order of their names: net values at these budgets.

    Returns
    -------
    tuple of WinnerInterval
        A lead is firm where one model leads every other at each budget of the interval, for all pairs of models and
        all budgets of the grid at once (METHODS F8).
    """
    names = list(curves)
    values = np.stack([curves[name][0] for name in names])
    best = values.max(axis=0)
    scale = np.maximum(1.0, np.abs(values).max(axis=0))
    leading = values >= best - TIE * scale
    firm = _firm(curves)
    changes = np.flatnonzero(np.any(leading[:, 1:] != leading[:, :-1], axis=0)) + 1
    starts = [0, *changes.tolist()]
    found = []
    for place, start in enumerate(starts):  # intervals, not items
        end = starts[place + 1] if place + 1 < len(starts) else len(budgets)
        ahead = tuple(name for name, leads in zip(names, leading[:, start], strict=True) if leads)
        sure = len(ahead) == 1 and len(names) > 1 and all(one == ahead[0] for one in firm[start:end])
        high = budgets[end].amount if end < len(budgets) else None
        found.append(WinnerInterval(budgets[start].amount, high, ahead, sure))
    return tuple(found)


def _firm(curves: Mapping[str, Curve]) -> list[str]:
    """Return at each budget which model leads all others beyond doubt, "" where none does."""
    names = list(curves)
    repeats = [drawn for _, drawn in curves.values() if drawn is not None]
    leaders = [""] * len(curves[names[0]][0])
    if len(names) < 2 or len(repeats) < len(names):
        return leaders
    # All pairs and all budgets at once: who leads firmly here leads firmly where one budget is judged alone.
    ahead = firm_differences(np.stack(repeats, axis=-1)).better.sum(axis=2) == len(names) - 1
    for place, model in np.argwhere(ahead):
        leaders[place] = names[model]
    return leaders
