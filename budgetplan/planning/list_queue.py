"""The list in each model's own order, and how many entries its scores promise (METHODS F9, by score).

Orders, prices, sizes, weights and groups are the list's own. How likely an item is an entry is read from the
labelled items by isotonic regression, fitted anew in every resample. A monotone fit flatters the top of the order
(its cumulative curve is the concave majorant of the raw one); by how much is seen in the resamples, whose fits
promise more again than the sample's own, and is taken off.

How sure that is comes from rates in narrow strata of the score, which resampling gets right (it makes monotone
fits look surer than they are). It is a forecast: within each resample the labels of the list itself are drawn, as
the errors of so many labelled items (or groups) drawn once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from budgetplan.domain.items import FloatArray, IntArray
from budgetplan.metrics.isotonic import isotonic_rows
from budgetplan.metrics.list_rates import Cells, cell_rates, find_cells, strata_of
from budgetplan.metrics.resampling import Resamples, batch_size, draws

ITEMS_A_STRATUM, MOST_STRATA = 10, 100
"""Strata of the score hold at least so many labelled items; there are at most so many."""
MOST_FITTED = 20_000_000
"""So many rates are fitted at most: with many labelled items few resamples show what the fit flatters."""
LEAST_FITS = 10


@dataclass(frozen=True, eq=False)
class Sample:
    """The labelled items, as far as forecasts need them.

    Attributes
    ----------
    positive
        Shape (n,): 1 for an entry, else 0.
    amounts
        Name to shape (n,): what depends on the label (``value``, ``left``).
    how
        How the labelled items are resampled; ``n_resamples`` 0: not at all.
    """

    positive: FloatArray
    amounts: Mapping[str, FloatArray]
    how: Resamples

    @property
    def weight(self) -> FloatArray:
        """Shape (n,): how many items each stands for."""
        return np.ones(len(self.positive)) if self.how.weight is None else self.how.weight


@dataclass(frozen=True, eq=False)
class Listing:
    """The items of the list.

    Attributes
    ----------
    weight
        Shape (N,): how many items each row stands for; they add up to the list's size.
    known_group
        Share of these items that belong to groups of which the sample has items, in [0, 1].
    n_groups
        How many groups the others belong to (None: items are independent).
    """

    weight: FloatArray
    known_group: float = 0.0
    n_groups: int | None = None

    @property
    def size(self) -> float:
        """Items of the list, weighted."""
        return float(self.weight.sum())


@dataclass(frozen=True, eq=False)
class Queue:
    """One model's order of the list: where its scores lie, and what they promise.

    Attributes
    ----------
    rate
        Shape (2 G + 1,): how likely an item of each cell is an entry, less what the fit flatters.
    ends, found
        Shape (2 G + 2,), never falling, from 0: weighted items of the list at the end of each cell, best first,
        and the entries expected among them.
    strata_ends
        Shape (K + 1,): items at the end of each stratum, best first, from 0.
    deviations
        Shape (R, K + 1): by how much more entries there are among these items in each resample.
    below, above
        Weighted items of the list that score below, and above, every labelled item.
    """

    cells: Cells
    rate: FloatArray
    ends: FloatArray
    found: FloatArray
    strata_ends: FloatArray
    deviations: FloatArray
    below: float
    above: float

    def outside(self, items: float) -> tuple[float, float]:
        """Return how many of the first ``items`` score above, and below, every labelled item."""
        return min(self.above, items), max(0.0, items - (float(self.ends[-1]) - self.below))

    def room(self, items: float) -> tuple[float, float]:
        """Return by how much the entries among the first ``items`` may be fewer, and more, than expected.

        Nothing labelled says how likely an entry is beyond the labelled scores: below them the rate is
        anything from 0 to that of the end, above them anything from that of the end to 1.
        """
        above, below = self.outside(items)
        return below * float(self.rate[0]), above * (1 - float(self.rate[-1]))

    def rooms(self, items: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return both of :meth:`room` after each number of items, shape (S,) each."""
        above = np.minimum(self.above, items)
        below = np.maximum(0.0, items - (float(self.ends[-1]) - self.below))
        return below * float(self.rate[0]), above * (1 - float(self.rate[-1]))

    def labelled_within(self, items: FloatArray) -> FloatArray:
        """Return how many labelled items score as high as the first ``items`` of the list, shape (S,)."""
        at_knots = np.bincount(self.cells.place, minlength=len(self.cells.knots))
        in_cell = np.zeros(self.cells.n_cells)
        in_cell[1::2] = at_knots
        place = np.clip(np.searchsorted(self.ends, items, side="right") - 1, 0, len(self.ends) - 1)
        # Inside a cell the labelled ones of that cell count: nobody knows which of them come first.
        after = np.minimum(place + 1, len(self.ends) - 1)
        reached = np.concatenate([[0.0], np.cumsum(in_cell[::-1])])
        return np.asarray(np.where(items > self.ends[place], reached[after], reached[place]))

    def entries_outside(self, items: float) -> float:
        """Return the expected entries among the first ``items`` that score beyond all labelled ones."""
        above, below = self.outside(items)
        return above * float(self.rate[-1]) + below * float(self.rate[0])

    def read(self, items: FloatArray) -> FloatArray:
        """Return the entries found after ``items`` of the list, shape (S,) to (R, S), in [0, items]."""
        place, step = self._places(items)
        low, high = self.deviations[:, place], self.deviations[:, place + 1]
        return self._found(items, low + step * (high - low))

    def read_each(self, items: FloatArray) -> FloatArray:
        """Return the entries found after a number of items of its own in each resample, (R, S) to (R, S)."""
        place, step = self._places(items)
        low = np.take_along_axis(self.deviations, place, axis=1)
        high = np.take_along_axis(self.deviations, place + 1, axis=1)
        return self._found(items, low + step * (high - low))

    def _found(self, items: FloatArray, deviation: FloatArray) -> FloatArray:
        expected = np.interp(items, self.ends, self.found)
        return np.asarray(np.clip(expected + deviation, 0.0, items))

    def _places(self, items: FloatArray) -> tuple[IntArray, FloatArray]:
        """Return in which stratum each number of items ends, and how far into it."""
        ends = self.strata_ends
        place = np.clip(np.searchsorted(ends, items, side="right") - 1, 0, len(ends) - 2)
        room = ends[place + 1] - ends[place]
        step = np.divide(items - ends[place], room, out=np.ones(items.shape), where=room > 0)
        return place, np.clip(step, 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class Forecast:
    """What the labelled items promise of the list, in the order of each model.

    Attributes
    ----------
    queues
        By model.
    means
        Name of an amount to shape (R + 1, 2): its mean among the entries, and among the others; in the last
        row for the sample itself.
    """

    queues: Mapping[str, Queue]
    means: Mapping[str, FloatArray]
    size: float

    def amount(self, name: str, found: FloatArray, items: FloatArray | float) -> FloatArray:
        """Return an amount over the first ``items`` of the list in every resample, shape of ``found`` (R, S)."""
        means = self.means[name][:-1]
        return np.asarray(means[:, :1] * found + means[:, 1:] * (items - found))


def forecast(
    sample: Sample, scores: Mapping[str, tuple[FloatArray, FloatArray]], listing: Listing
) -> Forecast:
    """Return what the labelled items promise of the list.

    Parameters
    ----------
    sample, listing
        The labelled items and the list.
    scores
        For each model the scores of the labelled items, shape (n,), and of the list, shape (N,); higher is
        reviewed earlier.
    """
    models = {name: _Model(sample, listing, *pair) for name, pair in scores.items()}
    means: dict[str, list[FloatArray]] = {name: [] for name in sample.amounts}
    for weight, drawn in _resamples(sample, listing):
        for model in models.values():
            model.take(weight, drawn)
        for name, rows in means.items():
            rows.append(_means(sample, name, weight))
    own = sample.weight[None, :]
    return Forecast(
        {name: model.queue(own) for name, model in models.items()},
        {name: np.concatenate([*rows, _means(sample, name, own)]) for name, rows in means.items()},
        listing.size,
    )


def _means(sample: Sample, name: str, weight: FloatArray) -> FloatArray:
    """Return the mean of an amount among entries and among others, by row of weights: (R, n) to (R, 2)."""
    amount = sample.amounts[name]
    parts = np.column_stack([sample.positive, 1 - sample.positive])
    size = weight @ parts
    return np.divide(weight @ (parts * amount[:, None]), size, out=np.zeros_like(size), where=size > 0)


def _resamples(sample: Sample, listing: Listing) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield, batch by batch, the weights of the labelled items and how much oftener than expected they are drawn."""
    how = sample.how
    rng = np.random.default_rng([how.seed, 1])
    for batch in draws(how, batch_size(how.n_items)):
        weight = np.asarray(batch, dtype=np.float64)
        yield weight, np.stack([_drawn(rng, row, how.group, listing) for row in weight])


def _drawn(
    rng: np.random.Generator, weight: FloatArray, group: IntArray | None, listing: Listing
) -> FloatArray:
    """Draw the list from a resample: how much oftener than expected each labelled item is drawn, shape (n,).

    Items of groups that the sample knows are drawn singly, the others with their whole group. Only what a draw
    differs from its expectation is an error of the list's own; the rest is in the rates already.
    """
    total, size = weight.sum(), round(listing.size)
    if total <= 0:
        return np.zeros(len(weight))
    share = weight / total
    if group is None or listing.n_groups is None:
        return np.asarray(rng.multinomial(size, share) - size * share)
    single = round(size * listing.known_group)
    drawn = rng.multinomial(single, share) - single * share
    if size > single and listing.n_groups:
        n_groups = int(group.max()) + 1
        # A group is drawn as often as it stands in the resample, whatever its size.
        sizes = np.bincount(group, minlength=n_groups)
        times = np.bincount(group, weight, minlength=n_groups) / sizes
        times = times / times.sum()
        whole = rng.multinomial(listing.n_groups, times) - listing.n_groups * times
        drawn += whole[group] * ((size - single) / (listing.n_groups * float(times @ sizes)))
    return np.asarray(drawn)


class _Model:
    """Gathers one model's resamples, batch by batch."""

    def __init__(self, sample: Sample, listing: Listing, scored: FloatArray, listed: FloatArray) -> None:
        self.positive = sample.positive
        self.cells = find_cells(scored, listed)
        most = int(np.clip(len(scored) // ITEMS_A_STRATUM, 1, MOST_STRATA))
        self.strata = strata_of(self.cells, sample.weight, most)
        self.of_item = self.strata.of_knot[self.cells.place]
        self.by_knot = _Groups(self.cells.place, len(self.cells.knots))
        self.by_stratum = _Groups(self.of_item, self.strata.n_strata)
        self.in_cell: FloatArray = np.bincount(
            self.cells.cell, listing.weight, minlength=self.cells.n_cells
        ).astype(np.float64)
        self.in_stratum: FloatArray = np.bincount(
            self.strata.of_cell, self.in_cell, minlength=self.strata.n_strata
        ).astype(np.float64)
        own = self.by_stratum.sums(sample.weight[None, :])[0]
        usual = own / own.sum() * listing.size
        # The list's errors are drawn from the sample's; where the list is denser there are more of them.
        self.spread = np.sqrt(np.divide(self.in_stratum, usual, out=np.ones_like(own), where=usual > 0))
        self.rate = self.by_stratum.rates(sample.weight[None, :], self.positive, np.zeros(len(own)))[0]
        self.most_fits = max(MOST_FITTED // len(self.cells.knots), LEAST_FITS)
        self.found: list[FloatArray] = []
        self.sum, self.fits = np.zeros(len(self.cells.knots)), 0

    def fitted(self, weight: FloatArray) -> FloatArray:
        """Return the rate at each knot by row of weights: (R, n) to (R, G)."""
        return isotonic_rows(self.by_knot.sums(weight * self.positive), self.by_knot.sums(weight))

    def take(self, weight: FloatArray, drawn: FloatArray) -> None:
        """Read a batch of resamples: weights of the labelled items, and the draws of the list's errors."""
        if self.fits < self.most_fits:
            rates = self.fitted(weight[: self.most_fits - self.fits])
            self.sum += rates.sum(axis=0)
            self.fits += len(rates)
        rates = self.by_stratum.rates(weight, self.positive, self.rate)
        errors = self.by_stratum.sums(drawn * (self.positive - rates[:, self.of_item])) * self.spread
        found = np.zeros((len(rates), self.strata.n_strata + 1))
        np.cumsum((rates * self.in_stratum + errors)[:, ::-1], axis=1, out=found[:, 1:])
        self.found.append(found)

    def queue(self, own: FloatArray) -> Queue:
        """Return the queue; without resamples the rates are those of the sample itself."""
        fitted = self.fitted(own)[0]
        found = self.promised(fitted)
        deviations = np.zeros((0, self.strata.n_strata + 1))
        if self.fits:
            # A resample's fit is flattered once more than the sample's, by about as much as that is itself.
            found = 2 * found - self.promised(self.sum / self.fits)
            deviations = np.concatenate(self.found)
            deviations = deviations - deviations.mean(axis=0)
        rate = self.as_rates(found, fitted)
        return Queue(
            self.cells,
            rate,
            ends=_cumulated(self.in_cell),
            found=_cumulated(rate * self.in_cell),
            strata_ends=_cumulated(self.in_stratum),
            deviations=deviations,
            below=float(self.in_cell[0]),
            above=float(self.in_cell[-1]),
        )

    def promised(self, rates: FloatArray) -> FloatArray:
        """Return the entries of the list at the end of each cell, best first, from 0: (G,) to (2 G + 2,)."""
        return _cumulated(cell_rates(rates) * self.in_cell)

    def as_rates(self, found: FloatArray, fitted: FloatArray) -> FloatArray:
        """Return the rate of each cell that gives these entries, in [0, 1], shape (2 G + 1,)."""
        rising = (np.maximum.accumulate(found) + np.minimum.accumulate(found[::-1])[::-1]) / 2
        rates = cell_rates(fitted)
        np.divide(np.diff(rising)[::-1], self.in_cell, out=rates, where=self.in_cell > 0)
        return np.clip(rates, 0.0, 1.0)


class _Groups:
    """Sums over groups of items, row by row."""

    def __init__(self, code: IntArray, n_groups: int) -> None:
        self.order = np.argsort(code, kind="stable")
        self.starts = np.searchsorted(code[self.order], np.arange(n_groups))

    def sums(self, amounts: FloatArray) -> FloatArray:
        """Return the sums of each row by group: (R, n) to (R, groups)."""
        return np.asarray(np.add.reduceat(amounts[:, self.order], self.starts, axis=1))

    def rates(self, weight: FloatArray, positive: FloatArray, otherwise: FloatArray) -> FloatArray:
        """Return the share of positives in each group, ``otherwise`` where a row has none of it, (R, groups)."""
        size = self.sums(weight)
        rates = np.tile(otherwise, (len(size), 1))
        return np.asarray(np.divide(self.sums(weight * positive), size, out=rates, where=size > 0))


def _cumulated(amounts: FloatArray) -> FloatArray:
    """Return sums from the best cell or stratum, the last one, downwards, from 0: (K,) to (K + 1,)."""
    return np.concatenate([[0.0], np.cumsum(amounts[::-1])])


def groups_of_the_list(
    group: IntArray, labelled: npt.NDArray[np.bool_], weight: FloatArray, n: int
) -> tuple[float, int]:
    """Return the share of the list in groups that the sample knows, and how many other groups it has.

    Parameters
    ----------
    group
        Shape (items,): code of the group, -1 where none is given.
    labelled
        Shape (items,): which items are labelled.
    weight
        Shape (items,): weights.
    n
        Groups of the sample: a list without groups has as many for each item as the sample.

    Examples
    --------
    >>> group = np.array([0, 0, 1, 1, 2, 2])
    >>> labelled = np.array([True, True, True, False, False, False])
    >>> share, others = groups_of_the_list(group, labelled, np.ones(6), 2)
    >>> round(share, 3), others
    (0.333, 1)
    """
    chosen = labelled
    own, size = group[~chosen], weight[~chosen]
    total, named = float(size.sum()), own >= 0
    if not named.any() or total <= 0:
        return 0.0, max(round(n * total / max(float(weight[chosen].sum()), 1e-300)), 1)
    known = np.isin(own, group[chosen]) & named
    others = len(np.unique(own[named & ~known]))
    # An item without a group is one of its own.
    lone = int((~named).sum())
    return float(size[known].sum()) / total, others + lone
