"""The record of a decision on a classifier: the analysis in plain data."""

from __future__ import annotations

import json

import pytest
from defer_world import BAD, RISKY, SCENES, world

from budgetplan.report.record import RECORD_VERSION


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def test_the_record_is_strict_json(told):
    text = json.dumps(told.record, allow_nan=False)
    assert json.loads(text) == told.record
    assert told.record["version"] == RECORD_VERSION
    assert told.record["provenance"] == {"seed": 1}


def test_the_decision_is_that_of_the_analysis(told):
    selection, decision = told.selection, told.record["defer"]
    chosen = decision["chosen"]
    assert chosen["model"] == selection.chosen.name
    assert decision["gain_over_no_model"]["value"] == pytest.approx(
        decision["value_per_item"]["value"] - decision["value_of_no_model"]["value"]
    )
    assert chosen["answered_alone"]["value"] + chosen["reviewed"]["value"] == pytest.approx(
        told.record["list"]["items"]
    )


def test_every_model_is_told(told):
    for one in told.record["defer"]["models"]:
        assert (one["cutoff_found"] == "guaranteed") == (told.selection.most_wrong is not None)
        assert 0 <= one["wrong_among_them"] <= one["answered_alone"]
    names = [one["name"] for one in told.record["defer"]["models"]]
    assert names == [one.name for one in told.selection.models]
    assert set(told.record["defer"]["differences"]) == set(names)


def test_the_sample_is_counted():
    sample = world(truth="ab" * 19 + "ac").record["sample"]
    assert sample == {
        "labelled_items": 40, "validation_items": 40, "positives": None, "groups": None,
        "classes": ["a", "b"], "labels_no_model_knows": ["c"],
    }  # fmt: skip
    assert world(validation=False).record["sample"]["validation_items"] is None


def test_the_numbers_by_hand():
    record = world().record["defer"]
    decision = record["chosen"]
    assert (decision["answered_alone"]["value"], decision["reviewed"]["value"]) == (30, 10)
    # Of thirty all are right: wrong may be one of the next thirty, and each costs five right ones.
    assert 0 < decision["wrong"]["value"] < 1
    assert record["value_per_item"]["value"] == pytest.approx((30 - 5 * decision["wrong"]["value"]) / 40)
    assert decision["cutoff"] == pytest.approx(1 / (1 + 4 ** -record["models"][0]["temperature"]))
    assert (record["cutoff_found"], record["cutoff_on_calibrated_confidence"]) == ("computed", 0.8)
    good = record["models"][0]
    assert (good["name"], good["accuracy"]) == ("good", 0.875)
    assert good["value_per_item"]["value"] == pytest.approx(0.75)
    # At .6 two in three are expected to be right, which is enough where a wrong answer costs two, and not four.
    assert [(row["factor"], row["share"]) for row in record["by_price_of_errors"]] == [
        (0.5, 1.0),
        (2.0, 0.75),
    ]


def test_a_cutoff_that_accepts_nothing_is_no_number():
    decision = world(models=(BAD,)).record["defer"]["chosen"]
    assert decision["cutoff"] is None
    assert decision["answered_alone"]["value"] == 0


def test_changed_answers_are_counted_where_there_can_be_any():
    decision = world(**RISKY).record["defer"]
    assert decision["relabelled"] > 0
    assert decision["chosen"]["cutoff"] is None
    assert world(**RISKY).selection.chosen.relabelled == decision["relabelled"]
    assert world(**RISKY | {"relabel": False}).record["defer"]["relabelled"] is None
