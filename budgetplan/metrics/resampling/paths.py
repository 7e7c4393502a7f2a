"""One model's path in many resamples at once, without sorting again.

A resample is a weight on each item; the items stand in the model's order already, so its path is a running
sum. Column 0 counts the items, the others are the measures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.ranking.path import Ranking, as_whole

SumArray = FloatArray | IntArray
WeightArray = npt.NDArray[np.unsignedinteger[Any]] | IntArray | FloatArray

# Column 0 counts the items.
ITEMS = 0


@dataclass(frozen=True)
class ResampledPaths:
    """The paths of a batch of R resamples.

    Attributes
    ----------
    ends
        For each column shape (R, groups + 1): the amounts at the group ends, from 0. Whole amounts are
        integers: their running sums are exact, and many times as fast as those of floats.
    """

    ends: Sequence[SumArray]

    def totals(self, column: int) -> FloatArray:
        """Return a column over all items, shape (R,)."""
        return self.ends[column][:, -1].astype(np.float64)


class Storage:
    """Arrays that are used again for every batch: fetching fresh memory takes longer than the sums in it."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, np.dtype[Any]], npt.NDArray[Any]] = {}

    def array(self, name: str, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """Return the array of that name, with whatever it holds from before."""
        size, key = math.prod(shape), (name, np.dtype(dtype))
        if key not in self._held or self._held[key].size < size:
            self._held[key] = np.empty(size, dtype=dtype)
        return self._held[key][:size].reshape(shape)


@dataclass(frozen=True)
class Queue:
    """One model's order with the amounts laid out along it.

    Attributes
    ----------
    ranking
        Order and tie groups of n items.
    amounts
        Per measure shape (n,), in the model's order; whole amounts as integers.
    """

    ranking: Ranking
    amounts: Sequence[SumArray]

    @classmethod
    def of(cls, ranking: Ranking, measures: Sequence[FloatArray], most_items: float) -> Self:
        """Lay measures, each of shape (n,) in item order, out along a ranking.

        No resample has more than ``most_items`` weighted items.
        """
        return cls(ranking, [as_whole(amount, most_items)[ranking.order] for amount in measures])

    def paths(self, weight: WeightArray, storage: Storage) -> ResampledPaths:
        """Return the paths where resample r counts item i ``weight[r, i]`` times, shape (R, n).

        They hold until the storage is used again.
        """
        order, ends = self.ranking.order, self.ranking.ends
        ends_from_0 = None if len(ends) == len(order) else np.concatenate(([0], ends))
        small = storage.array("small", weight.shape, weight.dtype)
        # "clip" never clips here; the default mode would copy the storage.
        np.take(weight, order, axis=1, out=small, mode="clip")
        weighted: SumArray = small
        if weight.dtype.kind != "f" and weight.dtype != np.int64:
            # However few bytes keep a weight, their sums need 64 bits: shorter ones would wrap.
            weighted = storage.array("weighted", weight.shape, np.int64)
            np.copyto(weighted, small)
        columns = enumerate((None, *self.amounts))
        return ResampledPaths(
            [_running(weighted, amount, ends_from_0, storage, f"sums {at}") for at, amount in columns]
        )


def _running(
    weighted: SumArray, amount: SumArray | None, ends: IntArray | None, storage: Storage, name: str
) -> SumArray:
    """Return the running sums of weight times amount after ``ends`` items (None: after every item), from 0."""
    n_rows, n = weighted.shape
    kind = weighted.dtype if amount is None else np.result_type(weighted, amount)
    sums: SumArray = storage.array(name if ends is None else "items", (n_rows, n + 1), kind)
    sums[:, 0] = 0
    amounts = weighted if amount is None else np.multiply(weighted, amount, out=sums[:, 1:])
    np.cumsum(amounts, axis=1, out=sums[:, 1:])
    if ends is None:
        return sums
    out: SumArray = storage.array(name, (n_rows, len(ends)), kind)
    return np.take(sums, ends, axis=1, out=out, mode="clip")
