"""What holds of every report on a joint plan: numbering, mentions, one page, one amount, one unit."""

from __future__ import annotations

import json
import re
from decimal import Decimal

import pytest
from defer_world import Model
from joint_report_world import EVEN, SCENES, world
from laid_out import first_page_of

from budgetplan.render.data import render_json, render_tables
from budgetplan.render.figures.drawing import draw
from budgetplan.render.html import fill, images
from budgetplan.render.text import lengths, paste_text, render_text
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.locale import heads
from budgetplan.report.model import Figure, Heading, Prose, Table, Tiles
from budgetplan.workflows import JOINT

MONEY_KINDS = {"money", "money_full", "money_fine", "amount", "amount_full", "whole", "fine"}


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def shown(told, sentence):
    return without_tags(sentence).replace("\u00a0", " ")


def tiles(told):
    block = next((b for b in told.document.blocks() if isinstance(b, Tiles)), Tiles(()))
    return {one.label: one for one in block.tiles}


def told_net(told):
    return told.facts.short(told.facts.option.net.value)


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
    right = {"figure_flow": "who"}
    for figure in told.document.figures():
        found = re.search(r"Table (\d+)", shown(told, figure.alt))
        assert found
        assert tables[found[1]] == right[figure.key]
    for block in told.document.blocks():
        for number in re.findall(r"[Tt]able (\d+)", block.html if isinstance(block, Prose) else ""):
            assert number in tables


def test_the_first_section_is_one_page_and_begins_with_the_title(told):
    headings = [block for block in told.document.blocks() if isinstance(block, Heading) and block.level == 1]
    assert [heading.text for heading in headings] == [told.document.title]
    keys = [section.key for section in told.document.sections]
    assert [key for key in keys if key not in {"work", "justification"}] == ["decision", "joining", "back"]
    assert keys == sorted(keys, key=["decision", "work", "justification", "joining", "back"].index)
    asked = "costs" in [table.key for table in told.document.tables()]
    assert ("justification" in keys) == asked
    assert ("work" in keys) == (told.joint.option.items > 0)
    assert told.document.sections[0].one_page
    assert [one.new_page for one in told.document.sections[:2]] == [False, True]
    assert not any(section.one_page for section in told.document.sections[1:])


def test_page_1_has_the_numbers_of_the_record(told):
    decision, page = told.record["joint"]["chosen"], tiles(told)
    assert bool(page) == told.joint.option.starts
    if page:
        found = decision["found"]["value"]
        assert page[heads()["joint.c_right"]].value == pytest.approx(found, abs=0.5 + 1e-6)
        assert page[heads()["col.net"]].value == told_net(told)
        if told.joint.plan.prices.stated:
            assert page[heads()["col.spend"]].value == Decimal(decision["spend"])
        else:
            assert page[heads()["col.reviewed"]].value == decision["reviewed"]["value"]
    (row,) = [row for row in told.table("budgets").rows if row.strong]
    cells = {column.name: cell for column, cell in zip(told.table("budgets").columns, row.cells, strict=True)}
    assert cells["net"] == decision["net"]["value"]
    assert cells["alone"] == decision["answered_alone"]["value"]
    assert cells["left"] == pytest.approx(decision["left"]["value"])
    assert not page or cells["wrong"] == page[heads()["joint.tile_wrong"]].value


def test_all_items_are_answered_reviewed_or_left(told):
    total = told.joint.total
    for key in ("budgets", "ways"):
        names = [column.name for column in told.table(key).columns]
        for row in told.table(key).rows:
            cells = dict(zip(names, row.cells, strict=True))
            assert cells["alone"] + cells["reviewed"] + cells["left"] == pytest.approx(total)
            assert 0 <= cells["wrong"] <= total - cells["left"]
    for stack in next((one.stacks for one in told.document.figures() if one.kind == "split"), ()):
        assert sum(stack.parts) == pytest.approx(total)


def test_the_same_plan_has_the_same_numbers_everywhere(told):
    rows = []
    for table in told.document.tables():
        names = [column.name for column in table.columns]
        rows += [dict(zip(names, row.cells, strict=True)) for row in table.rows if row.strong]
    assert len(rows) >= 2
    for name in ("alone", "wrong", "reviewed", "left", "spend", "net"):
        assert len({row[name] for row in rows if name in row}) <= 1, name


def test_cost_lines_add_up_to_the_spend_of_the_title(told):
    spend = told.joint.option.spend
    tables = [table for table in told.document.tables() if table.key == "costs"]
    assert bool(tables) == bool(spend)
    for table in tables:
        *lines, total = table.rows
        amounts = [row.cells[-1] for row in lines]
        assert sum(amounts, Decimal(0)) == total.cells[-1] == told.facts.spend == spend
        assert total.total
        assert show(spend, "amount", Style.of(told.document)) in shown(told, told.document.title).replace(
            " ", "\u00a0"
        )


