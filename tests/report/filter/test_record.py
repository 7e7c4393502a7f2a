"""``decision.json``: exact, and the same decision as the report's."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from documents_world import SCENES, world

from budgetplan.api import work
from budgetplan.report.ranked import decision_record
from budgetplan.report.record import plain
from budgetplan.settings.build import read_plan


def test_the_record_is_the_decision():
    analysis = world().analysis
    record = decision_record(analysis, {})
    sample = record["sample"]
    assert (sample["labelled_items"], sample["positives"], sample["groups"]) == (40, 10.0, None)
    own = record["filter"]
    whole = own["whole_list"]["found"]["value"]
    assert record["list"] == {"basis": "sample", "items": 40.0, "expected_positives": whole}
    # Ten of forty labelled items are idioms; the curve draws a perfect order's rate down a little.
    assert 8 < whole < 10
    chosen = own["chosen"]
    assert (chosen["model"], chosen["reviewed"]["value"], chosen["left"]["value"], chosen["spend"]) == (
        *("good", 8, 32, "8.00"),
    )
    assert chosen["found"] == plain(analysis.decision.chosen.found)
    assert record["plan"]["budget"] == {"amount": "8", "unit": "money", "covers": "everything"}
    assert [option["reviewed"]["value"] for option in own["options"]] == [4, 6, 8, 12]
    assert own["whole_list"]["reviewed"]["value"] == 40
    # Four more sentences, 1.00 each.
    step, new = own["next_step"], analysis.next_step.new.value
    assert (step["items"], step["new"]["value"], step["cost"]) == (4, new, 4)
    assert step["cost_per_entry"]["value"] == pytest.approx(4 / new)
    assert own["winner_by_budget"].keys() == {"unit", "intervals"}
    told = {each["name"]: each for each in record["singles"]}
    assert set(told) == {model.name for model in analysis.evidence.single}
    for each in analysis.decision.contenders:
        assert told[each.name]["found_more"] == plain(each.difference)
        assert told[each.name]["found"] == plain(each.option.found)
    assert own["types"] is None


def test_a_list_groups_weights_and_types_are_on_record():
    listed = decision_record(world(**SCENES["list by its size"]).analysis, {})["list"]
    assert (listed["basis"], listed["items"]) == ("list", 415)
    # As many in 415 as in 40, but for the draws, which are others: 100 of them.
    small = world().analysis.evidence.n_positives
    assert listed["expected_positives"] == pytest.approx(small * 415 / 40, rel=0.02)
    assert decision_record(world(**SCENES["groups"]).analysis, {})["sample"]["groups"] == 8
    assert decision_record(world(weights=[3.0] * 40).analysis, {})["filter"]["rows"] == 40
    told = world(**SCENES["types"])
    analysis, chosen = told.analysis, told.analysis.decision.chosen
    judged = float(analysis.draws.at(np.array([float(chosen.items)]), analysis.draws.paid["judged"]).mean())
    assert decision_record(analysis, {})["filter"]["types"] == {
        "column": "lemma",
        "labelled_types": 7,
        "labelled_tokens": 10.0,
        "tokens": 10.0,
        "judged": pytest.approx(judged),
        "of_types_confirmed_before": pytest.approx(chosen.items - judged),
    }
    table = told.table("gain_recommended")
    place = [one.name for one in table.columns].index("tokens")
    assert (table.rows[0].cells[place], table.rows[-1].cells[place]) == (4, 10)


def test_amounts_are_exact_and_endless_ends_are_none():
    assert plain(Decimal("1E+3")) == "1000"
    assert plain(Decimal("0.10")) == "0.10"
    assert plain((float("inf"), float("nan"))) == [None, None]
    assert plain({"a": (1, Decimal(2), "text", None, True)}) == {"a": [1, "2", "text", None, True]}


def test_a_weighted_list_of_less_than_one_item_has_no_stop(tmp_path):
    rows = [f"i{n},yes,{n / 60},1" for n in range(60)] + ["i60,,0.5,0.4"]
    (tmp_path / "t.csv").write_text("item_id,gold,m,w\n" + "\n".join(rows) + "\n", encoding="utf-8")
    text = (
        '[table]\nfile = "t.csv"\nlabel = "gold"\npositive = ["yes"]\nweight = "w"\n[[models]]\nname = "m"\n'
    )
    text += '[cost]\nper_item = "1"\ncurrency = "EUR"\n[entry]\nvalue = "30"\n[sure]\nresamples = 40\n'
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    record = work(read_plan(str(tmp_path / "plan.toml"), {}))("2026-01-31").record
    assert record["recommendation"]["reviewed"]["value"] == 0
