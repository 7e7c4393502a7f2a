"""How many answers people change, counted by hand: the wrong ones, and right ones where people err."""

from __future__ import annotations

import numpy as np
import pytest
from defer_world import Model
from joint_report_world import planned

from budgetplan.planning.joint.corrected import corrected_along
from budgetplan.planning.joint.course import course_of
from budgetplan.workplan.of_joint import work_of_joint

QUARTER = Model("quarter", ((20, True, 0.9), (15, True, 0.6), (5, False, 0.6)))
"""Of what it is not sure of a quarter is wrong."""


@pytest.mark.parametrize("listed", [(), QUARTER.test * 10])
@pytest.mark.parametrize(
    ("classes", "error", "share"),
    [
        (("a", "b"), "0", 0.25),
        # A fifth of the wrong ones stay, as people make the same mistake; a fifth of the right ones is put wrong.
        (("a", "b"), "0.2", 0.25 * 0.8 + 0.75 * 0.2),
        # Of three classes only every other mistake of theirs is the model's.
        (("a", "b", "c"), "0.2", 0.25 * 0.9 + 0.75 * 0.2),
    ],
)
def test_people_change_wrong_answers_and_some_right_ones(listed, classes, error, share):
    said = {
        "models": (QUARTER,),
        "classes": classes,
        "error": {"*": error},
        "reviewed": {"*": "2"},
        "budget": "5",
    }
    joint = planned(**said, listed=listed)
    path = corrected_along(joint.chosen.planner, joint.option.applied)
    reviewed = joint.option.applied.reviewed
    assert path.read("change", reviewed) == pytest.approx(share * reviewed)
    last = work_of_joint(joint).checkpoints[-1]
    assert last.expected == pytest.approx(share * reviewed)
    if listed:
        band = course_of(joint).corrections
        assert np.interp(reviewed, band.items, band.expected) == pytest.approx(last.expected)
