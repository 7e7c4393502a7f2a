"""One order of a list, counted, against the items themselves."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from asked_world import asked
from duck_world import MemoryEngine
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.engines.counting import Counting, Cut, as_shown, first_not_below


def listed(scores):
    return pd.DataFrame({"id": [f"i{at}" for at in range(len(scores))], "m": scores})


@pytest.fixture
def counting(monkeypatch):
    """Return how a list is counted in stretches between the scores of labelled items."""
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", 0)

    def of(frame, labelled, names=("none",)):
        engine = MemoryEngine(frame)
        return Counting(engine, asked(engine, frame, names=names), {"m": labelled}, "list")

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


def test_labelled_items_are_taken_off_wherever_they_stand(counting):
    rng = np.random.default_rng(5)
    frame = listed(np.round(rng.random(900), 2))
    frame.loc[::50, "m"] = np.nan
    some, labelled = rng.permutation(900)[:100], rng.random(30)
    whole = counting(frame, labelled, frame["id"].to_numpy()[some].tolist())
    alone = counting(frame.drop(index=some), labelled)
    for stops in ([], [3, 77, 400, 790]):
        counts = []
        for counted in (whole, alone):
            counted.look_at({"m": stops})
            rows = counted.rows("m")
            places = np.searchsorted(np.sort(labelled), rows.score)
            counts.append(np.bincount(places, rows.count, 31).tolist())
        assert counts[0] == counts[1]
        assert sum(counts[0]) == 800
        for stop in stops:
            assert whole.orders["m"].cut(stop) == alone.orders["m"].cut(stop)


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_numbers_on_both_sides_of_a_score_are_those_that_are_shown_so(values):
    single = np.unique(np.array(values, dtype=np.float32)).astype(np.float64)
    shown = as_shown(single)
    scores = np.concatenate([shown, shown * (1 + 1e-12), np.nextafter(shown, -np.inf)])
    for score, start in zip(scores, first_not_below(scores), strict=True):
        assert (single >= start).tolist() == (shown >= score).tolist()
