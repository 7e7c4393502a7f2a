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

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.forecast.tilt import KnownPrices, Tilt, find_lean, tilted
from budgetplan.metrics.likeness.isotonic import isotonic, isotonic_rows
from budgetplan.metrics.likeness.list_rates import Cells, cell_rates, evened, find_cells, strata_of
from budgetplan.metrics.resampling.blocks import N_BLOCKS, in_strata
from budgetplan.metrics.resampling.paired import Resamples

ITEMS_A_STRATUM, MOST_STRATA = 10, 100
"""Strata of the score hold at least so many labelled items; there are at most so many."""
MOST_FITTED = 400_000
"""So many rates are fitted at most: the more items are labelled, the less their fit flatters."""
MANY_EACH = 5
"""Where so many pieces are drawn for each unit, their numbers are as good as normal, and much faster drawn."""
MOST_AT_ONCE = 2_000_000
"""So many weights are held at a time."""


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
class ListQueue:
    """One model's order of the list: where its scores lie, and what they promise.

    Attributes
    ----------
    rate
        Shape (2 G + 1,): how likely an item of each cell is an entry, less what the fit flatters.
    nearby
        The same by the labelled items around each, over many draws of them: no step lies where these labels have one by
        chance, as a stop that was chosen by them does.
    ends, found
        Shape (2 G + 2,), never falling, from 0: weighted items of the list at the end of each cell, best first,
        and the entries expected among them.
    strata_ends
        Shape (K + 1,): items at the end of each stratum, best first, from 0.
    deviations
        Shape (R, K + 1): by how much more entries there are among these items in each resample.
    learnt
        The same as far as the labelled items tell: without the errors of the list's own labels.
    below, above
        Weighted items of the list that score below, and above, every labelled item.
    tilt
        How entries lie among items of equal score and unequal price; None where nothing shows that they follow it.
    """

    cells: Cells
    rate: FloatArray
    nearby: FloatArray
    ends: FloatArray
    found: FloatArray
    strata_ends: FloatArray
    deviations: FloatArray
    learnt: FloatArray
    below: float
    above: float
    tilt: Tilt | None = None

    @property
    def rate_of_items(self) -> FloatArray:
        """Shape (N,): how likely each item of the list is an entry."""
        return np.asarray(self.rate[self.cells.cell]) if self.tilt is None else self.tilt.rate

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
        if self.tilt is not None:
            expected = expected + self.tilt.read(items)
            deviation = deviation + self.tilt.varied(items)
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

    queues: Mapping[str, ListQueue]
    means: Mapping[str, FloatArray]
    size: float

    def amount(self, name: str, found: FloatArray, items: FloatArray | float) -> FloatArray:
        """Return an amount over the first ``items`` of the list in every resample, shape of ``found`` (R, S)."""
        means = self.means[name][:-1]
        if (means == [1.0, 0.0]).all():
            return found
        return np.asarray(means[:, :1] * found + means[:, 1:] * (items - found))


def forecast(
    sample: Sample,
    scores: Mapping[str, tuple[FloatArray, FloatArray]],
    listing: Listing,
    counts: Mapping[str, FloatArray] = MappingProxyType({}),
    prices: KnownPrices | None = None,
) -> Forecast:
    """Return what the labelled items promise of the list.

    Parameters
    ----------
    sample, listing
        The labelled items and the list.
    scores
        For each model the scores of the labelled items, shape (n,), and of the list, shape (N,); higher is
        reviewed earlier.
    counts
        By model: how many items each of its scores of the list stands for, where these are others than the rows of
        the listing.
    prices
        What items cost as known beforehand: the cheaper of equal scores come first. None where nobody knows.
    """
    drawn = _Drawn(sample, listing)
    own = np.ones((1, drawn.n_units))
    queues = _agreed(
        {
            name: _Model(sample, listing.size, *pair, counts.get(name, listing.weight)).queue(drawn)
            for name, pair in scores.items()
        }
    )
    if prices is not None:
        queues = _tilted(queues, sample, prices, drawn)
    return Forecast(
        queues,
        {name: np.concatenate([drawn.means(name), drawn.means(name, own)]) for name in sample.amounts},
        listing.size,
    )


