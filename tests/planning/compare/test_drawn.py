"""From what resamples are drawn: one changed value changes the checksum of its part alone."""

import numpy as np

from budgetplan.planning.compare.drawn import drawn_from


def test_each_part_has_a_checksum_of_its_own():
    codes = np.array([0, 1, 1])
    one = drawn_from(labelled=codes, list=("list", 12.0), groups=None)
    assert drawn_from(labelled=codes.copy(), list=("list", 12.0), groups=None) == one
    other = drawn_from(labelled=np.array([0, 1, 0]), list=("list", 13.0), groups=None)
    assert [name for name in one if one[name] != other[name]] == ["labelled", "list"]


def test_no_groups_are_not_groups_of_one():
    assert drawn_from(groups=None) != drawn_from(groups=np.zeros(3, dtype=np.int64))
    assert drawn_from(groups=np.zeros(3)) != drawn_from(groups=np.zeros((3, 1)))
