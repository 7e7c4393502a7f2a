"""Whether any model orders the items better than chance would: where none does, no stop can be justified."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.evidence.noise import ReviewResamples
from budgetplan.evidence.paths import Evidence
from budgetplan.intervals.comparison import any_better


def doubts_of_order(evidence: Evidence, read: ReviewResamples | None, items: int) -> tuple[Doubt, ...]:
    """Return the doubt that no model beats a random order; nothing where one does, or where it cannot be known.

    Parameters
    ----------
    evidence
        What the labelled items say.
    read
        Resamples that were read at the stop, or, where there is none, along the list; from 0 to the whole list.
    items
        The stop; 0 where there is none, then the mean along the list is judged.
    """
    alike = len(np.unique(evidence.measures["positives"])) < 2  # every order finds the same
    if read is None or alike or items >= evidence.whole_items:
        return ()
    place = read.place(items) if items else None
    if any_better(_gain(read, evidence, place)):
        return ()
    names = tuple(model.name for model in evidence.single)
    by_chance = float(evidence.random.path.read("positives", items)) if items else None
    types = evidence.plan.columns.type if evidence.random.queue is not None else ""
    return (Doubt(DoubtKind.NO_BETTER, "", types, items, evidence.whole_items, names, by_chance),)


def _gain(read: ReviewResamples, evidence: Evidence, place: int | None) -> FloatArray:
    """Return what each model finds beyond a random order in each resample, shape (models, resamples)."""
    gains = []
    by_chance = read.shares
    if evidence.random.queue is not None:  # types are found early in any order
        path = evidence.random.path
        by_chance = path.read("positives", read.items) / max(path.total("positives"), 1.0)
    for model in evidence.models:
        found = read.positives(model)
        over = found - by_chance * found[:, -1:]
        gains.append(over.mean(axis=1) if place is None else over[:, place])
    return np.stack(gains)
