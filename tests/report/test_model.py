"""Blocks are frozen, and a document gives them in reading order."""

from __future__ import annotations

import dataclasses
import inspect

import pytest
from documents_world import world

from budgetplan.report import model
from budgetplan.report.model import Figure, Section, Sentence, Table

DATACLASSES = [one for _, one in inspect.getmembers(model, dataclasses.is_dataclass)]


@pytest.mark.parametrize("block", DATACLASSES)
def test_blocks_are_frozen(block):
    assert block.__dataclass_params__.frozen


def test_a_sentence_keeps_what_it_was_given():
    args = {"n": 1}
    sentence = Sentence("plain", args)
    args["n"] = 2
    assert sentence.args["n"] == 1
    with pytest.raises(TypeError):
        sentence.args["n"] = 3


def test_blocks_tables_and_figures_come_in_reading_order():
    document = world().document
    blocks = [block for section in document.sections for block in section.blocks]
    assert list(document.blocks()) == blocks
    assert list(document.tables()) == [block for block in blocks if isinstance(block, Table)]
    assert list(document.figures()) == [block for block in blocks if isinstance(block, Figure)]
    assert len(document.tables()) > 3
    assert len(document.figures()) == 3


def test_a_section_begins_a_page_unless_it_says_otherwise():
    assert Section("a", ()).new_page
    assert not Section("a", ()).one_page
