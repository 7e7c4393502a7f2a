"""The pages of a report with quotas, and the items to review."""

import pytest
from quota_world import STRATA, world

from budgetplan.report.quota import build_quota_files


def test_pages_come_in_order_and_those_without_a_plan_have_no_money_to_ask_for():
    assert [one.key for one in world().document.sections] == [
        "decision",
        "work",
        "justification",
        "strata",
        "method",
    ]
    beyond = [one.key for one in world(quota="minimum = 70").document.sections]
    assert beyond[0] == "decision"
    assert beyond[-2:] == ["strata", "method"]
    assert "justification" not in beyond
    refused = [one.key for one in world(listed=4, shift=40.0).document.sections]
    assert refused == ["decision", "method"]


def test_the_file_of_items_names_the_stratum_of_each():
    told = world(listed=5)
    (table,) = build_quota_files(told.quota)
    assert [column.name for column in table.columns] == ["place", "item", "score", "stratum"]
    assert len(table.rows) == told.quota.chosen.items
    for name in STRATA:
        assert sum(row.cells[3] == name for row in table.rows) == told.row(name).items
        assert all(row.cells[1][:3] == name[:3] for row in table.rows if row.cells[3] == name)
    assert build_quota_files(world().quota) == ()


def test_each_stratum_is_drawn_with_its_interval_and_what_is_wanted():
    told = world()
    (figure,) = told.document.figures()
    assert [bar.value for bar in figure.bars] == [row.found.value for row in told.quota.rows]
    assert [mark.x for mark in figure.markers] == [row.quota for row in told.quota.rows]
    assert [bar.strong for bar in figure.bars] == [False, True]


def test_where_the_list_does_not_hold_what_is_wanted_that_is_drawn():
    told = world(quota="minimum = 70")
    (figure,) = told.document.figures()
    assert [bar.value for bar in figure.bars] == [row.most for row in told.quota.rows]
    assert [bar.strong for bar in figure.bars] == [row in told.quota.beyond for row in told.quota.rows]


@pytest.mark.parametrize("name", ["quotas", "quota_strata", "models", "costs"])
def test_every_table_has_a_row_for_each(name):
    (table,) = [one for one in world().document.tables() if one.key == name]
    assert len(table.rows) == {"quotas": 3, "quota_strata": 2, "models": 1, "costs": 2}[name]
