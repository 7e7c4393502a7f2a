"""How often a model is right when it says how sure it is, and how sure it is of right and wrong answers (METHODS S7)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.metrics.answers.calibration import bins
from budgetplan.planning.defer.cutoff_methods import Judged
from budgetplan.planning.defer.quality import N_BINS


@dataclass(frozen=True)
class Bin:
    """The answers whose confidence lies in (start, end]; the first bin holds 0 too.

    ``right`` and ``wrong`` are weighted answers, ``confidence`` their mean confidence, ``accuracy`` the share of
    right ones with its two-sided 95 % interval; no interval where items come in groups.
    """

    start: float
    end: float
    right: float
    wrong: float
    confidence: float
    accuracy: Estimate

    @property
    def answers(self) -> float:
        """Weighted answers in the bin."""
        return self.right + self.wrong

    @property
    def in_percent(self) -> tuple[float, Estimate]:
        """Mean confidence and share of right answers, as they are drawn."""
        return 100 * self.confidence, self.accuracy.times(100)


@dataclass(frozen=True)
class Reliability:
    """The bins that hold answers, by stated confidence, and by calibrated confidence where that was fitted."""

    stated: tuple[Bin, ...]
    calibrated: tuple[Bin, ...] | None

    @property
    def totals(self) -> tuple[float, float]:
        """Right and wrong answers of all bins."""
        return sum(row.right for row in self.stated), sum(row.wrong for row in self.stated)

    def histogram(self, least: int) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
        """Return the middles of the bins in per cent, and the right and the wrong answers in each, by stated confidence.

        From the first bin that holds answers on, but of at least the last ``least``.
        """
        held = {round(row.end * N_BINS) - 1: row for row in self.stated}
        places = range(min(*held, N_BINS - least), N_BINS)
        middles = tuple(100 * (place + 0.5) / N_BINS for place in places)
        right, wrong = (
            tuple(float(getattr(held[place], name)) if place in held else 0.0 for place in places)
            for name in ("right", "wrong")
        )
        return middles, right, wrong


def reliability(one: Judged, test: ClassifiedSet) -> Reliability:
    """Return how often one model is right in each of 15 bins of its confidence on the test items.

    The intervals are those of Clopper and Pearson: exact for independent items that count once, near for
    weighted ones (see :meth:`budgetplan.metrics.answers.calibration.Bins.intervals`).
    """
    said, calibrated = one.predictions, None
    if said.scaling is None and not said.members:
        other = one.calibrated
        calibrated = _bins(other.confidence, other.predicted == test.truth, test)
    return Reliability(_bins(said.confidence, one.correct, test), calibrated)


def _bins(confidence: FloatArray, correct: BoolArray, test: ClassifiedSet) -> tuple[Bin, ...]:
    found, edges = bins(confidence, correct, N_BINS, test.weight), np.linspace(0, 1, N_BINS + 1)
    low, high = found.intervals()
    rows = []
    for place, index in enumerate(found.index.tolist()):
        share, weight = float(found.accuracy[place]), float(found.weight[place])
        accuracy = Estimate(share)
        if test.group is None:
            accuracy = Estimate(share, float(low[place]), float(high[place]))
        right = share * weight
        if test.weight is None:
            right = float(round(right))
        rows.append(
            Bin(
                start=float(edges[index]),
                end=float(edges[index + 1]),
                right=right,
                wrong=weight - right,
                confidence=float(found.confidence[place]),
                accuracy=accuracy,
            )
        )
    return tuple(rows)
