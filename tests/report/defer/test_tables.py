"""Tables on classifiers: every row has its cells, and the cells their numbers."""

from __future__ import annotations

import math

import pytest
from defer_world import SCENES, UNLUCKY, world

from budgetplan.report.model import Range


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def cells(told, key):
    """Return the rows of a table by their first cell, each by column."""
    table = told.table(key)
    names = [column.name for column in table.columns]
    return {row.cells[0]: dict(zip(names, row.cells, strict=True)) for row in table.rows}


def test_a_row_has_a_cell_for_every_column(told):
    for table in told.document.tables():
        assert table.rows
        assert {len(row.cells) for row in table.rows} == {len(table.columns)}
        names = [column.name for column in table.columns]
        assert len(names) == len(set(names))
        assert sum(row.strong for row in table.rows) <= 1


def test_every_number_can_be_shown(told):
    for table in told.document.tables():
        for row in table.rows:
            for cell in row.cells:
                if isinstance(cell, Range):
                    assert math.isfinite(cell.low)
                    assert math.isfinite(cell.high)
                    assert cell.low <= cell.high
                elif isinstance(cell, float):
                    assert math.isfinite(cell)


def test_domains_by_hand():
    rows = cells(world(models=(UNLUCKY,), domain="x" * 10 + "y" * 30), "domains")
    assert {key: rows["y"][key] for key in ("n", "alone", "wrong")} == {"n": 30, "alone": 1, "wrong": 20}
    assert rows["y"]["value"] == pytest.approx(1000 * (10 - 80) / 30)
    assert rows["x"]["value"] == pytest.approx(1000)
