"""Paired bootstrap of weighted means, such as the mean value of each model (METHODS S10)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.metrics.resampling.blocks import Blocks
from budgetplan.metrics.resampling.paired import Resamples, batch_size, draws, kept_blocks
from budgetplan.metrics.resampling.paths import WeightArray

PIECE = 256
"""Items whose amounts are added up in one product."""
ONE_THREAD = 250_000
"""A product of fewer multiplications is worked out in one thread."""


def weighted_sums(weights: WeightArray, amounts: FloatArray) -> FloatArray:
    """Return the sum of weight times amount for each row of weights, shape (R, n), and of amounts, (k, n): (R, k).

    By products so small that none is shared out among threads: waiting for each other these cost several times
    what they save, and where they cut the sums, and so the last digit, would depend on their number.

    Examples
    --------
    >>> weighted_sums(np.array([[1, 0, 2], [0, 3, 0]]), np.array([[0.5, 1.0, 1.5], [1.0, 1.0, 1.0]])).tolist()
    [[3.5, 3.0], [3.0, 3.0]]
    """
    n_rows, n = weights.shape
    if n_rows == 1:  # the sample itself: a matrix times a vector is not shared out
        return np.asarray(weights.astype(np.float64) @ amounts.T)
    step = max(2, ONE_THREAD // (PIECE * len(amounts)))
    out, by_item, pieces = np.zeros((n_rows, len(amounts))), amounts.T, _pieces(n)
    # One array for all rows: fetching fresh memory takes longer than the sums in it.
    exact = None if weights.dtype == np.float64 else np.empty((min(step, n_rows), n))
    for first in range(0, n_rows, step):
        rows = slice(first, min(first + step, n_rows))
        own = weights[rows] if exact is None else exact[: rows.stop - first]
        if exact is not None:
            np.copyto(own, weights[rows])
        for piece in pieces:
            out[rows] += own[:, piece] @ by_item[piece]
    return out


def _pieces(n: int) -> list[slice]:
    """Cut n items into pieces of 256; what is left beyond the last whole ones is cut in half."""
    ends = [0]
    while ends[-1] < n:
        left = n - ends[-1]
        ends.append(ends[-1] + (PIECE if left >= 2 * PIECE else left if left <= PIECE else (left + 1) // 2))
    return [slice(*pair) for pair in itertools.pairwise(ends)]


def mean_replicates(
    per_item: FloatArray,
    how: Resamples,
    drawn: Sequence[WeightArray] | None = None,
    blocks: Blocks | None = None,
) -> FloatArray:
    """Return each model's weighted mean in each resample; the resamples are the same for every model.

    Parameters
    ----------
    per_item
        Shape (k, n): amounts of k models (their item values, say), in item order. Whatever was chosen on
        other items, such as a cutoff, stays as it is: the spread is that of sampling these items alone.
    how
        How to draw: items or whole groups, weights, seed.
    drawn
        The batches that ``draws`` gave for ``how``, to use the same resamples again without drawing.
    blocks
        From ``kept_blocks``: the same, for very many items.

    Returns
    -------
    FloatArray
        Shape (B, k): sum w u / sum w over the resample; NaN where its items weigh nothing. A difference of
        models is a difference of columns.

    References
    ----------
    METHODS F8, S10.

    Examples
    --------
    >>> values = np.array([[1.0, -4.0, 0.0], [1.0, 1.0, 1.0]])
    >>> mean_replicates(values, Resamples(n_items=3, n_resamples=2, seed=1)).round(3).tolist()
    [[-2.667, 1.0], [0.667, 1.0]]
    """
    amounts = np.vstack([per_item, np.ones(per_item.shape[1])])
    blocks = kept_blocks(how) if blocks is None else blocks
    if blocks is not None:
        sums = blocks.sums(amounts)
    else:
        sums, done = np.empty((how.n_resamples, len(amounts))), 0
        for weights in draws(how, batch_size(how.n_items)) if drawn is None else drawn:
            sums[done : done + len(weights)] = weighted_sums(weights, amounts)
            done += len(weights)
    totals, nothing = sums[:, -1:], np.full((len(sums), len(per_item)), np.nan)
    return np.asarray(np.divide(sums[:, :-1], totals, out=nothing, where=totals > 0))
