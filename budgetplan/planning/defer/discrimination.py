"""How well confidence puts right answers before wrong ones: risk against coverage, and value against the error weight.

METHODS S6 and S9.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.metrics.answers.voc import voc_curve
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import make_path
from budgetplan.planning.defer.sampler import Sampler
from budgetplan.planning.estimates import estimate

SPANS = ((0.0, 1.0), (1.0, 10.0))
"""Error weights over which VOC areas are taken, with intervals."""


@dataclass(frozen=True, eq=False)
class RiskCurve:
    """Wrong answers if the surest items are answered alone; straight between the points.

    ``coverage``: share answered alone, rising from 0 to 1. ``wrong``: wrong answers per item of the whole set
    (generalised risk), from 0 to the share of wrong answers. Both shape (points,); one point where each group
    of equal confidences ends.
    """

    coverage: FloatArray
    wrong: FloatArray

    def at(self, share: float) -> float:
        """Return the wrong answers per item when this share is answered alone."""
        return float(np.interp(share, self.coverage, self.wrong))


def risk_curve(said: Predictions, correct: BoolArray, weight: FloatArray | None) -> RiskCurve:
    """Return generalised risk against coverage of one model; the area under it is AUGRC."""
    path = make_path(rank(said.confidence), weight, {"wrong": (~correct).astype(np.float64)})
    return RiskCurve(path.items / path.n_items, path.sums["wrong"] / path.n_items)


@dataclass(frozen=True)
class WorthByWeight:
    """What the VOC curve with the cutoff of theory says in numbers.

    ``areas``: area under its positive part over each of ``SPANS``. ``total``: over all error weights, ``inf``
    where unbounded. ``first_not_paying``, ``last_paying``: the first error weight at which the model is worth
    nothing or less, and the last up to which it is worth more; ``inf`` where there is none.
    """

    areas: tuple[Estimate, ...]
    total: float
    first_not_paying: float
    last_paying: float


def worth_by_weight(
    said: Predictions, correct: BoolArray, test: ClassifiedSet, sampler: Sampler
) -> WorthByWeight:
    """Return areas with their 95 % intervals, and the error weights at which using the model begins to fail."""
    curve = voc_curve(correct, said.confidence, test.weight)
    values = [curve.area(*span) for span in SPANS]
    replicates = sampler.areas(correct, said.confidence, SPANS)
    columns = [None] * len(values) if replicates is None else list(replicates.T)
    areas = [estimate(value, column) for value, column in zip(values, columns, strict=True)]
    total = curve.area(0.0, float("inf"))
    return WorthByWeight(tuple(areas), total, curve.first_not_paying, curve.omega_sup)
