"""What is said of an answerer that reads the top of the list first: each statement where it holds, and not next door."""

from __future__ import annotations

import copy
import dataclasses
import json
import re

import jsonschema
import pytest
from documents_world import GOOD, LABELS, POOR, Model, sentences, world

from budgetplan.domain.answerers import AmongPeople
from budgetplan.plans.screening import ScreenedBy, Screening
from budgetplan.render.templating import template_dir
from budgetplan.report.display import Style, sentence_text
from budgetplan.report.filter.pages import build_files
from budgetplan.report.filter.record import decision_record
from budgetplan.report.filter.screening import screening_page
from budgetplan.report.model import Paragraph
from budgetplan.report.phrases import Speaker
from budgetplan.report.sentences import subjects

SAID = subjects()["screening"]
STATEMENTS = SAID["statements"]
SOME = (Model("some", 1.0, 3),)
RIGHT = "".join("1" if letter == "x" else "0" for letter in LABELS)
MOSTLY = "0" + RIGHT[1:36] + "1100"
GAPS = "--" + RIGHT[2:]
NET = {"values": {"entry": {"idiom": "3"}}, "budget": None}
FOUND = {"models": SOME, "answers": RIGHT, "list_size": 4000, "budget": ("800", "money")}
WORTH = FOUND | NET
LISTED = FOUND | {
    "labels": LABELS + "!" * 200,
    "answers": RIGHT + "-" * 200,
    "list_size": None,
    "budget": ("100", "money"),
}
"""The 200 items to be reviewed are in the table, and nobody has been asked about them."""
PAIRS = {
    "screen.point": (FOUND, {"budget": None}),
    "screen.point_net": (WORTH, {"answer_price": "9"}),
    "screen.point_net_free": (WORTH | {"answer_price": "0"}, {"answer_price": "0.01"}),
    "screen.point_found": (FOUND, {"answer_price": "9"}),
    "screen.point_found_free": (FOUND | {"answer_price": "0"}, {"answer_price": "0.01"}),
    "screen.point_not": (FOUND | {"answer_price": "9"}, {"answer_price": "0.01"}),
    "screen.range_net": (WORTH, {"resamples": 0}),
    "screen.range_found": (FOUND, {"resamples": 0}),
    "screen.file": (LISTED, {"answer_price": "9"}),
    "screen.how": (FOUND, {"budget": None}),
    "screen.how_mixed": (
        FOUND | {"mixture": True, "models": (Model("a", 1.0, 1), Model("b", 1.0, 3))},
        {"mixture": False},
    ),
    "screen.name": (FOUND, {"budget": None}),
    "screen.agrees": (FOUND, {"budget": None}),
    "screen.unanswered": (FOUND | {"answers": GAPS}, {"answers": RIGHT}),
    "screen.price": (FOUND, {"priced_on": ""}),
    "screen.price_undated": (FOUND | {"priced_on": ""}, {"priced_on": "2026-11-01"}),
    "screen.gain_net": (WORTH, {"resamples": 0}),
    "screen.gain_net_plain": (WORTH | {"resamples": 0}, {"resamples": 100}),
    "screen.gain_found": (FOUND, {"resamples": 0}),
    "screen.gain_found_plain": (FOUND | {"resamples": 0}, {"resamples": 100}),
    "screen.none": (FOUND | {"answer_price": "9"}, {"answer_price": "0.01"}),
    "screen.kept": (WORTH | {"accept": "all"}, {"accept": "auto"}),
    "screen.price_drops": (FOUND, {"answer_price": "9"}),
    "screen.price_enters": (FOUND | {"answer_price": "9"}, {"answer_price": "0.01"}),
    "screen.price_never": (FOUND | {"answers": "-" * 40}, {"answers": RIGHT}),
    "screen.errors": (FOUND, {"answer_price": "9"}),
}


def test_every_statement_has_its_pair():
    assert PAIRS.keys() == STATEMENTS.keys()


