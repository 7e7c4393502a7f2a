"""Which stretch of a model's order a score is in, by arithmetic that every engine does alike.

A score is put into one of many buckets by steps that are each correctly rounded and increasing (subtract, divide, square
root, multiply, floor), so that numpy and every engine find the same bucket. A small table says for each bucket which
stretches it has; a join on the bucket, and a comparison with the ends of the stretches, find the one of each row.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.engines.words import SqlWords

N_BUCKETS = 16_384
"""So many buckets: no stretch holds much of a list whose scores go with those of the labelled items."""
MOST_ROOTS = 6
"""Square roots are drawn so often at most: each makes twice the room at one end of the scores."""


@dataclass(frozen=True)
class Buckets:
    """From a score to its bucket, 0 to ``n`` - 1: never falling as scores rise.

    ``roots``: how often a square root is drawn; ``from_top``: whether it makes room at the upper end of the scores.
    """

    low: float
    high: float
    roots: int = 0
    from_top: bool = False
    n: int = N_BUCKETS

    @property
    def _half(self) -> tuple[float, float]:
        """Half of the lowest score and of the range: the range itself may be too wide for a number."""
        return self.low * 0.5, (self.high * 0.5 - self.low * 0.5) or 1.0

    def of(self, score: FloatArray) -> IntArray:
        """Return the bucket of each score, same shape.

        >>> Buckets(0.0, 1.0, n=4).of(np.array([-1.0, 0.3, 0.5, 1.0])).tolist()
        [0, 1, 2, 3]
        """
        low, wide = self._half
        with np.errstate(over="ignore"):  # beyond both ends
            at = np.clip((score * 0.5 - low) / wide, 0.0, 1.0)
        at = 1.0 - at if self.from_top else at
        for _ in range(self.roots):
            at = np.sqrt(at)
        at = 1.0 - at if self.from_top else at
        return np.minimum(np.floor(at * float(self.n)), self.n - 1.0).astype(np.int64)

    def edge(self, bucket: IntArray) -> FloatArray:
        """Return about where each bucket begins."""
        at = bucket / float(self.n)
        at = 1.0 - at if self.from_top else at
        at = at ** (2.0**self.roots)
        at = 1.0 - at if self.from_top else at
        low, wide = self._half
        return np.asarray((at * wide + low) * 2)

    def query(self, score: str, words: SqlWords, *, lacking: bool = True) -> str:
        """Return the same as SQL: -1 for minus infinity, what has no score.

        ``score``: a column of numbers from ``low`` to ``high``; ``lacking``: or minus infinity.
        """
        low, wide = self._half
        one = words.number(1.0)
        at = f"({score} * {words.number(0.5)} - {words.number(low)}) / {words.number(wide)}"
        at = f"({one} - {at})" if self.from_top else at
        for _ in range(self.roots):
            at = f"SQRT({at})"
        at = f"({one} - {at})" if self.from_top else at
        at = f"CAST(LEAST(FLOOR({at} * {words.number(self.n)}), {words.number(self.n - 1)}) AS {words.whole})"
        return f"CASE WHEN {score} > {words.number(-np.inf)} THEN {at} ELSE -1 END" if lacking else at


def choose_buckets(knots: FloatArray, low: float, high: float, n: int = N_BUCKETS) -> Buckets:
    """Return the buckets that hold about as many of the labelled scores each, shape (G,).

    >>> choose_buckets(np.linspace(0, 1, 100) ** 16, 0.0, 1.0).roots
    4
    """
    inside = knots[np.isfinite(knots)]
    low = float(min(low, inside.min(initial=low)))
    high = float(max(high, inside.max(initial=high)))
    tried = [Buckets(low, high, n=n)]
    tried += [
        Buckets(low, high, roots, top, n) for roots in range(1, MOST_ROOTS + 1) for top in (False, True)
    ]

    def crowded(one: Buckets) -> int:
        # Few buckets show best whether the scores are spread over them.
        held = np.bincount(one.of(inside) * 64 // one.n, minlength=64)
        return int((held**2).sum())

    return min(tried, key=crowded)


@dataclass(frozen=True, eq=False)
class Stretches:
    """The stretches of an order, rising: each begins at a labelled score, or at a bucket.

    Where some items have no score, these are the first one: of bucket -1, and of minus infinity.

    Attributes
    ----------
    bucket
        Shape (P,): the bucket that each lies in.
    low, high
        Shape (P,): scores from ``low`` on, below ``high``; endless where the bucket ends it.
    below
        Shape (P,): how many of the knots lie at or below its beginning.
    at_knot
        Shape (P,): whether it begins with a knot.
    """

    bucket: IntArray
    low: FloatArray
    high: FloatArray
    below: IntArray
    at_knot: BoolArray


def stretches(buckets: Buckets, knots: FloatArray, *, lacking: bool = False) -> Stretches:
    """Return the stretches between scores that are told apart exactly, shape (G,), rising.

    >>> found = stretches(Buckets(0.0, 1.0, n=2), np.array([0.25, 0.75]))
    >>> found.bucket.tolist(), found.low.tolist(), found.high.tolist(), found.below.tolist()
    ([0, 0, 1, 1], [-inf, 0.25, -inf, 0.75], [0.25, inf, 0.75, inf], [0, 1, 1, 2])
    """
    bucket = np.concatenate([np.arange(-1 if lacking else 0, buckets.n), buckets.of(knots)])
    low = np.concatenate([np.full(len(bucket) - len(knots), -np.inf), knots])
    order = np.lexsort((low, bucket))
    bucket, low = bucket[order], low[order]
    at_knot = order >= len(bucket) - len(knots)
    high = np.full(len(low), np.inf)
    inner = at_knot[1:]
    high[:-1][inner] = low[1:][inner]
    return Stretches(bucket, low, high, np.cumsum(at_knot), at_knot | (bucket < 0))
