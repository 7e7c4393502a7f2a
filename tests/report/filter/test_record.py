"""``decision.json``: plain, strict, exact, and the same decision as the report's."""

from __future__ import annotations

import copy
import json
from decimal import Decimal

import pytest
from documents_world import SCENES, world

from budgetplan.domain.decision import WinnerInterval
from budgetplan.report.ranked import decision_record
from budgetplan.report.record import RECORD_VERSION, plain


def refuse(constant):
    raise AssertionError(f"{constant} is not JSON")


@pytest.mark.parametrize("name", SCENES)
def test_the_record_is_strict_json(name):
    record = decision_record(world(**SCENES[name]).analysis, {"date": "2026-11-21"})
    text = json.dumps(record, allow_nan=False)
    assert json.loads(text, parse_constant=refuse) == record


def test_the_record_is_the_decision():
    analysis = world().analysis
    record = decision_record(analysis, {"seed": 1})
    assert record["version"] == RECORD_VERSION == 3
    assert record["provenance"] == {"seed": 1}
    sample = record["sample"]
    assert (sample["labelled_items"], sample["positives"], sample["groups"]) == (40, 10.0, None)
    own = record["filter"]
    whole = own["whole_list"]["found"]["value"]
    assert record["list"] == {"basis": "sample", "items": 40.0, "expected_positives": whole}
    # Ten of forty labelled items are idioms; the curve draws a perfect order's rate down a little.
    assert 8 < whole < 10
    chosen = own["chosen"]
    assert (chosen["model"], chosen["reviewed"]["value"], chosen["left"]["value"], chosen["spend"]) == (
        "good",
        8,
        32,
        "8.00",
    )
    assert chosen["found"] == plain(analysis.decision.chosen.found)
    assert record["plan"]["budget"] == {"amount": "8", "unit": "money", "covers": "everything"}
    assert [option["reviewed"]["value"] for option in own["options"]] == [4, 6, 8, 12]
    assert own["whole_list"]["reviewed"]["value"] == 40
    # Four more sentences, 1.00 each.
    step = own["next_step"]
    new = analysis.next_step.new.value
    assert (step["items"], step["new"]["value"], step["cost"]) == (4, new, 4)
    assert step["cost_per_entry"]["value"] == pytest.approx(4 / new)
    assert own["winner_by_budget"]["unit"] == "money"


def test_each_single_model_stands_beside_with_what_it_finds_more():
    analysis = world().analysis
    told = {each["name"]: each for each in decision_record(analysis, {})["singles"]}
    assert set(told) == {model.name for model in analysis.evidence.single}
    for each in analysis.decision.contenders:
        if each.name in told:
            assert told[each.name]["found_more"] == plain(each.difference)
            assert told[each.name]["found"] == plain(each.option.found)


def test_a_list_and_groups_are_on_record():
    record = decision_record(world(**SCENES["list by its size"]).analysis, {})
    assert record["list"]["basis"] == "list"
    assert record["list"]["items"] == 415
    # As many in 415 as in 40, but for the draws, which are others: 100 of them.
    small = world().analysis.evidence.n_positives
    assert record["list"]["expected_positives"] == pytest.approx(small * 415 / 40, rel=0.02)
    assert decision_record(world(**SCENES["groups"]).analysis, {})["sample"]["groups"] == 8


def test_amounts_are_exact_and_endless_ends_are_none():
    assert plain(Decimal("1E+3")) == "1000"
    assert plain(Decimal("0.10")) == "0.10"
    assert plain(float("inf")) is None
    assert plain(float("nan")) is None
    assert plain({"a": (1, Decimal(2), "text", None, True)}) == {"a": [1, "2", "text", None, True]}


def test_changes_of_the_lead_that_are_told_together_are_counted():
    analysis = copy.copy(world().analysis)
    assert set(decision_record(analysis, {})["filter"]["winner_by_budget"]) == {"unit", "intervals"}
    joined = (
        WinnerInterval(Decimal(0), Decimal(5), ("good",)),
        WinnerInterval(Decimal(5), Decimal(9), ("bad", "good"), 1234),
        WinnerInterval(Decimal(9), None, ("bad",)),
    )
    vars(analysis)["winners"] = joined
    told = decision_record(analysis, {})["filter"]["winner_by_budget"]
    assert (told["changes_of_lead"], told["intervals_joined"]) == (1235, 1234)
    assert told["intervals"][1] == {
        "low": "5",
        "high": "9",
        "models": ["bad", "good"],
        "joined": 1234,
    }
    assert "joined" not in told["intervals"][0]
