"""``decision.json`` is what its schema says, in every kind of plan; a key that the schema does not know is refused."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import defer_world
import documents_world
import joint_report_world
import jsonschema
import pytest
import quota_world
from schemas import schema_of

from budgetplan.api import Solved, provenance_of
from budgetplan.report.costs import work_record
from budgetplan.report.record import plain
from budgetplan.settings.build import read_plan
from budgetplan.workflows import QUOTA, WORKFLOWS

EXAMPLES = Path(__file__).parents[1] / "examples"
PLANS = sorted(str(path.relative_to(EXAMPLES)) for path in EXAMPLES.glob("*/*.toml") if path.parent.name != "compare")
QUICK = ("idioms/plan.toml", "loanwords/plan.toml")
WRITTEN = {"checksums": {"report.html": "0"}, "files": ["report.html"]}
QUOTAS = ({}, {"resamples": 0}, {"quota": "minimum = 70"}, {"goal": "budget = 9"}, {"goal": "budget = 40"})
SCENES = [
    *(("filter", name) for name in documents_world.SCENES),
    *(("defer", name) for name in defer_world.SCENES),
    *(("joint", name) for name in joint_report_world.SCENES),
    *(("quotas", place) for place in range(len(QUOTAS))),
]
SHARED = {"version", "workflow", "provenance", "plan", "sample", "list", "recommendation", "singles", "ladder", "labels", "work_plan", "warnings"}  # fmt: skip


@cache
def schema():
    found = schema_of("decision-3")
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found)


def solved(kind, scene):
    """Return a workflow with the plan, the solution and the document of a scene."""
    if kind == "quotas":
        told = quota_world.world(**QUOTAS[scene])
        return QUOTA, told.quota.plan, told.quota, told.document
    if kind == "filter":
        told = documents_world.world(**documents_world.SCENES[scene])
        return WORKFLOWS[kind], told.analysis.evidence.plan, told.analysis, told.document
    world = {"defer": defer_world, "joint": joint_report_world}[kind]
    told = world.world(**world.SCENES[scene])
    solution = told.selection if kind == "defer" else told.joint
    return WORKFLOWS[kind], solution.plan, solution, told.document


@pytest.mark.parametrize(
    ("kind", "scene"),
    [pytest.param(*scene, marks=[pytest.mark.slow] * (at % 3 > 0)) for at, scene in enumerate(SCENES)],
)
@pytest.mark.few(3)
def test_every_world_has_the_shape_of_the_schema_and_no_other_key(kind, scene):
    flow, plan, solution, document = solved(kind, scene)
    said = flow.recommend(solution)
    record = flow.record(solution, provenance_of(plan, document, "0", 1)) | {
        "workflow": flow.name,
        "recommendation": plain(said) | {"meets_goal": said.meets_goal},
        "work_plan": work_record(flow.work(solution)),
        "warnings": plain(document.warnings),
    }
    record = json.loads(json.dumps(record | WRITTEN))
    schema().validate(record)
    assert record.keys() - SHARED - WRITTEN.keys() == {kind}
    if scene in ("budget", "default", 0):
        for part in ("recommendation", "sample", "list", kind):
            assert not schema().is_valid(record | {part: record[part] | {"unheard": 1}})
        assert not schema().is_valid(record | {"unheard": 1})


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in PLANS]
)
def test_every_example_has_the_shape_of_the_schema(name):
    made = Solved(read_plan(str(EXAMPLES / name), {"sure.resamples": "40"})).made("2026-11-26")
    record = json.loads(json.dumps(made.record))
    schema().validate(record | WRITTEN)
    # What is recommended is a rung of the ladder, in the same words.
    rung = next((each for each in record["ladder"] or [] if each["percent"] == 100), None)
    if rung is not None and record["recommendation"]["model"] is not None:
        for key in ("reviewed", "answered_alone", "left", "spend", "found"):
            assert rung["option"][key] == record["recommendation"][key]
