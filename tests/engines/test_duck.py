"""DuckDB takes files of one kind, and says what it cannot take."""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd
import pytest
from list_world import decided, world, write_apart, write_plan

from budgetplan.domain.plan import ListFiles, TableForm
from budgetplan.engines.duck import DuckEngine
from budgetplan.errors import BadDataError, UsageError


def opened(*files, **form):
    return DuckEngine(ListFiles("list"), [str(file) for file in files], TableForm(**form))


def test_files_that_differ_are_both_named(tmp_path):
    one, other = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pd.DataFrame({"id": ["a"], "m": np.array([0.1], dtype=np.float32)}).to_parquet(one)
    pd.DataFrame({"id": ["b"], "m": [0.1]}).to_parquet(other)
    with pytest.raises(BadDataError) as caught:
        opened(one, other).columns()
    wrong = (
        f"{other}, column m: the files of the list differ: FLOAT in {one}, DOUBLE here; write all files alike"
    )
    assert str(caught.value) == wrong


def test_names_with_quotation_marks_stay_names(tmp_path):
    path = tmp_path / 'it\'s a "list".parquet'
    frame = pd.DataFrame({'i"d': ["a", "b"], "p'; DROP": [0.5, 0.25]})
    frame.to_parquet(path)
    engine = opened(path)
    assert engine.columns() == {'i"d': "text", "p'; DROP": "double"}
    column = engine.words.named("p'; DROP")
    assert engine.ask(f"SELECT {column} AS x FROM {engine.relation} ORDER BY x")["x"].tolist() == [0.25, 0.5]


def test_nothing_is_not_a_number_either(tmp_path):
    path = tmp_path / "a.parquet"
    pd.DataFrame({"m": pd.array([1, None], dtype="Int64")}).to_parquet(path)
    engine = opened(path)
    column = engine.words.named("m")
    found = engine.ask(f"SELECT {column} AS m FROM {engine.relation} ORDER BY {column}")["m"]
    assert found.tolist()[0] == 1
    assert pd.isna(found[1])


def test_tables_are_taken_and_queries_answered(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id;m\na;0.5\nb;0.25\n", encoding="utf-8")
    engine = opened(path, separator="semicolon")
    assert engine.columns() == {"id": "text", "m": "text"}
    table = engine.hold("taken too", {"id": ["b"]})
    names, scores = map(engine.words.named, ("id", "m"))
    query = (
        f"SELECT l.{names} AS id, {scores} AS m FROM {engine.relation} l JOIN {table} k ON l.{names} = k.id"
    )
    assert engine.ask(query).to_dict("list") == {"id": ["b"], "m": ["0.25"]}


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(BadDataError, match=r"a\.parquet: this is not a Parquet file that can be read"):
        opened(path).columns()


def test_without_the_library_it_is_said_how_to_get_it(tmp_path, monkeypatch):
    listed = write_apart(tmp_path, world(30, 60))
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(UsageError) as caught:
        decided(write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb"))
    assert str(caught.value) == (
        'list.engine: DuckDB, which counts the list, is not installed; run: pip install "budgetplan[duckdb]"; '
        'a list that fits into memory needs none: [list] engine = "memory"'
    )