def _tilted(
    queues: Mapping[str, ListQueue], sample: Sample, prices: KnownPrices, drawn: _Drawn
) -> Mapping[str, ListQueue]:
    """Return the queues, those tilted in which the labelled items of equal score show that entries follow the price."""
    found = dict(queues)
    for name, queue in queues.items():
        lean = find_lean(queue.cells.place, prices.labelled, sample.positive, sample.weight, drawn.unit)
        if lean is not None:
            more = (drawn.counts - 1) @ np.bincount(drawn.unit, lean.influence, drawn.n_units)
            tilt = tilted(lean, prices.listed[name], queue.rate_of_items, more)
            found[name] = replace(queue, tilt=tilt)
    return found


def _agreed(queues: Mapping[str, ListQueue]) -> Mapping[str, ListQueue]:
    """Return the queues with one forecast of all entries in the list: the mean of the models' own.

    However many the list holds, it holds for every order of it: reviewing all of it finds the same by any model,
    so no model may look better by promising more. What a model lacks or has too much goes where it is unsure,
    by p (1 - p): first-order, what shifting all its log odds alike would do.
    """
    if len(queues) < 2:
        return queues
    each = list(queues.values())
    mean = math.fsum(queue.found[-1] for queue in each) / len(each)
    # Sorted, so that the names of the models play no part in the last digits.
    every, learnt = (
        np.sort(
            [queue.found[-1] + away[:, -1] for queue, away in zip(each, drawn, strict=True)], axis=0
        ).mean(0)
        for drawn in ([queue.deviations for queue in each], [queue.learnt for queue in each])
    )
    return {name: _with_total(queue, mean, every, learnt) for name, queue in queues.items()}


def _with_total(queue: ListQueue, total: float, every: FloatArray, learnt: FloatArray) -> ListQueue:
    """Return a queue with so many entries in all, and so many in each resample, shape (R,) each."""
    in_cell = np.diff(queue.ends)[::-1]
    unsure = queue.rate * (1 - queue.rate)
    if float(unsure @ in_cell) <= 0:
        return queue
    along = _cumulated(unsure * in_cell)
    lacking = total - float(queue.found[-1])
    rate = np.clip(queue.rate + unsure * (lacking / along[-1]), 0.0, 1.0)
    share = np.interp(queue.strata_ends, queue.ends, along) / along[-1]

    def shifted(away: FloatArray, resampled: FloatArray) -> FloatArray:
        own = queue.found[-1] + away[:, -1]
        return np.asarray(away + ((resampled - own) - lacking)[:, None] * share)

    return replace(
        queue,
        rate=rate,
        found=_cumulated(rate * in_cell),
        deviations=shifted(queue.deviations, every),
        learnt=shifted(queue.learnt, learnt),
    )


@dataclass(frozen=True, eq=False)
class _Units:
    """What is drawn together: the unit of each item, shape (n,), and the weighted items of each, shape (U,)."""

    unit: IntArray
    size: FloatArray


@dataclass(frozen=True, eq=False)
class _ListPart:
    """How many items more than expected each unit stands for in the list, shape (R, U)."""

    units: _Units
    surplus: FloatArray


