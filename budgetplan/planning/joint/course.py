"""What a joint plan does with each item of the list: what the model answers alone, what people review, what is left."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.domain.review.course import Band, Course
from budgetplan.planning.asking.answered_list import AnsweredList
from budgetplan.planning.joint.corrected import corrected_along
from budgetplan.planning.joint.list_side import ListPlanner
from budgetplan.planning.joint.sides import Side
from budgetplan.planning.joint.solve import JointPlan

POINTS = 200
"""At so many places of the queue it is written what is expected by then."""


def course_of(joint: JointPlan) -> Course | None:
    """Return who does what on the list; None where nothing is done, or the list has no predictions of its own.

    Where an answerer is still to be asked, there is none either: what its answers settle is not known.
    """
    planner, option = joint.chosen.planner, joint.option
    if joint.refusal or joint.unmet or not option.starts:
        return None
    if joint.answered_list is not None:
        return None if joint.answered_list.waits else _of_asked(joint, joint.answered_list)
    if not isinstance(planner, ListPlanner):
        return None
    answered, applied = np.flatnonzero(option.applied.accepted), option.applied
    said = planner.test.said.predicted
    found = _course(joint, planner.test, (applied.split.queue.order, applied.reviewed), answered, said)
    names = planner.test.data.names
    return replace(found, said=tuple(names[code] for code in said.tolist()), corrections=_corrections(joint))


def _corrections(joint: JointPlan) -> Band | None:
    """Return of how many answers of the model along the queue people are expected to differ; None without a queue.

    By the list's own predictions, as the report's checkpoints have it: no interval is known of that.
    """
    planner, applied = joint.chosen.planner, joint.option.applied
    n = len(applied.split.queue.order)
    if not n:
        return None
    path = corrected_along(planner, applied)
    items = np.unique(np.rint(np.linspace(0.0, path.n_items, min(n, POINTS) + 1)))
    items = np.unique(np.append(items, float(applied.reviewed)))
    unknown = np.full(len(items), np.nan)
    return Band(items, np.asarray(path.read("change", items), dtype=np.float64), unknown, unknown)


def _of_asked(joint: JointPlan, known: AnsweredList) -> Course:
    answered = np.flatnonzero(known.accepted | known.settled)
    whose = (joint.chosen.name, known.answerer)
    by = tuple(whose[place] for place in known.settled[answered].tolist()) if known.answerer else ()
    return _course(joint, known.side, (known.queue, known.review), answered, known.said, by, known.paid)


def _course(
    joint: JointPlan,
    side: Side,
    queue: tuple[IntArray, int],
    answered: IntArray,
    said: IntArray,
    by: tuple[str, ...] = (),
    paid: Decimal = Decimal(0),
) -> Course:
    """Return the course of a list.

    ``queue``: rows in their order, and how many of them are reviewed; ``paid``: to who answers before people begin.
    """
    names, unknown = side.data.names, np.full(side.data.n_items, np.nan)
    assert joint.plan.deferral is not None
    assert joint.plan.deferral.reviewing is not None
    order = joint.plan.deferral.reviewing.order
    return Course(
        model=joint.chosen.name,
        order_by=order,
        ids=side.data.ids,
        queue=queue[0],
        review=queue[1],
        answered=answered,
        answers=tuple(names[code] for code in said[answered].tolist()),
        answered_by=by,
        score=1 - side.said.confidence if order == "uncertain" else unknown,
        rate=side.quantities["positives"] if joint.plan.positive else unknown,
        known_cost=side.known_cost,
        sizes={name: side.quantities[name] for name in ("seconds", "units", "listed")},
        model_cost=joint.chosen.planner.purse.model_cost + paid,
        weighted=side.data.weight is not None and bool((side.data.weight != 1).any()),
    )
