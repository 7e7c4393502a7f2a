"""What more labels could be worth before deciding, beside what one of them costs (METHODS 0.16)."""

from __future__ import annotations

import numpy as np

from budgetplan.domain.decision import LabelsUnit, LabelsWorth
from budgetplan.planning.joint.option import JointAlternative, Planner


def labels_worth(
    planner: Planner, option: JointAlternative, labelled: int, unit: LabelsUnit
) -> LabelsWorth | None:
    """Return what knowing everything would add at most to the plan of a budget; None without draws.

    Parameters
    ----------
    planner, option
        Of the recommended way, and its plan.
    labelled
        Labelled items that more labels would be added to.
    """
    bench = planner.bench
    if not bench.plan.resamples:
        return None
    priced = bench.plan.prices.stated
    price = float(np.average(bench.price, weights=bench.count)) if priced else None
    known = planner.best_known(option)
    listed = bench.total if bench.chance else None
    return LabelsWorth(unit, labelled, listed, price, max(known - option.stop.mean, 0.0))
