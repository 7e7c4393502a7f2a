"""Every plan has one workflow, and all of them say what they recommend in the same words."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from pathlib import Path
from typing import get_args

import defer_world
import documents_world
import joint_report_world
import jsonschema
import pytest
from commands import ended
from schemas import schema_of

from budgetplan.domain.decision import Recommendation, WhyNot
from budgetplan.domain.doubt import DataWarning
from budgetplan.report.costs import work_record
from budgetplan.report.record import plain
from budgetplan.settings.build import read_plan
from budgetplan.work.building import Checkpoint, MixedIn, work_of_filter
from budgetplan.workflows import WORKFLOWS, workflow_of

EXAMPLES = Path(__file__).parents[2] / "examples"
PLANS = {
    "klubicka2018/plan.toml": "filter",
    "loanwords/plan.toml": "filter",
    "hate_speech/plan.toml": "defer",
    "hate_speech/joint.toml": "joint",
    "intents/joint.toml": "joint",
}
SOLUTIONS = {
    "filter": {name: lambda said=said: documents_world.world(**said).analysis for name, said in documents_world.SCENES.items()},
    "defer": {name: lambda said=said: defer_world.world(**said).selection for name, said in defer_world.SCENES.items()},
    "joint": {name: lambda said=said: joint_report_world.world(**said).joint for name, said in joint_report_world.SCENES.items()},
}  # fmt: skip
EVERY = [
    pytest.param((name, scene), marks=pytest.mark.slow if place % 3 else (), id=f"{name}: {scene}")
    for name, scenes in SOLUTIONS.items()
    for place, scene in enumerate(scenes)
]


@pytest.fixture(params=EVERY)
def told(request):
    name, scene = request.param
    solution = SOLUTIONS[name][scene]()
    return WORKFLOWS[name], solution, WORKFLOWS[name].recommend(solution)


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_has_the_workflow_that_its_keys_ask_for(plan):
    found = workflow_of(read_plan(str(EXAMPLES / plan), {}))
    assert found.name == PLANS[plan]
    assert set(WORKFLOWS) == {"filter", "defer", "joint"}


@pytest.mark.few(6)
def test_every_item_is_answered_reviewed_or_left_by_models_with_a_name(told):
    flow, solution, said = told
    assert said.answered_alone.value + said.reviewed.value + said.left.value == pytest.approx(said.items)
    assert min(said.answered_alone.value, said.reviewed.value, said.left.value) >= 0
    assert said.wrong is None or said.wrong.value <= said.answered_alone.value
    assert said.model or (said.answered_alone.value, said.cutoff) == (0, None)
    assert not said.members or sum(said.members.values()) == pytest.approx(1)
    assert (said.workflow, said.meets_goal) == (flow.name, flow.unmet(solution) is None)
    assert (said.net is None) == (not said.net_unit)
    checked("recommendation").validate(plain(said) | {"meets_goal": said.meets_goal})


@cache
def schema():
    return schema_of("decision-3")


@cache
def checked(part):
    """Return what checks a part of the record; that the schema is one, its own test asks once."""
    return jsonschema.Draft202012Validator({"$defs": schema()["$defs"], "$ref": f"#/$defs/{part}"})


@pytest.mark.few(6)
def test_how_it_is_carried_out_is_what_the_schema_says(told):
    flow, solution, said = told
    work = work_record(flow.work(solution))
    if work is None:
        assert not said.meets_goal or flow.name != "filter" or said.model is None or not said.reviewed.value
        return
    checked("work_plan").validate(work)
    assert said.model in {work["model"], None}  # it names a list even where people review in any order
    if flow.name != "defer":
        # Where entries are types, people judge fewer than the plan goes through.
        typed = flow.name == "filter" and solution.evidence.types is not None
        assert work["items"] <= said.reviewed.value if typed else work["items"] == said.reviewed.value
    if flow.name == "filter":
        last = {name: work["checkpoints"][-1][name] for name in ("low", "high")}
        assert {"value": work["checkpoints"][-1]["expected"], **last} == plain(said.found)


def test_the_schema_knows_every_field_and_is_one():
    jsonschema.Draft202012Validator.check_schema(schema())
    for kind, key, more in ((Recommendation, "recommendation", {"meets_goal"}), (DataWarning, "warning", set())):
        fields = {one.name for one in dataclasses.fields(kind)} | more
        assert set(schema()["$defs"][key]["properties"]) == fields
    work = work_of_filter(documents_world.world().analysis)
    assert set(schema()["$defs"]["work_plan"]["properties"]) == work_record(work).keys()
    for kind, key, more in ((MixedIn, "mixed_in", set()), (Checkpoint, "checkpoint", {"pause_below", "pause_above"})):
        fields = {one.name for one in dataclasses.fields(kind)} | more
        assert set(schema()["$defs"][key]["properties"]) == fields
    why = schema()["$defs"]["recommendation"]["properties"]["why_not"]["enum"]
    assert set(why) == set(get_args(WhyNot))


@pytest.mark.usefixtures("undrawn")
def test_every_record_says_it_where_all_can_read_it(tmp_path):
    table = tmp_path / "scores.csv"
    rows = [f"i{n},{'y' if n % 3 else 'n'},{50 * (n % 3 > 0) + (n * 7) % 40}" for n in range(40)]
    table.write_text("id,gold,m\n" + "\n".join(rows) + "\n", encoding="utf-8")
    plan = ["--label", "gold", "--positive", "y", "--model", "m", "--cost", "0.5", "--budget", "4"]
    how = ["--format", "html", "--set", "sure.resamples=50", "--out", str(tmp_path / "out")]
    done = ended("report", table, *plan, *how)
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "out" / "decision.json").read_text(encoding="utf-8"))
    jsonschema.validate(record, schema())
    for change in ({"version": 2}, {"workflow": "other"}, {"recommendation": {}}, {"decision": {}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(record | change, schema())
    chosen, said = record["filter"]["chosen"], record["recommendation"]
    assert (record["version"], record["workflow"]) == (3, "filter")
    assert (said["model"], said["meets_goal"]) == ("m", True)
    assert [said[name] for name in ("reviewed", "spend", "found")] == [
        chosen[name] for name in ("reviewed", "spend", "found")
    ]
