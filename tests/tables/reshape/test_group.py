"""Rows that belong to one item: which they are, and where they differ."""

import numpy as np
import pytest

from budgetplan.tables.cells import Numbers, Texts
from budgetplan.tables.frame import Frame
from budgetplan.tables.problems import Problems
from budgetplan.tables.reshape.vote import Grouped


@pytest.fixture
def rows():
    frame = Frame(
        lines=np.array([2, 3, 4, 7]),
        ids=["b", "a", "b", "b"],
        texts={"who": Texts(np.array([0, 0, 1, 0]), ("x", "y"))},
        numbers={"p": Numbers(np.array([1, np.nan, 1, 2]), {})},
    )
    return Grouped(frame)


def test_items_are_numbered_as_they_come(rows):
    assert rows.item.tolist() == [0, 1, 0, 0]
    assert rows.first.tolist() == [0, 1]


def test_rows_are_held_against_the_first_of_their_item(rows):
    assert rows.same(rows.frame.numbers["p"].values).tolist() == [True, True, True, False]
    problems = Problems("t.csv")
    items = rows.items("id", [], ["p"], problems)
    assert (items.ids, items.lines.tolist(), items.texts) == (["b", "a"], [2, 3], {})
    assert [str(one) for one in problems.listed()] == [
        "t.csv, line 7, column p, item b: the rows of this item say different things here; write the same in all of them"
    ]


def test_two_empty_cells_say_the_same(rows):
    assert rows.same(np.array([np.nan, 1, np.nan, 0])).tolist() == [True, True, True, False]


def test_the_same_text_twice_for_an_item_is_told(rows):
    problems = Problems("t.csv")
    rows.note_twice(problems, "who", "who", ("judged twice by", "leave one out"))
    assert [str(one) for one in problems.listed()] == [
        "t.csv, line 7, column who, item b: judged twice by x; the first is on line 2; leave one out"
    ]
