"""The figures on a joint plan show the numbers of its tables."""

from __future__ import annotations

import itertools

import pytest
from joint_report_world import SCENES, world

from budgetplan.workflows import JOINT


def figure(told, key):
    return next(one for one in told.document.figures() if one.key == key)


def test_all_items_flow_to_whoever_decides_on_them():
    told = world()
    shown, option = figure(told, "figure_flow"), told.joint.option
    (stack,) = shown.stacks
    right, wrong, reviewed, left = stack.parts
    assert (right + wrong, reviewed, left) == pytest.approx((30, option.items, 10 - option.items))
    assert wrong == option.wrong.value
    assert len(shown.part_labels) == 4
    asked = figure(world(**SCENES["asked"]), "figure_flow") if "asked" in SCENES else None
    assert asked is None or len(asked.part_labels) == len(asked.stacks[0].parts)


def test_the_file_of_the_ways_has_the_numbers_of_the_table_the_plan_first():
    told = world()
    (shown,) = [one for one in JOINT.files(told.joint) if one.key == "figure_ways"]
    heads = [column.name for column in shown.columns]
    bars = [dict(zip(heads, row.cells, strict=True)) for row in shown.rows]
    assert [bar["strong"] for bar in bars] == ["yes", "no", "no", "no"]
    names = [column.name for column in told.table("ways").columns]
    for bar, row in zip(bars, told.table("ways").rows, strict=True):
        cells = dict(zip(names, row.cells, strict=True))
        assert (bar["label"], bar["value"]) == (cells["way"], cells["net"])
        span = cells["interval"]
        assert (bar["low"], bar["high"]) == ((None, None) if span is None else (span.low, span.high))
    assert bars[0]["low"] < bars[0]["high"]


def surface(told):
    """Return the value by budget and share answered alone, a row for each share, and the other rows."""
    table = next((one for one in JOINT.files(told.joint) if one.key == "figure_surface"), None)
    values, others = {}, []
    for part, _, _, x, y, z in (row.cells for row in table.rows) if table else ():
        if part == "value":
            values.setdefault(y, {})[x] = z
        else:
            others.append((part, x, y))
    return values, others


@pytest.mark.parametrize("name", SCENES)
def test_the_file_of_the_surface_has_a_value_for_each_share_and_budget(name):
    told = world(**SCENES[name])
    values, others = surface(told)
    assert bool(values) == (told.joint.grid[-1].amount > 0)
    if values:
        assert all(a < b for a, b in itertools.pairwise(values))
        assert len({tuple(row) for row in values.values()}) == 1
        assert min(values) == 0
        assert max(values) <= 1
        *ridge, (part, x, y) = others
        assert all(a[1] < b[1] for a, b in itertools.pairwise(ridge))
        budgets = next(iter(values.values()))
        assert part == "marker"
        assert min(budgets) <= x <= max(budgets)
        assert y == pytest.approx(told.joint.option.accepted.value / told.joint.total)


def test_the_surface_has_the_values_worked_out_by_hand():
    values, others = surface(world())
    rows = [list(row.values()) for row in values.values()]
    assert list(values) == pytest.approx((0, 0.75, 1))
    assert others[-1] == ("marker", 3, 0.75)
    # Nothing accepted: twelve reviews gain 0.5 each; the thirty sure ones, and all that is left reviewed: 5 more.
    assert (rows[0][0], rows[0][-1]) == pytest.approx((0, 6))
    assert rows[1][-1] - rows[1][0] == pytest.approx(5)
    assert rows[2][0] < rows[1][0] < 30
