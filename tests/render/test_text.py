"""Tables and sentences for the terminal: columns stand under each other in any script."""

from __future__ import annotations

from decimal import Decimal

import pytest
from documents_world import SCENES, Model, world

from budgetplan.render.text import WIDTH, render_text, table_text, width
from budgetplan.report.display import Style
from budgetplan.report.model import Range, Row, Table, TableColumn
from budgetplan.report.wording import escaped


def text(value):
    return escaped(value)


def sample(*names):
    columns = (
        TableColumn("model", text("Model"), "sentence"),
        TableColumn("found", text("Found"), "count"),
        TableColumn("spend", text("Cost"), "money"),
    )
    rows = tuple(Row((text(name), 1234.4 + place, Decimal("12.5"))) for place, name in enumerate(names))
    return Table("models", text("The models"), columns, rows, number=3)


def test_a_table_in_columns():
    assert table_text(sample("a", "longer"), Style("EUR")) == (
        "Table 3. The models\n"
        "\n"
        "Model   Found   Cost\n"
        "------  -----  -----\n"
        "a       1,234  12.50\n"
        "longer  1,235  12.50"
    )


def test_wide_and_combining_letters_keep_the_columns():
    lines = table_text(sample("\u8f9e\u66f8", "nãõ", "plain"), Style()).splitlines()[2:]
    assert len({width(line) for line in lines}) == 1


@pytest.mark.parametrize(
    ("letters", "columns"),
    [("", 0), ("abc", 3), ("e\u0301", 1), ("\u30ab", 2), ("\u200d", 0), ("\uff21", 2), ("\u0d15\u0d4d", 1)],
)
def test_width_of_letters(letters, columns):
    assert width(letters) == columns


def test_ranges_and_empty_cells():
    columns = (TableColumn("a", text("A"), "text"), TableColumn("b", text("Range"), "count"))
    table = Table("t", text("T"), columns, (Row(("x", Range(1, 20))), Row(("y", None))))
    assert table_text(table, Style()).splitlines()[-2:] == ["x  1 to 20", "y"]


def test_the_first_page_and_the_tables_asked_for():
    told = world()
    shown = render_text(told.document, ("models",))
    first = shown.splitlines()[0]
    assert (
        first.replace("\u00a0", " ")
        == "Spend EUR 8.00: review the 8 sentences that good ranks highest, then stop"
    )
    assert f"Table {told.table('models').number}. " in shown
    assert "Table 1. " not in shown
    assert shown.endswith("\n")
    assert "**" not in shown


@pytest.mark.parametrize("name", SCENES)
def test_running_text_fits_the_terminal(name):
    shown = render_text(world(**SCENES[name]).document, ())
    assert shown.strip()
    assert max(width(line) for line in shown.splitlines()[1:]) <= WIDTH


def test_names_of_the_user_stay_as_they_are():
    told = world(models=(Model("**bold** {x}", 9.0), Model("other", 0.0, 2)))
    assert "**bold** {x}" in render_text(told.document, ())