def test_money_and_right_answers_are_never_mixed(told):
    plan = told.joint.plan
    if not (plan.prices.stated or plan.deferral.worths.unit == "money"):
        assert told.document.currency == ""
        assert not [c for table in told.document.tables() for c in table.columns if c.kind in MONEY_KINDS]
    if not plan.prices.stated:
        assert "spend" not in [c.name for table in told.document.tables() for c in table.columns]


def test_every_form_is_made(told):
    def refuse(constant):
        raise AssertionError(constant)

    data = json.loads(render_json(told.document, told.record), parse_constant=refuse)
    assert len(data["sections"]) == len(told.document.sections)
    files = render_tables(told.document)
    assert len(files) == len([b for b in told.document.blocks() if isinstance(b, Table | Figure)])
    html = fill(told.document, images(told.document, None))
    assert html.count("<h1") == 1
    title = shown(told, told.document.title)
    assert title in render_text(told.document, ("budgets", "ways")).replace("\u00a0", " ")
    pasted = paste_text(told.document)
    assert bool(pasted.strip()) == ("costs" in [table.key for table in told.document.tables()])


def make(figure):
    """Return what decides how a figure is drawn: what is in it, how much of it, and where numbers change sign."""
    numbers = [one.value for one in figure.bars]
    numbers += [part for one in figure.stacks for part in one.parts]
    return (
        *(figure.kind, len(figure.lines), len(figure.markers), len(figure.bars), len(figure.stacks)),
        *(figure.value_kind, len(figure.part_labels)),
        *(min(numbers) < 0 < max(numbers), max(numbers) <= 0, min(numbers) == max(numbers), 0 in numbers),
        *(sum(one.interval is None for one in figure.bars), sum(one.strong for one in figure.bars)),
    )


def test_every_make_of_figure_is_drawn():
    """Those that differ in numbers alone are drawn once: drawing takes most of the time that a page needs."""
    documents = [world(**args).document for args in SCENES.values()]
    makes = {make(figure): (figure, document) for document in documents for figure in document.figures()}
    assert len(makes) > 1
    for figure, document in makes.values():
        assert b"</svg>" in draw(figure, Style.of(document))


def test_one_page_section_stands_on_one_page_of_the_pdf():
    for name in ("a list", "one set", "the lead changes", "by value"):
        assert first_page_of(world(**SCENES[name]).document) == (1, 1), name


def test_a_model_that_alone_is_paid_is_itemised():
    told = world(**SCENES["the model is paid, with indirect costs"])
    # 2.00 for the model and a tenth of it.
    cells = [row.cells for row in told.table("costs").rows]
    assert [row[-1] for row in cells] == [Decimal("2.00"), Decimal("0.20"), Decimal("2.20")]
    assert [row[0].partition(" ")[0] for row in cells] == ["Model", "Indirect", "Total"]
    assert told.facts.spend == Decimal("2.20")
    # In the text in full, and among what the short one may go on with.
    assert all("10\u00a0%" in pasted.paragraphs[0] for pasted in lengths(told.document)[:2])
    plain = world(**SCENES["the model is paid"])
    assert not any("10\u00a0%" in text for pasted in lengths(plain.document) for text in pasted.paragraphs)


def test_a_budget_of_nothing_has_no_surface_and_no_winners():
    told = world(budget="0")
    assert [figure.key for figure in told.document.figures()] == ["figure_flow"]
    assert not {"winners", "figure_surface"} & {table.key for table in JOINT.files(told.joint)}


def test_one_model_is_not_compared():
    told = world(**SCENES["one model"])
    assert not {"models", "winners"} & {table.key for table in told.document.tables()}


def test_labels_that_no_model_knows_are_named():
    told = world(**SCENES["labels that no model knows"])
    (method,) = [
        b.html for b in told.document.blocks() if isinstance(b, Prose) and "no model knows" in b.html
    ]
    assert "1 test post carries a label that no model knows (c)" in method
    assert told.joint.worst_class is None or told.joint.worst_class.name


def test_from_fewer_than_thirty_labels_nothing_is_recommended_but_what_budgets_bring_is_told():
    few = Model("even", ((15, True, 0.9), (7, True, 0.6), (7, False, 0.6)))
    told = world(models=(few,))
    assert (told.joint.refusal, told.joint.labels_wanted, told.joint.unmet) == ("few", 1, True)
    assert "only 29 posts are labelled" in shown(told, told.document.title)
    table = told.table("budgets")
    assert not any(row.strong for row in table.rows)
    assert not lengths(told.document)
    assert world(models=(EVEN,)).joint.refusal == ""
