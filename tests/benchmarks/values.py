"""CPU time and memory of what is computed from values: cutoffs for many settings, calibration, resampled means.

Run ``python tests/benchmarks/values.py``. Times are CPU seconds, the least of a few rounds; peak memory is that of
the whole process up to there, inputs included.
"""

from __future__ import annotations

import resource
import time

import numpy as np

from budgetplan.metrics.answers import calibration
from budgetplan.metrics.answers.thresholds import empirical_by_class
from budgetplan.metrics.answers.value import predict
from budgetplan.metrics.answers.voc import hull_cutoffs, hull_cutoffs_by_class
from budgetplan.metrics.resampling.means import mean_replicates
from budgetplan.metrics.resampling.paired import Resamples


def least(call, rounds=3):
    times = []
    for _ in range(rounds):
        start = time.process_time()
        result = call()
        times.append(time.process_time() - start)
    return min(times), result


def peak():
    """Peak memory so far in GB (Linux counts kilobytes)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def two_classes(n):
    rng = np.random.default_rng(n)
    positive = rng.beta(0.6, 1.4, n)
    truth = (rng.random(n) < positive**1.3).astype(int)
    predicted, confidence = predict(np.stack([1 - positive, positive], axis=1))
    return predicted, confidence, truth, predicted == truth


def surface(data, costs):
    """The greatest value for each pair of costs (k_fp, k_fn), and the cutoffs by class that reach it."""
    predicted, confidence, _, correct = data
    learnt = hull_cutoffs_by_class(2, predicted, correct, confidence, np.stack([costs, costs]))
    by_class = learnt.right - costs * learnt.wrong
    return (by_class[1][:, None] + by_class[0][None, :]) / len(correct), learnt.cutoffs


def grid_value(data, k_fp, k_fn, grid):
    """The greatest value over all pairs of grid cutoffs, by a loop over them."""
    predicted, confidence, _, correct = data
    worth = np.where(correct, 1.0, np.where(predicted == 1, -k_fp, -k_fn))
    best = -np.inf
    for low in grid:
        for high in grid:
            best = max(best, np.where(confidence >= np.where(predicted == 1, high, low), worth, 0.0).mean())
    return best


def cost_settings():
    data, costs = two_classes(10_000), np.linspace(0, 10, 11)
    seconds, (values, _) = least(lambda: surface(data, costs), rounds=9)
    print("\n11 x 11 costs (k_fp, k_fn), 10,000 items, exact cutoffs by class")
    print(f"  hull per class            {seconds * 1e3:10.1f} ms   (aim: 50)")
    slow, best = least(lambda: grid_value(data, 3.0, 7.0, np.linspace(0, 1, 101)), rounds=1)
    print(f"  101 x 101 grid, one setting {slow:8.1f} s, extrapolated to 121: {slow * 121:.0f} s")
    print(f"  ratio (extrapolated)      {slow * 121 / seconds:10.0f}")
    print(f"  value at (3, 7): exact {values[3, 7]:.6f}, grid {best:.6f}")
    assert values[3, 7] >= best - 1e-12


def many_items():
    _, confidence, _, correct = two_classes(1_000_000)
    seconds, _ = least(lambda: hull_cutoffs(correct, confidence, np.linspace(0, 20, 100)))
    print(f"\n1,000,000 items, 100 error weights: {seconds:.2f} s (aim: 1)")


def resampled():
    values = np.random.default_rng(0).normal(size=(5, 10_000))
    seconds, _ = least(lambda: mean_replicates(values, Resamples(10_000, 2000, seed=1)))
    print(f"\n10,000 items, 5 models, 2,000 resamples: {seconds:.2f} s (aim: 0.15)")


def many_classes():
    n, n_classes = 100_000, 150
    rng = np.random.default_rng(1)
    z = rng.normal(size=(n, n_classes))
    truth = rng.integers(0, n_classes, n)
    z[np.arange(n), truth] += 3.0
    p = calibration.scale(z, 0.5)
    del z
    predicted, confidence = predict(p)
    correct = predicted == truth
    print(f"\n{n_classes} classes, {n:,} items; input and truth made: peak {peak():.2f} GB")
    calls = {
        "learnt cutoffs by class": lambda: empirical_by_class(
            n_classes, predicted, confidence, np.where(correct, 1.0, -4.0), np.zeros(n), 4.0
        ),
        "ECE, 15 bins": lambda: calibration.bins(confidence, correct).ece,
        "Brier": lambda: calibration.brier_sum(p, truth),
        "log loss": lambda: calibration.log_loss(p, truth),
        "temperature": lambda: calibration.fit_temperature(calibration.logits(p), truth),
    }
    for name, call in calls.items():
        seconds, _ = least(call, rounds=1)
        print(f"  {name:26}{seconds:8.2f} s   peak {peak():.2f} GB (aim: 2)")


if __name__ == "__main__":
    cost_settings()
    many_items()
    resampled()
    many_classes()
