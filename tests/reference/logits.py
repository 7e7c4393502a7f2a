"""Logits of probabilities, as a model that was never normalised states them."""

import numpy as np

LOWEST = 1e-12


def logits(probabilities):
    """Return the logarithms of probabilities, same shape; none below that of 1e-12."""
    return np.log(np.maximum(probabilities, LOWEST))
