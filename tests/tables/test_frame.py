"""What was read of a table: where its cells stand, and how its numbers are written."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.domain.messages import literal
from budgetplan.errors import Problems
from budgetplan.tables.cells import Numbers, Texts
from budgetplan.tables.table import Frame


@given(st.lists(st.text(st.characters(codec=None), max_size=4)))
def test_rows_stand_in_the_order_of_their_ids(ids):
    frame = Frame(np.arange(len(ids)), ids)
    assert frame.by_id.tolist() == sorted(range(len(ids)), key=ids.__getitem__)
    problems = Problems("t")
    frame.note_ids(problems, literal("none"), literal("again"))
    assert bool(problems) == ("" in ids or len({*ids}) < len(ids))


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
