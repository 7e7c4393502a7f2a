"""The back of the report: rows left out, gain tables of all models, who leads at which budget."""

from __future__ import annotations

from decimal import Decimal

import pytest
from documents_world import GOOD, POOR, SCENES, Model, world

from budgetplan.domain.items import Excluded, Reason
from budgetplan.domain.plan import Budget, Columns, Plan
from budgetplan.plans.ladder import RUNGS, Rung
from budgetplan.report.display import Style
from budgetplan.report.page import excluded_blocks, leads, why_left_out
from budgetplan.report.phrases import Nouns
from budgetplan.report.ranked import build_files


def test_rows_left_out_are_counted_by_reason():
    told = world(**SCENES["rows left out"])
    assert [row.cells for row in told.table("excluded").rows] == [
        ("no score in the column a", 1),
        ('split "dev"', 2),
    ]
    _, note = excluded_blocks(told.speaker, [Excluded("w1", Reason("tie"), "line 2")])
    assert "excluded.csv" in note.html
    [note] = excluded_blocks(told.speaker, [])
    assert "excluded.csv" not in note.html


REASONS = (
    *("no_split", "no_split_labelled", "no_split_unlabelled", "not_labelled", "judged_already"),
    *("as_reviewed", "tie", "settled_twice"),
)
NAMED = ("split", "split_labelled", "split_unlabelled", "no_score", "not_asked", "no_prediction")


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_reason_has_words_of_its_own_and_names_what_it_is_about(language):
    style = Style("EUR", 2, language)
    named = [why_left_out(Reason(key, "<n>"), style) for key in NAMED]
    shown = {*named, *(why_left_out(Reason(key), style) for key in REASONS)}
    assert len(shown) == len(REASONS) + len(NAMED)
    assert all("&lt;n&gt;" in one for one in named)


def test_every_model_has_its_gain_table_the_recommended_first():
    told = world(models=(POOR, GOOD, Model("also", 0.0, 5)))
    tables = [one for one in build_files(told.analysis) if one.key.startswith("gain")]
    assert [table.caption.rpartition(" ")[2] for table in tables] == ["good", "also", "poor"]
    assert [table.key for table in tables] == ["gain_1", "gain_2", "gain_3"]
    # On paper stands the recommended one's alone, and where the others are.
    assert [one.key for one in told.document.tables() if one.key.startswith("gain")] == ["gain_recommended"]
    assert "gain_3.csv" in " ".join(told.table("gain_recommended").notes)


def test_nobody_leads_where_all_are_alike():
    nouns = Nouns(Plan("t.csv", Columns("gold"), ("yes",), ()))
    leaders = [(), ("a", "b", "c"), ("a", "b"), *[("c",)] * (len(RUNGS) - 3)]
    rungs = [Rung(10 * at, Budget(Decimal(at)), None, names) for at, names in enumerate(leaders)]
    [leader] = leads(nouns, rungs, 3)
    assert leader[3][:4] == ["", "All alike", "a and b", "c"]
    assert leads(nouns, rungs, 1) == []
