"""What engines do differently is written so that they do it alike."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from duck_world import MemoryEngine, duck, fetched
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.engines.asked import rounded
from budgetplan.engines.base import DIALECTS
from budgetplan.engines.counting import AskedList, Cut, Order
from budgetplan.engines.open_list import inline

WORDS = DIALECTS["duckdb"]


@given(st.lists(st.floats(0, 1e15) | st.integers(0, 10**6).map(lambda n: n + 0.5), min_size=1, max_size=50))
@settings(max_examples=60, deadline=None)
def test_amounts_are_rounded_as_numpy_rounds_them(values):
    asked = fetched(duck(), {"v": np.array(values)}, f"SELECT {rounded('v', WORDS)} AS whole")
    assert asked["whole"].tolist() == np.rint(values).astype(np.int64).tolist()


def test_what_is_no_number_is_neither_small_nor_large():
    found = fetched(
        duck(),
        {"v": np.array([1.5, np.nan, np.inf, -np.inf, 1.7976931348623157e308])},
        f"SELECT {WORDS.finite('v')} AS x",
    )
    assert pd.isna(found["x"]).tolist() == [False, True, True, True, False]


def test_single_precision_equals_no_decimal():
    frame = pd.DataFrame({"id": ["a"], "m": np.array([0.1], dtype=np.float32)})
    engine = MemoryEngine(frame)
    number = f"CAST(m AS {WORDS.double}) = {WORDS.number(0.1)}"
    assert engine.ask(f"SELECT {number} AS same FROM list")["same"].tolist() == [False]


def asked_of(frame, **more):
    return AskedList(
        WORDS, "list", "id", "id", {"m": "CAST(m AS DOUBLE)"}, frozenset(), len(frame), {}, **more
    )


@pytest.mark.parametrize("priced", [False, True])
def test_the_sides_of_a_cut_are_before_at_and_after_it(priced):
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"id": [f"i{at}" for at in range(400)], "m": rng.integers(0, 9, 400) / 8})
    frame.loc[::40, "m"] = np.nan
    frame["c"] = rng.integers(1, 4, 400)
    engine = MemoryEngine(frame)
    more = {"columns": {"price": "c"}, "sums": {"cost": "CAST(price AS BIGINT)"}} if priced else {}
    queries = asked_of(frame, **more)
    order = Order(score=f"COALESCE({WORDS.finite('CAST(m AS DOUBLE)')}, {WORDS.number(-np.inf)})")
    for score in (0.5, float("-inf")):
        cut = Cut(score, 2 if priced else None)
        side, listed = queries.side("l.x", cut), queries.scored({"x": order})
        sides = engine.ask(
            f"SELECT side, COUNT(*) AS n FROM (SELECT {side} AS side FROM {listed} l) s GROUP BY side"
        )
        known = np.where(np.isnan(frame["m"]), -np.inf, frame["m"])
        before = (known > score) | ((known == score) & (frame["c"] < 2) & priced)
        at = (known == score) & ((frame["c"] == 2) | (not priced))
        told = dict(zip(sides["side"].tolist(), sides["n"].tolist(), strict=True))
        assert told == {
            side: n for side, n in ((2, before.sum()), (1, at.sum()), (0, (~before & ~at).sum())) if n
        }


def test_a_small_table_may_stand_in_the_query_itself():
    columns = {"p": np.array([0, 1]), "lo": np.array([-np.inf, 0.1]), "h": np.array(["9f", "a0"])}
    found = duck().execute(f"SELECT p, lo, h FROM {inline(columns, WORDS)} t ORDER BY p").fetchnumpy()
    for name, column in columns.items():
        assert found[name].tolist() == column.tolist()
