"""Warnings in a report: the box, the title, the section; and page 1 still fits one page."""

import pytest
from documents_world import world
from laid_out import first_page_of
from pango import AVAILABLE

from budgetplan.domain.doubt import DataWarning, worst_first
from budgetplan.render.text import prose_lines
from budgetplan.report.display import without_tags
from budgetplan.report.model import Heading, Notice, Prose
from budgetplan.report.page import MOST, place, warned, warning_words

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


def test_without_warnings_a_report_stays_as_it_is():
    document = world().document
    assert warned(document, ()) is document
    assert document.warnings == ()
    assert not [block for block in document.blocks() if isinstance(block, Notice)]


def test_a_serious_one_hedges_the_title_and_stands_right_below_it():
    document = warned(world().document, worst_first(LONG))
    title = without_tags(document.title)
    assert title == f"Doubtful until the warning is settled: {without_tags(world().document.title)}"
    blocks = document.sections[0].blocks
    at = next(place for place, one in enumerate(blocks) if isinstance(one, Heading) and one.level == 1)
    box = blocks[at + 1]
    assert (type(box), box.severity, len(box.points)) == (Notice, "serious", MOST)
    assert without_tags(box.heading) == "Look at this before you use any number here (4 in all):"
    # No folder stands in a report.
    assert "/home/me" not in repr(document)
    assert {one.file for one in document.warnings} == {"all_candidates_of_the_dictionary.csv"}


def test_a_note_leaves_the_title_and_says_what_to_do():
    document = warned(world().document, (NOTE,))
    assert document.title == world().document.title
    [box] = [one for one in document.blocks() if isinstance(one, Notice)]
    assert [without_tags(one) for one in (box.heading, *box.points)] == [
        "To look at:",
        "t.csv, column doc: there are only 7 groups among 90 items; label more.",
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


@pytest.mark.skipif(not AVAILABLE, reason="the libraries that make a PDF are not here")
def test_page_1_holds_three_long_sentences_more():
    assert first_page_of(warned(world().document, LONG)) == (1, 1)


def test_a_place_names_no_folder_and_a_sentence_without_begins_with_a_capital():
    say = warning_words("en")
    assert place(say, DataWarning("other order", "note", "a", "b", "/home/me/list.csv")) == "list.csv"
    assert place(say, DataWarning("perfect", "note", "a", "b", "t.csv", "p", 7)) == "t.csv, line 7, column p"
    assert place(say, DataWarning("constant", "note", "a", "b")) == ""
    assert say("sentence", "", NOTE.told, "") == "There are only 7 groups among 90 items."
