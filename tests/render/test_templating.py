"""Templates are found, escaped, and complain of what is missing; tables get the room that they need."""

import jinja2
import pytest
from markupsafe import Markup
from sample_document import sample

from budgetplan.domain import messages
from budgetplan.domain.messages import template_dir
from budgetplan.render.templating import Room, environment, font_dir, room_of
from budgetplan.report.display import Style
from budgetplan.report.model import Row, Table, TableColumn


def test_fonts_have_their_licence_and_an_installed_package_its_own_folder(tmp_path, monkeypatch):
    assert "SIL OPEN FONT LICENSE Version 1.1" in (font_dir() / "OFL.txt").read_text(encoding="utf-8")
    (tmp_path / "templates").mkdir()
    monkeypatch.setattr(messages, "files", lambda _: tmp_path)
    assert template_dir() == tmp_path / "templates"


def test_everything_is_escaped_and_a_misspelt_field_is_an_error():
    assert environment().from_string("{{ x }}").render(x="<b>&") == "&lt;b&gt;&amp;"
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ document.titel }}").render(document=sample())


def room(cells, headings, longest, words):
    """Return how a table is set whose columns have cells, headings and words of cells of so many letters."""
    columns, row = [], []
    for cell, heading, word, is_text in zip(cells, headings, longest, words, strict=True):
        columns.append(TableColumn("c", Markup("x" * heading), "text" if is_text else "count"))
        row.append("x" * word + " y" * ((cell - word) // 2) + "z" * ((cell - word) % 2))
    return room_of(Table("t", Markup(""), tuple(columns), (Row(tuple(row)),)), Style())


def numbers(letters, columns):
    return room([letters] * columns, [5] * columns, [letters] * columns, [False] * columns)


def test_a_wide_table_is_set_smaller_and_brief_words_stay_on_one_line():
    assert numbers(10, 5) == Room(dense=False, whole=frozenset())
    # 72 digits and seven gaps leave 2.4 of 87: the first column of words, 8 longer, breaks.
    cells, words = [22, 8, 5, 5, 14, 15, 15], [True] + [False] * 5 + [True]
    seven = room(cells, [5, 8, 5, 5, 8, 10, 7], [14, 8, 5, 5, 14, 15, 11], words)
    assert (seven.dense, seven.whole) == (False, frozenset())
    assert room([17, 40, 9], [5, 5, 5], [8, 8, 9], [True, True, False]).whole == {0}
    # Where even small type has no room, intervals take two lines.
    assert numbers(16, 6).dense
    assert [numbers(letters, 6).tight for letters in (15, 25)] == [False, True]


def test_a_word_that_may_not_break_takes_the_room_it_needs():
    # Nine columns of 67 digits in all leave 87 - 9 * 1.8 = 70.8: eight letters fit, "recommended" does not.
    cells, heads, words = [20, 5, 8, 9, 5, 13, 4, 5, 14], [5] * 9, [True] + [False] * 7 + [True]
    fits = room(cells, heads, [8, 5, 8, 9, 5, 13, 4, 5, 8], words)
    wide = room(cells, heads, [11, 5, 8, 9, 5, 13, 4, 5, 11], words)
    assert (fits.dense, wide.dense) == (False, True)
    long = room(cells, heads, [60, 5, 8, 9, 5, 13, 4, 5, 8], words)
    assert not long.tight, "a longer word breaks"


def test_page_1_keeps_numbers_on_one_line_where_a_line_of_usual_type_has_room():
    # Ten columns leave 87 - 10 = 77 digits of usual type, and 98 - 10 = 88 of smaller type.
    assert numbers(7, 10).snug
    eight = numbers(8, 10)
    assert (eight.dense, eight.tight, eight.snug) == (True, False, False)
