"""How people review what a model does not answer, on one budget with it."""

from __future__ import annotations

import math
from dataclasses import replace

from budgetplan.domain.plan import MEAN
from budgetplan.domain.prices import Quantities
from budgetplan.metrics.ranking.path import Path
from budgetplan.metrics.resampling.bounds import TWO_SIDED, forecast_interval
from budgetplan.planning.joint.course import corrected_along
from budgetplan.planning.joint.list_side import ListPlanner
from budgetplan.planning.joint.purse import MEASURES
from budgetplan.planning.joint.recommendation import worth_more
from budgetplan.planning.joint.solve import JointPlan
from budgetplan.workplan.building import (
    BY_BUDGET,
    Binds,
    Bought,
    Checkpoint,
    Where,
    WorkPlan,
    by_sureness,
    rising,
    row_of,
    work_plan,
)


def work_of_joint(joint: JointPlan) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where people review nothing."""
    applied = joint.option.applied
    if joint.refusal or joint.unmet or not applied.reviewed:
        return None
    purse, path = joint.chosen.planner.purse, applied.split.path
    # Random items are also of those that the model alone answers: one costs what one of the queue does on average.
    each = Quantities(1, **{name: float(path.total(name)) / path.n_items for name in MEASURES})
    whole = joint.total if joint.answered_list is None else path.n_items
    bought = Bought(
        purse.bought(applied.split, applied.reviewed),
        each,
        each,
        purse.model_cost,
        int(whole * (1 + 1e-9)),
        joint.test.n_items,
    )
    work = work_plan(joint.plan, _where(joint), bought, _binds(joint), ("corrected", _checkpoints(joint)))
    return replace(work, not_worth=_not_worth(joint), answerer=applied.answerer)


def _where(joint: JointPlan) -> Where:
    """Return where the order is; one column tells it where the least sure answers are reviewed first."""
    planner, applied = joint.chosen.planner, joint.option.applied
    assert joint.plan.deferral is not None
    assert joint.plan.deferral.reviewing is not None
    if joint.answered_list is not None:
        return Where("answered", joint.chosen.name)
    plain = joint.plan.deferral.reviewing.order == "uncertain" and applied.deployed.family == "confidence"
    own, side = isinstance(planner, ListPlanner), planner.test
    if not plain or joint.chosen.name == MEAN or side.said.one_column:
        return Where("queue" if own else "missing", joint.chosen.name)
    queue = applied.split.queue.order
    last = row_of(applied.split.weight[queue], applied.reviewed)
    first = float(side.said.confidence[queue[0]]) if own else None
    ends = first, float(side.said.confidence[queue[last]])
    return Where("queue" if own else "column", joint.chosen.name, *by_sureness(joint.plan, side.said), *ends)


def _binds(joint: JointPlan) -> Binds:
    """Return what ends the review."""
    if joint.queue_ends or joint.option.left.value < 0.5:
        return "list"
    budget, limited = joint.option.applied.budget, joint.budget_ends or bool(worth_more(joint))
    return "worth" if budget is None or not limited else BY_BUDGET[budget.unit]


def _not_worth(joint: JointPlan) -> int:
    """Return for how many further items a budget pays that ends the plan all the same: they would cost more than they bring."""
    applied, purse = joint.option.applied, joint.chosen.planner.purse
    if applied.budget is None or joint.budget_ends or _binds(joint) != BY_BUDGET[applied.budget.unit]:
        return 0
    return max(int(purse.affordable(applied.split, applied.budget)) - int(applied.reviewed), 0)


def _checkpoints(joint: JointPlan) -> tuple[Checkpoint, ...]:
    """Return how many answers of the model people should have changed by when.

    With an interval where the labelled items are drawn singly and stand for the list in proportion: of those that
    stand for the first items so many were wrong; where people err, their errors vary, too.

    References
    ----------
    METHODS F8, F9.
    """
    planner, applied = joint.chosen.planner, joint.option.applied
    path = corrected_along(planner, applied)
    stops = joint.plan.work.checked_at(applied.reviewed)
    data = joint.test
    alike = data.weight is None and data.group is None and not isinstance(planner, ListPlanner)
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
