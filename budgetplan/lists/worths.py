"""What reviewing and leaving out items is worth along an order, where entries have several worths (METHODS F7).

Which class an entry has, and which one another item has, differs from the top of a list to its end: by fifth of the list
it is as among the labelled items there, and all of these together count as one item more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from budgetplan.arrays import FloatArray
from budgetplan.core.curve import Labelled

FIFTHS = 5


@dataclass(frozen=True, eq=False)
class ByFifth:
    """An amount by whether an item is an entry, in each fifth of the list.

    ``entry`` and ``other``: shape (B, 5), its mean in every draw; ``items``: of the list.
    """

    entry: FloatArray
    other: FloatArray
    items: float

    @property
    def mean(self) -> ByFifth:
        """The mean of all draws, B = 1."""
        entry, other = (each.mean(axis=0, keepdims=True) for each in (self.entry, self.other))
        return ByFifth(entry, other, self.items)

    @property
    def edges(self) -> FloatArray:
        """Where the fifths end, in items, shape (6,) from 0."""
        return np.arange(FIFTHS + 1) / FIFTHS * self.items

    def along(self, found: FloatArray, at_edges: FloatArray, items: FloatArray) -> FloatArray:
        """Return the amount over the first items: found there (B, S), at the edges (B, 6), items (S,) to (B, S)."""
        first = float(self.entry[0, 0]), float(self.other[0, 0])
        if bool((self.entry == first[0]).all() and (self.other == first[1]).all()):
            return np.asarray(first[0] * found + first[1] * (items - found))
        total = np.zeros(np.broadcast_shapes(found.shape, (len(self.entry), 1)))
        edges = self.edges
        for fifth in range(FIFTHS):
            low, high = edges[fifth], edges[fifth + 1]
            there = np.clip(found, at_edges[:, fifth : fifth + 1], at_edges[:, fifth + 1 : fifth + 2])
            new = there - at_edges[:, fifth : fifth + 1]
            reviewed = np.clip(items, low, high) - low
            entry, other = (each[:, fifth : fifth + 1] for each in (self.entry, self.other))
            total = total + entry * new + other * (reviewed - new)
        return np.asarray(total)


def worths_of(
    sample: Labelled,
    amounts: Mapping[str, FloatArray],
    n_effective: float,
    items: float,
    draws: int,
    seed: int,
) -> dict[str, ByFifth]:
    """Return amounts by whether an item is an entry, in every draw of the labelled items' classes.

    Parameters
    ----------
    sample
        The labelled items.
    amounts
        Name to shape (n,): what each of them adds.
    n_effective
        As how many independent items they count.
    items
        Of the list.
    draws, seed
        How many, and of which random numbers.

    Examples
    --------
    >>> sample = Labelled(np.array([-1.0, 0.0, 1.0]), np.array([0.0, 1, 1]))
    >>> found = worths_of(sample, {"value": np.array([0.0, 8, 8])}, 3.0, 100, 9, 1)["value"]
    >>> found.along(np.array([[30.0]]), np.zeros((1, 6)), np.array([50.0])).tolist()
    [[240.0]]
    """
    rng = np.random.default_rng(seed)
    held = sample.weights
    held = held * (n_effective / float(held.sum()))
    fifth = np.clip(((1 - ndtr(sample.place)) * FIFTHS).astype(np.int64), 0, FIFTHS - 1)
    found = {}
    for name, amount in amounts.items():
        both = []
        for kind in (1.0, 0.0):
            own = sample.outcome == kind
            levels, level = np.unique(amount[own], return_inverse=True)
            if len(levels) < 2:
                both.append(np.full((draws, FIFTHS), levels[0] if len(levels) else 0.0))
                continue
            counts = np.zeros((FIFTHS, len(levels)))
            np.add.at(counts, (fifth[own], level), held[own])
            prior = counts.sum(axis=0) / counts.sum()
            drawn = rng.gamma(counts + prior, size=(draws, FIFTHS, len(levels)))
            both.append(drawn @ levels / drawn.sum(axis=2))
        found[name] = ByFifth(both[0], both[1], items)
    return found
