"""P(right | key) that never falls as the key rises: isotonic regression along a path (METHODS F9, S5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.answers.value import item_weights, weighty
from budgetplan.metrics.ranking.stopping import upper_hull


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


def isotonic_rows(found: FloatArray, weight: FloatArray) -> FloatArray:
    """Return the rates that never fall along each row: isotonic regression of many resamples at once.

    Parameters
    ----------
    found, weight
        Shape (R, G): positives and items (weighted, >= 0) at each of G increasing keys, in R resamples.

    Returns
    -------
    FloatArray
        Shape (R, G), in [0, 1]. A key without items in a resample gets the mean of the nearest rates below and
        above it (at an end: the nearest rate); a row without items is 0.

    Notes
    -----
    Pool-adjacent-violators, all rows in step: every falling run of block means becomes one block, until none
    falls. Products are compared, not quotients, so whole counts give the same blocks on every machine.

    References
    ----------
    METHODS F9.

    Examples
    --------
    >>> found, weight = np.array([[0.0, 1, 0, 2], [0, 0, 0, 1]]), np.array([[1.0, 1, 1, 2], [2, 0, 0, 1]])
    >>> isotonic_rows(found, weight).tolist()
    [[0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0]]
    """
    n_rows, n_keys = weight.shape
    known = weight > 0
    row = np.nonzero(known)[0]
    rates = np.zeros((n_rows, n_keys))
    if not len(row):
        return rates
    amount, size = found[known], weight[known]
    block_of, block_row = np.arange(len(row)), row
    while True:
        falls = (amount[1:] * size[:-1] < amount[:-1] * size[1:]) & (block_row[1:] == block_row[:-1])
        if not falls.any():
            break
        opens = np.concatenate([[True], ~falls])
        starts = np.flatnonzero(opens)
        amount, size = np.add.reduceat(amount, starts), np.add.reduceat(size, starts)
        block_row = block_row[starts]
        block_of = (np.cumsum(opens) - 1)[block_of]
    rates[known] = (amount / size)[block_of]
    return _filled(rates, known)


def _filled(rates: FloatArray, known: npt.NDArray[np.bool_]) -> FloatArray:
    """Give keys without items the mean of the nearest known rates on both sides, shape (R, G)."""
    if known.all():
        return rates
    n_keys = rates.shape[1]
    places = np.arange(n_keys)
    below = np.maximum.accumulate(np.where(known, places, -1), axis=1)
    above = np.minimum.accumulate(np.where(known, places, n_keys)[:, ::-1], axis=1)[:, ::-1]
    # At an end the one side stands for both; rows without items keep their zeros.
    low = np.where(below >= 0, below, np.minimum(above, n_keys - 1))
    high = np.where(above < n_keys, above, np.maximum(below, 0))
    rows = np.arange(len(rates))[:, None]
    return np.where(known, rates, (rates[rows, low] + rates[rows, high]) / 2)
