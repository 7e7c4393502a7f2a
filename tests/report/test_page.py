"""What stands around the pages of every report: frame, references, words of the plan, back, warnings."""

import dataclasses
import tomllib
from dataclasses import replace
from decimal import Decimal

import defer_world
import documents_world
import joint_report_world
import pytest
from documents_world import GOOD, POOR, SCENES, Model, world
from jinja2 import UndefinedError
from laid_out import first_page_of
from markupsafe import Markup
from pango import AVAILABLE

from budgetplan.domain.doubt import DataWarning, worst_first
from budgetplan.domain.items import Excluded, LabelCount, Reason
from budgetplan.domain.messages import template_dir
from budgetplan.domain.plan import Budget, Columns, Plan
from budgetplan.plans.ladder import RUNGS, Rung
from budgetplan.render.text import prose_lines
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Facts, Heading, Notice, Paste, Prose, Section, by_columns, table_number
from budgetplan.report.page import (
    MOST,
    Framing,
    excluded_blocks,
    framed,
    head,
    leads,
    place,
    warned,
    warning_words,
    why_left_out,
)
from budgetplan.report.phrases import Nouns
from budgetplan.report.ranked import build_files

SPEAKER = documents_world.world().speaker


@pytest.mark.parametrize("made", [documents_world.world, defer_world.world, joint_report_world.world])
def test_a_report_begins_with_its_title_and_ends_with_how_to_make_it_again(made):
    document = made().document
    kicker, title, lede = document.sections[0].blocks[:3]
    assert (kicker.role, lede.role) == ("kicker", "lede")
    assert title == Heading(document.title, 1)
    end = next(one for one in document.sections if one.key in ("back", "method")).blocks[-4:]
    assert [type(block) for block in end if type(block) is not Prose] == [Heading, Heading, Facts]
    assert end[-1].facts == (("Table", "scores.csv"),)


def test_the_frame_says_what_the_plan_and_the_caller_say():
    warning = DataWarning("perfect", "serious", "all is right", "look", "folder/t.csv")
    framing = Framing("2026-11-22", "BP-1", (("Table", "t.csv"),), (), (warning,))
    title = Markup("T")
    page = Section("decision", tuple(head(SPEAKER, title, [Markup("What it brings.")], framing)))
    paste = Section("justification", (Paste(((title,), (title,))),))
    end = Section("back", (Heading(title), Facts(framing.facts)))
    document = framed(SPEAKER, [page, end, paste], framing, money=False)
    assert (document.date, document.identifier, document.currency) == ("2026-11-22", "BP-1", "")
    assert document.title.startswith("Doubtful until the warning is settled: ")
    assert document.warnings[0].file == "t.csv"
    assert document.blocks()[-1] == Facts((("Table", "t.csv"),))
    kicker, _, _, lede = document.sections[0].blocks
    assert kicker == Prose(Markup("<strong>Decision report</strong> · 22 November 2026 · BP-1"), "kicker")
    assert lede == Prose(Markup("What it brings."), "lede")
    assert [one.key for one in document.sections] == ["decision", "justification", "back"]
    [pasted] = document.sections[1].blocks
    assert pasted.paragraphs == ((Markup("Doubtful until this is settled: all is right."), title), (title,))


def test_the_line_above_the_title_names_the_project_and_the_notes():
    begins = {
        "<strong>P</strong> · A · ": {"project": "P", "title": "T", "author": "A"},
        "<strong>T</strong> · 22": {"title": "T"},
        "<strong>Decision report</strong> · 22": {"author": "A"},
        "<strong>&lt;b&gt;</strong>": {"title": "<b>"},
    }
    for begin, plan in begins.items():
        speaker = Nouns(replace(SPEAKER.plan, notes=("n",), **plan))
        kicker, *_ = head(speaker, Markup("plain"), (), Framing("2026-11-22", "BP-1"))
        assert kicker.html.startswith(begin)
        assert kicker.html.endswith(" · BP-1 · <strong>n</strong>")


def numbered(*blocks):
    sections = tuple(Section(str(place), (block,)) for place, block in enumerate(blocks))
    return dataclasses.replace(world().document, sections=sections).numbered()


def table_of(key):
    return by_columns(key, Markup(key), [("a", Markup("a"), "count", [1])])


def test_a_reference_becomes_the_number_of_a_table_wherever_that_stands():
    said = [Prose(Markup("<p>Table {}, table {}.</p>").format(table_number("late"), table_number("first")))]
    document = numbered(table_of("first"), *said, table_of("late"))
    assert document.blocks()[1].html == "<p>Table 2, table 1.</p>"
    assert document.numbered() == document


def test_a_reference_to_a_table_that_is_not_there_is_an_error():
    with pytest.raises(KeyError, match="nowhere"):
        numbered(Prose(table_number("nowhere")))


def test_columns_of_unlike_lengths_are_no_table():
    columns = [("a", Markup("a"), "count", [1, 2]), ("b", Markup("a"), "count", [1])]
    with pytest.raises(ValueError, match="shorter"):
        by_columns("t", Markup("a"), columns)