class _Drawn:
    """The resamples of the labelled items, and within each of them the errors of the list's own labels.

    Units are drawn: items, groups where items hang together, or blocks of either where there are very many
    (METHODS F8); where the sample has strata, as many from each as it has. The same units are drawn for every model.
    """

    def __init__(self, sample: Sample, listing: Listing) -> None:
        self.sample = sample
        how, n = sample.how, len(sample.positive)
        self.unit = _dealt(np.arange(n) if how.group is None else how.group, how.seed, how.stratum)
        self.n_units = size = int(self.unit.max()) + 1
        of_unit = None if how.stratum is None else how.stratum[np.unique(self.unit, return_index=True)[1]]
        strata = in_strata(of_unit, size)
        rng = np.random.default_rng(how.seed)
        self.counts = np.zeros((how.n_resamples, size))
        for row in self.counts:  # resamples, not items
            drawn = [members[rng.integers(0, len(members), len(members))] for members in strata]
            row[:] = np.bincount(np.concatenate(drawn), minlength=size)
        self.sides = self._sides()
        self.parts = self._parts(listing) if how.n_resamples else ()

    def _sides(self) -> FloatArray:
        """Return by what entries and others count in each resample, shape (R, 2): their share may be known."""
        sides = np.ones((len(self.counts), 2))
        if self.sample.how.balance is None:
            return sides
        positive, share = self.sample.how.balance
        parts = [part * self.sample.weight for part in (positive, 1 - positive)]
        held = self.counts @ np.column_stack([np.bincount(self.unit, part, self.n_units) for part in parts])
        wanted = held.sum(axis=1, keepdims=True) * np.array([share, 1 - share])
        both = (held > 0).all(axis=1, keepdims=True)
        return np.asarray(np.divide(wanted, held, out=sides, where=np.broadcast_to(both, held.shape)))

    def _parts(self, listing: Listing) -> tuple[_ListPart, ...]:
        """Draw the list: items of groups that the sample knows singly, the others with their whole group."""
        how, weight = self.sample.how, self.sample.weight
        rng = np.random.default_rng([how.seed if how.list_seed is None else how.list_seed, 1])
        if how.group is None or listing.n_groups is None:
            size = _sums(self.unit, weight, self.n_units)
            pieces = listing.size * self.n_units / len(weight) if self.n_units < len(weight) else listing.size
            return (_part(rng, _Units(self.unit, size), self.counts * size, pieces, listing.size),)
        parts = []
        single, whole = listing.size * listing.known_group, listing.size * (1 - listing.known_group)
        if single > 0:
            unit = _dealt(np.arange(len(weight)), how.seed)
            size = _sums(unit, weight, int(unit.max()) + 1)
            chance = np.broadcast_to(size, (len(self.counts), len(size)))
            parts.append(_part(rng, _Units(unit, size), chance, single * len(size) / len(weight), single))
        if whole > 0 and listing.n_groups:
            # A group is drawn as often as it stands in the resample, whatever its size.
            size = _sums(self.unit, weight, self.n_units)
            n_groups = listing.n_groups * self.n_units / (int(how.group.max()) + 1)
            parts.append(_part(rng, _Units(self.unit, size), self.counts, n_groups, whole, of_size=True))
        return tuple(parts)

    def means(self, name: str, counts: FloatArray | None = None) -> FloatArray:
        """Return the mean of an amount among entries and among others in each resample, shape (R, 2)."""
        counts = self.counts if counts is None else counts
        sample, amount = self.sample, self.sample.amounts[name]
        parts = [part * sample.weight for part in (sample.positive, 1 - sample.positive)]
        size, total = (
            counts @ np.column_stack([np.bincount(self.unit, part * each, self.n_units) for part in parts])
            for each in (np.ones(len(amount)), amount)
        )
        return np.divide(total, size, out=np.zeros_like(size), where=size > 0)


def _dealt(group: IntArray, seed: int, stratum: IntArray | None = None) -> IntArray:
    """Return the units that are drawn: the groups themselves, or blocks of them where there are very many.

    ``stratum``: of each item, where items are drawn within strata; a block then lies within one of them.
    """
    n_groups = int(group.max()) + 1
    if n_groups <= N_BLOCKS:
        return group
    rng, block, first = np.random.default_rng([seed, 2]), np.empty(n_groups, dtype=np.int64), 0
    for members in in_strata(stratum, n_groups):
        n_blocks = min(max(round(N_BLOCKS * len(members) / n_groups), 1), len(members))
        block[members] = first + rng.permutation(len(members)) % n_blocks
        first += n_blocks
    return block[group]


