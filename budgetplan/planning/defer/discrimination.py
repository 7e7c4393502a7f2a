"""How well confidence puts right answers before wrong ones, by value against the error weight (METHODS S6)."""

from __future__ import annotations

from dataclasses import dataclass

from budgetplan.arrays import BoolArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.intervals.estimates import estimate
from budgetplan.metrics.answers.voc import voc_curve
from budgetplan.planning.defer.sampler import Sampler

SPANS = ((0.0, 1.0), (1.0, 10.0))
"""Error weights over which VOC areas are taken, with intervals."""


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
