"""CPU time and memory of what is computed from values: cutoffs for many settings, calibration, resampled means.

Run ``python tests/benchmarks/values.py``. Times are CPU seconds, the least of a few rounds; peak memory is that of
the whole process up to there, inputs included.
"""

from __future__ import annotations

import resource
import time

import numpy as np

from budgetplan.core.answers import scale
from budgetplan.models import calibration
from budgetplan.models.resampling import weights
from budgetplan.models.thresholds import empirical_of_parts
from budgetplan.models.value import predict
from budgetplan.models.voc import hull_cutoffs


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


def many_items():
    _, confidence, _, correct = two_classes(1_000_000)
    seconds, _ = least(lambda: hull_cutoffs(correct, confidence, np.linspace(0, 20, 100)))
    print(f"\n1,000,000 items, 100 error weights: {seconds:.2f} s (aim: 1)")


def resampled():
    values = np.random.default_rng(0).normal(size=(5, 10_000))
    seconds, _ = least(lambda: weights(10_000, 2000, seed=1).means(values))
    print(f"\n10,000 items, 5 models, 2,000 resamples: {seconds:.2f} s (aim: 0.15)")


def many_classes():
    n, n_classes = 100_000, 150
    rng = np.random.default_rng(1)
    z = rng.normal(size=(n, n_classes))
    truth = rng.integers(0, n_classes, n)
    z[np.arange(n), truth] += 3.0
    p = scale(z, 0.5)
    del z
    predicted, confidence = predict(p)
    correct = predicted == truth
    print(f"\n{n_classes} classes, {n:,} items; input and truth made: peak {peak():.2f} GB")
    calls = {
        "learnt cutoffs by class": lambda: empirical_of_parts(
            [predicted == code for code in range(n_classes)],
            confidence,
            np.where(correct, 1.0, -4.0),
            np.zeros(n),
            4.0,
        ),
        "15 bins": lambda: calibration.bins(confidence, correct),
        "temperature": lambda: calibration.fit_temperature(np.log(np.maximum(p, 1e-12)), truth),
    }
    for name, call in calls.items():
        seconds, _ = least(call, rounds=1)
        print(f"  {name:26}{seconds:8.2f} s   peak {peak():.2f} GB (aim: 2)")


if __name__ == "__main__":
    many_items()
    resampled()
    many_classes()
