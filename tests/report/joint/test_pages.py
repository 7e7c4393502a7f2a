"""What holds of every report on a joint plan: numbering, mentions, one page, one amount, one unit."""

from __future__ import annotations

import json
import re
from decimal import Decimal

import pytest
from defer_world import Model
from documents_world import sentences
from joint_report_world import EVEN, SCENES, world
from laid_out import first_page_of

from budgetplan.render.data import render_json, render_tables
from budgetplan.render.figures.drawing import draw
from budgetplan.render.html import blanks, fill
from budgetplan.render.text import lengths, paste_text, render_text
from budgetplan.report.display import Style, sentence_text, show
from budgetplan.report.model import Bullets, Figure, Grid, Heading, Table, Tiles
from budgetplan.report.sentences import texts

MONEY_KINDS = {"money", "money_full", "money_fine", "amount", "amount_full", "whole", "fine"}


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def shown(told, sentence):
    return sentence_text(sentence, Style.of(told.document)).replace("\u00a0", " ")


def tiles(told):
    return {
        one.label.key: one for one in next(b for b in told.document.blocks() if isinstance(b, Tiles)).tiles
    }


def test_tables_and_figures_are_numbered_in_reading_order(told):
    tables, figures = told.document.tables(), told.document.figures()
    assert [table.number for table in tables] == list(range(1, len(tables) + 1))
    assert [figure.number for figure in figures] == list(range(1, len(figures) + 1))
    keys = [block.key for block in (*tables, *figures)]
    assert len(keys) == len(set(keys))


def test_a_table_that_is_mentioned_exists_and_is_the_right_one(told):
    tables = {str(table.number): table.key for table in told.document.tables()}
    right = {"figure_split": "budgets", "figure_ways": "ways", "figure_surface": "budgets"}
    for figure in told.document.figures():
        found = re.search(r"Table (\d+)", shown(told, figure.alt))
        assert found
        assert tables[found[1]] == right[figure.key]
    for sentence in sentences(told.document):
        for number in re.findall(r"Table (\d+)", shown(told, sentence)):
            assert number in tables


def test_the_first_section_is_one_page_and_begins_with_the_title(told):
    headings = [block for block in told.document.blocks() if isinstance(block, Heading) and block.level == 1]
    assert [heading.text for heading in headings] == [told.document.title]
    keys = [section.key for section in told.document.sections]
    later = [key for key in keys if key not in {"work", "justification"}]
    of_all = [key for key in later if key not in ("behind", "before_back")]
    assert of_all == ["decision", "joining", "surface", "back"]
    whole = keys[2] == "behind"
    asked = "costs" in [table.key for table in told.document.tables()]
    assert ("justification" in keys) == asked
    assert ("work" in keys) == (told.joint.option.items > 0)
    assert told.document.sections[0].one_page
    assert [one.new_page for one in told.document.sections[: 2 + whole]] == [False, True, False][: 2 + whole]
    assert not any(section.one_page for section in told.document.sections[1:])


def test_page_1_has_the_numbers_of_the_record(told):
    decision, page = told.record["joint"]["chosen"], tiles(told)
    assert page["joint.tile_alone"].value == decision["answered_alone"]["value"]
    # Whole items are printed; less than one is none, or 0.4.
    assert page["joint.tile_wrong"].value == pytest.approx(
        (decision["wrong"] or {"value": 0.0})["value"], abs=0.5
    )
    assert page["joint.tile_people"].value == decision["reviewed"]["value"]
    assert page["joint.tile_net"].value.args["value"] == decision["net"]["value"]
    said = {
        name: value
        for key in ("answers", "answers_all", "people", "people_all", "rest", "rest_all", "rest_none")
        for ending in ("", "_like")
        for sentence in told.said(f"joint.{key}{ending}")
        for name, value in sentence.args.items()
    }
    names = {"accepted": "answered_alone", "reviewed": "reviewed", "left": "left"}
    for name, key in names.items():
        if name in said:
            assert said[name] == pytest.approx(decision[key]["value"])
    assert said.get("n", told.record["list"]["items"]) == told.record["list"]["items"]
    spends = [one.args["spend"] for one in (told.document.title,) if "spend" in one.args]
    assert all(str(spend) == decision["spend"] for spend in spends)
    (row,) = [row for row in told.table("budgets").rows if row.strong]
    cells = {column.name: cell for column, cell in zip(told.table("budgets").columns, row.cells, strict=True)}
    assert cells["net"] == decision["net"]["value"]
    assert cells["alone"] == decision["answered_alone"]["value"]
    assert cells["left"] == pytest.approx(decision["left"]["value"])


