"""Small random worlds of accepted, reviewed and left items, and every plan of them tried one by one."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from budgetplan.core.path import Ranking
from budgetplan.domain.prices import Tariff
from budgetplan.plans.joint import Stakes, queue


def by_name(order, stakes, score, gain):
    """Return a queue by the name that its order has in a plan."""
    by = {"uncertain": -stakes.confidence, "score": score, "value-per-cost": gain}[order]
    return queue(stakes, by, per_cost=order == "value-per-cost")


@dataclass(frozen=True)
class Small:
    """A set of at most twelve items in one order of review, all amounts whole numbers of quarters."""

    stakes: Stakes
    order: Ranking
    key: np.ndarray
    tariff: Tariff

    @cached_property
    def tried(self) -> list[tuple[Fraction, Tried]]:
        """Every cutoff and every whole number of reviewed items, each with the cost that a limit is for."""
        stakes, tariff = self.stakes, self.tariff
        n = len(stakes.confidence)
        weight = [Fraction(1)] * n if stakes.weight is None else [Fraction(float(w)) for w in stakes.weight]
        live = [i for i in range(n) if weight[i] > 0]
        left_all = sum(weight[i] * Fraction(float(stakes.if_left[i])) for i in live)
        tried = [(Fraction(0), Tried(float(left_all), 0.0, 0, math.inf, 0.0, float(sum(weight))))]
        scores = sorted({float(stakes.confidence[i]) for i in live})
        cutoffs = [0.0, *((a + b) / 2 for a, b in itertools.pairwise(scores)), math.inf]
        for cutoff in cutoffs:
            taken = [i for i in live if stakes.confidence[i] >= cutoff]
            rest = [i for i in live if stakes.confidence[i] < cutoff]
            base = sum((weight[i] * Fraction(float(stakes.if_accepted[i])) for i in taken), Fraction(0))
            base += sum((weight[i] * Fraction(float(stakes.if_left[i])) for i in rest), Fraction(0))
            groups = [[i for i in group if weight[i] > 0] for group in groups_below(self, cutoff)]
            accepted = float(sum((weight[i] for i in taken), Fraction(0)))
            deferred = sum((weight[i] for i in rest), Fraction(0))
            for m in range(int(deferred) + 1):
                gain, cost = along(groups, weight, stakes, m)
                fixed = Fraction(tariff.model) * bool(m or taken) + Fraction(tariff.review) * bool(m)
                spend = fixed + Fraction(tariff.rate) * cost
                one = Tried(float(base + gain - spend), float(spend), m, cutoff, accepted, float(deferred))
                tried.append((cost, one))
        return tried


def small(seed: int, *, weighted: bool = False) -> Small:
    rng = np.random.default_rng(seed)
    n, n_classes = int(rng.integers(1, 13)), int(rng.integers(2, 5))
    order = ("uncertain", "score", "value-per-cost")[seed % 3]
    p = rng.integers(1, 6, (n, n_classes)).astype(float)
    p /= p.sum(axis=1, keepdims=True)
    predicted, truth = p.argmax(axis=1), rng.integers(0, n_classes, n)
    truth = np.where(rng.random(n) < 0.6, predicted, truth)
    v = rng.integers(-12, 3, (n_classes, n_classes)) / 4
    np.fill_diagonal(v, rng.integers(0, 8, n_classes) / 4)
    h, r = rng.integers(0, 12, n_classes) / 4, rng.integers(-4, 2, n_classes) / 4
    cost = rng.choice([0.0, 1.0, 2.0, 3.0], n, p=[0.1, 0.4, 0.3, 0.2])
    weight = rng.integers(0, 4, n).astype(float) if weighted else None
    if weighted and weight.sum() == 0:
        weight[0] = 1.0
    stakes = Stakes(
        confidence=np.round(p.max(axis=1), 1 if seed % 2 else 3),
        if_accepted=v[predicted, truth],
        if_reviewed=h[truth],
        if_left=r[truth],
        cost=cost,
        wrong=(predicted != truth).astype(float),
        weight=weight,
    )
    gain = np.round(p @ (h - r), 2)
    score = np.round(p[:, 0], 1)
    key = {
        "uncertain": -stakes.confidence,
        "score": score,
        "value-per-cost": np.divide(gain, cost, out=np.where(gain > 0, np.inf, -np.inf), where=cost > 0),
    }[order]
    tariff = Tariff(
        rate=float(rng.choice([0.25, 0.5, 1.0])),
        review=float(rng.choice([0.0, 0.0, 1.5])),
        model=float(rng.choice([0.0, 0.0, 0.5])),
    )
    return Small(stakes, by_name(order, stakes, score, gain), key, tariff)


@dataclass(frozen=True)
class Tried:
    """One plan: what is accepted from which confidence on, how many are reviewed, what that gives."""

    net: float
    spend: float
    reviewed: int
    cutoff: float
    accepted: float
    deferred: float


def groups_below(world: Small, cutoff: float) -> list[list[int]]:
    """Tie groups of the deferred items, by key (falling) and cost (rising), worked out one by one."""
    stakes = world.stakes
    rows = [i for i in range(len(stakes.confidence)) if stakes.confidence[i] < cutoff]
    rows.sort(key=lambda i: (-world.key[i], stakes.cost[i]))
    groups: list[list[int]] = []
    for i in rows:
        same = groups and (world.key[groups[-1][0]], stakes.cost[groups[-1][0]]) == (world.key[i], stakes.cost[i])
        if same:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def every_plan(world: Small, limit: float) -> list[Tried]:
    """Every cutoff and every whole number of reviewed items within a cost limit, in exact fractions."""
    return [one for cost, one in world.tried if one.reviewed == 0 or (limit >= 0 and cost <= limit)]


def along(groups, weight, stakes, m):
    """Gain and cost of the first m weighted items, a tie group in proportion."""
    gain = cost = Fraction(0)
    room = Fraction(m)
    for group in groups:
        size = sum((weight[i] for i in group), Fraction(0))
        if size == 0:
            continue
        share = min(Fraction(1), room / size)
        for i in group:
            worth = Fraction(float(stakes.if_reviewed[i])) - Fraction(float(stakes.if_left[i]))
            gain += share * weight[i] * worth
            cost += share * weight[i] * Fraction(float(stakes.cost[i]))
        room -= share * size
        if room <= 0:
            break
    return gain, cost
