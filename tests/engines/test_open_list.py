"""A plan's list is opened in the engine that it names; what cannot be taken there is refused."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from list_world import decided, world, write_apart, write_plan

from budgetplan.domain.plan import ListFiles, Reviewed, TableForm
from budgetplan.engines.duck import DuckEngine
from budgetplan.engines.open_list import SparkEngine
from budgetplan.errors import BadDataError, UsageError
from budgetplan.settings.build import read_plan
from budgetplan.workflows import FILTER, MOST_READ_AGAIN

pytestmark = pytest.mark.usefixtures("plan_alone")


@pytest.fixture
def frame():
    return world(60, 300)


def planned(folder, frame, engine="duckdb", columns=None, files=1, **settings):
    """Write a list, whose columns may be called otherwise than those of the labelled items, and return its plan."""
    listed = write_apart(folder, frame, files=files)
    if columns:
        rest = frame[frame["gold"] == ""].drop(columns="gold").rename(columns=columns)
        rest.to_parquet(folder / "list" / "part-0.parquet", index=False)
    return write_plan(folder, "labelled.csv", listed=listed, engine=engine, **settings)


def test_how_the_list_was_counted_is_told(tmp_path, frame):
    _, made = decided(planned(tmp_path, frame, files=2))
    assert "The list: 300 items in 2 files." in map(str, made.messages)
    assert any(line.startswith("Counted by DuckDB ") for line in map(str, made.messages))


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_what_has_been_judged_since_is_no_part_of_the_list(tmp_path, frame, engine):
    judged = Reviewed(("log.csv",), ids=frozenset(frame[frame["gold"] == ""]["id"][:40]))
    data = FILTER.read(replace(read_plan(planned(tmp_path, frame, engine)), reviewed=judged), {})
    assert any(
        line.startswith("The list: 260 items in") and "40 rows of them" in line for line in map(str, data.messages)
    )


def test_columns_may_be_called_otherwise(tmp_path, frame):
    record, _ = decided(planned(tmp_path, frame))
    other = frame.rename(columns={"m0": "score of m"})
    mapped, _ = decided(planned(tmp_path, other, more_table='map = { "score of m" = "m0" }'))
    assert record["recommendation"] == mapped["recommendation"]


def test_groups_are_not_counted_where_the_list_lies(tmp_path, frame):
    with pytest.raises(UsageError, match="groups are not counted in a list that is not loaded"):
        decided(planned(tmp_path, frame.assign(type="t"), more_table='group = "type"'))


@pytest.mark.parametrize("again", [MOST_READ_AGAIN, 0])
def test_what_is_wrong_in_a_small_list_is_told_with_its_line_and_item_whoever_counts_it(
    tmp_path, monkeypatch, frame, again
):
    """What is too large to be read again is counted."""
    monkeypatch.setattr("budgetplan.workflows.MOST_READ_AGAIN", again)
    rows = np.flatnonzero(frame["gold"] == "")
    odd = frame.assign(m0=frame["m0"].astype(object))
    odd.loc[rows[7], "m0"], odd.loc[rows[250], "m0"] = "abc", "12:30"
    told = []
    for engine in ("memory", "duckdb"):
        with pytest.raises(BadDataError) as caught:
            decided(planned(tmp_path, odd.astype(str), engine, files=2))
        told.append([(Path(each.file).name, each.line, each.item, each.found) for each in caught.value.problems])
    ids = frame["id"].to_numpy()[rows]
    by_line = [("part-0.parquet", 9, ids[7], "abc"), ("part-1.parquet", 102, ids[250], "12:30")]
    assert told == [by_line, by_line if again else [("*.parquet", None, "", None)]]


def test_lists_whose_columns_or_names_are_not_those_of_the_labelled_items_are_refused(tmp_path, frame):
    with pytest.raises(BadDataError, match="there is no such column for the model m0; did you mean m_0"):
        decided(planned(tmp_path, frame, columns={"m0": "m_0"}))
    name = frame.loc[298, "id"]
    double = frame.assign(id=[*frame["id"][:299], name, *frame["id"][300:]])
    with pytest.raises(BadDataError, match=rf'two items have the same id \(found "{name}"\)'):
        decided(planned(tmp_path, double))
    path = Path(planned(tmp_path, frame))
    path.write_text(path.read_text(encoding="utf-8").replace('id = "id"\n', ""), encoding="utf-8")
    frame[frame["gold"] != ""].rename(columns={"id": "key"}).to_csv(tmp_path / "labelled.csv", index=False)
    with pytest.raises(BadDataError, match="the labelled items have no ids"):
        decided(str(path))


def opened(*files):
    return DuckEngine(ListFiles("list"), [str(file) for file in files], TableForm())


def test_files_that_differ_are_both_named_and_a_damaged_one_is(tmp_path):
    one, other, damaged = (tmp_path / f"{name}.parquet" for name in "abc")
    pd.DataFrame({"id": ["a"], "m": np.array([0.1], dtype=np.float32)}).to_parquet(one)
    pd.DataFrame({"id": ["b"], "m": [0.1]}).to_parquet(other)
    wrong = f"{other}, column m: the files of the list differ: FLOAT in {one}, DOUBLE here"
    with pytest.raises(BadDataError, match=wrong):
        opened(one, other).columns()
    damaged.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(BadDataError, match=r"c\.parquet: this is not a Parquet file that can be read"):
        opened(damaged).columns()


def test_names_with_quotation_marks_stay_names_and_nothing_is_not_a_number(tmp_path):
    path = tmp_path / 'it\'s a "list".parquet'
    pd.DataFrame({'i"d': ["a", "b"], "p'; DROP": pd.array([1, None], dtype="Int64")}).to_parquet(path)
    engine = opened(path)
    assert [*engine.columns()] == ['i"d', "p'; DROP"]
    column = engine.words.named("p'; DROP")
    found = engine.ask(f"SELECT {column} AS x FROM {engine.relation} ORDER BY x")["x"]
    assert found.tolist()[0] == 1
    assert pd.isna(found[1])


def test_without_a_library_how_to_get_it_is_told(tmp_path, frame, monkeypatch):
    path = planned(tmp_path, frame)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(UsageError, match=r'list\.engine: DuckDB.* pip install "budgetplan\[duckdb\]"'):
        decided(path)
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(UsageError, match="Spark is not installed; run: pip install pyspark"):
        SparkEngine(ListFiles("list"), ["a.parquet"], TableForm())
