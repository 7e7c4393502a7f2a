"""The rules of a funder stand before the method, each with its source; without a funder there is no such section."""

from __future__ import annotations

from dataclasses import replace

import pytest
from documents_world import world

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.render.display import Style, sentence_text
from budgetplan.report.funder import RULES, funder_sections
from budgetplan.report.phrases import Nouns


def sections(profile):
    return funder_sections(Nouns(replace(world().speaker.plan, profile=profile)))


@pytest.mark.parametrize("name", PROFILES)
def test_each_rule_has_a_row_with_its_source(name):
    found = sections(name)
    assert bool(found) == bool(PROFILES[name].rules)
    for section in found:
        _, table, note = section.blocks
        assert [row.cells[1:] for row in table.rows] == [
            (one.source, one.date) for one in PROFILES[name].rules
        ]
        shown = [sentence_text(row.cells[0], Style()) for row in table.rows]
        assert all(text.endswith(".") for text in shown)
        assert note.sentences[0].key == "rule.check"


def test_it_stands_before_the_method(monkeypatch):
    assert RULES not in [one.key for one in world().document.sections]


def test_limits_are_filled_in():
    (section,) = sections("sshrc")
    first = sentence_text(section.blocks[1].rows[0].cells[0], Style())
    assert first == "The justification may take 2 pages; a message says so if it takes more."
