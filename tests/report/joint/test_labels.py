"""More labels for a joint plan: what is said on page 1 and in the tables is what was worked out, and a ceiling."""

from __future__ import annotations

import pytest
from joint_report_world import SCENES, TWINS, world
from labels_told import hold_to_the_record, point


@pytest.mark.parametrize("name", SCENES)
def test_what_is_printed_is_what_stands_in_the_record(name):
    told = world(**SCENES[name])
    hold_to_the_record(told, told.joint.labels, told.joint.close[0] if told.joint.option.starts else ())


def test_the_most_that_is_gained_is_rounded_up():
    told = world(models=TWINS, validation=False)
    said, everything = point(told).sentences[0], told.joint.labels.everything
    assert (point(told).verdict.key, said.key) == ("labels.ceiling", "defer.labels_gain")
    assert everything <= said.args["most"].args["value"] < everything + 0.01
    assert "labels.same_budget" in told.keys
    assert point(world(models=TWINS)).verdict.key == "defer.labels_ceiling"


def test_labels_that_pay_are_told_with_what_they_cost():
    told = world(models=TWINS, budget=None, validation=False, list_size=40_000, price="0.01")
    best = told.joint.labels.best
    assert (point(told).verdict.key, point(told).verdict.args["n"]) == ("labels.worth_it", best.n)
    said = point(told).sentences[0].args
    assert best.worth <= said["worth"].args["value"] <= best.worth + 1
    assert said["beyond"].args["value"] == best.beyond
    [strong] = [row for row in told.table("labels").rows if row.strong]
    assert strong.cells[0] == best.n
