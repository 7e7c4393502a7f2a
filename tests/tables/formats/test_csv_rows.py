"""The CSV file itself: header, lines, pieces, checksum."""

import csv
import hashlib
import os
import threading
from pathlib import Path

import pytest
from table_world import read_header

from budgetplan.errors import BadDataError
from budgetplan.tables.formats import csv_rows as csvfile
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
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


def test_a_pipe_is_read_once(tmp_path):
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    text = "gold,p\n" + "y,1\n" * 100_000

    def write():
        Path(path).write_text(text)

    writer = threading.Thread(target=write)
    writer.start()
    with open_table(path) as file:
        content = file.read("", ["gold"], ["p"], Problems("pipe"))
    writer.join()
    assert content.n_rows == 100_000
    assert content.sha256 == hashlib.sha256(text.encode()).hexdigest()


def test_the_broken_row_is_found_behind_good_ones(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('g,p\n"a\nb",1\nc,2\n"d,3\n' + "e,4\n" * 10)
    with pytest.raises(BadDataError) as error, open_table(str(path)) as file:
        file.read("", [], ["p"], Problems("t.csv"))
    assert error.value.problems[0].line == 5


def test_a_cell_that_is_far_too_long(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("g,p\na,1\n" + "x" * (csv.field_size_limit() + 1) + ",1\n")
    with (
        pytest.raises(BadDataError, match=r"line 3: a cell is longer than 16,777,216 characters, as where"),
        open_table(str(path)) as file,
    ):
        file.read("", [], ["p"], Problems("t.csv"))


def test_long_texts_beside_the_columns_that_are_read_do_not_matter(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("g,p,text\na,1," + "x" * 131_073 + '\nb,2,"' + "y, " * 100_000 + '"\n')
    with open_table(str(path)) as file:
        content = file.read("g", [], ["p"], Problems("t.csv"))
    assert content.ids == ["a", "b"]
    assert content.numbers["p"].values.tolist() == [1, 2]


def test_read_header(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("\n a , b \n1,2\n")
    assert read_header(str(path)) == ("a", "b")
