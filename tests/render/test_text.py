"""Plain text: for the terminal in columns of any script, and to paste in three lengths that are as long as they say."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from documents_world import SCENES, Model, world
from joint_report_world import world as joint_world
from quota_world import world as quota_world

from budgetplan.domain.doubt import DataWarning
from budgetplan.render.text import LIMIT, WIDTH, lengths, paste_text, render_text, table_text, width
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Paste, Range, Row, Section, Table, TableColumn
from budgetplan.report.page import warned
from budgetplan.report.wording import escaped

COLUMNS = (
    TableColumn("model", escaped("Model"), "sentence"),
    TableColumn("found", escaped("Found"), "count"),
    TableColumn("spend", escaped("Cost"), "money"),
)


def table_of(*rows):
    return Table("models", escaped("The models"), COLUMNS, tuple(map(Row, rows)), number=3)


def test_a_table_in_columns():
    rows = [(escaped("a"), 1234.4, Decimal("12.5")), (escaped("longer"), Range(1, 20), None)]
    assert table_text(table_of(*rows), Style("EUR")) == (
        "Table 3. The models\n\nModel     Found   Cost\n------  -------  -----\na         1,234  12.50\nlonger  1 to 20"
    )


def test_a_table_that_stands_on_no_page_is_shown_whole_and_without_a_number():
    shown = replace(table_of((escaped("a"), 1, Decimal(2))), number=0).showing(())
    assert table_text(shown, Style("EUR")) == "The models\n\nModel  Found  Cost\n-----  -----  ----\na          1  2.00"


def test_wide_and_combining_letters_keep_the_columns():
    names = ("\u8f9e\u66f8", "nãõ", "plain")
    lines = table_text(table_of(*((escaped(name), 1, 2) for name in names)), Style()).splitlines()[2:]
    assert len({width(line) for line in lines}) == 1
    letters = ("", "abc", "e\u0301", "\u30ab", "\u200d", "\uff21", "\u0d15\u0d4d")
    assert [width(each) for each in letters] == [0, 3, 1, 2, 0, 2, 1]


def test_the_first_page_and_the_tables_asked_for():
    told = world(models=(Model("**bold** {x}", 9.0), Model("other", 0.0, 2)))
    shown = render_text(told.document, ("models",))
    assert shown.startswith(f"{without_tags(told.document.title)}\n")
    assert f"Table {told.table('models').number}. " in shown
    assert "Table 1. " not in shown
    assert shown.endswith("\n")
    assert "**bold** {x}" in shown


@pytest.mark.parametrize("name", ["budget", "weights", "yen", "open", "all costs"])
def test_running_text_fits_the_terminal(name):
    shown = render_text(world(**SCENES[name]).document, ())
    assert "**" not in shown
    assert 0 < max(width(line) for line in shown.splitlines()[1:]) <= WIDTH


@pytest.mark.parametrize("made", [world, quota_world, joint_world])
def test_there_are_three_lengths_and_each_is_counted(made):
    document = made(**SCENES["list by its size"] if made is world else {}).document
    full, short, brief = (("\n".join(one.paragraphs), one) for one in lengths(document))
    shown = paste_text(document)
    for text, one in (full, short, brief):
        assert one.counted == f"{len(text):,} characters, {len(text.split())} words"
        # What is asked for stands in every length.
        assert re.search(r"EUR\u00a0[\d,.]+\d", full[0])[0] in text
        assert text.replace("\n", "\n\n") in shown
    assert len(brief[0]) <= len(short[0]) <= LIMIT
    assert short[0].startswith(brief[0])
    assert "We expect" in brief[0]
    assert without_tags(brief[1].counted) in shown


def test_what_fits_500_characters_to_the_last_is_taken_and_what_does_not_is_passed_over():
    first = "A" * 400
    more = tuple(escaped(sign * n) for sign, n in (("b", LIMIT - 400), ("c", LIMIT - 401 - 20), ("d", 20), ("e", 19)))
    paste = (Paste(((first,),)), Paste(((first,),), short=True, more=more))
    document = replace(world().document, sections=(Section("justification", paste),))
    text = lengths(document)[1].paragraphs[0]
    assert text == f"{first} {'c' * (LIMIT - 421)} {'e' * 19}"
    assert len(text) == LIMIT


def test_what_is_to_be_read_before_is_no_part_of_the_count():
    note = DataWarning("few groups", "note", "there are only 7 groups", "label more", "t.csv", "doc")
    plain, doubtful = world().document, warned(world().document, (note,))
    full = lengths(doubtful)[0]
    assert full.before == ("To look at:\n- t.csv, column doc: there are only 7 groups; label more.",)
    assert full.counted == lengths(plain)[0].counted
    assert full.before[0] in paste_text(doubtful)


def test_nothing_is_asked_for_where_nothing_is_recommended():
    document = quota_world(quota="minimum = 70").document
    assert (lengths(document), paste_text(document)) == ((), "")
