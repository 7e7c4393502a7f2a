"""What holds of every report: numbering, references, cells, one money, in whatever world."""

from __future__ import annotations

import json
import re
from decimal import Decimal

import pytest
from documents_world import SCENES, world
from said import prose

from budgetplan.render.data import render_json, render_tables
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Figure, Heading, Paste, Table, Tiles

PRICED = [name for name, args in SCENES.items() if args.get("price", 1) is not None]
IDLE = {
    *("open", "open without a price", "not starting", "no entries"),
    *("cannot start", "cannot buy", "unreachable"),
}
"""Scenes that recommend no stop."""
RECOMMENDING = [name for name in SCENES if name not in IDLE]


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def test_a_stop_is_recommended_but_in_the_scenes_made_for_none(told, request):
    chosen = told.analysis.decision.chosen
    assert (chosen is not None) == (request.node.callspec.params["told"] not in IDLE)


def test_a_row_has_a_cell_for_every_column(told):
    for table in told.document.tables():
        assert table.rows
        assert {len(row.cells) for row in table.rows} == {len(table.columns)}
        names = [column.name for column in table.columns]
        assert len(names) == len(set(names))
        assert sum(row.strong for row in table.rows) <= 1


def test_tables_and_figures_are_numbered_in_reading_order(told):
    tables, figures = told.document.tables(), told.document.figures()
    on_pages = [table.number for table in tables if table.on_page().rows]
    assert on_pages == list(range(1, len(on_pages) + 1))
    assert len(tables) - len(on_pages) in (0, 1), "a single line of costs is in a file alone"
    assert [figure.number for figure in figures] == list(range(1, len(figures) + 1))
    keys = [block.key for block in (*tables, *figures)]
    assert len(keys) == len(set(keys))


def test_a_table_that_is_mentioned_is_the_right_one(told):
    tables = {table.number: table.key for table in told.document.tables()}
    for shown in (prose(told.document.sections), *(without_tags(one.alt) for one in told.document.figures())):
        for found in re.findall(r"Tables? (\d+)(?: and (\d+))?", shown):
            assert {int(number) for number in found if number} <= tables.keys()
    if told.document.table("options"):
        assert tables[1] == "options"


def test_every_figure_says_where_its_numbers_stand(told):
    for figure in told.document.figures():
        assert f"Numbers: tables/{figure.key}.csv." in without_tags(figure.alt)


def test_there_is_one_title_and_it_is_the_documents(told):
    headings = [block for block in told.document.blocks() if isinstance(block, Heading) and block.level == 1]
    assert [heading.text for heading in headings] == [told.document.title]
    assert told.document.sections[0].one_page
    assert told.document.sections[0].new_page is False


def test_money_is_asked_for_only_where_a_stop_is_recommended(told):
    asked = "justification" in {section.key for section in told.document.sections}
    assert asked == (told.analysis.decision.chosen is not None)


@pytest.mark.parametrize("name", [name for name in RECOMMENDING if name in PRICED])
def test_there_is_one_money(name):
    told = world(**SCENES[name])
    chosen = told.analysis.decision.chosen
    style = Style.of(told.document)
    costs = told.table("costs")
    amounts = [row.cells[-1] for row in costs.rows if not row.total]
    assert [row.cells[-1] for row in costs.rows if row.total] == [sum(amounts)] == [chosen.spend]
    tiles = next(block for block in told.document.blocks() if isinstance(block, Tiles)).tiles
    printed = show(chosen.spend, "amount", style)
    assert [tile.value for tile in tiles if tile.label == "Total cost"] == [printed]
    options = told.table("options")
    place = [column.name for column in options.columns].index("spend")
    assert [row.cells[place] for row in options.rows if row.strong] == [chosen.spend]
    assert printed in without_tags(told.document.title)
    pasted = [block for block in told.document.blocks() if isinstance(block, Paste)]
    for text in pasted:
        assert printed in " ".join(without_tags(one) for one in text.paragraphs[0])
    models = told.table("models")
    place = [column.name for column in models.columns].index("spend")
    assert [row.cells[place] for row in models.rows if row.strong] == [chosen.spend]


@pytest.mark.parametrize("name", RECOMMENDING)
def test_there_is_one_count_of_items_and_of_entries(name):
    told = world(**SCENES[name])
    chosen = told.analysis.decision.chosen
    assert show(chosen.items, "count", Style()) in told.document.title
    for key, columns in (("options", ("items", "found")), ("models", ("items", "found"))):
        table = told.table(key)
        names = [column.name for column in table.columns]
        row = next(row for row in table.rows if row.strong)
        assert row.cells[names.index(columns[0])] == chosen.items
        assert row.cells[names.index(columns[1])] == chosen.found.value
    marker = told.figure("figure_gain").markers[0]
    assert (marker.x, marker.y) == (chosen.items, chosen.found.value)
    assert f"finds {show(chosen.found.value, 'count', Style())} " in told.figure("figure_gain").alt


def test_the_document_is_data(told):
    def refuse(constant):
        raise AssertionError(constant)

    data = json.loads(render_json(told.document, {}), parse_constant=refuse)
    assert len(data["sections"]) == len(told.document.sections)
    files = render_tables(told.document)
    assert len(files) == len([b for b in told.document.blocks() if isinstance(b, Table | Figure)])


def test_notes_stand_at_the_top():
    told = world(notes=("Money is invented.",))
    assert told.document.sections[0].blocks[0].html.endswith(" · <strong>Money is invented.</strong>")


def test_currency_and_digits_come_from_the_prices():
    yen = world(**SCENES["yen"]).document
    assert (yen.currency, yen.minor_digits) == ("JPY", 0)
    assert "JPY" in without_tags(yen.title)
    bare = world(**SCENES["unpriced"]).document
    assert bare.currency == ""


def test_amounts_are_exact():
    assert world(**SCENES["yen"]).analysis.decision.chosen.spend == Decimal(100)
