"""The list in each model's own order, and how many entries its scores promise (METHODS F9, by score).

Orders, prices, sizes, weights and groups are the list's own. How likely an item is an entry is read from the
labelled items by isotonic regression, fitted anew in every resample; the point is the mean over the resamples.
What is said of the list is a forecast: within each resample the labels of the list itself are drawn, as the
errors of so many labelled items (or groups) drawn once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.domain.items import FloatArray, IntArray
from budgetplan.metrics.isotonic import isotonic_rows
from budgetplan.metrics.list_rates import Cells, cell_rates, density_ratios, find_cells
from budgetplan.metrics.resampling import Resamples, batch_size, draws

MOST_ENDS = 2_000
"""Entries in a resample are kept at so many places of the list, and run straight between them."""
ITEMS_A_STRATUM, MOST_STRATA = 10, 20
"""The list's density is compared with the sample's in parts of at least so many items, at most so many parts."""


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
        Shape (2 G + 1,): how likely an item of each cell is an entry, mean over the resamples.
    ends
        Shape (K + 1,), never falling, from 0: weighted items of the list reviewed at the kept places.
    found
        Shape (R, K + 1): entries found there in each resample, before they are cut to their range.
    below, above
        Weighted items of the list that score below, and above, every labelled item.
    """

    cells: Cells
    rate: FloatArray
    ends: FloatArray
    found: FloatArray
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

    def entries_outside(self, items: float) -> float:
        """Return the expected entries among the first ``items`` that score beyond all labelled ones."""
        above, below = self.outside(items)
        return above * float(self.rate[-1]) + below * float(self.rate[0])

    def read(self, items: FloatArray) -> FloatArray:
        """Return the entries found after ``items`` of the list, shape (S,) to (R, S), in [0, items]."""
        return self._read(items, self.found)

    def read_each(self, items: FloatArray) -> FloatArray:
        """Return the entries found after a number of items of its own in each resample, (R, S) to (R, S)."""
        place, step = self._places(items)
        after = np.minimum(place + 1, len(self.ends) - 1)
        low = np.take_along_axis(self.found, place, axis=1)
        high = np.take_along_axis(self.found, after, axis=1)
        return np.asarray(np.clip(low + step * (high - low), 0.0, items))

    def _read(self, items: FloatArray, found: FloatArray) -> FloatArray:
        place, step = self._places(items)
        low, high = found[:, place], found[:, np.minimum(place + 1, len(self.ends) - 1)]
        return np.asarray(np.clip(low + step * (high - low), 0.0, items))

    def _places(self, items: FloatArray) -> tuple[IntArray, FloatArray]:
        """Return the last kept place at or before each number of items, and how far it lies towards the next."""
        place = np.searchsorted(self.ends, items, side="right") - 1
        after = np.minimum(place + 1, len(self.ends) - 1)
        room = self.ends[after] - self.ends[place]
        step = np.divide(items - self.ends[place], room, out=np.zeros(items.shape), where=room > 0)
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


def forecast(sample: Sample, scores: Mapping[str, tuple[FloatArray, FloatArray]], listing: Listing) -> Forecast:
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
        place, n_knots = self.cells.place, len(self.cells.knots)
        self.order = np.argsort(place, kind="stable")
        self.starts = np.searchsorted(place[self.order], np.arange(n_knots))
        self.in_cell = np.bincount(self.cells.cell, listing.weight, minlength=self.cells.n_cells)
        strata = int(np.clip(len(scored) // ITEMS_A_STRATUM, 1, MOST_STRATA))
        self.spread = np.sqrt(density_ratios(self.cells, sample.weight, listing.weight, strata))
        ends = np.concatenate([[0.0], np.cumsum(self.in_cell[::-1])])
        self.kept = _kept(ends)
        self.ends = ends[self.kept]
        self.found: list[FloatArray] = []
        self.sum, self.rows = np.zeros(n_knots), 0

    def rates(self, weight: FloatArray) -> FloatArray:
        """Return the rate at each knot by row of weights: (R, n) to (R, G)."""
        return isotonic_rows(self.at_knots(weight * self.positive), self.at_knots(weight))

    def at_knots(self, amounts: FloatArray) -> FloatArray:
        return np.asarray(np.add.reduceat(amounts[:, self.order], self.starts, axis=1))

    def take(self, weight: FloatArray, drawn: FloatArray) -> None:
        rates = self.rates(weight)
        self.sum += rates.sum(axis=0)
        self.rows += len(rates)
        expected = cell_rates(rates) * self.in_cell
        # What the list's own labels will differ by: labelled items drawn once more, each with its own error.
        errors = drawn * (self.positive - rates[:, self.cells.place]) * self.spread
        expected[:, 1::2] += self.at_knots(errors)
        found = np.zeros((len(rates), self.cells.n_cells + 1))
        np.cumsum(expected[:, ::-1], axis=1, out=found[:, 1:])
        self.found.append(found[:, self.kept])

    def queue(self, own: FloatArray) -> Queue:
        """Return the queue; without resamples the rates are those of the sample itself."""
        rates = self.sum / self.rows if self.rows else self.rates(own)[0]
        found = np.concatenate(self.found) if self.found else np.zeros((0, len(self.kept)))
        below, above = float(self.in_cell[0]), float(self.in_cell[-1])
        return Queue(self.cells, cell_rates(rates), self.ends, found, below, above)


def _kept(ends: FloatArray) -> IntArray:
    """Return which ends of cells are kept: all, or about evenly many along the list."""
    if len(ends) <= MOST_ENDS:
        return np.arange(len(ends))
    wanted = np.linspace(0, ends[-1], MOST_ENDS)
    return np.unique(np.concatenate([[0], np.searchsorted(ends, wanted, side="right") - 1, [len(ends) - 1]]))


def groups_of_the_list(
    group: IntArray, labelled: Sequence[bool] | FloatArray, weight: FloatArray, n: int
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
    chosen = np.asarray(labelled, dtype=bool)
    own, size = group[~chosen], weight[~chosen]
    total, named = float(size.sum()), own >= 0
    if not named.any() or total <= 0:
        return 0.0, max(round(n * total / max(float(weight[chosen].sum()), 1e-300)), 1)
    known = np.isin(own, group[chosen]) & named
    others = len(np.unique(own[named & ~known]))
    # An item without a group is one of its own.
    lone = int((~named).sum())
    return float(size[known].sum()) / total, others + lone
