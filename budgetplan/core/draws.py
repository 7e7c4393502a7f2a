"""What a list holds along an order, in every draw: of the curve, and of the list's own chance (METHODS F9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np
from scipy.special import ndtri

from budgetplan.arrays import BoolArray, FloatArray, IntArray, first_seen
from budgetplan.core.curve import Fit, Labelled, RateCurve
from budgetplan.core.path import found_by

SINGLE = 20_000
"""In lists up to so many items each has a chance of its own; in longer ones the items of a cell are drawn together."""
MIDDLE, END = 1_000, 100_000
"""A cell holds such a part of the list, and of its first and last hundredth."""
HELD = 4_000_000
"""So many numbers are drawn at a time."""
ROUNDING = 1e-9
"""Lower rates are differences of sums, and nothing but their last digits."""


@dataclass(frozen=True, eq=False)
class Draws:
    """The entries along an order of review; between two ends they run straight.

    Attributes
    ----------
    ends
        Shape (K + 1,), rising from 0: items of the list.
    rates, found
        Shape (B, K + 1), from 0: entries to expect among the first items, and entries there: the same with the list's own
        chance. What is printed as the mean is that of the rates: over 999 draws that of the entries is off by a thirtieth
        of what chance adds.
    paid
        Where what is paid depends on what is found, as items are passed over: for each measure its sum in every draw.
    at_random
        Where entries are types: the same as the rates along a random order, on average over all of these.
    """

    ends: FloatArray
    rates: FloatArray
    found: FloatArray
    paid: Mapping[str, FloatArray] = field(default_factory=lambda: MappingProxyType({}))
    at_random: FloatArray | None = None

    @cached_property
    def mean(self) -> FloatArray:
        """The mean of all draws, shape (K + 1,)."""
        return np.asarray(self.rates.mean(axis=0))

    def at(self, items: FloatArray, rows: FloatArray | None = None) -> FloatArray:
        """Return running sums (B, K + 1), those found by default, at numbers of items: (S,) to (B, S)."""
        sums = self.found if rows is None else rows
        after = np.clip(np.searchsorted(self.ends, items, side="left"), 1, len(self.ends) - 1)
        low, high = self.ends[after - 1], self.ends[after]
        # Before the first item there may be some that stand for none.
        part = np.clip((items - low) / np.maximum(high - low, np.finfo(np.float64).tiny), 0.0, 1.0)
        return np.asarray(sums[:, after - 1] + part * (sums[:, after] - sums[:, after - 1]))

    def expected(self, items: FloatArray) -> FloatArray:
        """Return the mean over all draws at numbers of items, same shape."""
        return np.asarray(np.interp(items, self.ends, self.mean))


def cells(items: int) -> IntArray:
    """Return where the cells of a list end, from 0 to all of it, shape (K + 1,).

    >>> cells(4).tolist(), len(cells(1_000_000)), cells(1_000_000)[:3].tolist()
    ([0, 1, 2, 3, 4], 2981, [0, 10, 20])
    """
    hundredth = items // 100
    fine, coarse = (max(round(items / part), 1) for part in (END, MIDDLE))
    inner = np.arange(hundredth, items - hundredth, coarse)
    ends = np.arange(0, hundredth, fine), inner, np.arange(items - hundredth, items, fine), [0, items]
    return np.unique(np.concatenate(ends))


def standing(count: FloatArray, tied: BoolArray) -> tuple[FloatArray, FloatArray]:
    """Return where the items of a list stand by their ranks alone, one by one, or in cells where they are many.

    Parameters
    ----------
    count
        Shape (R,), first reviewed first: items of each row, > 0.
    tied
        Shape (R,): whether these are equal, so that they share a place.

    Returns
    -------
    tuple of FloatArray
        Places and counts, shape (K,) each: of every item where these are whole numbers and no more than 20,000.

    References
    ----------
    METHODS F9.

    Examples
    --------
    >>> place, held = standing(np.array([1.0, 2.0]), np.array([True, True]))
    >>> place.round(3).tolist(), held.tolist()
    ([0.674, -0.319, -0.319], [1.0, 1.0, 1.0])
    """
    ends = np.concatenate([[0.0], np.cumsum(count)])
    whole = float(ends[-1])
    single = whole <= SINGLE and bool((count == np.rint(count)).all())
    bounds = np.arange(round(whole) + 1.0) if single else np.unique(np.append(cells(int(whole)), whole))
    # The sum of the ranks of all items up to a bound: inside a row of equal ones all have its middle.
    row = np.clip(np.searchsorted(ends, bounds, side="right") - 1, 0, len(count) - 1)
    middle = (ends[row] + ends[row + 1]) / 2
    upto = ends[row] ** 2 / 2 + np.where(tied[row], (bounds - ends[row]) * middle, (bounds**2 - ends[row] ** 2) / 2)
    held = np.diff(bounds)
    rank = np.diff(upto) / held
    return np.asarray(ndtri((whole - rank + 0.5) / (whole + 1))), held


def along(
    curve: RateCurve,
    place: FloatArray,
    count: FloatArray,
    rng: np.random.Generator,
    *,
    group: IntArray | None = None,
    rho: float = 0.0,
    crowd: float = 1.0,
    part: IntArray | None = None,
) -> Draws:
    """Draw what a list holds along an order.

    Parameters
    ----------
    curve
        Its draws, B of them.
    place, count
        Shape (N,), first reviewed first: where each item of the list stands, and 1; or where each cell does, and how many
        items it holds: see :func:`standing`.
    group
        Shape (N,): codes of the groups of the list; None: items are independent.
    rho
        How alike two items of a group are.
    crowd
        Of cells, and of items that count otherwise than once: in how large a group an item of the list stands on average,
        itself among them, which is the sum of the squared sizes by the items of the list.
    part
        Shape (N,): the stratum of each, where strata have curves of their own.

    References
    ----------
    METHODS F9.

    Examples
    --------
    >>> from budgetplan.core.curve import PLACES
    >>> level = RateCurve(PLACES, np.zeros((200, 6)))
    >>> drawn = along(level, np.zeros(50), np.ones(50), np.random.default_rng(1))
    >>> drawn.expected(np.array([10.0, 50.0])).tolist(), round(float(drawn.found[:, -1].std()), 1)
    ([5.0, 25.0], 3.5)
    """
    n, draws = len(place), len(curve.coefficients)
    of_groups = group if group is not None and rho > 0 else None
    passed = np.concatenate([[0.0], np.cumsum(count)])
    if n > SINGLE or not bool((count == 1).all()):
        rates, finds = np.zeros((2, draws, n + 1))
        rates[:, 1:] = curve.rate(place, part) * count
        alike = 1 + rho * (crowd - 1)
        finds[:, 1:] = binomial(count, rates[:, 1:], alike, rng)
        return _drawn(passed, rates, finds)
    bounds = cells(n)
    rates, finds = np.zeros((2, draws, len(bounds)))
    step = max(HELD // n, 1)
    for first in range(0, draws, step):  # draws, not items
        rows = slice(first, first + step)
        rate = RateCurve(curve.shape, curve.coefficients[rows]).rate(place, part)
        chance = dice(len(rate), n, of_groups, rho, rng) < rate
        rates[rows, 1:] = np.add.reduceat(rate, bounds[:-1], axis=1)
        finds[rows, 1:] = np.add.reduceat(chance, bounds[:-1], axis=1, dtype=np.float64)
    return _drawn(passed[bounds], rates, finds)


def by_size(sample: Labelled, items: float, draws: int, seed: int) -> Draws:
    """Draw what a list holds of which only the size is known: the sample is the list, and its places are drawn with it.

    Parameters
    ----------
    sample
        Its places are those among the labelled items themselves.
    items
        Of the list.

    References
    ----------
    METHODS F9: item i of N stands where the labelled one does at the weighted quantile (i - 1/2) / N, ties included, in
    each draw by its weights.

    Examples
    --------
    >>> sample = Labelled(np.array([-1.0, -0.5, 0.5, 1.0]), np.array([0.0, 0, 1, 1]))
    >>> drawn = by_size(sample, 100, 400, 1)
    >>> drawn.expected(np.array([50.0, 100.0])).round().tolist()
    [33.0, 50.0]
    """
    fit, rng = Fit.of(sample), np.random.default_rng(seed)
    drawn = fit.resampled(draws, rng)
    # Rows come by their places, the highest last.
    _, tie = np.unique(sample.place[fit.first], return_inverse=True)
    share = drawn / drawn.sum(axis=1, keepdims=True)
    starts = np.flatnonzero(np.diff(tie, prepend=-1))
    tied = np.add.reduceat(share, starts, axis=1)
    upto = np.cumsum(tied, axis=1)
    n = len(sample.place)
    place = ndtri(((upto - tied / 2) * n + 0.5) / (n + 1))
    curve = fit.through(drawn, rng, place=place[:, tie])
    rate = curve.rate(place)[:, ::-1]
    reached = np.cumsum(tied[:, ::-1], axis=1) * items
    reached[:, -1] = items
    sums = np.cumsum(rate * tied[:, ::-1], axis=1) * items
    ends = np.unique(np.append(cells(int(items)), items))
    rates, held = np.zeros((draws, len(ends))), np.diff(ends)
    for row in range(draws):  # draws, not items
        rates[row] = np.interp(ends, np.append(0.0, reached[row]), np.append(0.0, sums[row]))
    finds = np.zeros_like(rates)
    # In how large a group an item stands on average, itself among them.
    crowd = 1.0 if sample.group is None else squares(sample.group, np.ones(n)) / n
    alike, chance = 1 + fit.worth.rho * (crowd - 1), np.random.default_rng([seed, sample.order])
    finds[:, 1:] = binomial(held, np.diff(rates, axis=1), alike, chance)
    return _drawn(ends, np.diff(rates, axis=1, prepend=0.0), finds)


def _drawn(ends: FloatArray, rates: FloatArray, finds: FloatArray) -> Draws:
    """Add up. Entries stay whole: moved by a hundredth of one, a draw misses a count that it holds.

    Where groups move a total, it may lie beyond what there is: no more entries are found, and paid, than there are items.
    """
    return Draws(ends, np.cumsum(rates, axis=1), np.clip(np.cumsum(finds, axis=1), 0.0, ends))


def dice(draws: int, n: int, group: IntArray | None, rho: float, rng: np.random.Generator) -> FloatArray:
    """Return what decides of each item in each draw, shape (B, N): with chance sqrt(rho) its group's die."""
    apart = rng.random((draws, n))
    if group is None:
        return apart
    shared = rng.random((draws, int(group.max()) + 1))[:, group]
    return np.where(rng.random((draws, n)) < np.sqrt(rho), shared, apart)


