"""One order of a list, counted in stretches, against the items themselves."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from duck_world import MemoryEngine, asked, duck, fetched
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.engines.base import DIALECTS
from budgetplan.engines.counting import Buckets, Counting, Cut, as_shown, choose_buckets, first_not_below, stretches

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
    inside = (found.bucket == bucket[:, None]) & (found.low <= scores[:, None]) & (scores[:, None] < found.high)
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


def listed(scores):
    return pd.DataFrame({"id": [f"i{at}" for at in range(len(scores))], "m": scores})


@pytest.fixture
def counting(monkeypatch):
    """Return how a list is counted in stretches between the scores of labelled items."""
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", 0)

    def of(frame, labelled):
        engine = MemoryEngine(frame)
        return Counting(engine, asked(engine, frame, names=("none",)), {"m": labelled}, "list")

    return of


@pytest.mark.parametrize("decimals", [1, 3, 17])
def test_rows_hold_the_items_between_labelled_scores(counting, decimals):
    rng = np.random.default_rng(decimals)
    score, labelled = (np.round(rng.random(n), decimals) for n in (5000, 60))
    rows, knots = counting(listed(score), labelled).rows("m"), np.unique(labelled)
    assert (np.diff(rows.score) <= 0).all()
    for side in ("left", "right"):
        places = np.searchsorted(knots, rows.score, side=side)
        wanted = np.bincount(np.searchsorted(knots, score, side=side), minlength=len(knots) + 1)
        assert np.bincount(places, rows.count, len(knots) + 1).tolist() == wanted.tolist()
    assert rows.one_score[np.isin(rows.score, knots)].all()


def test_a_stop_is_found_among_the_items_that_are_equal_there(counting):
    rng = np.random.default_rng(2)
    score = np.round(rng.random(3000), 3)
    counted, ordered = counting(listed(score), rng.random(8)), np.sort(score)[::-1]
    for stop in (1, 17, 1500, 2999):
        assert counted.look_at({"m": [stop]}) or stop == 1
        cut, wanted = counted.orders["m"].cut(stop)
        assert cut == Cut(ordered[stop - 1])
        assert wanted == stop - (ordered > ordered[stop - 1]).sum()
    assert not counted.look_at({"m": [1, 17, 1500, 2999]})
    assert counted.rows("m").count.sum() == 3000


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_numbers_on_both_sides_of_a_score_are_those_that_are_shown_so(values):
    single = np.unique(np.array(values, dtype=np.float32)).astype(np.float64)
    shown = as_shown(single)
    scores = np.concatenate([shown, shown * (1 + 1e-12), np.nextafter(shown, -np.inf)])
    for score, start in zip(scores, first_not_below(scores), strict=True):
        assert (single >= start).tolist() == (shown >= score).tolist()
