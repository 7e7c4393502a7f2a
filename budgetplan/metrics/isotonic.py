"""P(right | key) that never falls as the key rises: isotonic regression along a path (METHODS F9, S5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.metrics.path import FloatArray, IntArray
from budgetplan.metrics.stopping import upper_hull
from budgetplan.metrics.value import item_weights, weighty


@dataclass(frozen=True)
class Isotonic:
    """A step function of the key.

    Attributes
    ----------
    starts
        Shape (steps,), increasing: the least key of each step.
    means
        Shape (steps,), never falling: mean outcome of the items in the step.
    """

    starts: FloatArray
    means: FloatArray

    def read(self, key: FloatArray) -> FloatArray:
        """Return the mean at each key, same shape; below the first step that of the first.

        Examples
        --------
        >>> fitted = isotonic(np.array([0.2, 0.6, 0.9]), np.array([0.0, 1.0, 1.0]))
        >>> fitted.read(np.array([0.1, 0.5, 0.7])).tolist()
        [0.0, 0.0, 1.0]
        """
        place = np.searchsorted(self.starts, key, side="right") - 1
        return np.asarray(self.means[np.maximum(place, 0)])


def isotonic(key: FloatArray, outcome: FloatArray, weight: FloatArray | None = None) -> Isotonic:
    """Return the step function of least squared error among those that never fall.

    Parameters
    ----------
    key
        Shape (n,): score or confidence; equal keys share a step.
    outcome
        Shape (n,): 1 where the item is positive (or the answer right), else 0; any amounts will do.
    weight
        Shape (n,), >= 0, or None for one each. ValueError if there are no items.

    Notes
    -----
    Cumulative outcome against cumulative weight, highest keys first, is a path; the slopes of its upper hull
    are the blocks of pool-adjacent-violators.

    References
    ----------
    METHODS F9, S5.

    Examples
    --------
    >>> fitted = isotonic(np.array([0.9, 0.8, 0.7, 0.1]), np.array([1.0, 0.0, 1.0, 0.0]))
    >>> fitted.starts.tolist(), fitted.means.tolist()
    ([0.1, 0.7, 0.9], [0.0, 0.5, 1.0])
    """
    w = item_weights(len(key), weight)
    w, key, outcome = weighty(w, key, outcome)
    order = np.argsort(-key, kind="stable")
    ordered = key[order]
    last: IntArray = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), len(ordered) - 1)
    items = np.concatenate([[0.0], np.cumsum(w[order])[last]])
    found = np.concatenate([[0.0], np.cumsum((w * outcome)[order])[last]])
    corners = upper_hull(items, found)
    means = np.diff(found[corners]) / np.diff(items[corners])
    return Isotonic(ordered[last][corners[1:] - 1][::-1], means[::-1])