def test_a_part_of_a_document_begins_as_page_1_does_and_keeps_its_numbers():
    document = world().document
    whole = {one.key: one.number for one in (*document.tables(), *document.figures())}
    part = document.only(["justification"])
    assert [one.key for one in part.sections] == ["justification"]
    first = part.sections[0]
    assert (first.new_page, first.blocks[0].role, first.blocks[1].text) == (False, "kicker", document.title)
    assert all(one.number == whole[one.key] for one in (*part.tables(), *part.figures()))
    assert part.warnings == document.warnings
    both = document.only(["decision", "justification"])
    assert both.sections[0].blocks == document.sections[0].blocks
    assert [one.new_page for one in both.sections] == [False, True]
    with pytest.raises(KeyError):
        document.only(["recipe"])


def test_a_field_that_was_not_given_is_an_error():
    with pytest.raises(UndefinedError, match="number"):
        world().speaker.say("row.soon")


def test_a_budget_is_said_as_it_was_given():
    budgets = Budget(Decimal(16)), Budget(Decimal("40.5"), "hours"), Budget(Decimal(400), "items")
    shown = [without_tags(world().speaker.budget(each)).replace("\u00a0", " ") for each in budgets]
    assert shown == ["EUR 16.00", "40.5 hours", "400 sentences"]


def test_a_dozen_labels_are_counted_by_name():
    speaker, _style = world().speaker, Style()
    few = speaker.counted([LabelCount("loan", 1200, "collected"), LabelCount("native", 36)])
    assert without_tags(few) == "loan (1,200, collected), native (36)"
    many = speaker.counted([LabelCount(f"l{at:02}", 1) for at in range(14)])
    assert without_tags(many).endswith("l11 (1) and 2 more")


def test_rows_left_out_are_counted_by_reason():
    told = world(**SCENES["rows left out"])
    assert [row.cells for row in told.table("excluded").rows] == [("no score in the column a", 1), ('split "dev"', 2)]
    _, note = excluded_blocks(told.speaker, [Excluded("w1", Reason("tie"), "line 2")])
    assert "excluded.csv" in note.html
    [note] = excluded_blocks(told.speaker, [])
    assert "excluded.csv" not in note.html


REASONS = (
    *("no_split", "no_split_labelled", "no_split_unlabelled", "not_labelled", "judged_already"),
    *("as_reviewed", "tie", "settled_twice"),
)

NAMED = ("split", "split_labelled", "split_unlabelled", "no_score", "not_asked", "no_prediction")


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_reason_has_words_of_its_own_and_names_what_it_is_about(language):
    style = Style("EUR", 2, language)
    named = [why_left_out(Reason(key, "<n>"), style) for key in NAMED]
    shown = {*named, *(why_left_out(Reason(key), style) for key in REASONS)}
    assert len(shown) == len(REASONS) + len(NAMED)
    assert all("&lt;n&gt;" in one for one in named)


def test_every_model_has_its_gain_table_the_recommended_first():
    told = world(models=(POOR, GOOD, Model("also", 0.0, 5)))
    tables = [one for one in build_files(told.analysis) if one.key.startswith("gain")]
    assert [table.caption.rpartition(" ")[2] for table in tables] == ["good", "also", "poor"]
    assert [table.key for table in tables] == ["gain_1", "gain_2", "gain_3"]
    # On paper stands the recommended one's alone, and where the others are.
    assert [one.key for one in told.document.tables() if one.key.startswith("gain")] == ["gain_recommended"]
    assert "gain_3.csv" in " ".join(told.table("gain_recommended").notes)


def test_nobody_leads_where_all_are_alike():
    nouns = Nouns(Plan("t.csv", Columns("gold"), ("yes",), ()))
    leaders = [(), ("a", "b", "c"), ("a", "b"), *[("c",)] * (len(RUNGS) - 3)]
    rungs = [Rung(10 * at, Budget(Decimal(at)), None, names) for at, names in enumerate(leaders)]
    assert leads(nouns, rungs, 3)[:4] == ["", "All alike", "a and b", "c"]
    assert leads(nouns, rungs, 1) is None


NAME = "bert_multilingual_cased_finetuned_on_news_and_letters_2026"

LONG = tuple(
    DataWarning(
        key,
        "serious",
        f"the model {NAME} {what}",
        "check that the column was not made from the labels, and that it did not learn from these items",
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
NOTE = DataWarning("few groups", "note", "there are only 7 groups among 90 items", "label more", "t.csv", "doc")


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


def test_every_printed_head_of_amounts_in_money_names_the_currency():
    """But for that of an interval, which stands beside its number."""
    tables = tomllib.loads((template_dir() / "tables.toml").read_text(encoding="utf-8"))
    every = [line.split() for of_kind in tables.values() for table in of_kind.values() for line in table.values()]
    assert {head for head, kind, *_ in every if kind == "value"} == {"-", "col.interval"}