@pytest.mark.parametrize("key", PAIRS)
def test_a_statement_is_printed_where_it_holds_and_not_next_door(key):
    said, change = PAIRS[key]
    told = world(**said)
    assert key in told.keys
    assert len(change) == 1, "neighbours differ in one thing"
    assert key not in world(**(said | change)).keys
    style = Style.of(told.document)
    for one in sentences(told.document):
        if one.key in STATEMENTS:
            shown = sentence_text(one, style)
            assert not re.search(r"\{|\*\*|\bnan\b|\binf\b|  ", shown), shown


def test_a_report_without_answerers_says_nothing_of_them():
    keys = {*STATEMENTS, *SAID["labels"]}
    assert not keys & world(models=(GOOD, POOR)).keys
    assert decision_record(world().analysis, {})["filter"]["answerers"] == []


def test_the_table_holds_the_recommended_plan_first_and_every_way_beside_it():
    told = world(**WORTH)
    table = told.table("screening")
    assert [row.cells[0].key for row in table.rows] == [
        "screen.row_without",
        "screen.row_with",
        "screen.row_alone",
    ]
    assert [row.strong for row in table.rows] == [True, False, False]
    assert table.rows[0].cells[2] == told.analysis.decision.chosen.items
    assert table.rows[0].cells[4] == told.analysis.decision.chosen.spend


def test_a_file_names_the_items_to_ask_about_as_joint_plans_do():
    told = world(**LISTED)
    [ask] = [table for table in build_files(told.analysis) if table.key == "ask"]
    way = told.analysis.screenings[0].with_it
    assert len(ask.rows) == way.asked == sum(last - first + 1 for first, last in way.places)
    own = told.analysis.evidence.own
    order = [own.ids[row] for row in own.rankings[told.analysis.lead.name].order]
    assert [row.cells[0] for row in ask.rows] == [
        name for first, last in way.places for name in order[first - 1 : last]
    ]
    assert {row.cells[1] for row in ask.rows} == {""}
    too_dear = world(**LISTED | {"answer_price": "9"}).analysis
    assert not [table for table in build_files(too_dear) if table.key == "ask"]


def test_without_prices_there_are_no_columns_of_money():
    told = world(**FOUND | {"price": None, "budget": ("8", "items"), "answer_price": "0", "list_size": None})
    names = [column.name for column in told.table("screening").columns]
    assert names == ["way", "asked", "reviewed", "found"]


def test_the_record_holds_every_answerer():
    [one] = decision_record(world(**WORTH).analysis, {})["filter"]["answerers"]
    assert one["known"]["name"] == "llm"
    assert one["with_it"]["asked"] > 0
    assert one["gain"]["value"] > 0


def test_the_record_is_as_the_schema_says():
    schema = json.loads((template_dir() / "schema" / "decision-3.json").read_text(encoding="utf-8"))
    for said in (FOUND, WORTH, FOUND | {"answer_price": "9", "resamples": 0}):
        [one] = decision_record(world(**said).analysis, {})["filter"]["answerers"]
        jsonschema.validate(one, {"$defs": schema["$defs"], "$ref": "#/$defs/answerer"})
    for kind, key in ((Screening, "answerer"), (ScreenedBy, "way_of_asking")):
        fields = {field.name for field in dataclasses.fields(kind)}
        assert set(schema["$defs"][key]["properties"]) == fields


def test_agreement_with_people_is_told_where_several_judged():
    analysis = world(**FOUND).analysis
    people = AmongPeople(20, 30, 24, 50, 45)
    known = copy.copy(analysis)
    vars(known)["screenings"] = tuple(
        dataclasses.replace(one, known=dataclasses.replace(one.known, among_people=people))
        for one in analysis.screenings
    )
    for one, there in ((known, True), (analysis, False)):
        (section,) = screening_page(Speaker(one))
        told = [sentence_text(each, Style("EUR")) for block in section.blocks if isinstance(block, Paragraph) for each in block.sentences]  # fmt: skip
        assert any("two of them say the same in 80\u00a0% of all pairs; llm says what one of them says in 90\u00a0%" in text for text in told) == there  # fmt: skip
