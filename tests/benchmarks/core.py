"""What the core costs, beside what it cannot do without, and beside what others offer for the same.

Run ``python tests/benchmarks/core.py [--items 1000000] [--rounds 5]``. All sides take turns in one run; a figure is the median
over rounds of CPU seconds, a ratio the median of the ratios within a round, so that a busy machine shifts all sides alike.
The floor is one sort of the scores and one running sum.
"""

from __future__ import annotations

import argparse
import time

import duckdb
import numpy as np
import pandas as pd
from scipy.stats import bootstrap
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer, roc_curve
from sklearn.model_selection import TunedThresholdClassifierCV

from budgetplan.core.curve import Labelled
from budgetplan.core.draws import by_size
from budgetplan.core.path import make_path, rank
from budgetplan.core.places import places
from budgetplan.models.ranks import gain_by_part
from budgetplan.models.thresholds import empirical

WINDOW = """SELECT score, sum(positives) OVER w, sum(cost) OVER w FROM frame
WINDOW w AS (ORDER BY score DESC ROWS UNBOUNDED PRECEDING)"""
DRAWS = 999


def compared(title, calls, rounds):
    """Print the CPU time of each call, and how many times that of the first it takes."""
    times = {name: np.empty(rounds) for name in calls}
    for turn in range(rounds):
        for name, call in calls.items():
            start = time.process_time()
            call()
            times[name][turn] = time.process_time() - start
    (_, first), *_ = times.items()
    print(f"\n### {title}\n\n| | CPU ms | times the first |\n|---|---|---|")
    for name, each in times.items():
        print(f"| {name} | {np.median(each) * 1e3:,.1f} | {np.median(each / first):.2f} |")


def paths(n, rounds):
    """One model's path with its deciles, against the floor, a ROC curve, and windows of DuckDB and pandas."""
    rng = np.random.default_rng(n)
    for tied in (False, True):
        score = np.round(rng.random(n), 2) if tied else rng.random(n)
        measures = {"positives": (rng.random(n) < 0.2) * 1.0}
        priced = measures | {"cost": rng.integers(1, 1000, n) * 1000.0}
        frame = pd.DataFrame({"score": score, **priced})
        database = duckdb.connect(config={"threads": 1})
        database.register("frame", frame)
        calls = {
            "floor: sort and running sum": lambda score=score: (np.sort(score), np.cumsum(score)),
            "path and deciles": lambda score=score, held=measures: gain_by_part(make_path(rank(score), None, held), 10),
            "path, price of each item": lambda score=score, held=priced: make_path(
                rank(score, held["cost"]), None, held
            ),
            "scikit-learn roc_curve": lambda score=score, held=measures: roc_curve(held["positives"], score),
            "pandas sort and cumsum": lambda frame=frame: frame.sort_values("score", ascending=False).cumsum(),
            "DuckDB window, one thread": lambda database=database: database.sql(WINDOW).fetchnumpy(),
        }
        compared(f"{n:,} items, {'two decimals' if tied else 'distinct scores'}", calls, rounds)


def bands(rounds):
    """How many entries the first tenths of a list hold in draws, against resamples that are each sorted and added up."""
    tenths = np.linspace(0.1, 1.0, 10)
    for n in (10_000, 100_000):
        rng = np.random.default_rng(n)
        score = rng.random(n)
        entry = (rng.random(n) < score**3) * 1.0
        sample = Labelled(places(score, score), entry)

        def resample(rows, score=score, entry=entry, n=n):
            order = np.argsort(-score[rows])
            return np.cumsum(entry[rows][order])[(tenths * n).astype(int) - 1]

        def naive(resample=resample, n=n):
            rng = np.random.default_rng(1)
            return np.quantile([resample(rng.integers(0, n, n)) for _ in range(DRAWS)], [0.025, 0.975], axis=0)

        def peer(resample=resample, n=n):
            return bootstrap((np.arange(n),), resample, n_resamples=DRAWS, vectorized=False, method="percentile", rng=1)

        calls = {
            "draws of a curve": lambda sample=sample, n=n: by_size(sample, n, DRAWS, 1).at(tenths * n),
            "resamples in a loop": naive,
            "scipy.stats.bootstrap": peer,
        }
        compared(f"{n:,} labelled items, {DRAWS} draws", calls, rounds)


def cutoffs(rounds):
    """The cutoff that is worth most, against a search over a grid."""
    n, rng = 20_000, np.random.default_rng(3)
    x = rng.normal(size=(n, 3))
    label = (x.sum(axis=1) + rng.normal(size=n) > 1) * 1
    model = LogisticRegression().fit(x, label)
    sure = model.predict_proba(x).max(axis=1)
    right = model.predict(x) == label
    worth = make_scorer(lambda truth, said: float(np.where(said == truth, 1.0, -4.0).sum()))
    calls = {
        "learnt cutoff": lambda: empirical(sure, np.where(right, 1.0, -4.0), np.zeros(n), 4.0),
        "TunedThresholdClassifierCV": lambda: TunedThresholdClassifierCV(
            model, scoring=worth, cv="prefit", refit=False
        ).fit(x, label),
    }
    compared(f"{n:,} items, best cutoff", calls, rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    said = parser.parse_args()
    paths(said.items, said.rounds)
    bands(min(said.rounds, 2))
    cutoffs(said.rounds)
