"""Buckets and stretches: numpy and the engine put every score into the same one, and order is kept."""

from __future__ import annotations

import numpy as np
import pytest
from duck_world import duck, fetched
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.engines.base import DIALECTS
from budgetplan.engines.counting import Buckets, choose_buckets, stretches

FLOATS = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(FLOATS, min_size=2, max_size=40), FLOATS, FLOATS, st.integers(0, 6), st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_engine_finds_the_bucket_that_numpy_finds_and_order_is_kept(score, low, high, roots, top):
    buckets = Buckets(min(low, high), max(low, high), roots, top, n=64)
    rising = np.sort(np.clip(np.array(score), buckets.low, buckets.high))
    found = buckets.of(rising)
    assert (np.diff(found) >= 0).all()
    assert found.min() >= 0
    assert found.max() < 64
    asked = fetched(duck(), {"x": rising}, f"SELECT {buckets.query('x', DIALECTS['duckdb'])} AS b")
    assert asked["b"].tolist() == found.tolist()


@given(st.lists(FLOATS, min_size=1, max_size=30, unique=True), st.lists(FLOATS, min_size=1, max_size=60))
@settings(max_examples=60, deadline=None)
def test_every_score_lies_in_one_stretch_between_its_neighbours(knots, scores):
    knots, scores = np.unique(np.array(knots)), np.array(scores + knots[:5])
    buckets = choose_buckets(knots, float(scores.min()), float(scores.max()))
    found = stretches(buckets, knots)
    bucket = buckets.of(scores)
    inside = (
        (found.bucket == bucket[:, None]) & (found.low <= scores[:, None]) & (scores[:, None] < found.high)
    )
    assert (inside.sum(axis=1) == 1).all()
    # As many knots lie at or below the stretch as at or below the score.
    assert (found.below[inside.argmax(axis=1)] == np.searchsorted(knots, scores, side="right")).all()
    without = stretches(buckets, knots, lacking=True)
    assert (without.bucket[0], without.low[0], without.at_knot[0]) == (-1, -np.inf, True)
    assert (without.bucket[1:] == found.bucket).all()


@pytest.mark.parametrize("power", [1, 16, 64])
@pytest.mark.parametrize("top", [False, True])
def test_crowded_ends_get_room(power, top):
    score = np.linspace(0, 1, 5000) ** power
    score = np.sort(1 - score) if top else score
    found = choose_buckets(score[::50], 0.0, 1.0)
    # Near 1 many are the same number.
    assert np.bincount(found.of(np.unique(score))).max() < len(score) / 50
