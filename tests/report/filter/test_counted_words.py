"""What the tables and the record say of weights and of types."""

from __future__ import annotations

import numpy as np
import pytest
from documents_world import LABELS, world

from budgetplan.api import work
from budgetplan.report.ranked import ReviewFacts
from budgetplan.settings.build import read_plan

TYPES = ("abcdefg" * 6)[:40]


def test_a_column_of_tokens_stands_beside_the_types():
    told = world(types=TYPES)
    table = told.table("gain_recommended")
    place = [one.name for one in table.columns].index("tokens")
    assert (table.rows[0].cells[place], table.rows[-1].cells[place]) == (4, 10)
    assert "tokens" not in {one.name for one in world().table("gain_recommended").columns}


@pytest.mark.parametrize(
    ("args", "weighted"),
    [
        ({"weights": [3.0] * 40}, True),
        ({"labels": LABELS + "?" * 40, "weights": [1.0] * 40 + [2.0] * 40}, True),
        ({"list_size": 90, "weights": [2.0] * 40}, True),
        ({}, False),
    ],
)
def test_weights_are_told_where_rows_and_items_differ(args, weighted):
    assert ReviewFacts(world(**args).speaker).weighted is weighted


def test_the_record_has_types_and_rows():
    from budgetplan.report.ranked import decision_record

    analysis = world(types=TYPES).analysis
    chosen, told = analysis.decision.chosen, decision_record(analysis, {})["filter"]["types"]
    judged = float(analysis.draws.at(np.array([float(chosen.items)]), analysis.draws.paid["judged"]).mean())
    assert told == {
        "column": "lemma",
        "labelled_types": 7,
        "labelled_tokens": 10.0,
        "tokens": 10.0,
        "judged": pytest.approx(judged),
        "of_types_confirmed_before": pytest.approx(chosen.items - judged),
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