def of_types(
    sample: Labelled,
    kind: IntArray,
    draws: int,
    seed: int,
    paid: Mapping[str, FloatArray] | None = None,
    ends: IntArray | None = None,
) -> Draws:
    """Draw how many types a list like the sample holds along an order, where a type counts once, at its first entry.

    Whole types are drawn, or whole groups of them: weights that say how frequent each is where the sample comes from, then how
    often a list of as many meets it. What a type finds, and spares, goes with it. (From places alone it is not known which
    types are entries: drawn by a curve over types, intervals of what is judged held new lists in 25 to 86 of 100 cases, and
    those of what is found in 40 to 90; these hold 82 to 97, and 92 to 98.)

    Parameters
    ----------
    sample
        The labelled items, first reviewed first; ``outcome`` 1 where an item shows an entry.
    kind
        Shape (n,): the code of each item's type.
    paid
        What judging each item takes, shape (n,), by measure: an item is passed over once its type has been confirmed.
    ends
        Where groups of items end that come in any order, rising to n; None: each item stands by itself.

    References
    ----------
    METHODS F9, R6.

    Examples
    --------
    Two of four types are entries, and stand first:

    >>> sample = Labelled(np.array([1.0, 0.5, 0.2, -0.2, -0.5, -1.0]), np.array([1.0, 1, 0, 0, 0, 0]))
    >>> of_types(sample, np.array([0, 1, 0, 2, 3, 2]), 400, 1).expected(np.array([6.0])).round()
    array([2.])
    """
    rng, n, kind = np.random.default_rng(seed), len(kind), first_seen(kind)
    row_of = np.unique(kind, return_index=True)[1]
    group = kind if sample.group is None else first_seen(sample.group[row_of])[kind]
    n_groups = int(group.max()) + 1
    tie = None if ends is None or len(ends) == n else np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    bounds = cells(n)
    amounts = {name: np.zeros((draws, len(bounds))) for name in paid or {}}
    rates, finds, at_random = np.zeros((3, draws, len(bounds)))
    entries, alike = np.unique(np.bincount(kind, sample.outcome > 0).astype(np.int64), return_inverse=True)
    by_chance = found_by(np.array([[n]]), entries[:, None], bounds)

    def along(held: FloatArray, taken: FloatArray | BoolArray) -> FloatArray:
        """Add up what is taken along a list of as many items as the sample has, of which each stands for some."""
        reached, sums = (np.append(0.0, np.cumsum(array)) for array in (held, held * taken))
        return np.asarray(np.interp(bounds * (reached[-1] / n), reached, sums) * (n / reached[-1]))

    def walk(at: IntArray) -> tuple[BoolArray, BoolArray]:
        """Return which items in this order show an entry of a type for the first time, and which are judged."""
        shown, first, turn = np.flatnonzero(sample.outcome[at] > 0), np.full(int(kind.max()) + 1, n), np.arange(n)
        np.minimum.at(first, kind[at[shown]], shown)
        return turn == first[kind[at]], turn <= first[kind[at]]

    at = np.arange(n)
    new, judged = walk(at)
    for row in range(draws):  # draws, not items
        if tie is not None:
            at = np.argsort(tie + rng.random(n))
            new, judged = walk(at)
        frequency = rng.standard_exponential(n_groups)
        met = rng.multinomial(n_groups, frequency / frequency.sum())[group[at]].astype(np.float64)
        rates[row], finds[row] = (along(held, new) for held in (frequency[group[at]], met))
        of_types = np.bincount(alike, frequency[group[row_of]])
        at_random[row] = of_types @ by_chance * (n / frequency[group].sum())
        for name, amount in (paid or {}).items():
            amounts[name][row] = along(met, judged * amount[at])
    return Draws(bounds.astype(np.float64), rates, finds, amounts, at_random)