def test_all_items_are_answered_reviewed_or_left(told):
    total = told.joint.total
    for key in ("budgets", "ways", "harsher"):
        names = [column.name for column in told.table(key).columns]
        for row in told.table(key).rows:
            cells = dict(zip(names, row.cells, strict=True))
            assert cells["alone"] + cells["reviewed"] + cells["left"] == pytest.approx(total)
            assert 0 <= cells["wrong"] <= cells["alone"]
    for stack in told.document.figures()[0].stacks:
        assert sum(stack.parts) == pytest.approx(total)


def test_the_same_plan_has_the_same_numbers_everywhere(told):
    rows = []
    for table in told.document.tables():
        names = [column.name for column in table.columns]
        rows += [dict(zip(names, row.cells, strict=True)) for row in table.rows if row.strong]
    assert len(rows) >= 3
    for name in ("alone", "wrong", "reviewed", "left", "spend", "net"):
        assert len({row[name] for row in rows if name in row}) <= 1, name


def test_cost_lines_add_up_to_the_spend_of_the_title(told):
    spend, shown = told.joint.option.spend, told.document.title
    while (
        "title" in shown.args
    ):  # What is left without a label, and which model may do as well, stand around it.
        shown = shown.args["title"]
    tables = [table for table in told.document.tables() if table.key == "costs"]
    assert bool(tables) == bool(spend)
    for table in tables:
        *lines, total = table.rows
        amounts = [row.cells[-1] for row in lines]
        assert sum(amounts, Decimal(0)) == total.cells[-1] == shown.args["spend"] == spend
        assert total.total
        text = lengths(told.document)[0].paragraphs[0]
        assert show(spend, "amount", Style.of(told.document)) in text


def test_money_and_right_answers_are_never_mixed(told):
    plan = told.joint.plan
    used = {sentence.key for sentence in sentences(told.document)}
    if plan.prices.stated or plan.deferral.worths.unit == "money":
        assert not {"joint.right", "joint.range_right", "joint.unit_right", "joint.exact_right"} & used
    else:
        assert not {"joint.money", "joint.range_money", "joint.unit_money", "joint.exact_money"} & used
        assert told.document.currency == ""
        assert not [c for table in told.document.tables() for c in table.columns if c.kind in MONEY_KINDS]
    if not plan.prices.stated:
        assert "spend" not in [c.name for table in told.document.tables() for c in table.columns]
        assert not used & {"joint.net", "joint.net_within"}


def test_every_form_is_made(told):
    def refuse(constant):
        raise AssertionError(constant)

    data = json.loads(render_json(told.document, told.record), parse_constant=refuse)
    assert len(data["sections"]) == len(told.document.sections)
    files = render_tables(told.document)
    assert len(files) == len([b for b in told.document.blocks() if isinstance(b, Table | Figure)])
    html = fill(told.document, blanks(told.document, {}))
    assert html.count("<h1") == 1
    title = shown(told, told.document.title)
    assert title in render_text(told.document, ("budgets", "ways")).replace("\u00a0", " ")
    pasted = paste_text(told.document)
    assert bool(pasted.strip()) == ("costs" in [table.key for table in told.document.tables()])


