"""CPU time and memory of the paired bootstrap, against drawing alone and against sorting every resample.

Run ``python tests/benchmarks/bootstrap.py``. The naive way runs on the first resamples only and is
extrapolated; on those the numbers must be the same. More than 50,000 items (``--items 1000000 --resamples
2000``) are resampled in blocks: 3 s of CPU and 0.5 GB, where item by item it takes 100 s.
"""

from __future__ import annotations

import argparse
import resource
import time

import numpy as np

from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.resampling.blocks import MOST_ITEMS
from budgetplan.metrics.resampling.paired import Resamples, draws, resample

SHARES = np.arange(1, 11) / 10


def naive_one(score, cost, positive, drawn, limits):
    """Write one resample out, sort it, add it up; the scores are distinct, so equal scores are one item."""
    order = drawn[np.argsort(-score[drawn], kind="stable")]
    items = np.arange(len(drawn) + 1)
    spent = np.concatenate(([0.0], np.cumsum(cost[order])))
    found = np.concatenate(([0.0], np.cumsum(positive[order])))
    bought = np.searchsorted(spent, limits, side="right") - 1
    return np.interp(SHARES * len(drawn), items, found), bought, found[bought], spent[bought]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=50_000)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--naive", type=int, default=20, help="resamples done the naive way")
    options = parser.parse_args()
    n, size = options.items, options.resamples
    rng = np.random.default_rng(0)
    cost, positive = rng.integers(1, 1000, n) * 1000.0, (rng.random(n) < 0.2) * 1.0
    scores = [rng.random(n) + skill * positive for skill in (0.2, 0.3, 0.4)]
    limits = np.floor(np.linspace(0, cost.sum(), 22)[1:-1])
    how = Resamples(n_items=n, n_resamples=size, seed=1)

    start = time.process_time()
    rankings = [rank(score, cost) for score in scores]
    ranked = time.process_time()
    for _ in draws(how, max(1, 400_000 // n)) if n <= MOST_ITEMS else ():
        pass
    drawn = time.process_time()
    readings = resample(
        rankings, {"cost": cost, "positives": positive}, how, shares=SHARES, limits=np.tile(limits, (3, 1))
    )
    read = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    if n > MOST_ITEMS:
        print(f"3 models, {n:,} items in blocks, {size:,} resamples: CPU seconds")
        print(f"{'rank, once':36}{ranked - start:9.3f}")
        print(f"{'paired bootstrap, draws included':36}{read - drawn:9.3f}")
        print(f"peak memory {peak:.0f} MB")
        return
    stream = np.random.default_rng(how.seed)
    for row in range(options.naive):
        sample = stream.integers(0, n, n)
        for score, reading in zip(scores, readings, strict=True):
            found, bought, found_there, spent_there = naive_one(score, cost, positive, sample, limits)
            assert np.array_equal(reading.at_shares["positives"][row], found)
            assert np.array_equal(reading.at_limits_items[row], bought)
            assert np.array_equal(reading.at_limits["positives"][row], found_there)
            assert np.array_equal(reading.at_limits["cost"][row], spent_there)
    naive = (time.process_time() - read) / options.naive * size

    print(
        f"3 models, {n:,} items, {size:,} resamples, {len(SHARES)} shares, {len(limits)} limits: CPU seconds"
    )
    print(f"{'rank, once':36}{ranked - start:9.3f}")
    print(f"{'floor: draw alone':36}{drawn - ranked:9.3f}")
    print(
        f"{'paired bootstrap, draws included':36}{read - drawn:9.3f}  {(read - drawn) / (drawn - ranked):.1f} x floor"
    )
    print(
        f"{f'naive, extrapolated from {options.naive}':36}{naive:9.3f}  {naive / (read - drawn):.1f} x ours"
    )
    print(f"peak memory of ours {peak:.0f} MB; the first {options.naive} resamples are the same, bit for bit")


if __name__ == "__main__":
    main()
