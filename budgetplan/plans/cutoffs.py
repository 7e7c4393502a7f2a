"""One cutoff on the confidence for each budget, shown beside a plan: it chooses nothing (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.answers import LOWEST, log_odds
from budgetplan.domain.plan import Budget
from budgetplan.models.surface import Outcome, Stakes, queue, surface
from budgetplan.plans.bench import Bench
from budgetplan.plans.ways import Way

CELLS = 40
"""Cutoffs and budgets of the displayed surface."""


@dataclass(frozen=True, eq=False)
class SurfaceCells:
    """The surface for display: outcomes by cutoff and budget, shape (cutoffs, budgets).

    ``best``: the cutoff that comes to most within the budget in question, with what stands alone, is reviewed, and all is worth.
    """

    cutoffs: FloatArray
    shares: FloatArray
    budgets: tuple[Budget, ...]
    outcome: Outcome
    best: Mapping[str, float]

    @property
    def by_share(self) -> tuple[FloatArray, FloatArray]:
        """The different shares of answers accepted, rising, and the net values of each, shape (shares, budgets)."""
        shares, first = np.unique(np.round(self.shares, 9), return_index=True)
        return shares, self.outcome.net[first]


def likely(bench: Bench) -> FloatArray:
    """Return how likely each class is for each item on average over the draws, shape (n, C)."""
    p, curve = bench.probability, bench.pool.draws.curve
    top, place = p.argmax(axis=1), np.round(log_odds(p.max(axis=1)), 2)
    kinds, code = np.unique(np.column_stack([top, place]), axis=0, return_inverse=True)
    right = curve.rate(kinds[:, 1], kinds[:, 0].astype(np.int64)).mean(axis=0)[code.ravel()]
    rows = np.arange(len(p))
    other = np.maximum(p, LOWEST)
    other[rows, top] = 0.0
    # Of one class alone there is no other.
    other *= ((1 - right) / np.maximum(other.sum(axis=1), LOWEST))[:, None]
    other[rows, top] = right
    return np.asarray(other)


def cutoff_cells(way: Way, grid: Sequence[Budget], budget: Budget | None) -> SurfaceCells:
    """Return the surface at cutoffs that leave equal steps of the items to people, if the pooled answer is accepted."""
    bench, chance = way.bench, likely(way.bench)
    assert bench.plan.deferral is not None
    assert bench.plan.deferral.reviewing is not None
    worths, rows, n = bench.payoffs, np.arange(len(chance)), chance.shape[1]
    stakes = Stakes(
        confidence=bench.said.confidence,
        if_accepted=(chance @ worths.answer[:, :n].T)[rows, way.answer],
        if_reviewed=chance @ worths.seen[:n],
        if_left=chance @ worths.left[:n],
        cost=bench.price / (bench.purse.tariff.rate or 1.0),
        wrong=1 - chance[rows, way.answer],
        weight=bench.count,
        limited=None if bench.limits_money else bench.limited,
    )
    gain = bench.by_probability(worths.seen - worths.left)
    ranking = queue(bench.plan.deferral.reviewing.order, stakes, bench.by_probability(bench.positive), gain)
    key = np.sort(stakes.confidence)
    steps = key[np.unique(np.round(np.linspace(0, len(key) - 1, CELLS)).astype(np.int64))]
    cutoffs = np.unique(np.concatenate([steps, [np.inf]]))
    amounts, last = np.linspace(0, float(grid[-1].amount), CELLS), grid[-1]
    shown = tuple(Budget(Decimal(repr(float(one))), last.unit, last.covers) for one in amounts)
    limits = np.array([bench.purse.limit(each) for each in (*shown, budget)])
    outcome = surface(stakes, ranking, cutoffs, limits, bench.purse.tariff)
    first = int(np.argmax(outcome.net[:, -1]))
    best = {name: float(getattr(outcome, name)[first, -1]) for name in ("accepted", "reviewed", "net")}
    best["cutoff"] = float(cutoffs[first])
    cells = Outcome(*(getattr(outcome, name)[:, :-1] for name in Outcome.__dataclass_fields__))
    return SurfaceCells(cutoffs, cells.accepted[:, 0] / bench.total, shown, cells, best)
