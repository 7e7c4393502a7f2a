"""What holds of every report on a classifier: numbering, mentions, one value, one unit."""

from __future__ import annotations

import json
import re
import sys

import pytest
from defer_world import MONEY, SCENES, Model, world

from budgetplan.render.data import render_json, render_tables
from budgetplan.report.answers import build_defer_files, build_defer_report, selection_record
from budgetplan.report.display import without_tags
from budgetplan.report.locale import heads
from budgetplan.report.model import Figure, Heading, Table, Tiles
from budgetplan.report.page import Framing
from budgetplan.work.building import work_of_defer

MONEY_KINDS = {"money", "money_full", "money_fine", "amount", "amount_full", "whole", "fine"}


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def shown(told, sentence):
    return without_tags(sentence)


def tiles(told):
    return {one.label: one for one in next(b for b in told.document.blocks() if isinstance(b, Tiles)).tiles}


def test_tables_and_figures_are_numbered_in_reading_order(told):
    tables, figures = told.document.tables(), told.document.figures()
    on_pages = [table.number for table in tables if table.on_page().rows]
    assert on_pages == list(range(1, len(on_pages) + 1))
    assert len(tables) - len(on_pages) in (0, 1), "a single line of costs is in a file alone"
    assert [figure.number for figure in figures] == list(range(1, len(figures) + 1))
    keys = [block.key for block in (*tables, *figures)]
    assert len(keys) == len(set(keys))


def test_a_table_that_is_mentioned_exists_and_is_the_right_one(told):
    tables = {str(table.number): table.key for table in told.document.tables()}
    for figure in told.document.figures():
        alt = shown(told, figure.alt)
        assert alt.endswith(f"Numbers: tables/{figure.key}.csv.")
    assert set(re.findall(r"Table (\d+)", told.shown)) <= tables.keys()


def test_there_is_one_title_and_it_is_the_documents(told):
    headings = [block for block in told.document.blocks() if isinstance(block, Heading) and block.level == 1]
    assert [heading.text for heading in headings] == [told.document.title]
    assert told.document.sections[0].one_page
    assert told.document.sections[0].new_page is False


def test_page_1_and_the_record_tell_one_count(told):
    alone = told.selection.without_unit.alone
    record = told.record["defer"]
    decision = record["chosen"]
    page = tiles(told)
    assert page[heads()["defer.c_alone"]].value == alone.alone == decision["answered_alone"]["value"]
    assert page[heads()["defer.c_wrong"]].value == alone.wrong.value == decision["wrong"]["value"]
    assert page[heads()["defer.c_people"]].value == alone.left == decision["reviewed"]["value"]
    own = record.get("dimensionless_value_per_item", record["value_per_item"])
    assert own["value"] == alone.value.value


def test_errors_by_class_add_up_to_all_errors(told):
    alone = told.selection.alone
    for by in (alone.wrong_by_answer, alone.wrong_by_truth):
        assert sum(each.value for each in by.values()) == pytest.approx(alone.wrong.value, abs=1e-9)


def test_money_and_right_answers_are_never_mixed(told):
    in_money = told.selection.plan.deferral.worths.unit == "money"
    if not in_money:
        assert told.document.currency == ""
        assert not [c for table in told.document.tables() for c in table.columns if c.kind in MONEY_KINDS]


def test_the_document_is_strict_json(told):
    def refuse(constant):
        raise AssertionError(constant)

    data = json.loads(render_json(told.document, told.record), parse_constant=refuse)
    assert len(data["sections"]) == len(told.document.sections)
    files = render_tables(told.document)
    assert len(files) == len([b for b in told.document.blocks() if isinstance(b, Table | Figure)])


def test_no_model_is_used_only_where_no_cutoff_pays():
    # Nothing on test is as sure as validation asks for; but every answer is right.
    blocks = ((40, True, 0.7),), ((20, True, 0.9), (20, False, 0.8))
    told = world(models=(Model("m", *blocks),))
    assert "at every cutoff" not in shown(told, told.document.title)


def test_the_currency_is_the_plans():
    yen = world(**MONEY | {"currency": "JPY"}).document
    assert yen.currency == "JPY"
    assert world().document.currency == ""


def test_documents_compute_nothing(told):
    called = set()
    work = work_of_defer(told.selection)

    def notice(frame, event, _):
        if event == "call" and "/budgetplan/metrics/" in frame.f_code.co_filename:
            called.add(frame.f_code.co_qualname)

    before = sys.getprofile()
    sys.setprofile(notice)
    try:
        build_defer_report(told.selection, Framing("2026-01-01", "BP-1"), work)
        build_defer_files(told.selection)
        selection_record(told.selection, {})
    finally:
        sys.setprofile(before)
    # Records may be asked for sums, ends and points of their own fields.
    records = {"Counts", "Drift", "WorthTable", "answer_worths"}
    assert {name for name in called if name.split(".")[0] not in records} == set()
