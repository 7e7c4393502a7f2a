"""The CSV file itself: header, lines, pieces, checksum."""

import hashlib
import os
import threading

import pytest

from budgetplan.errors import Problems
from budgetplan.tables.formats import text as csvfile
from budgetplan.tables.opened import open_table


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_size_of_pieces_and_the_kind_of_line_ends_change_nothing(tmp_path, monkeypatch, size, end):
    monkeypatch.setattr(csvfile, "N_ROWS_AT_ONCE", size)
    path = tmp_path / "t.csv"
    path.write_bytes(end.join(["\ufeff", 'i,"g,x",p', "a,b,1", "", f'"c{end}c",d,2', "e,f,3"]).encode())
    with open_table(str(path)) as file:
        assert file.header == ("i", "g,x", "p")
        content = file.read("i", ["g,x"], ["p"], Problems("t.csv"))
    assert content.lines.tolist() == [3, 5, 7]
    assert content.numbers["p"].values.tolist() == [1, 2, 3]
    assert content.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_pipe_is_read_once():
    end, start = os.pipe()
    text = "gold,p\n" + "y,1\n" * 100_000

    def write():
        with os.fdopen(start, "w") as pipe:
            pipe.write(text)

    writer = threading.Thread(target=write)
    writer.start()
    with open_table(f"/dev/fd/{end}") as file:
        content = file.read("", ["gold"], ["p"], Problems("pipe"))
    writer.join()
    os.close(end)
    assert content.n_rows == 100_000
    assert content.sha256 == hashlib.sha256(text.encode()).hexdigest()


NAMED_ROWS = [("w 1", "yes", 0.5), ("w 2", "NA", 0.25)]


def read_named(tmp_path, content):
    (tmp_path / "t.txt").write_text(content, encoding="utf-8")
    problems = Problems("t")
    with open_table(str(tmp_path / "t.txt")) as file:
        assert file.header == ("row.names", "gold", "p")
        frame = file.read("row.names", ["gold"], ["p"], problems)
    assert not problems
    gold = frame.texts["gold"]
    labels = [gold.names[code] for code in gold.codes]
    return list(zip(frame.ids, labels, frame.numbers["p"].values.tolist(), strict=True)), frame


@pytest.mark.parametrize("separator", [" ", "\t", ";"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_header_that_is_one_cell_short(separator, end, tmp_path):
    content = '"gold"~"p"\n"w 1"~"yes"~0.5\n"w 2"~NA~0.25\n'.replace("~", separator).replace("\n", end)
    rows, frame = read_named(tmp_path, content)
    assert rows == NAMED_ROWS
    assert "names of rows first" in str(frame.messages[0])
    assert frame.lines.tolist() == [2, 3]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_first_column_without_a_name(separator, tmp_path):
    content = '""~"gold"~"p"\n"w 1"~"yes"~0.5\n"w 2"~"NA"~0.25\n'.replace("~", separator)
    assert read_named(tmp_path, content)[0] == NAMED_ROWS


@pytest.mark.parametrize(
    ("content", "n_columns"),
    [
        # A separator at the end of each row is no name of a row, and blanks between words are no separators.
        ("id;gold;p\nw1;yes;1;\nw2;no;0;\n", 3),
        ("id\tgold\tp\nw1\tyes\t1\t\nw2\tno\t0\t\n", 3),
        ("text\nshe did it\nhe did\n", 1),
        ("the label\nyes\nno\n", 1),
        ("a b\nc d e f\ng\n", 1),
    ],
)
def test_which_signs_separate_columns(content, n_columns, tmp_path):
    (tmp_path / "t.csv").write_text(content, encoding="utf-8")
    with open_table(str(tmp_path / "t.csv")) as file:
        assert len(file.header) == n_columns
