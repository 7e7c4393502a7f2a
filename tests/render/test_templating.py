"""Templates are found, escaped, and complain of what is missing."""

from __future__ import annotations

import jinja2
import pytest
from markupsafe import Markup
from sample_document import hostile, sample

from budgetplan.render.templating import Room, environment, font_dir, read_template, render, room_of
from budgetplan.report import locale
from budgetplan.report.display import Style
from budgetplan.report.locale import template_dir
from budgetplan.report.model import Row, Table, TableColumn


def test_the_folder_has_templates_fonts_and_licence():
    names = {path.name for path in template_dir().iterdir()}
    assert {"report.html", "report.css", "print.css", "fonts", "schema"} <= names
    fonts = {path.name for path in font_dir().iterdir()}
    assert {"NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "NotoSans-Italic.ttf", "OFL.txt"} <= fonts
    assert "SIL OPEN FONT LICENSE Version 1.1" in (font_dir() / "OFL.txt").read_text(encoding="utf-8")


def test_an_installed_package_has_its_own_folder(tmp_path, monkeypatch):
    (tmp_path / "templates").mkdir()
    monkeypatch.setattr(locale, "files", lambda _: tmp_path)
    assert template_dir() == tmp_path / "templates"


def test_everything_is_escaped_whatever_the_name_of_the_template():
    assert environment().from_string("{{ x }}").render(x="<b>&") == "&lt;b&gt;&amp;"


def test_a_misspelt_field_is_an_error():
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ document.titel }}").render(document=sample())


def test_only_html_is_rendered():
    with pytest.raises(ValueError, match=r"ends in \.html"):
        render("report.css", sample())


def test_names_of_the_user_are_not_marked_safe_anywhere():
    assert "safe" not in read_template("report.html")


def test_names_are_not_templates():
    page = render(
        "report.html",
        hostile(),
        images=dict.fromkeys(("gain", "choices", "steps", "surface", "split"), "data:,"),
        css="",
        fit=0,
    )
    assert "{{ 7*7 }}" in page
    assert "<script" not in page
    assert "49" not in page.split("7*7")[1][:20]


def room(cells, headings, longest, words):
    """Return how a table is set whose columns have cells, headings and words of cells of so many letters."""
    columns, row = [], []
    for cell, heading, word, is_text in zip(cells, headings, longest, words, strict=True):
        columns.append(TableColumn("c", Markup("x" * heading), "text" if is_text else "count"))
        row.append("x" * word + " y" * ((cell - word) // 2) + "z" * ((cell - word) % 2))
    return room_of(Table("t", Markup(""), tuple(columns), (Row(tuple(row)),)), Style())


def test_a_wide_table_is_set_smaller_and_brief_words_stay_on_one_line():
    plain = Room(dense=False, whole=frozenset())
    assert room([10] * 5, [5] * 5, [10] * 5, [False] * 5) == plain
    # 72 digits and seven gaps leave 2.4 of 87: the first column of words, 8 longer, breaks.
    cells, words = [22, 8, 5, 5, 14, 15, 15], [True] + [False] * 5 + [True]
    seven = room(cells, [5, 8, 5, 5, 8, 10, 7], [14, 8, 5, 5, 14, 15, 11], words)
    assert (seven.dense, seven.whole) == (False, frozenset())
    assert room([16] * 6, [5] * 6, [16] * 6, [False] * 6).dense
    assert room([17, 40, 9], [5, 5, 5], [8, 8, 9], [True, True, False]).whole == {0}


def test_a_word_that_may_not_break_takes_the_room_it_needs():
    # Nine columns of 67 digits in all leave 87 - 9 * 1.8 = 70.8: eight letters fit, "recommended" does not.
    cells, heads, words = [20, 5, 8, 9, 5, 13, 4, 5, 14], [5] * 9, [True] + [False] * 7 + [True]
    fits = room(cells, heads, [8, 5, 8, 9, 5, 13, 4, 5, 8], words)
    wide = room(cells, heads, [11, 5, 8, 9, 5, 13, 4, 5, 11], words)
    assert (fits.dense, wide.dense) == (False, True)
    long = room(cells, heads, [60, 5, 8, 9, 5, 13, 4, 5, 8], words)
    assert not long.tight, "a longer word breaks"


def test_where_even_small_type_has_no_room_intervals_take_two_lines():
    assert not room([15] * 6, [5] * 6, [15] * 6, [False] * 6).tight
    assert room([25] * 6, [5] * 6, [25] * 6, [False] * 6).tight


def test_page_1_keeps_numbers_on_one_line_where_a_line_of_usual_type_has_room():
    # Ten columns leave 87 - 10 = 77 digits of usual type, and 98 - 10 = 88 of smaller type.
    assert room([7] * 10, [5] * 10, [7] * 10, [False] * 10).snug
    eight = room([8] * 10, [5] * 10, [8] * 10, [False] * 10)
    assert (eight.dense, eight.tight, eight.snug) == (True, False, False)
