"""The record of a joint plan: the analysis in plain data."""

from __future__ import annotations

import json
import math

import pytest
from joint_report_world import GOOD, SCENES, world

from budgetplan.report.filter.record import RECORD_VERSION
from budgetplan.report.joint.record import joint_record


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def numbers(value):
    if isinstance(value, dict):
        for one in value.values():
            yield from numbers(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from numbers(one)
    elif isinstance(value, float):
        yield value


def test_the_record_is_strict_json(told):
    text = json.dumps(told.record, allow_nan=False)
    assert json.loads(text) == told.record
    assert told.record["version"] == RECORD_VERSION
    assert told.record["provenance"] == {"seed": 1}
    found = list(numbers(told.record))
    assert found
    assert all(math.isfinite(one) for one in found)


def test_the_decision_is_that_of_the_analysis(told):
    joint, decision = told.joint, told.record["decision"]
    assert decision["model"] == joint.name
    assert decision["luck"] >= 0
    for kind, other in told.record["either_alone"].items():
        net = other["value"] if kind == "nothing" else other["net_value"]["value"]
        assert decision["more_than"][kind]["value"] == pytest.approx(decision["net_value"]["value"] - net)
    counts = [decision[name]["value"] for name in ("answered_alone", "reviewed", "left_without_label")]
    assert sum(counts) == pytest.approx(told.record["list"]["items"])


def test_the_surface_has_a_cell_for_each_cutoff_and_budget(told):
    surface = told.record["surface"]
    for name in ("value", "net", "reviewed"):
        assert len(surface[name]) == len(surface["cutoffs"]) == len(surface["share_answered_alone"])
        assert {len(row) for row in surface[name]} == {len(surface["budgets"])}
    assert len(surface["wrong"]) == len(surface["cutoffs"])


def test_all_models_and_budgets_are_there(told):
    joint, record = told.joint, told.record
    assert [one["name"] for one in record["models"]] == [one.name for one in joint.models]
    assert len(record["budgets"]) == len(joint.budgets.table)
    assert [row["factor"] for row in record["wrong_answers_times"]] == [0.5, 1.0, 2.0, 5.0]
    assert set(record["either_alone"]) == {"people", "machine", "nothing"}


def test_the_numbers_by_hand():
    record = world().record
    decision = record["decision"]
    # Thirty sure answers, all right; the budget of 3 pays for six reviews at 0.50, each worth 1.
    assert decision["answered_alone"]["value"] == 30
    # No error is seen among 30, so that less than one of them is expected.
    assert 0 < decision["wrong_among_them"]["value"] < 0.5
    assert decision["reviewed"]["value"] == 6
    assert decision["left_without_label"]["value"] == 4
    wrong = decision["wrong_among_them"]["value"]
    assert decision["net_value"]["value"] == pytest.approx(30 - 5 * wrong + 6 - 3 - decision["luck"])
    assert (decision["budget"]["amount"], decision["spend"]) == ("3", "3.00")
    # A wrong answer loses four times what a right one is worth.
    assert decision["cutoff"] == pytest.approx(0.8)
    nets = [row["net_value"]["value"] - decision["net_value"]["value"] for row in record["budgets"]]
    assert nets == pytest.approx([-3, -1.5, 0, 1.5, 2], abs=1e-6)
    assert decision["more_than"]["machine"]["value"] == pytest.approx(3, abs=1e-6)
    # None of 30 is wrong, and two models share the chance of error: 1 - 0.05^(1/30).
    assert decision["errors_at_most_with_90_percent_confidence"] == pytest.approx(1 - 0.05 ** (1 / 30))
    assert decision["right_labels"]["value"] == pytest.approx(36 - wrong)
    assert (decision["by"], decision["own_list"], decision["by_share"]) == ("share", None, None)
    assert record["winner_by_budget"]["unit"] == "money"
    assert len(record["winner_by_budget"]["read_at"]) == 13
    assert record["list"] == {"basis": "sample", "items": 40.0}


def test_the_sample_is_counted():
    sample = world(truth="ab" * 19 + "ac").record["sample"]
    assert sample == {
        "test_items": 40, "validation_items": 40, "classes": ["a", "b"], "labels_no_model_knows": ["c"],
    }  # fmt: skip
    assert world(validation=False).record["sample"]["validation_items"] is None
    assert world(list_size=4000, budget="300").record["list"] == {"basis": "list", "items": 4000.0}


def test_no_limit_is_no_budget():
    assert world(budget=None).record["decision"]["budget"] is None


def test_provenance_is_copied():
    given = {"seed": 7}
    made = joint_record(world().joint, given)
    given["seed"] = 8
    assert made["provenance"] == {"seed": 7}


def test_where_nothing_is_recommended_the_record_recommends_nothing():
    told = world(models=(GOOD,), listed=((40, True, 0.99),))
    decision = dict(told.record["decision"])
    assert decision.pop("refusal") == "outside"
    assert decision.pop("by") == "score"
    assert decision.pop("own_list")["outside"] == 40
    assert set(decision.values()) == {None}
    assert [section.key for section in told.document.sections] == ["decision", "back"]
    assert world(models=(GOOD,), listed=GOOD.test).record["decision"]["refusal"] == ""


def test_the_record_holds_the_ladder_of_budgets():
    record = joint_record(world().joint, {})
    assert [one["percent"] for one in record["ladder"]] == list(range(0, 201, 10))
    middle, decided = record["ladder"][10], record["decision"]
    assert {name: decided[name] for name in middle["option"]} == middle["option"]
    assert middle["budget"]["amount"] == decided["budget"]["amount"]
