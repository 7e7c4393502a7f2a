"""What was read of a table: where its cells stand, and how its numbers are written."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.domain.messages import literal
from budgetplan.errors import Problems
from budgetplan.tables.cells import Numbers, Texts
from budgetplan.tables.frame import ColumnOrigin, Frame


def from_file(frame, column, lines, origin):
    """Return a frame with a column of numbers that stands on these lines of another file."""
    numbers = Frame(frame.lines, numbers={column: Numbers(np.ones(len(lines)), {})})
    return frame.beside(numbers, {column: ColumnOrigin(origin[0], np.array(lines), *origin[1:])})


FRAME = from_file(Frame(np.array([2, 3]), decimal=","), "c", [7, 0], ("costs.csv", "."))


def test_a_cell_stands_on_the_line_of_its_row_or_where_it_came_from():
    assert FRAME.n_rows == 2
    assert [FRAME.place("p", 0), FRAME.place("p", 1)] == [("", 2), ("", 3)]
    # An item without a price has no line there.
    assert [FRAME.place("c", 0), FRAME.place("c", 1)] == [("costs.csv", 7), ("costs.csv", None)]
    assert (FRAME.called("c"), FRAME.called("p")) == ("c", "p")


@given(st.lists(st.text(st.characters(codec=None), max_size=4)))
def test_rows_stand_in_the_order_of_their_ids(ids):
    frame = Frame(np.arange(len(ids)), ids)
    assert frame.by_id.tolist() == sorted(range(len(ids)), key=ids.__getitem__)
    problems = Problems("t")
    frame.note_ids(problems, literal("none"), literal("again"))
    assert bool(problems) == ("" in ids or len({*ids}) < len(ids))


def test_numbers_are_shown_as_they_are_written():
    assert [FRAME.written("p", -0.5), FRAME.written("c", 0.5), FRAME.written("p", 1e13)] == [
        "-0,5",
        "0.5",
        "10000000000000",
    ]


def test_a_number_is_given_with_a_point():
    cells = ("0,5", "1e-3", "a,b", "1.5")
    assert [FRAME.pointed(cell, "p") for cell in cells] == ["0.5", "1e-3", "a,b", "1.5"]
    assert FRAME.pointed("0,5", "p") != Frame(np.array([2])).pointed("0,5", "p")


def test_reasons_and_places_move_with_their_rows():
    rows = np.array([3, -1, 1, 0, 0])
    reasons = {("left out", "gold"): {0: "tie", 3: "odd"}, ("left out", "topic"): {}}
    frame = Frame(np.arange(2, 6), marks=reasons)
    frame = from_file(frame, "c", [7, 0, 9, 8], ("c.csv",))
    taken = frame.take(rows)
    assert taken.left_out == {"gold": {0: "odd", 3: "tie", 4: "tie"}, "topic": {}}
    assert [taken.place("c", row) for row in range(3)] == [("c.csv", 8), ("c.csv", None), ("c.csv", None)]
    assert [taken.place("gold", row) for row in (0, 2, 3)] == [("", 5), ("", 3), ("", 2)]


def test_texts_that_came_back_stand_in_their_rows_and_nowhere_else():
    gold = Texts(np.array([0, 1, 0, 2]), ("", "yes", "no"))
    frame = Frame(np.arange(2, 6), list("abcd"), texts={"gold": gold, "topic": gold})
    told = frame.with_texts("gold", [0, 2], ["no", "perhaps"])
    said = told.texts["gold"]
    assert [said.names[code] for code in said.codes] == ["no", "yes", "perhaps", "no"]
    assert (told.texts["topic"].codes == gold.codes).all()
    assert frame.texts["gold"].empty.tolist() == [True, False, True, False]


def cells(frame, row):
    """Return all that a frame says of a row."""
    label, p = frame.texts["gold"], frame.numbers["p"]
    number = "" if np.isnan(p.values[row]) else p.values[row]
    told = frame.left_out["gold"].get(row, "")
    return frame.item(row), label.names[label.codes[row]], number, p.odd.get(row, ""), told, frame.lines[row]


@given(st.lists(st.integers(-1, 3)))
def test_a_row_that_is_taken_says_what_it_said_and_none_says_nothing(rows):
    frame = Frame(
        np.array([2, 3, 5, 6]),
        ["a", "b", "c", "d"],
        {"gold": Texts(np.array([0, 1, 2, 1]), ("y", "", "n"))},
        {"p": Numbers(np.array([0.5, np.nan, np.nan, 1]), {1: "x"})},
        marks={("left out", "gold"): {1: "tie"}},
    )
    taken = frame.take(np.array(rows, dtype=np.int64))
    nothing = ("", "", "", "", "", 0)
    expected = [cells(frame, row) if row >= 0 else nothing for row in rows]
    assert [cells(taken, row) for row in range(taken.n_rows)] == expected


def test_ids_that_lack_or_come_again_are_told_with_the_line_of_the_first():
    problems = Problems("t.csv")
    frame = Frame(np.array([2, 3, 4, 9]), ["a", "", "b", "a"])
    frame.note_ids(problems, literal("no id", "write one"), literal("twice", "leave one out"), "id")
    assert [str(one) for one in problems.listed()] == [
        "t.csv, line 3, column id: no id; write one",
        't.csv, line 9, column id: twice (found "a"); the first is in line 2; leave one out',
    ]
    # Objects of one line of JSON stand all on it.
    again = Problems("t.json")
    Frame(np.array([1, 1]), ["a", "a"]).note_ids(again, literal(""), literal("twice", "leave one out"))
    assert len(again.listed()) == 1
