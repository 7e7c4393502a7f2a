"""CPU time and memory of the plan of each budget over all cutoffs and stops, against walking each cutoff's queue.

Run ``python tests/benchmarks/joint.py``. Times are CPU seconds of one round; peak memory is that of the whole
process up to there, inputs included. The slow way is timed on a slice of the cutoffs and extrapolated.
"""

from __future__ import annotations

import resource
import time

import numpy as np

from budgetplan.metrics.payoffs.best_plans import best_plans
from budgetplan.metrics.payoffs.stakes import Stakes, Tariff, queue
from budgetplan.metrics.payoffs.surface import Split

BUDGETS = 50
TARIFF = Tariff(rate=1e-6, review=5.0)
SLICE = 25


def peak():
    """Peak memory so far in GB (Linux counts kilobytes)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def world(seed, n):
    """Two classes, prices that differ by item, a positive worth twice as much."""
    rng = np.random.default_rng(seed)
    p = rng.beta(0.5, 0.5, n)
    truth, predicted = rng.random(n) < p, p >= 0.5
    right = truth == predicted
    stakes = Stakes(
        confidence=np.maximum(p, 1 - p),
        if_accepted=np.where(right, 0.05, -0.2),
        if_reviewed=np.where(truth, 0.1, 0.05),
        if_left=np.zeros(n),
        cost=rng.integers(20_000, 60_000, n).astype(float),
        wrong=(~right).astype(float),
    )
    return stakes, p


def plans(stakes, score, order):
    """All plans of one model: the queue is made here too."""
    limits = np.linspace(0, float(stakes.cost.sum()), BUDGETS)
    return best_plans(stakes, queue(order, stakes, score), limits, TARIFF)


def walk(stakes, score, order, cutoffs):
    """The best plan of each budget among some cutoffs, by walking the queue of each."""
    ranking = queue(order, stakes, score)
    limits = np.linspace(0, float(stakes.cost.sum()), BUDGETS)
    best = np.full(BUDGETS, -np.inf)
    for cutoff in cutoffs:
        split = Split(stakes, ranking, stakes.confidence >= cutoff)
        net = split.outcome(split.path.items, TARIFF).net
        peaks = np.maximum.accumulate(net)
        last = np.searchsorted(split.path.sums["cost"], limits, side="right") - 1
        best = np.maximum(best, peaks[last])
    return best


def one_setting(n, models, order, aim):
    worlds = [world(seed, n) for seed in range(models)]
    start = time.process_time()
    for stakes, score in worlds:
        plans(stakes, score, order)
    seconds = time.process_time() - start
    print(
        f"  {models} models x {n:>9,} items, {order:9}: {seconds:6.2f} s, peak {peak():.2f} GB   (aim: {aim})"
    )
    return seconds


def compare(n, order):
    stakes, score = world(0, n)
    cutoffs = np.unique(stakes.confidence)
    start = time.process_time()
    walk(stakes, score, order, cutoffs[:: len(cutoffs) // SLICE][:SLICE])
    slow = (time.process_time() - start) * len(cutoffs) / SLICE
    start = time.process_time()
    plans(stakes, score, order)
    fast = time.process_time() - start
    print(
        f"  {order:9}: {fast:.3f} s; walking {SLICE} of {len(cutoffs):,} cutoffs, extrapolated: {slow:,.0f} s"
    )
    print(f"             ratio {slow / fast:,.0f}")


if __name__ == "__main__":
    print(f"\nThe plan of {BUDGETS} budgets over all cutoffs and stops")
    for order in ("uncertain", "score"):
        one_setting(100_000, 7, order, "2 s, 1 GB")
    for order in ("uncertain", "score"):
        one_setting(1_000_000, 3, order, "10 s")
    print("\nAgainst walking the queue of each cutoff, 100,000 items")
    for order in ("uncertain", "score"):
        compare(100_000, order)
