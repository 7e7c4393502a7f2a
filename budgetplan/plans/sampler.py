"""The resamples of one labelled set, drawn once and used for everything that is said of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.lists.estimates import estimate
from budgetplan.models.resampling import weights, widened, widening
from budgetplan.models.voc import Areas, resampled_areas


class Sampler:
    """Paired resamples of a set: the same ones for every model and every number (METHODS S10).

    ``n_resamples`` 0, or items of one group alone: nothing is resampled and estimates have no interval.
    Replicates of resampled groups are widened already.
    """

    def __init__(self, data: ClassifiedSet, n_resamples: int, seed: int) -> None:
        n_groups = None if data.group is None else len(np.unique(data.group))
        self.weight, self.seed, self.widening = data.weight, seed, widening(n_groups)
        self.n_resamples = n_resamples if n_groups is None or n_groups > 1 else 0
        self.drawn = weights(
            data.n_items, self.n_resamples, seed, group=data.group, stratum=data.stratum, weight=data.weight
        )

    def replicates(self, per_item: FloatArray) -> FloatArray | None:
        """Return the weighted mean of each row in each resample, shape (resamples, rows); None if none is drawn."""
        return widened(self.drawn.means(per_item), self.widening) if self.n_resamples else None

    def mean(self, per_item: FloatArray) -> tuple[Estimate, FloatArray | None]:
        """Return the weighted mean of amounts of shape (n,) with its interval, and its replicates."""
        value = float(np.average(per_item, weights=self.weight))
        found = self.replicates(per_item[None, :])
        replicates = None if found is None else found[:, 0]
        return estimate(value, replicates), replicates

    def areas(
        self, correct: BoolArray, confidence: FloatArray, spans: Sequence[tuple[float, float]] = ()
    ) -> Areas | None:
        """Return the VOC area over each span, and that under generalised risk, in each resample; None if none is drawn."""
        if not self.n_resamples:
            return None
        found = resampled_areas(correct, confidence, spans, self.drawn)
        return Areas(widened(found.voc, self.widening), widened(found.augrc, self.widening))