def _part(
    rng: np.random.Generator,
    units: _Units,
    chance: FloatArray,
    pieces: float,
    n_items: float,
    *,
    of_size: bool = False,
) -> _ListPart:
    """Draw so many units by their chances, shape (R, U), to stand for so many items of the list together.

    ``of_size``: each stands for as many as it has, else all for as many.
    """
    number = max(round(pieces), 1)
    each = units.size if of_size else np.ones(len(units.size))
    surplus = np.empty(chance.shape)
    for row, weight in enumerate(chance):  # resamples, not items
        share = weight / weight.sum() if weight.sum() > 0 else np.full(len(weight), 1 / len(weight))
        if number < MANY_EACH * len(share):
            drawn = rng.multinomial(number, share) - number * share
        else:
            drawn = rng.standard_normal(len(share)) * np.sqrt(number * share)
            drawn -= share * drawn.sum()
        surplus[row] = drawn * each * (n_items / (number * float(share @ each)))
    return _ListPart(units, surplus)


class _Model:
    """One model's order of the list, and what the labelled items of each score say of it."""

    def __init__(
        self, sample: Sample, size: float, scored: FloatArray, listed: FloatArray, counts: FloatArray
    ) -> None:
        self.positive, self.weight = sample.positive, sample.weight
        self.cells = find_cells(scored, listed)
        most = int(np.clip(len(scored) // ITEMS_A_STRATUM, 1, MOST_STRATA))
        self.strata = strata_of(self.cells, sample.weight, most)
        self.of_item = self.strata.of_knot[self.cells.place]
        self.order = np.argsort(self.cells.place, kind="stable")
        self.starts = np.searchsorted(self.cells.place[self.order], np.arange(len(self.cells.knots)))
        self.in_cell = _sums(self.cells.cell, counts, self.cells.n_cells)
        self.in_stratum = _sums(self.strata.of_cell, self.in_cell, self.strata.n_strata)
        own = _sums(self.of_item, sample.weight, self.strata.n_strata)
        usual = own / max(float(own.sum()), 1e-300) * size
        # The list's errors are drawn from the sample's; where the list is denser there are more of them.
        self.spread = np.sqrt(np.divide(self.in_stratum, usual, out=np.ones_like(own), where=usual > 0))

    def at_knots(self, amounts: FloatArray) -> FloatArray:
        """Return the sums of each row over equal scores: (R, n) to (R, G)."""
        return np.asarray(np.add.reduceat(amounts[:, self.order], self.starts, axis=1))

    def fitted(self, weight: FloatArray) -> FloatArray:
        """Return the rate at each knot by row of weights: (R, n) to (R, G)."""
        found, items = self.at_knots(weight * self.positive), self.at_knots(weight)
        if len(weight) == 1 and bool((items > 0).all()):
            # One long row is faster by its hull than in step with itself.
            knots = self.cells.knots
            return isotonic(knots, found[0] / items[0], items[0]).read(knots)[None, :]
        return isotonic_rows(found, items)

    def by_stratum(self, unit: IntArray, n_units: int) -> tuple[FloatArray, FloatArray]:
        """Return the weighted items and the entries of each unit in each stratum, shape (U, K) each."""
        cell = self.of_item * n_units + unit
        size = self.strata.n_strata * n_units
        held = _sums(cell, self.weight, size)
        hits = _sums(cell, self.weight * self.positive, size)
        return held.reshape(-1, n_units).T, hits.reshape(-1, n_units).T

    def read(self, drawn: _Drawn) -> tuple[FloatArray, FloatArray]:
        """Return by how much more entries the list has up to the end of each stratum in each resample.

        With the errors of its own labels, and as far as the labelled items tell, shape (R, K + 1) each.
        """
        held, hits = self.by_stratum(drawn.unit, drawn.n_units)
        entries = drawn.counts @ hits * drawn.sides[:, :1]
        items = entries + drawn.counts @ (held - hits) * drawn.sides[:, 1:]
        rates = np.tile(hits.sum(axis=0) / np.maximum(held.sum(axis=0), 1e-300), (len(items), 1))
        np.divide(entries, items, out=rates, where=items > 0)
        learnt = rates * self.in_stratum
        found = learnt.copy()
        for part in drawn.parts:
            held, hits = self.by_stratum(part.units.unit, len(part.units.size))
            each = np.where(part.units.size > 0, part.units.size, 1.0)[:, None]
            errors = part.surplus @ (hits / each) - rates * (part.surplus @ (held / each))
            found += errors * self.spread
        return self._away(found), self._away(learnt)

    def _away(self, found: FloatArray) -> FloatArray:
        """Return the sums from the best stratum downwards, less their means over the resamples."""
        sums = np.zeros((len(found), self.strata.n_strata + 1))
        np.cumsum(found[:, ::-1], axis=1, out=sums[:, 1:])
        return sums - sums.mean(axis=0) if len(sums) else sums

    def refitted(self, drawn: _Drawn, fitted: FloatArray) -> FloatArray:
        """Return the mean of the fits of resamples, shape (G,); the sample's own where there are none."""
        rows = drawn.counts[: MOST_FITTED // len(fitted)]
        if not len(rows):
            return fitted
        total = np.zeros(len(fitted))
        step = max(MOST_AT_ONCE // len(self.positive), 1)
        for first in range(0, len(rows), step):
            sides = drawn.sides[first : first + step]
            side = np.where(self.positive > 0, sides[: len(rows) - first, :1], sides[: len(rows) - first, 1:])
            weight = rows[first : first + step][:, drawn.unit] * self.weight
            total += self.fitted(weight * side[: len(weight)]).sum(axis=0)
        return total / len(rows)

    def queue(self, drawn: _Drawn) -> ListQueue:
        """Return the queue; without resamples the rates are those of the sample itself."""
        fitted = self.fitted(self.weight[None, :])[0]
        deviations, learnt = self.read(drawn)
        refitted = self.refitted(drawn, fitted)
        # A resample's fit is flattered once more than the sample's, by about as much as that is itself.
        flattery = self.promised(refitted) - self.promised(fitted)
        rate = self.as_rates(self.promised(fitted) - flattery, fitted)
        return ListQueue(
            self.cells,
            rate,
            nearby=cell_rates(self.evened(refitted, drawn.n_units)),
            ends=_cumulated(self.in_cell),
            found=_cumulated(rate * self.in_cell),
            strata_ends=_cumulated(self.in_stratum),
            deviations=deviations,
            learnt=learnt,
            below=float(self.in_cell[0]),
            above=float(self.in_cell[-1]),
        )

    def evened(self, rates: FloatArray, n_units: int) -> FloatArray:
        """Return rates at the knots, shape (G,), as the mean over the square root of so many independent items."""
        at_knots = self.at_knots(self.weight[None, :])[0]
        return evened(rates, at_knots, float(at_knots.sum()) / (2 * math.sqrt(n_units)))

    def promised(self, rates: FloatArray) -> FloatArray:
        """Return the entries of the list at the end of each cell, best first, from 0: (G,) to (2 G + 2,)."""
        return _cumulated(cell_rates(rates) * self.in_cell)

    def as_rates(self, found: FloatArray, fitted: FloatArray) -> FloatArray:
        """Return the rate of each cell that gives these entries, in [0, 1], shape (2 G + 1,)."""
        rising = (np.maximum.accumulate(found) + np.minimum.accumulate(found[::-1])[::-1]) / 2
        rates = cell_rates(fitted)
        np.divide(np.diff(rising)[::-1], self.in_cell, out=rates, where=self.in_cell > 0)
        return np.clip(rates, 0.0, 1.0)


def _sums(code: IntArray, amount: FloatArray, n: int) -> FloatArray:
    """Return the sum of an amount for each code from 0 to n - 1, shape (n,)."""
    return np.asarray(np.bincount(code, amount, n), dtype=np.float64)


def _cumulated(amounts: FloatArray) -> FloatArray:
    """Return sums from the best cell or stratum, the last one, downwards, from 0: (K,) to (K + 1,)."""
    return np.concatenate([[0.0], np.cumsum(amounts[::-1])])
