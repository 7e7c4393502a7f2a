"""Parquet tables: the same answers and messages as the CSV file that pandas writes of the same table."""

import datetime as dt
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Columns, ModelSpec, Plan
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables import table as of_table
from budgetplan.tables.formats import typed
from budgetplan.tables.opened import open_table

FRAME = pd.DataFrame(
    {
        "item_id": ["a", "b", "c"],
        "gold": pd.Categorical(["ja", None, "nein"]),
        "p": np.array([0.1, np.nan, 1e-7], dtype=np.float32),
        "n": [1, 2, 3],
        "yes": [True, False, True],
        "day": pd.to_datetime(["2026-01-31", "2026-02-01", None]),
        "text": ["x, y", 'a "b"', ""],
    }
)
TEXTS = ("gold", "yes", "day", "text")


def read(path, texts=(), numbers=()):
    problems = Problems("t")
    with open_table(str(path)) as file:
        return file.read("item_id", texts, numbers, problems), problems


@pytest.mark.parametrize("size", [1, 1000])
def test_a_table_reads_as_its_csv_file(tmp_path, monkeypatch, size):
    monkeypatch.setattr(of_table, "N_ROWS_AT_ONCE", size)
    FRAME.to_parquet(tmp_path / "t.parquet")
    FRAME.to_csv(tmp_path / "t.csv", index=False)
    (one, _), (other, _) = (read(tmp_path / name, TEXTS, ("p", "n")) for name in ("t.parquet", "t.csv"))
    assert one.ids == other.ids
    for name in TEXTS:
        assert one.texts[name].names == other.texts[name].names
        assert one.texts[name].codes.tolist() == other.texts[name].codes.tolist()
    for name in ("p", "n"):
        np.testing.assert_array_equal(one.numbers[name].values, other.numbers[name].values)
        assert one.numbers[name].odd == other.numbers[name].odd == {}
    assert one.lines.tolist() == other.lines.tolist() == [2, 3, 4]


@pytest.mark.parametrize(
    "cells", [["b", None, "NA", "b", "1,5", "", "ü x"], ["b", "", "d", "1,5"], ["b", " c", "d "], ["x"] * 3, []]
)
def test_many_different_texts_are_the_same_column_as_few(tmp_path, monkeypatch, cells):
    """However the library keeps them, they answer alike; what has spaces about it is read one by one."""
    table = pa.table({"item_id": [*map(str, range(len(cells)))], "text": pa.array(cells, pa.string())})
    pq.write_table(table, tmp_path / "t.parquet", row_group_size=2)
    few, many = [], []
    for found, least in ((few, 1000), (many, 0)):
        monkeypatch.setattr(typed, "_MANY", least)
        frame = read(tmp_path / "t.parquet", ("text",), ("text",))[0]
        texts, numbers = frame.texts["text"], frame.numbers["text"]
        again = texts.take(np.array([-1, *range(len(cells))][:3]))
        found += [[*texts.names], len(texts.names), texts.codes.tolist(), texts.n_different, texts.empty.tolist()]
        found += [texts.code("b"), texts.code("none"), texts.listed(), texts.counts(), texts.among(["d", "b"]).tolist()]
        found += [texts.names[:2], [*again.names], again.codes.tolist(), [*texts.without({"NA"}).names]]
        found += [numbers.values.tolist(), dict(numbers.odd)]
    np.testing.assert_equal(many, few)


def test_numbers_of_single_precision_mean_their_shortest_texts(tmp_path):
    bits = np.random.default_rng(1).integers(0, 2**32, 4000, dtype=np.uint32).view(np.float32)
    numbers = np.concatenate([bits, np.random.default_rng(2).random(1000, dtype=np.float32)])
    ids = [*map(str, range(len(numbers)))]
    pq.write_table(pa.table({"item_id": ids, "p": numbers}), tmp_path / "t.parquet", row_group_size=1700)
    texts = [str(number) for number in numbers]
    found = read(tmp_path / "t.parquet", numbers=("p",))[0].numbers["p"]
    meant = np.array([float(text) if np.isfinite(float(text)) else np.nan for text in texts])
    np.testing.assert_array_equal(found.values, meant)
    assert found.odd == {row: text for row, text in enumerate(texts) if "inf" in text}


def test_only_columns_that_are_used_must_hold_texts_or_numbers(tmp_path):
    table = pa.table(
        {
            "item_id": ["a"],
            "p": [[0.5, 0.5]],
            "t": pa.array([1], pa.timestamp("ns")),
            "when": [dt.datetime(2026, 1, 31, 8, 30)],  # noqa: DTZ001
        }
    )
    pq.write_table(table, tmp_path / "t.parquet")
    content, problems = read(tmp_path / "t.parquet", ("when",))
    assert content.texts["when"].names == ("2026-01-31 08:30:00",)
    assert not problems
    _, problems = read(tmp_path / "t.parquet", (), ("p",))
    assert 'line 2, column p: this value is a list (found "[0.5, 0.5]")' in str(problems.listed()[0])


def test_a_column_that_cannot_be_read_is_told_once(tmp_path):
    far = pa.array([10**15, 1], pa.timestamp("s"))
    pq.write_table(pa.table({"item_id": ["a", "b"], "t": far}), tmp_path / "t.parquet")
    _, problems = read(tmp_path / "t.parquet", ("t",), ("t",))
    [problem] = map(str, problems.listed())
    assert problem.startswith("t, column t: this column has values that cannot be read")


@pytest.mark.parametrize("column", ["item_id", "gold"])
@pytest.mark.parametrize("kind", ["bytes", "times"])
def test_a_column_of_no_texts_lacks_nothing_besides(tmp_path, column, kind):
    values = [b"a", b"b"] if kind == "bytes" else pa.array([10**15, 1], pa.timestamp("s"))
    table = {"item_id": ["a", "b"], "gold": ["ja", "nein"], "p": [0.1, 0.2], column: values}
    pq.write_table(pa.table(table), tmp_path / "t.parquet")
    with pytest.raises(BadDataError) as error:
        read_table(Plan(str(tmp_path / "t.parquet"), Columns("gold"), ("ja",), (ModelSpec("p", "p"),)))
    assert [problem.column for problem in error.value.problems] == [column] * (2 if kind == "bytes" else 1)


def test_decimal_commas_in_texts(tmp_path):
    pd.DataFrame({"item_id": ["a"], "p": ["0,5"]}).to_parquet(tmp_path / "t.parquet")
    content, _ = read(tmp_path / "t.parquet", (), ("p",))
    numbers = content.numbers["p"]
    assert (list(numbers.values), (*map(str, content.messages),)) == (
        [0.5],
        ("Read as a Parquet file, decimal comma.",),
    )


def test_a_damaged_file_is_told(tmp_path):
    FRAME.to_parquet(tmp_path / "t.parquet")
    whole = (tmp_path / "t.parquet").read_bytes()
    for data in (whole[:-3], whole[:10], whole[:4] + b"\xff" * 80 + whole[84:]):
        (tmp_path / "t.parquet").write_bytes(data)
        with pytest.raises(BadDataError, match="this is not a Parquet file that can be read"):
            read(tmp_path / "t.parquet", TEXTS, ("p", "n"))


def test_without_the_library_it_is_said_how_to_get_it(tmp_path, monkeypatch):
    FRAME.to_parquet(tmp_path / "t.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(BadDataError, match="run: pip install pyarrow; or save the table as CSV"):
        read(tmp_path / "t.parquet")
