"""What was read of a table: where its cells stand, and how its numbers are written."""

import numpy as np

from budgetplan.tables.frame import Frame, Origin

FRAME = Frame(
    np.array([2, 3]), None, {}, {}, "", ",", origins={"c": Origin("costs.csv", np.array([7, 0]), ".")}
)


def test_a_cell_stands_on_the_line_of_its_row_or_where_it_came_from():
    assert FRAME.n_rows == 2
    assert [FRAME.place("p", 0), FRAME.place("p", 1)] == [("", 2), ("", 3)]
    # An item without a price has no line there.
    assert [FRAME.place("c", 0), FRAME.place("c", 1)] == [("costs.csv", 7), ("costs.csv", None)]
    assert (FRAME.called("c"), FRAME.called("p")) == ("c", "p")


def test_numbers_are_shown_as_they_are_written():
    assert [FRAME.written("p", -0.5), FRAME.written("c", 0.5), FRAME.written("p", 1e13)] == [
        "-0,5",
        "0.5",
        "10000000000000",
    ]


def test_a_number_is_given_with_a_point():
    cells = ("0,5", "1e-3", "a,b", "1.5")
    assert [FRAME.pointed(cell) for cell in cells] == ["0.5", "1e-3", "a,b", "1.5"]
    assert FRAME.pointed("0,5") != Frame(np.array([2])).pointed("0,5")


def test_reasons_and_places_move_with_their_rows():
    rows = np.array([3, -1, 1, 0, 0])
    reasons = {"gold": {0: "tie", 3: "odd"}, "topic": {}}
    frame = Frame(np.arange(2, 6), origins={"c": Origin("c.csv", np.array([7, 0, 9, 8]))}, left_out=reasons)
    taken = frame.take(rows)
    assert taken.left_out == {"gold": {0: "odd", 3: "tie", 4: "tie"}, "topic": {}}
    assert [taken.place("c", row) for row in range(3)] == [("c.csv", 8), ("c.csv", None), ("c.csv", None)]
    assert [taken.place("gold", row) for row in (0, 2, 3)] == [("", 5), ("", 3), ("", 2)]
