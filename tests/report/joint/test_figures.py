"""The figures on a joint plan show the numbers of its tables."""

from __future__ import annotations

import itertools

import pytest
from joint_report_world import SCENES, world

from budgetplan.report.model import Range


def figure(told, key):
    return next(one for one in told.document.figures() if one.key == key)


def test_bars_are_cut_into_what_becomes_of_the_items():
    shown = figure(world(), "figure_split")
    for stack, row in zip(shown.stacks, world().joint.rows, strict=True):
        right, wrong, reviewed, left = stack.parts
        assert (right + wrong, reviewed, left) == pytest.approx((30, row.items, 10 - row.items))
        assert wrong == row.wrong.value
    assert [stack.strong for stack in shown.stacks] == [False, False, True, False, False]
    assert [label.key for label in shown.part_labels] == [
        "joint.part_right",
        "joint.part_wrong",
        "joint.part_reviewed",
        "joint.part_left",
    ]


def test_the_way_chosen_stands_out_among_the_ways():
    told = world()
    shown = figure(told, "figure_ways")
    assert [bar.strong for bar in shown.bars] == [True, False, False, False]
    names = [column.name for column in told.table("ways").columns]
    for bar, row in zip(shown.bars, told.table("ways").rows, strict=True):
        cells = dict(zip(names, row.cells, strict=True))
        assert (bar.label, bar.value, bar.interval) == (cells["way"], cells["net"], cells["interval"])
    assert all(bar.interval is None for bar in figure(world(resamples=0), "figure_ways").bars)
    assert isinstance(shown.bars[0].interval, Range)


@pytest.mark.parametrize("name", SCENES)
def test_the_surface_has_increasing_axes_and_a_value_for_each_cell(name):
    told = world(**SCENES[name])
    found = [one for one in told.document.figures() if one.key == "figure_surface"]
    for shown in found:
        grid = shown.grid
        assert all(a < b for a, b in itertools.pairwise(grid.x))
        assert all(a < b for a, b in itertools.pairwise(grid.y))
        assert grid.y[0] == 0
        assert grid.y[-1] <= 1
        assert len(grid.z) == len(grid.y)
        assert {len(row) for row in grid.z} == {len(grid.x)}
        (ridge,) = shown.lines
        assert all(a < b for a, b in itertools.pairwise(ridge.x))
        assert all(0 <= y <= 1 for y in ridge.y)
        (marker,) = shown.markers
        assert grid.x[0] <= marker.x <= grid.x[-1]
        assert marker.y == pytest.approx(told.joint.option.accepted.value / told.joint.total)
    assert bool(found) == (told.joint.grid[-1].amount > 0)


def test_the_surface_has_the_values_worked_out_by_hand():
    grid = figure(world(), "figure_surface").grid
    assert grid.y == pytest.approx((0, 0.75, 1))
    assert (grid.x[0], grid.x[-1]) == (0, 6)
    # Nothing accepted: twelve reviews gain 0.5 each; the thirty sure ones, and all that is left reviewed: 5 more.
    assert (grid.z[0][0], grid.z[0][-1]) == pytest.approx((0, 6))
    assert grid.z[1][-1] - grid.z[1][0] == pytest.approx(5)
    assert grid.z[2][0] < grid.z[1][0] < 30


def test_the_marker_is_this_plan():
    (marker,) = figure(world(), "figure_surface").markers
    assert (marker.x, marker.y) == (3, 0.75)
    assert marker.label.args["net"].args["value"] == world().joint.option.net.value
