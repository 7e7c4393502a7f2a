"""What every state counts is said once, where values can be checked."""

from __future__ import annotations

from joint_report_world import BY_CLASS, GOOD, world


def test_values_by_class_are_told_as_such():
    assert world(**BY_CLASS).joint.bench.payoffs.by_pairs
    assert not world(models=(GOOD,)).joint.bench.payoffs.by_pairs


def test_people_who_never_err_are_not_spoken_of():
    assert "joint.people_err" not in world(models=(GOOD,)).keys
    assert "joint.people_err" in world(models=(GOOD,), error={"*": "0.05"}, price="0.10").keys
