"""How likely each item of the list is an entry, from where its score lies among the labelled ones (METHODS F9).

A list item's score equals a labelled one, lies between two neighbours, or beyond all of them: these are the
**cells**, 2 G + 1 for G distinct labelled scores, from below all (0) to above all (2 G). Only the order of the
scores counts, so any increasing transformation of them changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.metrics.path import FloatArray, IntArray


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
    left = np.searchsorted(knots, listed, side="left")
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


def density_ratios(cells: Cells, sample_weight: FloatArray, list_weight: FloatArray, strata: int) -> FloatArray:
    """Return how much denser the list is than the sample around each labelled score, shape (n,), >= 0.

    The labelled scores are cut into at most ``strata`` parts of about equal weight; the ratio is the part's
    share of the list over its share of the sample. It is 1 everywhere where the list is spread as the sample.

    Examples
    --------
    >>> cells = find_cells(np.array([0.1, 0.2, 0.8, 0.9]), np.array([0.15, 0.8, 0.85, 0.9]))
    >>> density_ratios(cells, np.ones(4), np.ones(4), strata=2).tolist()
    [0.5, 0.5, 1.5, 1.5]
    """
    n_knots = len(cells.knots)
    at_knots = np.bincount(cells.place, sample_weight, minlength=n_knots)
    total, listed = at_knots.sum(), list_weight.sum()
    if total <= 0 or listed <= 0:
        return np.ones(len(cells.place))
    middle = (np.cumsum(at_knots) - at_knots / 2) / total
    stratum = np.minimum((middle * strata).astype(np.int64), strata - 1)
    # A gap belongs to the part of the knot above it, the last one to the highest knot.
    of_cell = stratum[np.minimum(np.arange(cells.n_cells) // 2, n_knots - 1)]
    own = np.bincount(of_cell[cells.cell], list_weight, minlength=strata) / listed
    theirs = np.bincount(stratum, at_knots, minlength=strata) / total
    ratio = np.divide(own, theirs, out=np.zeros(strata), where=theirs > 0)
    return np.asarray(ratio[stratum][cells.place])
