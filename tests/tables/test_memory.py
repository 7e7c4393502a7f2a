"""Arrays as the columns that a file gives: the same texts and numbers, whatever library they are from."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from budgetplan.errors import Problems
from budgetplan.settings.arguments import GivenTable, NoArrayError, as_array, frame_columns, is_frame
from budgetplan.tables.opened import open_table


def read(values, *, as_numbers):
    problems = Problems("t")
    table = GivenTable({"c": values}, len(as_array(values)))
    content = table.read("", [] if as_numbers else ["c"], ["c"] if as_numbers else [], problems)
    return (content.numbers if as_numbers else content.texts)["c"], problems


def texts(values):
    column, problems = read(values, as_numbers=False)
    assert not problems
    return [column.names[code] for code in column.codes]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["a", None, float("nan"), " b "], ["a", "", "", "b"]),
        (
            [1, 2.0, -2.0, 1e300, True, Decimal("0.50"), Decimal("NaN")],
            ["1", "2", "-2", str(int(1e300)), "True", "0.50", ""],
        ),
        (np.array([1.0, np.nan, 0.5]), ["1", "", "0.5"]),
        (np.array([0.1, 2], dtype=np.float32), ["0.1", "2"]),
        (np.array([True, False]), ["True", "False"]),
        (
            np.array([np.int64(3), np.float32(0.1), np.str_("x"), np.bool_(True)], dtype=object),
            ["3", "0.1", "x", "True"],
        ),
        (np.array(["2026-01-31", "NaT"], dtype="datetime64[ns]"), ["2026-01-31", ""]),
        (pd.Series(["a", pd.NA], dtype="string"), ["a", ""]),
        (pd.Series(["a", None], dtype="category"), ["a", ""]),
        (pd.Series([1, None], dtype="Int64"), ["1", ""]),
        (pd.Series([pd.NaT, pd.Timestamp("2026-01-31")], dtype=object), ["", "2026-01-31"]),
        ([dt.date(2026, 1, 31)], ["2026-01-31"]),
        (np.ma.array([1.5, 2.5], mask=[False, True]), ["1.5", ""]),
        (np.ma.array([1, 2]), ["1", "2"]),
    ],
)
def test_texts_of_every_kind(values, expected):
    assert texts(values) == expected


@pytest.mark.parametrize(
    ("values", "expected", "odd"),
    [
        (np.array([0.1, np.nan, np.inf]), [0.1, np.nan, np.nan], {2: "inf"}),
        (np.array([0.1, 16777217], dtype=np.float32), [0.1, 16777216.0], {}),
        (np.array([1, 2], dtype=np.uint8), [1.0, 2.0], {}),
        ([0.1, None, "0.5", 3, Decimal("1e-3")], [0.1, np.nan, 0.5, 3.0, 0.001], {}),
        ([True, "nan", "x"], [np.nan] * 3, {0: "True", 1: "nan", 2: "x"}),
        (pd.Series([0.1, None], dtype="Float64"), [0.1, np.nan], {}),
        (pd.Series([1, None], dtype="Int64"), [1.0, np.nan], {}),
    ],
)
def test_numbers_of_every_kind(values, expected, odd):
    column, problems = read(values, as_numbers=True)
    assert not problems
    np.testing.assert_array_equal(column.values, np.array(expected))
    assert column.odd == odd
    assert column.single == (getattr(values, "dtype", None) == np.float32)


def test_the_same_columns_as_from_a_file(tmp_path):
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(
        {
            "id": [f"i{n}" for n in range(50)],
            "gold": rng.choice(["a", "b", ""], 50),
            "x": rng.normal(size=50) * 10.0 ** rng.integers(-200, 200, 50),
            "y": rng.random(50).astype(np.float32),
        }
    )
    frame.loc[3, "x"] = np.nan
    frame.to_csv(tmp_path / "t.csv", index=False)
    with open_table(str(tmp_path / "t.csv")) as file:
        from_file = file.read("id", ["gold"], ["x", "y"], Problems("t"))
    given = GivenTable(frame_columns(frame), 50).read("id", ["gold"], ["x", "y"], Problems("t"))
    assert given.ids == from_file.ids
    assert given.texts["gold"].names == from_file.texts["gold"].names
    assert given.texts["gold"].codes.tolist() == from_file.texts["gold"].codes.tolist()
    for name in ("x", "y"):
        np.testing.assert_array_equal(given.numbers[name].values, from_file.numbers[name].values)
    assert (given.by, given.lines.tolist()) == ("position", list(range(50)))


def test_a_value_that_no_cell_can_hold_is_a_problem_with_its_position():
    column, problems = read(np.array(["a", {"b": 1}, [2]], dtype=object), as_numbers=False)
    for problem, (place, wrong) in zip(
        problems.listed(),
        ((1, "this value is an object (found \"{'b': 1}\")"), (2, 'this value is a list (found "[2]")')),
        strict=True,
    ):
        assert str(problem).startswith(f"t, position {place}, column c: {wrong}")
    assert column.names == ("a", "{'b': 1}", "[2]")
    half, problems = read(["a\ud800"], as_numbers=False)
    assert "this text contains half a character" in str(problems.listed()[0])
    assert half.names[0].isascii()
    # As a number it is told to be none, by what checks numbers.
    column, problems = read([1j, {"b": 1}], as_numbers=True)
    assert (column.odd, bool(problems)) == ({0: "1j", 1: "{'b': 1}"}, False)


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        (3, "this is not an array"),
        ({"a"}, "this is not an array"),
        (np.array(3), "this is a single value"),
        ([[1, 2], [3]], "the rows of this list differ in length"),
    ],
)
def test_what_is_no_array_is_refused(value, wrong):
    with pytest.raises(NoArrayError, match=wrong):
        as_array(value)


def test_columns_of_a_data_frame_have_names():
    frame = pd.DataFrame([[1, 2]], columns=[0, " b"], index=pd.Index(["w"], name="item_id"))
    columns = frame_columns(frame)
    assert {name: list(column) for name, column in columns.items()} == {"0": [1], "b": [2], "item_id": ["w"]}
    with pytest.raises(NoArrayError, match='two columns have the same name \\("1"\\)'):
        frame_columns(pd.DataFrame([[1, 2]], columns=[1, "1"]))
    assert [is_frame(each) for each in (frame, frame[" b"], [1])] == [True, False, False]


def test_checksums_tell_data_apart_and_not_libraries():
    def checksum(labels, scores):
        table = GivenTable({"g": labels, "s": scores}, 2)
        return table.read("", ["g"], ["s"], Problems("t")).sha256

    own = checksum(["a", "b"], [0.5, 1])
    assert own == checksum(np.array(["a", "b"]), pd.Series([0.5, 1.0])) == checksum(("a", "b"), ["0.5", "1"])
    others = [(["b", "a"], [0.5, 1]), (["a", "b"], [0.5, 2]), (["ab", ""], [0.5, 1])]
    assert len({own, *(checksum(*other) for other in others)}) == 4


def test_texts_that_may_be_thousands_are_unsure_and_numbers_are_not():
    def numbers(values):
        return GivenTable({"c": values}, len(values)).read("", [], ["c"], Problems("")).numbers["c"]

    assert numbers(np.array(["1.100", "950"])).unsure == {0: "1.100"}
    assert numbers(np.array(["1.100", "0.5"])).unsure == {}
    assert numbers(np.array([1.125, 950.0], dtype=object)).unsure == {}
    assert numbers(np.array([1.125, 2.375])).unsure == {}
