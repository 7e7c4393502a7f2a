"""Whether any model orders the items better than chance would: where none does, no stop can be justified."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.planning.filter.evidence import Evidence, Ranked
from budgetplan.planning.filter.noise import ReviewResamples

CONFIDENCE = 0.95
"""A model is better than a random order where that holds for all models at once with this confidence."""


def any_better(gain: FloatArray) -> bool:
    """Return whether a model finds more than a random order does, beyond what chance explains.

    All models are judged together, since the best-looking of many is likely to look good by chance: c is the 0.95
    quantile over the resamples of the greatest |D - mean D| / sd D of all models, and a model is better where
    mean D > c sd D (METHODS F8).

    Parameters
    ----------
    gain
        Shape (models, resamples), in entries: D, what is found less what a random order would find.

    Examples
    --------
    >>> noise = np.random.default_rng(1).normal(size=(3, 500))
    >>> any_better(noise), any_better(noise + np.array([[0.0], [0.0], [5.0]]))
    (False, True)
    """
    mean, spread = gain.mean(axis=1), gain.std(axis=1)
    # Without any spread there is no chance to speak of: rounding aside, the mean is the truth.
    moving = spread > 1e-9 * np.abs(gain).max(initial=1.0)
    if np.any(mean[~moving] > 1e-9):
        return True
    if not moving.any():
        return False
    off = np.abs(gain[moving] - mean[moving, None]) / spread[moving, None]
    limit = np.quantile(off.max(axis=0), CONFIDENCE)
    return bool(np.any(mean[moving] > limit * spread[moving]))


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
    place = int(np.argmin(np.abs(read.shares * evidence.list_items - items))) if items else None
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
