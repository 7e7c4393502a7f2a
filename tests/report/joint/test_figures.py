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
    assert [stack.parts for stack in shown.stacks] == [
        (30, 0, 0, 10),
        (30, 0, 3, 7),
        (30, 0, 6, 4),
        (30, 0, 9, 1),
        (30, 0, 10, 0),
    ]
    assert [stack.strong for stack in shown.stacks] == [False, False, True, False, False]
    assert [label.key for label in shown.part_labels] == [
        "joint.part_right",
        "joint.part_wrong",
        "joint.part_reviewed",
        "joint.part_left",
    ]


def test_wrong_answers_are_a_part_of_their_own():
    # Twenty of forty accepted answers are wrong.
    assert {stack.parts for stack in figure(world(**SCENES["unlucky"]), "figure_split").stacks} == {
        (20, 20, 0, 0)
    }


def test_the_way_chosen_stands_out_among_the_ways():
    told = world()
    shown = figure(told, "figure_ways")
    assert [(bar.value, bar.strong) for bar in shown.bars] == [
        (33, True),
        (3, False),
        (30, False),
        (15, False),
        (0, False),
    ]
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
    assert bool(found) == (told.joint.budgets.grid[-1].amount > 0)


def test_the_surface_has_the_values_worked_out_by_hand():
    grid = figure(world(), "figure_surface").grid
    assert grid.y == pytest.approx((0, 0.75, 1))
    assert (grid.x[0], grid.x[-1]) == (0, 6)
    # Nothing accepted: a review gains 0.5 and costs 0.5 less than its worth; everything: 35 - 20.
    assert [row[0] for row in grid.z] == pytest.approx([0, 30, 15])
    assert [row[-1] for row in grid.z] == pytest.approx([6, 35, 15])


def test_the_marker_is_this_plan():
    (marker,) = figure(world(), "figure_surface").markers
    assert (marker.x, marker.y) == (3, 0.75)
    assert marker.label.args["net"].args["value"] == 33
