"""Paired bootstrap of weighted means, such as the mean value of each model (METHODS S10)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.metrics.resampling.blocks import Blocks
from budgetplan.metrics.resampling.paired import Resamples, batch_size, draws, kept_blocks
from budgetplan.metrics.resampling.paths import WeightArray


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
            sums[done : done + len(weights)] = weights.astype(np.float64) @ amounts.T
            done += len(weights)
    totals, nothing = sums[:, -1:], np.full((len(sums), len(per_item)), np.nan)
    return np.asarray(np.divide(sums[:, :-1], totals, out=nothing, where=totals > 0))
