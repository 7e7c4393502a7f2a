"""The test of likeness on counted stretches, against that on single items."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.metrics.likeness.counted_drift import drift_of_counts
from budgetplan.metrics.likeness.drift import drift


def counted(sample, listed):
    """Return the list in rows: the items at each labelled score, and those between two of them."""
    knots = np.unique(sample)
    cell = 2 * np.searchsorted(knots, listed, side="left") + np.isin(listed, knots)
    found, count = np.unique(cell, return_counts=True)
    ends = np.concatenate([[knots[0] - 1], knots, [knots[-1] + 1]])
    gap = (ends[:-1] + ends[1:]) / 2
    score = np.where(found % 2 == 1, knots[np.minimum(found // 2, len(knots) - 1)], gap[found // 2])
    return score[::-1], count[::-1], (found % 2 == 1)[::-1]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("decimals", [1, 2, 17])
def test_distance_and_chance_are_those_of_the_items(seed, decimals):
    rng = np.random.default_rng(seed)
    sample, listed = (
        np.round(rng.random(90), decimals),
        np.round(rng.random(1500) ** (1 + seed / 20), decimals),
    )
    weight = rng.integers(0, 3, 90).astype(float) if seed % 2 else None
    one = drift(sample, listed, weight=weight, level=0.01, seed=seed)
    other = drift_of_counts(sample, counted(sample, listed), weight=weight, level=0.01, seed=seed)
    assert other.distance == pytest.approx(one.distance, abs=1e-12)
    if decimals == 2:
        # Items are equal here whose score no labelled one has: as if none were, gaps seem a little larger by chance.
        assert one.p_value <= other.p_value <= 1.2 * one.p_value + 0.01
    else:
        assert other.p_value == pytest.approx(one.p_value, rel=1e-12)


def test_many_labelled_items_are_compared_at_places():
    rng = np.random.default_rng(3)
    sample, listed = rng.random(60_000), rng.random(300_000) ** 1.001
    one = drift(sample, listed, level=0.01)
    other = drift_of_counts(sample, counted(sample, listed), level=0.01)
    assert (other.distance, other.p_value) == pytest.approx((one.distance, one.p_value), rel=1e-9)


def test_a_list_of_lower_scores_is_unlike_the_sample():
    rng = np.random.default_rng(4)
    sample, listed = rng.random(300), rng.random(4000) * 0.7
    assert drift_of_counts(sample, counted(sample, listed)).beyond(0.001)