def squares(group: IntArray, count: FloatArray) -> float:
    """Return the sum of the squared sizes of groups; ``count``: how many items each row stands for."""
    return float((np.bincount(group, count) ** 2).sum())


def binomial(held: FloatArray, expected: FloatArray, alike: float, rng: np.random.Generator) -> FloatArray:
    """Return the entries of each cell, shape (B, K); ``alike``: by how much groups make their total vary more."""
    rate = np.clip(expected / np.maximum(held, 1e-300), 0.0, 1.0)
    # Of exactly none no number is drawn, so that a rate that is all rounding would move every later draw.
    rate[rate < ROUNDING] = 0.0
    whole = np.floor(held)
    finds = rng.binomial(whole.astype(np.int64), rate) + (held - whole) * (rng.random(rate.shape) < rate)
    if alike > 1:
        spread = rate * (1 - rate) * held
        total = np.sqrt(spread.sum(axis=1, keepdims=True) * (alike - 1))
        part = spread / np.maximum(spread.sum(axis=1, keepdims=True), 1e-300)
        finds = finds + rng.standard_normal((len(rate), 1)) * total * part
    return np.asarray(finds, dtype=np.float64)


def of_list(
    sample: Labelled,
    place: FloatArray,
    count: FloatArray,
    draws: int,
    seed: int,
    *,
    group: IntArray | None = None,
    crowd: float = 1.0,
    rate: float | None = None,
) -> Draws:
    """Draw the curve, then what a list holds along an order; parameters as in :meth:`Fit.drawn` and :func:`along`."""
    curve, fit = np.random.default_rng(seed), Fit.of(sample)
    chance = np.random.default_rng([seed, sample.order])
    return along(fit.drawn(draws, curve, rate), place, count, chance, group=group, rho=fit.worth.rho, crowd=crowd)
