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


def counting(frame, labelled, monkeypatch, few=0, names=("none",)):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    engine = MemoryEngine(frame)
    return Counting(engine, asked(engine, frame, names=names), {"m": labelled}, "list")


@pytest.mark.parametrize("decimals", [1, 3, 17])
def test_rows_hold_the_items_between_labelled_scores(monkeypatch, decimals):
    rng = np.random.default_rng(decimals)
    score = np.round(rng.random(5000), decimals)
    labelled = np.round(rng.random(60), decimals)
    frame = pd.DataFrame({"id": [f"i{at}" for at in range(5000)], "m": score})
    rows = counting(frame, labelled, monkeypatch).rows("m")
    assert (np.diff(rows.score) <= 0).all()
    knots = np.unique(labelled)
    for side in ("left", "right"):
        places = np.searchsorted(knots, rows.score, side=side)
        wanted = np.bincount(np.searchsorted(knots, score, side=side), minlength=len(knots) + 1)
        assert np.bincount(places, rows.count, len(knots) + 1).tolist() == wanted.tolist()
    assert rows.one_score[np.isin(rows.score, knots)].all()


def test_a_stop_is_found_among_the_items_that_are_equal_there(monkeypatch):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"id": [f"i{at}" for at in range(3000)], "m": np.round(rng.random(3000), 3)})
    found = counting(frame, rng.random(8), monkeypatch)
    ordered = np.sort(frame["m"])[::-1]
    for stop in (1, 17, 1500, 2999):
        assert found.look_at({"m": [stop]}) or stop == 1
        cut, wanted = found.orders["m"].cut(stop)
        assert cut == Cut(ordered[stop - 1])
        assert wanted == stop - (ordered > ordered[stop - 1]).sum()
    assert not found.look_at({"m": [1, 17, 1500, 2999]})
    assert found.rows("m").count.sum() == 3000


def test_labelled_items_are_taken_off_wherever_they_stand(monkeypatch):
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"id": [f"i{at}" for at in range(900)], "m": np.round(rng.random(900), 2)})
    frame.loc[::50, "m"] = np.nan
    some = rng.permutation(900)[:100]
    names = frame["id"].to_numpy()[some].tolist()
    labelled = rng.random(30)
    whole = counting(frame, labelled, monkeypatch, names=names)
    alone = counting(frame.drop(index=some), labelled, monkeypatch)
    for stops in ([], [3, 77, 400, 790]):
        for one in (whole, alone):
            one.look_at({"m": stops})
        one, other = whole.rows("m"), alone.rows("m")
        assert one.count.sum() == other.count.sum() == 800
        knots = np.unique(labelled)
        for rows in (one, other):
            rows_at = np.searchsorted(knots, rows.score)
            assert (
                np.bincount(rows_at, rows.count, 31).tolist()
                == np.bincount(np.searchsorted(knots, other.score), other.count, 31).tolist()
            )
        for stop in stops:
            assert whole.orders["m"].cut(stop) == alone.orders["m"].cut(stop)


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1, max_size=40))
@settings(max_examples=100, deadline=None)
def test_numbers_on_both_sides_of_a_score_are_those_that_are_shown_so(values):
    listed = np.unique(np.array(values, dtype=np.float32)).astype(np.float64)
    shown = as_shown(listed)
    scores = np.concatenate([shown, shown * (1 + 1e-12), np.nextafter(shown, -np.inf)])
    for score, start in zip(scores, first_not_below(scores), strict=True):
        assert (listed >= start).tolist() == (shown >= score).tolist()