def make(figure):
    """Return what decides how a figure is drawn: what is in it, how much of it, and where numbers change sign."""
    grid = figure.grid or Grid((), (), ())
    numbers = [one for row in grid.z for one in row] + [one.value for one in figure.bars]
    numbers += [part for one in figure.stacks for part in one.parts]
    return (
        *(figure.kind, len(figure.lines), len(figure.markers), len(figure.bars), len(figure.stacks)),
        *(len(grid.x), len(grid.y), figure.value_kind, len(figure.part_labels)),
        *(min(numbers) < 0 < max(numbers), max(numbers) <= 0, min(numbers) == max(numbers), 0 in numbers),
        *(sum(one.interval is None for one in figure.bars), sum(one.strong for one in figure.bars)),
    )


def test_every_make_of_figure_is_drawn():
    """Those that differ in numbers alone are drawn once: drawing takes most of the time that a page needs."""
    documents = [world(**args).document for args in SCENES.values()]
    makes = {make(figure): (figure, document) for document in documents for figure in document.figures()}
    assert len(makes) > 10
    for figure, document in makes.values():
        assert b"</svg>" in draw(figure, Style.of(document))


def test_a_point_that_is_made_says_something(told):
    for block in told.document.blocks():
        if isinstance(block, Bullets):
            for point in block.points:
                if texts()[point.verdict.key].rstrip("*").endswith(":"):
                    assert point.sentences, point.verdict.key


def test_sentences_end_and_points_do_not_hang(told):
    for block in told.document.blocks():
        if isinstance(block, Bullets):
            for point in block.points:
                last = (point.sentences or (point.verdict,))[-1]
                assert shown(told, last).endswith("."), last.key


def test_one_page_section_stands_on_one_page_of_the_pdf():
    for name in ("a list", "one set", "the lead changes", "by value"):
        assert first_page_of(world(**SCENES[name]).document) == (1, 1), name


def test_a_model_that_alone_is_paid_is_itemised():
    told = world(**SCENES["the model is paid, with indirect costs"])
    # 2.00 for the model and a tenth of it.
    cells = [row.cells for row in told.table("costs").rows]
    assert [(row[0].key, row[-1]) for row in cells] == [
        ("line.model", Decimal("2.00")),
        ("line.indirect", Decimal("0.20")),
        ("row.total", Decimal("2.20")),
    ]
    assert told.document.title.args["spend"] == Decimal("2.20")
    # In the text in full, and among what the short one may go on with.
    assert all("10\u00a0%" in pasted.paragraphs[0] for pasted in lengths(told.document)[:2])
    plain = world(**SCENES["the model is paid"])
    assert not any("10\u00a0%" in text for pasted in lengths(plain.document) for text in pasted.paragraphs)


def test_a_budget_of_nothing_has_no_surface_and_no_winners():
    told = world(budget="0")
    assert [figure.key for figure in told.document.figures()] == ["figure_split", "figure_ways"]
    assert "winners" not in [table.key for table in told.document.tables()]


def test_one_model_is_not_compared():
    told = world(**SCENES["one model"])
    assert not {"models", "winners"} & {table.key for table in told.document.tables()}


def test_labels_that_no_model_knows_are_named():
    told = world(**SCENES["labels that no model knows"])
    (said,) = told.said("defer.unknown")
    assert (said.args["n"], said.args["labels"]) == (1, "c")
    assert not world().said("defer.unknown")


def test_from_fewer_than_thirty_labels_nothing_is_recommended_but_what_budgets_bring_is_told():
    few = Model("even", ((15, True, 0.9), (7, True, 0.6), (7, False, 0.6)))
    told = world(models=(few,))
    assert (told.joint.refusal, told.joint.labels_wanted, told.joint.unmet) == ("few", 1, True)
    assert {"defer.title_few", "defer.few_labels"} <= told.keys
    table = told.table("budgets")
    assert not any(row.strong for row in table.rows)
    assert not lengths(told.document)
    assert world(models=(EVEN,)).joint.refusal == ""
