"""What is printed of a missed positive that costs more: the numbers worked out, a line and a row a model."""

from __future__ import annotations

import numpy as np
import pytest
from defer_world import BAD, COSTS, GOOD, world

TOLD = world(**COSTS)


def test_the_table_has_a_row_a_model_and_the_worths_at_each_cost():
    missed, table = TOLD.selection.missed, TOLD.table("missed")
    assert [row.cells[0] for row in table.rows] == [GOOD.name, BAD.name]
    assert [row.strong for row in table.rows] == [True, False]
    for row in table.rows:
        worth = missed.worth[row.cells[0]][missed.shown]
        assert list(row.cells[1:]) == pytest.approx((worth * 1000).tolist())
    assert len(table.columns) == 1 + np.count_nonzero(missed.shown)


def test_the_figure_has_a_line_a_model():
    (section,) = (one for one in TOLD.document.sections if one.key == "weights")
    (figure,) = (block for block in section.blocks if getattr(block, "key", "") == "figure_missed")
    assert [line.name for line in figure.lines] == [GOOD.name, BAD.name]
    assert all(line.x == tuple(TOLD.selection.missed.costs) for line in figure.lines)


def test_where_all_errors_cost_alike_nothing_is_said_of_missed_ones():
    assert "defer.head_missed" not in world().keys
    assert "defer.head_missed" in TOLD.keys
