"""The single models: where each would stop alone, which brings most, and what it finds beside the recommended order (METHODS M)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from scipy.special import ndtri

from budgetplan.arrays import FloatArray
from budgetplan.core.curve import FitRows, resampled
from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate, Goal
from budgetplan.domain.plan import Budget, Target
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.metrics.ranking.budget import Reach, items_for_target
from budgetplan.metrics.ranking.stopping import TIE, best_stop

NONE_SEEN = 0.5
"""Of an entry that one of two orders has and the other lacks: where none was seen, none is not certain."""


@dataclass(frozen=True)
class Single:
    """One order by itself: its stop, what that costs, and what it brings by the aim of the plan."""

    model: Ranked
    items: int
    spend: Decimal
    brings: float

    @property
    def preference(self) -> tuple[Decimal, Decimal, int, str]:
        """What settles a tie, least first: all that is spent, the model's cost, items reviewed, the name."""
        return self.spend, self.model.cost, self.items, self.model.name


def alone(evidence: Evidence, model: Ranked, goal: Goal, bound: Budget | None) -> Single:
    """Return where an order would stop by itself, on average; all of it where it does not reach the target."""
    plan, path = evidence.plan, model.path
    most = evidence.whole_items if bound is None else evidence.affordable(model, bound)
    if goal == "target":
        assert plan.target is not None
        reach = on_the_curve(evidence, model, plan.target)
        items = evidence.whole_items if reach is None else reach.items
        spend = evidence.spend(model, items)
        return Single(model, items, spend, -float(spend))
    if goal == "net_value":
        stops = evidence.stops(model, most).astype(np.float64)
        net = evidence.net_values(model, stops)
        place = best_stop(net)
        return Single(model, int(stops[place]), evidence.spend(model, int(stops[place])), float(net[place]))
    return Single(model, most, evidence.spend(model, most), float(path.read("positives", most)))


def best_single(each: Sequence[Single]) -> Single:
    """Return the single model that brings most; of equal ones the cheapest, then the first by name."""
    ranked = sorted(each, key=lambda single: single.preference)
    most = max(single.brings for single in ranked)
    slack = TIE * max(1.0, abs(most), *(float(single.spend) for single in ranked))
    return next(single for single in ranked if single.brings >= most - slack)


def wanted_entries(evidence: Evidence, target: Target, model: Ranked) -> float:
    """Return a target as a number of entries of the list, as a model's order has them."""
    amount = float(target.amount)
    return amount * model.path.total("positives") if target.unit == "share" else amount


def on_the_curve(evidence: Evidence, model: Ranked, target: Target) -> Reach | None:
    """Return the fewest items at which a model's curve reaches a target; None where it never does."""
    return items_for_target(model.path, wanted_entries(evidence, target, model))


def found_beside(evidence: Evidence, lead: Ranked, each: Sequence[Single], items: int) -> dict[str, Estimate]:
    """Return how many more entries each order finds than the recommended one does in its first ``items``.

    Labelled entries are counted, both orders in each draw, out of fold, and scaled to the list.

    References
    ----------
    METHODS M.
    """
    whole, sample, worth = evidence.list_items, evidence.sample, evidence.worth
    entry = sample.outcome if evidence.types is None else evidence.measures["positives"]
    mine = _above(evidence, lead, items)
    weights = sample.weights
    rows = FitRows(np.arange(len(entry)), np.arange(len(entry)))
    draws = evidence.plan.draws
    rng = np.random.default_rng(evidence.plan.seed)
    drawn = resampled(sample, rows, worth, draws, rng)
    drawn /= drawn.sum(axis=1, keepdims=True)
    chance = whole / (len(entry) + 1)
    spread = float(np.sqrt(1 + len(entry) / whole)) * worth.widening
    found = {}
    for single in each:
        apart = (_above(evidence, single.model, single.items) - mine) * entry
        value = whole * float(weights @ apart) / float(weights.sum())
        if not evidence.plan.resamples:
            found[single.model.name] = Estimate(value)
            continue
        read = whole * (drawn @ apart)
        read += chance * (rng.gamma(NONE_SEEN, size=draws) - rng.gamma(NONE_SEEN, size=draws))
        low, high = interval(value + (read - read.mean()) * spread)
        found[single.model.name] = Estimate(value, min(float(low), value), max(float(high), value))
    return found


def _above(evidence: Evidence, model: Ranked, items: int) -> FloatArray:
    """Return which labelled items stand among the first ``items`` of the list in an order, shape (n,)."""
    share = 1 - items / evidence.list_items
    if share <= 0:
        return np.ones(len(model.place))
    return np.asarray((model.place > ndtri(share)).astype(np.float64))
