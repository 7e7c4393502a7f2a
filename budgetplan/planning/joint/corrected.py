"""How many answers of the model people are expected to change: its wrong ones, and right ones where people err."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.ranking.path import Path, make_path
from budgetplan.planning.joint.list_side import ListPlanner
from budgetplan.planning.joint.plans import Applied, Planner
from budgetplan.planning.joint.sides import review_errors


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
