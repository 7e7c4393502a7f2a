"""Which models differ beyond noise, for all pairs of models at once (METHODS F8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.resampling.paired import TIE, interval


@dataclass(frozen=True, eq=False)
class Differences:
    """The difference of every two of M models, row less column, and which of them are firm.

    Attributes
    ----------
    mean, low, high
        Shape (..., M, M), in the unit of the replicates: mean over the resamples, and an interval such that
        95 % of samples have all the true differences within theirs. 0 on the diagonal.
    firm
        Shape (..., M, M): whether the row's model is firmly better or firmly worse than the column's.
        ``mean`` says which.
    critical
        c >= 0: how many standard deviations the intervals reach to either side (0 where nothing varies).
    """

    mean: FloatArray
    low: FloatArray
    high: FloatArray
    firm: BoolArray
    critical: float

    def at(self, place: int) -> Differences:
        """Return what is said of one of several places (a budget, say)."""
        return replace(
            self, mean=self.mean[place], low=self.low[place], high=self.high[place], firm=self.firm[place]
        )

    @property
    def better(self) -> BoolArray:
        """Whether the row's model is firmly better than the column's, shape (..., M, M)."""
        return np.asarray(self.firm & (self.mean > 0))

    @property
    def worse(self) -> BoolArray:
        """Whether the row's model is firmly worse than the column's, shape (..., M, M)."""
        return np.asarray(self.firm & (self.mean < 0))


def firm_differences(replicates: FloatArray, level: float = 0.95) -> Differences:
    """Return all differences of models with intervals that hold together, and which of them are firm.

    An interval of each difference alone would call some of ten equally good models firmly worse in every
    second sample: the model that looks best is the yardstick. So c is the ``level`` quantile over the
    resamples of the greatest |D_b - mean D| / sd D over all pairs; a difference is firm where
    |mean D| / sd D > c, and its interval is mean D -/+ c sd D. Two models at one place: the percentile
    interval, firm where 0 lies outside.

    Parameters
    ----------
    replicates
        Shape (B, M) or (B, ..., M): what M models reach in B paired resamples, higher is better; axes between
        them are places (budgets, say) that are claimed firm together. NaN replicates are left out.
    level
        With which probability all intervals hold at once, in (0, 1).

    Returns
    -------
    Differences
        Differences and standard deviations within 1e-12 of the largest magnitude are 0. A difference that is the
        same in every resample is firm where it is not 0.

    References
    ----------
    METHODS F8.

    Examples
    --------
    The third model is worth 2 less than the others, which win in turn:

    >>> values = np.array([[5.0, 4.0, 2.5], [4.0, 5.0, 2.5], [5.0, 4.0, 2.5], [4.0, 5.0, 2.5]])
    >>> found = firm_differences(values)
    >>> found.critical, found.firm.tolist()
    (1.0, [[False, False, True], [False, False, True], [True, True, False]])
    >>> found.low[0].tolist(), found.high[0].tolist()
    ([0.0, -1.0, 1.5], [0.0, 1.0, 2.5])
    """
    n_models = replicates.shape[-1]
    replicates = replicates[~np.isnan(replicates).all(axis=tuple(range(1, replicates.ndim)))]
    finite = np.abs(replicates[~np.isnan(replicates)])
    noise = TIE * float(finite.max(initial=0.0))
    shape = (*replicates.shape[1:], n_models)
    mean, error = np.zeros(shape), np.zeros(shape)
    furthest = np.zeros(len(replicates))
    for model in range(n_models):  # models, not pairs: all pairs at once would fill the memory
        difference = replicates[..., model, None] - replicates
        centre, spread = _moments(difference)
        centre[np.abs(centre) <= noise] = 0.0
        spread[spread <= noise] = 0.0
        mean[..., model, :], error[..., model, :] = centre, spread
        away = np.divide(np.abs(difference - centre), spread, out=np.zeros_like(difference), where=spread > 0)
        furthest = np.maximum(furthest, np.nan_to_num(away).max(axis=tuple(range(1, away.ndim)), initial=0.0))
    critical = float(np.quantile(furthest, level)) if len(furthest) else 0.0
    low, high = mean - critical * error, mean + critical * error
    if n_models == 2 and replicates.ndim == 2 and len(replicates):
        ends = interval(replicates[:, 0] - replicates[:, 1], level=level)
        first, last = (0.0 if abs(end) <= noise else float(end) for end in ends)
        low, high = np.array([[0.0, first], [-last, 0.0]]), np.array([[0.0, last], [-first, 0.0]])
    return Differences(mean, low, high, np.asarray((low > 0) | (high < 0)), critical)


def _moments(difference: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return mean and standard deviation over the resamples that are not NaN; 0 where none is."""
    known = ~np.isnan(difference)
    count = np.maximum(known.sum(axis=0), 1)
    centre = np.where(known, difference, 0.0).sum(axis=0) / count
    away = np.where(known, difference - centre, 0.0)
    return centre, np.sqrt((away**2).sum(axis=0) / count)
