"""Blocks are frozen, and a document gives them in reading order."""

from __future__ import annotations

import dataclasses
import inspect

import pytest
from documents_world import world
from markupsafe import Markup

from budgetplan.report import model
from budgetplan.report.model import (
    Figure,
    Prose,
    Section,
    Table,
    by_columns,
    table_number,
)

DATACLASSES = [one for _, one in inspect.getmembers(model, dataclasses.is_dataclass)]


@pytest.mark.parametrize("block", DATACLASSES)
def test_blocks_are_frozen(block):
    assert block.__dataclass_params__.frozen


def test_blocks_tables_and_figures_come_in_reading_order():
    document = world().document
    blocks = [block for section in document.sections for block in section.blocks]
    assert list(document.blocks()) == blocks
    assert list(document.tables()) == [block for block in blocks if isinstance(block, Table)]
    assert list(document.figures()) == [block for block in blocks if isinstance(block, Figure)]
    assert len(document.tables()) > 3
    assert len(document.figures()) == 2


def numbered(*blocks):
    sections = tuple(Section(str(place), (block,)) for place, block in enumerate(blocks))
    return dataclasses.replace(world().document, sections=sections).numbered()


def table_of(key):
    return by_columns(key, Markup(key), [("a", Markup("a"), "count", [1])])


def test_a_reference_becomes_the_number_of_a_table_wherever_that_stands():
    said = [Prose(Markup("<p>Table {}, table {}.</p>").format(table_number("late"), table_number("first")))]
    document = numbered(table_of("first"), *said, table_of("late"))
    assert document.blocks()[1].html == "<p>Table 2, table 1.</p>"


def test_a_reference_to_a_table_that_is_not_there_is_an_error():
    with pytest.raises(KeyError, match="nowhere"):
        numbered(Prose(table_number("nowhere")))


def test_numbering_again_changes_nothing():
    document = world().document
    assert document.numbered() == document


def test_columns_of_unlike_lengths_are_no_table():
    columns = [("a", Markup("a"), "count", [1, 2]), ("b", Markup("a"), "count", [1])]
    with pytest.raises(ValueError, match="shorter"):
        by_columns("t", Markup("a"), columns)


def test_a_section_follows_on_the_page_unless_it_says_otherwise():
    assert not Section("a", ()).new_page
    assert not Section("a", ()).one_page


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
