"""The record of a decision on a classifier: the analysis in plain data."""

from __future__ import annotations

import json

import pytest
from defer_world import BAD, RISKY, SCENES, Model, world

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


def test_every_model_has_every_route_or_the_reason_why_not(told):
    for one in told.record["defer"]["models"]:
        asked = {"relabel"} if told.selection.plan.deferral.relabel else set()
        asked |= set() if told.selection.most_wrong is None else {"guaranteed"}
        assert set(one["routes"]) | set(one["routes_not_taken"]) == asked | {
            "all", "raw", "calibrated", "learnt", "by_class", "ceiling",
        }  # fmt: skip
        assert not set(one["routes"]) & set(one["routes_not_taken"])
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
    assert good["routes"]["all"]["value_per_item"]["value"] == pytest.approx(0.375)
    assert [row["weight"] for row in record["by_error_weight"]] == [0.0, 0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0]
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
    assert (
        world(**RISKY).record["defer"]["models"][0]["routes"]["relabel"]["relabelled"]
        == decision["relabelled"]
    )
    assert world(**RISKY | {"relabel": False}).record["defer"]["relabelled"] is None


def test_every_model_has_its_bins_and_every_answer_is_in_one(told):
    n = told.selection.chosen.deployed.counts.n
    for one, judged in zip(told.record["defer"]["models"], told.selection.models, strict=True):
        reliability = one["reliability"]
        unscaled = bool(judged.predictions.members) or judged.predictions.scaling is not None
        assert (reliability["calibrated"] is None) == unscaled
        for rows in (reliability["stated"], reliability["calibrated"] or reliability["stated"]):
            assert sum(row["right"] + row["wrong"] for row in rows) == pytest.approx(n)
            assert all(row["above"] <= row["mean_confidence"] <= row["up_to"] for row in rows)


def test_every_class_has_its_scores_and_what_the_means_leave_out_is_counted(told):
    for one in told.record["defer"]["models"]:
        assert [row["class"] for row in one["by_class"]] == list(told.selection.test.classes)
        known = told.selection.test.truth < told.selection.test.n_classes
        weight = told.selection.test.weight
        n = known.sum() if weight is None else weight[known].sum()
        assert sum(row["items"] for row in one["by_class"]) == pytest.approx(n)
        for name, left in one["classes_left_out"].items():
            values = [row[name.removesuffix("_macro")] for row in one["by_class"]]
            assert sum(value is None for value in values) == left
            assert one["quality"][name]["value"] == pytest.approx(
                sum(value or 0 for value in values) / (len(values) - left)
            )


def test_worth_against_the_error_weight_by_hand():
    (bad,) = world(models=(BAD,)).record["defer"]["models"]
    worth = bad["value_against_error_weight"]
    # (20 - 20 k) / 40 up to k = 1, and everything is accepted up to k = 9.
    assert worth["area_in_total"] == pytest.approx(0.25)
    assert worth["first_weight_that_fails"] == worth["last_weight_that_pays"] == pytest.approx(1)
    first, second = worth["areas"]
    assert (first["from"], first["to"], second["from"], second["to"]) == (0, 1, 1, 10)
    assert first["area"]["low"] < first["area"]["value"] < first["area"]["high"]
    # Endless weights are no numbers.
    certain = world(models=(Model("certain", ((40, True, 1.0),)),)).record["defer"]["models"][0]
    endless = certain["value_against_error_weight"]
    assert endless["area_in_total"] is endless["first_weight_that_fails"] is None
    assert endless["last_weight_that_pays"] is None
