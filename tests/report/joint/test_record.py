"""The record of a joint plan: the analysis in plain data."""

from __future__ import annotations

import json
import math

import pytest
from joint_report_world import GOOD, SCENES, world

from budgetplan.report.joint import joint_record
from budgetplan.report.record import RECORD_VERSION


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
    own = told.record["joint"]
    chosen = own["chosen"]
    assert chosen["luck"] >= 0
    nets = {kind: other["net"]["value"] for kind, other in own["either_alone"].items()}
    for kind, net in (nets | {"nothing": own["nothing"]["value"]}).items():
        assert own["more_than"][kind]["value"] == pytest.approx(chosen["net"]["value"] - net)
    counts = [chosen[name]["value"] for name in ("answered_alone", "reviewed", "left")]
    assert sum(counts) == pytest.approx(told.record["list"]["items"])


def test_the_surface_has_a_cell_for_each_cutoff_and_budget(told):
    surface = told.record["joint"]["surface"]
    for name in ("value", "net", "reviewed"):
        assert len(surface[name]) == len(surface["cutoffs"]) == len(surface["share_answered_alone"])
        assert {len(row) for row in surface[name]} == {len(surface["budgets"])}
    assert len(surface["wrong"]) == len(surface["cutoffs"])


def test_all_models_and_budgets_are_there(told):
    joint, record = told.joint, told.record
    assert [one["name"] for one in record["singles"]] == [one.name for one in joint.models]
    assert len(record["joint"]["budgets"]) == len(joint.rows)
    assert [row["factor"] for row in record["joint"]["wrong_answers_times"]] == [0.5, 1.0, 2.0, 5.0]
    assert set(record["joint"]["either_alone"]) == {"people", "machine"}


def test_the_numbers_by_hand():
    record = world().record
    own = record["joint"]
    decision = own["chosen"]
    # Thirty sure answers, all right; the budget of 3 pays for six reviews at 0.50, each worth 1.
    assert decision["answered_alone"]["value"] == 30
    # No error is seen among 30, so that less than one of them is expected.
    assert 0 < decision["wrong"]["value"] < 0.5
    assert decision["reviewed"]["value"] == 6
    assert decision["left"]["value"] == 4
    wrong = decision["wrong"]["value"]
    assert decision["net"]["value"] == pytest.approx(30 - 5 * wrong + 6 - 3 - decision["luck"])
    assert (decision["budget"]["amount"], decision["spend"]) == ("3", "3.00")
    # A wrong answer loses four times what a right one is worth.
    assert world().joint.cutoff == pytest.approx(0.8)
    nets = [row["net"]["value"] - decision["net"]["value"] for row in record["joint"]["budgets"]]
    assert nets == pytest.approx([-3, -1.5, 0, 1.5, 2], abs=1e-6)
    assert own["more_than"]["machine"]["value"] == pytest.approx(3, abs=1e-6)
    # None of 30 is wrong, and two models share the chance of error: 1 - 0.05^(1/30).
    assert own["errors_at_most_with_90_percent_confidence"] == pytest.approx(1 - 0.05 ** (1 / 30))
    assert decision["found"]["value"] == pytest.approx(36 - wrong)
    assert (own["by"], own["own_list"], own["by_share"]) == ("share", None, None)
    assert own["winner_by_budget"]["unit"] == "money"
    assert len(own["winner_by_budget"]["read_at"]) == 13
    assert record["list"] == {"basis": "sample", "items": 40.0, "expected_positives": None}


def test_the_sample_is_counted():
    sample = world(truth="ab" * 19 + "ac").record["sample"]
    assert sample == {
        "labelled_items": 40, "validation_items": 40, "positives": None, "groups": None,
        "classes": ["a", "b"], "labels_no_model_knows": ["c"],
    }  # fmt: skip
    assert world(validation=False).record["sample"]["validation_items"] is None
    assert world(list_size=4000, budget="300").record["list"]["items"] == 4000.0


def test_no_limit_is_no_budget():
    assert world(budget=None).record["joint"]["chosen"]["budget"] is None


def test_provenance_is_copied():
    given = {"seed": 7}
    made = joint_record(world().joint, given)
    given["seed"] = 8
    assert made["provenance"] == {"seed": 7}


def test_where_nothing_is_recommended_the_record_recommends_nothing():
    told = world(models=(GOOD,), listed=((40, True, 0.99),))
    own = told.record["joint"]
    assert (own["refusal"], own["by"], own["own_list"]["outside"]) == ("outside", "score", 40)
    assert own["chosen"] is own["more_than"] is own["left_out"] is None
    assert [section.key for section in told.document.sections] == ["decision", "back"]
    assert world(models=(GOOD,), listed=GOOD.test).record["joint"]["refusal"] == ""


def test_the_record_holds_the_ladder_of_budgets():
    record = joint_record(world().joint, {})
    assert [one["percent"] for one in record["ladder"]] == list(range(0, 201, 10))
    middle, decided = record["ladder"][10], record["joint"]["chosen"]
    assert middle["option"] == decided
    assert middle["budget"]["amount"] == decided["budget"]["amount"]
