"""A plan's list is opened in the engine that it names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from list_world import decided, world, write_apart, write_plan

from budgetplan.domain.plan import Reviewed
from budgetplan.errors import BadDataError, UsageError
from budgetplan.settings.build import read_plan
from budgetplan.workflows import FILTER


def test_how_the_list_was_counted_is_told(tmp_path):
    listed = write_apart(tmp_path, world(60, 300), files=2)
    _, made = decided(write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb"))
    assert "The list: 300 items in 2 files." in made.messages
    assert any(told.startswith("Counted by DuckDB ") for told in made.messages)


def test_what_has_been_judged_since_is_no_part_of_the_list(tmp_path):
    frame = world(60, 300)
    listed = write_apart(tmp_path, frame)
    judged = Reviewed(("log.csv",), ids=frozenset(frame[frame["gold"] == ""]["id"][:40]))
    for engine in ("memory", "duckdb"):
        plan = read_plan(write_plan(tmp_path, "labelled.csv", listed=listed, engine=engine))
        data = FILTER.read(replace(plan, reviewed=judged), {})
        told = "The list: 260 items in"
        assert any(one.startswith(told) and "40 rows of them" in one for one in data.messages)


def test_groups_are_not_counted_where_the_list_lies(tmp_path):
    frame = world(60, 300)
    frame["type"] = "t"
    listed = write_apart(tmp_path, frame)
    said = {"engine": "duckdb", "more_table": 'group = "type"'}
    with pytest.raises(UsageError) as caught:
        decided(write_plan(tmp_path, "labelled.csv", listed=listed, **said))
    assert "groups of a list are not counted where it lies" in str(caught.value)
    assert '[list] engine = "memory"' in str(caught.value)


def test_a_missing_column_is_told_with_those_that_are_like_it(tmp_path):
    frame = world(60, 300)
    listed = write_apart(tmp_path, frame)
    frame[frame["gold"] == ""].rename(columns={"m0": "m_0"}).to_parquet(tmp_path / "list" / "part-0.parquet")
    with pytest.raises(BadDataError, match="there is no such column for the model m0; did you mean m_0"):
        decided(write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb"))


def test_two_rows_of_one_name_are_told(tmp_path):
    frame = world(60, 300)
    frame.loc[299, "id"] = frame.loc[298, "id"]
    listed = write_apart(tmp_path, frame)
    with pytest.raises(
        BadDataError, match=f"item {frame.loc[298, 'id']}: 1 row of the list has the id of another row"
    ):
        decided(write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb"))


def test_labelled_items_need_ids(tmp_path):
    frame = world(60, 300)
    listed = write_apart(tmp_path, frame)
    frame[frame["gold"] != ""].rename(columns={"id": "key"}).to_csv(tmp_path / "labelled.csv", index=False)
    path = write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb")
    text = Path(path).read_text(encoding="utf-8").replace('id = "id"\n', "")
    Path(path).write_text(text, encoding="utf-8")
    with pytest.raises(
        BadDataError, match="the labelled items have no ids, by which they are known in the list"
    ):
        decided(path)


def test_columns_may_be_called_otherwise(tmp_path):
    frame = world(60, 300)
    listed = write_apart(tmp_path, frame)
    records = []
    for name in ("m0", "score of m"):
        rest = frame[frame["gold"] == ""].drop(columns="gold").rename(columns={"m0": name})
        rest.to_parquet(tmp_path / "list" / "part-0.parquet", index=False)
        frame[frame["gold"] != ""].rename(columns={"m0": name}).to_csv(tmp_path / "labelled.csv", index=False)
        more = {} if name == "m0" else {"more_table": 'map = { "score of m" = "m0" }'}
        records.append(
            decided(write_plan(tmp_path, "labelled.csv", listed=listed, engine="duckdb", **more))[0]
        )
    assert records[0]["recommendation"] == records[1]["recommendation"]
