"""Whether a list is like the labelled sample, where the list is counted in stretches of its order (METHODS F9).

The same test as of single items. A stretch holds many scores that lie between the same labelled ones: how many items
stand below each of them is known exactly at its ends, and inside it as if no two were equal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.metrics.answers.value import item_weights, weighty
from budgetplan.metrics.likeness.drift import (
    BATCH,
    CLEARLY_ALIKE,
    DRAWS_A_LEVEL,
    LEVEL,
    MOST_DRAWN,
    MOST_GRID,
    Drift,
)


@dataclass(frozen=True, eq=False)
class _Blocks:
    """Scores of sample and list together, rising.

    ``ends``: shape (B + 1,), from 0, items of both up to the end of each block; ``listed`` those of the list;
    ``own``: the weighted share of the sample; ``open``: shape (B,), whether a block holds many scores.
    """

    ends: IntArray
    listed: IntArray
    own: FloatArray
    open: BoolArray

    def reached(self, place: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return how many items stand below, and up to, the score of the item at each place, same shape."""
        block = np.searchsorted(self.ends, place, side="right") - 1
        low = np.where(self.open[block], place, self.ends[block])
        high = np.where(self.open[block], place + 1, self.ends[block + 1])
        return low.astype(np.float64), high.astype(np.float64)


def _blocks(
    sample: FloatArray, weight: FloatArray, score: FloatArray, count: IntArray, one_score: BoolArray
) -> _Blocks:
    """Return the blocks of the labelled items, shape (n,), and of the rows of the list, shape (K,), never rising."""
    knots, place = np.unique(sample, return_inverse=True)
    merged = np.concatenate([score[::-1], knots])
    order = np.argsort(merged, kind="stable")
    merged, n_rows = merged[order], len(score)
    listed = np.concatenate([count[::-1], np.zeros(len(knots), dtype=np.int64)])[order]
    n_own = np.concatenate([np.zeros(n_rows, dtype=np.int64), np.bincount(place)])[order]
    own = np.concatenate([np.zeros(n_rows), np.bincount(place, weight)])[order]
    is_open = np.concatenate([~one_score[::-1], np.zeros(len(knots), dtype=bool)])[order]
    # Rows of one score are one block; a stretch is one of its own, whatever score stands for it.
    fresh = np.ones(len(merged), dtype=bool)
    fresh[1:] = (merged[1:] != merged[:-1]) | is_open[1:] | is_open[:-1]
    starts = np.flatnonzero(fresh)

    def added(amount: FloatArray | IntArray) -> FloatArray | IntArray:
        return np.concatenate([np.zeros(1, dtype=amount.dtype), np.cumsum(np.add.reduceat(amount, starts))])

    share = added(own)
    ends, of_list = added(listed + n_own).astype(np.int64), added(listed).astype(np.int64)
    return _Blocks(ends, of_list, share / share[-1], is_open[starts])


def drift_of_counts(
    sample: FloatArray,
    listed: tuple[FloatArray, IntArray, BoolArray],
    *,
    weight: FloatArray | None = None,
    level: float = LEVEL,
    seed: int = 1,
    at_a_time: int = 1000,
) -> Drift:
    """Test whether a labelled sample may have been drawn at random from it and a counted list together.

    Parameters
    ----------
    sample, weight, level, seed, at_a_time
        As for :func:`budgetplan.metrics.likeness.drift.drift`.
    listed
        Of each row of the list, shape (K,), scores never rising: a score, how many items, and whether all of them have
        this very score.

    References
    ----------
    METHODS F9.

    Examples
    --------
    >>> same, rows = np.linspace(0, 1, 50), np.linspace(1, 0, 200)
    >>> one_each = (rows, np.ones(200, dtype=np.int64), np.ones(200, dtype=bool))
    >>> drift_of_counts(same, one_each).beyond(0.001)
    False
    >>> drift_of_counts(same, (rows * 0.4, *one_each[1:])).beyond(0.001)
    True
    """
    w, kept = weighty(item_weights(len(sample), weight), sample)
    blocks = _blocks(kept, w, *listed)
    both, n_list = int(blocks.ends[-1]) + len(sample) - len(kept), int(blocks.listed[-1])
    distance = float(np.abs(blocks.own - blocks.listed / n_list).max())
    w = item_weights(len(sample), weight)
    n = max(1, round(float(w.sum() ** 2 / (w**2).sum())))
    apart = distance * n_list / both
    bound = 2 * math.exp(-2 * n * apart**2)
    if bound < level:
        return Drift(distance, bound)
    every = _blocks(sample, w, *listed)
    # Drawn with replacement; without, as the sample was, gaps are smaller by the share it makes up.
    smaller = math.sqrt(max(1 - n / both, 0.0))
    rng = np.random.default_rng([seed, 2])
    if n > MOST_DRAWN:
        return Drift(distance, _at_places(every, n, smaller, level, rng))
    wanted, done, far = math.ceil(DRAWS_A_LEVEL / level), 0, 0
    up, down = np.arange(1, n + 1) / n, np.arange(n) / n
    while done < wanted and far < CLEARLY_ALIKE:
        rows = min(max(BATCH // n, 1), wanted - done, at_a_time)
        low, high = every.reached(np.sort(rng.integers(0, both, (rows, n)), axis=1))
        gaps = np.maximum((up - high / both).max(axis=1), (low / both - down).max(axis=1)) * smaller
        far += int((gaps >= apart - 1e-12).sum())
        done += rows
    return Drift(distance, (1 + far) / (1 + done))


def _at_places(blocks: _Blocks, n: int, smaller: float, level: float, rng: np.random.Generator) -> float:
    """Return the p-value of a large sample, compared at some thousand places of all scores."""
    both, n_list = int(blocks.ends[-1]), int(blocks.listed[-1])
    at = np.linspace(0, both - 1, MOST_GRID).astype(np.int64)
    block = np.searchsorted(blocks.ends, at, side="right") - 1
    reached, first = np.unique(blocks.reached(at)[1], return_index=True)
    # Inside a stretch stand items of the list alone.
    rest = blocks.listed[block + 1][first] - (blocks.ends[block + 1][first] - reached)
    own = blocks.own[block + 1][first]
    apart = float(np.abs(own - rest / n_list).max()) * n_list / both
    share = np.diff(reached / both, prepend=0.0)
    wanted, done, far = math.ceil(DRAWS_A_LEVEL / level), 0, 0
    while done < wanted and far < CLEARLY_ALIKE:
        rows = min(CLEARLY_ALIKE, wanted - done)
        drawn = np.cumsum(rng.multinomial(n, share / share.sum(), rows), axis=1) / n
        far += int((np.abs(drawn - reached / both).max(axis=1) * smaller >= apart - 1e-12).sum())
        done += rows
    return (1 + far) / (1 + done)
