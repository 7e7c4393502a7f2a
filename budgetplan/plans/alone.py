"""What each single model would come to, counted on the labelled items beside all models together (METHODS 0.15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from scipy.special import stdtrit

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.answers import ALONE
from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate, WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.plans.bench import Bench
from budgetplan.plans.option import Planner
from budgetplan.plans.ways import Drawn, JointStop, way

WIDEST = 6.0
"""A handful of groups widens an interval by no more."""
_TIE = 1e-9


@dataclass(frozen=True)
class AloneModel:
    """One model's own plan within the budget, in items of the list.

    ``more``: net value less that of the recommended plan, counted on the labelled items for both.
    """

    name: str
    accepted: float
    wrong: float
    reviewed: float
    left: float
    spend: Decimal
    more: Estimate


class Tried:
    """One model's plans on the labelled items: planned as the recommended one is, each item counted by its label."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.planner = Planner([Drawn(way(bench)), Drawn(way(bench, model=False))])

    def counted(self, budget: Budget | None) -> tuple[Drawn, JointStop, FloatArray]:
        """Return the plan within a budget, and what comes of each labelled item, shape (n, A)."""
        drawn, stop = self.planner.best(budget)
        truth, (alone, left, seen) = self.bench.data.truth, drawn.tables
        if not stop.starts:
            return self.planner.nothing, stop, left[truth]
        made = drawn.way
        default = np.where((made.role == ALONE)[:, None], alone[made.answer, truth], left[truth])
        return drawn, stop, default + made.shares(stop.reviewed)[:, None] * (seen[truth] - default)

    def net(self, budget: Budget | None) -> float:
        """Return the net value within a budget, in currency units."""
        _, stop, amounts = self.counted(budget)
        return float(self.bench.count @ amounts[:, 0]) - float(stop.spend)


def alone(
    tried: Sequence[Tried], together: Tried, budget: Budget | None, seed: int
) -> tuple[AloneModel, ...]:
    """Return every model's own plan beside the one of all models."""
    _, main, base = together.counted(budget)
    found = []
    for one in tried:
        drawn, stop, amounts = one.counted(budget)
        counts = drawn.way.counts(stop.reviewed)
        more = _difference(one.bench, amounts[:, 0] - base[:, 0], float(stop.spend) - float(main.spend), seed)
        wrong = float(one.bench.count @ amounts[:, 1])
        found.append(
            AloneModel(
                one.bench.name,
                counts["accepted"],
                wrong,
                float(stop.reviewed),
                counts["left"],
                stop.spend,
                more,
            )
        )
    return tuple(found)


def _difference(bench: Bench, more: FloatArray, spend: float, seed: int) -> Estimate:
    """Return a difference by item, added up; the items drawn again, whole groups together, as unsure as one list is."""
    value = float(bench.count @ more) - spend
    draws = bench.plan.draws
    if not bench.plan.resamples:
        return Estimate(value)
    code: IntArray = np.arange(len(more)) if bench.data.group is None else bench.data.group
    size = np.bincount(code)
    total = np.bincount(code, bench.count * more, len(size)), np.bincount(code, bench.count, len(size))
    each = np.random.default_rng([seed, 9]).gamma(1.0, 1.0, (draws, len(size)))
    drawn = (each @ total[0]) * (bench.total / (each @ total[1]))
    groups = len(more) ** 2 / float((size**2).sum())
    wider = 1.0 if size.max() == 1 else min(float(stdtrit(max(groups - 1, 1.0), 0.975)) / 1.96, WIDEST)
    if bench.chance:
        wider *= float(np.sqrt(1 + len(more) / bench.total))
    low, high = interval(value + (drawn - drawn.mean()) * wider).tolist()
    return Estimate(value, low, high)


def winners(tried: Sequence[Tried], budgets: Sequence[Budget]) -> tuple[WinnerInterval, ...]:
    """Return which single models are worth most from which budget on."""
    nets = np.array([[one.net(budget) for one in tried] for budget in budgets])
    tie = _TIE * max(1.0, float(np.abs(nets).max()))
    names = [one.bench.name for one in tried]
    best = [tuple(sorted(np.array(names)[row >= row.max() - tie].tolist())) for row in nets]
    starts = [place for place, ahead in enumerate(best) if not place or ahead != best[place - 1]]
    ends = [*starts[1:], None]
    return tuple(
        WinnerInterval(budgets[first].amount, None if end is None else budgets[end].amount, best[first])
        for first, end in zip(starts, ends, strict=True)
    )
