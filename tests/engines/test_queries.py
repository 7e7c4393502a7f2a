"""What engines do differently is written so that they do it alike."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from duck_world import MemoryEngine, duck, fetched
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.engines.base import DIALECTS
from budgetplan.engines.counting import AskedList, Cut, Order
from budgetplan.engines.open_list import inline, rounded

WORDS = DIALECTS["duckdb"]


@pytest.mark.parametrize("name", DIALECTS)
def test_numbers_are_read_back_as_they_were(name):
    for value in (0.1, 1 / 3, -2.5e-300, 1.7976931348623157e308, 5e-324, -0.0, 7.0):
        text = DIALECTS[name].number(value)
        assert float(text.removeprefix("CAST(").partition(" AS ")[0]) == value
        # Without an exponent engines take it for a decimal number, which is equal to other ones.
        assert "E" in text


@given(st.lists(st.floats(0, 1e15) | st.integers(0, 10**6).map(lambda n: n + 0.5), min_size=1, max_size=50))
@settings(max_examples=40, deadline=None)
def test_amounts_are_rounded_as_numpy_rounds_them(values):
    asked = fetched(duck(), {"v": np.array(values)}, f"SELECT {rounded('v', WORDS)} AS whole")
    assert asked["whole"].tolist() == np.rint(values).astype(np.int64).tolist()


def test_what_is_no_number_is_neither_small_nor_large():
    values = np.array([1.5, np.nan, np.inf, -np.inf, 1.7976931348623157e308])
    found = fetched(duck(), {"v": values}, f"SELECT {WORDS.finite('v')} AS x")
    assert pd.isna(found["x"]).tolist() == [False, True, True, True, False]


@pytest.mark.parametrize("priced", [False, True])
@pytest.mark.parametrize("score", [0.5, float("-inf")])
def test_the_sides_of_a_cut_are_before_at_and_after_it(priced, score):
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"id": [f"i{at}" for at in range(400)], "m": rng.integers(0, 9, 400) / 8})
    frame.loc[::40, "m"] = np.nan
    frame["c"] = rng.integers(1, 4, 400)
    more = {"columns": {"price": "c"}, "sums": {"cost": "CAST(price AS BIGINT)"}} if priced else {}
    scores = {"m": "CAST(m AS DOUBLE)"}
    queries = AskedList(WORDS, "list", "id", "id", scores, frozenset(), len(frame), {}, **more)
    order = Order(score=f"COALESCE({WORDS.finite('CAST(m AS DOUBLE)')}, {WORDS.number(-np.inf)})")
    side, listed = queries.side("l.x", Cut(score, 2 if priced else None)), queries.scored(order)
    query = f"SELECT side, COUNT(*) AS n FROM (SELECT {side} AS side FROM {listed} l) s GROUP BY side"
    sides = dict(MemoryEngine(frame).ask(query).itertuples(index=False))
    known = frame["m"].fillna(-np.inf)
    before = (known > score) | ((known == score) & (frame["c"] < 2) & priced)
    at = (known == score) & ((frame["c"] == 2) | (not priced))
    wanted = {2: before.sum(), 1: at.sum(), 0: (~before & ~at).sum()}
    assert sides == {side: n for side, n in wanted.items() if n}


def test_a_small_table_may_stand_in_the_query_itself():
    columns = {"p": np.array([0, 1]), "lo": np.array([-np.inf, 0.1]), "h": np.array(["9f", "a0"])}
    found = duck().execute(f"SELECT p, lo, h FROM {inline(columns, WORDS)} t ORDER BY p").fetchnumpy()
    assert {name: found[name].tolist() for name in columns} == {
        name: column.tolist() for name, column in columns.items()
    }


def test_names_lose_the_blanks_at_their_ends_that_python_takes_off():
    words = ["a b", "ü", " a", "a\u00a0", "\u3000a\t", "ü ", "", " \n", "!", "~", "'x'", "\u200ba", "a\u0301", "~a "]
    found = fetched(duck(), {"name": words}, f"SELECT {WORDS.stripped.format('name')} AS name")
    assert found["name"].tolist() == [word.strip() for word in words]
