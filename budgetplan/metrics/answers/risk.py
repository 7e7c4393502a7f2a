"""Risk against coverage: what leaving the least sure items to people saves (METHODS S9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import make_path


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

    def thousand_at(self, share: float) -> float:
        """Return the wrong answers per 1,000 items when this share is answered alone."""
        return self.at(share) * 1000

    @property
    def points(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The points as they are drawn: coverage in per cent, and wrong answers per 1,000 items."""
        return tuple((100 * self.coverage).tolist()), tuple((1000 * self.wrong).tolist())

    def thinned(self, points: int) -> RiskCurve:
        """Return the curve at no more points than can be seen, both ends among them."""
        kept = np.unique(np.round(np.linspace(0, len(self.coverage) - 1, points)).astype(np.int64))
        return RiskCurve(self.coverage[kept], self.wrong[kept])


def risk_curve(confidence: FloatArray, correct: BoolArray, weight: FloatArray | None) -> RiskCurve:
    """Return generalised risk against coverage of one model; the area under it is AUGRC."""
    path = make_path(rank(confidence), weight, {"wrong": (~correct).astype(np.float64)})
    return RiskCurve(path.items / path.n_items, path.sums["wrong"] / path.n_items)
