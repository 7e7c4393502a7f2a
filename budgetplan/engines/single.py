"""Scores of single precision among labelled ones: as the shortest decimals that tell them apart, as tables show them."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray


def as_shown(score: FloatArray) -> FloatArray:
    """Return numbers of single precision as the shortest decimals that stand for them, same shape.

    >>> as_shown(np.array([np.float32(0.1)], dtype=np.float64)).tolist()
    [0.1]
    """
    return score.astype(np.float32).astype(str).astype(np.float64)


def first_not_below(score: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Return for each score the least number of single precision that is shown as no less, and whether it is shown so.

    Parameters
    ----------
    score
        Shape (G,), finite.

    Examples
    --------
    >>> found, same = first_not_below(np.array([0.1, 0.1 + 1e-12]))
    >>> (found == np.float32([0.1, np.nextafter(np.float32(0.1), np.float32(1))])).tolist(), same.tolist()
    ([True, True], [True, False])
    """
    most = np.finfo(np.float32).max
    with np.errstate(over="ignore", under="ignore"):
        near = np.clip(score.astype(np.float32), -most, most)
        low, high = np.nextafter(near, np.float32(-np.inf)), np.nextafter(near, np.float32(np.inf))
    tried = np.stack([np.clip(one, -most, most) for one in (low, near, high)]).astype(np.float64)
    shown = as_shown(tried.ravel()).reshape(tried.shape)
    reached = shown >= score
    first, place = reached.argmax(axis=0), np.arange(len(score))
    # Beyond the greatest number of single precision there is none.
    found = np.where(reached.any(axis=0), tried[first, place], np.inf)
    return found, reached.any(axis=0) & (shown[first, place] == score)
