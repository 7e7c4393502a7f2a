"""Labels keep off lines, off each other, and inside the frame."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.render.figures.labels import Box, place, sample

FRAME = Box(0, 0, 400, 150)
LOW = sample(np.array([[0.0, 20.0], [400.0, 40.0]]))
HIGH = sample(np.array([[0.0, 60.0], [400.0, 120.0]]))


def test_samples_are_close_and_keep_the_ends():
    points = sample(np.array([[0.0, 0.0], [30.0, 40.0], [30.0, 100.0]]))
    assert points[0].tolist() == [0, 0]
    assert points[-1].tolist() == [30, 100]
    assert np.hypot(*np.diff(points, axis=0).T).max() < 3
    for point in ([[1.0, 2.0]], [[1.0, 2.0], [1.0, 2.0]]):
        assert sample(np.array(point)).tolist() == [[1, 2]]


def test_a_label_stands_beside_its_line_and_not_on_another():
    found = place((90, 11), HIGH, LOW, [], FRAME)
    assert found.free
    assert found.bare
    assert not found.joined
    assert FRAME.holds(found.box)
    points, box = np.concatenate((LOW, HIGH)), found.box
    assert not ((points > (box.x0, box.y0)) & (points < (box.x1, box.y1))).all(axis=1).any()


def test_labels_do_not_meet():
    first = place((200, 11), HIGH, LOW, [], FRAME)
    second = place((200, 11), LOW, HIGH, [first.box], FRAME)
    assert second.free
    assert not first.box.meets(second.box)


def test_lines_that_run_together_get_a_joined_label():
    twin = HIGH + np.array((0, 1.5))
    assert place((90, 11), HIGH, twin, [], FRAME).joined


@given(st.floats(1, 380), st.floats(5, 60))
def test_no_label_leaves_the_frame(width, height):
    assert FRAME.holds(place((width, height), HIGH, LOW, [], FRAME).box)


def test_a_label_without_a_free_place_says_so():
    full = Box(-10, -10, 410, 160)
    found = place((90, 11), HIGH, np.empty((0, 2)), [full], FRAME)
    assert not found.free
    assert FRAME.holds(found.box)
