"""More labels for a joint plan: what is said on page 1 and in the tables is what was worked out, and a ceiling."""

from __future__ import annotations

import pytest
from joint_report_world import SCENES, TWINS, world

from budgetplan.report.model import Bullets


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def point(told):
    """Return what page 1 says of labels: one point, or none."""
    every = [
        one
        for block in told.document.sections[0].blocks
        if isinstance(block, Bullets)
        for one in block.points
    ]
    found = [one for one in every if "labels" in one.verdict.key]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize("name", SCENES)
def test_what_is_printed_is_what_stands_in_the_record(name):
    told = world(**SCENES[name])
    record, labels = told.record["labels"], told.joint.labels
    assert (record is None) == (labels is None) == (point(told) is None)
    if labels is None:
        assert "head.labels" not in told.keys
        return
    assert record["everything"] == labels.everything
    assert [row["n"] for row in record["by_n"]] == cells(told.table("labels"), "more")
    assert [row["worth"] for row in record["by_n"]] == cells(told.table("labels"), "worth")
    columns = [one.name for one in told.table("labels").columns]
    assert ("price" in columns) == (record["price"] is not None)
    assert ("net" in columns) == (record["beyond"] is not None)
    settling = record["settling"]
    assert [row["model"] for row in settling] == (cells(told.table("settling"), "model") if settling else [])
    assert {row["model"] for row in settling} == (
        set(told.joint.close[0]) if told.joint.option.starts else set()
    )


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
