"""ASReview: records without a decision, and the plain word that it does not keep the order."""

import numpy as np
from packet_world import HOSTILE, IDS, only, packet

from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems
from budgetplan.tools.asreview import LABELS, note, write


def test_byte_for_byte():
    assert write(packet(year=("1", "2", "3", "4", "5"))) == {
        "packet-001.csv": (
            "item_id,title,abstract,year\r\n"
            's-0042,s-0042,"She said ""spill, the beans"".",1\r\n'
            '"s 7,a","s 7,a","Two\nlines\tand a tab",2\r\n'
            '"""q""","""q""",beans 🫘 שלום,3\r\n'
            "ключ/1,ключ/1,<b>bold</b> & more,4\r\n"
            "=2,=2,=1+1,5\r\n"
        ).encode()
    }


def test_read_back_in_its_order(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(write(packet())["packet-001.csv"])
    problems = Problems("a")
    with open_table(str(path)) as file:
        frame = file.read("item_id", ("abstract",), (), problems)
    assert frame.ids == [*IDS]
    column = frame.texts["abstract"]
    assert tuple(np.array(column.names, dtype=object)[column.codes]) == HOSTILE


def test_no_column_comes_in_as_a_decision():
    columns = {name.upper(): ("1",) for name in LABELS} | {"Title": ("T",), "asreview_time": ("1",)}
    header = only(write(packet("A.", **columns))).split("\r\n")[0].split(",")
    assert header[:3] == ["item_id", "title", "abstract"]
    assert header[3:] == [f"column_{name}" for name in columns]


def test_the_note_says_that_the_order_is_lost():
    assert only(note(packet())).startswith("ASReview does not keep the order: ")
