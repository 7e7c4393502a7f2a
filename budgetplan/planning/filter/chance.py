"""Whether any model orders the items better than chance would: where none does, no stop can be justified."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.evidence.noise import ReviewResamples
from budgetplan.evidence.paths import Evidence, Ranked
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
    if any_better(_gain(read, evidence.models, place)):
        return ()
    names = tuple(model.name for model in evidence.single)
    return (Doubt(DoubtKind.NO_BETTER, "", "", items, evidence.whole_items, names),)


def _gain(read: ReviewResamples, models: Sequence[Ranked], place: int | None) -> FloatArray:
    """Return what each model finds beyond a random order in each resample, shape (models, resamples)."""
    gains = []
    for model in models:
        found = read.positives(model)
        over = found - read.shares * found[:, -1:]
        gains.append(over.mean(axis=1) if place is None else over[:, place])
    return np.stack(gains)
