"""CPU time of one model's path, against one sort with one running sum on the same scores.

Run ``python tests/benchmarks/curves.py [--max-n 10000000]``. Every line is the median over rounds; ratios are
medians of the ratios within a round, so that a busy machine shifts both sides alike.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import pandas as pd
from sklearn.metrics import roc_curve

from budgetplan.core.path import make_path, rank


def naive(score, measures):
    order = np.argsort(-score, kind="stable")
    return [np.cumsum(amount[order]) for amount in measures.values()]


def with_pandas(score, measures):
    frame = pd.DataFrame({"score": score, **measures})
    return frame.sort_values("score", ascending=False)[list(measures)].cumsum()


def methods(score, measures):
    positive = measures["positives"]
    return {
        "floor: sort + cumsum": lambda: (np.sort(score), np.cumsum(score)),
        "path, cost per item": lambda: make_path(rank(score, measures["cost"]), None, measures),
        "naive: stable argsort": lambda: naive(score, measures),
        "pandas sort_values": lambda: with_pandas(score, measures),
        "scikit-learn roc_curve": lambda: roc_curve(positive, score),
    }


def seconds(call):
    start = time.process_time()
    call()
    return time.process_time() - start


def table(n, *, tied, rounds):
    rng = np.random.default_rng(n)
    score = np.round(rng.random(n), 2) if tied else rng.random(n)
    measures = {"cost": rng.integers(1, 1000, n) * 1000.0, "positives": (rng.random(n) < 0.2) * 1.0}
    calls = methods(score, measures)
    # Short calls are repeated within a round: the clock is not fine enough for one.
    repeats = max(1, 200_000 // n)
    times = {name: np.empty(rounds) for name in calls}
    for turn in range(rounds):
        for name, call in calls.items():
            times[name][turn] = sum(seconds(call) for _ in range(repeats)) / repeats
    floor, peer = times["floor: sort + cumsum"], times["scikit-learn roc_curve"]
    print(f"\n{n:,} items, {'two decimals' if tied else 'distinct scores'}, {rounds} rounds")
    print(f"{'':24}{'CPU ms':>12}{'x floor':>10}{'x roc_curve':>13}")
    for name, each in times.items():
        print(
            f"{name:24}{np.median(each) * 1e3:12.3f}{np.median(each / floor):10.2f}{np.median(each / peer):13.3f}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--max-n", type=int, default=10_000_000)
    largest = parser.parse_args().max_n
    for n in (10_000, 100_000, 1_000_000, 10_000_000):
        if n <= largest:
            for tied in (False, True):
                table(n, tied=tied, rounds=3 if n > 1_000_000 else 9)


if __name__ == "__main__":
    main()
