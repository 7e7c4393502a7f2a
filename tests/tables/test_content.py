"""What was read of a table: where its cells stand, and how its numbers are written."""

import numpy as np

from budgetplan.tables.content import Content, Origin, moved

CONTENT = Content(
    np.array([2, 3]), None, {}, {}, "", ",", origins={"c": Origin("costs.csv", np.array([7, 0]), ".")}
)


def test_a_cell_stands_on_the_line_of_its_row_or_where_it_came_from():
    assert CONTENT.n_rows == 2
    assert [CONTENT.place("p", 0), CONTENT.place("p", 1)] == [("", 2), ("", 3)]
    # An item without a price has no line there.
    assert [CONTENT.place("c", 0), CONTENT.place("c", 1)] == [("costs.csv", 7), ("costs.csv", None)]
    assert (CONTENT.called("c"), CONTENT.called("p")) == ("c", "p")


def test_numbers_are_shown_as_they_are_written():
    assert [CONTENT.written("p", -0.5), CONTENT.written("c", 0.5), CONTENT.written("p", 1e13)] == [
        "-0,5",
        "0.5",
        "10000000000000",
    ]


def test_a_number_is_given_with_a_point():
    cells = ("0,5", "1e-3", "a,b", "1.5")
    assert [CONTENT.pointed(cell) for cell in cells] == ["0.5", "1e-3", "a,b", "1.5"]
    assert CONTENT.pointed("0,5") != Content(np.array([2]), None, {}, {}, "").pointed("0,5")


def test_reasons_move_with_their_rows():
    reasons = {"gold": {0: "tie", 3: "odd"}, "topic": {}}
    assert moved(reasons, np.array([3, -1, 1, 0, 0])) == {
        "gold": {0: "odd", 3: "tie", 4: "tie"},
        "topic": {},
    }
