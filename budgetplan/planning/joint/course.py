"""What a joint plan does with each item of the list: what the model answers alone, what people review, what is left."""

from __future__ import annotations

import numpy as np

from budgetplan.domain.review.course import Course
from budgetplan.planning.joint.list_side import ListPlanner
from budgetplan.planning.joint.solve import JointPlan


def course_of(joint: JointPlan) -> Course | None:
    """Return who does what on the list; None where nothing is done, or the list has no predictions of its own."""
    planner, option = joint.chosen.planner, joint.option
    if not isinstance(planner, ListPlanner) or joint.refusal or joint.unmet or not option.starts:
        return None
    side, applied = planner.test, option.applied
    accepted = applied.accepted
    answered = np.flatnonzero(accepted)
    names = side.data.names
    unknown = np.full(side.data.n_items, np.nan)
    assert joint.plan.deferral is not None
    assert joint.plan.deferral.reviewing is not None
    by = joint.plan.deferral.reviewing.order
    return Course(
        model=joint.chosen.name,
        order_by=by,
        ids=side.data.ids,
        queue=applied.split.queue.order,
        review=applied.reviewed,
        answered=answered,
        answers=tuple(names[code] for code in side.said.predicted[answered].tolist()),
        score=1 - side.said.confidence if by == "uncertain" else unknown,
        rate=side.quantities["positives"] if joint.plan.positive else unknown,
        known_cost=side.known_cost,
        sizes={name: side.quantities[name] for name in ("seconds", "units", "listed")},
        weighted=side.data.weight is not None and bool((side.data.weight != 1).any()),
    )
