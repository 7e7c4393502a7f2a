"""Warnings in a report: the box, the title, the section; and page 1 still fits one page."""

from dataclasses import replace

import pytest
from documents_world import world
from joint_report_world import world as joint_world
from laid_out import first_page_of
from pango import AVAILABLE

from budgetplan.domain.doubt import DataWarning, worst_first
from budgetplan.render.html import render_html
from budgetplan.render.text import prose_lines
from budgetplan.report.display import without_tags
from budgetplan.report.model import Heading, Notice, Prose
from budgetplan.report.page import MOST, SECTION, place, warned, warning_words

NAME = "bert_multilingual_cased_finetuned_on_news_and_letters_2026"
LONG = tuple(
    DataWarning(
        key,
        "serious",
        f"the model {NAME} {what}",
        "see that the column was not made from the labels, and that it did not learn from these items",
        "/home/me/all_candidates_of_the_dictionary.csv",
        NAME,
        model=NAME,
    )
    for key, what in (
        ("perfect", "puts every positive item before every other (12,000 items)"),
        ("reversed", "seems better by lower scores: a positive item comes first in 26% of pairs (12,000 items)"),
        ("copies", f"and the model {NAME}_2 say the same of all 12,000 items"),
        ("below chance", "has a confidence below 0.333, which the most probable class always has"),
    )
)  # fmt: skip
NOTE = DataWarning(
    "few groups", "note", "there are only 7 groups among 90 items", "label more", "t.csv", "doc"
)


def said(document, one):
    return without_tags(one)


def test_a_note_too_long_for_page_1_stands_whole_in_the_section_and_a_short_one_on_page_1_alone():
    long = replace(NOTE, told=NOTE.told + ", and many more words" * 12)
    document = warned(world().document, (NOTE, long))
    section = next(one for one in document.sections if one.key == SECTION)
    [points] = [one for one in section.blocks if isinstance(one, Prose)]
    assert prose_lines(points.html) == [f"- t.csv, column doc: {long.told}; {long.todo}."]
    assert not [one for one in warned(world().document, (NOTE,)).sections if one.key == SECTION]


def test_without_warnings_a_report_stays_as_it_is():
    document = world().document
    assert warned(document, ()) is document
    assert document.warnings == ()
    assert not [block for block in document.blocks() if isinstance(block, Notice)]


def test_a_serious_one_hedges_the_title_and_stands_right_below_it():
    document = warned(world().document, worst_first(LONG))
    before = said(document, world().document.title)
    assert said(document, document.title) == f"Doubtful until the warning is settled: {before}"
    blocks = document.sections[0].blocks
    at = next(place for place, one in enumerate(blocks) if isinstance(one, Heading) and one.level == 1)
    assert blocks[at].text == document.title
    box = blocks[at + 1]
    assert (type(box), box.severity, len(box.points)) == (Notice, "serious", MOST)
    assert said(document, box.heading) == ("Look at this before you use any number here (4 in all):")


def test_a_note_leaves_the_title_and_says_what_to_do():
    document = warned(world().document, (NOTE,))
    assert document.title == world().document.title
    [box] = [one for one in document.blocks() if isinstance(one, Notice)]
    assert said(document, box.heading) == "To look at:"
    assert [said(document, one) for one in box.points] == [
        "t.csv, column doc: there are only 7 groups among 90 items; label more."
    ]


def test_all_of_them_stand_in_a_section_before_the_method_and_take_no_page_more():
    document = warned(world().document, (*worst_first(LONG), NOTE))
    keys = [section.key for section in document.sections]
    assert keys.index("doubts") == keys.index("method") - 1
    section, method = document.sections[keys.index("doubts") :][:2]
    assert (section.new_page, method.new_page) == (False, False)
    [points] = [block for block in section.blocks if isinstance(block, Prose)]
    kinds = [line[2:].partition(":")[0] for line in prose_lines(points.html)]
    assert kinds == ["Serious"] * 4 + ["To look at"]


def test_no_folder_stands_in_a_report():
    document = warned(world().document, LONG)
    assert "/home/me" not in repr(document)
    assert {one.file for one in document.warnings} == {"all_candidates_of_the_dictionary.csv"}


def test_a_sentence_without_a_place_begins_with_a_capital():
    say = warning_words("en")
    assert say("sentence", "", NOTE.told, NOTE.todo) == "There are only 7 groups among 90 items; label more."
    assert say("sentence", "", NOTE.told, "") == "There are only 7 groups among 90 items."


def test_the_box_is_told_by_its_role_and_its_words_and_has_no_script():
    page = render_html(warned(world().document, LONG))
    assert (
        '<div class="notice serious" role="note" aria-label="Look at this before you use any number' in page
    )
    assert "<script" not in page
    # Its class is not that of the grey small print below tables.
    assert '<div class="notice" role="note"' in render_html(warned(world().document, (NOTE,)))


@pytest.mark.skipif(not AVAILABLE, reason="the libraries that make a PDF are not here")
@pytest.mark.parametrize("made", [world, joint_world], ids=["filter", "joint"])
def test_page_1_holds_three_long_sentences_more(made):
    document = made().document
    assert first_page_of(document) == (1, 1)
    assert first_page_of(warned(document, LONG)) == (1, 1)


def test_a_place_names_no_folder():
    say = warning_words("en")
    assert place(say, DataWarning("other order", "note", "a", "b", "/home/me/list.csv")) == "list.csv"
    assert place(say, DataWarning("perfect", "note", "a", "b", "t.csv", "p", 7)) == "t.csv, line 7, column p"
    assert place(say, DataWarning("constant", "note", "a", "b")) == ""
