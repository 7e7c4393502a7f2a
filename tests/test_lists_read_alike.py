"""An odd list is planned alike in memory and by DuckDB, or refused by both: with what is wrong, and never in an engine's words."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from commands import ended
from list_world import decided, differences

from budgetplan import workflows
from budgetplan.engines.duck import DuckEngine
from budgetplan.errors import BadDataError

PLAN = """
table = {{file = "labelled.csv", label = "gold", positive = ["y"], id = "item_id"{table}}}
models = [{{name = "p_a"}}]
cost = {{currency = "EUR", per_item = "0.50"}}
goal = {{budget = "30"}}
sure = {{resamples = 40}}
[list]
file = "{listed}"
engine = "{engine}"
"""
N = 200
pytestmark = pytest.mark.usefixtures("plan_alone")
RAW = ("Error", "Exception", "Binder", "Invalid Input", "Conversion", "Traceback", "FROM clause")
"""Words of engines, none of which explains anything to a user."""


def rows(n=N, first=1000):
    rng = np.random.default_rng(7)
    score = rng.random(n).round(4)
    return pd.DataFrame({"item_id": [f"w{first + at}" for at in range(n)], "text": "a text", "p_a": score})


@pytest.fixture
def folder(tmp_path):
    own = rows(80, 0)
    rng = np.random.default_rng(3)
    own["gold"] = np.where(rng.random(80) < own["p_a"], "y", "n")
    own.to_csv(tmp_path / "labelled.csv", index=False)
    (tmp_path / "list").mkdir()
    return tmp_path


def planned(folder, engine, listed="list/*", table=""):
    """Return the numbers of the decision, or what is wrong."""
    plan = folder / f"{engine}.toml"
    plan.write_text(PLAN.format(engine=engine, listed=listed, table=table), encoding="utf-8")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            record, _ = decided(str(plan))
    except BadDataError as error:
        refusal = str(error)
    else:
        return {key: value for key, value in record.items() if key != "plan"}
    assert not [word for word in RAW if word in refusal], refusal
    return refusal


def both(folder, **said):
    return planned(folder, "memory", **said), planned(folder, "duckdb", **said)


def same(one, other):
    """Return whether both are the same refusal, or the same numbers but for last digits."""
    return one == other if isinstance(one, str) or isinstance(other, str) else not differences(one, other)


def csv(frame, **said):
    return frame.to_csv(index=False, **said)


def changed(column, at, value):
    values = [*rows()[column]]
    values[at] = value
    return csv(rows().assign(**{column: values}))


def lines(*, after=None, end=None):
    text = csv(rows())
    if after is not None:
        head, _, rest = text.partition("\n")
        text = f"{head}\n{after}{rest}"
    return text + (end or "")


ALIKE = {
    "byte order mark": "\ufeff" + csv(rows()),
    "semicolons": csv(rows(), sep=";"),
    "named separator": "sep=;\n" + csv(rows(), sep=";"),
    "names of rows": rows().to_csv(),
    "blank names in the header": csv(rows().rename(columns=lambda name: f" {name} ")),
    "empty lines": lines(after="\n,,\n , ,\n", end="\n\n"),
    "empty lines above": "\n\n" + csv(rows()),
    "header on two lines": csv(rows().rename(columns={"text": "a\ntext"})),
    "text on two lines": changed("text", 5, 'one\n"two", three'),
    "without a score": changed("p_a", 7, ""),
    "wide spaces about scores": csv(rows()).replace("text,0", "text,\u00a00").replace("5\n", "5\u2009\n"),
    "a wide space for a score": changed("p_a", 7, "\u00a0"),
    "an empty cell at the end of all rows": csv(rows().assign(**{"": ""})),
}
REFUSED = {
    "doubled columns": (csv(rows()).replace("text", "p_a", 1), "two columns have the same name"),
    "short last row": (lines(end="w9999\n"), "line 202: this row is shorter than the header"),
    "long row": (lines(after="a,b,0.5,6\n"), "line 2: this row is longer than the header"),
    "an empty cell too many": (lines(after="a,b,0.5,\n"), "line 2: this row is longer than the header"),
    "a quoted empty cell too many": (lines(after='a,b,0.5,""\n'), "line 2: this row is longer than the header"),
    "zero byte": (changed("text", 3, "a\0b"), "line 5: this is not a text file: there is a zero byte here"),
    "open quotation mark": (lines(end='"w9999,b,0.5\n'), "line 202: a quotation mark opens here"),
    "id twice": (changed("item_id", 3, "w1009 "), "id"),
    "no number": (changed("p_a", 7, "nan"), "not a number"),
    "no number in a labelled row": (lines(end="w3,a text,n/a\n"), "not a number"),
    "no rows": ("item_id,text,p_a\n", "no rows"),
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_a_text_is_read_alike(folder, text):
    (folder / "list" / "a.csv").write_bytes(text.encode())
    memory, duck = both(folder)
    assert isinstance(memory, dict), memory
    assert same(memory, duck)


@pytest.mark.parametrize(("text", "why"), REFUSED.values(), ids=REFUSED)
def test_a_text_is_refused_alike(folder, text, why):
    (folder / "list" / "a.csv").write_bytes(text.encode())
    for found in both(folder):
        assert why in found


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16-le"])
def test_a_text_that_is_no_utf_8_is_read_or_refused_with_what_to_do(folder, encoding):
    (folder / "list" / "a.csv").write_bytes(csv(rows().assign(text="größer")).encode(encoding))
    memory, duck = both(folder)
    if encoding == "utf-16-le":
        assert "UTF-16 text without a byte order mark" in memory
        assert same(memory, duck)
    else:
        assert isinstance(memory, dict)
        assert 'write it as Parquet or as CSV in UTF-8, or load the list: [list] engine = "memory"' in duck


@pytest.mark.parametrize("text", ["größer", "plain"])
def test_an_encoding_that_is_said_of_the_table_is_not_that_of_a_list_in_utf_8(folder, text):
    labelled = folder / "labelled.csv"
    labelled.write_bytes(labelled.read_text().replace("w", text).encode("cp1252"))
    listed = csv(pd.concat([rows(), rows(80, 0)])).replace("w", text)
    (folder / "list" / "a.csv").write_bytes(listed.encode())
    memory, duck = both(folder, table=', encoding = "windows-1252"')
    assert memory["list"]["items"] == N
    assert same(memory, duck)


def parquet(folder, frame, name="a.parquet"):
    path = folder / "list" / name
    if isinstance(frame, pa.Table):
        pq.write_table(frame, path)
    else:
        frame.to_parquet(path, index=False)


IDS = rows()["item_id"]
GAP = [*rows()["p_a"][:-1], float("nan")]
TABLES = {
    "single precision": rows().astype({"p_a": "float32"}),
    "half precision": rows().assign(p_a=lambda frame: frame["p_a"].round(2).astype("float16")),
    "whole numbers without a sign": rows().assign(p_a=lambda frame: (frame["p_a"] * 1000).astype("uint64")),
    "NaN": pa.table({"item_id": IDS, "p_a": pa.array(GAP, from_pandas=False)}),
    "NaN in single precision": pa.table({"item_id": IDS, "p_a": pa.array(GAP, pa.float32(), from_pandas=False)}),
    "nothing but NaN": pa.table({"item_id": IDS, "p_a": pa.array([float("nan")] * N)}),
    "endless": rows().assign(p_a=lambda frame: frame["p_a"].where(frame.index != 3, np.inf)),
    "columns that differ by case": rows().assign(P_A=lambda frame: 1 - frame["p_a"]),
    "doubled columns": pa.table([IDS, rows()["p_a"], rows()["p_a"][::-1]], names=["item_id", "p_a", "p_a"]),
    "nested column before": pa.table({"s": [{"x": 1, "y": [1, 2]}] * N, "item_id": IDS, "p_a": rows()["p_a"]}),
    "empty id": rows().assign(item_id=IDS.where(IDS.index != 3, "")),
    "id twice but for a blank": rows().assign(item_id=IDS.where(IDS.index != 3, "w1009 ")),
    "no rows": rows().head(0),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_parquet_file_is_read_or_refused_alike(folder, name):
    parquet(folder, TABLES[name])
    memory, duck = both(folder)
    assert isinstance(memory, dict) == isinstance(duck, dict), (memory, duck)
    if isinstance(memory, dict):
        assert same(memory, duck)


def test_columns_in_another_order_are_the_same_columns(folder):
    for at, half in enumerate((rows().head(100), rows().tail(100)[["p_a", "text", "item_id"]])):
        half.to_csv(folder / "list" / f"{at}.csv", index=False)
    memory, duck = both(folder)
    assert isinstance(memory, dict)
    assert same(memory, duck)


def test_what_is_called_empty_is_so_for_both(folder):
    parquet(folder, rows().assign(p_a=lambda frame: frame["p_a"].where(frame.index > 9, -999)))
    memory, duck = both(folder, table=', empty = ["-999.0", "NA"]')
    assert isinstance(memory, dict)
    assert same(memory, duck)


@pytest.mark.parametrize("name", ["a?.parquet", "a*b.parquet", "a[1].parquet", "a{x,y}.parquet", "it's.parquet"])
def test_a_name_with_signs_of_patterns_is_one_file(folder, name):
    parquet(folder, rows(), name)
    for at, other in enumerate(("ab.parquet", "a1.parquet", "axb.parquet", "ax.parquet")):
        parquet(folder, rows(20, 3000 + 100 * at), other)
    memory, duck = both(folder, listed=f"list/{name}")
    assert isinstance(memory, dict)
    assert same(memory, duck)
    assert memory["list"]["items"] == N


def test_names_of_folders_are_no_columns_and_a_folder_among_the_files_is_named(folder):
    (folder / "list" / "p_b=3.parquet").mkdir()
    parquet(folder, rows(), "p_b=3.parquet/a.parquet")
    for message in both(folder, listed="list/*.parquet"):
        assert f'name the files in it ([list] file = "{folder}/list/*.parquet/*.parquet")' in message
    memory, duck = both(folder, listed="list/*/*.parquet")
    assert isinstance(memory, dict)
    assert same(memory, duck)
    parquet(folder, rows(20, 3000), "b.parquet")
    for message in both(folder, listed="list/*.parquet"):
        assert "or move them to the other files of the list" in message


def test_a_list_of_labelled_items_alone_holds_nothing_to_plan(folder):
    parquet(folder, rows(80, 0))
    for message in both(folder):
        assert "the list has no item without a label" in message


def test_a_damaged_file_is_refused_alike(folder):
    parquet(folder, rows(5000))
    path = folder / "list" / "a.parquet"
    data = path.read_bytes()
    path.write_bytes(data[:60] + bytes(340) + data[400:])
    for message in both(folder):
        assert "this is not a Parquet file that can be read" in message


def test_a_name_that_is_no_utf_8_is_refused_by_both(folder):
    Path(os.fsdecode(os.fsencode(folder / "list") + b"/a\xff.csv")).write_text(csv(rows()))
    for message in both(folder):
        assert "the name of this file is not UTF-8; rename it" in message


@pytest.mark.parametrize("change", ["as many rows", "gone"])
def test_a_list_that_changes_between_two_queries_is_refused(folder, change, monkeypatch):
    parquet(folder, rows())
    path, hold = folder / "list" / "a.parquet", DuckEngine.hold

    def later(*words):
        path.unlink(missing_ok=True)
        if change != "gone":
            parquet(folder, rows().assign(p_a=0.5))
        return hold(*words)

    monkeypatch.setattr(DuckEngine, "hold", later)
    assert "a.parquet: the file changed while it was read" in planned(folder, "duckdb")


def test_a_queue_holds_the_texts_of_the_table_that_was_planned(folder, monkeypatch):
    own = pd.concat([pd.read_csv(folder / "labelled.csv"), rows()])
    own.to_csv(folder / "labelled.csv", index=False)
    plan = folder / "plan.toml"
    plan.write_text(PLAN.partition("[list]")[0].format(table=""), encoding="utf-8")
    solve = workflows.with_risk

    def later(*words):
        found = solve(*words)
        own.head(90).to_csv(folder / "labelled.csv", index=False)
        return found

    monkeypatch.setattr(workflows, "with_risk", later)
    found = ended("queue", plan, "--out", folder / "queue")
    assert found.exit_code == 4, found.output
    assert "labelled.csv: the file changed while it was read" in found.output
    assert not (folder / "queue").exists()


def test_a_queue_calls_the_ids_as_the_files_do(folder):
    parquet(folder, rows().assign(item_id=lambda frame: frame["item_id"] + " "))
    heads = []
    for engine in ("memory", "duckdb"):
        plan, queue = folder / "plan.toml", folder / f"queue-{engine}"
        plan.write_text(PLAN.format(engine=engine, listed="list/*", table=""), encoding="utf-8")
        made = ended("queue", plan, "--out", queue)
        assert made.exit_code == 0, made.output
        heads.append((queue / "packets" / "packet-001.csv").read_text(encoding="utf-8-sig").splitlines()[:2])
    assert heads[0] == heads[1]
    assert heads[0][0].startswith("item_id,")
