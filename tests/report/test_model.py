"""References to tables become their numbers, and parts of a document keep them."""

from __future__ import annotations

import dataclasses

import pytest
from documents_world import world
from markupsafe import Markup

from budgetplan.report.model import Prose, Section, by_columns, table_number


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
