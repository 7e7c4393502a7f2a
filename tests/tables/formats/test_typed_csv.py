"""The fast way of reading a text file: it gives what the other one gives, or declines."""

import contextlib
import csv
import io
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.errors import BadDataError
from budgetplan.tables import cells as cells_of
from budgetplan.tables.formats import typed_csv
from budgetplan.tables.formats.csv_rows import CsvSource
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems

ASKED = ("i", ["t", "u"], ["x", "y"])
HEADER = ["i", "t", "x", "y", "u"]
NEVER = 1 << 62


@contextlib.contextmanager
def sizes(least, at_once=1 << 23):
    """Set the size from which files are read the fast way, and that of a block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typed_csv, "LEAST", least)
        patch.setattr(cells_of, "LEAST", least)
        patch.setattr(typed_csv, "AT_ONCE", at_once)
        yield


def read(path, least, at_once=1 << 23):
    """Return all that is read of a file, bit by bit, and all that is said of it."""
    problems = Problems("t.csv")
    with sizes(least, at_once):
        try:
            with open_table(str(path)) as file:
                if not {*HEADER} <= {*file.header}:
                    return file.header
                found = file.read(*ASKED, problems)
        except BadDataError as error:
            return error.problems
    numbers = {
        name: (one.values.tobytes(), one.odd, one.single, one.unsure) for name, one in found.numbers.items()
    }
    texts = {name: (one.codes.tolist(), one.names) for name, one in found.texts.items()}
    told = (found.decimal, found.messages, problems.listed())
    return found.lines.tolist(), found.ids, texts, numbers, told


def is_fast(path, at_once=1 << 23, least=0):
    """Return whether a file is read the fast way."""
    with sizes(least, at_once), open_table(str(path)) as file:
        source = file.source
        assert isinstance(source, CsvSource)
        return bool(source.blocks)


PLAIN = {
    "commas": "a,y,0.5,1,m\nb,n,-1e-3,,m\n",
    "no line end at the end": "a,y,0.5,1,m\nb,n,.5,2.,m",
    "line ends of Windows": "a,y,0.5,1,m\r\nb,n,1,2,\r\n",
    "quoted texts": '"a","y",0.5,1,"m"\n"b","n",1,2,""\n',
    "quoted numbers": '"a","y","0.5","1","m"\n"b","n","","2",""\n',
    "separators, quotation marks and lines in quotation marks": '"a,1","y ""q""",0.5,1,"m\nn"\nb,n,1,2,"""\n"\n',
    "letters of other scripts": "слово,да,0.5,1,語\nдом,нет,1,2,é\n",
    "spaces about texts": " a , y,0.5,1,m\nb,y ,1,2,m \n",
    "words for nothing as texts": "NA,nan,0.5,1,None\nb,null,1,2,\n",
    "a number in two readings": "a,y,1.100,1,m\nb,n,2.200,2,m\n",
    "the same beside decimals": "a,y,1.100,1,m\nb,n,0.25,2,m\n",
    "the same in a later block": "a,y,1.100,1,m\n" * 9 + "b,n,0.25,2,m\n",
    "texts that look like others": "a,True,0.5,1,1\nb,False,1,2,1.0\n",
    "a sum at the end": "a,y,1,1,m\nTotal,,2,2,\n",
    "nearly no number is as short": "a,y,0.1234567890123456789,4.9406564584124654e-324,m\nb,n,1e308,9007199254740993,m\n",
}


@pytest.mark.parametrize("at_once", [64, 1 << 23])
@pytest.mark.parametrize("name", PLAIN)
def test_plain_files_are_read_fast_and_as_by_the_other_way(tmp_path, name, at_once):
    path = tmp_path / "t.csv"
    for separator, mark in itertools.product(",;\t", ("", "\ufeff")):
        if separator != "," and "," in PLAIN[name].replace(",", ""):
            continue
        text = ",".join(HEADER) + "\n" + PLAIN[name]
        path.write_bytes((mark + text.replace(",", separator)).encode())
        assert is_fast(path, at_once=at_once)
        assert read(path, 0, at_once) == read(path, NEVER)


def test_decimal_commas_are_read_fast(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("i;t;x;y;u\na;y;0,5;1;m\nb;n;1,25;2;m\n", encoding="utf-8")
    assert is_fast(path)
    path.write_text('i,t,x,y,u\na,y,0.5,"0,5",m\nb,n,1,2,m\n', encoding="utf-8")
    assert is_fast(path)
    assert read(path, 0) == read(path, NEVER)
    assert read(path, 0) == read(path, NEVER)


ODD = {
    "a short row": "a,y,0.5,1\nb,n,1,2,m\n",
    "a long row": "a,y,0.5,1,m,\nb,n,1,2,m\n",
    "a long row and a short one": "a,y,0.5,1,m,n\nb,n,1,2\n",
    "an empty line": "a,y,0.5,1,m\n\nb,n,1,2,m\n",
    "an empty row": "a,y,0.5,1,m\n,,,,\nb,n,1,2,m\n",
    "a row of spaces": "a,y,0.5,1,m\n , ,\u00a0,,\u3000\nb,n,1,2,m\n",
    "a row of quotation marks": 'a,y,0.5,1,m\n"","","","",""\nb,n,1,2,m\n',
    "a quotation mark inside": 'a"b,y,0.5,1,m\nb"c,n,1,2,m\n',
    "a letter behind a quotation mark": '"a"b,y,0.5,1,m\nb,n,1,2,m\n',
    "a quotation mark that stays open": 'a,y,0.5,1,"m\nb,n,1,2,m\n',
    "a line end alone": "a,y,0.5,1,m\rb,n,1,2,m\n",
    "a line end in a cell": 'a,y,0.5,1,"m\r\nn"\nb,n,1,2,m\n',
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_not_plain_is_left_to_the_other_way(tmp_path, name):
    path = tmp_path / "t.csv"
    path.write_bytes((",".join(HEADER) + "\n" + ODD[name]).encode())
    assert not is_fast(path)
    assert read(path, 0, 64) == read(path, NEVER)


def test_small_files_are_left_to_the_other_way_and_large_ones_are_fast(tmp_path):
    small, large = tmp_path / "small.csv", tmp_path / "large.csv"
    row = "a,y,0.5,1," + "m" * 10_000 + "\n"
    small.write_text(",".join(HEADER) + "\n" + row, encoding="utf-8")
    large.write_text(",".join(HEADER) + "\n" + row * 900, encoding="utf-8")
    assert not is_fast(small, least=typed_csv.LEAST)
    assert is_fast(large, least=typed_csv.LEAST)


@pytest.mark.parametrize(
    "cell",
    ["True", "nan", "NA", "inf", "-inf", "1e999", "1_0", "0x10", "1e", "٣", "--1", " ", " 1", "1 ", "x"],
)
def test_what_is_no_plain_number_is_read_as_by_the_other_way(tmp_path, cell):
    path = tmp_path / "t.csv"
    path.write_text(",".join(HEADER) + f"\na,y,0.5,{cell},m\nb,n,1,2,m\n", encoding="utf-8")
    assert is_fast(path)
    assert read(path, 0, 64) == read(path, NEVER)


cells = st.one_of(
    st.sampled_from(
        [
            "",
            "a",
            "b",
            "y",
            "n",
            "0.5",
            "1",
            "1.100",
            "2.5",
            "-0",
            "1,5",
            "nan",
            "True",
            " 1 ",
            "1e5",
            "é",
            "語",
        ]
    ),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.text("ab,;\t\n\r\"' 1.eé\u00a0\x1c\x85", max_size=4),
)
numbers = st.one_of(
    st.sampled_from(["", "0.5", "1", "1.100", "2.200", "950", "-0", "1e5", "+.5", "7.", "001", "1.5e2"]),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
)


@st.composite
def files(draw):
    """Return the bytes of a file that is plain, or nearly so."""
    separator, end = draw(st.sampled_from(",;\t")), draw(st.sampled_from(["\n", "\r\n"]))
    kinds = [draw(st.sampled_from([numbers, cells])) if name in "xy" else cells for name in HEADER]
    rows = draw(st.lists(st.tuples(*kinds), min_size=1, max_size=12))
    if draw(st.booleans()):
        rows = [[cell.replace(".", ",") for cell in row] for row in rows]
    stream = io.StringIO()
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]))
    csv.writer(stream, delimiter=separator, lineterminator=end, quoting=quoting).writerows([HEADER, *rows])
    text = stream.getvalue()
    if draw(st.booleans()):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text('ab,;\t\n\r" 1.', max_size=2)) + text[at + draw(st.integers(0, 2)) :]
    return (draw(st.sampled_from(["", "\ufeff"])) + text).encode()


@settings(max_examples=300, deadline=None)
@given(data=files(), at_once=st.sampled_from([16, 50, 200, 1 << 23]))
def test_both_ways_read_the_same_of_any_file(tmp_path_factory, data, at_once):
    path = tmp_path_factory.getbasetemp() / "both.csv"
    path.write_bytes(data)
    assert read(path, 0, at_once) == read(path, NEVER)
