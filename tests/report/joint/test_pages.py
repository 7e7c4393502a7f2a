"""What holds of every report on a joint plan: one amount, one unit, and the numbers of the record on every page."""

from __future__ import annotations

from decimal import Decimal

import pytest
from defer_world import Model
from joint_report_world import EVEN, SCENES, world
from laid_out import first_page_of
from pango import AVAILABLE

from budgetplan.render.text import lengths
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.locale import heads
from budgetplan.report.model import Tiles

NAMES = (
    *(
        "no budget",
        "a budget in items",
        "no price",
        "nothing can be paid",
        "enough for everything",
        "by class",
    ),
    *("a list with predictions", "people alone", "nothing pays", "fixed costs", "people err", "by score"),
    *("by value, people err", "the model is paid, with indirect costs", "weights", "by gain"),
)


@pytest.fixture(params=NAMES)
def told(request):
    return world(**SCENES[request.param])


def cells(told, key):
    """Return the rows of a table by column, with whether they are marked."""
    names = [column.name for column in told.table(key).columns]
    return [(row.strong, dict(zip(names, row.cells, strict=True))) for row in told.table(key).rows]


def test_page_1_has_the_numbers_of_the_record(told):
    decision = told.record["joint"]["chosen"]
    tiles = next((block.tiles for block in told.document.blocks() if isinstance(block, Tiles)), ())
    page = {tile.label: tile.value for tile in tiles}
    (row,) = [row for strong, row in cells(told, "budgets") if strong]
    assert bool(page) == told.joint.option.starts
    if page:
        assert page[heads()["joint.c_right"]] == pytest.approx(decision["found"]["value"], abs=0.5 + 1e-6)
        assert page[heads()["col.net"]] == told.facts.short(told.facts.option.net.value)
        assert page[heads()["joint.tile_wrong"]] == row["wrong"]
        if told.joint.plan.prices.stated:
            assert page[heads()["col.spend"]] == Decimal(decision["spend"])
        else:
            assert page[heads()["col.reviewed"]] == decision["reviewed"]["value"]
    assert row["net"] == decision["net"]["value"]
    assert row["alone"] == decision["answered_alone"]["value"]
    assert row["left"] == pytest.approx(decision["left"]["value"])


def test_all_items_are_answered_reviewed_or_left_in_the_same_numbers_everywhere(told):
    total, marked = told.joint.total, []
    for key in ("budgets", "ways"):
        for _, row in cells(told, key):
            assert row["alone"] + row["reviewed"] + row["left"] == pytest.approx(total)
            assert 0 <= row["wrong"] <= total - row["left"]
    for stack in next((figure.stacks for figure in told.document.figures() if figure.kind == "split"), ()):
        assert sum(stack.parts) == pytest.approx(total)
    for table in told.document.tables():
        marked += [row for strong, row in cells(told, table.key) if strong]
    assert len(marked) >= 2
    for name in ("alone", "wrong", "reviewed", "left", "spend", "net"):
        assert len({row[name] for row in marked if name in row}) <= 1, name


def test_cost_lines_add_up_to_the_spend_of_the_title(told):
    spend, plan = told.joint.option.spend, told.joint.plan
    tables = [table for table in told.document.tables() if table.key == "costs"]
    assert bool(tables) == bool(spend)
    for table in tables:
        *lines, total = table.rows
        assert (
            sum((row.cells[-1] for row in lines), Decimal(0)) == total.cells[-1] == told.facts.spend == spend
        )
        assert total.total
        assert show(spend, "amount", Style.of(told.document)) in without_tags(told.document.title)
    keys = [section.key for section in told.document.sections]
    assert ("justification" in keys) == bool(tables)
    assert ("work" in keys) == (told.joint.option.items > 0)
    names = {column.name for table in told.document.tables() for column in table.columns}
    assert ("spend" in names) == plan.prices.stated
    assert bool(told.document.currency) == (plan.prices.stated or plan.deferral.worths.unit == "money")


@pytest.mark.skipif(not AVAILABLE, reason="the libraries that make a PDF are not here")
@pytest.mark.parametrize("name", ["a list", "by value"])
def test_one_page_section_stands_on_one_page_of_the_pdf(name):
    assert first_page_of(world(**SCENES[name]).document) == (1, 1)


def test_from_fewer_than_thirty_labels_nothing_is_recommended_but_what_budgets_bring_is_told():
    few = Model("even", ((15, True, 0.9), (7, True, 0.6), (7, False, 0.6)))
    told = world(models=(few,))
    assert (told.joint.refusal, told.joint.labels_wanted, told.joint.unmet) == ("few", 1, True)
    assert "only 29 posts are labelled" in without_tags(told.document.title)
    assert not any(row.strong for row in told.table("budgets").rows)
    assert not lengths(told.document)
    assert world(models=(EVEN,)).joint.refusal == ""
