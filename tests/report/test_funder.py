"""The rules of a funder are for whoever applies: each with its source, in a file and on the terminal, on no page."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from documents_world import world
from statement_pairs import TIMED

from budgetplan.api import make_report
from budgetplan.domain.asked.profile import PROFILES
from budgetplan.report.costs import EFFORT, RULES, YEARS, funder_rules
from budgetplan.report.model import Prose
from budgetplan.report.phrases import Nouns
from budgetplan.settings.build import read_plan

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PROFILES)
def test_each_rule_has_a_row_with_its_source(name):
    tables = funder_rules(Nouns(replace(world().speaker.plan, profile=name)))
    assert bool(tables) == bool(PROFILES[name].rules)
    for table in tables:
        rules = [(one.source, one.date) for one in PROFILES[name].rules]
        assert [row.cells[1:] for row in table.rows] == rules


def test_the_funder_gets_none_of_them_and_whoever_applies_gets_all(tmp_path, undrawn):
    plan = read_plan(str(ROOT / "examples" / "klubicka2018" / "plan.toml"), {"report.profile": "sshrc"})
    made = make_report(plan, out=tmp_path, formats=("html",), date="2026-01-01")
    rule = "The justification may take 2 pages; a message says so if it takes more."
    assert rule not in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert rule in made.summary
    assert rule in (tmp_path / "tables" / "rules.csv").read_text(encoding="utf-8")


def test_a_table_that_is_a_file_alone_has_no_number():
    document = world(profile="horizon", price=TIMED).document
    numbers = [one.number for one in document.tables() if one.on_page().rows]
    assert numbers == list(range(1, len(numbers) + 1))
    assert document.table(RULES).number == 0


LONG = {"price": TIMED | {"seconds_per_item": "36000"}, "budget": ("8", "items")}
"""8 items of ten hours: 80 hours."""


def test_work_is_told_in_the_units_of_the_funder():
    # 36 an hour, 60 seconds an item: 8 items are 0.13 hours as printed.
    short = world(price=TIMED, budget=("8", "items"), profile="horizon").table(EFFORT)
    assert short.rows[0].cells[1:] == (0.13, 0.0, 0.0)
    # 80 hours are ten days of eight, and 80 / (215 x 8 / 12) = 0.558 months.
    assert world(**LONG, profile="horizon").table(EFFORT).rows[0].cells[1:] == (80, 10, 0.56)
    # At 160 hours a month; the funder's own days stay, where it has some.
    for profile, cells in (("a4", (80, 0.5)), ("nih", (80, 0.5)), ("horizon", (80, 10, 0.5))):
        table = world(**LONG, profile=profile, work={"month_hours": Decimal(160)}).table(EFFORT)
        assert table.rows[0].cells[1:] == cells
    for said in ({"profile": "horizon"}, {"profile": "dfg", "price": TIMED}):
        assert EFFORT not in [one.key for one in world(**said).document.tables()]


PAID_ONCE = LONG | {"price": LONG["price"] | {"fixed": {"Guide": "40"}, "indirect": "0.1"}}
"""80 hours for 2,880.00, 40.00 paid once, 292.00 on both."""


def years(**said):
    told = world(**said)
    found = [one for one in told.document.tables() if one.key == YEARS]
    return told, found[0] if found else None


def test_the_budget_by_year():
    # 1.12 hours a week: 500 days, of which 365 are in the first year: .73 x 2,880; the tenth follows both.
    told, table = years(**PAID_ONCE, work={"hours_a_week": Decimal("1.12")})
    assert [one.name for one in table.columns] == ["work", "year_1", "year_2", "total"]
    assert [[str(cell) for cell in row.cells[1:]] for row in table.rows] == [
        ["2102.40", "777.60", "2880.00"],
        ["40.00", "0.00", "40.00"],
        ["214.24", "77.76", "292.00"],
        ["2356.64", "855.36", "3212.00"],
    ]
    assert table.rows[-1].total
    blocks = [block for section in told.document.sections for block in section.blocks]
    assert blocks[blocks.index(table) - 1].key == "costs", "it stands behind the cost build-up"
    assert "72 weeks" in table.notes[0]


def test_a_budget_by_year_only_where_it_is_asked_for_or_takes_years():
    assert years(**PAID_ONCE, work={"hours_a_week": Decimal(10)})[1] is None
    assert years(**PAID_ONCE)[1] is None, "nobody said how long it takes"
    for profile in ("nsf", "nih", "sshrc"):
        table = years(**PAID_ONCE, work={"hours_a_week": Decimal(10)}, profile=profile)[1]
        assert [one.name for one in table.columns] == ["work", "year_1", "total"]
        assert all(row.cells[1] == row.cells[2] for row in table.rows)


def test_more_years_than_there_is_room_for_are_told():
    told, table = years(**PAID_ONCE, work={"hours_a_week": Decimal("0.1")})
    assert table is None
    page = next(one for one in told.document.sections if one.key == "justification")
    assert any("800 weeks" in block.html for block in page.blocks if isinstance(block, Prose))
