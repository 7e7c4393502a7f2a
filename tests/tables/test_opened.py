"""Tables of any kind: the columns asked for, and the sign before decimals."""

import numpy as np
import pytest

from budgetplan.domain.plan import TableForm
from budgetplan.errors import Problems
from budgetplan.settings.kinds import read_matrix
from budgetplan.tables.formats import text as csvfile
from budgetplan.tables.opened import open_table


@pytest.fixture
def read(tmp_path):
    def read_text(text, form=TableForm()):  # noqa: B008
        (tmp_path / "t.csv").write_text(text)
        problems = Problems("t.csv")
        with open_table(str(tmp_path / "t.csv"), form) as file:
            return file.read("", (), ("p", "q"), problems), problems

    return read_text


@pytest.mark.parametrize("size", [1, 2, 1000])
def test_the_sign_is_that_of_all_pieces_and_of_all_columns(read, monkeypatch, size):
    monkeypatch.setattr(csvfile, "N_ROWS_AT_ONCE", size)
    content, problems = read("p;q\n1;2\n3;1,250\n5;0,5\n7\n")
    assert content.decimal == ","
    assert content.numbers["q"].values.tolist() == [2, 1.25, 0.5]
    assert (*map(str, content.messages),) == ("Read as semicolon-separated, decimal comma, UTF-8.",)
    # A row that is read twice is told once.
    assert [problem.line for problem in problems.listed()] == [5]
    content, _ = read("p;q\n1;2\n3;0,5\n5;0.5\n0.7;8\n")
    assert content.decimal == "."
    assert content.numbers["q"].odd == {1: "0,5"}
    content, _ = read("p;q\n1;0.5\n3;0,5\n5;0,7\n0,7;8\n")
    assert (content.decimal, content.n_rows) == (",", 4)
    assert content.numbers["q"].odd == {0: "0.5"}


def test_whole_numbers_and_a_comma_that_may_separate_thousands_decide_nothing(read):
    content, _ = read('p,q\n1,"1,250"\n')
    assert (content.decimal, content.numbers["q"].odd) == (".", {0: "1,250"})


def test_values_of_answers_may_have_a_decimal_comma(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("predicted;truth;value\nx;x;0,5\nx;y;-1\ny;x;1,250\n")
    expected = {("x", "x"): "0.5", ("x", "y"): "-1", ("y", "x"): "1.250"}
    assert {pair: str(value) for pair, value in read_matrix(str(path)).items()} == expected


def test_columns_are_called_by_other_names(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text('{"score": 1, "p": 2, "b": 3}\n')
    with open_table(str(path), TableForm(map={"score": "p", "p": "q", "zzz": "x"})) as file:
        assert file.header == ("p", "q", "b")
        content = file.read("", (), ("p", "q"), Problems("t"))
    assert [content.numbers[name].values.tolist() for name in "pq"] == [[1], [2]]


@pytest.mark.parametrize(
    ("cells", "shares"),
    [
        (["22.85%", "5 %", "", "-1.5%"], [0.2285, 0.05, np.nan, -0.015]),
        (["22,85 %", "5%", "100 %", "7,5%"], [0.2285, 0.05, 1.0, 0.075]),
        (["12,345 %", "0,125 %", "5\u202f%", "7,500\u00a0%"], [0.12345, 0.00125, 0.05, 0.075]),
        (["12.345%", "1.234%"], [0.12345, 0.01234]),
    ],
)
def test_a_column_in_percent_is_read_as_shares(tmp_path, cells, shares):
    path = tmp_path / "t.csv"
    path.write_text("id;p\n" + "".join(f"{at};{cell}\n" for at, cell in enumerate(cells)), encoding="utf-8")
    problems = Problems("t")
    with open_table(str(path)) as file:
        frame = file.read("id", [], ["p"], problems)
    assert not problems
    np.testing.assert_array_equal(frame.numbers["p"].values, shares)
    assert not frame.numbers["p"].odd
    assert "Written in percent, read as shares: p." in [*map(str, frame.messages)]


@pytest.mark.parametrize("cells", [["22.85%", "0.5"], ["22,85%", "1.5%"], ["1.234%", "950%"], ["5%", "x"]])
def test_what_may_be_percent_or_not_is_no_number(tmp_path, cells):
    path = tmp_path / "t.csv"
    path.write_text("id;p\n" + "".join(f"{at};{cell}\n" for at, cell in enumerate(cells)), encoding="utf-8")
    with open_table(str(path)) as file:
        frame = file.read("id", [], ["p"], Problems("t"))
    assert frame.numbers["p"].odd
