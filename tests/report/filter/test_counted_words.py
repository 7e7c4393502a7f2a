"""What page 1, the method and the tables say of weights and of types."""

from __future__ import annotations

import pytest
from documents_world import LABELS, world

from budgetplan.api import work
from budgetplan.report.filter.decision_page import types_notes, weights_notes
from budgetplan.report.filter.pages import review_facts
from budgetplan.settings.build import read_plan

TYPES = ("abcdefg" * 6)[:40]


def keys(said):
    return [one.key for one in said]


def test_page_1_says_that_types_count_once_with_the_tokens_beside_them():
    told = world(types=TYPES)
    said = {one.key: one.args for one in types_notes(told.speaker)}
    assert said["note.types"]["column"] == "lemma"
    chosen = told.analysis.decision.chosen
    path = told.analysis.lead.path
    assert said["note.tokens"]["tokens"] == float(path.read("tokens", chosen.items)) == 8
    # All that is reviewed is an idiom: what shows no new type, of the five among them, is of one shown before.
    assert said["note.spare"]["spare"] == float(path.read("spare", 8)) == 8 - 5
    assert types_notes(world().speaker) == []


def test_a_column_of_tokens_stands_beside_the_types():
    told = world(types=TYPES)
    table = told.table("gain_recommended")
    place = [one.name for one in table.columns].index("tokens")
    assert (table.rows[0].cells[place], table.rows[-1].cells[place]) == (4, 10)
    assert "tokens" not in {one.name for one in world().table("gain_recommended").columns}


def test_rows_that_are_types_have_their_own_words():
    told = world(types="r", weights=[5.0] * 40)
    said = {one.key: one.args for one in types_notes(told.speaker)}
    assert said.keys() == {"note.types_rows", "note.tokens_rows"}
    assert said["note.tokens_rows"]["tokens"] == 5 * told.analysis.decision.chosen.items
    assert weights_notes(told.speaker) == []


@pytest.mark.parametrize(
    ("args", "note", "weighted"),
    [
        ({"weights": [3.0] * 40}, "note.weights_sample", True),
        ({"labels": LABELS + "?" * 40, "weights": [1.0] * 40 + [2.0] * 40}, "note.weights", True),
        ({"labels": LABELS + "?" * 40, "weights": [2.0] * 40 + [1.0] * 40}, "", True),
        ({"list_size": 90, "weights": [2.0] * 40}, "", True),
        ({"weights": [1.0] * 40}, "", True),
        ({}, "", False),
    ],
)
def test_weights_are_told_where_rows_and_items_differ(args, note, weighted):
    speaker = world(**args).speaker
    assert keys(weights_notes(speaker)) == [note] * bool(note)
    if args.get("weights") != [1.0] * 40:
        assert review_facts(speaker.analysis).weighted is weighted


def test_the_record_has_types_and_rows():
    from budgetplan.report.filter.record import decision_record

    told = decision_record(world(types=TYPES).analysis, {})["filter"]["types"]
    assert told == {
        "column": "lemma",
        "labelled_types": 7,
        "labelled_tokens": 10.0,
        "tokens": 8.0,
        "of_types_confirmed_before": 3.0,
    }
    assert decision_record(world().analysis, {})["filter"]["types"] is None
    assert decision_record(world(weights=[3.0] * 40).analysis, {})["filter"]["rows"] == 40


def test_a_weighted_list_of_less_than_one_item_has_no_stop(tmp_path):
    rows = [f"i{n},yes,{n / 60},1" for n in range(60)] + ["i60,,0.5,0.4"]
    (tmp_path / "t.csv").write_text("item_id,gold,m,w\n" + "\n".join(rows) + "\n", encoding="utf-8")
    said = (
        'label = "gold"\npositive = ["yes"]\nweight = "w"\n[[models]]\nname = "m"\n[cost]\nper_item = "1"\n'
    )
    text = f'[table]\nfile = "t.csv"\n{said}currency = "EUR"\n[entry]\nvalue = "30"\n[sure]\nresamples = 40\n'
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    record = work(read_plan(str(tmp_path / "plan.toml"), {}))("2026-01-31").record
    assert record["recommendation"]["reviewed"]["value"] == 0
