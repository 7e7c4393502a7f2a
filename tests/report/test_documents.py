"""What holds of every report: numbering, mentions, cells, one title, data that any reader takes, whole sentences."""

import json
import math
import re

import defer_world
import documents_world
import joint_report_world
import pytest
from said import prose

from budgetplan.render.data import render_json, render_tables
from budgetplan.report.display import without_tags
from budgetplan.report.model import Figure, Heading, Range, Table
from budgetplan.report.ranked import decision_record
from budgetplan.report.record import RECORD_VERSION

WORKFLOWS = {"filter": documents_world, "joint": joint_report_world, "defer": defer_world}
NAMES = {
    "filter": (
        *("target over the budget", "open", "unpriced", "cannot start", "no entries", "no resamples"),
        *("list in the table", "two classes", "types in ties", "all costs", "hours", "rows left out"),
    ),
    "joint": (
        *("the mean of two", "no resamples", "no price, no budget", "a budget in hours", "nothing pays"),
        *("a list unlike the sample", "a list of few texts", "by class, no price", "the model is paid"),
        *("by value, nothing reviewed", "twins, no budget"),
    ),
    "defer": (
        *("by class", "review costs in right answers", "decision values of three classes", "groups"),
        *("by expected value, in money", "one set, nothing wrong", "a goal for errors", "a domain that loses"),
        *("a class without items, one without an answer", "only confidences", "values by class"),
    ),
}
SCENES = [(kind, name) for kind, names in NAMES.items() for name in names]
MONEY_KINDS = {"money", "money_full", "money_fine", "amount", "amount_full", "whole", "fine"}


def refuse(constant):
    raise AssertionError(constant)


@pytest.fixture(params=SCENES, ids=" ".join)
def told(request):
    kind, name = request.param
    return WORKFLOWS[kind].world(**WORKFLOWS[kind].SCENES[name])


def test_tables_and_figures_are_numbered_in_reading_order_and_mentioned_by_number(told):
    tables, figures = told.document.tables(), told.document.figures()
    on_pages = [table.number for table in tables if table.on_page().rows]
    assert on_pages == list(range(1, len(on_pages) + 1))
    assert len(tables) - len(on_pages) in (0, 1), "a single line of costs is in a file alone"
    assert [figure.number for figure in figures] == list(range(1, len(figures) + 1))
    keys = [block.key for block in (*tables, *figures)]
    assert len(keys) == len(set(keys))
    numbers = {str(table.number): table.key for table in tables}
    for figure in figures:
        alt = without_tags(figure.alt).replace("\u00a0", " ")
        if figure.key == "figure_flow":
            assert numbers[re.search(r"Table (\d+)", alt)[1]] == "who"
        else:
            assert f"Numbers: tables/{figure.key}.csv." in alt
    for found in re.findall(r"[Tt]ables? (\d+)(?: and (\d+))?", prose(told.document.sections)):
        assert {number for number in found if number} <= numbers.keys()


def test_a_row_has_a_cell_that_can_be_shown_for_every_column(told):
    for table in told.document.tables():
        assert table.rows
        assert {len(row.cells) for row in table.rows} == {len(table.columns)}
        names = [column.name for column in table.columns]
        assert len(names) == len(set(names))
        assert sum(row.strong for row in table.rows) <= 1
        for cell in (cell for row in table.rows for cell in row.cells):
            assert not isinstance(cell, float) or math.isfinite(cell)
            assert not isinstance(cell, Range) or cell.low <= cell.high < math.inf
    if not told.document.currency:
        kinds = {column.kind for table in told.document.tables() for column in table.columns}
        assert not kinds & MONEY_KINDS


def test_page_1_begins_with_the_title_and_every_sentence_is_whole(told):
    headings = [block for block in told.document.blocks() if isinstance(block, Heading) and block.level == 1]
    assert [heading.text for heading in headings] == [told.document.title]
    first, second, *_ = told.document.sections
    assert (first.key, first.one_page, first.new_page, second.new_page) == ("decision", True, False, True)
    for line in prose(told.document.sections).splitlines():
        assert not {"nan", "inf", "None", "none,"} & set(line.split()), line
        assert not [sign for sign in (" ,", " .", " ;", "..", ";;", "{", "\x1e", "  ") if sign in line], line


def test_document_and_record_are_strict_data(told):
    record = told.record if hasattr(told, "record") else decision_record(told.analysis, {"seed": 1})
    assert json.loads(json.dumps(record, allow_nan=False), parse_constant=refuse) == record
    assert (record["version"], record["provenance"]) == (RECORD_VERSION, {"seed": 1})
    data = json.loads(render_json(told.document, record), parse_constant=refuse)
    assert len(data["sections"]) == len(told.document.sections)
    blocks = [block for block in told.document.blocks() if isinstance(block, Table | Figure)]
    assert len(render_tables(told.document)) == len(blocks)
