"""What each single model would come to, counted on the labelled items beside all models together (METHODS 0.15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from scipy.special import stdtrit

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.answers import ALONE, LEFT
from budgetplan.core.path import Path, make_path
from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate, WinnerInterval
from budgetplan.domain.plan import Budget
from budgetplan.plans.bench import Bench
from budgetplan.plans.ways import tables, way

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
    """One model's plans on the labelled items, each judged by what was learnt without it, and counted by its label."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.way = bench, way(bench)
        truth, (alone, left, seen) = bench.data.truth, tables(bench)
        answers = (self.way.role == ALONE)[:, None]
        self.left = left[truth]
        self.default = np.where(answers, alone[self.way.answer, truth], self.left)
        self.change = seen[truth] - self.default
        # Where to stop is decided by what is expected, not by the labels that count it.
        known, queue, gain = self.way.known, self.way.queue, self.way.gain + bench.price
        path = make_path(queue, bench.count, {"gain": gain}) if len(queue.order) else None
        rise = np.zeros(1) if path is None else path.sums["gain"]
        self.path = Path(known.items, {**{name: known.sums[name] for name in known.sums}, "gain": rise})

    def stop(self, budget: Budget | None) -> tuple[int, Decimal, bool]:
        """Return how many are reviewed, the printed total, and whether the model is used at all."""
        purse = self.bench.purse
        if not purse.pays_model(budget):
            return 0, Decimal(0), False
        most = purse.affordable(self.path, budget)
        best = purse.best_stop(self.path, most, _TIE)
        answers = bool((self.way.role == ALONE).any())
        idle = purse.total(self.path, 0, used=answers)
        if best is not None and best[1] - best[2] > -float(idle):
            return best[0], purse.total(self.path, best[0], used=True), True
        return 0, idle, answers

    def amounts(self, reviewed: int, *, used: bool) -> FloatArray:
        """Return what comes of each labelled item, shape (n, A): worth, wrong answers and right labels."""
        if not used:
            return self.left
        return np.asarray(self.default + self.way.shares(reviewed)[:, None] * self.change)

    def net(self, budget: Budget | None) -> float:
        """Return the net value within a budget, in currency units."""
        reviewed, spend, used = self.stop(budget)
        return float(self.bench.count @ self.amounts(reviewed, used=used)[:, 0]) - float(spend)


def alone(
    tried: Sequence[Tried], together: Tried, budget: Budget | None, seed: int
) -> tuple[AloneModel, ...]:
    """Return every model's own plan beside the one of all models."""
    stop, spent, used = together.stop(budget)
    base = together.amounts(stop, used=used)[:, 0]
    found = []
    for one in tried:
        reviewed, spend, used = one.stop(budget)
        amounts, count = one.amounts(reviewed, used=used), one.bench.count
        shares = one.way.shares(reviewed)
        kept = count * (1 - shares) * used
        more = _difference(one.bench, amounts[:, 0] - base, float(spend) - float(spent), seed)
        accepted = float(kept[one.way.role == ALONE].sum())
        left = float(kept[one.way.role == LEFT].sum()) if used else one.bench.total
        wrong = float(count @ amounts[:, 1])
        found.append(AloneModel(one.bench.name, accepted, wrong, float(reviewed), left, spend, more))
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
