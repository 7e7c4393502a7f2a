"""The resamples of one labelled set, drawn once and used for everything that is said of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.intervals.estimates import estimate
from budgetplan.metrics.resampling.means import mean_replicates
from budgetplan.metrics.resampling.paired import Resamples, kept_blocks, kept_draws
from budgetplan.metrics.resampling.scores import Tally, macro_replicates
from budgetplan.metrics.resampling.voc_areas import Areas, area_replicates
from budgetplan.metrics.resampling.widening import widened, widening

MOST_EXACT = 10**7
"""Up to so many items x resamples the draws are kept as floating numbers too, of eight bytes each."""


class Sampler:
    """Paired resamples of a set: the same ones for every model and every number (METHODS S10).

    ``n_resamples`` 0, or items of one group alone: nothing is resampled and estimates have no interval.
    Replicates of resampled groups are widened already.
    """

    def __init__(self, data: ClassifiedSet, n_resamples: int, seed: int) -> None:
        self.weight = data.weight
        n_groups = None if data.group is None else len(np.unique(data.group))
        self.widening = widening(n_groups)
        told_apart = n_groups is None or n_groups > 1
        n_resamples = n_resamples if told_apart else 0
        self.how = Resamples(data.n_items, n_resamples, seed, data.group, data.weight, stratum=data.stratum)
        self._drawn = kept_draws(self.how)
        # Sums are worked out in floating numbers, and from the same draws a hundred times.
        few = self._drawn is not None and n_resamples * data.n_items <= MOST_EXACT
        self._exact = [weights.astype(np.float64) for weights in self._drawn or ()] if few else self._drawn
        self._blocks = kept_blocks(self.how)

    @property
    def off(self) -> bool:
        """Whether nothing is resampled."""
        return self.how.n_resamples == 0

    def replicates(self, per_item: FloatArray) -> FloatArray | None:
        """Return the weighted mean of each row in each resample, shape (resamples, rows); None if off."""
        return (
            None
            if self.off
            else self._widened(mean_replicates(per_item, self.how, self._exact, self._blocks))
        )

    def mean(self, per_item: FloatArray) -> tuple[Estimate, FloatArray | None]:
        """Return the weighted mean of amounts of shape (n,) with its interval, and its replicates."""
        value = float(np.average(per_item, weights=self.weight))
        found = self.replicates(per_item[None, :])
        replicates = None if found is None else found[:, 0]
        return estimate(value, replicates), replicates

    def macro(self, score: Tally) -> FloatArray | None:
        """Return mean precision, recall and F1 over the classes in each resample, shape (B, 3); None if off."""
        return None if self.off else self._widened(macro_replicates(score, self.how, self._exact))

    def areas(
        self, correct: BoolArray, confidence: FloatArray, spans: Sequence[tuple[float, float]] = ()
    ) -> Areas | None:
        """Return the VOC area over each span, and that under generalised risk, in each resample; None if off."""
        if self.off:
            return None
        found = area_replicates(correct, confidence, spans, self.how, self._drawn)
        return Areas(self._widened(found.voc), self._widened(found.augrc))

    def _widened(self, replicates: FloatArray) -> FloatArray:
        return widened(replicates, self.widening)
