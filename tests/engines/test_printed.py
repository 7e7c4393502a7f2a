"""Queries that somebody else runs: the plan goes on as answers come in, and is that of memory."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest
from list_world import decided, differences, world, write_apart, write_plan

from budgetplan.engines.base import DIALECTS
from budgetplan.errors import BadDataError

ANSWERS = 'temp = "answers"\n'


def answered(path, folder, table, suffix=".csv", most=30):
    """Run every query that is written, until the plan is made; return its record and how many there were."""
    warehouse = duckdb.connect()
    warehouse.execute(f"CREATE SCHEMA shop; CREATE TABLE shop.items AS SELECT * FROM read_parquet('{table}')")
    for n_asked in range(most):
        try:
            return decided(path)[0], n_asked
        except BadDataError as error:
            told = str(error)
            assert "this query has no answer yet; run it, save its answer with a header as" in told
            query = Path(re.match(r"(.*\.sql): ", told)[1])
            found = warehouse.execute(query.read_text(encoding="utf-8")).df()
            if suffix == ".csv":
                found.to_csv(query.with_suffix(".csv"), index=False)
            else:
                found.to_parquet(query.with_suffix(".parquet"))
    raise AssertionError


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_plan_whose_queries_are_answered_one_by_one_is_that_of_memory(tmp_path, monkeypatch, suffix):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", 0)
    frame = world(models=2, shape="decimals", seed=31)
    listed = write_apart(tmp_path, frame)
    memory, _ = decided(write_plan(tmp_path, "labelled.csv", name="memory", listed=listed, models=2))
    path = write_plan(
        tmp_path, "labelled.csv", name="sql", listed="shop.items", engine="sql", models=2, resamples=40
    )
    Path(path).write_text(Path(path).read_text(encoding="utf-8") + ANSWERS, encoding="utf-8")
    record, n_asked = answered(path, tmp_path, tmp_path / "list" / "part-0.parquet", suffix)
    # Of a longer list it is not counted which scores between two labelled ones are equal.
    plans = [each["filter"]["chosen"] for each in (memory, record)]
    assert [plans[0][name] for name in ("reviewed", "spend", "model")] == [
        plans[1][name] for name in ("reviewed", "spend", "model")
    ]
    assert plans[0]["found"]["value"] == pytest.approx(plans[1]["found"]["value"], rel=1e-3)
    assert 5 <= n_asked <= 12


def test_no_name_of_an_item_stands_in_a_query(tmp_path):
    frame = world(30, 80)
    frame["id"] = [f"o'neil {at}" for at in range(110)]
    listed = write_apart(tmp_path, frame)
    path = write_plan(tmp_path, "labelled.csv", listed="shop.items", engine="sql")
    Path(path).write_text(Path(path).read_text(encoding="utf-8") + ANSWERS, encoding="utf-8")
    record, _ = answered(path, tmp_path, tmp_path / "list" / "part-0.parquet")
    memory, _ = decided(write_plan(tmp_path, "labelled.csv", name="memory", listed=listed))
    assert differences(memory, record) == []
    for query in (tmp_path / "answers").glob("*.sql"):
        assert "neil" not in query.read_text(encoding="utf-8")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_has_its_words(tmp_path, dialect):
    write_apart(tmp_path, world(30, 80))
    path = write_plan(tmp_path, "labelled.csv", listed="shop.items", engine="sql")
    said = f'{ANSWERS}dialect = "{dialect}"\n'
    Path(path).write_text(Path(path).read_text(encoding="utf-8") + said, encoding="utf-8")
    with pytest.raises(BadDataError, match="this query has no answer yet"):
        decided(path)
    [query] = (tmp_path / "answers").glob("01-*.sql")
    text, words = query.read_text(encoding="utf-8"), DIALECTS[dialect]
    assert f"FROM {words.named('shop')}.{words.named('items')}" in text
    assert f"AS {words.double})" in text


def test_an_answer_that_is_none_is_told(tmp_path):
    write_apart(tmp_path, world(30, 80))
    path = write_plan(tmp_path, "labelled.csv", listed="shop.items", engine="sql")
    Path(path).write_text(Path(path).read_text(encoding="utf-8") + ANSWERS, encoding="utf-8")
    with pytest.raises(BadDataError):
        decided(path)
    [query] = (tmp_path / "answers").glob("01-*.sql")
    query.with_suffix(".parquet").write_bytes(b"nothing")
    with pytest.raises(BadDataError, match="this answer cannot be read"):
        decided(path)
