"""How likely each item of the list is an entry, from where its score lies among the labelled ones (METHODS F9).

A list item's score equals a labelled one, lies between two neighbours, or beyond all of them: these are the
**cells**, 2 G + 1 for G distinct labelled scores, from below all (0) to above all (2 G). Only the order of the
scores counts, so any increasing transformation of them changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Cells:
    """Where the list's scores lie among the labelled ones.

    Attributes
    ----------
    knots
        Shape (G,), increasing: the distinct labelled scores.
    place
        Shape (n,): position of each labelled item's score among the knots.
    cell
        Shape (N,), 0..2 G: the cell of each list item; 2 i + 1 is knot i, 2 i the gap below it.
    """

    knots: FloatArray
    place: IntArray
    cell: IntArray

    @property
    def n_cells(self) -> int:
        """Number of cells, 2 G + 1."""
        return 2 * len(self.knots) + 1


def find_cells(sample: FloatArray, listed: FloatArray) -> Cells:
    """Return where the scores of the list, shape (N,), lie among those of the sample, shape (n,).

    Examples
    --------
    >>> find_cells(np.array([0.9, 0.3, 0.7]), np.array([0.95, 0.9, 0.5, 0.1])).cell.tolist()
    [6, 5, 2, 0]
    """
    knots, place = np.unique(sample, return_inverse=True)
    # In rising order each search begins where the one before it ended, in memory that was just read.
    rising = np.argsort(listed)
    left = np.empty(len(listed), dtype=np.int64)
    left[rising] = np.searchsorted(knots, listed[rising], side="left")
    equal = knots[np.minimum(left, len(knots) - 1)] == listed
    return Cells(knots, place, 2 * left + equal)


def cell_rates(rates: FloatArray) -> FloatArray:
    """Return the rate of each cell from those at the knots: shape (..., G) to (..., 2 G + 1).

    Between two neighbouring knots it is the mean of both; beyond the ends it is that of the end.

    Examples
    --------
    >>> cell_rates(np.array([0.0, 0.5, 1.0])).tolist()
    [0.0, 0.0, 0.25, 0.5, 0.75, 1.0, 1.0]
    """
    n_knots = rates.shape[-1]
    out = np.empty((*rates.shape[:-1], 2 * n_knots + 1))
    out[..., 1::2] = rates
    out[..., 2:-1:2] = (rates[..., 1:] + rates[..., :-1]) / 2
    out[..., 0], out[..., -1] = rates[..., 0], rates[..., -1]
    return out


def evened(rates: FloatArray, weight: FloatArray, half: float) -> FloatArray:
    """Return each rate as the mean of those around it, shape (G,): over ``half`` the weight on either side, at the ends over less.

    Rates that never fall do not fall afterwards.

    Examples
    --------
    >>> evened(np.array([0.0, 0.0, 1.0, 1.0]), np.ones(4), 1.0).tolist()
    [0.0, 0.25, 0.75, 1.0]
    """
    ends, sums = (np.concatenate([[0.0], np.cumsum(each)]) for each in (weight, rates * weight))
    middle = (ends[1:] + ends[:-1]) / 2
    reach = np.minimum(half, np.minimum(middle, ends[-1] - middle))
    there = reach > 0
    high, low = (np.interp(middle + side * reach, ends, sums) for side in (1, -1))
    return np.asarray(np.divide(high - low, 2 * reach, out=rates.astype(np.float64), where=there))


@dataclass(frozen=True, eq=False)
class Strata:
    """The labelled scores in parts of about equal weight, and which of them each cell belongs to.

    Attributes
    ----------
    of_knot
        Shape (G,), never falling, 0..K - 1.
    of_cell
        Shape (2 G + 1,): a gap belongs to the part of the knot above it, the last one to that of the highest.
    n_strata
        K.
    """

    of_knot: IntArray
    of_cell: IntArray
    n_strata: int


def strata_of(cells: Cells, weight: FloatArray, most: int) -> Strata:
    """Return the labelled scores, with weights of shape (n,), in at most ``most`` parts of about equal weight.

    Examples
    --------
    >>> strata_of(find_cells(np.array([0.1, 0.2, 0.8, 0.9]), np.array([0.15])), np.ones(4), 2).of_cell.tolist()
    [0, 0, 0, 0, 1, 1, 1, 1, 1]
    """
    n_knots = len(cells.knots)
    at_knots = np.bincount(cells.place, weight, minlength=n_knots)
    total = float(at_knots.sum())
    middle = (np.cumsum(at_knots) - at_knots / 2) / total if total > 0 else np.zeros(n_knots)
    of_knot = np.unique(np.minimum((middle * most).astype(np.int64), most - 1), return_inverse=True)[1]
    of_cell = of_knot[np.minimum(np.arange(cells.n_cells) // 2, n_knots - 1)]
    return Strata(of_knot, of_cell, int(of_knot[-1]) + 1)
