"""What a joint plan does with each item of the list: what the model answers alone, what people review, what is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.review.course import Band, Course
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.ranking.path import Path, make_path
from budgetplan.planning.asking.answered_list import AnsweredList
from budgetplan.planning.joint.list_side import ListPlanner
from budgetplan.planning.joint.plans import Applied, Planner
from budgetplan.planning.joint.sides import Side, review_errors
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


def corrected_along(planner: Planner, applied: Applied) -> Path:
    """Return along the queue of a plan what its items hold: ``wrong`` answers, those people ``change``, and more.

    People who err put a right answer wrong, and leave a wrong one of which they hold the model's answer for true: of C
    classes each of their errors falls on any of the others alike. ``step`` is how many more are changed
    where one more is wrong; ``chance`` by how much people's errors vary.
    """
    side = planner.test
    wrong = side.stakes[applied.deployed.family].wrong
    error, others = _errors(planner), max(len(side.data.classes) - 1, 1)
    amounts: Mapping[str, FloatArray] = {
        "wrong": wrong,
        "change": wrong * (1 - error / others) + (1 - wrong) * error,
        "step": 1 - error / others - error,
        "chance": error * (1 - error),
    }
    return make_path(applied.split.queue, applied.split.weight, amounts)


def _errors(planner: Planner) -> FloatArray:
    """Return how likely people are to get each item wrong, shape (n,): on a list by what the model holds it for."""
    side = planner.test
    by_class = review_errors(side.plan, side.data.names)
    if not isinstance(planner, ListPlanner):
        return np.asarray(by_class[side.data.truth])
    if side.said.probabilities is not None:
        return np.asarray(side.said.probabilities @ by_class[: side.data.n_classes])
    known = planner.labelled_side.data
    weight = item_weights(known.n_items, known.weight)
    mean = float(np.average(review_errors(side.plan, known.names)[known.truth], weights=weight))
    return np.full(side.data.n_items, mean)
