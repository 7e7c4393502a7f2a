"""Queries that somebody else runs: the plan goes on as answers come in, and is that of memory."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from list_world import decided, differences, world, write_apart, write_plan

from budgetplan.domain.plan import Reviewed
from budgetplan.engines.base import DIALECTS
from budgetplan.errors import BadDataError
from budgetplan.settings.build import read_plan

SAME = ("reviewed", "spend", "model")


def planned(folder, frame, dialect="duckdb", **settings):
    """Write the list, and a plan whose queries are written; return its path."""
    write_apart(folder, frame)
    path = write_plan(folder, "labelled.csv", listed="shop.items", engine="sql", **settings)
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(f'temp = "answers"\ndialect = "{dialect}"\n')
    return path


def first_query(folder, path):
    with pytest.raises(BadDataError, match="this query has no answer yet"):
        decided(path)
    [query] = (folder / "answers").glob("01-*.sql")
    return query


def answered(folder, path, suffix=".csv", most=30):
    """Run every query that is written, until the plan is made; return its record and how many there were."""
    warehouse, table = duckdb.connect(), folder / "list" / "part-0.parquet"
    warehouse.execute(f"CREATE SCHEMA shop; CREATE TABLE shop.items AS SELECT * FROM read_parquet('{table}')")
    for n_asked in range(most):
        try:
            return decided(path)[0], n_asked
        except BadDataError as error:
            query = Path(re.match(r"(.*\.sql): this query has no answer yet; run it", str(error))[1])
            answer = warehouse.execute(query.read_text(encoding="utf-8")).df()
            if suffix == ".csv":
                # As ClickHouse writes what is not there.
                answer.to_csv(query.with_suffix(".csv"), index=False, na_rep="\\N")
            else:
                answer.to_parquet(query.with_suffix(".parquet"))
    raise AssertionError


@pytest.mark.parametrize(("suffix", "few"), [(".csv", 0), (".parquet", 100_000)])
@pytest.mark.few(1)
def test_a_plan_whose_queries_are_answered_one_by_one_is_that_of_memory(tmp_path, monkeypatch, suffix, few):
    monkeypatch.setattr("budgetplan.engines.counting.FEW_ITEMS", few)
    frame = world(models=2, shape="decimals", seed=31)
    frame["id"] = [f"o'neil {at}" for at in range(len(frame))]
    record, n_asked = answered(tmp_path, planned(tmp_path, frame, models=2), suffix)
    path = write_plan(tmp_path, "labelled.csv", name="memory", listed="list/*.parquet", models=2)
    memory, _ = decided(path)
    if few:
        assert differences(memory, record) == []
    # Of a longer list it is not counted which scores between two labelled ones are equal.
    one, other = memory["filter"]["chosen"], record["filter"]["chosen"]
    assert [one[name] for name in SAME] == [other[name] for name in SAME]
    assert one["found"]["value"] == pytest.approx(other["found"]["value"], rel=1e-3)
    assert 4 <= n_asked <= 12
    # No name of an item stands in a query.
    for query in (tmp_path / "answers").glob("*.sql"):
        assert "neil" not in query.read_text(encoding="utf-8")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_has_its_words(tmp_path, dialect):
    query = first_query(tmp_path, planned(tmp_path, world(30, 80), dialect))
    text, words = query.read_text(encoding="utf-8"), DIALECTS[dialect]
    assert f"FROM {words.named('shop')}.{words.named('items')}" in text
    assert f"AS {words.double})" in text


def test_an_answer_that_is_none_is_refused(tmp_path):
    path = planned(tmp_path, world(30, 80))
    first_query(tmp_path, path).with_suffix(".parquet").write_bytes(b"nothing")
    with pytest.raises(BadDataError, match="this answer cannot be read"):
        decided(path)


def test_random_items_that_are_labelled_now_come_back_with_their_names_as_they_are(tmp_path, monkeypatch):
    """Names are numbers with noughts before them, which an answer as CSV must not lose."""
    frame = world(models=2, seed=32)
    frame["id"] = [f"{at:05d}" for at in range(len(frame))]
    path, names = planned(tmp_path, frame, models=2), frame.loc[frame["gold"] == "", "id"]
    known = dict.fromkeys(names[::40], "n") | dict.fromkeys(names[::120], "y")
    judged = Reviewed(("log.csv",), ids=frozenset(known), known=known)
    monkeypatch.setattr("list_world.read_plan", lambda path: replace(read_plan(path), reviewed=judged))
    record, _ = answered(tmp_path, path)
    memory, _ = decided(write_plan(tmp_path, "labelled.csv", name="memory", listed="list/*.parquet", models=2))
    assert record["sample"]["labelled_items"] == 120 + len(known)
    assert differences(memory, record) == []
