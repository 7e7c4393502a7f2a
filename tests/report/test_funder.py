"""The rules of a funder stand before the method, each with its source; without a funder there is no such section."""

from __future__ import annotations

from dataclasses import replace

import pytest
from documents_world import world
from statement_pairs import TIMED

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.render.display import Style, sentence_text
from budgetplan.report.funder import EFFORT, RULES, funder_sections
from budgetplan.report.phrases import Nouns


def sections(profile):
    return funder_sections(Nouns(replace(world().speaker.plan, profile=profile)))


@pytest.mark.parametrize("name", PROFILES)
def test_each_rule_has_a_row_with_its_source(name):
    found = sections(name)
    assert bool(found) == bool(PROFILES[name].rules)
    for section in found:
        _, table, *_, note = section.blocks
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


def test_work_is_told_in_the_units_of_the_funder():
    # 36 an hour, 60 seconds an item: 8 items are 0.13 hours as printed.
    table = world(price=TIMED, budget=("8", "items"), profile="horizon").table(EFFORT)
    (row,) = table.rows
    hours, days, months = row.cells[1:]
    assert (hours, days, months) == (0.13, 0.0, 0.0)
    table = world(
        price=TIMED | {"seconds_per_item": "36000"}, budget=("8", "items"), profile="horizon"
    ).table(EFFORT)
    # 8 items of ten hours: 80 hours are ten days of eight, and 80 / (215 x 8 / 12) = 0.558 months.
    assert table.rows[0].cells[1:] == (80, 10, 0.56)
    assert sentence_text(table.caption, Style()) == "Work by task, in days of 8 hours and in person-months"


@pytest.mark.parametrize("said", [{"profile": "horizon"}, {"profile": "dfg", "price": TIMED}])
def test_there_is_no_such_table_where_nothing_is_paid_by_the_hour_or_the_funder_asks_for_none(said):
    assert EFFORT not in [one.key for one in world(**said).document.tables()]
