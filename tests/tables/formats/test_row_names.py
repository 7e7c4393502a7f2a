"""Tables with names of rows: as R writes them, and a first column without a name."""

import pytest

from budgetplan.errors import BadDataError
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems

SPACED = '"gold" "p"\n"w 1" "yes" 0.5\n"w 2" NA 0.25\n'
EXPECTED = [("w 1", "yes", 0.5), ("w 2", "NA", 0.25)]


def read(tmp_path, content):
    (tmp_path / "t.txt").write_text(content, encoding="utf-8")
    problems = Problems("t")
    with open_table(str(tmp_path / "t.txt")) as file:
        assert file.header == ("row.names", "gold", "p")
        frame = file.read("row.names", ["gold"], ["p"], problems)
    assert not problems
    gold = frame.texts["gold"]
    return list(
        zip(
            frame.ids,
            [gold.names[one] for one in gold.codes],
            frame.numbers["p"].values.tolist(),
            strict=True,
        )
    ), frame


@pytest.mark.parametrize("separator", [" ", "\t", ";"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_header_that_is_one_cell_short(separator, end, tmp_path):
    content = '"gold"~"p"\n"w 1"~"yes"~0.5\n"w 2"~NA~0.25\n'.replace("~", separator).replace("\n", end)
    rows, frame = read(tmp_path, content)
    assert rows == EXPECTED
    assert "names of rows first" in frame.messages[0]
    assert frame.lines.tolist() == [2, 3]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_first_column_without_a_name(separator, tmp_path):
    content = '""~"gold"~"p"\n"w 1"~"yes"~0.5\n"w 2"~"NA"~0.25\n'.replace("~", separator)
    assert read(tmp_path, content)[0] == EXPECTED


def test_large_files_are_read_alike(tmp_path):
    n = 20_000
    content = '"gold" "p"\n' + "".join(f'"w{at}" "yes" 0.{at}\n' for at in range(1, n))
    rows, _ = read(tmp_path, content)
    assert rows[-1] == (f"w{n - 1}", "yes", float(f"0.{n - 1}"))
    assert len(rows) == n - 1


def test_decimal_commas_are_no_names_of_rows(tmp_path):
    (tmp_path / "t.csv").write_text("id,gold,p\nw1,yes,0,5\nw2,no,0,25\n", encoding="utf-8")
    problems = Problems("t")
    with open_table(str(tmp_path / "t.csv")) as file:
        file.read("id", ["gold"], ["p"], problems)
    with pytest.raises(BadDataError, match="longer than the header"):
        problems.raise_if_any()


@pytest.mark.parametrize(
    "content",
    ["id;gold;p\nw1;yes;1;\nw2;no;0;\n", "id\tgold\tp\nw1\tyes\t1\t\nw2\tno\t0\t\n"],
)
def test_a_separator_at_the_end_of_each_row_is_no_name_of_a_row(content, tmp_path):
    (tmp_path / "t.csv").write_text(content, encoding="utf-8")
    with open_table(str(tmp_path / "t.csv")) as file:
        assert file.header == ("id", "gold", "p")


@pytest.mark.parametrize(
    "content", ["text\nshe did it\nhe did\n", "the label\nyes\nno\n", "a b\nc d e f\ng\n"]
)
def test_blanks_between_words_are_no_separators(content, tmp_path):
    (tmp_path / "t.csv").write_text(content, encoding="utf-8")
    with open_table(str(tmp_path / "t.csv")) as file:
        assert len(file.header) == 1
