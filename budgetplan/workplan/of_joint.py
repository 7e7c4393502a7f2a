"""How people review what a model does not answer, on one budget with it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from budgetplan.domain.prices import Quantities
from budgetplan.metrics.ranking.path import Path
from budgetplan.metrics.resampling.bounds import TWO_SIDED, forecast_interval
from budgetplan.planning.joint.purse import MEASURES
from budgetplan.planning.joint.recommendation import corrected_along, worth_more
from budgetplan.planning.joint.solve import JointPlan
from budgetplan.workplan.building import (
    BY_BUDGET,
    Binds,
    Bought,
    Checkpoint,
    Where,
    WorkPlan,
    rising,
    work_plan,
)


def work_of_joint(joint: JointPlan) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where people review nothing."""
    option, bench = joint.option, joint.bench
    if joint.refusal or joint.unmet or not option.reviewed:
        return None
    # Random items may be any of the list: one costs what one does on average.
    mean = {name: float(np.average(bench.quantities[name], weights=bench.count)) for name in MEASURES}
    each = Quantities(1, **mean)
    bought = Bought(
        bench.purse.bought(option.drawn.path, option.reviewed, option.calls),
        each,
        each,
        bench.purse.model_cost,
        int(joint.total * (1 + 1e-9)),
        joint.test.n_items,
    )
    work = work_plan(joint.plan, _where(joint), bought, _binds(joint), ("corrected", _checkpoints(joint)))
    return replace(work, not_worth=_not_worth(joint), answerer=option.rule.answerer)


def _where(joint: JointPlan) -> Where:
    """Return where the order is: by gain for money no column of the table holds it."""
    if joint.answered_list is not None:
        return Where("answered", joint.name)
    return Where("queue" if joint.bench.on_list else "missing", joint.name)


def _binds(joint: JointPlan) -> Binds:
    """Return what ends the review."""
    if joint.option.left.value < 0.5 and joint.option.queue_ends:
        return "list"
    budget, limited = joint.option.budget, joint.budget_ends or bool(worth_more(joint))
    return "worth" if budget is None or not limited else BY_BUDGET[budget.unit]


def _not_worth(joint: JointPlan) -> int:
    """Return for how many further items a budget pays that ends the plan all the same: they would cost more than they bring."""
    option = joint.option
    if option.budget is None or joint.budget_ends or _binds(joint) != BY_BUDGET[option.budget.unit]:
        return 0
    return max(option.stop.most - option.reviewed, 0)


def _checkpoints(joint: JointPlan) -> tuple[Checkpoint, ...]:
    """Return how many answers of the model people should have changed by when.

    With an interval where the labelled items are drawn singly and stand for the list in proportion: of those that
    stand for the first items so many were wrong; where people err, their errors vary, too.

    References
    ----------
    METHODS F8, F9.
    """
    option = joint.option
    path = corrected_along(option.way)
    stops = joint.plan.work.checked_at(option.reviewed)
    data = joint.test
    alike = data.weight is None and data.group is None and not joint.bench.on_list
    each = data.n_items / joint.total
    found = []
    for stop in stops:  # five at most
        change = float(path.read("change", stop))
        ends: tuple[float | None, float | None] = (None, None)
        if alike and joint.plan.resamples:
            ends = _ends(path, stop, each)
        found.append(Checkpoint(stop, change, *ends))
    return rising(found)


def _ends(path: Path, stop: int, each: float) -> tuple[float, float]:
    """Return between how many answers are changed among the first items: the model's errors vary, and people's do."""
    wrong, change, step, chance = (
        float(path.read(name, stop)) for name in ("wrong", "change", "step", "chance")
    )
    ends, people = forecast_interval(wrong * each, stop * each, stop), TWO_SIDED * math.sqrt(chance)
    below, above = (math.hypot(step / stop * (end - wrong), people) for end in ends)
    return max(change - below, 0.0), min(change + above, float(stop))
