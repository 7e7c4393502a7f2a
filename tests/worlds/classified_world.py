"""Small classified sets for the tests of the defer workflow."""

from __future__ import annotations

import numpy as np

from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.models.value import predict

CLASSES = ("a", "b", "c")


def made(n=200, seed=3, sharpness=2.0, n_models=2, **more):
    """A set of n items of three classes; the first model is the sharpest."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, len(CLASSES), n)
    models = []
    for number in range(n_models):
        z = rng.normal(size=(n, len(CLASSES)))
        z[np.arange(n), truth] += sharpness - 0.7 * number
        p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
        predicted, confidence = predict(p)
        models.append(Predictions(f"m{number}", predicted, confidence, p, column=f"p_m{number}"))
    ids = tuple(f"i{place:04d}" for place in range(n))
    return ClassifiedSet(ids, CLASSES, truth, models=tuple(models), **more)
